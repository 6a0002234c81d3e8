"""What one pass without a model proposes of the notes that strangers' agents keep, read in from their files.

    python -m benchmarks.strangers FOLDER

`strangers.jsonl` names files of public repositories by their addresses, and says what readers made of each
memory in them, by the SHA-256 of its end: no text of theirs is part of the project. FOLDER holds the files
as they were at the commit that is named, each repository in a folder of its own: `owner__name/path`. Nothing
was learned from any of them; those of the part `open` were looked at while the rules were worked on, those
of `sealed` by nobody who did.

Each repository is linked into a store of its own, and one pass is run on that day. A removal card counts for
each memory that a yes would take away; a pair is found where a card holds both. What was read is matched by
the end of its text, whatever headings it is given; what is cut in another way since is left out and counted.
Takes some three minutes.
"""

import json
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from memtui.capture import embedding
from memtui.config import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.card_kinds import Kind
from memtui.domain.proposal import Finding
from memtui.formats.protocol import SourceError
from memtui.llm.embeddings import embedder
from memtui.review.passes import run_pass
from memtui.sources import syncing
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.opening import open_store
from training.measuring import Measure, together

JUDGED = Path(__file__).with_name("strangers.jsonl")
FORMATS = ("auto", "progress", "list", "markdown")
"""In which order a file is tried to be read as."""
PARTS = ("open", "sealed")
_END = 80
"""Letters and digits at the end of a text: enough to tell it from others, and no heading stands there."""
_PAIRS = (Kind.DUPLICATE, Kind.CONFLICT)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What readers made of one memory."""

    drop: float
    """Their mean: 2 at sight, 1 when asked, 0 kept."""
    links: Sequence[tuple[str, str]]
    """Other memories, by hash, with what this one is to each: `dup`, `superseded`, `contradicts`."""


@dataclass(slots=True)
class Repository:
    """The files of one repository, and what was made of their memories."""

    part: str
    paths: list[str] = field(default_factory=list)
    judged: dict[str, Judgement] = field(default_factory=dict)
    """By the hash of the end of the text."""


@dataclass(slots=True)
class Figures:
    """What came of some repositories."""

    read: int = 0
    """Judged memories that are in their store."""
    unmatched: int = 0
    """Judged memories whose text is cut in another way today."""
    removals: Measure = field(default_factory=Measure)
    linked: Counter[str] = field(default_factory=Counter)
    """Linked pairs, by what they are to each other."""
    found: Counter[str] = field(default_factory=Counter)
    """Those of them that are on a card as a pair."""
    cards: Counter[str] = field(default_factory=Counter)
    """Pairs on cards, by kind; and of those that are linked, with `, linked` behind it."""


def main(arguments: Sequence[str]) -> int:
    """Print what was found, by part and repository. Returns 1 without a folder of texts."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("Give the folder that holds the files: owner__name/path", file=sys.stderr)
        return 1
    texts = Path(arguments[0])
    repositories = repositories_of(JUDGED)
    print("| repository | memories | dropped at sight | found | cards | of those kept |")
    print("|---|---|---|---|---|---|")
    for part in PARTS:
        whole = Figures()
        for name, repository in repositories.items():
            folder = texts / name.replace("/", "__")
            if repository.part == part and folder.is_dir():
                _add(whole, name, repository, folder)
        _print_row(f"**{part}, all**", whole.read, whole.removals)
        _print_pairs(whole)
    return 0


def repositories_of(file: Path) -> dict[str, Repository]:
    """Read addresses and judgements; a line is a file or a memory."""
    found: dict[str, Repository] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        told: dict[str, Any] = json.loads(line)
        repository = found.setdefault(told["repo"], Repository(told.get("part", "")))
        if "path" in told:
            repository.paths.append(told["path"])
        else:
            drop = sum(told["drop"]) / len(told["drop"])
            repository.judged[told["end"]] = Judgement(drop, [(to, rel) for to, rel in told["links"]])
    return found


def hash_of(text: str) -> str:
    """Return by what a judgement knows a memory: a hash of its last letters and digits."""
    end = "".join(character for character in text.casefold() if character.isalnum())[-_END:]
    return sha256(end.encode()).hexdigest()


def _add(whole: Figures, name: str, repository: Repository, folder: Path) -> None:
    with (
        tempfile.TemporaryDirectory() as scratch,
        closing(open_store(Path(scratch) / "a.db")) as store,
    ):
        for path in repository.paths:
            _link(store, folder / path)
        known = _known(store, repository.judged)
        findings = _findings(store)
    removals = _removals(findings, known, repository.judged)
    _print_row(name, len(known), removals)
    whole.read += len(known)
    whole.unmatched += len(repository.judged) - len(known)
    whole.removals = together([whole.removals, removals])
    _count_pairs(whole, findings, known, repository.judged)


def _link(store: Store, path: Path) -> None:
    """Link a file as what it is taken for, else as the first format that reads it."""
    for name in FORMATS:
        try:
            syncing.link(store, path, name, by=PERSON_AT_CLI, gate=Settings().gate)
        except SourceError:
            continue
        return


def _known(store: Store, judged: Mapping[str, Judgement]) -> dict[int, str]:
    """Return the memories that were judged, each with the hash of its text."""
    ids = [int(row[0]) for row in store.query("SELECT id FROM memories ORDER BY id")]
    hashes = {memory.id: hash_of(memory.text) for memory in memories.get_many(store, ids)}
    return {number: told for number, told in hashes.items() if told in judged}


def _findings(store: Store) -> Sequence[Finding]:
    settings = Settings()
    known = embedder(settings.embeddings, settings.llm)
    if known is not None:
        embedding.fill(store, known)
    return run_pass(store, settings, full=True, dry_run=True, embedder=known).findings


def _removals(
    findings: Iterable[Finding], known: Mapping[int, str], judged: Mapping[str, Judgement]
) -> Measure:
    gone = {number for each in findings if each.kind is not Kind.CONFLICT for number in each.change.gone}
    measure = Measure()
    for number, text in known.items():
        measure.add(judged[text].drop, None, proposed=number in gone)
    return measure


def _count_pairs(
    whole: Figures,
    findings: Iterable[Finding],
    known: Mapping[int, str],
    judged: Mapping[str, Judgement],
) -> None:
    linked: dict[frozenset[str], str] = {
        frozenset((text, to)): rel for text in known.values() for to, rel in judged[text].links
    }
    here = set(known.values())
    wanted = {pair: rel for pair, rel in linked.items() if pair <= here}
    whole.linked.update(wanted.values())
    on_cards: dict[frozenset[str], set[str]] = defaultdict(set)
    for finding in findings:
        if finding.kind not in _PAIRS:
            continue
        texts = sorted({known[target.id] for target in finding.targets if target.id in known})
        for at, one in enumerate(texts):
            for other in texts[at + 1 :]:
                on_cards[frozenset((one, other))].add(finding.kind.value)
    for pair, kinds in on_cards.items():
        whole.cards.update(kinds)
        if pair in linked:
            whole.cards.update(f"{kind}, linked" for kind in kinds)
    whole.found.update(rel for pair, rel in wanted.items() if pair in on_cards)


def _print_row(name: str, read: int, measure: Measure) -> None:
    print(
        f"| {name} | {read} | {measure.at_sight} | {measure.found} ({measure.share_found:.0%}) "
        f"| {measure.cards} | {measure.wrong} ({measure.share_wrong:.0%}) |",
        flush=True,
    )


def _print_pairs(whole: Figures) -> None:
    pairs = ", ".join(f"{rel} {whole.found[rel]} of {count}" for rel, count in sorted(whole.linked.items()))
    cards = ", ".join(f"{kind.value} {whole.cards[kind.value]}" for kind in _PAIRS)
    ours = ", ".join(f"{kind.value} {whole.cards[f'{kind.value}, linked']}" for kind in _PAIRS)
    print(f"\nlinked pairs on a card: {pairs or 'none'}; pairs on cards: {cards}; linked of those: {ours}")
    print(f"left out, since their text is cut in another way today: {whole.unmatched}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
