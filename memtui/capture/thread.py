"""The messages of a thread, a chat or a mail: who wrote each, when, and what stands around it.

    nora commented on Mar 4, 2031        10:04 <nora> the kiln is mended        Nora Lind — Today at 8:30 AM
    The kiln is mended.                                                         The kiln is mended.

Who speaks stands in a line of its own or before the words. `thread_in` finds these heads, so that they are
read as layout: none is a statement, and what stands below one is said by its writer on that day. The ways of
writing a head are data (`thread.toml`). A text with fewer than two of them is no thread.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path

from memtui.capture.houses import names_of_writers
from memtui.language.periods import mentions
from memtui.phrases import Phrase, phrases_in

FILE = Path(__file__).with_name("thread.toml")
GROUPS = ("inline", "alone", "below_name", "around", "notice", "mail", "talk")
PHRASES = {group: phrases_in(FILE, within=group) for group in GROUPS}
_INLINE, _ALONE, _BELOW = (tuple(PHRASES[group].values()) for group in ("inline", "alone", "below_name"))
_ROLE, _DECIDES = (PHRASES["around"][name].pattern for name in ("role", "decides"))
_STAMPED, _OF_A_PAGE, _OF_A_BOT, _COMES_OR_GOES, _STARRED = (
    phrase.pattern for phrase in PHRASES["notice"].values()
)
_FIELD, _ANY_FIELD, _FOLDED, _BOX, _QUOTES, _SIGNATURE = (
    phrase.pattern for phrase in PHRASES["mail"].values()
)
_AGREES, COMMAND, _PROGRAM, _NO_NAME = (phrase.pattern for phrase in PHRASES["talk"].values())
_WRITER = frozenset({"from", "author", "von", "de"})
_MOMENT = frozenset({"date", "sent", "gesendet", "envoyé", "enviado", "association"})
_SUBJECT = frozenset({"subject", "betreff", "objet", "asunto"})
_SENDER = _WRITER - {"author"}
_MOMENT_OR_COLON = re.compile(r"\d|[:：<]|\bago\b|day\b", re.IGNORECASE)
"""What a head has: a day or time, the colon behind a name, the bracket before it. Most prose has none."""
_LONGEST = 160
"""Characters of a line that may be a head, and of one that are looked at for a head before words."""
_FEWEST = 2
"""Heads that make a thread: one may be a title with a day."""
_PASSED_ON = 0.8
"""The share of a message's lines behind `>` from which on it is no answer that quotes. Chosen."""
_MARKS = re.compile(r"^[\s>#*_|•@-]+|(?<![\s*_|:,-])[\s*_|:,-]+$")
_NAME = re.compile(r"[^\W_][\w.'’-]*(?: [^\W\d_(][\w.'’-]*){0,4}(?: @[\w.-]{1,39})?(?: \([^()\n]{1,40}\))?")
_ADDRESS = re.compile(r"\s*(?:<[^<>\s]*>|\[mailto:[^\]]*\]|\([^()]*@[^()]*\)|\S+@\S+|\S+ at \S+\.\S+)")
_HANDLE = re.compile(r" @\S+$")
_BEHIND_BAR = re.compile(r"^\s*(?:>\s*)?\s{6,}[|│]\s?")
_HEARD = re.compile(r"^[ \t]*([^\W\d][\w.-]{1,29}): (?=\S)", re.MULTILINE)
_REPLY = re.compile(r"^(?:\s*(?:re|aw|sv|fwd?|tr|rv)\s*:)+\s*|\[[\w-]{2,20}\]\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Message:
    """What one person wrote at one time."""

    start: int
    """Where its words begin."""
    end: int
    who: str
    day: date | None
    signs: tuple[str, ...] = ()
    """What its place says of it: that it answers, is agreed to, opens or ends the thread."""
    talk: int = 0
    """The same for lines of a chat that follow each other and are one person's; 0 for a whole message."""
    writer: str = ""
    """The writer with their house, in a thread of mails between several; else empty."""


@dataclass(frozen=True)
class Thread:
    """A text that is a thread."""

    words: str
    """The text with blanks where heads and notices were, as long as it was."""
    messages: tuple[Message, ...]
    subject: str
    """What the mails say they are about; empty where there are none."""

    def at(self, offset: int) -> Message | None:
        """Return the message that holds a place of the text."""
        index = bisect_right(self.messages, offset, key=lambda each: each.start) - 1
        return self.messages[index] if index >= 0 and offset < self.messages[index].end else None

    @cached_property
    def writers(self) -> frozenset[str]:
        """The names of all who wrote, in lower case."""
        return frozenset(message.who.lower() for message in self.messages)

    @cached_property
    def heard(self) -> frozenset[str]:
        """The names before what is said that are none of theirs: one person takes down what others say."""
        names = Counter(match[1] for match in _HEARD.finditer(self.words))
        return frozenset(
            name for name, times in names.items() if times >= _FEWEST and name.lower() not in self.writers
        )


@dataclass(frozen=True, slots=True)
class _Head:
    start: int
    end: int
    who: str
    when: str
    inline: bool = False
    decides: bool = False
    weak: bool = False
    """It counts only where people speak in turn: `Updated 3 hours ago` and `<branch>` look the same."""
    subject: str = ""
    alone: bool = False
    """It makes a thread by itself: the head of a mail with its sender, day and subject."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A line and where it stands."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def thread_in(text: str, today: date) -> Thread | None:
    """Return the thread that a text is, or None. `today` is when it was written, for `yesterday`."""
    rows = list(_rows(text))
    heads = list(_heads(rows))
    if not _is_talk([head.who for head in heads if head.weak]):
        heads = [head for head in heads if not head.weak]
    if len(heads) < _FEWEST and not any(head.alone for head in heads):
        return None
    text = _unmarked(text, rows, heads)
    rows = list(_rows(text))
    notices = list(_notices(rows, heads))
    notices += _of_programs(heads, len(text))
    messages = _placed(text, list(_messages(text, heads, today)), heads)
    words = _blotted(text, rows, heads, notices)
    return Thread(words, tuple(messages), _subject(heads))


def _is_talk(names: Sequence[str]) -> bool:
    """Say whether names before lines are of people: two of them speak more than once."""
    return sum(times >= _FEWEST for times in Counter(names).values()) >= _FEWEST


def _rows(text: str) -> Iterator[_Row]:
    position = 0
    for line in text.splitlines(keepends=True):
        yield _Row(line.rstrip("\r\n"), position)
        position += len(line)


def _heads(rows: Sequence[_Row]) -> Iterator[_Head]:
    """Yield the heads of messages, in order."""
    at = 0
    while at < len(rows):
        may_be = _MOMENT_OR_COLON.search(rows[at].text[:_LONGEST]) is not None
        found = (_mail(rows, at) or _inline(rows[at]) or _alone(rows, at)) if may_be else None
        if found is None:
            at += 1
            continue
        yield found
        while at < len(rows) and rows[at].end <= found.end:
            at += 1
        at += found.inline


def _inline(row: _Row) -> _Head | None:
    found = _first(_INLINE, row.text[:_LONGEST])
    if found is None or _NO_NAME.match(_bare(found["who"])):
        return None
    who, when = found["who"].strip("*").lstrip("@"), found.groupdict().get("when") or ""
    return _Head(row.start, row.start + found.end(), who, when, inline=True, weak=not when)


def _alone(rows: Sequence[_Row], at: int) -> _Head | None:
    """Return the head that a line is, with the lines that a page puts around it."""
    row = rows[at]
    if not row.text.strip() or len(row.text) > _LONGEST:
        return None
    first, found = at, _first(_ALONE, row.text)
    if found is not None and not _NO_NAME.match(_bare(found["who"])):
        who = found["who"]
        if "when" not in found.groupdict() and _is_quoted(rows, at + 1):
            return None
        if at and _bare(rows[at - 1].text) == _bare(who):
            first = at - 1
    else:
        found, first = _first(_BELOW, row.text), _before(rows, at)
        if found is None or first < 0:
            return None
        who = _ADDRESS.sub("", rows[first].text[:_LONGEST])
    name = _HANDLE.sub("", _bare(who))
    if _NAME.fullmatch(name) is None or not any(map(str.isalpha, name)):
        return None
    last, decides = _around(rows, at, name)
    return _Head(
        rows[first].start, rows[last].end, name, found.groupdict().get("when") or "", decides=decides
    )


def _around(rows: Sequence[_Row], at: int, name: str) -> tuple[int, bool]:
    """Return the last line of a head that begins at a line, and whether it says that its writer decides."""
    last, decides = at, _DECIDES.search(rows[at].text) is not None
    while last + 1 < len(rows):
        below = rows[last + 1].text
        if _bare(below) != name and not (below.strip() and _ROLE.match(below)):
            break
        last += 1
        decides = decides or _DECIDES.search(below) is not None
    return last, decides


def _mail(rows: Sequence[_Row], at: int) -> _Head | None:
    """Return the head of a mail: the fields that begin at a line, with whom it is from, when, and on what.

    Where a paragraph begins, any field may, also those that only programs read.
    """
    begins = at == 0 or not rows[at - 1].text.strip() or _BOX.match(rows[at].text) is not None
    form = _ANY_FIELD if begins else _FIELD
    last, name, fields = at, "", dict[str, str]()
    while last < len(rows):
        line = rows[last].text
        field = form.match(line)
        if field is not None:
            name = field["field"].lower()
            fields.setdefault(name, field["value"] or "")
        elif name and _FOLDED.match(line) is not None:
            fields[name] += f" {line.strip()}"
        elif _BOX.match(line) is None:
            break
        last += 1
    who, when, subject = (_value(fields, names) for names in (_WRITER, _MOMENT, _SUBJECT))
    if not who or not (when or subject):
        return None
    alone = bool(_value(fields, _SENDER) and when and subject)
    name = _bare(_ADDRESS.sub("", who[:_LONGEST]) or who)
    return _Head(rows[at].start, rows[last - 1].end, name, when, subject=subject, alone=alone)


def _value(fields: Mapping[str, str], names: Collection[str]) -> str:
    return next((value for name, value in fields.items() if name in names), "")


def _before(rows: Sequence[_Row], at: int) -> int:
    """Return the nearest line above one that is not empty; -1 where there is none."""
    return next((above for above in range(at - 1, -1, -1) if rows[above].text.strip()), -1)


def _is_quoted(rows: Sequence[_Row], at: int) -> bool:
    """Say whether the next line that is not empty is quoted."""
    return next((row.text.lstrip().startswith(">") for row in rows[at:] if row.text.strip()), False)


def _first(phrases: Sequence[Phrase], line: str) -> "re.Match[str] | None":
    return next((match for each in phrases if (match := each.pattern.match(line)) is not None), None)


def _bare(name: str) -> str:
    return _MARKS.sub("", name).strip(" \"'“”*")


def _unmarked(text: str, rows: Sequence[_Row], heads: Sequence[_Head]) -> str:
    """Return a text without the `>` of messages that somebody passed on whole."""
    ends = [*(head.start for head in heads[1:]), len(text)]
    for head, end in zip(heads, ends, strict=True):
        told = [row for row in rows if head.end < row.start < end and row.text.strip()]
        quoted = [row for row in told if row.text.startswith(">")]
        answered = any(_QUOTES.match(row.text) for row in told)
        if not head.inline and not answered and len(quoted) >= max(_PASSED_ON * len(told), 1):
            for row in quoted:
                text = f"{text[: row.start]} {text[row.start + 1 :]}"
    return text


def _notices(rows: Sequence[_Row], heads: Sequence[_Head]) -> Iterator[tuple[int, int]]:
    """Yield what no person wrote: what a program notes, where a mail begins to quote, signatures."""
    starts = [head.start for head in heads]
    for at, row in enumerate(rows):
        of = bisect_right(starts, row.start) - 1
        if of >= 0 and row.start < heads[of].end:
            continue
        end = starts[of + 1] if of + 1 < len(starts) else rows[-1].end
        starred = of >= 0 and heads[of].inline and _STARRED.match(row.text)
        noted = any(form.match(row.text) for form in (_STAMPED, _OF_A_PAGE, _COMES_OR_GOES, _BOX))
        if starred or noted or _brings_a_quote(rows, at):
            yield row.start, row.end
        elif at and _OF_A_BOT.match(row.text) and _NAME.fullmatch(_bare(rows[at - 1].text)):
            yield rows[at - 1].start, end
        elif of >= 0 and not heads[of].inline and _SIGNATURE.match(row.text.lstrip()):
            yield row.start, end


def _brings_a_quote(rows: Sequence[_Row], at: int) -> bool:
    return _QUOTES.match(rows[at].text) is not None and _is_quoted(rows, at + 1)


def _of_programs(heads: Sequence[_Head], end: int) -> list[tuple[int, int]]:
    """Return what programs wrote between the people, such as the one that keeps the log."""
    ends = [*(head.start for head in heads[1:]), end]
    return [(head.end, end) for head, end in zip(heads, ends, strict=True) if _PROGRAM.match(head.who)]


def _messages(text: str, heads: Sequence[_Head], today: date) -> Iterator[Message]:
    ends = [*(head.start for head in heads[1:]), len(text)]
    talk = 0
    before: _Head | None = None
    for head, end in zip(heads, ends, strict=True):
        talk += not (before is not None and before.inline and head.inline and before.who == head.who)
        yield Message(head.end, end, head.who, _day(head.when, today), (), talk * head.inline)
        before = head


def _day(when: str, today: date) -> date | None:
    """Return the day that a head names; a day in figures may lie after the one that the text begins with."""
    one_day = [each for each in mentions(when, today) if each.first == each.last]
    days = {each.first for each in one_day if each.absolute} or {each.first for each in one_day}
    return days.pop() if len(days) == 1 else None


def _placed(text: str, messages: Sequence[Message], heads: Sequence[_Head]) -> Iterator[Message]:
    """Yield the messages with what their places say of them."""
    said = [text[message.start : message.end].strip() for message in messages]
    writers = names_of_writers([(head.who, text[head.start : head.end]) for head in heads], said)
    last = len(messages) - 1
    for at, (message, head) in enumerate(zip(messages, heads, strict=True)):
        signs = ["chat" if head.inline else "thread"]
        signs += ["opens"] if at == 0 and last else []
        signs += ["ends"] if at == last and last else []
        signs += ["by who opened"] if at and message.who == messages[0].who else []
        signs += ["decides"] if head.decides else []
        other = at and messages[at - 1].who != message.who
        signs += ["answers"] if other and "?" in said[at - 1] else []
        agreed = at < last and messages[at + 1].who != message.who and _AGREES.match(said[at + 1])
        signs += ["agreed to"] if agreed else []
        yield replace(message, signs=tuple(signs), writer=writers[at])


def _blotted(
    text: str, rows: Sequence[_Row], heads: Sequence[_Head], notices: Sequence[tuple[int, int]]
) -> str:
    """Return a text with blanks for heads and notices; what is said behind a head begins a line."""
    words = list(text)
    for start, end in [*((head.start, head.end) for head in heads), *notices]:
        words[start:end] = (sign if sign == "\n" else " " for sign in words[start:end])
    for head in heads:
        if head.inline:
            words[head.end - 1] = "\n"
    if any(head.inline for head in heads):
        for row in rows:
            bar = _BEHIND_BAR.match(row.text[:_LONGEST])
            if bar is not None:
                words[row.start : row.start + bar.end()] = " " * bar.end()
    return "".join(words)


def _subject(heads: Sequence[_Head]) -> str:
    return _REPLY.sub("", next((head.subject for head in heads if head.subject), "")).strip()
