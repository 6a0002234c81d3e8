"""The runs that a store has kept, for tests that ask what a run left behind."""

from memtui.domain.instant import DAY
from memtui.store import runs
from memtui.store.database import Store
from memtui.store.runs import Run


def recent(store: Store) -> list[Run]:
    """Return all runs, the newest first."""
    found = (runs.get(store, run_id) for (run_id,) in store.query("SELECT id FROM runs ORDER BY id DESC"))
    return [run for run in found if run is not None]


def spent_lately(store: Store) -> float:
    """Return the US dollars that runs have spent within 24 hours, what is set aside included."""
    since = store.now() - DAY
    rows = store.query("SELECT coalesce(sum(usd + reserved), 0) FROM runs WHERE last_at > ?", (since,))
    return float(rows[0][0])
