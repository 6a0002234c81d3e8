"""Tells instructions that somebody planted for agents from the statements that people keep.

An agent obeys what it reads, and a memory is read again and again. So a text that came from an agent, a
file or a web page, and that tells agents to give secrets away, to disregard their instructions, to run
foreign code, to hide things or hides itself, is held back until a person has seen it. Recall asks before it
tells a memory, the review pass asks about stored ones. It takes microseconds for most texts.

Memories are full of honest instructions ("always run the linter"), so one suspicious word says nothing: a
sign stands only when all its parts meet in one sentence, and not where the sentence forbids or describes
it. A text without a sign is read by a small learned model of how such texts are worded. This stops careless
attacks and about a third of those that others wrote; an attack that only hints passes.
"""

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from memtui.poison.features import SHORTEST, sentences
from memtui.poison.model import shipped
from memtui.poison.signs import Sign, signs


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What is suspicious in a text, and where."""

    sign: str
    says: str
    """What the text does, as the end of the sentence "it …"."""
    start: int
    end: int
    sure: float = 0.8
    """How likely it is to have been planted, from 0 to 1; of what is no wording, an estimate."""

    @property
    def by_wording(self) -> bool:
        """Whether only the learned model tells, and no sign."""
        return self.sign == WORDING


WORDING = "wording"
"""The sign of what only the learned model tells."""
LONGEST = 20_000
"""Characters of a text that are looked at; a longer one is no statement, and is suspicious for that alone."""
_SEEN = 200
_NOTE = re.compile(r"\[redacted [^\[\]\n]{1,80}\]")
"""What stands for a secret that was blotted out: memtui's word, and no evidence of what the text wants."""
_HIDDEN = re.compile(
    "[\U000e0001-\U000e007f]{2,}|[\u202a-\u202e\u2066-\u2069]|(?<=[A-Za-z])[\u200b\u2060\ufeff\u00ad]+(?=[A-Za-z])"
)
_FEW = 3
"""Up to this many invisible characters within words may be left over from a web page."""
_ENCODED = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/]{40,4000}={0,2}(?![\w+/=-])")
_MOST_DECODED = 8
_PROSE = re.compile(r"\b[A-Za-z]{2,} [A-Za-z']{1,} [A-Za-z]{2,}")


@lru_cache(maxsize=4096)  # the same few memories are told again and again
def suspicion(text: str) -> Suspicion | None:
    """Return the reason to believe that `text` was planted for agents, or None.

    Positions are those of `text`. Only the first `LONGEST` characters are read; a longer text is suspicious
    for that alone.
    """
    start = text[:LONGEST]
    return first_sign(_NOTE.sub(_blank, start)) or _worded(_without_notes(start)) or _unread(text)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _without_notes(text: str) -> str:
    """Return a text without the sentences in which a secret was blotted out, blanks in their place.

    Such a sentence gives a value, where a planted one wants one; the model was shown none of them.
    """
    if not _NOTE.search(text):
        return text
    pieces = list(text)
    for start, end in sentences(text):
        if _NOTE.search(text, start, end):
            pieces[start:end] = " " * (end - start)
    return "".join(pieces)


def first_sign(text: str) -> Suspicion | None:
    """Return the first sign in a text of at most `LONGEST` characters."""
    return next(_invisible(text), None) or _by_signs(text) or next(_encoded(text), None)


def _unread(text: str) -> Suspicion | None:
    if len(text) <= LONGEST:
        return None
    says = f"has {len(text):,} characters, and only the first {LONGEST:,} were looked at"
    return Suspicion("unread", says, LONGEST, min(LONGEST + _SEEN, len(text)))


def _worded(text: str) -> Suspicion | None:
    """Return what the learned model makes of a text; a few words tell it too little.

    Without a sound model the signs alone have to do.
    """
    model = shipped.usable() if len(text) >= SHORTEST else None
    reading = model.read(text) if model else None
    if reading is None:
        return None
    telling = ", ".join(f"“{word}”" for word in reading.telling)
    says = "reads like an instruction planted for agents" + (f": {telling}" if telling else "")
    return Suspicion(WORDING, says, reading.start, reading.end, round(reading.sure, 2))


def _by_signs(text: str) -> Suspicion | None:
    lower = text.lower()
    for sign in signs():
        if any(hint in lower for hint in sign.hints):
            for start, end in [(0, len(text))] if sign.whole else sentences(text):
                place = _sign_span(sign, text[start:end])
                if place is not None:
                    return Suspicion(sign.name, sign.says, start + place[0], start + place[1])
    return None


def _sign_span(sign: Sign, sentence: str) -> tuple[int, int] | None:
    """Return the span in a sentence from a sign's first part to its last; None when one is missing."""
    spans = []
    for part in sign.parts:
        match = _compiled(part).search(sentence)
        if match is None:
            return None
        spans.append(match.span())
    start, end = min(span[0] for span in spans), max(span[1] for span in spans)
    if sign.unless and _compiled(sign.unless).search(sentence, 0, spans[0][0]):
        return None
    return start, end


@cache  # compiled when first needed: a hook that meets no hint needs none of them
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _invisible(text: str) -> Iterator[Suspicion]:
    """Yield where a text holds what no person can see: another alphabet's shadow, or turned-round text."""
    if text.isascii():
        return
    hidden = list(_HIDDEN.finditer(text))
    if len(hidden) >= _FEW or any(match[0] > "\U000e0000" for match in hidden):
        yield Suspicion("hidden", "holds characters that nobody can see", hidden[0].start(), hidden[-1].end())


def _encoded(text: str) -> Iterator[Suspicion]:
    """Yield suspicions about text hidden in base64."""
    for count, match in enumerate(_ENCODED.finditer(text)):
        if count == _MOST_DECODED:
            return
        decoded = _decoded(match[0])
        inner = _by_signs(decoded) if _PROSE.search(decoded) else None
        if inner is not None:
            yield Suspicion("encoded", f"says in base64 what {inner.says}", *match.span())


def _decoded(word: str) -> str:
    whole = word.rstrip("=")
    try:
        return base64.b64decode(whole + "=" * (-len(whole) % 4)).decode()
    except (binascii.Error, ValueError):
        return ""
