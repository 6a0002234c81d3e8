"""Trains the model that proposes removals, from labelled memories.

    python -m training.removal FILE [--into FOLDER]

FILE is described in `training.labelled`; it is no part of the project. Writes `removal.model`, which memtui
ships, and `removal.md`, its card. The same file gives the same bytes. Takes some minutes. Ends with 1 when
FILE can't be read or holds too little to learn from.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from memtui.review.learned.counts import NAMES
from memtui.review.learned.in_passing import PASSING, hardly_kept, in_passing
from memtui.review.learned.laid import statement_at
from memtui.review.learned.model import FILE, PAST_PLAIN, Model
from training.command import finished, parser_of, refused
from training.fitting import (
    Examples,
    all_examples,
    calibration,
    everywhere,
    gate,
    in_homes,
    likely,
    model_of,
    out_of_fold,
    out_of_two,
    passing_out_of_fold,
    plain_out_of_fold,
    value,
)
from training.in_passing import NOTES
from training.labelled import AGREED, AT_SIGHT, Told, load
from training.measuring import Measure, calibration_error, reliability, together

CARD = "removal.md"
DEALINGS = range(1, 6)
"""Other ways to deal repositories out to folds, to see how far luck goes."""
_LEAST = 100
_LEAST_REPOS = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the model and its card."""
    parser = parser_of("removal", __doc__, FILE.parent)
    parser.add_argument("file", type=Path)
    told = parser.parse_args(arguments)
    try:
        labelled = load(told.file)
    except OSError as error:
        return refused(f"{told.file} can't be read: {error.strerror}")
    if labelled.broken:
        print(f"{labelled.broken:,} lines could not be used and were left out", file=sys.stderr)
    repos = {one.repo for one in labelled.memories}
    if len(labelled.memories) < _LEAST or len(repos) < _LEAST_REPOS:
        return refused(
            f"{len(labelled.memories):,} memories of {len(repos):,} repositories are too few to learn from; "
            f"it takes {_LEAST} of {_LEAST_REPOS}"
        )
    model, card = trained(labelled)
    return finished(told.into, (FILE.name, model.to_bytes()), (CARD, card))


def trained(labelled: Told) -> tuple[Model, str]:
    """Return a model of labelled memories, and its card."""
    examples = all_examples(labelled.memories)
    parts = by_fold(examples)
    others = [together(by_fold(examples, each)) for each in DEALINGS]
    return model_of(examples, out_of_fold(examples)), _card(labelled, examples, parts, others)


def by_fold(examples: Examples, dealing: int = 0) -> list[Measure]:
    """Return how each fold's memories fare, calibrated and gated by the other folds alone."""
    fold = examples.folds(dealing)
    asked = ~plain_out_of_fold(examples, dealing)
    hardly = np.array([hardly_kept(one.text[statement_at(one.text) :]) for one in examples.memories])
    measures = []
    for number, sums in enumerate(out_of_two(examples, dealing)):
        inside, outside = fold == number, (fold != number) & examples.judged
        usual = everywhere(sums[outside], examples.homes[outside])
        there = in_homes(examples, sums, usual)
        lines = calibration(there[outside], examples.drop[outside])
        least = gate(there[outside], lines)
        measure = Measure()
        agrees, at_sight = (likely(there[inside], line) for line in lines)
        proposed = (value(agrees, at_sight) >= least) & (
            asked[inside] | ((agrees >= PAST_PLAIN) & hardly[inside])
        )
        for drop, sure, card in zip(examples.drop[inside], agrees, proposed, strict=True):
            measure.add(float(drop), float(sure), proposed=bool(card))
        measures.append(measure)
    return measures


def _card(labelled: Told, examples: Examples, parts: Sequence[Measure], others: Sequence[Measure]) -> str:
    memories = labelled.memories
    repos = {one.repo for one in memories}
    dates = sorted(one.date for one in memories if one.date)
    whole = together(parts)
    plainly = int((~examples.judged & ~examples.lines).sum())
    lines = [
        "# The model that proposes removals",
        "",
        "Written by `python -m training.removal`. A linear model over hashed letters, words and forms, and "
        f"over {len(NAMES)} counts, each with each; two heads: agrees to remove it, drops it at sight. Both "
        "are taken by how far they lie from what is usual in the same store, beside what company a memory "
        "has there: how like another it is, how usual its words are, and what its likest and those under the "
        "same heading are taken for.",
        "",
        f"Learned from {len(memories):,} memories of {len(repos):,} public repositories, written "
        f"{dates[0] if dates else '?'} to {dates[-1] if dates else '?'}, each read by one or two people "
        f"(SHA-256 of the file {labelled.digest[:16]}…). {int((examples.drop >= AT_SIGHT).sum()):,} of them "
        f"are dropped at sight, {int((examples.drop >= AGREED).sum()):,} at least maybe. And from "
        f"{plainly:,} plain statements that were written for the project, of the kind "
        "that agents at work on code hardly note, what to leave alone. What words in passing are it learned "
        f"apart from {int(examples.wanted(PASSING).sum()):,} lines of those, some "
        "under a heading, beside lines that only look like it, notes of homes that were written for the "
        "project, and what people kept.",
        "",
        "Measured on repositories that the model had not seen, in five folds; calibration and gate are those "
        "of the other four.",
        "",
        "| fold | dropped at sight | of those found | cards | of those kept |",
        "|---|---|---|---|---|",
        *(_row(str(number + 1), part) for number, part in enumerate(parts)),
        _row("all", whole),
        "",
        f"The same with the repositories dealt out to folds in {len(others)} other ways:",
        "",
        "| dealing | dropped at sight | of those found | cards | of those kept |",
        "|---|---|---|---|---|",
        *(_row(str(number + 1), part) for number, part in enumerate(others)),
        _row("all", together(others)),
        "",
        *_in_passing_told(examples),
        "",
        "| it said | people agreed | memories |",
        "|---|---|---|",
        *(f"| {said:.2f} | {so:.2f} | {count:,} |" for said, so, count in reliability(whole.sure)),
        "",
        f"Calibration error: {calibration_error(whole.sure):.3f}; with the other dealings "
        f"{calibration_error(together(others).sure):.3f}.",
    ]
    return "\n".join(lines) + "\n"


def _in_passing_told(examples: Examples) -> Iterator[str]:
    """Yield what is taken for words in passing, by fits that saw nothing of its repository, line, home or, of
    calm sentences, writer.
    """
    alike = passing_out_of_fold(examples)
    texts = [one.text for one in examples.memories]
    taken = np.array(
        [in_passing(each, text[statement_at(text) :]) for each, text in zip(alike, texts, strict=True)]
    )
    wanted, judged = examples.wanted(PASSING), examples.judged
    notes = examples.stores == NOTES
    others, calm = ~judged & ~examples.later, examples.later & ~notes
    yield "| lines | of them | taken for words in passing |"
    yield "|---|---|---|"
    for name, chosen in (
        ("written, in passing", others & wanted),
        ("written, that only look like it or are plain", others & ~wanted),
        ("calm sentences in passing, of writers that it did not learn from", calm & wanted),
        ("calm sentences of theirs that only look like it", calm & ~wanted),
        ("notes of homes, worth keeping", notes),
        ("people dropped them at sight", judged & (examples.drop >= AT_SIGHT)),
        ("people dropped them when asked", judged & (examples.drop >= AGREED) & (examples.drop < AT_SIGHT)),
        ("people kept them", judged & (examples.drop < AGREED)),
    ):
        yield f"| {name} | {chosen.sum():,} | {(chosen & taken).sum():,} |"


def _row(name: str, part: Measure) -> str:
    return (
        f"| {name} | {part.at_sight:,} | {part.found:,} ({part.share_found:.0%}) | {part.cards:,} "
        f"| {part.wrong:,} ({part.share_wrong:.1%}) |"
    )


if __name__ == "__main__":
    sys.exit(main())
