"""A child process of the screen that is no longer wanted ends, whatever it was at."""

import asyncio
import contextlib
from pathlib import Path

import pytest

from memtui.tui.background.children import Child


async def test_a_child_ends_that_is_given_up_before_it_has_read_its_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deaf.py").write_text("import select\nend = select.poll()\nend.register(0, 0)\nend.poll()\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    child = Child("deaf", b"x" * 10_000_000)
    listening = asyncio.ensure_future(anext(child.lines()))
    while not child.running:
        await asyncio.sleep(0)
    listening.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await listening
    assert not child.running
