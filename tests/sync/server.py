"""A real PostgreSQL server for a test: made in a folder of its own, heard of only through a socket there."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

OWNER = "memtui"
_HOSTS = "local all ada scram-sha-256\nlocal all all trust\n"
"""Who has to say a password: Ada."""
_SETTINGS = "listen_addresses = ''\nfsync = off\nshared_buffers = '8MB'\nmax_connections = 20\n"


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    folder: Path

    def address(self, database: str, *, user: str = OWNER, password: str = "") -> str:
        """Return where a database is, for someone."""
        who = f"{user}:{quote(password, safe='')}" if password else user
        return f"postgresql://{who}@/{database}?host={quote(str(self.folder), safe='')}"

    def run(self, *statements: str, database: str = "postgres") -> None:
        """Run statements as the owner of everything."""
        with psycopg.connect(self.address(database), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def run_for(self, question: str, database: str = "postgres") -> str:
        """Return the one value that a question has as its answer."""
        with psycopg.connect(self.address(database)) as connection:
            (value,) = connection.execute(question.encode()).fetchone() or ("",)
            return str(value)


def programs() -> Path | None:
    """Return the folder in which PostgreSQL's programs are; None where it is not installed."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    return next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)


@contextmanager
def running(bin_folder: Path) -> Iterator[Server]:
    """Start a server, and end it with the block."""
    # Not below the test's own folder: that is too long for a socket, and closed to the server's user.
    with tempfile.TemporaryDirectory(prefix="pg") as home:
        folder, data = Path(home), Path(home) / "data"
        if os.getuid() == 0:
            shutil.chown(folder, "nobody")
        _run([str(bin_folder / "initdb"), "-D", str(data), "-U", OWNER, "--auth=trust", "-N", "-E", "UTF8"])
        (data / "pg_hba.conf").write_text(_HOSTS)
        with (data / "postgresql.conf").open("a") as file:
            file.write(f"{_SETTINGS}unix_socket_directories = '{folder}'\n")
        control = [str(bin_folder / "pg_ctl"), "-D", str(data), "-w"]
        _run([*control, "-l", str(folder / "log"), "start"])
        try:
            yield Server(folder)
        finally:
            _run([*control, "-m", "immediate", "stop"])


@contextmanager
def running_or_skipped() -> Iterator[Server]:
    """Run a server for a block; skip the test where none is installed."""
    found = programs()
    if found is None:
        pytest.skip("PostgreSQL's server is not installed")
    with running(found) as started:
        yield started


def _run(command: Sequence[str]) -> None:
    """Run one of its programs: it does not run for root."""
    user = "nobody" if os.getuid() == 0 else None
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
    # Not into a pipe: the server would keep that open.
    subprocess.run(
        command, check=True, user=user, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
