"""The signs that a sentence is worth remembering, and the kind of statement that each sign shows.

The kinds are in `cues.toml`, one record each: how its memory is filed, how important it is, and the
patterns that show it. When no model reads the text, a sentence without a kind is passed over.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memtui.domain.memory import MemoryType
from memtui.phrases import Phrase, phrase, phrases_in


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of statement."""

    name: str
    reason: str
    """What it is called in the reason a person reads: `a decision`."""
    importance: float
    categories: tuple[str, ...]
    phrase: Phrase
    """The words that show it."""
    type: MemoryType = MemoryType.SEMANTIC
    headings: str = ""
    """Words of a heading whose items are of this kind, as a regular expression."""
    labels: tuple[str, ...] = ()
    """Words of a label before such a statement, in lower case: `Key decision: …`."""


@dataclass(frozen=True, slots=True)
class Cue:
    """The sign that a sentence shows."""

    kind: Kind
    words: str
    """The words that showed it, as they stand in the sentence; the heading's when it was that."""
    importance: float


def read(text: str) -> tuple[Kind, ...]:
    """Return the kinds of a text such as `cues.toml`. Raises ValueError, which names the kind."""
    document = tomllib.loads(text)
    return tuple(_kind(entry, document["parts"]) for entry in document["kinds"])


def _kind(entry: dict[str, Any], parts: dict[str, str]) -> Kind:
    name = entry["name"]
    try:
        kind = Kind(
            name,
            entry["reason"],
            float(entry["importance"]),
            tuple(entry["categories"]),
            phrase(name, entry, parts),
            MemoryType(entry.get("type", MemoryType.SEMANTIC)),
            entry.get("headings", ""),
            tuple(entry.get("labels", "").split()),
        )
    except KeyError as error:
        raise ValueError(f"the kind {name} lacks {error}") from None
    if not 0 < kind.importance <= 1:
        raise ValueError(f"the importance of the kind {name} is not in 0 to 1")
    return kind


FILE = Path(__file__).with_name("cues.toml")
KINDS = read(FILE.read_text("utf-8"))
BY_NAME = {kind.name: kind for kind in KINDS}

_HEADINGS = [
    (
        kind,
        re.compile(
            rf"^(?:\d+[.)]?\s*)?(?:(?:key|main|our|other|important|agreed|new|"
            rf"the)\s+)*(?:{kind.headings})\b",
            re.I,
        ),
    )
    for kind in KINDS
    if kind.headings
]
_WEIGHTS = phrases_in(FILE, within="weights")
_HARD = _WEIGHTS["hard"].pattern
_SOFT = _WEIGHTS["soft"].pattern
_HARDER, _SOFTER, _MOST = 0.05, 0.1, 0.9
"""Chosen: a hard word lifts a statement within its kind, a hedge lowers it more; and none is above 0.9."""
_REST = re.compile(r"\w*")
"""The rest of a word."""
_BEGUN = re.compile(r"(?<![\w.,])\d{1,3}(?:[ '’\u202f]\d{3}){0,6}[ '’\u202f]\d{0,2}\Z|(?<![\d.,])\d[\d.,]*\Z")
"""The beginning of a figure, up to a digit of it: `1` of `1200`, `1.` of `1.5`, `1 2` of `1 200`."""
_NAMED = re.compile(r"(?<=[\w,;:)] )[A-Z][\w-]*|\b\w*[a-z][A-Z]\w*|\b[A-Z]{2,}\w*|\b\w+[_/.]\w+|`[^`]+`|\d")
_LONGEST_FIGURE = 20


def kind_of_heading(heading: str) -> Kind | None:
    """Return the kind that the items under a heading are of, or None when it does not say."""
    title = heading.strip(" #*_:-–—").lower()
    return (
        next((kind for kind, pattern in _HEADINGS if pattern.match(title)), None)
        if len(title) <= 60
        else None
    )


def cue(sentence: str, heading: Kind | None = None, label: Kind | None = None) -> Cue | None:
    """Return the sign a sentence shows, or None when nothing in it asks to be remembered.

    What stands under a heading is of its kind. A label before the sentence (`Fact:`) only helps where the
    sentence itself shows nothing more specific.
    """
    if heading is not None:
        return Cue(heading, heading.name, _weighed(heading.importance, sentence))
    for kind in KINDS:
        if kind is label:
            break
        match = kind.phrase.pattern.search(sentence)
        if match is None:
            continue
        if kind.name == "statement" and not _NAMED.search(sentence):
            return None
        return Cue(kind, _shown(match), _weighed(kind.importance, sentence))
    return None if label is None else Cue(label, label.name, _weighed(label.importance, sentence))


def _weighed(importance: float, sentence: str) -> float:
    """Return an importance a little higher for hard words and a little lower for hedges."""
    importance += _HARDER if _HARD.search(sentence) else 0.0
    importance -= _SOFTER if _SOFT.search(sentence) else 0.0
    return round(min(max(importance, 0.0), _MOST), 2)


def _shown(match: re.Match[str]) -> str:
    """Return the words that matched, whole: `port 8017` where `port 8` told the kind, `12 %` where `2 %`."""
    before = match.string[max(match.start() - _LONGEST_FIGURE, 0) : match.start()]
    begun = _BEGUN.search(before) if match[0][:1].isdigit() else None
    rest = _REST.match(match.string, match.end()) if match[0][-1:].isalnum() else None
    whole = (begun[0] if begun else "") + match[0] + (rest[0] if rest else "")
    return " ".join(whole.split())[:40]
