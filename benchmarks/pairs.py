"""How well duplicates and contradictions are told apart, on pairs that people judged.

    python -m benchmarks.pairs [FOLDER]

FOLDER holds `pairs/` and `conflicts/` and is no part of the project: by default it is looked for beside
the repository, and without it there is nothing to measure. The model that decides has learned from these
files; what it does on parts of them that it had not seen stands in its card, `memtui/language/pairs.md`.
Prints one table: what was measured, the share and the target. Where the default embedder is installed it
takes part, as it does in use.
"""

import csv
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.probes import DIFFERENT
from memtui.capture import embedding
from memtui.capture.consolidate import consolidate
from memtui.capture.facts import Candidate, Outcome
from memtui.capture.similar import neighbours
from memtui.config import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft
from memtui.language.relation import Relation, opinion, same
from memtui.lifecycle.bulk_add import import_drafts
from memtui.llm.embeddings import Embedder, embedder
from memtui.store.database import Store
from memtui.store.opening import open_store

BESIDE = Path(__file__).parents[2] / "shared" / "fixtures"
RAISED = (Outcome.CONFLICTS, Outcome.UPDATES, Outcome.DELETES)

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Figure:
    """A share in percent, of how many, and what it should be."""

    name: str
    percent: float
    of: int
    at_least: float | None = None
    at_most: float | None = None

    @property
    def target(self) -> str:
        """The target in words; empty for a figure that is only told."""
        if self.at_least is not None:
            return f"≥ {self.at_least:g} %"
        return "" if self.at_most is None else f"≤ {self.at_most:g} %"

    @property
    def met(self) -> bool:
        """Whether the target is reached."""
        enough = self.at_least is None or self.percent >= self.at_least
        return enough and (self.at_most is None or self.percent <= self.at_most)


@dataclass(frozen=True, slots=True)
class Row:
    """A new fact, the facts known before, and which of them it overturns."""

    facts: list[str]
    new: str
    overturned: list[int]


def main() -> None:
    """Print the table; exit 1 when a target is missed."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else BESIDE
    found = figures(folder)
    if not found:
        print(f"Nothing to measure: there is no pairs/ or conflicts/ in {folder}.")
        return
    print("\nDuplicates and contradictions, decided offline\n")
    print("| what | pairs | memtui | target | |\n|---|---|---|---|---|")
    for figure in found:
        verdict = "" if not figure.target else "met" if figure.met else "MISSED"
        print(f"| {figure.name} | {figure.of:,} | {figure.percent:.1f} % | {figure.target} | {verdict} |")
    sys.exit(not all(figure.met for figure in found))


def figures(folder: Path) -> list[Figure]:
    """Return every figure for which there is data in `folder`."""
    settings = Settings()
    model = embedder(settings.embeddings, settings.llm)
    return [*_pairs(folder / "pairs", model), *_conflicts(folder / "conflicts", model)]


# -- pairs -------------------------------------------------------------------------------------------


def _pairs(folder: Path, model: Embedder | None) -> Iterator[Figure]:
    rows = [row for file in sorted(folder.glob("SICK_*.txt")) for row in sick(file)]
    if rows:
        alike = [pair for pair, related, label in rows if label == "ENTAILMENT" and related >= 4.5]
        yield _duplicates("true duplicates proposed as duplicate (SICK)", alike, model, at_least=75)
        yield _duplicates("the same by words alone", alike, None, at_least=60)
        against = [pair for pair, _, label in rows if label == "CONTRADICTION"]
        yield _duplicates("contradictions proposed as duplicate (SICK)", against, model, at_most=2)
        neutral = [pair for pair, _, label in rows if label == "NEUTRAL"]
        yield _duplicates("neutral pairs proposed as duplicate (SICK)", neutral, model, at_most=6)
        yield _duplicates("the same by words alone", neutral, None, at_most=6)
    against = [pair for file in sorted(folder.glob("negnli/*.txt")) for pair in negated(file)]
    if against:
        yield _duplicates("contradictions proposed as duplicate (negation)", against, model, at_most=4)
    graded = [row for file in sorted(folder.glob("stsb/*.csv")) for row in graded_pairs(file)]
    if graded:
        alike = [pair for pair, grade, _ in graded if grade >= 4]
        yield _duplicates(
            "sentences graded 4 and more proposed as duplicate (STS-B)", alike, model, at_least=50
        )
        news = [pair for pair, grade, genre in graded if grade >= 4 and genre == "main-news"]
        yield _duplicates("of those, reworded news", news, model, at_least=20)
        unlike = [pair for pair, grade, _ in graded if grade <= 3]
        yield _duplicates("sentences graded 3 and less proposed as duplicate", unlike, model, at_most=4)
    yield _duplicates("probes that say different things proposed as duplicate", DIFFERENT, model, at_most=10)


def graded_pairs(file: Path) -> Iterator[tuple[Pair, float, str]]:
    """Yield each pair of a file of sentences with its grade, 0…5, and its genre."""
    for line in file.read_text(encoding="utf-8").splitlines():
        genre, _, _, _, grade, one, other, *_ = line.split("\t")
        yield (one, other), float(grade), genre


def sick(file: Path) -> Iterator[tuple[Pair, float, str]]:
    """Yield each pair of sentences, as it is stored, with how related they are, 1…5, and what was judged."""
    for row in csv.DictReader(file.open(encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE):
        yield (
            (row["sentence_A"].strip(), row["sentence_B"].strip()),
            float(row["relatedness_score"]),
            row["entailment_judgment"],
        )


def negated(file: Path) -> Iterator[Pair]:
    """Yield the pairs of which one sentence denies the other."""
    for row in csv.DictReader(file.open(encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE):
        if row["gold_label"] == "contradiction":
            yield row["Text"], row["Hypothesis"]


def _duplicates(
    name: str,
    pairs: Sequence[Pair],
    model: Embedder | None,
    *,
    at_least: float | None = None,
    at_most: float | None = None,
) -> Figure:
    found = [same(*pair, cosine) for pair, cosine in zip(pairs, _cosines(pairs, model), strict=True)]
    return Figure(name, _percent(found), len(found), at_least, at_most)


def _cosines(pairs: Sequence[Pair], model: Embedder | None) -> list[float | None]:
    if model is None:
        return [None] * len(pairs)
    left, right = (model.embed([pair[side] for pair in pairs]) for side in (0, 1))
    return [float(cosine) for cosine in (left * right).sum(axis=1)]


# -- conflicts ---------------------------------------------------------------------------------------


def _conflicts(folder: Path, model: Embedder | None) -> Iterator[Figure]:
    rows = [row for file in sorted(folder.glob("letta_update/*.jsonl")) for row in updates(file)]
    if not rows:
        return
    overturned = [(row.facts[i], row.new) for row in rows for i in row.overturned]
    yield _duplicates("contradictions proposed as duplicate (letta)", overturned, model, at_most=2)
    with tempfile.TemporaryDirectory() as place, open_store(Path(place) / "facts.db") as store:
        import_drafts(store, (Draft(fact) for row in rows for fact in row.facts), by=PERSON_AT_CLI)
        yield _shown_first("the overturned fact is the one shown, words alone", store, rows, None)
        if model is not None:
            embedding.fill(store, model)
            yield _shown_first("the overturned fact is the one shown", store, rows, model)
        verdicts = consolidate(
            store, "/", [Candidate(row.new, quote=row.new) for row in rows], embedder=model
        )
    raised = [fact.outcome in RAISED for fact in verdicts]
    yield Figure("raised as conflict, whatever it is shown against", _percent(raised), len(raised))
    paired = [any(_at_odds(row.facts[i], row.new) for i in row.overturned) for row in rows]
    yield Figure("raised as conflict against the overturned fact", _percent(paired), len(paired), at_least=60)
    beside = [
        _at_odds(fact, row.new) for row in rows for i, fact in enumerate(row.facts) if i not in row.overturned
    ]
    yield Figure("unrelated neighbours raised as conflict", _percent(beside), len(beside), at_most=5)


def _at_odds(known: str, new: str) -> bool:
    return opinion(known, new).relation is Relation.OVERTAKEN


def updates(file: Path) -> Iterator[Row]:
    """Yield the rows of a file of facts and what overturns them."""
    for line in file.read_text(encoding="utf-8").splitlines():
        extra = json.loads(line)["agent_args"]["extra"]
        yield Row(extra["facts"], extra["contradicting_fact"], extra["supporting_fact_indices"])


def _shown_first(name: str, store: Store, rows: Sequence[Row], model: Embedder | None) -> Figure:
    found = neighbours(store, [row.new for row in rows], embedder=model)
    first = [
        bool(near) and near[0].memory.text in {row.facts[i] for i in row.overturned}
        for near, row in zip(found, rows, strict=True)
    ]
    return Figure(name, _percent(first), len(first), at_least=92)


def _percent(found: Iterable[bool]) -> float:
    values = list(found)
    return 100 * sum(values) / len(values) if values else 0.0


if __name__ == "__main__":
    main()
