"""An agent's program on the path as a language model: asked once, kept apart, and ended if it hangs."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from memtui.config.settings import Llm
from memtui.llm.client import Client
from memtui.llm.errors import AnswerUnusable, LlmError, ModelUnusable, SpendCapReached, TimedOut, TooLong
from memtui.llm.programs.known import offers
from memtui.llm.provider import Message
from memtui.store import jobs
from memtui.store.opening import open_store
from tests.llm import programs
from tests.llm.conftest import GOOD, THINGS
from tests.llm.given_time import GivenTime, in_given_time
from tests.llm.programs import ANSWERING, printing, put

ASKED: list[Message] = [
    {"role": "system", "content": "Answer in JSON."},
    {"role": "user", "content": "Which things? Fünf."},
]
LOGIN = "Invalid API key · Please run /login"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that is first on the path."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin")
    return folder


def client(name: str, **settings: Any) -> Client:
    return Client(Llm(model=f"cli/{name}", **{"timeout_s": 300.0, **settings}))


def say(name: str, **settings: Any) -> str:
    return asyncio.run(client(name, **settings).say(ASKED))


def failing(name: str, **settings: Any) -> LlmError:
    with pytest.raises(LlmError) as failed:
        say(name, **settings)
    return failed.value


def failing_late(name: str, begun: Path, seconds: float) -> LlmError:
    """Return the error of a program whose time is up once it has written `begun`, however long that takes."""

    async def play(loop: GivenTime) -> LlmError:
        asking = asyncio.create_task(client(name, timeout_s=seconds / 4).say(ASKED))
        await asyncio.to_thread(_until_written, begun)
        await loop.forward(seconds)
        while not asking.done():
            await asyncio.to_thread(time.sleep, 0.01)
            await loop.forward(0.01)
        with pytest.raises(LlmError) as failed:
            await asking
        return failed.value

    return in_given_time(play)


def _until_written(file: Path) -> None:
    while not file.exists():
        time.sleep(0.02)


@pytest.mark.few(2)
@pytest.mark.parametrize("name", ANSWERING)
def test_a_program_on_the_path_answers(here: Path, name: str) -> None:
    put(here, name, ANSWERING[name](GOOD))
    asked = client(name)
    answer = asyncio.run(asked.ask(ASKED, THINGS))
    assert [item.text for item in answer.items] == ["one"]
    assert (asked.usage.calls, asked.usage.unpriced) == (1, 1)
    if name != "ollama":
        assert (asked.usage.tokens_in, asked.usage.tokens_out) == (13, 7)


@pytest.mark.few(2)
@pytest.mark.parametrize("name", ANSWERING)
def test_a_program_is_kept_apart_from_the_person_and_from_memtui(
    here: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    fake = put(here, name, ANSWERING[name](GOOD))
    say(name)
    run = fake.runs()[-1]
    environment: Any = run["environment"]
    assert run["here"] == []
    assert environment["MEMTUI_AGENT"] == "1"
    assert "CLAUDECODE" not in environment
    everything = " ".join([str(run["stdin"]), json.dumps(run["files"]), json.dumps(environment)])
    assert "Fünf" in str(run["stdin"])
    assert "Answer in JSON." in everything
    assert "Fünf" not in " ".join(run["arguments"])  # type: ignore[arg-type]


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("name", "words"),
    {
        "claude": [
            "--print",
            "--tools",
            "",
            "--strict-mcp-config",
            "--setting-sources",
            "",
            "--no-session-persistence",
        ],
        "codex": [
            "exec",
            "--ephemeral",
            "--ignore-user-config",
            "features.hooks=false",
            "features.shell_tool=false",
        ],
        "gemini": ["--output-format", "json", "--extensions", "none"],
        "opencode": ["run", "--format", "json", "--agent", "memtui"],
        "ollama": ["run", "llama3.2:latest"],
    }.items(),
)
def test_a_program_gets_no_tools_hooks_and_memory_files(here: Path, name: str, words: list[str]) -> None:
    fake = put(here, name, ANSWERING[name](GOOD))
    say(name)
    given: Any = fake.runs()[-1]["arguments"]
    assert [word for word in words if word not in given] == []


def test_gemini_finds_its_tools_and_hooks_turned_off(here: Path) -> None:
    fake = put(here, "gemini", programs.gemini(GOOD))
    say("gemini")
    files: Any = fake.runs()[-1]["files"]
    told = json.loads(files["settings.json"])
    assert (told["tools"]["core"], told["hooksConfig"]["enabled"]) == ([], False)


def test_a_model_of_the_program_can_be_named(here: Path) -> None:
    fake = put(here, "opencode", programs.opencode(GOOD))
    say("opencode/anthropic/claude-haiku-4-5")
    assert "anthropic/claude-haiku-4-5" in fake.runs()[-1]["arguments"]  # type: ignore[operator]


def test_claude_may_leave_the_result_empty_behind_its_answer(here: Path) -> None:
    put(here, "claude", programs.claude(GOOD).replace(f'"result": {json.dumps(GOOD)}', '"result": ""'))
    assert say("claude") == GOOD


def test_colours_are_no_part_of_an_answer(here: Path) -> None:
    put(here, "ollama", programs.ollama(GOOD))
    assert say("ollama") == GOOD


def test_memtuis_own_hooks_hear_nothing_of_it(
    here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "memories.db"
    open_store(db).close()
    monkeypatch.setenv("MEMTUI_DB", str(db))
    told = {"session_id": "s", "transcript_path": str(tmp_path / "talk.jsonl"), "cwd": str(tmp_path)}
    (tmp_path / "talk.jsonl").write_text('{"type": "user", "message": {"content": "We use tabs"}}\n')
    ends = f"[{sys.executable!r}, '-m', 'memtui', 'hook', 'SessionEnd']"
    hook = f"subprocess.run({ends}, input={json.dumps(told)!r}, text=True, check=True)\n"
    put(here, "claude", hook + programs.claude(GOOD))
    assert say("claude") == GOOD
    with open_store(db) as store:
        assert jobs.get_all(store) == []
    assert sorted(path.name for path in tmp_path.glob("memories.db*.job*")) == []


# -- what goes wrong ----------------------------------------------------------------------------------------


def test_a_program_that_is_missing_is_named() -> None:
    failed = failing("codex")
    assert isinstance(failed, ModelUnusable)
    assert "Codex is not on this machine" in str(failed)


def test_a_name_that_is_no_program_names_those_there_are() -> None:
    assert "there are cli/claude, cli/codex" in str(failing("clyde"))


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("name", "body"),
    [
        (
            "claude",
            printing({"type": "result", "subtype": "success", "is_error": True, "result": LOGIN}, code=1),
        ),
        ("claude", printing("You are not logged in. Run /login first.")),
        ("claude", printing(err="\x1b[31mNot logged in\x1b[0m · Please run /login", code=1)),
        (
            "codex",
            printing(
                {"type": "thread.started", "thread_id": "t"},
                {"type": "turn.failed", "error": {"message": "unexpected status 401 Unauthorized"}},
                code=1,
            ),
        ),
        ("gemini", printing(err=json.dumps({"error": {"message": "Please set an Auth method"}}), code=41)),
        ("opencode", printing({"type": "error", "error": {"data": {"message": "Invalid API key"}}}, code=1)),
    ],
)
def test_a_program_that_asks_for_a_login_says_how_to_sign_in(here: Path, name: str, body: str) -> None:
    put(here, name, body)
    failed = failing(name)
    assert isinstance(failed, ModelUnusable)
    assert "is not signed in" in str(failed)
    assert "\x1b" not in str(failed)


def test_a_login_that_is_waited_for_is_told_from_a_program_that_hangs(here: Path, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    put(
        here,
        "opencode",
        "print('Sign in at https://example.org and paste the code:', flush=True)\n"
        f"open({str(begun)!r}, 'w').close()\ntime.sleep(600)",
    )
    assert "OpenCode is not signed in" in str(failing_late("opencode", begun, 2))


def test_a_plan_that_is_used_up_is_no_login(here: Path) -> None:
    put(
        here,
        "claude",
        printing({"type": "result", "is_error": True, "result": "You've hit your limit"}, code=1),
    )
    assert "has reached the limit of its plan" in str(failing("claude"))


def test_a_program_that_hangs_is_ended_with_all_that_it_started(here: Path, tmp_path: Path) -> None:
    place = tmp_path / "pids"
    put(
        here,
        "claude",
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "child = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(place)!r} + '.new', 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
        f"os.rename({str(place)!r} + '.new', {str(place)!r})\ntime.sleep(600)",
    )
    failed = failing_late("claude", place, 3)
    assert isinstance(failed, TimedOut)
    assert "gave no answer within 3 s" in str(failed)
    assert [pid for pid in place.read_text().split() if _runs(int(pid))] == []


def test_what_a_program_leaves_behind_is_ended_too(here: Path, tmp_path: Path) -> None:
    place = tmp_path / "pid"
    leaves = f"child = subprocess.Popen(['sleep', '600'])\nopen({str(place)!r}, 'w').write(str(child.pid))\n"
    put(here, "codex", leaves + programs.codex(GOOD))
    assert say("codex") == GOOD
    assert not _runs(int(place.read_text()))


def test_a_cancelled_question_ends_the_program(here: Path, tmp_path: Path) -> None:
    place = tmp_path / "pid"
    put(here, "claude", f"open({str(place)!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)")

    async def hasty() -> None:
        asking = asyncio.create_task(client("claude").say(ASKED))
        while not place.exists() or not place.read_text():
            await asyncio.sleep(0.02)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    asyncio.run(hasty())
    assert not _runs(int(place.read_text()))


def _heard() -> None:
    """Let a process hear that its terminal is closed, also where the tests are run by `nohup`."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_terminal_that_is_closed_ends_the_program(here: Path, tmp_path: Path, number: int) -> None:
    place = tmp_path / "pid"
    new = f"{place}.new"
    written = f"open({new!r}, 'w').write(str(os.getpid()))\nos.rename({new!r}, {str(place)!r})\n"
    put(here, "claude", f"{written}time.sleep(600)")
    (tmp_path / "note.md").write_text("We decided to use PostgreSQL 16 in production.")
    asking = [sys.executable, "-m", "memtui", "--db", str(tmp_path / "memories.db"), "extract"]
    told = [*asking, "--yes", "--model", "cli/claude", str(tmp_path / "note.md")]
    with subprocess.Popen(told, preexec_fn=_heard) as ours:
        _until_written(place)
        ours.send_signal(number)
        assert ours.wait() == 128 + number
    assert not _runs(int(place.read_text()))


@pytest.mark.few(1)
@pytest.mark.parametrize("name", [name for name in ANSWERING if name != "ollama"])
def test_half_an_answer_is_none(here: Path, name: str) -> None:
    put(here, name, programs.broken_off(name))
    failed = failing(name)
    assert isinstance(failed, AnswerUnusable)
    assert "broke its answer off" in str(failed)


def test_an_exit_code_is_told_with_what_the_program_said(here: Path) -> None:
    put(here, "claude", printing(err="error: unknown option '--tools'", code=1))
    assert "ended with exit code 1 (it says: error: unknown option '--tools')" in str(failing("claude"))


def test_a_key_in_what_a_program_says_is_hidden(here: Path) -> None:
    put(here, "codex", printing(err="cannot use sk-proj-abcdef0123456789", code=1))
    assert "abcdef0123456789" not in str(failing("codex"))


def test_ollama_fetches_nothing(here: Path) -> None:
    fake = put(here, "ollama", programs.ollama(GOOD))
    assert "it does not have mistral; fetch it: ollama pull mistral" in str(failing("ollama/mistral"))
    assert [run["arguments"] for run in fake.runs()] == [["list"]]


def test_ollama_is_not_asked_what_it_would_cut_off(here: Path) -> None:
    put(here, "ollama", programs.ollama(GOOD))
    with pytest.raises(TooLong):
        asyncio.run(client("ollama").say([{"role": "user", "content": "word " * 5_000}]))


def test_a_long_useless_answer_is_not_taken_for_a_long_text(here: Path) -> None:
    put(here, "ollama", programs.ollama("noise " * 5_000))
    with pytest.raises(AnswerUnusable, match="cannot be used"):
        asyncio.run(client("ollama").ask(ASKED, THINGS))


def test_calls_of_a_program_count_against_the_caps_of_what_has_no_price(here: Path) -> None:
    put(here, "claude", programs.claude(GOOD))
    asked = client("claude", max_unpriced_calls_per_day=1)
    asyncio.run(asked.say(ASKED))
    with pytest.raises(SpendCapReached, match=r"llm\.max_unpriced_calls_per_day = 1"):
        asyncio.run(asked.say(ASKED))


def test_what_is_on_the_path_is_offered_and_not_run(here: Path) -> None:
    fakes = [put(here, name, "") for name in ("gemini", "claude")]
    assert [offer.model for offer in offers()] == ["cli/claude", "cli/gemini"]
    assert [fake.runs() for fake in fakes] == [[], []]


def _runs(pid: int) -> bool:
    """Say whether a process is there; one that has ended is given the time to be gone."""
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            return False
        if state == "Z":
            return False
        time.sleep(0.02)
    return True
