"""How good recall is, on real conversations and on facts that were overturned, and how fast in a big store.

    python -m benchmarks.recall [FOLDER] [--big STORE]

FOLDER holds `recall/` and `conflicts/` and is no part of the project: by default it is looked for beside the
repository, and without it there is nothing to measure. R@10: for each question the share of its gold memories
among the first ten, averaged; a conversation is a store. Nothing asks a model. STORE is one of a million
memories with vectors; it is only read. Prints tables: what was measured, the figure, the target.
"""

import argparse
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.pairs import BESIDE, Row, updates
from benchmarks.terminal import Spread
from memtui.capture import embedding
from memtui.config import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft
from memtui.lifecycle.bulk_add import import_drafts
from memtui.llm.embeddings import Embedder, embedder
from memtui.recall import ranking, scoring
from memtui.recall.meaning import Meaning, Signs
from memtui.recall.search import recall
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.store.reach import around

FIRST = 10
TEXT_ALONE = 71.8
"""One more than recall reached when memories of one hour were taken for one session."""
Answer = Callable[[Store, str], list[int]]
"""The ids of the first ten for a question."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact or a turn: its text, the turns it rests on, its session and when that was."""

    text: str
    turns: frozenset[str]
    session: str
    at: float


@dataclass(frozen=True, slots=True)
class Conversation:
    """What was said, or what is known from it, and what is asked about it with the turns that answer."""

    statements: list[Statement]
    questions: list[tuple[str, frozenset[str]]]

    @property
    def ends(self) -> float:
        """When it was last spoken, and a day."""
        return max(statement.at for statement in self.statements) + DAY


def main() -> int:
    """Print the tables; return 1 when a target is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=BESIDE)
    parser.add_argument("--big", type=Path, help="a store of a million memories with vectors")
    options = parser.parse_args()
    model = offline()
    met = True
    if any(options.folder.glob("recall/locomo/*.json")):
        met = _print_quality(options.folder, model)
    else:
        print(f"Nothing to measure: there is no recall/locomo in {options.folder}.")
    if options.big:
        met = _print_speed(options.big, model) and met
    return 0 if met else 1


def offline() -> Embedder | None:
    """Return the default embedder, or None where it is not installed."""
    settings = Settings()
    return embedder(settings.embeddings, settings.llm)


# -- quality -----------------------------------------------------------------------------------------


def _print_quality(folder: Path, model: Embedder | None) -> bool:
    print("\nRecall, R@10 in percent, no model asked\n")
    print("| what | facts | target | turns | target | |\n|---|---|---|---|---|---|")
    facts, turns = conversations(folder, "facts"), conversations(folder, "turns")
    rows: list[tuple[str, Callable[[list[Conversation]], float], float, float]] = [
        ("the word index alone (DATA.md: 70.8, 60.5)", lambda c: r10(c, by_index), 0, 0),
        ("recall by words alone", lambda c: r10(c, by_recall(None)), 0, 0),
    ]
    if model is not None:
        rows += [
            ("vectors alone (DATA.md: 68.8)", lambda c: r10(c, by_vectors(model), model), 0, 0),
            ("recall, strength left out", lambda c: without_strength(c, model), 0, 0),
            ("recall (DATA.md: 77.3, 69.7)", lambda c: r10(c, by_recall(model), model), 78, 70),
        ]
    met = True
    for name, measure, least_facts, least_turns in rows:
        on_facts, on_turns = measure(facts), measure(turns)
        targets = [f"≥ {least}" if least else "" for least in (least_facts, least_turns)]
        reached = on_facts >= least_facts and on_turns >= least_turns
        mark = "" if not least_facts else "met" if reached else "MISSED"
        print(f"| {name} | {on_facts:.1f} | {targets[0]} | {on_turns:.1f} | {targets[1]} | {mark} |")
        met = met and reached
    bare = [text_alone(talk) for talk in facts]
    alone = r10(bare, by_recall(model), model)
    reached = alone >= TEXT_ALONE
    met = met and reached
    print(
        f"\nWhere nothing but the text is known, no session and no date: {alone:.1f} (target ≥ {TEXT_ALONE})"
    )
    waited, worked = one_shot()
    print(
        f"One question, the whole process: {worked:.2f} s of the processor (target ≤ 0.4; best of five), "
        f"{waited:.2f} s by the clock"
    )
    newer = newer_first(folder, model)
    print(f"\nThe newer of two facts about one thing first: {newer:.1f} % (target ≥ 80)")
    return met and newer >= 80


def conversations(folder: Path, kind: str) -> list[Conversation]:
    """Return the conversations in `folder`, as their `facts` or their `turns`."""
    read = _facts if kind == "facts" else _turns
    return [
        Conversation(list(read(talk)), list(_questions(talk)))
        for file in sorted((folder / "recall" / "locomo").glob("*.json"))
        for talk in json.loads(file.read_text(encoding="utf-8"))
    ]


def text_alone(talk: Conversation) -> Conversation:
    """Return a conversation's facts as an import without dates and sessions has them, in no order."""
    bare = [Statement(each.text, each.turns, "", talk.ends) for each in talk.statements]
    random.Random(3).shuffle(bare)
    return Conversation(bare, talk.questions)


def one_shot() -> tuple[float, float]:
    """Return the seconds that `memtui recall` takes in a small store, by the clock and of the processor.

    Start to end, the best of five each: on a machine that others use too the clock tells of them.
    """
    with tempfile.TemporaryDirectory() as place:
        environment = os.environ | {"MEMTUI_DB": str(Path(place) / "one.db"), "HOME": place}

        def run(*told: str) -> tuple[float, float]:
            started, before = time.perf_counter(), _used_by_children()
            command = [sys.executable, "-m", "memtui", *told]
            subprocess.run(command, env=environment, check=True, capture_output=True)
            return time.perf_counter() - started, _used_by_children() - before

        run("add", "Users are kept in PostgreSQL")
        taken = [run("recall", "where are users") for _ in range(5)]
    waited, worked = zip(*taken, strict=True)
    return min(waited), min(worked)


def _used_by_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _facts(talk: dict[str, Any]) -> Iterator[Statement]:
    for name, by_speaker in talk["observation"].items():
        session = name.removesuffix("_observation")
        for facts in by_speaker.values():
            for text, turns in facts:
                yield Statement(text, _names(turns), session, _when(talk, session))


def _turns(talk: dict[str, Any]) -> Iterator[Statement]:
    for name, turns in talk["conversation"].items():
        if re.fullmatch(r"session_\d+", name):
            for turn in turns:
                text = f"{turn['speaker']}: {turn['text']}"
                yield Statement(text, frozenset([turn["dia_id"]]), name, _when(talk, name))


def _when(talk: dict[str, Any], session: str) -> float:
    told = talk["conversation"][f"{session}_date_time"]
    return datetime.strptime(told, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC).timestamp()


def _questions(talk: dict[str, Any]) -> Iterator[tuple[str, frozenset[str]]]:
    for row in talk["qa"]:
        if row["category"] != 5:
            yield row["question"], _names(row.get("evidence") or [])


def _names(turns: str | list[str]) -> frozenset[str]:
    listed = [turns] if isinstance(turns, str) else turns
    return frozenset(name for text in listed for name in re.findall(r"D\d+:\d+", text))


def r10(
    talks: Sequence[Conversation], answer: Answer, model: Embedder | None = None, *, each: bool = False
) -> Any:
    """Return R@10 in percent over all questions; with `each`, one figure for each conversation."""
    shares = [list(_shares(talk, answer, model)) for talk in talks]
    if each:
        return [_percent(found) for found in shares]
    return _percent(share for found in shares for share in found)


def _shares(talk: Conversation, answer: Answer, model: Embedder | None) -> Iterator[float]:
    chance = random.Random(5)
    with tempfile.TemporaryDirectory() as place:
        store = open_store(Path(place) / "talk.db", clock=lambda: talk.ends)
        drafts = (
            Draft(
                each.text,
                importance=round(chance.uniform(0.2, 0.9), 2),
                created_at=each.at,
                provenance={"session": each.session},
            )
            for each in talk.statements
        )
        import_drafts(store, drafts, by=PERSON_AT_CLI)
        if model is not None:
            embedding.fill(store, model)
        ids: dict[str, int] = {text: i for i, text in store.query("SELECT id, text FROM memories")}
        for question, turns in talk.questions:
            gold = {ids[s.text] for s in talk.statements if s.turns & turns and s.text in ids}
            if gold:
                yield len(gold.intersection(answer(store, question))) / len(gold)
        store.close()


def by_index(store: Store, question: str) -> list[int]:
    """Return what the word index finds for any of the words."""
    query = " OR ".join(f'"{word}"' for word in ranking.question_words(question))
    rows = store.query(
        "SELECT rowid FROM memories_fts WHERE memories_fts MATCH ? ORDER BY rank, rowid LIMIT ?",
        (query, FIRST),
    )
    return [row[0] for row in rows]


def by_vectors(model: Embedder) -> Answer:
    """Return a way of answering that goes by the cosine alone."""
    return lambda store, question: Meaning(store, model, question).nearest(around("/"), FIRST)


def by_recall(model: Embedder | None) -> Answer:
    """Return a way of answering that is the one memtui uses."""
    return lambda store, question: [
        hit.memory.id for hit in recall(store, question, limit=FIRST, embedder=model).hits
    ]


def without_strength(talks: Sequence[Conversation], model: Embedder | None) -> float:
    """Return R@10 of recall with nothing to settle near-ties."""
    used = scoring.NEAR_TIE
    scoring.NEAR_TIE = 0.0
    try:
        return float(r10(talks, by_recall(model), model))
    finally:
        scoring.NEAR_TIE = used


def newer_first(folder: Path, model: Embedder | None) -> float:
    """Return in percent how often the newer of two facts stands before the older; one store holds all."""
    rows: list[tuple[str, Row]] = []
    for file in sorted((folder / "conflicts").glob("letta_update/*.jsonl")):
        questions = [json.loads(line)["input"] for line in file.read_text(encoding="utf-8").splitlines()]
        rows += zip(questions, updates(file), strict=True)
    now = 1_790_000_000.0
    with tempfile.TemporaryDirectory() as place:
        store = open_store(Path(place) / "facts.db", clock=lambda: now)
        old = [Draft(fact, created_at=now - 30 * DAY) for _, row in rows for fact in row.facts]
        new = [Draft(row.new, created_at=now - DAY) for _, row in rows]
        import_drafts(store, [*old, *new], by=PERSON_AT_CLI)
        if model is not None:
            embedding.fill(store, model)
        right = []
        for question, row in rows:
            texts = [hit.memory.text for hit in recall(store, question, embedder=model).hits]
            older = [texts.index(row.facts[i]) for i in row.overturned if row.facts[i] in texts]
            right.append(row.new in texts and all(texts.index(row.new) < place for place in older))
        store.close()
    return _percent(right)


def _percent(shares: Iterable[float]) -> float:
    values = list(shares)
    return 100 * sum(values) / len(values) if values else 0.0


# -- speed -------------------------------------------------------------------------------------------


def _print_speed(path: Path, model: Embedder | None, count: int = 200) -> bool:
    store = open_store(path, create=False)
    questions = list(islice(_made_questions(store), count))
    total = around("/").count(store)
    print(f"\nRecall in a store of {total:,}, {count} questions of two to eight of a memory's words\n")
    print("| what | median | p95 | target | |\n|---|---|---|---|---|")
    signs = Signs()
    ways: list[tuple[str, Embedder | None, Signs | None, float]] = [("by words alone", None, None, 60)]
    if model is not None:
        ways.append(("with vectors, a process that answers once", model, None, 150))
        ways.append(("with vectors, a process that lives long", model, signs, 150))
    met = True
    for name, used, kept, limit in ways:
        started = time.perf_counter()
        recall(store, questions[0], embedder=used, signs=kept)
        first = time.perf_counter() - started
        taken = []
        for question in questions:
            started = time.perf_counter()
            recall(store, question, embedder=used, signs=kept)
            taken.append(time.perf_counter() - started)
        spread = Spread.of(taken)
        reached = spread.p95 * 1000 <= limit
        met = met and reached
        shown = f"{spread.median * 1000:.0f} ms | {spread.p95 * 1000:.0f} ms"
        verdict = "met" if reached else "MISSED"
        print(f"| {name} (the first {first:.2f} s) | {shown} | ≤ {limit:g} ms | {verdict} |")
    store.close()
    return met


def _made_questions(store: Store) -> Iterator[str]:
    chance = random.Random(11)
    (last,) = store.query("SELECT max(id) FROM memories")[0]
    while True:
        for (text,) in store.query("SELECT text FROM memories WHERE id = ?", (chance.randrange(1, last),)):
            words = text.split()
            yield " ".join(chance.sample(words, min(len(words), chance.randint(2, 8))))


if __name__ == "__main__":
    sys.exit(main())
