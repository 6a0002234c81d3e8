"""GitHub Copilot's instructions for parts of a project, each with the paths that it applies to."""

from memtui.formats.ground.note_folder import NoteFolder


class Copilot(NoteFolder):
    """Reads and changes the instructions for parts of a project, or one file of them."""

    name = "copilot"
    called = "GitHub Copilot"
    label = "GitHub Copilot instructions for paths (.github/instructions/*.instructions.md)"
    order = 78
    folders = (".github/instructions",)
    suffixes = (".instructions.md",)
    condition = "applyTo"
