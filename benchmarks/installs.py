"""What each extra costs, and whether it works with nothing else installed: `python -m benchmarks.installs`.

Builds the wheel, installs it into a fresh virtual environment for each extra, weighs the packages there
(without pip and what it compiles), and runs the smallest command that needs the extra, on a store that the
extra's own client makes. Needs a package index. A minute or two an extra, and `--minutes` at most for each
of its steps; name the extras to try fewer. Says on standard error what it is at.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOBODY = "postgresql://nobody@127.0.0.1:1/none"
"""Where no server answers."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One extra: what is made for it, what is run, and what that has to say."""

    extra: str
    commands: tuple[tuple[str, ...], ...]
    """The last of them is the smallest that needs the extra."""
    says: str
    made: str = ""
    """Python that makes what the commands need, in the environment of the extra."""
    code: int = 0


_LANGGRAPH = """
from langgraph.store.sqlite import SqliteStore
with SqliteStore.from_conn_string("agent.db") as store:
    store.setup()
    store.put(("memories", "ada"), "m1", {"content": "Ada prefers green tea"})
"""
_MEM0 = """
from qdrant_client import QdrantClient
from qdrant_client.models import Distance, PointStruct, VectorParams
client = QdrantClient(path="qdrant")
client.create_collection("mem0", vectors_config=VectorParams(size=3, distance=Distance.COSINE))
known = {"data": "Ada prefers green tea", "user_id": "ada", "created_at": "2026-01-02T03:04:05+00:00"}
name = "10000000-0000-4000-8000-000000000000"
client.upsert("mem0", [PointStruct(id=name, vector=[0.6, 0.8, 0.0], payload=known | {"hash": "d4"})])
client.close()
"""
_CREWAI = """
import lancedb
row = {"id": "10000000-0000-4000-8000-000000000000", "content": "Ada prefers green tea", "scope": "/crew/ada",
       "categories_str": "[]", "metadata_str": "{}", "importance": 0.7, "source": "", "private": False,
       "created_at": "2026-01-02T03:04:05.000100", "last_accessed": "2026-01-02T03:04:05.000120",
       "vector": [0.1, 0.2, 0.3]}
lancedb.connect("crew/memory").create_table("memories", [row])
"""
_SEALED = """
import pyrage
from pathlib import Path
Path("age.key").write_text(str(pyrage.x25519.Identity.generate()) + "\\n")
Path("age.key").chmod(0o600)
Path("meeting").mkdir()
"""
_SYNC = ("config", "set", "sync.key", "age.key"), ("add", "Ada prefers green tea")
TRIALS = (
    Trial("", (("add", "Ada prefers green tea"), ("list",)), "green tea"),
    Trial("postgres", (("sync", "init", NOBODY, "--name", "desk"),), "Connection refused", code=1),
    Trial("sealed", (*_SYNC, ("sync", "init", "meeting", "--name", "desk")), "Told the others", _SEALED),
    Trial(
        "langgraph",
        (
            ("sources", "link", "agent.db"),
            ("sources", "allow", "agent.db", "--yes"),
            ("forget", "green tea", "--yes"),
        ),
        "Forgot 1 memory",
        _LANGGRAPH,
    ),
    Trial("langgraph-postgres", (("sources", "link", f"langgraph+{NOBODY}"),), "Connection refused", code=1),
    Trial("mem0", (("sources", "link", "mem0:qdrant"), ("list",)), "green tea", _MEM0),
    Trial("crewai", (("sources", "link", "crewai:crew"), ("list",)), "green tea", _CREWAI),
)


def main() -> int:
    """Print a table; 0 when every trial said what it has to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("extras", nargs="*", help="'-' for none; all where none is named")
    parser.add_argument("--minutes", type=float, default=10, help="how long one step may take; 10")
    given = parser.parse_args()
    wanted = given.extras
    chosen = [trial for trial in TRIALS if not wanted or (trial.extra or "-") in wanted]
    with tempfile.TemporaryDirectory(prefix="memtui-installs-") as folder:
        wheel = _wheel(Path(folder))
        print("| extra | MB | smallest command | says |\n|---|---|---|---|", flush=True)
        failed = sum(not _bounded(trial, wheel, Path(folder), 60 * given.minutes) for trial in chosen)
    return 1 if failed else 0


def _wheel(folder: Path) -> Path:
    built = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(built, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def _bounded(trial: Trial, wheel: Path, around: Path, seconds: float) -> bool:
    """Print the row of an extra, and end a step of it that takes longer than `seconds`."""
    begun = time.monotonic()
    try:
        return _tried(trial, wheel, around, seconds)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        print(f"| {trial.extra or '(none)'} | | | NOT ended: {error} |", flush=True)
        return False
    finally:
        print(f"{trial.extra or 'memtui alone'}: {time.monotonic() - begun:.0f} s", file=sys.stderr)


def _tried(trial: Trial, wheel: Path, around: Path, seconds: float) -> bool:
    """Print the row of an extra; say whether its command said what it has to."""
    folder = around / (trial.extra or "core")
    print(f"Installing {trial.extra or 'memtui alone'}", file=sys.stderr)
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    name = f"memtui[{trial.extra}] @ {wheel.as_uri()}" if trial.extra else str(wheel)
    install = [str(python), "-m", "pip", "install", "--quiet", "--no-compile", name]
    subprocess.run(install, check=True, timeout=seconds, stderr=subprocess.DEVNULL)
    size = sum(_weighed(next(folder.glob("lib/python*/site-packages")))) / 1e6
    work = folder / "work"
    work.mkdir()
    (work / "m.toml").touch()
    if trial.made:
        subprocess.run(
            [str(python), "-c", trial.made], cwd=work, check=True, capture_output=True, timeout=seconds
        )
    done = [_run(folder / "bin" / "memtui", command, work, seconds) for command in trial.commands][-1]
    said = " ".join((done.stdout + done.stderr).split())
    good = trial.says in said and "pip install" not in said and done.returncode == trial.code
    verdict = said[:90] if good else f"NOT as it should: {done.returncode}: {said[:400]}"
    command = f"`memtui {' '.join(trial.commands[-1])}`"
    print(f"| {trial.extra or '(none)'} | {size:.0f} | {command} | {verdict} |", flush=True)
    return good


def _weighed(packages: Path) -> Iterator[int]:
    """Yield the bytes of each file that was installed, but for pip's own."""
    for entry in packages.iterdir():
        if not entry.name.startswith(("pip", "setuptools", "_distutils_hack", "pkg_resources")):
            files = [entry] if entry.is_file() else entry.rglob("*")
            yield from (file.stat().st_size for file in files if file.is_file())


def _run(
    program: Path, command: tuple[str, ...], folder: Path, seconds: float
) -> "subprocess.CompletedProcess[str]":
    """Run a command on a store and settings of its own, as a script that the person lets decide."""
    own = {"MEMTUI_DB": str(folder / "m.db"), "MEMTUI_CONFIG": str(folder / "m.toml"), "MEMTUI_SCRIPTED": "1"}
    return subprocess.run(
        [str(program), *command],
        cwd=folder,
        env=os.environ | own,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
    )


if __name__ == "__main__":
    sys.exit(main())
