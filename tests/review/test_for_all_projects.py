"""What is said for all projects is held against what is said for one, where both are the person's own."""

from pathlib import Path
from typing import Any

import pytest

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.deeds import Deed
from memtui.domain.memory import Draft, Memory, MemoryType
from memtui.domain.proposal import Proposal
from memtui.lifecycle.bulk_add import import_drafts
from memtui.review.passes import run_pass
from memtui.review.rules.conflict_card import EXCEPTION
from memtui.review.rules.duplicate import EVERYWHERE
from memtui.store import memories, proposals
from memtui.store.database import Store
from tests.review.planting import plant

ATLAS = "/project/atlas"
GLOBAL, SHARED = ".claude/CLAUDE.md", "work/atlas/CLAUDE.md"
OWN, LOCAL = ".claude/projects/-work-atlas/memory/tests.md", "work/atlas/CLAUDE.local.md"
CODEX, STORE = ".codex/memories/atlas.md", ""
TABS, SPACES = "Use tabs for indentation", "Use spaces for indentation"
TESTS = "Always run the tests before a commit"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))


def said(store: Store, text: str, file: str, scope: str = ATLAS, **more: Any) -> Memory:
    """Put a memory into the store as if it came from a file of the home folder, or from none."""
    source = "codex" if file.startswith(".codex/memories") else "claude" if "/memory/" in file else "markdown"
    provenance: dict[str, object] = {"path": str(Path.home() / file), "source": source} if file else {}
    return plant(store, text, scope=scope, provenance=provenance, **more)


def asked(store: Store) -> list[Proposal]:
    run_pass(store, Settings(), full=True)
    cards = proposals.get_many(store, proposals.ids(store))
    return [card for card in cards if card.rule.startswith(("duplicate", "conflict"))]


@pytest.mark.parametrize("again", [TESTS, f"{TESTS}.", "Run the tests before each commit, always"])
def test_a_project_says_again_in_its_own_folder_what_is_said_for_all(store: Store, again: str) -> None:
    everywhere = said(store, TESTS, GLOBAL, "/user")
    here = said(store, again, OWN)
    (card,) = asked(store)
    assert (card.rule, card.batch, card.change.deed, card.change.gone) == (
        EVERYWHERE,
        "",
        Deed.DROP,
        (here.id,),
    )
    assert card.reason == "the same is said for all projects, in ~/.claude/CLAUDE.md"
    assert [target.id for target in card.targets] == [here.id, everywhere.id]


@pytest.mark.parametrize(
    ("everywhere", "here"),
    [
        # colleagues do not have the other
        (GLOBAL, SHARED),
        (STORE, SHARED),
        # the agent of that folder is not told the other
        (GLOBAL, CODEX),
        (STORE, OWN),
        (GLOBAL, STORE),
        (".claude/projects/-work-shop/memory/tests.md", OWN),
    ],
)
def test_what_somebody_would_miss_is_left_alone(store: Store, everywhere: str, here: str) -> None:
    said(store, TESTS, everywhere, "/user")
    said(store, TESTS, here)
    assert asked(store) == []


@pytest.mark.parametrize(("everywhere", "here"), [(GLOBAL, LOCAL), (STORE, STORE)])
def test_what_nobody_misses_is_asked_about(store: Store, everywhere: str, here: str) -> None:
    said(store, TESTS, everywhere, "/user/habits")
    said(store, TESTS, here, f"{ATLAS}/db")
    assert [card.rule for card in asked(store)] == [EVERYWHERE]


@pytest.mark.parametrize(
    ("again", "more"),
    [
        (f"{TESTS} and read the log", {}),
        (TESTS, {"pinned": True}),
        (TESTS, {"type": MemoryType.CONSTITUTIONAL}),
    ],
)
def test_what_says_more_or_is_worth_more_here_stays(store: Store, again: str, more: dict[str, Any]) -> None:
    said(store, TESTS, GLOBAL, "/user")
    said(store, again, OWN, **more)
    assert asked(store) == []


@pytest.mark.parametrize(
    ("everywhere", "here", "rules"),
    [(GLOBAL, OWN, [EXCEPTION]), (STORE, STORE, [EXCEPTION]), (GLOBAL, SHARED, []), (GLOBAL, CODEX, [])],
)
def test_an_exception_is_asked_about_without_a_default_where_both_are_ones_own(
    store: Store, everywhere: str, here: str, rules: list[str]
) -> None:
    said(store, TABS, everywhere, "/user", days_ago=30)
    said(store, SPACES, here)
    cards = asked(store)
    assert [card.rule for card in cards] == rules
    assert all(card.change.open_question for card in cards)


@pytest.mark.parametrize("more", [{"pinned": True}, {"type": MemoryType.CONSTITUTIONAL}])
def test_what_is_settled_for_all_projects_is_not_put_in_doubt_by_one(
    store: Store, more: dict[str, Any]
) -> None:
    said(store, TABS, GLOBAL, "/user", **more)
    said(store, SPACES, OWN)
    assert asked(store) == []


def test_a_later_pass_compares_what_is_new_with_what_is_said_for_all(store: Store) -> None:
    said(store, TESTS, GLOBAL, "/user")
    said(store, TABS, GLOBAL, "/user")
    assert asked(store) == []
    said(store, TESTS, OWN)
    said(store, SPACES, OWN)
    run_pass(store, Settings())
    rules = {card.rule for card in proposals.get_many(store, proposals.ids(store))}
    assert rules == {EVERYWHERE, EXCEPTION}


def test_each_project_with_the_words_is_asked_about_once(store: Store) -> None:
    said(store, TESTS, STORE, "/user")
    drafts = [Draft(TESTS, scope=f"/project/p{number}") for number in range(5)]
    import_drafts(store, drafts, by=PERSON)
    gone = [card.change.gone for card in asked(store)]
    assert sorted(gone) == [(memory.id,) for memory in memories.get_many(store, range(2, 7))]
