"""Statements written for the project and worth keeping: what agents at work on code hardly note.

Of people's lives, teams and preferences the memories that people judged say next to nothing. So what a model
learns from them alone takes every plain fact of that kind for a leftover, and has to be told what those are.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from training.labelled import Labelled

DATA = Path(__file__).parent / "data"
_KEPT = frozenset("sk")
"""How a line of `worth.txt` is marked, in its second place, that says what is worth keeping."""


def plain() -> list[Labelled]:
    """Return them, all of one home."""
    return [
        Labelled(f"plain-{number}", "plain", "plain", number, "", text, 0.0, ("plain",), ())
        for number, text in enumerate(dict.fromkeys((*worth_keeping(), *_honest())))
    ]


def worth_keeping() -> Iterator[str]:
    """Yield the statements of `worth.txt` that are worth keeping."""
    for line in (DATA / "worth.txt").read_text(encoding="utf-8").splitlines():
        marks, _, text = line.partition(" ")
        if not line.startswith("#") and len(marks) == 2 and marks[1] in _KEPT:
            yield text


def _honest() -> Iterator[str]:
    for line in (DATA / "poison.jsonl").read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        if not told["planted"]:
            yield told["text"]
