"""The command as a process of its own: what it imports, pipes, signals, and a person at a terminal."""

import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from memtui.cli.group import HEADINGS
from memtui.cli.output import columns_of
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.proposal import Finding
from memtui.sources.places import scan
from memtui.store import queueing, scopes
from memtui.store.opening import open_store
from tests import warm
from tests.cli.conftest import NOW, Memtui, OpenedScreen

COMMAND = [sys.executable, "-m", "memtui"]


def warm_command() -> list[str]:
    return [warm.python(), "-m", "memtui"]


def environment(db: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "MEMTUI_DB": str(db), "MEMTUI_NOW": NOW, **more}


def run(command: list[str], db: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, env=environment(db), capture_output=True, text=True, check=False)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "args",
    [
        ["list", "--json"],
        ["list"],
        ["add", "The kiln is cold by noon"],
        ["stats"],
        ["--version"],
        ["--help"],
        ["undo"],
        ["review"],
        ["review", "list"],
        ["review", "accept", "nothing"],
        ["sources", "status"],
    ],
)
def test_commands_import_only_what_they_need(memtui: Memtui, three: list[str], args: list[str]) -> None:
    code = (
        "import sys\nfrom memtui.__main__ import main\n"
        f"sys.argv[1:] = {args!r}\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "heavy = {'textual', 'litellm', 'rich', 'numpy', 'sqlite_utils', 'platformdirs', 'memtui.tui',"
        " 'mcp', 'tokenizers', 'wordllama', 'ruamel', 'hypothesis', 'asyncio',"
        " 'memtui.review.registry'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], env=environment(memtui.db), capture_output=True, text=True
    )
    assert ran.stderr.splitlines()[-1] == "[]"


def test_numpy_starts_no_second_thread_here_or_in_children(memtui: Memtui) -> None:
    code = (
        "import os, sys\nfrom memtui.__main__ import main\nsys.argv[1:] = ['--version']\n"
        "try:\n    main()\nexcept SystemExit:\n    print(os.environ['OPENBLAS_NUM_THREADS'])\n"
    )
    alone = {name: value for name, value in environment(memtui.db).items() if name != "OPENBLAS_NUM_THREADS"}
    ran = subprocess.run([sys.executable, "-c", code], env=alone, capture_output=True, text=True)
    assert ran.stdout.splitlines()[-1] == "1"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=alone | {"OPENBLAS_NUM_THREADS": "2"},
        capture_output=True,
        text=True,
    )
    assert ran.stdout.splitlines()[-1] == "2"


def test_the_help_page_reads_what_commands_do_without_importing_them() -> None:
    commands = {name: entry for heading in HEADINGS for name, entry in heading.commands.items()}
    told = {name: entry.summary() for name, entry in commands.items()}
    assert told == {name: entry.load().get_short_help_str(200) for name, entry in commands.items()}


def test_a_closed_pipe_is_silent(memtui: Memtui) -> None:
    lines = "".join(f'{{"text": "memory number {n} with words to fill the pipe"}}\n' for n in range(5000))
    assert memtui("import", "-", stdin=lines).code == 0
    for args in (["list"], ["export"], ["list", "--json"]):
        child = subprocess.Popen(
            [*warm_command(), *args],
            env=environment(memtui.db),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait() == 0
        child.stderr.close()


def test_the_environment_names_the_store(memtui: Memtui, three: list[str], tmp_path: Path) -> None:
    ran = run([*warm_command(), "list"], memtui.db)
    assert len(ran.stdout.splitlines()) == 3
    fresh = subprocess.run(
        [*warm_command(), "list"], env=environment(tmp_path / "new.db"), capture_output=True, text=True
    )
    assert fresh.returncode == 3
    assert (tmp_path / "new.db").exists()


def test_an_interrupted_import_keeps_what_it_did_and_says_so(memtui: Memtui, tmp_path: Path) -> None:
    memtui.add("The till listens on 8080")
    file = tmp_path / "many.jsonl"
    file.write_text("".join(f'{{"text": "memory number {n} of many"}}\n' for n in range(60_000)))
    child = subprocess.Popen(
        [*COMMAND, "import", str(file)], env=environment(memtui.db), stderr=subprocess.PIPE
    )
    with open_store(memtui.db) as store:
        while scopes.count(store, "/") == 1:
            assert child.poll() is None
            select.select([], [], [], 0.01)
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=300)
        kept = scopes.count(store, "/") - 1
    assert child.returncode == 130
    assert b"Interrupted" in said
    assert b"Traceback" not in said
    assert 0 < kept < 60_000
    assert memtui("undo", "--yes").code == 0
    assert memtui.texts() == ["The till listens on 8080"]


def at_terminal(db: Path, *args: str, typed: str = "", columns: int = 90, pipe: str = "") -> tuple[int, str]:
    """Run a command in a terminal of its own, type into it, and return its exit code and what it showed.

    With `pipe` what it prints goes through that command of the shell.
    """
    program, *arguments = warm_command()
    if pipe:
        program, arguments = "/bin/sh", ["-c", f'"$@" | {pipe}', "sh", program, *arguments]
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(environment(db, COLUMNS=str(columns), TERM="xterm"))
        os.execv(program, [program, *arguments, *args])
    os.write(terminal, typed.encode())
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown.decode().replace("\r\n", "\n")


def test_a_list_fits_the_terminal_and_its_short_uids_work(memtui: Memtui, three: list[str]) -> None:
    memtui.add("漢字" * 100 + " and a long tail", "--scope", "/a/very/long/scope/that/needs/cutting")
    code, shown = at_terminal(memtui.db, "list", columns=70)
    assert code == 0
    header, *rows = shown.splitlines()
    assert header.startswith("UID")
    assert len(rows) == 4
    assert all(columns_of(row) <= 70 for row in rows)
    short = rows[0].split()[0]
    assert len(short) < 26
    assert memtui("show", short).code == 0


@pytest.mark.parametrize("pipe", ["", "cat"])
def test_what_a_person_recalls_is_no_use_through_a_pipe_either(
    memtui: Memtui, three: list[str], pipe: str
) -> None:
    code, shown = at_terminal(memtui.db, "recall", "where", "are", "users", "stored?", pipe=pipe)
    assert (code, "Atlas stores users in PostgreSQL 16" in shown) == (0, True)
    assert memtui("show", three[0], "--json").json["access_count"] == 0


def test_a_person_is_asked_before_several_memories_change(memtui: Memtui, three: list[str]) -> None:
    code, shown = at_terminal(memtui.db, "forget", "--scope", "/project", typed="n\n")
    assert (code, "Forget 2 memories? [y/N]" in shown) == (1, True)
    assert len(memtui.texts()) == 3
    code, _ = at_terminal(memtui.db, "forget", "--scope", "/project", typed="y\n")
    assert code == 0
    assert len(memtui.texts()) == 1


def test_a_person_types_the_count_to_purge(memtui: Memtui, three: list[str]) -> None:
    code, shown = at_terminal(memtui.db, "purge", *three[:2], "--yes", typed="yes\n")
    assert (code, "Nothing was erased" in shown) == (1, True)
    code, shown = at_terminal(memtui.db, "purge", *three[:2], typed="2\n")
    assert code == 0
    assert "Erased 2 memories for good" in shown
    assert memtui.texts("--state", "all") == ["User prefers tabs"]


def test_a_proposed_text_is_printed_whole_before_a_person_accepts_it(memtui: Memtui) -> None:
    text = " ".join(f"word{number}" for number in range(900))
    change = Change(Deed.LEARN, draft={"text": text})
    asked = Finding(Kind.LEARNED, "learned/agent-add", (), "an agent asks", change, "/", origin="an agent")
    with open_store(memtui.db) as store, store.write() as tx:
        (proposal,) = queueing.record(tx, [asked]).added
    code, printed = at_terminal(memtui.db, "review", "accept", str(proposal), typed="n\n")
    shown = " ".join(printed.split())
    assert (code, text in shown, shown.index("word899") < shown.index("Accept 1")) == (1, True, True)
    assert memtui.texts() == []
    code, printed = at_terminal(memtui.db, "review", "accept", str(proposal), "--yes")
    assert (code, text in " ".join(printed.split())) == (0, True)
    assert memtui.texts() == [text]
    assert text in memtui("review", "show", str(proposal)).out


def test_without_a_command_the_screen_opens_on_the_store(
    memtui: Memtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    memtui.session.screen = screen = OpenedScreen()
    assert memtui().code == 1
    monkeypatch.setattr("memtui.cli.screen.at_terminal", lambda: True)
    assert memtui().code == 0
    assert memtui("demo").code == 0
    own, demo = screen.openings
    assert (own.store, own.demo, own.made) == (memtui.db, False, False)
    assert (demo.demo, demo.made, demo.store.exists()) == (True, True, False)


def test_the_demo_finds_the_files_of_the_examples_and_no_others(
    memtui: Memtui, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = tmp_path / "own" / ".codex" / "AGENTS.md"
    own.parent.mkdir(parents=True)
    own.write_text("- Never push to main\n- Ask before adding a dependency\n")
    monkeypatch.setenv("HOME", str(tmp_path / "own"))
    monkeypatch.setenv("CODEX_HOME", str(own.parent))
    monkeypatch.chdir(own.parent)
    places: list[Path] = []

    def look(store: Path) -> None:
        places.extend(place.path for place in scan(Path.home(), os.environ, Path.cwd()))
        assert all(store.parent in place.parents for place in places)

    memtui.session.screen = OpenedScreen(look)
    monkeypatch.setattr("memtui.cli.screen.at_terminal", lambda: True)
    assert memtui("demo").code == 0
    assert len(places) >= 3
    assert own.parent in {Path.cwd(), Path(os.environ["CODEX_HOME"])}


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_the_examples_are_thrown_away_when_the_terminal_is_closed_on_them(
    tmp_path: Path, number: signal.Signals
) -> None:
    folder = tmp_path / "memtui-demo"
    folder.mkdir()
    code = (
        "import os, sys; from memtui.cli.screen import _gone_with_the_terminal as gone; "
        f"gone(sys.argv[1]); os.kill(os.getpid(), {int(number)}); print('still here')"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(folder)], capture_output=True, check=False)
    assert (ran.returncode, ran.stdout, folder.exists()) == (-number, b"", False)
