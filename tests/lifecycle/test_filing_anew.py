"""Many texts, many categories and a whole scope change as one op each, and undo takes each back."""

import pytest

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import Draft, Memory
from memtui.lifecycle import states
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.categorise import Relabelling, categorise
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.purge import purge
from memtui.lifecycle.refile import refile
from memtui.lifecycle.rewrite import rewrite
from memtui.lifecycle.undo import undo
from memtui.store import memories, scopes
from memtui.store.database import Store

PERSON = Actor(ActorKind.PERSON, "screen", "one-session")


@pytest.fixture
def filled(store: Store) -> Store:
    drafts = [
        Draft("Releases are tagged on Fridays", scope="/team/ops", categories=("infra", "old")),
        Draft("Backups run at three", scope="/team/ops/night", categories=("old",)),
        Draft("Ada prefers small commits", scope="/user"),
    ]
    import_drafts(store, drafts, by=PERSON)
    return store


def held(store: Store) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(m.text, m.scope, m.categories) for m in memories.get_many(store, [1, 2, 3])]


def seen(store: Store) -> dict[int, Memory]:
    return {memory.id: memory for memory in memories.get_many(store, [1, 2, 3])}


def test_texts_that_come_back_together_are_one_change(filled: Store) -> None:
    before = held(filled)
    texts = {1: "Releases are tagged on Mondays", 2: before[1][0], 3: "Ada likes tests"}
    done = rewrite(filled, texts, by=PERSON, seen=seen(filled)).outcome
    assert (done.changed, done.message) == (2, "Edited 2 memories")
    assert [text for text, _, _ in held(filled)] == [
        "Releases are tagged on Mondays",
        "Backups run at three",
        "Ada likes tests",
    ]
    undo(filled, by=PERSON)
    assert held(filled) == before


def test_a_text_is_not_written_over_what_came_meanwhile(filled: Store) -> None:
    before = seen(filled)
    edit(filled, [1], Edit(text="Releases are tagged on Tuesdays"), by=PERSON)
    purge(filled, [3], by=PERSON)
    texts = {1: "Releases are tagged on Mondays", 2: "Backups run at four", 3: "Ada likes tests"}
    done = rewrite(filled, texts, by=PERSON, seen=before)
    assert (done.outcome.changed, done.gone) == (1, 1)
    assert [memory.text for memory in done.meanwhile] == ["Releases are tagged on Tuesdays"]
    assert [text for text, _, _ in held(filled)] == ["Releases are tagged on Tuesdays", "Backups run at four"]


def test_one_text_that_cannot_be_changes_none(filled: Store) -> None:
    before = held(filled)
    with pytest.raises(Refused, match="“Backups run at three”: a memory needs some text"):
        rewrite(filled, {1: "Releases are tagged on Mondays", 2: " "}, by=PERSON, seen=seen(filled))
    assert held(filled) == before


@pytest.mark.parametrize(
    ("typed", "after"),
    [
        ("+deploy -old", [("deploy", "infra"), ("deploy",), ("deploy",)]),
        ("-old", [("infra",), (), ()]),
        ("b, a", [("a", "b"), ("a", "b"), ("a", "b")]),
        ("-", [(), (), ()]),
        ("infra>deploy", [("deploy", "old"), ("old",), ()]),
        ("old > infra +new", [("infra", "new"), ("infra", "new"), ("new",)]),
    ],
)
def test_categories_come_and_go_as_one_change(
    filled: Store, typed: str, after: list[tuple[str, ...]]
) -> None:
    before = held(filled)
    categorise(filled, [1, 2, 3], Relabelling.parse(typed), by=PERSON)
    assert [categories for _, _, categories in held(filled)] == after
    undo(filled, by=PERSON)
    assert held(filled) == before


@pytest.mark.parametrize("typed", ["", "infra -old", "+in:fra", "- infra", "old>new infra", "old>"])
def test_what_names_no_categories_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        Relabelling.parse(typed)


def test_a_scope_is_renamed_with_all_below_it_dropped_ones_too(filled: Store) -> None:
    states.drop(filled, [2], by=PERSON)
    done = refile(filled, "/team/ops", "/team/platform", by=PERSON)
    assert done.message == "/team/ops is /team/platform now, with 2 memories"
    assert [scope for _, scope, _ in held(filled)] == ["/team/platform", "/team/platform/night", "/user"]
    assert scopes.count(filled, "/team/ops") == 0
    undo(filled, by=PERSON)
    assert [scope for _, scope, _ in held(filled)] == ["/team/ops", "/team/ops/night", "/user"]


@pytest.mark.parametrize(
    ("target", "words"),
    [("/", "name a scope"), ("/team/ops/night", "in"), ("/team", "in"), ("../x", "written out in full")],
)
def test_a_scope_goes_nowhere_it_cannot_be(filled: Store, target: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        refile(filled, "/team/ops", target, by=PERSON)
    assert [scope for _, scope, _ in held(filled)] == ["/team/ops", "/team/ops/night", "/user"]


def test_a_scope_that_holds_nothing_is_not_moved(filled: Store) -> None:
    with pytest.raises(Refused, match="nothing is filed in /team/empty"):
        refile(filled, "/team/empty", "/team/new", by=PERSON)
