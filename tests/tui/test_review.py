"""The Review view, key by key: a memory is planted, a card proposes, a person decides, `u` takes it back."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.config.settings import Settings
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, Memory, MemoryType, State
from memtui.domain.proposal import Evidence, Finding, Kind, Status, Target
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.review import verdicts
from memtui.review.passes import run_pass
from memtui.store import inserting, memories, proposals, recording, review_state, runs
from memtui.store.opening import open_store
from memtui.store.review_state import Lesson, Taught
from memtui.tui.app import MemtuiApp
from memtui.tui.review.prompts import EraseDialog, TextForm
from memtui.tui.review.read_first import ReadFirst
from memtui.tui.widgets.dialogs import Preview
from tests.conftest import NOON, FrozenClock
from tests.tui.conftest import AGENT, Opened, Planted, app_of, said, until
from tests.tui.planting import conflict, here, junk, promote, reason, review, shown, state_of, texts

JUNK = "Releases are tagged on Fridays"
OLD, NEW = "The shop runs on port 8080", "Ada prefers small commits"
KEY = "ghp_0123456789abcdefghijABCDEFGHIJ456789"


async def test_a_card_says_what_why_and_what_a_yes_would_do(opened: Opened, planted: Planted) -> None:
    planted(junk())
    async with opened() as pilot:
        await pilot.press("2")
        await pilot.pause()
        for words in ("JUNK   number 2 is of no use", JUNK, "nothing that lasts", "it is dropped", "y yes"):
            assert words in shown(pilot)
        assert review(pilot).head.place == "1 of 1"


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
        app_of(pilot)._counted_at -= 60.0  # so long ago the app looked last
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
            proposals.record(tx, [_alone(memory)])
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


async def test_in_a_narrow_terminal_the_tabs_keep_their_keys_and_the_count(
    opened: Opened, planted: Planted
) -> None:
    planted(junk())
    async with opened(size=(60, 20)) as pilot:
        header = app_of(pilot)._header
        await until(pilot, lambda: header.waiting == 1)
        words = [f"{key}{title}" for _, key, title in header.tabs(60)]
        assert words == ["1 Memories", "2 1", "3", "4", "5", "6", "7"]
        await pilot.click("Header", offset=(14, 0))
        assert header.view == "review"


# -- batches ----------------------------------------------------------------------------------


async def test_y_takes_all_of_a_batch_as_one_change(opened: Opened, planted: Planted) -> None:
    planted(*(junk(number, "expired tool outputs") for number in (1, 2, 3)))
    async with opened() as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert "JUNK   3 expired tool outputs" in shown(pilot)
        assert "yes to all 3" in shown(pilot)
        await pilot.press("y")
        assert texts(pilot) == [OLD, NEW]
        await pilot.press("u")
        assert len(texts(pilot)) == 5
        assert "3 expired tool outputs" in shown(pilot)


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
        assert dialog.title_words == "Yes to all 2 junk?"
        assert len(dialog._page.lines) == 2
        await pilot.press("Y", "y")
        assert len(texts(pilot)) == 5
        await pilot.press("enter")
        await pilot.pause()
        assert len(texts(pilot)) == 3
        await pilot.press("u")
        assert len(texts(pilot)) == 5


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


async def test_a_large_batch_is_shown_before_it_is_taken(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    at = tmp_path / "many.db"
    with open_store(at, clock=clock) as store:
        import_drafts(store, [Draft(f"Build {number} is green") for number in range(120)], by=AGENT)
        found = [_dropping(m) for m in memories.get_many(store, list(range(1, 121)))]
        with store.write() as tx:
            proposals.record(tx, found)
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


# -- others at work ----------------------------------------------------------------------------


async def test_a_card_that_another_screen_decided_stays_until_one_goes_on(
    opened: Opened, planted: Planted, path: Path, clock: FrozenClock
) -> None:
    first, _ = planted(junk(2, confidence=0.9), junk(3))
    async with opened() as pilot:
        await pilot.press("2")
        with open_store(path, clock=clock) as other:
            verdicts.reject(other, [first], by=AGENT)
        await until(pilot, lambda: "Decided meanwhile: rejected by mcp" in shown(pilot))
        await pilot.press("y")
        assert state_of(pilot, 2) is State.LIVE
        assert reason(pilot) == "number 3 is of no use"
        assert said(pilot).startswith("Decided meanwhile: rejected by mcp")


async def test_the_second_of_two_who_decide_at_once_is_told(
    opened: Opened, planted: Planted, path: Path, clock: FrozenClock
) -> None:
    (only,) = planted(junk())
    async with opened() as pilot:
        await pilot.press("2")
        with open_store(path, clock=clock) as other:
            verdicts.reject(other, [only], by=AGENT)
            await pilot.press("y")
        assert said(pilot).startswith("Decided meanwhile: rejected by mcp")
        assert state_of(pilot, 2) is State.LIVE
        assert review(pilot).queue.card is None


async def test_new_cards_do_not_push_away_the_one_that_is_looked_at(opened: Opened, planted: Planted) -> None:
    planted(junk(2))
    async with opened() as pilot:
        await pilot.press("2")
        planted(conflict())
        await until(pilot, lambda: review(pilot).head.place == "2 of 2")
        assert reason(pilot) == "number 2 is of no use"


async def test_a_stale_card_says_so_and_yes_does_not_act(
    opened: Opened, planted: Planted, path: Path, clock: FrozenClock
) -> None:
    planted(junk())
    with open_store(path, clock=clock) as other:
        edit(other, [2], Edit(text="Releases are tagged on Mondays"), by=AGENT)
    async with opened() as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert "! Changed since this was found: edited just now" in shown(pilot)
        assert "y look again" in shown(pilot)
        await pilot.press("y")
        assert state_of(pilot, 2) is State.LIVE
        assert said(pilot) == "This no longer applies, and was withdrawn"


async def test_a_stale_card_that_still_holds_is_shown_again_and_then_acted_on(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    clock.forward(days=400)
    with open_store(path, clock=clock) as store:
        run_pass(store, Settings(), kinds=frozenset({Kind.FADING}))
        edit(store, [2], Edit(importance=0.7), by=AGENT)
    async with opened() as pilot:
        await pilot.press("2", "enter")
        view = review(pilot)
        at = next(i for i, p in enumerate(view.members.card.proposals) if p.stale)  # type: ignore[union-attr]
        view.members.move_to(at)
        await pilot.press("y")
        assert "Look again" in said(pilot)
        assert state_of(pilot, 2) is State.LIVE
        assert not any(p.stale for p in view.members.card.proposals)  # type: ignore[union-attr]


async def test_a_card_about_a_memory_that_was_dropped_meanwhile_is_withdrawn(
    opened: Opened, planted: Planted, path: Path, clock: FrozenClock
) -> None:
    planted(conflict())
    async with opened() as pilot:
        await pilot.press("2")
        with open_store(path, clock=clock) as other:
            drop(other, [4], by=AGENT)
        await until(pilot, lambda: "dropped just now" in shown(pilot))
        await pilot.press("y")
        assert NEW in texts(pilot)
        assert review(pilot).queue.card is None


# -- secrets -----------------------------------------------------------------------------------


@pytest.fixture
def secret(tmp_path: Path, clock: FrozenClock) -> Path:
    """Where a store is that holds a key, as an older version let it through."""
    at = tmp_path / "secret.db"
    with open_store(at, clock=clock) as store, store.write() as tx:
        draft = Draft(f"The deploy key is {KEY} for now", provenance={"quote": f"use {KEY}"})
        op = recording.begin(tx, "add", AGENT)
        (memory_id,) = inserting.insert(tx, [draft], store.decay)
        recording.record_creation(tx, op, range(memory_id, memory_id + 1), State.LIVE)
        recording.finish(tx, op, 1)
        (memory,) = memories.get_many(store, [memory_id])
        change = Change(Deed.REDACT, gone=(memory_id,))
        evidence = Evidence((("detector", "GitHub token"),), {memory_id: ((18, 18 + len(KEY)),)})
        targets = (Target.of(memory),)
        proposals.record(tx, [Finding(Kind.SECRET, "secret/test", targets, "a token", change, "/", evidence)])
    return at


async def test_a_secret_is_never_shown_whole(opened: Opened, secret: Path) -> None:
    async with opened(secret) as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert "The deploy key is ghp_•••••••• for now" in shown(pilot)
        await pilot.press("o")
        source = "".join(part.text for line in review(pilot).source.lines for part in line)
        assert "ghp_••••••••" in source
        assert KEY not in shown(pilot) + source


async def test_a_secret_is_erased_only_after_the_count_was_typed(opened: Opened, secret: Path) -> None:
    async with opened(secret) as pilot:
        await pilot.press("2", "y")
        assert isinstance(pilot.app.screen, EraseDialog)
        await pilot.press("y", "enter")
        assert isinstance(pilot.app.screen, EraseDialog)
        await pilot.press("backspace", "1", "enter")
        await until(pilot, lambda: review(pilot).queue.card is None)
        assert KEY.encode() not in secret.read_bytes()
        assert memories.get_many(app_of(pilot).store, [2])[0].text.startswith("The deploy key is [redacted")


async def test_secrets_are_not_erased_all_at_once(opened: Opened, secret: Path) -> None:
    async with opened(secret) as pilot:
        await pilot.press("2", "Y")
        assert said(pilot) == "Secrets are erased one at a time, since that cannot be undone"


# -- which cards, and how many -------------------------------------------------------------------


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
        assert review(pilot).head.place == "Five minutes   1 of 2"
        assert reason(pilot) == "number 3 is of no use"
        planted(conflict())
        await pilot.press("y", "n")
        assert "That is it for now" in shown(pilot)
        assert "1 yes · 1 no" in shown(pilot)
        assert "tokens saved" not in shown(pilot)
        assert "1 proposal is left" in shown(pilot)
        await pilot.press("u")
        assert reason(pilot) == "number 2 is of no use"
        await pilot.press("n", "f")
        assert reason(pilot) == "two memories disagree"


async def test_no_more_cards_than_fit_into_five_minutes(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    at = tmp_path / "many.db"
    with open_store(at, clock=clock) as store:
        import_drafts(store, [Draft(f"Build {number} is green") for number in range(80)], by=AGENT)
        found = [_alone(m) for m in memories.get_many(store, list(range(1, 81)))]
        with store.write() as tx:
            proposals.record(tx, found)
    async with opened(at) as pilot:
        await pilot.press("2", "f")
        assert review(pilot).head.place == "Five minutes   1 of 50"
        assert review(pilot).head.time == "about 5 min"


def _alone(memory: Memory) -> Finding:
    change = Change(Deed.DROP, gone=(memory.id,))
    return Finding(Kind.JUNK, "junk/test", (Target.of(memory),), "of no use", change, memory.scope)


# -- the pass and its rules ----------------------------------------------------------------------


async def test_with_nothing_to_review_it_says_what_to_do(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert "The review pass has not run yet" in shown(pilot)
        assert "R   runs it now" in shown(pilot)
        await pilot.press("y")
        assert said(pilot) == "There is no card to decide on"


async def test_after_a_pass_that_found_nothing_it_says_when_that_was(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        run_pass(store, Settings(), kinds=frozenset({Kind.FADING}))
    clock.forward(days=2)
    async with opened() as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert "Nothing to review" in shown(pilot)
        assert "The last pass ran 2d ago, looked at 5 memories" in shown(pilot)
        assert review(pilot).status().count == "last pass 2d ago"


async def test_r_runs_the_pass_in_a_child_process(
    opened: Opened, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[embeddings]\nmodel = ""\n', encoding="utf-8")
    monkeypatch.setenv("MEMTUI_CONFIG", str(config))
    monkeypatch.setenv("MEMTUI_NOW", "2028-01-01T12:00:00Z")
    async with opened() as pilot:
        await pilot.press("2", "R")
        assert app_of(pilot).review_pass is not None
        await until(pilot, lambda: app_of(pilot).review_pass is None)
        assert said(pilot).startswith("5 new: 5 fading")
        await until(pilot, lambda: review(pilot).queue.card is not None)
        assert app_of(pilot)._header.waiting == 5


async def test_a_pass_that_is_due_starts_by_itself_and_one_that_is_not_does_nothing(
    opened: Opened, path: Path, clock: FrozenClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[embeddings]\nmodel = ""\n[review]\nauto_apply = ["prune"]\n', encoding="utf-8")
    monkeypatch.setenv("MEMTUI_CONFIG", str(config))
    monkeypatch.setenv("MEMTUI_NOW", "2028-01-01T12:00:00Z")
    async with opened() as pilot:
        app_of(pilot)._second_thoughts()
        await until(pilot, lambda: app_of(pilot).review_pass is None)
        assert said(pilot) == "Dropped 5 memories by your setting · r in History takes it back"
        await pilot.press("5", "r")
        assert len(texts(pilot)) == 5
        before = runs.latest(app_of(pilot).store, "review")
        app_of(pilot)._second_thoughts()
        await until(pilot, lambda: app_of(pilot).review_pass is None)
        assert runs.latest(app_of(pilot).store, "review") == before


async def test_esc_stops_a_pass_and_quitting_does_not_wait_for_one(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MEMTUI_CONFIG", str(tmp_path / "none.toml"))
    async with opened() as pilot:
        await pilot.press("2", "R", "escape")
        assert said(pilot) == "Stopping the review pass; what it found stays"
        await until(pilot, lambda: app_of(pilot).review_pass is None)
        await pilot.press("R")


async def test_a_rule_that_is_always_refused_mutes_itself_and_can_be_unmuted(
    opened: Opened, path: Path, clock: FrozenClock, tmp_path: Path
) -> None:
    at = tmp_path / "many.db"
    with open_store(at, clock=clock) as store:
        import_drafts(store, [Draft(f"Build {number} is green") for number in range(10)], by=AGENT)
        found = [_alone(m) for m in memories.get_many(store, list(range(1, 11)))]
        with store.write() as tx:
            proposals.record(tx, found)
    async with opened(at) as pilot:
        await pilot.press("2", *"nnnnnnnn")
        assert "junk/test mutes itself" in said(pilot)
        assert review(pilot).queue.card is None
        await pilot.press("t")
        view = review(pilot)
        assert here(pilot) is view.rules
        assert "8 no" in "".join(part.text for part in view.rules.draw(0, 110))
        await pilot.press("M")
        assert said(pilot) == "junk/test is heard again: 2 of its proposals are back"
        await pilot.press("t")
        assert review(pilot).head.place == "1 of 2"


async def test_the_rules_say_how_each_fares(opened: Opened, planted: Planted) -> None:
    planted(junk(2), junk(3), conflict())
    async with opened() as pilot:
        await pilot.press("2", "slash", *"junk", "enter", "y", "n", "escape", "t")
        view = review(pilot)
        lines = ["".join(part.text for part in view.rules.draw(i, 110)) for i in range(view.rules.count)]
        assert "not asked yet" in lines[0]
        assert " 50% yes" in lines[1]
        await pilot.press("M")
        assert said(pilot) == "This rule is not muted"
        await pilot.press("escape")
        assert here(pilot) is view.page


# -- how it looks --------------------------------------------------------------------------------


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


async def test_what_verdicts_taught_is_told_beside_the_rules_and_can_be_forgotten(
    opened: Opened, clock: FrozenClock, tmp_path: Path
) -> None:
    at = tmp_path / "taught.db"
    with open_store(at, clock=clock) as store, store.write() as tx:
        review_state.note_taught(tx, Taught(-0.11, 1, 19, {"/project/shop": Lesson(-0.52, 0, 19)}))
    async with opened(at) as pilot:
        await pilot.press("2", "t")
        view = review(pilot)
        await until(pilot, lambda: view.about_rules.count > 1)
        shown = "".join(
            part.text for i in range(view.about_rules.count) for part in view.about_rules.draw(i, 110)
        )
        assert "By 1 yes and 19 no the learned model asks less (-0.11) everywhere" in shown
        assert "in /project/shop by 0 yes and 19 no it asks less (-0.52) besides" in shown
        await pilot.press("F")
        assert said(pilot).startswith("Forgot what 20 verdicts taught")
        await pilot.press("F")
        assert said(pilot) == "Your verdicts have taught nothing yet"
