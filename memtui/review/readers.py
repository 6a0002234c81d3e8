"""Which agents read the file that a memory stands in, as far as its name tells.

An instruction file lies in a project, for colleagues and several agents; a memory file is one agent's own.
"""

from pathlib import PurePath

from memtui.config.places import homes_of_agents
from memtui.domain.memory import Memory
from memtui.domain.written_for import READERS_IN_PROJECTS, WITH_OWN_FILES, instructed_by, written_for
from memtui.formats.registry import called

OF_ONE_PERSON = {"CLAUDE.local.md"}
"""Files that are one person's, wherever they lie."""
_READ_NO_AGENTS_MD = {"Claude Code", "Gemini CLI"}
"""Agents that do not load a file of that name by themselves."""
_AGENTS = {*READERS_IN_PROJECTS, *WITH_OWN_FILES}


def file_of(memory: Memory) -> PurePath | None:
    """Return the file that a memory was read from; None where it came from none."""
    path = memory.provenance.get("path")
    return PurePath(path) if isinstance(path, str) and path else None


def reader_of_instructions(memory: Memory) -> str:
    """Return which agents read the instruction file of a memory; empty where it stands in none."""
    file = file_of(memory)
    return "" if file is None else instructed_by(file, homes_of_agents())


def shared(memory: Memory) -> bool:
    """Say whether a memory stands in a file of instructions that others read too."""
    file = file_of(memory)
    return file is not None and file.name not in OF_ONE_PERSON and bool(reader_of_instructions(memory))


def for_different_agents(one: Memory, other: Memory) -> bool:
    """Say whether each stands in the instructions of an agent that does not read those of the other."""
    of_one, of_other = reader_of_instructions(one), reader_of_instructions(other)
    return bool(of_one and of_other) and of_one != of_other


def told_apart(one: Memory, other: Memory) -> bool:
    """Say whether each stands in a file that is written for another agent alone: no agent is told both."""
    files = file_of(one), file_of(other)
    of_one, of_other = (written_for(file, homes_of_agents()) if file is not None else "" for file in files)
    return bool(of_one and of_other) and of_one != of_other


def loses_its_reader(kept: Memory, gone: Memory) -> bool:
    """Say whether the agent whose own memory file holds `gone` does not read the instructions with `kept`."""
    file, reader = file_of(kept), reader_of_instructions(kept)
    if file is None or not reader or file_of(gone) is None or reader_of_instructions(gone):
        return False
    agent = called(gone.source)
    if file.name == "AGENTS.md":
        return agent in _READ_NO_AGENTS_MD
    return agent in _AGENTS and agent != reader


def in_files_of_two(one: Memory, other: Memory) -> bool:
    """Say whether the file that one stands in is read by another agent than that of the other."""
    files, agents = (file_of(one), file_of(other)), {_reader(one), _reader(other)}
    return None not in files and len(agents) == 2


def no_longer_told(kept: Memory, gone: Memory) -> str:
    """Say which agent is told neither once one takes the place of the other; empty for none."""
    if not (for_different_agents(kept, gone) or loses_its_reader(kept, gone)):
        return ""
    return (
        f"{_reader(gone)} will no longer be told: only {_reader(kept)} loads the file with the one that stays"
    )


def takes_from_others(kept: Memory, gone: Memory) -> bool:
    """Say whether others would lose what they read if one memory took the place of another."""
    lost = loses_its_reader(kept, gone) or (shared(gone) and not shared(kept))
    return lost or for_different_agents(kept, gone)


def readers(memory: Memory) -> str:
    """Say who reads a memory where, as in `Claude Code: MEMORY.md`."""
    file = file_of(memory)
    if file is None:
        return "agents that ask memtui: its store"
    return f"{_reader(memory) or 'one agent'}: {file.name}"


def _reader(memory: Memory) -> str:
    return reader_of_instructions(memory) or called(memory.source)
