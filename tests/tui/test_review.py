"""The Review view, key by key: a memory is planted, a card proposes, a person decides, `u` takes it back."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, Memory, MemoryType, State
from memtui.domain.proposal import Finding
from memtui.domain.proposal_status import Status
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store import memories, proposals, queueing
from memtui.store.opening import open_store
from memtui.tui.app import MemtuiApp
from memtui.tui.keys.views import ViewId
from memtui.tui.review.prompts import TextForm
from memtui.tui.review.read_first import ReadFirst
from tests.conftest import NOON, FrozenClock
from tests.tui.conftest import AGENT, Opened, Planted, app_of, said, until
from tests.tui.planting import (
    JUNK,
    NEW,
    OLD,
    alone,
    conflict,
    here,
    junk,
    promote,
    reason,
    review,
    shown,
    state_of,
    texts,
)


async def test_a_card_says_what_why_and_what_a_yes_would_do(opened: Opened, planted: Planted) -> None:
    planted(junk())
    async with opened() as pilot:
        await pilot.press("2")
        await pilot.pause()
        for words in ("JUNK   number 2 is of no use", JUNK, "nothing that lasts", "it is dropped", "y yes"):
            assert words in shown(pilot)
        assert review(pilot).head.place == "1 of 1"


async def test_a_key_typed_before_the_card_is_there_decides_nothing(opened: Opened, planted: Planted) -> None:
    (card,) = planted(junk())
    async with opened() as pilot:
        app = app_of(pilot)
        await app._show(ViewId.REVIEW)
        no = app.keymap.find(ViewId.REVIEW, "n")
        assert no is not None
        await app.perform(no)
        assert said(pilot) == "A key that was pressed before the card was there decides nothing"
        await pilot.pause()
        assert [p.status for p in proposals.get_many(app.store, [card])] == [Status.OPEN]
        await pilot.press("n")
        assert [p.status for p in proposals.get_many(app.store, [card])] == [Status.REJECTED]


async def test_yes_acts_shows_the_next_card_and_u_brings_both_back(opened: Opened, planted: Planted) -> None:
    planted(junk(2, confidence=0.9), junk(3))
    async with opened() as pilot:
        await pilot.press("2", "y")
        assert state_of(pilot, 2) is State.DROPPED
        assert reason(pilot) == "number 3 is of no use"
        assert said(pilot) == f"Dropped “{JUNK}” · u to undo"
        await pilot.press("u")
        assert state_of(pilot, 2) is State.LIVE
        assert reason(pilot) == "number 2 is of no use"
        await pilot.press("ctrl+r")
        assert state_of(pilot, 2) is State.DROPPED
        assert reason(pilot) == "number 3 is of no use"


async def test_no_keeps_the_memory_and_it_is_not_proposed_again(
    opened: Opened, planted: Planted, path: Path
) -> None:
    planted(junk())
    async with opened() as pilot:
        await pilot.press("2", "n")
        assert said(pilot) == "Kept it · u to undo"
        assert state_of(pilot, 2) is State.LIVE
        assert planted(junk()) == []
        await pilot.press("u")
        assert reason(pilot) == "number 2 is of no use"


async def test_later_puts_a_card_off_for_a_week(opened: Opened, planted: Planted) -> None:
    (proposal_id,) = planted(junk())
    async with opened() as pilot:
        await pilot.press("2", "minus")
        assert said(pilot) == "Put it off for a week · u to undo"
        found = proposals.get(app_of(pilot).store, proposal_id)
        assert found is not None
        assert (found.status, found.until) == (Status.LATER, NOON + 7 * DAY)
        await pilot.press("u")
        assert reason(pilot) == "number 2 is of no use"


async def test_what_was_put_off_comes_back_by_itself_when_its_week_is_over(
    opened: Opened, planted: Planted, clock: FrozenClock
) -> None:
    planted(junk())
    async with opened() as pilot:
        await pilot.press("2", "minus")
        assert app_of(pilot)._header.waiting == 0
        clock.forward(days=7)
        app_of(pilot)._figures.counted_at -= 60.0  # so long ago the app looked last
        await until(pilot, lambda: app_of(pilot)._header.waiting == 1)
        await pilot.press("1", "2")
        assert reason(pilot) == "number 2 is of no use"


async def test_x_archives_what_a_yes_would_drop(opened: Opened, planted: Planted) -> None:
    planted(junk())
    async with opened() as pilot:
        await pilot.press("2", "x")
        assert state_of(pilot, 2) is State.ARCHIVED
        await pilot.press("u")
        assert state_of(pilot, 2) is State.LIVE


async def test_the_winner_of_a_pair_can_be_the_other_one(opened: Opened, planted: Planted) -> None:
    planted(conflict())
    async with opened() as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert f"  ▸ {NEW}" in shown(pilot)
        await pilot.press("left")
        assert f"  ▸ {OLD}" in shown(pilot)
        assert f"“{OLD}” stays" in shown(pilot)
        await pilot.press("y")
        assert OLD in texts(pilot)
        assert NEW not in texts(pilot)


async def test_left_at_the_first_and_right_at_the_last_change_nothing(
    opened: Opened, planted: Planted
) -> None:
    planted(conflict())
    async with opened() as pilot:
        await pilot.press("2", "right", "l", "left", "h", "right")
        assert review(pilot).queue.keep is None
        await pilot.press("y")
        assert NEW in texts(pilot)
        assert OLD not in texts(pilot)


@pytest.mark.long
async def test_b_keeps_both_with_their_dates(opened: Opened, planted: Planted) -> None:
    planted(conflict())
    async with opened() as pilot:
        await pilot.press("2", "b")
        assert texts(pilot)[-2:] == [f"{OLD} (as of 2026-11-13)", f"{NEW} (as of 2026-11-13)"]
        await pilot.press("u")
        assert texts(pilot)[-2:] == [OLD, NEW]


async def test_e_edits_the_text_that_stays_and_accepts(opened: Opened, planted: Planted) -> None:
    planted(conflict())
    async with opened() as pilot:
        await pilot.press("2", "e")
        assert isinstance(pilot.app.screen, TextForm)
        await pilot.press(*" and tests", "ctrl+s")
        await pilot.pause()
        assert f"{NEW} and tests" in texts(pilot)
        assert OLD not in texts(pilot)
        await pilot.press("u")
        assert texts(pilot)[-2:] == [OLD, NEW]


async def test_leaving_the_form_decides_nothing(opened: Opened, planted: Planted) -> None:
    planted(conflict())
    async with opened() as pilot:
        await pilot.press("2", "e", *"x", "escape")
        assert texts(pilot)[-2:] == [OLD, NEW]
        assert reason(pilot) == "two memories disagree"


async def test_a_promotion_changes_the_type(opened: Opened, planted: Planted) -> None:
    planted(promote)
    async with opened() as pilot:
        await pilot.press("2", "y")
        (memory,) = memories.get_many(app_of(pilot).store, [1])
        assert memory.type is MemoryType.PROCEDURAL


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("left", "There is no winner to choose"),
        ("b", "is for two memories that disagree"),
        ("e", "leaves no text"),
        ("M", "for a muted rule"),
    ],
)
async def test_a_key_that_a_card_has_no_use_for_says_why(
    opened: Opened, planted: Planted, key: str, words: str
) -> None:
    planted(junk())
    async with opened() as pilot:
        await pilot.press("2", key)
        assert words in said(pilot)
        assert state_of(pilot, 2) is State.LIVE


async def test_x_says_why_where_nothing_would_be_dropped(opened: Opened, planted: Planted) -> None:
    planted(conflict())
    async with opened() as pilot:
        await pilot.press("2", "x")
        assert "drops nothing" in said(pilot)


async def test_j_and_k_move_between_cards_without_deciding(opened: Opened, planted: Planted) -> None:
    planted(junk(2, confidence=0.9), junk(3))
    async with opened() as pilot:
        await pilot.press("2", "j")
        assert reason(pilot) == "number 3 is of no use"
        await pilot.press("down")
        assert said(pilot) == "This is the last card"
        await pilot.press("k")
        assert reason(pilot) == "number 2 is of no use"
        await pilot.press("G", "up", "up")
        assert said(pilot) == "This is the first card"
        assert proposals.count_open(app_of(pilot).store) == 2


async def test_o_shows_the_memory_with_its_source_and_esc_goes_back(opened: Opened, planted: Planted) -> None:
    planted(conflict())
    async with opened() as pilot:
        await pilot.press("2", "o")
        view = review(pilot)
        assert here(pilot) is view.source
        assert view.head.place == "Memory 2 of 2"
        assert NEW in "".join(part.text for line in view.source.lines for part in line)
        await pilot.press("right")
        assert OLD in "".join(part.text for line in view.source.lines for part in line)
        await pilot.press("escape")
        assert here(pilot) is view.page


async def test_z_lays_a_long_card_out_and_esc_makes_it_fit_again(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    at = tmp_path / "long.db"
    with open_store(at, clock=clock) as store:
        import_drafts(store, [Draft("All work and no play. " * 200 + "The end.")], by=AGENT)
        (memory,) = memories.get_many(store, [1])
        with store.write() as tx:
            queueing.record(tx, [alone(memory)])
    async with opened(at, size=(80, 24)) as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert "more lines; z shows them" in shown(pilot)
        await pilot.press("z", "ctrl+d")
        assert "The end." in shown(pilot)
        assert review(pilot).page.scroll_offset.y > 0
        await pilot.press("escape")
        assert "The end." not in shown(pilot)


PROPOSED = " ".join(f"word{number}" for number in range(700))
ASKED = "learned/agent-merge"


def suggested(text: str, batch: str = "") -> Callable[..., Finding]:
    """A proposal of an agent to store a text."""

    def make(_five: list[Memory]) -> Finding:
        return Finding(
            Kind.LEARNED, ASKED, (), f"claude-code asks: remember {text[:20]}",
            Change(Deed.LEARN, draft={"text": text, "scope": "/user"}), "/user",
            origin="claude-code", batch=batch,
        )  # fmt: skip

    return make


def reading(pilot: Pilot[int]) -> ReadFirst:
    """Return the dialog that shows texts whole."""
    screen = app_of(pilot).screen
    assert isinstance(screen, ReadFirst)
    return screen


def stored(pilot: Pilot[int], text: str) -> bool:
    """Say whether a memory says `text`."""
    return bool(memories.same_text(app_of(pilot).store, text))


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_a_yes_counts_only_once_the_end_of_a_proposed_text_was_on_the_screen(
    opened: Opened, planted: Planted, size: tuple[int, int]
) -> None:
    planted(suggested(PROPOSED))
    async with opened(size=size) as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert "word699" in shown(pilot)  # laid out to its end, to scroll in
        await pilot.press("y")
        assert not stored(pilot, PROPOSED)
        assert "read on (" in said(pilot)
        assert review(pilot).page.scroll_offset.y > 0
        while review(pilot).must_read.unread:
            await pilot.press("y")
        assert not stored(pilot, PROPOSED)
        await pilot.press("y")
        assert stored(pilot, PROPOSED)


@pytest.mark.long
async def test_reading_one_card_to_its_end_is_not_reading_the_next(opened: Opened, planted: Planted) -> None:
    planted(suggested(PROPOSED), suggested(PROPOSED + " and more"))
    async with opened(size=(80, 24)) as pilot:
        await pilot.press("2")
        await pilot.pause()
        review(pilot).page.move_to(10_000)
        await pilot.press("j")
        assert review(pilot).must_read.unread
        await pilot.press("k")
        await until(pilot, lambda: not review(pilot).must_read.unread)


async def test_a_short_proposed_text_takes_one_yes(opened: Opened, planted: Planted) -> None:
    planted(suggested("Ada likes tea"))
    async with opened(size=(80, 24)) as pilot:
        await pilot.press("2")
        await pilot.pause()
        await pilot.press("y")
        assert stored(pilot, "Ada likes tea")


@pytest.mark.long
async def test_a_batch_of_proposed_texts_is_read_whole_before_a_yes(opened: Opened, planted: Planted) -> None:
    many = [f"{number} {PROPOSED}" for number in range(3)]
    planted(*(suggested(text, "additions of claude-code") for text in many))
    async with opened(size=(80, 24)) as pilot:
        await pilot.press("2")
        await pilot.pause()
        await pilot.press("y")
        assert not reading(pilot).read
        await pilot.press("enter")
        assert not stored(pilot, many[0])
        while not reading(pilot).read:
            await pilot.press("enter")
        assert not stored(pilot, many[0])
        await pilot.press("enter")
        await until(pilot, lambda: stored(pilot, many[2]))


async def test_the_header_counts_what_waits(opened: Opened, planted: Planted) -> None:
    planted(junk(2), junk(3), conflict())
    async with opened() as pilot:
        header = app_of(pilot)._header
        await until(pilot, lambda: header.waiting == 3)
        await pilot.press("2", "y")
        await until(pilot, lambda: header.waiting == 2)
        assert ("2", " Review 2") in [(key, words) for _, key, words in header.tabs(120)]
        await pilot.press("u")
        await until(pilot, lambda: header.waiting == 3)


# -- how it looks --------------------------------------------------------------------------------


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("keys", "size", "theme"),
    [
        ("2", (120, 36), "memtui-dark"),
        ("2", (80, 24), "memtui-light"),
        ("2", (170, 40), "ansi"),
        ("2j", (80, 24), "memtui-dark"),
        ("2jj", (120, 36), "memtui-dark"),
        ("2t", (100, 30), "memtui-dark"),
    ],
    ids=["pair", "pair-small-light", "pair-wide-ansi", "batch-small", "single", "rules"],
)
def test_the_view(
    planted: Planted,
    path: Path,
    clock: FrozenClock,
    snap_compare: Callable[..., bool],
    keys: str,
    size: tuple[int, int],
    theme: str,
) -> None:
    planted(conflict(), *(junk(number, "old notes") for number in (1, 2, 3)), promote)
    clock.forward(days=1)
    with open_store(path, clock=clock) as store:
        app = MemtuiApp(store, theme=theme, name="examples")
        assert snap_compare(app, press=[*keys], terminal_size=size)


def test_the_empty_view(path: Path, clock: FrozenClock, snap_compare: Callable[..., bool]) -> None:
    with open_store(path, clock=clock) as store:
        assert snap_compare(MemtuiApp(store, name="examples"), press=["2"], terminal_size=(80, 24))


@pytest.mark.long
async def test_a_high_screen_shows_what_is_around_the_memory_of_a_card(
    opened: Opened, planted: Planted
) -> None:
    planted(conflict(), junk(2))
    async with opened(size=(200, 60)) as pilot:
        await pilot.press("2")
        assert "around the one that stays" in shown(pilot)
        around = shown(pilot).split("around the one that stays")[1]
        assert "/team/ops" in around
        await pilot.press("left")
        assert "/project/shop" in shown(pilot).split("around the one that stays")[1]
        await pilot.press("j")
        assert "Changes" in shown(pilot).split("around it")[1]
        await pilot.press("z")
        assert "around it" not in shown(pilot)
    async with opened(size=(120, 36)) as pilot:
        await pilot.press("2")
        assert "around the one" not in shown(pilot)


async def test_a_card_says_on_which_others_its_memories_are_and_how_sure_it_is_in_little_room(
    opened: Opened, planted: Planted
) -> None:
    planted(conflict(), junk(5))
    async with opened(size=(80, 24)) as pilot:
        await pilot.press("2")
        assert "two memories disagree" in shown(pilot)
        assert "Also on card 2 (junk)" in shown(pilot)
        await pilot.resize_terminal(80, 17)
        await pilot.pause()
        assert "two memories disagree   90% sure" in shown(pilot)
        await pilot.press("j")
        assert "Also on card 1 (conflict)" in shown(pilot)
        await pilot.press("/", *"conflict", "enter")
        assert "Also on 1 card not listed here" in shown(pilot)
        await pilot.press("escape", "j", "n")
        assert "two memories disagree" in shown(pilot)
        assert "Also on" not in shown(pilot)
