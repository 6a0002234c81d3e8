"""Where minutes list who came and what was to be spoken of: `Agenda`, and its items. None of that is a fact.

An agenda is one when the minutes go on below it, and nothing hangs on its items: else they are what was
said. `reading` asks, and for the title of one item: `Item 2 - Crane inspection (Pim, 10 min)`; `stating`
asks about a line by itself: `Present: Mira, Pim`.
"""

import re
from pathlib import Path

from memtui.capture.markup import LIST_MARK, plain
from memtui.capture.rules.verbs import has_verb
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("framing.toml"))
_WHO_CAME, _AGENDA, _NUMBERED, _BY_WHOM = (
    _PHRASES[name].pattern for name in ("who_came", "agenda", "numbered", "by_whom")
)
_LINE = re.compile(r"[^\n]+")
_LONGEST_TITLE = 60

Stretch = tuple[int, int]


def lists_of_frame(text: str) -> list[Stretch]:
    """Return where the items stand of lists of who came, and of agendas."""
    lines = list(_LINE.finditer(text))
    found = []
    for number, line in enumerate(lines):
        title = _title(line[0])
        is_agenda = _AGENDA.match(title) is not None
        if not is_agenda and _WHO_CAME.match(title) is None:
            continue
        items = _items(lines[number + 1 :])
        goes_on = number + len(items) + 1 < len(lines)
        if items and not (is_agenda and (_nested(items) or not goes_on)):
            found.append((items[0].start(), items[-1].end()))
    return found


def says_who_came(sentence: str) -> bool:
    """Say whether a sentence is a list of names behind what those are: `Apologies: Mira`."""
    label, sign, names = sentence.partition(":")
    is_list = bool(sign) and _WHO_CAME.match(label.strip()) is not None
    return is_list and not has_verb(names) and not any(map(str.isdigit, names))


def title_of_item(sentence: str) -> str | None:
    """Return what an item of the agenda is called, where a sentence is nothing but its number and title."""
    number = _NUMBERED.match(sentence)
    if number is None or "\n" in sentence:
        return None
    title = _BY_WHOM.sub("", sentence[number.end() :])
    return None if len(title) > _LONGEST_TITLE or has_verb(title) else title


def _title(line: str) -> str:
    """Return a line without what makes it a title; empty for one that is too long to be one."""
    return "" if len(line) > _LONGEST_TITLE else plain(line.strip().lstrip("# ")).strip().rstrip(":： ")


def _items(lines: list[re.Match[str]]) -> list[re.Match[str]]:
    """Return the lines that are items of the list that begins here."""
    items = []
    for line in lines:
        mark = LIST_MARK.match(line[0])
        if mark is None or not line[0][: mark.end()].strip():
            break
        items.append(line)
    return items


def _nested(items: list[re.Match[str]]) -> bool:
    return len({len(each[0]) - len(each[0].lstrip()) for each in items}) > 1
