"""Writing a memory as a rule into files that agents load, and taking it out, each file as a step to look at.

`memtui rule` and the screen call it: they show the steps, ask, and take them. Where a line goes, and what
linked files will call it, is worked out here; `lifecycle.rule_lines` writes and journals it.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memtui.config.places import from_home
from memtui.domain.actor import Actor
from memtui.domain.counting import listed
from memtui.domain.memory import Memory, State
from memtui.domain.text import Longest, fingerprint, one_line
from memtui.formats.changes import Held, WritesBack
from memtui.formats.protocol import SourceError
from memtui.lifecycle import rule_lines as verbs
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.rule_lines import Written, digest_of
from memtui.secrets.masking import masked
from memtui.setup.files import Edit, text_of
from memtui.setup.json_settings import SettingsError
from memtui.setup.rule_files import Cut, files_for, put_in, taken_out
from memtui.setup.rule_places import sort_of
from memtui.setup.rule_said import Said, said_in
from memtui.sources.locking import alone
from memtui.sources.source_files import reader_or_none
from memtui.store import rule_lines, sources
from memtui.store.database import Store
from memtui.store.rule_lines import Known, RuleLine
from memtui.store.sources import Source


@dataclass(frozen=True, slots=True)
class Step:
    """What happens to one file."""

    edit: Edit
    line: RuleLine
    only_read: bool = False
    """It is in a linked place that memtui only reads: the yes is for this line."""
    under: str = ""
    """The heading of the section that was chosen for it."""
    said: Said | None = None
    """The line of the file that says so already."""

    @property
    def goes(self) -> bool:
        """Whether the file was made for the rule alone, and goes with it."""
        return not self.line.written and self.line.without is None

    @property
    def place(self) -> str:
        """The file, and the section of it that was chosen: `~/atlas/CLAUDE.md, under ## Rules`."""
        under = f", under {one_line(masked(self.under), Longest.PHRASE)}" if self.under else ""
        return f"{from_home(self.edit.path)}{under}"

    @property
    def said_already(self) -> str:
        """A sentence about the line that says so already; empty for none."""
        if self.said is None:
            return ""
        words = one_line(masked(self.said.text), Longest.TITLE)
        return f"Line {self.said.line} there is about the same: “{words}”"


def where(store: Store, memory: Memory) -> list[Path]:
    """Return the files that agents load where a memory belongs. Raises StoreError, and Refused for none."""
    try:
        files = files_for(store, memory, Path.home(), os.environ)
    except SettingsError as error:
        raise Refused(f"The instructions there cannot be read: {error}.") from None
    if not files:
        raise Refused(
            f"Where agents that work in {masked(memory.scope)} look is not known here; "
            f"`memtui rule {memory.uid} FILE` writes it into a file that you name."
        )
    return files


def check(store: Store, memory: Memory) -> None:
    """Raise Refused for a memory that no agent is to be told."""
    if memory.state is not State.LIVE:
        raise Refused(f"It is {memory.state}; `memtui restore {memory.uid}` brings it back first.")
    verbs.check(store, memory)


def writing(store: Store, paths: Iterable[Path], memory: Memory) -> list[Step]:
    """Return what writing a memory changes: a step for each file that lacks it. Raises Refused.

    A linked file that the memory was read from has it.
    """
    has = set(sources.linked_files_of(store, [memory.id]))
    steps = []
    for path, text in _texts(paths):
        cut = None if str(path) in has else put_in(text, memory.text, sort_of(memory))
        if cut is not None:
            steps.append(_writing(store, path, text, memory, cut))
    return steps


def taking_out(store: Store, paths: Iterable[Path], memory: Memory) -> list[Step]:
    """Return what taking a memory out changes: a step for each file that has it. Raises Refused."""
    steps = []
    for path, text in _texts(paths):
        known = rule_lines.latest(store, memory.id, str(path))
        cut = taken_out(text, memory.text)
        if known is not None and known.written and known.digest == digest_of(text.encode()):
            before = text.encode()
            after = (before[: known.at] + before[known.at + known.size :]).decode()
            steps.append(Step(Edit(path, text, after), replace(known, written=False)))
        elif cut is not None:
            steps.append(_taking_out(store, path, text, memory, cut))
    return steps


def take(store: Store, memory: Memory, steps: Sequence[Step], *, by: Actor) -> Written:
    """Take steps that are alike, as one op. Raises StoreError, and Refused when linked files are busy.

    A file that has changed since its step was made is left as it is.
    """
    try:
        with alone(store):
            return verbs.write(store, memory, [step.line for step in steps], by=by)
    except SourceError as error:
        raise Refused(f"{error}.") from None


def has_it(paths: Sequence[Path]) -> str:
    """Return what is said of a memory that stands in each file and was not written there from here."""
    return f"{listed([from_home(path) for path in paths])} had it already: it was read from there"


def _texts(paths: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    for path in {path.resolve(): None for path in paths}:
        try:
            yield path, text_of(path)
        except SettingsError as error:
            raise Refused(f"{path} was left as it is: {error}.") from None


def _writing(store: Store, path: Path, text: str, memory: Memory, cut: Cut) -> Step:
    after = cut.put(text, memory.text)
    line = _line(path, text, after, memory, cut, written=True, alone=not path.exists())
    known, only_read = _known(store, path, text, after)
    return Step(
        Edit(path, text, after),
        replace(line, records=known),
        only_read,
        cut.under,
        said_in(text, memory.text),
    )


def _taking_out(store: Store, path: Path, text: str, memory: Memory, cut: Cut) -> Step:
    after = cut.taken(text, memory.text)
    line = _line(path, after, text, memory, cut, written=False, alone=not after)
    known, only_read = _known(store, path, after, text)
    return Step(Edit(path, text, after), replace(line, records=known), only_read)


def _line(
    path: Path, without: str, whole: str, memory: Memory, cut: Cut, *, written: bool, alone: bool
) -> RuleLine:
    before, data = without.encode(), whole.encode()
    return RuleLine(
        path=str(path),
        memory_id=memory.id,
        written=written,
        at=len(without[: cut.at].encode()),
        size=len(data) - len(before),
        lead=cut.lead,
        tail=cut.tail,
        digest=digest_of(data),
        without=None if alone else digest_of(before),
    )


def _known(store: Store, path: Path, without: str, whole: str) -> tuple[tuple[Known, ...], bool]:
    """Return what linked sources call the line, and whether memtui only reads one of them."""
    known: list[Known] = []
    only_read = False
    for source in sources.get_all(store):
        if not source.address and path.is_relative_to(source.path):
            records = _new(source, path, without.encode(), whole.encode())
            known += [Known(source.id, record.key, str(path), fingerprint(record.text)) for record in records]
            only_read |= source.agreed_at is None
    return tuple(known), only_read


def _new(source: Source, path: Path, without: bytes, whole: bytes) -> list[Held]:
    """Return the records that a source finds in a file with the line, and not without it."""
    reader: object = reader_or_none(source)
    if not isinstance(reader, WritesBack):
        return []
    place = Path(source.path)
    try:
        before = {held.key for held in reader.holds(place, path, without)}
        return [held for held in reader.holds(place, path, whole) if held.key not in before]
    except (SourceError, OSError):
        return []
