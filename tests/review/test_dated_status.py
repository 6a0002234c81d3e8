"""A report of where something stood on a day that it names is archived when that day is long past."""

from datetime import UTC, datetime

import pytest

from memtui.config.settings import Settings
from memtui.domain.deeds import Deed
from memtui.domain.instant import DAY, HOUR
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Finding
from memtui.review.rules.expired import RULE
from memtui.store.database import Store
from tests.review.unstored import context, memory

WRITTEN = datetime(2025, 3, 4, 12, tzinfo=UTC).timestamp()
OVER = WRITTEN + 31 * DAY
"""A day after the one it names, and the 30 days that a project status lasts."""


def report(text: str, categories: tuple[str, ...] = (), uses: float | None = None) -> Memory:
    return memory(
        text,
        memory_type=MemoryType.SEMANTIC,
        created_at=WRITTEN,
        categories=categories,
        last_accessed_at=uses,
    )


def proposed(store: Store, it: Memory, at: float = OVER) -> Finding | None:
    return RULE.look(it, context(store, at))


@pytest.mark.parametrize(
    "text",
    [
        "Currently debugging the label printer (as of 2025-03-04)",
        "As of 4 March 2025 the move to the new archive is at 60 %.",
        "Status 2025-03-04: waiting for legal",
        "2025-03-04: the loan form is still in review",
        "[2025-03-04] blocked on the supplier",
        "Current focus (March 4, 2025): rewriting the ticket page",
        "Phase 2, new shelves: **in progress** (2025-03-04)",
        "Stand 04.03.2025: die Freigabe steht noch aus",
        "截至2025年3月4日，还在等待法务",
        "2025年3月4日現在、印刷の対応中",
    ],
)
def test_a_dated_report_expires_by_the_day_it_names(store: Store, text: str) -> None:
    found = proposed(store, report(text))
    assert found is not None
    assert (found.rule, found.change.deed) == ("expired/status", Deed.ARCHIVE)
    ((start, end),) = found.evidence.marks[1]
    assert f"“{text[start:end]}”, 31 days ago" in found.reason
    assert proposed(store, report(text), OVER - HOUR) is None
    assert RULE.look_again(report(text), context(store, OVER - HOUR)) == OVER


@pytest.mark.parametrize(
    "text",
    [
        "On 2025-03-04 we decided to debug with prints only.",
        "Released 2.1 on 2025-03-04, the port to Kotlin is in progress.",
        "As of 2025-03-04 every label must be printed twice.",
        "As of 2025-03-04 the printer takes A5.",
        "The queue was blocked on 2025-03-04 because the lock had no timeout.",
        "Since 4 March 2025 the archive waits for nobody.",
        "Currently debugging the label printer.",
        "The old label format is deprecated as of March 2025, scans of it are still in progress.",
        "The printer costs 340 euros (as of 2025-03-04).",
        "The status is 'waiting' until the loan is paid.",
        "Status 2025-03-04: never deploy while a review is pending.",
        "Status 2025-03-04: waiting for legal. " + "Much else is to be said of the archive. " * 20,
    ],
)
def test_what_has_a_date_and_lasts_is_left_alone(store: Store, text: str) -> None:
    assert proposed(store, report(text)) is None


def test_the_last_day_it_names_counts(store: Store) -> None:
    it = report("Status 2025-03-04: waiting for legal, which answers by 2025-03-14")
    assert proposed(store, it, OVER + 9 * DAY) is None
    assert proposed(store, it, OVER + 10 * DAY) is not None


def test_a_decision_and_what_is_in_use_wait(store: Store) -> None:
    text = "Status 2025-03-04: waiting for legal"
    assert proposed(store, report(text, categories=("decision",))) is None
    assert proposed(store, report(text, uses=OVER - DAY)) is None
    used = proposed(store, report(text, uses=OVER - DAY), OVER + 29 * DAY)
    assert used is not None
    assert used.confidence < 0.7


def test_without_an_end_for_reports_of_a_project_none_is_proposed(store: Store) -> None:
    it = report("Status 2025-03-04: waiting for legal")
    assert RULE.look(it, context(store, OVER, settings=Settings(ttl={}))) is None
