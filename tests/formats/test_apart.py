"""A flat list of statements is told from a list whose items belong together."""

import pytest

from memtui.formats.ground.apart import listed_statements

FACTS = ["The till opens at noon", "Prices are kept in cents", "Receipts are printed twice since 4.2"]


def listed(*items: str) -> str:
    return "\n".join(f"- {item}" for item in items)


@pytest.mark.parametrize(
    "above", ["", "# The till\n\n", "What is known of the till.\n\n", "---\nname: Till\nabout: it\n---\n\n"]
)
def test_the_items_of_a_flat_list_stand_apart(above: str) -> None:
    text = above + listed(*FACTS, "Ok", "**Opening**: the key lies at the back\n  of the third drawer")
    assert [item.text.split("\n")[0] for item in listed_statements(text)][:4] == [*FACTS, "Ok"]
    assert len(listed_statements(text)) == 5


def test_links_to_other_notes_may_stand_below_a_list() -> None:
    assert len(listed_statements(f"{listed(*FACTS)}\n\nRelated: [[cups]] [[yard]]\n")) == 3
    assert listed_statements(f"{listed(*FACTS)}\n\nRelated: [[cups]], which are of tin\n") == []


@pytest.mark.parametrize(
    "text",
    [
        listed(*FACTS[:2]),
        listed("Ada Byron", "Kim", "Lu", "Bo"),
        listed("Problem: the till beeps all day", "Cause: the drawer is open", "Fix: it closes by key now"),
        listed(*FACTS) + "\n\n**Why:** nobody else knows it.",
        listed(*FACTS) + "\n**Why:** nobody else knows it.",
        listed(*FACTS, "The drawer has two keys:\n  - one at the back of the shop"),
        "\n".join(f"{number}. {fact}" for number, fact in enumerate(FACTS, 1)),
        "Steps to open the till\n\n" + listed(*FACTS),
        f"## Till\n\n{listed(*FACTS)}\n\n## Drawer\n\n{listed(*FACTS)}",
        "\n\n".join(FACTS),
    ],
)
def test_what_belongs_together_stays_together(text: str) -> None:
    assert listed_statements(text) == []
