"""Trains the model of how much speaks against a statement that a language model made of a text.

    python -m training.grounding [--into FOLDER]

Learns from the statements of the files `grounding*.txt` in `training/data`, but for those of
`grounding_fresh.txt`, which are only measured, by `benchmarks.grounding`. Lines that are told as they
stand are true ones too. Writes `grounding.model`, which memtui ships, and `grounding.md`, its card. The
same statements give the same bytes. Needs wordllama; takes a minute. Ends with 1 when they can't be read.
"""

import re
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.grounding import (
    DATES,
    EVERYDAY,
    LATER,
    MORE,
    TURNED,
    WIDE,
    WRITTEN_FIRST,
    Claim,
    claims,
)
from memtui.capture import signals
from memtui.capture.grounding import Source, ground
from memtui.capture.quotes import locate
from memtui.capture.support.align import Pair
from memtui.capture.support.scoring import FILE, HEADS, NEAR, Head, Model, Told
from memtui.capture.support.signs import SIGNS
from training.command import finished, parser_of, refused
from training.grounding_fit import Examples, Fitted, fitted
from training.linear import Floats, in_bytes

CARD = "grounding.md"
MOST_REFUSED = 0.02
"""Of the true statements of everyday texts that a model has not seen, the share that may be refused.

The other texts were looked at while the signs were made, so the signs seem better on them than they are.
"""
_FOLDS = 5
_TOLD_AS_IT_STANDS = 5
"""Every so many lines that are quoted, one is told as it stands."""
_SHORTEST = 8
"""Characters of such a line."""
_LABEL = re.compile(r"^[*•-]?\s*(?:\[[\d:]+\]\s*)?(?:(?:Speaker )?[^\W\d]{1,14}\s?[:：]\s*)?")
"""List mark, time and speaker."""
_CLAUSE = re.compile(r"^[^,;.，、。；]{8,}(?=[,;，、；])")
"""The beginning of a line, which may be told without the rest."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How a head does on the statements of a fold that it has not seen."""

    head: str
    everyday: bool
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
        everyday = {claim.text for claim in _of_files(EVERYDAY)}
        read = [told_of(claim) for claim in known]
    except (OSError, ValueError, IndexError) as error:
        return refused(f"the statements can't be read: {error}")
    if not all(each.nearness for each in read):
        return refused("wordllama is not installed, and the model weighs its vectors")
    model, measures = trained(known, read, everyday)
    return finished(told.into, (FILE.name, model.to_bytes()), (CARD, _card(known, measures)))


def learned_from() -> Iterator[Claim]:
    """Yield the statements to learn from. Raises OSError, ValueError and IndexError."""
    every = list(_of_files(WRITTEN_FIRST, WIDE, MORE, DATES, LATER, TURNED, EVERYDAY))
    yield from every
    quoted = list({(claim.text, claim.quote): claim for claim in every}.values())
    for place, claim in enumerate(quoted):
        said = _LABEL.sub("", claim.quote)
        if place % _TOLD_AS_IT_STANDS == 0 and len(said) >= _SHORTEST:
            yield replace(claim, statement=said, kind="")
        first = _CLAUSE.match(said)
        if place % _TOLD_AS_IT_STANDS == 1 and first is not None and not _takes_back(said):
            yield replace(claim, statement=first[0], quote=first[0], kind="")


def _takes_back(said: str) -> bool:
    """Say whether the rest of a line may change what its beginning says."""
    return any(signal.search(said) for signal in (signals.HEDGED, signals.CONDITIONAL, signals.REVERSAL))


def _of_files(*files: Path) -> Iterator[Claim]:
    for file in files:
        for first in (True, False):
            yield from claims(file, first=first)


def trained(
    known: Sequence[Claim], read: Sequence[Told], everyday: Collection[str]
) -> tuple[Model, list[Measure]]:
    """Return a model of all statements, and how each fold's models do on texts that they have not seen.

    `everyday` are the texts by which the thresholds are set.
    """
    false = np.array([bool(claim.kind) for claim in known])
    ours = np.array([claim.text in everyday for claim in known])
    folds = _folds(known)
    heads, changes, measures = {}, {}, []
    for name in HEADS:
        examples = Examples.of(read, near=name == NEAR)
        sums = np.zeros(len(known))
        for fold in range(_FOLDS):
            one = fitted(examples.chosen(folds != fold), false[folds != fold])
            sums[folds == fold] = one.sums(examples)[folds == fold]
        threshold = _threshold(sums[ours & ~false])
        heads[name], changes[name] = _head(fitted(examples, false), threshold)
        held = sums >= threshold
        for fold in range(_FOLDS):
            for mine in (False, True):
                chosen = (folds == fold) & (ours == mine)
                measures.append(
                    Measure(
                        name,
                        mine,
                        len({known[at].source for at in np.flatnonzero(chosen).tolist()}),
                        int((chosen & false).sum()),
                        int((chosen & false & ~held).sum()),
                        int((chosen & ~false).sum()),
                        int((chosen & ~false & held).sum()),
                    )
                )
    return Model(heads, changes), measures


def told_of(claim: Claim) -> Told:
    """Return what is known of a statement. Raises ValueError when its text does not hold its quote."""
    source = Source(claim.text, claim.day)
    span = locate(claim.quote, claim.text)
    if span is None:
        raise ValueError(f"no text holds “{claim.quote[:40]}”")
    return Told.of(Pair(*ground(claim.statement, source, span), source.language))


def _head(one: Fitted, threshold: float) -> tuple[Head, bytes]:
    names = [sign.name for sign in SIGNS]
    rounded = np.round(one.signs, 3).tolist()
    weights, step = in_bytes(one.changes)
    return (
        Head(
            dict(zip(names, rounded[: len(names)], strict=True)),
            dict(zip(names, rounded[len(names) :], strict=True)),
            tuple(np.round(one.near, 3).tolist()),
            step,
            round(one.bias, 3),
            round(threshold, 3),
        ),
        weights,
    )


def _folds(known: Sequence[Claim]) -> NDArray[np.int64]:
    """Return the fold of each statement. Texts of one name tell the same matter and share a fold."""
    names = {name: place for place, name in enumerate(dict.fromkeys(claim.source for claim in known))}
    return np.array([names[claim.source] % _FOLDS for claim in known])


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
        "as it is and once by how far the statement is made of its quote's own words, over the words that a",
        "statement changes of its quote (`changes.py`), and over how near it is in meaning (`nearness.py`).",
        "The head `words` goes without the last, where wordllama is not installed.",
        "",
        f"Learned from {len(known) - false:,} true and {false:,} false statements about texts in English, "
        "German, Chinese and Japanese. A language model wrote texts and statements for this, one by one. "
        "The signs were made while looking at most of them; nothing was made while looking at those of "
        "everyday texts, by which the thresholds are set.",
        "",
        "Each fold's texts were measured by a model of the other four.",
        "",
        "| head | texts | fold | texts | false statements accepted | true ones refused |",
        "|---|---|---|---|---|---|",
    ]
    for place, one in enumerate(measures):
        kind = "everyday" if one.everyday else "looked at"
        lines.append(
            f"| {one.head} | {kind} | {place // 2 % _FOLDS + 1} | {one.texts} "
            f"| {_share(one.accepted, one.false)} | {_share(one.refused, one.true)} |"
        )
    return "\n".join(lines) + "\n"


def _share(some: int, every: int) -> str:
    return f"{some / every:.0%} of {every}" if every else "none"


if __name__ == "__main__":
    sys.exit(main())
