"""Several memories as one text for an editor, a section each, and what comes back of it."""

import re
from collections.abc import Mapping, Sequence

from memtui.domain.memory import Memory

_HEAD = re.compile(r"^=== ([0-9A-HJKMNP-TV-Z]{26})\b.*$", re.MULTILINE)
_INTRODUCTION = """\
A line that begins with === stands before each memory and stays as it is; the text below is the memory's.
Save and close to take all changes over as one, which one undo takes back. What is gone here stays there.
"""


def as_sections(memories: Sequence[Memory]) -> str:
    """Return memories as one text, each below a line with its uid, scope and type."""
    parts = [f"=== {m.uid} {m.scope} · {m.type.label}\n{m.text.rstrip()}\n" for m in memories]
    return "\n".join([_INTRODUCTION, *parts])


def texts_of(written: str, memories: Sequence[Memory]) -> Mapping[int, str]:
    """Return the texts that came back other than they went, by the memories' ids.

    A line that looks like a head and names none of `memories`, or one a second time, belongs to the text.
    """
    known = {memory.uid: memory for memory in memories}
    heads: list[re.Match[str]] = []
    for head in _HEAD.finditer(written):
        if head[1] in known and head[1] not in {before[1] for before in heads}:
            heads.append(head)
    ends = [head.start() for head in heads[1:]] + [len(written)]
    texts = {}
    for head, end in zip(heads, ends, strict=True):
        text, memory = written[head.end() : end].strip(), known[head[1]]
        if text != memory.text.strip():
            texts[memory.id] = text
    return texts
