"""Two memories name two values of one sort: they are at odds where the project's files have only the one."""

from pathlib import Path

import pytest

from memtui.domain.memory import Memory
from memtui.domain.proposal import Finding
from memtui.review import slot_pairs
from memtui.review.code.rivals import rivals
from memtui.review.rules import conflict
from memtui.store.database import Store
from tests.review.test_conflict_evidence import told
from tests.review.test_dead import git
from tests.review.unstored import context

FILES = {
    "envs/staging/main.tf": 'provider "aws" { region = "eu-central-1" }\n',
    "envs/prod/main.tf": 'provider "aws" { region = "us-east-2" }\n',
    "deploy/staging.yaml": "pool: m5.large\n",
    "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
    "mise.toml": '[tools]\nnode = "22"\n',
    ".tool-versions": "golang 1.23\n",
}


@pytest.fixture
def bakery(tmp_path: Path) -> Path:
    root = tmp_path / "bakery"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Begin")
    return root


def compared(store: Store, older: Memory, newer: Memory) -> Finding | None:
    return conflict.RULE.compare(older, newer, 0.4, context(store, store.now()))


@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [
        (
            "Staging runs in eu-central-1.",
            "The staging cluster is in eu-west-1, next to the mill.",
            "envs/staging/main.tf, line 1",
        ),
        (
            "Use pnpm for everything; the lockfile is checked in.",
            "Install dependencies with `npm ci`, and add new ones with `npm install`.",
            "pnpm-lock.yaml, line 1",
        ),
        (
            "The staging nodes are m5.large.",
            "The staging nodes are m6.xlarge.",
            "deploy/staging.yaml, line 1",
        ),
        ("The oven runs on Node 22.", "The oven runs on Node 18.", "mise.toml, line 2"),
        ("The oven is built with Go 1.23.", "The oven is built with Go 1.21.", ".tool-versions, line 1"),
    ],
)
def test_the_value_that_the_files_have_stays(
    store: Store, bakery: Path, right: str, wrong: str, place: str
) -> None:
    for first, second in ((right, wrong), (wrong, right)):
        pair = told(store, bakery, first, 30), told(store, bakery, second, 3)
        finding = compared(store, *pair)
        assert finding is not None
        assert finding.change.keep == next(memory.id for memory in pair if memory.text == right)
        assert dict(finding.evidence.facts)["code"].startswith(place)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # both stand in the files, or neither does
        ("Staging runs in eu-central-1.", "The staging mirror is in us-east-2."),
        ("Staging runs in eu-west-3.", "The staging cluster is in eu-west-1."),
        # of two things, or of two environments
        ("Staging runs in eu-central-1.", "The staging backups of the mill are kept in eu-west-1."),
        ("Staging runs in eu-central-1.", "Production runs in eu-west-1."),
        # a file of something else has it
        ("The mill runs in eu-central-1.", "The mill is in eu-west-1."),
        # no word that it is so
        ("Use pnpm; the lockfile is checked in.", "Never install dependencies with npm."),
        ("Use pnpm; the lockfile is checked in.", "npm warned of a deprecated oven."),
        ("Use pnpm; the lockfile is checked in.", "Dependencies were installed with npm until May."),
    ],
)
def test_else_they_are_not_at_odds(store: Store, bakery: Path, one: str, other: str) -> None:
    assert compared(store, told(store, bakery, one, 30), told(store, bakery, other, 3)) is None


def test_what_names_two_tools_of_one_job_is_brought_together(store: Store, bakery: Path) -> None:
    one = told(store, bakery, "Use pnpm for everything; the lockfile is checked in.", 30)
    other = told(store, bakery, "Install dependencies with `npm ci`.", 3)
    told(store, bakery, "npm warned of a deprecated oven.", 3)
    assert sorted(set(slot_pairs.everywhere(store))) == [(one.id, other.id)]
    assert list(slot_pairs.among(store, [other.id])) == [(one.id, other.id)]


def test_a_name_that_a_statement_has_among_others_of_its_shape_is_none() -> None:
    assert rivals("The mill is in eu-west-1 and eu-west-2.", "The mill is in eu-west-3.") is None
