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
