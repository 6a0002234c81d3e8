"""Which memories today's rules for secrets have looked at already: all that were written by those alone.

Every write of words notes by which rules it goes. When a process comes with other rules, an older memtui or a
newer one, what was written until then counts as not looked at.
"""

from memtui.secrets.edition import edition
from memtui.store.database import Store, Transaction

_KEY = "secrets.looked_at"


def note_rules(tx: Transaction) -> None:
    """Note that what is written from now on was looked at by this process' rules."""
    rows = tx.query("SELECT value FROM meta WHERE key = ?", (_KEY,))
    if rows and str(rows[0][0]).startswith(f"{edition()} "):
        return
    last = tx.query("SELECT coalesce(max(id), 0) FROM memories")[0][0]
    tx.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (_KEY, f"{edition()} {last}"))


def looked_at_behind(queried: Store | Transaction) -> int | None:
    """Return the id behind which memories were looked at by today's rules; None when none was."""
    rows = queried.query("SELECT value FROM meta WHERE key = ?", (_KEY,))
    rules, _, memory_id = str(rows[0][0]).partition(" ") if rows else ("", "", "")
    return int(memory_id) if rules == edition() else None
