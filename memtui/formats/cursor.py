"""Cursor's rules: `.cursor/rules/*.mdc`, each loaded for the paths that its `globs` name; `.cursorrules`."""

from memtui.formats.ground.note_folder import NoteFolder


class Cursor(NoteFolder):
    """Reads and changes the rules of a project, or one file of them."""

    name = "cursor"
    called = "Cursor"
    label = "Cursor rules (.cursor/rules/*.mdc, .cursorrules)"
    order = 78
    folders = (".cursor/rules",)
    single = (".cursorrules",)
    suffixes = (".mdc", ".md")
    condition = "globs"
