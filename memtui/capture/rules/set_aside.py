"""Lines that say something else than what is so, told by where they stand in their text.

A decision says first how it was, then what might be done, then what is done. `Today we count by hand` under
`Context` is over once that is decided, and so is anywhere what a later sentence of the same text says has
changed. An option that the decision does not name was not taken. In a thread, what somebody reports and
another one quotes and answers is as the answer says. None of these is a fact, and none confirms one.

The extractor asks, with all lines of a window, and goes on with the rest.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from memtui.capture.rules.cues import kind_of_heading
from memtui.capture.rules.reading import Line
from memtui.capture.tally import Became
from memtui.language.renewed import Effect, renewal
from memtui.language.side import telling_words
from memtui.language.told_change import changes
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("set_aside.toml"))
_BACKGROUND, _SO_FAR, _OPTIONS, _CONSIDERED = (
    _PHRASES[name].pattern for name in ("background", "so_far", "options", "considered")
)
_TITLE_ENDS = re.compile(r"[.:;](?=\s|$)|\s[-–—]\s")
"""What stands behind the name of an option in its item."""
_DECISION = "decision"
_OUT_OF_DATE = frozenset({Effect.RENEWED, Effect.OVERTAKEN, Effect.UNSURE})
_AHEAD = 30
"""Lines behind one in which is looked for what says that it has changed since."""


@dataclass(slots=True)
class SetAside:
    """The lines of a window that are no statements, and why."""

    lines: list[tuple[Line, Became]] = field(default_factory=list)

    def rest(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Yield the lines that may say what is so."""
        every = list(lines)
        why = _why([line for line in every if not line.data])
        for line in every:
            became = why(line)
            if became is None:
                yield line
            else:
                self.lines.append((line, became))


def _why(lines: Sequence[Line]) -> Callable[[Line], Became | None]:
    decided = [line for line in lines if any(map(_is_of_a_decision, line.under))]
    left = _not_taken(lines, decided)
    before = _was_so(lines, of_a_decision=bool(decided))

    def why(line: Line) -> Became | None:
        if line.data:
            return Became.DATA
        if line.sentence.start in left:
            return Became.OPTION
        return Became.BEFORE if line.sentence.start in before else None

    return why


def _is_of_a_decision(heading: str) -> bool:
    kind = kind_of_heading(heading)
    return kind is not None and kind.name == _DECISION


# -- how it was ------------------------------------------------------------------------------------------


def _was_so(lines: Sequence[Line], *, of_a_decision: bool) -> set[int]:
    """Return where the lines begin that say how it was before what the text tells."""
    telling = [(at, line) for at, line in enumerate(lines) if changes(line.text)]
    over = set()
    for at, line in enumerate(lines):
        of_then = of_a_decision and any(map(_BACKGROUND.search, line.under))
        so_far = _SO_FAR.search(line.sentence.text) is not None
        if not (so_far or of_then) or changes(line.text):
            continue
        later = (other.text for place, other in telling if at < place <= at + _AHEAD)
        if (of_then and so_far) or any(renewal(line.text, each).effect in _OUT_OF_DATE for each in later):
            over.add(line.sentence.start)
    return over


# -- what was not taken ----------------------------------------------------------------------------------


def _not_taken(lines: Sequence[Line], decided: Sequence[Line]) -> set[int]:
    """Return where the lines begin of options that the decision does not name."""
    options = [line for line in lines if _options_of(line, decided) is not None]
    names = _what_is_taken(decided)
    groups = [list(group) for _, group in groupby(options, key=lambda line: _which(line, decided))]
    shares = [len(telling_words(_title(group, decided)) & names) for group in groups]
    most = max(shares, default=0)
    left = (group for group, share in zip(groups, shares, strict=True) if not share or share < most)
    return {line.sentence.start for group in left for line in group}


def _options_of(line: Line, decided: Sequence[Line]) -> int | None:
    """Return how many headings stand over a line down to that of the options it belongs to; else None."""
    for depth, heading in enumerate(line.under, 1):
        if _CONSIDERED.search(heading) or (decided and _OPTIONS.search(heading)):
            return depth
    return None


def _which(line: Line, decided: Sequence[Line]) -> tuple[str, ...] | int:
    """Return what tells the option of a line from others: the heading below theirs, or else its item."""
    depth = _options_of(line, decided) or 0
    return line.under[: depth + 1] if len(line.under) > depth else line.sentence.paragraph


def _title(group: Sequence[Line], decided: Sequence[Line]) -> str:
    """Return what an option is called: its heading, or what its item begins with."""
    depth = _options_of(group[0], decided) or 0
    return group[0].under[depth] if len(group[0].under) > depth else _TITLE_ENDS.split(group[0].text)[0]


def _what_is_taken(decided: Sequence[Line]) -> frozenset[str]:
    """Return the words of a decision, without those for what it gives up."""
    told = [change for line in decided for change in changes(line.text)]
    given_up = [telling_words(each.text[slice(*each.old)]) for each in told]
    words = [telling_words(line.text) for line in decided]
    return frozenset().union(*words) - frozenset().union(*given_up)
