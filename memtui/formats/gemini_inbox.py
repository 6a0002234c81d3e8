"""What Gemini would like to remember and a person has to allow: patches in `.inbox` of its memory folder.

Each is a unified diff of markdown, in `private` for the notes of the project and in `global` for the person's
`~/.gemini/GEMINI.md`. They are proposals, no memories. The layout is that of `memoryPatchUtils` in
`@google/gemini-cli-core` 0.61.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from memtui.domain.text import well_formed
from memtui.formats.ground.drafting import imported
from memtui.formats.ground.files import fault, leads_out, text_of
from memtui.formats.ground.naming import record_key
from memtui.formats.ground.notes import Place
from memtui.formats.ground.records import records
from memtui.formats.protocol import Skipped
from memtui.formats.waiting import Pending

INBOX = ".inbox"
GLOBAL = "global"
KINDS = (GLOBAL, "private")
_HUNK = re.compile(r"@@ -\d+(?:,(?P<old>\d+))? \+\d+(?:,(?P<new>\d+))? @@")
_NAMED = re.compile(r"\+\+\+ ([^\t]+)")


@dataclass(slots=True)
class _Edit:
    """Lines that stand together in a patch: what goes, and what comes in its place."""

    target: str
    gone: list[str] = field(default_factory=list)
    come: list[str] = field(default_factory=list)


def pending_in(folder: Path, project: Place) -> Iterator[Pending | Skipped]:
    """Yield the changes that wait in the inbox of a memory folder, whose notes belong to `project`."""
    inbox = folder / INBOX
    for kind in KINDS:
        place = project if kind != GLOBAL else Place(project.source, "/user")
        for file in sorted((inbox / kind).rglob("*.patch")):
            name = file.relative_to(inbox).as_posix()
            text = (
                Skipped(name, "a link that leads out of the folder; not followed")
                if leads_out(file, inbox.resolve())
                else text_of(file, name)
            )
            yield from [text] if isinstance(text, Skipped) else _pending(file, name, text, place)


def _pending(file: Path, name: str, text: str, place: Place) -> Iterator[Pending | Skipped]:
    number = 0
    for edit in _edits(text.split("\n")):
        gone, come = _statements(edit.gone), _statements(edit.come)
        both = set(gone) & set(come)
        for old, new in zip_longest(
            (one for one in gone if one not in both), (one for one in come if one not in both)
        ):
            number += 1
            yield _change(file, f"{name}/{number}", edit.target, old or "", new or "", place)
    if not number:
        yield Skipped(name, "no patch that changes a statement")


def _edits(lines: Sequence[str]) -> Iterator[_Edit]:
    """Yield the edits of a unified diff, in order; a hunk says how many lines of either side it has."""
    edit = _Edit("")
    old = new = 0
    for line in lines:
        hunk = _HUNK.match(line)
        within = old > 0 or new > 0
        sign = line[:1] if within else ""
        if sign == "-":
            edit.gone.append(line[1:])
            old -= 1
        elif sign == "+":
            edit.come.append(line[1:])
            new -= 1
        else:
            if edit.gone or edit.come:
                yield edit
                edit = _Edit(edit.target)
            if hunk is not None:
                old, new = (int(hunk[name] or 1) for name in ("old", "new"))
            elif within:
                old, new = old - 1, new - 1
            elif (named := _NAMED.match(line)) is not None:
                edit = _Edit(Path(named[1].strip()).name)
    if edit.gone or edit.come:
        yield edit


def _statements(lines: Sequence[str]) -> list[str]:
    return [well_formed(block.text) for block in records("\n".join(lines))[1]]


def _change(file: Path, where: str, target: str, old: str, new: str, place: Place) -> Pending | Skipped:
    if wrong := fault(new):
        return Skipped(where, wrong)
    created = file.stat().st_mtime
    draft = None
    if new:
        draft = imported(
            new,
            place.judge(new, ""),
            source=place.source,
            path=file.resolve(),
            record=record_key(target, new),
            scope=place.scope,
            created_at=created,
            more={"pending": where, "cwd": place.cwd},
        )
    action = "replace" if old and new else "add" if new else "remove"
    return Pending(where, action, target, draft, old, "auto memory", file, created)
