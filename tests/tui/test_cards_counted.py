"""A card is one decision, and every face counts the same cards."""

import json
from pathlib import Path

from click.testing import CliRunner
from textual.pilot import Pilot

from memtui.cli.group import root
from memtui.cli.session import Session
from memtui.domain.card_kinds import Kind
from memtui.domain.proposal_status import Status
from memtui.review import queue
from memtui.review.child import end_line
from memtui.review.pass_report import PassReport
from memtui.review.verdicts import later
from memtui.store import proposals
from memtui.store.cards import count_cards
from memtui.store.opening import open_store
from memtui.store.proposals import Wanted
from memtui.tui.background.review_pass import end_words
from memtui.tui.insights.view import InsightsView
from memtui.tui.review.sections import Section
from tests.conftest import FrozenClock
from tests.review.planting import choosing, dropping, plant, queued
from tests.tui.conftest import AGENT, Opened, app_of, until
from tests.tui.planting import review, shown


def filled(path: Path, clock: FrozenClock) -> list[int]:
    """Plant a batch of ten, a batch that is too small for one, pairs, and what was put off until today."""
    with open_store(path, clock=clock) as store:
        many = [plant(store, f"Ran step {n} of the setup", days_ago=3) for n in range(20)]
        found = [dropping(one, batch="old notes") for one in many[:10]]
        found += [dropping(one, batch="a few more") for one in many[10:12]]
        found += [choosing(many[12], many[13]), choosing(many[14], many[15])]
        found += [dropping(one, batch="put off", rule="junk/late") for one in many[16:19]]
        ids = [proposal.id for proposal in queued(store, *found)]
        later(store, ids[-3:], by=AGENT)
    clock.forward(days=7)
    return ids


async def test_header_queue_toast_and_command_line_count_the_same_cards(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    ids = filled(path, clock)
    async with opened(size=(120, 36)) as pilot:
        app = app_of(pilot)
        await pilot.press("2")
        await until(pilot, lambda: app._header.waiting == 6)
        assert review(pilot).head.place == "1 of 6"
        assert heads(pilot) == {Kind.CONFLICT: "2", Kind.JUNK: "4"}
    async with opened(size=(80, 24)) as pilot:
        await pilot.press("2")
        assert review(pilot).head.kinds == {Kind.CONFLICT: 2, Kind.JUNK: 4}
    with open_store(path, clock=clock) as store:
        assert len(queue.cards(store)) == count_cards(store).count == queue.summary(store).cards == 6
        told = end_line(store, PassReport(new=ids))
        assert end_words(told) == "6 new cards: 2 conflict, 4 junk"
        assert end_line(store, PassReport(new=ids[:4]))["new"] == 1
    ran = CliRunner().invoke(root, ["--db", str(path), "review"], obj=Session())
    assert "6 cards of 17 proposals" in ran.stderr
    assert [line.split() for line in ran.stdout.splitlines()] == [["conflict", "2"], ["junk", "4"]]
    ran = CliRunner().invoke(root, ["--db", str(path), "review", "--json"], obj=Session())
    told = json.loads(ran.stdout)
    assert (told["cards"], told["open"], told["by_kind"]) == (6, 17, {"conflict": 2, "junk": 15})


def heads(pilot: Pilot[int]) -> dict[Kind, str]:
    """Return the count beside each kind in the list."""
    sections = review(pilot).queue.sections
    lines = [sections.at(at) for at in range(sections.lines)]
    return {line.kind: line.count for line in lines if isinstance(line, Section)}


async def test_a_card_that_no_longer_waits_is_not_counted_while_it_stays_on_the_screen(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    filled(path, clock)
    async with opened(size=(120, 36)) as pilot:
        app = app_of(pilot)
        await pilot.press("2")
        await until(pilot, lambda: app._header.waiting == 6)
        with open_store(path, clock=clock) as store:
            card = review(pilot).queue.card
            assert card is not None
            with store.write() as tx:
                proposals.withdraw(tx, card.ref.ids)
        review(pilot).store_changed()
        app.count_review()
        await until(pilot, lambda: app._header.waiting == 5)
        assert len(review(pilot).queue.refs) == 6
        assert review(pilot).head.place == "5 left"
        assert heads(pilot) == {Kind.CONFLICT: "2", Kind.JUNK: "3"}


async def test_the_end_counts_a_batch_as_the_one_decision_that_it_was(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    filled(path, clock)
    async with opened(size=(120, 36)) as pilot:
        await pilot.press("2", "f")
        for _ in range(6):
            await pilot.press("-")
            await pilot.pause()
        told = " ".join(shown(pilot).split())
        assert "decided 6 later" in told
        assert "put off 6; the first comes back" in told
    with open_store(path, clock=clock) as store:
        assert count_cards(store, Wanted(status=Status.LATER)).count == 6


async def test_insights_says_as_many_cards_as_the_queue(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    filled(path, clock)
    async with opened(size=(120, 36)) as pilot:
        await pilot.press("6")
        view = app_of(pilot).view
        assert isinstance(view, InsightsView)
        said = [" ".join("".join(segment.text for segment in line).split()) for line in view.page.lines]
        assert any(line.startswith("2 contradictions") for line in said)
        assert any(line.startswith("4 junk: ") for line in said)
