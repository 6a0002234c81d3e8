"""Serena's memories of a project: pages of markdown in `.serena/memories`, written by the agent."""

from memtui.formats.ground.note_folder import NoteFolder


class Serena(NoteFolder):
    """Reads and changes the memories of a project, or one page of them."""

    name = "serena"
    called = "Serena"
    label = "Serena memories (.serena/memories)"
    order = 77
    folders = (".serena/memories",)
    of_person = (".serena/memories",)
