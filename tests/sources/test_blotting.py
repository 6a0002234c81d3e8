"""A secret in a linked file: review finds it, and after a yes it is in no file, the store's included."""

import json
from pathlib import Path

import pytest

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.deeds import Deed
from memtui.domain.memory import State
from memtui.domain.proposal import Proposal
from memtui.domain.proposal_status import Status
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.review import passes
from memtui.review.verdicts import redact
from memtui.sources.pending import still_there
from memtui.store import holes, journal, memories, proposals, sources, write_backs
from memtui.store.database import Store
from tests.processes import Child
from tests.sources.linked import linked, memory, sync

TOKEN = "ghp_" + "a1B2" * 9
NOTE = "[redacted GitHub token]"
PEM = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----"
RULES = f"# Rules\n\n- Rinse the pot\n- The till logs in with {TOKEN} at night\n-  Never   refill a cup\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "CLAUDE.md"
    file.write_text(RULES)
    return file


def found(store: Store) -> list[Proposal]:
    """Return the cards that a review pass leaves open."""
    passes.run_pass(store, Settings())
    return proposals.get_many(store, proposals.ids(store, proposals.Wanted()))


def everything(store: Store, folder: Path) -> bytes:
    """Return all bytes below a folder, the store's log and what it keeps compressed among them."""
    kept = [data for _, data in write_backs.kept_bytes(store)]
    return b"\0".join([file.read_bytes() for file in folder.rglob("*") if file.is_file()] + kept)


def test_a_yes_leaves_a_note_in_its_place_and_the_secret_nowhere(
    store: Store, file: Path, tmp_path: Path
) -> None:
    source = linked(store, file)
    (card,) = found(store)
    assert card.change.deed is Deed.BLOT
    assert card.reason.startswith("its line in CLAUDE.md holds a GitHub token, and every agent that loads")
    assert card.evidence.facts[0][1].endswith("CLAUDE.md, line 4")
    assert TOKEN not in repr(card)
    verdict = redact(store, Settings(), card.id, by=PERSON)
    assert verdict.decided == [card.id]
    assert verdict.outcome.message.endswith("It is in CLAUDE.md no more, nor in what is kept for undo")
    assert file.read_text() == RULES.replace(TOKEN, NOTE)
    assert TOKEN.encode() not in everything(store, tmp_path)
    assert still_there(store, source).secret == ()
    assert (sync(store, source).added, found(store)) == (0, [])


def test_no_undo_brings_it_back_and_what_undo_takes_back_is_something_else(store: Store, file: Path) -> None:
    source = linked(store, file)
    drop(store, [memory(store, source, "Rinse").id], by=PERSON)
    sync(store, source)
    (card,) = found(store)
    redact(store, Settings(), card.id, by=PERSON)
    assert [op.undoable for op in journal.ops(store) if op.kind == "redact"] == [False]
    undo(store, by=PERSON)
    told = sync(store, source)
    assert (told.problem, told.left) == ("", [])
    assert file.read_text() == RULES.replace(TOKEN, NOTE)
    assert list(write_backs.kept_bytes(store)) == []


def test_once_it_is_out_its_line_is_dropped_and_comes_back_like_any_other(store: Store, file: Path) -> None:
    source = linked(store, file)
    (card,) = found(store)
    redact(store, Settings(), card.id, by=PERSON)
    drop(store, [memory(store, source, "The till").id], by=PERSON)
    sync(store, source)
    assert "till" not in file.read_text()
    undo(store, by=PERSON)
    sync(store, source)
    assert file.read_text() == RULES.replace(TOKEN, NOTE)


def test_old_bytes_that_were_kept_before_its_kind_was_known_lose_it_too(
    store: Store, file: Path, tmp_path: Path
) -> None:
    source = linked(store, file)
    drop(store, [memory(store, source, "Rinse").id], by=PERSON)
    sync(store, source)
    (kept,) = write_backs.of_source(store, source.id)
    whole = holes.filled(
        write_backs.hole_key(store), kept.write.before, kept.write.holes, [file.read_bytes()]
    )
    with store.write() as tx:
        write_backs.rewrite(tx, kept.id, (whole, (), kept.write.base_hash))
    assert TOKEN.encode() in everything(store, tmp_path).replace(file.read_bytes(), b"")
    (card,) = found(store)
    redact(store, Settings(), card.id, by=PERSON)
    assert TOKEN.encode() not in everything(store, tmp_path)
    undo(store, by=PERSON)
    sync(store, source)
    assert file.read_text() == RULES.replace(TOKEN, NOTE)


def test_two_secrets_are_two_cards_and_the_other_ones_hole_stays(store: Store, file: Path) -> None:
    other = "AKIAIOSFODNN7ABCDEFG"
    whole = RULES + f"- The oven answers to {other}\n"
    file.write_text(whole)
    source = linked(store, file)
    drop(store, [memory(store, source, "Rinse").id], by=PERSON)
    sync(store, source)
    cards = {card.evidence.facts[1][1].split(",")[0]: card for card in found(store)}
    redact(store, Settings(), cards["GitHub token"].id, by=PERSON)
    undo(store, by=PERSON)
    told = sync(store, source)
    assert (told.problem, told.left) == ("", [])
    assert file.read_text() == whole.replace(TOKEN, NOTE)


def test_a_private_key_in_json_loses_its_lines_and_the_file_stays_json(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"
    till = {"type": "entity", "name": "till", "entityType": "machine", "observations": [f"Signs by {PEM}"]}
    oven = {"type": "entity", "name": "oven", "entityType": "machine", "observations": ["Is hot"]}
    file.write_text("".join(json.dumps(each) + "\n" for each in (till, oven)))
    before = file.read_bytes()
    linked(store, file)
    (card,) = found(store)
    redact(store, Settings(), card.id, by=PERSON)
    key = json.dumps(PEM)[1:-1].encode()
    assert file.read_bytes() == before.replace(key, b"[redacted private key]")
    assert b"b3BlbnNzaC1rZXktdjEAAAAA" not in everything(store, tmp_path)


def test_where_nothing_may_be_written_the_card_says_so_and_a_yes_changes_nothing(
    store: Store, file: Path
) -> None:
    source = linked(store, file, agreed=False)
    (card,) = found(store)
    with pytest.raises(Refused, match=r"memtui may not write to CLAUDE\.md: take the secret out there"):
        redact(store, Settings(), card.id, by=PERSON)
    assert file.read_text() == RULES
    with store.write() as tx:
        sources.agree(tx, source.id, yes=True)
    redact(store, Settings(), card.id, by=PERSON)
    assert file.read_text() == RULES.replace(TOKEN, NOTE)


def test_a_secret_that_a_person_took_out_meanwhile_is_asked_about_no_more(store: Store, file: Path) -> None:
    linked(store, file)
    (card,) = found(store)
    file.write_text(RULES.replace(TOKEN, NOTE))
    verdict = redact(store, Settings(), card.id, by=PERSON)
    assert (verdict.stale, verdict.outcome.message) == ([card.id], "No linked file holds it any more")
    assert found(store) == []


def test_a_memory_that_kept_it_itself_loses_it_together_with_its_line(
    store: Store, file: Path, tmp_path: Path
) -> None:
    source = linked(store, file)
    it = memory(store, source, "The till")
    with store.write() as tx:  # as an older memtui stored it, which did not know the kind
        tx.execute("UPDATE memories SET text = ? WHERE id = ?", (it.text.replace(NOTE, TOKEN), it.id))
    (card,) = found(store)
    assert card.change.deed is Deed.REDACT
    redact(store, Settings(), card.id, by=PERSON)
    assert file.read_text() == RULES.replace(TOKEN, NOTE)
    assert TOKEN.encode() not in everything(store, tmp_path)
    assert memory(store, source, "The till").text == f"The till logs in with {NOTE} at night"


def test_a_file_that_is_gone_holds_no_secret(store: Store, file: Path) -> None:
    linked(store, file)
    (card,) = found(store)
    file.unlink()
    verdict = redact(store, Settings(), card.id, by=PERSON)
    assert (verdict.stale, verdict.outcome.message) == ([card.id], "No linked file holds it any more")
    assert found(store) == []


def test_what_cannot_be_taken_out_without_more_is_left_and_said(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"
    till = {"type": "entity", "name": "till", "entityType": "machine", "observations": [f"Uses {TOKEN}"]}
    file.write_text(json.dumps(till).replace("ghp_", "\\u0067hp_") + "\n")
    before = file.read_bytes()
    linked(store, file)
    (card,) = found(store)
    with pytest.raises(Refused, match=r"cannot be taken out of memory\.jsonl without changing more"):
        redact(store, Settings(), card.id, by=PERSON)
    assert file.read_bytes() == before


def test_a_file_that_memtui_made_has_no_old_bytes_to_mend(store: Store, file: Path) -> None:
    source = linked(store, file)
    drop(store, [memory(store, source, "Rinse").id], by=PERSON)
    sync(store, source)
    with store.write() as tx:
        tx.execute("UPDATE write_backs SET before = NULL, holes = '[]', base_hash = NULL")
    (card,) = found(store)
    redact(store, Settings(), card.id, by=PERSON)
    assert TOKEN not in file.read_text()
    (kept,) = write_backs.of_source(store, source.id)
    assert (kept.write.before, kept.write.base_hash) == (None, None)


DIES = """
from memtui.config.settings import Settings
from memtui.review.verdicts import redact
from memtui.sources import blotting
real = blotting.replace_file
def dying(*args):
    if sys.argv[3] == "behind":
        real(*args)
    os.kill(os.getpid(), 9)
blotting.replace_file = dying
redact(store, Settings(), int(sys.argv[2]), by=PERSON)
"""


@pytest.mark.parametrize("where", ["before", "behind"])
def test_killed_at_the_file_the_next_yes_or_look_finishes_it(
    store: Store, file: Path, tmp_path: Path, where: str
) -> None:
    source = linked(store, file)
    drop(store, [memory(store, source, "Rinse").id], by=PERSON)
    sync(store, source)
    (card,) = found(store)
    with pytest.raises(AssertionError):
        Child(store.path, DIES, card.id, where).done()
    redact(store, Settings(), card.id, by=PERSON)
    assert TOKEN.encode() not in everything(store, tmp_path)
    undo(store, by=PERSON)
    assert sync(store, source).problem == ""
    assert file.read_text() == RULES.replace(TOKEN, NOTE)
    assert proposals.get_many(store, [card.id])[0].status in {Status.ACCEPTED, Status.WITHDRAWN}
    assert [one.state for one in memories.get_many(store, [1, 2, 3])] == [State.LIVE] * 3
