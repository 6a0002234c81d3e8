"""Puts the findings of a review pass into the queue, and counts what became of them.

The queue holds a bounded number of proposals of each kind, and few conflicts about any one memory, so that
even the first pass over a large store leaves a queue that a person can go through.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.proposal import Finding, Proposal
from memtui.review import one_card
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
        cards = self._cards_about(ids)
        return {c.targets[0].id for c in cards if c.rule in OF_THE_MOMENT and c.change.removes}

    def _cards_about(self, ids: Collection[int]) -> Sequence[Finding | Proposal]:
        """Return what waits about some memories; in a dry run all that was found so far."""
        if self.now.dry_run:
            return self.report.findings
        waiting = {i for each in proposals.waiting_about(self.store, ids).values() for i in each}
        return proposals.get_many(self.store, sorted(waiting))

    def without_decided(self, findings: Sequence[Finding]) -> tuple[list[Finding], list[Finding]]:
        """Return findings about single memories without what a waiting conflict decides, and those."""
        about = {finding.targets[0].id for finding in findings if one_card.about_code(finding)}
        cards = self._cards_about(about) if about else ()
        left_out = [f for f in findings if one_card.about_code(f) and one_card.decided_by(f, cards)]
        return [finding for finding in findings if finding not in left_out], left_out

    def without_second_ones(self, findings: Sequence[Finding]) -> list[Finding]:
        """Return findings about two memories without conflicts about a matter that another card decides."""
        conflicts = [finding for finding in findings if finding.kind is Kind.CONFLICT]
        if not conflicts:
            return list(findings)
        cards = self._cards_about({target.id for finding in conflicts for target in finding.targets})
        kept = one_card.without_second_ones(conflicts, cards)
        return [f for f in findings if f.kind is not Kind.CONFLICT or any(f is each for each in kept)]

    def take_back_decided(self, findings: Sequence[Finding]) -> None:
        """Take back the cards about one memory and its code that one of these conflicts decides."""
        about = {target.id for each in findings if one_card.settled(each) for target in each.targets}
        cards = self._cards_about(about) if about else ()
        over = [card for card in cards if one_card.about_code(card) and one_card.decided_by(card, findings)]
        if self.now.dry_run:
            self.report.findings = [each for each in self.report.findings if each not in over]
            return
        ids = {card.id: card.kind for card in over if isinstance(card, Proposal)}
        if ids:
            with self.store.write() as tx:
                proposals.withdraw(tx, list(ids))
        made_now = [i for i in self.report.new if i in ids]
        self.report.new = [i for i in self.report.new if i not in ids]
        self.report.withdrawn += len(ids) - len(made_now)
        for i in made_now:
            self.report.count(ids[i]).added -= 1

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
