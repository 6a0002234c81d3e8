"""A filter as SQL: which rows it selects. Used by listings, bulk verbs and counts."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from string import punctuation
from typing import NamedTuple

from memtui.domain.card_kinds import Kind
from memtui.domain.decay import DecayRules, elapsed_halvings, halvings_to
from memtui.domain.fading import faded_below, telling_sources
from memtui.domain.filter import WHOLE, Filter
from memtui.domain.instant import Instant
from memtui.domain.memory import Origin, State
from memtui.domain.proposal_status import WAITING
from memtui.domain.scope import ROOT, subtree_bounds
from memtui.store import scopes
from memtui.store.database import Store
from memtui.store.scopes import ScopeCount

_UNSPACED = (
    ("\u0e00", "\u0eff"),
    ("\u1000", "\u109f"),
    ("\u1780", "\u17ff"),
    ("\u3040", "\u30ff"),
    ("\u3400", "\u9fff"),
    ("\uf900", "\ufaff"),
    ("\U00020000", "\U0003ffff"),
)
"""Scripts written without spaces, which the word index cannot split into words: Thai, Lao, Burmese,
Khmer, Japanese, Chinese."""


_FEW = 10_000
"""Up to so many ids, looking each up beats reading an index."""
_USED_BETWEEN = (
    "(m.last_accessed_at >= ? AND m.last_accessed_at < ? OR m.id IN "
    "(SELECT memory_id FROM accesses INDEXED BY accesses_by_time WHERE at >= ? AND at < ?))"
)

_PLAIN = re.compile(r"[\w./ -]+", re.ASCII)
"""What JSON writes as it is, of a path."""
_READ_FROM = "json_extract(m.provenance, '$.path')"
_ASKED = (
    "SELECT t.memory_id FROM proposals p JOIN proposal_targets t ON t.proposal_id = p.id "
    f"WHERE p.status IN ({', '.join(repr(str(status)) for status in WAITING)})"
)
_SIGNED = {
    "review": _ASKED,
    "duplicate": f"{_ASKED} AND p.kind = '{Kind.DUPLICATE}'",
    "secret": f"{_ASKED} AND p.kind = '{Kind.SECRET}'",
    "linked": "SELECT memory_id FROM source_records WHERE fingerprint IS NOT NULL AND memory_id IS NOT NULL "
    "AND source_id IN (SELECT id FROM sources WHERE status != 'unlinked')",
}
"""Which memories bear a sign, as subqueries for their ids."""


class Condition(NamedTuple):
    """A WHERE clause over `memories` (as `m`) and its parameters."""

    sql: str
    params: tuple[object, ...]


def condition(store: Store, wanted: Filter, now: Instant) -> Condition:
    """Return the WHERE clause for a filter at `now`."""
    wanted = replace(
        wanted,
        words=tuple(map(bindable, wanted.words)),
        without=tuple(dict.fromkeys(map(bindable, wanted.without))),
        categories=frozenset(map(bindable, wanted.categories)),
        sources=frozenset(map(bindable, wanted.sources)),
        files=frozenset(map(bindable, wanted.files)),
    )
    id_sets = _id_sets(wanted)
    parts = [*_by_field(wanted), *_by_time(wanted, now), *_by_strength(store, wanted, now)]
    parts += [Condition(f"m.id IN ({ids.sql})", ids.params) for ids in id_sets]
    parts += _by_words_besides(wanted)
    # A unary plus keeps SQLite from walking an index over states when a few ids are known already, and when
    # each row has to be looked into: they are read eight times as fast in the order in which they lie.
    by_row = bool(wanted.files) or any(_is_small(store, ids) for ids in id_sets)
    parts.append(_any_of("+m.state" if by_row else "m.state", frozenset(wanted.states)))
    return Condition(
        " AND ".join(part.sql for part in parts), tuple(value for part in parts for value in part.params)
    )


def _any_of(column: str, values: frozenset[str]) -> Condition:
    return Condition(f"{column} IN ({', '.join('?' * len(values))})", tuple(sorted(values)))


def _by_field(wanted: Filter) -> Iterator[Condition]:
    """Yield the conditions on what a memory is and where it is filed."""
    if wanted.scope != ROOT:
        bounds = subtree_bounds(wanted.scope)
        yield Condition("(m.scope = ? OR (m.scope >= ? AND m.scope < ?))", (wanted.scope, *bounds))
    if wanted.types:
        yield _any_of("m.type", frozenset(wanted.types))
    if wanted.origins:
        yield _any_of("m.origin", frozenset(wanted.origins))
    if wanted.pinned is not None:
        yield Condition("m.pinned = ?", (int(wanted.pinned),))
    if wanted.sources:
        named = tuple(sorted(wanted.sources))
        starts = tuple(like(name[1:]) if name.startswith(WHOLE) else f"{like(name)}%" for name in named)
        yield Condition(f"({' OR '.join(['m.source LIKE ? ESCAPE char(92)'] * len(starts))})", starts)
    if wanted.files:
        yield _in_files(wanted.files)
    if wanted.unused:
        yield Condition("m.access_count = 0", ())


def _in_files(files: Iterable[str]) -> Condition:
    """What stands in a linked file, or says itself that it was read from one, by a part of its path."""
    named = [file.removeprefix("~") for file in sorted(files)]
    parts = tuple(f"%{like(name)}%" for name in named)
    plain = tuple(f"%{like(max(_PLAIN.findall(name), key=len, default=''))}%" for name in named)
    in_one = f"({' OR '.join(['{0} LIKE ? ESCAPE char(92)'] * len(parts))})"
    linked = f"SELECT memory_id FROM source_records WHERE {in_one.format('file')}"
    # Most provenance does not even hold the letters, and then is not taken apart.
    read_from = f"{in_one.format('m.provenance')} AND {in_one.format(_READ_FROM)}"
    return Condition(f"(m.id IN ({linked}) OR {read_from})", parts + plain + parts)


def _by_time(wanted: Filter, now: Instant) -> Iterator[Condition]:
    """Yield the conditions on when a memory was created and used."""
    if wanted.older is not None:
        yield Condition("m.created_at < ?", (wanted.older.before(now),))
    if wanted.idle is not None:
        last_touch = "max(m.created_at, coalesce(m.last_accessed_at, 0))"
        yield Condition(f"{last_touch} < ?", (wanted.idle.before(now),))
    if wanted.made is not None:
        yield Condition("m.created_at >= ? AND m.created_at < ?", (wanted.made.start, wanted.made.end))
    if wanted.used is not None:
        times = wanted.used.start, wanted.used.end
        yield Condition(_USED_BETWEEN, (*times, *times))


def _by_strength(store: Store, wanted: Filter, now: Instant) -> Iterator[Condition]:
    """Yield the conditions on how strong a memory is now, or will be."""
    if wanted.below is not None:
        yield _below(store, wanted, wanted.below, now)
    if wanted.fades is not None:
        later, already = _faded(store, wanted, wanted.fades.after(now)), _faded(store, wanted, now)
        yield Condition(f"{later.sql} AND NOT {already.sql}", (*later.params, *already.params))
    if "faded" in wanted.signs:
        yield _faded(store, wanted, now)


def _by_words_besides(wanted: Filter) -> Iterator[Condition]:
    """Yield the conditions on words that the word index cannot be asked for together with the others."""
    for word in dict.fromkeys(wanted.words):
        if not _is_indexed(word):
            yield _substring(word)
    for word in wanted.without:
        excluded = _holding(word)
        yield Condition(f"NOT {excluded.sql}", excluded.params)


def count(store: Store, wanted: Filter) -> int:
    """Return how many memories `wanted` selects now; instant for a scope, else a scan. May be interrupted."""
    if wanted.only_scope:
        (state,) = wanted.states
        return scopes.count(store, wanted.scope, state)
    where = condition(store, wanted, store.now())
    return int(store.query(f"SELECT count(*) FROM memories m WHERE {where.sql}", where.params)[0][0])


def tree(store: Store, wanted: Filter) -> list[ScopeCount]:
    """Return the scopes of what `wanted` selects, as `scopes.tree` does. A scan; may be interrupted."""
    where = condition(store, wanted, store.now())
    sql = f"SELECT m.scope, count(*) FROM memories m WHERE {where.sql} GROUP BY m.scope"
    return scopes.with_totals(dict(store.query(sql, where.params)))


def ids(store: Store, wanted: Filter, limit: int | None = None) -> list[int]:
    """Return the ids of what `wanted` selects now, grouped by half-life and strongest first.

    In that order a bulk change walks along the ranked index and not across it, which halves its time.
    """
    where = condition(store, wanted, store.now())
    bound = "" if limit is None else f" LIMIT {int(limit)}"
    rows = store.query(
        f"SELECT m.id FROM memories m WHERE {where.sql} ORDER BY m.half_life, m.rank_key DESC, m.id{bound}",
        where.params,
    )
    return [row[0] for row in rows]


def half_lives(store: Store, state: State) -> list[float | None]:
    """Return the distinct half-lives of memories in this state: a few index seeks, no scan."""
    lives: list[float | None] = []
    if store.query("SELECT 1 FROM memories WHERE state = ? AND half_life IS NULL LIMIT 1", (state,)):
        lives.append(None)
    last = -math.inf
    while True:
        value = store.query(
            "SELECT min(half_life) FROM memories WHERE state = ? AND half_life > ?", (state, last)
        )[0][0]
        if value is None:
            return lives
        lives.append(value)
        last = value


def _below(store: Store, wanted: Filter, strength: float, now: Instant) -> Condition:
    """Strength below a limit."""
    return _ranked_below(
        _lives(store, wanted), lambda life: elapsed_halvings(now, life) - halvings_to(strength)
    )


def _faded(store: Store, wanted: Filter, at: Instant) -> Condition:
    """What has faded at a time: `domain.fading.has_faded` in SQL."""
    rules = store.decay
    weak = _ranked_below(_lives(store, wanted) - {None}, lambda life: faded_below(life, at, rules))
    told = disuse_tells(at, rules)
    return Condition(f"({weak.sql} AND {told.sql})", (*weak.params, *told.params))


def disuse_tells(at: Instant, rules: DecayRules) -> Condition:
    """Return the condition for what nobody used by a time, as far as uses are seen: `disuse_tells_from`."""
    return _from_here_or(telling_sources(at, rules))


def use_is_seen(rules: DecayRules) -> Condition:
    """Return the condition for memories of which a use would be known by now: `seen_since`."""
    return _from_here_or(sorted(rules.reported))


def _from_here_or(sources: Sequence[str]) -> Condition:
    """What was not imported, or was from one of these sources."""
    places = ", ".join("?" * len(sources))
    return Condition(f"(m.origin != '{Origin.IMPORTED}' OR m.source IN ({places}))", tuple(sources))


def uses_seen(store: Store) -> bool:
    """Say whether a use of any live memory would be known: else the weakest are only the oldest."""
    seen = use_is_seen(store.decay)
    sql = f"SELECT EXISTS (SELECT 1 FROM memories m WHERE m.state = 'live' AND {seen.sql})"
    return bool(store.query(sql, seen.params)[0][0])


def _lives(store: Store, wanted: Filter) -> set[float | None]:
    return {life for state in wanted.states for life in half_lives(store, state)}


def _ranked_below(lives: Iterable[float | None], limit: Callable[[float | None], float]) -> Condition:
    """Rank keys below a limit, as one range for each half-life."""
    parts, params = [], list[float | None]()
    for life in lives:
        parts.append("(m.half_life IS ? AND m.rank_key < ?)")
        params += [life, limit(life)]
    return Condition(f"({' OR '.join(parts) or '0'})", tuple(params))


def _id_sets(wanted: Filter) -> list[Condition]:
    """Return the subqueries for ids: by sign, by category, and by words through the word index."""
    conditions = [Condition(_SIGNED[sign], ()) for sign in sorted(wanted.signs) if sign in _SIGNED]
    if wanted.categories:
        marks = ", ".join("?" * len(wanted.categories))
        conditions.append(
            Condition(
                f"SELECT memory_id FROM categories WHERE category IN ({marks})",
                tuple(sorted(wanted.categories)),
            )
        )
    query = word_query(wanted)
    if query:
        conditions.append(Condition("SELECT rowid FROM memories_fts WHERE memories_fts MATCH ?", (query,)))
    return conditions


def word_query(wanted: Filter) -> str:
    """Return the words of a filter that the word index holds, as the index is asked; empty without any."""
    indexed: dict[str, str] = {}
    for position, word in enumerate(map(bindable, wanted.words)):
        if _is_indexed(word):
            unfinished = wanted.prefix and position == len(wanted.words) - 1 and word[-1].isalnum()
            asked = '"' + word.replace('"', '""') + ('" *' if unfinished else '"')
            # Once each: of a word that is asked for twice the index compares all places with all places.
            indexed[word.casefold().strip(punctuation) + asked[-1]] = asked
    return " AND ".join(indexed.values())


def _holding(word: str) -> Condition:
    """Return the condition for what holds a word."""
    if not _is_indexed(word):
        return _substring(word)
    query = '"' + word.replace('"', '""') + '"'
    return Condition("m.id IN (SELECT rowid FROM memories_fts WHERE memories_fts MATCH ?)", (query,))


def _substring(word: str) -> Condition:
    """Return the test for a word that the word index cannot hold."""
    return Condition(
        "(m.text LIKE ? ESCAPE char(92) OR m.abstract LIKE ? ESCAPE char(92))", (f"%{like(word)}%",) * 2
    )


def _is_indexed(word: str) -> bool:
    unspaced = not word.isascii() and any(low <= c <= high for c in word for low, high in _UNSPACED)
    return not unspaced and any(character.isalnum() for character in word)


def _is_small(store: Store, ids: Condition) -> bool:
    """Say whether a subquery yields so few ids that looking each up beats reading an index."""
    rows = store.query(f"SELECT count(*) FROM ({ids.sql} LIMIT {_FEW + 1})", ids.params)
    return int(rows[0][0]) <= _FEW


def bindable(text: str) -> str:
    """Return `text` without what SQLite stumbles over: lone surrogates, and NULs, which would end it."""
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace").replace("\0", "\ufffd")


def like(text: str) -> str:
    """Return `text` with LIKE's own characters taken literally (with `ESCAPE '\\'`)."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
