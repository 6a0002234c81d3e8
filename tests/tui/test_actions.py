"""The registry promises one meaning for a key, and everything made from it keeps to it."""

from importlib import import_module
from pathlib import Path

import pytest

from docs import keys_page
from memtui.tui.keys import views
from memtui.tui.keys.action import Action, Part, Situation
from memtui.tui.keys.keymap import NEVER_BOUND, Keymap
from memtui.tui.keys.registry import ACTIONS, collisions
from memtui.tui.keys.views import ALL_VIEWS, VIEWS, ViewId
from memtui.tui.screen_keys import ScreenKeys
from memtui.tui.view import PaneView

ROOT = Path(__file__).parents[2]


def test_no_key_has_two_meanings_in_a_view() -> None:
    assert collisions(ACTIONS) == []


def test_no_key_is_bound_that_a_terminal_takes_for_another() -> None:
    assert not NEVER_BOUND & {key for action in ACTIONS for key in action.keys}


def test_digits_only_open_views() -> None:
    digits = {key: action.id for action in ACTIONS for key in action.keys if key.isdigit()}
    assert digits == {view.key: f"view_{view.id}" for view in VIEWS}


@pytest.mark.parametrize("view", ALL_VIEWS, ids=lambda view: view.id)
def test_every_action_has_a_handler_in_each_of_its_views(view: views.View) -> None:
    module, _, name = view.pane.partition(":")
    pane: PaneView = getattr(import_module(f"memtui.tui.{module}"), name)(id="pane")
    for action in Keymap().in_view(view.id):
        if not action.id.startswith("view_"):
            assert pane.handler(action.id) or hasattr(ScreenKeys, f"do_{action.id}"), action.id


def test_docs_keys_md_is_what_the_registry_says() -> None:
    said = (ROOT / "docs" / "keys.md").read_text(encoding="utf-8")
    assert said == keys_page.keys_page(), "run: make docs"


def test_a_persons_own_key_replaces_the_default() -> None:
    keymap = Keymap({"drop": "backspace, delete"})
    found = keymap.find(ViewId.MEMORIES, "delete")
    assert found is not None
    assert found.id == "drop"
    assert keymap.find(ViewId.MEMORIES, "d") is None
    assert keymap.key_for("drop") == "backspace"
    assert ("backspace", "drop") in keymap.hints(Situation(ViewId.MEMORIES, rows=1))


@pytest.mark.parametrize(
    ("chosen", "problem"),
    [
        ({"drop": "u"}, "u would mean 'undo' and 'drop' in memories; it stays d"),
        ({"drop": "ctrl+i"}, "ctrl+i cannot be bound"),
        ({"drop": ""}, "no key cannot be bound"),
        ({"drop": "zz"}, "zz is no key"),
        ({"drop": "ctrl+q"}, "ctrl+q cannot be bound"),
        ({"drop": "7"}, "digits open views"),
        ({"dorp": "d"}, "there is no such action"),
    ],
)
def test_a_key_that_cannot_be_used_is_named_and_the_default_stays(
    chosen: dict[str, str], problem: str
) -> None:
    keymap = Keymap(chosen)
    assert problem in keymap.problems[0]
    found = keymap.find(ViewId.MEMORIES, "d")
    assert found is not None
    assert found.id == "drop"


def test_every_default_key_could_be_set_by_a_person() -> None:
    assert Keymap({action.id: ",".join(action.keys) for action in ACTIONS}).problems == []


def test_two_actions_can_change_keys() -> None:
    keymap = Keymap({"drop": "u", "undo": "d"})
    assert keymap.problems == []
    assert (keymap.key_for("drop"), keymap.key_for("undo")) == ("u", "d")


@pytest.mark.parametrize(
    "chosen",
    [
        {"drop": "u", "undo": "zz"},
        {"drop": "t", "undo": "t"},
        {"drop": "u", "undo": "d", "quit": "d"},
        {"undo": "zz", "dorp": "d", "quit": "ctrl+m"},
    ],
)
def test_a_bad_setting_takes_no_action_its_key(chosen: dict[str, str]) -> None:
    keymap = Keymap(chosen)
    assert keymap.problems
    assert collisions(keymap.actions) == []
    assert all(action.keys for action in keymap.actions)


def test_a_key_in_a_sentence_is_the_one_the_person_has_for_it() -> None:
    keymap = Keymap({"undo": "U", "link": "K"})
    drop = keymap.find(ViewId.MEMORIES, "d")
    link = keymap.find(ViewId.SOURCES, "x")
    assert drop is not None
    assert link is not None
    assert "`U` brings it back" in drop.help
    assert (
        keymap.blocked(link, Situation(ViewId.SOURCES, part=Part.FOUND))
        == "This is not linked yet: K links it"
    )


@pytest.mark.few(12)
@pytest.mark.parametrize("action", Keymap().actions, ids=lambda action: action.id)
def test_every_place_for_a_key_names_an_action(action: Action) -> None:
    assert "{" not in action.help


def test_a_key_of_several_other_views_names_them_as_a_sentence_does() -> None:
    words = Keymap().nothing_here("d")
    assert words == "d is 'drop' in Memories, Review, Dropped and Ask; it does nothing here"
