"""The screen with one text that somebody would wait for: shown, searched for, pasted, and on a card; for
`benchmarks.one_text`.

What is measured is the processor time of the screen's own thread, which no key gets past: what other threads
and processes do meanwhile does not hold it up.
"""

import contextlib
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from pathlib import Path

from textual import events
from textual.pilot import Pilot

from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.filter import Filter
from memtui.domain.memory import Draft, Memory, MemoryType, Origin
from memtui.domain.proposal import Finding, Target
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.propose import propose
from memtui.store import memories, selection
from memtui.store.opening import open_store
from memtui.tui.app import MemtuiApp

_ROUNDS = 3
"""How often nothing may be left to do before the screen counts as at rest."""
Worst = dict[str, tuple[float, str]]
"""The seconds of the slowest piece, by what was done."""


async def measured(folder: Path, pieces: Iterable[str], size: int) -> Worst:
    """Return how long the screen's thread took for texts of `size` characters, the slowest of each act."""
    worst: Worst = {}
    for piece in pieces:
        with contextlib.suppress(_NotKept), tempfile.TemporaryDirectory(dir=folder) as own:
            async with _screen(Path(own) / "screen.db", piece, size) as pilot:
                for act, seconds in (await _acts(pilot, piece * (size // len(piece)))).items():
                    worst[act] = max(worst.get(act, (0.0, "")), (seconds, piece))
    return worst


class _NotKept(Exception):
    """A text that no store takes: there is nothing to show."""


@contextlib.asynccontextmanager
async def _screen(path: Path, piece: str, size: int) -> AsyncIterator[Pilot[int]]:
    """Open the screen on a store with a long text, one nearly like it, and a card about each and both."""
    with open_store(path) as store:
        text = piece * (size // len(piece))
        drafts = [
            Draft(text=each, scope="/project/atlas", importance=0.9 - number / 10, origin=Origin.IMPORTED)
            for number, each in enumerate((text, f"{text[:-5]} more"))
        ]
        import_drafts(store, drafts, by=PERSON_AT_CLI)
        kept = memories.get_many(store, list(selection.ids(store, Filter(), 2)))
        if len(kept) < len(drafts):
            raise _NotKept
        propose(store, [_duplicate(*kept), _rule(kept[0]), _secret(kept[1])])
        app = MemtuiApp(store)
        async with app.run_test(size=(120, 36)) as pilot:
            yield pilot


def _duplicate(one: Memory, other: Memory) -> Finding:
    change = Change(Deed.KEEP, keep=one.id, gone=(other.id,))
    targets = (Target.of(one), Target.of(other))
    return Finding(Kind.DUPLICATE, "duplicate/test", targets, "two say the same", change, one.scope)


def _rule(memory: Memory) -> Finding:
    change = Change(Deed.RETYPE, keep=memory.id, type=MemoryType.CONSTITUTIONAL)
    return Finding(Kind.PROMOTE, "promote/test", (Target.of(memory),), "used often", change, memory.scope)


def _secret(memory: Memory) -> Finding:
    change = Change(Deed.DROP, gone=(memory.id,))
    return Finding(Kind.SECRET, "secret/test", (Target.of(memory),), "it may be one", change, memory.scope)


async def _acts(pilot: Pilot[int], text: str) -> Mapping[str, float]:
    """Press the keys that show a text, and return how long the screen's thread took for each."""
    took: dict[str, float] = {}

    async def timed(act: str, done: Callable[[], Awaitable[None]]) -> None:
        await _at_rest(pilot)
        started = time.thread_time()
        await done()
        await _at_rest(pilot)
        took[act] = max(took.get(act, 0.0), time.thread_time() - started)

    async def pasted() -> None:
        (pilot.app.focused or pilot.app.screen).post_message(events.Paste(text))

    def pressed(*keys: str) -> Callable[[], Awaitable[None]]:
        return lambda: pilot.press(*keys)

    await timed("the cursor comes to it", pressed("j"))
    await timed("it is shown whole, over the screen", pressed("enter"))
    await timed("it is laid out anew in a narrower window", lambda: pilot.resize_terminal(100, 36))
    await pilot.press("escape")
    await pilot.press("/")
    await timed("it is pasted into the search", pasted)
    await timed("it is pasted into the search once more", pasted)
    await pilot.press("escape")
    await pilot.press("2")
    for _ in range(3):
        await timed("its card comes up", pressed("j"))
        await timed("its card is shown whole", pressed("z"))
        await pilot.press("escape")
    await pilot.press("5")
    await timed("History tells of it", pressed("j"))
    await pilot.press("4")
    await timed("it is pasted into Extract", pasted)
    await timed("it is looked through in Extract", pressed("G"))
    return took


async def _at_rest(pilot: Pilot[int]) -> None:
    """Wait until the screen has nothing left to do."""
    for _ in range(_ROUNDS):
        await pilot.pause()
