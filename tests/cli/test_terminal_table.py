"""Which commands are for a person at a terminal: every command stands in the table, and keeps to it.

What grants something to others, shows what is hidden, or cannot be undone needs a person. What reads, adds,
takes a right away, or can be undone may be a script's.
"""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from memtui.cli.group import root
from tests.cli.conftest import Memtui

FOR_A_PERSON = {
    "purge": ["{uid} --yes", "--proposal 1"],
    "review accept": ["1 --yes"],
    "review reject": ["1 --yes"],
    "sources allow": ["{notes} --yes", "--all --yes"],
    "rule": ["{uid} {notes} --yes", "{uid} {notes} --remove --yes"],
    "init": ["--yes --hooks", "--yes --mcp"],
    "hooks install": ["claude-code --settings {settings} --yes"],
    "config set": ["review.scripted true", "review.auto_apply ['prune']", "recall.elsewhere true"],
    "config unset": ["review.scripted", "recall.elsewhere"],
    "add": ["Tea --not-secret", "Tea --allow-dropped"],
    "import": ["{notes} --allow-dropped"],
    "extract": ["{notes} --yes --allow-dropped"],
    "restore": ["--from {copy} --yes"],
    "edit": ["{uid} --text Tea --not-secret"],
    "list": ["--secrets"],
    "show": ["{uid} --secrets"],
    "history": ["--secrets"],
    "export": ["--secrets", "--with-purged", "--held-back"],
    "share": ["{uid} /team/atlas --yes"],
    "sync init": ["{notes}", "{notes} --scope /team/atlas"],
    "sync leave": ["", "--scope /team/atlas"],
}
"""What a script may not do, with `{uid}` of a memory, `{notes}` that are linked, a `{copy}` of the store and
an agent's `{settings}`.

A command of which only some options are for a person stands here with those.
"""
FOR_ANYONE = {
    *("demo", "pin", "unpin", "move", "drop", "forget", "archive", "undo", "redo"),
    *("review run", "review list", "review show", "review later", "review rules", "review unmute"),
    *("review relearn", "recall ask", "recall check", "recall list", "recall remove", "recall save"),
    *("backup", "mcp", "hook", "plugin", "told", "capture", "work", "stats", "doctor"),
    *("simulate", "schema", "completion"),
    *("sources diff", "sources forbid", "sources link", "sources scan", "sources seen", "sources status"),
    *("sync devices", "sync status", "whatif"),
    *("sources sync", "sources unlink", "sources drop-again", "hooks remove", "hooks status"),
    *("projects forget", "projects merge", "projects rename", "projects tidy"),
    *("config get", "config init", "config path"),
}
REFUSED = [f"{name} {args}" for name, all_args in FOR_A_PERSON.items() for args in all_args]


def leaves(command: click.Command, name: str = "") -> Iterator[str]:
    """Yield every command that is no group, with the groups it is in."""
    if not isinstance(command, click.Group):
        yield name
        return
    context = click.Context(command)
    for inner in command.list_commands(context):
        found = command.get_command(context, inner)
        assert found is not None
        yield from leaves(found, f"{name} {inner}".strip())


@pytest.fixture
def given(memtui: Memtui, tmp_path: Path) -> dict[str, str]:
    """What the table's arguments name."""
    notes = tmp_path / "notes.md"
    notes.write_text("- Lisa owns billing\n- Use pnpm, not npm\n")
    assert memtui("sources", "link", str(notes)).code == 0
    uid = memtui.add("Ada likes tea")
    copy = tmp_path / "copy.db"
    assert memtui("backup", str(copy)).code == 0
    return {
        "uid": uid,
        "notes": str(notes),
        "copy": str(copy),
        "settings": str(tmp_path / "settings.json"),
    }


def test_every_command_is_in_the_table_once() -> None:
    assert sorted(leaves(root)) == sorted([*FOR_A_PERSON, *FOR_ANYONE])


@pytest.mark.few(10)
@pytest.mark.parametrize("line", REFUSED)
def test_what_is_for_a_person_is_refused_without_a_terminal(
    memtui: Memtui, given: dict[str, str], line: str
) -> None:
    before = memtui("history", "--json").out
    ran = memtui(*line.format(**given).split())
    assert (ran.code, ran.out) == (1, "")
    assert "there is no terminal to ask on" in ran.err
    assert memtui("history", "--json").out == before
    assert not Path(given["settings"]).exists()


@pytest.mark.usefixtures("scripted")
def test_a_script_takes_back_what_a_person_allowed(
    memtui: Memtui, given: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hooks = ("claude-code", "--settings", given["settings"], "--yes")
    assert memtui("sources", "allow", given["notes"], "--yes").code == 0
    assert memtui("hooks", "install", *hooks).code == 0
    monkeypatch.delenv("MEMTUI_SCRIPTED")
    assert memtui("sources", "forbid", given["notes"]).code == 0
    assert memtui("sources", "--json").json[0]["writes"] is False
    assert memtui("sources", "unlink", given["notes"]).code == 0
    assert memtui("hooks", "remove", *hooks).code == 0
    assert not Path(given["settings"]).exists()
    assert {op["actor"] for op in memtui("history", "--json").json} == {"script"}
