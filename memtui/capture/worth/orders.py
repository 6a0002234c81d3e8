"""Judges an order by its main clause: a comment behind it makes it no less an order.

`Never push for me, I do that at night`: the model reads all words of a sentence alike, and the second half
tells of a habit. So such a sentence counts as much as its better half.
"""

from collections.abc import Sequence
from pathlib import Path

from memtui.capture.worth.model import Model
from memtui.phrases import phrases_in

_ORDER = phrases_in(Path(__file__).with_name("orders.toml"))["order"].pattern
_FEWEST = 3
"""Words of an order that says what it is about: `don't deploy` may be one for the moment."""


def main_clause(sentence: str) -> str:
    """Return a standing order without the comment behind it; any other sentence as it is."""
    order = _ORDER.match(sentence)
    return sentence if order is None or len(order[0].split()) < _FEWEST else f"{order[0]}."


def keeps(model: Model, text: str, by: str, known: Sequence[str]) -> float:
    """Return how likely a reader would keep a sentence, 0…1; see `Model.keeps`."""
    return max(model.keeps(each, by, known) for each in {text, main_clause(text)})


def likely_lasting(model: Model, text: str) -> float:
    """Return how likely a person's sentence states something that holds from then on, 0…1."""
    return max(map(model.likely_lasting, {text, main_clause(text)}))
