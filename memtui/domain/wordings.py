"""Whether a text says again, in full or in part, what some other texts say.

A purge asks this of everything it does not delete: cards, quotes, waiting jobs, kept copies of files.
Texts are compared without case, punctuation and line breaks, because a card cuts what it quotes to one line
and a file wraps and decorates it.
"""

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Sequence

_WINDOW = 24
"""Characters that two texts have to share before one counts as quoting the other: about four words."""
_STRIDE = 8
"""A run that is longer than a window by this much is always met."""
_FINE = 200_000
"""Up to this many characters every window is remembered, so that few have to be looked up."""
_SHORTEST = 8
"""A shorter text is only told where it stands alone: `yes` is in everything."""
_FEW = 50
"""Up to this many texts are searched for one by one."""
_PART = 2
"""Spaces in three words."""
_GAP = re.compile(r"[\W_]+")
_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{4}|\\[nrt]")


class Wordings:
    """Some texts, ready to be looked for."""

    def __init__(self, texts: Iterable[str]) -> None:
        plain = {_plain(text) for text in texts} - {""}
        self._alone = {text for text in plain if len(text) < _SHORTEST}
        self._long = [text for text in plain if len(text) >= _WINDOW]
        self._short: dict[int, set[str]] = {}
        for text in plain:
            if _SHORTEST <= len(text) < _WINDOW:
                whole = _bounded(text)
                self._short.setdefault(len(whole), set()).add(whole)
        fine = sum(map(len, self._long)) <= _FINE
        self._step, self._ahead = (1, _STRIDE) if fine else (_STRIDE, 1)
        self._windows = {window for text in self._long for window in _windows(text, self._step)}
        self._together = "\n".join(f" {text}" for text in plain)

    def said_in(self, text: str) -> bool:
        """Say whether a text holds one of the wordings in full."""
        plain = _plain(text)
        if plain in self._alone or any(self._short_in(plain)):
            return True
        if len(self._long) > _FEW and self._windows.isdisjoint(_windows(plain, 1)):
            return False
        return any(whole in plain for whole in self._long)

    def said_in_file(self, data: bytes) -> bool:
        """Say whether a file holds one of the wordings in full, as plain text or in a JSON string."""
        text = data.decode("utf-8", "replace")
        return self.said_in(text) or ("\\" in text and self.said_in(_ESCAPE.sub(_unescaped, text)))

    def is_part(self, text: str) -> bool:
        """Say whether a text is nothing but a stretch of one of the wordings, of three words or more."""
        plain = _plain(text)
        enough = plain.count(" ") >= _PART or (not plain.isascii() and len(plain) >= _SHORTEST)
        return enough and f" {plain}" in self._together

    def quoted_in(self, text: str, beside: Sequence[str] = ()) -> bool:
        """Say whether a text holds words of one of the wordings that `beside` doesn't say too."""
        plain = _plain(text)
        if plain in self._alone:
            return True
        others = "\n".join(_bounded(_plain(other)) for other in beside)
        if self.is_part(text) and plain not in others:
            return True
        runs = itertools.chain(self._short_in(plain), self._windows_in(plain))
        return any(run not in others for run in runs)

    def without(self, text: str) -> str:
        """Return a text without the lines, or without the sentences of a line, that quote a wording."""
        if not self._any_of(text):
            return text
        kept = [" ".join(filter(self._is_other, _sentences(line))) for line in text.split("\n")]
        left = "\n".join(kept).strip()
        return "" if self._any_of(left) else left

    def _any_of(self, text: str) -> bool:
        plain = _plain(text)
        return any(itertools.chain(self._short_in(plain), self._windows_in(plain)))

    def _is_other(self, sentence: str) -> bool:
        return not self.quoted_in(sentence)

    def _short_in(self, plain: str) -> Iterator[str]:
        whole = _bounded(plain)
        for length, wanted in self._short.items():
            yield from (run for run in _runs(whole, length, 1) if run in wanted)

    def _windows_in(self, plain: str) -> Iterator[str]:
        yield from (run for run in _windows(plain, self._ahead) if run in self._windows)


def _plain(text: str) -> str:
    """Return the words of a text with one space between them, case folded."""
    return _GAP.sub(" ", text.casefold()).strip()


def _bounded(plain: str) -> str:
    """Return words with a mark at both ends, so that `port 80` isn't found in `report 80`.

    Scripts that write without spaces have no such ends.
    """
    return f" {plain} " if plain.isascii() else plain


def _windows(plain: str, step: int) -> Iterator[str]:
    yield from _runs(plain, _WINDOW, step)
    if len(plain) >= _WINDOW:
        yield plain[-_WINDOW:]


def _runs(text: str, length: int, step: int) -> Iterator[str]:
    return (text[at : at + length] for at in range(0, len(text) - length + 1, step))


def _sentences(line: str) -> list[str]:
    return re.split(r"(?<=[.!?。！？])\s+", line)


def _unescaped(escape: re.Match[str]) -> str:
    return str(json.loads(f'"{escape[0]}"')) if escape[0][1] == "u" else " "
