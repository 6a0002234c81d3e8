"""What Gemini would like to remember and a person has to allow: patches in `.inbox` of its memory folder.

Each is a unified diff of markdown, in `private` for the notes of the project and in `global` for the person's
`~/.gemini/GEMINI.md`. They are proposals, no memories: a page is read as it is and as the patch would make
it, and what differs is asked. The layout is that of `memoryPatchUtils` in `@google/gemini-cli-core` 0.61.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path

from memtui.domain.memory import Draft
from memtui.formats.ground.files import leads_out, text_of
from memtui.formats.ground.indexes import names_a_page
from memtui.formats.ground.naming import record_key
from memtui.formats.ground.notes import Place, page_of
from memtui.formats.protocol import Skipped
from memtui.formats.waiting import Pending

INBOX = ".inbox"
GLOBAL = "global"
KINDS = (GLOBAL, "private")
_HUNK = re.compile(r"@@ -(?P<start>\d+)(?:,(?P<old>\d+))? \+\d+(?:,(?P<new>\d+))? @@")
_NAMED = re.compile(r"(?P<side>---|\+\+\+) (?P<path>[^\t]+)")
_NO_FILE = "/dev/null"


@dataclass(slots=True)
class _Hunk:
    """Lines that stand together in a page, and those that would stand there instead."""

    start: int
    """The line of the page that it begins with, counted from 0."""
    old_left: int
    new_left: int
    old: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)

    def takes(self, line: str) -> bool:
        """Take in a line of the patch; return False when the hunk has all of its lines."""
        if self.old_left <= 0 and self.new_left <= 0:
            return False
        sign = line[:1]
        if sign != "+":
            self.old.append(line[1:])
            self.old_left -= 1
        if sign != "-":
            self.new.append(line[1:])
            self.new_left -= 1
        return True


@dataclass(slots=True)
class _PagePatch:
    """What a patch would make of one page."""

    target: str
    is_new: bool
    hunks: list[_Hunk] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Waiting:
    """One file of the inbox, and where the pages lie that it would change."""

    file: Path
    name: str
    pages: Path
    place: Place

    def pending(self, text: str) -> Iterator[Pending | Skipped]:
        """Yield the changes that the patch `text` asks for, and why a page of it cannot be changed."""
        number, unfit = 0, False
        for patch in _page_patches(text.split("\n")):
            both = self._before_and_after(patch)
            if isinstance(both, Skipped):
                unfit = True
                yield both
                continue
            for old, new in self._changes(*both):
                number += 1
                yield self._change(f"{self.name}/{number}", patch.target, old, new)
        if not number and not unfit:
            yield Skipped(self.name, "no patch that changes a statement")

    def _before_and_after(self, patch: _PagePatch) -> tuple[str, str] | Skipped:
        page = self.pages / patch.target
        if leads_out(page, self.pages.resolve()):
            return Skipped(self.name, f"would change {patch.target}, a link that leads out of the folder")
        if patch.is_new == page.exists():
            state = "is there already" if patch.is_new else "is not there"
            return Skipped(self.name, f"would change {patch.target}, which {state}")
        before = "" if patch.is_new else text_of(page, patch.target)
        if isinstance(before, Skipped):
            return before
        after = _applied(before, patch.hunks)
        if after is None:
            return Skipped(self.name, f"does not fit {patch.target} as it is now; Gemini drops such a patch")
        return before, after

    def _changes(self, before: str, after: str) -> Iterator[tuple[Draft | None, Draft | None]]:
        """Yield which memory of the page would go, and which would come in its place."""
        gone, come = self._memories(before), self._memories(after)
        alike = SequenceMatcher(None, [one.text for one in gone], [one.text for one in come], autojunk=False)
        for tag, begin, end, new_begin, new_end in alike.get_opcodes():
            if tag != "equal":
                yield from zip_longest(gone[begin:end], come[new_begin:new_end])

    def _memories(self, text: str) -> list[Draft]:
        page = page_of(self.file, self.name, text)
        return [one for one in page.memories(self.place, names_a_page) if isinstance(one, Draft)]

    def _change(self, where: str, target: str, old: Draft | None, new: Draft | None) -> Pending:
        if new is not None:
            told = {"record": record_key(target, new.text), "pending": where}
            new = replace(new, provenance={**new.provenance, **told})
        action = "add" if old is None else "replace" if new is not None else "remove"
        old_text = old.text if old is not None else ""
        return Pending(
            where, action, target, new, old_text, "auto memory", self.file, self.file.stat().st_mtime
        )


def pending_in(folder: Path, project: Place) -> Iterator[Pending | Skipped]:
    """Yield the changes that wait in the inbox of a memory folder, whose notes belong to `project`."""
    inbox = folder / INBOX
    for kind in KINDS:
        place = project if kind != GLOBAL else Place(project.source, "/user")
        pages = folder if kind != GLOBAL else folder.resolve().parents[2]
        for file in sorted((inbox / kind).rglob("*.patch")):
            name = file.relative_to(inbox).as_posix()
            text = (
                Skipped(name, "a link that leads out of the folder; not followed")
                if leads_out(file, inbox.resolve())
                else text_of(file, name)
            )
            if isinstance(text, Skipped):
                yield text
            else:
                yield from _Waiting(file.resolve(), name, pages, place).pending(text)


def _page_patches(lines: Sequence[str]) -> Iterator[_PagePatch]:
    """Yield what a unified diff would make of each page, in order; a hunk says how many lines it has."""
    patch = _PagePatch("", is_new=False)
    is_new = False
    for line in lines:
        if patch.hunks and patch.hunks[-1].takes(line):
            continue
        if (hunk := _HUNK.match(line)) is not None:
            start, old, new = (int(hunk[name] or 1) for name in ("start", "old", "new"))
            patch.hunks.append(_Hunk(max(0, start - 1), old, new))
        elif (named := _NAMED.match(line)) is not None and named["side"] == "---":
            is_new = named["path"].strip() == _NO_FILE
        elif named is not None:
            if patch.hunks:
                yield patch
            patch = _PagePatch(Path(named["path"].strip()).name, is_new)
    if patch.hunks:
        yield patch


def _applied(text: str, hunks: Sequence[_Hunk]) -> str | None:
    """Return a text with the hunks in it, each where its lines stand nearest; None where they do not."""
    lines = text.removesuffix("\n").split("\n") if text else []
    moved = 0
    for hunk in hunks:
        wanted, count = hunk.start + moved, len(hunk.old)
        fits = [at for at in range(len(lines) - count + 1) if lines[at : at + count] == hunk.old]
        if not fits:
            return None
        at = min(fits, key=lambda at: abs(at - wanted))
        lines[at : at + count] = hunk.new
        moved += len(hunk.new) - count
    return "\n".join(lines) + "\n"
