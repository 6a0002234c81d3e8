"""Writing a memory as a line into files of instructions, and taking it out: an op that undo takes back.

`setup` works out where a line goes and what linked files call it; here the bytes are written and the op is
journalled, in one transaction, the files last. A file that has changed since is left as it is and named.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from pathlib import Path

from memtui import plain_files
from memtui.domain.actor import Actor
from memtui.domain.memory import Memory
from memtui.lifecycle import holding
from memtui.lifecycle.errors import Refused
from memtui.secrets.masking import masked
from memtui.store import journal, memories, recording, rule_lines, sources
from memtui.store.database import Store, Transaction
from memtui.store.journal import Op
from memtui.store.rule_lines import RuleLine
from memtui.store.sources import SourceRecord
from memtui.whole_files import replacing

_CHANGED = "it has changed meanwhile; look again"
_CHANGED_SINCE = "it was changed since"


@dataclass(slots=True)
class Written:
    """What became of some lines."""

    op: Op | None = None
    """The op to undo; None when no file was written."""
    done: list[RuleLine] = field(default_factory=list)
    left: list[tuple[str, str]] = field(default_factory=list)
    """Files that were left as they are, and why."""


def bullet(rule: str) -> str:
    """Return the line, or lines, that a memory's text becomes in a file of instructions."""
    return "- " + rule.strip().replace("\n", "\n  ") + "\n"


def digest_of(data: bytes) -> bytes:
    """Return the SHA-256 of what a file holds."""
    return hashlib.sha256(data).digest()


def check(store: Store, memory: Memory) -> None:
    """Raise Refused for a live memory that no agent is to be told."""
    if holding.held_ids(store, [memory]):
        raise Refused("It is held back from agents until you have answered its card in Review.")
    if masked(memory.text) != memory.text:
        raise Refused("It holds a secret, which is to stand in no file of instructions.")


def write(store: Store, memory: Memory, lines: Sequence[RuleLine], *, by: Actor) -> Written:
    """Write lines of a memory into their files, or take them out, as one op. Raises StoreError."""
    written = Written()
    with store.write() as tx:
        op_id = recording.begin(tx, "rule" if lines[0].written else "unrule", by)
        for line in lines:
            _try(written, line.path, partial(_turned, tx, line, memory.text, _CHANGED))
        rule_lines.note(tx, op_id, written.done)
        recording.finish(tx, op_id, len(written.done))
    written.op = journal.op(store, op_id)
    return written


def take_back(store: Store, tx: Transaction, op_id: int, undo_id: int) -> Written:
    """Take the lines out that an op wrote, and put those back that it took out, in the undo `undo_id`.

    A line that stands in a file that was changed elsewhere is taken out of it, too.
    """
    written = Written()
    for memory_id, lines in groupby(rule_lines.of_op(tx, op_id), lambda line: line.memory_id):
        memory = next(iter(memories.get_many(store, [memory_id], absent=True)), None)
        for line in lines:
            back = replace(line, written=not line.written)
            _try(written, line.path, partial(_put_or_taken, store, tx, back, memory))
    rule_lines.note(tx, undo_id, written.done)
    return written


def _try(written: Written, path: str, turn: Callable[[], RuleLine]) -> None:
    """Do one line; what stops it is told with its file."""
    try:
        written.done.append(turn())
    except Refused as error:
        written.left.append((path, str(error)))
    except OSError as error:
        written.left.append((path, f"it cannot be written: {error.strerror}"))


def _put_or_taken(store: Store, tx: Transaction, line: RuleLine, memory: Memory | None) -> RuleLine:
    if line.written:
        if memory is None:
            raise Refused("its memory was erased")
        check(store, memory)
        return _turned(tx, line, memory.text, _CHANGED_SINCE)
    try:
        return _turned(tx, line, "", _CHANGED_SINCE)
    except Refused:
        return _turned(tx, _found_again(line, memory), "", _CHANGED_SINCE)


def _found_again(line: RuleLine, memory: Memory | None) -> RuleLine:
    """Return a line where it stands in a file that was changed around it. Raises Refused."""
    data = _bytes_of(line.path) or b""
    rule = bullet(memory.text) if memory is not None else ""
    for lead, tail in ((line.lead, line.tail), ("", "")):
        put = f"{lead}{rule}{tail}".encode()
        at = data.rfind(put)
        if rule and at >= 0 and (lead or data[:at].endswith(b"\n") or not at):
            without = digest_of(data[:at] + data[at + len(put) :])
            found = replace(line, at=at, size=len(put), lead=lead, tail=tail)
            return replace(found, digest=digest_of(data), without=without, mtime_ns=None)
    raise Refused(_CHANGED_SINCE)


def _turned(tx: Transaction, line: RuleLine, rule: str, changed: str) -> RuleLine:
    """Write one file, and let linked sources know of the line. Raises Refused with `changed`, and OSError.

    A file that gets the bytes back which an op found gets the time back, too. Returns what to note.
    """
    data = _bytes_of(line.path)
    now = None if data is None else digest_of(data)
    if now != (line.digest if not line.written else line.without):
        if now == (line.without if not line.written else line.digest):
            return replace(line, mtime_ns=None)  # a crash came between the file and the journal
        raise Refused(changed)
    whole = data or b""
    if line.written:
        put = f"{line.lead}{bullet(rule)}{line.tail}".encode()
        after: bytes | None = whole[: line.at] + put + whole[line.at :]
        if digest_of(after or b"") != line.digest:
            raise Refused("its memory was changed since")
    else:
        after = None if line.without is None else whole[: line.at] + whole[line.at + line.size :]
    for known in line.records:
        record = SourceRecord(known.key, known.file, line.memory_id, known.fingerprint, pinned=False)
        (sources.put_records if line.written else sources.forget_records)(tx, known.source_id, [record])
    found = None if data is None else Path(line.path).stat().st_mtime_ns
    _write(Path(line.path), after, line.mtime_ns)
    return replace(line, mtime_ns=found)


def _bytes_of(path: str) -> bytes | None:
    try:
        return plain_files.bytes_of(Path(path))
    except (FileNotFoundError, NotADirectoryError):
        return None


def _write(path: Path, data: bytes | None, mtime_ns: int | None) -> None:
    if data is None:
        path.resolve().unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, mtime_ns=mtime_ns) as file:
        file.buffer.write(data)
