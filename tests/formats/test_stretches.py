"""What is one record by how it opens: a question with its answer, a day with its entry, a counted section."""

from pathlib import Path

import pytest

from memtui.formats.ground.records import records
from memtui.formats.instructions.format import Instructions
from tests.formats.changing import remove
from tests.formats.reading import drafts, write
from tests.formats.test_dates import iso

QUESTIONS = """# Till

## Asked

**Q: Why is it slow?**

A: The drawer sticks.

Oil helps.

**Q：怎么看？**

A：
1. Open it
2. Wait

Other things are asked at noon.
"""
WHY = "**Q: Why is it slow?**\n\nA: The drawer sticks.\n\nOil helps.\n\n"
DIARY = """# Diary

---

*May 1, 2026 at 6:00 AM GMT+8*

It rained. A lid fell.

We laughed.


---

*May 3, 2026 at 6:00 AM GMT+8*

Sun.

<!-- diary:end -->
"""
STEPS = """# Tea

## Way

### Step 1: Rinse

- Open the lid
- Rinse twice

### Step 2: Pour

- Slowly

**Seen:** at noon

## Lessons

### 1. Lids rust

- Tin does not
- Zinc does

### 2. Cups break

Warm them.
"""


def told(text: str) -> list[str]:
    return [block.text for block in records(text)[1]]


def test_a_question_is_one_memory_with_its_answer() -> None:
    assert told(QUESTIONS) == [
        "**Q: Why is it slow?**\n\nA: The drawer sticks.\n\nOil helps.",
        "**Q：怎么看？**\n\nA：\n1. Open it\n2. Wait",
        "Other things are asked at noon.",
    ]


def test_a_question_without_an_answer_is_a_statement() -> None:
    assert told("**Q: Why is it slow?**\n\nNobody knows.\n") == ["**Q: Why is it slow?**", "Nobody knows."]


def test_what_stands_below_a_day_alone_is_its_entry_and_of_that_day(tmp_path: Path) -> None:
    found = drafts(Instructions(), write(tmp_path / "DIARY.md", DIARY))
    assert [(draft.text.split("\n")[2], iso(draft.created_at)[:10]) for draft in found] == [
        ("It rained. A lid fell.", "2026-05-01"),
        ("Sun.", "2026-05-03"),
    ]
    assert found[0].text.endswith("We laughed.")


@pytest.mark.parametrize(
    "text",
    [
        "*2026-05-01*\n\nIt rained.\n\nWe laughed.\n",
        "2026-05-01 is when it opens.\n\nIt rained.\n\n2026-05-02 is when it closes.\n\nSun.\n",
    ],
    ids=("one day", "sentences"),
)
def test_a_single_day_and_a_sentence_open_no_entries(text: str) -> None:
    assert len(told(text)) == text.count("\n\n") + 1


def test_short_sections_of_a_count_within_a_chapter_are_one_memory_each() -> None:
    assert told(STEPS) == [
        "Step 1: Rinse\n\n- Open the lid\n- Rinse twice",
        "Step 2: Pour\n\n- Slowly\n\n**Seen:** at noon",
        "1. Lids rust\n\n- Tin does not\n- Zinc does",
        "2. Cups break\n\nWarm them.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# Tea\n\n## 1. Lids\n\n- a tin\n- b tin\n\n## 2. Cups\n\n- c cup\n- d cup\n",
        "# Tea\n\n## Ways\n\n### 1.1 Lids\n\n- a tin\n- b tin\n\n### 1.2 Cups\n\n- c cup\n- d cup\n",
        "# Tea\n\n## Ways\n\n### 1. Lids\n\n{}- a tin\n- b tin\n".format("- much to tell of lids\n" * 50),
    ],
    ids=("chapters", "their parts", "a long one"),
)
def test_chapters_and_long_sections_are_taken_apart(text: str) -> None:
    assert {"a tin", "b tin"} <= set(told(text))


@pytest.mark.parametrize(
    ("text", "beginning", "left"),
    [
        (QUESTIONS, "Asked:\n**Q: Why", QUESTIONS.replace(WHY, "")),
        (STEPS, "Way:\nStep 1", STEPS.replace("### Step 1: Rinse\n\n- Open the lid\n- Rinse twice\n\n", "")),
    ],
    ids=("a question", "a step"),
)
def test_one_goes_and_leaves_every_other_byte(tmp_path: Path, text: str, beginning: str, left: str) -> None:
    (change,) = remove(Instructions(), write(tmp_path / "CLAUDE.md", text), beginning).files
    assert (change.after or b"").decode() == left
