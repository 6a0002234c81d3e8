"""Refusals of the tools, as sentences that an agent can act on."""

import contextlib
from collections.abc import Iterator, Sequence

from memtui.domain.durations import DurationError
from memtui.domain.filter import FilterError
from memtui.domain.memory import ValueRefused, checked_category
from memtui.domain.scope import ScopeError
from memtui.lifecycle.errors import Refused
from memtui.mcp.errors import ToolRefused
from memtui.mcp.reach import OutOfReach
from memtui.store.errors import Interrupted

_MOST_CATEGORIES = 20
"""More categories of one memory are a mistake of the agent."""


@contextlib.contextmanager
def in_sentences() -> Iterator[None]:
    """Turn the refusal of a value into what an agent is told."""
    try:
        yield
    except (Refused, ValueRefused, ScopeError, FilterError, DurationError, OutOfReach) as error:
        raise ToolRefused(str(error)) from None
    except Interrupted:
        raise ToolRefused("cancelled; nothing was changed") from None


def checked_categories(categories: Sequence[str]) -> tuple[str, ...]:
    """Return categories as they are kept. Raises ToolRefused and ValueRefused."""
    if len(categories) > _MOST_CATEGORIES:
        raise ToolRefused(f"a memory has at most {_MOST_CATEGORIES} categories")
    return tuple(checked_category(name) for name in categories)
