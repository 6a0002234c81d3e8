"""Whether one statement of a store is said again by another, seen among all of them.

`relation.opinion` looks at two statements alone. Lines under headings share much by that alone, and which of
their words matter only their store tells: see `in_store`.
"""

from memtui.language import in_store
from memtui.language.difference import compare
from memtui.language.in_store import Seen
from memtui.language.measures import alike_enough, in_order, measured
from memtui.language.relation import SAME_IN_STORE, checked, is_far, shipped
from memtui.language.side import is_labelled, without_labels
from memtui.language.told_otherwise import told_otherwise


def may_be_judged(one: str, other: str) -> bool:
    """Say whether two statements are looked at so: one stands under a heading, and they share enough."""
    model = shipped.usable()
    if model is None or not model.in_store or max(len(one), len(other)) > in_store.LONGEST:
        return False
    return is_labelled(one, other) and alike_enough(one, other, model.rarity)


def said_again(seen: Seen, similarity: float | None) -> float:
    """Return how likely two statements of one store say the same, 0…1."""
    if not in_store.shares_enough(seen):
        return 0.0
    model = shipped()
    figures = measured(seen.one, seen.other, model.rarity, similarity)
    first, second = in_order(seen.one, seen.other)
    told = checked(model.weighed(figures), first, second, similarity, 1.0)
    weighed = in_store.figures(0.0 if is_far(similarity) else told.same, figures, seen)
    likely = in_store.weighed(weighed, model.in_store)
    is_another = is_said_again(likely) and told_otherwise(compare(*without_labels(seen.one, seen.other)))
    return 0.0 if is_another else likely


def is_said_again(likely: float) -> bool:
    """Say whether that is likely enough to be proposed."""
    return likely >= shipped().gates[SAME_IN_STORE]
