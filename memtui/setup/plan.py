"""What `memtui init` would do on this machine, worked out without changing a thing."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from pathlib import Path

from memtui.config.places import files_from_home
from memtui.formats.finding import Found
from memtui.setup import hooks, plugins, servers
from memtui.setup.files import Edit, text_of
from memtui.setup.json_settings import SettingsError
from memtui.setup.known_files import place_of
from memtui.sources.places import is_linked, not_linked, scan
from memtui.store import sources
from memtui.store.database import Store


class Part(StrEnum):
    """A kind of thing that is put into the settings of an agent's program."""

    HOOKS = "hooks"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class Putting:
    """One part for one program."""

    part: Part
    program: str
    """One word: `claude-code`."""
    label: str
    """As people call it: `Claude Code`."""
    path: Path
    """The settings file."""
    edited: Callable[[str], str]
    """Makes the new text from the current one: two parts may go into one file."""
    remark: str = ""
    """What a person should know of it."""

    def edit(self) -> Edit:
        """Return what becomes of the settings file. Raises SettingsError."""
        before = text_of(self.path)
        return Edit(self.path, before, self.edited(before))


@dataclass(slots=True)
class Plan:
    """What there is to do."""

    places: list[Found] = field(default_factory=list)
    """Places with memories that are not linked yet."""
    linked: int = 0
    """Places that are linked already."""
    puttings: list[Putting] = field(default_factory=list)
    """Parts that are not in place yet."""
    in_place: list[tuple[Part, str]] = field(default_factory=list)
    """Parts that are in place, each with the label of its program."""
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
        if plugins.installed(client.name, home, environment):
            made.in_place.append((Part.HOOKS, client.label))
        elif client.in_use(home, environment):
            with_hooks = partial(hooks.with_hooks, client=client, program=shlex.join(program))
            _part(made, Putting(Part.HOOKS, client.name, client.label, path, with_hooks, client.remark))
    for serving in servers.PROGRAMS.values():
        if plugins.installed(serving.name, home, environment):
            made.in_place.append((Part.SERVER, serving.label))
        elif serving.in_use(home, environment):
            path = serving.settings(home, environment)
            with_server = partial(servers.with_server, program=serving, command=[*program, "mcp"])
            _part(made, Putting(Part.SERVER, serving.name, serving.label, path, with_server))
    return made


def _places(made: Plan, store: Store, home: Path, environment: Mapping[str, str], cwd: Path) -> None:
    linked = sources.get_all(store)
    places = list(scan(home, environment, cwd))
    made.linked = sum(is_linked(place, linked) for place in places)
    made.left += [f"{place_of(store, source)}: {source.message}" for source in linked if source.message]
    for place in not_linked(places, linked):
        if place.problem:
            made.left.append(f"{files_from_home(place.path, place.files)}: {place.problem}")
        elif place.records or not place.counted:
            made.places.append(place)


def _part(made: Plan, putting: Putting) -> None:
    """Note what one part would make of one settings file."""
    try:
        edit = putting.edit()
    except SettingsError as error:
        made.left.append(f"{putting.path} is left as it is: {error}.")
        return
    if edit.changes:
        made.puttings.append(putting)
    else:
        made.in_place.append((putting.part, putting.label))
