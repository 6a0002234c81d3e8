"""What goes over the pipe, line by line: what is no message, older and newer versions, what is loaded."""

import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from memtui.config.settings import Embeddings, Settings
from memtui.mcp import server
from memtui.mcp.pipe import NO_ARGUMENTS, NO_JSON, NO_MESSAGE, NO_METHOD, OTHER_VERSION, Pipe
from memtui.mcp.place import Place
from memtui.mcp.protocol import BEGINNING_WITH_INITIALIZE, SAYING_IT_EACH_TIME
from memtui.mcp.tools import Tools
from memtui.store import scopes
from memtui.store.database import Store
from tests.mcp.clients import command

NEWER = {
    "io.modelcontextprotocol/protocolVersion": SAYING_IT_EACH_TIME,
    "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


class Said(io.FileIO):
    """What the server says, in a file."""

    def answers(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in Path(os.fspath(self.name)).read_text().splitlines()]


@pytest.fixture
def said(tmp_path: Path) -> Said:
    return Said(tmp_path / "said", "wb")


def talk(
    store: Store, said: Said, lines: Iterable[bytes], first: Callable[[], object] = bool
) -> list[dict[str, Any]]:
    """Say these lines to a server, and go; return what it answered. Its tools wait for `first`."""
    settings, where = Settings(embeddings=Embeddings(model="")), Place("/project/atlas")

    def load() -> Tools:
        first()
        return Tools(store, settings, server.agent(store), where)

    server.talk(Pipe(lines, said), load, settings, where)
    return said.answers()


def says(store: Store, said: Said, *lines: str | bytes) -> list[dict[str, Any]]:
    """Say these lines at once, and go; return what is answered."""
    return talk(store, said, [line.encode() if isinstance(line, str) else line for line in lines])


def asks(method: str, id: int = 1, **params: Any) -> str:  # noqa: A002
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params})


def takes_back(id: object) -> str:  # noqa: A002
    return json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})


def calls(tool: str, id: int = 1, **arguments: Any) -> str:  # noqa: A002
    return asks("tools/call", id, name=tool, arguments=arguments)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("this is no JSON", NO_JSON),
        (b"\xff\xfe", NO_JSON),
        ("[" * 100_000, NO_JSON),
        ('{"id":1,"method":"ping","params":{"n":NaN}}', NO_JSON),
        ('{"id":1,"method":"ping","params":{"n":"\\ud800"}}', NO_JSON),
        ("[]", NO_MESSAGE),
        ('{"id":null,"method":"ping"}', NO_MESSAGE),
        ('{"id":1,"method":7}', NO_MESSAGE),
        ('{"id":1,"method":"ping","params":[1]}', NO_MESSAGE),
        (asks("sampling/createMessage"), NO_METHOD),
        (asks("resources/read", uri="memtui://nothing"), NO_ARGUMENTS),
        (asks("resources/read"), NO_ARGUMENTS),
        (asks("ping", _meta=NEWER | {"io.modelcontextprotocol/protocolVersion": "1999"}), OTHER_VERSION),
    ],
)
def test_what_cannot_be_answered_is_said_so_and_the_next_is_answered(
    store: Store, said: Said, line: str | bytes, code: int
) -> None:
    refused, answered = says(store, said, line, asks("ping", 2))
    assert refused["error"]["code"] == code
    assert answered == {"jsonrpc": "2.0", "id": 2, "result": {}}


@pytest.mark.parametrize("asked", [*BEGINNING_WITH_INITIALIZE, "2031-01-01", None])
def test_a_client_is_answered_in_its_version_or_in_the_newest_that_is_spoken(
    store: Store, said: Said, asked: str | None
) -> None:
    (hello,) = says(store, said, asks("initialize", protocolVersion=asked, clientInfo={"name": "raw"}))
    spoken = hello["result"]["protocolVersion"]
    assert spoken == (asked if asked in BEGINNING_WITH_INITIALIZE else BEGINNING_WITH_INITIALIZE[-1])


def test_the_newer_version_says_with_each_answer_that_it_is_all_and_who_it_is_from(
    store: Store, said: Said
) -> None:
    found, listed, old = says(
        store,
        said,
        asks("server/discover", 1, _meta=NEWER),
        asks("tools/list", 2, _meta=NEWER),
        asks("tools/list", 3),
    )
    assert found["result"]["supportedVersions"] == [SAYING_IT_EACH_TIME]
    assert listed["result"]["resultType"] == found["result"]["resultType"] == "complete"
    assert listed["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "memtui"
    assert old["result"] == {"tools": listed["result"]["tools"]}


def test_what_was_asked_for_is_done_though_the_client_has_gone(store: Store, said: Said) -> None:
    answers = says(store, said, *(calls("memory_add", n, text=f"Atlas has {n} doors") for n in range(5)))
    assert [answer["id"] for answer in answers] == [0, 1, 2, 3, 4]
    assert scopes.count(store, "/project/atlas") == 5


def test_a_request_that_is_taken_back_before_its_turn_is_not_done_and_gets_no_answer(
    store: Store, said: Said
) -> None:
    heard_all = threading.Event()

    def lines() -> Iterator[bytes]:
        for line in (
            calls("memory_add", 1, text="Atlas has one door"),
            calls("memory_add", 2, text="Atlas has two doors"),
            takes_back(2),
            takes_back([]),
            takes_back(7),
        ):
            yield line.encode()
        heard_all.set()

    answers = talk(store, said, lines(), first=heard_all.wait)
    assert [answer["id"] for answer in answers] == [1]
    assert scopes.count(store, "/project/atlas") == 1


def test_numbers_and_lists_that_a_model_wrote_as_texts_are_taken(store: Store, said: Said) -> None:
    answers = says(
        store,
        said,
        calls("memory_add", 1, text="Atlas is blue", importance="0.4", categories='["decision"]', scope=None),
        calls("memory_list", 2, limit="3"),
        calls("memory_list", 3, limit=True, filter=["x"]),
    )
    _, listed, refused = sorted(answers, key=lambda answer: int(answer["id"]))
    assert listed["result"]["structuredContent"]["memories"][0]["categories"] == ["decision"]
    assert (
        refused["result"]["content"][0]["text"] == "filter: a text is needed; limit: a whole number is needed"
    )


def test_what_is_printed_beside_the_protocol_goes_to_stderr(store: Store) -> None:
    code = """
import sys, subprocess
from memtui.mcp.pipe import standard_streams
with standard_streams() as pipe:
    print("a stray word", flush=True)
    subprocess.run([sys.executable, "-c", "print(input() if 0 else 'of a child')"], check=True)
    for message in pipe.messages():
        pipe.answer(message["id"], {})
"""
    done = subprocess.run(
        [sys.executable, "-c", code], input=asks("ping"), capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == {"jsonrpc": "2.0", "id": 1, "result": {}}
    assert done.stderr.splitlines() == ["a stray word", "of a child"]


def test_a_session_that_never_remembers_loads_neither_the_tools_nor_anything_large(store: Store) -> None:
    parameters = command(store.path, python=sys.executable)
    done = subprocess.run(
        [parameters.command, "-X", "importtime", *parameters.args],
        env=parameters.env,
        cwd=parameters.cwd,
        input=asks("initialize", 1, clientInfo={"name": "raw"}) + "\n" + asks("tools/list", 2) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if "import time:" in line}
    assert len(done.stdout.splitlines()) == 2
    assert {"memtui.mcp.protocol", "memtui.store.database"} <= loaded
    large = (
        "mcp",
        "pydantic",
        "asyncio",
        "litellm",
        "textual",
        "numpy",
        "sqlite_utils",
        "wordllama",
        "ruamel",
    )
    late = ("memtui.mcp.tools", "memtui.secrets", "memtui.language", "memtui.recall", "memtui.formats")
    assert {name for name in loaded if name.partition(".")[0] in large or name.startswith(late)} == set()
    assert len(loaded) < 300
