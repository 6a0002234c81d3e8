"""Records which memories of the person's other machines do not come to this store, by their uids.

A store that takes in some scopes only passes over what lies in others. It has to know a memory again that it
passed over: when that is filed under a scope that comes, what was said of it before has to be read once more.
"""

import json
from collections.abc import Collection, Sequence

from memtui.store.database import Store, Transaction
from memtui.store.memories import AMONG, ids_json


def pass_over(tx: Transaction, uids: Collection[str]) -> None:
    """Note memories that do not come here."""
    tx.execute_many("INSERT OR IGNORE INTO elsewhere (uid) VALUES (?)", [(uid,) for uid in uids])


def among(queried: Store | Transaction, uids: Collection[str]) -> set[str]:
    """Return which of these memories were passed over and have not come since."""
    rows = queried.query(f"SELECT uid FROM elsewhere WHERE uid {AMONG}", (_json(uids),))
    return {row[0] for row in rows}


def wait_for(tx: Transaction, uids: Collection[str]) -> None:
    """Note which of the memories that were passed over are to come; not those that were purged."""
    tx.execute(f"UPDATE elsewhere SET awaited = 1 WHERE erased = 0 AND uid {AMONG}", (_json(uids),))


def wait_for_those_here(tx: Transaction, ids: Sequence[int]) -> None:
    """Note that what others did is to come to memories that a person brought here by themselves."""
    rows = tx.query(f"SELECT uid FROM memories WHERE id {AMONG}", (ids_json(ids),))
    wait_for(tx, [row[0] for row in rows])


def awaited(queried: Store | Transaction, limit: int) -> list[str]:
    """Return the uids of the first memories that are to come."""
    rows = queried.query("SELECT uid FROM elsewhere WHERE awaited = 1 ORDER BY uid LIMIT ?", (limit,))
    return [row[0] for row in rows]


def come(tx: Transaction, uids: Collection[str]) -> None:
    """Forget that memories were passed over: they come in now."""
    tx.execute(f"DELETE FROM elsewhere WHERE uid {AMONG}", (_json(uids),))


def erase(tx: Transaction, uids: Collection[str]) -> None:
    """Note memories that were purged."""
    tx.execute(f"UPDATE elsewhere SET erased = 1, awaited = 0 WHERE uid {AMONG}", (_json(uids),))


def count(queried: Store | Transaction) -> int:
    """Return how many memories others have that do not come here."""
    return int(queried.query("SELECT count(*) FROM elsewhere WHERE erased = 0")[0][0])


def forget(tx: Transaction) -> None:
    """Forget all that was passed over."""
    tx.execute("DELETE FROM elsewhere")


def _json(uids: Collection[str]) -> str:
    return json.dumps(sorted(uids))
