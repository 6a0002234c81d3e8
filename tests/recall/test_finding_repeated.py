"""A long text that was pasted as a question repeats its words; each is looked up once."""

from collections.abc import Sequence

import pytest

from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.filter import parse
from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.recall.finding import find
from memtui.store import words
from memtui.store.database import Store


def test_a_word_that_is_repeated_is_looked_up_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, Draft("The deployment waits for a person"), by=PERSON_AT_CLI)
    asked: list[str] = []
    stems = words.stems

    def counted(some: Sequence[str]) -> list[str]:
        asked.extend(some)
        return stems(some)

    monkeypatch.setattr(words, "stems", counted)
    found = find(store, parse("deployment " * 40), store.now())
    assert len(found.best) == 1
    assert asked.count("deployment") < 5
