"""Lessons that agents are told to write down in a project: `tasks/lessons.md`, `.learnings` and so on."""

from memtui.formats.ground.note_folder import NoteFolder


class Lessons(NoteFolder):
    """Reads and changes the lessons of a project, or one file of them."""

    name = "lessons"
    called = "Lessons"
    label = "lessons of a project (tasks/lessons.md, LESSONS.md, .learnings)"
    order = 79
    folders = (".learnings",)
    single = (
        *("tasks/lessons.md", "docs/lessons.md", ".claude/lessons.md", "lessons.md", "LESSONS.md"),
        *("tasks/insights.md", "insights.md", "INSIGHTS.md", "LEARNINGS.md", "learnings.md"),
    )
