"""A line that somebody rewrites in a linked file is one card, and no loss beside a find."""

from pathlib import Path

import pytest

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.deeds import Deed
from memtui.domain.memory import State
from memtui.lifecycle.undo import undo
from memtui.review.verdicts import accept
from memtui.sources import syncing
from memtui.sources.rewording import pair_up
from memtui.store import memories, proposals
from memtui.store.database import Store
from tests.growth import grows_too_fast
from tests.sources.linked import INDEX, folder_of, linked, memory, sync

REWORDED = INDEX.replace("the till listens on 8080", "the till listens on 9090 since the move")


def test_a_line_that_was_reworded_is_one_card_with_the_old_line_beside_the_new(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    old = memory(store, source, "8080")
    (folder / "MEMORY.md").write_text(REWORDED)
    told = sync(store, source)
    assert (told.added, told.proposed) == (1, 1)
    (card,) = proposals.get_many(store, proposals.ids(store))
    new = memory(store, source, "9090")
    assert card.rule == syncing.REWORDED
    assert (card.change.deed, card.change.gone, card.change.keep) == (Deed.MERGE, (old.id,), new.id)
    marked = {new.text[start:end] for start, end in card.evidence.marks[new.id]}
    assert marked == {"9090 since the move"}


def test_a_reworded_line_lives_on_in_the_new_one_and_undo_brings_both_back(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    old = memory(store, source, "8080")
    index = folder / "MEMORY.md"
    index.write_text(REWORDED)
    sync(store, source)
    after = index.read_bytes()
    accept(store, Settings(), proposals.ids(store), by=PERSON)
    assert sync(store, source).written == []
    assert {m.id: m.state for m in memories.get_many(store, [old.id])} == {old.id: State.DROPPED}
    assert memory(store, source, "9090").state is State.LIVE
    undo(store, by=PERSON)
    sync(store, source)
    assert memories.get_many(store, [old.id])[0].state is State.LIVE
    assert index.read_bytes() == after


def test_a_line_that_comes_back_as_it_was_turns_its_card_round(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    old = memory(store, source, "8080")
    index = folder / "MEMORY.md"
    index.write_text(REWORDED)
    sync(store, source)
    new = memory(store, source, "9090")
    index.write_text(INDEX)
    sync(store, source)
    cards = proposals.get_many(store, proposals.ids(store))
    assert [(card.change.gone, card.change.keep) for card in cards] == [((new.id,), old.id)]


def test_lines_that_share_their_heading_alone_are_not_one() -> None:
    gone = ["Garden tools › Sheds: the spade hangs behind the door"]
    new = ["Garden tools › Sheds: oil every hinge in spring"]
    others = [f"Garden tools › Sheds: number {n} is painted {n}" for n in range(9)]
    assert pair_up(gone, new, new + others) == {}


def test_each_new_line_is_taken_once_by_the_old_one_that_it_is_most_like() -> None:
    gone = ["the mill grinds on Mondays", "the mill grinds rye on Tuesdays"]
    new = ["the mill grinds rye and oats on Tuesdays", "the well is dry"]
    assert pair_up(gone, new, new) == {1: 0}


@pytest.mark.long
def test_time_grows_with_the_number_of_lines_only() -> None:
    def work(text: str) -> object:
        lines = [f"{line} {n} of {n // 7}" for n, line in enumerate(text.split("\n"))]
        return pair_up(lines, [f"{line} anew" for line in lines], lines)

    assert not grows_too_fast(work, "the same words in every line\n")
