"""Whatever an agent sends, a tool answers with JSON or refuses with a sentence."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memtui.config.settings import Embeddings, Settings
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.mcp.errors import ToolRefused
from memtui.mcp.place import Place
from memtui.mcp.tools import Tools
from memtui.store import memories
from memtui.store.database import Store
from tests.depth import SHARED, examples

ODD = st.one_of(
    st.text(max_size=80),
    st.text(st.characters(codec=None), max_size=20),
    st.sampled_from(
        [
            "\0",
            "\ud800",
            "[red]",
            "\x1b]52;c;x\a",
            "%",
            "_",
            '"',
            "in:",
            "type:",
            "older:99999y",
            "is:dropped",
            "/",
        ]
    ),
)
NUMBERS = st.one_of(st.integers(-(2**70), 2**70), st.integers(-3, 200))


@pytest.fixture
def tools(store: Store) -> Tools:
    agent = Actor(ActorKind.AGENT, "claude-code", "a-session")
    made = Tools(store, Settings(embeddings=Embeddings(model="")), agent, Place("/project/atlas"))
    for n in range(3):
        add(store, Draft(f"Atlas fact {n} on port 808{n}", "/project/atlas"), by=agent)
    return made


@contextlib.contextmanager
def answers() -> Iterator[list[object]]:
    """Let a refusal be, and see that an answer is JSON."""
    told: list[object] = []
    with contextlib.suppress(ToolRefused):
        yield told
    json.dumps(told, ensure_ascii=False, allow_nan=False).encode()


anything = settings(suppress_health_check=SHARED, max_examples=examples(120))


@anything
@given(text=ODD, scope=ODD, kind=ODD, category=ODD, importance=st.floats())
@example(text="fine", scope="", kind="semantic", category="decision", importance=float("nan"))
def test_whatever_is_added_is_stored_or_refused(
    tools: Tools, text: str, scope: str, kind: str, category: str, importance: float
) -> None:
    with answers() as told:
        told.append(tools.add(text, scope, kind, [category], importance))
    with answers() as told:
        told.append(tools.add(text, scope))


@anything
@given(query=ODD, scope=ODD, limit=NUMBERS, budget=NUMBERS, archived=st.booleans())
def test_whatever_is_asked_is_answered_or_refused(
    tools: Tools, query: str, scope: str, limit: int, budget: int, archived: bool
) -> None:
    with answers() as told:
        told.append(tools.recall(query, scope, limit, budget, archived))


@anything
@given(wanted=ODD, scope=ODD, limit=NUMBERS)
def test_whatever_is_listed_by_is_answered_or_refused(
    tools: Tools, wanted: str, scope: str, limit: int
) -> None:
    with answers() as told:
        told.append(tools.browse(wanted, scope, limit))


@anything
@given(what=st.one_of(ODD, st.sampled_from(["forget", "merge", "promote"])), uid=ODD, words=ODD, kind=ODD)
def test_whatever_is_proposed_is_a_card_or_refused(
    tools: Tools, what: str, uid: str, words: str, kind: str
) -> None:
    known = [memory.uid for memory in memories.get_many(tools.store, [1, 2])]
    for uids in ([uid], known, known[:1]):
        with answers() as told:
            told.append(tools.propose(what, uids, words, words, kind))
    with answers() as told:
        told += [tools.get(uid), tools.feedback(known[0], "wrong", words)]


@anything
@given(scope=ODD, older=ODD, category=ODD)
def test_whatever_is_to_be_forgotten_is_proposed_or_refused(
    tools: Tools, scope: str, older: str, category: str
) -> None:
    with answers() as told:
        told.append(tools.forget(scope, older, [category]))
    with answers() as told:
        told.append(tools.forget(scope, older))


@anything
@given(content=ODD, scope=ODD)
def test_whatever_is_read_is_answered_or_refused(tools: Tools, content: str, scope: str) -> None:
    with answers() as told:
        told.append(tools.extract(tools.reading(content, scope)))


def test_nothing_odd_is_left_in_the_page_that_was_read(tools: Tools, tmp_path: Path) -> None:
    told = tools.add("Atlas \x1b]52;c;x\a is fast\0")
    assert tools.get(told["uid"])["text"] == "Atlas ␛]52;c;x␇ is fast"
