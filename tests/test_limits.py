"""docs/limits.md says the figures that the program goes by."""

import re
from pathlib import Path

from memtui.cli import settling, transfer
from memtui.domain.proposal import LONGEST_SUGGESTED
from memtui.domain.text import MAX_LENGTH
from memtui.formats.ground.files import MAX_FILE
from memtui.lifecycle.propose import MOST_OPEN
from memtui.mcp import tools

PAGE = Path(__file__).parents[1] / "docs" / "limits.md"
IN_FORCE = {
    "a memory, on every way in": MAX_LENGTH,
    "what an agent adds or suggests": LONGEST_SUGGESTED,
    "what an agent may have wait for you": MOST_OPEN,
    "a text file that is read or linked": MAX_FILE,
    "an answer to `recall` of an agent": tools._MOST_RECALLED,
    "an answer to `list` of an agent": tools._MOST_LISTED,
    "reasons why an import left records out": transfer._REASONS,
    "records of a linked file that are left out": settling._SHOWN,
}


def test_every_figure_of_the_page_is_in_force() -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:3]] for line in PAGE.read_text().splitlines()]
    told = {
        row[0]: int(found[0].replace(",", ""))
        for row in rows
        if len(row) == 2 and (found := re.search(r"\d[\d,]*", row[1]))
    }
    assert told == IN_FORCE
