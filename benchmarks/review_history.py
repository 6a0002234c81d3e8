"""What the review pass would have proposed, over the history of a store that a person looked after.

    python -m benchmarks.review_history [FILE]

FILE holds the successive versions of an MCP knowledge graph, one JSON object a line with `date` and `text`;
it is no part of the project, and by default looked for beside the repository. Each version is taken in at its
own time: what is new is added, and what the person removed is dropped. Before each, a dry run of the pass
says what it would propose about what is there. Prints how much of what was removed would have been proposed
before, and how much of what was proposed was kept to the end.
"""

import json
import os
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from memtui.capture import embedding
from memtui.config import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.instant import Instant
from memtui.domain.memory import Draft
from memtui.domain.proposal import Finding
from memtui.formats.mcp_graph.format import McpGraph
from memtui.lifecycle import states
from memtui.lifecycle.bulk_add import import_drafts
from memtui.llm.embeddings import embedder
from memtui.review.passes import run_pass
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.opening import open_store

BESIDE = Path(__file__).parents[2] / "shared" / "fixtures" / "memory_history" / "mcp_graph"


@dataclass(slots=True)
class Replay:
    """What happened, by the texts of the memories."""

    removed: set[str] = field(default_factory=set)
    kept: set[str] = field(default_factory=set)
    """There at the end."""
    proposed: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Texts that were proposed for removal while they were there, with the rules that did."""
    cards: Counter[str] = field(default_factory=Counter)
    """Proposals by rule, each once."""


def main() -> None:
    """Print the table."""
    files = [Path(sys.argv[1])] if len(sys.argv) > 1 else sorted(BESIDE.glob("*.jsonl"))
    if not files or not files[0].exists():
        print(f"Nothing to measure: there is no history in {BESIDE}.")
        return
    for file in files:
        _tell(file, replay(file))


def replay(file: Path) -> Replay:
    """Go through the versions in `file`."""
    seen = Replay()
    at = [0.0]
    settings = Settings()
    model = embedder(settings.embeddings, settings.llm)
    known_cards: set[int] = set()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(Path(folder) / "a.db", clock=lambda: at[0]) as store,
    ):
        ids: dict[str, int] = {}
        for date, drafts in _versions(file, Path(folder)):
            at[0] = date
            texts = {draft.text for draft in drafts}
            if ids:
                if model is not None:
                    embedding.fill(store, model)
                for finding in run_pass(store, settings, full=True, dry_run=True, embedder=model).findings:
                    if finding.identity not in known_cards:
                        known_cards.add(finding.identity)
                        seen.cards[finding.rule] += 1
                    _note(seen, store, finding)
            gone = [text for text in ids if text not in texts]
            seen.removed |= set(gone)
            states.drop(store, [ids.pop(text) for text in gone], by=PERSON_AT_CLI)
            new = [draft for draft in drafts if draft.text not in ids]
            import_drafts(store, new, by=PERSON_AT_CLI, allow_dropped=True)
            for draft in new:
                same = [m.id for m in memories.same_text(store, draft.text) if m.state == "live"]
                if same:
                    ids[draft.text] = same[0]
        seen.kept = set(ids)
    seen.removed -= seen.kept
    return seen


def _versions(file: Path, folder: Path) -> Iterator[tuple[Instant, list[Draft]]]:
    graph = folder / "graph" / "memory.jsonl"
    graph.parent.mkdir()
    for line in file.read_text(encoding="utf-8").splitlines():
        version = json.loads(line)
        date = datetime.fromisoformat(version["date"]).timestamp()
        graph.write_text(version["text"], encoding="utf-8")
        os.utime(graph, (date, date))
        yield date, [record for record in McpGraph().read(graph) if isinstance(record, Draft)]


def _note(seen: Replay, store: Store, finding: Finding) -> None:
    for memory in memories.get_many(store, list(finding.change.gone)):
        seen.proposed[memory.text].add(finding.rule)


def _tell(file: Path, seen: Replay) -> None:
    proposed = set(seen.proposed)
    print(f"\n{file.name}: {len(seen.removed)} memories were removed, {len(seen.kept)} kept to the end\n")
    print(f"of what was removed, proposed before: {_share(proposed & seen.removed, seen.removed)}")
    print(f"of what was proposed, kept to the end: {_share(proposed & seen.kept, proposed)}")
    print(f"of what was kept, ever proposed: {_share(proposed & seen.kept, seen.kept)}\n")
    print("| rule | cards | removed later | kept |\n|---|---|---|---|")
    for rule, cards in sorted(seen.cards.items()):
        about = {text for text, rules in seen.proposed.items() if rule in rules}
        print(f"| {rule} | {cards} | {len(about & seen.removed)} | {len(about & seen.kept)} |")


def _share(part: set[str], whole: set[str]) -> str:
    return f"{len(part)} of {len(whole)} ({100 * len(part) / max(len(whole), 1):.0f} %)"


if __name__ == "__main__":
    main()
