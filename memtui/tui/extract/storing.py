"""Stores the facts that a person accepted as one op, and knows which of them are stored.

The Extract view calls it. An undo leaves the facts accepted, so that they can be stored again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from memtui.capture.child import FactLine, print_of
from memtui.capture.facts import Candidate, Fact, Outcome
from memtui.capture.tally import LeftOut
from memtui.domain.actor import Actor
from memtui.domain.counting import plural
from memtui.domain.memory import Memory
from memtui.domain.text import normalised
from memtui.store import journal, memories
from memtui.store.database import Store
from memtui.tui.extract.facts_list import AGAINST, Choice, Row
from memtui.tui.extract.report import ReadingReport

if TYPE_CHECKING:
    from memtui.capture.saving import Saved
    from memtui.lifecycle.learn import Learned
    from memtui.store.database import Transaction
_NEVER = 0
"""The version of a memory that says something else by now, so that nothing takes its place."""


def store_facts(
    store: Store, rows: Iterable[Row], report: ReadingReport, *, scope: str, by: Actor, **_: object
) -> tuple[Learned, frozenset[str]]:
    """Store accepted facts of a reading; return what was learned and the texts it left. Raises StoreError.

    Facts of one reading are few, so it tells no progress and cannot be stopped.
    """
    from memtui.capture.cards import keep_both, queue_beside
    from memtui.capture.saving import Origins, save

    rows = list(rows)
    kept = [_of_both(store, row) for row in rows if row.outcome in AGAINST and row.choice is Choice.BOTH]

    def ask(saved: Saved, tx: Transaction, op_id: int) -> None:
        queue_beside(store, saved.beside, scope=scope, extractor=report.extractor, tx=tx, op_id=op_id)
        keep_both(store, kept, scope=scope, extractor=report.extractor, tx=tx, op_id=op_id)

    saved = save(
        store,
        [_agreed(store, row) for row in rows],
        scope=scope,
        by=by,
        origins=Origins(report.extractor, report.version),
        chosen=True,
        allow_dropped=any(row.outcome is Outcome.SUPPRESSED for row in rows),
        ask=ask,
    )
    stored = [memory.text for memory in memories.get_many(store, saved.learned.ids)]
    return saved.learned, frozenset(map(normalised, [*stored, *saved.learned.rewritten.values()]))


def note_op(rows: Iterable[Row], learned: Learned, texts: frozenset[str]) -> None:
    """Note at each fact that was stored the op that did it."""
    for row in rows:
        if learned.op is not None and normalised(row.candidate.text) in texts:
            row.op = learned.op.id


def note_stored(store: Store, rows: Iterable[Row]) -> bool:
    """Note which facts are stored: those of an op that was not undone, or was done again.

    Says whether any of them ever was.
    """
    ever = [(row, row.op) for row in rows if row.op is not None]
    standing = {op: _in_force(store, op) for op in {op for _, op in ever}}
    for row, op in ever:
        row.stored = standing[op]
    return bool(ever)


def stored_words(learned: Learned) -> str:
    """Return what was stored, and why something was not."""
    count = learned.stored
    sentence = f"Stored {plural(count, 'fact')}" if count else "Nothing was stored"
    if count and learned.superseded:
        sentence += f", {plural(len(learned.superseded), 'older memory')} replaced"
    if learned.rewritten:
        sentence += f", {len(learned.rewritten):,} in the words of a memory"
    left = [f"{learned.duplicates:,} known meanwhile"] if learned.duplicates else []
    left += [f"{learned.suppressed:,} dropped meanwhile"] if learned.suppressed else []
    left += [_stale_words(learned.stale)] if learned.stale else []
    left += learned.refused[:1]
    return "; ".join([sentence, *left])


def _stale_words(count: int) -> str:
    """Say of facts whose memories say something else by now what is left to do with them."""
    whose = "its memory" if count == 1 else "their memories"
    then = "{both} keeps both; {next_pane}, {extract} reads anew"
    return f"{count:,} not, since {whose} changed meanwhile: {then}"


def as_row(sentence: LeftOut) -> Row:
    """Return a sentence that is in no fact as a row that a person may take as one."""
    candidate = Candidate(sentence.statement, sentence.text, categories=("finding",))
    line = FactLine(Fact(candidate, Outcome.NEW), "", sentence.text, "", sentence.start, None, "")
    return Row(line, candidate, left_out=sentence.became.reason)


def held_against(store: Store, row: Row, report: ReadingReport, scope: str) -> Row:
    """Return a sentence in no fact with what it means for what is known, as the rules say."""
    from memtui.capture.consolidate import consolidate
    from memtui.capture.dates import noon

    said_at = min(noon(date.fromisoformat(report.day)), store.now()) if report.day else None
    fact = consolidate(store, scope, [row.candidate], said_at=said_at)[0]
    memory = fact.target or fact.near
    target, compared_as = (memory.id, print_of(memory)) if memory is not None else (None, "")
    line = replace(row.line, fact=fact, target=target, compared_as=compared_as)
    return replace(row, line=line, candidate=fact.candidate)


def memory_of(store: Store, row: Row) -> Memory | None:
    """Return the memory a verdict is about, or that is near a new fact, as it is now."""
    target = row.line.target
    return None if target is None else next(iter(memories.get_many(store, [target])), None)


def comes_of(store: Store, row: Row, known: Memory | None) -> str:
    """Return what a yes makes of the memory that a fact disagrees with; empty where that is dropped."""
    from memtui.capture.saving import place_taken
    from memtui.sources.edited_along import edited_along

    if known is None or row.stored or row.outcome not in AGAINST or row.choice is Choice.BOTH:
        return ""
    fact = replace(row.line.fact, outcome=Outcome.UPDATES, candidate=row.candidate, target=known)
    place = place_taken(store, fact)
    return "; ".join(filter(None, [place.words(), *edited_along(store, known, place.text)]))


def warm_up() -> None:
    """Import what saving takes, so that the key for it answers at once."""
    import memtui.capture.saving  # noqa: F401 - for later


def _agreed(store: Store, row: Row) -> Fact:
    """Return a fact as the yes to it says: beside what is known, or in the place of a memory."""
    fact = replace(row.line.fact, candidate=row.candidate)
    target = memory_of(store, row) if row.outcome in AGAINST and row.choice is Choice.YES else None
    if target is None:
        return replace(fact, outcome=Outcome.NEW)
    is_as_compared = print_of(target) == row.line.compared_as
    target = target if is_as_compared else replace(target, version=_NEVER)
    return replace(fact, outcome=Outcome.UPDATES, target=target)


def _of_both(store: Store, row: Row) -> Fact:
    """Return a fact with the memory beside which it is kept, as that is now."""
    return replace(row.line.fact, candidate=row.candidate, target=memory_of(store, row))


def _in_force(store: Store, op_id: int) -> bool:
    """Say whether an op stands: it was not undone, or its undo was."""
    in_force = True
    op = journal.op(store, op_id)
    while op is not None and op.undone_by is not None:
        in_force = not in_force
        op = journal.op(store, op.undone_by)
    return in_force
