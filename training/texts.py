"""Whole texts that were written for the project, with what a reader would keep of them marked ⟦so⟧.

What stands around a sentence, in a list, under a heading, in a text that teaches, says something about its
worth that the sentence alone doesn't. So these are read the way the rules read a page, and what they say of
each sentence is learned from with it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from memtui.capture.rules.cues import cue
from memtui.capture.rules.reading import read
from memtui.capture.rules.weighing import Setting, signs, speaker_of

DATA = Path(__file__).parent / "data" / "texts.txt"
MORE = tuple(
    DATA.with_name(f"texts_{kind}.txt") for kind in ("brief", "european", "threads", "wide", "working")
)
"""Settings in a few words; texts in German, French, Spanish; in Chinese, Japanese; of people at
work; threads, chats and mails."""
_OPENS, _CLOSES, _BEGINS, _REMARK = "⟦", "⟧", "%%% ", "% "
_OVERLAP = 0.5
"""Of a sentence's characters, the share that has to be marked for it to be one that is kept."""
TODAY = date(2032, 1, 1)
"""Later than any day in the texts."""


@dataclass(frozen=True, slots=True)
class Read:
    """A sentence of a text, and what a reader made of it."""

    home: str
    """The name of the text."""
    text: str
    by: str
    signs: tuple[str, ...]
    kept: bool


def sentences_of(path: Path = DATA) -> Iterator[Read]:
    """Yield the sentences of all texts in a file. Raises OSError, and ValueError for a mark that is open."""
    for name, marked in texts(path):
        plain, spans = unmarked(name, marked)
        setting = Setting.of(plain)
        for line in read(plain, TODAY):
            start, end = line.sentence.start, line.sentence.end
            inside = sum(max(min(end, to) - max(start, since), 0) for since, to in spans)
            kept = inside >= _OVERLAP * min(len(line.text), end - start)
            found = cue(line.text, line.heading, line.label)
            yield Read(name, line.text, speaker_of(line), signs(line, found, setting), kept)


def texts(path: Path = DATA) -> Iterator[tuple[str, str]]:
    """Yield the name of each text in a file, and the text with its marks."""
    name, lines = "", list[str]()
    for line in path.read_text("utf-8").splitlines():
        if line.startswith(_BEGINS):
            if name:
                yield name, "\n".join(lines)
            name, lines = line.removeprefix(_BEGINS), []
        elif name or not line.startswith(_REMARK):
            lines.append(line)
    if name:
        yield name, "\n".join(lines)


def unmarked(name: str, marked: str) -> tuple[str, list[tuple[int, int]]]:
    """Return a text without its marks, and from where to where it was marked. Raises ValueError."""
    plain, spans, since = "", list[tuple[int, int]](), -1
    for character in marked:
        if character == _OPENS and since < 0:
            since = len(plain)
        elif character == _CLOSES and since >= 0:
            spans.append((since, len(plain)))
            since = -1
        elif character in _OPENS + _CLOSES:
            raise ValueError(f"in the text {name} a mark has no other half, behind “{plain[-40:]}”")
        else:
            plain += character
    if since >= 0:
        raise ValueError(f"in the text {name} a mark is never closed: “{plain[since:][:40]}”")
    return plain, spans
