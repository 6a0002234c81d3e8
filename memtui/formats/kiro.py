"""Kiro's steering: pages in `.kiro/steering` of a project or a home, some only for certain files."""

from memtui.formats.ground.note_folder import NoteFolder


class Kiro(NoteFolder):
    """Reads and changes the steering of a project or of the person, or one page of it."""

    name = "kiro"
    called = "Kiro"
    label = "Kiro steering (.kiro/steering)"
    order = 78
    folders = (".kiro/steering",)
    of_person = (".kiro/steering",)
    condition = "fileMatchPattern"
