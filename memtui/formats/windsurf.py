"""Windsurf's rules: those of a project, loaded for the paths that `globs` name, and those of the person."""

from memtui.formats.ground.note_folder import NoteFolder


class Windsurf(NoteFolder):
    """Reads and changes the rules of a project or of the person, or one file of them."""

    name = "windsurf"
    called = "Windsurf"
    label = "Windsurf rules (.windsurf/rules, .windsurfrules, global_rules.md)"
    order = 78
    folders = (".windsurf/rules",)
    single = (".windsurfrules",)
    of_person = (".codeium/windsurf/memories/global_rules.md",)
    condition = "globs"
