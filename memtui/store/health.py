"""Whether a store is sound: what `memtui doctor` asks."""

from memtui.store.connecting import damaged
from memtui.store.database import Store
from memtui.store.errors import StoreError

_BUGS = {"builtins", "json.decoder", "struct", "zlib"}
"""Exceptions to which a damaged value leads; a mistake of ours can lead to them too."""
_KINDS = {"TEXT": "'text'", "INTEGER": "'integer'", "REAL": "'real', 'integer'", "BLOB": "'blob'"}
"""What SQLite calls the values that columns of a declared type hold."""


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
    """Read the whole file and return the first thing that is broken in it; an empty string for none."""
    verdict = str(store.query("PRAGMA quick_check(1)")[0][0])
    return _of_another_kind(store) if verdict == "ok" else verdict


def _of_another_kind(store: Store) -> str:
    """Return the table with a value of the wrong kind for its column, as after overwritten bytes; empty if
    none.
    """
    for (table,) in store.query(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE T%'"
    ):
        columns = store.query("SELECT name, type FROM pragma_table_info(?)", (table,))
        wrong = " OR ".join(
            f"typeof([{name}]) NOT IN ('null', {_KINDS[kind]})" for name, kind in columns if kind in _KINDS
        )
        if wrong and store.query(f"SELECT 1 FROM [{table}] WHERE {wrong} LIMIT 1"):
            return f"a value of another kind in {table}"
    return ""


def cause_of(store: Store, error: BaseException) -> BaseException:
    """Return why something failed that should not: the damage of the store if it has any, else the error."""
    if type(error).__module__ not in _BUGS or isinstance(error, OSError):
        return error
    try:
        with store.sibling() as looking:  # this one may be closed by now
            message = damage(looking)
    except StoreError as found:
        return found
    return damaged(store.path, message) if message else error
