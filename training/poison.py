"""Trains the model that tells how planted instructions are worded.

    python -m training.poison [--notes FILE] [--real FILE] [--into FOLDER]

Learns from the notes of `training/data/poison.jsonl`, which were written for this in two halves by
different hands, and from honest memories of real repositories, which are no part of the project: JSON lines
with `text` and `repo`. Writes `poison.model`, which memtui ships, and `poison.md`, its card. The same files
give the same bytes. Takes a minute. Ends with 1 when a file can't be read.
"""

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memtui.poison.features import SIZE, features, pieces, words
from memtui.poison.finding import LONGEST, shown
from memtui.poison.model import FILE, Glance, Model
from training.command import finished, parser_of, refused
from training.linear import Descent, Floats, descended, in_bytes, step_of

DATA = Path(__file__).with_name("data") / "poison.jsonl"
CARD = "poison.md"
MOST_FALSE = 0.005
"""The share of honest memories of unseen repositories that may be taken for planted ones."""
HALVES = ("a", "b")
BOTH = ""
"""The half of the honest notes that the tests and the signs have, which every model learns from."""
_DESCENT = Descent(rate=0.5, ridge=0.3)
_HARD = 2.0
"""How much an honest note counts that was written to look like a planted one; a real memory counts 1."""
_PROMISED = 5.0
"""How much an honest note counts that the tests hold the signs to."""
_WORDS = 1_500
"""So many words the glance knows."""
_GLANCE_SIZE = 1 << 15
_LOST = 0.01
"""The share of what the whole model finds that the glance may lose."""


@dataclass(frozen=True, slots=True)
class Note:
    """A text to learn from."""

    text: str
    planted: bool
    half: str
    real: bool = False


@dataclass(frozen=True, slots=True)
class Measure:
    """How a model does on what it has not seen, with the signs and without."""

    planted: int
    found: int
    found_together: int
    found_by_signs: int
    real: int
    alarms: int
    alarms_together: int
    hard: int
    hard_alarms: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the model and its card."""
    parser = parser_of("poison", __doc__, FILE.parent)
    parser.add_argument("--notes", type=Path, default=DATA)
    parser.add_argument("--real", type=Path)
    told = parser.parse_args(arguments)
    try:
        notes = [*load(told.notes), *(load_real(told.real) if told.real else ())]
    except (OSError, ValueError, KeyError, TypeError) as error:
        return refused(f"the notes can't be read: {error}")
    model, measures = trained(notes)
    card = _card(notes, measures)
    return finished(told.into, (FILE.name, model.to_bytes()), (CARD, card))


def load(path: Path = DATA) -> list[Note]:
    """Return the notes that were written for this. Raises OSError, ValueError and KeyError."""
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    return [Note(line["text"], bool(line["planted"]), line["half"]) for line in lines]


def load_real(path: Path) -> list[Note]:
    """Return real memories, half of the repositories in each half. Raises as `load` does."""
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    return [Note(line["text"], False, _half_of(line["repo"]), real=True) for line in lines]


def _half_of(repo: str) -> str:
    return HALVES[int(hashlib.sha1(repo.encode(), usedforsecurity=False).hexdigest(), 16) % 2]


def trained(notes: Sequence[Note]) -> tuple[Model, list[Measure]]:
    """Return a model of all notes, and how each half's model does on the other half."""
    folds = []
    for half in HALVES:
        unseen = [note for note in notes if note.half not in {half, BOTH}]
        folds.append((fitted([note for note in notes if note.half in {half, BOTH}]), unseen))
    threshold = _threshold(folds)
    glance = _glance_threshold(folds, threshold)
    folds = [(_with(model, threshold, glance), unseen) for model, unseen in folds]
    return _with(fitted(notes), threshold, glance), [measure(model, unseen) for model, unseen in folds]


def fitted(notes: Sequence[Note]) -> Model:
    """Return a model of some notes, its thresholds still open. Scores are in logits."""
    parts = [(note, spans) for note in notes for spans in pieces(note.text)]
    wanted = np.array([float(note.planted) for note, _ in parts])
    counts = np.array([_weight(note) for note, _ in parts])
    seen = [sorted(features(note.text, spans)) for note, spans in parts]
    weights, bias = descended(seen, wanted, SIZE, _DESCENT, counts)
    packed, step = in_bytes(weights)
    said = [words(note.text[spans[0][0] : spans[-1][1]]) for note, spans in parts]
    return Model(packed, step, round(bias, 4), 0.0, _glance(said, wanted, counts))


def _weight(note: Note) -> float:
    if note.planted or note.real:
        return 1.0
    return _PROMISED if note.half == BOTH else _HARD


def _glance(said: Sequence[Sequence[str]], wanted: Floats, counts: Floats) -> Glance:
    seen = Counter(word for one in said for word in set(one))
    known = {word: at for at, word in enumerate(sorted(word for word, often in seen.items() if often > 1))}
    rows = [sorted({known[word] for word in one if word in known}) for one in said]
    weights, bias = descended(rows, wanted, len(known), _DESCENT, counts)
    step = step_of(weights)
    kept = sorted(known, key=lambda word: (-abs(weights[known[word]]), word))[:_WORDS]
    told = {word: round(weights[known[word]] / step) for word in kept}
    return Glance({word: weight for word, weight in told.items() if weight}, step, round(bias, 4), 0.0)


def score(model: Model, text: str) -> float:
    """Return the highest score of the pieces of a text, the glance left out."""
    return max((model.score(text, spans) for spans in pieces(text)), default=-np.inf)


Fold = tuple[Model, list[Note]]


def _threshold(folds: Sequence[Fold]) -> float:
    """Return the lowest threshold that takes few enough unseen real memories for planted ones.

    Without real memories those count that were written to look like planted ones.
    """
    honest = [(model, note) for model, unseen in folds for note in unseen if not note.planted]
    real = [pair for pair in honest if pair[1].real]
    scores = sorted((score(model, note.text) for model, note in real or honest), reverse=True)
    return round(scores[int(MOST_FALSE * len(scores))] + 1e-3, 3)


def _glance_threshold(folds: Sequence[Fold], threshold: float) -> float:
    """Return the highest threshold of the glance that loses little of what the whole model finds."""
    found = sorted(
        max(model.glance.score(words(note.text[spans[0][0] : spans[-1][1]])) for spans in pieces(note.text))
        for model, unseen in folds
        for note in unseen
        if note.planted and score(model, note.text) >= threshold
    )
    return round(found[int(_LOST * len(found))] - 1e-3, 3) if found else 0.0


def _with(model: Model, threshold: float, glance: float) -> Model:
    return replace(model, threshold=threshold, glance=replace(model.glance, threshold=glance))


def measure(model: Model, unseen: Sequence[Note]) -> Measure:
    """Return how a model does on notes that it has not learned from."""
    sort = np.array([("planted" if note.planted else "real" if note.real else "hard") for note in unseen])
    learned = np.array([model.read(note.text[:LONGEST]) is not None for note in unseen])
    signs = np.array([shown(note.text[:LONGEST]) is not None for note in unseen])
    together = learned | signs

    def count(of: str, told: NDArray[np.bool_]) -> int:
        return int(told[sort == of].sum())

    return Measure(
        planted=int((sort == "planted").sum()),
        found=count("planted", learned),
        found_together=count("planted", together),
        found_by_signs=count("planted", signs),
        real=int((sort == "real").sum()),
        alarms=count("real", learned),
        alarms_together=count("real", together),
        hard=int((sort == "hard").sum()),
        hard_alarms=count("hard", together),
    )


def table(measures: Sequence[Measure]) -> list[str]:
    """Return the measures as the lines of a table, one a fold."""
    lines = [
        "| learned from → tried on | planted | by the model | by signs | together | real memories flagged "
        "| hard honest notes flagged |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, one in zip(("a → b", "b → a"), measures, strict=True):
        lines.append(
            f"| {name} | {one.planted:,} | {_share(one.found, one.planted)} "
            f"| {_share(one.found_by_signs, one.planted)} | {_share(one.found_together, one.planted)} "
            f"| {_share(one.alarms_together, one.real)} of {one.real:,} "
            f"| {_share(one.hard_alarms, one.hard)} of {one.hard:,} |"
        )
    return lines


def _share(count: int, of: int) -> str:
    return f"{count / of:.1%}" if of else "–"


def _card(notes: Sequence[Note], measures: Sequence[Measure]) -> str:
    real = [note for note in notes if note.real]
    written = [note for note in notes if not note.real]
    lines = [
        "# The model of how planted instructions are worded",
        "",
        "Written by `python -m training.poison`. A linear model over hashed words, pairs of words and sorts",
        "of words that meet in a sentence; a smaller one over single words decides which texts it reads.",
        "",
        f"Learned from {len(written):,} notes that were written for it, "
        f"{sum(note.planted for note in written):,} of them planted and the others honest, many of those "
        f"made to look suspicious, and from {len(real):,} honest memories of real repositories, which are no "
        "part of the project.",
        "",
        "Measured on notes by another hand and on repositories that the model had not seen; the threshold is "
        f"set so that {MOST_FALSE:.1%} of those repositories' memories are taken for planted ones.",
        "",
        *table(measures),
        "",
        "A note that says nothing outright, and one whose harm only a person who knows the project can see, "
        "is not found. Honest notes about keys, permissions and addresses are sometimes held back; a no to "
        "the card lets each out.",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
