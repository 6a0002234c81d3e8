"""What can go wrong with the store, as sentences a person can act on.

Every error that SQLite raises passes through `explained` in `database`, so nothing above this
package ever meets a `sqlite3` exception.
"""


class StoreError(Exception):
    """Something is wrong with the store; `str()` says what, and what to do."""


class StoreBusy(StoreError):
    """Another process is writing and did not finish in time."""


class StoreReadOnly(StoreError):
    """The store can be read but not written."""


class StoreDamaged(StoreError):
    """The file is a database but its contents are broken."""


class StoreForeign(StoreError):
    """The file is something else, and is left as it is."""


class StoreTooNew(StoreError):
    """A newer memtui made this store."""


class StoreFull(StoreError):
    """There is no room on the disk."""


class StoreMissing(StoreError):
    """There is no file, or no way to make one."""


class LookupRefused(StoreError):
    """A uid that names no memory."""


class AmbiguousUid(LookupRefused):
    """The beginning of more than one uid."""


class Interrupted(Exception):
    """A long read was cancelled from another thread."""
