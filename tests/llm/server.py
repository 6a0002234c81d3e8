"""A model server on the loopback, OpenAI-compatible, that answers as its script says.

Real sockets behind the real client: what a cut connection, a slow answer or a refused parameter
looks like is only known from one that happens. It streams to whoever asks for a stream.
"""

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_PIECE = 12
"""Characters in a piece of a stream."""


@dataclass(frozen=True)
class Reply:
    """One answer of the server."""

    content: str | None = ""
    finish: str = "stop"
    refusal: str | None = None
    status: int = 200
    error: str = ""
    """The message of an answer that is no success."""
    code: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    """Seconds before it says anything; ends at once when the server closes."""
    cut: bool = False
    """The connection breaks in the middle of the body."""
    cut_at: int | None = None
    """After which events of a stream, when not in the middle."""
    raw: bytes | None = None
    """Sent as the body in place of a well-formed one."""
    usage: tuple[int, int] | None = (100, 20)
    pace: float = 0.0
    """Seconds between the pieces of a stream."""
    stall: int | None = None
    """Pieces of a stream after which nothing more comes, and the connection stays open."""
    midway: bytes = b""
    """Lines put into the middle of a stream, as they are."""
    thought: str = ""
    """What the model thinks before it answers; streamed only."""
    told: bool = False
    """Each piece of a stream, but for the empty one at its beginning, is sent when `send_next` says so."""


Step = Reply | Callable[[dict[str, Any]], Reply]
"""A reply, or what makes one for a request's body."""


def without_schema(reply: Reply) -> Step:
    """Answer with `reply`, or 400 to a request for a schema, as many local servers do."""

    def answer(body: dict[str, Any]) -> Reply:
        if body.get("response_format", {}).get("type") == "json_schema":
            return Reply(status=400, error="'response_format.type' must be 'json_object' or 'text'")
        return reply

    return answer


def text_only(reply: Reply) -> Step:
    """Answer with `reply`, or 400 to a request for any format."""

    def answer(body: dict[str, Any]) -> Reply:
        if "response_format" in body:
            return Reply(status=400, error="response_format is not supported")
        return reply

    return answer


def unstreamed(reply: Reply, error: str = "'stream' is not supported", asked: str = "stream") -> Step:
    """Answer with `reply`, or 400 to a request with `asked` in it."""

    def answer(body: dict[str, Any]) -> Reply:
        return Reply(status=400, error=error) if body.get(asked) else reply

    return answer


class ModelServer:
    """The server, the script it follows and what it was asked."""

    def __init__(self) -> None:
        self.script: list[Step] = []
        """The answers in order; the last one is repeated."""
        self.requests: list[dict[str, Any]] = []
        """The bodies of the requests, in order."""
        self.keys: list[str] = []
        """The `Authorization` header of each request."""
        self.closing = threading.Event()
        self.gone = threading.Event()
        """Set when a client hung up while it was waiting for the answer, or for more of it."""
        self.stalled = threading.Event()
        """Set when a stream has come to the place where it stalls."""
        self._to_send = threading.Semaphore(0)
        """How many pieces may be sent of streams that are told when to."""
        self.most_at_once = 0
        """How many requests were being answered at the same time, at most."""
        self.connections: set[socket.socket] = set()
        """Those that are open; a client keeps its own for the next question."""
        self._at_once = 0
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._http.daemon_threads = True
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()

    @property
    def base(self) -> str:
        """Where the API is served."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    @property
    def formats(self) -> list[str]:
        """The answer format each request asked for; `text` when it asked for none."""
        return [body.get("response_format", {}).get("type", "text") for body in self.requests]

    @property
    def streamed(self) -> list[bool]:
        """Whether each request asked for a stream."""
        return [bool(body.get("stream")) for body in self.requests]

    def said(self, request: int = -1) -> str:
        """Return all that a request told the model."""
        return "\n".join(str(message["content"]) for message in self.requests[request]["messages"])

    def send_next(self, pieces: int = 1) -> None:
        """Send so many pieces more of a stream that is told when to."""
        self._to_send.release(pieces)

    def until_told(self) -> None:
        """Wait until the next piece is to be sent, or nobody waits for it any more."""
        self._to_send.acquire()

    def close(self) -> None:
        """Stop answering and hang up, so that no thread goes on waiting for a next question."""
        self.closing.set()
        self._to_send.release(10_000)
        self._http.shutdown()
        self._http.server_close()
        for connection in list(self.connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def next_reply(self, body: dict[str, Any], key: str) -> Reply:
        """Note a request and return the answer to it."""
        with self._lock:
            self.requests.append(body)
            self.keys.append(key)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            step = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        return step if isinstance(step, Reply) else step(body)

    def answered(self) -> None:
        """Note that an answer is over."""
        with self._lock:
            self._at_once -= 1


@contextlib.contextmanager
def serving(*script: Step) -> Iterator[ModelServer]:
    """Run a server that follows `script` while the block runs."""
    server = ModelServer()
    server.script = list(script)
    try:
        yield server
    finally:
        server.close()


def _handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1
        """Headers and body in one packet; else each answer waits 40 ms for the other side's word."""
        disable_nagle_algorithm = True

        def setup(self) -> None:
            super().setup()
            server.connections.add(self.connection)

        def finish(self) -> None:
            server.connections.discard(self.connection)
            super().finish()

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            reply = server.next_reply(body, self.headers.get("Authorization", ""))
            try:
                if reply.delay and self._hung_up(reply.delay):
                    server.gone.set()
                elif body.get("stream") and reply.status == 200 and reply.raw is None:
                    self._stream(reply, body)
                else:
                    self._answer(reply, body)
            finally:
                server.answered()

        def _answer(self, reply: Reply, body: dict[str, Any]) -> None:
            content = reply.raw if reply.raw is not None else _body(reply, str(body.get("model")))
            self.send_response(reply.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content[: len(content) // 2] if reply.cut else content)
            if reply.cut:
                self.close_connection = True

        def _stream(self, reply: Reply, body: dict[str, Any]) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            events = list(_events(reply, body))
            end = len(events) // 2 if reply.cut_at is None else reply.cut_at % len(events)
            for at, event in enumerate(events):
                if reply.cut and at == end:
                    self.close_connection = True
                    return
                if reply.told and at:
                    self.wfile.flush()
                    server.until_told()
                waits = 3600.0 if at == reply.stall else reply.pace
                if waits:
                    self.wfile.flush()
                    if at == reply.stall:
                        server.stalled.set()
                    if self._hung_up(waits):
                        server.gone.set()
                        self.close_connection = True
                        return
                self.wfile.write(b"%x\r\n%b\r\n" % (len(event), event))
            self.wfile.write(b"0\r\n\r\n")

        def _hung_up(self, seconds: float) -> bool:
            """Wait, and say whether the client left meanwhile."""
            self.connection.settimeout(0.02)
            waited = 0.0
            while waited < seconds and not server.closing.is_set():
                try:
                    if self.connection.recv(1) == b"":
                        return True
                except TimeoutError:
                    waited += 0.02
                except OSError:
                    return True
            self.connection.settimeout(None)
            return False

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    return Handler


def _events(reply: Reply, body: dict[str, Any]) -> Iterator[bytes]:
    """Yield the events of a stream; an empty `finish` leaves its reason to end away."""
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [{"reasoning_content": piece} for piece in _pieces(reply.thought)]
    deltas += [{"content": piece} for piece in _pieces(reply.content or "")]
    deltas += [{"refusal": piece} for piece in _pieces(reply.refusal or "")]
    for at, delta in enumerate(deltas):
        if reply.midway and at == len(deltas) // 2:
            yield reply.midway
        yield _event(body, [{"index": 0, "delta": delta, "finish_reason": None}])
    if reply.finish:
        yield _event(body, [{"index": 0, "delta": {}, "finish_reason": reply.finish}])
    if reply.usage is not None and body.get("stream_options", {}).get("include_usage"):
        yield _event(body, [], usage=_usage(*reply.usage))
    yield b"data: [DONE]\n\n"


def _event(body: dict[str, Any], choices: list[dict[str, Any]], **more: object) -> bytes:
    chunk = {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1_790_000_000,
        "model": str(body.get("model")),
        "choices": choices,
        **more,
    }
    return b"data: %b\n\n" % json.dumps(chunk).encode()


def _pieces(text: str) -> list[str]:
    return [text[at : at + _PIECE] for at in range(0, len(text), _PIECE)]


def _body(reply: Reply, model: str) -> bytes:
    if reply.status != 200:
        return json.dumps({"error": {"message": reply.error, "type": "error", "code": reply.code}}).encode()
    message: dict[str, Any] = {"role": "assistant", "content": reply.content}
    if reply.refusal is not None:
        message["refusal"] = reply.refusal
    answer: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_790_000_000,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": reply.finish}],
    }
    if reply.usage is not None:
        answer["usage"] = _usage(*reply.usage)
    return json.dumps(answer).encode()


def _usage(prompt: int, completion: int) -> dict[str, int]:
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
    }
