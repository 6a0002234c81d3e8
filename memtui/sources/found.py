"""One record of a linked file as the file says it now."""

from dataclasses import dataclass

from memtui.domain.memory import Draft


@dataclass(frozen=True, slots=True)
class Read:
    """A record that could be read."""

    key: str
    file: str
    draft: Draft
    """As it would be stored."""
    fingerprint: int
    cleaned: bool
    """Whether that is less than the file says."""

    @property
    def place(self) -> tuple[str, str]:
        """What it is known by: its key and its file."""
        return self.key, self.file
