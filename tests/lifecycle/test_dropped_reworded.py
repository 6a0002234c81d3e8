"""What a person dropped does not come back in other words, and holds nothing else back."""

import pytest

from memtui.domain.memory import Draft
from memtui.lifecycle import withheld
from memtui.lifecycle.add import add
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.states import drop
from memtui.store.database import Store
from tests.lifecycle.worlds import AGENT, PERSON, added
from tests.review.planting import plant

GATE = "The gate should be rebuilt in oak."


def test_a_dropped_text_holds_its_rewording_back_and_nothing_else(store: Store) -> None:
    kiln = plant(store, "The kiln in the workshop is fired every second Friday evening")
    drop(store, [kiln.id], by=PERSON)
    again = withheld.find(store, Draft("The kiln in the workshop gets fired every second Friday evening"))
    assert again is not None
    assert (again.memory.id, again.reworded) == (kiln.id, True)
    assert withheld.find(store, Draft("The oven in the kitchen is lit every first Monday morning")) is None
    spelled = withheld.find(store, Draft("the kiln in the workshop is fired every second friday evening!"))
    assert spelled is not None
    assert not spelled.reworded


@pytest.mark.parametrize(
    "text",
    [
        "Rebuild the gate in oak",
        "We should rebuild the gate in oak.",
        "It would be good to rebuild the gate in oak",
        "Let's rebuild the gate in oak!",
        "The gate ought to be rebuilt in oak",
    ],
)
def test_a_dropped_wish_holds_back_what_asks_for_the_same_in_any_voice(store: Store, text: str) -> None:
    drop(store, [added(store, GATE, "/project")], by=PERSON)
    with pytest.raises(Refused, match="dropped a memory that says this"):
        add(store, Draft(text, "/project"), by=AGENT)


@pytest.mark.parametrize(
    "text",
    [
        "Do not rebuild the gate in oak",
        "We should not rebuild the gate in oak.",
        "Rebuild the fence in oak",
        "We should rebuild the hinges of the gate in oak",
        "We should rebuild the gate in pine",
        "The gate was rebuilt in oak in 2019",
    ],
)
def test_a_dropped_wish_holds_nothing_back_that_asks_for_another_deed(store: Store, text: str) -> None:
    drop(store, [added(store, GATE, "/project")], by=PERSON)
    assert add(store, Draft(text, "/project"), by=AGENT).op is not None
