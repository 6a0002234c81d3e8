"""The log that a loop of agents keeps of its runs (`progress.txt`): patterns, then one entry a story.

Others keep theirs as `PROGRESS.md` at the top of a project. People call their own plans so too, hence a scan
names it only where agents work.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from memtui.formats.finding import Found
from memtui.formats.ground.files import starts_of
from memtui.formats.ground.labels import HEADING
from memtui.formats.ground.note_folder import NoteFolder
from memtui.formats.ground.underlined import with_marks

_OF_PEOPLE_TOO = "PROGRESS.md"
_AGENTS = (
    *("AGENTS.md", "CLAUDE.md", "GEMINI.md", "PROMPT.md", ".cursorrules", ".windsurfrules", ".goosehints"),
    *(".agents", ".claude", ".clinerules", ".codex", ".cursor", ".gemini", ".goose", ".kiro", ".opencode"),
    *(".roo", ".serena", ".windsurf", ".github/copilot-instructions.md", ".ralph", "memory", "memory-bank"),
)
"""What stands at the top of a project in which agents work."""
_ENTRY = re.compile(r"^\S[^\n:]*+:[^\n]*+\n(?:[^\S\n]*+\n)*+[ \t]++\S", re.MULTILINE)
"""A line with a colon that has an indented one below it: `Story 3: done`, then what was done."""
_ENTRIES = 2


class Progress(NoteFolder):
    """Reads and changes the log of a project."""

    name = "progress"
    called = "Progress log"
    label = "progress log of an agent loop (progress.txt, PROGRESS.md)"
    order = 79
    single = (
        *("scripts/ralph/progress.txt", ".ralph/progress.txt", "ralph/progress.txt", "plans/progress.txt"),
        "progress.txt",
        _OF_PEOPLE_TOO,
    )

    def detect(self, path: Path) -> float:
        """Be sure by the name of a file that has headings or entries; progress of other kinds is kept in such
        too.
        """
        sure = super().detect(path)
        if not sure:
            return 0.0
        files = [one for one in self.note_files(path) if isinstance(one, Path)] if path.is_dir() else [path]
        starts = list(starts_of(files))
        headed = any(HEADING.match(line) for start in starts for line in with_marks(start.split("\n")))
        return sure if headed or any(len(_ENTRY.findall(start)) >= _ENTRIES for start in starts) else 0.0

    def _found_in_project(self, project: Path) -> Iterator[Found]:
        of_agents = any((project / name).exists() for name in _AGENTS)
        for found in super()._found_in_project(project):
            if of_agents or found.path.name != _OF_PEOPLE_TOO:
                yield found
