"""What has outlived its own end is proposed for the archive: stated, written in the text, or by category."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.config.settings import Settings
from memtui.domain.deeds import Deed
from memtui.domain.durations import Duration
from memtui.domain.instant import DAY, HOUR
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Finding
from memtui.review.rules.expired import RULE
from memtui.store.database import Store
from tests.conftest import NOON
from tests.depth import SHARED
from tests.review.unstored import CATEGORIES, answers_first_when_told, context, memories, memory


def proposed(store: Store, it: Memory, days_later: float = 0.0) -> Finding | None:
    return RULE.look(it, context(store, NOON + days_later * DAY))


def test_tool_output_is_archived_after_a_week(store: Store) -> None:
    found = proposed(store, memory(age=12, categories=("tool_output",)))
    assert found is not None
    assert found.rule == "expired/ttl"
    assert found.change.deed is Deed.ARCHIVE
    assert found.reason == "tool outputs are kept for 7 days; this is 12 days old"
    assert found.batch == "expired tool outputs"
    assert proposed(store, memory(age=6, categories=("tool_output",))) is None


def test_the_longest_of_its_categories_wins(store: Store) -> None:
    it = memory(age=300, categories=("decision", "tool_output"))
    assert proposed(store, it) is None
    found = proposed(store, it, 65)
    assert found is not None
    assert found.batch == "expired decisions"


def test_a_lasting_category_without_an_end_outlasts_the_others(store: Store) -> None:
    assert proposed(store, memory(age=300, categories=("gotcha", "tool_output"))) is None
    assert proposed(store, memory(age=300, categories=("infra", "tool_output"))) is not None


def test_any_category_may_be_given_an_end(store: Store) -> None:
    lent = Settings(ttl={"loan": Duration(3, "w")})
    found = RULE.look(memory(age=22, categories=("loan",)), context(store, settings=lent))
    assert found is not None
    assert found.reason == "memories of the category loan are kept for 3 weeks; this is 22 days old"


@given(st.sets(st.sampled_from(CATEGORIES)), st.floats(0, 900))
@settings(suppress_health_check=SHARED)
def test_a_stated_expiry_overrides_every_category(store: Store, categories: set[str], age: float) -> None:
    it = memory(age=age, categories=tuple(sorted(categories)), expires_at=NOON + DAY)
    assert proposed(store, it) is None
    assert RULE.look_again(it, context(store)) == NOON + DAY
    found = proposed(store, it, 1)
    assert found is not None
    assert (found.rule, found.reason) == (
        "expired/stated", "it was to be kept until 21 Nov 2026, less than a day ago"
    )  # fmt: skip


def test_a_new_stated_expiry_is_new_evidence(store: Store) -> None:
    old, new = (proposed(store, memory(age=90, expires_at=NOON - days * DAY)) for days in (40, 2))
    assert old is not None
    assert new is not None
    assert old.identity != new.identity


PAST = [
    "The code freeze holds until 12 March 2026.",
    "The staging certificate expires on 2026-03-12.",
    "The voucher is valid through March 12, 2026.",
    "Deadline for the grant application: 12 March 2026",
    "The deadline was moved to Thursday, 2026-03-12",
    "Do not deploy until 12.03.2026",
    "Gültig bis 12. März 2026",
]


@pytest.mark.parametrize("text", PAST)
def test_a_text_that_names_its_own_end_expires_when_that_day_is_over(store: Store, text: str) -> None:
    it = memory(
        text, memory_type=MemoryType.SEMANTIC, created_at=datetime(2026, 1, 1, tzinfo=UTC).timestamp()
    )
    found = proposed(store, it)
    assert found is not None
    assert found.rule == "expired/date"
    ((start, end),) = found.evidence.marks[1]
    assert "12" in text[start:end]
    over = datetime(2026, 3, 13, 12, tzinfo=UTC).timestamp()
    assert RULE.look(it, context(store, over)) is not None
    assert RULE.look(it, context(store, over - HOUR)) is None
    assert RULE.look_again(it, context(store, over - HOUR)) == over


@pytest.mark.parametrize(
    "text",
    [
        "Released on 12 March 2026",
        "Until 12 March 2026 we used Jenkins.",
        "We stayed on v1 until 12 March 2026",
        "We run v1 until 12 March 2026, then v2.",
        "The API key expired on 2026-03-12",
        "Supported until at least 2026-03-12",
        "Until March 12 the office is closed",
        "Ada is on leave until March 2026",
        "Deploys were lost due to 2026-03-12's outage",
        "The freeze holds until 12 March 2026, the next one until 2027-01-15",
        "The licence is valid until 12 March 2027",
        "The freeze holds until 12 March 2026. " + "Much more is to be said about other things. " * 10,
    ],
)
def test_a_date_that_is_no_end_or_has_not_passed_says_nothing(store: Store, text: str) -> None:
    assert proposed(store, memory(text, age=300, memory_type=MemoryType.SEMANTIC)) is None


def test_of_a_list_only_the_item_that_has_ended_is_cut_out(store: Store) -> None:
    lines = ["The till opens at noon", "No refunds until 2026-01-15", "Receipts are kept ten years"]
    found = proposed(store, memory("\n".join(f"- {line}" for line in lines), age=90))
    assert found is not None
    assert found.change.deed is Deed.CUT
    assert found.change.text == f"- {lines[0]}\n- {lines[2]}"
    assert found.reason.startswith("1 of its 3 items: it says “until 2026-01-15”")


def test_a_date_that_can_be_read_two_ways_is_the_later(store: Store) -> None:
    it = memory("Valid until 3/4/2026", age=300)
    assert RULE.look(it, context(store, datetime(2026, 4, 3, tzinfo=UTC).timestamp())) is None
    assert RULE.look(it, context(store, datetime(2026, 4, 5, tzinfo=UTC).timestamp())) is not None


def test_what_is_still_used_waits_until_nobody_does(store: Store) -> None:
    used = memory(age=400, idle=10, accesses=3, categories=("decision",))
    assert proposed(store, used) is None
    again = RULE.look_again(used, context(store))
    assert again is not None
    assert again == pytest.approx(NOON + 35 * DAY)
    assert RULE.look(used, context(store, again)) is not None


def test_a_decision_that_was_used_is_a_single_card(store: Store) -> None:
    both = [proposed(store, memory(age=900, idle=idle, accesses=used, categories=("decision",)))
            for idle, used in ((None, 0), (200, 2))]  # fmt: skip
    assert [found.batch for found in both if found] == ["expired decisions", ""]


def test_a_decision_that_is_a_rule_is_a_single_card(store: Store) -> None:
    """Its age says nothing about a rule: it is not hidden among what was only decided once."""
    texts = (
        "No orchard deploys on Fridays.",
        "Never merge without a review",
        "The orchard took Postgres for its store",
    )
    found = [proposed(store, memory(text, age=900, categories=("decision",))) for text in texts]
    assert [each.batch for each in found if each] == ["", "", "expired decisions"]


def test_identity_has_no_end_even_when_one_is_stated(store: Store) -> None:
    it = memory(age=90, scope="/user", memory_type=MemoryType.CONSTITUTIONAL, expires_at=NOON + DAY)
    assert RULE.look_again(it, context(store)) is None
    assert proposed(store, it, 2) is None


def test_identity_is_left_alone_even_past_its_end(store: Store) -> None:
    it = memory("Valid until 2026-03-12", age=900, scope="/user", memory_type=MemoryType.CONSTITUTIONAL)
    assert proposed(store, it) is None
    assert RULE.look_again(it, context(store)) is None
    assert (
        proposed(store, memory(age=900, memory_type=MemoryType.CONSTITUTIONAL, categories=("preference",)))
        is None
    )


@given(memories())
@settings(suppress_health_check=SHARED)
def test_pinned_and_much_used_ones_are_single_cards(store: Store, it: Memory) -> None:
    for delicate in (replace(it, pinned=True), replace(it, access_count=10)):
        found = proposed(store, delicate)
        assert found is None or found.batch == ""


@given(memories())
@settings(suppress_health_check=SHARED)
def test_it_names_the_time_at_which_a_memory_will_have_expired(store: Store, it: Memory) -> None:
    answers_first_when_told(RULE, it, store)


@given(st.text(max_size=80), st.text(max_size=40))
@settings(suppress_health_check=SHARED)
def test_any_text_is_bearable(store: Store, before: str, after: str) -> None:
    for date in ("until 2026-02-31", "until 9999-12-31", "bis 1.1.0001", "deadline 2026-01-01"):
        it = memory(f"{before} {date} {after} 2026", age=1)
        RULE.look(it, context(store))
        RULE.look_again(it, context(store))
