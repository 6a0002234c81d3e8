"""The agents whose rules for loading are known; a new one is one file beside this and one line here."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from memtui.sources.seen import claude_code, codex, hermes
from memtui.sources.seen.view import Place, View

AGENTS: Mapping[str, Callable[[Place], View]] = MappingProxyType(
    {module.NAME: module.view for module in (claude_code, codex, hermes)}
)
"""How to tell what an agent loads, by its name."""


def place(folder: Path, home: Path, environment: Mapping[str, str], within: Path | None = None) -> Place:
    """Return where a session in `folder` would begin; with `within` nothing outside that is looked at."""
    return Place(folder.resolve(), home, environment, None if within is None else within.resolve())


def views(start: Place) -> list[View]:
    """Return what each agent loads where it starts."""
    return [view(start) for view in AGENTS.values()]
