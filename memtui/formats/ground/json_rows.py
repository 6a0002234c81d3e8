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
    with_element,
    with_line,
    without_row,
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
        return [held for held, _ in _held_rows(self.rows, file, text_of(data)[1])]

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
    texts = {held.key: held.text for held, _ in _held_rows(form, file, text)}
    wanted = to_do(file.name, changes, texts, done, only_texts=False, pins=form.pins)
    state, failed = in_halves(_Text(text), wanted, partial(_attempt, form, file))
    done.left += [
        Skipped(change.key, f"{file.name} cannot be changed there without harm") for change in failed
    ]
    done.renamed = state.renamed
    if data is not None or state.text:
        done.data = bom + state.text.encode("utf-8", "surrogateescape")
    return done


def _held_rows(form: Rows, file: Path, text: str) -> list[tuple[Held, Row]]:
    pairs = []
    for row in rows(text, form.parts)[0]:
        record = form.read(file, row.value) if isinstance(row.value, dict) else None
        if record is not None:
            pairs.append((record, row))
    return pairs


def _attempt(form: Rows, file: Path, state: _Text, changes: Sequence[RecordChange]) -> _Text | None:
    """Carry changes out; None when the file would not read as asked."""
    text = state.text
    all_rows, lists = rows(text, form.parts)
    wanted = {change.key: change for change in changes}
    by_start = {
        row.start: seen
        for row in all_rows
        if isinstance(row.value, dict) and (seen := form.read(file, row.value)) is not None
    }
    touched = [row for row in all_rows if row.start in by_start and by_start[row.start].key in wanted]
    gone = {row.start for row in touched if wanted[by_start[row.start].key].after is None}
    patches: list[Patch] = []
    for row in touched:
        after = wanted[by_start[row.start].key].after
        if after is None:
            patches += without_row(text, row, lists, gone)
        elif isinstance(row.value, dict):
            patches += _patches(text, row, form.values(row.value, after))
    there = {by_start[row.start].key for row in touched}
    try:
        new = patched(text, patches)
        for change in changes:
            if change.key not in there and change.after is not None:
                new = _with(form, new, change.key, change.after)
    except ValueError:
        return None
    before = Counter(one.key for one in by_start.values() if one.key not in wanted)
    now = Counter(one.key for one, _ in _held_rows(form, file, new))
    if before - now:
        return None
    texts = {one.key: one.text for one, _ in _held_rows(form, file, new)}
    fresh = now - before
    by_text = {fingerprint(texts[key]): key for key in fresh}
    renamed: dict[str, str] = {}
    for change in changes:
        if change.after is None:
            continue
        same = change.key in fresh and _says(texts[change.key], change.after)
        key = change.key if same else by_text.get(fingerprint(change.after.text))
        if key is None:
            return None
        renamed |= {change.key: key} if key != change.key else {}
    if len(fresh) > sum(change.after is not None for change in changes):
        return None
    return _Text(new, {**state.renamed, **renamed})


def _says(text: str, draft: Draft) -> bool:
    return fingerprint(text) == fingerprint(draft.text)


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


def _with(form: Rows, text: str, key: str, draft: Draft) -> str:
    new = literal(form.whole(key, draft), text)
    _, lists = rows(text, form.parts)
    if lists:
        at, _ = next(iter(lists.values()))
        return patched(text, [with_element(text, at, new)])
    return patched(text, [with_line(text, new)])
