"""What a leftover is: the sort of it, and where in a text it shows."""

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
    """What a text is, and by which stretch of it that is seen."""

    variant: str
    start: int
    end: int
    sure: float
