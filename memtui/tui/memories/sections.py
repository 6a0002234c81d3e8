"""Several memories as one text for an editor, a section each, and what comes back of it."""

import re
from collections.abc import Collection, Mapping, Sequence, Set

from memtui.domain.memory import Memory
from memtui.domain.text import Longest, one_line

_HEAD = re.compile(r"^=== ([0-9A-HJKMNP-TV-Z]{26})\b.*$", re.MULTILINE)
_ONCE_HEAD = re.compile(r"=+ +[0-9A-Z]{20,32} /")
_WORD = re.compile(r"\w+")
_INTRODUCTION = """\
A line that begins with === stands before each memory and stays as it is; the text below is the memory's.
Save and close to take all changes over as one, which one undo takes back. What is gone here stays there.
"""


class HeadsBroken(Exception):
    """What came back cannot be told apart any more; the message says why."""


def as_sections(memories: Sequence[Memory]) -> str:
    """Return memories as one text, each below a line with its uid, scope and type."""
    parts = [f"=== {m.uid} {m.scope} · {m.type.label}\n{m.text.rstrip()}\n" for m in memories]
    return "\n".join([_INTRODUCTION, *parts])


def texts_of(written: str, memories: Sequence[Memory]) -> Mapping[int, str]:
    """Return the texts that came back other than they went, by the memories' ids.

    Raises HeadsBroken where a line before a memory was changed, or stands there twice: a text would go to the
    wrong memory.
    """
    known = {memory.uid: memory for memory in memories}
    heads: list[re.Match[str]] = []
    for head in _HEAD.finditer(written):
        if head[1] in known and head[1] not in {before[1] for before in heads}:
            heads.append(head)
    missing = known.keys() - {head[1] for head in heads}
    _check_heads(written, {head.start() for head in heads}, missing)
    ends = [*[head.start() for head in heads[1:]], len(written)][: len(heads)]
    texts = {}
    for head, end in zip(heads, ends, strict=True):
        text, memory = written[head.end() : end].strip(), known[head[1]]
        if text != memory.text.strip():
            texts[memory.id] = text
    return texts


def _check_heads(written: str, starts: Collection[int], missing: Set[str]) -> None:
    """Raise HeadsBroken for a line that was a head: it names a memory that has none, or nearly names one.

    `starts` are where heads stand, `missing` the uids of memories without one.
    """
    at = 0
    for line in written.splitlines(keepends=True):
        was_head = _ONCE_HEAD.match(line) or not missing.isdisjoint(_WORD.findall(line))
        if was_head and at not in starts:
            line_shown = one_line(line.strip(), Longest.PHRASE)
            raise HeadsBroken(f"The line “{line_shown}” was changed, and it said whose text follows")
        at += len(line)
    if not starts and written.replace(_INTRODUCTION, "").strip():
        raise HeadsBroken("No line is left in it that says whose text follows")
