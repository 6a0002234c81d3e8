"""What a verb refuses changes nothing: each of these would cost memories, or a person's word on them."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.deeds import Change, Deed
from memtui.domain.filter import Filter
from memtui.domain.memory import Draft, State
from memtui.domain.proposal import LONGEST_SUGGESTED
from memtui.domain.proposal_status import Status
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.propose import propose
from memtui.lifecycle.purge import purge, purge_proposals
from memtui.lifecycle.states import forget
from memtui.review.verdicts import Choice
from memtui.store import backups, errors, memories
from memtui.store.database import Store
from tests.lifecycle.worlds import AGENT, PERSON, added, picture
from tests.review.deciding import now, status, yes
from tests.review.planting import dropping, found, merging, plant, queued

TOKEN = "ghp_" + "a1B2" * 9
SCRIPT = Actor(ActorKind.SCRIPT, "cli")


@pytest.mark.parametrize("by", [AGENT, SCRIPT])
def test_only_a_person_says_that_what_looks_like_a_secret_is_none(store: Store, by: Actor) -> None:
    kept = added(store, "The till listens on port 8080")
    before = picture(store)
    with pytest.raises(Refused):
        add(store, Draft(f"Deploys use {TOKEN}"), by=by, not_secret=True)
    with pytest.raises(Refused):
        edit(store, [kept], Edit(text=f"Deploys use {TOKEN}"), by=by, not_secret=True)
    assert picture(store) == before


def test_a_filter_that_narrows_nothing_forgets_nothing(store: Store) -> None:
    added(store, "The till listens on port 8080")
    before = picture(store)
    with pytest.raises(Refused):
        forget(store, Filter(), by=PERSON)
    assert picture(store) == before


def test_no_card_is_purged_when_one_of_those_asked_for_is_not_there(store: Store) -> None:
    (card,) = queued(store, dropping(plant(store, "Drew the poster for the fair")))
    with pytest.raises(Refused):
        purge_proposals(store, [card.id, card.id + 1], by=PERSON)
    assert status(store, card.id) is Status.OPEN


@pytest.mark.parametrize(("length", "refused"), [(LONGEST_SUGGESTED, 0), (LONGEST_SUGGESTED + 1, 1)])
def test_an_agent_suggests_no_text_that_nobody_reads_to_its_end(
    store: Store, length: int, refused: int
) -> None:
    about = plant(store, "Deploys go out on Mondays")
    text = ("Deploys go out. " * length)[: length - 1] + "x"
    change = Change(Deed.MERGE, about.id, text=text)
    rule = rule_name(Kind.LEARNED, "agent-update")
    told = propose(store, [found(Kind.LEARNED, [about], change, rule=rule)])
    assert (told.new, len(told.refused)) == (1 - refused, refused)


def test_what_was_purged_is_not_proposed_again(store: Store) -> None:
    about, gone = plant(store, "Deploys go out on Mondays"), plant(store, "The till listens on 8080")
    purge(store, [gone.id], by=PERSON)
    change = Change(Deed.LEARN, draft={"text": "The till listens on 8080", "scope": gone.scope})
    told = propose(store, [found(Kind.LEARNED, [about], change)])
    assert (told.new, told.suppressed) == (0, 1)


@pytest.mark.parametrize("choice", [Choice(archive=True), Choice(whole=True)])
def test_a_merge_offers_neither_the_archive_nor_to_drop_all(store: Store, choice: Choice) -> None:
    kept, other = plant(store, "Deploys go out on Mondays"), plant(store, "Deploys go out on Monday")
    (card,) = queued(store, merging(kept, other))
    with pytest.raises(Refused):
        yes(store, [card.id], choice)
    assert [now(store, each).state for each in (kept, other)] == [State.LIVE] * 2
    assert status(store, card.id) is Status.OPEN


def test_a_backup_of_a_newer_memtui_or_with_a_page_lost_is_not_put_back(store: Store, tmp_path: Path) -> None:
    for number in range(20):
        added(store, f"The till number {number} listens on port {8000 + number}")
    whole, newer, torn = (tmp_path / f"{name}.db" for name in ("whole", "newer", "torn"))
    backups.back_up(store, whole)
    assert backups.check(whole).memories == 20
    shutil.copy(whole, newer)
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("PRAGMA user_version = 999")
    with pytest.raises(errors.StoreTooNew):
        backups.check(newer)
    with closing(sqlite3.connect(whole)) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'op_changes'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    data = bytearray(whole.read_bytes())
    data[(page - 1) * size : page * size] = bytes(size)
    torn.write_bytes(data)
    with pytest.raises(errors.StoreDamaged):
        backups.check(torn)
    assert memories.get(store, 1) is not None
