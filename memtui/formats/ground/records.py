"""Finds records in markdown, that is, a shape that is repeated: each repetition is one memory.

A lesson is told as its problem, its cause and its fix; a log has the same labels under each heading. Such
a shape is known by its repetition in the file and never by what its labels say, in whatever language:
sections of one level, or pieces between blank lines, that have labels in common and little else; sections
that come again in the same order; entries of a log, whose titles open with a day or an identifier; short
sections that are numbered within another; a question with its answer. A document whose own title does, such
as `ADR 7: Tin lids`, is one record. What is none is taken apart into statements as ever.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from memtui.formats.ground import own_lines
from memtui.formats.ground.alike import IN_COMMON, LONGEST, Piece, chunks_alike, sections_alike
from memtui.formats.ground.closing import closing_rule
from memtui.formats.ground.dates import opening_date, says_only_when
from memtui.formats.ground.entry_titles import (
    closes_with_a_day,
    counts,
    is_numbered,
    logs,
    names_a_document,
    opens_an_entry,
)
from memtui.formats.ground.frontmatter import Head, opening
from memtui.formats.ground.labels import HEADING, is_rule, label, outside_code, run_in
from memtui.formats.ground.markdown import Block, blocks
from memtui.formats.ground.stretches import answered, below_days
from memtui.formats.ground.underlined import with_marks
from memtui.formats.ground.unfilled import only_links

_INJECTED = ("<claude-mem-context>", "</claude-mem-context>")
_LONGEST_DOCUMENT = 16_000
"""Characters of a document that calls itself one record. What is longer is a book."""
_FOOTER = 2
"""Lines behind a rule at the end of a document that are the document's and not of its last record."""


_Heading = tuple[int, int, str]
"""Its line, its level and its words."""


def records(text: str) -> tuple[Head, list[Block]]:
    """Return the frontmatter of a document, its records, and the statements between them, in order."""
    head, start = opening(text)
    lines = text.split("\n")
    body = ["" for _ in range(start)] + lines[start:]
    for begin, end in injected(text):
        body[begin:end] = [""] * (end - begin)
    marked = with_marks(body)
    spans = [*_spans(marked, head), (len(body), len(body))]
    return head, list(_parted(blocks("\n".join(body)), spans, body))


def says_something(block: Block) -> bool:
    """Say whether a statement or record is a memory: not where nobody has filled in anything, and not links
    to headings of the page, the day it was written or what it says of itself.
    """
    none = block.footer or block.unfilled or only_links(block.text)
    return not none and not says_only_when(block.text, block.headings)


def _parted(found: Iterable[Block], spans: Sequence[tuple[int, int]], body: Sequence[str]) -> Iterator[Block]:
    """Yield the records in place of the statements that they are made of, and the other statements.

    A statement that reaches into a record ends before it, and what reaches out of one is a statement.
    """
    ahead = iter(spans)
    span = next(ahead)
    behind = 0
    told: set[str] = set()
    for block in found:
        at, end = max(block.line - 1, behind), block.line - 1 + len(block.lines)
        while at < end:
            if not body[at].strip():
                at += 1
                continue
            while span[1] <= at:
                span = next(ahead)
            if span[0] <= at:
                whole = list(body[span[0] : span[1]])
                around = tuple(name for name in block.headings if name.casefold() not in told)
                yield Block(span[0] + 1, _above(whole, around), whole, whole=True)
                at = behind = span[1]
                told = set(_titles_in(whole[1:])) or told
            else:
                stop = min(end, span[0])
                yield block if (at, stop) == (block.line - 1, end) else _cut(block, body, at, stop)
                at = behind = stop


def _cut(block: Block, body: Sequence[str], start: int, end: int) -> Block:
    """Return the part of a statement between two lines, without the blank ones at its end."""
    while not body[end - 1].strip():
        end -= 1
    return Block(start + 1, block.headings, list(body[start:end]))


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


def _above(whole: Sequence[str], headings: tuple[str, ...]) -> tuple[str, ...]:
    """Return the headings above a record, without its own title or label and the headings below that."""
    opened = label(whole[0]) or run_in(whole[0])
    own = [*([opened[0]] if opened else []), *_titles_in(whole)]
    inside = (at for at, name in enumerate(headings) if any(one.startswith(name.casefold()) for one in own))
    return headings[: next(inside, len(headings))]


def _titles_in(lines: Sequence[str]) -> Iterator[str]:
    """Yield the words of the headings among some lines, folded for comparing."""
    for _, line in outside_code(with_marks(lines)):
        if match := HEADING.match(line):
            yield match[2].rstrip("#").strip("*_ \t").casefold()


def _spans(lines: Sequence[str], head: Head) -> list[tuple[int, int]]:
    """Return where records start and end, in order; none lies in another."""
    open_lines = dict(outside_code(lines))
    headings = [
        (at, len(match[1]), match[2]) for at, line in open_lines.items() if (match := HEADING.match(line))
    ]
    document = _document(lines, headings, head)
    if document is not None:
        return [document]
    taken = _Taken(len(lines))
    taken.add(_told_below_a_day(lines, open_lines, headings))
    for level in sorted({level for _, level, _ in headings}):
        taken.add(sections_alike(list(_sections(lines, open_lines, headings, level))))
        taken.add(_rounds(lines, headings, level))
    stretches = (*answered(lines, open_lines), *below_days(lines, open_lines))
    taken.add(Piece(start, end, frozenset()) for start, end in stretches)
    taken.add(_logged(lines, open_lines))
    taken.add(chunks_alike(list(_chunks(lines, open_lines))))
    return sorted(taken.spans)


class _Taken:
    """The lines of a page that are part of a record."""

    def __init__(self, lines: int) -> None:
        """Begin with none of so many."""
        self.spans: list[tuple[int, int]] = []
        self._free = [True] * lines

    def add(self, pieces: Iterable[Piece]) -> None:
        """Take the lines of each piece of which none is taken yet."""
        for piece in pieces:
            if all(self._free[piece.start : piece.end]):
                self.spans.append((piece.start, piece.end))
                self._free[piece.start : piece.end] = [False] * (piece.end - piece.start)


def _logged(lines: Sequence[str], open_lines: Mapping[int, str]) -> Iterator[Piece]:
    """Yield the entries of a log that has no headings: a line that opens with a day, and those up to the next
    such line, a blank one, a heading or a rule.
    """
    starts = [at for at, line in open_lines.items() if logs(line)]
    for start, following in pairwise([*starts, len(lines)] if len(starts) >= IN_COMMON else []):
        within = range(start + 1, following)
        ends = (
            at for at in within if not lines[at].strip() or HEADING.match(lines[at]) or is_rule(lines[at])
        )
        end = next(ends, following)
        if sum(map(len, lines[start:end])) <= LONGEST:
            yield Piece(start, end, frozenset())


def _told_below_a_day(
    lines: Sequence[str], open_lines: Mapping[int, str], headings: Sequence[_Heading]
) -> Iterator[Piece]:
    """Yield the entries of a log that are told in sections below a line with a day: those up to the next such
    line whose sections have the names of others.
    """
    starts = [at for at, line in open_lines.items() if logs(line)]
    if len(starts) < IN_COMMON:
        return
    ends = [*starts[1:], len(lines)]
    below: list[set[str]] = [set() for _ in starts]
    for at, _, name in headings:
        if at > starts[0]:
            below[bisect(starts, at) - 1].add(name.casefold().strip("*_: "))
    often = Counter(name for names in below for name in names)
    for start, following, names in zip(starts, ends, below, strict=True):
        end = _trimmed(lines, start, following)
        shared = any(often[name] >= IN_COMMON for name in names)
        if shared and sum(map(len, lines[start:end])) <= LONGEST:
            yield Piece(start, end, frozenset(names))


def _document(lines: Sequence[str], headings: Sequence[_Heading], head: Head) -> tuple[int, int] | None:
    """Return where a document's record starts and ends, if it is one as a whole."""
    first = next((at for at, line in enumerate(lines) if line.strip()), -1)
    levels = Counter(level for _, level, _ in headings)
    sections = levels[1] - 1 + levels[2]
    titles = [name for _, level, name in headings[1:] if level == 1]
    if not headings or headings[0][:2] != (first, 1) or sections < IN_COMMON or any(map(is_numbered, titles)):
        return None
    end = _trimmed(lines, first, len(lines))
    short = sum(map(len, lines[first:end])) <= _LONGEST_DOCUMENT
    is_one = names_a_document(lines[first:], headings[0][2], head, sections)
    return (first, end) if short and is_one else None


def _rounds(lines: Sequence[str], headings: Sequence[_Heading], level: int) -> Iterator[Piece]:
    """Yield the stretches of sections of a level that come again and again in one order.

    Each begins at the first heading that comes again, as in `Choice`, `Reason`, `Choice`, `Reason`.
    """
    beside: list[_Heading] = []
    for at, depth, name in [*headings, (len(lines), 0, "")]:
        if depth == level:
            beside.append((at, depth, name.casefold().strip("*_: ")))
        elif depth < level:
            yield from _rounds_of(lines, beside, at)
            beside = []


def _rounds_of(lines: Sequence[str], beside: Sequence[_Heading], behind: int) -> Iterator[Piece]:
    """Yield the rounds of the sections `beside` one another; behind the last of them is line `behind`."""
    often = Counter(name for _, _, name in beside)
    first = next((name for _, _, name in beside if often[name] >= IN_COMMON), None)
    starts = [place for place, (_, _, name) in enumerate(beside) if name == first]
    for place, following in pairwise([*starts, len(beside)]):
        start = beside[place][0]
        end = _trimmed(lines, start, beside[following][0] if following < len(beside) else behind)
        again = {name for _, _, name in beside[place:following] if often[name] >= IN_COMMON}
        if len(again) >= IN_COMMON and sum(map(len, lines[start:end])) <= LONGEST:
            yield Piece(start, end, frozenset(again))


def _sections(
    lines: Sequence[str], open_lines: Mapping[int, str], headings: Sequence[_Heading], level: int
) -> Iterator[Piece]:
    """Yield the sections of a level with the labels of their own lines and the headings below theirs."""
    tops = [place for place, (_, depth, _) in enumerate(headings) if depth <= level]
    if level == 1 and len(tops) < IN_COMMON:
        return
    parent, outer = -1, 0
    for place, behind in pairwise([*tops, len(headings)]):
        start, depth, _ = headings[place]
        parent, outer = (start, depth) if depth < level else (parent, outer)
        inner = headings[place + 1 : behind]
        end = headings[behind][0] if behind < len(headings) else len(lines)
        own_end = inner[0][0] if inner else end
        nearest = min((deep for _, deep, _ in inner), default=0)
        if depth == level:
            end = _trimmed(lines, start, end)
            own = [open_lines[at] for at in range(start + 1, min(own_end, end)) if at in open_lines]
            yield Piece(
                start,
                end,
                frozenset(known[0] for line in own if (known := label(line) or run_in(line))),
                frozenset(name.casefold().strip("*_ ") for _, deep, name in inner if deep == nearest),
                own_lines.fields(own),
                tuple(own_lines.listed(own)),
                sum(map(len, lines[start:end])),
                parent=parent,
                dated=opening_date(headings[place][2]) is not None,
                entry=not inner and opens_an_entry(headings[place][2]),
                closed=not inner and closes_with_a_day(headings[place][2]),
                numbered=not inner and outer > 1 and counts(headings[place][2]),
                filled=not inner and own_lines.filled(own),
                brief=own_lines.brief(own),
            )


def _chunks(lines: Sequence[str], open_lines: Mapping[int, str]) -> Iterator[Piece]:
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
            size, listed = sum(map(len, lines[start:at])), tuple(own_lines.listed(inner))
            yield Piece(start, at, named, listed=listed, size=size, first=opens[0])
        start = at + 1


def _trimmed(lines: Sequence[str], start: int, end: int) -> int:
    """Return where a section ends without the blank lines and rules behind it, and without what a document
    says of itself below its last rule.
    """
    if end == len(lines):
        end = max(closing_rule(lines), start + 1)
    if end == len(lines):
        rules = [at for at in range(start + 1, end) if is_rule(lines[at])]
        last = rules[-1] if rules else end
        end = last if 0 < sum(bool(line.strip()) for line in lines[last + 1 : end]) <= _FOOTER else end
    while end > start + 1 and (not lines[end - 1].strip() or is_rule(lines[end - 1])):
        end -= 1
    return end
