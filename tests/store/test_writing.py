"""What a write to the store holds to, whoever asks for it."""

import pytest

from memtui.store.database import Store

NORMAL, FULL = 1, 2
"""What SQLite calls its two ways of waiting for the disk."""


@pytest.mark.parametrize(("durable", "waits"), [(True, FULL), (False, NORMAL)])
def test_only_a_durable_write_waits_for_the_disk(store: Store, durable: bool, waits: int) -> None:
    with store.write(durable=durable) as tx:
        assert tx.query("PRAGMA synchronous") == [(waits,)]
    assert store.query("PRAGMA synchronous") == [(NORMAL,)]


def test_a_durable_write_that_fails_leaves_later_ones_as_quick_as_before(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.write(durable=True):
        raise ZeroDivisionError
    assert store.query("PRAGMA synchronous") == [(NORMAL,)]
