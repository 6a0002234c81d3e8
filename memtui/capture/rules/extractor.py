"""The extractor itself: a window in, candidates out.

It walks the sentences of a window. A sentence that shows a cue and stands alone becomes a statement. One
that leans on it (`She finds …`, `Will start …`, a fragment with the reason) joins it, so that the pronoun
keeps its noun. One that leans on nothing kept takes the sentence before it along, or is left out.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from memtui.capture.dates import Dating, dating, is_a_day, noon
from memtui.capture.facts import Candidate, Window
from memtui.capture.head_lines import is_of_a_meeting, says_nothing_else
from memtui.capture.markup import plain
from memtui.capture.quotes import APART
from memtui.capture.remember import request_in
from memtui.capture.rules import reference, wording
from memtui.capture.rules.beside import Beside
from memtui.capture.rules.changes import with_changes
from memtui.capture.rules.cues import Cue, cue
from memtui.capture.rules.grounds import ASKED, Grounds
from memtui.capture.rules.making import MOST_CHARACTERS, UNSHOWN, Statement
from memtui.capture.rules.reading import Line, read
from memtui.capture.rules.reference import Leaning
from memtui.capture.rules.taking_back import settled
from memtui.capture.rules.verbs import has_verb
from memtui.capture.rules.weighing import Setting, is_a_wish, is_worth_keeping
from memtui.capture.sentences import Sentence
from memtui.capture.tally import Became, LeftOut, Tally
from memtui.capture.trivia import trivial
from memtui.domain.memory import MemoryType
from memtui.phrases import phrases_in

NAME = "offline"
VERSION = "1"

_FEWEST_WORDS = 4
"""Fewer words are a label; one less is enough for what is weighty or corrected."""
_WEIGHTY = 0.6
"""From this importance on, three words may be a statement: `We chose Redis`."""
_SHORT_ITEM = 8
"""Words of a list item in another language up to which its heading may be its subject."""
_MOST_WORDS = 70
"""More words are no single statement."""
_VERBLESS = {"quantity", "deadline", "event"}
"""Kinds that a sentence without a verb can show."""

_PHRASES = phrases_in(Path(__file__).with_name("extractor.toml"))
_WORK = _PHRASES["work"].pattern
_ANNOUNCED = _PHRASES["announced"].pattern
_REQUEST = _PHRASES["request"].pattern
_FILES = _PHRASES["files"].pattern
_DATED = _PHRASES["dated"].pattern
_FIRST_PERSON = _PHRASES["first_person"].pattern
_OURS = _PHRASES["ours"].pattern
_EMPTY_CLOSE = _PHRASES["empty_close"].pattern
_OF_THE_TEXT = _PHRASES["of_the_text"].pattern
_TITLED_BY_DAY = re.compile(
    r"[^\d`_]{1,60}(?:\d{4}-\d\d-\d\d|\d{1,2}\.? [^\W\d_]{3,10} \d{4}|[^\W\d_]{3,10} \d{1,2},? \d{4})\W*$"
)
"""A title of a text and the day of it: `Weekly sync, 2026-03-04`; it names no subject."""
_HEAD = 600
"""Characters at the beginning of a text in which such lines tell of the text itself."""
_FIRST = 8
"""The same in which its first line begins, behind the signs of a heading."""
_OF_THE_USER = ("User is ", "User's name", "User lives", "User works")
_NO_STATEMENT = re.compile(
    r"^(?:https?://\S+|[\w./~-][\w.~-]*+/[\w./~-]*+|\$ .*|\d{1,2}:\d\d.*|\d{4}-\d\d-\d\d[T ]\d\d:.*|"
    r"\[[\d:. -]+\].*|(?:INFO|DEBUG|WARN(?:ING)?|ERROR|TRACE|FATAL)\b.*|(?:sudo|npm|pip|git|docker|cd|ls|cat|"
    r"curl|make|cargo|uv|yarn|brew|apt)\s.*"
    r"|.*\[redacted [\w ]{3,30}\]\W*|[-dlrwx]{10}\s.*|total \d+|\(.*\)\W*|\[[^\]]*\]\W*|`[^`]*`\W*|\W*)$",
    re.DOTALL,
)
_AT_A_TIME = re.compile(r"\d{1,2}:\d\d(?!:)\W+\w+\W+\w+")
_CODE_SIGNS = re.compile(r"[{};]|[=!<>]=|=>|\\\s|</|\(\)|\w = \w|\w\.\w+\(")
_MOST_CODE_SIGNS = 3
"""From so many signs of code on a line is code and no sentence."""
_QUOTED_CODE = re.compile(r"`[^`]*`")


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
        lines = beside.met(settled(read(window.text, self._dating.day, cited)))
        statements = list(_statements(lines, beside, Setting.of(window.text), became))
        became |= {sentence.start: Became.QUOTED for sentence in cited}
        said = [(each, plain(each.text)) for each in cited]
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
        kind = sign.kind
        if first.speaker == "user":
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
    for statement in with_changes(list(_read(lines, setting, became)), beside, _statement_of):
        statement.around = beside.of(statement.lines[0])
        yield statement


def _read(lines: Iterable[Line], setting: Setting, became: dict[int, Became]) -> Iterator[Statement]:
    current: Statement | None = None
    before: Line | None = None
    topic, topic_paragraph = "", -1
    grounds = Grounds()
    for line in lines:
        if line.sentence.paragraph != topic_paragraph and not line.item:
            topic, topic_paragraph = "", line.sentence.paragraph
        at = line.sentence.start
        why_not, statement = _why_not(line), _statement_of(line)
        previous, before = before, line
        grounds.meet(line)
        instead = current is not None and _says_what_instead(line, current)
        if instead:
            why_not, statement = None, statement or line.text
        if why_not is not None:
            became[at] = why_not
        if statement is None:
            if current is not None:
                yield current
                current = None
            continue
        became[at] = Became.NOTHING
        if _EMPTY_CLOSE.match(statement):
            continue
        sign = cue(statement, line.heading, line.label)
        carries_on = previous is not None and previous.sentence.paragraph == line.sentence.paragraph
        shown = sign is not None and sign.kind.name not in _VERBLESS and not (carries_on and line.item)
        verb = setting.foreign or shown or has_verb(statement)
        listed = line.item and line.heading is not None
        of = "" if carries_on and not line.labelled else _of_what(line, statement, setting)
        if line.item and not (carries_on or of or verb) and sign is None:
            became[at] = Became.LEANING
            continue
        apart = listed or of or request_in(statement) is not None
        leans = Leaning.NOT if apart else reference.leaning(statement, verb=verb)
        if (
            current is not None
            and (leans is not Leaning.NOT or instead or _follows(sign, statement))
            and current.takes(line, statement)
        ):
            current.lines.append(line)
            current.parts.append(statement)
            became[at] = Became.FACT
            continue
        if current is not None:
            yield current
            current = None
        if not is_worth_keeping(line, sign, setting):
            if sign is not None and sign.kind.name == "commitment":
                became[at] = Became.ASKED
            continue
        sign = sign or UNSHOWN
        if leans is Leaning.LOOSELY and (line.taken_back or is_a_wish(line)):
            leans = Leaning.NOT
        if leans is not Leaning.NOT:
            current = _with_the_one_before(line, statement, sign, previous)
            ground = grounds.of(line, statement) if current is None else None
            if ground is not None:
                current = Statement(sign, [ground, line], [ground.text, statement])
        if current is None and _is_of_its_heading(line, statement, leans, previous):
            leans, of = Leaning.NOT, f"{line.about}: "
        alone = current is None and not (of or line.about)
        if alone and leans is Leaning.LOOSELY and reference.does_unnamed(statement):
            leans = Leaning.FIRMLY
        if (
            current is None
            and leans is not Leaning.FIRMLY
            and not (leans is Leaning.LOOSELY and carries_on and not has_verb(statement))
            and (line.item or of or _size(statement) >= _fewest(line, sign))
        ):
            current = Statement(sign, [line], parts=[wording.whole(of + statement, topic)])
        if current is None:
            became[at] = Became.LEANING
        else:
            became.update({each.sentence.start: Became.FACT for each in current.lines})
        topic = wording.object_of(statement) or topic
    if current is not None:
        yield current


def _why_not(line: Line) -> Became | None:
    """Return what a line is that is no statement; None for one, and for code and what a program printed."""
    text = line.text
    if ASKED.search(text) or _WORK.match(text) or _is_a_request(line):
        return Became.ASKED
    if line.speaker == "assistant" and _ANNOUNCED.match(text):
        return Became.ASKED
    if trivial(text) is not None and _NO_STATEMENT.match(text) is None:
        return Became.NOTHING
    return _form_of_no_statement(line)


def _form_of_no_statement(line: Line) -> Became | None:
    """Return what a line is by its form that a person may miss among the facts; None for all others."""
    if _is_of_the_text(line):
        return Became.FRAME
    if line.item and _AT_A_TIME.match(line.text):
        return Became.ENTRY
    is_code = _NO_STATEMENT.match(line.text) or _CODE_SIGNS.search(_QUOTED_CODE.sub("", line.text))
    return Became.LONG if len(line.text.split()) > _MOST_WORDS and not is_code else None


def _statement_of(line: Line) -> str | None:
    """Return what a line states, or None when it is no statement."""
    text = _said(line)
    length = len(text.split())
    if length > _MOST_WORDS or (length < 2 and text.isascii()) or _NO_STATEMENT.match(text):
        return None
    if text.endswith((":", "：")) or len(_CODE_SIGNS.findall(_QUOTED_CODE.sub("", text))) >= _MOST_CODE_SIGNS:
        return None
    if trivial(text) is not None and not (line.heading and length >= 2):
        return None
    if line.speaker == "assistant" and (_WORK.match(text) or _ANNOUNCED.match(text)):
        return None
    if _is_a_request(line):
        return None
    if (_WORK.match(text) and _FILES.search(text)) or _is_of_the_text(line):
        return None
    if ASKED.search(text) and (line.heading is None or line.heading.name != "question"):
        return None
    if ASKED.search(text):
        return f"Open question: {text}"
    if line.speaker == "user":
        return reference.of_the_user(_of_itself(text))
    if line.writer and _OURS.search(text) and not reference.points_back(text):
        return f"{line.writer}: {text}"
    if line.speaker in {"", "assistant"} or _FIRST_PERSON.search(text) is None:
        return text
    of_the_user = reference.of_the_user(text)
    return (
        of_the_user.replace("User", line.speaker, 1)
        if of_the_user.startswith("User")
        else f"{line.speaker}: {text}"
    )


def _of_itself(text: str) -> str:
    """Return what a person says without a beginning that only answers, such as `That's wrong:`."""
    text = wording.AGAIN.sub("", text) or text
    return wording.without_taking_back(text) if reference.points_back(text) else text


def _is_a_request(line: Line) -> bool:
    """Say whether a person asks their agent for something, and for nothing that is to hold."""
    return line.speaker == "user" and _REQUEST.search(line.text) is not None


def _said(line: Line) -> str:
    """Return the text of a line, of a person's order with a rule behind it the rule alone."""
    if line.speaker != "user" or not (
        _WORK.match(line.text) or reference.leaning(line.text, verb=True).value
    ):
        return line.text
    return reference.rule_behind(line.text) or line.text


def _is_of_the_text(line: Line) -> bool:
    """Say whether a line at the head of a text tells who wrote or attended, when or where."""
    if line.speaker or line.sentence.start >= _HEAD:
        return False
    first = line.sentence.start < _FIRST and says_nothing_else(line.text)
    return first or _OF_THE_TEXT.match(line.text) is not None or is_a_day(line.text)


def _fewest(line: Line, cue: Cue) -> int:
    """Return how many words a line needs to be a statement by itself."""
    return _FEWEST_WORDS if cue.importance < _WEIGHTY and not line.taken_back else _FEWEST_WORDS - 1


def _size(statement: str) -> int:
    """Return the words of a statement; where none are set apart, two characters count as one."""
    wide = sum(character > "\u2e7f" for character in statement)
    return wide // 2 if wide > len(statement) // 2 else len(statement.split())


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
    ground = _statement_of(previous)
    if (
        ground is None
        or reference.leaning(ground) is Leaning.FIRMLY
        or len(ground) + len(statement) > MOST_CHARACTERS
    ):
        return None
    if previous.about and not previous.speaker and reference.lacks_subject(ground):
        ground = f"{previous.about}: {ground}"
    return Statement(cue, [previous, line], parts=[ground, statement])
