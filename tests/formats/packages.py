"""Packages that bring formats, as pip would have installed them."""

import sys
from pathlib import Path

from memtui import installed
from memtui.formats import registry

DIARY = """
from memtui.domain.memory import Draft
from memtui.formats.protocol import Reader

class Diary(Reader):
    name = "diary"
    called = "Diary"
    label = "a diary"

    def detect(self, path):
        return 0.1

    def read(self, path):
        yield Draft("Dear diary.")
"""
BROKEN = "raise RuntimeError('no such luck')"


def bring(folder: Path, name: str, code: str, **points: str) -> None:
    """Install a package of one module with these entry points."""
    (folder / f"{name}.py").write_text(code)
    told = folder / f"{name}-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"{point} = {name}:{target}" for point, target in points.items()]
    (told / "entry_points.txt").write_text("\n".join(["[memtui.formats]", *lines, ""]))
    sys.modules.pop(name, None)
    forget()


def forget() -> None:
    """Have the installed formats looked for again."""
    installed.formats.cache_clear()
    registry._formats.cache_clear()
