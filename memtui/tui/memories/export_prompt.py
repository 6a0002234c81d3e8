"""The line that asks for the file that memories are written to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from memtui.tui.widgets.inputs import SafeInput
from memtui.tui.widgets.prompts import AskingPrompt

_FORMATS = {".jsonl": "memtui", ".md": "markdown", ".json": "mem0"}
"""What a file is written as, by how its name ends."""


class ExportPrompt(AskingPrompt):
    """Asks for a new file; how its name ends says what it is written as."""

    def __init__(self, count: int, then: Callable[[Path, str], None]) -> None:
        super().__init__(f"export {count:,} to", SafeInput(placeholder="~/memories.jsonl"))
        self._then = then

    def on_mount(self) -> None:
        """Say how to go on."""
        super().on_mount()
        self.note(f"{' '.join(_FORMATS)} · enter writes · esc")

    def enter(self) -> None:
        """Write, unless the name cannot be written to."""
        typed = self.input.value.strip()
        path = Path(typed).expanduser()
        format_name = _FORMATS.get(path.suffix.lower())
        if not typed or format_name is None:
            self.note(f"A name that ends in {', '.join(_FORMATS)}", error=True)
        elif path.exists():
            self.note(f"{path} is there already; name a new file", error=True)
        elif not path.parent.is_dir():
            self.note(f"There is no folder {path.parent}", error=True)
        else:
            self.close()
            self._then(path, format_name)
