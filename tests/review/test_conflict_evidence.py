"""Of two memories that disagree, the one that the project's files bear out stays, whichever is the newer."""

from pathlib import Path

import pytest

from memtui.domain.deeds import Deed
from memtui.domain.memory import Memory, Origin
from memtui.domain.proposal import Finding
from memtui.review.rules import conflict
from memtui.store.database import Store
from tests.review.planting import plant
from tests.review.test_dead import git
from tests.review.unstored import context

FILES = {
    "oven/timer.py": "BAKING_MINUTES = 35\n\n\ndef rest(dough):\n    return dough.wait(hours=12)\n",
    "oven/doors.py": "DOORS = 35\n",
    "till.toml": "[till]\nport = 7070\ntrays = 8\n",
    "compose.yaml": 'services:\n  db:\n    image: postgres:16\n    ports: ["5433:5432"]\n',
    "package.json": '{"devDependencies": {"vitest": "^3.0.0"}}\n',
    "README.md": "The oven bakes for 40 minutes. The till listens on port 9090.\n",
}


@pytest.fixture
def bakery(tmp_path: Path) -> Path:
    """A repository with code, settings and a page of words."""
    root = tmp_path / "bakery"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Begin")
    return root


def told(store: Store, root: Path, text: str, days_ago: float, file: str = "") -> Memory:
    where: dict[str, object] = {"source": "claude", "cwd": str(root)}
    if file:
        where["path"] = str(root / file)
    origin = Origin.IMPORTED if file else Origin.PERSON
    return plant(store, text, days_ago=days_ago, provenance=where, origin=origin)


def card(store: Store, older: Memory, newer: Memory) -> Finding:
    finding = conflict.RULE.compare(older, newer, 0.9, context(store, store.now()))
    assert finding is not None
    return finding


NOTE = "/h/ada/.claude/projects/-w-bakery/memory/oven.md"


@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [
        (
            "The till listens on port 7070.",
            "The till listens on port 9090.",
            "till.toml, line 2: port = 7070",
        ),
        (
            "The oven bakes for 35 minutes.",
            "The oven bakes for 40 minutes.",
            "oven/timer.py, line 1: BAKING_MINUTES = 35",
        ),
        (
            "The tests of the till run with Vitest.",
            "The tests of the till run with Jest.",
            "package.json, line 1",
        ),
        (
            "PostgreSQL 16 in docker compose, host port 5433.",
            "Postgres is reached on host port 5432.",
            "compose.yaml, line 4",
        ),
        (
            "Test with vitest; there is no jest.",
            "We test with jest and the preset of the bakers.",
            "package.json, line 1",
        ),
    ],
)
@pytest.mark.parametrize("file", ["CLAUDE.md", NOTE])
def test_what_the_code_says_stays_also_against_what_is_newer(
    store: Store, bakery: Path, right: str, wrong: str, place: str, file: str
) -> None:
    holds, fails = told(store, bakery, right, 90, file), told(store, bakery, wrong, 10, NOTE)
    finding = card(store, holds, fails)
    assert (finding.change.deed, finding.change.keep, finding.change.gone) == (
        Deed.KEEP,
        holds.id,
        (fails.id,),
    )
    assert finding.reason.startswith("two memories disagree, and the code settles it: ")
    facts = dict(finding.evidence.facts)
    assert facts["code"].startswith(place)
    assert "newer by" not in facts


def test_what_the_code_says_settles_it_where_nothing_else_tells_which_is_newer(
    store: Store, bakery: Path
) -> None:
    first = told(store, bakery, "The till listens on port 9090.", 30)
    second = told(store, bakery, "The till listens on port 7070.", 30)
    assert card(store, first, second).change.keep == second.id


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        # neither stands in the files; pages of words prove nothing
        ("The till listens on port 9191.", "The till listens on port 9090."),
        # the one is the port of the host, the other the container's own
        ("Postgres is on port 5433 of the host.", "Postgres listens on port 5432 inside the container."),
        # the figure is there, of something else
        ("The oven holds 8 loaves.", "The oven holds 9 loaves."),
    ],
)
def test_an_agents_note_does_not_take_the_place_of_what_others_read_by_its_age(
    store: Store, bakery: Path, older: str, newer: str
) -> None:
    shared = told(store, bakery, older, 90, "CLAUDE.md")
    finding = card(store, shared, told(store, bakery, newer, 10, NOTE))
    assert (finding.change.keep, finding.change.gone) == (None, ())
    assert "CLAUDE.md" in dict(finding.evidence.facts)["read by"]


def test_a_note_that_tells_of_a_change_does(store: Store, bakery: Path) -> None:
    shared = told(store, bakery, "The till listens on port 9191.", 90, "CLAUDE.md")
    note = told(store, bakery, "The till was moved from port 9191 to port 9292.", 10, NOTE)
    assert card(store, shared, note).change.gone == (shared.id,)


@pytest.mark.parametrize("file", ["", "AGENTS.md"])
def test_what_a_person_said_or_others_read_too_does(store: Store, bakery: Path, file: str) -> None:
    shared = told(store, bakery, "The till listens on port 9191.", 90, "CLAUDE.md")
    newer = told(store, bakery, "The till listens on port 9292.", 10, file)
    assert card(store, shared, newer).change.gone


def test_conflicts_of_projects_that_are_not_here_leave_the_look_into_files_to_others(
    store: Store, bakery: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conflict, "_MOST_LOOKED_UP", 1)
    now = context(store, store.now())
    one, other = (plant(store, f"The oven bakes for {n} minutes.", days_ago=9) for n in (35, 40))
    assert conflict.RULE.compare(one, other, 0.9, now) is not None
    holds = told(store, bakery, "The till listens on port 7070.", 90, NOTE)
    fails = told(store, bakery, "The till listens on port 9090.", 10, NOTE)
    finding = conflict.RULE.compare(holds, fails, 0.9, now)
    assert finding is not None
    assert finding.change.keep == holds.id


def test_what_the_code_says_stays_though_the_other_says_more(store: Store, bakery: Path) -> None:
    fails = told(store, bakery, "The till listens on port 9090; Ada chose it for the parade of trucks.", 90)
    holds = told(store, bakery, "The till listens on port 7070.", 10)
    finding = card(store, fails, holds)
    assert (finding.change.keep, finding.change.gone) == (holds.id, (fails.id,))
    assert {"code", "besides"} <= dict(finding.evidence.facts).keys()
