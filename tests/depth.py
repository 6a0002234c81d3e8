"""How deep the tests look: `make test` is quick, `make test-all` tries more of the same."""

import os

from hypothesis import HealthCheck

THOROUGH = os.environ.get("MEMTUI_TESTS") == "all"
UNTIMED = (HealthCheck.too_slow,)
"""A machine that is busy makes examples slowly, which says nothing about a test."""
SHARED = (*UNTIMED, HealthCheck.function_scoped_fixture)
"""For a test whose examples all use one store."""


def examples(most: int) -> int:
    """Return how many generated examples a test tries, of `most`."""
    return most if THOROUGH else max(most // 6, 5)
