"""What remains of a purged text: a keyed hash, enough to refuse it and useless to guess it from.

The key is random for each store, so the hash of a known sentence cannot be looked up elsewhere. The hash is
of what all spellings of the text have in common (`language.spelling`), and holds in the whole line of its
scope.
"""

from collections.abc import Iterable, Sequence

from memtui.domain.memory import Draft
from memtui.domain.scope import in_line
from memtui.domain.text import normalised
from memtui.language.spelling import canonical
from memtui.store.database import Store, Transaction


def bury(tx: Transaction, texts: Iterable[tuple[str, str]]) -> None:
    """Leave a tombstone for each (text, scope)."""
    key = tx.query("SELECT value FROM meta WHERE key = 'tombstone_key'")[0][0]
    tx.execute_many(
        "INSERT OR IGNORE INTO tombstones (hash, scope, at) VALUES (?, ?, ?)",
        [(_hash(key, canonical(text)), scope, tx.now) for text, scope in texts],
    )


def buried(store: Store, drafts: Sequence[Draft]) -> set[int]:
    """Return the positions of drafts whose text was purged from their scope, one above it or one below it."""
    if not store.query("SELECT 1 FROM tombstones LIMIT 1"):
        return set()
    key = store.query("SELECT value FROM meta WHERE key = 'tombstone_key'")[0][0]
    found = set()
    for position, draft in enumerate(drafts):
        # Older tombstones are of the text as exact duplicates are compared.
        hashes = (_hash(key, canonical(draft.text)), _hash(key, normalised(draft.text)))
        rows = store.query("SELECT scope FROM tombstones WHERE hash IN (?, ?)", hashes)
        if any(in_line(row[0], draft.scope) for row in rows):
            found.add(position)
    return found


def _hash(key: bytes, text: str) -> bytes:
    import hmac  # loads OpenSSL: not before something is looked up

    return hmac.digest(key, text.encode("utf-8", "replace"), "sha256")
