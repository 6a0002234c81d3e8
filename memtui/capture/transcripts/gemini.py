"""Gemini CLI's session files: since 2026 a log of records, before that one JSON document.

The log begins with what the session is. A message that comes again under its id is a later state of it, and
`$rewindTo` takes back a message and all behind it: what a person took back is nobody's wish any more. The
folder above `chats` says in `.project_root` which project the session is about.
"""

from collections.abc import Iterator
from pathlib import Path

from memtui.capture.transcripts.content import EMPTY
from memtui.capture.transcripts.lines_reader import text_at
from memtui.capture.transcripts.messages import LISTS, Messages
from memtui.capture.transcripts.records import Head, Record, head_of, records
from memtui.capture.transcripts.sureness import OWN_FIELDS
from memtui.capture.transcripts.turns import About, Passed, Turn
from memtui.domain.text import well_formed
from memtui.plain_files import bytes_up_to

TAKEN_BACK = "taken back by a rewind"
_CHATS = "chats"
_ROOT = ".project_root"
_LONGEST_ROOT = 4096


class Gemini(Messages):
    """Reads the sessions of Gemini CLI."""

    name = "gemini"
    label = "Gemini CLI's chats"

    def sure(self, head: Head) -> float:
        """Be sure by the names of the fields that begin a session."""
        if not head.json or not head.names("sessionId", "projectHash"):
            return 0.0
        first = head.records[0] if head.records else {}
        return OWN_FIELDS if head.document(LISTS) or text_at(first, "projectHash") else 0.0

    def about(self, path: Path) -> About:
        """Return what the beginning of the file and the folder around it say."""
        return _placed(super().about(path), head_of(path), path)

    def session(self, head: Head, path: Path) -> About:
        """Return what the first records and the folder around the file say of the session."""
        return _placed(super().session(head, path), head, path)

    def read(self, path: Path, *, offset: int = 0, ended: bool = False) -> Iterator[Turn | Passed]:
        """Yield what stands behind `offset` and was not taken back."""
        head = head_of(path)
        if head.document(LISTS):
            yield from super().read(path, offset=offset, ended=ended)
            return
        about = self.session(head, path)
        gone = _taken_back(path)
        said: set[tuple[str, str]] = set()
        for end, record in records(path, 0, ended):
            if isinstance(record, str):
                found: list[Turn | Passed] = [Passed(record, end)]
            elif end in gone:
                found = [Passed(TAKEN_BACK, end)]
            else:
                found = list(_new(self.turns(record, end, about), text_at(record, "id"), said))
            if end > offset:
                yield from found


def _new(turns: Iterator[Turn | Passed], name: str, said: set[tuple[str, str]]) -> Iterator[Turn | Passed]:
    """Yield of a message that comes again only what it did not say before."""
    for turn in turns:
        if isinstance(turn, Turn) and name and (name, turn.text) in said:
            yield Passed(EMPTY, turn.offset)
        else:
            if isinstance(turn, Turn):
                said.add((name, turn.text))
            yield turn


def _taken_back(path: Path) -> set[int]:
    """Return where the records end that a later record of the file takes back."""
    kept: list[tuple[str, int]] = []
    gone: set[int] = set()
    for end, record in records(path, 0, True):
        target = text_at(record, "$rewindTo")
        if target:
            first = next((at for at, (name, _) in enumerate(kept) if name == target), len(kept))
            gone |= {behind for _, behind in kept[first:]}
            del kept[first:]
        elif name := text_at(record, "id"):
            kept.append((name, end))
    return gone


def _placed(about: About, head: Head, path: Path) -> About:
    """Return what is known of a session with the folder of its project, and whether it is an agent's own."""
    about.client = Gemini.name
    first: Record = head.records[0] if head.records else {}
    below = path.parent if path.parent.name == _CHATS else path.parent.parent
    about.subagent = (
        about.subagent
        or text_at(first, "kind") == "subagent"
        or (path.parent != below and below.name == _CHATS)
    )
    if not about.cwd and below.name == _CHATS:
        try:
            root = bytes_up_to(below.parent / _ROOT, _LONGEST_ROOT).decode("utf-8", "replace")
            about.cwd = well_formed(root).strip()
        except OSError:
            pass
    return about
