"""What a card counts that cuts some of a text out: items, and no title above them."""

import pytest

from memtui.domain.statements import count_statements, cut_words

LIST = "What went wrong at the till\n\n- The drawer jams\n- Receipts come twice\n  since 4.2\n- Perfect!\n"


@pytest.mark.parametrize(
    ("text", "count", "noun"),
    [
        (LIST, 3, "item"),
        ("# Till\n\n## Drawer\n- It jams\n- It sticks\n\n## Printer\n1. It is loud", 3, "item"),
        (
            "**Till**:\n* It jams\n  - in winter\n  - and in spring\n\n  It has since May.\n* It sticks",
            2,
            "item",
        ),
        ("The till jams.\n\nThe printer is loud.", 2, "line"),
        ("The till jams in winter.\n- The printer is loud", 2, "line"),
        ("- The till jams\n\nThe printer is loud", 2, "line"),
        ("- The till jams when it\nis cold", 1, "item"),
        ("", 0, "line"),
    ],
)
def test_an_item_counts_once_and_its_title_not_at_all(text: str, count: int, noun: str) -> None:
    assert count_statements(text) == (count, noun)


def test_a_cut_says_how_many_items_go_and_stay() -> None:
    assert cut_words(LIST, LIST.replace("- Perfect!\n", "")) == "1 of 3 items goes; 2 stay"
    assert cut_words("One.\n\nTwo.\n\nThree.", "One.") == "2 of 3 lines go; 1 stays"
