"""Taking what is being erased out of everything that stays: cards, quotes, waiting jobs, ops, kept copies.

Called by `erasing`, before the memories themselves go: when it is stopped half way they are still there, and
the purge can be asked for again. A card whose change would store the text again is deleted; of everything
else only the words that quote it go. What a text that stays says itself is no quote.
"""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from memtui.domain.wordings import Wordings
from memtui.store import jobs, proposals, write_backs
from memtui.store.database import Store, Transaction
from memtui.store.memories import AMONG, ids_json

ERASED = "[erased]"
"""The replacement for an erased quote."""
_CHUNK = 500
"""Rows that are read at a time, whatever the journal holds."""


@dataclass(frozen=True, slots=True)
class Erasing:
    """What is being erased."""

    texts: Wordings
    """What the memories say and said."""
    quotes: Wordings
    """That, with what they rest on."""


def scrub(store: Store, erasing: Erasing, doomed: Collection[int]) -> None:
    """Take the texts out of all that does not belong to the `doomed` memories."""
    _scrub_provenance(store, erasing, doomed)
    with store.write() as tx:
        _scrub_cards(tx, erasing)
        jobs.scrub(tx, erasing.quotes)
        write_backs.scrub(tx, erasing.quotes)
        _blank(tx, "ops", "detail", erasing.quotes)
        _blank(tx, "sources", "message", erasing.quotes)


def _scrub_provenance(store: Store, erasing: Erasing, doomed: Collection[int]) -> None:
    """Take quotes out of where other memories say they come from: one sentence often yields several."""
    changed: list[tuple[str, int]] = []
    # Most provenances hold a place and a session only; looking into each would take a million a minute.
    for rows in store.stream(
        "SELECT id, provenance, text, abstract FROM memories WHERE instr(provenance, '\"quote\"') "
        "OR id IN (SELECT memory_id FROM links UNION SELECT target_id FROM links)",
        size=_CHUNK,
    ):
        for memory_id, provenance, *own in rows:
            if memory_id not in doomed:
                clean = _without_quotes(provenance, erasing.quotes, own)
                changed += [(clean, memory_id)] if clean != provenance else []
    for start in range(0, len(changed), _CHUNK):
        with store.write() as tx:
            tx.execute_many(
                "UPDATE memories SET provenance = ? WHERE id = ?", changed[start : start + _CHUNK]
            )


def _without_quotes(provenance: str, quotes: Wordings, own: Sequence[str]) -> str:
    return _json(_scrubbed(json.loads(provenance), lambda text: quotes.quoted_in(text, own)))


def _scrub_cards(tx: Transaction, erasing: Erasing) -> None:
    over = []
    for card_id, reason, batch, change, evidence in tx.query(
        "SELECT id, reason, batch, change, evidence FROM proposals"
    ):
        change_fields, evidence_fields = json.loads(change), json.loads(evidence)
        if any(_stores(erasing.texts, text) for text in _texts(change_fields)):
            over.append(card_id)
        elif any(
            map(
                erasing.quotes.quoted_in,
                (reason, batch, *_strings(change_fields), *_strings(evidence_fields)),
            )
        ):
            _scrub_card(tx, erasing.quotes, card_id, (reason, batch, change_fields, evidence_fields))
    proposals.delete(tx, over)


def _stores(texts: Wordings, text: str) -> bool:
    return texts.said_in(text) or texts.is_part(text)


def _scrub_card(tx: Transaction, quotes: Wordings, card_id: int, card: tuple[str, str, Any, Any]) -> None:
    reason, batch, change, evidence = card
    beside = [
        text
        for row in tx.query(
            "SELECT text, abstract FROM memories WHERE id IN "
            "(SELECT memory_id FROM proposal_targets WHERE proposal_id = ?)",
            (card_id,),
        )
        for text in row
    ] + list(_texts(change))

    def is_quote(text: str) -> bool:
        return quotes.quoted_in(text, beside)

    if "provenance" in change.get("draft", {}):
        change["draft"]["provenance"] = _scrubbed(change["draft"]["provenance"], is_quote)
    tx.execute(
        "UPDATE proposals SET reason = ?, batch = ?, change = ?, evidence = ? WHERE id = ?",
        (
            ERASED if is_quote(reason) else reason,
            "" if is_quote(batch) else batch,
            _json(change),
            _json(_scrubbed(evidence, is_quote)),
            card_id,
        ),
    )


def _texts(change: Any) -> list[str]:
    """Return what a change would have a memory say."""
    draft = change.get("draft", {})
    return [text for text in (change.get("text"), draft.get("text"), draft.get("abstract")) if text]


def _strings(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner)


def _scrubbed(value: Any, is_quote: Callable[[str], bool]) -> Any:
    """Return a JSON value with every string that is a quote blotted out."""
    if isinstance(value, str):
        return ERASED if is_quote(value) else value
    if isinstance(value, dict):
        return {key: _scrubbed(inner, is_quote) for key, inner in value.items()}
    return [_scrubbed(inner, is_quote) for inner in value] if isinstance(value, list) else value


def _blank(tx: Transaction, table: str, column: str, quotes: Wordings) -> None:
    rows = tx.query(f"SELECT id, {column} FROM {table} WHERE {column} != ''")
    wanted = ids_json([row[0] for row in rows if quotes.quoted_in(row[1])])
    tx.execute(f"UPDATE {table} SET {column} = '' WHERE id {AMONG}", (wanted,))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
