"""The card on two memories that cannot both hold: what it asks, and what a person can check it by.

Where it is known which one holds, a yes drops the other and links it as superseded, with all earlier states
of the same. Where it is not, or where it is unsure that they are at odds at all, the card only asks; so it
does where one says more besides, unless the project's files tell which holds, or the newer says that this is
done. What is kept as true for good is never dropped for it: a yes makes it a plain fact.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from memtui.capture.windows import tokens
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.counting import plural
from memtui.domain.dating import AT_THE_LATEST, is_undated, said_at
from memtui.domain.days import day
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Evidence, Finding, Spans, Target
from memtui.language.disagreement import Disagreement
from memtui.language.own_clauses import gives_more
from memtui.lifecycle.taking_place import place_of
from memtui.review.code.facts import CodeFact
from memtui.review.for_all_projects import Across
from memtui.review.readers import file_of, readers
from memtui.review.rules.conflict_evidence import only_noted
from memtui.review.rules.conflict_order import Order
from memtui.store.database import Store

VALUE = rule_name(Kind.CONFLICT, "value")
OVER = rule_name(Kind.CONFLICT, "over")
SUPERSEDED = rule_name(Kind.CONFLICT, "superseded")
DEMOTE = rule_name(Kind.CONFLICT, "demote")
EXCEPTION = rule_name(Kind.CONFLICT, "exception")

BY_CODE = "code"
"""The label of the fact that says where the project's files give the value of the one that stays."""
_UNSURE = 0.8
"""The factor on the confidence when it is unclear which memory is newer."""


@dataclass(frozen=True, slots=True)
class Case:
    """Two memories that disagree, and which of them is the newer."""

    older: Memory
    newer: Memory
    difference: Disagreement
    order: Order
    marks: Mapping[int, Spans]
    """The words in which they disagree, in characters of their texts, by id."""
    place: CodeFact | None = None
    """Where the files of their project give the value of the newer, and not that of the older."""
    came: bool = False
    """The newer says that what the older speaks of is done, or over."""

    @property
    def settled(self) -> bool:
        """Whether it is known which of the two holds."""
        known = not self.order.doubtful or bool(self.difference.newer)
        return self.place is not None or (known and not only_noted(self.older, self.newer))

    @property
    def decided(self) -> bool:
        """Whether more than their age speaks for the newer, so that it stays though the other says more."""
        return self.place is not None or (self.came and self.settled)

    @property
    def confidence(self) -> float:
        """How sure the card is."""
        unsure = self.order.doubtful or self.older.pinned
        return round(self.difference.confidence * (_UNSURE if unsure else 1.0), 2)

    @property
    def _loses_values(self) -> bool:
        """Whether what may go gives names or figures that what stays does not take the place of."""
        if self.difference.over:
            return False
        goes, stays = self.older.text, self.newer.text
        either = not self.settled or self.difference.unsure
        return gives_more(goes, stays) or (either and gives_more(stays, goes))

    def facts(self) -> list[tuple[str, str]]:
        """Return what a person may check it by: when both were said, and what speaks for the order."""
        both = sorted((self.older, self.newer), key=said_at)
        days = dict.fromkeys(map(_day_of, both))
        facts = [] if self.place is None else [(BY_CODE, f"{self.place.place}: {self.place.shown}")]
        facts += [("said", ", then ".join(days) if len(days) > 1 else f"both on {_day_of(self.newer)}")]
        if self.order.days >= 1:
            facts.append(("newer by", plural(round(self.order.days), "day")))
        facts += _told_of_order(self.order, self.difference)
        file = file_of(self.older)
        if file is not None and self.place is None and only_noted(self.older, self.newer):
            facts.append(("read by", f"others too: {file.name}; the newer is an agent's own note"))
        if self.difference.unsure:
            facts.append(("unsure", "they may be about two things; then say no, and both stay"))
        if self.difference.partly or self._loses_values:
            facts.append(("besides", "dropping one loses what it says besides; an edit keeps it"))
        if self.older.pinned:
            facts.append(("pinned", f"the {'older' if self.older is both[0] else 'newer'} one is"))
        return facts


def card(case: Case, earlier: Sequence[Memory]) -> Finding:
    """Return what is proposed about two memories that disagree.

    `earlier` are further memories that tell earlier states of the same, which go with the older one.
    """
    if case.older.type is MemoryType.CONSTITUTIONAL:
        return _demotion(case)
    loses = case.difference.partly and not case.decided
    if not case.settled or loses or case.difference.unsure:
        return _question(case)
    return _succession(case, [*earlier, case.older])


def exception(pair: Across, difference: Disagreement, marks: Mapping[int, Spans]) -> Finding:
    """Return the question which of the two holds in the project; nothing is preset."""
    everywhere, here = pair
    return Finding(
        Kind.CONFLICT,
        EXCEPTION,
        (Target.of(here), Target.of(everywhere)),
        f"this project says otherwise than what is said for all projects, in {pair.place}: {difference.why}",
        Change(Deed.KEEP),
        here.scope,
        Evidence((("careful", "a project may be an exception; then both are right"),), marks),
        confidence=round(difference.confidence * _UNSURE, 2),
        bucket=pair.bucket,
    )


def in_its_file(finding: Finding, case: Case, store: Store) -> Finding:
    """Return a finding by which the file of the older one says what the newer does, if only that is in one.

    With the older one its line would go, and the agent that reads the file would know neither.
    """
    older, newer, change = case.older, case.newer, finding.change
    if (change.keep, change.gone) != (newer.id, (older.id,)) or file_of(newer) is not None:
        return finding
    place = place_of(store, older, newer.text)
    if not (place.written or place.read):
        return finding
    in_place = Change(Deed.KEEP, older.id, (newer.id,), text=place.text, said_at=said_at(newer))
    facts = (*finding.evidence.facts, ("file", f"{readers(older)} says it from then on"))
    return replace(finding, change=in_place, evidence=replace(finding.evidence, facts=facts))


def _demotion(case: Case) -> Finding:
    """Return the proposal that what is kept as true for good becomes a plain fact."""
    return Finding(
        Kind.CONFLICT,
        DEMOTE,
        (Target.of(case.older), Target.of(case.newer)),
        "a newer memory disagrees with what is kept as true for good",
        Change(Deed.RETYPE, keep=case.older.id, type=MemoryType.SEMANTIC),
        case.older.scope,
        Evidence((*case.facts(), ("if yes", "it becomes a plain fact; nothing is dropped")), case.marks),
        confidence=case.confidence,
    )


def _question(case: Case) -> Finding:
    """Return the question which of the two stays; nothing is preset."""
    ask = "one says more besides" if case.difference.partly else "only you can say which is right"
    disagree = f"disagree, and {ask}"
    if case.difference.unsure:
        disagree = "may disagree, which is for you to say"
    return Finding(
        Kind.CONFLICT,
        VALUE,
        (Target.of(case.newer), Target.of(case.older)),
        f"two memories {disagree}: {case.difference.why}",
        Change(Deed.KEEP),
        case.newer.scope,
        Evidence(tuple(case.facts()), case.marks),
        confidence=case.confidence,
    )


def _succession(case: Case, gone: Sequence[Memory]) -> Finding:
    """Return the proposal that the newer one stays, and all that it overtakes go."""
    latest_first = sorted(gone, key=lambda memory: (memory.created_at, memory.id), reverse=True)
    difference = case.difference
    several_states = difference.progress or len(gone) > 1
    return Finding(
        Kind.CONFLICT,
        OVER if difference.over else SUPERSEDED if several_states else VALUE,
        (Target.of(case.newer), *map(Target.of, latest_first)),
        _reason(difference, len(gone), by_code=case.place is not None),
        Change(Deed.KEEP, keep=case.newer.id, gone=tuple(memory.id for memory in latest_first)),
        case.newer.scope,
        Evidence(tuple(case.facts()), case.marks),
        confidence=case.confidence,
        saves=sum(tokens(memory.text) for memory in gone),
    )


def _told_of_order(order: Order, difference: Disagreement) -> list[tuple[str, str]]:
    """Return the first of what tells which is the newer, or speaks against it; none where time alone does."""
    stated = "by the dates or versions they state"
    told = (
        (order.announced, "change", "this one tells of the change"),
        (order.stated, "dates", f"{stated}, this one is the newer too"),
        (order.doubtful and bool(difference.newer), "careful", f"{stated}, the other one is the newer"),
        (order.otherwise, "careful", "the one that was said first tells of a change, or since when it is so"),
        (order.used, "careful", "the older one was used after the newer one was written"),
        (order.doubtful, "careful", "nothing tells which is the newer"),
    )
    return [(label, words) for holds, label, words in told if holds][:1]


def _reason(difference: Disagreement, gone: int, *, by_code: bool) -> str:
    if by_code:
        return f"two memories disagree, and the code settles it: {difference.why}"
    if gone == 1 and not difference.progress:
        return f"two memories disagree: {difference.why}"
    earlier = "an earlier state of the same is" if gone == 1 else f"{gone} earlier states of the same are"
    return f"this tells where it stands by now, and {earlier} kept too"


def _day_of(memory: Memory) -> str:
    written = day(said_at(memory))
    return f"{written} {AT_THE_LATEST}" if is_undated(memory) else written
