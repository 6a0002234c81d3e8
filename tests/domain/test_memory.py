"""What a memory's fields may be."""

import math

import pytest

from memtui.domain.memory import (
    RESERVED_CATEGORIES,
    MemoryType,
    ValueRefused,
    checked_category,
    checked_importance,
    checked_type,
)


@pytest.mark.parametrize("value", [-0.01, 1.01, math.nan, math.inf, 80.0])
def test_importance_lies_between_zero_and_one(value: float) -> None:
    with pytest.raises(ValueRefused, match="from 0 to 1"):
        checked_importance(value)


def test_a_type_is_one_of_four() -> None:
    assert checked_type(" Episodic ") is MemoryType.EPISODIC
    with pytest.raises(ValueRefused, match="what-happened, fact, how-to or rule"):
        checked_type("fact\x1b[2J")


@pytest.mark.parametrize("word", ["", "two words", "a,b", "a:b", "a/b", "x" * 61, "a\x1bb", "a\u202eb"])
def test_a_category_is_one_word(word: str) -> None:
    with pytest.raises(ValueRefused, match="is no category"):
        checked_category(word)


def test_reserved_categories_are_categories() -> None:
    assert tuple(checked_category(f" {word.upper()} ") for word in RESERVED_CATEGORIES) == RESERVED_CATEGORIES
