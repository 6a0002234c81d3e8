"""docs/limits.md says the figures that the program goes by."""

import re
from pathlib import Path

from memtui.capture.transcripts.content import MAX_TURN
from memtui.capture.transcripts.records import MAX_LINE
from memtui.capture.worker import LONGEST_RESULT
from memtui.cli import importing, output, settling
from memtui.domain.proposal import LONGEST_SUGGESTED
from memtui.domain.text import MAX_LENGTH
from memtui.formats.ground.files import MAX_FILE
from memtui.formats.ground.json_lines import MAX_DOCUMENT
from memtui.lifecycle.propose import MOST_OPEN
from memtui.mcp import tools
from memtui.poison.finding import LONGEST
from memtui.recall import ranking, search
from memtui.sources import attributes
from memtui.tui.memories import provenance

PAGE = Path(__file__).parents[1] / "docs" / "limits.md"
IN_FORCE = {
    "a memory, on every way in": MAX_LENGTH,
    "what an agent adds or suggests": LONGEST_SUGGESTED,
    "what an agent may have wait for you": MOST_OPEN,
    "a text file that is read or linked": MAX_FILE,
    "a JSON document that is imported": MAX_DOCUMENT,
    "a line of a conversation": MAX_LINE,
    "what one side says at a time": MAX_TURN,
    "a text that a hook leaves to be read": MAX_LENGTH,
    "a subagent's result": LONGEST_RESULT,
    "a memory not written by you that is looked at for planted instructions": LONGEST,
    "the question of a `recall`, in characters": search.QUESTION,
    "the question of a `recall`, in words": ranking.MOST_WORDS,
    "an answer to `memtui recall`": search.MOST_HITS,
    "an answer to `recall` of an agent": tools._MOST_RECALLED,
    "an answer to `list` of an agent": tools._MOST_LISTED,
    "reasons why an import left records out": importing._REASONS,
    "reasons, errors and facts left for you that a command names": output.MOST_LINES,
    "records of a linked file that are left out": settling._SHOWN,
    "extended attributes of a linked file that goes with its last memory": attributes.MOST,
    "a quote on the page “Where this comes from”": provenance.QUOTE,
}


def test_every_figure_of_the_page_is_in_force() -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:3]] for line in PAGE.read_text().splitlines()]
    told = {
        row[0]: int(found[0].replace(",", ""))
        for row in rows
        if len(row) == 2 and (found := re.search(r"\d[\d,]*", row[1]))
    }
    assert told == IN_FORCE
