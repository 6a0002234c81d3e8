"""A record of several parts is one memory: told by its repetition, changed as it is laid out."""

from pathlib import Path

import pytest

from memtui.domain.instant import from_iso
from memtui.formats.ground.records import records
from memtui.formats.instructions.format import Instructions
from tests.formats.changing import remove
from tests.formats.reading import drafts, skipped, texts, write
from tests.formats.samples import LESSONS

DECISIONS = """## Choices

### Tin lids

**Entscheidung**: Tin, not zinc.

**Grund**:
- cheaper
- lighter

### Paper menus

**Entscheidung**: Paper.

**Grund**:
- no batteries
"""
EXAMPLES = """## Ways

### Pouring

Slowly.

**Seen**:
- at noon

### Stirring

Never.

**Seen**:
- at night

### Serving

Warm.

**Seen**:
- always
"""
RUN_IN = """# Choices

## Tin lids

**Choice.** Tin, not zinc.

**Reason.** It is lighter.

## Paper menus

**Choice.** Paper.

**Reason.** No batteries.
"""
ROUNDS = """# Choices

## Choice

Tin, not zinc.

## Reason

- cheaper

## Choice

Paper.

## Reason

- no batteries
"""
ENTRIES = """# Choices

What we settled.

## {first}

Tin it is, for two reasons:

- cheaper

Zinc comes back if prices fall.

## {second}

Paper. It needs no batteries.
"""
LINES = """# Choices

[2026-02-03 10:11:12] - Tin lids for the jars
- Reason: lighter
[2026-02-04 08:00:00] - Paper menus for the guests

Tea is bought on Mondays.
"""
ADR = """# ADR-7: Tin lids

## Status

Accepted

## Context

Zinc rusts.

## Consequences

- cheaper
- lighter
"""
PIECES = """# Log

- **Problem**: the oven is slow
- **Fix**: heat it early

- **Problem**: the door jams
- **Fix**: lift the handle

- tea is bought on Mondays
"""
LOG = """# Progress
Started: 2026-01-06

## Patterns
- Prices lie in a file

---

## 2026-01-06 - Menu
- Wrote the menu.
- Files changed:
  - menu.md
- **Learned:**
  - Keep it short.
---

## 2026-01-07 - Till
- Wired the till.
- Files changed:
  - till.py
- **Learned:**
  - It beeps.
---
"""


def starts(text: str) -> list[str]:
    return [block.statement.split("\n")[0] for block in records(text)[1]]


def test_sections_with_the_same_labels_are_one_memory_each() -> None:
    assert starts(LESSONS) == [
        "Read this first.",
        "[L-1] The kettle boils over",
        "[L-2] The till drops a cent",
        "[L-3] Cups crack",
        "Habits: rinse the pot",
        "Habits: greet the guests",
    ]
    whole = records(LESSONS)[1][1].text
    assert whole.startswith(
        "[L-1] The kettle boils over\n\n**Logged**: 2026-02-20 10:34\n**Area**: kitchen\n"
    )
    assert whole.endswith("### What to do\n\n- fill it to the line\n- lift the lid")


def test_the_language_of_the_labels_does_not_matter() -> None:
    assert [block.text.split("\n")[0] for block in records(DECISIONS)[1]] == ["Tin lids", "Paper menus"]
    assert starts(DECISIONS)[0] == "Choices:"


def test_one_label_that_every_section_beside_has_is_enough() -> None:
    assert [block.text.split("\n")[0] for block in records(EXAMPLES)[1]] == ["Pouring", "Stirring", "Serving"]


def test_pieces_between_blank_lines_are_records_too() -> None:
    assert [block.text for block in records(PIECES)[1]] == [
        "**Problem**: the oven is slow\n- **Fix**: heat it early",
        "**Problem**: the door jams\n- **Fix**: lift the handle",
        "tea is bought on Mondays",
    ]


def test_a_label_may_end_with_a_full_stop() -> None:
    assert [block.text.split("\n")[0] for block in records(RUN_IN)[1]] == ["Tin lids", "Paper menus"]


def test_sections_that_come_again_in_one_order_are_one_memory_a_round() -> None:
    assert [block.statement.split("\n")[2] for block in records(ROUNDS)[1]] == ["Tin, not zinc.", "Paper."]
    assert starts(ROUNDS) == ["Choice", "Choice"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2026-02-03 · Lids of tin", "2026-02-04 · Menus of paper"),
        ("2026-02: Lids of tin", "2026-03: Menus of paper"),
        ("D004: Lids", "D005: Menus"),
        ("[ADR-4] Lids", "[ADR-5] Menus"),
        ("2026年2月3日 缶の蓋にする", "2026年2月4日 紙のメニュー"),
    ],
)
def test_titles_with_a_day_or_an_identifier_are_those_of_entries(first: str, second: str) -> None:
    assert starts(ENTRIES.format(first=first, second=second)) == ["What we settled.", first, second]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2026-02-03", "2026-02-04"),
        ("2026-02-03 (Tuesday)", "2026-02-04 (Wednesday)"),
        ("Q3", "Q4"),
        ("1. Lids", "2. Menus"),
    ],
)
def test_titles_that_only_say_when_or_count_are_no_entries(first: str, second: str) -> None:
    assert not any(block.whole for block in records(ENTRIES.format(first=first, second=second))[1])


def test_lines_that_open_with_a_time_are_entries_of_a_log() -> None:
    assert [block.text for block in records(LINES)[1]] == [
        "[2026-02-03 10:11:12] - Tin lids for the jars\n- Reason: lighter",
        "[2026-02-04 08:00:00] - Paper menus for the guests",
        "Tea is bought on Mondays.",
    ]


@pytest.mark.parametrize("lead", ["# ", "> ", "- ", "| ", "  "])
def test_a_heading_a_quotation_a_bullet_and_a_row_with_a_day_are_no_such_lines(lead: str) -> None:
    lines = [f"{lead}2026-02-0{day} Lids of tin and paper menus" for day in (3, 4)]
    assert not any(block.whole for block in records("\n".join(["Before.", "", *lines]))[1])


def test_nothing_is_lost_between_a_record_and_a_statement_that_run_into_one_another() -> None:
    text = "- tea\n" + LINES.replace("Tea", "  Tea") + "\n- **Fix**: heat\n\n  more heat\n"
    said = "\n".join(line for block in records(text)[1] for line in block.lines)
    assert said.split() == "".join(text.removeprefix("# Choices")).replace("# Choices", "").split()


@pytest.mark.parametrize(
    "text",
    [
        ADR,
        ADR.replace("ADR-7: ", "0007 "),
        ADR.replace("ADR-7: Tin lids", "7. Tin lids\n\nDate: 2026-02-03"),
        "---\nstatus: accepted\ndate: 2026-02-03\n---\n\n" + ADR.replace("ADR-7: ", ""),
    ],
)
def test_a_document_that_is_a_numbered_decision_is_one_memory(text: str) -> None:
    (whole,) = records(text)[1]
    assert whole.headings == ()
    assert whole.text.endswith("## Context\n\nZinc rusts.\n\n## Consequences\n\n- cheaper\n- lighter")


@pytest.mark.parametrize("title", ["Tin lids", "7. Tin lids", "2026-02-03 - Tin lids"])
def test_another_document_is_taken_apart(title: str) -> None:
    assert not any(block.whole for block in records(ADR.replace("ADR-7: Tin lids", title))[1])


def test_what_a_document_says_below_its_last_rule_is_not_of_its_last_record() -> None:
    signed = DECISIONS + "\n---\n\nKept by Rosa.\n"
    assert [block.text.split("\n")[0] for block in records(signed)[1]][1:] == ["Paper menus", "Kept by Rosa."]


def test_sections_that_are_all_labels_are_records_where_every_other_has_one_of_them() -> None:
    text = "## Lids\n\n- **Use**: jars\n- **Maker**: Rosa\n\n## Menus\n\n- **Use**: tables\n- **Size**: A5\n"
    assert starts(text) == ["Lids", "Menus"]


def test_a_log_has_one_memory_an_entry_and_its_patterns_apart() -> None:
    assert starts(LOG) == [
        "Started: 2026-01-06",
        "Patterns: Prices lie in a file",
        "2026-01-06 - Menu",
        "2026-01-07 - Till",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "## Rules\n\n- Always rinse\n- Never refill\n\n## Layout\n\nTwo rooms.\n",
        "## Till\n\n- **Colour**: grey\n\n## Oven\n\n- **Maker**: Rosa\n",
        "## Run\n\n**Build:**\n\n`make`\n\n**Test:**\n\n`make test`\n\n**Lint:**\n\n`make check`\n",
        "```\n## A\n**X**: 1\n**Y**: 2\n## B\n**X**: 1\n**Y**: 2\n```\n",
    ],
)
def test_sections_without_labels_in_common_are_taken_apart(text: str) -> None:
    assert not any(block.whole for block in records(text)[1])


def test_a_chapter_is_no_record() -> None:
    chapters = "".join(f"## Part {at}\n\n**Who**: me\n\n**Why**: {'tea ' * 3_000}\n\n" for at in range(3))
    assert not any(block.whole for block in records(chapters)[1])


def test_a_record_goes_with_all_its_lines_and_no_others(tmp_path: Path) -> None:
    file = write(tmp_path / "AGENTS.md", LESSONS)
    (change,) = remove(Instructions(), file, "[L-2]").files
    start, end = LESSONS.index("## [L-2]"), LESSONS.index("\n---\n\n## [L-3]")
    after = (change.after or b"").decode()
    assert after == LESSONS[:start] + LESSONS[end:].removeprefix("\n")
    write(file, after)
    assert len(texts(Instructions(), file)) == 5


@pytest.mark.parametrize(
    "text",
    [
        "_none_",
        "None",
        "- N/A",
        "*(Populated after corrections - see README)*",
        "(patterns go here)",
        "_keine_",
    ],
)
def test_what_stands_where_nothing_is_yet_is_no_memory_and_counted(tmp_path: Path, text: str) -> None:
    file = write(tmp_path / "AGENTS.md", f"# Tea\n\n## Open questions\n\n{text}\n\n## Tools\n\n- Oven\n")
    assert texts(Instructions(), file) == ["Tools: Oven"]
    assert [one.reason for one in skipped(Instructions(), file)] == ["a template nobody filled in"]
    held = Instructions().holds(file, file, file.read_bytes())
    assert [one.text for one in held] == ["Tools: Oven"]


@pytest.mark.parametrize(
    "text", ["(tin) lids are (mostly) bent", "**Never**", "`none`", "None of the lids fit."]
)
def test_words_in_parentheses_or_bold_that_say_something_stay(tmp_path: Path, text: str) -> None:
    file = write(tmp_path / "AGENTS.md", f"# Tea\n\n## Rules\n\n{text}\n")
    assert texts(Instructions(), file) == [f"Rules: {text}"]


def test_a_line_that_is_bold_in_its_first_half_introduces_others_as_it_stands() -> None:
    (block,) = records("**Lids bend.** Needed:\n- tin\n")[1]
    assert block.statement == "**Lids bend.** Needed: tin"


EMPTY = "- **Context:**\n- **Decision:**\n"
FILLED = "- **Context:** Dates were lost\n- **Decision:** Send them as ISO 8601"


@pytest.mark.parametrize(
    "text",
    [
        "- [Key pattern of the architecture]",
        "- [ ] [None]",
        "- **Project**: [Project name]",
        "- [Path 1]: [What it contains]",
        f"### YYYY-MM-DD (agent)\n{EMPTY}\n### 2026-02-11 (agent)\n{FILLED}",
    ],
)
def test_a_place_in_a_template_is_no_memory(tmp_path: Path, text: str) -> None:
    file = write(tmp_path / "CLAUDE.md", f"# Notes\n\nThe till is grey.\n\n{text}\n")
    assert [one.reason for one in skipped(Instructions(), file)] == ["a template nobody filled in"]
    assert len(texts(Instructions(), file)) == 1 + text.count("2026")


def test_a_form_that_shows_how_to_write_an_entry_is_no_memory(tmp_path: Path) -> None:
    form = "```\n## Title\n**What happened:** <what>\n**Cost:** [time]\n```"
    file = write(tmp_path / "CLAUDE.md", f"# Notes\n\nThe till is grey.\n\n{form}\n")
    assert texts(Instructions(), file) == ["The till is grey."]


def test_an_empty_bullet_is_nothing() -> None:
    assert starts("# Notes\n\n*\n\n## Till\n\nGrey.\n") == ["Till: Grey."]


def test_links_to_headings_of_the_page_are_no_memories_and_counted(tmp_path: Path) -> None:
    file = write(
        tmp_path / "CLAUDE.md", "## Inside\n\n1. [Till](#till)\n2. [Oven](#oven)\n\n## Till\n\nGrey.\n"
    )
    assert texts(Instructions(), file) == ["Till: Grey."]
    assert [one.reason for one in skipped(Instructions(), file)] == ["links to headings or to other notes"]


def test_a_line_in_bold_above_a_list_is_its_title(tmp_path: Path) -> None:
    text = "**How to pour**\n\n- slowly\n"
    file = write(tmp_path / "CLAUDE.md", text)
    assert texts(Instructions(), file) == ["How to pour: slowly"]
    remove(Instructions(), file, "How to pour: slowly")
    assert file.read_text().strip() == ""


@pytest.mark.parametrize(
    ("title", "day"), [("2025-08: Lids", "2025-08-31"), ("Lids (April 2025)", "2025-04-30")]
)
def test_a_month_in_a_title_says_about_when(tmp_path: Path, title: str, day: str) -> None:
    file = write(tmp_path / "CLAUDE.md", f"## {title}\n\nTin.\n")
    (draft,) = drafts(Instructions(), file)
    assert draft.created_at == from_iso(day)


@pytest.mark.parametrize(
    "said",
    [
        "[x] The editor saves",
        "[ADR-7] [ADR-9]",
        "See [the plan](plan.md)",
        "**Stack**: [[Django]]",
        "(in `till.py`)",
    ],
)
def test_what_stands_in_brackets_for_another_reason_is_kept(tmp_path: Path, said: str) -> None:
    file = write(tmp_path / "CLAUDE.md", f"# Notes\n\n- {said}\n")
    assert texts(Instructions(), file) == [said]


@pytest.mark.parametrize(
    "text",
    [
        "- **Date:** 2026-02-20",
        "> Last updated: 2026-02-20",
        "## Timestamp\n2026-02-20",
        "## Date Added\n2026-02-20",
        "*Updated: 2026-02-20 10:34*",
        "**Shop:** tea house **Last updated:** 2026-02-20",
        "Started: 2026-02-20",
    ],
)
def test_the_day_that_a_page_was_written_is_its_date_and_no_memory(tmp_path: Path, text: str) -> None:
    file = write(tmp_path / "CLAUDE.md", f"# Notes\n\n{text}\n\n## Till\n\n- The till is grey\n")
    assert texts(Instructions(), file) == ["The till is grey"]
    (left,) = skipped(Instructions(), file)
    assert left.reason == "the day it was written, taken as its date"
