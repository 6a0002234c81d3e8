"""A Hindsight server for a test: its answers of version 1.1.0 made here, or the real program."""

import contextlib
import hashlib
import json
import os
import shutil
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from tests.sync.server import running_or_skipped

_WAIT = 300
"""Seconds in which the real program has to answer: it makes its tables first."""
_LIST = "/v1/default/banks/shop/memories/list"


@dataclass
class Bank:
    """What a test asks of a server: where its bank is, and what is in it."""

    url: str

    def retain(self, text: str, **more: object) -> None:
        """Let the server keep a fact."""
        self.ask("POST", "", {"items": [{"content": text, "document_id": text, **more}], "async": False})

    def facts(self, state: str = "valid") -> dict[str, str]:
        """Return the words of the facts in a state, by their ids."""
        return {one["id"]: one["text"] for one in self.ask("GET", f"/list?state={state}")["items"]}

    def ask(
        self, verb: str, path: str, body: Mapping[str, object] | None = None
    ) -> dict[str, list[dict[str, str]]]:
        """Return what the server answers."""
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(
            f"{self.url}/memories{path}", data, {"Content-Type": "application/json"}, method=verb
        )
        with urllib.request.urlopen(asked, timeout=60) as answer:
            found: dict[str, list[dict[str, str]]] = json.load(answer)
            return found


@dataclass
class Imitated:
    """A bank in memory that answers as Hindsight 1.1.0 does."""

    facts: dict[str, dict[str, object]] = field(default_factory=dict)
    key: str = ""
    """What it wants to be asked with."""
    garbage: str = ""
    """What it answers instead."""
    on_page: int = 100
    """How many facts it gives at most at once."""

    def answer(self, verb: str, url: str, body: Mapping[str, object]) -> tuple[int, object]:
        path, query = urlsplit(url).path, parse_qs(urlsplit(url).query)
        if path == _LIST:
            return 200, self._listed({name: of for name, (of,) in query.items()})
        if verb == "POST":
            return 200, self._kept(body)
        one = self.facts.get(path.rpartition("/")[2])
        if one is None:
            return 404, {"detail": "Memory unit not found"}
        if verb == "PATCH":
            if "text" in body and one["state"] != "valid":
                return 409, {"detail": "Cannot edit an invalidated memory; revert it to 'valid' first."}
            one |= {name: of for name, of in body.items() if name in {"text", "state"}}
            one["updated_at"] = _instant(len(self.facts) + time.monotonic_ns())
        alone = {name: of for name, of in one.items() if name not in {"fact_type", "updated_at"}}
        return 200, {**alone, "type": one["fact_type"]}

    def _kept(self, body: Mapping[str, object]) -> object:
        items = body["items"]
        assert isinstance(items, list)
        for item in items:
            name = f"{len(self.facts) + 1}0000000-0000-4000-8000-000000000000"
            self.facts[name] = {
                "id": name,
                "text": item["content"],
                "context": item.get("context", ""),
                "fact_type": item.get("fact_type", "world"),
                "document_id": item["document_id"],
                "mentioned_at": item.get("timestamp", "2026-01-02T03:04:05+00:00"),
                "tags": item.get("tags", []),
                "metadata": item.get("metadata", {}),
                "state": "valid",
                "edited_at": None,
                "updated_at": _instant(len(self.facts)),
            }
        return {"success": True}

    def _listed(self, asked: Mapping[str, str]) -> object:
        found = [one for one in self.facts.values() if one["state"] == asked.get("state", "valid")]
        found.sort(key=lambda one: str(one[asked.get("time_field", "mentioned_at")]), reverse=True)
        start, most = int(asked.get("offset", 0)), min(int(asked.get("limit", 100)), self.on_page)
        return {"items": found[start : start + most], "total": len(found), "offset": start}


def _instant(count: int) -> str:
    return f"2026-01-02T03:04:05.{count:020}+00:00"


@contextlib.contextmanager
def imitated(bank: Imitated) -> Iterator[Bank]:
    """Answer as Hindsight, for a block."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length) or b"{}")
            status, said = bank.answer(self.command, self.path, body)
            if bank.key and self.headers.get("Authorization") != f"Bearer {bank.key}":
                status, said = 401, {"detail": "Authentication failed"}
            text = bank.garbage.encode() or json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def do_PATCH(self) -> None:
            self.do_GET()

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    with _serving(Answers) as port:
        yield Bank(f"http://127.0.0.1:{port}/v1/default/banks/shop")


@contextlib.contextmanager
def real(folder: Path) -> Iterator[Bank]:
    """Run the real program for a block; skip the test where it or what it needs is not installed."""
    program = os.environ.get("HINDSIGHT_API_PROGRAM") or shutil.which("hindsight-api")
    if program is None:
        pytest.skip(
            "Hindsight's server is not installed (hindsight-api-slim; HINDSIGHT_API_PROGRAM names it)"
        )
    with running_or_skipped() as postgres, _serving(_Embeddings) as vectors:
        try:
            postgres.run("CREATE DATABASE facts")
            postgres.run("CREATE EXTENSION vector", "CREATE EXTENSION pg_trgm", database="facts")
        except psycopg.Error as error:
            pytest.skip(f"PostgreSQL lacks what Hindsight needs: {error}")
        port = _free_port()
        environment = os.environ | {
            "HOME": str(folder),
            "HINDSIGHT_API_DATABASE_URL": postgres.address("facts"),
            "HINDSIGHT_API_LLM_PROVIDER": "none",
            "HINDSIGHT_API_EMBEDDINGS_PROVIDER": "openai",
            "HINDSIGHT_API_EMBEDDINGS_OPENAI_API_KEY": "none",
            "HINDSIGHT_API_EMBEDDINGS_OPENAI_BASE_URL": f"http://127.0.0.1:{vectors}/v1",
            "HINDSIGHT_API_RERANKER_PROVIDER": "rrf",
        }
        command = [program, "--host", "127.0.0.1", "--port", str(port)]
        with (folder / "log").open("wb") as log:
            running = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            _until_it_answers(f"http://127.0.0.1:{port}/health", running)
            yield Bank(f"http://127.0.0.1:{port}/v1/default/banks/shop")
        finally:
            running.terminate()
            running.wait()


def _until_it_answers(url: str, running: "subprocess.Popen[bytes]") -> None:
    ends = time.monotonic() + _WAIT
    while time.monotonic() < ends and running.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=5):
            return
        threading.Event().wait(0.5)
    pytest.fail("Hindsight's server does not answer")


class _Embeddings(BaseHTTPRequestHandler):
    """Vectors in the form of OpenAI's service: a sign a word."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
        data = [
            {"object": "embedding", "index": at, "embedding": _vector(str(text))}
            for at, text in enumerate(texts)
        ]
        used = {"prompt_tokens": 1, "total_tokens": 1}
        said = json.dumps({"object": "list", "data": data, "model": "none", "usage": used}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: object) -> None:
        pass


def _vector(text: str) -> list[float]:
    vector = [0.0] * 1536
    for word in text.split() or [""]:
        vector[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big") % len(vector)] += 1.0
    return vector


@contextlib.contextmanager
def _serving(answers: type[BaseHTTPRequestHandler]) -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), answers) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
