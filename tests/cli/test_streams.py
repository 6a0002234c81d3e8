"""Streams that are closed and files that are pipes: a sentence and an exit code, no traceback, no waiting."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Memtui
from tests.cli.test_process import COMMAND, environment, run, warm_command

LONG = 300
"""Seconds after which a command hangs."""


def ran(memtui: Memtui, closed: str, *args: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command by a shell that closes or redirects streams first, as `closed` says."""
    return subprocess.run(
        ["bash", "-c", f'"$@" {closed}', "-", *COMMAND, *args],
        env=environment(memtui.db, **more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )


# -- closed ----------------------------------------------------------------------------------------


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "args",
    [["add", "-"], ["edit", "UID", "--text", "-"], ["extract", "-", "--yes"], ["import", "-"], ["mcp"], []],
)
def test_a_closed_stdin_is_a_sentence(memtui: Memtui, args: list[str]) -> None:
    uid = memtui.add("Uses Postgres")
    done = ran(memtui, "<&-", *(uid if arg == "UID" else arg for arg in args))
    assert (done.returncode, done.stdout) == (1, "")
    assert "closed" in done.stderr or "needs a terminal" in done.stderr
    assert "Error" not in done.stderr
    assert memtui.texts() == ["Uses Postgres"]


@pytest.mark.few(1)
@pytest.mark.parametrize("args", [["drop", "UID"], ["list"]])
def test_what_reads_nothing_works_without_stdin(memtui: Memtui, args: list[str]) -> None:
    uid = memtui.add("Uses Postgres")
    assert ran(memtui, "<&-", *(uid if arg == "UID" else arg for arg in args)).returncode == 0


@pytest.mark.few(1)
@pytest.mark.parametrize("args", [["list"], ["add", "x"], ["mcp"], ["--version"], []])
def test_a_closed_stdout_stops_a_command_before_it_does_anything(memtui: Memtui, args: list[str]) -> None:
    memtui.add("Uses Postgres")
    done = ran(memtui, ">&-", *args)
    assert (done.returncode, done.stderr) == (
        1,
        "stdout is closed, so nothing could be shown. Nothing was done.\n",
    )
    assert memtui.texts() == ["Uses Postgres"]


@pytest.mark.few(1)
@pytest.mark.parametrize("closed", ["2>&-", "<&- 2>&-", "<&- >&- 2>&-"])
def test_no_stream_is_ever_taken_for_the_store(memtui: Memtui, closed: str) -> None:
    memtui.add("Uses Postgres")
    for args in (["add", "Uses Redis"], ["drop", "nothing"], ["hook", "SessionStart"]):
        ran(memtui, closed, *args)
    assert "Uses Postgres" in memtui.texts()
    assert memtui("doctor", "--deep").code == 0


# -- pipes -----------------------------------------------------------------------------------------

pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")


@pytest.mark.long
@pipes
@pytest.mark.parametrize("args", [["import"], ["extract", "--yes"], ["capture"], ["sources", "link"]])
def test_a_pipe_that_nobody_writes_to_is_refused(memtui: Memtui, tmp_path: Path, args: list[str]) -> None:
    pipe = tmp_path / "pipe.md"
    os.mkfifo(pipe)
    done = ran(memtui, "", *args, str(pipe))
    assert done.returncode == 1
    assert any(words in done.stderr for words in ("nobody writes to", "no plain file", "neither a file"))


@pytest.mark.long
@pipes
def test_pipes_in_a_folder_are_passed_over(memtui: Memtui, tmp_path: Path) -> None:
    folder = tmp_path / ".claude" / "projects" / "tea" / "memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Tea house\n\n- the till listens on 8080\n")
    for pipe in (folder / "rosa.md", folder.parent / "pipe.md", tmp_path / ".claude" / "CLAUDE.md"):
        os.mkfifo(pipe)
    scanned = ran(memtui, "", "sources", "scan", "--json", HOME=str(tmp_path))
    assert (scanned.returncode, str(folder) in scanned.stdout) == (0, True)
    assert ran(memtui, "", "sources", "link", str(folder)).returncode == 0
    assert memtui.texts() == ["the till listens on 8080"]


@pipes
def test_a_linked_file_that_became_a_pipe_is_not_waited_for(memtui: Memtui, tmp_path: Path) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_text("# Rules\n\n- Always run the tests\n- Never push on Fridays\n")
    assert run([*warm_command(), "sources", "link", str(file)], memtui.db).returncode == 0
    file.unlink()
    os.mkfifo(file)
    assert "no plain file" in run([*warm_command(), "sources", "sync"], memtui.db).stderr
    assert len(memtui.texts()) == 2


@pytest.mark.few(1)
@pipes
@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["import"], '{"text": "Uses Redis 7"}'),
        (["import", "--format", "memtui"], '{"text": "Uses Redis 7"}'),
        (["extract", "--dry-run"], "We decided to use Redis 7."),
    ],
)
def test_what_another_command_writes_is_read(memtui: Memtui, args: list[str], said: str) -> None:
    done = ran(memtui, f"<(echo '{said}')", *args)
    assert done.returncode == 0
    assert "Redis 7" in done.stdout + "".join(memtui.texts())


@pytest.mark.long
@pipes
def test_a_pipe_with_a_writer_is_read_to_its_end(memtui: Memtui, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["bash", "-c", f"echo We decided to use Redis 7. > {pipe}"]):
        done = ran(memtui, "", "extract", "--dry-run", str(pipe))
    assert (done.returncode, "Redis 7" in done.stdout) == (0, True)
