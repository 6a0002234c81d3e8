"""The extractor itself: a window in, candidates out.

The lines of a window are read (`reading`), each says what it states (`stating`), and they come together to
statements (`joining`), to which those are added that only tell a change (`changes`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from memtui.capture.dates import Dating, dating, noon
from memtui.capture.entries import Entry
from memtui.capture.facts import Candidate, Window
from memtui.capture.markup import plain
from memtui.capture.quotes import APART
from memtui.capture.rules import wording
from memtui.capture.rules.beside import Beside
from memtui.capture.rules.changes import with_changes
from memtui.capture.rules.cues import BY_NAME
from memtui.capture.rules.joining import joined
from memtui.capture.rules.making import Statement
from memtui.capture.rules.reading import Line, read
from memtui.capture.rules.set_aside import SetAside
from memtui.capture.rules.stating import statement_of
from memtui.capture.rules.taking_back import settled
from memtui.capture.rules.weighing import Setting, is_a_wish
from memtui.capture.sentences import Sentence
from memtui.capture.tally import Became, LeftOut, Tally
from memtui.domain.memory import MemoryType

NAME = "offline"
VERSION = "1"

_NO_PERSON = frozenset({"", "assistant"})
"""Who speaks where no person does."""
_PREFERENCE = BY_NAME["preference"]
"""Of what kind it is that a person wants for good, whatever else its words look like."""
_OF_THE_USER = ("User is ", "User's name", "User lives", "User works")


class RuleExtractor:
    """Finds statements by rules alone. Keeps the language of the text; says `offline` in provenance."""

    name = NAME
    version = VERSION

    def __init__(self, today: date) -> None:
        self._dating = Dating(today)
        self._tallies: dict[int, Tally] = {}
        self._counted_to = 0
        """Up to here sentences were counted: windows overlap."""

    async def extract(self, window: Window) -> list[Candidate]:
        """Return the statements of one window."""
        if window.day is not None or window.index == 0:
            own = Dating(window.day) if window.day is not None else None
            self._dating = own or dating(window.text, self._dating.day)
        became: dict[int, Became] = {}
        beside, cited = Beside(), list[Sentence]()
        of_days = [
            Entry(each.start - window.start, each.end - window.start, each.day) for each in window.of_days
        ]
        aside = SetAside()
        lines = beside.met(aside.rest(settled(read(window.text, self._dating.day, cited, of_days))))
        statements = list(_statements(lines, beside, Setting.of(window.text), became))
        became |= {sentence.start: Became.QUOTED for sentence in cited}
        became |= {line.sentence.start: why for line, why in aside.lines}
        said = [(each, plain(each.text)) for each in cited]
        said += [(line.sentence, line.text) for line, _ in aside.lines]
        said += [(line.sentence, line.text) for line in beside.lines]
        self._note(window, became, said)
        return [self._candidate(statement, window) for statement in statements]

    def tally(self, window: Window) -> Tally:
        """Return the counts of a window that was read; asked twice, there are none."""
        return self._tallies.pop(window.index, Tally())

    def _note(
        self, window: Window, became: Mapping[int, Became], said: Sequence[tuple[Sentence, str]]
    ) -> None:
        if window.index == 0:
            self._counted_to = 0
            self._tallies.clear()
        new = {at: each for at, each in became.items() if window.start + at >= self._counted_to}
        left_out = [
            LeftOut(each.text, window.start + each.start, new[each.start], wording.finished(text, None))
            for each, text in sorted(said, key=lambda pair: pair[0].start)
            if new.get(each.start, Became.FACT) is not Became.FACT
        ]
        self._tallies[window.index] = Tally(Counter(new.values()), left_out)
        self._counted_to = max(self._counted_to, window.end)

    def _candidate(self, statement: Statement, window: Window) -> Candidate:
        first = statement.lines[0]
        day = first.day or (None if self._dating.unsure else self._dating.day)
        text = " ".join(wording.finished(part, day) for part in statement.parts)
        sign = statement.cue
        kind = _PREFERENCE if sign.kind.type is MemoryType.EPISODIC and is_a_wish(first) else sign.kind
        if first.speaker not in _NO_PERSON:
            text = wording.without_taking_back(text)
        about_user = first.speaker == "user" and text.startswith(_OF_THE_USER)
        later = (each.text for line in statement.lines for each in line.taken_back)
        return Candidate(
            text=text,
            quote=APART.join((*statement.places(window.text), *later)),
            abstract=wording.abstract(text),
            type=MemoryType.CONSTITUTIONAL if kind.name == "identity" and about_user else kind.type,
            categories=kind.categories,
            importance=sign.importance,
            reason=wording.reason(sign, len(statement.lines) - 1),
            window=window.index,
            said_at=None if first.day is None else noon(first.day),
            by_the_user=first.speaker == "user",
            only_as_change=statement.only_as_change,
            around=statement.around,
            telling=statement.telling,
        )


def _statements(
    lines: Iterable[Line], beside: Beside, setting: Setting, became: dict[int, Became]
) -> Iterator[Statement]:
    """Yield the statements of a text; `became` takes what became of the sentence at each place."""
    for statement in with_changes(joined(lines, setting, became), beside, statement_of):
        statement.around = beside.of(statement.lines[0])
        yield statement
