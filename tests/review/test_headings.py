"""A line of an agent's file is judged as it stands there; its heading says only what it is about."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memtui.domain.headings import statement_at
from memtui.domain.instant import DAY
from memtui.domain.memory import Memory, MemoryType, Origin
from memtui.domain.proposal import Finding
from memtui.review.rules import conflict, duplicate, expired, junk
from memtui.store.database import Store
from tests.review.unstored import context, memory

FAREWELL = "Let me know if you need anything else!"
OLD, NEW = "The dev server listens on port 8080.", "`make serve` opens the dev server on port 8000."
KEPT, RETAINED = "Backups are kept for 30 days", "Backups are retained for 30 days"


def line(section: str, said: str, **more: Any) -> Memory:
    """Return a line of a file as it is read: with the headings over it, if there are any."""
    text = f"{section}: {said}" if section else said
    values: dict[str, Any] = {
        "memory_type": MemoryType.SEMANTIC, "origin": Origin.IMPORTED, "age": 9.0,
        "provenance": {"section": section} if section else {},
    }  # fmt: skip
    return memory(text, **(values | more))


def disagree(store: Store, one: Memory, other: Memory) -> Finding | None:
    return conflict.RULE.compare(one, other, 0.9, context(store))


def same(store: Store, one: Memory, other: Memory) -> Finding | None:
    return duplicate.RULE.compare(one, other, 0.97, context(store))


@pytest.mark.parametrize(
    ("section", "text", "said"),
    [
        ("Ports", "Ports: the api listens on 80", "the api listens on 80"),
        ("Set-up › Ports", "Set-up › Ports: api: 80", "api: 80"),
        ("Set-up › Ports", "Set-up: open the ports", "open the ports"),
        ("Set-up › Ports", "Set-up › Ports:\n```\nmake ports\n```", "```\nmake ports\n```"),
        ("Ports", "All ports are below 100", "All ports are below 100"),
        ("", "Ports: below 100", "Ports: below 100"),
        ("Ports", "Ports: ", "Ports: "),
    ],
)
def test_a_statement_begins_behind_the_headings_of_its_file(section: str, text: str, said: str) -> None:
    it = memory(text, provenance={"section": section})
    assert it.text[statement_at(it) :] == said


@pytest.mark.parametrize("section", ["Misc", "Notes on testing", "Atlas › Conventions", "Carriers"])
def test_a_trifle_is_one_under_any_heading(store: Store, section: str) -> None:
    it = line(section, FAREWELL)
    card = junk.RULE.look(it, context(store))
    assert card is not None
    ((start, end),) = card.evidence.marks[it.id]
    assert it.text[start:end] == FAREWELL


@pytest.mark.parametrize(
    ("section", "said"),
    [("Phrases to avoid", FAREWELL), ("Never say", "Great question!"), ("Colours", "Teal"), ("Codes", "17")],
)
def test_a_line_to_which_its_heading_gives_sense_is_no_trifle(store: Store, section: str, said: str) -> None:
    assert junk.RULE.look(line(section, said), context(store)) is None


@pytest.mark.parametrize(
    ("here", "there"),
    [("", ""), ("Misc", "Commands"), ("Notes", "Notes"), ("Atlas › Testing", "Atlas › Status"), ("Misc", "")],
)
def test_lines_disagree_under_whatever_topics_they_stand(store: Store, here: str, there: str) -> None:
    one, other = line(here, OLD), line(there, NEW, id=2)
    bare = disagree(store, line("", OLD), line("", NEW, id=2))
    card = disagree(store, one, other)
    assert bare is not None
    assert card is not None
    assert card.confidence == bare.confidence
    marked = {each.text[start:end] for each in (one, other) for start, end in card.evidence.marks[each.id]}
    assert marked == {"8080", "8000"}


@pytest.mark.parametrize(
    ("here", "there", "one", "other"),
    [
        ("Staging", "Production", "The database runs PostgreSQL 14", "The database runs PostgreSQL 16"),
        ("Database › Staging", "Live", "The database runs PostgreSQL 14", "The database runs PostgreSQL 16"),
        ("v1", "v2", "Tokens expire after 30 minutes", "Tokens expire after 60 minutes"),
        ("Before 2025", "Since 2025", "Releases go out on Mondays", "Releases go out on Thursdays"),
        ("Do", "Don't", "Write tests first", "Write tests last"),
    ],
)
def test_what_its_headings_tell_apart_is_no_conflict(
    store: Store, here: str, there: str, one: str, other: str
) -> None:
    assert disagree(store, line("", one), line("", other, id=2)) is not None
    assert disagree(store, line(here, one), line(there, other, id=2)) is None


def test_the_same_for_two_environments_is_no_duplicate(store: Store) -> None:
    assert same(store, line("Testing", KEPT), line("Operations", RETAINED, id=2)) is not None
    assert same(store, line("Staging", KEPT), line("Production", RETAINED, id=2)) is None


def test_a_merge_takes_the_whole_text_and_marks_the_words_in_it(store: Store) -> None:
    one, other = line("Notes", KEPT), line("Operations", f"{RETAINED} on tape", id=2)
    card = same(store, one, other)
    assert card is not None
    assert card.change.text in ("", one.text, other.text)
    marked = [other.text[start:end] for start, end in card.evidence.marks[other.id]]
    assert "retained" in marked


def test_a_line_below_a_topic_is_out_of_date_by_the_day_that_opens_it(store: Store) -> None:
    said = "2025-03-04: currently debugging the label printer"
    written = datetime(2025, 3, 4, 12, tzinfo=UTC).timestamp()
    for section in ("", "Notes"):
        it = line(section, said, created_at=written)
        card = expired.RULE.look(it, context(store, written + 90 * DAY))
        assert card is not None
        assert card.rule == "expired/status"
