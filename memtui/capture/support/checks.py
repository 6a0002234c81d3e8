"""All checks of a statement against the words around its quote, in their order."""

from collections.abc import Callable, Sequence

from memtui.capture.support.actor import other_actor, turned_about
from memtui.capture.support.figures import other_day, other_figure, other_measure
from memtui.capture.support.ground import Ground, Said
from memtui.capture.support.modality import stronger
from memtui.capture.support.negation import turned
from memtui.capture.support.topic import invented_reason, unrelated

CHECKS: Sequence[Callable[[Said, Ground], str | None]] = (
    unrelated,
    invented_reason,
    turned,
    stronger,
    other_actor,
    turned_about,
    other_measure,
    other_figure,
    other_day,
)


def unsupported(statement: Said, ground: Ground) -> str | None:
    """Return why the words around its quote do not carry a statement, or None when nothing speaks
    against it."""
    for check in CHECKS:
        why = check(statement, ground)
        if why is not None:
            return why
    return None
