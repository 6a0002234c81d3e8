"""Which pieces of a page are records, told by what comes again in them.

Sections of one level are, that share labels or headings with others or are titled like the entries of one
log; and stretches between blank lines that open with the same label. One alone is a record only where it is
laid out in fields, or a day in its title tells. `records` cuts the page into the pieces.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

LONGEST = 8_000
"""Characters. What is longer is a chapter."""
IN_COMMON = 2
"""Pieces that have to name the same to be records: one alone shares with nobody."""
_OFTEN = 3
"""Headings of one name that are parts of records, such as `Why`; two may be chance."""
_MOST_SECTIONS = 0.75
"""The share of a page's sections with a field or heading of one name, from which on each is a record with
it.
"""
_LONGEST_ENTRY = 2_400
"""Characters of an entry that only its title tells."""
_LONGEST_STEP = 1_000
"""Characters of a section that only its number tells. A longer one tells of several things."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines that may be a record."""

    start: int
    end: int
    """Behind its last line that is neither blank nor a rule."""
    named: frozenset[str]
    """The labels of its lines."""
    headed: frozenset[str] = frozenset()
    """The headings within it, one level below its own."""
    fields: int = 0
    """How many of its own lines are a label and a value, and no bullet; 0 where most say something else."""
    listed: tuple[str, ...] = ()
    """The labels of its own bullets, but for those below a label; empty for one without."""
    size: int = 0
    """Characters."""
    first: str = ""
    """The label that opens it."""
    parent: int = -1
    """Where the section around it starts."""
    entry: bool = False
    """Whether its title is that of an entry of a log, and nothing in it has a heading."""
    dated: bool = False
    """Whether its title opens with a day."""
    closed: bool = False
    """Whether its title ends with a day in brackets, and nothing in it has a heading."""
    numbered: bool = False
    """Whether its title is one of a count within a chapter (`1. Rinse`, `Step 1: Rinse`), and nothing in it
    has a heading.
    """
    filled: bool = False
    """Whether each of its own paragraphs and bullets opens with a label."""
    brief: bool = False
    """Whether most values of its labels are too short to be sentences."""


def sections_alike(sections: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the sections that share parts with others, are entries of a log, or are laid out in fields."""
    among = _Among(sections)
    for piece, common in zip(sections, _labels_again(sections, among.labels), strict=True):
        if _may_be_a_record(piece) and (
            common + among.headings_that_come_often(piece) >= IN_COMMON
            or among.has_what_most_have(piece)
            or piece.fields >= _OFTEN
            or among.is_an_entry(piece)
            or among.is_filled_like_others(piece, common)
        ):
            yield piece


def chunks_alike(chunks: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the stretches that share labels with others and open with the label of another."""
    labels = Counter(name for piece in chunks for name in piece.named)
    first = Counter(piece.first for piece in chunks)
    for piece, common in zip(chunks, _labels_again(chunks, labels), strict=True):
        if _may_be_a_record(piece) and common >= IN_COMMON and first[piece.first] >= IN_COMMON:
            yield piece


def _may_be_a_record(piece: Piece) -> bool:
    """Say whether a piece has more than one line, and is no chapter."""
    return piece.end - piece.start > 1 and piece.size <= LONGEST


class _Among:
    """How often what a section of one level has comes again in the others."""

    def __init__(self, sections: Sequence[Piece]) -> None:
        """Count it: labels and headings everywhere, the rest among those with one section around them."""
        self.labels = Counter(name for piece in sections for name in piece.named)
        self._headings = Counter(name for piece in sections for name in piece.headed)
        self._parts = Counter(
            (piece.parent, name) for piece in sections for name in piece.named | piece.headed
        )
        self._siblings = Counter(piece.parent for piece in sections)
        self._entries = Counter(piece.parent for piece in sections if piece.entry)
        self._closed = Counter(piece.parent for piece in sections if piece.closed)
        self._numbered = Counter(piece.parent for piece in sections if piece.numbered)
        self._filled = Counter(piece.parent for piece in sections if piece.filled)

    def headings_that_come_often(self, piece: Piece) -> int:
        """Return how many headings within a section others have within theirs."""
        return sum(self._headings[name] >= _OFTEN for name in piece.headed)

    def has_what_most_have(self, piece: Piece) -> bool:
        """Say whether a section has a label or a heading that most of its siblings have."""
        least = max(IN_COMMON if piece.filled else _OFTEN, self._most_siblings(piece))
        return any(self._parts[piece.parent, name] >= least for name in piece.named | piece.headed)

    def is_an_entry(self, piece: Piece) -> bool:
        """Say whether the titles of a section and its siblings are those of entries, or of steps."""
        most = self._most_siblings(piece)
        opens = piece.entry and (piece.dated or self._entries[piece.parent] >= IN_COMMON)
        closes = piece.closed and self._closed[piece.parent] >= max(IN_COMMON, most)
        counted = piece.numbered and self._numbered[piece.parent] >= most
        return (opens and piece.size <= _LONGEST_ENTRY) or closes or (counted and piece.size <= _LONGEST_STEP)

    def is_filled_like_others(self, piece: Piece, common: int) -> bool:
        """Say whether all that a section says stands behind labels, of which `common` come again.

        So does a list of terms; a record has a day, values like those of its siblings, or labels of others.
        """
        beside = piece.brief and self._filled[piece.parent] >= max(_OFTEN, self._most_siblings(piece))
        often = common > 0 and any(self.labels[name] >= _OFTEN for name in piece.named)
        return piece.filled and (piece.dated or beside or often)

    def _most_siblings(self, piece: Piece) -> float:
        """Return how many sections are most of those with the same section around them."""
        return _MOST_SECTIONS * self._siblings[piece.parent]


def _labels_again(pieces: Sequence[Piece], named: Mapping[str, int]) -> Iterator[int]:
    """Yield for each piece how many of its labels others have too; 0 for a list of statements some of which
    have one. Of pieces beside one another with several such labels all are lists if most are.
    """
    often = [sum(named[name] >= IN_COMMON for name in piece.named) for piece in pieces]
    lists = [_is_list(piece, again, named) for piece, again in zip(pieces, often, strict=True)]
    beside: dict[int, list[bool]] = {}
    for piece, again, is_list in zip(pieces, often, lists, strict=True):
        if again >= IN_COMMON:
            beside.setdefault(piece.parent, []).append(is_list)
    for piece, again, is_list in zip(pieces, often, lists, strict=True):
        alike = beside[piece.parent] if again >= IN_COMMON else [is_list]
        yield 0 if 2 * sum(alike) > len(alike) else again


def _is_list(piece: Piece, again: int, named: Mapping[str, int]) -> bool:
    """Say whether as many bullets of a piece have no label as have one that comes `again`, or more have one
    of their own.
    """
    bare = piece.listed.count("")
    alone = sum(named[name] < IN_COMMON for name in piece.listed) - bare
    return bare >= again or alone > again
