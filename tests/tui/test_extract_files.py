"""The text to extract from comes out of a file or the clipboard."""

import json
import os
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from memtui.capture.facts import Outcome
from tests.capture.transcript_samples import claude
from tests.tui.conftest import Opened, app_of, said, until
from tests.tui.extracting import ISSUE, SECRET, extracting, paste_line, screen_of, verdicts

pytestmark = pytest.mark.usefixtures("warm_children")


async def open_file(pilot: Pilot[int], path: str) -> None:
    """Open the view and name a file; the terminal pastes it into the line."""
    await pilot.press("4", "o")
    await pilot.pause()
    await paste_line(pilot, path)
    await pilot.press("enter")


async def test_a_file_is_opened_and_read_like_a_paste(opened: Opened, tmp_path: Path) -> None:
    file = tmp_path / "issue one.md"
    file.write_text(f"\ufeff{ISSUE} The deploy token is {SECRET} until May.", encoding="utf-8")
    async with opened() as pilot:
        await open_file(pilot, f"'{file}'")
        view = extracting(pilot)
        await until(pilot, lambda: bool(view.extraction.text))
        assert "characters from issue one.md; left out: " in said(pilot)
        assert view.extraction.text.startswith("After reviewing")
        assert SECRET not in view.extraction.text
        assert app_of(pilot)._prompt is None
        await pilot.press("x")
        await until(pilot, lambda: view.extraction.child is None)
        assert verdicts(view)[:4] == [Outcome.NEW] * 4


@pytest.mark.long
async def test_a_large_file_is_shown_by_its_size(opened: Opened, tmp_path: Path) -> None:
    file = tmp_path / "log.txt"
    file.write_text("The build takes nine minutes on the old runner.\n" * 50_000, encoding="utf-8")
    async with opened() as pilot:
        await open_file(pilot, str(file))
        await until(pilot, lambda: bool(extracting(pilot).extraction.text))
        assert said(pilot) == "2.4 MB of text from log.txt"
        assert "2.4 MB of text   " in screen_of(pilot)


async def test_a_file_that_cannot_be_taken_is_said_in_the_line_and_the_path_can_be_corrected(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.tui.extract.text_sources.MOST", 1_000)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "binary").write_bytes(b"\x00\x01PK" * 50)
    (tmp_path / "large").write_text("word " * 500)
    (tmp_path / "blank").write_text(" \n")
    (tmp_path / "good").write_text(ISSUE, encoding="utf-16")
    os.mkfifo(tmp_path / "pipe")
    wrong = {
        "~/binary": "is binary",
        "~/large": "is more than",
        "~/blank": "There is no text in",
        "~/pipe": "is a device or pipe",
        "~/none": "There is no file ~/none",
        "~/good/x": "cannot be read: Not a directory",
        "~": "is a folder",
        "x" * 400: "cannot be read: File name too long",
    }
    if os.geteuid():
        (tmp_path / "closed").write_text(ISSUE)
        (tmp_path / "closed").chmod(0)
        wrong["~/closed"] = "You may not read"
    async with opened() as pilot:
        await pilot.press("4", "o", "enter")
        await pilot.pause()
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        for path, words in wrong.items():
            await paste_line(pilot, path)
            await pilot.press("enter")
            await until(pilot, lambda words=words: words in prompt.said)  # type: ignore[misc]
            assert extracting(pilot).extraction.text == ""
        await paste_line(pilot, "~/good")
        await pilot.press("enter")
        await until(pilot, lambda: extracting(pilot).extraction.text == ISSUE)


async def test_tab_completes_a_path(opened: Opened, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "monday.md").write_text(ISSUE)
    (tmp_path / "notes" / "monday.txt").write_text(ISSUE)
    (tmp_path / "notes" / ".monday").write_text(ISSUE)
    async with opened() as pilot:
        await pilot.press("4", "o")
        await pilot.pause()
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        await paste_line(pilot, str(tmp_path / "no"))
        await pilot.press("tab")
        await until(pilot, lambda: prompt.input.value == f"{tmp_path}/notes/")
        await pilot.press("tab")
        await until(pilot, lambda: prompt.said == "monday.md, monday.txt")
        await pilot.press("m", "tab")
        await until(pilot, lambda: prompt.input.value.endswith("/monday.md"))
        await pilot.press("z", "tab")
        await until(pilot, lambda: prompt.said == "! No name starts like that")
        await pilot.press("escape")
        assert app_of(pilot)._prompt is None


def clipboard_program(folder: Path, name: str, does: str) -> None:
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(f"#!/bin/sh\n{does}\n")
    program.chmod(0o755)


async def test_the_clipboard_is_read_by_the_first_program_that_hands_it_out(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr("memtui.tui.extract.text_sources._PATIENCE", 300)
    clipboard_program(tmp_path / "bin", "wl-paste", "exit 1")
    clipboard_program(tmp_path / "bin", "xclip", f"printf '%s' 'Ada likes tea. {SECRET}'")
    async with opened() as pilot:
        await pilot.press("4", "p")
        view = extracting(pilot)
        await until(pilot, lambda: bool(view.extraction.text))
        assert view.extraction.text.startswith("Ada likes tea. [redacted")
        assert said(pilot).startswith("Pasted ")


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("does", "words"),
    [
        ("", "None of pbpaste, wl-paste, xclip, xsel is here"),
        ("exit 1", "xsel did not hand out the clipboard; paste with the terminal's own key"),
        ("exec /bin/sleep 60", "xsel did not hand out the clipboard; paste with the terminal's own key"),
        ("/bin/sleep 60", "xsel did not hand out the clipboard; paste with the terminal's own key"),
        ("exit 0", "There is no text on the clipboard"),
        ("printf '\\000\\001\\002'", "That is binary"),
    ],
    ids=["none", "fails", "hangs", "hangs below a shell", "empty", "binary"],
)
async def test_a_clipboard_that_is_not_handed_out_is_said(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str, words: str
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    patience = 0.5 if "sleep" in does else 300
    monkeypatch.setattr("memtui.tui.extract.text_sources._PATIENCE", patience)
    if does:
        clipboard_program(tmp_path / "bin", "xsel", does)
    async with opened() as pilot:
        await pilot.press("4", "p")
        await until(pilot, lambda: said(pilot).startswith(words))
        assert extracting(pilot).extraction.text == ""


@pytest.mark.parametrize("line_end", ["\n", "\r", "\r\n"], ids=["lf", "cr", "crlf"])
async def test_of_a_sessions_log_what_was_said_is_read(opened: Opened, line_end: str) -> None:
    said_there = [
        claude("user", "We use pnpm here, never npm."),
        claude("assistant", [{"type": "text", "text": "Understood."}]),
    ]
    async with opened() as pilot:
        await pilot.press("4")
        app_of(pilot).post_message(events.Paste(line_end.join(map(json.dumps, said_there))))
        view = extracting(pilot)
        await until(pilot, lambda: bool(view.extraction.text))
        assert said(pilot).endswith("a claude-code session of 2 turns")
        await pilot.press("x")
        await until(pilot, lambda: view.extraction.child is None)
        assert [row.line.fact.candidate.text for row in view.facts.rows] == ["We use pnpm here, never npm."]
