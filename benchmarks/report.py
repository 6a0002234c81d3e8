"""The table a benchmark prints: each figure with its floor, their ratio, and whether the target is met."""

import os
import platform
import sqlite3
import sys
from dataclasses import dataclass

from benchmarks.terminal import Spread
from benchmarks.timing import Took


@dataclass(frozen=True, slots=True)
class _Row:
    name: str
    figure: str
    processor: str
    floor: str
    ratio: str
    target: str
    met: bool


class Report:
    """Collects rows and prints them aligned."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._rows: list[_Row] = []

    def time(self, name: str, seconds: float, *, limit_ms: float | None = None) -> None:
        """Add a time with an absolute target."""
        target = "" if limit_ms is None else f"≤ {limit_ms:g} ms"
        met = limit_ms is None or seconds * 1000 <= limit_ms
        self._add(name, _ms(seconds), "", "", target, met, _processor(seconds))

    def ratio(
        self,
        name: str,
        seconds: float,
        floor: float,
        *,
        at_most: float | None = None,
        limit_ms: float | None = None,
    ) -> None:
        """Add a time against a floor's time."""
        ratio = seconds / floor
        met = (at_most is None or ratio <= at_most) and (limit_ms is None or seconds * 1000 <= limit_ms)
        target = f"≤ {at_most:g} ×" if at_most is not None else f"≤ {limit_ms:g} ms" if limit_ms else ""
        self._add(name, _ms(seconds), _ms(floor), f"{ratio:.2f} ×", target, met, _processor(seconds))

    def rate(self, name: str, rate: float, floor: float, *, at_least: float) -> None:
        """Add a rate against a floor's rate."""
        ratio = rate / floor
        self._add(
            name, f"{rate:,.0f}", f"{floor:,.0f}", f"{ratio:.2f} ×", f"≥ {at_least:g} ×", ratio >= at_least
        )

    def spread(
        self, name: str, spread: Spread, *, median_ms: float | None = None, p95_ms: float | None = None
    ) -> None:
        """Add a median and 95th percentile."""
        target = "" if median_ms is None else f"≤ {median_ms:g}, p95 ≤ {p95_ms:g} ms"
        met = (median_ms is None or spread.median * 1000 <= median_ms) and (
            p95_ms is None or spread.p95 * 1000 <= p95_ms
        )
        p95 = f"p95 {_ms(spread.p95)}"
        self._add(name, _ms(spread.median), "", p95, target, met, _processor(spread.median))

    def memory(self, name: str, kilobytes: int, limit_mb: int) -> None:
        """Add a peak of memory."""
        megabytes = kilobytes / 1024 if sys.platform != "darwin" else kilobytes / (1 << 20)
        self._add(name, f"{megabytes:.0f} MB", "", "", f"≤ {limit_mb} MB", megabytes <= limit_mb)

    @property
    def met(self) -> bool:
        """Whether no target was missed."""
        return all(row.met for row in self._rows)

    def table(self) -> str:
        """Return everything as a Markdown table under a line about the machine."""
        machine = (
            f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, "
            f"{platform.system()}, {os.cpu_count()} cores"
        )
        header = ["what", "memtui", "processor", "floor", "ratio", "target", ""]
        rows = [
            [r.name, r.figure, r.processor, r.floor, r.ratio, r.target, self._mark(r)] for r in self._rows
        ]
        widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
        lines = [_line(header, widths), _line(["-" * width for width in widths], widths)]
        lines += [_line(row, widths) for row in rows]
        return f"\n{self._title}\n{machine}\n\n" + "\n".join(lines)

    @staticmethod
    def _mark(row: _Row) -> str:
        return "" if not row.target else "met" if row.met else "MISSED"

    def _add(
        self, name: str, figure: str, floor: str, ratio: str, target: str, met: bool, processor: str = ""
    ) -> None:
        self._rows.append(_Row(name, figure, processor, floor, ratio, target, met))
        print(f"{name}: {figure} {processor} {ratio}", file=sys.stderr, flush=True)


def _processor(seconds: float) -> str:
    """Return the processor's time of what was timed in this process; empty for what another one did."""
    return _ms(seconds.processor) if isinstance(seconds, Took) else ""


def _ms(seconds: float) -> str:
    if seconds >= 10:
        return f"{seconds:.1f} s"
    milliseconds = seconds * 1000
    if milliseconds >= 100:
        return f"{milliseconds:,.0f} ms"
    return f"{milliseconds:.1f} ms" if milliseconds >= 1 else f"{milliseconds:.2f} ms"


def _line(cells: list[str], widths: list[int]) -> str:
    return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)) + " |"
