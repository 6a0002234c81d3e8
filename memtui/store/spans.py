"""From when until when each memory was as it was; the store at any past time is read from that.

Replayed from the journal and the log of uses into a table of this connection alone. A span is a stretch of
time in which a live memory kept its scope and its place in the order by strength: a use, another importance,
a move or a drop ends it. From a row's fields as they are now, what each op changed is taken back; then ops
and uses are played forward.

The journal begins with the store. Before that, a memory counts from its own date on, as it came in. What was
used before it came in is known by its last use only, and that only until it is used again.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from memtui.domain.decay import DecayRules, rank_key
from memtui.domain.instant import Instant
from memtui.domain.memory import MemoryType, State
from memtui.store import id_sets
from memtui.store.database import Store
from memtui.store.memories import FILES

EVER = math.inf
_FIELDS = ("state", "scope", "type", "importance", "pinned", "last_accessed_at", "session_count")
_COLUMNS = f"id, created_at, {', '.join(_FIELDS)}, {FILES}"
_SPAN_COLUMNS = "id, scope, half_life, rank_key, born, gone"
_SPAN = f"INSERT INTO temp.found ({_SPAN_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"
_MOVED = "INSERT INTO temp.moved VALUES (?)"
EARLY = "rank_key - coalesce((last_accessed_at - created_at) / 86400.0 / half_life, 0.0)"
"""The rank key of a memory before the last use that is known of it, as SQL."""

Place = tuple[str, float | None, float]
"""A scope, a half-life and a rank key."""
SpanRow = tuple[int, str, float | None, float, Instant, Instant]


@dataclass(slots=True)
class _Memory:
    """The fields that give a memory its place in the order, at some time."""

    state: str
    scope: str
    type: str
    importance: float
    pinned: int
    last_accessed_at: Instant | None
    session_count: int
    files: str


@dataclass(slots=True)
class _Events:
    """What happened to one memory."""

    changes: list[tuple[Instant, int, str, object, object]] = field(default_factory=list)
    """The changes: when, by which op, of which field, its value before and after."""
    uses: list[tuple[Instant, str]] = field(default_factory=list)
    """When, and in which session."""


@dataclass(frozen=True, slots=True)
class _Step:
    """One change of a field, or one use, which has no field and the session as its value."""

    at: Instant
    field: str
    value: Any


def replay(store: Store) -> Instant:
    """Fill `temp.found` of this connection with the spans of what anything happened to since it came in.

    Their ids are in `temp.moved`. Returns when the journal begins. Seconds for each hundred thousand uses.
    """
    _make_tables(store)
    (first,) = store.query("SELECT coalesce(min(at), ?) FROM ops", (EVER,))[0]
    events = _events(store)
    store.fill_temporary(_MOVED, [(memory_id,) for memory_id in sorted(events)])
    born = _births(store)
    for rows in store.stream(f"SELECT {_COLUMNS} FROM memories JOIN temp.moved USING (id) ORDER BY id"):
        spans: list[SpanRow] = []
        for memory_id, created, *fields in rows:
            known = events.pop(memory_id)
            if (birth := born(memory_id)) is not None:
                known.changes.append((*birth, "state", State.ABSENT.value, None))
            spans += _spans(memory_id, created, _Memory(*fields), known, first, store.decay)
        store.fill_temporary(_SPAN, spans)
    return float(first)


def copy(replayed: Store, to: Store) -> None:
    """Give another connection what `replay` has put into the tables of one."""
    _make_tables(to)
    for insert, columns in ((_MOVED, "id FROM temp.moved"), (_SPAN, f"{_SPAN_COLUMNS} FROM temp.found")):
        for rows in replayed.stream(f"SELECT {columns}"):
            to.fill_temporary(insert, rows)


def _make_tables(store: Store) -> None:
    store.query("CREATE TEMP TABLE moved (id INTEGER PRIMARY KEY)")
    store.query(
        "CREATE TEMP TABLE found "
        "(id INTEGER, scope TEXT, half_life REAL, rank_key REAL, born REAL, gone REAL)"
    )


def creations(store: Store) -> list[tuple[int, int, Instant, int]]:
    """Return the first and the last id of each creation, its time and its op, by the ids.

    One creation names consecutive ids, so one row stands for a whole import.
    """
    rows = store.query(
        "SELECT first_id, last_id, at, op_id FROM op_sets JOIN ops ON ops.id = op_id "
        "WHERE field = 'state' AND before = 'absent' AND ids IS NULL ORDER BY first_id, op_id"
    )
    return [(row[0], row[1], row[2], row[3]) for row in rows]


def add_still(store: Store, first: Instant) -> None:
    """Add the memories that nothing happened to since they came in: nearly all of a large store.

    The same as `_spans` gives, said in SQL; the journal begins `first`.
    """
    for low, high, at, _ in creations(store):
        # The plus keeps SQLite from walking an index over states for each of many ranges.
        still = "id BETWEEN :low AND :high AND +state = 'live' AND id NOT IN (SELECT id FROM temp.moved)"
        used = "max(created_at, coalesce(last_accessed_at, 0))"
        parts = [
            (EARLY, "created_at", f"min({used}, :first)", f"created_at < :first AND created_at < {used}"),
            ("rank_key", f"min({used}, :first)", ":first", f"created_at < :first AND {used} < :first"),
            ("rank_key", ":at", ":ever", "true"),
        ]
        if at <= first:
            parts[1:] = [("rank_key", f"min({used}, :first)", ":ever", "true")]
        for key, born, gone, where in parts:
            store.query(
                f"INSERT INTO temp.found ({_SPAN_COLUMNS}) "
                f"SELECT id, scope, half_life, {key}, {born}, {gone} FROM memories "
                f"WHERE {still} AND {where}",
                {"low": low, "high": high, "first": first, "at": at, "ever": EVER},
            )


def _events(store: Store) -> dict[int, _Events]:
    """Return what the journal and the log of uses tell of single memories, in order."""
    events: dict[int, _Events] = defaultdict(_Events)
    marks = ", ".join("?" * len(_FIELDS))
    for rows in store.stream(
        "SELECT memory_id, at, op_id, field, before, after FROM op_changes JOIN ops ON ops.id = op_id "
        f"WHERE field IN ({marks}) ORDER BY op_id, memory_id",
        _FIELDS,
    ):
        for memory_id, *change in rows:
            events[memory_id].changes.append((change[0], change[1], change[2], change[3], change[4]))
    for at, op_id, first, last, packed, before, after in store.query(
        "SELECT at, op_id, first_id, last_id, ids, before, after FROM op_sets s JOIN ops ON ops.id = op_id "
        "WHERE field = 'state' AND before != 'absent' ORDER BY op_id"
    ):
        for memory_id in id_sets.unpack(first, last, packed):
            events[memory_id].changes.append((at, op_id, "state", before, after))
    for rows in store.stream("SELECT memory_id, at, session FROM accesses ORDER BY memory_id, at"):
        for memory_id, at, session in rows:
            events[memory_id].uses.append((at, session))
    return events


def _births(store: Store) -> Callable[[int], tuple[Instant, int] | None]:
    """Return a function that gives the time and op of a memory's creation. Ask it for ids in order."""
    rows = creations(store)
    place = 0

    def born(memory_id: int) -> tuple[Instant, int] | None:
        nonlocal place
        while place < len(rows) and rows[place][1] < memory_id:
            place += 1
        if place == len(rows) or rows[place][0] > memory_id:
            return None
        return rows[place][2], rows[place][3]

    return born


def _spans(
    memory_id: int, created: Instant, now: _Memory, known: _Events, first: Instant, rules: DecayRules
) -> Iterator[SpanRow]:
    """Yield the spans of one memory, in order of time."""
    start, steps = _taken_back(now, known)
    open_since: Instant | None = None
    place: Place | None = None
    for at, row in _course(created, start, steps, first):
        current = _place(row, created, rules) if row.state == State.LIVE else None
        if current == place:
            continue
        if place is not None and open_since is not None and open_since < at:
            yield (memory_id, *place, open_since, at)
        place, open_since = current, at
    if place is not None and open_since is not None:
        yield (memory_id, *place, open_since, EVER)


def _course(
    created: Instant, start: _Memory, steps: Sequence[_Step], first: Instant
) -> Iterator[tuple[Instant, _Memory]]:
    """Yield each time at which a memory changed or was used, with what it was from then on."""
    if created < first:
        came = next((step.value for step in steps if step.field == "state"), start.state)
        early = replace(start, state=came if start.state == State.ABSENT else start.state)
        used = early.last_accessed_at
        if used is not None and created < used:
            yield created, replace(early, last_accessed_at=None)
            yield min(used, first), early
        else:
            yield created, early
    yield first, start
    one, sessions = start, set[str]()
    for step in steps:
        if step.field:
            one = replace(one, **{step.field: step.value})
        else:
            new = step.value not in sessions
            sessions.add(str(step.value))
            last = max(one.last_accessed_at or 0.0, step.at)
            one = replace(one, last_accessed_at=last, session_count=one.session_count + new)
        yield max(step.at, first), one


def _taken_back(now: _Memory, known: _Events) -> tuple[_Memory, list[_Step]]:
    """Return what a memory was before everything that is recorded, and the steps from there, in order."""
    start, steps = now, []
    for at, _, name, before, after in sorted(known.changes, key=lambda change: -change[1]):
        after = getattr(start, name) if after is None and name == "state" else after
        steps.append(_Step(at, name, after))
        values: dict[str, Any] = {name: before}
        start = replace(start, **values)
    if known.uses:
        sessions = len({session for _, session in known.uses})
        start = replace(start, last_accessed_at=None, session_count=max(start.session_count - sessions, 0))
        steps += [_Step(at, "", session) for at, session in reversed(known.uses)]
    steps.reverse()
    steps.sort(key=lambda step: step.at)
    return start, steps


def _place(one: _Memory, created: Instant, rules: DecayRules) -> Place:
    """Return the scope, the half-life and the rank key that a memory has."""
    life = rules.half_life(
        memory_type=MemoryType(one.type),
        scope=one.scope,
        pinned=bool(one.pinned),
        session_count=one.session_count,
        files=one.files.split("\n"),
    )
    touched = max(created, one.last_accessed_at or 0.0)
    return one.scope, life, rank_key(one.importance, touched, life)
