"""How lines come together to statements: one stands alone, joins the one before it, or is left out.

A sentence that shows a cue and stands alone becomes a statement. One that leans on it (`She finds …`, `Will
start …`, a fragment with the reason) joins it, so that the pronoun keeps its noun. One that leans on nothing
kept takes the sentence before it along, or is left out.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path

from memtui.capture.head_lines import is_of_a_meeting
from memtui.capture.remember import request_in
from memtui.capture.rules import reference, wording
from memtui.capture.rules.cues import Cue, cue
from memtui.capture.rules.grounds import Grounds
from memtui.capture.rules.making import MOST_CHARACTERS, UNSHOWN, Statement
from memtui.capture.rules.reading import Line
from memtui.capture.rules.reference import Leaning
from memtui.capture.rules.stating import statement_of, why_not
from memtui.capture.rules.verbs import has_verb
from memtui.capture.rules.weighing import Setting, is_a_wish, is_standing, is_worth_keeping
from memtui.capture.tally import Became
from memtui.phrases import phrases_in

_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff々ー]")
"""A character of a script that sets no words apart."""
_FEWEST_WORDS = 4
"""Fewer words are a label; one less is enough for what is weighty or corrected."""
_WEIGHTY = 0.6
"""From this importance on, three words may be a statement: `We chose Redis`."""
_SHORT_ITEM = 8
"""Words of a list item in another language up to which its heading may be its subject."""
_VERBLESS = {"quantity", "deadline", "event"}
"""Kinds that a sentence without a verb can show."""
_PHRASES = phrases_in(Path(__file__).with_name("joining.toml"))
_DATED = _PHRASES["dated"].pattern
_EMPTY_CLOSE = _PHRASES["empty_close"].pattern
_TITLED_BY_DAY = re.compile(
    r"[^\d`_]{1,60}(?:\d{4}-\d\d-\d\d|\d{1,2}\.? [^\W\d_]{3,10} \d{4}|[^\W\d_]{3,10} \d{1,2},? \d{4})\W*$"
)
"""A title of a text and the day of it: `Weekly sync, 2026-03-04`; it names no subject."""


def joined(lines: Iterable[Line], setting: Setting, became: dict[int, Became]) -> list[Statement]:
    """Return the statements of lines; `became` takes what became of the sentence at each place."""
    reading = _Reading(setting, became)
    for line in lines:
        reading.meet(line)
    return reading.ended()


@dataclass(frozen=True, slots=True)
class _Said:
    """What a line states, and what that shows and lacks by itself."""

    line: Line
    text: str
    previous: Line | None
    sign: Cue | None
    of: str
    """The heading to put before it."""
    carries_on: bool
    """It stands in one paragraph with the line before it."""
    states: bool
    """It has a verb, or needs none."""
    leans: Leaning

    @classmethod
    def by(cls, line: Line, text: str, previous: Line | None, setting: Setting) -> "_Said":
        """Return what a line states in `text`, behind the line `previous`."""
        sign = cue(text, line.heading, line.label)
        carries_on = previous is not None and previous.sentence.paragraph == line.sentence.paragraph
        shown = sign is not None and sign.kind.name not in _VERBLESS and not (carries_on and line.item)
        states = setting.foreign or shown or has_verb(text)
        of = "" if carries_on and not line.labelled else _of_what(line, text, setting)
        listed = line.item and line.heading is not None
        apart = listed or of or request_in(text) is not None
        leans = Leaning.NOT if apart else reference.leaning(text, verb=states)
        return cls(line, text, previous, sign, of, carries_on, states, leans)

    @property
    def is_fragment(self) -> bool:
        """Whether it is an item of a list that says nothing by itself."""
        return self.line.item and not (self.carries_on or self.of or self.states) and self.sign is None


@dataclass(slots=True)
class _Reading:
    """The statements of a text as they come together, line by line."""

    setting: Setting
    became: dict[int, Became]
    """Takes what became of the sentence at each place."""
    grounds: Grounds = field(default_factory=Grounds)
    done: list[Statement] = field(default_factory=list)
    current: Statement | None = None
    """The one that the next line may join."""
    previous: Line | None = None
    topic: str = ""
    """What the paragraph speaks of."""
    paragraph: int = -1

    def meet(self, line: Line) -> None:
        """Take the next line."""
        if line.sentence.paragraph != self.paragraph and not line.item:
            self.topic, self.paragraph = "", line.sentence.paragraph
        previous, self.previous = self.previous, line
        self.grounds.meet(line)
        instead = self.current is not None and _says_what_instead(line, self.current)
        reason, text = why_not(line), statement_of(line)
        if instead:
            reason, text = None, text or line.text
        if reason is not None:
            self._note(line, reason)
        if text is None:
            self._close()
            return
        self._note(line, Became.NOTHING)
        if not _EMPTY_CLOSE.match(text):
            self._take(_Said.by(line, text, previous, self.setting), instead=instead)

    def ended(self) -> list[Statement]:
        """Return all statements once the last line was met."""
        self._close()
        return self.done

    def _close(self) -> None:
        if self.current is not None:
            self.done.append(self.current)
            self.current = None

    def _note(self, line: Line, became: Became) -> None:
        self.became[line.sentence.start] = became

    def _take(self, said: _Said, *, instead: bool) -> None:
        """Join what a line states to the statement before it, begin one with it, or leave it out."""
        line = said.line
        if said.is_fragment:
            self._note(line, Became.LEANING)
            return
        if self._joins(said, instead=instead):
            self._note(line, Became.FACT)
            return
        self._close()
        if not is_worth_keeping(line, said.sign, self.setting):
            if said.sign is not None and said.sign.kind.name == "commitment":
                self._note(line, Became.ASKED)
            return
        self.current = self._begun(said)
        if self.current is None:
            self._note(line, Became.LEANING)
        else:
            self.became.update({each.sentence.start: Became.FACT for each in self.current.lines})
        self.topic = wording.object_of(said.text) or self.topic

    def _joins(self, said: _Said, *, instead: bool) -> bool:
        """Put what a line states behind the statement before it, and say whether it goes on from there."""
        current = self.current
        goes_on = said.leans is not Leaning.NOT or instead or _follows(said.sign, said.text)
        if current is None or not goes_on or not current.takes(said.line, said.text):
            return False
        current.lines.append(said.line)
        current.parts.append(said.text)
        return True

    def _begun(self, said: _Said) -> Statement | None:
        """Return a statement that begins with a line, or with what that leans on; None where that lacks."""
        line, text, of, leans = said.line, said.text, said.of, said.leans
        sign = said.sign or UNSHOWN
        if leans is Leaning.LOOSELY and (line.taken_back or is_a_wish(line) or is_standing(line)):
            leans = Leaning.NOT
        found = self._with_its_ground(said, sign) if leans is not Leaning.NOT else None
        if found is not None:
            return found
        if _is_of_its_heading(line, text, leans, said.previous):
            leans, of = Leaning.NOT, f"{line.about}: "
        if leans is Leaning.FIRMLY or (leans is Leaning.LOOSELY and _lacks_what_it_is_of(said)):
            return None
        if not (line.item or of or _size(text) >= _fewest(line, sign)):
            return None
        return Statement(sign, [line], parts=[wording.whole(of + text, self.topic)])

    def _with_its_ground(self, said: _Said, sign: Cue) -> Statement | None:
        """Return a statement of a line and the one that it leans on; None where that is not there."""
        found = _with_the_one_before(said.line, said.text, sign, said.previous)
        ground = self.grounds.of(said.line, said.text) if found is None else None
        return found if ground is None else Statement(sign, [ground, said.line], [ground.text, said.text])


def _lacks_what_it_is_of(said: _Said) -> bool:
    """Say whether what leans loosely does something unnamed, or is the rest of a sentence."""
    if not (said.of or said.line.about) and reference.does_unnamed(said.text):
        return True
    return said.carries_on and not has_verb(said.text)


def _fewest(line: Line, cue: Cue) -> int:
    """Return how many words a line needs to be a statement by itself."""
    return _FEWEST_WORDS if cue.importance < _WEIGHTY and not line.taken_back else _FEWEST_WORDS - 1


def _size(statement: str) -> int:
    """Return the words of a statement; where none are set apart, two characters count as one."""
    wide = len(_WIDE.findall(statement))
    return ceil(wide / 2) + len(_WIDE.sub(" ", statement).split())


def _of_what(line: Line, statement: str, setting: Setting) -> str:
    """Return the heading to put before a line that names no subject, or an empty text."""
    if setting.foreign:
        lacking = bool(line.about) and _size(statement) <= _SHORT_ITEM
    else:
        lacking = not has_verb(statement) or reference.lacks_subject(statement)
    about = line.about or line.over
    if line.day is not None and about and reference.lacks_its_day(statement):
        return f"{about}: "
    if is_of_a_meeting(about):
        return ""
    bare = (line.labelled and not _TITLED_BY_DAY.match(about)) or ((line.labelled or line.item) and lacking)
    return f"{about}: " if bare and about and not line.speaker else ""


def _is_of_its_heading(line: Line, statement: str, leans: Leaning, previous: Line | None) -> bool:
    """Say whether what a sentence lacks is the heading above it: its subject, or what its `it` stands for.

    A message of a thread that begins with `these` or `it` speaks of what the thread is about.
    """
    if leans is Leaning.NOT or not line.about or (line.speaker and not line.place):
        return False
    if leans is Leaning.LOOSELY:
        return reference.lacks_subject(statement)
    if line.place:
        return line.first and reference.points_back(statement)
    first = previous is None or previous.sentence.paragraph != line.sentence.paragraph
    return first and reference.begins_with_it(statement)


def _says_what_instead(line: Line, current: Statement) -> bool:
    """Say whether a line, however short, says what takes the place of what the statement before rules out."""
    return current.takes(line, line.text) and reference.says_what_instead(line.text, current.parts[-1])


def _follows(cue: Cue | None, statement: str) -> bool:
    """Say whether a sentence only carries on from the statement before it: what the writer does about it."""
    return (
        cue is not None
        and cue.kind.name == "commitment"
        and re.match(r"(?:i|we)(?:['’]ll| will)\b", statement, re.IGNORECASE) is not None
        and _DATED.search(statement) is None
    )


def _with_the_one_before(line: Line, statement: str, cue: Cue, previous: Line | None) -> Statement | None:
    """Return a statement of a leaning sentence and the one it leans on, or None when that is not there."""
    if (
        previous is None
        or previous.sentence.paragraph != line.sentence.paragraph
        or previous.speaker != line.speaker
        or cue.kind.name == "statement"
    ):
        return None
    ground = statement_of(previous)
    if (
        ground is None
        or reference.leaning(ground) is Leaning.FIRMLY
        or len(ground) + len(statement) > MOST_CHARACTERS
    ):
        return None
    if previous.about and not previous.speaker and reference.lacks_subject(ground):
        ground = f"{previous.about}: {ground}"
    return Statement(cue, [previous, line], parts=[ground, statement])
