"""How fast a session's transcript is read, and how much memory that takes whatever is in it.

    python -m benchmarks.transcripts [MEGABYTES]

Writes a made-up Claude Code session of that size (default 60) to a temporary folder and reads it to the end:
once as sessions are, mostly results of tools, and once with nothing but talk. Then one with a line of ten
times the limit for lines in the middle. Prints one table: what was measured, the figure and the target.
"""

import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from memtui.capture.transcripts.records import MAX_LINE
from memtui.capture.transcripts.registry import read

_ALL_WORDS = (
    "kettle lantern orchard pebble quilt raven saddle thicket umbrella violet walnut yarrow zephyr anchor "
    "basket candle dapple ember fiddle garnet harbour indigo juniper kelp loom mallow nettle oyster"
)
_WORDS = _ALL_WORDS.split()
_EVERYWHERE = {
    "parentUuid": None,
    "isSidechain": False,
    "userType": "external",
    "cwd": "/home/rosa/tea-house",
}


def session(megabytes: float, *, tools: bool, seed: int = 7) -> Iterator[str]:
    """Yield the lines of a made-up session of about that size."""
    chance = random.Random(seed)
    written = 0
    number = 0
    while written < megabytes * 1_000_000:
        for record in _exchange(chance, tools):
            number += 1
            line = json.dumps(
                {
                    **_EVERYWHERE,
                    "sessionId": "tea",
                    "uuid": str(number),
                    "timestamp": "2026-03-01T10:00:00.000Z",
                    **record,
                }
            )
            written += len(line) + 1
            yield line + "\n"


def _exchange(chance: random.Random, tools: bool) -> Iterator[dict[str, object]]:
    asked, answered = _prose(chance, 60), _prose(chance, 120)
    yield {"type": "user", "message": {"role": "user", "content": asked}}
    for _ in range(4 if tools else 0):
        use = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "make test"}}
        yield _answer(use)
        result = "\n".join(f"{n:4} {_prose(chance, 9)}" for n in range(90))
        part = {"type": "tool_result", "tool_use_id": "t", "content": result}
        yield {
            "type": "user",
            "message": {"role": "user", "content": [part]},
            "toolUseResult": {"stdout": result},
        }
    yield _answer({"type": "text", "text": answered})


def _answer(part: Mapping[str, object]) -> dict[str, object]:
    usage = {"input_tokens": 4, "cache_read_input_tokens": 11_000, "output_tokens": 240}
    message = {"id": "m", "type": "message", "role": "assistant", "content": [part], "usage": usage}
    return {"type": "assistant", "message": message, "requestId": "r"}


def _prose(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(_WORDS, k=words)).capitalize() + "."


def rate(path: Path) -> tuple[float, int]:
    """Return megabytes a second, and how many turns there were."""
    started = time.perf_counter()
    offset = turns = 0
    while True:
        reading = read(path, offset=offset)
        turns += len(reading.turns)
        offset = reading.offset
        if reading.complete:
            return path.stat().st_size / 1_000_000 / (time.perf_counter() - started), turns


def main(arguments: Sequence[str]) -> int:
    """Print the table; return 0 when every target is met."""
    megabytes = float(arguments[0]) if arguments else 60.0
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        for name, tools in (("a session", True), ("nothing but talk", False)):
            with path.open("w", encoding="utf-8") as file:
                file.writelines(session(megabytes, tools=tools))
            speed, turns = rate(path)
            rows.append((name, f"{speed:,.0f} MB/s, {turns:,} turns", "≥ 20 MB/s", speed >= 20))
        with path.open("w", encoding="utf-8") as file:
            file.writelines(session(1, tools=True))
            for _ in range(10):
                file.write("x" * MAX_LINE)
            file.write("\n")
            file.writelines(session(1, tools=True))
        speed, turns = rate(path)
        rows.append(
            (
                f"with a line of {10 * MAX_LINE // 1_000_000} MB",
                f"{speed:,.0f} MB/s, {turns:,} turns",
                "≥ 20 MB/s",
                speed >= 20,
            )
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1024 if sys.platform != "darwin" else 1 << 20
    )
    rows.append(("peak memory", f"{peak:.0f} MB", "≤ 150 MB", peak <= 150))
    print("| what | memtui | target | |")
    print("|---|---|---|---|")
    for name, figure, target, met in rows:
        print(f"| {name} | {figure} | {target} | {'met' if met else 'MISSED'} |")
    return 0 if all(row[3] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
