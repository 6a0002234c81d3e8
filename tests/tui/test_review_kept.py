"""Cards about what stands in a linked file that memtui may not write to: they say what the file keeps."""

from pathlib import Path

from textual.pilot import Pilot

from memtui.config.settings import Settings
from memtui.review.passes import run_pass
from memtui.store import sources
from memtui.store.opening import open_store
from memtui.tui.sources.linked import Linked
from tests.conftest import FrozenClock
from tests.review.planting import dropping, queued
from tests.sources.linked import linked, memory
from tests.tui.conftest import Opened, app_of, said, until
from tests.tui.linked import sources_of
from tests.tui.planting import KEY, review

WIDE = (120, 36)


def shown(pilot: Pilot[int]) -> str:
    rows = ("".join(part.text for part in line) for line in review(pilot).page.lines)
    return " ".join(" ".join(rows).split())


async def test_the_card_says_what_the_file_keeps_until_writing_is_allowed(
    opened: Opened, empty: Path, tmp_path: Path, clock: FrozenClock
) -> None:
    file = tmp_path / "AGENTS.md"
    file.write_text("# Rules\n\n- Rinse the pot\n- Turn the sign\n")
    with open_store(empty, clock=clock) as store:
        source = linked(store, file, agreed=False)
        queued(store, dropping(memory(store, source, "Rinse")))
    async with opened(empty, size=WIDE) as pilot:
        await pilot.press("2")
        assert "AGENTS.md keeps it, and agents go on reading it there: 8 w lets memtui write there" in shown(
            pilot
        )
        with app_of(pilot).store.write() as tx:
            sources.agree(tx, source.id, yes=True)
        review(pilot).reload()
        review(pilot).show_card()
        assert "keeps it" not in shown(pilot)


async def test_a_secret_in_a_file_that_may_not_be_written_is_refused_before_anything_is_asked(
    opened: Opened, empty: Path, tmp_path: Path, clock: FrozenClock
) -> None:
    file = tmp_path / "AGENTS.md"
    file.write_text(f"# Rules\n\n- The till logs in with {KEY} at night\n")
    with open_store(empty, clock=clock) as store:
        linked(store, file, agreed=False)
        run_pass(store, Settings())
    async with opened(empty, size=WIDE) as pilot:
        await pilot.press("2")
        refused = "emtui may not write to AGENTS.md yet: 8 w lets memtui write there"
        await until(pilot, lambda: refused in shown(pilot))
        await pilot.press("y")
        assert refused in said(pilot)
        assert len(app_of(pilot).screen_stack) == 1
    assert KEY in file.read_text()


async def test_sources_opens_on_the_file_that_the_card_speaks_of(
    opened: Opened, empty: Path, tmp_path: Path, clock: FrozenClock
) -> None:
    first, asked = tmp_path / "a" / "AGENTS.md", tmp_path / "b" / "AGENTS.md"
    for file, line in ((first, "Turn the sign"), (asked, "Rinse the pot")):
        file.parent.mkdir()
        file.write_text(f"# Rules\n\n- {line}\n")
    with open_store(empty, clock=clock) as store:
        linked(store, first, agreed=False)
        source = linked(store, asked, agreed=False)
        queued(store, dropping(memory(store, source, "Rinse")))
    async with opened(empty, size=WIDE) as pilot:
        await pilot.press("2")
        await until(pilot, lambda: "8 w lets memtui write there" in shown(pilot))
        await pilot.press("8")
        await until(pilot, lambda: sources_of(pilot).list.row is not None)
        row = sources_of(pilot).list.row
        assert isinstance(row, Linked)
        assert row.source.path == str(asked)
