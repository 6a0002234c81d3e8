"""Whether a store is sound: what `memtui doctor` asks."""

from memtui.store.database import Store


def sqlite_version(store: Store) -> str:
    """Return the version of the SQLite that reads the store."""
    return str(store.query("SELECT sqlite_version()")[0][0])


def has_word_index(store: Store) -> bool:
    """Say whether this SQLite has FTS5, without which the words cannot be searched."""
    return ("fts5",) in store.query("PRAGMA module_list")


def schema_version(store: Store) -> int:
    """Return the version of the store's tables."""
    return int(store.query("PRAGMA user_version")[0][0])


def damage(store: Store) -> str:
    """Read the whole file and return the first thing SQLite finds broken; an empty string for none."""
    found = str(store.query("PRAGMA quick_check(1)")[0][0])
    return "" if found == "ok" else found
