"""Telling whether the process that began something still runs, whatever has become of its number."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from memtui.store.processes import process_lives, this_process

MACHINE, NUMBER, START = this_process().split(":")
TELLS_ITS_NAME = (
    "import sys; from memtui.store.processes import this_process; print(this_process(), flush=True);"
    " sys.stdin.read()"
)


@pytest.fixture
def child() -> Iterator[subprocess.Popen[str]]:
    """Another process, which says what it is called and then waits."""
    with subprocess.Popen(
        [sys.executable, "-c", TELLS_ITS_NAME], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


def name_of(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    return child.stdout.readline().strip()


def test_another_process_lives_until_it_ends(child: subprocess.Popen[str]) -> None:
    name = name_of(child)
    assert process_lives(name)
    child.kill()
    child.wait()
    assert not process_lives(name)


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="needs a wait that leaves the ended process there")
def test_a_process_that_ended_and_waits_for_its_parent_to_look_is_gone(child: subprocess.Popen[str]) -> None:
    name = name_of(child)
    child.kill()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert not process_lives(name)


@pytest.mark.parametrize(
    "name",
    [
        f"{MACHINE}:{NUMBER}:1",
        f"{MACHINE}-of-somebody-else:{NUMBER}:{START}",
        f"{MACHINE}:{NUMBER}.5:{START}",
        MACHINE,
        "",
    ],
    ids=["a number given anew", "another machine", "no number", "the machine alone", "nothing"],
)
def test_what_names_no_process_of_this_machine_is_gone(name: str) -> None:
    assert not process_lives(name)


def test_without_a_start_the_number_has_to_do() -> None:
    assert process_lives(f"{MACHINE}:{NUMBER}:")


def test_on_windows_no_other_process_is_asked_because_asking_would_end_it(
    monkeypatch: pytest.MonkeyPatch, child: subprocess.Popen[str]
) -> None:
    name = name_of(child)
    with monkeypatch.context() as windows:
        windows.setattr(sys, "platform", "win32")
        windows.setattr(os, "kill", lambda *_: pytest.fail("a process was sent a signal"))
        assert process_lives(this_process())
        assert not process_lives(name)
