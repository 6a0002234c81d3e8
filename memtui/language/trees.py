"""Small trees of questions about figures, as `training.pairs_boosting` grows them, asked in plain Python.

Each tree asks the same few questions whatever the answers so far, so its bin is the answers read as a number.
Called by `relation` and `other_words`.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

Name = TypeVar("Name", bound=str)
MOST_QUESTIONS = 4
"""A tree asks no more than this."""
Row = tuple[tuple[int, ...], tuple[float, ...], tuple[float, ...]]
"""The figures, cuts and bins of a tree, padded to MOST_QUESTIONS with questions that always get a no."""


@dataclass(frozen=True, slots=True)
class Tree:
    """Questions, and what each bin adds; the first question is the highest bit."""

    figures: tuple[int, ...]
    cuts: tuple[float, ...]
    adds: tuple[float, ...]


def rows_of(trees: Iterable[Tree]) -> list[Row]:
    """Return trees as `summed` asks them."""
    return [_row(tree) for tree in trees]


def summed(rows: Sequence[Row], x: Sequence[float]) -> float:
    """Return what all trees add for some figures."""
    total = 0.0
    for (a, b, c, d), (over_a, over_b, over_c, over_d), adds in rows:
        place = 8 * (x[a] > over_a) + 4 * (x[b] > over_b) + 2 * (x[c] > over_c) + (x[d] > over_d)
        total += adds[place]
    return total


def fields_of(trees: Mapping[Name, Sequence[Tree]]) -> list[dict[str, Any]]:
    """Return trees, by the name of what they add to, as the fields of a model's file."""
    return [
        {"adds_to": name, "ask": list(zip(tree.figures, tree.cuts, strict=True)), "adds": tree.adds}
        for name, grown in trees.items()
        for tree in grown
    ]


def trees_of(
    fields: Iterable[Mapping[str, Any]], names: Iterable[Name], figures: int
) -> dict[Name, tuple[Tree, ...]]:
    """Return the trees that fields tell, about so many figures, by the name of what they add to.

    Raises ValueError, KeyError and TypeError.
    """
    trees: dict[Name, tuple[Tree, ...]] = dict.fromkeys(names, ())
    for each in fields:
        trees[each["adds_to"]] += (_tree(each, figures),)
    return trees


def _tree(fields: Mapping[str, Any], figures: int) -> Tree:
    asked = tuple(int(figure) for figure, _ in fields["ask"])
    tree = Tree(asked, tuple(float(cut) for _, cut in fields["ask"]), tuple(map(float, fields["adds"])))
    if (
        len(tree.adds) != 1 << len(asked)
        or len(asked) > MOST_QUESTIONS
        or not all(0 <= figure < figures for figure in asked)
    ):
        raise ValueError("a tree does not add up")
    return tree


def _row(tree: Tree) -> Row:
    unasked = MOST_QUESTIONS - len(tree.figures)
    return (0,) * unasked + tree.figures, (math.inf,) * unasked + tree.cuts, tree.adds
