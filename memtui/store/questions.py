"""The questions that a person saved, each with the memories that are the right answer to it.

No text of a memory is kept here, only ids. What an op changed of the questions is journalled, so that undo
takes it back.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from memtui.store.database import Row, Store, Transaction
from memtui.store.memories import AMONG, ids_json

_COLUMNS = "id, scope, text, called, answer"


@dataclass(frozen=True, slots=True)
class SavedQuestion:
    """One saved question."""

    id: int
    scope: str
    """Where the agent works that is told."""
    text: str
    """Empty for what is told as a session starts."""
    called: bool
    """Whether the agent asks by its recall tool, and not the person with a prompt."""
    expected: tuple[int, ...]
    """The memories that were told when it was saved, in their order."""
    since: int
    """The op that saved this answer."""


def get_all(store: Store) -> list[SavedQuestion]:
    """Return all saved questions, the oldest first."""
    return [_saved(row) for row in store.query(f"SELECT {_COLUMNS} FROM questions ORDER BY id")]


def find(store: Store, scope: str, text: str, *, called: bool) -> SavedQuestion | None:
    """Return the saved question that is asked in these words at this place; None when there is none."""
    rows = store.query(
        f"SELECT {_COLUMNS} FROM questions WHERE scope = ? AND text = ? AND called = ?", (scope, text, called)
    )
    return _saved(rows[0]) if rows else None


def save(
    tx: Transaction, op_id: int, scope: str, text: str, expected: Sequence[int], *, called: bool
) -> None:
    """Keep a question with its answer, in the place of the answer that it had."""
    answer = json.dumps({"ids": list(expected), "since": op_id})
    before = tx.query(
        "SELECT id, answer FROM questions WHERE scope = ? AND text = ? AND called = ?", (scope, text, called)
    )
    if before:
        question_id, old = before[0]
        tx.execute("UPDATE questions SET answer = ? WHERE id = ?", (answer, question_id))
    else:
        old = None
        question_id = tx.insert(
            "INSERT INTO questions (scope, text, called, answer) VALUES (?, ?, ?, ?)",
            (scope, text, called, answer),
        )
    _journal(tx, op_id, (question_id, scope, text, called), old, answer)


def remove(tx: Transaction, op_id: int, saved: SavedQuestion) -> None:
    """Keep a question no longer."""
    ((answer,),) = tx.query("SELECT answer FROM questions WHERE id = ?", (saved.id,))
    _journal(tx, op_id, (saved.id, saved.scope, saved.text, saved.called), answer, None)
    tx.execute("DELETE FROM questions WHERE id = ?", (saved.id,))


def take_back(tx: Transaction, op_id: int, undo_id: int) -> int:
    """Set back the questions that an op changed, where they still are as it left them; return how many."""
    done = 0
    for *question, before, after in tx.query(
        "SELECT id, scope, text, called, before, after FROM op_questions WHERE op_id = ?", (op_id,)
    ):
        now = tx.query("SELECT answer FROM questions WHERE id = ?", (question[0],))
        if (now[0][0] if now else None) != after:
            continue
        _journal(tx, undo_id, tuple(question), after, before)
        tx.execute("DELETE FROM questions WHERE id = ?", (question[0],))
        if before is not None:
            tx.execute(
                "INSERT OR REPLACE INTO questions (id, scope, text, called, answer) VALUES (?, ?, ?, ?, ?)",
                (*question, before),
            )
        done += 1
    return done


def reworded(store: Store, saved: SavedQuestion) -> set[int]:
    """Return which of the expected memories have another text since the answer was saved."""
    rows = store.query(
        f"SELECT c.memory_id, c.before != m.text FROM op_changes c JOIN memories m ON m.id = c.memory_id "
        f"WHERE c.memory_id {AMONG} AND c.field = 'text' AND c.op_id > ? ORDER BY c.op_id DESC",
        (ids_json(saved.expected), saved.since),
    )
    first: dict[int, int] = dict(rows)  # the row of the earliest op comes last
    return {memory_id for memory_id, differs in first.items() if differs}


def _journal(
    tx: Transaction, op_id: int, question: Sequence[object], before: str | None, after: str | None
) -> None:
    tx.execute(
        "INSERT INTO op_questions (op_id, id, scope, text, called, before, after) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (op_id, *question, before, after),
    )


def _saved(row: Row) -> SavedQuestion:
    question_id, scope, text, called, answer = row
    kept = json.loads(answer)
    return SavedQuestion(question_id, scope, text, bool(called), tuple(kept["ids"]), kept["since"])
