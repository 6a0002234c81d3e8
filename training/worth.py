"""Trains the model of which sentences are worth keeping, from sentences that were written for it.

    python -m training.worth [--sentences FILE] [--texts FILE] [--into FOLDER]

The sentences lie in `training/data/worth.txt`, `said.txt` and `working_facts.txt`, the texts in `texts.txt`,
`texts_brief.txt`, `texts_european.txt`, `texts_wide.txt` and `texts_working.txt`; each says how it is marked.
Writes `worth.model`, which memtui ships, and `worth.md`, its card. The same sentences give the same bytes.
Takes half a minute. Ends with 1 when they can't be read.
"""

import hashlib
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memtui.capture.rules.cues import cue
from memtui.capture.worth.features import AGENT, NAMED, SIZE, TEXT, USER, Words, features, open_words
from memtui.capture.worth.model import FILE, HEADS, KEEP, Head, Model
from training import texts
from training.command import finished, parser_of, refused
from training.linear import Descent, Floats, descended, in_bytes
from training.logistic import calibrated

DATA = Path(__file__).with_name("data") / "worth.txt"
SAID = DATA.with_name("said.txt")
FACTS = DATA.with_name("working_facts.txt")
CARD = "worth.md"
SPEAKERS = {"u": USER, "a": AGENT, "t": TEXT, "n": NAMED}
WORTH, STANDS, JUNK = "k", "s", "-"
MOST_WRONG = {"keep": 0.12, "standing": 0.12}
"""Of what each head says yes to among sentences it has not seen, the share that may be wrong."""
_FOLDS = 5
_KNOWN, _COMMON = 3, 20
"""In so many sentences that stand by themselves, or texts, a word is to stand to be told from others, and in
so many to count in pairs. Measured in the folds against other figures: with these the fewest are missed."""
_BLANK = 0.5
"""How much a sentence counts once more with a blank for each word that is not common. Measured likewise: then
the noun that a sentence is about moves what is said of it less, and fewer are missed."""
_DESCENT = Descent(rate=0.3, ridge=0.02)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, who says it, and what a reader made of it."""

    text: str
    by: str
    verdict: str
    """WORTH, STANDS or JUNK."""
    signs: tuple[str, ...] = ()
    """What is known of it besides its words."""
    home: str = ""
    """The text that it stands in, if it stands in one: a text is measured as a whole."""

    @property
    def fold(self) -> int:
        """The fold that it is measured in."""
        return int(hashlib.sha256((self.home or self.text).encode()).hexdigest(), 16) % _FOLDS

    @property
    def tells_what_stands(self) -> bool:
        """Whether it was marked for that: a person said it, and in a text only what is kept is marked."""
        return self.by == USER and not self.home

    def wanted(self, head: str) -> bool:
        """Return what a head is to say of it."""
        return self.verdict == STANDS if head != KEEP else self.verdict != JUNK


@dataclass(frozen=True, slots=True)
class Measure:
    """How a head does on sentences that it has not seen."""

    head: str
    sentences: int
    wanted: int
    yes: int
    wrong: int

    spread: tuple[tuple[float, float], ...] = ()
    """Of the sentences of whole texts, for each fold: the share of what it said yes to that was wrong, and of
    what was wanted that it missed."""

    @property
    def missed(self) -> int:
        """Those that it should have said yes to and did not."""
        return self.wanted - (self.yes - self.wrong)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the model and its card."""
    parser = parser_of("worth", __doc__, FILE.parent)
    parser.add_argument("--sentences", type=Path, default=DATA)
    parser.add_argument("--texts", type=Path, default=texts.DATA)
    told = parser.parse_args(arguments)
    try:
        sentences = everything(told.sentences, told.texts)
    except (OSError, ValueError, KeyError) as error:
        return refused(f"the sentences can't be read: {error}")
    model, measures = trained(sentences)
    card = _card(sentences, measures)
    return finished(told.into, (FILE.name, model.to_bytes()), (CARD, card))


def load(path: Path = DATA) -> list[Sentence]:
    """Return the sentences that were written for this. Raises OSError, ValueError and KeyError."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            if line[1] not in WORTH + STANDS + JUNK or line[2] != " ":
                raise ValueError(f"“{line[:40]}” does not begin with who says it and a verdict")
            by, text = SPEAKERS[line[0]], line[3:]
            found.append(Sentence(text, by, line[1], _shown(text)))
    return found


def everything(path: Path = DATA, of_texts: Path = texts.DATA) -> list[Sentence]:
    """Return all that the model is trained from. Raises OSError, ValueError and KeyError."""
    more = (sentence for file in texts.MORE for sentence in load_texts(file))
    return [*load(path), *load(SAID), *load(FACTS), *load_texts(of_texts), *more]


def load_texts(path: Path = texts.DATA) -> list[Sentence]:
    """Return the sentences of the texts that were written for this. Raises OSError and ValueError."""
    return [
        Sentence(one.text, one.by, WORTH if one.kept else JUNK, one.signs, one.home)
        for one in texts.sentences_of(path)
    ]


def trained(sentences: Sequence[Sentence]) -> tuple[Model, list[Measure]]:
    """Return a model of all sentences, and how its heads do on what they have not seen."""
    heads, weights, measures = {}, {}, []
    words = _words(sentences)
    for head in HEADS:
        mine = [one for one in sentences if head == KEEP or one.tells_what_stands]
        wanted = np.array([float(one.wanted(head)) for one in mine])
        sums = _unseen(sentences, mine, head, wanted)
        slope, offset = calibrated(sums, wanted > 0)
        likely = 1 / (1 + np.exp(-(slope * sums + offset)))
        least = _least(likely, wanted, MOST_WRONG[head])
        learned, bias = _fitted(mine, head, words, wanted)
        weights[head], step = in_bytes(learned)
        heads[head] = Head(step, round(bias, 4), round(slope, 4), round(offset, 4), least)
        yes = likely >= least
        wrong = int((yes & (wanted == 0)).sum())
        spread = tuple(_spread(mine, wanted, yes))
        measures.append(Measure(head, len(mine), int(wanted.sum()), int(yes.sum()), wrong, spread))
    return Model(heads, weights, words), measures


def _words(sentences: Sequence[Sentence]) -> Words:
    """Return the words that are told from others: by how many sentences, or texts, hold them."""
    homes = {(word, one.home or one.text) for one in sentences for word in open_words(one.text)}
    often = Counter(word for word, _ in homes)
    known, common = (
        frozenset(word for word, count in often.items() if count >= least) for least in (_KNOWN, _COMMON)
    )
    return Words(known, common)


def _seen(mine: Sequence[Sentence], head: str, words: Words) -> list[list[int]]:
    return [sorted(features(one.text, one.by, words, one.signs if head == KEEP else ())) for one in mine]


def _fitted(mine: Sequence[Sentence], head: str, words: Words, wanted: Floats) -> tuple[Floats, float]:
    blank = Words(words.common, words.common)
    rows = [*_seen(mine, head, words), *_seen(mine, head, blank)]
    counts = np.repeat([1.0, _BLANK], len(mine))
    return descended(rows, np.tile(wanted, 2), SIZE, _DESCENT, counts)


def _spread(
    mine: Sequence[Sentence], wanted: Floats, yes: NDArray[np.bool_]
) -> Iterator[tuple[float, float]]:
    """Yield what was wrong and what was missed in the texts of each fold that has some."""
    folds = np.array([one.fold if one.home else -1 for one in mine])
    for fold in range(_FOLDS):
        said, asked = yes[folds == fold], wanted[folds == fold] > 0
        if said.any() and asked.any():
            yield float((said & ~asked).sum() / said.sum()), float((asked & ~said).sum() / asked.sum())


def _shown(text: str) -> tuple[str, ...]:
    """Return what the rules know of a sentence by itself: the kind of statement it shows."""
    found = cue(text)
    return () if found is None else (found.kind.name,)


def _unseen(sentences: Sequence[Sentence], mine: Sequence[Sentence], head: str, wanted: Floats) -> Floats:
    """Return the sum of each sentence from the words of the other folds and a fit to those."""
    sums = np.zeros(len(mine))
    for fold in range(_FOLDS):
        words = _words([one for one in sentences if one.fold != fold])
        rest = [at for at, one in enumerate(mine) if one.fold != fold]
        weights, bias = _fitted([mine[at] for at in rest], head, words, wanted[rest])
        left = [at for at, one in enumerate(mine) if one.fold == fold]
        for at, seen in zip(left, _seen([mine[at] for at in left], head, words), strict=True):
            sums[at] = weights[seen].sum() / np.sqrt(len(seen) + 1) + bias
    return sums


def _least(likely: Floats, wanted: Floats, most_wrong: float) -> float:
    """Return the lowest probability from which on no more than that share is wrong."""
    order = np.argsort(-likely, kind="stable")
    wrong = np.cumsum(wanted[order] == 0) / np.arange(1, len(order) + 1)
    enough = np.flatnonzero(wrong <= most_wrong)
    return round(float(likely[order[enough[-1]]]), 3) if len(enough) else 1.0


def _card(sentences: Sequence[Sentence], measures: Sequence[Measure]) -> str:
    by = Counter(one.by for one in sentences)
    lines = [
        "# The model of what is worth keeping",
        "",
        "Written by `python -m training.worth`. A linear model over hashed words, pairs of words, sorts of",
        "words and the form of a sentence, with who says it. A word that few of the sentences hold is",
        "told from no other, and each sentence is learned from once more with all but common words blank.",
        "",
        f"Learned from {len(sentences):,} sentences that were written for it, by who says them: "
        + ", ".join(f"{name} {count:,}" for name, count in sorted(by.items()))
        + f" (SHA-256 of the sentences {_digest(sentences)}…). "
        f"{sum(1 for one in sentences if one.home):,} of them stand in "
        f"{len({one.home for one in sentences if one.home})} whole texts, each measured as a whole.",
        "",
        f"Measured on sentences that it had not seen, in {_FOLDS} folds. Many were made hard to tell "
        "apart, so in sessions and texts, where most sentences are easy, other shares are wrong.",
        "",
        "| head | sentences | to be said yes to | said yes | of those wrong | missed |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {one.head} | {one.sentences:,} | {one.wanted:,} | {one.yes:,} "
        f"| {one.wrong:,} ({one.wrong / max(one.yes, 1):.0%}) "
        f"| {one.missed:,} ({one.missed / max(one.wanted, 1):.0%}) |"
        for one in measures
    ]
    for one in measures:
        if one.spread:
            wrong, missed = zip(*one.spread, strict=True)
            lines += [
                "",
                f"In whole texts, by fold, {one.head}: {_range(wrong)} wrong, {_range(missed)} missed.",
            ]
    return "\n".join(lines) + "\n"


def _range(shares: Sequence[float]) -> str:
    return f"{min(shares):.0%} to {max(shares):.0%}"


def _digest(sentences: Sequence[Sentence]) -> str:
    told = "\n".join(f"{one.by} {one.verdict} {' '.join(one.signs)} {one.text}" for one in sentences)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


if __name__ == "__main__":
    sys.exit(main())
