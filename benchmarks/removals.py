"""What the review queue would take away of memories that agents really kept, and what people said of those.

    python -m benchmarks.removals [FILE] [--rules-alone]

FILE holds labelled memories (see `training.labelled`) and is no part of the project: by default it is
looked for beside the repository. Each store is put in as it is, the clock set 90 days after its last
memory, and one pass is run offline with nothing configured. The learned model that is used for a repository
is trained on the other four of five folds of repositories, so it never saw it. A card counts for each
memory that a yes would take away. Prints what was found, by fold and by rule, and how far a card's
confidence can be believed. Takes some ten minutes.
"""

import argparse
import math
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

import numpy as np

from memtui.capture import embedding
from memtui.config import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.card_kinds import Kind
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, Origin
from memtui.domain.proposal import Finding
from memtui.lifecycle.bulk_add import import_drafts
from memtui.llm.embeddings import embedder
from memtui.review.learned.model import Model, shipped
from memtui.review.passes import run_pass
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.opening import open_store
from training.fitting import train
from training.labelled import Labelled, folds, load
from training.measuring import Measure, calibration_error, reliability, together

BESIDE = Path(__file__).parents[2] / "shared" / "fixtures" / "real_stores" / "memories.jsonl"
LATER = 90 * DAY
"""How long after its last memory a store is looked at."""
_UNDATED = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
FOUND, WRONG, UNSURE = 0.45, 0.05, 0.07
"""The targets: the share found, the share of cards that people keep, the calibration error."""


@dataclass(slots=True)
class Proposed:
    """What one pass over one store would take away."""

    sure: dict[str, float] = field(default_factory=dict)
    """By id of the labelled memory, how sure the surest card was."""
    rules: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """By rule, the labelled memories that it would take away."""
    findings: list[tuple[Finding, list[str]]] = field(default_factory=list)
    """Every finding, with the labelled memories that it is about."""


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, nargs="?", default=BESIDE)
    parser.add_argument("--rules-alone", action="store_true", help="without the learned model")
    told = parser.parse_args()
    if not told.file.exists():
        print(f"Nothing to measure: {told.file} is not there.")
        return
    labelled = load(told.file).memories
    dealt = folds(one.repo for one in labelled)
    if told.rules_alone:
        silent = replace(shipped(), gate=math.inf)
        _tell("The rules alone", *_measured(labelled, dealt, defaultdict(lambda: silent)))
        return
    models = {
        number: train([one for one in labelled if dealt[one.repo] != number])
        for number in sorted(set(dealt.values()))
    }
    parts, rules = _measured(labelled, dealt, models)
    _tell("Removals on real stores, by repository", parts, rules)
    whole = together(parts)
    met = whole.share_found >= FOUND and whole.share_wrong <= WRONG
    sys.exit(not met or calibration_error(whole.sure) > UNSURE)


def proposed(store: Sequence[Labelled], model: Model) -> Proposed:
    """Return what one pass would take away from a store that holds just these memories."""
    settings = Settings()
    with holding(store) as opened:
        known = embedder(settings.embeddings, settings.llm)
        if known is not None:
            embedding.fill(opened, known)
        report = run_pass(opened, settings, full=True, dry_run=True, embedder=known, learned=model)
        texts = {one.text.strip(): one.id for one in reversed(store)}
        return _told(opened, report.findings, texts)


@contextmanager
def holding(store: Sequence[Labelled]) -> Iterator[Store]:
    """Open a store that holds just these memories, as long after the last of them as is looked at."""
    dates = [instant(one) for one in store]
    now = max(dates) + LATER
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(open_store(Path(folder) / "a.db", clock=lambda: now)) as opened,
    ):
        drafts = [
            Draft(one.text, scope=f"/project/{named(one.repo)}", origin=Origin.IMPORTED, created_at=date)
            for one, date in zip(store, dates, strict=True)
        ]
        import_drafts(opened, drafts, by=PERSON_AT_CLI)
        yield opened


def _told(store: Store, findings: Iterable[Finding], texts: Mapping[str, str]) -> Proposed:
    told = Proposed()
    for finding in findings:
        about = memories.get_many(store, [target.id for target in finding.targets])
        ids = {memory.id: texts[memory.text] for memory in about if memory.text in texts}
        told.findings.append((finding, list(ids.values())))
        if finding.kind is Kind.CONFLICT:
            continue
        for gone in finding.change.gone:
            if gone in ids:
                one = ids[gone]
                told.sure[one] = max(finding.confidence, told.sure.get(one, 0.0))
                told.rules[finding.rule].append(one)
    return told


def _measured(
    labelled: Sequence[Labelled], dealt: Mapping[str, int], models: Mapping[int, Model]
) -> tuple[list[Measure], dict[str, Measure]]:
    """Return the measure of each fold, and of each rule."""
    parts = [Measure() for _ in set(dealt.values())]
    rules: dict[str, Measure] = defaultdict(Measure)
    for store in stores(labelled):
        fold = dealt[store[0].repo]
        told = proposed(store, models[fold])
        by_id = {one.id: one for one in store}
        for one in store:
            parts[fold].add(one.drop, told.sure.get(one.id), proposed=one.id in told.sure)
        for rule, ids in told.rules.items():
            for each in set(ids):
                rules[rule].add(by_id[each].drop, None, proposed=True)
    return parts, dict(rules)


def stores(labelled: Sequence[Labelled]) -> Iterator[list[Labelled]]:
    for _, store in groupby(labelled, key=lambda one: (one.repo, one.store)):
        yield list(store)


def _tell(title: str, parts: Sequence[Measure], rules: Mapping[str, Measure]) -> None:
    whole = together(parts)
    print(f"\n{title}\n\n| fold | dropped at sight | found | cards | at least maybe | kept |")
    print("|---|---|---|---|---|---|")
    for name, part in [*((str(n + 1), part) for n, part in enumerate(parts)), ("all", whole)]:
        print(
            f"| {name} | {part.at_sight} | {part.found} ({part.share_found:.0%}) | {part.cards} "
            f"| {1 - part.share_wrong:.1%} | {part.wrong} ({part.share_wrong:.1%}) |"
        )
    shares = [part.share_found for part in parts]
    print(f"\nfound by fold: {np.mean(shares):.0%} ± {np.std(shares):.0%}")
    print("\n| rule | cards | dropped at sight | maybe | kept |\n|---|---|---|---|---|")
    for rule, part in sorted(rules.items(), key=lambda each: -each[1].cards):
        maybe = part.cards - part.found - part.wrong
        print(f"| {rule} | {part.cards} | {part.found} | {maybe} | {part.wrong} |")
    print("\n| a card said | people agreed | cards |\n|---|---|---|")
    for said, so, count in reliability(whole.sure):
        print(f"| {said:.2f} | {so:.2f} | {count} |")
    print(f"\ncalibration error of the cards: {calibration_error(whole.sure):.3f}")


def instant(one: Labelled) -> float:
    """Return when a memory was written, as far as its date tells; in order where it does not."""
    try:
        return datetime.fromisoformat(one.date).replace(tzinfo=UTC).timestamp() + one.order
    except ValueError:
        return _UNDATED + one.order


def named(repo: str) -> str:
    """Return a name that can stand in a scope."""
    return "".join(char if char.isalnum() or char in "-_" else "-" for char in repo.lower())


if __name__ == "__main__":
    main()
