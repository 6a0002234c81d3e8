"""The rules of Cline and Roo: pages in `.clinerules` or `.roo/rules`, or one file of that name."""

from memtui.formats.ground.note_folder import NoteFolder


class Cline(NoteFolder):
    """Reads and changes the rules of a project, or one file of them."""

    name = "cline"
    called = "Cline and Roo"
    label = "Cline and Roo rules (.clinerules, .roo/rules)"
    order = 78
    folders = (".clinerules", ".roo/rules", ".roo/rules-code", ".roo/rules-architect", ".roo/rules-debug")
    inner_of_others = frozenset({"memory-bank"})
    single = (".clinerules", ".roorules")
    suffixes = (".md", ".txt")
