"""The review pass: asks every rule what it would propose, and keeps the queue in step. Changes no memory.

It looks at what happened since the last pass: memories that changed (by the journal), were used, or were
due for another look because they would have faded or expired by now, or because git was told of other
files in their project. The first pass, and the first after a
rule or a setting has changed, looks at the whole store.

It has three stages: single memories, pairs, whole scopes. Each batch is committed with its findings, so a
killed pass leaves nothing half done; a pass over the whole store continues where it stopped. One pass runs
at a time, over all processes.

Called by the command line, by the screen's child process, and by the simulation.
"""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.counting import plural
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Memory, Origin, State
from memtui.domain.proposal import Finding
from memtui.domain.scope import ROOT, contains
from memtui.domain.watch import Cancelled, Stages, Watch
from memtui.language import relation
from memtui.llm.embeddings import Embedder
from memtui.llm.errors import LlmError
from memtui.model_files import ModelUnusable
from memtui.review import changed_pairs, pairs
from memtui.review.automatic import apply_automatic
from memtui.review.part_to_look_at import Part, fingerprint, part_to_look_at
from memtui.review.pass_report import PassReport
from memtui.review.recorder import Recorder
from memtui.review.registry import RULES
from memtui.review.renewing import in_order
from memtui.review.rule import Asking, Context, MemoryRule, PairRule, Rule, StoreRule
from memtui.review.rules.in_code import OTHERWISE
from memtui.review.rules.learned import RULES as LEARNED
from memtui.store import accesses, locks, memories, proposals, review_state, runs, scopes
from memtui.store.database import Store

if TYPE_CHECKING:
    from memtui.review.learned.model import Model

RUN = "review"
_BATCH = 1_000
"""Memories that are read and committed at a time, so that others can write in between."""
_ONE_BY_ONE = 5_000
"""With more changed memories than this, one search over the whole store is faster than one for each memory.
"""
_CLOCK_SLACK = 60.0
"""Seconds that a clock may be set back without being called wrong."""
_UNTOLD = "{count} may disagree, which only a model can tell: with llm.model set, memtui review run asks it"

_R = TypeVar("_R", bound=Rule)


def is_due(store: Store, settings: Settings) -> bool:
    """Say whether the pass should run now that the screen opens."""
    if settings.review.on_start == "never" or store.read_only or locks.holder(store, locks.REVIEW):
        return False
    seen = review_state.seen(store)
    return settings.review.on_start == "always" or seen is None or store.now() - seen[1] >= DAY


def run_pass(
    store: Store,
    settings: Settings,
    *,
    kinds: frozenset[Kind] = frozenset(),
    scope: str = ROOT,
    full: bool = False,
    dry_run: bool = False,
    embedder: Embedder | None = None,
    judge: Asking | None = None,
    model: str = "",
    learned: "Model | None" = None,
    progress: Stages | None = None,
    cancelled: Cancelled | None = None,
) -> PassReport:
    """Look for what to propose, and put it into the queue; a dry run only reports it.

    With `kinds` or a `scope` it looks at all of those, and the next pass looks at the rest as if this one had
    not been. `learned` is used in the place of the model that memtui comes with.
    """
    started = time.perf_counter()
    if not dry_run:
        other = locks.take(store, locks.REVIEW)
        if other:
            return PassReport("busy", notes=[f"another process is at it ({other})"])
        runs.close_left(store, RUN)
    run_id = None if dry_run else runs.begin(store, RUN, model)
    work = _Pass(store, settings, kinds, scope, dry_run, run_id, embedder, judge, progress, cancelled)
    work.learn(learned or _shipped(work.now.notes))
    _tell_without_worth(work.now.notes)
    _tell_without_pairs(work.now.notes)
    work.report.run_id = run_id
    try:
        work.run(full)
    except _Stopped:
        work.report.status = "cancelled"
    except BaseException:
        if run_id is not None:
            runs.finish(store, run_id, "failed", work.report.counts())
        raise
    finally:
        work.note_all()
        work.report.seconds = time.perf_counter() - started
        if not dry_run:
            locks.free(store, locks.REVIEW)
    if run_id is not None:
        runs.finish(store, run_id, work.report.status, work.report.counts())
    return work.report


def _shipped(notes: list[str]) -> "Model | None":
    """Return the learned model that memtui comes with; None, with a note, when it can't be used."""
    from memtui.review.learned.model import shipped

    try:
        return shipped()
    except ModelUnusable as error:
        notes.append(f"the learned model for removals was left out: {error}")
        return None


def _tell_without_worth(notes: list[str]) -> None:
    """Add a note if the model of what is worth keeping, which finds words in passing, cannot be used."""
    from memtui.capture.worth.model import shipped

    try:
        shipped()
    except ModelUnusable as error:
        notes.append(f"words in passing were not looked for: the model of what is worth keeping: {error}")


def _tell_without_pairs(notes: list[str]) -> None:
    """Add a note if the model for pairs cannot be used, so that nothing is compared by it."""
    try:
        relation.shipped()
    except ModelUnusable as error:
        notes.append(
            f"memories were compared word for word only: the learned model for pairs was left out: {error}"
        )


class _Stopped(Exception):
    """The person cancelled the pass."""


class _Pass:
    """One pass: what its stages share."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        kinds: frozenset[Kind],
        scope: str,
        dry_run: bool,
        run_id: int | None,
        embedder: Embedder | None,
        judge: Asking | None,
        progress: Stages | None,
        cancelled: Cancelled | None,
    ) -> None:
        self.store = store
        self.report = PassReport()
        self.now = Context(
            store,
            settings,
            store.now(),
            embedder=embedder,
            judge=judge,
            dry_run=dry_run,
            at=self._at,
        )
        self.settings = settings
        self.scope = scope
        self.dry_run = dry_run
        self.partial = bool(kinds) or scope != ROOT
        self._kinds = kinds
        self._tell = progress
        self._is_cancelled = cancelled
        self._recorder = Recorder(self.now, self.report, run_id)

    def learn(self, model: "Model | None") -> None:
        """Have a learned model asked, in the way that the verdicts in this store have taught."""
        if model is None:
            return
        from memtui.review.learned import lessons
        from memtui.review.learned.homes import Homes

        self.now.homes = Homes(self.store, model)
        self.now.taste, taught = lessons.learned(self.store, self.now.homes, LEARNED)
        if not self.dry_run and taught != review_state.taught(self.store):
            with self.store.write() as tx:
                review_state.note_taught(tx, taught)

    # -- the whole ------------------------------------------------------------------------

    def run(self, full: bool) -> None:
        """Go through the stages."""
        seen = review_state.seen(self.store)
        self.now.clock_back = seen is not None and self.now.now < seen[1] - _CLOCK_SLACK
        if self.now.clock_back:
            self.now.notes.append(
                "the clock is behind the last pass, so nothing is proposed for its age this time"
            )
        wholly = full or self.partial or seen is None or seen[2] != self._fingerprint
        self.now.full = self.report.full = wholly
        if not self.dry_run:
            with self.store.write() as tx:
                proposals.wake(tx)
                accesses.fold(tx)
        done = self._resumed() if wholly else {}
        part = part_to_look_at(self.now, None if wholly else seen, done)
        if "pairs" not in done:
            self._one_by_one(part, int(str(done.get("after", 0))))
            self._note(part, pairs=0)
        if "scopes" not in done:
            self._two_by_two(part, int(str(done.get("pairs", 0))))
            self._note(part, pairs=0, scopes=True)
        self._scope_by_scope(part)
        if not self.dry_run:
            if not self.partial:
                latest = part.at if seen is None else max(part.at, seen[1])
                with self.store.write() as tx:
                    review_state.note_seen(tx, part.op, latest, self._fingerprint)
                    review_state.note_trees(tx, part.trees)
            self.report.auto += apply_automatic(self.store, self.settings)

    def note_all(self) -> None:
        """Put what was noted on the way into the report, whether or not the pass came to its end."""
        if self.now.untold:
            self.now.notes.append(_UNTOLD.format(count=plural(self.now.untold, "pair")))
        self.report.notes += [*self.now.notes, *self.now.projects.notes()]
        self.report.withdrawn += self.now.withdrawn
        self.report.read = self.now.read

    def _resumed(self) -> dict[str, object]:
        """Return what a pass over the whole store noted before it was stopped, if its rules were these."""
        if self.partial or self.dry_run:
            return {}
        text = review_state.cursor(self.store)
        fields = json.loads(text) if text else {}
        return fields if fields.get("rules") == self._fingerprint else {}

    def _note(self, part: Part, **how_far: object) -> None:
        if part.ids is None and not self.partial and not self.dry_run:
            fields = {"op": part.op, "at": part.at, "rules": self._fingerprint, **how_far}
            with self.store.write() as tx:
                review_state.note_cursor(tx, json.dumps(fields))

    @cached_property
    def _fingerprint(self) -> str:
        """Return what is the same for two passes that would find the same."""
        return fingerprint(self.settings, self.now)

    def _due(self, rules: Iterable[_R]) -> list[_R]:
        """Return those of the rules that are asked this time."""
        return [
            rule
            for rule in rules
            if (not self._kinds or rule.kind in self._kinds) and not (rule.by_time and self.now.clock_back)
        ]

    def _at(self, stage: str, done: int, total: int) -> None:
        if self._tell is not None:
            self._tell(stage, done, total)
        if self._is_cancelled is not None and self._is_cancelled():
            raise _Stopped

    # -- single memories --------------------------------------------------------------------

    def _one_by_one(self, part: Part, after: int) -> None:
        rules = self._due(rule for rule in RULES if isinstance(rule, MemoryRule))
        if not rules:
            return
        whole = part.ids is None
        total = scopes.count(self.store, self.scope) if whole else len(part.ids or ())
        done = 0
        for batch in self._everything(after) if part.ids is None else _portions(part.ids, _BATCH):
            self._look_at(batch, rules)
            done += len(batch)
            self.report.looked_at += len(batch)
            if whole and batch:
                self._note(part, after=batch[-1])
            self._at("memories", done, total)

    def _everything(self, after: int) -> Iterator[list[int]]:
        while batch := review_state.live_ids(self.store, after, _BATCH):
            after = batch[-1]
            yield batch

    def _look_at(self, batch: Sequence[int], rules: Sequence[MemoryRule]) -> None:
        """Ask the rules about some memories, and take back what they no longer say of them."""
        there = memories.get_many(self.store, batch)
        live = [m for m in there if m.state is State.LIVE and contains(self.scope, m.scope)]
        self._note_uses_reported(live)
        findings, due = self._ask(live, rules)
        findings, decided = self._recorder.without_decided(findings)
        kept, held = self._recorder.record(findings)
        if self.dry_run:
            return
        looked_at = [memory.id for memory in live] if self.partial else list(batch)
        about = proposals.waiting_about(self.store, looked_at)
        waiting = {i for ids in about.values() for i in ids}
        mine = proposals.waiting_of(self.store, sorted(waiting), [rule.kind for rule in rules])
        due |= {finding.targets[0].id: self.now.now + DAY for finding in (*held, *decided)}
        with self.store.write() as tx:
            self.report.withdrawn += proposals.withdraw(tx, [i for i in mine if i not in kept])
            if not self.partial:
                review_state.clear_due(tx, [i for i in looked_at if i not in due])
                review_state.set_due(tx, due.items())

    def _note_uses_reported(self, live: Sequence[Memory]) -> None:
        """Note since when uses are known of what came from where a used memory did, for all who ask."""
        known = self.store.decay.reported
        from_elsewhere = [m for m in live if m.origin is Origin.IMPORTED and m.source not in known]
        used = [m for m in from_elsewhere if m.access_count or m.last_accessed_at is not None]
        since = {memory.source: self.now.uses_reported_since(memory) for memory in used}
        news = {source: at for source, at in since.items() if at is not None}
        if news and not self.dry_run:
            with self.store.write() as tx:
                review_state.note_uses_reported(tx, {**known, **news})

    def _ask(
        self, live: Sequence[Memory], rules: Sequence[MemoryRule]
    ) -> tuple[list[Finding], dict[int, Instant]]:
        """Return what is proposed about some memories, and when to look at them again.

        Of the rules that would remove a memory, or that the code says otherwise than it, only the first that
        finds something is heard.
        """
        findings: list[Finding] = []
        due: dict[int, Instant] = {}
        removed: set[int] = set()
        for rule in rules:
            started = time.perf_counter()
            rule.prepare(live, self.now)
            self.report.count(rule.kind).seconds += time.perf_counter() - started
        for rule in rules:
            started = time.perf_counter()
            for memory in live:
                if memory.id in removed and rule.kind is not Kind.PROMOTE:
                    continue
                finding = rule.look(memory, self.now)
                if finding is not None:
                    findings.append(finding)
                    if finding.change.removes or finding.rule == OTHERWISE:
                        removed.add(memory.id)
                else:
                    again = rule.look_again(memory, self.now)
                    if again is not None:
                        due[memory.id] = min(again, due.get(memory.id, again))
            self.report.count(rule.kind).seconds += time.perf_counter() - started
        return findings, due

    # -- pairs --------------------------------------------------------------------------------

    def _two_by_two(self, part: Part, after: int) -> None:
        rules = self._due(rule for rule in RULES if isinstance(rule, PairRule))
        if not rules:
            return
        if part.ids is not None:
            self._recorder.renew(part.changed, [rule.kind for rule in rules])
        if part.ids is None or len(part.changed) > _ONE_BY_ONE:
            for portion in pairs.everywhere(
                self.store,
                after=after,
                watch=Watch(partial(self._at, "pairs")),
                notes=self.now.notes,
            ):
                self._compare(portion, rules)
                self._note(part, pairs=portion[-1].a)
            self._at("pairs", 1, 1)
        else:
            likely = changed_pairs.among(self.store, part.changed, embedder=self.now.embedder, thorough=True)
            while portion := list(islice(likely, _BATCH)):
                self._compare(portion, rules)
                self._at("pairs", 0, 0)

    def _compare(self, portion: Sequence[pairs.Pair], rules: Sequence[PairRule]) -> None:
        about = sorted({i for pair in portion for i in (pair.a, pair.b)})
        known = {m.id: m for m in memories.get_many(self.store, about) if m.state is State.LIVE}
        findings: list[Finding] = []
        for pair in portion:
            one, other = known.get(pair.a), known.get(pair.b)
            if one is None or other is None:
                continue
            if not (contains(self.scope, one.scope) or contains(self.scope, other.scope)):
                continue
            older, newer = in_order(one, other)
            for rule in rules:
                started = time.perf_counter()
                finding = rule.compare(older, newer, pair.similarity, self.now)
                self.report.count(rule.kind).seconds += time.perf_counter() - started
                if finding is not None:
                    findings.append(finding)
                    break
        findings = self._recorder.without_second_ones(self._recorder.without_reports(findings))
        findings = self._recorder.without_topics(findings)
        self._recorder.take_back_decided(findings)
        self._recorder.record(findings)

    # -- scopes -------------------------------------------------------------------------------

    def _scope_by_scope(self, part: Part) -> None:
        rules = self._due(rule for rule in RULES if isinstance(rule, StoreRule))
        if not rules:
            return
        if part.ids is not None:
            self._recorder.renew(part.ids, [rule.kind for rule in rules])
        if part.ids is None:
            changed = [node.scope for node in scopes.tree(self.store) if contains(self.scope, node.scope)]
        else:
            changed = sorted(memories.scopes_of(self.store, part.ids))
        for rule in rules:
            self._at(rule.kind, 0, 0)
            started = time.perf_counter()
            findings: list[Finding] = []
            try:
                for finding in rule.survey(changed, self.now):
                    findings.append(finding)
                    if rule.one_by_one:
                        self._recorder.record([finding])
                    else:
                        self._at(rule.kind, len(findings), 0)
            except LlmError as error:
                self.now.notes.append(f"{rule.kind} stopped: {error}")
            self.report.count(rule.kind).seconds += time.perf_counter() - started
            if not rule.one_by_one:
                self._recorder.record(findings)


def _portions(ids: Sequence[int], size: int) -> Iterator[list[int]]:
    for start in range(0, len(ids), size):
        yield list(ids[start : start + size])
