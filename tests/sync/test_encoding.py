"""A memory is carried as exactly the JSON that any encoder makes of what the exchange format names."""

import json

from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.memory import Draft, MemoryType, Origin, State
from memtui.formats.ground.exchange import fields
from memtui.sync.acts import Act
from memtui.sync.encoding import encoded_memory

_WORDS = st.text(st.characters(codec="utf-8"))
_TIMES = st.none() | st.floats(0, 4e9)
_COUNTS = st.integers(0, 2**63 - 1)
_DRAFTS = st.builds(
    Draft,
    text=_WORDS,
    scope=_WORDS,
    type=st.sampled_from(MemoryType),
    categories=st.lists(_WORDS).map(tuple),
    importance=st.floats(0, 1),
    pinned=st.booleans(),
    abstract=_WORDS,
    origin=st.sampled_from(Origin),
    provenance=st.dictionaries(_WORDS, _WORDS | _COUNTS | st.lists(_WORDS) | st.none()),
    expires_at=_TIMES,
    uid=st.sampled_from([None, "01KQDDP34HVAYWY0F5QNH9ES7C"]),
    created_at=_TIMES,
    updated_at=_TIMES,
    last_accessed_at=_TIMES,
    access_count=_COUNTS,
    session_count=_COUNTS,
    state=st.sampled_from(State),
    version=_COUNTS,
)


@given(_DRAFTS)
def test_a_memory_is_told_as_the_exchange_format_names_it(memory: Draft) -> None:
    named = {**fields(memory), "version": memory.version}
    assert encoded_memory(memory) == json.dumps(named, ensure_ascii=False, separators=(",", ":"))


def test_a_line_end_in_a_text_does_not_end_the_line_of_an_act() -> None:
    act = Act("0" * 26, added=(Draft("one\ntwo\r\u2028three", uid="01KQDDP34HVAYWY0F5QNH9ES7C"),))
    assert "\n" not in act.line()
    assert json.loads(act.line())["added"][0]["text"] == "one\ntwo\r\u2028three"
