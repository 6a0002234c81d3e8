"""A PostgreSQL database by its address: opened with patience, and never shown with a name or password.

Credentials are PostgreSQL's own (`~/.pgpass`, a service file, a certificate) or stand in the address. Whoever
meets other machines in a database, and whoever reads the memories of a framework there, opens it here. Needs
psycopg, the extra `memtui[postgres]`.
"""

import contextlib
from collections.abc import Iterator, Mapping

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from memtui.addresses import has_loose_password, without_password
from memtui.domain.text import Longest, one_line

_PATIENCE = 10
"""Seconds until a server that does not answer counts as away."""


class AddressRefused(ValueError):
    """Something that is no address of a database; the message says why and shows no password."""


class Away(Exception):
    """A database that cannot be used now; the message says where and why, and shows no password."""


class Database:
    """One PostgreSQL database, by its address."""

    def __init__(self, where: str) -> None:
        """Take a `postgresql://` address. Raises AddressRefused when it is none."""
        self._secrets = [where]
        given = _parsed(where)
        self._secrets += [str(given[name]) for name in ("password", "sslpassword") if given.get(name)]
        usual: dict[str, str | int] = {
            "connect_timeout": _PATIENCE,
            "application_name": "memtui",
            "client_encoding": "utf8",
        }
        self.address = make_conninfo(
            where, **{name: value for name, value in usual.items() if name not in given}
        )
        """What libpq takes; it may hold a password."""

    @property
    def place(self) -> str:
        """The address, without a name or password in it."""
        return without_password(self._secrets[0])

    @contextlib.contextmanager
    def connected(self, *, autocommit: bool) -> Iterator[psycopg.Connection]:
        """Give a connection for a block, which is one transaction unless `autocommit`. Raises Away."""
        with self.explaining(), psycopg.connect(self.address, autocommit=autocommit) as connection:
            yield connection

    @contextlib.contextmanager
    def explaining(self) -> Iterator[None]:
        """Raise Away for what goes wrong in a block, in words that hold no password."""
        try:
            yield
        except psycopg.Error as error:
            cause = str(error)
            for secret in self._secrets:
                cause = cause.replace(secret, "***")
            raise Away(f"{self.place}: {one_line(cause.strip() or 'it broke off', Longest.REASON)}") from None


def _parsed(where: str) -> Mapping[str, object]:
    """Return the parts of an address. Raises AddressRefused in our words: libpq's may hold the password."""
    try:
        if not has_loose_password(where):
            return conninfo_to_dict(where)
    except psycopg.Error:
        pass
    raise AddressRefused(
        f"{without_password(where)} is no address of a database; in a name or password, @ : / ? # and % are "
        "written as %40 %3A %2F %3F %23 and %25"
    )
