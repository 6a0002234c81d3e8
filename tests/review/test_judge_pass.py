"""A whole pass with a model: what is stopped goes on there, and nothing that was paid for is lost."""

import os
from pathlib import Path

import pytest

from memtui.config.settings import Llm, Settings
from memtui.domain.card_kinds import Kind
from memtui.review import recorder
from memtui.review.asking import judge_for
from memtui.review.judging import windows
from memtui.review.judging.plan import plan
from memtui.review.passes import run_pass
from memtui.store import judged, proposals
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from tests.llm.conftest import KEY
from tests.llm.programs import claude, put
from tests.llm.server import Reply
from tests.review.model import asking, saying
from tests.review.planting import plant

TEXTS = (
    "Never deploy on Fridays, because nobody watches the pager on weekends",
    "Ask Bea before billing changes, since the tax office audits each of them",
    "Number invoices by quarter: the bookkeeper rejects any other order",
    "Use the host called heron for staging, because the other has no disk left",
    "Keep translations out of git: translators cannot work with pull requests",
    "Print over the guest network, since the office network blocks the driver",
)
DROP = saying(cards=[{"id": 1, "do": "drop", "reason": "It only tells what was done that day."}])


@pytest.fixture(autouse=True)
def _small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr(windows, "LINES", 2)


def planted(store: Store, count: int) -> None:
    for text in TEXTS[:count]:
        plant(store, text)


def cards(store: Store) -> int:
    return proposals.counts(store, Wanted()).get(Kind.JUDGE, 0)


def test_a_pass_that_is_stopped_goes_on_where_it_stopped(store: Store) -> None:
    planted(store, 6)
    with asking(store, DROP) as asked:
        stopped = run_pass(
            store, Settings(), judge=asked.now.judge, cancelled=lambda: len(asked.server.requests) == 1
        )
        assert (stopped.status, cards(store), len(judged.unread(store))) == ("cancelled", 1, 4)
        run_pass(store, Settings(), judge=asked.now.judge)
        assert len(asked.server.requests) == 3
    assert (cards(store), judged.unread(store)) == (3, [])


def test_a_pass_that_is_stopped_during_its_last_question_says_so(store: Store) -> None:
    planted(store, 2)
    with asking(store, Reply("", delay=3600)) as asked:
        settings, sent = asked.now.settings, asked.server.requests
        with judge_for(store, settings, cancelled=lambda: bool(sent)) as judge:
            report = run_pass(store, settings, judge=judge, cancelled=lambda: bool(sent))
    assert report.status == "cancelled"
    assert "2 memories wait to be read; the next pass with a model goes on there" in report.notes


def test_how_far_it_is_is_told_in_memories(store: Store) -> None:
    planted(store, 6)
    told: list[tuple[str, int, int]] = []
    with asking(store, saying(cards=[])) as asked:
        run_pass(store, Settings(), judge=asked.now.judge, progress=lambda *how: told.append(how))
    assert [how for how in told if how[0] == "judge" and how[2]] == [
        ("judge", done, 6) for done in (0, 2, 4, 6)
    ]


def test_what_does_not_fit_into_the_day_is_read_another_day(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(store, 4)
    fake = put(tmp_path / "bin", "claude", claude(DROP.content or ""))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    settings = Settings(llm=Llm(model="cli/claude", max_unpriced_calls_per_day=1))
    with judge_for(store, settings) as judge:
        report = run_pass(store, settings, judge=judge)
    assert len(fake.runs()) == 1
    assert any("llm.max_unpriced_calls_per_day = 1" in note for note in report.notes)
    assert "2 memories wait to be read; the next pass with a model goes on there" in report.notes
    assert (cards(store), plan(store).memories) == (1, 2)


def test_what_a_full_queue_has_no_room_for_is_read_again_later(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(store, 6)
    monkeypatch.setattr(recorder, "MOST_OPEN", 1)
    with asking(store, DROP) as asked:
        run_pass(store, Settings(), judge=asked.now.judge)
    assert cards(store) == 1
    assert len(judged.unread(store)) == 4
    monkeypatch.setattr(recorder, "MOST_OPEN", 100)
    with asking(store, DROP) as asked:
        run_pass(store, Settings(), judge=asked.now.judge)
    assert cards(store) == 3


def test_an_answer_that_never_comes_leaves_the_other_rules_their_findings(store: Store) -> None:
    planted(store, 2)
    plant(store, "Checking...")
    with asking(store, Reply(status=401, error="no such key")) as asked:
        report = run_pass(store, Settings(), judge=asked.now.judge)
    assert report.status == "done"
    assert proposals.counts(store, Wanted()) == {Kind.JUNK: 1}


def test_what_reading_takes_is_told_beforehand(store: Store) -> None:
    assert plan(store).summary == "0 memories, about 0 tokens"
    planted(store, 4)
    told = plan(store)
    assert told.summary.startswith("4 memories, about ")
    with asking(store, saying(cards=[])) as asked:
        run_pass(store, Settings(), judge=asked.now.judge)
        assert len(asked.server.requests) == told.questions
    assert plan(store).memories == 0
