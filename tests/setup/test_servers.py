"""memtui's server in the settings of other programs: named once, taken out whole, all else left."""

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from memtui.setup.json_settings import SettingsError
from memtui.setup.servers import NAME, PROGRAMS, Program, installed, with_server, without_server

WORDS = ["/opt/memtui/bin/memtui", "mcp"]
OTHER = {"command": "npx", "args": ["-y", "weather"]}
JSON = {
    "nothing": "",
    "an empty object": "{}",
    "other settings": '{\n\t"theme": "dark",\n\t"editor": {"tab": 4}\n}\n',
    "other servers": json.dumps({"mcpServers": {"weather": OTHER}, "theme": "dark"}, indent=2),
    "one line": '{"mcpServers": {"weather": {"command": "npx"}}, "b": "é{}[]\\""}',
    "a byte order mark": '\ufeff{\n  "a": 1\n}',
}
TOML = {
    "nothing": "",
    "other settings": 'model = "o9"\n\n[features]\nhooks = true\n',
    "other servers": '[mcp_servers.weather]\ncommand = "npx"\nargs = ["-y", "weather"]\n\n[tui]\nbell = 1\n',
    "comments": "# mine\n[mcp_servers.a] # this one\ncommand = 'x'\n# the end\n",
}
CODEX, HERMES = PROGRAMS["codex"], PROGRAMS["hermes"]
BY_JSON = [program for program in PROGRAMS.values() if program not in (CODEX, HERMES)]
YAML_FILES = {
    "nothing": "",
    "other settings": "model: o9\n\ndisplay:\n  skin: mono  # mine\n",
    "no line end": "model: o9",
    "other servers": "mcp_servers:\n    weather:\n        command: npx\n        args: [weather]\ntail: 1\n",
    "comments": "# mine\nmcp_servers:\n  # the first\n  weather:\n    url: http://localhost\n\n# the end\n",
}


@pytest.mark.few(12)
@pytest.mark.parametrize("layout", JSON)
@pytest.mark.parametrize("program", BY_JSON, ids=lambda program: str(program.name))
def test_it_is_named_in_a_json_file_and_taken_out_byte_for_byte(layout: str, program: Program) -> None:
    key = program.servers.key
    before = JSON[layout].replace("mcpServers", key)
    after = with_server(before, program, WORDS)
    assert installed(after, program) == WORDS
    assert with_server(after, program, WORDS) == after
    others = {k: v for k, v in _json(after).items() if k != key}
    assert others == {k: v for k, v in _json(before).items() if k != key}
    assert _json(without_server(after, program)) == _json(before)
    assert without_server(after, program) == before or not before


def _json(text: str) -> dict[str, object]:
    found = json.loads(text.removeprefix("\ufeff") or "{}")
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("layout", TOML)
def test_it_is_named_in_a_toml_file_and_taken_out_byte_for_byte(layout: str) -> None:
    before = TOML[layout]
    after = with_server(before, CODEX, WORDS)
    assert installed(after, CODEX) == WORDS
    assert with_server(after, CODEX, WORDS) == after
    assert after.startswith(before)
    assert without_server(after, CODEX) == before


@pytest.mark.parametrize("layout", YAML_FILES)
def test_it_is_named_in_a_yaml_file_and_taken_out_byte_for_byte(layout: str) -> None:
    before = YAML_FILES[layout]
    after = with_server(before, HERMES, WORDS)
    assert installed(after, HERMES) == WORDS
    assert with_server(after, HERMES, WORDS) == after
    assert without_server(after, HERMES).rstrip("\n") == before.rstrip("\n")
    kept = YAML(typ="safe").load(before) or {}
    assert {**kept, "mcp_servers": 0} == {**YAML(typ="safe").load(after), "mcp_servers": 0}


def test_opencode_starts_a_server_by_one_list_of_words() -> None:
    entry = json.loads(with_server("", PROGRAMS["opencode"], WORDS))["mcp"]["memtui"]
    assert entry == {"type": "local", "enabled": True, "command": WORDS}


def test_another_program_path_takes_the_place_of_the_old_one() -> None:
    for program, before in ((CODEX, TOML["other servers"]), (BY_JSON[0], JSON["other servers"])):
        old = with_server(before, program, ["/old/memtui", "mcp"])
        new = with_server(old, program, WORDS)
        assert installed(new, program) == WORDS
        assert new.count(NAME) == with_server(before, program, WORDS).count(NAME)


def test_what_a_person_added_behind_our_table_stays() -> None:
    text = with_server("", CODEX, WORDS) + "\n[profiles.fast]\nmodel = 'x'\n"
    assert tomllib.loads(without_server(text, CODEX)) == {"profiles": {"fast": {"model": "x"}}}


@pytest.mark.parametrize(
    ("program", "text"),
    [
        (CODEX, "model = "),
        (CODEX, "mcp_servers = {}\n"),
        (CODEX, "mcp_servers = 3\n"),
        (CODEX, "[mcp_servers.memtui]\ncommand='x'\n\n[mcp_servers.memtui.env]\nA='b'\n"),
        (HERMES, "mcp_servers: {}\n"),
        (HERMES, "mcp_servers: [a]\n"),
        (HERMES, "a: [\n"),
        (HERMES, "- a\n"),
        (HERMES, "mcp_servers: &all\n  weather:\n    command: npx\nothers: *all\n"),
        (BY_JSON[0], "{// mine\n}"),
        (BY_JSON[0], "[]"),
        (BY_JSON[0], '{"mcpServers": []}'),
    ],
)
def test_a_file_that_is_of_another_form_is_refused(program: Program, text: str) -> None:
    with pytest.raises(SettingsError):
        with_server(text, program, WORDS)


@given(
    st.dictionaries(
        st.text(max_size=8),
        st.recursive(st.none() | st.booleans() | st.text(max_size=8), lambda x: st.lists(x, max_size=3)),
        max_size=4,
    ),
    st.sampled_from([None, 1, 2, "\t"]),
)
def test_any_settings_come_through(settings: dict[str, object], indent: int | str | None) -> None:
    settings.pop("mcpServers", None)
    before = json.dumps(settings, indent=indent, ensure_ascii=False)
    after = with_server(before, BY_JSON[1], WORDS)
    assert json.loads(after) == {**settings, "mcpServers": {NAME: {"command": WORDS[0], "args": ["mcp"]}}}
    assert without_server(after, BY_JSON[1]) == before
