"""A purge leaves nothing of a text anywhere: every table is read, what is compressed is unpacked."""

import contextlib
import sqlite3
import zlib
from pathlib import Path

import pytest

from memtui.config.settings import Gate, Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.filter import parse
from memtui.domain.memory import Draft, Memory, State
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.lifecycle.add import add
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.enqueue import COMPACT, TEXT
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.propose import as_told, propose
from memtui.lifecycle.purge import purge_proposals
from memtui.lifecycle.states import drop, forget
from memtui.lifecycle.undo import undo
from memtui.review.verdicts import accept, later, reject
from memtui.sources import syncing
from memtui.sources.purging import purge
from memtui.store import accesses, jobs, journal, memories, proposals, sessions, sources, write_backs
from memtui.store.database import Store
from memtui.store.scrubbing import ERASED
from memtui.store.write_backs import Write
from tests.lifecycle.worlds import AGENT, PERSON, added
from tests.queueing import queue_job
from tests.sources.linked import bytes_in, folder_of, linked

FIRST = "The zyxgrault passphrase of the till is quuxplugh, said Rosa"
SECOND = "The zyxgrault passphrase of the till changed to plughfred"
THIRD = 'Rosa keeps the zyxgrault passphrase "fredbarre" in the drawer'
TILL = "Ports: the till listens on 8080"
WORDS = ("zyxgrault", "quuxplugh", "plughfred", "fredbarre")


def places(store: Store, *words: str) -> set[str]:
    """Return `table.column` of everything in the store that holds one of the words."""
    found = set()
    with contextlib.closing(sqlite3.connect(store.path)) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            cursor = connection.execute(f'SELECT * FROM "{table}"')
            names = [column[0] for column in cursor.description]
            for row in cursor:
                for name, value in zip(names, row, strict=True):
                    if any(word.encode() in data for data in readings(value) for word in words):
                        found.add(f"{table}.{name}")
    return found


def readings(value: object) -> list[bytes]:
    """Return the bytes of a value, as it is and unpacked."""
    data = value if isinstance(value, bytes) else str(value).encode()
    try:
        return [data.lower(), zlib.decompress(data).lower()]
    except zlib.error:
        return [data.lower()]


def card(store: Store, text: str, about: int, **more: object) -> int:
    """Put what capture learned about a memory into the queue, and return the card."""
    (memory,) = memories.get_many(store, [about])
    draft = as_told(Draft(text, memory.scope, provenance={"quote": f"user: {text}!"}))
    finding = Finding(
        Kind.LEARNED,
        "learned/update",
        (Target.of(memory),),
        f"it says “{text[:60]}…”",
        Change(Deed.LEARN, gone=(about,), draft=draft),
        memory.scope,
        Evidence(facts=(("said", text[:50]),), quote=text, before_after=((FIRST, text),)),
        **more,  # type: ignore[arg-type]
    )
    return propose(store, [finding]).ids[0]


def in_folder(store: Store, text: str) -> int:
    """Return the memory of a linked folder that says a text."""
    (memory,) = memories.same_text(store, text)
    return memory.id


def test_nothing_of_a_memory_is_left_whatever_happened_to_it(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    (folder / "rosa.md").write_text(f"---\nname: rosa\ntype: user\n---\n\n{FIRST}\n")
    source = linked(store, folder)
    memory = in_folder(store, FIRST)
    edit(store, [memory], Edit(text=SECOND, abstract="the zyxgrault passphrase of the till"), by=PERSON)
    syncing.sync(store, source, gate=Gate())
    undo(store, by=PERSON)
    syncing.sync(store, source, gate=Gate())
    edit(store, [memory], Edit(text=SECOND), by=AGENT)
    syncing.sync(store, source, gate=Gate())
    accept(store, Settings(), [card(store, THIRD, memory)], by=PERSON)
    latest = in_folder(store, THIRD)
    other = added(store, "Rosa opens the till at nine", provenance={"quote": f"It was said: {SECOND}."})
    reject(store, [card(store, SECOND + " today", other, batch=f"about {FIRST}")], by=PERSON)
    later(store, [card(store, FIRST + ", they think", other)], by=PERSON)
    merging = Finding(
        Kind.DUPLICATE,
        "duplicate/near",
        (Target.of(memories.get_many(store, [latest])[0]),),
        f"like {FIRST}",
        Change(Deed.MERGE, latest, (other,), text=f"{THIRD}, and opens the till at nine"),
        "/project",
    )
    accept(store, Settings(), propose(store, [merging]).ids, by=PERSON)
    undo(store, by=PERSON)
    queue_job(store, COMPACT, text=f"The printer is blue.\n{FIRST}. {SECOND}.", about={"session": "one"})
    queue_job(store, TEXT, text=SECOND)
    with store.write() as tx:
        sessions.note_shown(tx, "one", [memory, latest])
        accesses.touch(tx, [latest], AGENT)
    forget(store, parse('"zyxgrault passphrase of the till"'), by=PERSON)
    undo(store, by=PERSON)
    assert len(places(store, *WORDS)) > 8
    report = purge(store, [memory, latest], by=PERSON, gate=Gate())
    assert places(store, *WORDS) == set()
    assert report.verified, report.message
    assert [job.payload["text"] for job in jobs.get_all(store)] == ["The printer is blue.", ""]
    assert not any(word.encode() in data for data in bytes_in(folder).values() for word in WORDS)


def test_what_other_memories_say_stays_with_their_cards(store: Store) -> None:
    gone = added(store, "The staging database of Atlas runs PostgreSQL 14")
    kept = added(
        store, "The staging database of Atlas runs PostgreSQL 16", provenance={"quote": "It runs 16"}
    )
    (waiting,) = [card(store, "The staging database of Atlas runs PostgreSQL 17", kept)]
    purge(store, [gone], by=PERSON, gate=Gate())
    assert memories.get_many(store, [kept])[0].provenance["quote"] == "It runs 16"
    found = proposals.get(store, waiting)
    assert found is not None
    assert found.change.draft["text"] == "The staging database of Atlas runs PostgreSQL 17"


def quoting(place: str, about: Memory) -> Finding:
    """Return a card about one memory that quotes another, in one of the places where cards have words."""
    told, other = f"Rosa: {FIRST}!", "Rosa said so at nine"
    draft = as_told(
        Draft(
            "Rosa opens the till at ten",
            about.scope,
            provenance={"quote": told if place == "provenance" else other, "file": "notes.md"},
        )
    )
    return Finding(
        Kind.LEARNED,
        "learned/update",
        (Target.of(about),),
        told if place == "reason" else other,
        Change(Deed.LEARN, gone=(about.id,), draft=draft),
        about.scope,
        Evidence(quote=told if place == "evidence" else other),
        batch=told if place == "batch" else other,
    )


@pytest.mark.parametrize("place", ["reason", "batch", "provenance", "evidence"])
def test_a_card_that_quotes_a_purged_text_stays_without_the_quote(store: Store, place: str) -> None:
    gone, about = added(store, FIRST), added(store, "Rosa opens the till at nine")
    ids = propose(store, [quoting(place, memories.get_many(store, [about])[0])]).ids
    assert places(store, *WORDS) > {f"proposals.{'change' if place == 'provenance' else place}"}
    assert purge(store, [gone], by=PERSON, gate=Gate()).verified
    assert places(store, *WORDS) == set()
    found = proposals.get(store, ids[0])
    assert found is not None
    provenance = found.change.draft["provenance"]
    said = {
        "reason": found.reason,
        "batch": found.batch,
        "provenance": provenance["quote"],
        "evidence": found.evidence.quote,
    }
    left = "" if place == "batch" else ERASED
    assert said == dict.fromkeys(said, "Rosa said so at nine") | {place: left}
    assert (found.change.draft["text"], provenance["file"]) == ("Rosa opens the till at ten", "notes.md")


def test_a_card_that_would_store_a_part_of_a_purged_text_goes(store: Store) -> None:
    gone, about = added(store, FIRST), added(store, "Rosa opens the till at nine")
    proposal = card(store, "passphrase of the till", about)
    purge(store, [gone], by=PERSON, gate=Gate())
    assert proposals.get(store, proposal) is None


def test_a_memory_whose_adding_was_undone_can_be_purged(store: Store) -> None:
    memory = added(store, FIRST)
    undo(store, by=PERSON)
    assert places(store, *WORDS)
    purge(store, [memory], by=PERSON, gate=Gate())
    assert places(store, *WORDS) == set()


@pytest.mark.parametrize("verdict", [reject, later, None])
def test_a_text_that_only_stands_in_a_card_can_be_purged(store: Store, verdict: object) -> None:
    about = added(store, "Rosa opens the till at nine")
    proposal = card(store, FIRST, about)
    if callable(verdict):
        verdict(store, [proposal], by=PERSON)
    assert purge_proposals(store, [proposal], by=PERSON).verified
    assert places(store, *WORDS) == set()
    assert import_drafts(store, [Draft(FIRST, "/project")], by=PERSON).suppressed == 1


def test_a_card_whose_text_a_memory_says_is_purged_with_that_memory(store: Store) -> None:
    proposal = card(store, FIRST, added(store, "Rosa opens the till at nine"))
    accept(store, Settings(), [proposal], by=PERSON)
    (memory,) = memories.same_text(store, FIRST)
    with pytest.raises(Refused, match=memory.uid):
        purge_proposals(store, [proposal], by=PERSON)
    purge(store, [memory.id], by=PERSON, gate=Gate())
    assert places(store, *WORDS) == set()


def test_a_file_that_may_not_be_written_is_named(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    linked(store, folder, agreed=False)
    before = bytes_in(folder)
    report = purge(store, [in_folder(store, TILL)], by=PERSON, gate=Gate())
    assert not report.verified
    assert report.linked == [str(folder / "MEMORY.md")]
    assert f"{folder / 'MEMORY.md'} still holds it; take it out there, or allow writing" in report.message
    assert bytes_in(folder) == before


def test_a_file_that_may_be_written_loses_the_text(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    report = purge(store, [in_folder(store, TILL)], by=PERSON, gate=Gate())
    assert report.verified, report.message
    assert b"8080" not in (folder / "MEMORY.md").read_bytes()
    assert b"9100" in (folder / "MEMORY.md").read_bytes()
    assert "till" not in str(list(sources.kept_bytes(store)))
    assert not syncing.sync(store, source, gate=Gate()).added


def test_a_dropped_memory_that_still_waits_to_be_written_is_taken_out_too(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    linked(store, folder)
    memory = in_folder(store, TILL)
    drop(store, [memory], by=PERSON)
    assert purge(store, [memory], by=PERSON, gate=Gate()).verified
    assert b"8080" not in (folder / "MEMORY.md").read_bytes()


def test_the_search_looks_into_what_is_compressed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = added(store, FIRST)
    with store.write() as tx:
        base = f"# Till\n\n- {FIRST}\n".encode()
        write_backs.note(tx, 1, [Write("/notes/till.md", (1,), base, (), b"", None, None, 0)])
    monkeypatch.setattr(write_backs, "scrub", lambda *_: None)
    report = purge(store, [memory], by=PERSON, gate=Gate())
    assert not report.verified
    assert report.found_in == ["the copy that is kept of /notes/till.md"]


def test_a_text_too_short_to_be_searched_for_is_said(store: Store) -> None:
    report = purge(store, [added(store, "tabs")], by=PERSON, gate=Gate())
    assert not report.verified
    assert "1 text is too short to be searched for" in report.message
    assert journal.ops(store)[0].kind == "purge"


def test_an_agent_cannot_bring_back_what_a_purged_card_said(store: Store) -> None:
    proposal = card(store, FIRST, added(store, "Rosa opens the till at nine"))
    purge_proposals(store, [proposal], by=PERSON)
    with pytest.raises(Refused, match="erased from the store on purpose"):
        add(store, Draft(FIRST, "/project"), by=AGENT)
    assert all(memory.state is State.LIVE for memory in memories.get_many(store, range(1, 9)))
