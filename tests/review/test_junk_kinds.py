"""Junk of every kind and good memories like it, which the rule was tuned on: most junk is found, no good one.

`junk_kinds.txt` holds one memory a line, under a heading of its kind.
"""

from collections import defaultdict
from pathlib import Path

import pytest

from memtui.domain.memory import Origin
from memtui.review.rules.junk import RULE
from memtui.store.database import Store
from tests.review.unstored import context, memory

LEAST = {
    "boot": 90,
    "transient": 90,
    "reasoning": 90,
    "output": 90,
    "recalled": 90,
    "truncated": 80,
    "profile": 90,
}
"""So many percent of each kind are found."""


def told_apart() -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = defaultdict(list)
    for line in Path(__file__).with_name("junk_kinds.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            kind = line.removeprefix("## ")
        elif line:
            kinds[kind].append(line.replace("\\n", "\n"))
    return kinds


SET = told_apart()


def found(store: Store, text: str) -> bool:
    return RULE.look(memory(text, age=5, origin=Origin.EXTRACTED), context(store)) is not None


@pytest.mark.parametrize("kind", [kind for kind in SET if kind.startswith("junk")])
def test_most_junk_of_every_kind_is_found(store: Store, kind: str) -> None:
    hits = sum(found(store, text) for text in SET[kind])
    assert 100 * hits >= LEAST[kind.removeprefix("junk ")] * len(SET[kind])


@pytest.mark.few(24)
@pytest.mark.parametrize(
    "text", [text for kind, texts in SET.items() if kind.startswith("good") for text in texts]
)
def test_no_good_memory_is_taken_for_junk(store: Store, text: str) -> None:
    assert not found(store, text)
