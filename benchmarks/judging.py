"""What having a model read a store takes, and what its answers bring, on memories that agents really kept.

    python -m benchmarks.judging [FILE] [--store NAME ...] [--answers FOLDER]

FILE holds labelled memories (see `training.labelled`) and is no part of the project: by default it is looked
for beside the repository. Each store is put in as it is, with its files and headings, the clock 90 days after
its last memory, and one pass is run with a model on the loopback, behind the real client.

Without FOLDER the model answers that all is well: printed are the tokens told beforehand, the questions, and
the tokens that were sent. With FOLDER each question is written there as it was sent (`NAME.1.txt`), and
answered by the file beside it (`NAME.1.json`) where there is one; then what a yes to the cards would take
away is compared with what people said. The learned model, which was trained on these, stays silent. Who wrote
the answers is for the reader of the figures to know.
"""

import argparse
import json
import math
import os
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from benchmarks.judging_pairs import PairCards, fates, rightness, table
from benchmarks.removals import BESIDE, LATER, instant, named
from memtui.capture import embedding
from memtui.config.settings import Llm, Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.card_kinds import Kind
from memtui.domain.memory import Draft, Origin
from memtui.domain.proposal import Proposal
from memtui.domain.tokens import tokens
from memtui.language.relation import Relation
from memtui.lifecycle.bulk_add import import_drafts
from memtui.llm.embeddings import embedder
from memtui.review.asking import judge_for
from memtui.review.judging.plan import plan
from memtui.review.learned.model import Model, shipped
from memtui.review.passes import run_pass
from memtui.store import memories, proposals
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.store.proposals import Wanted
from tests.llm.server import Reply, serving
from training.labelled import Labelled, load
from training.pairs import DATA
from training.pairs_data import read_besides

_MODEL = "openai/gpt-4o-mini"
_NOTHING = '{"cards": []}'


@dataclass(slots=True)
class Read:
    """What reading one store took and brought."""

    memories: int
    told: str
    """What was said beforehand."""
    questions: list[str] = field(default_factory=list)
    sure: dict[str, float] = field(default_factory=dict)
    """By id of the labelled memory that a yes would take away, how sure the surest card was."""
    rules: dict[str, list[str]] = field(default_factory=dict)
    cards: int = 0
    pairs: PairCards = field(default_factory=PairCards)
    notes: list[str] = field(default_factory=list)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, nargs="?", default=BESIDE)
    parser.add_argument("--store", action="append", default=[], help="part of a store's name; all by default")
    parser.add_argument("--answers", type=Path, help="where questions are written and answers are looked for")
    told = parser.parse_args()
    if not told.file.exists():
        print(f"Nothing to measure: {told.file} is not there.")
        return
    os.environ.setdefault("OPENAI_API_KEY", "none")
    places = _places(told.file)
    print("| store | memories | told beforehand | questions | tokens sent |\n|---|---|---|---|---|")
    parts: list[tuple[list[Labelled], Read]] = []
    for _, group in groupby(load(told.file).memories, key=lambda one: (one.repo, one.store)):
        store = list(group)
        if told.store and not any(name in store[0].store for name in told.store):
            continue
        read = reading(store, places, told.answers)
        sent = sum(map(tokens, read.questions))
        print(f"| {_short(store)} | {read.memories} | {read.told} | {len(read.questions)} | {sent:,} |")
        parts.append((store, read))
    if told.answers is not None:
        _tell(parts)


def reading(store: Sequence[Labelled], places: Mapping[str, tuple[str, str]], folder: Path | None) -> Read:
    """Run one pass with a model over a store that holds just these memories."""
    now = max(map(instant, store)) + LATER
    with (
        tempfile.TemporaryDirectory() as scratch,
        closing(open_store(Path(scratch) / "a.db", clock=lambda: now)) as opened,
        serving(Reply(_NOTHING)) as server,
    ):
        drafts = [_draft(one, *places.get(one.id, ("", ""))) for one in store]
        import_drafts(opened, drafts, by=PERSON_AT_CLI)
        read = Read(len(store), plan(opened).summary)
        known = embedder(Settings().embeddings, Settings().llm)
        if known is not None:
            embedding.fill(opened, known)
        settings = Settings(
            llm=Llm(model=_MODEL, api_base=server.base, max_usd_per_run=10, max_usd_per_day=10)
        )

        def answer(body: dict[str, Any]) -> Reply:
            asked = "\n\n".join(str(message["content"]) for message in body["messages"])
            if "What would the owner change?" not in asked:
                return Reply("{}")
            read.questions.append(asked)
            return Reply(_answer(asked, folder, f"{_short(store)}.{len(read.questions)}"))

        server.script = [answer]
        with judge_for(opened, settings) as judge:
            report = run_pass(
                opened, settings, full=True, judge=judge, model=_MODEL, learned=_silent(), embedder=known
            )
        read.notes = report.notes
        texts = {one.text.strip(): one.id for one in reversed(store)}
        for proposal in proposals.get_many(opened, proposals.ids(opened, Wanted())):
            _count(opened, proposal, texts, read)
    return read


def _count(store: Store, proposal: Proposal, texts: Mapping[str, str], read: Read) -> None:
    about = memories.get_many(store, [target.id for target in proposal.targets])
    ids = {memory.id: texts[memory.text] for memory in about if memory.text in texts}
    read.cards += proposal.kind is Kind.JUDGE
    read.pairs.note(proposal, ids)
    for gone in proposal.change.gone if proposal.kind is not Kind.CONFLICT else ():
        if gone in ids:
            read.sure[ids[gone]] = max(proposal.confidence, read.sure.get(ids[gone], 0.0))
            read.rules.setdefault(proposal.rule, []).append(ids[gone])


def _silent() -> Model:
    return replace(shipped(), gate=math.inf)


def _answer(asked: str, folder: Path | None, name: str) -> str:
    if folder is None:
        return _NOTHING
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.txt").write_text(asked, "utf-8")
    place = folder / f"{name}.json"
    return place.read_text("utf-8") if place.exists() else _NOTHING


def _draft(one: Labelled, path: str, heading: str) -> Draft:
    provenance: dict[str, object] = {"path": path, "section": heading}
    return Draft(
        one.text,
        scope=f"/project/{named(one.repo)}",
        origin=Origin.IMPORTED,
        created_at=instant(one),
        provenance={key: value for key, value in provenance.items() if value},
    )


def _places(file: Path) -> dict[str, tuple[str, str]]:
    """Return the file and the heading that each memory is from."""
    with file.open(encoding="utf-8") as lines:
        told = [json.loads(line) for line in lines if line.strip()]
    return {one["id"]: (str(one.get("path") or ""), str(one.get("heading") or "")) for one in told}


def _short(store: Sequence[Labelled]) -> str:
    return named(store[0].store.partition(":")[0]) + "-" + named(store[0].store.rpartition(":")[2] or "root")


def _tell(parts: Sequence[tuple[Sequence[Labelled], Read]]) -> None:
    print("\n| store | dropped at sight | found | cards | at least maybe | kept |\n|---|---|---|---|---|---|")
    for name, part in [*((_short(store), [(store, read)]) for store, read in parts), ("all", list(parts))]:
        sight, found, cards, wrong = _measured(part)
        right = f"{1 - wrong / cards:.0%}" if cards else "–"
        print(f"| {name} | {sight} | {found} ({found / max(sight, 1):.0%}) | {cards} | {right} | {wrong} |")
    print(
        "\n| rule | memories that a yes takes away | dropped at sight | maybe | kept |\n|---|---|---|---|---|"
    )
    drops = {one.id: one.drop for store, _ in parts for one in store}
    for rule, ids in sorted(_by_rule(parts).items()):
        sight = sum(drops[i] >= 1.5 for i in ids)
        kept = sum(drops[i] < 0.5 for i in ids)
        print(f"| {rule} | {len(ids)} | {sight} | {len(ids) - sight - kept} | {kept} |")
    _tell_of_pairs(parts)
    for store, read in parts:
        for note in read.notes:
            print(f"{_short(store)}: {note}")


def _tell_of_pairs(parts: Sequence[tuple[Sequence[Labelled], Read]]) -> None:
    """Print what became of the pairs that people linked, and how many cards about two are right."""
    known = read_besides(DATA / "pairs_read.jsonl")
    print()
    print(
        *table(fate for store, read in parts for fate in fates(store, read.pairs, read.sure, read.questions)),
        sep="\n",
    )
    found = [each for store, read in parts for each in rightness(store, read.pairs, known)]
    counted = Counter((says, verdict) for says, _, _, verdict in found)
    print("\n| cards say | right | wrong | nobody has read it |\n|---|---|---|---|")
    for says in (Relation.SAME, Relation.OVERTAKEN):
        print(f"| {says} | {' | '.join(str(counted[says, v]) for v in ('right', 'wrong', 'unread'))} |")


def _measured(parts: Sequence[tuple[Sequence[Labelled], Read]]) -> tuple[int, int, int, int]:
    sight = found = cards = wrong = 0
    for store, read in parts:
        for one in store:
            sight += one.drop >= 1.5
            found += one.drop >= 1.5 and one.id in read.sure
            cards += one.id in read.sure
            wrong += one.drop < 0.5 and one.id in read.sure
    return sight, found, cards, wrong


def _by_rule(parts: Sequence[tuple[Sequence[Labelled], Read]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for rule, ids in ((rule, ids) for _, read in parts for rule, ids in read.rules.items()):
        found.setdefault(rule, set()).update(ids)
    return found


if __name__ == "__main__":
    main()
