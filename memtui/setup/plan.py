"""What `memtui init` would do on this machine, worked out without changing a thing."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from memtui.formats.finding import Found
from memtui.setup import hooks, servers
from memtui.setup.files import Edit, text_of
from memtui.setup.json_settings import SettingsError
from memtui.sources.places import scan
from memtui.store import sources
from memtui.store.database import Store


class Part(StrEnum):
    """What is put into the settings of an agent's program."""

    HOOKS = "hooks"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class Putting:
    """One part for one program, and what becomes of its settings file."""

    part: Part
    program: str
    """One word: `claude-code`."""
    label: str
    """As people call it: `Claude Code`."""
    edit: Edit
    remark: str = ""
    """What a person should know of it."""


@dataclass(slots=True)
class Plan:
    """What there is to do."""

    places: list[Found] = field(default_factory=list)
    """With memories, and not linked yet."""
    linked: int = 0
    """Places that are linked already."""
    puttings: list[Putting] = field(default_factory=list)
    """Parts that are not in place yet."""
    in_place: list[tuple[Part, str]] = field(default_factory=list)
    """Parts that are, each with the label of the program."""
    left: list[str] = field(default_factory=list)
    """What cannot be done, and why, as sentences."""

    def of(self, part: Part) -> list[Putting]:
        """Return what is to be put in of one part."""
        return [putting for putting in self.puttings if putting.part is part]

    @property
    def memories(self) -> int:
        """About how many memories the places hold."""
        return sum(place.records for place in self.places)


def plan(store: Store, home: Path, environment: Mapping[str, str], cwd: Path, program: Sequence[str]) -> Plan:
    """Return what there is to do for this person; `program` are the words that run memtui."""
    made = Plan()
    _places(made, store, home, environment, cwd)
    for client in hooks.CLIENTS.values():
        path = client.settings(home, environment)
        if path.parent.is_dir():
            _part(
                made,
                Part.HOOKS,
                (client.name, client.label, client.remark),
                path,
                lambda text, client=client: hooks.with_hooks(text, client, shlex.join(program)),  # type: ignore[misc]
            )
    for serving in servers.PROGRAMS.values():
        if serving.here(home, environment):
            _part(
                made,
                Part.SERVER,
                (serving.name, serving.label, ""),
                serving.settings(home, environment),
                lambda text, serving=serving: servers.with_server(text, serving, [*program, "mcp"]),  # type: ignore[misc]
            )
    return made


def _places(made: Plan, store: Store, home: Path, environment: Mapping[str, str], cwd: Path) -> None:
    linked = {source.path for source in sources.get_all(store)}
    for place in scan(home, environment, cwd):
        if place.linked_as in linked:
            made.linked += 1
        elif place.problem:
            made.left.append(f"{place.path}: {place.problem}")
        elif place.records:
            made.places.append(place)


def _part(
    made: Plan, part: Part, whose: tuple[str, str, str], path: Path, edited: Callable[[str], str]
) -> None:
    """Note what one part would make of one settings file."""
    name, label, remark = whose
    try:
        before = text_of(path)
        edit = Edit(path, before, edited(before))
    except SettingsError as error:
        made.left.append(f"{path} is left as it is: {error}.")
        return
    if edit.changes:
        made.puttings.append(Putting(part, name, label, edit, remark))
    else:
        made.in_place.append((part, label))
