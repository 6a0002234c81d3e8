"""Plain text has headings too, underlined, and boxes to tick; a rule below a paragraph is only a rule."""

from dataclasses import replace
from pathlib import Path

import pytest

from memtui.formats.ground.markdown import blocks
from memtui.formats.progress import Progress
from memtui.formats.registry import reader_for
from tests.formats.changing import put_back, record, remove, reword
from tests.formats.reading import drafts, texts, write

LOG = """================================
RUN: 2026-02-03 (third)
Room: kitchen
================================

1. BEFORE
---------
[x] The oven is warm
[x] The till is open
    - With the small key
[ ] The lids are dry

2. WHAT WAS DONE
----------------
Tin lids for all jars.

Garden
======
The hose leaks.
"""


def test_underlined_lines_are_headings_and_boxes_are_items(tmp_path: Path) -> None:
    file = write(tmp_path / "shop/plans/progress.txt", LOG)
    assert reader_for(file).name == "progress"
    assert {draft.scope for draft in drafts(Progress(), file)} == {"/project/shop"}
    assert texts(Progress(), file) == [
        "RUN: 2026-02-03 (third)\nRoom: kitchen",
        "1. BEFORE: [x] The oven is warm",
        "1. BEFORE:\n[x] The till is open\n- With the small key",
        "1. BEFORE: [ ] The lids are dry",
        "2. WHAT WAS DONE: Tin lids for all jars.",
        "The hose leaks.",
    ]


def test_a_page_with_underlined_headings_is_changed_as_it_is_laid_out(tmp_path: Path) -> None:
    file = write(tmp_path / "progress.txt", LOG)
    done = record(Progress(), file, "Tin lids")
    remove(Progress(), file, "Tin lids")
    assert file.read_text() == LOG.replace("Tin lids for all jars.\n", "")
    put_back(Progress(), file, done)
    assert "DONE\n----------------\n" in file.read_text()
    assert done.text in texts(Progress(), file)
    gone = record(Progress(), file, "small key")
    reword(Progress(), file, "small key", replace(gone, text=gone.text.replace("small", "large")))
    assert "[x] The till is open\n    - With the large key\n" in file.read_text()


@pytest.mark.parametrize(
    "page",
    [
        "Tin lids for all jars.\n---\nPaper menus.",
        "- Tin lids\n---\nPaper menus.",
        "**Lids:** tin\n-------------\nPaper menus.",
        "Tin lids\nfor all jars\n------------\nPaper menus.",
        "Tin lids for all of the jars\n---\nPaper menus.",
        "```\nTin lids\n--------\n```\n\nPaper menus.",
        "> Tin lids\n----------\nPaper menus.",
    ],
)
def test_a_rule_below_a_paragraph_makes_no_heading_of_it(page: str) -> None:
    *_, last = blocks(page)
    assert (last.headings, last.text) == ((), "Paper menus.")
    assert len(list(blocks(page))) == 2
