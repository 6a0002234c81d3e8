"""A section is one record where most of it is fields, labels with their values, and not otherwise."""

import pytest

from memtui.formats.ground.records import records

FIELDS = "## Lids\n\n**Problem**: they rust\n\n**Cause**: zinc\n\n**Fix**: tin\n"


def pieces(page: str) -> int:
    return len(records(f"# Shop\n\n{page}")[1])


def test_a_section_of_fields_is_one_record() -> None:
    assert pieces(FIELDS) == 1
    assert pieces(FIELDS + "\n**How**:\n- warm it\n- bend it\n- cool it\n- ask\n- wait\n- go\n") == 1


@pytest.mark.parametrize(
    ("page", "number"),
    [
        (FIELDS + "".join(f"\n- lid {at}" for at in range(4)), 7),
        (FIELDS.replace("Problem", "shop/lids.py").replace("Cause", "`lid`").replace("Fix", "lid.toml"), 3),
        ("## Lids\n\nThey rust. The\ncause: zinc, and so the\nfix: tin, or in the\nend: brass.\n\nAsk.\n", 2),
    ],
)
def test_a_section_with_some_is_not(page: str, number: int) -> None:
    assert pieces(page) == number


def test_a_decision_of_many_pages_is_one_record() -> None:
    page = "# ADR-7: Tin lids\n\n- **Date:** 2026-02-03\n\n## Context\n\n{}\n\n## Decision\n\nTin.\n"
    assert len(records(page.format("Zinc rusts. " * 900))[1]) == 1
    assert len(records(page.format("Zinc rusts. " * 1_800))[1]) > 1


RULES = {
    "Serving": [
        "Order: guests at the window are always served first",
        "Cups: warm each cup before it is filled",
    ],
    "Buying": ["Tea: oolong comes from the market on Mondays", "Milk: the dairy leaves twelve bottles a day"],
    "Cleaning": ["Pots: rinse them twice and never with soap", "Floor: sweep it before the door is opened"],
}


def listed(sections: dict[str, list[str]]) -> str:
    """A page with a section for each name, its bullets opening in bold."""
    bullets = {
        name: (f"- **{line.replace(': ', '**: ', 1)}" for line in lines) for name, lines in sections.items()
    }
    return "\n\n".join(f"## {name}\n\n" + "\n".join(lines) for name, lines in bullets.items())


def test_bullets_that_each_say_a_sentence_behind_a_label_of_their_own_are_memories() -> None:
    assert pieces(listed(RULES)) == 6
    often = {name: [*lines, "Care: ask Rosa before it is changed"] for name, lines in RULES.items()}
    often |= {
        "Closing": ["Door: lock it twice when all have gone", "Lamp: the garden lamp burns until midnight"]
    }
    assert pieces(listed({**often, "Garden": ["Hose: it leaks at the tap, so turn that off"]})) == 12


def test_bullets_whose_labels_have_a_few_words_are_fields() -> None:
    shop = {
        "Till": ["Colour: grey", "Port: 8080"],
        "Oven": ["Maker: Rosa", "Heat: 240"],
        "Hose": ["Size: 9 m"],
    }
    shop["Hose"].append("Tap: the left one")
    assert pieces(listed(shop)) == 3


STORY = """## The till dropped a cent

- Refunds were rounded before they were added up.
- Nobody saw it for a week, as the drawer was counted in notes.
- Fix: count in cents.
- **Lesson:** money is a whole number.
"""
SAID = ["Fix: warm it.", "It is old.", "**Lesson:** ask Rosa first.", "It leaks."]


@pytest.mark.parametrize("often", [1, 6])
def test_a_story_with_labels_that_others_have_too_is_split_however_long_the_page(often: int) -> None:
    assert pieces(STORY) == 4
    others = (f"## Pot {at}\n\n- Rinse pot {at}.\n- {said}\n\n" for at, said in enumerate(SAID * often))
    assert pieces(STORY + "\n" + "".join(others)) == 4 + 8 * often


def test_lessons_with_their_parts_stay_whole_beside_lists() -> None:
    told = [
        f"## Lesson {name}\n\n- **Problem**: {name} fell down.\n- **Cause**: the shelf of {name} is bent.\n"
        f"- **Fix**: {name} goes below.\n- seen by Rosa\n"
        for name in ("lids", "cups")
    ]
    assert pieces(listed(RULES) + "\n\n" + "\n".join(told)) == 6 + 2


def test_sections_beside_one_another_that_tell_the_same_parts_are_all_records_or_all_lists() -> None:
    lesson = "## Lesson {at}\n\n- **Problem**: {at} fell down.\n- **Fix**: {at} goes below.\n"
    lessons = [lesson.format(at=at) + "- and so on\n" * often for at, often in enumerate((0, 1, 2))]
    garden = "\n## Hose\n\n- It leaks.\n\n## Tap\n\n- It drips.\n"
    assert pieces("\n".join(lessons) + garden) == 3 + 2
    assert pieces("\n".join(one + "- seen by Rosa\n" for one in lessons) + garden) == 3 + 4 + 5 + 2
