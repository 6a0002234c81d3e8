"""One memory is asked about once for one matter: by the card that decides it, where there is one.

What the code says otherwise of a memory, and that another memory says what the code says, are one matter.
Then the conflict is the card: a yes to it keeps the right memory in the place of the wrong. Where the code
bears out neither of two memories, there is nothing to choose between them: each is asked about by itself.
"""

from collections.abc import Iterable, Sequence

from memtui.domain.card_kinds import Kind
from memtui.domain.proposal import Finding, Proposal, Spans
from memtui.review.rules.conflict_card import BY_CODE
from memtui.review.rules.in_code import OTHERWISE, SAME

Card = Finding | Proposal


def about_code(card: Card) -> bool:
    """Say whether a card tells what the code says of one memory."""
    return card.rule in (SAME, OTHERWISE)


def settled(card: Card) -> bool:
    """Say whether a card keeps one of two memories because the code bears it out."""
    return card.kind is Kind.CONFLICT and bool(card.change.gone) and BY_CODE in dict(card.evidence.facts)


def without_second_ones(conflicts: Sequence[Finding], cards: Iterable[Card]) -> list[Finding]:
    """Return the conflicts without those about a matter that one of `cards`, or of themselves, decides."""
    cards = list(cards)
    wrong = [card for card in cards if card.rule == OTHERWISE]
    decided = [card for card in cards if settled(card)]
    first: list[Finding] = []
    for finding in sorted(filter(settled, conflicts), key=lambda finding: -finding.confidence):
        others = (card for card in decided if _targets(card) != _targets(finding))
        if not any(_same_matter(card, finding, finding.change.gone) for card in others):
            first.append(finding)
            decided.append(finding)
    return [
        finding
        for finding in conflicts
        if any(finding is each for each in first)
        or not (settled(finding) or _is_answered(finding, wrong, decided))
    ]


def _is_answered(finding: Finding, wrong: Iterable[Card], decided: Iterable[Card]) -> bool:
    """Say whether one of two memories is wrong anyway in the matter that they are at odds in."""
    return any(_same_matter(card, finding, _targets(finding)) for card in wrong) or any(
        _same_matter(card, finding, card.change.gone) for card in decided
    )


def decided_by(card: Card, conflicts: Iterable[Card]) -> bool:
    """Say whether one of the conflicts decides what a card tells of the code."""
    return any(_same_matter(each, card, _targets(card)) for each in conflicts if settled(each))


def _targets(card: Card) -> frozenset[int]:
    return frozenset(target.id for target in card.targets)


def _same_matter(one: Card, other: Card, about: Iterable[int]) -> bool:
    """Say whether two cards mark the same words of one of some memories."""
    marks, others = one.evidence.marks, other.evidence.marks
    return any(_meet(marks.get(memory, ()), others.get(memory, ())) for memory in about)


def _meet(some: Spans, others: Spans) -> bool:
    return any(start < end_ and start_ < end for start, end in some for start_, end_ in others)
