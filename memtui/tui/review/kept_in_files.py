"""What linked files keep of the memories of a card, because memtui may not write to them.

A yes changes the store; an agent that loads such a file goes on reading it there until writing is allowed.
"""

from __future__ import annotations

from pathlib import Path

from memtui.domain.deeds import Deed
from memtui.review.queue import Card
from memtui.tui.host import Host
from memtui.tui.review.card_parts import CardState, chosen
from memtui.tui.sources.names import files_words, places_of

_LOOKED_AT = 20
"""Memories of a batch whose files are looked up for each card that is shown."""


def _read_only_files(host: Host, card: Card, state: CardState) -> list[Path]:
    """Return the linked files that hold what a yes takes away, and that memtui may not write to."""
    about: set[int] = set()
    for proposal in card.proposals[:_LOOKED_AT]:
        change = chosen(proposal, state)
        about.update(change.gone)
        if change.keep is not None and change.text:
            about.add(change.keep)
    places = [place for i in sorted(about)[:_LOOKED_AT] for place in places_of(host.store, i)]
    return list(dict.fromkeys(Path(place.file) for place in places if place.source.agreed_at is None))


def kept_words(host: Host, card: Card, state: CardState) -> str:
    """Say that agents go on reading it in a file, and what lets memtui write there; empty where none does."""
    files = _read_only_files(host, card, state)
    if not files or card.first is None:
        return ""
    where = files_words(files)
    allow = host.keymap.filled("{view_sources} {writing} lets memtui write there")
    if card.first.change.deed is Deed.BLOT:
        return f"memtui may not write to {where} yet: {allow}"
    return f"{where} {'keeps' if len(files) == 1 else 'keep'} it, and agents go on reading it there: {allow}"
