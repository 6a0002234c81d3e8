"""How large the store's file is, table by table, week after week of the simulated year."""

from memtui.store.connecting import SQLITE_ERRORS
from memtui.store.database import Row, Store
from memtui.store.errors import StoreError


def file_bytes(store: Store) -> int:
    """Return the size of the file once the log is copied into it, with the pages that are free."""
    return int(store.query("PRAGMA page_count")[0][0]) * int(store.query("PRAGMA page_size")[0][0])


def table_bytes(store: Store) -> dict[str, int]:
    """Return the bytes that each table takes with its indexes, the largest first.

    Reads every page. Empty where SQLite was built without `dbstat`.
    """
    owners: dict[str, str] = dict(store.query("SELECT name, tbl_name FROM sqlite_master"))
    try:
        pages: list[Row] = store.query("SELECT name, sum(pgsize) FROM dbstat GROUP BY name")
    except (StoreError, *SQLITE_ERRORS):
        return {}
    bytes_of: dict[str, int] = {}
    for name, size in pages:
        table: str = owners.get(name) or name
        table = "memories_fts" if table.startswith("memories_fts") else table
        bytes_of[table] = bytes_of.get(table, 0) + size
    return dict(sorted(bytes_of.items(), key=lambda item: (-item[1], item[0])))


def table_rows(store: Store) -> dict[str, int]:
    """Return how many rows each table has that grows with use."""
    return {name: int(store.query(f"SELECT count(*) FROM {name}")[0][0]) for name in GROWING}


GROWING = (
    "memories",
    "categories",
    "links",
    "accesses",
    "ops",
    "op_changes",
    "op_sets",
    "tombstones",
    "runs",
    "embeddings",
    "proposals",
    "proposal_targets",
    "review_due",
)
"""Tables that get new rows as the store is used."""
