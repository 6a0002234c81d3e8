"""A bank of a Hindsight server: read, kept in step and written to over its HTTP API."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import MemoryType, State
from memtui.formats.protocol import SourceError
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.live_stores.hindsight import Hindsight
from memtui.secrets import redact
from memtui.sources import syncing
from memtui.sources.purging import purge
from memtui.store import memories, sources
from memtui.store.database import Store
from memtui.store.sources import Source
from tests.live_stores.hindsight_server import Bank, Imitated, imitated, real
from tests.sources.linked import memory, sync

TEA = "Ada prefers green tea"
TILL = "The till listens on port 8080"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bank]:
    """The real server; each test has a bank of its own there."""
    with real(tmp_path_factory.mktemp("hindsight")) as bank:
        yield bank


@pytest.fixture(params=["as it answers", "the real server"])
def bank(request: pytest.FixtureRequest) -> Iterator[Bank]:
    if request.param == "as it answers":
        with imitated(Imitated()) as made:
            yield made
    else:
        there: Bank = request.getfixturevalue("program")
        yield Bank(f"{there.url}-{abs(hash(request.node.nodeid))}")


@pytest.fixture
def source(store: Store, bank: Bank) -> Source:
    """A bank with two facts that is linked and may be written to."""
    bank.retain(TEA, timestamp="2026-01-02T03:04:05Z", context="chat", tags=["drinks"])
    bank.retain(TILL, metadata={"by": "ada"})
    linked, done = syncing.link(store, address(bank), by=PERSON, gate=Gate())
    assert (done.added, done.problem) == (2, "")
    with store.write() as tx:
        sources.agree(tx, linked.id, yes=True)
    return linked


def address(bank: Bank) -> str:
    return "hindsight+" + bank.url.replace("/v1/default/banks", "")


def test_facts_are_read_with_what_is_told_of_them(store: Store, source: Source, bank: Bank) -> None:
    tea = memory(store, source, "green tea")
    assert {"drinks"} <= set(tea.categories)
    assert tea.scope == "/hindsight/" + bank.url.rpartition("/")[2]
    assert (tea.created_at, tea.provenance["fields"]) == (
        1767323045.0,
        {"context": "chat", "document_id": TEA},
    )
    assert tea.provenance["record"] in bank.facts()


@pytest.mark.few(1)
def test_a_drop_marks_the_fact_and_undo_brings_the_very_one_back(
    store: Store, source: Source, bank: Bank
) -> None:
    before = bank.facts()
    drop(store, [memory(store, source, "green tea").id], by=PERSON)
    done = sync(store, source)
    assert (len(done.written), done.problem) == (1, "")
    assert (list(bank.facts().values()), list(bank.facts("invalidated").values())) == ([TILL], [TEA])
    assert (sync(store, source).proposed, sync(store, source).added) == (0, 0)
    undo(store, by=PERSON)
    assert sync(store, source).problem == ""
    assert (bank.facts(), bank.facts("invalidated")) == (before, {})


@pytest.mark.few(1)
def test_an_edit_changes_its_words_and_undo_takes_them_back(store: Store, source: Source, bank: Bank) -> None:
    before = bank.facts()
    edit(store, [memory(store, source, "8080").id], Edit(text="The till listens on port 9090"), by=PERSON)
    assert len(sync(store, source).written) == 1
    assert bank.facts() == {key: text.replace("8080", "9090") for key, text in before.items()}
    undo(store, by=PERSON)
    assert sync(store, source).problem == ""
    assert bank.facts() == before


@pytest.mark.few(1)
def test_what_changes_there_is_followed_and_what_goes_is_a_card(
    store: Store, source: Source, bank: Bank
) -> None:
    keys = {text: key for key, text in bank.facts().items()}
    bank.retain("Menus are printed on paper")
    bank.ask("PATCH", f"/{keys[TILL]}", {"text": "The till listens on port 9090"})
    done = sync(store, source)
    assert (done.added, done.proposed) == (1, 0)
    assert memory(store, source, "9090").state is State.LIVE
    tea = memory(store, source, "green tea").id
    bank.ask("PATCH", f"/{keys[TEA]}", {"state": "invalidated"})
    assert sync(store, source).proposed == 1
    (kept,) = memories.get_many(store, [tea])
    assert kept.state is State.LIVE


@pytest.mark.long
def test_what_was_dropped_and_edited_comes_back_with_its_words(
    store: Store, source: Source, bank: Bank
) -> None:
    before = bank.facts()
    till = memory(store, source, "8080").id
    edit(store, [till], Edit(text="The till listens on port 9090"), by=PERSON)
    drop(store, [till], by=PERSON)
    sync(store, source)
    undo(store, by=PERSON)
    undo(store, by=PERSON)
    assert sync(store, source).problem == ""
    assert bank.facts() == before


@pytest.mark.long
def test_a_purge_says_that_the_words_stay_there(store: Store, source: Source, bank: Bank) -> None:
    done = purge(store, [memory(store, source, "8080").id], by=PERSON, gate=Gate())
    assert (done.verified, done.linked, bank.facts("invalidated").popitem()[1]) == (
        False,
        [source.path],
        TILL,
    )


@pytest.fixture
def made() -> Imitated:
    return Imitated()


@pytest.fixture
def linked(store: Store, made: Imitated) -> Iterator[tuple[Source, Bank]]:
    """A bank in memory with one fact, linked and free to be written to, and what it is made of."""
    with imitated(made) as bank:
        bank.retain(TEA)
        source, _ = syncing.link(store, address(bank), by=PERSON, gate=Gate())
        with store.write() as tx:
            sources.agree(tx, source.id, yes=True)
        yield source, bank


@pytest.mark.long
def test_what_was_erased_there_cannot_come_back_and_that_is_told(
    store: Store, made: Imitated, linked: tuple[Source, Bank]
) -> None:
    source, _ = linked
    drop(store, [memory(store, source, "green tea").id], by=PERSON)
    sync(store, source)
    made.facts.clear()
    undo(store, by=PERSON)
    assert "cannot come back" in sync(store, source).problem


def test_a_key_is_asked_for_given_and_never_shown(
    store: Store, made: Imitated, linked: tuple[Source, Bank], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, bank = linked
    made.key = "hsk_secret"
    problem = sync(store, source).problem
    assert "HINDSIGHT_API_KEY" in problem
    assert redact(problem)[0] == problem
    monkeypatch.setenv("HINDSIGHT_API_KEY", "hsk_secret")
    assert sync(store, source).problem == ""
    monkeypatch.delenv("HINDSIGHT_API_KEY")
    where = address(bank).replace("http://", "http://:hsk_secret@")
    assert Hindsight().place(where) == address(bank)
    with Hindsight().opened(where) as opened:
        assert opened.count() == 1


@pytest.mark.few(1)
@pytest.mark.parametrize("garbage", ["<html>", "[]", "{}", '{"items": [{"id": 1}], "total": 1}'])
def test_what_answers_something_else_is_told_and_nothing_is_lost(
    store: Store, made: Imitated, linked: tuple[Source, Bank], garbage: str
) -> None:
    source, bank = linked
    made.garbage = garbage
    assert address(bank) in sync(store, source).problem
    made.garbage = ""
    done = sync(store, source)
    assert (done.problem, done.proposed) == ("", 0)
    assert memory(store, source, "green tea").state is State.LIVE


def test_a_server_that_is_away_is_told_in_one_line(store: Store) -> None:
    with imitated(Imitated()) as bank:
        pass
    with pytest.raises(SourceError, match=re.escape(address(bank))):
        syncing.link(store, address(bank), by=PERSON, gate=Gate())


def test_all_pages_are_read_also_when_facts_leave_meanwhile(
    made: Imitated, linked: tuple[Source, Bank]
) -> None:
    _, bank = linked
    made.on_page = 2
    for at in range(6):
        bank.retain(f"Shelf {at} holds jars")
    with Hindsight().opened(address(bank)) as opened:
        rows = opened.rows()
        begun = [next(rows), next(rows)]
        for row in begun:
            bank.ask("PATCH", f"/{row.key}", {"state": "invalidated"})
        assert {row.key for row in [*begun, *rows]} == made.facts.keys()


def test_an_observation_is_left_out_and_counted_and_what_was_lived_is_an_episode(
    store: Store, made: Imitated
) -> None:
    with imitated(made) as bank:
        bank.retain("Ada drinks tea daily", fact_type="observation")
        bank.retain("The till broke on Monday", fact_type="experience")
        source, done = syncing.link(store, address(bank), by=PERSON, gate=Gate())
    assert (done.added, [one.reason for one in done.skipped]) == (
        1,
        ["an observation, which Hindsight derives from its facts"],
    )
    assert memory(store, source, "Monday").type is MemoryType.EPISODIC


@pytest.mark.parametrize(
    "where", ["hindsight+http://host", "hindsight+http:///shop", "hindsight+https://host:x/shop"]
)
def test_an_address_without_a_host_or_a_bank_is_refused(where: str) -> None:
    with pytest.raises(SourceError, match="names no bank"):
        Hindsight().place(where)


def test_other_addresses_and_files_are_not_its_own(tmp_path: Path) -> None:
    assert Hindsight().place("langgraph+sqlite:agent.db") is None
    assert Hindsight().found_in(tmp_path) is None
