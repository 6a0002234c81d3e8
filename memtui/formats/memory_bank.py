"""A memory bank, as Cline, Roo, Kilo and Cursor are told to keep one: what they read first of a project.

It is a folder, or one page beside the agent's own files.
"""

from memtui.formats.ground.note_folder import NoteFolder


class MemoryBank(NoteFolder):
    """Reads and changes the memory bank of a project, or one page of it."""

    name = "memory-bank"
    called = "Memory bank"
    label = "memory bank of Cline, Roo and others (memory-bank/activeContext.md and its like)"
    order = 77
    folders = (
        *(
            ".kilocode/rules/memory-bank",
            ".clinerules/memory-bank",
            ".roo/memory-bank",
            ".roo/memory_banks",
            ".cursor/memory-bank",
        ),
        *("docs/memory-bank", ".memory-bank", "memory-bank", "memory_bank", "cline_docs"),
    )
    single = (".claude/memory.md", ".cursor/memory.md")
