"""Windows cover the text, keep to their limits and lose nothing at their edges."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.capture.sentences import language_of, sentences
from memtui.capture.windows import tokens, windows

PARAGRAPH = "The team chose SQLite for the index. It is small and needs no server. " * 4


def test_a_short_text_is_one_window() -> None:
    (window,) = windows("One paragraph.\n\nAnother.")
    assert (window.index, window.text, window.start, window.end) == (0, "One paragraph.\n\nAnother.", 0, 24)


def test_nothing_makes_no_window() -> None:
    assert list(windows(" \n ")) == []


def test_long_text_is_cut_between_paragraphs_and_overlaps() -> None:
    text = "\n\n".join(f"{number}. {PARAGRAPH}" for number in range(40))
    cut = list(windows(text, window_tokens=400, overlap_tokens=100))
    assert len(cut) > 5
    assert all(tokens(window.text) <= 400 for window in cut)
    assert all(text[window.start - 2 : window.start] in ("", "\n\n") for window in cut)
    assert all(after.start < before.end for before, after in itertools.pairwise(cut))


def test_a_conversation_is_cut_between_turns() -> None:
    text = "".join(f"User: question {n}?\nAssistant: answer {n}.\n" for n in range(20))
    cut = list(windows(text, turns=15))
    assert [window.text.count(":") for window in cut[:-1]] == [15] * (len(cut) - 1)
    assert all(window.text.startswith(("User:", "Assistant:")) for window in cut)


def test_a_turn_that_is_too_long_takes_as_many_windows_as_it_fills() -> None:
    text = f"User: {PARAGRAPH * 200}\nAssistant: Noted.\n"
    cut = list(windows(text, window_tokens=1000, overlap_tokens=100))
    assert len(cut) <= tokens(text) / (1000 - 100) + 2


def test_of_many_turns_only_a_few_are_read_twice() -> None:
    text = "".join(f"User: {n}? {PARAGRAPH}\nAssistant: {n}! {PARAGRAPH}\n" for n in range(150))
    cut = list(windows(text, turns=15))
    assert sum(tokens(window.text) for window in cut) < 1.1 * tokens(text)


def test_short_turns_fill_a_window_however_many_they_are() -> None:
    text = "".join(f"User: is it {n} o'clock?\nAssistant: it is {n}.\n" for n in range(500))
    cut = list(windows(text, turns=15))
    assert all(tokens(window.text) >= 2_500 for window in cut[:-1])


def test_one_endless_paragraph_is_cut_between_sentences() -> None:
    text = PARAGRAPH * 100
    cut = list(windows(text, window_tokens=300))
    assert all(tokens(window.text) <= 300 for window in cut)
    assert all(window.text.rstrip().endswith(".") for window in cut)


CONVERSATIONS = st.lists(
    st.sampled_from(["User:", "Assistant:", "\n", "Tea. ", "a", "日é ", "a b " * 20])
).map("".join)
LIMITS = st.integers(20, 60)


@given(CONVERSATIONS, LIMITS, st.integers(0, 40), st.integers(1, 7))
def test_windows_cover_the_text_within_the_limit(text: str, limit: int, overlap: int, turns: int) -> None:
    cut = list(windows(text, window_tokens=limit, turns=turns, overlap_tokens=overlap))
    reached = 0
    for window in cut:
        assert text[window.start : window.end] == window.text
        assert tokens(window.text) <= limit
        assert not text[reached : window.start].strip()
        assert window.end > reached
        reached = window.end
    assert not text[reached:].strip()


@given(st.text(alphabet="ab .\n日é-#`|!?1", max_size=300))
def test_sentences_stand_where_they_say(text: str) -> None:
    reached = 0
    for sentence in sentences(text):
        assert text[sentence.start : sentence.end] == sentence.text == sentence.text.strip()
        assert sentence.start >= reached
        reached = sentence.end


def test_layout_ends_sentences_and_width_does_not() -> None:
    text = "# Plan\n- first item\n- second\n  goes on\n\nBroken\nfor width. Dr. Ada agrees, e.g. on v1.2."
    assert [" ".join(s.text.split()) for s in sentences(text)] == [
        "# Plan",
        "- first item",
        "- second goes on",
        "Broken for width.",
        "Dr. Ada agrees, e.g. on v1.2.",
    ]


def test_a_short_word_at_the_end_of_a_sentence_is_no_abbreviation() -> None:
    text = "Never push for me. Remember that the loaf has no id. Bakers say ok. See p. 4, approx. Half of it."
    assert [each.text for each in sentences(text)][:3] == [
        "Never push for me.",
        "Remember that the loaf has no id.",
        "Bakers say ok.",
    ]


def test_a_dot_before_a_slash_ends_no_sentence() -> None:
    text = "Paths begin with `./ in the index. Everything in ./ is read. The rest is not."
    assert [s.text for s in sentences(text)] == [
        "Paths begin with `./ in the index.",
        "Everything in ./ is read.",
        "The rest is not.",
    ]


def test_a_line_that_was_ended_on_purpose_is_one_of_its_own() -> None:
    text = "Opening times\nThe hall is open from eight to ten in the evening\nOn Sundays it is closed\n"
    assert [s.text for s in sentences(text)] == [
        "Opening times",
        "The hall is open from eight to ten in the evening",
        "On Sundays it is closed",
    ]


@pytest.mark.parametrize("heading", ["## Misc", "# Fri 27 Nov", "### What we do with"])
def test_a_heading_ends_with_its_line(heading: str) -> None:
    text = f"{heading}\nthe proxy is nginx on port 81.\nThe NAS gets port 82."
    assert [s.text for s in sentences(text)] == [
        heading,
        "the proxy is nginx on port 81.",
        "The NAS gets port 82.",
    ]


def test_a_line_that_was_broken_for_its_width_goes_on() -> None:
    text = "Die Halle gehört dem Verein und wird vom\nVorstand verwaltet, der die Schlüssel im\nBüro hat.\n"
    assert len(list(sentences(text))) == 1


def test_short_lines_in_small_letters_are_one_note_each_and_an_item_goes_on() -> None:
    notes = "hosting: we stay with the old one\nblog: kim writes the next post\nserver moved to port 81\n"
    assert [s.text for s in sentences(notes)] == notes.splitlines()
    assert len(list(sentences("- the deploy runs on friday\n  at noon\n"))) == 1
    assert len(list(sentences("we met at the\nold mill\n"))) == 1


@given(st.lists(st.text("Ab c.,\n", min_size=1, max_size=40), max_size=8))
def test_cutting_lines_loses_none(pieces: list[str]) -> None:
    text = "\n".join(pieces)
    found = "".join("".join(s.text.split()) for s in sentences(text))
    assert found == "".join(text.split())


def test_code_and_tables_hold_no_sentences() -> None:
    text = "Before.\n```\nx = 1. y\n```\n| a | b |\n|---|---|\nAfter."
    assert [s.text for s in sentences(text)] == ["Before.", "After."]


def test_the_language_is_told_by_its_commonest_words() -> None:
    assert language_of("Das Team hat sich für die Datenbank entschieden und wird sie nicht ändern") == "de"
    assert language_of("The team chose the database") == "en"
    assert language_of("") == "en"
