"""Whether the words around its quote carry a statement: by all signs together, or by plain checks alone."""

from collections.abc import Callable, Sequence

from memtui.capture.support import scoring
from memtui.capture.support.actor import other_actor, turned_about
from memtui.capture.support.align import Pair
from memtui.capture.support.figures import other_day, other_figure, other_measure
from memtui.capture.support.ground import Ground, Passage
from memtui.capture.support.modality import stronger
from memtui.capture.support.negation import turned
from memtui.capture.support.reached import other_date
from memtui.capture.support.topic import invented_reason, unrelated

CHECKS: Sequence[Callable[[Passage, Ground], str | None]] = (
    unrelated,
    invented_reason,
    turned,
    stronger,
    other_actor,
    turned_about,
    other_measure,
    other_figure,
    other_day,
    other_date,
)
"""The checks that decide when the model that weighs all signs cannot be used."""


def unsupported(pair: Pair) -> str | None:
    """Return why the words around its quote do not carry a statement, or None when too little speaks
    against it.
    """
    model = scoring.shipped.usable()
    if model is not None:
        return model.reason(scoring.Told.of(pair))
    return next((why for check in CHECKS if (why := check(pair.claim, pair.ground)) is not None), None)


def undecided(pair: Pair) -> bool:
    """Say whether what speaks against a statement is too little or too much for `unsupported` to be sure."""
    model = scoring.shipped.usable()
    return model is None or model.is_unsure(scoring.Told.of(pair))
