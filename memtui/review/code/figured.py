"""What of a project has to be known to hold amounts and ports against it."""

from typing import Protocol

from memtui.review.code.assigned import Figures
from memtui.review.code.past import Past


class Project(Protocol):
    """A project with its figures and its history."""

    @property
    def figures(self) -> Figures:
        """What its code and settings give figures, and all their words."""

    @property
    def past(self) -> Past:
        """What its history knows."""
