"""What agents filed in a scope that is shared is asked about once, and what a person filed there is not."""

import pytest

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.card_kinds import Kind
from memtui.domain.memory import Draft, Memory, Origin
from memtui.domain.proposal import Finding
from memtui.lifecycle.add import add
from memtui.lifecycle.share import share
from memtui.review.rules.sharing import RULE
from memtui.store import replicas
from memtui.store.database import Store
from memtui.store.replicas import Replica, Shared
from tests.review.unstored import context

PERSON = Actor(ActorKind.PERSON, "screen", "s")
AGENT = Actor(ActorKind.AGENT, "codex", "s")
TEAM = "/team/atlas"


@pytest.fixture
def shared(store: Store) -> Store:
    with store.write() as tx:
        replicas.keep(tx, Replica("0123456789", "desk", "/somewhere", place=TEAM))
    return store


def filed(store: Store, scope: str, by: Actor) -> Memory:
    draft = Draft(f"Said in {scope}", scope=scope, origin=Origin.AGENT, provenance={"source": by.client})
    return add(store, draft, by=by).memory


def asked(store: Store, memory: Memory) -> Finding | None:
    return RULE.look(memory, context(store, store.now()))


def test_a_memory_that_an_agent_filed_in_a_shared_scope_is_asked_about(shared: Store) -> None:
    found = asked(shared, filed(shared, f"{TEAM}/db", AGENT))
    assert found is not None
    assert (found.kind, found.change.draft) == (Kind.SHARE, {"scope": TEAM})
    assert found.reason == f"codex wrote it, so {TEAM} has not been told"


@pytest.mark.parametrize(("scope", "by"), [(TEAM, PERSON), ("/team/atlas2", AGENT), ("/project/a", AGENT)])
def test_what_a_person_filed_and_what_lies_elsewhere_is_not(shared: Store, scope: str, by: Actor) -> None:
    assert asked(shared, filed(shared, scope, by)) is None


def test_what_is_shared_already_is_not_asked_about(shared: Store) -> None:
    by_hand, from_others = filed(shared, TEAM, AGENT), filed(shared, f"{TEAM}/db", AGENT)
    share(shared, [by_hand.id], TEAM, by=PERSON)
    with shared.write() as tx:
        replicas.share(tx, [Shared(from_others.id, from_others.uid, "", 0, 0, TEAM, "other")])
    assert asked(shared, by_hand) is None
    assert asked(shared, from_others) is None


def test_where_nothing_is_shared_nothing_is_asked(store: Store) -> None:
    assert asked(store, filed(store, TEAM, AGENT)) is None
