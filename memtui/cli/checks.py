"""One thing that `doctor` looked at."""

from dataclasses import dataclass

OK, NOTE, PROBLEM = "ok", "note", "problem"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    status: str
    """`ok`, `note` (works, could be better) or `problem`."""
    found: str
    advice: str = ""
