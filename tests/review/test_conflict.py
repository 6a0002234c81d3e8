"""Two memories that cannot both hold are shown side by side; time, not a model, says which is the newer."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.dating import AT_THE_LATEST, DATED
from memtui.domain.deeds import Deed
from memtui.domain.memory import LinkKind, Memory, MemoryType, Origin, State
from memtui.domain.proposal import Finding
from memtui.lifecycle.change import Edit, edit
from memtui.review.rules.conflict import RULE
from memtui.review.rules.conflict_card import DEMOTE, OVER, VALUE
from memtui.review.rules.duplicate import RULE as DUPLICATE
from memtui.review.verdicts import Choice, accept
from memtui.store import memories
from memtui.store.database import Store
from tests.conftest import FrozenClock
from tests.lifecycle.links import links_of
from tests.review.planting import plant, queued
from tests.review.unstored import context

OLD, NEW = "The staging database runs PostgreSQL 14", "The staging database runs PostgreSQL 16"


def two(
    store: Store,
    older: str = OLD,
    newer: str = NEW,
    *,
    old: dict[str, object] | None = None,
    new: dict[str, object] | None = None,
) -> tuple[Memory, Memory]:
    """Plant two memories of Atlas, one written 40 days ago and one yesterday."""
    first = plant(store, older, **({"days_ago": 40.0} | (old or {})))  # type: ignore[arg-type]
    return first, plant(store, newer, **({"days_ago": 1.0} | (new or {})))  # type: ignore[arg-type]


def asked(store: Store, pair: tuple[Memory, Memory]) -> Finding | None:
    return RULE.compare(*pair, 0.9, context(store, store.now()))


def proposed(store: Store, pair: tuple[Memory, Memory]) -> Finding:
    found = asked(store, pair)
    assert found is not None
    return found


def test_the_newer_of_two_values_stays_and_the_values_are_marked(store: Store) -> None:
    old, new = two(store)
    found = proposed(store, (old, new))
    assert (found.rule, found.change.deed) == (VALUE, Deed.KEEP)
    assert (found.change.keep, found.change.gone, found.batch) == (new.id, (old.id,), "")
    marked = {
        i: [OLD[a:b] if i == old.id else NEW[a:b] for a, b in s] for i, s in found.evidence.marks.items()
    }
    assert marked == {old.id: ["14"], new.id: ["16"]}
    assert dict(found.evidence.facts)["newer by"] == "39 days"


def test_the_days_on_which_two_values_were_noted_are_no_part_of_what_differs(store: Store) -> None:
    older, newer = f"[2026-03-02] {OLD}", f"[2026-04-09] {NEW}"
    old, new = two(store, older, newer)
    marks = proposed(store, (old, new)).evidence.marks
    assert [older[a:b] for a, b in marks[old.id]] == ["14"]
    assert [newer[a:b] for a, b in marks[new.id]] == ["16"]


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user eats meat", "The user does not eat meat"),
        ("Retries are enabled for payments", "Retries are disabled for payments"),
        ("Tests live in tests/unit", "Tests live in tests/integration"),
        ("The client is at v2.3.1", "The client is at v2.4.0"),
        ("Atlas: the port is 8080", "Atlas: the port is 9090"),
    ],
)
def test_other_values_negations_and_opposites_are_conflicts(store: Store, older: str, newer: str) -> None:
    assert proposed(store, two(store, older, newer)).rule == VALUE


def test_marks_stand_right_behind_a_common_label(store: Store) -> None:
    old, new = two(store, "Atlas: the port is 8080", "Atlas: the port is 9090")
    ((start, end),) = proposed(store, (old, new)).evidence.marks[new.id]
    assert new.text[start:end] == "9090"


@pytest.mark.parametrize(
    ("older", "newer", "kind"),
    [
        ("Deployed 1.2 on Monday", "Deployed 1.3 on Tuesday", MemoryType.EPISODIC),
        ("Deployed 1.2 on Monday", "Deployed 1.3 on Tuesday", MemoryType.SEMANTIC),
        ("The deploy of Atlas failed", "The deploy of Atlas succeeded", MemoryType.EPISODIC),
        ("Fixed 3 tests of the parser", "Fixed 4 tests of the parser", MemoryType.SEMANTIC),
        ("The port is 8080 (as of 2026-03-01)", "The port is 9090 (as of 2026-11-01)", MemoryType.SEMANTIC),
        ("Atlas: the port is 8080", "Borealis: the port is 9090", MemoryType.SEMANTIC),
        ("The API listens on port 8080", "The office has a coffee machine", MemoryType.SEMANTIC),
        ("The user likes tea", "The user likes coffee", MemoryType.SEMANTIC),
        (OLD, OLD + ".", MemoryType.SEMANTIC),
    ],
)
def test_other_times_other_subjects_and_several_likings_are_none(
    store: Store, older: str, newer: str, kind: MemoryType
) -> None:
    pair = two(store, older, newer, old={"type": kind}, new={"type": kind, "scope": "/project/atlas/db"})
    assert asked(store, pair) is None


def test_two_accounts_of_one_day_do_disagree(store: Store) -> None:
    event: dict[str, object] = {"type": MemoryType.EPISODIC}
    texts = ("The outage of 2026-03-01 lasted 2 hours", "The outage of 2026-03-01 lasted 3 hours")
    assert asked(store, two(store, *texts, old=event, new=event)) is not None


def test_scopes_of_which_neither_contains_the_other_do_not_disagree(store: Store) -> None:
    assert asked(store, two(store, new={"scope": "/project/borealis"})) is None
    assert asked(store, two(store, old={"scope": "/project"})) is not None


def test_a_line_that_tools_write_again_and_again_disagrees_with_none_of_its_kind(store: Store) -> None:
    lines = [
        plant(store, f"The nightly import of Atlas took {n} seconds", days_ago=60 - n) for n in range(11)
    ]
    assert asked(store, (lines[9], lines[10])) is not None
    lines.append(plant(store, "The nightly import of Atlas took 99 seconds"))
    assert asked(store, (lines[10], lines[11])) is None


def test_a_pass_finds_no_more_conflicts_than_a_queue_shows(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.review.rules.conflict.MOST", 1)
    pair, now = two(store), context(store, store.now())
    assert [RULE.compare(*pair, None, now) is None for _ in range(3)] == [False, True, True]
    assert now.notes == ["1 conflicts were found, which is enough for one pass"]
    assert asked(store, pair) is not None


def test_what_is_over_is_proposed_to_go(store: Store) -> None:
    found = proposed(
        store, two(store, "Travis builds every release", "Travis builds of a release were discontinued")
    )
    assert found.rule == OVER
    assert found.change.deed is Deed.KEEP


def test_what_one_page_says_is_gone_ends_nothing_else_on_it(store: Store) -> None:
    texts = ("Travis builds every release", "Travis builds of a release were discontinued")
    assert asked(store, two(store, *texts, old={"days_ago": 1.0})) is None


def test_an_old_memory_whose_text_was_changed_since_is_the_newer(store: Store, clock: FrozenClock) -> None:
    old, new = two(store, "The staging database runs PostgreSQL 15")
    edit(store, [old.id], Edit(text=OLD), by=PERSON_AT_CLI)
    clock.forward(days=1)
    (changed,) = memories.get_many(store, [old.id])
    assert proposed(store, (changed, new)).change.keep == old.id


def test_of_two_written_at_the_same_time_their_own_versions_tell(store: Store) -> None:
    texts = ("The client is at v2.10.0", "The client is at v2.9.3")
    at_once = two(store, *texts, old={"days_ago": 1.0})
    assert proposed(store, at_once).change.keep == at_once[0].id
    apart = two(store, *texts, old={"scope": "/project/b"}, new={"scope": "/project/b"})
    assert proposed(store, apart).change.keep == apart[1].id
    assert "careful" in dict(proposed(store, apart).evidence.facts)


def test_what_contradicts_a_rule_for_good_proposes_its_demotion_and_no_removal(store: Store) -> None:
    old, new = two(store, old={"type": MemoryType.CONSTITUTIONAL}, new={"origin": Origin.PERSON})
    found = proposed(store, (old, new))
    assert (found.rule, found.change.deed, found.change.keep) == (DEMOTE, Deed.RETYPE, old.id)
    assert (found.change.type, found.change.gone) == (MemoryType.SEMANTIC, ())
    (proposal,) = queued(store, found)
    accept(store, context(store).settings, [proposal.id], by=PERSON_AT_CLI)
    (plain,) = memories.get_many(store, [old.id])
    assert proposed(store, (plain, new)).rule == VALUE


def test_what_an_agent_wrote_unsettles_a_rule_for_good_only_where_it_says_that_something_changed(
    store: Store,
) -> None:
    rule: dict[str, object] = {"type": MemoryType.CONSTITUTIONAL}
    assert asked(store, two(store, old=rule)) is None
    said = two(store, newer="The staging database now runs PostgreSQL 16", old=rule)
    assert proposed(store, said).rule == DEMOTE


def test_a_yes_keeps_the_newer_and_links_what_it_supersedes(store: Store) -> None:
    old, new = two(store)
    (proposal,) = queued(store, proposed(store, (old, new)))
    accept(store, context(store).settings, [proposal.id], by=PERSON_AT_CLI)
    (gone,) = memories.get_many(store, [old.id])
    assert gone.state is State.DROPPED
    assert links_of(store, new.id) == [(LinkKind.SUPERSEDES, old.id)]


def test_what_was_kept_with_its_dates_is_not_asked_about_again(store: Store) -> None:
    old, new = two(store)
    (proposal,) = queued(store, proposed(store, (old, new)))
    accept(store, context(store).settings, [proposal.id], by=PERSON_AT_CLI, choice=Choice(both=True))
    dated = memories.get_many(store, [old.id, new.id])
    assert all("as of" in memory.text for memory in dated)
    assert asked(store, (dated[0], dated[1])) is None


def test_what_was_kept_without_dates_is_not_asked_about_again(store: Store) -> None:
    undated: dict[str, object] = {"provenance": {DATED: AT_THE_LATEST}}
    pair = two(store, old=undated)
    (proposal,) = queued(store, proposed(store, pair))
    accept(store, context(store).settings, [proposal.id], by=PERSON_AT_CLI, choice=Choice(both=True))
    assert [memory.text for memory in memories.get_many(store, [each.id for each in pair])] == [OLD, NEW]
    assert queued(store, proposed(store, pair)) == []


statements = st.sampled_from(
    [
        OLD,
        NEW,
        "The staging database does not run PostgreSQL 14",
        "Atlas: x",
        "Atlas: y 3",
        ":",
        "A: B: c",
        "",
    ]
)


@given(statements, statements)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_pair_is_a_duplicate_and_a_conflict(store: Store, first: str, second: str) -> None:
    from tests.review.unstored import memory

    older, newer = memory(first, age=9, id=1), memory(second, age=1, id=2)
    now = context(store)
    if DUPLICATE.compare(older, newer, None, now) is not None:
        assert RULE.compare(older, newer, None, now) is None


def test_what_agents_went_on_using_after_a_newer_statement_is_not_called_overtaken(store: Store) -> None:
    in_use: dict[str, object] = {"accesses": 4, "sessions": 2, "used_days_ago": 0.0}
    card = proposed(
        store,
        two(
            store,
            "The till listens on port 8080",
            "The till listens on port 9090",
            old=in_use,
            new={"days_ago": 5.0},
        ),
    )
    assert (card.change.keep, card.change.gone) == (None, ())
    assert dict(card.evidence.facts)["careful"] == "the older one was used after the newer one was written"
