"""What is said of all projects, held against what is said of one: an agent is told both in one session.

The rules on pairs call it. A project's file lies in its repository, for colleagues who do not have what the
person keeps for all projects. So only what is the person's own is asked about: what stands in this store
alone, in an agent's own folder, or in a file that is one person's by its name.
"""

from pathlib import Path
from typing import NamedTuple

from memtui.config.places import from_home, homes_of_agents
from memtui.domain.memory import Memory
from memtui.domain.scope import USER, contains, first_levels, of_person_and_project
from memtui.domain.text import fingerprint
from memtui.domain.written_for import written_for
from memtui.formats.registry import called
from memtui.review.readers import OF_ONE_PERSON, file_of, reader_of_instructions
from memtui.review.standing import lasting, protected
from memtui.store import sources
from memtui.store.database import Store


class Across(NamedTuple):
    """Two memories that are told together in a project's sessions."""

    everywhere: Memory
    """It is filed with the person, and told in every project."""
    here: Memory
    """It is filed with one project."""

    @property
    def place(self) -> str:
        """Where the one for all projects stands."""
        file = file_of(self.everywhere)
        return f"{self.everywhere.scope} of this store" if file is None else from_home(str(file))

    @property
    def bucket(self) -> int:
        """Tells projects apart: a no about the one is none about another with the same words."""
        return fingerprint(first_levels(self.here.scope))


def across(one: Memory, other: Memory) -> Across | None:
    """Return the two in order if one is filed with the person and the other with a project."""
    if not of_person_and_project(one.scope, other.scope):
        return None
    return Across(one, other) if contains(USER, one.scope) else Across(other, one)


def is_persons_own(store: Store, memory: Memory) -> bool:
    """Say whether nobody else reads the files that a memory stands in, as far as their places tell."""
    files = {Path(file) for file in sources.linked_files_of(store, [memory.id])}
    came_from = file_of(memory)
    return all(map(_is_own, {*files, *([] if came_from is None else [Path(came_from)])}))


def says_it_as_well(pair: Across) -> bool:
    """Say whether who reads the one for this project reads the one for all projects too, and that is meant to
    last as long.
    """
    everywhere, here = pair
    if protected(here) > protected(everywhere) or lasting(here) > lasting(everywhere):
        return False
    file = file_of(everywhere)
    if file_of(here) is None:
        # Any agent is told what is in this store alone, and one only what its own file says.
        return file is None or not written_for(file, homes_of_agents())
    # What an agent keeps of the person in the memory folder of a project, it is told there alone.
    reader = reader_of_instructions(everywhere)
    return bool(reader) and reader == (reader_of_instructions(here) or called(here.source))


def _is_own(file: Path) -> bool:
    homes = [*homes_of_agents(), Path.home()]
    home = next((home for home in homes if file.is_relative_to(home)), None)
    if home is None:
        return file.name in OF_ONE_PERSON
    hidden = home != Path.home() or file.relative_to(home).parts[0].startswith(".")
    return hidden or file.name in OF_ONE_PERSON
