"""What can be told of a place from how it is written. Imports nothing that the first paint would wait for."""

import re
from urllib.parse import urlsplit, urlunsplit

_REMOTE = re.compile(r"[a-z][a-z0-9+.-]*://|[\w.-]+@[\w.-]+:", re.ASCII | re.IGNORECASE)
_PASSWORD = re.compile(r"([?&](?:ssl)?password=)[^&#]*", re.IGNORECASE)
_HIDDEN = r"\1***"


def is_remote(where: str) -> bool:
    """Say whether a place is a URL, or `user@host:path`, and no path on this machine."""
    return _REMOTE.match(where) is not None


def is_postgres(where: str) -> bool:
    """Say whether a place is a PostgreSQL database, which calls when somebody has written there."""
    return where.partition("://")[0].lower() in {"postgres", "postgresql"} and "://" in where


def has_loose_password(where: str) -> bool:
    """Say whether a database's address holds a sign in a password that should have been written as %2F or so.

    Such an address means another host than its writer does, and the password would go into a lookup.
    """
    address, _, options = where.partition("://")[2].partition("?")
    host, _, path = address.partition("/")
    return "@" in path or host.count("@") > 1 or "@" in options.partition("=")[0]


def without_password(where: str) -> str:
    """Return a place as it is shown: without a name or password in it."""
    if is_postgres(where):
        scheme, _, rest = where.partition("://")
        if has_loose_password(where):
            return f"{scheme}://***"
        return _PASSWORD.sub(_HIDDEN, f"{scheme}://{rest[_end_of_user(rest) :]}")
    parts = urlsplit(where)
    if not parts.scheme or "@" not in parts.netloc:
        return where
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def _end_of_user(rest: str) -> int:
    """Return where the host begins in what follows the scheme of a database's address."""
    return rest.partition("?")[0].rfind("@") + 1
