"""How deep the tests look: `make test` is quick, `make test-all` tries more of the same."""

import os

THOROUGH = os.environ.get("MEMTUI_TESTS") == "all"


def examples(most: int) -> int:
    """Return how many generated examples a test tries, of `most`."""
    return most if THOROUGH else max(most // 3, 5)
