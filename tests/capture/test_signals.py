"""Each list of words that deny, doubt or plan finds its examples and leaves its counter-examples."""

import pytest

from memtui.capture import signals
from memtui.capture.signals import ENTRIES


def texts(name: str, key: str) -> list[str]:
    given = ENTRIES[name][key]
    return [given] if isinstance(given, str) else given


@pytest.mark.parametrize("name", ENTRIES)
def test_each_list_finds_its_examples_in_every_language_and_leaves_the_others(name: str) -> None:
    signal = getattr(signals, name.upper())
    assert [text for text in texts(name, "finds") if signal.search(text)] == texts(name, "finds")
    assert [text for text in texts(name, "leaves") if signal.search(text)] == []
