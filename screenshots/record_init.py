"""Makes the recording of `memtui init`: one step in and all of it back, on a made home with six agents.

`python -m screenshots.record_init` runs the commands of `STORY` there, shows what they print, and compares
every file with what it was before: what the last caption says has been checked.
"""

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from memtui.tui.themes import PALETTES
from screenshots.make import DARK, FOLDER
from screenshots.record import BACK, SIZE, Frame, recording

FILE = FOLDER / "init.svg"
AGENTS: Mapping[str, str] = {
    ".claude/settings.json": '{"theme": "dark"}\n',
    ".claude/projects/-home-ada-atlas/memory/MEMORY.md": (
        "# Memory\n\n- [users](users.md) - where they are\n\n## Development\n"
        "- The development server listens on port 8000\n"
        "- The development server listens on port 8017 since March 2026\n"
        "- The staging password is Winter-Otter-7741\n"
        "- Hello! How can I assist you with Atlas today?\n"
        "- Migrations are run by hand, after a backup\n"
    ),
    ".claude/projects/-home-ada-atlas/memory/users.md": (
        "---\nname: users\ndescription: where they are\ntype: project\n---\n\n"
        "Atlas keeps its users in PostgreSQL 16.\n"
    ),
    ".codex/AGENTS.md": "# Rules\n\n- Never push to main\n- Run the tests before a commit\n",
    ".codex/config.toml": 'model = "o9"\n',
    ".gemini/settings.json": '{"theme": "dark"}\n',
    ".cursor/mcp.json": '{\n\t"mcpServers": {}\n}\n',
    ".config/opencode/opencode.json": '{"theme": "dark"}\n',
    ".hermes/config.yaml": "model: o9\n",
    ".hermes/memories/MEMORY.md": "Ada likes small commits\n§\nBackups run at 03:00\n",
}
"""What six agents keep below the home folder: settings, and what they remember."""
STORY = (
    ("init --dry-run", "What your agents remember on this machine, before anything is done", 5.0),
    ("init --yes --hooks --mcp", "Linked, with hooks and server where each program looks", 6.0),
    ("list", "One store", 3.0),
    ("init --undo --yes", "All of it taken back", 5.0),
)
CHECKED = "Every file of the six is as it was, byte for byte"
_COLOURS = PALETTES[DARK]


def frames_at(home: Path) -> Iterator[Frame]:
    """Run the commands in a made home, and yield what a terminal shows after each.

    Raises RuntimeError when a file is not as it was in the end.
    """
    for name, content in AGENTS.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(content, "utf-8")
    before = _files(home)
    (home / "atlas").mkdir()
    shown = ""
    for words, says, seconds in STORY:
        yield Frame(_drawn(f"{shown}$ memtui {words}"), says, 1.0)
        shown = f"$ memtui {words}\n{_printed(words, home)}\n"
        yield Frame(_drawn(shown), says, seconds)
    after = {name: content for name, content in _files(home).items() if not name.startswith("store")}
    if after != before:
        raise RuntimeError(f"not as it was: {sorted(dict(after.items() ^ before.items()))}")
    yield Frame(_drawn(shown), CHECKED, 3.0)


def _files(home: Path) -> dict[str, bytes]:
    return {str(file.relative_to(home)): file.read_bytes() for file in home.rglob("*") if file.is_file()}


def _printed(words: str, home: Path) -> str:
    """Return what a command prints for the person whose home it is."""
    environment = {
        "HOME": str(home),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}",
        "MEMTUI_DB": str(home / "store" / "memories.db"),
        "MEMTUI_SCRIPTED": "1",
        "MEMTUI_TEMPORARY": str(home / "scratch"),  # it would take the made home itself for one
        "COLUMNS": str(SIZE[0]),
    }
    command = [sys.executable, "-m", "memtui", *words.split()]
    ran = subprocess.run(  # noqa: S603 - our own program
        command,
        cwd=home / "atlas",
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    return ran.stdout


def _drawn(text: str) -> str:
    """Return the last lines of a text as a terminal of the recording's size shows them."""
    width, height = SIZE
    console = Console(width=width, record=True, file=io.StringIO(), force_terminal=True, legacy_windows=False)
    lines = [line for whole in text.splitlines() for line in Text(whole).wrap(console, width) or [Text("")]]
    for line in lines[-height:]:
        if line.plain.startswith("$ "):
            line.stylize(_COLOURS.accent)
        console.print(line)
    theme = TerminalTheme(_rgb(BACK), _rgb(_COLOURS.text), [(0, 0, 0)] * 8)
    return console.export_svg(title="", theme=theme)


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def main() -> int:
    """Make the recording; returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "ada"
        home.mkdir()
        FILE.write_text(recording(list(frames_at(home))), "utf-8")
    print(f"{FILE.name}: {FILE.stat().st_size / 1e3:,.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
