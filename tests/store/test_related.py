"""What is related to a memory, and how."""

from memtui.domain.memory import Draft, LinkKind
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.states import drop
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.links import link
from memtui.store.related import related
from tests.lifecycle.worlds import PERSON

TEXTS = [
    ("The salinity gauge at Torshamnen is read every quarter of an hour", "a"),
    ("Torshamnen's salinity readings are kept for ten years", "b"),
    ("Releases are tagged on Fridays", "a"),
    ("Releases were tagged on Mondays", "c"),
    ("Ada prefers small commits", ""),
]


def _filled(store: Store) -> None:
    drafts = [Draft(text, provenance={"session": session} if session else {}) for text, session in TEXTS]
    drafts += [Draft(f"Port {n} belongs to the service number {n}") for n in range(60)]
    import_drafts(store, drafts, by=PERSON)


def _told(store: Store, memory_id: int) -> list[tuple[str, int]]:
    memory = memories.get(store, memory_id)
    assert memory is not None
    return [(found.how, found.memory.id) for found in related(store, memory)]


def test_a_session_and_a_subject_relate_memories(store: Store) -> None:
    _filled(store)
    assert _told(store, 1) == [("same session", 3), ("same subject", 2)]
    assert _told(store, 5) == []


def test_a_link_says_which_way_it_goes_and_dropped_memories_are_told(store: Store) -> None:
    _filled(store)
    with store.write() as tx:
        link(tx, 3, [4], LinkKind.SUPERSEDES)
        link(tx, 5, [3, 4], LinkKind.DERIVED_FROM)
    drop(store, [4], by=PERSON)
    assert ("replaces", 4) in _told(store, 3)
    assert ("summed up in", 5) in _told(store, 3)
    assert ("replaced by", 3) in _told(store, 4)
    assert [how for how, _ in _told(store, 5)][:2] == ["made from", "made from"]


def test_what_one_act_dropped_was_changed_together(store: Store) -> None:
    _filled(store)
    drop(store, [5, 20], by=PERSON)
    assert ("changed together", 20) in _told(store, 5)
