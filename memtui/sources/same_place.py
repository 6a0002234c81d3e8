"""Tells which new lines of a file are lines that went, reworded where they stood.

Formats without ids know a line by its text. One that was corrected reads as one that went and one that came;
where the two stand between the same lines, under the same heading, and share enough words, they are one
line, and its memory follows without a question. Lines that stayed are what a place is told by. Where several
went or came side by side, each has to stand out. What is not sure is left to the card (`rewording`).

The answer is the same the other way round: a file that becomes what it was before, as after looking at
another branch, gives each memory back its words.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from memtui.sources.rewording import likenesses, weights, words_of

_ENOUGH = 0.6
"""The weight of the shared words, against that of all, from which two lines at one place are one. 95 to 98 of
100 edits of a figure, a clause or a fifth of the words share so much, of a thousand unrelated pairs one does;
`benchmarks.edits`.
"""
_FEWEST_WORDS = 2
"""Words beside its figures by which a line is known when only figures differ."""

_Pair = tuple[int, int]
"""The index of a line that went, and of one that came."""
_Neighbours = tuple[str, str]
"""The keys of the lines that stayed above and below; empty at the beginning and the end of the file."""


@dataclass(frozen=True, slots=True)
class Line:
    """A record of a file, with what its place is told by."""

    key: str
    text: str
    """Without the headings above it."""
    section: str


def reworded_in_place(before: Sequence[Line], after: Sequence[Line]) -> dict[str, str]:
    """Return the keys of new lines by those of the lines that they reword, of one file in its order."""
    stayed = {line.key for line in before} & {line.key for line in after}
    went, came = _between(before, stayed), _between(after, stayed)
    weigh = weights([line.text for line in {line.key: line for line in (*before, *after)}.values()])
    pairs: dict[str, str] = {}
    for neighbours in went.keys() & came.keys():
        for gone, new in _sure(went[neighbours], came[neighbours], weigh):
            if new is not after[-1] or not _is_cut_off(gone.text, new.text):
                pairs[gone.key] = new.key
    return pairs


def _between(lines: Sequence[Line], stayed: set[str]) -> Mapping[_Neighbours, list[Line]]:
    """Return the lines that did not stay, by the lines around them that did."""
    between: dict[_Neighbours, list[Line]] = {}
    above, group = "", list[Line]()
    for line in lines:
        if line.key not in stayed:
            group.append(line)
            continue
        if group:
            between[above, line.key] = group
        above, group = line.key, []
    if group:
        between[above, ""] = group
    return between


def _is_cut_off(before: str, after: str) -> bool:
    """Say whether a line ends within a word of what it was: the file was not written to its end."""
    return before.startswith(after) and before[len(after) - 1 : len(after) + 1].isalnum()


def _sure(
    gone: Sequence[Line], new: Sequence[Line], weigh: Callable[[str], float]
) -> Iterator[tuple[Line, Line]]:
    """Yield the lines that went from a place, each with the one that came there in its stead.

    Where as many came as went, that is the one at the same place among them. Else a line may have been split,
    or two joined, and none may have even half of what the pair shares.
    """
    in_order = len(gone) == len(new)
    shares = _shares(gone, new, weigh)
    rivals = _rivals(shares)
    for (at, other), share in shares.items():
        under_one = gone[at].section == new[other].section or gone[at].text == new[other].text
        most = rivals[at, other]
        stands_out = (at == other and most < share) if in_order else most <= share / 2
        if under_one and stands_out and share >= _ENOUGH:
            yield gone[at], new[other]


def _shares(gone: Sequence[Line], new: Sequence[Line], weigh: Callable[[str], float]) -> dict[_Pair, float]:
    """Return what each of some lines shares with each of others; all, where only their figures differ."""
    before, after = [line.text for line in gone], [line.text for line in new]
    return {
        (at, other): 1.0 if _differ_in_figures(before[at], after[other]) else share
        for share, at, other in likenesses(before, after, weigh)
    }


def _rivals(shares: Mapping[_Pair, float]) -> dict[_Pair, float]:
    """Return the most that either of a pair shares with any other line."""
    most: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for pair, share in shares.items():
        for side, line in enumerate(pair):
            most[side, line] = sorted([*most[side, line], share])[-2:]

    def rival(pair: _Pair, place: tuple[int, int]) -> float:
        second, best = most[place]
        return second if best == shares[pair] else best

    return {pair: max(rival(pair, place) for place in enumerate(pair)) for pair in shares}


def _differ_in_figures(one: str, other: str) -> bool:
    said, says = ([word for word in words_of(text) if word.isalpha()] for text in (one, other))
    return said == says and len(said) >= _FEWEST_WORDS
