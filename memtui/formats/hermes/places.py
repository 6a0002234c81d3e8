"""Where Hermes keeps its memory: in its home, and in each profile there."""

from collections.abc import Iterator
from itertools import islice

from memtui.formats.finding import Found, Machine
from memtui.formats.ground.files import leads_out
from memtui.formats.ground.looking import MOST_FOLDERS, read_through
from memtui.formats.hermes.pending import pending
from memtui.formats.protocol import Reader
from memtui.formats.waiting import Pending

VARIABLES = {"HERMES_HOME": "where Hermes does"}


def memory_files(reader: Reader, machine: Machine) -> Iterator[Found]:
    """Yield the two files of a person, and those of each profile."""
    home = machine.given("HERMES_HOME") or machine.home / ".hermes"
    try:
        profiles = sorted(folder for folder in (home / "profiles").iterdir() if folder.is_dir())
    except OSError:
        profiles = []
    for place in (home, *islice(profiles, MOST_FOLDERS)):
        if place != home and leads_out(place, home.resolve()):
            continue
        waiting = sum(isinstance(change, Pending) for change in pending(place))
        folder = place / "memories"
        yield from read_through(reader, folder, place, ("MEMORY.md", "USER.md"), waiting)
