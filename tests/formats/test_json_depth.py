"""How deep a JSON text is nested is told before it is parsed, in one pass and without a mistake."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memtui.formats.ground import json_depth
from memtui.formats.ground.json_depth import DEEPEST, too_deep

MARKS = st.text(alphabet='[]{}"\\,:a', max_size=40)
VALUES = st.recursive(
    st.text(alphabet='[]{}"\\a', max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text('["\\', max_size=2), inner, max_size=3)
    ),
    max_leaves=12,
)


def depth(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return (1 if isinstance(value, dict | list) else 0) + max(map(depth, inner), default=0)


@pytest.fixture(autouse=True)
def _two_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_depth, "DEEPEST", 2)


@given(VALUES)
def test_a_json_text_is_as_deep_as_its_value(value: object) -> None:
    assert too_deep(json.dumps(value)) == (depth(value) > 2)


@given(MARKS)
@example('\\"[[["[[[')
def test_what_is_not_too_deep_is_shallow_or_no_json(text: str) -> None:
    if not too_deep(text):
        try:
            value = json.loads(text)
        except ValueError:
            return
        assert depth(value) <= 2


def test_a_hundred_thousand_levels_are_too_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_depth, "DEEPEST", DEEPEST)
    for text in ("[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"a":' * DEEPEST + "[" + "]" + "}" * DEEPEST):
        assert too_deep(text)
    assert not too_deep("[" * DEEPEST + "]" * DEEPEST)
    assert not too_deep("[" + "[{}]," * 1000 + "[]]")
