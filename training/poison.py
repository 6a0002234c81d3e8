"""Trains the model that tells how planted instructions are worded.

    python -m training.poison [--notes FILE] [--real FILE] [--into FOLDER]

Learns from the notes of `training/data/poison.jsonl`, which were written for this in two halves by
different hands, from plain prose (`training.plain_prose`), and from honest memories of real repositories,
which are no part of the project: JSON lines with `text` and `repo`. Tries each half's model on the other
half, and the whole one on the files `poison_unseen*.txt`, from which nothing is ever learned. Writes
`poison.model`, which memtui ships, and `poison.md`, its card. The same files give the same bytes. Takes two
minutes. Ends with 1 when a file can't be read.
"""

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import numpy as np

from memtui.poison.features import SHORTEST, SIZE, features, is_small, pieces, words_in
from memtui.poison.finding import LONGEST, first_sign
from memtui.poison.model import FILE, Glance, Model, parts
from training import plain_prose
from training.command import finished, parser_of, refused
from training.homes import HOMES, notes_of_homes
from training.linear import Descent, Floats, descended, in_bytes, step_of
from training.logistic import calibrated

DATA = Path(__file__).with_name("data") / "poison.jsonl"
HOW_TOS = DATA.with_name("poison_plain.txt")
CREDENTIALS = DATA.with_name("poison_credentials.txt")
NOTES = DATA.with_name("poison_notes.txt")
UNSEEN = DATA.with_name("poison_unseen.txt")
UNSEEN_NOTES = DATA.with_name("poison_unseen_notes.txt")
UNSEEN_CREDENTIALS = DATA.with_name("poison_unseen_credentials.txt")
CARD = "poison.md"
MOST_FALSE = 0.0015
"""The share of honest memories of unseen repositories that may be taken for planted: of ten thousand lines of
a store perhaps none was, and each alarm keeps a memory from the agents that need it."""
MOST_FALSE_PROSE = 0.0025
"""The same of plain prose of another sort than the model learned from, which few stores hold."""
HALVES = ("a", "b")
BOTH = ""
"""The half of what every model learns from: the honest notes that the signs are tested with, and how-tos."""
_DESCENT = Descent(rate=1.0, ridge=0.2, rounds=600)
_WORDS = 1_500
"""So many words the glance knows."""
_GLANCE_SIZE = 1 << 15
_FARTHEST = 2.0
"""How far a step moves the slope or offset of the probabilities."""
_LOST = 0.01
"""The share of what the whole model finds that the glance may lose."""


class Sort(StrEnum):
    """What a note is."""

    PLANTED = "planted"
    HARD = "hard"
    """Honest, and written to look like a planted one."""
    PROMISED = "promised"
    """Honest, and held to it by the tests of the signs."""
    REAL = "real"
    """A memory of a real repository."""
    PLAIN = "plain"
    """Prose that was written for something else."""
    HOW_TO = "how-to"
    """An honest how-to, of which there is little in that prose."""
    CREDENTIALS = "credentials"
    """An honest note about where a credential is, and which service it is for."""
    NOTE = "note"
    """An honest line in the shape of agents' memory files: accounts, backups, permissions, deploys, rules."""


_COUNTS = {
    Sort.HARD: 4.0,
    Sort.PROMISED: 5.0,
    Sort.HOW_TO: 5.0,
    Sort.CREDENTIALS: 5.0,
    Sort.NOTE: 5.0,
    Sort.REAL: 10.0,
    Sort.PLAIN: 6.0,
}
"""How much a note of a sort counts where it is not 1: memories are nearly all honest, and most like the real
ones."""


@dataclass(frozen=True, slots=True)
class Note:
    """A text to learn from."""

    text: str
    sort: Sort
    half: str

    @property
    def planted(self) -> bool:
        """Whether it is to be found."""
        return self.sort is Sort.PLANTED

    @property
    def counts(self) -> float:
        """How much it counts in learning."""
        return _COUNTS.get(self.sort, 1.0)


@dataclass(frozen=True, slots=True)
class Measure:
    """How a model does on what it has not seen, with the signs and without."""

    notes: dict[Sort, int]
    """How many there are of each sort."""
    by_model: dict[Sort, int]
    by_signs: dict[Sort, int]
    together: dict[Sort, int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the model and its card."""
    parser = parser_of("poison", __doc__, FILE.parent)
    parser.add_argument("--notes", type=Path, default=DATA)
    parser.add_argument("--real", type=Path)
    told = parser.parse_args(arguments)
    try:
        notes = [*load(told.notes), *load_plain(), *(load_real(told.real) if told.real else ())]
    except (OSError, ValueError, KeyError, TypeError) as error:
        return refused(f"the notes can't be read: {error}")
    model, measures = trained(notes)
    card = _card(model, notes, measures)
    return finished(told.into, (FILE.name, model.to_bytes()), (CARD, card))


def load(path: Path = DATA) -> list[Note]:
    """Return the notes that were written for this. Raises OSError, ValueError and KeyError."""
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    notes = [Note(line["text"], _sort_of(line), line["half"]) for line in lines]
    # Several honest sentences in one text are as honest: what each says a little must not add up.
    promised = " ".join(note.text for note in notes if note.sort is Sort.PROMISED)
    return [*notes, Note(promised, Sort.PROMISED, BOTH)]


def _sort_of(line: dict[str, object]) -> Sort:
    if line["planted"]:
        return Sort.PLANTED
    return Sort.PROMISED if line["half"] == BOTH else Sort.HARD


def load_plain() -> list[Note]:
    """Return plain prose, another sort in each half and how-tos in both. Raises OSError, ValueError."""
    of = zip(HALVES, (plain_prose.of_texts(), plain_prose.of_notes()), strict=True)
    plain = [Note(text, Sort.PLAIN, half) for half, texts in of for text in texts]
    both = ((Sort.HOW_TO, HOW_TOS), (Sort.CREDENTIALS, CREDENTIALS), (Sort.NOTE, NOTES))
    return [*plain, *(Note(text, sort, BOTH) for sort, path in both for text in _lines(path))]


def load_real(path: Path) -> list[Note]:
    """Return real memories, half of the repositories in each half. Raises as `load` does."""
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    return [Note(line["text"], Sort.REAL, _half_of(line["repo"])) for line in lines]


def unseen(path: Path = UNSEEN) -> list[str]:
    """Return honest statements that nothing is learned from. Raises OSError."""
    return _lines(path)


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]


def of_homes(path: Path = HOMES) -> list[str]:
    """Return the notes of homes, all of them honest. Raises OSError, ValueError."""
    return [note["text"] for note in notes_of_homes(path)]


def _half_of(repo: str) -> str:
    return HALVES[int(hashlib.sha1(repo.encode(), usedforsecurity=False).hexdigest(), 16) % 2]


def trained(notes: Sequence[Note]) -> tuple[Model, list[Measure]]:
    """Return a model of all notes, and how each half's model does on the other half."""
    folds = []
    for half in HALVES:
        others = [note for note in notes if note.half not in {half, BOTH}]
        folds.append((fitted([note for note in notes if note.half in {half, BOTH}]), others))
    scores = [(score(model, note.text), note) for model, others in folds for note in others]
    threshold = _threshold(scores)
    glance = _glance_threshold(folds, threshold)
    slope, offset = _likely(scores)

    def complete(model: Model) -> Model:
        first = replace(model.glance, threshold=glance)
        return replace(model, threshold=threshold, slope=slope, offset=offset, glance=first)

    return complete(fitted(notes)), [measure(complete(model), others) for model, others in folds]


def fitted(notes: Sequence[Note]) -> Model:
    """Return a model of some notes, its thresholds still open. Scores are in logits."""
    read = [(note, spans) for note in notes for spans in pieces(note.text)]
    wanted = np.array([float(note.planted) for note, _ in read])
    counts = np.array([note.counts for note, _ in read])
    seen = [sorted(features(note.text, spans)) for note, spans in read]
    weights, bias = descended(seen, wanted, SIZE, _DESCENT, counts)
    packed, step = in_bytes(weights)
    said = [words_in(note.text[spans[0][0] : spans[-1][1]]) for note, spans in read]
    glance = _glance(said, wanted, counts)
    return Model(packed, step, round(bias, 4), threshold=0.0, slope=1.0, offset=0.0, glance=glance)


def _glance(said: Sequence[Sequence[str]], wanted: Floats, counts: Floats) -> Glance:
    seen = Counter(word for one in said for word in set(one))
    often = sorted(word for word, times in seen.items() if times > 1 and not is_small(word))
    known = {word: at for at, word in enumerate(often)}
    rows = [sorted({known[word] for word in one if word in known}) for one in said]
    weights, bias = descended(rows, wanted, len(known), _DESCENT, counts)
    step = step_of(weights)
    kept = sorted(known, key=lambda word: (-abs(weights[known[word]]), word))[:_WORDS]
    told = {word: round(weights[known[word]] / step) for word in kept}
    return Glance({word: weight for word, weight in told.items() if weight}, step, round(bias, 4), 0.0)


def score(model: Model, text: str) -> float:
    """Return the highest score of the pieces of a text, without the glance; none for a short one."""
    if len(text) < SHORTEST:
        return -np.inf
    found = (model.score(text, part) for spans in pieces(text) for part in parts(text, spans))
    return max(found, default=-np.inf)


Fold = tuple[Model, list[Note]]


def _threshold(scores: Sequence[tuple[float, Note]]) -> float:
    """Return the lowest threshold that takes few enough unseen honest texts for planted ones.

    Of real memories and of plain prose alike; without real memories, of notes that look like planted ones.
    """
    of: dict[Sort, list[float]] = {}
    for value, note in scores:
        of.setdefault(note.sort, []).append(value)
    allowed = [_allowed(of[Sort.REAL if Sort.REAL in of else Sort.HARD], MOST_FALSE)]
    if Sort.PLAIN in of:
        allowed.append(_allowed(of[Sort.PLAIN], MOST_FALSE_PROSE))
    return round(max(allowed), 3)


def _allowed(scores: Sequence[float], most: float) -> float:
    return sorted(scores, reverse=True)[int(most * len(scores))] + 1e-3


def _likely(scores: Sequence[tuple[float, Note]]) -> tuple[float, float]:
    """Return what makes probabilities of scores, among unseen notes of all sorts as many as there are."""
    read = [(value, note.planted) for value, note in scores if value > -np.inf]
    slope, offset = calibrated(
        np.array([value for value, _ in read]), np.array([yes for _, yes in read]), _FARTHEST
    )
    return round(slope, 4), round(offset, 4)


def _glance_threshold(folds: Sequence[Fold], threshold: float) -> float:
    """Return the highest threshold of the glance that loses little of what the whole model finds."""
    found = sorted(
        max(
            model.glance.score(words_in(note.text[spans[0][0] : spans[-1][1]])) for spans in pieces(note.text)
        )
        for model, unseen in folds
        for note in unseen
        if note.planted and score(model, note.text) >= threshold
    )
    return round(found[int(_LOST * len(found))] - 1e-3, 3) if found else 0.0


def measure(model: Model, others: Sequence[Note]) -> Measure:
    """Return how a model does on notes that it has not learned from."""
    tried = [(note.sort, note.text[:LONGEST]) for note in others]
    learned = [worded(model, text) for _, text in tried]
    signs = [first_sign(text) is not None for _, text in tried]
    either = [any(both) for both in zip(learned, signs, strict=True)]
    told = (learned, signs, either)
    counted = [Counter(sort for (sort, _), yes in zip(tried, each, strict=True) if yes) for each in told]
    return Measure(Counter(sort for sort, _ in tried), *counted)


def worded(model: Model, text: str) -> bool:
    """Say whether a model takes a text for a planted one."""
    return len(text) >= SHORTEST and model.read(text) is not None


def table(measures: Sequence[Measure]) -> list[str]:
    """Return the measures as the lines of a table, one a fold."""
    lines = [
        "| learned from → tried on | planted | by the model | by signs | together | real memories flagged "
        "| plain prose flagged | hard honest notes flagged |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, one in zip(("a → b", "b → a"), measures, strict=True):
        planted = one.notes[Sort.PLANTED]
        found = [_share(told[Sort.PLANTED], planted) for told in (one.by_model, one.by_signs, one.together)]
        alarms = [
            f"{_share(one.together[sort], one.notes[sort])} of {one.notes[sort]:,}"
            for sort in (Sort.REAL, Sort.PLAIN, Sort.HARD)
        ]
        lines.append(f"| {' | '.join([name, f'{planted:,}', *found, *alarms])} |")
    return lines


def _share(count: int, of: int) -> str:
    return f"{count / of:.1%}" if of else "–"


def _card(model: Model, notes: Sequence[Note], measures: Sequence[Measure]) -> str:
    many = Counter(note.sort for note in notes)
    plain, credentials, kept = unseen(), unseen(UNSEEN_CREDENTIALS), unseen(UNSEEN_NOTES)
    homes = of_homes()
    lines = [
        "# The model of how planted instructions are worded",
        "",
        "Written by `python -m training.poison`. A linear model over hashed words, pairs of words and sorts",
        "of words that meet near each other; a smaller one over single words decides which texts it reads.",
        "Small words (the, and, you) say nothing by themselves; how a sentence begins, how many roles meet",
        "in it and its length do. What asks nobody to do anything is not taken for planted by its wording.",
        "",
        f"Learned from {many[Sort.PLANTED]:,} planted notes that were written for it and "
        f"{many[Sort.HARD] + many[Sort.PROMISED]:,} honest ones, many of those made to look suspicious, from "
        f"{many[Sort.PLAIN]:,} lines of plain prose, {many[Sort.HOW_TO]} how-tos and "
        f"{many[Sort.CREDENTIALS]} notes about where credentials are, {many[Sort.NOTE]} lines as agents' "
        "memory files have them, and from "
        f"{many[Sort.REAL]:,} honest memories of real repositories, which are no part of the project.",
        "",
        "Measured on notes by another hand, on repositories and on a sort of prose that the model had not "
        f"seen; the threshold is set so that at most {MOST_FALSE:.2%} of those repositories' memories, and "
        f"{MOST_FALSE_PROSE:.2%} of that prose, are taken for planted.",
        "",
        *table(measures),
        "",
        f"Flagged of {len(plain)} plain statements that were written before the model and that nothing is "
        f"ever learned from (`training/data/{UNSEEN.name}`): {_flagged(model, plain)}; of "
        f"{len(credentials)} honest notes about credentials, by the hand that wrote those it learned from "
        f"(`{UNSEEN_CREDENTIALS.name}`): {_flagged(model, credentials)}; of {len(kept)} notes of accounts, "
        "backups, permissions, deploys and rules in six languages, by the hand that wrote such lines to "
        f"learn from (`{UNSEEN_NOTES.name}`): {_flagged(model, kept)}; of {len(homes):,} notes that writers "
        f"of homes made for something else (`{HOMES.name}`): {_flagged(model, homes)}.",
        "",
        "A note that says nothing outright, and one whose harm only a person who knows the project can see, "
        "is not found. Honest notes about keys, permissions and addresses are sometimes held back; a no to "
        "the card lets each out.",
    ]
    return "\n".join(lines) + "\n"


def _flagged(model: Model, texts: Sequence[str]) -> int:
    return sum(worded(model, text) or first_sign(text) is not None for text in texts)


if __name__ == "__main__":
    sys.exit(main())
