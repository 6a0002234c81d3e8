"""What linked files keep of the memories of a card, because memtui may not write to them.

A yes changes the store; an agent that loads such a file goes on reading it there until writing is allowed.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from memtui.domain.deeds import Deed
from memtui.review.queue import Card
from memtui.tui.host import Host
from memtui.tui.review.card_parts import CardState, chosen
from memtui.tui.sources.names import Place, files_words, places_of

_LOOKED_AT = 20
"""Memories of a batch whose files are looked up for each card that is shown."""


class Kept(NamedTuple):
    """What is said of the files that keep what a yes takes away."""

    words: str = ""
    """Empty where no file does."""
    source: str = ""
    """The path of the first of their sources."""


def _read_only_places(host: Host, card: Card, state: CardState) -> list[Place]:
    """Return where in linked files what a yes takes away stands, and memtui may not write."""
    about: set[int] = set()
    for proposal in card.proposals[:_LOOKED_AT]:
        change = chosen(proposal, state)
        about.update(change.gone)
        if change.keep is not None and change.text:
            about.add(change.keep)
    places = [place for i in sorted(about)[:_LOOKED_AT] for place in places_of(host.store, i)]
    return [place for place in places if place.source.agreed_at is None]


def kept_in_files(host: Host, card: Card, state: CardState) -> Kept:
    """Say that agents go on reading it in a file, and what lets memtui write there."""
    places = _read_only_places(host, card, state)
    if not places or card.first is None:
        return Kept()
    files = list(dict.fromkeys(Path(place.file) for place in places))
    where = files_words(files)
    allow = host.keymap.filled("{view_sources} {writing} lets memtui write there")
    if card.first.change.deed is Deed.BLOT:
        where = files_words([Path(card.first.evidence.file)])
        words = f"memtui may not write to {where} yet: {allow}"
    else:
        keep = "keeps" if len(files) == 1 else "keep"
        words = f"{where} {keep} it, and agents go on reading it there: {allow}"
    return Kept(words, places[0].source.path)
