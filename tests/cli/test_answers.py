"""What commands print with `--json` is what the table says: no field more, none less, no other type."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator

from memtui.capture.tally import Became
from memtui.cli.answers import answers
from memtui.cli.group import root
from memtui.store import sessions
from tests.capture import talks
from tests.cli.conftest import Memtui, junk, opened, planted
from tests.cli.test_terminal_table import leaves

pytestmark = pytest.mark.usefixtures("scripted")
NOT_RUN = {"simulate"}
"""It plays a whole year."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder with a project, notes to link, a session log and a text with facts."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "HERMES_HOME", "COPILOT_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    shop = tmp_path / "shop"
    shop.mkdir()
    monkeypatch.chdir(shop)
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "CLAUDE.md").write_text("- Answer in British English\n")
    (tmp_path / "more.jsonl").write_text('{"text": "Lunch is at noon"}\nnonsense\n')
    (tmp_path / "facts.txt").write_text(f"User: {talks.DECISION} {talks.RULE}\n")
    (tmp_path / "carrier").mkdir()
    talks.write(tmp_path / "talk.jsonl")
    return tmp_path


def story(memtui: Memtui, home: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the commands of the table with words that run them, so that each has something to do."""
    one = memtui.add("Atlas stores users in PostgreSQL 16", "--scope", "/project/atlas")
    two = memtui.add("Releases: tag, wait for CI", "--scope", "/project/old")
    three = memtui.add("User prefers tabs", "--scope", "/user")
    notes = home / ".claude" / "CLAUDE.md"
    yield "add", ["add", "Tea is at four", "--expires", "30d"]
    yield "list", ["list"]
    yield "edit", ["edit", one, "--importance", "0.9"]
    yield "show", ["show", one]
    yield "recall", ["recall", "PostgreSQL users", "--explain"]
    yield "recall save", ["recall", "save", "Where are users?", "--scope", "/project/atlas"]
    yield "recall list", ["recall", "list"]
    yield "recall check", ["recall", "check"]
    yield "recall remove", ["recall", "remove", "1"]
    for name, rest in (("pin", []), ("unpin", []), ("move", ["/project/new"])):
        yield name, [name, two, *rest, "--dry-run"]
        yield name, [name, two, *rest]
    yield "drop", ["drop", two, three, "--yes"]
    yield "restore", ["restore", two, three, "--yes"]
    yield "archive", ["archive", two]
    yield "forget", ["forget", "in:/user", "--yes"]
    yield "undo --dry-run", ["undo", "--dry-run"]
    yield "undo", ["undo"]
    yield "redo --dry-run", ["redo", "--dry-run"]
    yield "redo", ["redo"]
    yield "history", ["history"]
    yield "history --op", ["history", "--op", "1"]
    yield "purge", ["purge", three, "--dry-run"]
    yield "purge", ["purge", three, "--yes"]
    memtui.add("In the summer of 2019 we tried Travis", "--type", "episodic")
    cards = planted(memtui, lambda found: [junk(memory) for memory in found[:3]])
    yield "review", ["review"]
    yield "review list", ["review", "list"]
    yield "review show", ["review", "show", str(cards[0])]
    for verdict, card in zip(("later", "reject", "accept"), cards, strict=True):
        if verdict != "later":
            yield f"review {verdict} --dry-run", ["review", verdict, str(card), "--dry-run"]
        yield f"review {verdict}", ["review", verdict, str(card)]
    yield "review rules", ["review", "rules"]
    yield "review unmute", ["review", "unmute", "junk/boot"]
    yield "review relearn", ["review", "relearn"]
    yield "review run", ["review", "run", "--dry-run", "--kind", "junk"]
    yield "review run", ["review", "run", "--kind", "junk"]
    yield "extract", ["extract", str(home / "facts.txt"), "--offline", "--dry-run"]
    yield "extract", ["extract", str(home / "facts.txt"), "--offline", "--yes"]
    yield "capture", ["capture", str(home / "talk.jsonl"), str(home / "facts.txt"), str(home / "none.jsonl")]
    yield "work", ["work"]
    yield "import", ["import", str(home / "more.jsonl"), "--dry-run"]
    yield "import", ["import", str(home / "more.jsonl")]
    yield "export", ["export"]
    yield "export --output", ["export", "--output", str(home / "out.jsonl")]
    yield "backup", ["backup", str(home / "copy.db")]
    yield "restore --from", ["restore", "--from", str(home / "copy.db"), "--yes"]
    yield "sources scan", ["sources", "scan"]
    yield "sources link", ["sources", "link", str(notes)]
    yield "sources sync", ["sources", "sync"]
    yield "sources", ["sources"]
    yield "sources status", ["sources", "status"]
    yield "sources seen", ["sources", "seen"]
    yield "sources seen PATH", ["sources", "seen", str(notes)]
    yield "drop", ["drop", *uids(memtui, "source:markdown"), "--yes"]
    yield "sources diff", ["sources", "diff", str(notes)]
    yield "sources allow --all", ["sources", "allow", "--all", "--yes"]
    assert memtui("sources", "forbid", str(notes)).code == 0
    yield "sources allow", ["sources", "allow", str(notes), "--yes"]
    notes.write_text("- Answer in British English\n")
    yield "sources sync", ["sources", "sync"]
    yield "sources diff", ["sources", "diff", str(notes)]
    yield "sources drop-again", ["sources", "drop-again", str(notes), "--yes"]
    yield "rule", ["rule", one, str(home / "AGENTS.md"), "--yes"]
    yield "projects", ["projects"]
    yield "projects tidy --dry-run", ["projects", "tidy", "--dry-run"]
    yield "projects tidy", ["projects", "tidy", "--yes"]
    yield "sync init", ["sync", "init", str(home / "carrier")]
    yield "sync", ["sync"]
    yield "sync status", ["sync", "status"]
    yield "sync devices", ["sync", "devices"]
    (home / "team").mkdir()
    yield "sync init", ["sync", "init", str(home / "team"), "--scope", "/team/atlas"]
    yield "share", ["share", one, "/team/atlas", "--dry-run"]
    yield "share", ["share", one, "/team/atlas"]
    yield "sync status", ["sync", "status"]
    yield "sync devices", ["sync", "devices"]
    yield "sync leave", ["sync", "leave", "--scope", "/team/atlas"]
    yield "sync leave", ["sync", "leave"]
    yield "hooks", ["hooks"]
    yield "hooks status", ["hooks", "status"]
    yield "plugin", ["plugin", "codex"]
    with opened(memtui) as store, store.write() as tx:
        sessions.note_shown(tx, "s-1", [1])
    yield "told", ["told"]
    yield "told SESSION", ["told", "s-1"]
    (home / ".codex").mkdir()
    (home / ".codex" / "AGENTS.md").write_text("- Never push to main\n")
    yield "init", ["init", "--yes", "--no-hooks", "--no-mcp"]
    yield "init --undo", ["init", "--undo", "--yes"]
    yield "stats", ["stats"]
    yield "whatif", ["whatif", "--half-life", "semantic=90d"]
    yield "doctor", ["doctor"]
    yield "config", ["config"]
    yield "config path", ["config", "path"]
    yield "config init", ["config", "init"]
    yield "config get", ["config", "get", "decay.enabled"]
    yield "config set", ["config", "set", "decay.half_life_days", "40"]
    yield "config unset", ["config", "unset", "decay.half_life_days"]


def uids(memtui: Memtui, *asked: str) -> list[str]:
    return [row["uid"] for row in memtui("list", *asked, "--json").json]


def wrong(command: str, said: Any) -> list[str]:
    found = Draft202012Validator(answers().schema(command, closed=True)).iter_errors(said)
    return [f"{command}: {'/'.join(map(str, each.absolute_path))}: {each.message[:300]}" for each in found]


def test_every_answer_is_as_the_table_says(memtui: Memtui, home: Path) -> None:
    ran: set[str] = set()
    problems: list[str] = []
    for command, words in story(memtui, home):
        told = memtui(*words, "--json")
        problems += (
            wrong(command, json.loads(told.out)) if told.out[:1] in ("[", "{") else [f"{words}: {told.err}"]
        )
        ran.add(command)
    assert problems == [], "\n".join(problems)
    assert set(answers().commands) - ran <= NOT_RUN | {
        "projects rename",
        "projects rename --dry-run",
        "projects merge",
        "projects merge --dry-run",
        "projects forget",
    }


def test_every_command_that_takes_json_is_in_the_table() -> None:
    known = answers().commands
    for name in leaves(root):
        command: click.Command = root
        for word in name.split():
            assert isinstance(command, click.Group)
            found = command.get_command(click.Context(command), word)
            assert found is not None
            command = found
        takes = any("--json" in option.opts for option in command.params)
        words = "recall" if name == "recall ask" else name
        assert takes == (words in known), name


def test_every_shape_is_used_and_every_kind_is_known() -> None:
    reached: set[str] = set()
    for command in answers().commands:
        reached |= set(answers().schema(command)["$defs"])
    parts = {part for shape in answers().shapes.values() for part in shape.parts}
    assert set(answers().shapes) == reached | parts


def test_each_reason_for_which_a_sentence_is_in_no_fact_is_told() -> None:
    (why,) = (field for field in answers().fields("sentence_in_no_fact") if field.name == "why")
    told = set(why.description.replace(" or ", ", ").split(", "))
    assert told == {became.value for became in Became} - {Became.FACT.value}


def test_a_field_that_is_missing_or_of_another_type_is_found() -> None:
    assert wrong("config path", {"path": "x", "exists": True}) == []
    assert wrong("config path", {"path": "x"})
    assert wrong("config path", {"path": "x", "exists": "yes"})
    assert wrong("config path", {"path": "x", "exists": True, "more": 1})


def test_scripts_are_told_the_schema_and_its_version(memtui: Memtui) -> None:
    told = memtui("schema", "review", "list").json
    assert (told["version"], list(told["answers"])) == (1, ["review list"])
    assert len(memtui("schema").json["answers"]) == len(answers().commands)
    assert memtui("schema", "demo").code == 3
