"""How soon an owner who says no is asked less: sessions with removal cards of memories that people judged.

    python -m benchmarks.owner [FILE] [--shipped]

FILE holds labelled memories (see `training.labelled`) and is no part of the project: by default it is
looked for beside the repository. Each store is put in as for `benchmarks.removals`, and its owner goes
through what the queue shows about one memory each, in its order: ten cards a session, and a pass before each.
What people drop at sight gets a yes and what they keep a no; what they would drop when asked gets a yes from
one owner, every other time from the second, and a no from the third. The learned model that is used for a
repository never saw it: it is trained on the other four of five folds, or, with `--shipped`, it is the one
that memtui comes with, for files that it was not trained on. Takes some ten minutes.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from benchmarks.removals import BESIDE, holding, stores
from memtui.config import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.proposal import Proposal
from memtui.lifecycle.holding import NEEDED
from memtui.review import queue
from memtui.review.learned.model import Model, shipped
from memtui.review.passes import run_pass
from memtui.review.verdicts import accept, reject
from memtui.store import memories, proposals
from memtui.store.database import Store
from training.fitting import train
from training.labelled import AGREED, AT_SIGHT, Labelled, folds, load

_SESSION = 10
_SEVERAL, _MOST_NO = 3, 0.3
"""A project that shows so many cards goes wrong where more than this share of them gets a no."""
_FEW = 3
"""After so many noes in a project, it is asked how many more follow."""
OWNERS = {"says yes": 1, "says yes every other time": 2, "says no": 0}
"""By what an owner says to what people drop when asked: each how many-th time a yes; 0 for never."""


@dataclass(slots=True)
class Asked:
    """What one owner was asked about one store."""

    at_sight: int
    """Memories that people drop at sight."""
    said: list[bool] = field(default_factory=list)
    """The verdicts, in order."""
    found: int = 0
    """Memories dropped at sight that got their card."""
    kept: int = 0
    """Cards about memories that people keep."""

    @property
    def noes(self) -> int:
        """The cards that got a no."""
        return self.said.count(False)

    @property
    def goes_wrong(self) -> bool:
        """Whether too many of its cards got a no."""
        return len(self.said) >= _SEVERAL and self.noes > _MOST_NO * len(self.said)

    @property
    def after_few(self) -> list[bool]:
        """The verdicts that followed the first few noes."""
        seen = 0
        for place, yes in enumerate(self.said):
            seen += not yes
            if seen == _FEW:
                return self.said[place + 1 :]
        return []


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, nargs="?", default=BESIDE)
    parser.add_argument("--shipped", action="store_true", help="ask the model that memtui comes with")
    told = parser.parse_args()
    if not told.file.exists():
        print(f"Nothing to measure: {told.file} is not there.")
        return
    labelled = load(told.file).memories
    models = dict.fromkeys({one.repo for one in labelled}, shipped()) if told.shipped else _models(labelled)
    print(
        "| to what is dropped when asked, the owner | cards shown | dropped at sight | of all such | kept "
        "| noes | most in one project | projects that go wrong | after three noes: cards | of those noes |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name, every in OWNERS.items():
        print(_row(name, [sessions(store, models[store[0].repo], every) for store in stores(labelled)]))


def sessions(store: Sequence[Labelled], model: Model, every: int) -> Asked:
    """Play an owner's sessions with a store until nothing is asked any more."""
    judged = {one.text.strip(): one.drop for one in reversed(store)}
    asked = Asked(sum(one.drop >= AT_SIGHT for one in store))
    turns = count(1)
    with holding(store) as opened:
        while True:
            run_pass(opened, Settings(), learned=model)
            before = len(asked.said)
            for _ in range(_SESSION):
                card = next(_cards(opened), None)
                if card is None:
                    break
                drop = judged[memories.get_many(opened, [card.targets[0].id])[0].text]
                yes = drop >= AT_SIGHT or (drop >= AGREED and every > 0 and next(turns) % every == 0)
                asked.said.append(yes)
                asked.found += drop >= AT_SIGHT
                asked.kept += drop < AGREED
                _decide(opened, card, yes=yes)
            if len(asked.said) == before:
                return asked


def _cards(store: Store) -> Iterator[Proposal]:
    """Yield the open proposals that would remove one memory, in the order of the queue."""
    for ref in queue.cards(store):
        for each in proposals.get_many(store, ref.ids):
            if each.change.removes and len(each.targets) == 1 and each.rule not in NEEDED:
                yield each


def _decide(store: Store, card: Proposal, *, yes: bool) -> None:
    if yes:
        accept(store, Settings(), [card.id], by=PERSON_AT_CLI)
    else:
        reject(store, [card.id], by=PERSON_AT_CLI)


def _models(labelled: Sequence[Labelled]) -> Mapping[str, Model]:
    """Return the model for each repository, trained without it."""
    dealt = folds(one.repo for one in labelled)
    trained = {
        number: train([one for one in labelled if dealt[one.repo] != number])
        for number in sorted(set(dealt.values()))
    }
    return {repo: trained[number] for repo, number in dealt.items()}


def _row(name: str, parts: Sequence[Asked]) -> str:
    shown = sum(len(part.said) for part in parts)
    found, kept, noes = (sum(each) for each in zip(*((p.found, p.kept, p.noes) for p in parts), strict=True))
    after = [yes for part in parts for yes in part.after_few]
    return (
        f"| {name} | {shown} | {found} | {found / max(sum(p.at_sight for p in parts), 1):.0%} "
        f"| {kept} ({kept / max(shown, 1):.1%}) | {noes} ({noes / max(shown, 1):.0%}) "
        f"| {max(part.noes for part in parts)} | {sum(part.goes_wrong for part in parts)} "
        f"| {len(after)} | {after.count(False)} |"
    )


if __name__ == "__main__":
    main()
