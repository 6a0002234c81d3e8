"""Areas drawn with blocks: eight steps to a cell, a column for each value.

plotext draws them too, but takes 0.2 s to import and holds one plot for the whole process; and no place on
its plots can be a link. Braille dots would be finer, but many fonts have none, and then the lines shift.
"""

from collections.abc import Sequence

BLOCKS = " ▁▂▃▄▅▆▇█"


def area(values: Sequence[float], height: int) -> list[str]:
    """Return values from 0 to 1 as columns, in `height` lines, the top one first.

    What is above 0 shows, however little.
    """
    steps = [min(max(round(value * height * 8), 1 if value > 0 else 0), height * 8) for value in values]
    return [
        "".join(BLOCKS[min(max(step - row * 8, 0), 8)] for step in steps) for row in range(height - 1, -1, -1)
    ]


def sampled(values: Sequence[float], width: int) -> list[float]:
    """Return `width` of the values, evenly spread, the last one last; all of them when they are fewer."""
    count = len(values)
    return list(values) if count <= width else [values[(i + 1) * count // width - 1] for i in range(width)]
