"""What remains of a purged text: a keyed hash, enough to refuse it and useless to guess it from.

The key is random for each store, so the hash of a known sentence cannot be looked up elsewhere. The hash is
of what all spellings of the text have in common (`language.spelling`), and it holds in every scope.

A person may take the tombstones of one store along to another. They go with the key they were made under,
since no text is left to hash anew: whoever has both can tell whether a text that they guess was purged.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.instant import Instant
from memtui.domain.memory import Draft
from memtui.domain.scope import in_line
from memtui.domain.text import normalised
from memtui.language.spelling import canonical
from memtui.store.database import Store, Transaction

_OWN = 0
_MOST_KEYS = 64
"""Other stores whose tombstones are kept: each key costs a hash for every text that comes in."""


@dataclass(frozen=True, slots=True)
class Tombstone:
    """One tombstone on its way from store to store."""

    key: bytes
    hash: bytes
    scope: str


def bury(tx: Transaction, texts: Iterable[tuple[str, str]]) -> None:
    """Leave a tombstone for each (text, scope)."""
    key = _own_key(tx)
    tx.execute_many(
        "INSERT OR IGNORE INTO tombstones (hash, scope, at) VALUES (?, ?, ?)",
        [(_hash(key, canonical(text)), scope, tx.now) for text, scope in texts],
    )


def buried(store: Store, drafts: Sequence[Draft]) -> set[int]:
    """Return the positions of drafts whose text was purged, wherever it was filed."""
    if not store.query("SELECT 1 FROM tombstones LIMIT 1"):
        return set()
    keys = list(_keys(store).values())
    positions = set()
    for position, draft in enumerate(drafts):
        hashes = [value for key in keys for value in _hashes(key, draft.text)]
        marks = ", ".join("?" * len(hashes))
        if store.query(f"SELECT 1 FROM tombstones WHERE hash IN ({marks}) LIMIT 1", hashes):
            positions.add(position)
    return positions


def every(store: Store) -> Iterator[Tombstone]:
    """Yield the tombstones of a store, also those it was given, each with its key."""
    keys = _keys(store)
    for hashed, scope, key_id in store.query("SELECT hash, scope, key_id FROM tombstones ORDER BY at, hash"):
        yield Tombstone(keys[key_id], hashed, scope)


def exchanged(store: Store) -> Iterator[Tombstone]:
    """Yield the tombstones that this store's machines have in common: its own, and what it was given."""
    keys = _keys(store)
    rows = store.query(
        "SELECT hash, scope, key_id FROM tombstones WHERE exchanged OR key_id = ? ORDER BY at, hash", (_OWN,)
    )
    for hashed, scope, key_id in rows:
        yield Tombstone(keys[key_id], hashed, scope)


def since(tx: Transaction, at: Instant) -> list[Tombstone]:
    """Return the tombstones that this store made after a time."""
    key = _own_key(tx)
    rows = tx.query("SELECT hash, scope FROM tombstones WHERE at > ? AND key_id = 0 ORDER BY at, hash", (at,))
    return [Tombstone(key, hashed, scope) for hashed, scope in rows]


def keep(tx: Transaction, stones: Sequence[Tombstone], *, machines: int = 0) -> list[Tombstone]:
    """Keep tombstones of other stores, and return those that were not known.

    Those under more keys than a store keeps are left; each of the `machines` that it exchanges with has one
    more.
    """
    new = []
    for stone in stones:
        key_id = _key_id(tx, stone.key, _MOST_KEYS + machines)
        where = (stone.hash, stone.scope)
        known = tx.query("SELECT 1 FROM tombstones WHERE hash = ? AND scope = ?", where)
        if known and machines:
            tx.execute("UPDATE tombstones SET exchanged = 1 WHERE hash = ? AND scope = ?", where)
        if key_id is None or known:
            continue
        tx.execute(
            "INSERT INTO tombstones (hash, scope, at, key_id, exchanged) VALUES (?, ?, ?, ?, ?)",
            (*where, tx.now, key_id, bool(machines)),
        )
        new.append(stone)
    return new


def said_here(store: Store, stones: Sequence[Tombstone]) -> list[int]:
    """Return the ids of live and archived memories that say what was purged. Reads all of their texts."""
    by_key: dict[bytes, dict[bytes, list[str]]] = defaultdict(lambda: defaultdict(list))
    for stone in stones:
        by_key[stone.key][stone.hash].append(stone.scope)
    return [
        memory_id
        for rows in store.stream("SELECT id, text, scope FROM memories WHERE state IN ('live', 'archived')")
        for memory_id, text, scope in rows
        if any(in_line(buried_in, scope) for buried_in in _scopes(by_key, text))
    ]


def _scopes(by_key: Mapping[bytes, Mapping[bytes, Sequence[str]]], text: str) -> Iterator[str]:
    """Yield the scopes that a text was purged from."""
    for key, known in by_key.items():
        for hashed in dict.fromkeys(_hashes(key, text)):
            yield from known.get(hashed, ())


def _key_id(tx: Transaction, key: bytes, most: int) -> int | None:
    """Return the number of a key, which is stored if it is new; None when `most` keys are stored already."""
    if key == _own_key(tx):
        return _OWN
    rows = tx.query("SELECT id FROM tombstone_keys WHERE key = ?", (key,))
    if not rows:
        if tx.query("SELECT count(*) FROM tombstone_keys")[0][0] >= most:
            return None
        tx.execute("INSERT INTO tombstone_keys (key) VALUES (?)", (key,))
        rows = tx.query("SELECT id FROM tombstone_keys WHERE key = ?", (key,))
    return int(rows[0][0])


def _keys(store: Store) -> dict[int, bytes]:
    return {_OWN: _own_key(store), **dict(store.query("SELECT id, key FROM tombstone_keys"))}


def _own_key(queried: Store | Transaction) -> bytes:
    return bytes(queried.query("SELECT value FROM meta WHERE key = 'tombstone_key'")[0][0])


def _hashes(key: bytes, text: str) -> tuple[bytes, bytes]:
    """Return the hashes that its tombstone may have; an older one is of it as duplicates are compared."""
    return _hash(key, canonical(text)), _hash(key, normalised(text))


def _hash(key: bytes, text: str) -> bytes:
    import hmac  # loads OpenSSL: not before something is looked up

    return hmac.digest(key, text.encode("utf-8", "replace"), "sha256")
