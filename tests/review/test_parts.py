"""What is cut out of a memory takes along the heading that says nothing without it, and leaves the rest."""

from dataclasses import replace

import pytest

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.review.parts import parts_of, without_some
from memtui.store.database import Store
from tests.review.planting import found, plant

TILL, LAMP = "The till opens at nine each day", "The lamp in the hall is broken again"
DOOR, OVEN = "The door to the yard sticks in winter", "The oven needs an hour to be hot"


def left(store: Store, text: str, *bad: str) -> str:
    """Return what stays of a memory whose statements `bad` are cut out."""
    memory = plant(store, text)
    parts = parts_of(text)
    some = [part for part in parts if part.text in bad]
    assert len(some) == len(bad)
    card = found(Kind.JUNK, [memory], Change(Deed.DROP, gone=(memory.id,)))
    change = without_some(card, memory, parts, some).change
    assert change.deed is Deed.CUT
    return change.text


def test_a_heading_with_nothing_left_below_it_goes_too(store: Store) -> None:
    text = f"# Shop\n\n## Hours\n\n- {TILL}\n\n## Rooms\n\n- {LAMP}\n- {DOOR}\n"
    assert "## Hours" not in left(store, text, TILL)
    assert "# Shop" in left(store, text, TILL)
    assert "## Rooms" in left(store, text, LAMP)


def test_the_title_of_the_whole_stays(store: Store) -> None:
    text = f"# Shop\n\n- {TILL}\n\n## Rooms\n\n- {LAMP}\n"
    assert left(store, text, TILL).startswith("# Shop")


@pytest.mark.parametrize("bad", [TILL, LAMP, OVEN])
def test_between_paragraphs_one_blank_line_stays(store: Store, bad: str) -> None:
    paragraphs = [f"{each}." for each in (TILL, LAMP, OVEN)]
    stay = [each for each in paragraphs if each != f"{bad}."]
    assert left(store, "\n\n".join(paragraphs), f"{bad}.").rstrip() == "\n\n".join(stay)


def test_of_a_list_between_paragraphs_the_last_item_takes_no_blank_line_along(store: Store) -> None:
    text = f"{TILL}.\n\n- {LAMP}\n- {DOOR}\n\n{OVEN}."
    assert left(store, text, DOOR) == f"{TILL}.\n\n- {LAMP}\n\n{OVEN}."


@pytest.mark.parametrize(
    ("head", "stays"),
    [("Opening", False), ("Which doors open when", False), ("Knock twice.", True), (LAMP, True)],
)
def test_what_only_heads_a_memory_goes_with_it(store: Store, head: str, stays: bool) -> None:
    text = f"{head}\n\n{TILL}."
    memory = replace(plant(store, text), abstract="" if stays else head)
    card = found(Kind.JUNK, [memory], Change(Deed.DROP, gone=(memory.id,)))
    parts = parts_of(text)
    deed = without_some(card, memory, parts, parts[1:]).change.deed
    assert deed is (Deed.CUT if stays else Deed.DROP)
