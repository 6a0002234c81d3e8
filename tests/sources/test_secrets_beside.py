"""A secret that a linked place holds in no record, as in the line of an index: one yes takes it all out."""

import json
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
from memtui.review.verdicts import redact, reject
from memtui.sources.pending import still_there, still_words
from memtui.store import holes, proposals, write_backs
from memtui.store.database import Store
from tests.processes import Child
from tests.sources.linked import linked, memory, sync
from tests.sources.test_blotting import DIES

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


@pytest.mark.parametrize("where", ["before", "behind"])
def test_killed_at_the_other_file_the_next_yes_finishes_both(store: Store, folder: Path, where: str) -> None:
    linked(store, folder)
    (card,) = found(store)
    with pytest.raises(AssertionError):
        Child(store.path, DIES, card.id, where).done()
    assert (folder / "reference_token.md").read_text() == FACT
    assert redact(store, Settings(), card.id, by=PERSON).decided == [card.id]
    assert TOKEN not in in_files(folder)
    assert found(store) == []


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


OTHER = "AKIA" + "QYLPMN5HJ3TZ7WXA"
ALONE = f"# Notes\n\n- [Token](reference_token.md) — for the till\n- [Oven](oven.md) — answers to {OTHER}\n"
"""An index with a secret that no record says."""


@pytest.fixture
def alone(folder: Path) -> Path:
    """Return a folder with a secret in a line of its index and in no record."""
    (folder / "MEMORY.md").write_text(ALONE)
    (folder / "reference_token.md").write_text(FACT.replace(TOKEN, "a card"))
    return folder


def test_a_secret_in_no_record_is_counted_with_its_file(store: Store, folder: Path) -> None:
    source = linked(store, folder)
    still = still_there(store, source)
    assert sorted(Path(file).name for file in still.secret) == ["MEMORY.md", "reference_token.md"]
    (words,) = still_words(still, writes=True)
    assert words.startswith("MEMORY.md and reference_token.md hold a secret that agents read there")
    (card,) = found(store)
    redact(store, Settings(), card.id, by=PERSON)
    assert still_there(store, source).secret == ()


def test_a_secret_in_no_record_is_a_card_about_the_memory_that_its_line_names(
    store: Store, alone: Path
) -> None:
    source = linked(store, alone)
    (card,) = found(store)
    assert card.targets[0].id == memory(store, source, "oven").id
    assert card.reason.startswith("MEMORY.md holds an AWS key")
    assert dict(card.evidence.facts)["file"].endswith("MEMORY.md, line 4")
    assert OTHER not in repr(card)
    verdict = redact(store, Settings(), card.id, by=PERSON)
    assert "It is in MEMORY.md no more" in verdict.outcome.message
    assert OTHER not in in_files(alone)
    assert (still_there(store, source).secret, found(store)) == ((), [])


@pytest.mark.parametrize("part", ["heading", "description", "comment"])
def test_wherever_between_the_records_it_stands(store: Store, alone: Path, part: str) -> None:
    (alone / "MEMORY.md").write_text(
        "# Notes\n\n- [Token](reference_token.md)\n- [Oven](oven.md)\n\n- Rinse it\n"
    )
    changed = {
        "heading": ("MEMORY.md", "# Notes", f"# Notes for {OTHER}"),
        "description": ("oven.md", "description: The oven", f"description: The oven of {OTHER}"),
        "comment": ("oven.md", "type: project", f"type: project   # {OTHER}"),
    }
    name, before, after = changed[part]
    text = (alone / name).read_text().replace(before, after)
    (alone / name).write_text(text)
    source = linked(store, alone)
    assert [Path(file).name for file in still_there(store, source).secret][-1:] == [name]
    (card,) = found(store)
    redact(store, Settings(), card.id, by=PERSON)
    assert (alone / name).read_text() == text.replace(OTHER, "[redacted AWS key]")
    assert (still_there(store, source).secret, found(store)) == ((), [])


def test_one_that_comes_into_the_index_later_is_found_though_no_memory_changes(
    store: Store, alone: Path
) -> None:
    (alone / "MEMORY.md").write_text(ALONE.replace(OTHER, "nobody"))
    source = linked(store, alone)
    assert found(store) == []
    (alone / "MEMORY.md").write_text(ALONE)
    sync(store, source)
    (card,) = found(store)
    assert found(store) == [card]
    (alone / "MEMORY.md").write_text(ALONE.replace(OTHER, "nobody"))
    assert found(store) == []


def test_what_could_not_be_written_is_a_card_of_its_own_at_the_next_look(store: Store, folder: Path) -> None:
    linked(store, folder)
    (card,) = found(store)
    (folder / "MEMORY.md").chmod(0o444)
    redact(store, Settings(), card.id, by=PERSON)
    (card,) = found(store)
    assert card.evidence.file.endswith("MEMORY.md")
    (folder / "MEMORY.md").chmod(0o644)
    redact(store, Settings(), card.id, by=PERSON)
    assert TOKEN not in in_files(folder)


def test_a_secret_that_an_agent_writes_down_once_more_is_asked_about_once_more(
    store: Store, folder: Path
) -> None:
    source = linked(store, folder)
    for name, text in (("reference_token.md", FACT), ("MEMORY.md", INDEX), ("MEMORY.md", INDEX)):
        (folder / name).write_text(text)
        sync(store, source)
        (card,) = found(store)
        redact(store, Settings(), card.id, by=PERSON)
        assert TOKEN not in in_files(folder)


def test_a_no_to_it_is_not_asked_again(store: Store, alone: Path) -> None:
    linked(store, alone)
    (card,) = found(store)
    reject(store, [card.id], by=PERSON)
    passes.run_pass(store, Settings(), full=True)
    assert proposals.count_open(store) == 0


def test_a_short_secret_that_cannot_be_taken_out_is_not_said_to_be_gone(store: Store, tmp_path: Path) -> None:
    short = "hunt" + "3rx"
    file = tmp_path / "memory.jsonl"
    said = [f"The password is {short}"]
    till = {"type": "entity", "name": "till", "entityType": "machine", "observations": said}
    file.write_text(json.dumps(till).replace(short, "\\u0068" + short[1:]) + "\n")
    linked(store, file)
    (card,) = found(store)
    with pytest.raises(Refused, match=r"cannot be taken out of memory\.jsonl without changing more"):
        redact(store, Settings(), card.id, by=PERSON)
