"""What faded is proposed for a soft drop, and what is spared never is."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI, Actor, ActorKind
from memtui.domain.deeds import Deed
from memtui.domain.fading import fades_at
from memtui.domain.filter import FADED
from memtui.domain.instant import DAY
from memtui.domain.memory import Memory, MemoryType, Origin
from memtui.domain.proposal import Finding
from memtui.lifecycle.access import Use, touch
from memtui.review.learned.homes import Homes
from memtui.review.learned.model import shipped
from memtui.review.passes import run_pass
from memtui.review.rules.fading import RULE
from memtui.store import selection
from memtui.store.database import Store
from tests.conftest import NOON, FrozenClock
from tests.depth import SHARED
from tests.review.planting import plant
from tests.review.unstored import answers_first_when_told, context, memories, memory

OLD = memory(age=90)
AGENT = Actor(ActorKind.AGENT, "mcp", "a-session")


def proposed(store: Store, it: Memory, days_later: float = 0.0) -> Finding | None:
    return RULE.look(it, context(store, NOON + days_later * DAY))


def test_a_weak_and_idle_memory_is_proposed_for_a_soft_drop(store: Store) -> None:
    found = proposed(
        store, memory(age=61, idle=61, accesses=1, importance=1.0, memory_type=MemoryType.EPISODIC)
    )
    assert found is not None
    assert found.rule == "fading/prune"
    assert (found.change.deed, found.change.gone) == (Deed.DROP, (1,))
    assert found.reason == "nobody used it for 61 days and it has faded to nearly nothing"
    assert found.saves > 0


def test_the_card_breaks_the_keep_value_down(store: Store) -> None:
    found = proposed(store, OLD)
    assert found is not None
    facts = dict(found.evidence.facts)
    assert facts["used"] == "never used in 90 days"
    assert set(facts) >= {"strength", "used", "elsewhere"}


def test_below_a_relevance_of_a_fifth_the_card_suggests_to_archive_instead(store: Store) -> None:
    low, higher = proposed(store, OLD), proposed(store, memory(age=90, categories=("gotcha",)))
    assert low is not None
    assert higher is not None
    assert "archive" in dict(low.evidence.facts)["instead"]
    assert "instead" not in dict(higher.evidence.facts)


def test_weak_but_used_last_week_stays_and_so_does_idle_but_strong(store: Store) -> None:
    assert proposed(store, memory(age=90, idle=7, accesses=1, importance=0.01)) is None
    assert proposed(store, memory(age=90, memory_type=MemoryType.PROCEDURAL)) is None


def test_where_no_use_was_ever_reported_only_what_reads_like_a_leftover_is_proposed(store: Store) -> None:
    old: dict[str, Any] = {"days_ago": 90, "type": MemoryType.EPISODIC}
    report = plant(store, "[14:57] Task Completed: drew the poster, 12 of 12 tests pass ✅", **old)
    rule = plant(store, "Never deploy on a Friday, because nobody is there when the shop breaks", **old)
    faded = [*cards_of(store, report), *cards_of(store, rule)]
    assert [card.change.gone for card in faded] == [(report.id,)]
    assert "none was ever reported" in dict(faded[0].evidence.facts)["uses"]
    plant(store, "The shop opens at nine", days_ago=90, accesses=1, used_days_ago=80)
    assert [card.change.gone for card in cards_of(store, rule)] == [(rule.id,)]


def cards_of(store: Store, it: Memory) -> list[Finding]:
    now = context(store)
    now.homes = Homes(store, shipped())
    return [found] if (found := RULE.look(it, now)) else []


SPARED = [
    memory(age=900, pinned=True),
    memory(age=900, scope="/user/habits"),
    memory(age=900, memory_type=MemoryType.CONSTITUTIONAL),
    memory(age=900, categories=("identity",)),
    memory(age=300, categories=("decision",)),
    memory(age=600, categories=("preference",)),
    memory(age=900, idle=400, accesses=10, sessions=1),
    memory(age=31, idle=31, accesses=9, sessions=1, categories=("gotcha",), importance=0.01),
    memory(age=900, expires_at=NOON + DAY),
]


@pytest.mark.parametrize("spared", SPARED)
def test_what_is_spared_is_not_proposed(store: Store, spared: Memory) -> None:
    assert proposed(store, memory(age=900)) is not None
    assert proposed(store, spared) is None


@given(memories(), st.sampled_from(["pinned", "user", "identity", "constitutional", "much used", "decision"]))
@settings(suppress_health_check=SHARED)
def test_a_protected_memory_is_never_proposed_whatever_the_numbers(
    store: Store, it: Memory, why: str
) -> None:
    it = {
        "pinned": lambda: replace(it, pinned=True),
        "user": lambda: replace(it, scope="/user"),
        "identity": lambda: replace(it, categories=("identity",)),
        "constitutional": lambda: replace(it, type=MemoryType.CONSTITUTIONAL),
        "much used": lambda: replace(it, access_count=10),
        "decision": lambda: replace(
            it, categories=("decision",), created_at=max(it.created_at, NOON - 300 * DAY)
        ),
    }[why]()
    assert proposed(store, it) is None


@given(memories())
@settings(suppress_health_check=SHARED)
def test_it_names_the_time_at_which_a_memory_will_have_faded(store: Store, it: Memory) -> None:
    answers_first_when_told(RULE, it, store)


def test_a_decision_is_looked_at_again_when_its_time_to_live_ends(store: Store) -> None:
    again = RULE.look_again(memory(age=300, categories=("decision",)), context(store))
    assert again == pytest.approx(NOON + 65 * DAY, abs=2)


def test_without_a_time_to_live_a_decision_never_fades_away(store: Store) -> None:
    endless = context(store, settings=Settings(ttl={}))
    it = memory(age=5000, categories=("decision",))
    assert RULE.look(it, endless) is None
    assert RULE.look_again(it, endless) is None


def test_disuse_says_nothing_where_the_source_reports_no_uses(store: Store) -> None:
    it = plant(store, "Tried Travis", days_ago=90, importance=0.1, origin=Origin.IMPORTED,
               provenance={"source": "mem0"})  # fmt: skip
    assert proposed(store, it) is None
    again = RULE.look_again(it, context(store))
    assert again is not None
    plant(store, "Another", accesses=1, sessions=1, used_days_ago=1, days_ago=2, origin=Origin.IMPORTED,
          provenance={"source": "mem0"})  # fmt: skip
    assert RULE.look(it, context(store, again)) is not None


def linked(store: Store, text: str, path: str = "/home/ada/.codex/memories/MEMORY.md") -> Memory:
    """Put in a memory as it is when a file half a year old is linked."""
    return plant(store, text, days_ago=180, importance=0.1, origin=Origin.IMPORTED,
                 provenance={"source": "codex", "path": path})  # fmt: skip


def test_what_a_person_confirms_does_not_make_the_disuse_of_others_tell_anything(store: Store) -> None:
    idle, chosen = linked(store, "Tried Travis"), linked(store, "The pump is read once a minute")
    touch(store, [chosen.id], by=PERSON_AT_CLI, use=Use.CONFIRMED)
    assert proposed(store, idle) is None
    touch(store, [chosen.id], by=AGENT)
    assert proposed(store, idle, days_later=90) is not None


def test_what_was_linked_today_is_idle_from_the_first_use_that_is_seen(store: Store) -> None:
    idle, asked_for = linked(store, "Tried Travis"), linked(store, "The pump is read once a minute")
    touch(store, [asked_for.id], by=AGENT)
    assert proposed(store, idle) is None
    again = RULE.look_again(idle, context(store))
    assert again is not None
    found = RULE.look(idle, context(store, again))
    assert found is not None
    days = Settings().decay_rules.prune_after_days
    assert found.reason.startswith(f"never used in {days:.0f} days,")
    assert dict(found.evidence.facts)["used"] == f"never used in {days:.0f} days"


def test_lines_that_an_agent_loads_with_its_instructions_do_not_fade(store: Store) -> None:
    rule = linked(store, "Commands: `just build`", "/src/dwh/CLAUDE.md")
    touch(store, [linked(store, "The pump is read once a minute").id], by=AGENT)
    assert proposed(store, rule, days_later=900) is None


def test_never_used_ones_of_a_project_share_a_batch_and_delicate_ones_stand_alone(store: Store) -> None:
    found = [proposed(store, memory(age=90, scope=scope)) for scope in ("/project/shop", "/project/shop/db")]
    assert {f.batch for f in found if f} == {"faded memories of /project/shop that were never used"}
    for delicate in (memory(age=90, idle=60, accesses=1), memory(age=90, categories=("gotcha",))):
        alone = proposed(store, delicate)
        assert alone is not None
        assert alone.batch == ""


def test_a_copy_that_says_the_same_is_named_on_the_card(store: Store) -> None:
    it = plant(store, "Tried Travis", days_ago=90, scope="/project/a", type=MemoryType.EPISODIC)
    plant(store, "tried travis.", scope="/project/b")
    found = proposed(store, it)
    assert found is not None
    assert dict(found.evidence.facts)["elsewhere"] == "1 other says it in the same words"


def test_the_screen_calls_faded_what_review_would_ask_about(store: Store, clock: FrozenClock) -> None:
    idle, asked_for = linked(store, "Tried Travis"), linked(store, "The pump is read once a minute")
    run_pass(store, Settings())
    assert selection.ids(store, FADED) == []
    clock.forward(days=1)
    touch(store, [asked_for.id], by=AGENT)
    run_pass(store, Settings())
    assert selection.ids(store, FADED) == []
    assert fades_at(idle, store.decay) == store.now() + 30 * DAY
    clock.forward(days=30)
    assert selection.ids(store, FADED) == [idle.id]
    assert RULE.look(idle, context(store, store.now() + 1)) is not None
