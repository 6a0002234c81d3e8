"""Keeps the bytes of a file without the secrets in it.

Each secret leaves a hole: its place, its length, and its hash under a key of this store. When the bytes are
needed again, the holes are filled with secrets of the present file that have the same hash, so the store
never holds one.
"""

import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from memtui import secrets
from memtui.store.database import Row


@dataclass(frozen=True, slots=True)
class Hole:
    """Where a secret was cut out."""

    at: int
    """Character of what is left."""
    length: int
    """Characters that were cut out."""
    hash: str

    @property
    def packed(self) -> tuple[int, int, str]:
        """What is written of it."""
        return self.at, self.length, self.hash


def key_of(query: Callable[[str], Sequence[Row]]) -> bytes:
    """Return the store's key, which stands in no other store."""
    return bytes(query("SELECT value FROM meta WHERE key = 'tombstone_key'")[0][0])


def cut(key: bytes, data: bytes | None) -> tuple[bytes | None, tuple[Hole, ...]]:
    """Return bytes without their secrets, and where those stood."""
    if data is None:
        return None, ()
    text = _text(data)
    pieces: list[str] = []
    holes: list[Hole] = []
    position = left = 0
    for secret in secrets.find_secrets(text):
        pieces.append(text[position : secret.start])
        left += secret.start - position
        value = text[secret.start : secret.end]
        holes.append(Hole(left, len(value), _hash(key, value)))
        position = secret.end
    return _bytes("".join([*pieces, text[position:]])), tuple(holes)


def filled(
    key: bytes, kept: bytes | None, holes: Sequence[Hole], present: Iterable[bytes | None]
) -> bytes | None:
    """Return bytes with their holes filled from `present`. Raises Missing when a secret isn't there."""
    if kept is None or not holes:
        return kept
    known = {
        _hash(key, value): value
        for data in present
        if data is not None
        for text in [_text(data)]
        for secret in secrets.find_secrets(text)
        for value in [text[secret.start : secret.end]]
    }
    text = _text(kept)
    pieces: list[str] = []
    position = 0
    for hole in holes:
        if hole.hash not in known:
            raise Missing
        pieces += (text[position : hole.at], known[hole.hash])
        position = hole.at
    return _bytes("".join([*pieces, text[position:]]))


def noted(
    key: bytes, kept: bytes, holes: Sequence[Hole], notes: Mapping[str, str], clean: Callable[[str], str]
) -> tuple[bytes, tuple[Hole, ...]]:
    """Return bytes with the holes of some values filled by notes for good, and the holes that are left.

    `clean` is given what stands between the holes.
    """
    by_hash = {_hash(key, value): note for value, note in notes.items()}
    text, whole, start = _text(kept), "", 0
    left: list[Hole] = []
    for hole in holes:
        whole += clean(text[start : hole.at])
        start = hole.at
        if (note := by_hash.get(hole.hash)) is not None:
            whole += note
        else:
            left.append(replace(hole, at=len(whole)))
    return _bytes(whole + clean(text[start:])), tuple(left)


def blotted(kept: bytes, holes: Sequence[Hole]) -> bytes:
    """Return bytes with `[redacted]` in their holes."""
    text = _text(kept)
    ends = [hole.at for hole in holes]
    parts = [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]
    return _bytes("[redacted]".join(parts))


class Missing(Exception):
    """A secret that was cut out is not in the file any more."""


def _hash(key: bytes, value: str) -> str:
    return hmac.digest(key, value.encode("utf-8", "surrogateescape"), "sha256").hex()


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
