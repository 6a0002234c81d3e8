"""Files with one JSON object a memory, as lines or in a list of one document: changing their objects.

Only the values that are to be otherwise are replaced, in place: keys that memtui does not know, their order
and every other line stay as they are.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from memtui import plain_files
from memtui.domain.memory import Draft
from memtui.domain.text import fingerprint
from memtui.domain.tokens import tokens
from memtui.formats.changes import AS_IT_IS, Given, Held, Loaded, LoadedLine, Plan, RecordChange
from memtui.formats.ground.json_splicing import (
    Patch,
    Row,
    literal,
    members,
    patched,
    rows,
    text_of,
    with_elements,
    with_lines,
    without_rows,
)
from memtui.formats.ground.splicing import Rewritten, in_halves, plan_by_file, to_do
from memtui.formats.protocol import Reader, Skipped, SourceError


@dataclass(frozen=True, slots=True)
class Rows:
    """How the objects of a format say a memory."""

    parts: Sequence[str]
    """The lists of a document; empty for JSON lines only."""
    read: Callable[[Path, Mapping[str, object]], Held | None]
    """What the reader makes of an object; None when it passes it over."""
    values: Callable[[Mapping[str, object], Draft], Mapping[str, object]]
    """The members of an object that a memory gives another value."""
    whole: Callable[[str, Draft], Mapping[str, object]]
    """A new object for a memory with a key."""
    pins: bool
    """Whether it can say that a memory is pinned."""


class _Record(NamedTuple):
    """An object that is a memory."""

    held: Held
    row: Row
    members: Mapping[str, object]


class _Reading(NamedTuple):
    """A text, and what a reader makes of it."""

    text: str
    lists: Mapping[str, tuple[int, int]]
    """Where the lists of a document stand; none for JSON lines."""
    records: Sequence[_Record]


@dataclass(slots=True)
class _Text:
    """A file as it becomes, change by change."""

    text: str
    renamed: dict[str, str] = field(default_factory=dict)


class JsonRows(Reader):
    """A format whose files hold one JSON object a memory; all of them are loaded."""

    @property
    @abstractmethod
    def rows(self) -> Rows:
        """How its objects say a memory."""

    def plan(self, path: Path, changes: Sequence[RecordChange], given: Given = AS_IT_IS) -> Plan:
        """Return what changes would do to the file at `path`. Raises SourceError."""
        return plan_by_file(path, changes, partial(_rewrite, self.rows), given)

    def holds(
        self,
        path: Path,  # noqa: ARG002 - a file stands for itself
        file: Path,
        data: bytes,
        given: Given = AS_IT_IS,  # noqa: ARG002
    ) -> list[Held]:
        """Return the records of one file."""
        return [one.held for one in _read(self.rows, file, text_of(data)[1]).records]

    def loaded(self, path: Path) -> Loaded:
        """Return every memory of a file. Raises SourceError."""
        try:
            data = plain_files.bytes_of(path)
        except OSError as error:
            raise SourceError(f"cannot read {path}: {error.strerror or error}") from error
        records = self.holds(path, path, data)
        return Loaded([LoadedLine(one.text, one.key, tokens(one.text), True) for one in records], "")


def _rewrite(form: Rows, file: Path, data: bytes | None, changes: Sequence[RecordChange]) -> Rewritten:
    bom, text = text_of(data or b"")
    done = Rewritten(data)
    texts = {one.held.key: one.held.text for one in _read(form, file, text).records}
    wanted = to_do(file.name, changes, texts, done, only_texts=False, pins=form.pins)
    state, failed = in_halves(_Text(text), wanted, partial(_attempt, form, file))
    done.left += [
        Skipped(change.key, f"{file.name} cannot be changed there without harm") for change in failed
    ]
    done.renamed = state.renamed
    if data is not None or state.text:
        done.data = bom + state.text.encode("utf-8", "surrogateescape")
    return done


def _read(form: Rows, file: Path, text: str) -> _Reading:
    all_rows, lists = rows(text, form.parts)
    records = [
        _Record(held, row, row.value)
        for row in all_rows
        if isinstance(row.value, dict) and (held := form.read(file, row.value)) is not None
    ]
    return _Reading(text, lists, records)


def _attempt(form: Rows, file: Path, state: _Text, changes: Sequence[RecordChange]) -> _Text | None:
    """Carry changes out; None when the file would not read as asked."""
    before = _read(form, file, state.text)
    wanted = {change.key: change.after for change in changes}
    patches = _patches_of_all(form, before, wanted)
    there = {one.held.key for one in before.records}
    new = {key: draft for key, draft in wanted.items() if key not in there and draft is not None}
    try:
        text = _with(form, patched(state.text, patches), new)
    except ValueError:
        return None
    untouched = Counter(one.held.key for one in before.records if one.held.key not in wanted)
    after = [one.held for one in _read(form, file, text).records]
    renamed = _new_keys(wanted, untouched, after)
    return None if renamed is None else _Text(text, {**state.renamed, **renamed})


def _patches_of_all(form: Rows, before: _Reading, wanted: Mapping[str, Draft | None]) -> list[Patch]:
    """Return the patches that give records the values that are wanted, by their keys; None takes one out."""
    gone: list[Row] = []
    patches: list[Patch] = []
    for one in before.records:
        draft = wanted.get(one.held.key)
        if draft is not None:
            patches += _patches(before.text, one.row, form.values(one.members, draft))
        elif one.held.key in wanted:
            gone.append(one.row)
    return patches + without_rows(before.text, gone, before.lists)


def _new_keys(
    wanted: Mapping[str, Draft | None], untouched: Counter[str], after: Sequence[Held]
) -> dict[str, str] | None:
    """Return which keys of wanted records have changed, new by old; None where a file does not read as asked.

    `untouched` are the keys of all other records before, which have to be there still. `after` is all that
    the file holds now: what is new of it has to be what was wanted.
    """
    now = Counter(held.key for held in after)
    fresh = now - untouched
    kept = {key: draft for key, draft in wanted.items() if draft is not None}
    if untouched - now or len(fresh) > len(kept):
        return None
    texts = {held.key: held.text for held in after}
    by_text = {fingerprint(texts[key]): key for key in fresh}
    renamed: dict[str, str] = {}
    for old, draft in kept.items():
        text = fingerprint(draft.text)
        new = old if old in fresh and fingerprint(texts[old]) == text else by_text.get(text)
        if new is None:
            return None
        if new != old:
            renamed[old] = new
    return renamed


def _patches(text: str, row: Row, values: Mapping[str, object]) -> list[Patch]:
    """Return the patches that give members of an object other values; new ones go to its end."""
    there = {name: (start, end) for name, start, end in members(text, row.start)}
    around = text[row.start : row.end]
    patches = [Patch(*there[name], literal(value, around)) for name, value in values.items() if name in there]
    new = [
        f"{literal(name)}: {literal(value, around)}" for name, value in values.items() if name not in there
    ]
    if new:
        end = max((last for _, last in there.values()), default=row.start + 1)
        patches.append(Patch(end, end, (", " if there else "") + ", ".join(new)))
    return patches


def _with(form: Rows, text: str, new: Mapping[str, Draft]) -> str:
    """Return a text with an object more for each of these memories, by its key."""
    if not new:
        return text
    values: list[str] = []
    around = text
    for key, draft in new.items():
        values.append(literal(form.whole(key, draft), around))
        around += values[-1]
    _, lists = rows(text, form.parts)
    if lists:
        at, _ = next(iter(lists.values()))
        return patched(text, [with_elements(text, at, values)])
    return patched(text, [with_lines(text, values)])
