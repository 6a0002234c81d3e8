"""What an agent may look at: what is around its own project; all of the store only where a person says so.

The tools ask here before they read. An agent that names another project is refused in words; one that names
what lies above its own is shown its own.
"""

from dataclasses import dataclass

from memtui.domain.scope import ROOT, USER, contains, team_of
from memtui.lifecycle.filing import told_of
from memtui.projects.identity import identify

_HOW = "recall.elsewhere = true in the person's settings lets agents look there"


class OutOfReach(ValueError):
    """A scope that the agent may not look at; the message says why."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far one agent sees."""

    project: str | None
    """The scope it works in; None for no project."""
    everywhere: bool
    """Whether it may look at all of the store."""

    def looked_in(self, given: str) -> str | None:
        """Return where to look when an agent names this scope, or none (empty). Raises OutOfReach."""
        if not given:
            return self.project
        if self.everywhere or contains(USER, given):
            return given
        if self.project is not None and (contains(self.project, given) or self._of_the_team(given)):
            return given
        if given == ROOT or (self.project is not None and contains(given, self.project)):
            return self.project
        raise OutOfReach(
            f"{given} is not around {self.place_name}, and an agent is told of nothing else; {_HOW}"
        )

    def holds(self, scope: str) -> bool:
        """Say whether the agent may be told of what is filed under a scope."""
        if self.everywhere or contains(USER, scope) or scope == ROOT:
            return True
        if self.project is None:
            return False
        return contains(self.project, scope) or contains(scope, self.project) or self._of_the_team(scope)

    def _of_the_team(self, scope: str) -> bool:
        """Say whether a scope is shared by those who work on the agent's project."""
        team = None if self.project is None else team_of(self.project)
        return team is not None and contains(team, scope)

    @property
    def place_name(self) -> str:
        """What the agent's place is called in a sentence."""
        return "this folder, which belongs to no project" if self.project is None else self.project


def about(folder: str) -> dict[str, str]:
    """Return what the provenance of an agent's memory says of the folder it works in."""
    return {"cwd": folder, **told_of(identify(folder))} if folder else {}
