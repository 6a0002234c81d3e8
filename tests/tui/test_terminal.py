"""The real program in a real pseudo-terminal: what memories say never reaches the terminal raw."""

import re
import signal
import sys
from pathlib import Path

import pytest
from textual.driver import Driver

from memtui.lifecycle.add import add
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store.opening import open_store
from tests.tui.conftest import AGENT, Opened, a_draft, until
from tests.tui.in_terminal import terminal

HOSTILE = {
    "OSC 52 sets the clipboard": "\x1b]52;c;ZXZpbA==\x07",
    "OSC 0 sets the title": "\x1b]0;pwned\x07",
    "CSI 2J wipes the screen": "\x1b[2J",
    "a C1 CSI": "\x9b31m",
    "a C1 OSC": "\x9d0;pwned\x9c",
    "bidi override": "\u202e",
    "an isolate": "\u2066",
    "markup": "[red]not red[/red] [@click=app.quit]x[/]",
    "carriage return": "before\rafter",
}
RAW = [
    b"\x1b]52",
    b"\x1b]0;",
    b"\x1b]2;",
    "\u202e".encode(),
    "\u2066".encode(),
    b"\xc2\x9b",
    b"\xc2\x9d",
]
OSC = re.compile(rb"\x1b\](?!22;|11;\?)")
"""Any operating system command but the pointer's shape, which Textual sends, and what the background is."""


@pytest.mark.long
def test_no_escape_sequence_of_a_hostile_memory_reaches_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "hostile.db"
    with open_store(path) as store:
        drafts = [
            a_draft(f"{name}: {text} end of {index}", importance=0.9 - index / 100)
            for index, (name, text) in enumerate(HOSTILE.items())
        ]
        quote = {"source": "x\x1b]0;pwned\x07", "quote": "\x1b[2Jq", "other": {"k": "\x9b31m"}}
        drafts.append(a_draft("with provenance", importance=0.95, provenance=quote))
        import_drafts(store, drafts, by=AGENT)
    with terminal(path) as screen:
        screen.read_until("with provenance")
        before = len(screen.received)
        for _ in HOSTILE:
            screen.press("j")
        screen.press("g")
        screen.press("\r")
        screen.read_until("esc back")
        screen.read_until("other")
        screen.escape_to("end of 8")
        screen.press("je")
        screen.read_until("Edit the memory")
        screen.escape_to("end of 8")
        screen.press("5")
        screen.read_until("take back")
        screen.press("1D")
        screen.read_until("Forget many")
        screen.press("in:/project")
        screen.read_until("10 memories")
        shown = screen.received
        for raw in RAW:
            assert raw not in shown[before:], raw
        assert b"\x1b[2J" not in shown[before:]
        assert not OSC.search(shown)
        screen.escape_to("end of 8")
        screen.press("q")
        assert screen.wait() == 0


@pytest.mark.long
def test_a_store_that_cannot_be_opened_is_a_sentence_and_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("this is no store, and memtui leaves it alone " * 100, encoding="utf-8")
    with terminal(path) as screen:
        assert screen.wait() == 1
        screen.read_until("notes.txt")
        assert "Traceback" not in screen.text()


@pytest.mark.long
@pytest.mark.parametrize("columns", [40, 60, 80])
def test_it_runs_in_small_terminals(tmp_path: Path, columns: int) -> None:
    path = tmp_path / "small.db"
    with open_store(path) as store:
        import_drafts(store, [a_draft("a small memory")], by=AGENT)
    with terminal(path, columns=columns, lines=12) as screen:
        screen.read_until("a small")
        screen.press("q")
        assert screen.wait() == 0


def test_it_says_that_it_opens_keeps_what_is_typed_meanwhile_and_leaves_no_word_behind(
    tmp_path: Path,
) -> None:
    with terminal(tmp_path / "memories.db") as screen:
        screen.wait_for(b"memtui is opening")
        screen.press("5")
        screen.read_until("Nothing has happened yet")
        before = screen.received.partition(b"\x1b[?1049h")[0]
        assert before.endswith(b"\r\x1b[K")
        screen.press("q")
        assert screen.wait() == 0


@pytest.mark.long
def test_the_program_ends_when_its_window_is_closed_without_a_signal(tmp_path: Path) -> None:
    path = tmp_path / "memories.db"
    with open_store(path) as store:
        import_drafts(store, [a_draft("still here")], by=AGENT)
    with terminal(path) as screen:
        screen.read_until("still here")
        screen.close()
        assert screen.process.wait(timeout=300) == 0


async def test_all_of_the_screen_is_painted_when_the_shell_gives_it_back(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened() as pilot:
        compositor = pilot.app.screen._compositor
        monkeypatch.setattr(compositor, "_dirty_regions", set())
        pilot.app.post_message(Driver.SignalResume())
        await until(pilot, lambda: compositor.size.region in compositor._dirty_regions, seconds=30)


@pytest.mark.long
def test_the_whole_screen_is_there_again_after_it_stepped_aside_for_the_shell(tmp_path: Path) -> None:
    path = tmp_path / "memories.db"
    with open_store(path) as store:
        add(store, a_draft("Releases are tagged on Fridays"), by=AGENT)
    with terminal(path) as screen:
        screen.read_until("tagged on Fridays")
        screen.press("5")
        screen.read_until("take back")
        screen.press("\x1a")
        screen.wait_until_stopped()
        before = len(screen.received)
        screen.process.send_signal(signal.SIGCONT)
        for words in ("Insights", "adding of", "take back"):
            screen.read_until(words, since=before)
        screen.press("q")
        assert screen.wait() == 0


@pytest.mark.long
def test_the_screen_steps_aside_for_the_editor_and_takes_what_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, script = tmp_path / "store.db", tmp_path / "editor.py"
    with open_store(path) as store:
        import_drafts(store, [a_draft("Releases are tagged on Fridays")], by=AGENT)
    script.write_text(
        "import pathlib, sys\n"
        "print('the editor has the terminal:', sys.stdout.isatty())\n"
        "file = pathlib.Path(sys.argv[-1])\n"
        "file.write_text(file.read_text('utf-8').replace('Fridays', 'Mondays'), 'utf-8')\n"
    )
    monkeypatch.setenv("VISUAL", f"{sys.executable} {script}")
    with terminal(path) as screen:
        screen.read_until("Fridays")
        screen.press("E")
        screen.read_until("the editor has the terminal: True")
        screen.read_until("Edited 1 memory")
        screen.read_until("Mondays")
        screen.press("q")
        assert screen.wait() == 0
