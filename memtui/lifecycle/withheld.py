"""What a person dropped and what comes in again: the same text, another spelling of it, or other words.

`store.inserting` finds the very same text by its fingerprint. Here every other spelling of it counts
(`language.spelling`), and so does a rewording that `language.relation` takes for the same statement.

A drop holds wherever an agent would be told both: in its scope, below it, above it, beside what is known of
the user, and in what the project's team shares. What an agent brings of its own is held back in every other
place too (`everywhere`), unless it went because of how things were in its place: another memory overtook it
or says the same, or a card told that it had ended or faded there. A file of another project may say what one
project no longer does.

What a live memory also says is known: a person dropped a wording then, not the statement.

The dropped texts are compared in memory, since a spelling cannot be looked up in an index. They are read once
in a process, some twenty microseconds each, and after that only those that were dropped since.
"""

import heapq
import re
import threading
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path

from memtui.domain.memory import Draft, Memory, State
from memtui.domain.scope import told_together
from memtui.domain.text import fingerprint
from memtui.language.own_clauses import says_more
from memtui.language.relation import same
from memtui.language.spelling import canonical, plain
from memtui.store import departures, journal, memories, scopes
from memtui.store.database import Store
from memtui.store.departures import Departure
from memtui.store.words import WordSearch, words_of

_WORD = re.compile(r"[^\W_]+")
_STEM = 5
"""Words with these first letters in common count as forms of one, to find texts that may be alike."""
_SHORT = 3
"""A word of fewer letters tells texts apart only where a text has no longer one."""
_SHARED = 0.5
"""The share of the shorter text's words that the other must hold to be a rewording of it."""
_LOOKED_AT = 8
"""The likeliest texts that are compared word by word."""
_COMMON = 200
"""Memories in which a word may stand and still be looked up, in a small store."""
_COMMON_SHARE = 0.02
"""A word in more of the dropped texts than this brings too many up."""
_READ = 2_000
"""Texts that are read at a time."""


@dataclass(frozen=True, slots=True)
class Held:
    """Why a text is held back."""

    memory: Memory
    """What was dropped."""
    reworded: bool
    """It says so in other words, not only in another spelling."""
    known: Memory | None = None
    """The memory that says the same and is not dropped: the text is not turned down, it is known."""
    merged: bool = False
    """A person merged it into what is known; else the words tell that this says the same."""
    overtaken_by: Memory | None = None
    """The live memory that says what is so instead."""


class Fate(Enum):
    """What becomes of a text that was dropped before and comes in again."""

    KNOWN = auto()
    """It is known under other words, or comes in as dropped, as it is here."""
    SUPPRESSED = auto()
    """It stays out."""


class Withheld:
    """The dropped memories of a store as they were when they were last looked at."""

    def __init__(self, store: Store, *, everywhere: bool = False) -> None:
        self._store = store
        self._everywhere = everywhere
        self._index = _index_of(store)

    def find(self, draft: Draft, *, reworded: bool = True) -> Held | None:
        """Return the reason to hold a text back, or None; `reworded` looks for near copies as well."""
        if draft.state is State.DROPPED or not self._index:
            return None
        form = canonical(draft.text)
        for memory in self._dropped(self._index.spelled(form), draft.scope):
            if canonical(memory.text) == form and self._holds(memory, draft.scope):
                return self._settled(draft, Held(memory, reworded=False))
        for memory in self._dropped(self._index.alike(form), draft.scope) if reworded else ():
            if _same(memory.text, draft.text) and self._holds(memory, draft.scope):
                return self._settled(draft, Held(memory, reworded=True))
        return None

    def fate(self, draft: Draft, *, dropped: bool, erased: bool) -> Fate | None:
        """Return what becomes of a text among many that come in; None of one that is taken in.

        `dropped` says that a dropped memory of its scope has the very same text, `erased` that it was purged.
        Other words for what a live memory says are taken in, as they are where nothing was dropped.
        """
        if dropped and draft.state is State.DROPPED:
            return Fate.KNOWN
        held = None if erased else self.find(draft)
        if held is not None and held.known is not None:
            return None if held.reworded and not held.merged else Fate.KNOWN
        return Fate.SUPPRESSED if dropped or erased or held is not None else None

    def turned_down(self, draft: Draft) -> Memory | None:
        """Return the dropped memory that a text would bring back; None where another took its place."""
        held = self.find(draft)
        gone = held is not None and held.known is None and held.overtaken_by is None
        return held.memory if held is not None and gone else None

    def _dropped(self, ids: Sequence[int], scope: str) -> Iterable[Memory]:
        known = memories.get_many(self._store, ids)
        near = (m for m in known if self._everywhere or told_together(m.scope, scope))
        return (m for m in near if m.state is State.DROPPED)

    def _holds(self, memory: Memory, scope: str) -> bool:
        """Say whether the drop of a memory, which is one to look at, holds in a scope."""
        return told_together(memory.scope, scope) or _turned_down(departures.of(self._store, memory.id))

    def _settled(self, draft: Draft, held: Held) -> Held | None:
        """Return what holds a text back, with what is known instead; None where it adds to what is known."""
        alive = self._alive(draft)
        if alive is not None:
            adds = held.reworded and says_more(draft.text, alive.text)
            return None if adds else replace(held, known=alive)
        after, overtook = self._in_its_place(held.memory)
        if overtook:
            return replace(held, overtaken_by=after)
        if after is not None and held.reworded and says_more(draft.text, after.text):
            return None
        return replace(held, known=after, merged=after is not None)

    def _alive(self, draft: Draft) -> Memory | None:
        """Return a live memory of that line that says the same."""
        near = WordSearch(self._store).nearest(words_of(draft.text), limit=_LOOKED_AT, scope=draft.scope)
        alive = (m for m in memories.get_many(self._store, [i for i, _ in near]) if m.state is State.LIVE)
        return next((memory for memory in alive if _same(memory.text, draft.text)), None)

    def _in_its_place(self, memory: Memory) -> tuple[Memory | None, bool]:
        """Return what took the place of a dropped memory, or of that in its turn, if it is not dropped now,
        and whether it says what is so instead, not the same.
        """
        overtook, seen = False, {memory.id}
        while (how := departures.of(self._store, memory.id)) is not None:
            after = how.in_place_of
            if after is None or after.id in seen:
                break
            overtook |= how.overtaken_by is not None
            if after.state is not State.DROPPED:
                return after, overtook
            seen.add(after.id)
            memory = after
        return None, False


def find(store: Store, draft: Draft, *, reworded: bool = True, everywhere: bool = False) -> Held | None:
    """Return the reason to hold a text back, or None."""
    return Withheld(store, everywhere=everywhere).find(draft, reworded=reworded)


def said_before(store: Store, draft: Draft) -> Held | None:
    """Return the live memory that said this very text before it was changed; None where there is none."""
    near = WordSearch(store).nearest(words_of(draft.text), limit=_LOOKED_AT, scope=draft.scope)
    mark = fingerprint(draft.text)
    for memory in memories.get_many(store, [i for i, _ in near]):
        if memory.state is State.LIVE and mark in journal.earlier_texts(store, memory.id):
            known = memory if _same(memory.text, draft.text) else None
            return Held(memory, reworded=False, known=known, overtaken_by=memory)
    return None


def turned_down(store: Store, draft: Draft, *, everywhere: bool = False) -> Memory | None:
    """Return the dropped memory that a text would bring back; None where another took its place."""
    return Withheld(store, everywhere=everywhere).turned_down(draft)


def _turned_down(how: Departure | None) -> bool:
    """Say whether a memory went for what it says, and not for how things are where it was filed."""
    if how is None:
        return True
    return how.in_place_of is None and (how.card is None or how.card.record.everywhere)


def _same(one: str, other: str) -> bool:
    first, second = plain(one), plain(other)
    return first.casefold() == second.casefold() or same(first, second)


class _Index:
    """The dropped texts of one store, by their spelling and their words."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen: dict[int, float] = {}
        self._by_form: dict[int, list[int]] = defaultdict(list)
        self._by_word: dict[str, list[int]] = defaultdict(list)

    def __bool__(self) -> bool:
        return bool(self._seen)

    def catch_up(self, store: Store) -> None:
        """Take in what was dropped since."""
        with self._lock:
            now = dict(memories.dropped(store))
            new = [i for i, at in now.items() if self._seen.get(i) != at]
            for start in range(0, len(new), _READ):
                for memory_id, text in memories.texts(store, new[start : start + _READ]):
                    self._add(memory_id, canonical(text))
            self._seen = now

    def _add(self, memory_id: int, form: str) -> None:
        self._by_form[hash(form)].append(memory_id)
        for word in _keys(form):
            self._by_word[word].append(memory_id)

    def spelled(self, form: str) -> list[int]:
        """Return the memories that may be another spelling."""
        return [i for i in dict.fromkeys(self._by_form.get(hash(form), ())) if i in self._seen]

    def alike(self, form: str) -> list[int]:
        """Return the memories that share the most words, if they share enough."""
        keys = _keys(form)
        most = max(_COMMON, int(len(self._seen) * _COMMON_SHARE))
        shared: Counter[int] = Counter()
        common = 0
        for word in keys:
            positions = self._by_word.get(word, ())
            if len(positions) > most:
                common += 1
            else:
                shared.update(positions)
        wanted = max(1.0, _SHARED * len(keys) - common)
        # Of memories that share as many words the first ones, whatever the order that a set gives them in.
        likeliest = heapq.nsmallest(_LOOKED_AT, shared, key=lambda i: (-shared[i], i))
        return [i for i in likeliest if shared[i] >= wanted and i in self._seen]


def _keys(form: str) -> set[str]:
    """Return the words by which a text is found, cut to what their forms share; small ones if need be."""
    words = _WORD.findall(form)
    long = [word for word in words if len(word) >= _SHORT or not word.isalpha()]
    return {word[:_STEM] if word.isalpha() else word for word in long or words}


_indexes: dict[Path, _Index] = {}


def _index_of(store: Store) -> _Index:
    """Return the index of a store, caught up; an empty one where nothing was ever dropped."""
    if not scopes.count(store, "/", State.DROPPED):
        return _Index()
    index = _indexes.setdefault(store.path, _Index())
    index.catch_up(store)
    return index
