"""Reads the layout of a text: each sentence with its speaker and headings, without list marks and labels.

The extractor walks a window through `read`. Titles, speakers and list marks are layout: they tell how to
understand a sentence and are no part of the memory. So a text is read from above, as a person reads it.
Layout says something of the sentences below it, which `_Place` remembers; any other sentence becomes a
`Line`, with what is known where it stands. How a title is told (`titles`) and what it says (`headings`), who
speaks (`speakers`), what stands before a statement (`labels`): each has a module of its own.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from memtui.capture.entries import Entry, day_at, day_in
from memtui.capture.markup import LIST_MARK, plain
from memtui.capture.rules.cues import BY_NAME, Kind
from memtui.capture.rules.framing import lists_of_frame
from memtui.capture.rules.headings import Headings
from memtui.capture.rules.labels import without_label
from memtui.capture.rules.speakers import (
    AGENT,
    PERSON,
    behind_name,
    behind_role,
    names_in,
    said_to_somebody,
    side_of,
)
from memtui.capture.rules.tables import Table, tables
from memtui.capture.rules.titles import LOWEST, title_at
from memtui.capture.sentences import Sentence, sentences
from memtui.capture.thread import COMMAND, Message, thread_in
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
    under: tuple[str, ...] = ()
    """All headings over it, the widest first."""
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
    data: bool = False
    """It is a row of a table that says nothing by itself."""
    setting: bool = False
    """It is a row of a table of settings."""
    taken_back: tuple[Sentence, ...] = ()
    """What its speaker said later to correct it; `text` is as corrected."""


_LEADS_OVER = phrases_in(Path(__file__).with_name("reading.toml"))["leads_over"].pattern
_VALUE = re.compile(r"^[^\W\d_][\w'’/ -]{1,30}(?: ?:\s+|：\s*)\S")
_ONE_LINE_OF_CODE = re.compile(r"\s{0,9}(`{3,}|~{3,})[\w+-]{0,20}\n(?P<code>[^\n]{2,120})\n\s{0,3}\1")
_OF_CODE = 200
"""Characters behind a sentence in which such a line has to end."""
_TALK = 1_000_000
"""Added to the number of a person's talk, which is then no number of a paragraph."""
_TOPICS = frozenset({"topic", "subtopic"})
_LABEL_OF_COMMAND = {
    **dict.fromkeys(("agreed", "agree", "accepted"), BY_NAME["decision"]),
    **dict.fromkeys(("info",), BY_NAME["finding"]),
    **dict.fromkeys(("action",), BY_NAME["commitment"]),
}
"""Of what kind it is that somebody notes with a command; what stands behind any other says nothing."""
_OUTSIDE = Message(0, 0, "", None)
"""What a sentence is in that is in no message: nobody's, on no day."""


def read(
    text: str, today: date, cited_lines: list[Sentence] | None = None, of_days: Sequence[Entry] = ()
) -> Iterator[Line]:
    """Yield the sentences of a window that could be statements, in their order.

    What a speaker cites behind `>` is not theirs; it is put into `cited_lines` alone. A day that a heading
    names with its year counts when it is not after `today`. `of_days` are the entries of a diary.
    """
    place = _Place(text, today, of_days)
    waiting = deque(tables(place.text))
    for sentence in sentences(place.text):
        place.enter_message(sentence)
        while waiting and waiting[0].start < sentence.start:
            yield from place.rows_of(waiting.popleft())
        if place.is_title(sentence):
            continue
        words = place.without_mark_and_speaker(sentence)
        if not place.cited:
            yield from place.line_of(sentence, words)
        elif cited_lines is not None:
            cited_lines.append(sentence)
    for table in waiting:
        yield from place.rows_of(table)


class _Place:
    """How far a text is read, and what its layout up to there says of the next sentence."""

    def __init__(self, text: str, today: date, of_days: Sequence[Entry]) -> None:
        self._of_days = of_days
        self._thread = thread_in(text, today)
        self.text = text if self._thread is None else self._thread.words
        """The text without the heads of its messages, as long as it was."""
        self._framing = lists_of_frame(self.text)
        self._names = names_in(text) if self._thread is None else frozenset[str]()
        self._message: Message | None = None
        self._opens_message = False
        self._over_all = Headings(today)
        """The headings that also stand over the messages to come."""
        self._headings = self._over_all
        self._title_ends = 0
        self._paragraph = -1
        self._begins_block = False
        self._item = False
        self._speaker = ""
        self.cited = False
        """The words at hand are those of somebody whom the speaker cites."""

    def enter_message(self, sentence: Sentence) -> None:
        """Take a sentence's message as begun, where it is another than that of the one before."""
        message = self._thread.at(sentence.start) if self._thread is not None else None
        if self._thread is None or message is None or message is self._message:
            return
        if self._message is None and self._thread.subject:
            self._over_all.enter(1, self._thread.subject)
        self._message, self._opens_message = message, True
        self._headings = self._over_all.of_a_message()
        self._speaker = side_of(message.who)

    def is_title(self, sentence: Sentence) -> bool:
        """Say whether a sentence is a title or more of one, which is then read."""
        if sentence.start < self._title_ends:
            return True
        self._begins_block = sentence.paragraph != self._paragraph
        self._paragraph = sentence.paragraph
        title = title_at(self.text, sentence) if self._begins_block else None
        if title is None:
            return False
        self._title_ends = title.end
        of_an_entry = day_at(self._of_days, sentence.start) is not None
        self._headings.enter(title.level, title.words, of_an_entry=of_an_entry)
        return True

    def without_mark_and_speaker(self, sentence: Sentence) -> str:
        """Return a sentence without what begins a block: the list mark and the speaker, who is taken in."""
        if not self._begins_block:
            return sentence.text
        mark = LIST_MARK.match(sentence.text)
        words = sentence.text[mark.end() :] if mark is not None else sentence.text
        self._item = mark is not None and mark[0].strip() != ""
        words = self._without_speaker(words)
        self.cited = bool(self._speaker) and (sentence.text.startswith(">") or words.lstrip().startswith(">"))
        self._headings.pass_block(self._item)
        return words

    def _without_speaker(self, words: str) -> str:
        """Return words without the speaker before them, who is then the one who speaks."""
        if self._thread is not None and self._message is not None:
            heard, words = said_to_somebody(words, self._thread)
            self._speaker = heard or side_of(self._message.who)
        elif (of_a_side := behind_role(words)) is not None:
            self._speaker, words = of_a_side
            self._headings.kind = None
        elif (of_one := behind_name(words, self._names)) is not None:
            self._speaker, words = of_one
        elif self._speaker not in {PERSON, AGENT}:
            self._speaker = ""
        return words

    def line_of(self, sentence: Sentence, words: str) -> Iterator[Line]:
        """Yield what a sentence states, where it states anything."""
        label: Kind | None = None
        command = COMMAND.match(words) if self._message is not None else None
        if command is not None:
            name, words = command["command"].lower(), words[command.end() :]
            label = _LABEL_OF_COMMAND.get(name)
            if name in _TOPICS:
                self._over_all.enter(LOWEST, words)
            if label is None:
                return
        sentence, code = _with_its_code(sentence, self.text)
        clean = _LEADS_OVER.sub(":" if code else "", plain(words)) + code
        stated, label = without_label(clean, self._headings.kind, label)
        if not stated:
            return
        message = self._message or _OUTSIDE
        if message.talk:
            sentence = replace(sentence, paragraph=_TALK + message.talk)
        yield Line(
            stated,
            sentence,
            self._speaker,
            heading=self._headings.kind,
            label=label,
            item=self._item,
            over=self._headings.over,
            about=self._headings.about,
            under=self._headings.under,
            day=self._headings.day or message.day or day_at(self._of_days, sentence.start),
            labelled=self._begins_block and self._speaker == "" and _VALUE.match(stated) is not None,
            place=message.signs,
            first=self._opens_message,
            writer=message.writer,
            framing=any(start <= sentence.start < end for start, end in self._framing),
        )
        self._opens_message = False

    def rows_of(self, table: Table) -> Iterator[Line]:
        """Yield what the rows of a table state, each as an item of a list of its own."""
        headings = self._headings
        for row in table.rows(headings.kind):
            days = (day_in(cell, headings.today) for cell in row.cells)
            yield Line(
                row.text,
                Sentence(self.text[row.start : row.end], row.start, row.end, -row.start),
                speaker="",
                heading=row.kind or headings.kind,
                label=None,
                item=True,
                over=headings.over,
                about=headings.about,
                under=headings.under,
                day=next((day for day in days if day is not None), headings.day)
                or day_at(self._of_days, row.start),
                labelled=True,
                data=not row.states,
                setting=row.setting,
            )


def _with_its_code(sentence: Sentence, text: str) -> tuple[Sentence, str]:
    """Return a sentence that leads over to one line of code together with it, and the code as written."""
    if not sentence.text.endswith((":", "：")):
        return sentence, ""
    code = _ONE_LINE_OF_CODE.match(text[sentence.end : sentence.end + _OF_CODE])
    if code is None or "`" in code["code"]:
        return sentence, ""
    end = sentence.end + code.end("code")
    return replace(sentence, text=text[sentence.start : end], end=end), f" `{code['code'].strip()}`"
