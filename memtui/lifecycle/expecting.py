"""Saving a question with the answer that is right, and removing one: each an op that undo takes back."""

from collections.abc import Sequence

from memtui.domain.actor import Actor
from memtui.domain.counting import plural
from memtui.domain.sanitise import sanitise
from memtui.domain.text import Longest, one_line
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.outcome import Outcome
from memtui.secrets import redact
from memtui.store import journal, questions, recording
from memtui.store.database import Store
from memtui.store.questions import SavedQuestion

LONGEST = 2_000
"""Characters of a question that are looked at, and so kept."""


def expect(
    store: Store, scope: str, text: str, expected: Sequence[int], *, called: bool, by: Actor
) -> Outcome:
    """Save a question with the memories that are told now as the answer that is right.

    Where it is saved already, this answer takes the place of the one before. Raises Refused for a question
    that is too long or holds a secret, and StoreError.
    """
    text = text.strip()
    clean, hits = redact(sanitise(text))
    if hits or clean.strip() != text:
        raise Refused("a question that holds a secret, or an agent's reasoning, is not saved")
    if len(text) > LONGEST:
        raise Refused(f"a question has at most {LONGEST:,} characters, and this one has {len(text):,}")
    known = questions.find(store, scope, text, called=called)
    if known is not None and known.expected == tuple(expected) and not questions.reworded(store, known):
        return Outcome(None, 0, f"{name_of(text, scope)} is saved with this answer already")
    with store.write() as tx:
        op_id = recording.begin(tx, "expect", by, detail=name_of(text, scope))
        questions.save(tx, op_id, scope, text, expected, called=called)
        recording.finish(tx, op_id, 1)
    verb = "Saved" if known is None else "Accepted the new answer to"
    message = f"{verb} {name_of(text, scope)}: {plural(len(expected))} expected"
    return Outcome(journal.op(store, op_id), 1, message)


def remove(store: Store, saved: SavedQuestion, *, by: Actor) -> Outcome:
    """Keep a question no longer. Raises StoreError."""
    with store.write() as tx:
        op_id = recording.begin(tx, "unsave", by, detail=name_of(saved.text, saved.scope))
        questions.remove(tx, op_id, saved)
        recording.finish(tx, op_id, 1)
    return Outcome(journal.op(store, op_id), 1, f"Removed {name_of(saved.text, saved.scope)}")


def name_of(text: str, scope: str) -> str:
    """Return what a question is called in a sentence."""
    return f"“{one_line(text, Longest.PATH)}” in {scope}" if text else f"a session's start in {scope}"
