"""What became of the pairs that people linked, when a model read their store (see `benchmarks.judging`)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Deed
from memtui.domain.proposal import Proposal
from memtui.language.relation import Relation
from memtui.review.asking import line_for_model
from memtui.review.judging.windows import LONGEST
from training.labelled import Labelled
from training.pairs_data import families, links

Pair = tuple[str, str]
"""The ids of two labelled memories, the lesser first."""

CARD, JOINED, GONE, APART, SILENT = (
    "on a card",
    "on cards with a third",
    "one goes for itself",
    "never shown together",
    "shown, nothing said",
)
_TAIL = 50
"""Characters at the end of a memory's line by which a question is known to show it."""


@dataclass(slots=True)
class PairCards:
    """The cards of one store that speak of two memories."""

    same: dict[Pair, str] = field(default_factory=dict)
    """The pairs that are said to be the same, each with what made the card."""
    overtaken: dict[Pair, str] = field(default_factory=dict)
    replaced: set[str] = field(default_factory=set)
    """The memories that something newer overtakes."""

    def note(self, proposal: Proposal, ids: Mapping[int, str]) -> None:
        """Note a card; `ids` are those of the labelled memories by that in the store."""
        change = proposal.change
        keep = ids.get(change.keep or 0)
        if keep is None or not change.gone:
            return
        into = self.overtaken if proposal.kind is Kind.CONFLICT or change.deed is Deed.KEEP else self.same
        for gone in change.gone:
            if gone in ids and ids[gone] != keep:
                into[_ordered(ids[gone], keep)] = proposal.rule
                if into is self.overtaken:
                    self.replaced.add(ids[gone])


def fates(
    store: Sequence[Labelled], cards: PairCards, going: Iterable[str], questions: Sequence[str]
) -> Iterator[tuple[Relation, Pair, str]]:
    """Yield each linked pair of two texts, what it is, and what became of it."""
    by_id = {one.id: one for one in store}
    told = {**cards.same, **cards.overtaken}
    family = families(told)
    taken = set(going)
    for pair, relation in links(store).items():
        one, other = (by_id[i] for i in pair)
        if one.text.strip() == other.text.strip():
            continue
        if pair in told:
            yield relation, pair, CARD
        elif family.get(one.id, one.id) == family.get(other.id, other.id) or (
            relation is Relation.OVERTAKEN and cards.replaced.intersection(pair)
        ):
            yield relation, pair, JOINED
        elif taken.intersection(pair):
            yield relation, pair, GONE
        else:
            shown = any(_shows(asked, one) and _shows(asked, other) for asked in questions)
            yield relation, pair, SILENT if shown else APART


def rightness(
    store: Sequence[Labelled], cards: PairCards, read: Mapping[Pair, Relation]
) -> Iterator[tuple[Relation, Pair, str, str]]:
    """Yield each pair of a card, what the card says, its rule, and `right`, `wrong` or `unread`.

    A card is right where the pair was linked, directly or through others, or read so later.
    """
    linked = links(store)
    family = families(linked)
    for says, pairs in ((Relation.SAME, cards.same), (Relation.OVERTAKEN, cards.overtaken)):
        for pair, rule in pairs.items():
            known = linked.get(pair, read.get(pair))
            joined = pair[0] in family and family[pair[0]] == family.get(pair[1])
            if known is None and not joined:
                yield says, pair, rule, "unread"
            else:
                yield says, pair, rule, "right" if joined or known is not Relation.NOTHING else "wrong"


def table(found: Iterable[tuple[Relation, Pair, str]]) -> Iterator[str]:
    """Yield the lines of a table: what became of the linked pairs."""
    counted = Counter((relation, fate) for relation, _, fate in found)
    columns = (CARD, JOINED, GONE, SILENT, APART)
    yield f"| linked pairs | of them | {' | '.join(columns)} |"
    yield f"|---|---|{'---|' * len(columns)}"
    for relation in (Relation.SAME, Relation.OVERTAKEN):
        cells = [counted[relation, fate] for fate in columns]
        yield f"| {relation} | {sum(cells)} | {' | '.join(map(str, cells))} |"


def _shows(question: str, one: Labelled) -> bool:
    line = line_for_model(one.text, LONGEST).rpartition(": ")[2]  # the heading may stand above
    return f"{line[-_TAIL:]}\n" in question


def _ordered(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)
