"""Shapes that pages of real projects have: what belongs together, what is none, and whose it is."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memtui.formats.ground.records import records
from memtui.formats.insights import Insights
from memtui.formats.instructions.format import Instructions
from memtui.formats.lessons import Lessons
from memtui.formats.openclaw import OpenClaw
from memtui.formats.plain_list import PlainList
from memtui.formats.protocol import SourceError
from memtui.formats.registry import reader_for
from tests.formats.changing import put_back, remove, reword
from tests.formats.reading import drafts, skipped, texts, write


@pytest.mark.parametrize(
    ("above", "read"),
    [
        ("Open the drawer.", "Open the drawer."),
        ("**To open it:**", "**To open it:**"),
        ("- Mind the spring.\n- Open the drawer.", "Open the drawer."),
    ],
)
def test_code_belongs_to_the_sentence_before_it(tmp_path: Path, above: str, read: str) -> None:
    code = "```sh\ntill open\n```"
    file = write(tmp_path / "CLAUDE.md", f"# Shop\n\n## Noon\n\n{above}\n\n{code}\n\nClose it at six.\n")
    *_, with_code, last = texts(Instructions(), file)
    assert (with_code, last) == (f"Noon:\n{read}\n\n{code}", "Noon: Close it at six.")
    (change,) = remove(Instructions(), file, "till open").files
    assert b"till open" not in (change.after or b"")
    assert b"Close it at six." in (change.after or b"")


def test_code_below_a_heading_stands_for_itself(tmp_path: Path) -> None:
    file = write(tmp_path / "CLAUDE.md", "# Shop\n\n## Noon\n\n```sh\ntill open\n```\n\nMind the spring.\n")
    assert texts(Instructions(), file) == ["Noon:\n```sh\ntill open\n```", "Noon: Mind the spring."]


def test_lists_in_code_are_no_places_in_a_template(tmp_path: Path) -> None:
    code = "```yaml\nstrategy:\n  till:\n    lids: [tin, zinc plated]\n```"
    file = write(tmp_path / "CLAUDE.md", f"# Shop\n\n## Noon\n{code}\n")
    assert texts(Instructions(), file) == [f"Noon:\n{code}"]


def test_a_line_that_introduces_keeps_the_code_in_it(tmp_path: Path) -> None:
    file = write(tmp_path / "CLAUDE.md", "# Shop\n\n`till` shortcuts:\n- Press F1.\n- Press F2.\n")
    assert texts(Instructions(), file)[0] == "`till` shortcuts: Press F1."


def test_a_form_of_dots_is_no_memory(tmp_path: Path) -> None:
    form = "```\n## YYYY-MM-DD\n\n### What\n- ...\n\n### Why\n- ...\n```"
    file = write(tmp_path / "CLAUDE.md", f"# Shop\n\nThe till is grey.\n\n{form}\n")
    assert texts(Instructions(), file) == ["The till is grey."]
    assert [one.reason for one in skipped(Instructions(), file)] == ["a template nobody filled in"]


def test_items_with_titles_that_blank_lines_part_are_memories_of_their_own(tmp_path: Path) -> None:
    titled = "1. **Tin** — bends\n   when cold.\n\n2. **Zinc** — rusts.\n"
    file = write(tmp_path / "CLAUDE.md", f"# Shop\n\n## Lids\n\n{titled}")
    assert texts(Instructions(), file) == [
        "Lids:\n1. **Tin** — bends\nwhen cold.",
        "Lids: 2. **Zinc** — rusts.",
    ]
    steps = write(tmp_path / "AGENTS.md", "# Shop\n\n## Lids\n\n1. Warm it.\n\n2. Bend it.\n")
    assert len(texts(Instructions(), steps)) == 1


def test_a_line_introduces_one_list_and_not_the_next(tmp_path: Path) -> None:
    file = write(tmp_path / "CLAUDE.md", "# Shop\n\nTwo ways:\n\n1. Tin\n2. Zinc\n\n- Ask before you bend.\n")
    assert texts(Instructions(), file) == ["Two ways:\n1. Tin\n2. Zinc", "Ask before you bend."]


def test_a_heading_with_a_colon_is_followed_by_one(tmp_path: Path) -> None:
    file = write(tmp_path / "CLAUDE.md", "# Shop\n\n## Never do:\n- Bend tin.\n")
    assert texts(Instructions(), file) == ["Never do: Bend tin."]


def test_a_table_of_two_columns_is_a_log_where_each_row_opens_with_a_day(tmp_path: Path) -> None:
    rows = "| Date | Decision |\n|---|---|\n| 2026-02-03 | Lids are of tin, since zinc rusts on us. |\n"
    file = write(tmp_path / "CLAUDE.md", f"# Shop\n\n## Log\n\n{rows}")
    (row,) = drafts(Instructions(), file)
    assert row.text == "Log:\nDate: 2026-02-03\nDecision: Lids are of tin, since zinc rusts on us."
    assert row.created_at == datetime(2026, 2, 3, tzinfo=UTC).timestamp()


def test_titles_that_end_with_a_day_are_those_of_entries(tmp_path: Path) -> None:
    first = "### Tin bends (2026-02-03, again 2026-02-04)\nIt was cold.\n- Warm it.\n"
    second = "### Zinc rusts (2026-02-05)\n- Dry it.\n- Ask.\n"
    file = write(tmp_path / "CLAUDE.md", f"# Shop\n\n## Lessons\n\n{first}\n{second}")
    assert [text.split("\n")[1] for text in texts(Instructions(), file)] == [
        "Tin bends (2026-02-03, again 2026-02-04)",
        "Zinc rusts (2026-02-05)",
    ]


def test_sections_of_labels_are_records_where_most_beside_them_are() -> None:
    pages = ["### Mo\n- **Lives:** Oslo\n- **Likes:** tin", "### Bo\n- **Eats:** pie\n- **Sings:** low"]
    pages.append("### Jo\n- **Works:** nights\n- **Drives:** a van")
    workspace = "# People\n\n## Friends\n\n" + "\n\n".join(pages) + "\n\n---\n\n*Add whom you meet.*\n"
    blocks = [block for block in records(workspace)[1] if not block.footer]
    assert [block.text.split("\n")[0] for block in blocks] == ["Mo", "Bo", "Jo"]


def test_what_a_page_says_of_itself_at_its_end_is_no_memory_and_counted(tmp_path: Path) -> None:
    write(tmp_path / "SOUL.md", "# Soul\n\nBe kind.\n")
    write(
        tmp_path / "MEMORY.md", "# Memory\n\n## Mo\n\n- Likes tin.\n\n---\n\n*Add to this when you learn.*\n"
    )
    assert "Mo: Likes tin." in texts(OpenClaw(), tmp_path)
    assert ("MEMORY.md line 9", "what the page says of itself") in [
        (one.where, one.reason) for one in skipped(OpenClaw(), tmp_path)
    ]


@pytest.mark.parametrize(
    "page",
    [
        "# Shop\n\n*Last updated: 2026-02-03 (daily)*\n\n## Till\n\n- Grey.\n",
        "# Shop\n\n## Till\n\n- Grey.\n\nupdated_at: 2026-02-03\n",
        "# Shop\n\n**Shop:** tea **Last Updated:** 2026-02-03\n\n## Till\n\n- Grey.\n",
    ],
)
def test_the_day_that_a_page_says_at_either_end_is_its_date(tmp_path: Path, page: str) -> None:
    (draft,) = drafts(Instructions(), write(tmp_path / "CLAUDE.md", page))
    assert draft.created_at == datetime(2026, 2, 3, tzinfo=UTC).timestamp()


def test_a_page_called_after_its_project_is_no_decision() -> None:
    parts = "".join(f"## Part {name}\n\n- It is {name}.\n\n" for name in "abcdefgh")
    assert len(records(f"# SHOP-1: what it is\n\n{parts}")[1]) == 8


def test_a_decision_with_a_title_for_each_part_is_one_memory() -> None:
    page = "# ADR 7: Tin lids\n\n# Status\n\nAccepted\n\n# Reason\n\nZinc rusts.\n"
    assert len(records(page)[1]) == 1
    assert len(records("# ADR 7: Tin\n\n# ADR 8: Zinc\n\n# ADR 9: Lead\n\nNo.\n")[1]) == 1


def test_an_entry_is_told_below_the_line_with_its_day() -> None:
    first = "[2026-02-03 10:00:00] - Lids of tin\n\n## Choice\nTin.\n\n## Reason\n- Zinc rusts.\n"
    second = "[2026-02-04 10:00:00] - Pots of clay\n\n## Choice\nClay.\n\n## Price\n- Cheap.\n"
    third = "[2026-02-05 10:00:00] - Opened the garden\n"
    texts_of = [block.text for block in records(f"# Log\n\n{first}\n{second}\n{third}")[1]]
    assert texts_of == [first.strip(), second.strip(), third.strip()]
    assert not any(block.headings for block in records(f"# Log\n\n{first}\n{second}")[1])


def test_a_template_of_a_decision_is_no_memory(tmp_path: Path) -> None:
    head = "---\nstatus: open\ndate: then\n---\n"
    page = f"{head}# <What it is about>\n\n## Ways\n\n* <one>\n\n## Way\n\nThis.\n"
    file = write(tmp_path / "CLAUDE.md", page)
    assert texts(Instructions(), file) == []
    assert [one.reason for one in skipped(Instructions(), file)] == ["a template nobody filled in"]


def test_a_template_above_a_log_is_no_memory() -> None:
    parts = "## Choice\n\n*   \n\n## Reason\n\n*\n\n---\n\n"
    entry = "[2026-02-03 10:00:00] - Lids of tin\n\n## Choice\nTin.\n\n## Reason\nZinc rusts.\n\n"
    told = records(f"# Log\n\n{parts}{entry}{entry.replace('03', '04', 1)}")[1]
    assert [block.text.split("\n")[0] for block in told] == [
        "[2026-02-03 10:00:00] - Lids of tin",
        "[2026-02-04 10:00:00] - Lids of tin",
    ]


def test_the_guidelines_of_junie_are_instructions(tmp_path: Path) -> None:
    write(tmp_path / ".junie/guidelines.md", "# Shop\n\n- Use tin.\n")
    assert [(one.text, one.scope) for one in drafts(Instructions(), tmp_path)] == [
        ("Use tin.", f"/project/{tmp_path.name.casefold()}")
    ]


@pytest.mark.parametrize(
    "place", ["docs/adr/notes.md", ".cursor/memory.md", ".github/icm/shared/memory.md", "memory/state.md"]
)
def test_notes_are_filed_under_what_they_are_about(tmp_path: Path, place: str) -> None:
    file = write(tmp_path / "shop" / place, "# Notes\n\n## Till\n\n- Grey.\n")
    assert [draft.scope for draft in drafts(Instructions(), file)] == ["/project/shop"]


def test_learnings_are_filed_under_their_project(tmp_path: Path) -> None:
    write(tmp_path / "shop/.learnings/LEARNINGS.md", "# Learnings\n\n## Till\n\n- Grey.\n")
    assert [draft.scope for draft in drafts(Lessons(), tmp_path / "shop")] == ["/project/shop"]


def test_the_hints_of_goose_are_read_with_what_lies_beside_them(tmp_path: Path) -> None:
    write(tmp_path / ".goosehints", "## Lids\n\n- Use tin.\n")
    write(tmp_path / "AGENTS.md", "See ./.goosehints\n")
    reader = reader_for(tmp_path)
    assert (reader.name, texts(reader, tmp_path)) == ("markdown", ["See ./.goosehints", "Lids: Use tin."])


LESSON = {
    "id": "L-1",
    "title": "Tin lids bend when cold",
    "scenario": "A lid bent\nin the van at night.",
    "wrongApproach": "Bend it back by hand.",
    "insight": "Warm a lid before you touch it.",
    "evidence": "runtime",
    "createdAt": "2026-02-03T08:30:00Z",
}


def test_a_lesson_of_several_parts_is_one_memory_with_all_of_them(tmp_path: Path) -> None:
    file = write(tmp_path / "lessons.jsonl", json.dumps(LESSON) + "\n")
    (draft,) = drafts(Insights(), file)
    assert draft.text == (
        "Warm a lid before you touch it.\nTitle: Tin lids bend when cold\n"
        "Scenario: A lid bent\nin the van at night.\nWrong approach: Bend it back by hand."
    )
    assert draft.created_at == datetime(2026, 2, 3, 8, 30, tzinfo=UTC).timestamp()


def test_a_part_of_a_lesson_is_changed_alone_and_comes_back(tmp_path: Path) -> None:
    file = write(tmp_path / "lessons.jsonl", json.dumps(LESSON) + "\n")
    (draft,) = drafts(Insights(), file)
    after = replace(draft, text=draft.text.replace("by hand", "with a press"))
    (change,) = reword(Insights(), file, "by hand", after).files
    wanted = {**LESSON, "wrongApproach": "Bend it back with a press."}
    assert (change.after or b"").decode() == json.dumps(wanted) + "\n"
    gone = write(tmp_path / "empty.jsonl", "")
    (back,) = put_back(Insights(), gone, draft).files
    again = write(tmp_path / "again.jsonl", (back.after or b"").decode())
    assert texts(Insights(), again) == [draft.text]


ENTRIES = (
    {"ts": "2026-02-03T08:30:00Z", "kind": "decision", "title": "Lids", "message": "Tin for all jars."},
    {"ts": "2026-02-04T08:30:00Z", "kind": "gotcha", "title": "Till dead", "message": "It was the fuse."},
)


def test_entries_with_a_title_and_a_message_are_memories_and_are_changed_as_such(tmp_path: Path) -> None:
    file = write(tmp_path / "log.jsonl", "".join(json.dumps(row) + "\n" for row in ENTRIES))
    assert reader_for(file).name == "insights"
    first, second = drafts(Insights(), file)
    assert first.text == "Tin for all jars.\nTitle: Lids"
    assert first.created_at == datetime(2026, 2, 3, 8, 30, tzinfo=UTC).timestamp()
    assert (first.categories[0], second.categories[0]) == ("decision", "gotcha")
    (change,) = reword(
        Insights(), file, "fuse", replace(second, text="It was the plug.\nTitle: Till dead")
    ).files
    wanted = [ENTRIES[0], {**ENTRIES[1], "message": "It was the plug."}]
    assert (change.after or b"").decode() == "".join(json.dumps(row) + "\n" for row in wanted)


@pytest.mark.parametrize(
    "row",
    [
        {"ts": "2026-02-03T08:30:00Z", "kind": "http", "level": "info", "message": "GET /till 200 OK"},
        {"role": "user", "timestamp": "2026-02-03T08:30:00Z", "type": "turn", "message": "Why is it dark?"},
        {"ts": "2026-02-03T08:30:00Z", "message": "tin lids came in"},
        {"type": "summary", "date": "2026-02-03", "summary": "On lids", "leafUuid": "7c1e"},
    ],
)
def test_logs_of_programs_and_conversations_are_no_lessons(tmp_path: Path, row: dict[str, str]) -> None:
    assert Insights().detect(write(tmp_path / "log.jsonl", json.dumps(row) + "\n")) == 0.0


def test_lines_of_json_are_no_list(tmp_path: Path) -> None:
    file = write(tmp_path / "log.jsonl", json.dumps(ENTRIES[0]) + "\n")
    with pytest.raises(SourceError, match="lines of JSON and no list"):
        texts(PlainList(), file)


@pytest.mark.parametrize(
    ("name", "said", "read"),
    [
        ("Tests", "Till prices are faked in all tests", "Tests: Till prices are faked in all tests"),
        (
            "Focus",
            "We mend the lids now, that is our focus.",
            "Focus: We mend the lids now, that is our focus.",
        ),
        ("Till", "Tills beep twice", "Till: Tills beep twice"),
        ("Till", "The till beeps twice", "The till beeps twice"),
        ("Till", "**Till**: beeps twice", "**Till**: beeps twice"),
        ("茶壺", "茶壺は二つある", "茶壺は二つある"),
    ],
)
def test_a_heading_stays_unless_the_text_begins_by_naming_it(name: str, said: str, read: str) -> None:
    (block,) = records(f"# Shop\n\n## {name}\n\n{said}\n")[1]
    assert block.statement == read


LAST = "# Shop\n\n## Lessons\n\n- Tin lids rust.\n"


@pytest.mark.parametrize(
    ("below", "read"),
    [
        ("**Next steps**\n- Buy zinc.\n- Ask Rosa.", ["Next steps: Buy zinc.", "Next steps: Ask Rosa."]),
        ("**Version**: 2, as of spring", ["**Version**: 2, as of spring"]),
        ("- Zinc lids bend.", ["Lessons: Zinc lids bend."]),
        (
            "**Zinc**\n- It bends.\n\n---\n\n- Cups crack.",
            ["Lessons › Zinc: It bends.", "Lessons: Cups crack."],
        ),
        ("**Zinc**\n- It bends.\n\n## Till\n\n- Grey.", ["Lessons › Zinc: It bends.", "Till: Grey."]),
    ],
)
def test_the_last_rule_of_a_page_ends_its_last_section_above_a_bold_line(below: str, read: list[str]) -> None:
    statements = [block.statement for block in records(f"{LAST}\n---\n\n{below}\n")[1]]
    assert statements == ["Lessons: Tin lids rust.", *read]


def test_the_last_record_of_a_page_ends_at_its_last_rule(tmp_path: Path) -> None:
    lesson = "## {}\n\n**Cause**: heat\n\n**Fix**: warm it\n\n"
    steps = "---\n\n**Next steps**\n- Buy zinc.\n- Ask Rosa.\n- Sell tin.\n"
    file = write(tmp_path / "CLAUDE.md", lesson.format("Lids") + lesson.format("Cups") + steps)
    *_, cups, first, _, last = texts(Instructions(), file)
    assert cups == "Cups\n\n**Cause**: heat\n\n**Fix**: warm it"
    assert (first, last) == ("Next steps: Buy zinc.", "Next steps: Sell tin.")


@pytest.mark.parametrize(("sections", "memories"), [(3, 3), (2, 4)])
def test_what_a_template_says_in_italics_below_its_headings_is_no_memory(
    sections: int, memories: int
) -> None:
    page = "".join(
        f"## Part {at}\n\n*Write down here what part {at} is for.*\n\n- Tin {at}.\n\n"
        for at in range(sections)
    )
    blocks = records(page)[1]
    assert sum(not block.footer for block in blocks) == memories
    assert len(blocks) == 2 * sections


@pytest.mark.parametrize(
    ("above", "is_none"),
    [
        ("This file provides guidance to an agent that works here.", True),
        ("*This document tracks what the shop has learned.*", True),
        ("Auto-generated from all plans. Last updated: 2026-02-03", True),
        ("_Learn who Rosa is. Add to it as you go._", True),
        ("This file breaks when it is sorted.", False),
        ("This file contains the rules: never sell on Sundays.", False),
        ("This file is maintained by people. No agent changes it.", False),
        ("The till is grey.", False),
        ("- This file describes the till.", False),
    ],
)
def test_what_a_page_says_of_itself_above_its_sections_is_no_memory(
    tmp_path: Path, above: str, is_none: bool
) -> None:
    file = write(tmp_path / "CLAUDE.md", f"# Shop\n\n{above}\n\n## Till\n\n- Grey.\n")
    assert (texts(Instructions(), file)[0] == "Till: Grey.") is is_none
    said = [("CLAUDE.md line 3", "what the page says of itself")] if is_none else []
    assert [(one.where, one.reason) for one in skipped(Instructions(), file)] == said


def test_what_is_said_so_of_a_file_in_a_section_is_a_memory(tmp_path: Path) -> None:
    file = write(tmp_path / "CLAUDE.md", "## till.py\n\nThis file contains the drawer.\n")
    assert texts(Instructions(), file) == ["till.py: This file contains the drawer."]


def test_a_title_right_above_bullets_is_said_of_each_and_goes_with_the_last(tmp_path: Path) -> None:
    page = "You sell seeds.\n\nKey Principles\n- Weigh twice.\n\nCode and Style\n- Use tin.\n- Use zinc.\n"
    file = write(tmp_path / "CLAUDE.md", page)
    assert texts(Instructions(), file) == [
        "You sell seeds.",
        "Key Principles: Weigh twice.",
        "Code and Style: Use tin.",
        "Code and Style: Use zinc.",
    ]
    (changed,) = remove(Instructions(), file, "Weigh twice").files
    assert changed.after == b"You sell seeds.\n\nCode and Style\n- Use tin.\n- Use zinc.\n"
    file.write_text("Rosa sells seeds\n- on Mondays.\n")
    assert texts(Instructions(), file) == ["Rosa sells seeds", "on Mondays."]


def test_a_name_in_bold_with_nothing_behind_it_is_no_memory(tmp_path: Path) -> None:
    file = write(tmp_path / "CLAUDE.md", "# Rosa\n\n- **Name:** Rosa\n- **What to call her:**\n- **Shop**:\n")
    assert texts(Instructions(), file) == ["**Name:** Rosa"]
