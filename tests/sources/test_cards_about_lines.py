"""What waits for a person about a line of a file, and what waits about the same memory for other reasons."""

from pathlib import Path

from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.proposal import Proposal
from memtui.lifecycle.change import Edit, edit
from memtui.store import proposals
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from memtui.store.unsettled import CHANGED
from tests.review.planting import dropping, queued
from tests.sources.linked import ROSA, folder_of, linked, memory, sync


def waiting(store: Store, rule: str) -> list[Proposal]:
    return proposals.get_many(store, proposals.ids(store, Wanted(rule=rule)))


def test_a_line_that_changes_again_takes_back_no_card_about_something_else(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    rosa = memory(store, source, "Rosa")
    edit(store, [rosa.id], Edit(text="Rosa is a cook."), by=PERSON)
    queued(store, dropping(memory(store, source, "Rosa")))
    for trade in ("brewer", "miller"):
        (folder / "rosa.md").write_bytes(ROSA.replace("baker", trade).encode())
        sync(store, source)
        (card,) = waiting(store, CHANGED)
        assert card.change.text == f"Rosa is a {trade}."
        assert len(waiting(store, "junk")) == 1
    (folder / "rosa.md").write_bytes(ROSA.encode())
    sync(store, source)
    assert (waiting(store, CHANGED), len(waiting(store, "junk"))) == ([], 1)


def test_a_card_names_whose_files_a_line_was_taken_out_of(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    index = folder / "MEMORY.md"
    index.write_text(index.read_text().replace("- the printer listens on 9100\n", ""))
    assert sync(store, source).proposed == 1
    (card,) = proposals.get_many(store, proposals.ids(store))
    assert card.reason == "it was taken out of Claude Code's files"
