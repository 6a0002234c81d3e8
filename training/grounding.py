"""Trains the model of how much each sign weighs against a statement that a language model made of a text.

    python -m training.grounding [--into FOLDER]

Learns from the statements of the files `grounding*.txt` in `training/data`, but for those of
`grounding_fresh.txt`, which are only measured, by `benchmarks.grounding`. Writes `grounding.model`, which
memtui ships, and `grounding.md`, its card. The same statements give the same bytes.
Takes a minute. Ends with 1 when they can't be read.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.grounding import DATES, LATER, MORE, TURNED, WIDE, WRITTEN_FIRST, Claim, claims
from memtui.capture.grounding import Source, ground
from memtui.capture.quotes import locate
from memtui.capture.support.align import Pair
from memtui.capture.support.scoring import FILE, Model
from memtui.capture.support.signs import SIGNS, row
from training.command import finished, parser_of, refused
from training.linear import Floats

CARD = "grounding.md"
MOST_REFUSED = 0.05
"""Of the true statements of texts that it has not seen, the share that may be refused.

More than the share that the gates may refuse of what models say: most of these were written to mislead.
"""
_FOLDS = 5
_RIDGE = 1.0
_ROUNDS = 4_000
_STILL = 1e-6
"""A step that changes every weight by less ends the learning."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How a model does on the statements of a fold that it has not seen."""

    texts: int
    false: int
    accepted: int
    true: int
    refused: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the model and its card."""
    told = parser_of("grounding", __doc__, FILE.parent).parse_args(arguments)
    try:
        known = list(learned_from())
    except (OSError, ValueError, IndexError) as error:
        return refused(f"the statements can't be read: {error}")
    model, measures = trained(known)
    return finished(told.into, (FILE.name, model.to_bytes()), (CARD, _card(known, measures)))


def learned_from() -> Iterator[Claim]:
    """Yield the statements to learn from. Raises OSError, ValueError and IndexError."""
    for file in (WRITTEN_FIRST, WIDE, MORE, DATES, LATER, TURNED):
        for first in (True, False):
            yield from claims(file, first=first)


def trained(known: Sequence[Claim]) -> tuple[Model, list[Measure]]:
    """Return a model of all statements, and how each fold's model does on texts that it has not seen."""
    told = np.array([_told(claim) for claim in known])
    false = np.array([bool(claim.kind) for claim in known])
    folds = _folds(known)
    sums = np.zeros(len(known))
    for fold in range(_FOLDS):
        weights = fitted(told[folds != fold], false[folds != fold])
        sums[folds == fold] = told[folds == fold] @ weights[:-1] + weights[-1]
    threshold = _threshold(sums[~false])
    measures = [
        Measure(
            texts=len({claim.source for claim, mine in zip(known, folds == fold, strict=True) if mine}),
            false=int((false & (folds == fold)).sum()),
            accepted=int((false & (folds == fold) & (sums < threshold)).sum()),
            true=int((~false & (folds == fold)).sum()),
            refused=int((~false & (folds == fold) & (sums >= threshold)).sum()),
        )
        for fold in range(_FOLDS)
    ]
    weights = np.round(fitted(told, false), 3)
    names = [sign.name for sign in SIGNS]
    plain, literal = weights[: len(names)].tolist(), weights[len(names) : -1].tolist()
    model = Model(
        dict(zip(names, plain, strict=True)),
        dict(zip(names, literal, strict=True)),
        float(weights[-1]),
        round(threshold, 3),
    )
    return model, measures


def _told(claim: Claim) -> list[float]:
    """Return what the signs say of a statement. Raises ValueError when its text does not hold its quote."""
    source = Source(claim.text, claim.day)
    span = locate(claim.quote, claim.text)
    if span is None:
        raise ValueError(f"no text holds “{claim.quote[:40]}”")
    return row(Pair(*ground(claim.statement, source, span), source.language))


def _folds(known: Sequence[Claim]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Return the fold of each statement. Texts of one name tell the same matter and share a fold."""
    names = {name: place for place, name in enumerate(dict.fromkeys(claim.source for claim in known))}
    return np.array([names[claim.source] % _FOLDS for claim in known])


def fitted(told: Floats, false: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> Floats:
    """Return the weights of a logistic regression, none of them below 0, and the bias behind them.

    Found by Nesterov's accelerated descent with each weight put back to 0 that fell below it.
    """
    columns = np.column_stack([told, np.ones(len(told))])
    ridge = np.full(columns.shape[1], _RIDGE)
    ridge[-1] = 0.0
    steepest = 0.25 * np.linalg.norm(columns, 2) ** 2 + _RIDGE
    weights, ahead, pace = np.zeros(columns.shape[1]), np.zeros(columns.shape[1]), 1.0
    for _ in range(_ROUNDS):
        likely = 1 / (1 + np.exp(-(columns @ ahead)))
        moved = ahead - (columns.T @ (likely - false) + ridge * ahead) / steepest
        moved[:-1] = np.maximum(moved[:-1], 0.0)
        faster = (1 + np.sqrt(1 + 4 * pace * pace)) / 2
        ahead = moved + (pace - 1) / faster * (moved - weights)
        still = bool(np.abs(moved - weights).max() < _STILL)
        weights, pace = moved, faster
        if still:
            break
    return weights


def _threshold(sums_of_true: Floats) -> float:
    """Return the lowest threshold that refuses few enough unseen true statements."""
    ordered = np.sort(sums_of_true)[::-1]
    return float(ordered[int(MOST_REFUSED * len(ordered))]) + 1e-3


def _card(known: Sequence[Claim], measures: Sequence[Measure]) -> str:
    false = sum(bool(claim.kind) for claim in known)
    lines = [
        "# The model of what speaks against a statement",
        "",
        "Written by `python -m training.grounding`. A linear model over the signs of `signs.py`, each once",
        "as it is and once by how far the statement is made of its quote's own words. No weight is below 0.",
        "",
        f"Learned from {len(known) - false:,} true and {false:,} false statements about texts in English, "
        "German, Chinese and Japanese. A language model wrote texts and statements for this, one by one; the "
        "signs were made while looking at them.",
        "",
        "Each fold's texts were measured by a model of the other four. As the signs were made on these "
        "texts, `python -m benchmarks.grounding` tells more: it measures texts that were only counted.",
        "",
        "| fold | texts | false statements accepted | true ones refused |",
        "|---|---|---|---|",
    ]
    for place, one in enumerate(measures, 1):
        accepted, lost = one.accepted / one.false, one.refused / one.true
        lines.append(f"| {place} | {one.texts} | {accepted:.0%} of {one.false} | {lost:.1%} of {one.true} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
