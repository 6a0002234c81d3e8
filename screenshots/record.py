"""Makes the recording in the README, one animated SVG of a real run: `python -m screenshots.record`.

The keys of `STORY` are pressed on the example store, at a clock that stands still. After each the screen is
drawn as for a picture. A row of the screen is kept once, with the frames it is in, and CSS shows it then:
so half a minute takes no more room than a few pictures. Where nothing moves (on paper, for whoever asks for
less motion) the first frame is seen.

`python -m screenshots.record --at 12.5 FILE` writes what is seen after so many seconds as a still picture.
"""

import argparse
import asyncio
import html
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from memtui.store.opening import open_store
from memtui.tui.app import MemtuiApp
from memtui.tui.themes import PALETTES
from screenshots.make import DARK, FOLDER, NOW, at_home, example, pressed, self_contained

FILE = FOLDER / "recording.svg"
SIZE = (112, 30)
BACK = PALETTES[DARK].back
_CELL, _LINE = 12.2, 24.4
"""The size of a character, as Rich draws it."""
_LEFT, _TOP = 9, 41
"""Where the screen begins in its window."""
_SCREEN = SIZE[1] * _LINE
_WIDTH, _HEIGHT = 2 * _LEFT + SIZE[0] * _CELL, _TOP + _LEFT + _SCREEN
_RECT = re.compile(r'<rect fill="(#\w+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="24')
_TEXT = re.compile(
    r'<text class="([\w-]+-r\d+)" x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)"[^>]*>([^<]*)</text>'
)


@dataclass(frozen=True, slots=True)
class Step:
    """Some keys, what is said of them meanwhile, and for how many seconds the result is looked at."""

    keys: tuple[str, ...]
    says: str
    seconds: float
    between: float = 0.35
    """Seconds between two of the keys."""


def _typed(words: str) -> tuple[str, ...]:
    return tuple("space" if letter == " " else letter for letter in words)


STORY = (
    Step((), "What your agents remember, the strongest first", 2.5),
    Step(("j", "j", "j"), "What your agents remember, the strongest first", 1.2),
    Step(("w",), "w    the weakest first: that is where the rubbish is", 2.5),
    Step(("j", "d"), "d    drops it", 2.0, 0.8),
    Step(("u",), "u    brings it back, always", 2.0),
    Step(("2",), "2    Review proposes; nothing happens before you say yes", 1.8),
    Step(("/", *_typed("conflict"), "enter"), "Two memories disagree", 2.8, 0.08),
    Step(("y",), "y    yes", 1.8),
    Step(("n",), "n    no, and don't ask again", 1.8),
    Step(("7",), "7    Ask: what would an agent be told?", 1.5),
    Step(
        ("slash", *_typed("what machine does Ada use"), "enter", "enter"), "The very text, and why", 3.5, 0.07
    ),
    Step(("1", "@"), "@    the store as it was, or will be", 1.5, 0.6),
    Step(("H", "H", "h", "h"), "←    a month back, a day back", 2.5, 0.6),
)


@dataclass(frozen=True, slots=True)
class Frame:
    """What the screen shows for some seconds, as the SVG of a picture."""

    svg: str
    says: str
    seconds: float


async def frames_of(story: Sequence[Step], store_path: Path) -> AsyncIterator[Frame]:
    """Press the keys of a story on the screen of a store, and yield what is seen."""
    with open_store(store_path, clock=lambda: NOW) as store:
        app = MemtuiApp(store, theme=DARK, name="examples")
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await pilot.pause(0.5)
            for step in story:
                for number, key in enumerate(step.keys, start=1):
                    await pressed(pilot, key)
                    if number < len(step.keys):
                        yield Frame(self_contained(app), step.says, step.between)
                await pilot.pause(0.4)
                yield Frame(self_contained(app), step.says, step.seconds)


# -- one SVG of many -------------------------------------------------------------------------


def recording(frames: Sequence[Frame]) -> str:
    """Return frames of equal size as one SVG that plays them over and over."""
    styles: dict[str, str] = {}
    seen: dict[str, list[int]] = {}
    """What is drawn, and in which frames."""
    for number, frame in enumerate(frames):
        for drawn in (_caption(frame.says), *_rows(frame.svg, styles)):
            seen.setdefault(drawn, []).append(number)
    ends = list(accumulate(frame.seconds for frame in frames))
    times: dict[str, str] = {}
    body = [_at_its_times(drawn, shown, ends, times) for drawn, shown in seen.items()]
    looks = "".join(f".{name}{{{css}}}" for css, name in styles.items())
    moves = "".join(f"@keyframes {name}{{{steps}}}" for steps, name in times.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}">'
        f"<style>text{{font:20px Fira Code,Menlo,Consolas,monospace}}.says{{fill:#e6e6e6}}{looks}"
        f".t{{animation:{ends[-1]:.2f}s step-end infinite}}{moves}"
        "@media (prefers-reduced-motion:reduce){.t{animation:none!important}}</style>"
        f'<rect width="{_WIDTH:g}" height="{_HEIGHT:g}" rx="8" fill="#292929"/>'
        f'<rect x="{_LEFT}" y="{_TOP}" width="{_WIDTH - 2 * _LEFT:g}" height="{_SCREEN:g}" fill="{BACK}"/>'
        f"{''.join(body)}</svg>\n"
    )


def _at_its_times(drawn: str, shown: Sequence[int], ends: Sequence[float], times: dict[str, str]) -> str:
    """Return what is drawn with the animation that shows it in its frames; none where it is always there."""
    if len(shown) == len(ends):
        return f"<g>{drawn}</g>"
    there = [number in shown for number in range(len(ends))]
    steps = ""
    for number, now in enumerate(there):
        if number == 0 or now != there[number - 1]:
            at = 100 * (ends[number - 1] if number else 0.0) / ends[-1]
            steps += f"{at:.2f}%{{visibility:{'visible' if now else 'hidden'}}}"
    name = times.setdefault(steps, f"k{len(times)}")
    return f'<g class="t" style="animation-name:{name}{"" if there[0] else ";visibility:hidden"}">{drawn}</g>'


def _rows(svg: str, styles: dict[str, str]) -> list[str]:
    """Return how each row of a picture is drawn, its looks by the names in `styles`."""
    looks = dict(re.findall(r"\.([\w-]+-r\d+) \{ ?([^}]*?);? ?\}", svg))
    rows: dict[int, list[str]] = {}
    for fill, x, y, width in _RECT.findall(svg):
        if fill != BACK:
            row = round((float(y) - 1.5) / _LINE)
            top = _TOP + row * _LINE
            rows.setdefault(row, []).append(
                f'<rect fill="{fill}" x="{_LEFT + float(x):g}" y="{top:g}" width="{width}" height="{_LINE}"/>'
            )
    for look, x, y, length, words in _TEXT.findall(svg):
        if words.replace("&#160;", "").strip() or "underline" in looks[look]:
            name = styles.setdefault(looks[look].replace(": ", ":"), f"c{len(styles)}")
            row = round((float(y) - 20) / _LINE)
            at = f'x="{_LEFT + float(x):g}" y="{_TOP + float(y):g}" textLength="{length}"'
            rows.setdefault(row, []).append(f'<text class="{name}" {at}>{words}</text>')
    return ["".join(rows[row]) for row in sorted(rows)]


def _caption(words: str) -> str:
    return f'<text class="says" x="{_WIDTH / 2:g}" y="28" text-anchor="middle">{html.escape(words)}</text>'


async def _record(folder: Path) -> list[Frame]:
    at_home(folder / "ada")
    store = folder / "examples.db"
    example(store)
    return [frame async for frame in frames_of(STORY, store)]


def main() -> int:
    """Make the recording, or a still of it; returns the exit code."""
    arguments = argparse.ArgumentParser(description="Make the recording in the README.")
    arguments.add_argument("--at", type=float, help="seconds: write what is seen then, and nothing else")
    arguments.add_argument("file", nargs="?", type=Path, default=FILE)
    chosen = arguments.parse_args()
    file = chosen.file.absolute()
    with tempfile.TemporaryDirectory() as folder:
        frames = asyncio.run(_record(Path(folder)))
    if chosen.at is not None:
        ends = accumulate(frame.seconds for frame in frames)
        frames = [next((f for f, end in zip(frames, ends, strict=True) if chosen.at < end), frames[-1])]
    file.write_text(recording(frames), "utf-8")
    print(f"{file.name}: {file.stat().st_size / 1e3:,.0f} kB, {sum(f.seconds for f in frames):.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
