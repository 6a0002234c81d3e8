"""Other processes on the same store: real ones, because locks and kills are about processes."""

import subprocess
import textwrap
from pathlib import Path

from tests import warm

PREAMBLE = """
import os, sys, time
from pathlib import Path
from memtui.domain.actor import PERSON_AT_CLI as PERSON, Actor, ActorKind
from memtui.domain.filter import parse
from memtui.domain.memory import Draft
from memtui.domain.watch import Watch
from memtui.lifecycle.add import add
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop, forget
from memtui.lifecycle.undo import undo
from memtui.store.database import Store
from memtui.store.opening import open_store
AGENT = Actor(ActorKind.AGENT, "mcp")
path = Path(sys.argv[1])
store = open_store(path)
def say(word):
    print(word, flush=True)
"""
"""What the code of a child finds ready."""


class Child:
    """A Python process that works on a store. Lines it says are waited for; no sleeping."""

    def __init__(self, path: Path, code: str, *args: object, preamble: str = PREAMBLE) -> None:
        self._process = subprocess.Popen(
            [warm.python(), "-c", preamble + textwrap.dedent(code), str(path), *map(str, args)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def hear(self, word: str) -> None:
        """Wait until the child says `word`."""
        assert self._process.stdout is not None
        heard = self._process.stdout.readline().strip()
        if heard != word:
            raise AssertionError(f"heard {heard!r}, not {word!r}: {self._process.communicate()[1]}")

    def tell(self) -> None:
        """Let a child that waits for a line go on."""
        assert self._process.stdin is not None
        self._process.stdin.write("go\n")
        self._process.stdin.flush()

    def kill(self) -> None:
        """End it as the power cut would."""
        self._process.send_signal(warm.KILL)
        self._process.wait()  # its input stays open until then
        self._process.communicate()

    def done(self) -> str:
        """Wait for its end, which has to be a good one, and return what else it said."""
        out, complaint = self._process.communicate(timeout=300)
        assert self._process.returncode == 0, complaint
        return out.strip()
