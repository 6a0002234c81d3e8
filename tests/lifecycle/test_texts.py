"""Any text a program can hold is stored in a form that can be read back, searched and shown."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.domain.filter import Filter, parse
from memtui.domain.memory import Draft
from memtui.domain.text import MAX_LENGTH
from memtui.lifecycle.add import add
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.checks import checked_import
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.states import forget
from memtui.store import errors, memories, selection
from memtui.store.database import Store
from tests.depth import SHARED
from tests.lifecycle.worlds import AGENT, PERSON, added

any_text = st.text(st.characters(exclude_categories=()), max_size=40)
nasty = st.text("ab\0\ud800\"'*%_\\-:^(){}+ é語", max_size=6)


@settings(suppress_health_check=SHARED)
@given(any_text, any_text, any_text)
def test_whatever_is_stored_can_be_read_back(store: Store, text: str, abstract: str, quote: str) -> None:
    draft = Draft("x" + text, abstract=abstract, provenance={"source": quote, "quote": quote})
    memory = add(store, draft, by=AGENT, allow_dropped=True).memory
    memory.text.encode()
    assert memories.get(store, memory.id) == memory
    assert memory.headline.isprintable() or not memory.headline.isascii()


@settings(suppress_health_check=SHARED)
@given(st.lists(nasty | any_text, min_size=1, max_size=3).map(tuple), st.booleans(), nasty, nasty)
def test_whatever_is_searched_for_is_no_error(
    store: Store, words: tuple[str, ...], prefix: bool, source: str, category: str
) -> None:
    wanted = Filter(words=words, prefix=prefix, sources=frozenset({source}), categories=frozenset({category}))
    assert selection.ids(store, wanted) == []
    assert selection.ids(store, Filter(words=words, prefix=prefix)) == []


@pytest.mark.parametrize("uid", ["", "%", "01' OR 1=1", "\ud800", "\0", "Ж", "0" * 100])
def test_whatever_is_given_as_a_uid_finds_nothing(store: Store, uid: str) -> None:
    added(store, "one")
    if uid.strip("0"):
        with pytest.raises(errors.LookupRefused) as refused:
            memories.find_uid(store, uid)
        assert str(refused.value).isprintable()


def test_a_word_that_cannot_be_stored_selects_nothing_to_forget(store: Store) -> None:
    added(store, "one")
    for word in ("\0", "\ud800", "\0\0"):
        assert forget(store, Filter(words=(word,)), by=PERSON).changed == 0


def test_a_file_name_that_is_no_text_is_journalled_all_the_same(store: Store) -> None:
    op = import_drafts(store, [Draft("one")], by=PERSON, detail="notes\udcff.jsonl").op
    assert op is not None
    assert op.label == "import of “one” (notes���.jsonl)"


def test_escapes_are_kept_as_they_were_and_shown_as_pictures(store: Store) -> None:
    memory = memories.get(store, added(store, "run \x1b[2J now"))
    assert memory is not None
    assert memory.text == "run \x1b[2J now"
    assert memory.headline == "run ␛[2J now"


def test_nuls_and_lone_surrogates_are_taken_out_and_line_ends_made_alike(store: Store) -> None:
    memory = memories.get(store, added(store, " a\0b \ud800 c\r\nd\re "))
    assert memory is not None
    assert memory.text == "ab ��� c\nd\ne"
    edit(store, [memory.id], Edit(text="x\0\udfff", abstract="y\0\n\x1bz"), by=PERSON)
    edited = memories.get(store, memory.id)
    assert edited is not None
    assert (edited.text, edited.abstract) == ("x���", "y ␛z")


@pytest.mark.long
def test_a_megabyte_is_stored_and_found_and_a_character_more_is_refused(store: Store) -> None:
    text = "needle " + "é" * (MAX_LENGTH - 7)
    memory = memories.get(store, added(store, text))
    assert memory is not None
    assert len(memory.text) == MAX_LENGTH
    assert len(memory.headline) <= 240
    assert selection.ids(store, parse("needle")) == [memory.id]
    with pytest.raises(Refused, match="1,000,001"):
        added(store, text + "é")
    with pytest.raises(Refused, match="at most 1,000,000"):
        edit(store, [memory.id], Edit(text=text + "é"), by=PERSON)


@pytest.mark.parametrize("text", ["", "  \n ", "\0", "\0 \r\n\0"])
def test_a_memory_needs_some_text(store: Store, text: str) -> None:
    with pytest.raises(Refused, match="needs some text"):
        added(store, text)


@pytest.mark.parametrize(
    ("draft", "why"),
    [
        (Draft("x", scope="/a/../b"), "written out in full"),
        (Draft("x", importance=1.5), "from 0 to 1"),
        (Draft("x", categories=("two words",)), "is no category"),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_the_reason(store: Store, draft: Draft, why: str) -> None:
    with pytest.raises(Refused, match=why):
        add(store, draft, by=PERSON)


def test_an_edit_is_checked_like_an_add(store: Store) -> None:
    one, two = added(store, "one"), added(store, "two")
    for wanted in (Edit(scope=".."), Edit(importance=-1), Edit(categories=("a b",)), Edit(text=" "), Edit()):
        with pytest.raises(Refused):
            edit(store, [one], wanted, by=PERSON)
    with pytest.raises(Refused, match="several memories"):
        edit(store, [one, two], Edit(text="same"), by=PERSON)


@pytest.mark.long
def test_every_code_point_fits_into_one_memory(store: Store) -> None:
    for start in range(0, sys.maxunicode + 1, 250_000):
        added(store, "".join(map(chr, range(start, min(start + 250_000, sys.maxunicode + 1)))))


def test_words_are_found_in_scripts_without_spaces_and_with_wildcards_taken_literally(store: Store) -> None:
    import_drafts(
        store, [Draft("データベースはPostgreSQLです"), Draft("100 % sure"), Draft("a_b done")], by=PERSON
    )
    assert selection.ids(store, parse("ベース")) == [1]
    assert selection.ids(store, parse("%")) == [2]
    assert selection.ids(store, parse("don", prefix=True)) == [3]
    assert selection.ids(store, parse("don")) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"fields": {"shop": [{"password": "hunter2horse9"}]}},
        {"fields": {"notes": ["the till", ["the password is hunter2horse9"]]}},
        {"said_in": ["content"], "fields": {"token": "3f2b8c1e-7a4d-4f60-9b1e-2c5d8a6f0e17"}},
    ],
)
def test_a_secret_is_blotted_out_however_deep_in_what_is_told_of_a_memory(fields: dict[str, object]) -> None:
    stored = checked_import(Draft("The till listens on port 8080", provenance=fields))
    assert "hunter2" not in str(stored.provenance)
    assert "3f2b8c1e" not in str(stored.provenance)
    assert "[redacted" in str(stored.provenance)


@pytest.mark.parametrize(
    "fields",
    [
        {"quote": "<think>Rosa is cross</think>the till listens"},
        {"fields": {"note": "<think>Rosa is cross</think>the till listens"}},
        {"fields": {"notes": ["the door", ["<think>Rosa is cross</think>the till listens"]]}},
    ],
)
def test_reasoning_is_taken_out_however_deep_in_what_is_told_of_a_memory(fields: dict[str, object]) -> None:
    stored = checked_import(Draft("The till listens on port 8080", provenance=fields))
    assert "cross" not in str(stored.provenance)
    assert "the till listens" in str(stored.provenance)
