"""Plays a year of agents and a person on a throw-away store, day by day, through the real code.

Each morning the review pass runs; on some days the person sits down with the queue; then the agents have
their sessions. Once a month the person erases for good what was dropped three months ago. Before that, and at
the end, every loss that the person agreed to is brought back in copies of the store, in one by undoing the
verdicts and in another by restoring the memories.
"""

import contextlib
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from memtui.capture.embedding import fill
from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.card_kinds import Kind
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import State
from memtui.domain.proposal_status import Status
from memtui.domain.scope import ROOT
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import restore
from memtui.lifecycle.undo import undo
from memtui.llm.embeddings import Embedder
from memtui.review.passes import run_pass
from memtui.store import journal, memories, proposals, review_rules, scopes
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.store.proposals import Wanted
from simulation import sizes
from simulation.agents import MANNERS, Agents, Session
from simulation.figures import Options, Result, Suggestion, Week
from simulation.person import CLEARED_EVERY, ERASED_AFTER_DAYS, Loss, Person, Reviewer
from simulation.truth import Standing
from simulation.world import START, build

MORNING = 7.0
_TURNS_A_SESSION = 14
_WEEK_WEIGHTS = (5, 5, 5, 5, 4, 1, 1)
_WEEKS_BETWEEN_SIZES = 4

Progress = Callable[[int, int], None]
"""Called with how many days are over and how many there are."""


class Clock:
    """The time in the simulated world."""

    def __init__(self) -> None:
        self.now: Instant = START

    def __call__(self) -> Instant:
        """Return the time."""
        return self.now

    def to(self, day: float) -> None:
        """Move on to a day of the run; never back."""
        self.now = max(self.now, START + day * DAY)


def simulate(
    options: Options,
    settings: Settings | None = None,
    *,
    embedder: Embedder | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Result:
    """Play the whole run and return its figures; stopped early, `cancelled` is set and they are partial."""
    with tempfile.TemporaryDirectory(prefix="memtui-simulate-") as folder:
        return _Simulation(options, settings or Settings(), Path(folder), embedder, cancelled).run(progress)


class _Simulation:
    def __init__(
        self,
        options: Options,
        settings: Settings,
        folder: Path,
        embedder: Embedder | None,
        cancelled: Callable[[], bool] | None,
    ) -> None:
        self.options = options
        self.settings = replace(settings, budget=replace(settings.budget, max_memories=options.cap))
        self.folder, self.embedder, self.cancelled = folder, embedder, cancelled
        self.clock = Clock()
        self.result = Result(options, Person(options.diligence))
        self._seen: set[int] = set()
        self._week = Week()
        self._drops = self._decided = 0
        self._seconds = 0.0

    def run(self, progress: Progress | None) -> Result:
        started = time.perf_counter()
        result, options = self.result, self.options
        rng = Random(options.seed)  # noqa: S311
        world = build(options.turns, options.days, rng)
        sessions = _sessions(options, rng)
        path = self.folder / "memories.db"
        with open_store(path, decay=self.settings.decay_rules, clock=self.clock) as store:
            agents = Agents(store, world, result.truth, rng, embedder=self.embedder, set_time=self.clock.to)
            person = Reviewer(result.person, store, self.settings, world, result.truth, agents, rng)
            result.tally, result.sittings = agents.tally, person.told
            for day in range(options.days):
                if self.cancelled is not None and self.cancelled():
                    result.cancelled = True
                    break
                self.clock.to(day + MORNING / 24)
                self._pass(store, day)
                person.day(day)
                agents.note_accepted(float(day))
                if day % CLEARED_EVERY == CLEARED_EVERY - 1:
                    self._clear_out(store, day)
                for session in sessions.get(day, ()):
                    agents.work(session)
                if day % 7 == 6 or day == options.days - 1:
                    self._note_week(store, day)
                if progress is not None:
                    progress(day + 1, options.days)
            self.clock.to(options.days)
            self._note_rules(store)
            result.rows = sizes.table_rows(store)
        if not result.cancelled:
            self._bring_back(path, [loss for loss in result.sittings.losses if not loss.erased])
        result.seconds = time.perf_counter() - started
        return result

    # -- the review pass ---------------------------------------------------------------------

    def _pass(self, store: Store, day: int) -> None:
        """Run the daily pass, and note what is new in the queue."""
        if self.embedder is not None:
            fill(store, self.embedder)
        run_pass(store, self.settings, embedder=self.embedder)
        new = [
            i
            for status in (Status.OPEN, Status.MUTED)
            for i in proposals.ids(store, Wanted(status=status))
            if i not in self._seen
        ]
        self._seen.update(new)
        for proposal in sorted(proposals.get_many(store, new), key=lambda p: p.id):
            targets = tuple(target.id for target in proposal.targets)
            self.result.suggestions.append(
                Suggestion(
                    proposal.kind,
                    proposal.rule,
                    proposal.change,
                    targets,
                    float(day),
                    self.result.truth.brought_by(proposal.change),
                )
            )
            if proposal.status is Status.OPEN:
                self._week.proposed += 1
                self._note_shown(self.result.suggestions[-1])

    def _note_shown(self, suggestion: Suggestion) -> None:
        """Record in the labels that memories were put before the person."""
        labels = self.result.truth.labels
        for memory_id in suggestion.targets:
            label = labels.get(memory_id)
            if label is not None and label.shown is None:
                label.shown = suggestion.day
        kept = suggestion.brings or labels.get(suggestion.change.keep or -1)
        for memory_id in suggestion.change.gone:
            label = labels.get(memory_id)
            if label is None or label.proposed is not None:
                continue
            if suggestion.kind is Kind.POISON and label.junk is None:
                label.held = True
                continue  # asks whether agents may be told, not whether it is worth keeping
            if kept is not None and kept.topic is not None and kept.topic is label.topic:
                continue  # a choice between two statements about one thing, of which one stays
            label.proposed, label.proposed_by = suggestion.day, suggestion.rule

    # -- figures -----------------------------------------------------------------------------

    def _note_week(self, store: Store, day: int) -> None:
        week, labels, told = self._week, self.result.truth.labels, self.result.sittings
        live = [label for label in labels.values() if label.gone is None]
        week.junk = sum(label.standing(day) is not Standing.GOOD for label in live)
        week.live, week.archived, week.dropped = (
            scopes.count(store, ROOT, state) for state in (State.LIVE, State.ARCHIVED, State.DROPPED)
        )
        week.written = self.result.tally.written
        week.open = proposals.count_open(store)
        decided = told.yes.total() + told.no.total()
        week.decided, self._decided = decided - self._decided, decided
        week.drops, self._drops = len(told.losses) - self._drops, len(told.losses)
        week.minutes, self._seconds = (told.seconds - self._seconds) / 60, told.seconds
        week.file_bytes = sizes.file_bytes(store)
        self.result.weeks.append(week)
        number = len(self.result.weeks)
        if number % _WEEKS_BETWEEN_SIZES == 0 or day == self.options.days - 1:
            self.result.tables.append((number, sizes.table_bytes(store)))
        self._week = Week()

    def _note_rules(self, store: Store) -> None:
        self.result.muted = [r.rule for r in review_rules.records(store) if r.muted_at is not None]

    # -- nothing is lost ---------------------------------------------------------------------

    def _clear_out(self, store: Store, day: int) -> None:
        """Erase what the person let go long ago, having made sure that it could still be brought back."""
        left = [loss for loss in self.result.sittings.losses if not loss.erased]
        latest = {loss.memory_id: loss.day for loss in left}
        long_ago = [i for i, lost in latest.items() if lost <= day - ERASED_AFTER_DAYS]
        dropped = {m.id for m in memories.get_many(store, long_ago) if m.state is State.DROPPED}
        old = [loss for loss in left if loss.memory_id in dropped]
        if old:
            self._bring_back(store.path, old)
            self.result.erased += purge(store, sorted(dropped), by=PERSON_AT_CLI).purged
            for loss in old:
                loss.erased = True

    def _bring_back(self, path: Path, losses: Sequence[Loss]) -> None:
        """Undo the verdicts in one copy, restore the losses in another, and look whether all is there."""
        labels = self.result.truth.labels
        # A merge may have given a memory another wording; undoing that verdict too brings the first one back.
        wanted = {loss.memory_id: (loss.text, labels[loss.memory_id].text) for loss in losses}
        back: set[int] = set()
        with self._copy(path, "undone") as store:
            # Looked at after each: undoing an earlier yes may take away again what that yes had added.
            for op_id in sorted(_verdicts_on(store, wanted), reverse=True):
                with contextlib.suppress(Refused):
                    undo(store, by=PERSON_AT_CLI, op_id=op_id)
                lost = {loss.memory_id for loss in losses if loss.op_id == op_id}
                back |= _there(store, {i: wanted[i] for i in lost})
            back |= _there(store, wanted)
        with self._copy(path, "restored") as store:
            restore(store, sorted(wanted), by=PERSON_AT_CLI)
            back &= _there(store, wanted)
        self.result.restorable += sum(loss.memory_id in back for loss in losses)
        self.result.not_restorable += sorted(wanted.keys() - back)

    def _copy(self, path: Path, name: str) -> Store:
        """Open a copy of the store, its log included; nobody writes to it meanwhile."""
        copy = path.with_name(f"{name}.db")
        for ending in ("", "-wal"):
            source, target = Path(f"{path}{ending}"), Path(f"{copy}{ending}")
            target.unlink(missing_ok=True)
            if source.exists():
                shutil.copyfile(source, target)
        return open_store(copy, decay=self.settings.decay_rules, clock=self.clock)


def _verdicts_on(store: Store, memory_ids: Iterable[int]) -> set[int]:
    """Return the ops that took these memories out of view; what was archived may have been dropped since."""
    return {
        change.op.id
        for memory_id in memory_ids
        for change in journal.history_of(store, memory_id)
        if change.field == "state" and change.op.kind == "accept"
    }


def _there(store: Store, wanted: dict[int, tuple[str, str]]) -> set[int]:
    """Return which memories are live and say what they said."""
    found = memories.get_many(store, sorted(wanted))
    return {m.id for m in found if m.state is State.LIVE and m.text in wanted[m.id]}


def _sessions(options: Options, rng: Random) -> dict[int, list[Session]]:
    """Lay the agents' sessions out over the days: busier on weekdays, in working hours."""
    lengths: list[int] = []
    while sum(lengths) < options.turns:
        length = max(1, round(rng.expovariate(1 / _TURNS_A_SESSION)))
        lengths.append(min(length, options.turns - sum(lengths)))
    weights = [_WEEK_WEIGHTS[day % 7] for day in range(options.days)]
    days = sorted(rng.choices(range(options.days), weights, k=len(lengths)))
    found: dict[int, list[Session]] = {}
    for number, (day, turns) in enumerate(zip(days, lengths, strict=True)):
        manner = rng.choices(list(MANNERS), list(MANNERS.values()))[0]
        session = Session(day, rng.uniform(8, 19), turns, manner, f"s{number:05}")
        found.setdefault(day, []).append(session)
    for sessions in found.values():
        sessions.sort(key=lambda session: session.hour)
    return found
