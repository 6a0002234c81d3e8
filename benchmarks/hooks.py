"""What an agent waits for: the wall time of `memtui hook EVENT`, the whole process, on a store of some size.

Run it as `python -m benchmarks.hooks [MEMORIES]`. The program is compiled first, as an installation is. Each
event is called in turn, so that a busy moment of the machine falls on all of them.
"""

import compileall
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import memtui
from benchmarks.corpus import drafts
from benchmarks.report import Report
from memtui.domain.actor import PERSON_AT_CLI
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store.opening import open_store

MEMORIES = 10_000
ROUNDS = 21
LIMIT_MS = 80.0
_PROMPT = "Where does the service keep its users, and which port does the staging database listen on?"
_EVENTS = ("SessionEnd", "Stop", "PostCompact", "UserPromptSubmit", "SessionStart", "PreCompact")


def measure(count: int = MEMORIES) -> None:
    """Print the medians."""
    compileall.compile_dir(str(Path(memtui.__file__).parent), quiet=2)
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "memories.db"
        with open_store(store) as opened:
            import_drafts(opened, drafts(count, time.time()), by=PERSON_AT_CLI)
        transcript = _transcript(Path(folder) / "session.jsonl")
        times: dict[str, list[float]] = {event: [] for event in ("python -c pass", *_EVENTS)}
        for number in range(ROUNDS):
            times["python -c pass"].append(_timed([sys.executable, "-c", "pass"], b"", store))
            for event in _EVENTS:
                told = _payload(event, transcript, number)
                command = [sys.executable, "-m", "memtui", "hook", event]
                times[event].append(_timed(command, told, store))
    report = Report(f"Hooks on {count:,} memories, medians of {ROUNDS}")
    report.time("python -c pass, for comparison", statistics.median(times.pop("python -c pass")))
    for event, taken in times.items():
        report.time(f"memtui hook {event}", statistics.median(taken), limit_ms=LIMIT_MS)
    print(report.table())


def _timed(command: list[str], told: bytes, store: Path) -> float:
    environment = os.environ | {"MEMTUI_DB": str(store)}
    started = time.perf_counter()
    subprocess.run(command, input=told, capture_output=True, env=environment, check=True)
    return time.perf_counter() - started


def _payload(event: str, transcript: Path, number: int) -> bytes:
    told = {
        "hook_event_name": event,
        "session_id": f"session-{number}",
        "transcript_path": str(transcript),
        "cwd": "/home/ada/atlas",
        "prompt": _PROMPT,
        "compact_summary": f"Take {number}: the team decided to keep the users in PostgreSQL 16.",
    }
    return json.dumps(told).encode()


def _transcript(path: Path) -> Path:
    """Write a session of 2 MB, most of it results of tools, with too few calls for a look at it."""
    result = {"type": "user", "message": {"content": [{"type": "tool_result", "content": "x" * 4_000}]}}
    call = {"type": "assistant", "message": {"content": [{"type": "tool_use", "name": "Bash"}]}}
    lines = [json.dumps(result)] * 500 + [json.dumps(call)] * 4
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else MEMORIES)
