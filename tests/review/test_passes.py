"""The pass: what it looks at, what it puts into the queue and takes out, and how it stops and goes on."""

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from memtui.config.settings import Review, Settings
from memtui.domain.actor import PERSON_AT_CLI, Actor, ActorKind
from memtui.domain.card_kinds import Kind
from memtui.domain.instant import DAY
from memtui.domain.memory import MemoryType, State
from memtui.domain.proposal_status import Status
from memtui.lifecycle.access import touch
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop, restore
from memtui.lifecycle.undo import undo
from memtui.review import recorder
from memtui.review.automatic import apply_automatic
from memtui.review.pass_report import KindCount, PassReport
from memtui.review.passes import is_due, run_pass
from memtui.review.verdicts import accept, reject
from memtui.store import journal, memories, proposals, recording, review_state, runs
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.store.processes import this_process
from memtui.store.proposals import Wanted
from tests.conftest import FrozenClock
from tests.review.deciding import status
from tests.review.planting import merging, plant, queued
from tests.store import kept_runs

BY = PERSON_AT_CLI
FADED = {"days_ago": 90.0, "type": MemoryType.EPISODIC, "accesses": 1, "used_days_ago": 85.0}
"""It was used once: where no use was ever reported, that nobody uses a memory says little."""


def review(store: Store, settings: Settings | None = None, **more: object) -> PassReport:
    return run_pass(store, settings or Settings(), **more)  # type: ignore[arg-type]


def faded(store: Store, count: int) -> list[int]:
    return [plant(store, f"Never run step {n} of the June migration twice", **FADED).id for n in range(count)]  # type: ignore[arg-type]


def open_kinds(store: Store) -> dict[Kind, int]:
    return proposals.counts(store)


def test_the_first_pass_looks_at_everything_and_the_next_only_at_what_changed(store: Store) -> None:
    faded(store, 3)
    assert review(store).looked_at == 3
    assert review(store).looked_at == 0
    plant(store, "Atlas uses Postgres")
    report = review(store)
    assert (report.full, report.looked_at) == (False, 1)


def test_what_fades_later_is_proposed_when_its_time_has_come(store: Store, clock: FrozenClock) -> None:
    plant(store, "Never run step 1 of the June migration twice", type=MemoryType.EPISODIC, accesses=1)
    review(store)
    found_on = []
    for day in range(1, 60):
        clock.forward(days=1)
        if review(store).kinds.get(Kind.FADING, KindCount()).added:
            found_on.append(day)
    assert len(found_on) == 1
    assert open_kinds(store) == {Kind.FADING: 1}


def test_a_use_takes_a_fading_proposal_back(store: Store, clock: FrozenClock) -> None:
    (memory_id,) = faded(store, 1)
    review(store)
    assert open_kinds(store) == {Kind.FADING: 1}
    clock.forward(seconds=60)
    touch(store, [memory_id], by=Actor(ActorKind.AGENT, "mcp"))
    assert review(store).withdrawn == 1
    assert open_kinds(store) == {}


def test_a_use_since_the_pass_is_seen_even_by_the_verdict(store: Store, clock: FrozenClock) -> None:
    from memtui.lifecycle.access import touch

    (memory_id,) = faded(store, 1)
    review(store)
    (proposal_id,) = proposals.ids(store)
    clock.forward(seconds=60)
    touch(store, [memory_id], by=Actor(ActorKind.AGENT, "mcp", "s1"))
    verdict = accept(store, Settings(), [proposal_id], by=BY)
    assert (verdict.decided, verdict.stale) == ([], [proposal_id])
    assert [m.state for m in memories.get_many(store, [memory_id])] == [State.LIVE]


def test_dropping_a_memory_takes_its_proposal_out_and_restoring_does_not_bring_it_back(store: Store) -> None:
    (memory_id,) = faded(store, 1)
    review(store)
    drop(store, [memory_id], by=BY)
    review(store)
    assert open_kinds(store) == {}
    restore(store, [memory_id], by=BY)
    review(store)
    assert open_kinds(store) == {}  # a restore is a use


def test_a_rejected_proposal_stays_away(store: Store, clock: FrozenClock) -> None:
    faded(store, 1)
    review(store)
    reject(store, proposals.ids(store), by=BY)
    for _ in range(4):
        clock.forward(days=100)
        review(store)
    assert proposals.ids(store) == []


def test_an_undone_yes_is_asked_again_but_not_twice(store: Store) -> None:
    faded(store, 1)
    review(store)
    (proposal_id,) = proposals.ids(store)
    accept(store, Settings(), [proposal_id], by=BY)
    undo(store, by=BY)
    review(store)
    assert proposals.ids(store) == [proposal_id]


def test_a_second_pass_at_the_same_time_is_turned_away(store: Store) -> None:
    faded(store, 1)
    holder = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        host = this_process().partition(":")[0]
        with store.write() as tx:
            tx.execute("INSERT INTO meta (key, value) VALUES ('review.lock', ?)", (f"{host}:{holder.pid}",))
        assert review(store).status == "busy"
        assert proposals.ids(store) == []
    finally:
        holder.kill()
        holder.communicate()
    assert review(store).status == "done"


@pytest.mark.long
def test_a_cancelled_pass_keeps_what_it_found_and_goes_on_where_it_stopped(store: Store) -> None:
    faded(store, 2_500)
    asked = iter([False, True])
    report = review(store, cancelled=lambda: next(asked, True))
    assert report.status == "cancelled"
    assert proposals.count_open(store) == 2_000
    assert review(store).looked_at == 500
    assert proposals.count_open(store) == 2_500
    assert [run.status for run in kept_runs.recent(store)] == ["done", "cancelled"]


@pytest.mark.long
def test_a_killed_pass_leaves_no_half_proposal_and_is_gone_on_with(tmp_path: Path) -> None:
    db = tmp_path / "m.db"
    with open_store(db) as store:
        for n in range(3_000):
            if n % 500 == 0:
                plant(store, f"Entry {n} of the log", **FADED)  # type: ignore[arg-type]
        faded(store, 1_500)
    program = (
        "import sys; from pathlib import Path; from memtui.store.opening import open_store;"
        "from memtui.review.passes import run_pass; from memtui.config.settings import Settings;"
        "tell = lambda *a: (print('batch', flush=True), input()) if a[1] >= 1000 else None;"
        "run_pass(open_store(Path(sys.argv[1])), Settings(), progress=tell)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(db)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.kill()
    process.communicate()
    with open_store(db) as store:
        halves = store.query(
            "SELECT count(*) FROM proposals WHERE id NOT IN (SELECT proposal_id FROM proposal_targets)"
        )
        assert halves == [(0,)]
        before = proposals.count_open(store)
        assert before > 0
        report = review(store)
        assert report.full
        assert report.looked_at == 506
        assert proposals.count_open(store) == 1_506


def test_the_queue_takes_so_many_of_a_kind_and_more_when_there_is_room(
    store: Store, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "MOST_OPEN", 5)
    faded(store, 8)
    report = review(store)
    assert (report.kinds[Kind.FADING].added, report.kinds[Kind.FADING].held) == (5, 3)
    assert any("proposals already" in note for note in report.notes)
    accept(store, Settings(), proposals.ids(store), by=BY)
    clock.forward(days=1.1)
    review(store)
    assert proposals.count_open(store) == 3


def test_a_full_queue_keeps_what_is_in_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "MOST_OPEN", 5)
    faded(store, 8)
    review(store)
    before = proposals.ids(store)
    review(store, full=True)
    assert proposals.ids(store) == before


def test_a_dry_run_writes_nothing(store: Store) -> None:
    faded(store, 2)
    report = review(store, dry_run=True)
    assert len(report.findings) == 2
    assert proposals.ids(store) == []
    assert kept_runs.recent(store) == []
    assert review_state.seen(store) is None


def test_only_some_kinds_or_a_scope_can_be_asked_for(store: Store) -> None:
    faded(store, 2)
    plant(store, "Left from the old shop", scope="/project/shop", **FADED)  # type: ignore[arg-type]
    review(store, kinds=frozenset({Kind.PROMOTE}))
    assert proposals.ids(store) == []
    review(store, scope="/project/shop")
    assert [p.scope for p in proposals.get_many(store, proposals.ids(store))] == ["/project/shop"]
    review(store)
    assert proposals.count_open(store) == 3


def test_a_clock_that_was_set_back_neither_proposes_nor_withdraws_for_age(
    store: Store, clock: FrozenClock
) -> None:
    faded(store, 2)
    review(store)
    clock.forward(days=-80)
    plant(store, "The nightly backup goes to Frankfurt because the law asks for it")
    report = review(store)
    assert any("clock" in note for note in report.notes)
    assert proposals.count_open(store) == 2
    seen = review_state.seen(store)
    assert seen is not None
    assert seen[1] == clock.now + 80 * DAY


def test_a_changed_setting_makes_the_pass_look_at_everything(store: Store) -> None:
    faded(store, 2)
    review(store)
    lenient = Settings(review=Review(promote=replace(Settings().review.promote, accesses=2)))
    assert review(store, lenient).looked_at == 2
    assert review(store, lenient).looked_at == 0


def test_nothing_acts_unless_a_rule_was_allowed_to(store: Store) -> None:
    faded(store, 2)
    assert review(store).auto == []
    assert not [op for op in journal.ops(store) if op.kind == "auto"]


def test_the_prune_rule_acts_when_allowed_and_its_op_can_be_undone(store: Store) -> None:
    ids = faded(store, 2)
    report = review(store, Settings(review=Review(auto_apply=("prune",))))
    assert [outcome.changed for outcome in report.auto] == [2]
    op = next(op for op in journal.ops(store) if op.kind == "auto")
    assert op.actor.kind is ActorKind.SYSTEM
    undo(store, by=BY, op_id=op.id)
    assert [m.state for m in memories.get_many(store, ids)] == [State.LIVE] * 2
    assert proposals.count_open(store) == 2


def test_a_rule_that_may_act_leaves_what_is_pinned_to_a_person(store: Store) -> None:
    both = [plant(store, f"The port is 8080{end}", pinned=not end) for end in ("", ".")]
    queued(store, merging(*both, rule="duplicate/exact"))
    assert apply_automatic(store, Settings(review=Review(auto_apply=("exact_duplicate",)))) == []
    assert [m.state for m in memories.get_many(store, [m.id for m in both])] == [State.LIVE] * 2


def test_the_pass_is_due_once_a_day(store: Store, clock: FrozenClock) -> None:
    assert is_due(store, Settings())
    review(store)
    assert not is_due(store, Settings())
    clock.forward(days=1)
    assert is_due(store, Settings())
    assert not is_due(store, Settings(review=Review(on_start="never")))


def test_a_run_record_says_what_was_found_and_how_long_it_took(store: Store) -> None:
    faded(store, 2)
    report = review(store)
    run = runs.latest(store, "review")
    assert run is not None
    assert report.run_id == run.id
    assert (run.status, run.counts["fading"], run.counts["looked_at"]) == ("done", 2, 2)


def test_what_was_put_off_comes_back_with_the_next_pass(store: Store, clock: FrozenClock) -> None:
    from memtui.review.verdicts import later

    faded(store, 1)
    review(store)
    later(store, proposals.ids(store), by=BY, days=3)
    clock.forward(days=2)
    review(store)
    assert proposals.ids(store) == []
    clock.forward(days=2)
    review(store)
    assert len(proposals.ids(store, Wanted(status=Status.OPEN))) == 1


@pytest.mark.long
def test_the_child_tells_what_it_found(tmp_path: Path) -> None:
    import json

    from memtui.review.child import Request

    with open_store(tmp_path / "m.db", clock=time.time) as store:
        faded(store, 3)
    (tmp_path / "config.toml").write_text("")
    request = Request(str(tmp_path / "m.db"), str(tmp_path / "config.toml"))
    process = subprocess.Popen(
        [sys.executable, "-m", "memtui.review.child"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(request.line())
    process.stdin.flush()
    lines = [json.loads(line) for line in process.stdout]
    process.stdin.close()
    process.wait()
    assert lines[-1]["is"] == "end"
    assert lines[-1]["kinds"] == {"fading": 3}


def test_single_uses_are_kept_as_long_as_a_rule_looks_back(store: Store, clock: FrozenClock) -> None:
    from memtui.lifecycle.access import touch
    from memtui.store import accesses

    memory = plant(store, "Atlas uses Postgres")
    touch(store, [memory.id], by=Actor(ActorKind.AGENT, "mcp", "s1"))
    clock.forward(days=399)
    review(store)
    assert accesses.recorded(store, memory.id).uses == 1
    clock.forward(days=2)
    review(store)
    assert accesses.recorded(store, memory.id).uses == 0
    (now,) = memories.get_many(store, [memory.id])
    assert now.access_count == 1


def test_what_is_under_way_while_a_pass_looks_is_left_to_the_next(store: Store) -> None:
    before = review_state.newest_op(store)
    with store.write() as tx:
        running = recording.begin(tx, "add", PERSON_AT_CLI)
        after = recording.begin(tx, "add", PERSON_AT_CLI)
        recording.finish(tx, after, 1)
    assert review_state.newest_op(store) == running - 1 == before
    with store.write() as tx:
        recording.finish(tx, running, 1)
    assert review_state.newest_op(store) == after


def test_pairs_that_only_a_model_can_tell_are_counted_and_no_cards(store: Store) -> None:
    plant(store, "Notes: the menu plays a sound on a click", days_ago=9)
    plant(store, "Notes: the menu plays no music on a click", days_ago=2)
    report = review(store)
    assert report.kinds.get(Kind.CONFLICT, KindCount()).found == 0
    assert any(note.startswith("1 pair may disagree") for note in report.notes)


def test_a_dry_run_leaves_what_waits_as_it_is(store: Store) -> None:
    kept, other = plant(store, "Deploys go out on Mondays"), plant(store, "Deploys go out on Monday")
    review(store)
    (before,) = queued(store, merging(kept, other))
    edit(store, [other.id], Edit(text="The garden hose leaks"), by=PERSON_AT_CLI)
    review(store, dry_run=True)
    assert status(store, before.id) is Status.OPEN
    review(store)
    assert status(store, before.id) is not Status.OPEN


def test_two_reports_of_the_moment_are_asked_about_once_they_are_to_stay(store: Store) -> None:
    for port, days_ago in ((8080, 60.0), (9090, 50.0)):
        plant(store, f"In this session the till listens on port {port}.", days_ago=days_ago)
    review(store)
    assert {kind: count for kind, count in open_kinds(store).items() if count} == {Kind.JUNK: 2}
    reject(store, proposals.ids(store, Wanted(kinds=frozenset({Kind.JUNK}))), by=BY)
    assert not review(store).full
    assert {kind: count for kind, count in open_kinds(store).items() if count} == {Kind.CONFLICT: 1}
