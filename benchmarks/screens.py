"""The rows of the table of a million for the screen, in a terminal of its own; for `benchmarks.million`."""

import compileall
import sys
from pathlib import Path

import memtui
from benchmarks import corpus
from benchmarks.report import Report
from benchmarks.terminal import Spread, Terminal
from memtui.domain.filter import parse
from memtui.domain.instant import Instant, to_iso
from memtui.domain.memory import Draft
from memtui.store import listing, memories
from memtui.store.database import Store
from memtui.store.opening import open_store

_SCOPES = 100_000
_MINIMAL = """
from textual.app import App
from textual.widget import Widget
class Minimal(App):
    class Words(Widget):
        def render(self): return "minimal app is here"
    def compose(self): yield Minimal.Words()
Minimal().run()
"""


def measure(report: Report, big: Path, small: Path, now: Instant) -> None:
    """Add the first paint, keys, jumps and the filter on a big store, held against a small one."""
    with open_store(big, clock=lambda: now) as store:
        strongest = _shown_first(store)
    with open_store(small, clock=lambda: now) as store:
        strongest_small = _shown_first(store)
    # As an installed package is: otherwise a machine that writes no bytecode compiles memtui, and not
    # Textual, at every start.
    compileall.compile_dir(Path(memtui.__file__).parent, quiet=1)
    runs = 9
    minimal, on_small, on_big = [], [], []
    for _ in range(runs):
        minimal.append(_first_paint([sys.executable, "-c", _MINIMAL], "minimal app is here", big, now))
        on_small.append(_first_paint([sys.executable, "-m", "memtui"], strongest_small, small, now))
        on_big.append(_first_paint([sys.executable, "-m", "memtui"], strongest, big, now))
    first, floor = Spread.of(on_big).median, Spread.of(minimal).median
    report.ratio("first rows on screen, against a minimal app", first, floor, at_most=1.5)
    report.ratio("the same, against 1,000 memories", first, Spread.of(on_small).median, at_most=1.1)
    screen = Terminal([sys.executable, "-m", "memtui"], _env(big, now))
    screen.wait_for(strongest)
    screen.drain()
    for key in "jdu":
        pressed = [screen.press(key) for _ in range(40)]
        report.spread(
            f"key to paint: {key}", Spread.of([p.painted for p in pressed]), median_ms=16, p95_ms=33
        )
        report.spread(f"{key}, until nothing changes any more", Spread.of([p.settled for p in pressed]))
    report.time("end: jump to the last row", screen.press("G").painted, limit_ms=100)
    report.time("home: back to the first", screen.press("g").painted, limit_ms=100)
    screen.press("/")
    letters = [screen.press(letter) for letter in "deter"]
    painted = Spread.of([p.painted for p in letters])
    report.spread("a letter typed into the filter", painted, median_ms=33, p95_ms=33)
    report.spread("its rows on screen", Spread.of([p.settled for p in letters]))
    report.memory("peak memory of the screen", screen.close(), 100)


def measure_time(report: Report, big: Path, now: Instant) -> None:
    """Steps in the Time view, from key to paint, once the journal is replayed."""
    with open_store(big, clock=lambda: now) as store:
        strongest = _shown_first(store)
    screen = Terminal([sys.executable, "-m", "memtui"], _env(big, now))
    screen.wait_for(strongest)
    screen.drain()
    shown = screen.press_until("@", "reading the journal")
    report.time("the Time view, until it shows today", shown, limit_ms=100)
    report.time("the Time view, until the journal is replayed", screen.wait_for("read-only", 300))
    screen.drain()
    for key, name in (("h", "a day back"), ("H", "a month back"), ("L", "a month on")):
        pressed = [screen.press(key) for _ in range(12)]
        report.spread(
            f"key to paint: {name}", Spread.of([p.painted for p in pressed]), median_ms=50, p95_ms=50
        )
        report.spread(f"{name}, until nothing changes any more", Spread.of([p.settled for p in pressed]))
    report.memory("peak memory with it", screen.close(), 250)


def measure_quitting(report: Report, path: Path, now: Instant) -> None:
    """Quitting where the tree holds 100,000 scopes, once it has them."""
    if not path.exists():
        scope = "/project/group{}/part{}".format
        parts = (Draft(f"Part {i} listens on {i}", scope=scope(i % 300, i)) for i in range(_SCOPES))
        corpus.fill(path, parts, now)
    with open_store(path, clock=lambda: now) as store:
        strongest = _shown_first(store)
    took = []
    for _ in range(5):
        screen = Terminal([sys.executable, "-m", "memtui"], _env(path, now))
        screen.wait_for(strongest)
        screen.wait_for("group0")
        screen.drain()
        took.append(screen.leave("q"))
    report.time("quitting with 100,000 scopes", max(took), limit_ms=1_000)


def _shown_first(store: Store) -> str:
    (memory_id,) = listing.listing(store, parse("")).ids(0, 1)
    memory = memories.get(store, memory_id)
    return memory.headline[:24] if memory else ""


def _first_paint(command: list[str], text: str, db: Path, now: Instant) -> float:
    terminal = Terminal(command, _env(db, now))
    try:
        return terminal.wait_for(text)
    finally:
        terminal.close()


def _env(db: Path, now: Instant) -> dict[str, str]:
    return {"MEMTUI_DB": str(db), "MEMTUI_NOW": to_iso(now)}
