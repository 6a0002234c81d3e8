"""Deciding in Review: nothing is chosen by default where nothing tells, and many at once are named first."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Draft, Memory, Origin, State
from memtui.domain.proposal import Finding, Target
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.states import drop
from memtui.review.worth_a_look import count_likely
from memtui.store import memories, proposals, queueing
from memtui.store.opening import open_store
from memtui.tui.widgets.dialogs import Preview
from tests.conftest import FrozenClock
from tests.tui.conftest import AGENT, Opened, Planted, a_draft, app_of, said, until
from tests.tui.planting import JUNK, conflict, junk, review, shown, state_of, texts

OLD, NEW = "The shop runs on port 8080", "Ada prefers small commits"


def open_question(one: int = 4, other: int = 5) -> Callable[[list[Memory]], Finding]:
    """Two memories disagree, and nothing tells which of them is the newer."""

    def make(five: list[Memory]) -> Finding:
        about = (Target.of(five[one - 1]), Target.of(five[other - 1]))
        return Finding(
            Kind.CONFLICT, "conflict/test", about, "you know which holds", Change(Deed.KEEP), "/project"
        )

    return make


async def test_where_nothing_tells_which_is_right_y_asks_to_choose(opened: Opened, planted: Planted) -> None:
    planted(open_question())
    async with opened() as pilot:
        await pilot.press("2")
        assert "tab choose the one that stays" in shown(pilot)
        assert "y yes" not in shown(pilot)
        await pilot.press("y")
        assert said(pilot).startswith("Choose first: tab")
        assert {OLD, NEW} <= set(texts(pilot))
        await pilot.press("tab")
        assert f"“{OLD}” stays" in shown(pilot)  # the first that is shown
        await pilot.press("tab")
        assert f"“{NEW}” stays" in shown(pilot)
        assert "y yes" in shown(pilot)
        await pilot.press("y")
        assert NEW in texts(pilot)
        assert OLD not in texts(pilot)


async def test_an_undo_right_after_a_refused_verdict_asks_what_it_reaches(
    opened: Opened, planted: Planted
) -> None:
    planted(open_question())
    async with opened() as pilot:
        before = texts(pilot)
        await pilot.press("d", "2", "y")
        assert said(pilot).startswith("Choose first: tab")
        await pilot.press("u")
        dialog = pilot.app.screen
        assert isinstance(dialog, Preview)
        assert dialog.title_words.startswith("Undo: drop of “")
        await pilot.press("escape", "tab", "tab", "y", "u")
        assert {OLD, NEW} <= set(texts(pilot))
        assert len(texts(pilot)) == len(before) - 1


async def test_where_only_an_edit_says_what_is_so_y_says_that(opened: Opened, planted: Planted) -> None:
    def otherwise_in_the_code(five: list[Memory]) -> Finding:
        about = (Target.of(five[3]),)
        return Finding(Kind.CONFLICT, "conflict/test", about, "the code says 9090", Change(Deed.KEEP), "/")

    planted(otherwise_in_the_code)
    async with opened() as pilot:
        await pilot.press("2")
        assert "only you can say which is right" in shown(pilot)
        await pilot.press("y")
        assert "edit the memory to what is so, drop it, or say no" in said(pilot)
        assert OLD in texts(pilot)
        await pilot.press("e", *" today", "ctrl+s")
        await pilot.pause()
        assert f"{OLD} today" in texts(pilot)
        await pilot.press("u", "d")
        assert OLD not in texts(pilot)
        await pilot.press("u", "n")
        assert OLD in texts(pilot)
        assert "No cards" in shown(pilot) or "Nothing" in shown(pilot)


@pytest.mark.few(1)
@pytest.mark.parametrize("width", [90, 170])
async def test_up_and_down_go_from_card_to_card_and_the_others_choose(
    opened: Opened, planted: Planted, width: int
) -> None:
    planted(conflict(), junk(2))
    async with opened(size=(width, 40)) as pilot:
        await pilot.press("2")
        queue = review(pilot).queue
        for keys, stays in (("left", 4), ("right", 5), ("h", 4), ("l", 5), ("tab", 4), ("tab", 5)):
            await pilot.press(keys)
            assert (queue.index, queue.winner) == (0, stays)
        await pilot.press("shift+tab")
        assert f"“{OLD}” stays" in shown(pilot)
        for there, back in (("down", "up"), ("j", "k")):
            await pilot.press(there)
            assert queue.index == 1
            await pilot.press(back)
            assert (queue.index, queue.keep) == (0, None)


async def _click_on_card(pilot: Pilot[int], words: str) -> None:
    page = review(pilot).page
    lines = ["".join(segment.text for segment in line) for line in page.lines]
    line = next(at for at, text in enumerate(lines) if words in text)
    await pilot.click(page, offset=(lines[line].index(words), line - page.scroll_offset.y))
    await pilot.pause()


async def test_the_keys_on_a_card_can_be_clicked(opened: Opened, planted: Planted) -> None:
    planted(conflict(), junk(2))
    async with opened(size=(170, 40)) as pilot:
        await pilot.press("2")
        await _click_on_card(pilot, "←")
        assert review(pilot).queue.winner == 4
        await _click_on_card(pilot, "→ choose")
        assert review(pilot).queue.winner == 5
        await _click_on_card(pilot, "later")
        assert review(pilot).queue.card is not None
        assert review(pilot).queue.decided.verdicts == {1: "later"}
        await _click_on_card(pilot, "y yes")
        assert JUNK not in texts(pilot)


async def test_both_are_kept_without_choosing(opened: Opened, planted: Planted) -> None:
    planted(open_question())
    async with opened() as pilot:
        await pilot.press("2")
        assert "b both, as they are" in shown(pilot)  # they are of one day
        await pilot.press("b")
        assert {OLD, NEW} <= set(texts(pilot))


async def test_yes_to_all_leaves_out_what_has_to_be_chosen_and_names_what_goes_and_stays(
    opened: Opened, planted: Planted
) -> None:
    planted(open_question(1, 2), conflict())
    async with opened() as pilot:
        await pilot.press("2", "Y")
        dialog = pilot.app.screen
        assert isinstance(dialog, Preview)
        rows = ["".join(part.text for part in line) for line in dialog._page.lines]
        assert [row.rstrip().endswith(OLD) for row in rows] == [True, False]
        assert rows[1].split() == ["stays", *NEW.split()]
        assert "1 is left out: which memory stays has to be chosen" in " ".join(dialog._notes)
        await pilot.press("enter")
        await pilot.pause()
        assert OLD not in texts(pilot)
        assert state_of(pilot, 1) is state_of(pilot, 2) is State.LIVE
        await pilot.press("Y")
        assert said(pilot).startswith("Choose first: tab")
        await pilot.press("tab", "Y")
        assert said(pilot).startswith("This card is decided by itself: y or n")


@pytest.mark.long
async def test_yes_to_all_in_the_five_minutes_reaches_what_they_show(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    at = tmp_path / "many.db"
    with open_store(at, clock=clock) as store:
        import_drafts(store, [Draft(f"Build {number} is green") for number in range(60)], by=AGENT)
        known = memories.get_many(store, list(range(1, 61)))
        found = [
            Finding(
                Kind.JUNK,
                "junk/test",
                (Target.of(m),),
                "noise",
                Change(Deed.DROP, gone=(m.id,)),
                m.scope,
                confidence=0.8,
            )
            for m in known
        ]
        with store.write() as tx:
            queueing.record(tx, found)
    async with opened(at) as pilot:
        await pilot.press("2", "f")
        asked = {i for ref in review(pilot).queue.refs for i in ref.ids}
        assert 0 < len(asked) < 60
        await pilot.press("Y")
        assert isinstance(pilot.app.screen, Preview)
        assert f"all {len(asked)} junk" in pilot.app.screen.title_words
        await pilot.press("enter")
        await pilot.pause()
        assert proposals.count_open(app_of(pilot).store) == 60 - len(asked)


@pytest.mark.long
async def test_a_preview_scrolls_to_the_last_of_what_goes(
    opened: Opened, planted: Planted, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        import_drafts(store, [Draft(f"Build {number} is green") for number in range(40)], by=AGENT)
        with store.write() as tx:
            for memory in memories.get_many(store, list(range(6, 46))):
                queueing.record(tx, [junk(1)([memory])])
    async with opened() as pilot:
        await pilot.press("2", "Y")
        dialog = pilot.app.screen
        assert isinstance(dialog, Preview)
        page = dialog._page
        assert "".join(part.text for part in page.lines[-1]).endswith("Build 39 is green")
        await pilot.press("pagedown", "pagedown", "pagedown", "j")
        assert page.scroll_offset.y + page.size.height == page.count == 40


async def test_the_end_of_a_session_says_what_was_gained(opened: Opened, planted: Planted) -> None:
    planted(conflict(), open_question(1, 2), junk(3, saves=40), junk(2, saves=7))
    async with opened() as pilot:
        await until(pilot, lambda: app_of(pilot)._overview.overview is not None)
        await pilot.press("2", "f")
        while review(pilot).queue.card is not None:
            card = review(pilot).queue.card
            assert card is not None
            assert card.first is not None
            undecided = card.first.change.open_question or card.first.saves == 7
            await pilot.press("-" if undecided else "y")
        rows = [" ".join(line.split()) for line in shown(pilot).splitlines() if line.strip()]
        assert rows[-1].startswith("J has a model read deeper")
        assert rows[:-1] == [
            "✓ That is it for now", "decided 2 yes · 2 later",
            "tokens kept ≈ 37 → ≈ 22, ≈ 15 fewer",
            "cards about contradictions 2 → 1",
            "put off 2; the first comes back on 27 Nov 2026", "Nothing is left in the queue",
            "Rules found these; they miss what only reading tells.",
            "u takes the last one back",
        ]  # fmt: skip


async def test_the_end_tells_what_went_with_others_and_the_same_figures_as_the_line_above(
    opened: Opened, planted: Planted
) -> None:
    planted(conflict(1, 4), conflict(2, 5), open_question(3, 4), junk(1, confidence=0.99, saves=400))
    async with opened() as pilot:
        line = app_of(pilot)._overview
        await until(pilot, lambda: line.overview is not None)
        await pilot.press("2", "f")
        assert "number 1 is of no use" in shown(pilot)
        await pilot.press("y")
        review(pilot).reload(stay=False)
        line._forget()  # a pause
        for _ in range(2):
            await pilot.press("-" if "you know which holds" in shown(pilot) else "y")
        assert "decided 2 yes · 1 later · 1 settled with them" in " ".join(shown(pilot).split())
        assert "cards about contradictions 3 → 1" in " ".join(shown(pilot).split())
        await until(pilot, lambda: "3 → 1 contradiction put off" in line.render_line(0).text)


async def test_where_nothing_waits_it_says_how_many_look_weak_and_what_shows_them(
    opened: Opened, planted: Planted, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        texts = (
            "All 118 tests pass now. Next: the changelog.",
            "Last commit was 9c1e77d, branch is ahead by 2",
        )
        import_drafts(store, [a_draft(text, origin=Origin.IMPORTED) for text in texts], by=AGENT)
        assert count_likely(store) == 2
    planted(junk(3))
    async with opened() as pilot:
        await pilot.press("2")
        assert "look weak" not in shown(pilot)
        await pilot.press("y")
        words = "2 more memories look weak, though no card is sure of it: ! in Memories shows them first."
        await until(pilot, lambda: words in " ".join(shown(pilot).split()), seconds=60)
        await pilot.press("u", "1", "2")
        assert "look weak" not in shown(pilot)
    with open_store(path, clock=clock) as store:
        drop(store, [3], by=AGENT)
    async with opened() as pilot:
        await pilot.press("2")
        await until(pilot, lambda: words in " ".join(shown(pilot).split()), seconds=60)


async def test_the_last_card_of_the_queue_says_so_too_until_something_new_comes(
    opened: Opened, planted: Planted
) -> None:
    planted(junk(3, saves=40))
    async with opened() as pilot:
        await until(pilot, lambda: app_of(pilot)._overview.overview is not None)
        await pilot.press("2", "y")
        assert "tokens kept" in shown(pilot)
        await pilot.press("u")
        assert "number 3 is of no use" in shown(pilot)


async def test_of_more_than_two_it_is_all_that_may_stay(opened: Opened, planted: Planted) -> None:
    def series(five: list[Memory]) -> Finding:
        change = Change(Deed.KEEP, keep=five[4].id, gone=(five[2].id, five[3].id))
        about = (Target.of(five[4]), Target.of(five[3]), Target.of(five[2]))
        return Finding(Kind.CONFLICT, "conflict/superseded", about, "earlier states", change, "/")

    planted(series)
    async with opened() as pilot:
        await pilot.press("2")
        assert "b all, as they are" in shown(pilot)
