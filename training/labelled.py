"""Memories that people read and judged: one JSON object a line, as `python -m training.removal` takes them.

    {"id": "m1", "repo": "owner/name", "text": "…", "date": "2026-03-01", "order": 3, "store": "…",
     "labels": [{"label": "status", "drop": 2}]}

`drop` is 2 for what the owner drops at sight, 1 for what goes when asked, 0 for what stays; several people
may have read the same. A line that is broken or says nothing of these is left out and counted.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

AT_SIGHT, AGREED = 1.5, 0.5
"""From which mean of `drop` on a memory is dropped at sight; and may go at all."""
SORT_OF = {
    "status": "status",
    "past": "status",
    "derivable": "derivable",
    "noise": "empty",
    "reasoning": "empty",
    "boot": "boot",
    "plain": "plain",
}
"""What sort of removal each label is; the rest are kept."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One memory and what its readers said."""

    id: str
    repo: str
    store: str
    order: int
    date: str
    text: str
    drop: float
    """The readers' mean, 0…2."""
    labels: tuple[str, ...]
    links: tuple[tuple[str, str], ...]
    """The ids of memories that it repeats, that overtake it or that it contradicts, each with which of these
    it is: `dup`, `superseded` or `contradicts`."""
    path: str = ""
    """The file that it stands in."""

    @property
    def sort(self) -> str:
        """What sort of removal most readers saw in it; empty for a memory that is worth keeping."""
        sorts = Counter(SORT_OF.get(label, "") for label in self.labels)
        return max(sorts, key=lambda sort: (sorts[sort], sort))


@dataclass(frozen=True, slots=True)
class Told:
    """What a file of labelled memories holds."""

    memories: list[Labelled]
    broken: int
    """Lines that could not be used."""
    digest: str
    """SHA-256 of the file."""


def load(file: Path) -> Told:
    """Read labelled memories, in the order of repository, store and place, whatever that of the lines is.

    Raises OSError when the file can't be read.
    """
    packed = file.read_bytes()
    found: list[Labelled] = []
    broken = 0
    for line in packed.decode("utf-8", "replace").split("\n"):
        if not line.strip():
            continue
        one = _labelled(line)
        if one is None:
            broken += 1
        else:
            found.append(one)
    found.sort(key=lambda one: (one.repo, one.store, one.order, one.id))
    return Told(found, broken, sha256(packed).hexdigest())


def folds(repos: Iterable[str], count: int = 5, dealing: int = 0) -> dict[str, int]:
    """Deal repositories out to folds of about as many memories each; the same for the same repositories.

    Every further dealing puts others together: which do matters more than anything else.
    """
    sizes = Counter(repos)
    full = [0] * count
    dealt: dict[str, int] = {}
    for repo in sorted(sizes, key=lambda repo: _turn(repo, sizes[repo], dealing)):
        dealt[repo] = min(range(count), key=lambda fold: (full[fold], fold))
        full[dealt[repo]] += sizes[repo]
    return dealt


def _turn(repo: str, size: int, dealing: int) -> tuple[int, str]:
    return (-size, _hashed(repo)) if not dealing else (0, _hashed(f"{dealing} {repo}"))


def kept_aside(memories: Sequence[Labelled], fifth: int = 0) -> tuple[list[Labelled], list[Labelled]]:
    """Split off a fifth of the repositories, by the hash of their names: (the rest, the fifth)."""
    aside = {one.repo for one in memories if int(_hashed(one.repo), 16) % 5 == fifth}
    return [one for one in memories if one.repo not in aside], [one for one in memories if one.repo in aside]


def _hashed(repo: str) -> str:
    return sha256(repo.encode()).hexdigest()


def _labelled(line: str) -> Labelled | None:
    try:
        told: dict[str, Any] = json.loads(line)
        labels = [label for label in told["labels"] if label["drop"] in (0, 1, 2)]
        if not labels or not isinstance(told["text"], str) or not told["text"].strip():
            return None
        return Labelled(
            str(told["id"]),
            str(told["repo"]),
            str(told.get("store", "")),
            int(told.get("order", 0)),
            str(told.get("date") or ""),
            told["text"],
            sum(label["drop"] for label in labels) / len(labels),
            tuple(str(label["label"]) for label in labels),
            tuple(dict.fromkeys(link for label in labels for link in _links(label))),
            str(told.get("path") or ""),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _links(label: dict[str, Any]) -> list[tuple[str, str]]:
    others = label.get("with") or []
    return [(str(other), str(label["rel"])) for other in ([others] if isinstance(others, str) else others)]
