"""Two statements that are at odds, and what is shown of them."""

from memtui.domain.memory import MemoryType
from memtui.language.disagreement import Disagreement, Side, disagreement


def disagreeing(older: str, newer: str, alike: float) -> Disagreement | None:
    """Return how two facts disagree that are so much `alike` in meaning."""
    return disagreement(Side(older, MemoryType.SEMANTIC), Side(newer, MemoryType.SEMANTIC), alike)


def values_shown(older: str, newer: str, alike: float) -> tuple[list[str], list[str]]:
    """Return what is marked in two facts that disagree: of the older one, and of the newer one."""
    found = disagreeing(older, newer, alike)
    assert found is not None
    return [older[slice(*span)] for span in found.first], [newer[slice(*span)] for span in found.second]
