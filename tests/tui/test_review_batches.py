"""Review in batches: many cards decided as one, and which of them are shown."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Draft, Memory, State
from memtui.domain.proposal import Finding, Target
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.store import memories, proposals, queueing
from memtui.store.opening import open_store
from memtui.tui.widgets.dialogs import Preview
from tests.conftest import FrozenClock
from tests.tui.conftest import AGENT, Opened, Planted, app_of, said, until
from tests.tui.planting import (
    JUNK,
    NEW,
    OLD,
    alone,
    conflict,
    here,
    junk,
    reason,
    review,
    shown,
    state_of,
    texts,
)


async def test_y_takes_all_of_a_batch_as_one_change(opened: Opened, planted: Planted) -> None:
    planted(*(junk(number, "expired tool outputs") for number in (1, 2, 3)))
    async with opened() as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert "JUNK   3 expired tool outputs" in shown(pilot)
        assert app_of(pilot)._header.waiting == len(review(pilot).queue.refs) == 1
        assert "yes to all 3" in shown(pilot)
        await pilot.press("y")
        assert texts(pilot) == [OLD, NEW]
        await pilot.press("u")
        assert len(texts(pilot)) == 5
        assert "3 expired tool outputs" in shown(pilot)


@pytest.mark.parametrize(("size", "whole"), [((200, 60), 15), ((120, 50), 8), ((80, 24), 0)])
async def test_a_batch_lists_its_members_whole_where_there_is_room_and_a_scope_of_all_of_them_once(
    opened: Opened, path: Path, clock: FrozenClock, size: tuple[int, int], whole: int
) -> None:
    files = [f"etc/tills/prices-{number}.csv" for number in range(10, 25)]
    batch = "files of /project/tide that are gone"
    with open_store(path, clock=clock) as store:
        texts = [f"At six each day a till takes all of its prices from {file} again" for file in files]
        import_drafts(store, [Draft(text, scope="/project/tide") for text in texts], by=AGENT)
        found = [
            replace(alone(memory), batch=batch, reason=f"it is about {file}")
            for memory, file in zip(memories.get_many(store, range(6, 21)), files, strict=True)
        ]
        with store.write() as tx:
            queueing.record(tx, found)
    async with opened(size=size) as pilot:
        await pilot.press("2")
        await pilot.pause()
        text = " ".join(shown(pilot).split())
        assert sum(f"{file} again" in text for file in files) >= whole
        assert text.count("/project/tide") == 1
        assert f"it is about {files[0]}, {files[1]}, {files[2]} or 12 more" in text


async def test_u_goes_back_to_the_batch_that_was_decided_also_where_other_cards_come_back_with_it(
    opened: Opened, planted: Planted
) -> None:
    planted(conflict(1, 4), conflict(2, 5), *(junk(number, "files in /project/tide") for number in (1, 2, 3)))
    async with opened() as pilot:
        await pilot.press("2", "G")
        assert reason(pilot) == "number 1 is of no use"
        await pilot.press("y")
        review(pilot).reload(stay=False)
        assert not review(pilot).queue.refs
        await pilot.press("u")
        await pilot.pause()
        card = review(pilot).queue.card
        assert card is not None
        assert card.ref.batch == "files in /project/tide"


async def test_a_member_that_is_an_update_is_shown_with_what_will_be_said_instead(
    opened: Opened, planted: Planted
) -> None:
    def update(number: int, **more: object) -> Callable[[list[Memory]], Finding]:
        def make(five: list[Memory]) -> Finding:
            target = five[number - 1]
            change = Change(Deed.LEARN, draft={"text": f"It is {number} from now on"}, **more)  # type: ignore[arg-type]
            about = (Target.of(target),)
            batch = "facts that mcp had read"
            return Finding(Kind.LEARNED, "learned/updates", about, "said otherwise", change, "/", batch=batch)

        return make

    planted(update(2, gone=(2,)), update(3))
    async with opened() as pilot:
        await pilot.press("2")
        await pilot.pause()
        lines = [line.strip() for line in shown(pilot).splitlines()]
        assert "→ It is 2 from now on" in lines
        assert "+ It is 3 from now on" in lines
        await pilot.press("enter")
        await pilot.pause()
        listed = ["".join(part.text for part in here(pilot).draw(row, 100)) for row in (0, 1)]
        assert any("→ It is 2 from now on" in line for line in listed)
        assert any("+ It is 3 from now on" in line for line in listed)


async def test_a_batch_says_how_many_memories_a_yes_takes_not_how_many_proposals(
    opened: Opened, planted: Planted
) -> None:
    def budget(five: list[Memory], numbers: tuple[int, ...]) -> Finding:
        gone = [five[number - 1] for number in numbers]
        targets = tuple(Target.of(memory) for memory in gone)
        change = Change(Deed.ARCHIVE, gone=tuple(memory.id for memory in gone))
        reason = f"over budget by {numbers}"
        return Finding(Kind.BUDGET, "budget/test", targets, reason, change, "/", batch="over budget")

    planted(*(partial(budget, numbers=numbers) for numbers in ((1, 2), (3,), (4, 5))))
    async with opened() as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert "all 5 are archived" in shown(pilot)


async def test_one_of_a_batch_is_decided_by_itself(opened: Opened, planted: Planted) -> None:
    planted(*(junk(number, "old notes") for number in (1, 2, 3, 4)))
    async with opened() as pilot:
        await pilot.press("2", "enter", "j", "n")
        view = review(pilot)
        assert here(pilot) is view.members
        assert view.members.count == 3
        await pilot.press("y")
        assert view.members.count == 2
        assert len(texts(pilot)) == 4
        await pilot.press("escape")
        assert here(pilot) is view.page
        assert len(texts(pilot)) == 4


async def test_the_last_of_a_batch_stay_in_its_list(opened: Opened, planted: Planted) -> None:
    planted(*(junk(number, "old notes") for number in (1, 2, 3)))
    async with opened() as pilot:
        await pilot.press("2", "enter", "n")
        review(pilot).reload()
        assert here(pilot) is review(pilot).members
        assert review(pilot).members.count == 2
        await pilot.press("escape")
        review(pilot).reload()
        assert review(pilot).head.place == "1 of 2"


async def test_a_member_of_a_batch_is_shown_with_its_source(opened: Opened, planted: Planted) -> None:
    planted(*(junk(number, "old notes") for number in (1, 2, 3)))
    async with opened() as pilot:
        await pilot.press("2", "enter", "j", "enter")
        view = review(pilot)
        assert here(pilot) is view.source
        assert JUNK in "".join(part.text for line in view.source.lines for part in line)
        await pilot.press("escape")
        assert here(pilot) is view.members
        await pilot.press("escape")
        assert here(pilot) is view.page


async def test_all_of_a_kind_are_listed_first_and_another_key_confirms(
    opened: Opened, planted: Planted
) -> None:
    planted(junk(2), junk(3), conflict())
    async with opened() as pilot:
        await pilot.press("2", "slash", *"junk", "enter", "Y")
        dialog = pilot.app.screen
        assert isinstance(dialog, Preview)
        assert dialog.title_words == "Yes to all 2 junk proposals?"
        assert len(dialog._page.lines) == 2
        await pilot.press("Y", "y")
        assert len(texts(pilot)) == 5
        await pilot.press("enter")
        await pilot.pause()
        assert len(texts(pilot)) == 3
        await pilot.press("u")
        assert len(texts(pilot)) == 5


async def test_one_of_a_kind_is_asked_about_as_one(opened: Opened, planted: Planted) -> None:
    planted(junk(1))
    async with opened() as pilot:
        await pilot.press("2", "Y")
        dialog = pilot.app.screen
        assert isinstance(dialog, Preview)
        assert dialog.title_words == "Yes to 1 junk proposal?"
        assert dialog._keys[0] == ("enter", "yes to it")


async def test_all_of_a_kind_leaves_out_single_cards_that_are_less_sure(
    opened: Opened, planted: Planted
) -> None:
    def unsure(five: list[Memory], batch: str, number: int) -> Finding:
        return replace(junk(number, batch)(five), confidence=0.4)

    planted(junk(2, "old notes"), junk(1, "old notes"), partial(unsure, batch="", number=3))
    async with opened() as pilot:
        await pilot.press("2", "Y")
        dialog = pilot.app.screen
        assert isinstance(dialog, Preview)
        assert dialog.title_words == "Yes to all 2 junk proposals?"
        assert any("1 left: less sure" in note for note in dialog._notes)
        await pilot.press("enter")
        await pilot.pause()
        assert state_of(pilot, 3) is State.LIVE
        assert state_of(pilot, 2) is State.DROPPED
        await pilot.press("Y")
        assert state_of(pilot, 3) is State.LIVE
        assert said(pilot) == "This card is decided by itself: y or n"


async def test_all_of_a_kind_leaves_out_what_is_about_a_pinned_memory(
    opened: Opened, planted: Planted, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        edit(store, [3], Edit(pinned=True), by=AGENT)
    planted(junk(2), junk(3))
    async with opened() as pilot:
        await pilot.press("2", "Y", "enter")
        await pilot.pause()
        assert state_of(pilot, 2) is State.DROPPED
        assert state_of(pilot, 3) is State.LIVE


@pytest.mark.long
async def test_a_large_batch_is_shown_before_it_is_taken(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    at = tmp_path / "many.db"
    with open_store(at, clock=clock) as store:
        import_drafts(store, [Draft(f"Build {number} is green") for number in range(120)], by=AGENT)
        found = [_dropping(m) for m in memories.get_many(store, list(range(1, 121)))]
        with store.write() as tx:
            queueing.record(tx, found)
    async with opened(at) as pilot:
        await pilot.press("2", "y")
        assert isinstance(pilot.app.screen, Preview)
        await pilot.press("y", "enter")
        await until(pilot, lambda: proposals.count_open(app_of(pilot).store) == 0)
        await until(pilot, lambda: review(pilot).queue.card is None)
        assert said(pilot) == "Dropped 120 memories · u to undo"


def _dropping(memory: Memory) -> Finding:
    change = Change(Deed.DROP, gone=(memory.id,))
    return Finding(
        Kind.JUNK, "junk/test", (Target.of(memory),), "of no use", change, memory.scope, batch="build lines"
    )


async def test_cards_are_filtered_by_kind_and_scope(opened: Opened, planted: Planted) -> None:
    planted(junk(2), junk(3), conflict())
    async with opened() as pilot:
        await pilot.press("2", "slash", *"conf")
        assert review(pilot).head.place == "1 of 1"
        assert reason(pilot) == "two memories disagree"
        await pilot.press("escape")
        assert review(pilot).head.place == "1 of 3"
        await pilot.press("slash", *"in:/project/atlas/db", "enter")
        assert reason(pilot) == "number 3 is of no use"
        await pilot.press("escape")
        assert review(pilot).head.place == "1 of 3"


@pytest.mark.long
async def test_a_filter_that_names_no_kind_says_which_there_are(opened: Opened, planted: Planted) -> None:
    planted(junk(2))
    async with opened() as pilot:
        await pilot.press("2", "slash", *"kind:nonsense")
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        assert "is no kind; there are secret, poison, conflict" in prompt.said
        await pilot.press("enter")
        assert app_of(pilot)._prompt is prompt


async def test_s_goes_through_the_kinds_and_back_to_all(opened: Opened, planted: Planted) -> None:
    planted(junk(2), conflict())
    async with opened() as pilot:
        await pilot.press("2", "s")
        assert review(pilot).status().filter == "conflict"
        await pilot.press("s")
        assert review(pilot).status().filter == "junk"
        await pilot.press("s")
        assert review(pilot).status().filter == ""


async def test_five_minutes_serve_what_gains_most_and_then_say_so(opened: Opened, planted: Planted) -> None:
    planted(junk(2), junk(3, confidence=0.9))
    async with opened() as pilot:
        await pilot.press("2", "f")
        assert review(pilot).head.place == "Five minutes   0 of 2 done"
        assert reason(pilot) == "number 3 is of no use"
        planted(conflict())
        await pilot.press("y", "n")
        assert "That is it for now" in shown(pilot)
        assert "1 yes · 1 no" in shown(pilot)
        assert "1 card is left" in shown(pilot)
        await pilot.press("u")
        assert reason(pilot) == "number 2 is of no use"
        await pilot.press("n", "f")
        assert reason(pilot) == "two memories disagree"
        await pilot.press("y")
        assert "decided 1 yes" in " ".join(shown(pilot).split())  # the five minutes were told by themselves
        assert "1 no" not in shown(pilot)


@pytest.mark.long
async def test_no_more_cards_than_fit_into_five_minutes(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    at = tmp_path / "many.db"
    with open_store(at, clock=clock) as store:
        import_drafts(store, [Draft(f"Build {number} is green") for number in range(80)], by=AGENT)
        found = [alone(m) for m in memories.get_many(store, list(range(1, 81)))]
        with store.write() as tx:
            queueing.record(tx, found)
    async with opened(at) as pilot:
        await pilot.press("2", "f")
        assert review(pilot).head.place == "Five minutes   0 of 50 done"
        assert review(pilot).head.time == "about 5 min"


async def test_asking_for_other_cards_ends_the_five_minutes(opened: Opened, planted: Planted) -> None:
    planted(junk(2), conflict())
    async with opened() as pilot:
        await pilot.press("2", "f", "s")
        assert review(pilot).status().filter == "conflict"
        assert not review(pilot).head.place.startswith("Five minutes")
        await pilot.press("f", "escape")
        assert review(pilot).status().filter == "conflict"
        await pilot.press("escape")
        assert review(pilot).status().filter == ""
