"""Erasing memories for good: the one verb that cannot be undone."""

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.domain.actor import Actor
from memtui.domain.counting import plural
from memtui.domain.proposal import Proposal
from memtui.domain.proposal_status import Status
from memtui.lifecycle.errors import Refused
from memtui.store import erasing, proposals, recording
from memtui.store.database import Store
from memtui.store.erasing import Erased
from memtui.store.memories import same_text

_NAMED = 5
"""Other memories that are named."""


@dataclass(frozen=True, slots=True)
class PurgeReport:
    """What was erased and what the search afterwards found."""

    purged: int
    verified: bool
    """The files were searched, those of linked sources too, and the texts are not in them."""
    found_in: list[str]
    """Files of the store that still hold a text."""
    linked: list[str]
    """Files of linked sources that still say a text."""
    pending: bool
    """Another process was reading; the log is emptied when the store is next opened alone."""
    message: str


def purge(store: Store, ids: Sequence[int], *, by: Actor) -> PurgeReport:
    """Erase memories with their history, and prove it by searching the store's files.

    The text is not taken in again by import or extraction: a keyed hash of it remains. Memories whose
    adding was undone are erased as well. Linked files are read and never written here. Raises Refused when
    there is nothing to erase.
    """
    if not ids:
        raise Refused("nothing was chosen to erase")
    erased = erasing.erase(store, ids)
    if not erased.count:
        raise Refused("none of these memories exists any more")
    return _reported(store, erased, plural(erased.count), by)


def purge_proposals(store: Store, ids: Sequence[int], *, by: Actor) -> PurgeReport:
    """Erase proposals with the texts that they would have stored, wherever else those are quoted.

    Raises Refused when one is not there, or a memory has its text: then the memory is what has to be erased.
    """
    cards = proposals.get_many(store, ids)
    if len(cards) < len(set(ids)):
        raise Refused("one of these proposals does not exist any more")
    texts_and_scopes = [text_and_scope for card in cards for text_and_scope in _would_say(card)]
    for text, _ in texts_and_scopes:
        for memory in same_text(store, text):
            raise Refused(f"memory {memory.uid} says what this proposal says; erase that one")
    quotes = [quote for card in cards if card.status is not Status.ACCEPTED for quote in _quotes(card)]
    erased = erasing.erase_cards(store, [card.id for card in cards], texts_and_scopes, quotes)
    return _reported(store, erased, plural(erased.count, "proposal"), by)


def _would_say(card: Proposal) -> list[tuple[str, str]]:
    draft = card.change.draft
    texts = [(draft.get("text", ""), draft.get("scope", "/")), (card.change.text, card.scope)]
    return [(text, scope) for text, scope in texts if text]


def _quotes(card: Proposal) -> list[str]:
    provenance = card.change.draft.get("provenance", {})
    quotes = (card.change.draft.get("abstract"), provenance.get("quote"), card.evidence.quote)
    return [text for text in quotes if isinstance(text, str) and text]


def _reported(store: Store, erased: Erased, what: str, by: Actor) -> PurgeReport:
    """Journal that something was erased, and say what the search found."""
    with store.write() as tx:
        op_id = recording.begin(tx, "purge", by)
        recording.finish(tx, op_id, erased.count)
        recording.mark_final(tx, op_id)
    message = f"Erased {what} for good"
    if erased.log_pending:
        message += "; the log clears when the other programs that read the store close it"
    elif erased.found_in:
        message += (
            f", but the text was still found in {', '.join(erased.found_in)}; run `memtui doctor --deep`"
        )
    elif erased.searched_for:
        message += f"; searched {', '.join(erased.searched)} and found no trace"
    if erased.too_short:
        short = f"{plural(erased.too_short, 'text')} {'is' if erased.too_short == 1 else 'are'}"
        message += f"; {short} too short to be searched for"
    if erased.held_by:
        others = ", ".join(erased.held_by[:_NAMED])
        message += f"; other memories say it, now or in their history, and were left: {others}"
        message += f" and {len(erased.held_by) - _NAMED:,} more" if len(erased.held_by) > _NAMED else ""
    for file in erased.linked:
        message += f". {file} still holds it; take it out there, or allow writing"
    verified = not (erased.found_in or erased.log_pending or erased.linked or erased.too_short)
    return PurgeReport(erased.count, verified, erased.found_in, erased.linked, erased.log_pending, message)
