"""Which project is filed under which scope.

A row binds one identity (see `memtui.projects.identity`) to a scope; several rows with one scope are its
aliases. What an op changed of the bindings is journalled, so that undo takes it back with the memories.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from memtui.domain.instant import Instant
from memtui.store.database import Store, Transaction

CHECKOUT = "checkout:"
"""Stands before the path of a checkout, so that memories from there can be placed once the checkout is gone.
"""


@dataclass(frozen=True, slots=True)
class Binding:
    """One identity and where it is filed."""

    identity: str
    scope: str
    remote: str
    """The remote that a path had when it was seen; empty for none, and for what is no path."""
    since: Instant

    @property
    def checkout(self) -> str:
        """The path of the checkout that this is about; empty for an identity."""
        return self.identity.removeprefix(CHECKOUT) if self.identity.startswith(CHECKOUT) else ""


def bindings(store: Store, identities: Iterable[str] | None = None) -> list[Binding]:
    """Return the bindings of these identities, or all of them, in the order in which they were made."""
    query = "SELECT identity, scope, remote, since FROM projects"
    order = " ORDER BY since, identity"
    if identities is None:
        return [Binding(*row) for row in store.query(query + order)]
    wanted = list(dict.fromkeys(identities))
    marks = ", ".join("?" * len(wanted))
    return [Binding(*row) for row in store.query(f"{query} WHERE identity IN ({marks}){order}", wanted)]


def is_bound(store: Store, scope: str) -> bool:
    """Say whether any identity is filed under a scope."""
    return bool(store.query("SELECT 1 FROM projects WHERE scope = ? LIMIT 1", (scope,)))


def bind(
    tx: Transaction, identity: str, scope: str, remote: str | None = None, *, op_id: int | None = None
) -> None:
    """File an identity under a scope from now on; journalled when an op does it.

    Without `remote`, what is known of that stays.
    """
    if op_id is not None:
        _journal(tx, op_id, identity, scope)
    tx.execute(
        "INSERT INTO projects (identity, scope, remote, since) VALUES (?, ?, coalesce(?, ''), ?) "
        "ON CONFLICT (identity) DO UPDATE SET scope = excluded.scope, remote = coalesce(?, remote)",
        (identity, scope, remote, tx.now, remote),
    )


def unbind(tx: Transaction, identity: str, *, op_id: int) -> None:
    """Forget where an identity is filed."""
    _journal(tx, op_id, identity, None)
    tx.execute("DELETE FROM projects WHERE identity = ?", (identity,))


def _journal(tx: Transaction, op_id: int, identity: str, after: str | None) -> None:
    tx.execute(
        "INSERT INTO op_projects (op_id, identity, before, after, remote, since) "
        "SELECT ?, ?, p.scope, ?, coalesce(p.remote, ''), coalesce(p.since, ?) "
        "FROM (SELECT 1) LEFT JOIN projects p ON p.identity = ? WHERE true "
        "ON CONFLICT (op_id, identity) DO UPDATE SET after = excluded.after",
        (op_id, identity, after, tx.now, identity),
    )


def take_back(tx: Transaction, op_id: int, undo_id: int) -> int:
    """Set back the bindings that an op changed, where they still are as it left them; return how many."""
    done = 0
    for identity, before, after, remote, since in tx.query(
        "SELECT identity, before, after, remote, since FROM op_projects WHERE op_id = ?", (op_id,)
    ):
        now = tx.query("SELECT scope FROM projects WHERE identity = ?", (identity,))
        if (now[0][0] if now else None) != after:
            continue
        _journal(tx, undo_id, identity, before)
        tx.execute("DELETE FROM projects WHERE identity = ?", (identity,))
        if before is not None:
            tx.execute(
                "INSERT INTO projects (identity, scope, remote, since) VALUES (?, ?, ?, ?)",
                (identity, before, remote, since),
            )
        done += 1
    return done
