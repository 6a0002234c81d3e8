"""Messages of JSON-RPC 2.0, one a line, as MCP has them between a client and the server that it starts.

The form is that of MCP's "Transports" page (stdio) and of jsonrpc.org/specification. One thread hears; any
thread may say something or ask the client.
"""

import contextlib
import itertools
import json
import os
import threading
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from io import FileIO
from typing import Any

Message = dict[str, Any]

NO_JSON = -32700
NO_MESSAGE = -32600
NO_METHOD = -32601
NO_ARGUMENTS = -32602
OTHER_VERSION = -32022
"""MCP's own: a version of the protocol that is not spoken."""


class Failed(Exception):
    """A request that is answered with an error."""

    def __init__(self, code: int, message: str, data: object = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data


class Pipe:
    """The two ends that one client has."""

    def __init__(self, heard: Iterable[bytes], said: FileIO) -> None:
        self._heard = heard
        self._said = said
        self._one_at_a_time = threading.Lock()
        self._gone = False
        self._numbers = itertools.count(1)
        self._asked: dict[str, Future[Message]] = {}

    def messages(self) -> Iterator[Message]:
        """Yield what the client says until it goes; what is no message is answered so and passed over."""
        for line in self._heard:
            if self._gone:
                return
            if not line.strip():
                continue
            try:
                message = _read(line)
            except Failed as error:
                self.fail(None, error)
                continue
            if "method" in message:
                yield message
            else:
                self._take_answer(message)

    def answer(self, id: str | int, result: Mapping[str, Any]) -> None:  # noqa: A002 - the field's name
        """Answer a request."""
        self._say({"id": id, "result": result})

    def fail(self, id: str | int | None, error: Failed) -> None:  # noqa: A002
        """Answer a request with an error; None for what could not be read."""
        told: Message = {"code": error.code, "message": str(error)}
        if error.data is not None:
            told["data"] = error.data
        self._say({"id": id, "error": told})

    def ask(self, method: str, patience: float) -> Message | None:
        """Ask the client, and return its result; None where it gives none within `patience` seconds.

        Not to be called from the thread that hears.
        """
        id = f"memtui-{next(self._numbers)}"  # noqa: A001
        answer: Future[Message] = Future()
        self._asked[id] = answer
        self._say({"id": id, "method": method})
        try:
            result = answer.result(patience).get("result")
        except TimeoutError:
            return None
        finally:
            del self._asked[id]
        return result if isinstance(result, dict) else None

    def _take_answer(self, message: Message) -> None:
        waiting = self._asked.get(str(message.get("id")))
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    def _say(self, message: Message) -> None:
        text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, separators=(",", ":"))
        with self._one_at_a_time:
            left = memoryview((text + "\n").encode("utf-8", "replace"))
            try:
                while left and not self._gone:
                    left = left[self._said.write(left) or 0 :]
            except OSError:
                self._gone = True  # the client, and so whoever would read the rest


def _read(line: bytes) -> Message:
    """Return the message in a line. Raises Failed."""
    try:
        read = json.loads(line, parse_constant=_refuse)
        if b"\\u" in line:
            json.dumps(read, ensure_ascii=False).encode()  # half a character is no text
    except (ValueError, RecursionError):
        raise Failed(NO_JSON, "this is no JSON") from None
    if not isinstance(read, dict):
        raise Failed(NO_MESSAGE, "one message a line, please")
    return read


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


@contextlib.contextmanager
def standard_streams() -> Iterator[Pipe]:
    """Talk over this process's stdin and stdout.

    Meanwhile whatever else is printed goes to stderr, and a child that reads finds nothing: a word between
    two messages would end the talk.
    """
    with (
        os.fdopen(os.dup(0), "rb") as heard,
        FileIO(os.dup(1), "wb") as said,
        open(os.devnull, "rb") as nothing,
    ):
        os.dup2(nothing.fileno(), 0)
        os.dup2(2, 1)
        yield Pipe(heard, said)
