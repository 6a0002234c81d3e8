"""What happened, and what tools said, leaves the view by age; what is to last does not."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.domain.deeds import Deed
from memtui.domain.instant import DAY
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Finding
from memtui.review.rules.retention import RULE
from memtui.store.database import Store
from tests.conftest import NOON
from tests.depth import SHARED
from tests.review.unstored import answers_first_when_told, context, memories, memory

DURING_EACH_BAND = (3, 12, 45, 120)


def proposed(store: Store, it: Memory, days_later: float = 0.0) -> Finding | None:
    return RULE.look(it, context(store, NOON + days_later * DAY))


def bands(store: Store, **more: object) -> list[bool]:
    """Return for each band of age whether a memory of that age is proposed."""
    return [proposed(store, memory(age=age, **more)) is not None for age in DURING_EACH_BAND]  # type: ignore[arg-type]


def test_an_event_is_archived_after_a_week_unless_a_summary_may_still_be_made_of_it(store: Store) -> None:
    assert bands(store) == [False, True, False, True]
    found = proposed(store, memory(age=12))
    assert found is not None
    assert found.change.deed is Deed.ARCHIVE
    assert found.reason == (
        "it happened 12 days ago; after a week only decisions, gotchas and preferences stay in view"
    )
    assert found.batch == "events of /project/shop older than a week"


@pytest.mark.parametrize("category", ["gotcha", "preference"])
def test_lessons_stay_for_three_months(store: Store, category: str) -> None:
    endless = {"scope": "/project/shop", "categories": (category,)}
    assert bands(store, **endless)[:3] == [False, False, False]


def test_gotchas_go_after_three_months_and_decisions_and_identity_never(store: Store) -> None:
    assert bands(store, categories=("gotcha",)) == [False, False, False, True]
    assert bands(store, categories=("decision",)) == [False] * 4
    assert bands(store, categories=("identity",)) == [False] * 4
    assert proposed(store, memory(age=900, categories=("decision",))) is None


def test_what_cannot_be_summarised_is_archived_between_one_and_three_months(store: Store) -> None:
    assert bands(store, depth=2) == [False, True, True, True]
    output = {"memory_type": MemoryType.SEMANTIC, "categories": ("tool_output",)}
    assert bands(store, **output) == [False, True, True, True]
    assert proposed(store, memory(age=88)) is not None  # its relevance is below 0.2


def test_facts_and_how_tos_are_none_of_its_business(store: Store) -> None:
    assert bands(store, memory_type=MemoryType.SEMANTIC) == [False] * 4
    assert bands(store, memory_type=MemoryType.PROCEDURAL) == [False] * 4


def test_a_category_whose_time_is_not_up_spares_it(store: Store) -> None:
    assert proposed(store, memory(age=12, categories=("project_status",))) is None
    assert proposed(store, memory(age=12, categories=("session_state",))) is not None


@pytest.mark.parametrize(
    "text",
    [
        "Rosa is on leave on Mondays until Easter.",
        "Bis Ende des Monats ist die Küche zu.",
        "The oven is lent out until the end of the year",
    ],
)
def test_what_says_that_it_still_holds_stays_until_it_is_over(store: Store, text: str) -> None:
    it = memory(age=12, text=text)
    assert proposed(store, it) is None
    at = RULE.look_again(it, context(store, NOON))
    assert at is not None
    assert proposed(store, it, (at - NOON) / DAY - 1) is None
    assert proposed(store, it, (at - NOON) / DAY + 1) is not None


def test_an_end_that_had_passed_when_it_was_written_spares_nothing(store: Store) -> None:
    assert proposed(store, memory(age=12, text="The oven was lent out until 3 May 2024")) is not None


def test_what_was_used_this_month_stays_in_view(store: Store) -> None:
    it = memory(age=120, idle=20, accesses=1)
    assert proposed(store, it) is None
    assert proposed(store, it, 11) is not None


def test_what_was_used_enough_to_be_promoted_is_no_mere_event(store: Store) -> None:
    assert proposed(store, memory(age=120, idle=35, accesses=4)) is not None
    assert proposed(store, memory(age=120, idle=35, accesses=5)) is None
    assert proposed(store, memory(age=120, idle=35, accesses=5, sessions=1)) is not None


@given(memories(), st.sampled_from(["pinned", "exempt", "identity", "much used"]))
@settings(suppress_health_check=SHARED)
def test_a_protected_memory_is_never_proposed_whatever_the_numbers(
    store: Store, it: Memory, why: str
) -> None:
    it = {
        "pinned": replace(it, pinned=True),
        "exempt": replace(it, scope="/user/trips"),
        "identity": replace(it, categories=("identity", "tool_output")),
        "much used": replace(it, access_count=10),
    }[why]
    assert proposed(store, it) is None


@given(memories())
@settings(suppress_health_check=SHARED)
def test_it_names_the_time_at_which_a_memory_will_be_too_old(store: Store, it: Memory) -> None:
    answers_first_when_told(RULE, it, store)


@given(memories())
@settings(suppress_health_check=SHARED)
def test_it_is_one_suggestion_at_any_age(store: Store, it: Memory) -> None:
    found = [proposed(store, it, later) for later in (0, 40, 200, 800)]
    assert len({finding.identity for finding in found if finding}) <= 1
