"""What agents are told of homes that somebody made up, by questions that somebody else asked of them.

    python -m benchmarks.told QUESTIONS HOMES [--verbose]

QUESTIONS is a folder of files, each `{"home", "questions"}`: the home is a file below HOMES, and of each
question it says the `sort` and, by the ids of the home's notes, what is `needed`, `useful` and `overtaken`;
of an `either` one is enough. A home is `{"notes"}`, each with an id, a text and a date or none.
They are no part of the project. Each home is brought into a store of its own and reviewed once without a
model. Then each question is asked both ways: as the recall tool is (`called`), and as a hook does it with a
prompt. Prints sums, and with `--verbose` each question with what was told.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memtui.capture import embedding
from memtui.config import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.dating import AT_THE_LATEST, DATED
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, Origin
from memtui.lifecycle.bulk_add import import_drafts
from memtui.llm.embeddings import Embedder, embedder
from memtui.recall.asking import Question, brief
from memtui.recall.briefing import CALL_HITS, Briefing
from memtui.recall.search import Recalled, recall
from memtui.review.passes import run_pass
from memtui.store.database import Store
from memtui.store.opening import open_store

_SCOPE = "/project/home"
_WITHOUT_A_DAY = "2026-06-01"
_FIRST = 3
WAYS = ("called", "prompt")
NOTHING = "nothing"
"""The sort of question to which a home knows no answer."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and which notes of its home it is about, by their ids."""

    text: str
    sort: str
    needed: Sequence[frozenset[str]]
    """Of each of these one has to be told."""
    overtaken: frozenset[str]
    fitting: frozenset[str]
    """All that are no noise."""

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Asked":
        """Return a question as a file has it."""
        either = [frozenset(group) for group in row.get("either", ())]
        groups = [next((g for g in either if note in g), frozenset([note])) for note in row["needed"]]
        overtaken = frozenset(row["overtaken"])
        fitting = frozenset().union(overtaken, row["needed"], row["useful"], *either)
        return cls(row["question"], row["sort"], list(dict.fromkeys(groups)), overtaken, fitting)


@dataclass(frozen=True, slots=True)
class Told:
    """What one note of a home was told with."""

    note: str
    at_odds: bool
    """Whether it says that another disagrees."""


def main() -> int:
    """Print the sums."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("questions", type=Path)
    parser.add_argument("homes", type=Path)
    parser.add_argument("--verbose", action="store_true", help="each question with what was told")
    options = parser.parse_args()
    settings = Settings()
    model = embedder(settings.embeddings, settings.llm)
    sums: dict[str, Counter[str]] = {}
    taken = dict.fromkeys(WAYS, 0.0)
    for file in sorted(options.questions.glob("*.json")):
        asked_of = json.loads(file.read_text(encoding="utf-8"))
        home = json.loads((options.homes / asked_of["home"]).read_text(encoding="utf-8"))
        texts = {note["id"]: note["text"] for note in home["notes"]}
        for way, question, told, seconds in _answers(home, asked_of["questions"], model):
            for name in (f"{way} {question.sort}", f"{way} all"):
                sums.setdefault(name, Counter()).update(_counted(question, told))
            taken[way] += seconds
            if options.verbose:
                _print(way, question, told, texts, asked_of["home"])
    _print_sums(sums)
    print("\n" + ", ".join(f"{way}: {seconds:.1f} s of the processor" for way, seconds in taken.items()))
    return 0


def _answers(
    home: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], model: Embedder | None
) -> Iterator[tuple[str, Asked, list[Told], float]]:
    """Yield for each question and way what is told, and how long that took."""
    settings = Settings()
    dates = [note["date"] or _WITHOUT_A_DAY for note in home["notes"]]
    now = max(map(_instant, dates)) + 21 * DAY
    with (
        tempfile.TemporaryDirectory() as place,
        closing(open_store(Path(place) / "home.db", clock=lambda: now)) as store,
    ):
        drafts = [_draft(note) for note in home["notes"]]
        import_drafts(store, drafts, by=PERSON_AT_CLI)
        if model is not None:
            embedding.fill(store, model)
        run_pass(store, settings, full=True, embedder=model)
        notes = {text: note["id"] for note, text in zip(home["notes"], (d.text for d in drafts), strict=True)}
        ids = {
            row[0]: notes[row[1]] for row in store.query("SELECT id, text FROM memories") if row[1] in notes
        }

        def by_meaning(store: Store, question: Question, scope: str | None, rest: int) -> Recalled:
            return recall(store, question.text, scope=scope, limit=CALL_HITS, rest=rest, embedder=model)

        for row in rows:
            for way in WAYS:
                question = Question(_SCOPE, row["question"], way == "called")
                started = time.process_time()
                briefing = brief(store, question, settings, search=by_meaning)
                yield way, Asked.of(row), _told(briefing, ids), time.process_time() - started


def _draft(note: Mapping[str, Any]) -> Draft:
    headings = note["text"].split(" › ")[:-1]
    provenance: dict[str, Any] = {"section": " › ".join(headings)} if headings else {}
    if not note["date"]:
        provenance[DATED] = AT_THE_LATEST
    return Draft(
        note["text"],
        scope=_SCOPE,
        origin=Origin.IMPORTED,
        created_at=_instant(note["date"] or _WITHOUT_A_DAY),
        provenance=provenance,
    )


def _instant(day: str) -> float:
    return datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()


def _told(briefing: Briefing, ids: Mapping[int, str]) -> list[Told]:
    return [Told(ids.get(entry.memory.id, "?"), bool(entry.note)) for entry in briefing.told]


def _counted(question: Asked, told: Sequence[Told]) -> Counter[str]:
    notes = [each.note for each in told]
    return Counter(
        {
            "questions": 1,
            "needed": len(question.needed),
            "told": sum(bool(group.intersection(notes)) for group in question.needed),
            "among the first": sum(bool(group.intersection(notes[:_FIRST])) for group in question.needed),
            "answered in whole": bool(question.needed)
            and all(g.intersection(notes) for g in question.needed),
            "overtaken": len(question.overtaken),
            "overtaken, not said": sum(e.note in question.overtaken and not e.at_odds for e in told),
            "overtaken first": _overtaken_first(question, notes),
            "noise": sum(note not in question.fitting for note in notes),
            "lines": len(notes),
            "silent": not notes,
        }
    )


def _overtaken_first(question: Asked, notes: Sequence[str]) -> int:
    """Return whether something overtaken stands above all that is needed."""
    needed = frozenset().union(*question.needed)
    first = next((note for note in notes if note in question.overtaken or note in needed), "")
    return int(first in question.overtaken)


def _print_sums(sums: Mapping[str, Counter[str]]) -> None:
    names = (
        "questions", "needed", "told", "among the first", "answered in whole", "overtaken",
        "overtaken, not said", "overtaken first", "noise", "lines", "silent",
    )  # fmt: skip
    print(f"| asked | {' | '.join(names)} | noise a question |")
    print("|---" * (len(names) + 2) + "|")
    for name, counts in sorted(sums.items()):
        cells = " | ".join(f"{counts[each]:,}" for each in names)
        print(f"| {name} | {cells} | {counts['noise'] / counts['questions']:.2f} |")


def _print(way: str, question: Asked, told: Sequence[Told], texts: Mapping[str, str], home: str) -> None:
    needed = frozenset().union(*question.needed)
    print(f"\n[{home}, {way}, {question.sort}] {question.text}")
    for each in told:
        kind = (
            "NEEDED" if each.note in needed
            else "overtaken" if each.note in question.overtaken
            else "useful" if each.note in question.fitting
            else "noise"
        )  # fmt: skip
        print(f"  {kind:9} {'(at odds) ' if each.at_odds else ''}{texts.get(each.note, '?')[:150]}")
    notes = {each.note for each in told}
    for group in question.needed:
        if not group & notes:
            print(f"  MISSED    {' / '.join(texts[note][:150] for note in group)}")


if __name__ == "__main__":
    sys.exit(main())
