"""Where a person says that something is, is asked about with what the agent said of it."""

from pathlib import Path

import pytest

from memtui.capture.place import WHOLE
from memtui.store.database import Store
from tests.capture.session import captured, offered
from tests.capture.talks import agent, user

_OLD = "The recipes are at https://old.kiln.example."


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        (
            "the new one lives at https://kiln.example/new, the old wiki was closed in spring",
            f"{_OLD} The new one lives at https://kiln.example/new, the old wiki was closed in spring.",
        ),
        ("no, it's https://kiln.example/new now", f"{_OLD} It's https://kiln.example/new now."),
        ("the wiki moved, it's at https://kiln.example/w", "The wiki moved, it's at https://kiln.example/w."),
        (
            "the glaze tables live at https://kiln.example/g",
            "The glaze tables live at https://kiln.example/g.",
        ),
    ],
)
def test_an_address_waits_on_a_card_with_what_the_agent_said_of_it(
    store: Store, tmp_path: Path, said: str, asked: str
) -> None:
    report = captured(store, (agent(_OLD), user(said), agent("Updated.")), tmp_path, WHOLE)

    assert not report.stored
    assert offered(store) == [asked]


@pytest.mark.parametrize(
    "said",
    [
        "open https://kiln.example/new please",
        "I get a 404 at https://kiln.example/new",
        "is it at https://kiln.example/new?",
        "ok, look at https://kiln.example/new",
        "have a look at https://kiln.example/new",
    ],
)
def test_an_address_to_work_with_is_none(store: Store, tmp_path: Path, said: str) -> None:
    captured(store, (agent(_OLD), user(said), agent("Done.")), tmp_path, WHOLE)
    assert offered(store) == []
