"""Where a text holds a secret."""

from typing import NamedTuple


class Secret(NamedTuple):
    """Where a text holds a secret, and of what kind. It never holds the secret itself."""

    kind: str
    start: int
    end: int

    def moved(self, by: int) -> "Secret":
        """Return it as it stands in a text that has so many characters more before it."""
        return Secret(self.kind, self.start + by, self.end + by)
