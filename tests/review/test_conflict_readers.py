"""What is written for one agent alone does not contradict what is written for another."""

import pytest

from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory
from memtui.review.queue import if_yes_to
from memtui.review.rules.conflict import RULE
from memtui.store.database import Store
from tests.review.planting import plant
from tests.review.unstored import context

CLAUDE, CODEX = "/h/ada/.claude/CLAUDE.md", "/h/ada/.codex/AGENTS.md"


def from_file(store: Store, text: str, path: str) -> Memory:
    return plant(store, text, provenance={"source": "markdown", "path": path})


@pytest.mark.parametrize(
    ("one", "other", "asks"),
    [
        (CLAUDE, CODEX, False),
        (CODEX, "/w/shop/.cursor/rules/style.mdc", False),
        (CLAUDE, "/w/shop/.claude/rules/style.md", True),
        (CLAUDE, CLAUDE, True),
        (CODEX, "/w/shop/AGENTS.md", True),
        (CLAUDE, "/h/ada/.claude/projects/-w-shop/memory/MEMORY.md", True),
    ],
)
def test_only_what_one_agent_is_told_can_be_at_odds(
    store: Store, one: str, other: str, *, asks: bool
) -> None:
    left = from_file(store, "The staging database runs PostgreSQL 14", one)
    right = from_file(store, "The staging database runs PostgreSQL 16", other)
    assert (RULE.compare(left, right, 0.9, context(store, store.now())) is not None) is asks


@pytest.mark.parametrize(
    ("kept", "gone", "said"),
    [
        (
            "/w/shop/.cursor/rules/prs.mdc",
            "/w/shop/CLAUDE.md",
            "Claude Code will no longer be told: only Cursor",
        ),
        ("/w/shop/CLAUDE.md", "/w/shop/AGENTS.md", "Codex, Cursor and others will no longer be told"),
        ("/w/shop/CLAUDE.md", "/h/ada/.claude/CLAUDE.md", ""),
    ],
)
def test_what_an_agent_is_told_no_more_is_said_before_the_yes(
    store: Store, kept: str, gone: str, said: str
) -> None:
    stays = from_file(store, "Agents never merge dependabot pull requests", kept)
    goes = from_file(store, "Agents are allowed to merge dependabot pull requests", gone)
    change = Change(Deed.KEEP, keep=stays.id, gone=(goes.id,))
    sentences = [each.text for each in if_yes_to(store, [1], change, {stays.id: stays, goes.id: goes})]
    assert any("will no longer be told" in text for text in sentences) is bool(said)
    assert said in " ".join(sentences)
