"""Memories that share rare words with a text, by the word index.

Called by capture (which memories may say the same?) and recall.

The cost of a search follows how many memories hold its words, so a question made of common words takes
seconds in a million memories. Here the rarest words of a text are asked for, the rarest first, until
enough memories can be found; how many hold a word is read from the index itself (`fts5vocab`), which
holds stems, so the words are put through the same stemmer first.
"""

import atexit
import re
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from functools import cache

from memtui.domain.memory import State
from memtui.domain.scope import ROOT, subtree_bounds, with_ancestors
from memtui.store.database import Store

_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 24
"""The rarest words of a text; what is like it shares some of them."""
_MOST_ROWS = 5_000
"""The most memories that are looked at for one text: a hundredth of a second in a store of a million."""
_ALWAYS_ROWS = 200
"""Memories in which a word may stand and still be looked up, in a small store."""
_SHARE = 0.02
"""A word in more of the memories than this says too little to be looked for, in a large store."""
_DEEP = 12
"""How many times the wanted number is ranked before the scope is looked at, since most may lie in other
scopes.
"""
TOKENISER = "porter unicode61 remove_diacritics 2"
"""As in `schema`: the stems here have to be those of the index."""

INDEXES = ("memories_fts", "names_fts")
"""The index of the words of texts, and that of names."""

_ONE_AT_A_TIME = threading.Lock()
"""Held while words are in the one database for stems, which all threads share."""

Words = list[str]


class WordSearch:
    """Looks up texts by their words; remembers how common each word is while it lives."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._common: dict[str, int] = {}
        self._total = 0

    def prepare(self, texts: Iterable[Sequence[str]]) -> None:
        """Learn how many memories hold each of these words: faster for many texts at once."""
        unknown = sorted({word for words in texts for word in words} - self._common.keys())
        if not unknown:
            return
        vocabulary = vocabulary_of(self._store)
        self._total = int(self._store.query("SELECT count(*) FROM memories")[0][0])
        by_stem: dict[str, int] = {}
        for word, stem in zip(unknown, stems(unknown), strict=True):
            if stem not in by_stem:
                rows = self._store.query(f"SELECT doc FROM {vocabulary} WHERE term = ?", (stem,))
                by_stem[stem] = int(rows[0][0]) if rows else 0
            self._common[word] = by_stem[stem]

    def count(self, word: str) -> int:
        """Return how many memories hold a word that was prepared."""
        return self._common.get(word, 0)

    def nearest(self, words: Sequence[str], *, limit: int, scope: str = ROOT) -> list[tuple[int, float]]:
        """Return the ids of the memories that share the rarest of these words, best first, with a score.

        The score is the index's own (BM25, higher is better). Only memories in `scope`, below it and
        above it count, in any state but absent.
        """
        query = self._query(words)
        if not query:
            return []
        where, params = "", []
        if scope != ROOT:
            above = with_ancestors(scope)
            where = f" AND (m.scope IN ({', '.join('?' * len(above))}) OR (m.scope >= ? AND m.scope < ?))"
            params = [*above, *subtree_bounds(scope)]
        rows = self._store.query(
            "SELECT m.id, f.score FROM (SELECT rowid AS id, -rank AS score FROM memories_fts "
            "WHERE memories_fts MATCH ? ORDER BY rank LIMIT ?) f JOIN memories m ON m.id = f.id "
            f"WHERE m.state != ?{where} ORDER BY f.score DESC, m.id LIMIT ?",
            (query, limit if scope == ROOT else limit * _DEEP, State.ABSENT.value, *params, limit),
        )
        return [(row[0], row[1]) for row in rows]

    def _query(self, words: Sequence[str]) -> str:
        self.prepare([words])
        known = sorted({word for word in words if self._common[word]}, key=lambda w: (self._common[w], w))
        most = max(_ALWAYS_ROWS, int(self._total * _SHARE))
        chosen: list[str] = []
        rows = 0
        for word in known[:_MOST_WORDS]:
            rows += self._common[word]
            if self._common[word] > most or (chosen and rows > _MOST_ROWS):
                break
            chosen.append(word)
        if chosen:
            return " OR ".join(f'"{word}"' for word in chosen)
        return " AND ".join(f'"{word}"' for word in known[:4])  # all are common: those that have several


def words_of(text: str) -> Words:
    """Return the different words of a text as the index splits it, in their order, in lower case."""
    return list(dict.fromkeys(_WORD.findall(text.lower())))


def stems(words: Sequence[str]) -> list[str]:
    """Return each word's stem in the index, by asking SQLite's own tokeniser in a database that stays empty.

    A row of a search asks for a word at a time: to make the database anew would take ten times as long.
    """
    found = list(words)
    with _ONE_AT_A_TIME:
        scratch = _scratch()
        scratch.execute("BEGIN")
        try:
            scratch.executemany("INSERT INTO w (rowid, word) VALUES (?, ?)", enumerate(words))
            for term, row in scratch.execute('SELECT term, doc FROM v WHERE "offset" = 0'):
                found[row] = term
        finally:
            scratch.execute("ROLLBACK")
    return found


@cache
def _scratch() -> sqlite3.Connection:
    """Return the database that words are split in, made once for the process."""
    scratch = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
    atexit.register(scratch.close)
    scratch.execute(f"CREATE VIRTUAL TABLE w USING fts5(word, tokenize='{TOKENISER}')")
    scratch.execute("CREATE VIRTUAL TABLE v USING fts5vocab(w, instance)")
    return scratch


def vocabulary_of(store: Store, index: str = "memories_fts", *, kind: str = "row") -> str:
    """Return the table of the stems of an index, each with how many memories hold it, or each `instance`."""
    table = f"temp.{kind}s_of_{index}"
    store.query(f"CREATE VIRTUAL TABLE IF NOT EXISTS {table} USING fts5vocab(main, {index}, {kind})")
    return table


def beginning_with(store: Store, letters: str, *, most: int = 50_000) -> dict[str, int]:
    """Return at most `most` stems of texts, and as many of names, that begin with `letters`, with how many
    memories hold each.
    """
    counts: dict[str, int] = {}
    for index in reversed(INDEXES):  # where both hold a stem, that of the texts counts
        counts |= store.query(
            f"SELECT term, doc FROM {vocabulary_of(store, index)} WHERE term >= ? AND term < ? LIMIT ?",
            (letters, letters + "\U0010ffff", most),
        )
    return counts


def a_form_of(store: Store, stem: str) -> str | None:
    """Return a word of a memory, or of its name, that has this stem, as it is written but in lower case."""
    for index in INDEXES:
        places = vocabulary_of(store, index, kind="instance")
        rows = store.query(
            f"SELECT * FROM {index} WHERE rowid = (SELECT doc FROM {places} WHERE term = ? LIMIT 1)", (stem,)
        )
        words = words_of(" ".join(rows[0])) if rows else []
        for word, its in zip(words, stems(words), strict=True):
            if its == stem:
                return word
    return None
