"""A memory as scripts get it (one JSON object) and as people see it (one aligned line)."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from memtui.cli import output
from memtui.domain import decay, durations
from memtui.domain.headings import row_text
from memtui.domain.instant import Instant, to_iso
from memtui.domain.memory import Memory, MemoryType, State
from memtui.domain.text import bar
from memtui.domain.uid import LENGTH as UID_LENGTH
from memtui.secrets.masking import masked_memory

_BAR = 6
_STRENGTH = _BAR + 5
_KIND = max(len(kind.label) for kind in MemoryType)
_AGE = 5
_TEXT = 24
"""Fewer columns for the text than this, and the scope gives way."""
_ASSUMED = 200
"""Rows that are read ahead to find out how wide the columns must be."""


def as_json(memory: Memory, now: Instant, *, in_the_clear: bool = False) -> dict[str, object]:
    """Return the fields of a memory that scripts rely on, its strength as of `now`; its secrets masked."""
    memory = memory if in_the_clear else masked_memory(memory)
    return {
        "uid": memory.uid,
        "text": memory.text,
        "abstract": memory.abstract,
        "scope": memory.scope,
        "type": memory.type,
        "categories": list(memory.categories),
        "importance": memory.importance,
        "strength": decay.strength_of(memory, now),
        "half_life": memory.half_life,
        "state": memory.state,
        "pinned": memory.pinned,
        "created_at": to_iso(memory.created_at),
        "updated_at": to_iso(memory.updated_at),
        "last_accessed_at": iso_or_none(memory.last_accessed_at),
        "expires_at": iso_or_none(memory.expires_at),
        "access_count": memory.access_count,
        "session_count": memory.session_count,
        "origin": memory.origin,
        "source": memory.source,
        "version": memory.version,
    }


def iso_or_none(instant: Instant | None) -> str | None:
    """Return an instant that may be missing as JSON gets it."""
    return None if instant is None else to_iso(instant)


@dataclass(frozen=True, slots=True)
class Layout:
    """How wide the columns of a table are."""

    uid: int
    kind: int
    scope: int
    """0 leaves the column out."""
    text: int | None
    """None leaves the last column as long as it is."""
    in_the_clear: bool = False
    """Whether secrets are shown."""

    def line(self, memory: Memory, now: Instant) -> str:
        """Return one memory as a line of the table."""
        memory = memory if self.in_the_clear else masked_memory(memory)
        value = decay.strength_of(memory, now)
        marks = ["pinned"] if memory.pinned else []
        marks += [] if memory.state is State.LIVE else [memory.state]
        text, _ = row_text(memory)
        headline = f"[{', '.join(marks)}] {text}" if marks else text
        return self._joined(
            memory.uid[: self.uid],
            f"{''.join(bar(value, _BAR))} {value:.2f}",
            memory.type.label,
            durations.age(now - memory.last_touch).rjust(_AGE),
            memory.scope,
            headline if self.text is None else output.fitted(headline, self.text),
        )

    @property
    def header(self) -> str:
        """The line above the table."""
        return self._joined("UID", "STRENGTH", "TYPE", "IDLE".rjust(_AGE), "SCOPE", "MEMORY")

    def _joined(self, uid: str, value: str, kind: str, idle: str, scope: str, text: str) -> str:
        cells = [uid.ljust(self.uid), value.ljust(_STRENGTH), output.padded(kind, self.kind), idle]
        cells += [output.padded(scope, self.scope)] if self.scope else []
        return "  ".join([*cells, text])


def layout(sample: Sequence[Memory], *, uid: int, width: int | None) -> Layout:
    """Return the widths at which `sample` fits into `width` columns; with None nothing is cut."""
    longest = max(5, *(output.columns_of(memory.scope) for memory in sample))
    if width is None:
        return Layout(uid, _KIND, longest, None)
    left = width - (uid + _STRENGTH + _KIND + _AGE + 4 * 2)
    scope = min(longest, max(width // 5, 12))
    if left - scope - 2 < _TEXT:
        return Layout(uid, _KIND, 0, max(left, 1))
    return Layout(uid, _KIND, scope, left - scope - 2)


def write_table(
    memories: Iterable[Memory], now: Instant, *, uid: int = UID_LENGTH, in_the_clear: bool = False
) -> int:
    """Write memories as a table while they arrive; return how many there were."""
    arriving: Iterator[Memory] = iter(memories)
    sample = list(itertools.islice(arriving, _ASSUMED))
    if not sample:
        return 0
    on_terminal = output.to_terminal()
    columns = layout(sample, uid=uid, width=output.width() if on_terminal else None)
    columns = replace(columns, in_the_clear=in_the_clear)
    if on_terminal:
        output.row(columns.header)
    count = 0
    for memory in itertools.chain(sample, arriving):
        output.row(columns.line(memory, now))
        count += 1
    return count
