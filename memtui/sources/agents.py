"""The agents whose rules for loading are known, from the formats that tell them."""

from collections.abc import Mapping
from pathlib import Path

from memtui.formats.registry import reader_called, readers
from memtui.formats.seen import Place, TellsWhatIsLoaded, View


def agents() -> dict[str, TellsWhatIsLoaded]:
    """Return by each agent's name the format that can tell what that agent loads."""
    tell = (reader for reader in readers() if isinstance(reader, TellsWhatIsLoaded))
    return {reader.agent: reader for reader in tell}


def place(folder: Path, home: Path, environment: Mapping[str, str], within: Path | None = None) -> Place:
    """Return where a session in `folder` would begin; with `within` nothing outside that is looked at."""
    return Place(folder.resolve(), home, environment, None if within is None else within.resolve())


def view(agent: str, start: Place) -> View | None:
    """Return what one agent loads where it starts; None where that is not known."""
    reader: object = reader_called(agent)
    return reader.view(start) if isinstance(reader, TellsWhatIsLoaded) and reader.agent == agent else None


def views(start: Place) -> list[View]:
    """Return what each agent loads where it starts."""
    return [agent.view(start) for agent in agents().values()]
