"""Lists the programs that can be asked, and finds those on this machine.

Looking for them runs none. Called by `provider`, and by those who offer a model: `memtui doctor` and the
screen.
"""

import shutil
from dataclasses import dataclass

from memtui.llm.programs.claude import Claude
from memtui.llm.programs.codex import Codex
from memtui.llm.programs.gemini import Gemini
from memtui.llm.programs.ollama import Ollama
from memtui.llm.programs.opencode import OpenCode
from memtui.llm.programs.program import Program

PROVIDER = "cli"
"""The part before the slash in a model's name when the model is a program."""
PROGRAMS: tuple[Program, ...] = (Claude(), Codex(), Gemini(), OpenCode(), Ollama())


@dataclass(frozen=True, slots=True)
class Offer:
    """A program on the path, and the model that it is to memtui."""

    label: str
    model: str


def offers() -> list[Offer]:
    """Return what is on the path, the likeliest first."""
    return [
        Offer(program.label, f"{PROVIDER}/{program.name}")
        for program in PROGRAMS
        if shutil.which(program.name)
    ]


def split(model: str) -> tuple[Program | None, str]:
    """Return the program in a name such as `cli/claude/haiku`, None for one unknown, and its model."""
    _, _, rest = model.partition("/")
    name, _, inner = rest.partition("/")
    return next((program for program in PROGRAMS if program.name == name), None), inner
