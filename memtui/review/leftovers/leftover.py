"""What a leftover is: its sort, and the stretch of the text that shows it."""

from dataclasses import dataclass

BOOT, REASONING, RECALL, OUTPUT, TRANSIENT, CUT, TRIVIAL, PROFILE = (
    "boot",
    "reasoning",
    "recall",
    "output",
    "transient",
    "cut",
    "trivial",
    "profile",
)


@dataclass(frozen=True, slots=True)
class Leftover:
    """The sort of a text that is no memory, and the stretch that shows it."""

    variant: str
    start: int
    end: int
    sure: float
