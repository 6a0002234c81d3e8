"""`memtui hooks`, `memtui capture` and `memtui work` as a person uses them."""

import json
import signal
import subprocess
from pathlib import Path

import pytest

from memtui.lifecycle.enqueue import SESSION
from memtui.store.opening import open_store
from tests import warm
from tests.capture import talks
from tests.cli.conftest import Memtui
from tests.conftest import FrozenClock
from tests.queueing import queue_job

SETTINGS = """{
    "model": "opus",
    "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}
}
"""


pytestmark = pytest.mark.usefixtures("scripted")


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    path = tmp_path / "settings.json"
    path.write_text(SETTINGS)
    return path


def kept(memtui: Memtui) -> list[str]:
    """Return what settings files were, in the folder beside the store."""
    return [each.read_text() for each in sorted(memtui.db.parent.glob("*.settings/*"))]


def test_installing_shows_the_change_keeps_a_copy_and_does_nothing_the_second_time(
    memtui: Memtui, settings: Path
) -> None:
    ran = memtui("hooks", "install", "claude-code", "--settings", str(settings), "--yes")
    assert (ran.code, kept(memtui)) == (0, [SETTINGS])
    assert list(settings.parent.glob(f"*{settings.name}*")) == [settings]
    assert "+" in ran.out
    assert "hook SessionEnd --client claude-code" in ran.out
    after = settings.read_text()
    again = memtui("hooks", "install", "claude-code", "--settings", str(settings), "--yes")
    assert (again.code, settings.read_text()) == (0, after)
    assert "has the hooks already" in again.err


def test_removing_brings_the_file_back_as_it_was(memtui: Memtui, settings: Path) -> None:
    memtui("hooks", "install", "claude-code", "--settings", str(settings), "--yes")
    assert memtui("hooks", "remove", "claude-code", "--settings", str(settings), "--yes").code == 0
    assert settings.read_text() == SETTINGS
    assert memtui("hooks", "remove", "claude-code", "--settings", str(settings), "--yes").code == 3


def test_a_file_that_named_no_hook_yet_comes_back_as_it_was(memtui: Memtui, settings: Path) -> None:
    settings.write_text('{"hooks": {}}')
    memtui("hooks", "install", "claude-code", "--settings", str(settings), "--yes")
    memtui("hooks", "remove", "claude-code", "--settings", str(settings), "--yes")
    assert settings.read_text() == '{"hooks": {}}'


def test_a_dry_run_and_nobody_to_ask_change_nothing(memtui: Memtui, settings: Path) -> None:
    assert memtui("hooks", "install", "codex", "--settings", str(settings), "--dry-run").code == 0
    assert memtui("hooks", "install", "codex", "--settings", str(settings)).code == 1
    assert (settings.read_text(), kept(memtui)) == (SETTINGS, [])


@pytest.mark.parametrize("content", [b"{not json", b'{"hooks": 7}', b"\xff\xfe{}", b"[]"])
def test_a_file_that_is_no_settings_file_is_left_alone(
    memtui: Memtui, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    ran = memtui("hooks", "install", "claude-code", "--settings", str(path), "--yes")
    assert (ran.code, path.read_bytes()) == (1, content)
    assert "left as it is" in ran.err
    assert kept(memtui) == []


def test_a_settings_file_that_is_not_there_is_made(memtui: Memtui, tmp_path: Path) -> None:
    path = tmp_path / "fresh" / "hooks.json"
    assert memtui("hooks", "install", "codex", "--settings", str(path), "--yes").code == 0
    assert "SessionStart" in json.loads(path.read_text())["hooks"]
    assert f"--db {memtui.db}" in path.read_text()


def test_a_file_that_was_ours_alone_goes_with_the_hooks(memtui: Memtui, tmp_path: Path) -> None:
    path = tmp_path / "hooks" / "memtui.json"
    assert memtui("hooks", "install", "copilot", "--settings", str(path), "--yes").code == 0
    assert json.loads(path.read_text())["version"] == 1
    assert memtui("hooks", "remove", "copilot", "--settings", str(path), "--yes").code == 0
    assert not path.exists()


@pytest.mark.parametrize("client", ["claude-code", "cursor"])
def test_an_empty_file_that_stood_there_before_stays(memtui: Memtui, tmp_path: Path, client: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{}\n")
    assert memtui("hooks", "install", client, "--settings", str(path), "--yes").code == 0
    assert memtui("hooks", "remove", client, "--settings", str(path), "--yes").code == 0
    assert json.loads(path.read_text()).keys() <= {"version"}


def test_the_status_names_each_agent_and_what_waits(memtui: Memtui, settings: Path) -> None:
    memtui("hooks", "install", "claude-code", "--settings", str(settings), "--yes")
    told = memtui("hooks", "status", "--settings", str(settings), "--json").json
    assert [one["found"] for one in told["clients"]][:1] == ["installed"]
    assert told["jobs"] == {"queued": 0, "running": 0, "failed": 0, "done": 0}


def test_the_help_of_hook_is_for_people(memtui: Memtui) -> None:
    assert "SessionEnd" in memtui("hook", "--help").out


# -- capture and work ----------------------------------------------------------------------------


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    return talks.write(tmp_path / "talk.jsonl")


def test_a_session_log_becomes_memories_and_goes_on_where_it_was(memtui: Memtui, talk: Path) -> None:
    ran = memtui("capture", str(talk), "--json")
    (one,) = ran.json["files"]
    assert (one["scope"], one["client"], one["session"]) == ("/project/atlas", "claude-code", talks.SESSION)
    assert talks.DECISION in memtui.texts()
    (again,) = memtui("capture", str(talk), "--json").json["files"]
    assert (again["turns"], again["stored"]) == (0, 0)
    talks.write(talk, [talks.user(talks.RULE)], more=True)
    (more,) = memtui("capture", str(talk), "--json").json["files"]
    assert more["turns"] == 1


def test_where_each_memory_of_a_session_was_filed_is_said(memtui: Memtui, tmp_path: Path) -> None:
    said = [talks.user(talks.RULE), talks.user("I always prefer short answers.")]
    ran = memtui("capture", str(talks.write(tmp_path / "two.jsonl", said)))
    assert "1 memory stored in /project/atlas, 1 in /user" in ran.err


def test_a_scope_of_ones_own_and_a_dry_run(memtui: Memtui, talk: Path) -> None:
    looked = memtui("capture", str(talk), "--dry-run")
    assert (looked.code, memtui.texts()) == (0, [])
    assert talks.DECISION in looked.out
    memtui("capture", str(talk), "--scope", "/team")
    assert talks.DECISION in memtui.texts("in:/team")


def test_a_session_that_runs_is_followed_until_ctrl_c(memtui: Memtui, talk: Path) -> None:
    command = [warm.python(), "-m", "memtui", "--db", str(memtui.db), "capture", str(talk), "--follow"]
    child = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert child.stderr is not None
    assert "4 turns" in child.stderr.readline()
    talks.write(talk, [talks.user(talks.RULE)], more=True)
    assert "1 turn" in child.stderr.readline()
    child.send_signal(signal.SIGINT)
    assert child.wait(timeout=300) == 0
    assert talks.RULE in memtui.texts()


def test_what_is_no_transcript_is_named_and_the_others_are_read(
    memtui: Memtui, talk: Path, tmp_path: Path
) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(bytes(range(256)) * 9)
    ran = memtui("capture", str(picture), str(talk))
    assert ran.code == 1
    assert "picture.png" in ran.err
    assert talks.DECISION in memtui.texts()


def test_a_broken_line_is_counted_and_half_of_one_is_read_once_it_is_whole(
    memtui: Memtui, talk: Path, tmp_path: Path
) -> None:
    rule = talks.write(tmp_path / "rule.jsonl", [talks.user(talks.RULE)]).read_text("utf-8")
    with talk.open("a", encoding="utf-8") as file:
        file.write(rule[:-9])
    ran = memtui("capture", str(talk))
    assert (ran.code, "left out: broken line (1)" in ran.err) == (1, True)
    with talk.open("a", encoding="utf-8") as file:
        file.write(rule[-9:])
    ran = memtui("capture", str(talk), "--json")
    assert (ran.code, ran.json["files"][0]["left_out"]) == (0, {})
    assert talks.RULE in memtui.texts()


def test_work_says_what_it_did_and_what_is_left(memtui: Memtui) -> None:
    memtui.add("a memory")
    ran = memtui("work", "--json")
    assert (ran.code, ran.json["done"], ran.json["waiting"]) == (0, 0, 0)
    assert memtui("work").err == "0 jobs done.\n"


def test_doctor_and_stats_show_what_waits_and_what_failed(memtui: Memtui, tmp_path: Path) -> None:
    memtui.add("a memory")
    with open_store(memtui.db, clock=FrozenClock()) as store:
        queue_job(store, SESSION, path=str(tmp_path / "gone.jsonl"))
    assert memtui("stats", "--json").json["jobs"] == {"queued": 1}
    assert memtui("work").code == 1
    checks = {check["name"]: check for check in memtui("doctor", "--json").json["checks"]}
    assert checks["capture"]["status"] == "note"
    assert "cannot read" in checks["capture"]["found"]
    talks.write(tmp_path / "gone.jsonl")
    assert memtui("work", "--retry").code == 0
    assert "0 jobs waiting" in memtui("stats").out


def test_of_many_copies_the_first_and_the_newest_stay(memtui: Memtui, settings: Path) -> None:
    for number in range(9):
        settings.write_text(SETTINGS.rstrip() + "\n" * (number + 1))
        assert memtui("hooks", "install", "claude-code", "--settings", str(settings), "--yes").code == 0
    assert [text.count("\n") - SETTINGS.rstrip().count("\n") for text in kept(memtui)] == [1, 5, 6, 7, 8, 9]


def test_capture_lists_its_facts_and_what_is_in_none(memtui: Memtui, tmp_path: Path) -> None:
    talk = talks.write(tmp_path / "talk.jsonl", [talks.user(f"{talks.RULE} The sky was blue.")])
    (one,) = memtui("capture", str(talk), "--json").json["files"]
    assert [fact["text"] for fact in one["facts"]] == [talks.RULE]
    assert one["in_no_fact"] == [{"text": "The sky was blue.", "why": "nothing"}]
    shown = memtui("capture", "--again", "--left-out", str(talk)).out
    assert shown == "left out    says nothing lasting  The sky was blue.\n"
