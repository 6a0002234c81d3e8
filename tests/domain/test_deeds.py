"""What a card says of a deed comes from its record, and names no key."""

from dataclasses import replace

import pytest

from memtui.domain.dating import AT_THE_LATEST, DATED, dated
from memtui.domain.deed_record import Offer, Sentence
from memtui.domain.deeds import Change, Deed, if_yes
from memtui.domain.instant import DAY
from memtui.domain.memory import MemoryType
from tests.conftest import NOON
from tests.review.unstored import memory

ONE, OTHER = memory("The port is {undo}", id=1), memory("The port is 9090", id=2)
CHANGES = [
    Change(
        deed,
        keep=2,
        gone=(1,),
        type=MemoryType.PROCEDURAL,
        draft={"text": "The port is 7070", "scope": "/project", "expires_at": 1.0},
    )
    for deed in Deed
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: str(change.deed))
def test_each_deed_has_its_words_and_each_face_its_own_undo(change: Change) -> None:
    record = change.deed.record
    assert record.noun
    assert record.done
    said = [*if_yes(change, {1: ONE, 2: OTHER}), *if_yes(change, {1: ONE, 2: OTHER}, 12)]
    for sentence in said:
        assert "{undo}" not in sentence.worded("ctrl+z").replace("The port is {undo}", "")
        assert ("ctrl+z" in sentence.worded("ctrl+z")) is bool(sentence.back)
        assert sentence.worded("") == sentence.text
    assert not (record.final and any(sentence.back for sentence in said))


def test_a_text_in_a_sentence_is_no_place_for_a_key() -> None:
    (dropped,) = if_yes(Change(Deed.ARCHIVE, gone=(1,)), {1: ONE})
    assert dropped.worded("u").endswith("; u brings it back")
    named = Sentence("“{undo}” stays", "{undo} takes it back")
    assert named.worded("u") == "“{undo}” stays; u takes it back"


def test_a_removal_says_how_many_lines_go_and_a_cut_how_many_stay() -> None:
    several = memory("- The port is 8080\n\n- Ok\n- The host is fern-2", id=1)
    (dropped,) = if_yes(Change(Deed.DROP, gone=(1,)), {1: several})
    assert dropped.text == "it is dropped, all 3 lines of it"
    (cut,) = if_yes(Change(Deed.CUT, keep=1, text="- The port is 8080\n- The host is fern-2"), {1: several})
    assert cut.worded("u") == "1 of 3 items goes; 2 stay; u brings it all back"


def test_a_choice_between_memories_is_offered_only_where_there_are_two() -> None:
    change = Change(Deed.KEEP, keep=2, gone=(1,))
    assert change.offers(2) == {Offer.WINNER, Offer.BOTH, Offer.TEXT}
    assert change.offers(1) == {Offer.TEXT}
    assert Change(Deed.MERGE, keep=2, gone=(1,)).offers(2) == {Offer.WINNER, Offer.TEXT}


def test_a_memory_that_gets_other_words_is_not_said_to_stay() -> None:
    for deed in (Deed.MERGE, Deed.KEEP):
        said = [
            each.text for each in if_yes(Change(deed, keep=2, gone=(1,), text=ONE.text), {1: ONE, 2: OTHER})
        ]
        assert said[0].startswith(f"“{OTHER.text}” is reworded, ")
        assert said[-1] == ONE.text
        as_it_is = if_yes(Change(deed, keep=2, gone=(1,)), {1: ONE, 2: OTHER})
        assert as_it_is[0].text.startswith(f"“{OTHER.text}” stays, ")


@pytest.mark.parametrize(
    ("text", "provenance", "says"),
    [
        ("The port is 8080.", {}, "The port is 8080 (as of 2026-11-20)."),
        ("The port is 8080", {}, "The port is 8080 (as of 2026-11-20)"),
        ("As of May 2026 the port is 8080.", {}, ""),
        ("The port is 8080.", {DATED: AT_THE_LATEST}, ""),
        ("Ports\n- API: 8080.\n- Redis: 6379.", {}, ""),
    ],
)
def test_only_a_day_that_is_known_and_not_said_yet_is_put_into_a_text(
    text: str, provenance: dict[str, object], says: str
) -> None:
    one = memory(text, id=1, provenance=provenance, created_at=NOON)
    other = memory("The port is 9090.", id=2, created_at=NOON + DAY)
    assert dated([one, other])[:1] == ([says] if says else [])
    assert dated([one, replace(other, created_at=NOON)]) == []
    sentences = [each.worded("u") for each in if_yes(Change(Deed.BOTH, gone=(1, 2)), {1: one, 2: other})]
    assert says in sentences if says else "stay as they are" in sentences[0]
