"""Embeddings from a server: behind real litellm, over real sockets."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from memtui.llm import faults
from memtui.llm.errors import LlmError
from memtui.llm.provider import Endpoint
from memtui.llm.remote import Remote
from memtui.llm.retrying import Patience

Answer = Callable[[list[str]], tuple[int, object]]


class EmbeddingServer(ThreadingHTTPServer):
    """Answers each request for vectors as its script says; the last answer is repeated."""

    def __init__(self, *script: Answer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = list(script)
        self.asked: list[list[str]] = []

    def model(self) -> Remote:
        base = f"http://127.0.0.1:{self.server_port}/v1"
        return Remote(Endpoint("openai/tiny", base), 10.0, Patience(attempts=3, first_wait=0.01))


class _Handler(BaseHTTPRequestHandler):
    server: EmbeddingServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body["input"])
        answer = self.server.script.pop(0) if len(self.server.script) > 1 else self.server.script[0]
        status, said = answer(body["input"])
        data = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Say nothing on the terminal."""


def vectors(texts: list[str]) -> tuple[int, object]:
    """Answer with the length and the number of vowels of each text, the last text first."""
    rows = [
        {
            "object": "embedding",
            "index": i,
            "embedding": [float(len(text)), float(sum(c in "aeiou" for c in text))],
        }
        for i, text in enumerate(texts)
    ]
    return 200, {
        "object": "list",
        "model": "tiny",
        "data": rows[::-1],
        "usage": {"prompt_tokens": 1, "total_tokens": 1},
    }


def busy(_texts: list[str]) -> tuple[int, object]:
    return 500, {"error": {"message": "overloaded", "type": "server_error"}}


def one_short(texts: list[str]) -> tuple[int, object]:
    return vectors(texts[:-1])


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., EmbeddingServer]]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    started: list[EmbeddingServer] = []

    def start(*script: Answer) -> EmbeddingServer:
        server = EmbeddingServer(*script)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        started.append(server)
        return server

    yield start
    for server in started:
        server.shutdown()
        server.server_close()


def test_vectors_come_in_the_order_of_the_texts_at_length_one(serve: Callable[..., EmbeddingServer]) -> None:
    found = serve(vectors).model().embed(["aeiou", "xyz"])
    assert found.dtype == np.float32
    assert found[0] == pytest.approx([0.7071, 0.7071], abs=1e-3)
    assert found[1] == pytest.approx([1.0, 0.0])


def test_many_texts_are_sent_in_batches_and_long_ones_cut(serve: Callable[..., EmbeddingServer]) -> None:
    server = serve(vectors)
    assert server.model().embed(["x" * 50_000, *("y" for _ in range(99))]).shape == (100, 2)
    assert [len(batch) for batch in server.asked] == [64, 36]
    assert max(len(text) for batch in server.asked for text in batch) <= 2_000


def test_a_busy_server_is_asked_again(serve: Callable[..., EmbeddingServer]) -> None:
    server = serve(busy, vectors)
    assert server.model().embed(["one"]).shape == (1, 2)
    assert len(server.asked) == 2


@pytest.mark.parametrize(("answer", "times"), [(busy, 3), (one_short, 1)])
def test_a_server_that_is_no_use_ends_in_a_sentence(
    serve: Callable[..., EmbeddingServer], answer: Answer, times: int
) -> None:
    server = serve(answer)
    with pytest.raises(LlmError) as caught:
        server.model().embed(["one", "two"])
    assert not isinstance(caught.value, faults.Transient)
    assert "127.0.0.1" in str(caught.value) or "tiny" in str(caught.value)
    assert "again" in str(caught.value) or "later" in str(caught.value)
    assert len(server.asked) == times


def test_a_missing_key_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(LlmError, match="OPENAI_API_KEY"):
        Remote(Endpoint("openai/text-embedding-3-small"), 5.0).embed(["x"])
