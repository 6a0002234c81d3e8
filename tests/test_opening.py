"""What is typed while the screen loads is neither shown nor lost."""

import os
import pty
import select
import termios
import tty

import pytest

from memtui import opening


def test_keys_typed_while_the_screen_loads_are_not_shown_and_reach_it_as_they_were_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    master, slave = pty.openpty()
    with os.fdopen(slave) as typed, os.fdopen(os.dup(slave), "w") as screen:
        monkeypatch.setattr("sys.stdin", typed)
        monkeypatch.setattr("sys.stdout", screen)
        before = termios.tcgetattr(slave)
        opening.say()
        os.write(master, b"2j\r")
        select.select([slave], [], [], 60)  # the kernel hands it over when it has time
        opening.wipe()
        assert termios.tcgetattr(slave) == before
        tty.setraw(slave, termios.TCSANOW)
        assert os.read(slave, 9) == b"2j\r"
        shown = os.read(master, 999)
        assert b"memtui is opening" in shown
        assert b"j" not in shown
    os.close(master)
