"""Chooses the scope in which Ask begins: that of an agent started where the person is."""

import os

from memtui.domain import scope as scopes
from memtui.domain.memory import State
from memtui.domain.scope import ROOT
from memtui.lifecycle.filing import project_of_folder
from memtui.store import scopes as counted
from memtui.store.database import Store

_PROJECTS = "/project"


def first_scope(store: Store, chosen: str) -> str:
    """Return the scope `chosen` in Memories; if that is the top, the project of the current folder.

    If nothing is known of that project, return the one with the most memories. Raises StoreError.
    """
    if chosen != ROOT:
        return chosen
    project = project_of_folder(store, os.getcwd(), note=False)
    if project is not None and counted.count(store, project):
        return project
    projects = [
        project for project in counted.tree(store, State.LIVE) if scopes.parent(project.scope) == _PROJECTS
    ]
    return max(projects, key=lambda project: (project.total, project.scope)).scope if projects else ROOT
