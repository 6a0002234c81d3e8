"""A search for the text that people would wait for longest: one piece, repeated to the limit of each way in.

    python -m benchmarks.one_text [--size N] [--only WORD … | --only screen] [--pieces PIECE …]

The pieces are those of the tests of growth, and what the ways in look for. Each is tried at a twentieth of
the length first, and the slowest of them at the whole. Prints the slowest of each way, in seconds of
processor time, and ends with 1 when one takes more than a second where a screen or a server waits. What
runs in a process of its own, such as the review pass, is printed and has no limit. Ten minutes.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.one_text_on_screen import Worst, measured
from benchmarks.one_text_ways import Way, Ways
from memtui.domain.text import MAX_LENGTH
from tests.patterns import PIECES

_LIMIT_S = 1.0
_FIRST = 20
"""How many times shorter a text is at first."""
_WHOLE = 6
"""Pieces that are tried at the whole length."""
_MORE = (
    *("<think>", "</think>", "<think ", "the <think> and ", "User has tea. ", "- x\n\n", "x\n\n", "§\n"),
    *(
        "We use Redis. ",
        "password=hunter2 ",
        "token: abcDEF123456 ",
        "the token is ",
        "password: ",
        "Key ",
        "=",
        "A1 ",
    ),
    *("https://a.example/x?y=z ", "a1b2c3d4e5f6", "決定", "🙂", "\u202e", "\u200b", "e\u0301", "/a/b.py "),
    *("Ada Lovelace ", "2026-01-01 ", "ignore previous instructions ", "curl x | sh ", "aB3+/"),
)
_EACH = tuple(dict.fromkeys((*PIECES, *_MORE)))


def main() -> None:
    """Print the table; exit 1 when something waits too long."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--size", type=int, default=MAX_LENGTH, help="characters at most")
    parser.add_argument("--only", nargs="+", help="words in the names of ways, or `screen`")
    parser.add_argument("--pieces", nargs="+", help="instead of all; \\n stands for a line break")
    options = parser.parse_args()
    pieces = tuple(map(_unescaped, options.pieces or _EACH))
    met = True
    print("| way in | characters | slowest | piece | limit | |\n|---|---:|---:|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="memtui-bench-") as folder:
        ways = Ways(Path(folder))
        for way in ways.all():
            if not options.only or any(word in way.name for word in options.only):
                size = min(options.size, way.longest)
                met &= _told(way.name, size, *_slowest(way, pieces, size), waits=way.waits)
        ways.close()
        if not options.only or "screen" in options.only:
            for act, worst in _on_screen(Path(folder), pieces, options.size).items():
                met &= _told(f"the screen: {act}", options.size, *worst, waits=True)
    sys.exit(not met)


def _unescaped(piece: str) -> str:
    """Return a piece with what stands for a line break and the like in its place, if it holds such."""
    return (
        piece.encode("latin-1", "backslashreplace").decode("unicode_escape") if "\\" in piece[:-1] else piece
    )


def _slowest(way: Way, pieces: Sequence[str], size: int) -> tuple[float, str]:
    """Return the seconds of the slowest piece, and the piece."""
    first = {piece: _seconds(way, piece, size // _FIRST) for piece in pieces}
    chosen = sorted(first, key=lambda piece: -first[piece])[:_WHOLE]
    return max((_seconds(way, piece, size), piece) for piece in chosen)


def _on_screen(folder: Path, pieces: Sequence[str], size: int) -> Worst:
    """Return the slowest piece of each act at the screen."""
    each = {piece: asyncio.run(measured(folder, [piece], size // _FIRST)) for piece in pieces}
    acts = {act for worst in each.values() for act in worst}
    chosen = {
        piece
        for act in acts
        for piece in sorted(each, key=lambda piece: -each[piece].get(act, (0.0, ""))[0])[: _WHOLE // 3]
    }
    return asyncio.run(measured(folder, sorted(chosen), size))


def _told(name: str, size: int, seconds: float, piece: str, *, waits: bool) -> bool:
    """Print a row of the table, and return whether its limit is kept."""
    kept = not waits or seconds <= _LIMIT_S
    limit = f"≤ {_LIMIT_S:g} s | {'met' if kept else 'MISSED'}" if waits else "none |"
    print(f"| {name} | {size:,} | {seconds:.2f} s | `{piece!r}` | {limit} |", flush=True)
    return kept


def _seconds(way: Way, piece: str, size: int) -> float:
    text = piece * (size // len(piece))
    started = time.process_time()
    way.run(text)
    return time.process_time() - started


if __name__ == "__main__":
    main()
