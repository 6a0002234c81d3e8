"""Puts the findings of a review pass into the queue, and counts what became of them.

The queue holds a bounded number of proposals of each kind, and few conflicts about any one memory, so that
even the first pass over a large store leaves a queue that a person can go through.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.proposal import Finding, Proposal
from memtui.review.pass_report import PassReport
from memtui.review.renewing import renew
from memtui.review.rule import Context
from memtui.store import proposals, queueing
from memtui.store.proposals import Wanted

MOST_OPEN = 5_000
"""Open proposals of one kind: what is found beyond that waits until some are decided."""
_CONFLICTS_OF_ONE = 2
"""Conflicts about one memory that wait for a decision; the sure ones first."""
OF_THE_MOMENT = tuple(rule_name(Kind.JUNK, variant) for variant in ("status", "passing", "transient"))
"""Rules by which a memory is to go as a report of the moment. What is junk because it says nothing may yet
say it against another: a rule is wrong there more often.
"""


def _is_for_a_report(finding: Finding, reports: Collection[int]) -> bool:
    """Say whether a conflict is one of reports alone, or an open question about one."""
    among = [target.id in reports for target in finding.targets]
    return finding.kind is Kind.CONFLICT and (all(among) or (any(among) and finding.change.open_question))


class Recorder:
    """Writes the findings of one pass into the queue; a dry run only collects them in the report."""

    def __init__(self, now: Context, report: PassReport, run_id: int | None) -> None:
        self.store = now.store
        self.now = now
        self.report = report
        self.run_id = run_id
        """The run that new proposals name; None in a dry run."""
        waiting = proposals.counts(now.store, Wanted())
        self._room = {kind: MOST_OPEN - count for kind, count in waiting.items()}

    def renew(self, changed: Sequence[int], kinds: Iterable[Kind]) -> None:
        """Look again at what waits about memories that have changed."""
        if self.now.dry_run:
            return
        about = {i for ids in proposals.waiting_about(self.store, changed).values() for i in ids}
        wanted = proposals.waiting_of(self.store, sorted(about), kinds)
        for proposal in proposals.get_many(self.store, wanted):
            self.report.withdrawn += not renew(proposal, self.now)

    def record(self, findings: Sequence[Finding]) -> tuple[set[int], list[Finding]]:
        """Put findings into the queue.

        Returns the ids of their proposals, new and known, and the findings that there was no room for.
        """
        for finding in findings:
            self.report.count(finding.kind).found += 1
        if self.now.dry_run:
            self.report.findings += findings
            return set(), []
        kept: set[int] = set()
        held: list[Finding] = []
        for kind in sorted({finding.kind for finding in findings}):
            room = self._room.get(kind, MOST_OPEN)
            with self.store.write() as tx:
                recorded = queueing.record(
                    tx, [f for f in findings if f.kind is kind], self.run_id, room=room
                )
            count = self.report.count(kind)
            if recorded.held and not count.held:
                self.now.notes.append(
                    f"there are {MOST_OPEN:,} {kind} proposals already; more are made as they are decided"
                )
            count.added += len(recorded.added)
            self.report.new += recorded.added
            count.known += len(recorded.known)
            count.suppressed += recorded.suppressed
            count.held += len(recorded.held)
            if recorded.held:
                self.now.crowded.add(kind)
            self._room[kind] = room - len(recorded.added)
            kept.update(recorded.added, recorded.known)
            held += recorded.held
        return kept, held

    def without_reports(self, findings: Sequence[Finding]) -> list[Finding]:
        """Return findings without the conflicts of what is proposed to go as a report of the moment.

        Two such are a series, and no question. What only one of them may contradict is no question either.
        """
        conflicts = [finding for finding in findings if finding.kind is Kind.CONFLICT]
        reports = self._reports({target.id for finding in conflicts for target in finding.targets})
        return [finding for finding in findings if not _is_for_a_report(finding, reports)]

    def _reports(self, ids: Collection[int]) -> set[int]:
        """Return those of some memories that are proposed to go as reports of the moment."""
        if not ids:
            return set()
        cards: Sequence[Finding | Proposal] = self.report.findings
        if not self.now.dry_run:
            waiting = {i for each in proposals.waiting_about(self.store, ids).values() for i in each}
            cards = proposals.get_many(self.store, sorted(waiting))
        return {c.targets[0].id for c in cards if c.rule in OF_THE_MOMENT and c.change.removes}

    def without_topics(self, findings: Sequence[Finding]) -> list[Finding]:
        """Return findings without the least sure conflicts of a memory that has many.

        What disagrees with three others is the topic that they all are about, more often than not. A rejected
        one, found again, still takes its place: who rejected the surest is not asked about the rest.
        """
        conflicts = sorted((f for f in findings if f.kind is Kind.CONFLICT), key=lambda f: -f.confidence)
        if not conflicts:
            return list(findings)
        about = {target.id for finding in conflicts for target in finding.targets}
        waiting = {i for ids in proposals.waiting_about(self.store, about).values() for i in ids}
        mine = proposals.waiting_of(self.store, sorted(waiting), [Kind.CONFLICT])
        known = {frozenset(t.id for t in p.targets) for p in proposals.get_many(self.store, mine)}
        count = Counter(i for pair in known for i in pair)
        left_out: set[int] = set()
        for finding in conflicts:
            pair = frozenset(target.id for target in finding.targets)
            if pair in known:
                continue
            if any(count[i] >= _CONFLICTS_OF_ONE for i in pair):
                left_out.add(id(finding))
            else:
                count.update(pair)
        return [finding for finding in findings if id(finding) not in left_out]
