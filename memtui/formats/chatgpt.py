"""ChatGPT's saved memories, as a person copies them from its settings or from an answer.

One memory a line, about the user: with or without bullets, numbers, quotes or a date in front. Where the
page's title is copied along, none has to name the user. Filed under `/user`. A key is the file's name and a
hash of the text without the date.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from memtui.domain.instant import Instant
from memtui.formats.ground import wording
from memtui.formats.ground.entries import MARKER, Entry, memories_of
from memtui.formats.ground.files import start_of
from memtui.formats.ground.sureness import MANNER
from memtui.formats.protocol import Reader, Record, SourceError

_DATE = re.compile(
    r"\W{0,3}(?P<date>\d{4}-\d{2}-\d{2}|[A-Z][a-z]{2,8}\.? \d{1,2},? \d{4}|\d{1,2} [A-Z][a-z]{2,8} \d{4})"
    r"(?P<time>[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?\s*[\]\)]?\s*(?:[.:–—|-]+\s+|\s+)"
)
_DATE_FORMS = ("%Y-%m-%d", "%B %d %Y", "%b %d %Y", "%d %B %Y", "%d %b %Y")
_USER = re.compile(r"(?:the )?user(?:['’]s)?\b", re.IGNORECASE)
_VERB = re.compile(
    r"(is|has|had|was|prefers|wants|likes|loves|enjoys|works|lives|uses|plans|studies|owns|is|hates|needs|asked)\b",
    re.IGNORECASE,
)
_NOISE = re.compile(
    r"(saved memories|manage memories|memory updated|model set context|delete all|clear memory|"
    r"reference saved memories|here (is|are) (what|everything|the memories) .*)\W*",
    re.IGNORECASE,
)
_TITLE = re.compile(r"^[ \t#*]*(saved memories|manage memories)\W*$", re.IGNORECASE | re.MULTILINE)
"""What the page of the settings is called, where people copy it."""
_SHARE = 0.6
"""The share of lines in that manner; people paste headings and remarks along."""


class ChatGpt(Reader):
    """Reads a pasted list of ChatGPT's memories."""

    name = "chatgpt"
    called = "ChatGPT"
    label = "ChatGPT's saved memories, pasted into a file"
    order = 90

    def detect(self, path: Path) -> float:
        """Be sure by the title and the share of lines that say something of the user in ChatGPT's manner."""
        if path.is_dir():
            return 0.0
        text = start_of(path)
        statements = [statement for _, statement, _ in _entries(text) if statement]
        if not statements:
            return 0.0
        named = _TITLE.search(text) or any(map(_USER.match, statements))
        spoken = sum(bool(_USER.match(statement) or _VERB.match(statement)) for statement in statements)
        return MANNER if len(statements) >= 2 and named and spoken >= _SHARE * len(statements) else 0.0

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per line."""
        if path.is_dir():
            raise SourceError(f"{path} is a folder; paste the memories into one file")
        yield from memories_of(path, _entries, source="chatgpt", scope="/user", sort=wording.sort_of_person)


def _entries(text: str) -> Iterator[Entry]:
    """Yield line number, text and date of every entry; the words of the settings page around it are none."""
    for number, line in enumerate(text.split("\n"), start=1):
        statement = MARKER.sub("", line, count=1).strip()
        written = None
        dated = _DATE.match(statement)
        if dated:
            written = _instant(dated["date"])
            statement = statement[dated.end() :].strip() if written is not None else statement
        if len(statement) > 1 and statement[0] + statement[-1] in {'""', "“”", "''"}:
            statement = statement[1:-1].strip()
        if statement and not statement.startswith("#") and not _NOISE.fullmatch(statement):
            yield number, statement, written


def _instant(date: str) -> Instant | None:
    plain = date.replace(",", "").replace(".", "")
    for form in _DATE_FORMS:
        try:
            return datetime.strptime(plain, form).replace(tzinfo=UTC).timestamp()
        except ValueError:
            continue
    return None
