"""What verdicts teach the learned model: in the project where they fell, and a little everywhere."""

from dataclasses import replace

import pytest

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.card_kinds import Kind
from memtui.domain.memory import Memory
from memtui.domain.proposal import Finding
from memtui.review import queue
from memtui.review.learned import lessons
from memtui.review.learned.homes import Homes
from memtui.review.learned.model import Model, shipped
from memtui.review.passes import run_pass
from memtui.review.rules.learned import RULES
from memtui.review.verdicts import accept, reject, unmute
from memtui.store import proposals, review_state
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from memtui.store.review_state import Lesson, Taught
from tests.review.planting import dropping, plant, queued

SHOP, ATLAS = "/project/shop", "/project/atlas"


def verdicts(store: Store, scope: str, count: int, *, yes: bool) -> None:
    """Decide `count` cards of the learned model about memories of a project."""
    about = [
        plant(store, f"[14:{n:02}] Task Completed: Drew poster {scope} {n} ✅", scope=scope, days_ago=30)
        for n in range(count)
    ]
    asked = queued(store, *(replace(dropping(memory), rule=RULES[0]) for memory in about))
    ids = [each.id for each in asked]
    if yes:
        accept(store, Settings(), ids, by=PERSON_AT_CLI)
    else:
        reject(store, ids, by=PERSON_AT_CLI)
        unmute(store, RULES[0])


def eager() -> Model:
    """Return a model that asks about nearly everything, so that taste alone decides."""
    return replace(shipped(), gate=-0.5)


def surely(store: Store, it: Memory) -> float | None:
    """Return how sure the card about a memory is; None without one."""
    found: list[Finding] = run_pass(
        store, Settings(), kinds=frozenset({Kind.JUNK}), dry_run=True, learned=eager()
    ).findings
    return next((each.confidence for each in found if each.targets[0].id == it.id), None)


def test_twenty_refusals_in_one_project_are_felt_there_and_hardly_elsewhere(store: Store) -> None:
    text = "[09:12] Task Completed: Built the gallery page, all 14 tests pass ✅"
    here = plant(store, text, scope=SHOP, days_ago=30)
    there = plant(store, text + " ", scope=ATLAS, days_ago=30)
    before = surely(store, here), surely(store, there)
    verdicts(store, SHOP, 20, yes=False)
    run_pass(store, Settings())
    told = review_state.taught(store)
    assert (told.yes, told.no) == (0, 20)
    assert told.homes[SHOP].shift < 3 * told.shift < 0
    assert list(told.homes) == [SHOP]
    after = surely(store, here), surely(store, there)
    assert before[0] is not None
    assert before[1] is not None
    assert after[1] is not None
    assert before[0] - (after[0] or 0.0) > 2 * (before[1] - after[1])


@pytest.mark.long
def test_what_several_projects_agree_on_holds_for_a_new_one(store: Store) -> None:
    verdicts(store, SHOP, 10, yes=False)
    run_pass(store, Settings())
    one = review_state.taught(store).shift
    for name in ("a", "b", "c"):
        verdicts(store, f"/project/{name}", 10, yes=False)
    run_pass(store, Settings())
    assert review_state.taught(store).shift < 1.5 * one < 0


def test_projects_of_other_taste_are_told_apart(store: Store) -> None:
    verdicts(store, SHOP, 20, yes=False)
    verdicts(store, ATLAS, 20, yes=True)
    run_pass(store, Settings())
    homes = review_state.taught(store).homes
    assert homes[SHOP].shift < 0 < homes[ATLAS].shift
    assert (homes[SHOP].no, homes[ATLAS].yes) == (20, 20)


def test_what_stands_under_the_same_heading_is_felt_most(store: Store) -> None:
    text = "[09:{}] Task Completed: Built the gallery page, all 14 tests pass ✅"
    headings = ["Session log", "Release notes"]
    shown = [plant(store, f"{headings[n % 2]}: {text.format(n)}", scope=SHOP) for n in range(10, 22)]
    asked = queued(store, *(replace(dropping(memory), rule=RULES[0]) for memory in shown))
    for refused, agreed in zip(asked[::2], asked[1::2], strict=True):
        accept(store, Settings(), [agreed.id], by=PERSON_AT_CLI)
        reject(store, [refused.id], by=PERSON_AT_CLI)
    taste, told = lessons.learned(store, Homes(store, shipped()), RULES)
    assert (told.homes[SHOP].yes, told.homes[SHOP].no) == (6, 6)
    log, notes = (plant(store, f"{heading}: {text.format(30)}", scope=SHOP) for heading in headings)
    elsewhere = plant(store, f"{headings[0]}: {text.format(31)}", scope=ATLAS)
    assert taste.of(log) < taste.of(notes) - 0.5
    assert taste.of(elsewhere) == taste.store


def test_it_is_told_and_forgotten(store: Store) -> None:
    verdicts(store, SHOP, 20, yes=False)
    run_pass(store, Settings())
    lines = queue.taught_words(review_state.taught(store))
    assert lines[0].startswith("By your 0 yes and 20 no the learned model asks everywhere ")
    assert lines[0].endswith(" less often than before")
    assert lines[1].startswith("in /project/shop by 0 yes and 20 no besides ")
    assert lines[1].endswith(" less often than before")
    assert queue.taught_words(Taught(0.02, 2, 1))[0].endswith("asks everywhere about as often as before")
    assert queue.relearn(store).no == 20
    assert review_state.taught(store) == Taught()
    run_pass(store, Settings())
    assert queue.taught_words(review_state.taught(store)) == []
    assert proposals.ids(store, Wanted(rule=RULES[0])) is not None


@pytest.mark.parametrize("more", [{"pinned": True}, {"accesses": 12}, {"scope": "/user"}])
def test_no_taste_reaches_what_is_protected(store: Store, more: dict[str, object]) -> None:
    verdicts(store, SHOP, 20, yes=True)
    run_pass(store, Settings())
    values: dict[str, object] = {"scope": SHOP, "days_ago": 30.0} | more
    it = plant(store, "[09:12] Task Completed: Built the gallery page ✅", **values)  # type: ignore[arg-type]
    assert surely(store, it) is None


def test_what_an_older_version_noted_is_read(store: Store) -> None:
    with store.write() as tx:
        tx.execute("INSERT INTO meta (key, value) VALUES ('review.taught', '[-0.4, 1, 7]')")
    assert review_state.taught(store) == Taught(-0.4, 1, 7)
    with store.write() as tx:
        review_state.note_taught(tx, Taught(-0.1, 1, 7, {SHOP: Lesson(-0.3, 1, 7)}))
    assert review_state.taught(store).homes == {SHOP: Lesson(-0.3, 1, 7)}
