"""What goes to one place, to one's own machines or to a team, is kept apart from what goes to another."""

from collections.abc import Callable
from typing import Any

import pytest

from memtui.store import carried
from memtui.store.carried import Device
from memtui.store.database import Store, Transaction
from memtui.store.replicas import OWN

TEAM = "/team/atlas"
Change = Callable[[Transaction, str], None]


def of(store: Store, place: str) -> dict[str, Any]:
    """Return all that is kept for a place."""
    return {
        "devices": carried.devices(store, place),
        "device": carried.device(store, "d mine", place),
        "taken": carried.taken(store, place),
        "segments": carried.segments(store, place),
        "last": carried.last_segment(store, place),
        "bytes": carried.bytes_of_segments(store, place),
        "unsent": carried.count_unsent(store, 1, place),
        "to send": carried.to_send(store, place),
        "blob": carried.blob(store, 2, place),
        "parts": carried.parts(store, place),
        "bytes of parts": carried.bytes_of_parts(store, place),
        "parts to send": carried.parts_to_send(store, place),
        "part": carried.parts_to_send(store, place) and carried.part(store, 1, place),
    }


@pytest.fixture
def two(store: Store) -> Store:
    """A store with two segments, a snapshot and an unfinished one for each of two places."""
    with store.write() as tx:
        for place, word, last in ((OWN, "mine", 3), (TEAM, "theirs", 5)):
            carried.note_device(tx, Device(f"d {word}", word, len(word), 0.0, (), "", place))
            carried.note_device(tx, Device(f"new {word}", word, 0, 0.0, (), "", place))
            for number in range(1, last + 1):
                carried.add_segment(tx, number, f"s{number}", f"{word} {number}".encode(), place)
            carried.add_part(tx, 1, f"p1 {word}", f"{word} whole".encode(), place, of_next=False)
            carried.add_part(tx, 1, f"p2 {word}", f"{word} whole and next".encode(), place, of_next=True)
    return store


def test_a_place_is_told_what_is_kept_for_it_alone(two: Store) -> None:
    own, team = of(two, OWN), of(two, TEAM)
    assert [name for name in own if own[name] == team[name]] == []
    assert (sorted(own["devices"]), sorted(team["devices"])) == (
        ["d mine", "new mine"],
        ["d theirs", "new theirs"],
    )
    assert (own["taken"], team["taken"]) == ({"d mine": 4}, {"d theirs": 6})
    assert team["device"] is None
    assert (own["last"], team["last"]) == (3, 5)
    assert (own["parts"], team["parts"]) == ([(1, "p1 mine")], [(1, "p1 theirs")])
    assert (own["part"], team["part"]) == (b"mine whole", b"theirs whole")


CHANGES: dict[str, Change] = {
    "let go": lambda tx, place: carried.let_go(tx, 1, place),
    "sent": lambda tx, place: carried.sent(tx, ["s1", "s2"], place),
    "the next snapshot dropped": carried.drop_next,
    "the next snapshot taken": carried.take_next,
    "the snapshot dropped": carried.drop_parts,
    "the snapshot sent": carried.parts_sent,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize(("place", "other"), [(OWN, TEAM), (TEAM, OWN)])
def test_what_is_done_for_one_place_changes_nothing_for_another(
    two: Store, change: Change, place: str, other: str
) -> None:
    def kept() -> list[Any]:
        return [
            *two.query("SELECT number, name, blob FROM segments WHERE place = ?", (other,)),
            *two.query("SELECT drawn, number, name, blob FROM snapshot_parts WHERE place = ?", (other,)),
        ]

    before = kept()
    assert before
    with two.write() as tx:
        change(tx, place)
    assert kept() == before


def test_an_unfinished_snapshot_counts_once_it_is_taken(two: Store) -> None:
    assert carried.part(two, 1, TEAM) == b"theirs whole"
    assert carried.bytes_of_parts(two, TEAM) == len(b"theirs whole")
    with two.write() as tx:
        carried.take_next(tx, TEAM)
    assert (carried.parts(two, TEAM), carried.part(two, 1, TEAM)) == (
        [(1, "p2 theirs")],
        b"theirs whole and next",
    )
    with two.write() as tx:
        carried.parts_sent(tx, TEAM)
        carried.drop_next(tx, TEAM)
    assert (carried.parts(two, TEAM), carried.parts_to_send(two, TEAM)) == ([(1, "p2 theirs")], [])


def test_what_was_sent_is_sent_no_more_and_what_was_let_go_is_not_listed(two: Store) -> None:
    with two.write() as tx:
        carried.sent(tx, ["s1"], TEAM)
        carried.let_go(tx, 1, TEAM)
    left = carried.segments(two, TEAM)
    assert left == carried.to_send(two, TEAM)
    assert (left[0], carried.count_unsent(two, 2, TEAM)) == ((2, "s2"), len(left) - 1)
