"""Pairs of statements that people judged, as `python -m training.pairs` takes them.

Three sources are no part of the project. What people kept in real stores (see `training.labelled`): the
candidates that a pass would compare, of which those that a reader linked are the same, overtaken or at odds,
and the others nothing to each other. Pairs of sentences: SICK, STS-B and negations, by the form of the file.
And facts with one that overturns some of them. The rest was written for the project, see `training/data`.
"""

import csv
import json
import random
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from memtui.capture import embedding
from memtui.config import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft
from memtui.domain.text import normalised
from memtui.language.in_store import of_one_file
from memtui.language.relation import Relation
from memtui.language.store_words import StoreWords
from memtui.lifecycle.bulk_add import import_drafts
from memtui.llm.embeddings import Embedder, embedder
from memtui.review import pairs
from memtui.store import memories
from memtui.store.opening import open_store
from training.labelled import Labelled
from training.pairs_facts import beside, facts, pairs_of

_UNDATED = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
_SAME, _OTHER = 4.0, 3.2
"""Of 5, how alike two sentences are that say the same, and at most those that don't."""
_ENTAILED = 4.5
_FAR = 0.4
"""Candidates further apart that nobody linked are left out: by far the most, and nearly all of one sort."""
_RELATIONS = {"dup": Relation.SAME, "superseded": Relation.OVERTAKEN, "contradicts": Relation.OVERTAKEN}


@dataclass(frozen=True, slots=True)
class Judged:
    """Two statements and what they are to each other. The older comes first where one is known to be."""

    older: str
    newer: str
    relation: Relation
    source: str
    """`real`, `sick`, `stsb`, `negation`, `updates`, `beside`, `written`, `agents` or `facts`."""
    group: str
    """What is dealt out to folds together: a repository, a project, a fact, or a stretch of a file."""
    similarity: float | None = None
    ids: tuple[str, str] = ("", "")
    among: StoreWords | None = None
    """The words of their store, where they come from one."""
    one_file: bool = True


# -- real stores -----------------------------------------------------------------------------------------


def real(
    told: Sequence[Labelled], read: Mapping[tuple[str, str], Relation], model: Embedder | None
) -> Iterator[Judged]:
    """Yield what a pass over each store would compare, and what readers linked besides.

    `read` is what was read of single pairs later.
    """
    for _, store in groupby(told, key=lambda one: (one.repo, one.store)):
        yield from _of_store(list(store), read, model)


def _of_store(
    store: Sequence[Labelled], read: Mapping[tuple[str, str], Relation], model: Embedder | None
) -> Iterator[Judged]:
    linked = links(store)
    family = families(linked)
    by_id = {one.id: one for one in store}
    among = StoreWords({one.id: one.text for one in store})
    cosines = candidates(store, model)
    for pair in sorted({*cosines, *linked}):
        older, newer = sorted((by_id[i] for i in pair), key=lambda one: (instant(one), one.order))
        if normalised(older.text) == normalised(newer.text):
            continue
        relation = linked.get(pair, read.get(pair))
        if relation is None and (cosines.get(pair) or 1.0) < _FAR:
            continue
        if relation is None and family.get(pair[0], pair[0]) == family.get(pair[1], pair[1]):
            continue  # both linked to a third
        yield Judged(
            older.text,
            newer.text,
            relation or Relation.NOTHING,
            "real",
            older.repo,
            cosines.get(pair),
            (older.id, newer.id),
            among,
            of_one_file(older.path, newer.path),
        )


def links(store: Sequence[Labelled]) -> dict[tuple[str, str], Relation]:
    """Return the pairs of one store that readers linked, the lesser id first."""
    known = {one.id for one in store}
    return {
        (min(one.id, other), max(one.id, other)): _RELATIONS[relation]
        for one in store
        for other, relation in one.links
        if other in known and relation in _RELATIONS and other != one.id
    }


def families(linked: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Map each linked memory to one that stands for all that are linked with it."""
    head: dict[str, str] = {}

    def find(one: str) -> str:
        while head.get(one, one) != one:
            one = head[one]
        return one

    for a, b in linked:
        head[find(a)] = find(b)
    return {one: find(one) for pair in linked for one in pair}


def candidates(store: Sequence[Labelled], model: Embedder | None) -> dict[tuple[str, str], float | None]:
    """Return the pairs that a pass over a store of just these memories compares, with their cosines."""
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(open_store(Path(folder) / "a.db", clock=lambda: _UNDATED * 2)) as opened,
    ):
        drafts = [
            Draft(one.text, scope="/project/x", created_at=instant(one), provenance={"id": one.id})
            for one in store
        ]
        import_drafts(opened, drafts, by=PERSON_AT_CLI)
        if model is not None:
            embedding.fill(opened, model)
        ids = {
            memory.id: str(memory.provenance["id"])
            for memory in memories.get_many(opened, range(1, len(store) + 1))
        }
        return {
            (min(ids[p.a], ids[p.b]), max(ids[p.a], ids[p.b])): None
            if p.similarity is None
            else round(p.similarity, 3)
            for portion in pairs.everywhere(opened)
            for p in portion
        }


def instant(one: Labelled) -> float:
    """Return when a memory was written; those without a date, in their order."""
    try:
        return datetime.fromisoformat(one.date).replace(tzinfo=UTC).timestamp() + one.order
    except ValueError:
        return _UNDATED + one.order


# -- sentences -------------------------------------------------------------------------------------------


def sentences(folder: Path, model: Embedder | None) -> Iterator[Judged]:
    """Yield the pairs of all files of a folder: `SICK_*.txt`, `stsb/*.csv`, `negnli/*.txt`."""
    found = [
        *(each for file in sorted(folder.glob("SICK_*.txt")) for each in _sick(file)),
        *(each for file in sorted(folder.glob("stsb/*.csv")) for each in _graded(file)),
        *(each for file in sorted(folder.glob("negnli/*.txt")) for each in _negations(file)),
    ]
    yield from _with_cosines(found, model)


def _sick(file: Path) -> Iterator[Judged]:
    for number, row in enumerate(_rows(file)):
        judged, related = row["entailment_judgment"], float(row["relatedness_score"])
        relation = (
            Relation.OVERTAKEN
            if judged == "CONTRADICTION"
            else Relation.NOTHING
            if judged == "NEUTRAL"
            else Relation.SAME
            if related >= _ENTAILED
            else None
        )
        if relation is not None:
            yield Judged(row["sentence_A"], row["sentence_B"], relation, "sick", f"sick {number // 50}")


def _negations(file: Path) -> Iterator[Judged]:
    for number, row in enumerate(_rows(file)):
        denies = row["gold_label"] == "contradiction"
        relation = Relation.OVERTAKEN if denies else Relation.NOTHING
        if denies or row["gold_label"] == "neutral":
            yield Judged(row["Text"], row["Hypothesis"], relation, "negation", f"negation {number // 12}")


def _rows(file: Path) -> Iterator[dict[str, str]]:
    yield from csv.DictReader(file.open(encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE)


def _graded(file: Path) -> Iterator[Judged]:
    for number, line in enumerate(file.read_text("utf-8").splitlines()):
        row = line.split("\t")
        grade = float(row[4])
        if grade >= _SAME or grade <= _OTHER:
            relation = Relation.SAME if grade >= _SAME else Relation.NOTHING
            yield Judged(row[5], row[6], relation, "stsb", f"stsb {number // 25}")


# -- facts and what overturns them -----------------------------------------------------------------------


def overturned(folder: Path, model: Embedder | None) -> Iterator[Judged]:
    """Yield each new fact with what it overturns, and with the facts beside that."""
    found = []
    for file in sorted(folder.rglob("*.jsonl")):
        for number, line in enumerate(file.read_text("utf-8").splitlines()):
            told = json.loads(line)["agent_args"]["extra"]
            group = f"{file.stem} {number // 10}"
            gone = set(told["supporting_fact_indices"])
            for place, fact in enumerate(told["facts"]):
                relation = Relation.OVERTAKEN if place in gone else Relation.NOTHING
                source = "updates" if place in gone else "beside"
                found.append(Judged(fact, told["contradicting_fact"], relation, source, group))
    yield from _with_cosines(found, model)


def _with_cosines(found: Sequence[Judged], model: Embedder | None) -> Iterator[Judged]:
    if model is None or not found:
        yield from found
        return
    left, right = (model.embed([getattr(one, side) for one in found]) for side in ("older", "newer"))
    for one, cosine in zip(found, (left * right).sum(axis=1).tolist(), strict=True):
        yield Judged(one.older, one.newer, one.relation, one.source, one.group, round(float(cosine), 3))


def written(file: Path, model: Embedder | None, source: str = "written") -> Iterator[Judged]:
    """Yield pairs that were written for this, each a JSON object: `older`, `newer`, `relation`.

    Those of one `project`, where there is one, go to the same fold.
    """
    found = []
    for number, line in enumerate(file.read_text("utf-8").splitlines()):
        told = json.loads(line)
        group = f"{source} {told.get('project', number)}"
        found.append(Judged(told["older"], told["newer"], Relation(told["relation"]), source, group))
    yield from _with_cosines(found, model)


def retold(file: Path, model: Embedder | None) -> Iterator[Judged]:
    """Yield pairs of facts that are told in several ways; those of one fact go to the same fold."""
    chance = random.Random(file.name)
    known = facts(file)
    others = beside(known, chance)
    found = [
        Judged(older, newer, relation, "facts", f"facts {number}")
        for number, (fact, apart) in enumerate(zip(known, others, strict=True))
        for older, newer, relation in (*pairs_of(fact, chance), *apart)
    ]
    yield from _with_cosines(found, model)


def read_besides(file: Path) -> dict[tuple[str, str], Relation]:
    """Return what was read of pairs of real stores that no reader of the stores had linked, by their ids."""
    lines = map(json.loads, file.read_text("utf-8").splitlines())
    return {(min(told["ids"]), max(told["ids"])): Relation(told["relation"]) for told in lines}


def load_embedder() -> Embedder | None:
    """Return the embedder that memtui uses by default."""
    settings = Settings()
    return embedder(settings.embeddings, settings.llm)
