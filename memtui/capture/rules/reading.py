"""Reads the layout of a text: each sentence with its speaker and heading, without list marks and labels.

The extractor walks a window through `read`. Headings, speaker labels and list marks are layout: they tell
how to understand a sentence and are no part of the memory.
"""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path

from memtui.capture.head_lines import day_without_year, is_of_a_meeting
from memtui.capture.markup import LIST_MARK, plain
from memtui.capture.rules.cues import BY_NAME, KINDS, Kind, kind_of_heading
from memtui.capture.rules.framing import lists_of_frame, title_of_item
from memtui.capture.rules.tables import Table, tables
from memtui.capture.rules.verbs import has_verb
from memtui.capture.sentences import Sentence, sentences
from memtui.capture.thread import COMMAND, Message, Thread, thread_in
from memtui.domain import roles
from memtui.language.periods import mentions
from memtui.phrases import phrases_in


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence with what its place in the text says about it."""

    text: str
    """Without list mark, speaker, emphasis and lead-in."""
    sentence: Sentence
    speaker: str
    """`user`, `assistant` or empty; a name where the notes name their speakers."""
    heading: Kind | None
    label: Kind | None
    item: bool
    """It stands in a list."""
    over: str = ""
    """The nearest heading that names a subject, not only a sort of entry such as `Decisions`."""
    about: str = ""
    """The headings that say what it is about, the widest first, for a line that does not say it itself."""
    day: date | None = None
    """The day that a heading over it names."""
    labelled: bool = False
    """It is a value behind its name: `Cause: the disk was full`."""
    place: tuple[str, ...] = ()
    """What its message's place in a thread says of it; empty outside of one."""
    first: bool = False
    """It begins a message."""
    writer: str = ""
    """The writer of a mail from one house to another, with theirs: their `our` is not the reader's."""
    framing: bool = False
    """It is an item of an agenda, or of a list of who came."""
    taken_back: tuple[Sentence, ...] = ()
    """What its speaker said later to correct it; `text` is as corrected."""


_HEADING = re.compile(r"^\s*(?P<level>#{1,6})\s++(?P<words>[^\n]*)$")
_TITLE = re.compile(r"^(?:\*\*)?(?P<words>[A-Z][\w'/&-]*(?: [\w'/&-]+){0,4})(?:\*\*:|:\*\*|\*\*|:)\s*$")
"""A heading without a mark: `Decisions:` or `**Decisions**`."""
_BARE_TITLE = re.compile(r"^(?P<words>[^\W\d_a-zß-öø-ÿ][\w'’/&-]*(?: [\w'’/&-]+){0,5})$")
"""A line of a few words that nothing ends, with more below it."""
_NUMBERED_TITLE = re.compile(r"^\d{1,3}[.)]\s+(?P<words>[^\W\d_][\w'’/&-]*(?: [\w'’/&-]+){0,5})$")
_LIST_BELOW = re.compile(r"[ \t]*\n(?:[ \t]*\n)?(?P<indent>[ \t]{1,12})(?:[-*+•–]|\d{1,3}[.)]|[a-z][.)])\s")
_BOLD_TITLE = re.compile(r"^(?:\*\*|__)(?P<words>[^*_\n.!?]{2,60})(?:\*\*|__)$")
"""A line that is bold and nothing else."""
_LOWEST = 7
"""The level of a heading without a mark."""
_NUMBERED = re.compile(r"^[^\w`\"'“«(]*(?:\d{1,3}[.)]\s+)?")
"""Signs and a number before a heading: `2. Infrastructure`, `✅ Done`."""
_LONGEST_ABOUT = 60
"""Characters of a heading that names what stands below it; a longer one is a sentence."""
_MOST_ABOUT = 2
"""Headings that say what a line is about; more would outgrow it."""
_NAMES_ONE = re.compile(r"\d|`|: \S|\w[_-]\w")
"""Names one thing, and not only the kind of those that stand below: `Incident 2031`, not `Incidents`."""
_VALUE = re.compile(r"^[^\W\d_][\w'’/ -]{1,30}(?: ?:\s+|：\s*)\S")
_SPEAKER = re.compile(
    rf"^(?:\*\*)?({roles.PERSON}|{roles.AGENT}|agent|system)(?:\*\*)?\s*[:：](?:\*\*)?\s*", re.IGNORECASE
)
_WIDE_NAME = r"[\u3040-\u30ff\u3400-\u9fff]{1,10}"
_NAMED_SPEAKER = re.compile(
    r"^(?:\[[\d:., /-]{4,22}\]\s*)?(?:\*\*)?"
    r"([^\W\d_a-zß-öø-ÿ\u3040-\u9fff][\w'’-]{1,20}(?: [A-Z][\w'’-]{1,20})?"
    rf"|{_WIDE_NAME})(?:\*\*)?(?: ?:(?:\*\*)?\s+|：(?:\*\*)?\s*)(?=\S)",
    re.MULTILINE,
)
_NICK = re.compile(r"^(?:\[?\d{1,2}:\d\d(?::\d\d)?\]?\s+)?<\s?[~&@%+]?([^\s<>]{1,30})>\s+(?=\S)")
"""A speaker as programs for chats write one: `10:04 <nora> …`."""
_ONE_LINE_OF_CODE = re.compile(r"\s{0,9}(`{3,}|~{3,})[\w+-]{0,20}\n(?P<code>[^\n]{2,120})\n\s{0,3}\1")
_OF_CODE = 200
"""Characters behind a sentence in which such a line has to end."""
_OF_ONESELF = re.compile(r"(?:i|my)\b(?![/.&-]\w)", re.IGNORECASE)
_FEWEST_LINES, _FEWEST_SPEAKERS = 3, 2
"""Below this a `Name:` before a line is a label, and no conversation."""
_SHARE_SPOKEN = 0.3
"""The share of lines behind names that say I, you or we: a conversation has that many, the labels of a form
fewer.
"""
_AGENTS = frozenset(roles.AGENT_LABELS)
_TO = re.compile(r"(?P<at>@)?(?P<name>[^\W\d][\w.'’-]{1,29})(?(at)[:,]?\s+(?=[^a-z\s])|[:,]\s+(?=\S))")
_TALK = 1_000_000
"""Added to the number of a person's talk, which is then no number of a paragraph."""
_TOPICS = frozenset({"topic", "subtopic"})
_LABEL_OF_COMMAND = {
    **dict.fromkeys(("agreed", "agree", "accepted"), BY_NAME["decision"]),
    **dict.fromkeys(("info",), BY_NAME["finding"]),
    **dict.fromkeys(("action",), BY_NAME["commitment"]),
}
"""Of what kind it is that somebody notes with a command; what stands behind any other says nothing."""
_OF_A_DIARY = timedelta(days=60)
"""An entry with a day and no year is so near to the day of its text."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")

_PHRASES = phrases_in(Path(__file__).with_name("reading.toml"))
_LEAD_INS = _PHRASES["lead_ins"].pattern
_POINTS_OUT = _PHRASES["points_out"].pattern
_LABEL = _PHRASES["label"].pattern
_BRACKETED = _PHRASES["bracketed"].pattern
_TASK_OF = _PHRASES["task_of"].pattern
_AT_PERSON = _PHRASES["at_person"].pattern
_SPOKEN = _PHRASES["spoken"].pattern
_OF_ANY_TEXT = _PHRASES["of_any_text"].pattern
_LEADS_OVER = _PHRASES["leads_over"].pattern
_LABEL_KINDS = {word: kind.name for kind in KINDS for word in kind.labels}


@dataclass(slots=True)
class _Headings:
    """The headings above a line that say of what kind it is, or what it is about."""

    today: date
    _about: list[tuple[int, str, date | None]] = field(default_factory=list)
    """Level, words and day of those that say what something is about, the widest first."""
    _named: list[tuple[int, str]] = field(default_factory=list)
    """Level and words of those that no text has but such as are about it, the widest first."""

    def copy(self) -> "_Headings":
        """Return headings that can be entered without these knowing."""
        return _Headings(self.today, list(self._about), list(self._named))

    def enter(self, level: int, heading: str) -> Kind | None:
        """Take a heading as read, and return the kind of what stands under it."""
        self._about = [each for each in self._about if each[0] < level]
        self._named = [each for each in self._named if each[0] < level]
        heading = _NUMBERED.sub("", heading) or heading
        kind = kind_of_heading(heading)
        names = len(heading) <= _LONGEST_ABOUT and not _OF_ANY_TEXT.search(heading)
        if kind is None and names and not is_of_a_meeting(heading):
            self._named.append((level, heading.rstrip(":：.")))
        if _NAMES_ONE.search(heading):
            self._about.append((level, heading, _day_in(heading, self.today)))
        return kind

    @property
    def over(self) -> str:
        return self._about[-1][1] if self._about else ""

    @property
    def about(self) -> str:
        """The nearest of those, and the one above it where the nearest is no name by itself."""
        named = [heading for _, heading in self._named[-_MOST_ABOUT:]]
        return ", ".join(named[-1:] if named and _NAMES_ONE.search(named[-1]) else named)

    @property
    def day(self) -> date | None:
        return next((day for _, _, day in reversed(self._about) if day is not None), None)


def read(text: str, today: date, cited_lines: list[Sentence] | None = None) -> Iterator[Line]:
    """Yield the sentences of a window that could be statements, in their order.

    What a speaker cites behind `>` is not theirs; it is put into `cited_lines` alone. A day that a heading
    names with its year counts when it is not after `today`.
    """
    speaker = ""
    heading: Kind | None = None
    headings = _Headings(today)
    paragraph, label = -1, None
    item = listed = cited = False
    thread = thread_in(text, today)
    text = text if thread is None else thread.words
    named_speakers = _speakers(text) if thread is None else frozenset[str]()
    message: Message | None = None
    first = False
    over_all = headings
    read_to = 0
    waiting = deque(tables(text))
    framing = lists_of_frame(text)
    for sentence in sentences(text):
        if thread is not None and (current := thread.at(sentence.start)) is not message and current:
            if message is None and thread.subject:
                over_all.enter(1, thread.subject)
            message, headings, heading, listed = current, over_all.copy(), None, False
            speaker, first = _role(message.who), True
        while waiting and waiting[0].start < sentence.start:
            yield from _of_table(waiting.popleft(), heading, headings)
        if sentence.start < read_to:  # more of a heading, which the splitter cut behind its number
            continue
        raw = sentence.text
        new_block = sentence.paragraph != paragraph
        if new_block:
            paragraph, label = sentence.paragraph, None
            title = _HEADING.match(_line_from(text, sentence.start)) if raw.startswith("#") else None
            title = title or _TITLE.match(raw) or _BOLD_TITLE.match(raw) or _bare_title(text, sentence)
            title = title or _numbered_title(text, sentence)
            if title is None and (agenda_item := title_of_item(raw)) is not None:
                heading, listed = headings.enter(_LOWEST, agenda_item), False
                continue
            if title is not None:
                level = len(title.groupdict().get("level") or "#" * _LOWEST)
                read_to = sentence.start + title.end()
                heading, listed = headings.enter(level, plain(title["words"]).rstrip("# ")), False
                continue
            marked = LIST_MARK.match(raw)
            item = marked is not None and marked.end() > 0 and raw[: marked.end()].strip() != ""
            raw = raw[marked.end() :] if marked is not None else raw
            spoken = _SPEAKER.match(raw)
            if thread is not None and message is not None:
                raw, heard = _said_to_somebody(raw, thread)
                speaker = heard or _role(message.who)
            elif spoken is not None:
                speaker, heading = "user" if roles.is_person(spoken[1]) else "assistant", None
                raw = raw[spoken.end() :]
            elif (nick := _NICK.match(raw)) is not None:
                speaker = nick[1]
                raw = raw[nick.end() :]
            elif (named := _NAMED_SPEAKER.match(raw)) is not None and named[1] in named_speakers:
                speaker = named[1]
                raw = raw[named.end() :]
            elif speaker not in {"", "user", "assistant"}:
                speaker = ""
            cited = bool(speaker) and any(each.lstrip().startswith(">") for each in (sentence.text, raw))
            if listed and not item:  # a list has ended, and with it what its heading says
                heading = None
            listed = listed or item
        if cited:
            if cited_lines is not None:
                cited_lines.append(sentence)
            continue
        command = COMMAND.match(raw) if message is not None else None
        if command is not None:
            raw, label = raw[command.end() :], _LABEL_OF_COMMAND.get(command["command"].lower())
            if command["command"].lower() in _TOPICS:
                over_all.enter(_LOWEST, raw)
            if label is None:
                continue
        sentence, code = _with_its_code(sentence, text)
        clean = _LEADS_OVER.sub(":" if code else "", plain(raw)) + code
        labelled = _BRACKETED.match(clean) or _LABEL.match(clean)
        if labelled is not None:
            words = re.findall(r"\w+", labelled[1].lower())
            label = next((BY_NAME[_LABEL_KINDS[word]] for word in words if word in _LABEL_KINDS), None)
            clean = clean[labelled.end() :]
        clean = _AT_PERSON.sub("", clean)
        if BY_NAME["commitment"] in {label, heading}:
            clean = _TASK_OF.sub(_is_to, clean)
        led_in = _LEAD_INS.match(clean)
        if led_in is not None:
            clean = clean[led_in.end() :]
            if label is None and _POINTS_OUT.search(led_in[0]):
                label = BY_NAME["finding"]
        if clean:
            value = new_block and speaker == "" and _VALUE.match(clean) is not None
            over, about, day = headings.over, headings.about, headings.day
            place, writer = tuple[str, ...](), ""
            if message is not None:
                day, place, writer = day or message.day, message.signs, message.writer
                if message.talk:
                    sentence = replace(sentence, paragraph=_TALK + message.talk)
            of_frame = any(start <= sentence.start < end for start, end in framing)
            yield Line(
                clean,
                sentence,
                speaker,
                heading,
                label,
                item,
                over,
                about,
                day,
                value,
                place,
                first,
                writer,
                of_frame,
            )
            first = False
        label = None
    for table in waiting:
        yield from _of_table(table, heading, headings)


def _of_table(table: Table, heading: Kind | None, headings: _Headings) -> Iterator[Line]:
    """Yield what the rows of a table state, each as an item of a list of its own."""
    for row in table.rows(heading):
        sentence = Sentence(row.text, row.start, row.end, -row.start)
        days = (_day_in(cell, headings.today) for cell in row.cells)
        day = next((day for day in days if day is not None), headings.day)
        kind = row.kind or heading
        yield Line(row.text, sentence, "", kind, None, True, headings.over, headings.about, day, True)


def _with_its_code(sentence: Sentence, text: str) -> tuple[Sentence, str]:
    """Return a sentence that leads over to one line of code together with it, and the code as written."""
    if not sentence.text.endswith((":", "：")):
        return sentence, ""
    code = _ONE_LINE_OF_CODE.match(text[sentence.end : sentence.end + _OF_CODE])
    if code is None or "`" in code["code"]:
        return sentence, ""
    end = sentence.end + code.end("code")
    return replace(sentence, text=text[sentence.start : end], end=end), f" `{code['code'].strip()}`"


def _is_to(task: re.Match[str]) -> str:
    """Return the words for whose task something is, as a sentence has them: `Kim is to`."""
    who = task["who"]
    return f"{who} {'are' if re.search(r',|&| and ', who) else 'is'} to "


def _speakers(text: str) -> frozenset[str]:
    """Return the names that label speakers in a text; empty when it is no conversation."""
    speeches = [
        (match[1], _line_from(text, match.end()))
        for match in _NAMED_SPEAKER.finditer(text)
        if not _LABEL.match(match[0] + "x")
    ]
    own = {name for name, speech in speeches if _OF_ONESELF.match(speech)}
    names = {name for name, _ in speeches}
    spoken = sum(1 for _, speech in speeches if _SPOKEN.search(speech))
    talk = len(speeches) >= _FEWEST_LINES and len(names) >= _FEWEST_SPEAKERS
    return frozenset(names if talk and spoken >= _SHARE_SPOKEN * len(speeches) else own)


def _line_from(text: str, start: int) -> str:
    end = text.find("\n", start)
    return text[start : end if end >= 0 else len(text)]


def _bare_title(text: str, sentence: Sentence) -> re.Match[str] | None:
    """Return the match of a title line that no punctuation ends: `Opening times`."""
    below = text[sentence.end : sentence.end + 2]
    if not below.startswith("\n") or not below.strip() or has_verb(sentence.text):
        return None
    return _BARE_TITLE.match(sentence.text)


def _numbered_title(text: str, sentence: Sentence) -> re.Match[str] | None:
    """Return the match of an item of a numbered list that stands over a list of its own: `2. Release`."""
    title = _NUMBERED_TITLE.match(sentence.text)
    if title is None or has_verb(title["words"]):
        return None
    own = text.rfind("\n", 0, sentence.start) + 1
    below = _LIST_BELOW.match(text, sentence.end)
    return title if below is not None and len(below["indent"]) > sentence.start - own else None


def _day_in(heading: str, today: date) -> date | None:
    """Return the one day that a heading names with its year, that is all of it, `Thursday April 2nd`, or that
    minutes are of: `Retro, 2 April`.
    """
    found = [each for each in mentions(heading, today) if each.first == each.last]
    days = {each.first for each in found if each.absolute}
    if _YEAR.search(heading):
        return days.pop() if len(days) == 1 and max(days) <= today else None
    besides = list(heading)
    for each in found:
        besides[each.start : each.end] = " " * (each.end - each.start)
    of_a_meeting = is_of_a_meeting(heading)
    if any(map(str.isalnum, besides)) and not of_a_meeting:
        return None
    named = {each.first.weekday() for each in found if not each.absolute}
    near = [day for day in days if abs(day - today) <= _OF_A_DIARY and (not named or day.weekday() in named)]
    nearest = min(near, key=lambda day: abs(day - today), default=None)
    return day_without_year(heading, today) if nearest is None and of_a_meeting else nearest


def _role(name: str) -> str:
    """Return whose side a label is of, `user` or `assistant`; a name that is none as it is."""
    if roles.is_person(name):
        return "user"
    return "assistant" if name.lower() in _AGENTS else name


def _said_to_somebody(raw: str, thread: Thread) -> tuple[str, str]:
    """Return what is said in a thread without the name before it, and whose words it hands on.

    A name of somebody who writes there is whom it is said to. Any other is of somebody who was heard
    elsewhere, as when one person takes down a meeting.
    """
    to = _TO.match(raw)
    if to is None:
        return raw, ""
    if to["name"].lower() in thread.writers:
        return raw[to.end() :], ""
    return (raw[to.end() :], to["name"]) if to["name"] in thread.heard else (raw, "")
