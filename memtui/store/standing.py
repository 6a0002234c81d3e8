"""What a page of rows shows of memories besides their texts, in a few look-ups for all of them."""

from collections.abc import Sequence
from typing import NamedTuple

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.card_kinds import Kind, kind_named
from memtui.domain.instant import Instant
from memtui.domain.proposal_status import WAITING
from memtui.store import id_sets
from memtui.store.database import Store
from memtui.store.memories import AMONG, ids_json

NEW, CHANGED = "new", "changed"
_WAITING = ", ".join(f"'{status}'" for status in WAITING)
_GONE = "'dropped', 'archived'"
_BY_OTHERS = "o.id > ? AND o.actor != 'person' AND o.kind != 'split' AND o.undone_by IS NULL"


class Standing(NamedTuple):
    """What is known of one memory."""

    kinds: frozenset[Kind] = frozenset()
    """The kinds of the proposals about it that wait in Review."""
    linked: bool = False
    """It stands in a linked file."""
    news: str = ""
    """What was done with it lately, and not by a person: `new`, `changed`, or nothing."""
    gone: "Gone | None" = None
    """When it left the live memories; None for one that is live, or came in dropped or archived."""


class Gone(NamedTuple):
    """When and by whom a memory was dropped or archived."""

    at: Instant
    by: Actor


def standings(
    store: Store, ids: Sequence[int], *, since: int | None, gone: Sequence[int] = ()
) -> dict[int, Standing]:
    """Return how each of these memories stands; what came after op `since` is news, None for no news.

    `gone` are those among them that are not live.
    """
    kinds, linked = _kinds(store, ids), _linked(store, ids)
    news = {} if since is None else _news(store, ids, since)
    left = _left(store, gone) if gone else {}
    return {i: Standing(frozenset(kinds.get(i, ())), i in linked, news.get(i, ""), left.get(i)) for i in ids}


def _kinds(store: Store, ids: Sequence[int]) -> dict[int, set[Kind]]:
    kinds: dict[int, set[Kind]] = {}
    for memory_id, kind in store.query(
        "SELECT t.memory_id, p.kind FROM proposal_targets t JOIN proposals p ON p.id = t.proposal_id "
        f"WHERE t.memory_id {AMONG} AND p.status IN ({_WAITING})",
        (ids_json(ids),),
    ):
        kinds.setdefault(memory_id, set()).add(kind_named(kind))
    return kinds


def _linked(store: Store, ids: Sequence[int]) -> set[int]:
    rows = store.query(
        f"SELECT memory_id FROM source_records WHERE memory_id {AMONG} AND fingerprint IS NOT NULL "
        "AND source_id IN (SELECT id FROM sources WHERE status != 'unlinked')",
        (ids_json(ids),),
    )
    return {row[0] for row in rows}


def _news(store: Store, ids: Sequence[int], since: int) -> dict[int, str]:
    """Return a word, by memory, on what others than the person did to it after op `since`, undone ops left
    out.
    """
    touched = store.query(
        "SELECT c.memory_id, c.before FROM op_changes c JOIN ops o ON o.id = c.op_id "
        f"WHERE c.memory_id {AMONG} AND {_BY_OTHERS}",
        (ids_json(ids), since),
    )
    for before, first, last, packed in store.query(
        "SELECT s.before, s.first_id, s.last_id, s.ids FROM op_sets s JOIN ops o ON o.id = s.op_id "
        f"WHERE {_BY_OTHERS}",
        (since,),
    ):
        touched += [(i, before) for i in ids if id_sets.holds(first, last, packed, i)]
    news: dict[int, str] = {}
    for memory_id, before in touched:
        news[memory_id] = NEW if before == "absent" else news.get(memory_id, CHANGED)
    return news


def _left(store: Store, ids: Sequence[int]) -> dict[int, Gone]:
    """Return when each was last dropped or archived here, and by whom; none of those that came in so."""
    ops: dict[int, int] = dict(
        store.query(
            f"SELECT memory_id, max(op_id) FROM op_changes WHERE memory_id {AMONG} AND field = 'state' "
            f"AND after IN ({_GONE}) AND before != 'absent' GROUP BY memory_id",
            (ids_json(ids),),
        )
    )
    for op_id, first, last, packed in store.query(
        f"SELECT op_id, first_id, last_id, ids FROM op_sets WHERE field = 'state' AND after IN ({_GONE}) "
        "AND before != 'absent' AND first_id <= ? AND last_id >= ?",
        (max(ids), min(ids)),
    ):
        held = [i for i in ids if id_sets.holds(first, last, packed, i)]
        ops.update({i: max(op_id, ops.get(i, 0)) for i in held})
    known = {
        op_id: Gone(at, Actor(ActorKind(kind), client))
        for op_id, at, kind, client in store.query(
            f"SELECT id, at, actor, client FROM ops WHERE id {AMONG}", (ids_json(sorted(set(ops.values()))),)
        )
    }
    return {i: known[op_id] for i, op_id in ops.items() if op_id in known}
