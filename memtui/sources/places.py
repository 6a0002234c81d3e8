"""Where memories are on a machine: the known places of each format and live store.

They are looked through without changing a thing.

`memtui sources scan` and the first-run screen list what `scan` finds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memtui.domain.memory import Draft
from memtui.formats.finding import Found, LiesAround, Machine
from memtui.formats.protocol import Reader, SourceError
from memtui.formats.registry import readers
from memtui.live_stores.registry import live_stores
from memtui.projects.worked_in import worked_in
from memtui.sources.source_files import files_of
from memtui.store.sources import Source


@dataclass(frozen=True, slots=True)
class _Place:
    """What was found, and where that is without links."""

    found: Found
    where: Path


def variables() -> dict[str, str]:
    """Return the variables of other programs that the scan follows, and what each names."""
    every = {"XDG_CONFIG_HOME": "the folder of configurations, usually ~/.config"}
    for reader in (*readers(), *live_stores()):
        if isinstance(reader, LiesAround):
            every |= reader.variables
    return every


def scan(home: Path, environment: Mapping[str, str], cwd: Path | None = None) -> Iterator[Found]:
    """Yield what lies in the known places below `home`, where the environment says, in project `cwd`, and in
    the projects that agents have worked in.

    Nothing is written and nothing raised: what cannot be read is told in `problem`.
    """
    others = (project for project in worked_in(home, environment) if project != cwd)
    machines = [Machine(home, environment, cwd), *map(Machine.of_project, others)]
    seen: set[tuple[str, Path]] = set()
    earlier: list[_Place] = []
    for machine in machines:
        for entry in _known_places(machine):
            where = entry.path.resolve()
            named = (entry.format, entry.path if entry.path.is_symlink() else where)
            if named in seen:
                continue
            seen.add(named)
            for apart in _apart(_Place(entry, where), earlier):
                earlier.append(_Place(apart, apart.path.resolve()))
                yield apart


def _known_places(machine: Machine) -> Iterator[Found]:
    for reader in (*readers(), *live_stores()):
        if isinstance(reader, LiesAround):
            yield from reader.known_places(machine)


def not_linked(places: Iterable[Found], linked: Sequence[Source]) -> Iterator[Found]:
    """Yield the places that are not linked.

    Of a folder that is linked as what one agent reads in it, the single files that are another's.
    """
    for place in places:
        there = [source for source in linked if source.path == place.linked_as]
        if not there or place.address or any(source.format == place.format for source in there):
            apart = [place]
        else:
            taken = set[str]().union(*(_files([Path(source.path)], source.format) for source in there))
            own = _files([Path(place.linked_as)], place.format)
            apart = [_of_file(place.format, Path(file)) for file in sorted(own - taken)]
        yield from (place for place in apart if not is_linked(place, linked))


def is_linked(place: Found, linked: Sequence[Source]) -> bool:
    """Say whether a place is a linked source, or all of its files are those of one of its format.

    One folder may be linked as what one agent reads in it, and not yet as what another does.
    """
    where = Path(place.linked_as)
    there = [source.format for source in linked if source.path == place.linked_as]
    if place.format in there or (there and place.address):
        return True
    around = [
        source.path
        for source in linked
        if not place.address and source.format == place.format and Path(source.path) in where.parents
    ]
    return bool(around) and _files([where], place.format) <= _files(map(Path, around), place.format)


def _apart(place: _Place, earlier: Sequence[_Place]) -> Iterator[Found]:
    """Yield a place, or the single files of it that no earlier format reads.

    One path is one source, and one file is read once.
    """
    entry, where = place.found, place.where
    above = {where, *where.parents}
    around = [
        other
        for other in earlier
        if other.where in above and other.found.format != entry.format and not other.found.address
    ]
    if not around or entry.address or entry.problem:
        yield entry
        return
    own = _files([where], entry.format)
    taken = set[str]().union(*(_files([other.where], other.found.format) for other in around))
    if own.isdisjoint(taken) and all(other.where != where for other in around):
        yield entry
        return
    for file in sorted(own - taken):
        yield _of_file(entry.format, Path(file))


def _of_file(format_name: str, file: Path) -> Found:
    reader = _reader(format_name)
    try:
        records = sum(isinstance(record, Draft) for record in (reader.read(file) if reader else ()))
        stat = file.stat()
    except (OSError, SourceError) as error:
        return Found(format_name, file, problem=str(error))
    return Found(format_name, file, records, stat.st_size, stat.st_mtime)


def _files(paths: Iterable[Path], format_name: str) -> set[str]:
    """Return the files that a format reads at some paths; none where they cannot be looked at."""
    reader = _reader(format_name)
    try:
        return {file for path in paths for file in files_of(path, reader)}
    except OSError:
        return set()


def _reader(format_name: str) -> Reader | None:
    return next((reader for reader in readers() if reader.name == format_name), None)
