"""Nothing that a terminal would act on gets through, and the same statement has one fingerprint."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.invisible import shows_nothing
from memtui.domain.text import (
    capitalised,
    fingerprint,
    normalised,
    one_line,
    printable,
    printable_lines,
    same_wording,
    well_formed,
)

BIDI_CONTROLS = {*"\u061c\u200e\u200f", *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))}
EVERYTHING = "".join(map(chr, range(sys.maxunicode + 1)))
any_text = st.text(st.characters(exclude_categories=()))


def interpreted(text: str) -> set[str]:
    """Return the characters of `text` that a terminal or the bidi algorithm acts on."""
    return {c for c in text if unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"} or c in BIDI_CONTROLS}


@pytest.mark.long
def test_no_code_point_survives_that_a_terminal_acts_on() -> None:
    assert interpreted(printable(EVERYTHING)) == set()
    assert interpreted(printable_lines(EVERYTHING)) == {"\n"}


@pytest.mark.long
def test_no_single_code_point_survives_either() -> None:
    assert {c for c in EVERYTHING if interpreted(printable(c))} == set()


@given(any_text)
def test_printable_twice_is_printable_once(text: str) -> None:
    assert interpreted(printable(text)) == set()
    assert printable(printable(text)) == printable(text)


def test_what_can_be_read_stays() -> None:
    text = "Grüße, 你好, שלום, 👩‍💻, a [bracket] and a “quote”"
    assert printable(text) == text
    assert printable_lines("a\r\nb\tc\rd") == "a\nb    c\nd"


def test_escapes_are_seen_and_not_obeyed() -> None:
    assert printable("\x1b]52;c;x\x07\n") == "␛]52;c;x␇␊"
    assert printable("a\u202eb\x9bc") == "a·b�c"


@given(any_text, st.integers(2, 80))
def test_one_line_is_one_safe_line_of_at_most_that_length(text: str, length: int) -> None:
    line = one_line(text, length)
    assert len(line) <= length
    assert interpreted(line) == set()


@given(any_text)
def test_well_formed_text_can_be_stored_and_stays_as_it_is(text: str) -> None:
    clean = well_formed(text)
    clean.encode()
    assert not {"\0", "\r"} & set(clean)
    assert well_formed(clean) == clean == clean.strip()


@pytest.mark.parametrize(
    "other",
    [
        "uses  postgres\n16",
        "Uses Postgres 16.",
        "  USES POSTGRES 16 ",
        "Uses Postgres 1６",
        "uses\u00a0postgres 16",
    ],
)
def test_spellings_of_one_statement_have_one_fingerprint(other: str) -> None:
    assert fingerprint(other) == fingerprint("Uses Postgres 16")


@pytest.mark.parametrize("other", ["Uses Postgres 17", "Uses not Postgres 16", "Uses Postgres, 16", ""])
def test_another_statement_has_another_fingerprint(other: str) -> None:
    assert fingerprint(other) != fingerprint("Uses Postgres 16")


@given(any_text)
def test_a_fingerprint_fits_a_column(text: str) -> None:
    assert -(2**63) <= fingerprint(text) < 2**63


# -- what shows nothing ------------------------------------------------------------------------------

INVISIBLE = "\u3164\u115f\u1160\uffa0\u034f\u17b4\u180b\ufe0f\ufe00\U000e0100\u200c\u200d\U0001d173\U000e0100"


@pytest.mark.parametrize("character", INVISIBLE)
def test_what_hides_in_a_word_is_shown(character: str) -> None:
    assert printable(f"ad{character}min") == "ad·min"
    assert printable(f"{character}{character}") == "··"


def test_a_message_in_the_variations_of_an_emoji_is_shown() -> None:
    assert printable("👍" + "".join(chr(0xE0100 + ord(c)) for c in "ignore")) == "👍······"
    assert printable("👍\ufe0f\ufe01\ufe02") == "👍\ufe0f··"


@pytest.mark.parametrize(
    "text",
    [
        "❤️ and ©️ and 1️⃣",
        "👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 🧑🏽‍🚀",
        "می‌خواهم",
        "क्‍ष and ക്‍",
        "한국어 and ᄒᆞᆫ글 and ᅟᅡ and ᄀᅠ",
        "葛󠄀城",
    ],
)
def test_what_belongs_to_a_script_or_an_emoji_stays(text: str) -> None:
    assert well_formed(text) == text
    assert printable(text) == text


@given(st.text(st.sampled_from(f"{INVISIBLE}ab❤👍1葛म می‌ᄒᆞ\u061c\u180e\ufeff\u2028\n")))
def test_what_was_made_visible_once_stays_so(text: str) -> None:
    assert printable(printable(text)) == printable(text)


@given(st.text(st.sampled_from(f"{INVISIBLE} \n\t\u200b\ufeff\u2800\u00ad\u2060\U000e0041")))
def test_a_text_of_such_characters_only_shows_nothing(text: str) -> None:
    assert shows_nothing(text)


@pytest.mark.parametrize("text", ["a", "\u200da", "❤️", "한", "ᅟᅡ", "."])
def test_a_text_with_anything_to_see_does_not(text: str) -> None:
    assert not shows_nothing(text)


def test_a_line_that_is_not_all_of_a_text_says_so_whatever_stands_between() -> None:
    assert one_line("a" + " " * 1_000 + "b", 20) == "a…"
    assert one_line("a" + " " * 1_000, 20) == "a"
    assert one_line("x" * 21, 20) == "x" * 19 + "…"


@given(
    part=st.text(min_size=1, max_size=30),
    end=st.text(max_size=30),
    times=st.integers(1, 40),
    spaced=st.booleans(),
)
def test_long_texts_are_told_apart_like_short_ones(part: str, end: str, times: int, *, spaced: bool) -> None:
    one = part * times + end
    other = "  ".join(one.split(" ")) if spaced else part * times
    assert same_wording(one, other) is (normalised(one) == normalised(other))
    assert same_wording(one, one.upper()) is (normalised(one) == normalised(one.upper()))


@pytest.mark.parametrize(
    ("sentence", "capital"),
    [
        ("agents read it", "Agents read it"),
        ("project_freeze.md: wrote 1 memory", "project_freeze.md: wrote 1 memory"),
        ("notes.md, line 3, was left", "notes.md, line 3, was left"),
        ("~/shop cannot be read", "~/shop cannot be read"),
        ("did:fly is not understood", "did:fly is not understood"),
        ("memtui review run", "memtui review run"),
        ("done. All of it", "Done. All of it"),
        ("", ""),
    ],
)
def test_a_name_at_the_beginning_of_a_sentence_stays_small(sentence: str, capital: str) -> None:
    assert capitalised(sentence) == capital
