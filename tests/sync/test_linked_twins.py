"""Two machines link the same file before they meet: what they add is one memory, which stands in both."""

from pathlib import Path

import pytest

from memtui.lifecycle.states import drop
from tests.formats.reading import write
from tests.sources.linked import linked, memory, sync
from tests.sync.stores import PERSON, Machine

STATEMENTS = "# Shop\n\n- the till by the door runs on Debian\n- receipts are 80 mm wide\n"


@pytest.mark.parametrize("first", ["desk", "lap"])
def test_a_drop_reaches_the_file_whichever_of_the_two_stays(
    tmp_path: Path, desk: Machine, lap: Machine, first: str
) -> None:
    places = {}
    for later, one in enumerate(sorted((desk, lap), key=lambda each: each.name != first)):
        one.clock.now += later
        project = tmp_path / one.name / "shop"
        write(project / ".git" / "config", '[remote "origin"]\n\turl = git@example.com:ada/shop.git\n')
        write(project / ".git" / "HEAD", "ref: refs/heads/main\n")
        file = write(project / ".serena" / "memories" / "till.md", STATEMENTS)
        places[one.name] = file, linked(one.store, file.parent)
    for one in (desk, lap, desk, lap):
        one.exchange()
    for one, words in ((lap, "80 mm"), (desk, "Debian")):
        file, source = places[one.name]
        sync(one.store, source)
        drop(one.store, [memory(one.store, source, words).id], by=PERSON)
        sync(one.store, source)
        assert words not in file.read_text()
