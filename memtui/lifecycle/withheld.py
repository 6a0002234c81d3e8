"""What a person dropped and what comes in again in another spelling, in other words, or one scope up.

`store.inserting` finds the very same text by its fingerprint. Here every other spelling of it counts
(`language.spelling`), and so does a rewording that `language.relation` takes for the same statement. It holds
below the scope, for which it was dropped too, and above it, from where agents in the scope would be told it.
What a live memory also says is not held back: then a person dropped a wording, not the statement.

The dropped texts are compared in memory, since a spelling cannot be looked up in an index. They are read once
in a process, some twenty microseconds each, and after that only those that were dropped since.
"""

import heapq
import re
import threading
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from memtui.domain.memory import Draft, Memory, State
from memtui.domain.scope import in_line
from memtui.language.relation import same
from memtui.language.spelling import canonical, plain
from memtui.store import memories, scopes
from memtui.store.database import Store
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


class Withheld:
    """The dropped memories of a store as they were when they were last looked at."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._index = _index_of(store)

    def find(self, draft: Draft, *, reworded: bool = True) -> Held | None:
        """Return the reason to hold a text back, or None; `reworded` looks for near copies as well."""
        if draft.state is State.DROPPED or not self._index:
            return None
        form = canonical(draft.text)
        for memory in self._dropped(self._index.spelled(form), draft.scope):
            if canonical(memory.text) == form:
                return self._unless_alive(draft, Held(memory, reworded=False))
        for memory in self._dropped(self._index.alike(form), draft.scope) if reworded else ():
            if _same(memory.text, draft.text):
                return self._unless_alive(draft, Held(memory, reworded=True))
        return None

    def _dropped(self, ids: Sequence[int], scope: str) -> Iterable[Memory]:
        known = memories.get_many(self._store, ids)
        return (m for m in known if m.state is State.DROPPED and in_line(m.scope, scope))

    def _unless_alive(self, draft: Draft, held: Held) -> Held | None:
        """Return what holds a text back, unless a live memory of that line says the same."""
        near = WordSearch(self._store).nearest(words_of(draft.text), limit=_LOOKED_AT, scope=draft.scope)
        alive = (m for m in memories.get_many(self._store, [i for i, _ in near]) if m.state is State.LIVE)
        return None if any(_same(memory.text, draft.text) for memory in alive) else held


def find(store: Store, draft: Draft, *, reworded: bool = True) -> Held | None:
    """Return the reason to hold a text back, or None."""
    return Withheld(store).find(draft, reworded=reworded)


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
