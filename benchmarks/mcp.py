"""What an agent waits for besides the work itself: `python -m benchmarks.mcp`.

Each tool is called over the real pipe of `memtui mcp`, and called as a function at a connection of this
process. What is between the two is the cost of protocol, pipes and a second process. 20,000 memories, all
with vectors; half a minute.
"""

import asyncio
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from benchmarks.corpus import drafts
from benchmarks.report import Report
from benchmarks.terminal import Spread
from benchmarks.timing import Took
from memtui.capture.embedding import fill
from memtui.config import Settings
from memtui.domain.actor import Actor, ActorKind
from memtui.lifecycle.bulk_add import import_drafts
from memtui.llm.embeddings import embedder
from memtui.mcp.tools import Tools
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.opening import open_store

MEMORIES = 20_000
CALLS = 60
_STARTS = 5
_MOST_MS = 20.0
_LIGHTLY = "from memtui.mcp.loading import lightly\nwith lightly():\n    import "
_PARTS = {
    "Python and its event loop": ("-c", "import asyncio"),
    "memtui, asked for its version": ("-m", "memtui", "--version"),
    "the SDK's types, as memtui imports them": ("-c", f"{_LIGHTLY}mcp_types"),
    "the SDK, as memtui imports it": ("-c", f"{_LIGHTLY}mcp.server.mcpserver"),
}
"""What a server does at least, each as a process of its own."""
AGENT = Actor(ActorKind.AGENT, "benchmark", "a-session")


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory(prefix="memtui-bench-") as folder:
        db = Path(folder) / "memories.db"
        with open_store(db) as store:
            print(f"Making a store of {MEMORIES:,} memories", file=sys.stderr)
            import_drafts(store, drafts(MEMORIES, time.time()), by=AGENT)
            found = embedder(Settings().embeddings, Settings().llm)
            if found is not None:
                fill(store, found)
            report = Report("Agents over MCP")
            asyncio.run(_measure(store, report))
    print(report.table())


async def _measure(store: Store, report: Report) -> None:
    server = _server(store.path)
    started = await _start(server)
    report.time("start of the server until it has said hello, median", started)
    _measure_parts(report, started.processor)
    tools = Tools(store, Settings(), AGENT)
    some = memories.get_many(store, list(range(1, MEMORIES, MEMORIES // CALLS)))[:CALLS]
    asked = [" ".join(memory.text.split()[2:7]) for memory in some]
    with Path(os.devnull).open("w") as nowhere:
        async with Client(stdio_client(server, errlog=nowhere), mode="legacy") as client:
            await client.call_tool("memory_recall", {"query": "the first loads the model", "scope": "/"})
            tools.recall("the first loads the model", "/")
            for name, inside, arguments in (
                ("memory_get", lambda a: tools.get(**a), [{"uid": memory.uid} for memory in some]),
                ("memory_list", lambda a: tools.browse(**a), [{"scope": memory.scope} for memory in some]),
                (
                    "memory_recall",
                    lambda a: tools.recall(**a),
                    [{"query": words, "scope": "/"} for words in asked],
                ),
                ("memory_add", lambda a: tools.add(**a), None),
            ):
                await _compare(client, report, name, inside, arguments)


def _measure_parts(report: Report, whole: float) -> None:
    """Of what the processor does from the start of a server to its end: the parts that are there already."""
    report.time("start to end, the processor's time", whole)
    for name, command in _PARTS.items():
        report.ratio(f"start to end; floor: {name}", whole, _processor_of([sys.executable, *command]))


async def _compare(
    client: Client,
    report: Report,
    name: str,
    inside: Callable[[dict[str, Any]], object],
    arguments: list[dict[str, Any]] | None,
) -> None:
    near: list[float] = []
    far: list[float] = []
    for n in range(CALLS):
        here, there = (
            (arguments[n], arguments[n]) if arguments else ({"text": f"here {n}"}, {"text": f"there {n}"})
        )
        started = time.perf_counter()
        inside(here)
        between = time.perf_counter()
        await client.call_tool(name, there)
        near.append(between - started)
        far.append(time.perf_counter() - between)
    more = [there - here for here, there in zip(near, far, strict=True)]
    report.time(f"{name}: in process, median", Spread.of(near).median)
    report.spread(f"{name}: over the pipe", Spread.of(far))
    report.time(f"{name}: what the pipe costs, median", Spread.of(more).median, limit_ms=_MOST_MS)


async def _start(server: StdioServerParameters) -> Took:
    """Return the median seconds from starting the process to its answer to `initialize`.

    The processor's time beside them is that of the whole process, its end included.
    """
    taken = []
    spent = []
    for _ in range(_STARTS):
        started, before = time.perf_counter(), _of_children()
        with Path(os.devnull).open("w") as nowhere:
            async with Client(stdio_client(server, errlog=nowhere), mode="legacy"):
                taken.append(time.perf_counter() - started)
        spent.append(_of_children() - before)
    return Took(Spread.of(taken).median, Spread.of(spent).median)


def _processor_of(command: list[str]) -> float:
    """Return the median seconds of the processor that a command takes."""
    spent = []
    for _ in range(_STARTS):
        before = _of_children()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        spent.append(_of_children() - before)
    return Spread.of(spent).median


def _of_children() -> float:
    """Return the processor's seconds of all processes that this one has started and seen end."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _server(db: Path) -> StdioServerParameters:
    config = db.parent / "config.toml"
    config.touch()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MEMTUI_", "CLAUDE_"))}
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "memtui", "--db", str(db), "--config", str(config), "mcp", "--scope", "/"],
        env=kept,
    )


if __name__ == "__main__":
    main()
