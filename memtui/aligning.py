"""What differs between two sequences, as steps from the one to the other.

`difflib` alone takes time by the product of how often each thing stands in both, and the lines of a file may
all be alike. So it compares short sequences only; longer ones have their longest common part found bit by
bit, and what is longer still counts as replaced between its common beginning and end.
"""

from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher

Step = tuple[str, int, int, int, int]
"""`equal`, `replace`, `delete` or `insert`, from where to where in the first, and in the second."""
_FEW = 400 * 400
"""Pairs of things that difflib compares."""
_MOST = 20_000 * 20_000
"""Pairs for which room is made: 50 MB."""


def steps(before: Sequence[Hashable], after: Sequence[Hashable]) -> list[Step]:
    """Return the steps that make `after` of `before`, in order, without a gap."""
    if len(before) * len(after) <= _FEW:
        return list(SequenceMatcher(None, before, after, autojunk=False).get_opcodes())
    head, tail = _ends(before, after)
    first, last, to = head, len(before) - tail, len(after) - tail
    middle = _middle(before[first:last], after[first:to])
    found: list[Step] = [("equal", 0, head, 0, head)] if head else []
    found += [(tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in middle]
    return found + ([("equal", last, len(before), to, len(after))] if tail else [])


def _ends(one: Sequence[Hashable], other: Sequence[Hashable]) -> tuple[int, int]:
    """Return how many things two sequences begin with alike, and how many of the rest they end with alike."""
    most = min(len(one), len(other))
    head = next((at for at in range(most) if one[at] != other[at]), most)
    rest = most - head
    return head, next((at for at in range(rest) if one[-1 - at] != other[-1 - at]), rest)


def _middle(before: Sequence[Hashable], after: Sequence[Hashable]) -> Iterator[Step]:
    """Yield the steps between two sequences that begin and end with something else."""
    if not before and not after:
        return
    if not before or not after or len(before) * len(after) > _MOST:
        yield _tag(len(before), len(after)), 0, len(before), 0, len(after)
        return
    from rapidfuzz.distance import LCSseq  # ten milliseconds, and most sequences are short

    a = c = 0
    for code in LCSseq.opcodes(before, after):
        if code.tag == "equal":
            start, to_start = code.src_start, code.dest_start
            if start > a or to_start > c:
                yield _tag(start - a, to_start - c), a, start, c, to_start
            a, c = code.src_end, code.dest_end
            yield "equal", start, a, to_start, c
    if a < len(before) or c < len(after):
        yield _tag(len(before) - a, len(after) - c), a, len(before), c, len(after)


def _tag(gone: int, come: int) -> str:
    """Return the name of a step from some things to some others."""
    return "replace" if gone and come else "delete" if gone else "insert"
