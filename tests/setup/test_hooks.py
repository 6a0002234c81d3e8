"""memtui's hooks in an agent's settings file: put in once, taken out whole, and nothing else touched."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.setup.hooks import CLIENTS, Client, installed, taken_out, with_hooks, without_hooks
from memtui.setup.json_settings import SettingsError

CLAUDE, CODEX = CLIENTS["claude-code"], CLIENTS["codex"]
CURSOR, COPILOT = CLIENTS["cursor"], CLIENTS["copilot"]
PROGRAM = "/opt/memtui/bin/memtui"
OTHERS = {"matcher": "Bash", "hooks": [{"type": "command", "command": "say done"}]}

LAYOUTS = {
    "other hooks of the same event": json.dumps({"model": "opus", "hooks": {"Stop": [OTHERS]}}, indent=4),
    "other hooks of another event": json.dumps({"hooks": {"PreToolUse": [OTHERS]}, "env": {}}, indent=2),
    "no hooks": '{\n  "model": "opus",\n  "permissions": {"allow": ["Bash(ls)"]}\n}\n',
    "tabs": json.dumps({"hooks": {"Stop": [OTHERS]}, "a": [1]}, indent="\t") + "\n",
    "one line": '{"a": 1, "hooks": {"Stop": [{"hooks": []}]}, "b": "é{}[]\\""}',
    "Windows line ends": '{\r\n  "a": 1,\r\n  "hooks": {\r\n    "Stop": []\r\n  }\r\n}\r\n',
    "a byte order mark": "\ufeff" + '{\n  "a": 1\n}',
    "empty": "{}",
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("client", [CLAUDE, CODEX], ids=lambda client: str(client.name))
def test_they_are_put_in_for_every_event_and_all_else_stays(layout: str, client: Client) -> None:
    before = LAYOUTS[layout]
    after = with_hooks(before, client, PROGRAM)
    assert set(installed(after)) == set(client.events)
    assert with_hooks(after, client, PROGRAM) == after
    assert json.loads(without_hooks(after).removeprefix("\ufeff")) == _without_empty(before)


def _without_empty(text: str) -> object:
    """Return what a file says but for an event without a group, which nobody misses."""
    found = json.loads(text.removeprefix("\ufeff"))
    hooks = {event: groups for event, groups in found.get("hooks", {}).items() if groups}
    return {key: value for key, value in found.items() if key != "hooks"} | (
        {"hooks": hooks} if hooks else {}
    )


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name != "Windows line ends"])
def test_taking_them_out_leaves_the_file_byte_for_byte(layout: str) -> None:
    before = LAYOUTS[layout]
    assert without_hooks(with_hooks(before, CLAUDE, PROGRAM)) == before


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_is_put_in_is_laid_out_like_the_rest(layout: str) -> None:
    after = with_hooks(LAYOUTS[layout], CLAUDE, PROGRAM)
    if layout == "tabs":
        assert '\n\t\t"SessionEnd"' in after
    if layout == "Windows line ends":
        assert after.count("\n") == after.count("\r\n")


def test_a_handler_beside_ours_in_a_group_stays() -> None:
    ours = {"type": "command", "command": f"{PROGRAM} hook Stop --client claude-code"}
    group = {"hooks": [ours, {"type": "command", "command": "say done"}]}
    after = without_hooks(json.dumps({"hooks": {"Stop": [group]}}, indent=2))
    assert json.loads(after) == {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}}


def test_hooks_of_a_memtui_that_has_moved_are_replaced() -> None:
    old = with_hooks("{}", CLAUDE, "/old/bin/memtui --db '/my data/m.db'")
    new = with_hooks(old, CLAUDE, PROGRAM)
    assert "/old/" not in new
    assert set(installed(new)) == set(CLAUDE.events)


EMPTY_LAYOUTS = {
    "no event": '{"hooks": {}}',
    "no event, spread": '{\n  "hooks": {\n  },\n  "model": "opus"\n}\n',
    "no event, first of several": '{ "hooks": { }, "model": "opus" }\n',
    "an event without groups": '{"model": "opus", "hooks": {"Stop": [], "PreToolUse": []}}',
    "no version": "{}\n",
}


@pytest.mark.parametrize("client", [CLAUDE, CURSOR, COPILOT], ids=lambda client: str(client.name))
@pytest.mark.parametrize("layout", EMPTY_LAYOUTS)
def test_what_stood_empty_before_stands_empty_again(layout: str, client: Client) -> None:
    before = EMPTY_LAYOUTS[layout]
    after = with_hooks(before, client, PROGRAM)
    assert taken_out(after, client, before) == before
    changed = after.replace("{", '{"theme": "dark", ', 1)
    left = json.loads(taken_out(changed, client, before))
    assert left.pop("theme") == "dark"
    left.pop("version", None)
    assert left == json.loads(before)


FLAT_LAYOUTS = {
    "other hooks of the same event": json.dumps(
        {"version": 1, "hooks": {"stop": [{"command": "say done", "timeout": 3}]}}, indent=4
    ),
    "other hooks of another event": '{\n\t"version": 1,\n\t"hooks": {"preToolUse": [{"command": "x"}]}\n}\n',
    "no hooks": '{"version": 1}',
    "one line": '{"version": 1, "hooks": {"stop": [{"command": "x"}], "sessionEnd": [{"command": "y"}]}}',
}


@pytest.mark.parametrize("client", [CURSOR, COPILOT], ids=lambda client: str(client.name))
@pytest.mark.parametrize("layout", FLAT_LAYOUTS)
def test_where_handlers_stand_without_groups_ours_come_and_go_byte_for_byte(
    layout: str, client: Client
) -> None:
    before = FLAT_LAYOUTS[layout]
    after = with_hooks(before, client, PROGRAM)
    assert set(installed(after)) == set(client.events)
    assert with_hooks(after, client, PROGRAM) == after
    for event, handlers in json.loads(after)["hooks"].items():
        assert all("hooks" not in handler for handler in handlers), event
    assert without_hooks(after) == before


def test_a_new_file_says_which_version_of_the_form_it_has_and_goes_where_it_is_ours_alone() -> None:
    cursors, copilots = with_hooks("", CURSOR, PROGRAM), with_hooks("", COPILOT, PROGRAM)
    assert json.loads(cursors)["hooks"]["sessionStart"] == [
        {"type": "command", "command": f"{PROGRAM} hook sessionStart --client cursor", "timeout": 5}
    ]
    assert json.loads(copilots)["hooks"]["Stop"] == [
        {"type": "command", "bash": f"{PROGRAM} hook Stop --client copilot", "timeoutSec": 5}
    ]
    assert json.loads(with_hooks("{}", CURSOR, PROGRAM))["version"] == 1
    assert without_hooks(copilots, COPILOT) == ""
    assert without_hooks(cursors, CURSOR) == ""


def test_of_a_file_that_came_with_the_hooks_no_empty_one_is_left() -> None:
    assert without_hooks(with_hooks("", CLAUDE, PROGRAM), CLAUDE) == ""
    own = '{"model": "opus"}\n'
    assert without_hooks(with_hooks(own, CLAUDE, PROGRAM), CLAUDE) == own
    assert without_hooks("{}\n", CLAUDE) == "{}\n"


@pytest.mark.parametrize(
    "text", ["{bad", "[]", '{"hooks": []}', '{"hooks": {"Stop": {}}}', '{"hooks": {"Stop": [1]}}', "// a\n{}"]
)
def test_a_file_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(SettingsError):
        with_hooks(text, CLAUDE, PROGRAM)


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
_group = st.fixed_dictionaries({"hooks": st.lists(st.fixed_dictionaries({"command": st.text(max_size=5)}))})
_hooks = st.dictionaries(
    st.sampled_from(["Stop", "SessionEnd", "PreToolUse"]),
    st.lists(_group, max_size=2),
)


@given(
    rest=st.dictionaries(st.text(max_size=5).filter(lambda key: key != "hooks"), _values, max_size=4),
    hooks=st.none() | _hooks,
    indent=st.sampled_from([None, 1, 2, 4, "\t"]),
)
def test_whatever_else_a_file_holds_comes_back_byte_for_byte(
    rest: dict[str, object], hooks: dict[str, object] | None, indent: int | str | None
) -> None:
    before = json.dumps(rest if hooks is None else rest | {"hooks": hooks}, indent=indent)
    after = with_hooks(before, CLAUDE, PROGRAM)
    assert set(installed(after)) == set(CLAUDE.events)
    assert taken_out(after, CLAUDE, before) == before
    if hooks is None or (hooks and all(hooks.values())):
        assert without_hooks(after) == before
