"""What is written for one agent alone does not contradict what is written for another."""

import pytest

from memtui.domain.memory import Memory
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
