"""Sharing a memory with a team, by hand and by a card, and nothing that reaches others without a person."""

import pytest

from memtui.config.settings import Settings
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.card_kinds import Kind
from memtui.domain.memory import Draft, Memory, State
from memtui.lifecycle.add import add
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.propose import propose
from memtui.lifecycle.share import question, share
from memtui.lifecycle.undo import undo
from memtui.review import verdicts
from memtui.store import memories, replicas, teams
from memtui.store.database import Store
from memtui.store.replicas import Replica

PERSON = Actor(ActorKind.PERSON, "screen", "s")
AGENT = Actor(ActorKind.AGENT, "codex", "s")
TEAM = "/team/atlas"
PORT = "The gateway listens on port 80"


@pytest.fixture
def shared(store: Store) -> Store:
    """Return a store that shares a scope with a team."""
    with store.write() as tx:
        replicas.keep(tx, Replica("0123456789", "desk", "/somewhere", place=TEAM, person="Ada"))
    return store


def known(store: Store, scope: str = "/project/atlas", by: Actor = PERSON) -> Memory:
    return add(store, Draft(PORT, scope=scope, pinned=True, categories=("infra",)), by=by).memory


def in_team(store: Store) -> list[Memory]:
    rows = store.query("SELECT id FROM memories WHERE scope = ? AND state = 'live'", (TEAM,))
    return memories.get_many(store, [row[0] for row in rows])


def test_a_copy_goes_to_the_team_and_the_memory_stays(shared: Store) -> None:
    memory = known(shared)
    outcome = share(shared, [memory.id], TEAM, by=PERSON)
    assert outcome.message == f"Shared 1 memory with {TEAM}"
    (copy,) = in_team(shared)
    assert (copy.text, copy.categories, copy.pinned) == (PORT, ("infra",), False)
    assert copy.provenance["shared_from"] == memory.uid
    assert memories.get(shared, memory.id) == memory
    undo(shared, by=PERSON)
    assert in_team(shared) == []


def test_an_agent_shares_nothing_and_a_scope_of_nobody_is_refused(shared: Store) -> None:
    memory = known(shared)
    with pytest.raises(Refused, match="only a person"):
        share(shared, [memory.id], TEAM, by=AGENT)
    with pytest.raises(Refused, match="sync init WHERE --scope /team/other"):
        share(shared, [memory.id], "/team/other", by=PERSON)


@pytest.mark.parametrize("scope", ["/project/atlas", TEAM])
def test_a_yes_to_a_card_shares_what_an_agent_wrote(shared: Store, scope: str) -> None:
    memory = known(shared, scope, AGENT)
    assert teams.by_a_person(shared, [memory.id]) == set()
    asked = question(memory, TEAM, "codex asks", "codex", "")
    (card,) = propose(shared, [asked]).ids
    verdicts.accept(shared, Settings(), [card], by=PERSON)
    (told,) = in_team(shared)
    assert teams.by_a_person(shared, [told.id]) == {told.id}
    undo(shared, by=PERSON)
    assert [each.state for each in memories.get_many(shared, [memory.id])] == [State.LIVE]


def test_each_team_is_another_question(shared: Store) -> None:
    memory = known(shared)
    cards = [question(memory, scope, "codex asks", "codex", "") for scope in (TEAM, "/team/beta")]
    assert cards[0].identity != cards[1].identity
    assert cards[0].kind is Kind.SHARE
