"""Every command that README and the pages of docs show does what a reader would try: it is run, or it parses.

What stands in a block (` ```sh `) is run by a shell at a terminal, line by line and page by page, in the home
of the examples and on their store, and has to end well. What a sentence names (`memtui backup FILE`) has
to be a command with these options.
"""

import os
import pty
import re
import select
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from docs.generate import FOLDER
from memtui.cli.failures import Code
from memtui.cli.group import root
from memtui.demo.home import write_files
from tests import warm
from tests.depth import THOROUGH

ROOT = FOLDER.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *FOLDER.rglob("*.md")])
NOT_RUN = ("make", "pip", "pipx", "uvx")
"""Programs whose lines are not run: they build an environment. What `make` is to make has to be a target."""
STOOD_FOR = {"<project>": "-home-ada-fernhill"}
"""What a reader puts in the place of a name in angle brackets."""
NOTES = "The Fernhill development server listens on port 8017 now.\n"
EXCHANGED = '{"text": "The label printer is out of paper on Mondays", "scope": "/project/fernhill"}\n'

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`(memtui [^`]+)`")


def lines_of(page: Path) -> list[str]:
    """Return the lines of a page's blocks of commands, without their comments."""
    blocks = [text for kind, text in BLOCK.findall(page.read_text("utf-8")) if kind in {"sh", "console"}]
    lines = [" ".join(shlex.split(line, comments=True)) and line for line in "".join(blocks).splitlines()]
    return [line for line in lines if line]


def spans_of(page: Path) -> list[str]:
    """Return the commands that the sentences of a page name, which may go over a line's end."""
    text = BLOCK.sub("", page.read_text("utf-8"))
    return sorted({" ".join(span.split()) for span in SPAN.findall(text)})


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with what agents keep there, the store of the examples, and the files that the pages name."""
    folder = tmp_path_factory.mktemp("ada")
    write_files(folder)
    (folder / "notes.md").write_text(NOTES, "utf-8")
    (folder / "memory.jsonl").write_text(EXCHANGED, "utf-8")
    if not THOROUGH:
        at_once = folder / ".local" / "bin" / "memtui"
        at_once.parent.mkdir(parents=True)
        at_once.write_text(f'#!/bin/sh\nexec {warm.python()} -m memtui "$@"\n')
        at_once.chmod(0o755)
    made = [sys.executable, "-m", "memtui", "demo", "--keep", str(folder / "store.db")]
    subprocess.run(made, check=True, env=environment(folder), cwd=folder, capture_output=True)
    return folder


def environment(home: Path) -> dict[str, str]:
    """Return the environment of a new user who has memtui on the path and the examples for a store."""
    return {
        "HOME": str(home),
        "PATH": f"{home}/.local/bin:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "TERM": "xterm-256color",
        "MEMTUI_DB": str(home / "store.db"),
        "EDITOR": "true",
    }


def run(line: str, home: Path) -> tuple[int, str]:
    """Run a line as a person would: yes to what it asks, and `q` on the screen. Return its code and words."""
    for name, stands_for in STOOD_FOR.items():
        line = line.replace(name, stands_for)
    master, slave = pty.openpty()
    with subprocess.Popen(
        ["/bin/sh", "-c", line], stdin=slave, stdout=slave, stderr=slave, env=environment(home), cwd=home
    ) as process:
        os.close(slave)
        said = b"".join(answered(master, process))
        code = process.wait()
    os.close(master)
    return code, said.decode("utf-8", "replace")


def answered(master: int, process: subprocess.Popen[bytes]) -> Iterator[bytes]:
    """Yield what a program writes to its terminal, and answer it, until it ends; end one that waits."""
    whole = b""
    answers = {b"[y/N]": b"y\n", b" quit": b"q"}
    while select.select([master], [], [], 300.0)[0]:
        try:
            part = os.read(master, 65536)
        except OSError:
            return
        yield part
        for asked, answer in answers.items():
            if (whole + part).count(asked) > whole.count(asked):
                os.write(master, answer)
        whole += part
    process.kill()


@pytest.mark.parametrize("page", [page for page in PAGES if lines_of(page)], ids=lambda page: page.name)
def test_what_a_block_says_can_be_done(page: Path, home: Path) -> None:
    for line in lines_of(page):
        program, *arguments = shlex.split(line, comments=True)
        if program in NOT_RUN:
            targets = re.findall(
                r"^([\w-]+)(?: [\w-]+)*:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE
            )
            assert program != "make" or set(arguments) <= set(targets), line
            continue
        assert program == "memtui", f"{page.name}: {line}"
        code, said = run(line, home)
        assert code in {Code.DONE, Code.NOTHING}, f"{page.name}: {line}\n{said}"
        assert "Traceback" not in said


def test_few_lines_are_not_run() -> None:
    left_out = [line for page in PAGES for line in lines_of(page) if line.split()[0] in NOT_RUN]
    assert len(left_out) <= 3


def test_there_are_commands_to_run() -> None:
    assert sum(len(lines_of(page)) for page in PAGES) > 12


def test_a_block_of_commands_says_that_it_is_one() -> None:
    unmarked = [text for page in PAGES for kind, text in BLOCK.findall(page.read_text("utf-8")) if not kind]
    assert [text for text in unmarked if text.startswith(("memtui ", "make ", "$ "))] == []


def takes_words(command: click.Command) -> bool:
    """Say whether a group of commands takes words as well, as `recall QUESTION` does."""
    return command is not root and type(command) is not click.Group


@pytest.mark.parametrize("page", [page for page in PAGES if spans_of(page)], ids=lambda page: page.name)
def test_what_a_sentence_names_is_a_command_with_these_options(page: Path) -> None:
    for span in spans_of(page):
        command: click.Command = root
        known = {"--", "--help", "--json"}
        for word in shlex.split(span.replace("|", " "))[1:]:
            inner = None
            if isinstance(command, click.Group):
                inner = command.get_command(click.Context(command), word)
                named = takes_words(command) or not re.fullmatch(r"[a-z][a-z-]{2,}", word)
                assert inner or named, f"{page.name}: {span}"
            command = inner or command
            known |= {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
            assert not word.startswith("--") or word.partition("=")[0] in known, f"{page.name}: {span}"
