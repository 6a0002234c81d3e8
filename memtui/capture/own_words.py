"""Tells a person's own words in a message from those they only pass on.

A message may hold an issue, a page, a log or a file beside the person's sentence about it, and whatever
that says is not their wish. Nothing is stored unasked before `says` agrees, so in doubt words count as
somebody else's.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path

from memtui.capture.quotes import locate
from memtui.phrases import phrases_in

_LONGEST = 2_500
"""Characters of a message; in a longer one most is passed on, and only its first paragraph counts."""
_FIRST = 600
"""Characters at the beginning of a long message that may be the person's own, before the pasted part."""
_FENCE = re.compile(r"^\s{0,3}(`{3,}|~{3,})")
_TAG = re.compile(r"^\s*<(/?)([A-Za-z][\w.:-]{0,60})(?:\s[^<>]{0,300})?>")
_LAYOUT = re.compile(
    r"^\s{0,3}(?:#{1,6}\s|\||-{3,}\s*$|={3,}\s*$|\*{3,}\s*$|diff --git |@@ |\$ |>>> |Traceback\b)"
)
"""Lines of a document, a table, a session of a shell: what follows was not typed into a message."""
_LOG = re.compile(
    r"^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|[A-Z]{4,8}[:\]] |at \S+\(|File \")"
)
_PHRASES = phrases_in(Path(__file__).with_name("own_words.toml"))
_BRINGS = _PHRASES["brings"].pattern
"""Announces somebody else's words: `the issue says: …`, `here is the log:`."""
_MINE = _PHRASES["mine"].pattern
_QUOTED = re.compile(r"[“„«][^“”„«»\n]{12,2000}[”“»]|(?<![\w])\"[^\"\n]{12,2000}\"(?!\w)")


def says(text: str, quote: str) -> bool:
    """Say whether `quote` stands in what a person wrote themselves in the message `text`."""
    span = locate(quote, text)
    if span is None:
        return False
    spans = list(own(text))
    at = bisect_right(spans, (span[0], len(text))) - 1
    return at >= 0 and span[1] <= spans[at][1]


def own(text: str) -> Iterator[tuple[int, int]]:
    """Yield from where to where a message is its writer's own, in order."""
    typed = _typed(text)
    if len(text) > _LONGEST:
        first = text.find("\n\n")
        end = min(first if first >= 0 else _FIRST, _FIRST)
        typed = ((start, min(stop, end)) for start, stop in typed if start < end)
    for start, stop in typed:
        for quoted in _QUOTED.finditer(text, start, stop):
            if quoted.start() > start:
                yield start, quoted.start()
            start = quoted.end()
        if stop > start:
            yield start, stop


def _typed(text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches before somebody else's words begin, lines that are marked as quoted left out."""
    fence = tag = ""
    position = start = 0
    for line in text.splitlines(keepends=True):
        line_start, position = position, position + len(line)
        marker, opened = _FENCE.match(line), _TAG.match(line)
        inside = bool(fence or tag)
        if tag:
            tag = "" if f"</{tag}>" in line else tag
        elif marker is not None and (not fence or marker[1].startswith(fence)):
            fence = "" if fence else marker[1]
        elif opened is not None and not fence and not opened[1]:
            tag = "" if f"</{opened[2]}>" in line else opened[2]
        elif not inside and not line.lstrip().startswith(">"):
            brought = _BRINGS.search(line)
            if _LAYOUT.match(line) or _LOG.match(line):
                break
            if brought is not None and not _MINE.search(line):
                position = line_start + brought.start()
                line_start = position
                break
            continue
        if line_start > start:
            yield start, line_start
        start = position
    else:
        line_start = position
    if line_start > start:
        yield start, line_start
