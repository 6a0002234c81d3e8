"""A secret that a linked place holds in no record, as in the line of an index: one yes takes it all out."""

from pathlib import Path

import pytest

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.deeds import Deed
from memtui.domain.proposal import Proposal
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.review import passes
from memtui.review.verdicts import redact
from memtui.store import holes, proposals, write_backs
from memtui.store.database import Store
from tests.sources.linked import linked, memory, sync

TOKEN = "ghp_" + "q7Wz" * 9
NOTE = "[redacted GitHub token]"
INDEX = f"# Notes\n\n- [Token](reference_token.md) — the token is {TOKEN}\n- [Oven](oven.md)\n"
FACT = f"---\nname: token\ndescription: The till\ntype: reference\n---\n\nThe till logs in with {TOKEN}\n"
OVEN = "---\nname: oven\ndescription: The oven\ntype: project\n---\n\nThe oven is hot\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "memory"
    folder.mkdir()
    for name, text in {"MEMORY.md": INDEX, "reference_token.md": FACT, "oven.md": OVEN}.items():
        (folder / name).write_text(text)
    return folder


def found(store: Store) -> list[Proposal]:
    """Return the cards that a review pass leaves open."""
    passes.run_pass(store, Settings())
    return proposals.get_many(store, proposals.ids(store, proposals.Wanted()))


def in_files(folder: Path) -> str:
    return "".join(file.read_text() for file in sorted(folder.glob("*.md")))


def test_the_line_of_an_index_goes_with_the_fact_that_it_points_to(store: Store, folder: Path) -> None:
    linked(store, folder)
    (card,) = found(store)
    assert card.change.deed is Deed.BLOT
    facts = dict(card.evidence.facts)
    assert facts["file"].endswith("reference_token.md, line 7")
    assert facts["also in"].endswith("MEMORY.md, line 3")
    assert TOKEN not in repr(card)
    verdict = redact(store, Settings(), card.id, by=PERSON)
    assert "It is in MEMORY.md and reference_token.md no more" in verdict.outcome.message
    assert (folder / "MEMORY.md").read_text() == INDEX.replace(TOKEN, NOTE)
    assert (folder / "reference_token.md").read_text() == FACT.replace(TOKEN, NOTE)
    assert (folder / "oven.md").read_text() == OVEN
    assert found(store) == []


def test_it_is_gone_from_what_is_kept_of_the_other_file_too(store: Store, folder: Path) -> None:
    (folder / "MEMORY.md").write_text(INDEX + "- Rinse the pot\n")
    source = linked(store, folder)
    drop(store, [memory(store, source, "Rinse").id], by=PERSON)
    sync(store, source)
    (kept,) = write_backs.of_source(store, source.id)
    assert kept.file.endswith("MEMORY.md")
    key = write_backs.hole_key(store)
    whole = holes.filled(key, kept.write.before, kept.write.holes, [(folder / "MEMORY.md").read_bytes()])
    with store.write() as tx:  # as kept before the kind of the secret was known
        write_backs.rewrite(tx, kept.id, (whole, (), kept.write.base_hash))
    (card,) = found(store)
    redact(store, Settings(), card.id, by=PERSON)
    assert all(TOKEN.encode() not in data for _, data in write_backs.kept_bytes(store))
    undo(store, by=PERSON)
    assert sync(store, source).problem == ""
    assert (folder / "MEMORY.md").read_text() == (INDEX + "- Rinse the pot\n").replace(TOKEN, NOTE)


def test_where_the_other_file_cannot_be_written_that_is_said(store: Store, folder: Path) -> None:
    linked(store, folder)
    (card,) = found(store)
    (folder / "MEMORY.md").chmod(0o444)
    verdict = redact(store, Settings(), card.id, by=PERSON)
    assert "It is in reference_token.md no more" in verdict.outcome.message
    assert "MEMORY.md still holds it" in verdict.outcome.message
    assert "read-only" in verdict.outcome.message
    assert (folder / "MEMORY.md").read_text() == INDEX
    assert TOKEN not in (folder / "reference_token.md").read_text()


def test_where_nothing_may_be_written_no_file_changes(store: Store, folder: Path) -> None:
    linked(store, folder, agreed=False)
    (card,) = found(store)
    before = in_files(folder)
    with pytest.raises(Refused, match="memtui may not write"):
        redact(store, Settings(), card.id, by=PERSON)
    assert in_files(folder) == before


def test_a_word_that_is_a_password_in_one_file_is_a_word_in_the_other(store: Store, folder: Path) -> None:
    word = "marzipan" + "kuchen"
    (folder / "reference_token.md").write_text(
        FACT.replace(f"logs in with {TOKEN}", f"has the password: {word}")
    )
    index = f"# Notes\n\n- [Token](reference_token.md) — of the {word} till\n- [Oven](oven.md)\n"
    (folder / "MEMORY.md").write_text(index)
    linked(store, folder)
    for card in found(store):
        redact(store, Settings(), card.id, by=PERSON)
    assert (folder / "MEMORY.md").read_text() == index


def test_what_a_fact_says_by_its_line_in_the_index_alone_goes_out_of_the_index(
    store: Store, folder: Path
) -> None:
    (folder / "reference_token.md").write_text("The oven is lit at six\n")
    linked(store, folder)
    (card,) = found(store)
    verdict = redact(store, Settings(), card.id, by=PERSON)
    assert verdict.decided == [card.id]
    assert (folder / "MEMORY.md").read_text() == INDEX.replace(TOKEN, NOTE)
    assert (folder / "reference_token.md").read_text() == "The oven is lit at six\n"
    assert "It is in MEMORY.md no more" in verdict.outcome.message
