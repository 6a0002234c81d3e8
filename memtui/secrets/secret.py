"""Where a text holds a secret."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a text holds a secret, and of what kind. It never holds the secret itself."""

    kind: str
    start: int
    end: int
