"""The code of all projects that one pass asks about, each read once and as far as it is asked."""

import os

from memtui.review.code.holding import Code
from memtui.review.code.work_tree import WorkTrees
from memtui.review.git_history import GitHistory


class Projects:
    """The projects of one pass, by the first folder of their checkout."""

    def __init__(self, git: GitHistory) -> None:
        self._git = git
        self._trees = WorkTrees(git)
        self._known: dict[str, Code] = {}

    def at(self, top: str) -> Code | None:
        """Return the code in a checkout; None where git tracks nothing there."""
        tree = self._trees.at(top)
        if tree is None:
            return None
        if top not in self._known:
            self._known[top] = Code(tree, self._git)
        return self._known[top]

    def hold_like(self, top: str, path: str) -> bool:
        """Say whether git tracks files that end as a path does, in the folder of a checkout that it names."""
        code = self.at(top)
        return code is not None and code.tree.has_beside(os.path.relpath(path, top))

    def notes(self) -> list[str]:
        """Return what a person should know of what was read."""
        return self._trees.notes()
