"""Makes the pictures in this folder: every view on the example store, in both themes and three sizes.

`make screenshots` runs it. The clock stands still, so a picture only changes when the screen does.
Needs rsvg-convert and the Fira Code font (Debian: librsvg2-bin and fonts-firacode).
"""

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from textual import events
from textual.pilot import Pilot

from memtui.capture.embedding import fill
from memtui.config.settings import Embeddings, Llm, Settings
from memtui.demo import uses
from memtui.demo.example import drafts
from memtui.demo.home import FILES, write_files
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.filter import parse
from memtui.domain.instant import HOUR, Instant, from_iso
from memtui.lifecycle import change, states
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.undo import undo
from memtui.llm.embeddings import embedder
from memtui.review.passes import run_pass
from memtui.sources import syncing
from memtui.sources.places import variables
from memtui.store import selection
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.tui.app import MemtuiApp
from memtui.tui.ask.view import AskView
from memtui.tui.extract.view import ExtractView
from memtui.tui.insights.view import InsightsView
from memtui.tui.sources.view import SourcesView
from memtui.tui.time_travel.view import TimeView

FOLDER = Path(__file__).resolve().parent
NOW = from_iso("2026-11-20T12:00:00Z")
SIZES = {"small": (80, 24), "medium": (120, 36), "large": (200, 60)}
WIDTHS = {"small": "900", "medium": "1200", "large": "1600"}
"""Of the pictures, in pixels."""
DARK, LIGHT = "memtui-dark", "memtui-light"


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: its name, the keys that lead to it, and how it is shown."""

    name: str
    keys: tuple[str, ...] = ()
    size: str = "medium"
    theme: str = DARK
    text: str = ""
    """What is pasted behind the first key."""
    new: bool = False
    """Shown on a store that nothing was ever in."""
    no_color: bool = False
    """Shown as where NO_COLOR is set."""


NOTES = """\
Notes from the Fernhill planning call.

Tomasz decided that Fernhill moves its product images to Cloudflare R2, because the S3 bill reached \
310 euros in October. The migration has to be finished before 15 January 2027, when the seed season \
starts. Jonas prefers plain CSS over Tailwind for the new checkout page.

The Fernhill development server listens on port 8017 now. Ada's laptop is a Framework 13 with Fedora \
42; the old ThinkPad is only a build machine now. Fernhill's busiest hours are 18:00 to 21:00 on \
Sundays in February and March. Ada prefers short replies: at most three paragraphs unless she asks \
for more.

The team chose Plausible over Google Analytics for the shop. Jonas prefers plain CSS over Tailwind \
for the new checkout page.
"""
EXTRACTED = ("4", "x", "Y", "j", "n", "j")

PICTURES = (
    Picture("memories", ("j",) * 9),
    Picture("memories-light", ("j",) * 9, theme=LIGHT),
    Picture("memories-small", ("j",) * 4, "small"),
    Picture("memories-large", ("j",) * 12, "large"),
    Picture("memories-ansi", ("j",) * 4, "small", "ansi"),
    Picture("dropped-three", ("j", "j", "space", "space", "space", "j", "d")),
    Picture("filter", ("slash", *"cat:gotcha idle:14d")),
    Picture("detail", ("slash", *"webhooks", "enter", "enter")),
    Picture("forget", ("D", *"in:/project idle:60d below:0.1", "enter")),
    Picture("add", ("a", *"Backups are encrypted since May")),
    Picture("keys", ("question_mark",)),
    Picture("palette", ("colon", *"dr")),
    Picture("dropped", ("3", "j", "j")),
    Picture("review", ("2", "/", *"conflict", "enter")),
    Picture("review-batch", ("2", "/", *"fading", "enter")),
    Picture("review-light", ("2", "j"), "small", LIGHT),
    Picture("review-large", ("2", "/", *"conflict", "enter"), "large"),
    Picture("sources", ("S",)),
    Picture("sources-light", ("S",), "small", LIGHT),
    Picture("sources-write", ("S", "w")),
    Picture("sources-seen", ("slash", *"seed scanner", "enter", "space", "S", "v")),
    Picture("first-run", new=True),
    Picture("extract", EXTRACTED, text=NOTES),
    Picture("extract-light", EXTRACTED, "small", LIGHT, NOTES),
    Picture("history", ("5", "j")),
    Picture("history-light", ("5", "j"), theme=LIGHT),
    Picture("insights", ("6",)),
    Picture("insights-light", ("6",), theme=LIGHT),
    Picture("time", ("@", "H", "H", "h")),
    Picture("what-if", ("W", "right", "right")),
    Picture("ask", ("7", "slash", *"what machine does Ada use", "enter", "enter")),
    Picture("ask-light", ("7",), "small", LIGHT),
    Picture("settings", (",", *"jjj")),
)


def example(path: Path) -> None:
    """Make the example store, with a day of history of its own."""
    person = Actor(ActorKind.PERSON, "screen", "example")
    agent = Actor(ActorKind.AGENT, "claude-code", "example-agent")

    def at(hours: float) -> Store:
        now: Instant = NOW - hours * HOUR
        return open_store(path, clock=lambda: now)

    with at(26) as store:
        examples = drafts(store.now())
        import_drafts(store, examples, by=agent)
        with store.write() as tx:
            uses.record(tx, examples)
    with at(20) as store:
        states.drop(store, [20, 21, 22], by=person)
    with at(6) as store:
        change.edit(store, [40], change.Edit(importance=0.4), by=agent)
    with at(3.2) as store:
        change.edit(store, [6], change.Edit(categories=("decision", "deploy")), by=person)
    with at(1.4) as store:
        states.archive(store, [30], by=person)
    with at(0.3) as store:
        undo(store, by=person)
    with at(0.1) as store:
        fill_vectors(store)
        run_pass(store, Settings())
        syncing.link(store, agents_files(Path.home()), by=person, gate=Settings().gate)
        (label,) = selection.ids(store, parse("9100"))
        states.drop(store, [label], by=person)


def agents_files(home: Path) -> Path:
    """Write what agents remember below `home`; returns the folder that is linked."""
    write_files(home)
    for name in FILES:
        os.utime(home / name, (NOW - 5 * HOUR, NOW - 5 * HOUR))
    return (home / next(name for name in FILES if name.endswith("/MEMORY.md"))).parent


def fill_vectors(store: Store) -> None:
    """Give every memory its vector, so that the pass finds what is alike."""
    found = embedder(Embeddings(), Llm())
    if found is not None:
        fill(store, found)


async def picture(wanted: Picture, store_path: Path, out: Path) -> None:
    """Press the keys and write the picture as SVG."""
    os.environ.pop("NO_COLOR", None)
    if wanted.no_color:
        os.environ["NO_COLOR"] = "1"
    with open_store(store_path, clock=lambda: NOW) as store:
        app = MemtuiApp(store, theme=wanted.theme, name="examples")
        async with app.run_test(size=SIZES[wanted.size], notifications=True) as pilot:
            await pilot.pause(0.5)
            for number, key in enumerate(wanted.keys):
                await pressed(pilot, key)
                if wanted.text and number == 0:
                    app.post_message(events.Paste(wanted.text))
                    await pilot.pause()
                while isinstance(app.view, ExtractView) and app.view.extraction.child is not None:
                    await pilot.pause(0.05)
            await pilot.pause(0.6)
            out.write_text(self_contained(app), encoding="utf-8")


async def pressed(pilot: Pilot[int], key: str) -> None:
    """Press a key, and wait for what a thread or child answers where the view has one."""
    await pilot.press({" ": "space"}.get(key, key))
    view = pilot.app.view if isinstance(pilot.app, MemtuiApp) else None
    if isinstance(view, SourcesView | InsightsView | TimeView):
        await pilot.pause(0.6)
    while isinstance(view, AskView) and view.waiting:
        await pilot.pause(0.05)


def self_contained(app: MemtuiApp) -> str:
    """Return what the screen shows as an SVG that fetches nothing."""
    svg = app.export_screenshot(title="memtui")
    # The font is fetched from the web, and leading spaces are dropped, unless we see to both.
    return re.sub(r"@font-face\s*\{[^}]*\}", "", svg).replace("<svg ", '<svg xml:space="preserve" ', 1)


def at_home(home: Path) -> None:
    """Let `home` be the person's, with nothing in it that this machine's agents remember."""
    home.mkdir()
    for name in variables():
        os.environ.pop(name, None)
    os.environ["HOME"] = str(home)
    os.chdir(home)


def made(pictures: Sequence[Picture], into: Path) -> int:
    """Make pictures as PNG in a folder, and print the path of each; returns the exit code."""
    convert = shutil.which("rsvg-convert")
    if convert is None:
        print("rsvg-convert is missing; install librsvg2-bin (Debian) or librsvg (Homebrew)", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        at_home(Path(folder, "ada"))
        original = Path(folder, "examples.db")
        example(original)
        for wanted in pictures:
            store, svg = Path(folder, "copy.db"), Path(folder, "picture.svg")
            store.unlink(missing_ok=True)
            if not wanted.new:
                shutil.copy(original, store)
            asyncio.run(picture(wanted, store, svg))
            png = into / f"{wanted.name}.png"
            width = ("--width", WIDTHS[wanted.size], "--keep-aspect-ratio")
            subprocess.run([convert, *width, str(svg), "-o", str(png)], check=True)  # noqa: S603 - our own file
            print(png)
    return 0


def main() -> int:
    """Make all pictures of this folder, or those that are named; returns the exit code."""
    only = sys.argv[1:]
    return made([wanted for wanted in PICTURES if not only or wanted.name in only], FOLDER)


if __name__ == "__main__":
    sys.exit(main())
