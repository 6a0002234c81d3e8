"""Taking back what `memtui init` did: the settings of programs, the links, and the memories these brought."""

import contextlib
import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from memtui.config.places import from_home
from memtui.config.settings import Gate
from memtui.domain.actor import Actor
from memtui.domain.counting import listed, plural
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.undo import undo
from memtui.setup import files, hooks, servers
from memtui.setup.doing import digest
from memtui.setup.json_settings import SettingsError
from memtui.setup.known_files import known_files, place_of
from memtui.setup.plan import Part
from memtui.setup.record import Linked, PutIn, Record, file_of, write
from memtui.sources import syncing
from memtui.store import journal, sources, write_backs
from memtui.store.database import Store
from memtui.store.in_no_file import count_in_no_file

_NAMED = 3
"""So many ops are named one by one."""


@dataclass(slots=True)
class TakenBack:
    """What became of what `init` did, as sentences."""

    done: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    """What could not be taken back, and why."""
    stays: list[str] = field(default_factory=list)
    """What came in through the links later, and how to take it out."""


@dataclass(frozen=True, slots=True)
class WrittenSince:
    """Linked files in which a person's changes were written, as paths from the home folder."""

    stay: list[str]
    """Undoing those changes first gives the bytes back, but for those of a secret."""
    blotted: list[str]
    """A secret was taken out of them for good."""
    gone: list[str]
    """They were removed, and come back when that is undone first."""

    @property
    def sentences(self) -> list[str]:
        """What becomes of them once they are unlinked, in words."""
        said = []
        if self.stay:
            said.append(
                f"What you changed through memtui stays in {', '.join(self.stay)}: `memtui undo` those "
                "changes first, if every byte is to come back."
            )
        if self.blotted:
            said.append(f"A secret was taken out of {', '.join(self.blotted)} for good; that stays so.")
        if self.gone:
            said.append(f"Removed through memtui, until you undo that first: {', '.join(self.gone)}.")
        return said


def written_since(store: Store, record: Record) -> WrittenSince:
    """Return the linked files that memtui has written, which stay as they are: no more is written to them."""
    linked = (sources.find(store, place.path) for place in record.linked)
    standing = [
        source for source in linked if source is not None and source.status is not sources.Standing.UNLINKED
    ]
    written = {write.file for source in standing for write in write_backs.of_source(store, source.id)}
    blotted = {file for source in standing for file in write_backs.blotted(store, source.id)}
    there = {file for file in written if os.path.lexists(file)}
    places = (sorted(from_home(Path(file)) for file in some) for some in (there, blotted, written - there))
    return WrittenSince(*places)


def in_no_file(store: Store) -> list[str]:
    """Say how many memories no file holds, and how to write them out; nothing where there are none."""
    count = count_in_no_file(store)
    if not count:
        return []
    stand, them = ("stands", "it") if count == 1 else ("stand", "them")
    return [
        f"{plural(count)} that you wrote or that came from sessions {stand} in no file, only in this store: "
        f"`memtui export -o FILE` writes {them} out first, with `--format` as another program reads {them}."
    ]


def take_back(store: Store, record: Record, *, by: Actor, gate: Gate) -> TakenBack:
    """Take back what a record tells.

    What was left stays in the record, so that it can be tried again. Raises OSError when the record cannot be
    kept.
    """
    back = TakenBack()
    still = Record()
    later = Counter[int]()
    for put_in in reversed(record.put_in):
        try:
            if sentence := _take_out(put_in, files.copies_beside(store.path)):
                back.done.append(sentence)
        except SettingsError as error:
            back.left.append(f"{put_in.path} was left as it is: {error}.")
            still.put_in.insert(0, put_in)
    for linked in reversed(record.linked):
        sentence, problems = _unlink(store, linked, by, gate)
        back.done.append(sentence)
        back.left += problems
        later.update(_came_later(store, linked))
    back.stays = [_stays(later)] if later else []
    write(file_of(store.path), still)
    return back


def _came_later(store: Store, linked: Linked) -> dict[int, int]:
    """Return by op how many memories came in through a link after it was made, and are there."""
    source = sources.find(store, linked.path)
    if source is None or not linked.ops:
        return {}
    return sources.count_brought(store, source.id, after=max(linked.ops))


def _stays(later: Counter[int]) -> str:
    """Say how many memories came in later, and what takes them out."""
    several = later.total() != 1
    took = f"{plural(later.total())} came in through the links later and {'stay' if several else 'stays'}"
    commands = listed([f"`memtui undo --op {op_id}`" for op_id in sorted(later)])
    if len(later) > _NAMED:
        return f"{took}: `memtui history` lists the imports, and `memtui undo --op N` takes one back."
    return f"{took}: {commands} {'takes' if len(later) == 1 else 'take'} {'them' if several else 'it'} out."


def _take_out(put_in: PutIn, copies: Path) -> str:
    """Restore a settings file, or take our part out if it changed since, with a copy in the folder `copies`.

    Raises SettingsError.
    """
    path, copy = Path(put_in.path), Path(put_in.copy) if put_in.copy else None
    now = files.text_of(path)
    try:
        if digest(now) == put_in.digest and copy is not None and copy.exists():
            files.put_back(copy, path)
            return f"{from_home(path)} is as it was."
        if digest(now) == put_in.digest and copy is None:
            path.unlink()
            _remove_folders(path, put_in.made)
            return f"{from_home(path)} is gone again."
    except OSError as error:
        raise SettingsError(f"it cannot be written: {error.strerror}") from None
    if put_in.part is Part.HOOKS:
        was = None if copy is None else files.text_of(copy)
        after = hooks.taken_out(now, hooks.CLIENTS[put_in.program], was)
    else:
        after = servers.without_server(now, servers.PROGRAMS[put_in.program])
    if after == now:
        return ""
    files.write(files.Edit(path, now, after), copies)
    return f"memtui is no longer named in {path}; what else was changed there stays."


def _remove_folders(path: Path, made: str) -> None:
    """Remove the empty folders that were made for a file, the innermost first and `made` last."""
    ours = [folder for folder in path.parents if made and folder.is_relative_to(made)]
    with contextlib.suppress(OSError):  # somebody keeps something there by now
        for folder in ours:
            folder.rmdir()


def _unlink(store: Store, linked: Linked, by: Actor, gate: Gate) -> tuple[str, list[str]]:
    """Unlink a place, then take its memories out: in that order, so that no file is written to.

    What was to be written there before is, and a memory that its file does not say any more is kept.
    """
    source = sources.find(store, linked.path)
    place = from_home(linked.path) if source is None else place_of(store, source)
    several = source is not None and len(known_files(store, source)) > 1
    if source is not None and source.status is not sources.Standing.UNLINKED:
        syncing.let_go(store, source, gate=gate, unlink=True)
    gone = stayed = 0
    problems: list[str] = []
    for op_id in reversed(linked.ops):
        op = journal.op(store, op_id)
        if op is None or op.undone_by is not None:
            continue
        try:
            outcome = undo(store, by=by, op_id=op_id)
        except Refused as error:
            problems.append(f"{linked.path}: {error}.")
            continue
        if outcome is not None:
            gone, stayed = gone + outcome.changed, stayed + outcome.skipped_count
    are = "are" if several else "is"
    sentence = f"{place} {are} left alone again; {plural(gone)} taken out"
    return f"{sentence}, {plural(stayed)} changed since kept." if stayed else f"{sentence}.", problems
