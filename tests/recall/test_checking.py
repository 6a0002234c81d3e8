"""Saved questions: what is expected, what an answer has become, and undo."""

import pytest

from memtui.config import Settings
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.expecting import expect, remove
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import redo, undo
from memtui.recall.asking import Question, brief
from memtui.recall.checking import Checked, check, texts_of
from memtui.store import questions
from memtui.store.database import Store
from tests.lifecycle.worlds import PERSON, added

ATLAS = "/project/atlas"


def kept(store: Store, text: str = "kiln", *, called: bool = True) -> list[int]:
    """Save a question with the answer of now."""
    ids = [memory.id for memory in brief(store, Question(ATLAS, text, called), Settings()).memories]
    expect(store, ATLAS, text, ids, called=called, by=PERSON)
    return ids


def checked(store: Store) -> Checked:
    (found,) = check(store, Settings())
    return found


def test_an_answer_that_is_the_same_has_not_changed(store: Store) -> None:
    added(store, "The kiln is red", ATLAS)
    for text, called in (("kiln", True), ("kiln", False), ("", True)):
        kept(store, text, called=called)
    assert [each.changed for each in check(store, Settings())] == [False] * 3


def test_it_says_what_went_and_what_came(store: Store) -> None:
    old = added(store, "The kiln is red", ATLAS)
    kept(store)
    new = added(store, "The kiln has two doors", ATLAS)
    drop(store, [old], by=PERSON)
    found = checked(store)
    assert (found.went, found.came, found.reordered) == ((old,), (new,), False)
    undo(store, by=PERSON)
    assert checked(store).went == ()


def test_another_order_and_another_text_are_changes_and_going_back_is_none(store: Store) -> None:
    first = added(store, "The kiln is red and the kiln is hot", ATLAS)
    second = added(store, "In hall two of the old mill stands a kiln", ATLAS)
    assert kept(store) == [first, second]
    edit(store, [first], Edit(text="Somewhere beyond the yard there is some kiln or another"), by=PERSON)
    edit(store, [second], Edit(text="A kiln"), by=PERSON)
    found = checked(store)
    assert found.reordered
    assert set(found.reworded) == {first, second}
    undo(store, by=PERSON)
    undo(store, by=PERSON)
    assert not checked(store).changed


def test_saving_again_accepts_the_new_answer_and_each_is_undone(store: Store) -> None:
    old = added(store, "The kiln is red", ATLAS)
    kept(store)
    new = added(store, "The kiln has two doors", ATLAS)
    assert checked(store).came == (new,)
    kept(store)
    assert not checked(store).changed
    undo(store, by=PERSON)
    assert checked(store).came == (new,)
    undo(store, by=PERSON)
    assert checked(store).saved.expected == (old,)
    undo(store, by=PERSON)
    assert questions.get_all(store) == []


def test_a_removed_question_comes_back_with_its_number(store: Store) -> None:
    added(store, "The kiln is red", ATLAS)
    kept(store)
    (saved,) = questions.get_all(store)
    outcome = remove(store, saved, by=PERSON)
    assert outcome.message == "Removed “kiln” in /project/atlas"
    assert questions.get_all(store) == []
    undone = undo(store, by=PERSON)
    assert undone is not None
    assert undone.message == "Undid: removing the question “kiln” in /project/atlas"
    assert questions.get_all(store) == [saved]
    redo(store, by=PERSON)
    assert questions.get_all(store) == []


def test_saving_the_same_answer_twice_is_one_op(store: Store) -> None:
    added(store, "The kiln is red", ATLAS)
    kept(store)
    (saved,) = questions.get_all(store)
    assert expect(store, ATLAS, "kiln", saved.expected, called=True, by=PERSON).op is None


def test_an_answer_whose_memories_are_worded_anew_is_accepted_anew(store: Store) -> None:
    one = added(store, "The kiln is red", ATLAS)
    kept(store)
    edit(store, [one], Edit(text="The kiln is green"), by=PERSON)
    assert checked(store).changed
    kept(store)
    assert not checked(store).changed


@pytest.mark.parametrize(
    "text",
    [
        "is AKIAZ7QF3KWJ5T2BXM4D still ours",
        "<think>the user wants the kiln</think>which kiln is red",
        "which kiln is red? " * 120,
    ],
    ids=["a secret", "reasoning", "too long"],
)
def test_a_question_that_may_not_be_kept_is_not_saved(store: Store, text: str) -> None:
    with pytest.raises(Refused):
        expect(store, ATLAS, text, [], called=True, by=PERSON)
    assert questions.get_all(store) == []


def test_an_erased_memory_is_named_as_that(store: Store) -> None:
    gone = added(store, "The kiln is red", ATLAS)
    kept(store)
    drop(store, [gone], by=PERSON)
    purge(store, [gone], by=PERSON)
    assert texts_of(store, checked(store).went) == ["a memory that was erased since"]
