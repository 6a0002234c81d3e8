"""Finds records in markdown, that is, a shape that is repeated: each repetition is one memory.

A lesson is told as its problem, its cause and its fix; a log has the same labels under each heading. Such
a shape is known by its repetition in the file and never by what its labels say, in whatever language:
sections of one level, or pieces between blank lines, that have labels in common. What is no record is taken
apart into statements as ever.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from memtui.formats.ground.frontmatter import Head, opening
from memtui.formats.ground.labels import HEADING, is_item, is_rule, label, outside_code
from memtui.formats.ground.markdown import Block, blocks

_INJECTED = ("<claude-mem-context>", "</claude-mem-context>")
_LONGEST = 8_000
"""Characters. What is longer is a chapter."""
_IN_COMMON = 2
"""Pieces that have to name the same to be records: one alone shares with nobody."""
_OFTEN = 3
"""Headings of one name that are parts of records, such as `Why`; two may be chance."""
_MOST_SECTIONS = 0.75


_Heading = tuple[int, int, str]
"""Its line, its level and its words."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """Lines that may be a record."""

    start: int
    end: int
    """Behind its last line that is neither blank nor a rule."""
    named: frozenset[str]
    """The labels of its lines."""
    headed: frozenset[str] = frozenset()
    """The headings within it, one level below its own."""
    fields: int = 0
    """How many of its own lines are a label and a value, and no bullet."""
    size: int = 0
    """Characters."""
    first: str = ""
    """The label that opens it."""
    parent: int = -1
    """Where the section around it starts."""


def records(text: str) -> tuple[Head, list[Block]]:
    """Return the frontmatter of a document, its records, and the statements between them, in order."""
    head, start = opening(text)
    lines = text.split("\n")
    body = ["" for _ in range(start)] + lines[start:]
    for begin, end in injected(text):
        body[begin:end] = [""] * (end - begin)
    spans = iter([*_spans(body), (len(body), len(body))])
    span = next(spans)
    page_blocks: list[Block] = []
    behind = 0
    for block in blocks("\n".join(body)):
        at = block.line - 1
        if at < behind:
            continue  # a part of the record before
        while span[1] <= at or span[0] < behind < span[1]:
            span = next(spans)
        if at < span[0]:
            page_blocks.append(block)
        else:
            whole = body[span[0] : span[1]]
            page_blocks.append(Block(span[0] + 1, _above(whole[0], block.headings), whole, whole=True))
            span = next(spans)
        behind = page_blocks[-1].line - 1 + len(page_blocks[-1].lines)
    return head, page_blocks


def injected(text: str) -> Iterator[tuple[int, int]]:
    """Yield the first and last lines of what other programs inject into a document.

    Such context returns with every session and is no memory of the document's owner.
    """
    lines = text.split("\n")
    begin = -1
    for at, line in enumerate(lines):
        if begin < 0 and line.strip() == _INJECTED[0]:
            begin = at
        elif begin >= 0 and line.strip() == _INJECTED[1]:
            yield begin, at + 1
            begin = -1
    if begin >= 0:
        yield begin, len(lines)


def _above(first: str, headings: tuple[str, ...]) -> tuple[str, ...]:
    """Return the headings above a record, without its own title or label and the headings below that."""
    title, opened = HEADING.match(first), label(first)
    name = title[2].rstrip("#").strip("*_ \t") if title else opened[0] if opened else ""
    own = name.casefold()
    return next(
        (headings[:at] for at, one in enumerate(headings) if own.startswith(one.casefold())), headings
    )


def _spans(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Return where records start and end, in order; none lies in another."""
    open_lines = dict(outside_code(lines))
    headings = [
        (at, len(match[1]), match[2]) for at, line in open_lines.items() if (match := HEADING.match(line))
    ]
    taken: list[tuple[int, int]] = []
    free = [True] * len(lines)
    for level in range(1, 7):
        sections = list(_sections(lines, open_lines, headings, level))
        for piece in _alike(sections, by_headings=True):
            if free[piece.start]:
                taken.append((piece.start, piece.end))
                free[piece.start : piece.end] = [False] * (piece.end - piece.start)
    chunks = _alike(list(_chunks(lines, open_lines)), by_headings=False)
    taken += [(piece.start, piece.end) for piece in chunks if all(free[piece.start : piece.end])]
    return sorted(taken)


def _sections(
    lines: Sequence[str], open_lines: Mapping[int, str], headings: Sequence[_Heading], level: int
) -> Iterator[_Piece]:
    """Yield the sections of a level with the labels of their own lines and the headings below theirs."""
    tops = [place for place, (_, depth, _) in enumerate(headings) if depth <= level]
    if level == 1 and len(tops) < _IN_COMMON:
        return
    parent = -1
    for place, behind in pairwise([*tops, len(headings)]):
        start, depth, _ = headings[place]
        parent = start if depth < level else parent
        inner = headings[place + 1 : behind]
        end = headings[behind][0] if behind < len(headings) else len(lines)
        own_end = inner[0][0] if inner else end
        nearest = min((deep for _, deep, _ in inner), default=0)
        if depth == level:
            own = [open_lines[at] for at in range(start + 1, own_end) if at in open_lines]
            labelled = [(line, *known) for line in own if (known := label(line))]
            end = _trimmed(lines, start, end)
            yield _Piece(
                start,
                end,
                frozenset(name for _, name, _ in labelled),
                frozenset(name.casefold().strip("*_ ") for _, deep, name in inner if deep == nearest),
                sum(bool(value) and not is_item(line) for line, _, value in labelled),
                sum(map(len, lines[start:end])),
                parent=parent,
            )


def _chunks(lines: Sequence[str], open_lines: Mapping[int, str]) -> Iterator[_Piece]:
    """Yield the stretches between blank lines, headings and rules that open with a label."""
    start = 0
    for at in range(len(lines) + 1):
        line = lines[at] if at < len(lines) else ""
        if line.strip() and not HEADING.match(line) and not is_rule(line):
            continue
        opens = label(lines[start]) if start < at and start in open_lines else None
        if opens is not None:
            inner = [open_lines[one] for one in range(start, at) if one in open_lines]
            named = frozenset(known[0] for one in inner if (known := label(one)))
            yield _Piece(start, at, named, size=sum(map(len, lines[start:at])), first=opens[0])
        start = at + 1


def _alike(pieces: Sequence[_Piece], *, by_headings: bool) -> Iterator[_Piece]:
    """Yield the pieces that have their shape from others, and sections that are laid out in fields."""
    named = Counter(name for piece in pieces for name in piece.named)
    headed = Counter(name for piece in pieces for name in piece.headed)
    first = Counter(piece.first for piece in pieces)
    siblings = Counter(piece.parent for piece in pieces)
    beside = Counter((piece.parent, name) for piece in pieces for name in piece.named)
    for piece in pieces:
        common = sum(named[name] >= _IN_COMMON for name in piece.named)
        below = sum(headed[name] >= _OFTEN for name in piece.headed)
        most = max(_OFTEN, _MOST_SECTIONS * siblings[piece.parent])
        everywhere = any(beside[piece.parent, name] >= most for name in piece.named)
        if by_headings:
            is_record = common + below >= _IN_COMMON or everywhere or piece.fields >= _OFTEN
        else:
            is_record = common >= _IN_COMMON and first[piece.first] >= _IN_COMMON
        if is_record and piece.end - piece.start > 1 and piece.size <= _LONGEST:
            yield piece


def _trimmed(lines: Sequence[str], start: int, end: int) -> int:
    """Return where a section ends without the blank lines and rules behind it."""
    while end > start + 1 and (not lines[end - 1].strip() or is_rule(lines[end - 1])):
        end -= 1
    return end
