"""What one line states, by itself: its words, or none where it asks, announces, frames or is code.

The turns of words are data (`stating.toml`). The extractor and `joining` ask.
"""

import re
from pathlib import Path

from memtui.capture.dates import is_a_day
from memtui.capture.denials import AGAIN, SCRAPPED
from memtui.capture.head_lines import says_nothing_else
from memtui.capture.rules import reference, wording
from memtui.capture.rules.framing import says_who_came
from memtui.capture.rules.grounds import ASKED
from memtui.capture.rules.reading import Line
from memtui.capture.rules.verbs import has_verb
from memtui.capture.tally import Became
from memtui.capture.trivia import trivial
from memtui.language.statement import Kind, read
from memtui.phrases import phrases_in

_MOST_WORDS = 70
"""More words are no single statement."""
_PHRASES = phrases_in(Path(__file__).with_name("stating.toml"))
_WORK = _PHRASES["work"].pattern
_ANNOUNCED = _PHRASES["announced"].pattern
_REQUEST = _PHRASES["request"].pattern
_FILES = _PHRASES["files"].pattern
_FIRST_PERSON = _PHRASES["first_person"].pattern
_OURS = _PHRASES["ours"].pattern
_OF_THE_TEXT = _PHRASES["of_the_text"].pattern
_UNREAL = _PHRASES["unreal"].pattern
_LEFT_OPEN = _PHRASES["left_open"].pattern
_DOUBTED = _PHRASES["doubted"].pattern
_NEXT_MEETING = _PHRASES["next_meeting"].pattern
_UNNAMED = _PHRASES["unnamed"].pattern
_QUOTED = re.compile(r'["“„«](?P<said>[^"“”„«»]{15,400})["”“»]')
_FEWEST_QUOTED = 5
"""Words of a quote that is a statement and no name."""
_MOST_BEHIND = 3
"""Words behind a quote up to which the sentence says nothing but that."""
_HEAD = 600
"""Characters at the beginning of a text in which such lines tell of the text itself."""
_FIRST = 8
"""The same in which its first line begins, behind the signs of a heading."""
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


def why_not(line: Line) -> Became | None:
    """Return what a line is that is no statement; None for one, and for code and what a program printed."""
    text = line.text
    if ASKED.search(text) or _WORK.match(text) or _is_a_request(line):
        return Became.ASKED
    if line.speaker == "assistant" and _ANNOUNCED.match(text):
        return Became.ASKED
    if _is_unreal(line):
        return Became.ASKED
    if _is_of_somebody_else(text):
        return Became.QUOTED
    if _is_a_bare_figure(text):
        return Became.LEANING
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


def statement_of(line: Line) -> str | None:
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
    if _is_a_request(line) or _is_unreal(line) or _is_of_somebody_else(text) or _is_a_bare_figure(text):
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
    of_one = reference.told_of(text, line.speaker)
    if of_one is not None:
        return of_one
    of_the_user = reference.of_the_user(text)
    return (
        of_the_user.replace("User", line.speaker, 1)
        if of_the_user.startswith("User")
        else f"{line.speaker}: {text}"
    )


def _of_itself(text: str) -> str:
    """Return what a person says without a beginning that only answers, `That's wrong:`, or takes back."""
    text = AGAIN.sub("", SCRAPPED.sub("", text)) or text
    return wording.without_taking_back(text) if reference.points_back(text) else text


def asks_of_the_agent(text: str) -> bool:
    """Say whether a sentence asks somebody to do something, or says what is to be done next."""
    return _REQUEST.search(text) is not None or _WORK.match(text) is not None


def _is_a_request(line: Line) -> bool:
    """Say whether a person asks their agent for something, and for nothing that is to hold."""
    return line.speaker == "user" and _REQUEST.search(line.text) is not None


def _is_unreal(line: Line) -> bool:
    """Say whether a line tells what its writer would do, were something so, or leaves open whether it is; a
    person may order so.
    """
    form = _UNREAL.match(line.text) or _LEFT_OPEN.match(line.text) or _DOUBTED.search(line.text)
    return line.speaker != "user" and form is not None


def _is_of_somebody_else(text: str) -> bool:
    """Say whether a sentence only quotes what somebody said or wrote who is not named."""
    quoted = _QUOTED.search(text)
    if quoted is None or len(quoted["said"].split()) < _FEWEST_QUOTED or not has_verb(quoted["said"]):
        return False
    behind = text[quoted.end() :].split()
    return len(behind) <= _MOST_BEHIND and _UNNAMED.match(text[: quoted.start()]) is not None


def _is_a_bare_figure(text: str) -> bool:
    """Say whether a sentence gives a figure, and neither of what nor in which measure: `We are at 4,000.`"""
    tokens = read(text).tokens
    figures = [token for token in tokens if token.kind is Kind.NUMBER and token.text[-1:].isdigit()]
    return bool(figures) and all(token.small or token in figures for token in tokens)


def _said(line: Line) -> str:
    """Return the text of a line, of a person's order with a rule behind it the rule alone."""
    if line.speaker != "user" or not (
        _WORK.match(line.text) or reference.leaning(line.text, verb=True).value
    ):
        return line.text
    return reference.rule_behind(line.text) or line.text


def _is_of_the_text(line: Line) -> bool:
    """Say whether a line at the head of a text tells who wrote or attended, when or where, or is of a list
    of who came or of what was to be spoken of.
    """
    if line.framing or says_who_came(line.text) or _NEXT_MEETING.match(line.text):
        return True
    if line.speaker or line.sentence.start >= _HEAD:
        return False
    first = line.sentence.start < _FIRST and says_nothing_else(line.text)
    return first or _OF_THE_TEXT.match(line.text) is not None or is_a_day(line.text)
