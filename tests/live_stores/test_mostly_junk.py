"""A store that is nearly all junk: two decisions in Review take out most of it, and nothing good."""

from pathlib import Path

import pytest

from memtui.config.settings import Gate, Settings
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.card_kinds import Kind
from memtui.live_stores import registry
from memtui.review.passes import run_pass
from memtui.review.verdicts import accept
from memtui.sources import syncing
from memtui.store import proposals, sources
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from tests.live_stores.shelf import Shelf, read, write
from tests.sources.linked import sync

GOOD = (
    "Ines is allergic to hazelnuts; check labels before ordering",
    "We settled on Caddy instead of nginx since certificates renew themselves",
    "The printer answers only on the 2.4 GHz network",
    "Home Assistant must not restart the heating by itself; it flooded the cellar in January",
    "The van's inspection is due in October 2031",
)
TOLD = (
    "You are Vega, a personal assistant that lives on a home server",
    "Always read SOUL.md, USER.md and MEMORY.md before you begin a session",
    "If nothing needs attention answer HEARTBEAT_OK",
)
WAYS = ("{}", "The agent's instructions say: {}", "Agent is instructed: {}", "System prompt: {}")
PASSING = ("HEARTBEAT_OK", "The user said thanks", "Assistant is about to restart the gateway")


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Five memories worth keeping among 115 that are not, as an agent that heard itself left them."""
    monkeypatch.setattr(registry, "live_stores", lambda: (Shelf(),))
    told = [way.format(line) for line in TOLD for way in WAYS] * 5
    texts = [*GOOD, *told, *(PASSING * 10), *["User prefers Vim as the editor"] * 25]
    file = tmp_path / "shelf.json"
    write(file, {f"k{n:03}": {"text": text} for n, text in enumerate(texts)})
    return file


def test_two_decisions_leave_little_and_all_that_is_good(store: Store, shelf: Path) -> None:
    source, _ = syncing.link(store, f"shelf:{shelf}", by=PERSON, gate=Gate())
    with store.write() as tx:
        sources.agree(tx, source.id, yes=True)
    run_pass(store, Settings())
    for kind in (Kind.JUNK, Kind.DUPLICATE):
        accept(store, Settings(), proposals.ids(store, Wanted(kinds=frozenset({kind}))), by=PERSON)
    assert sync(store, source).problem == ""
    left = {str(row["text"]) for row in read(shelf).values() if isinstance(row, dict)}
    assert left >= set(GOOD)
    assert len(left) <= len(GOOD) + 6
