"""Finds memories for the screen: those with the typed words, best first, then those that come near.

A filter's tokens limit the search. Filler words of a question are left out, and a word that no memory holds
is replaced by the one it probably misspells. Memories with all words are ranked as recall ranks them
(`ranking`); when these are few, other memories that bear on the question follow. Without an embedder, in a
few milliseconds; `child` answers with one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from memtui.domain.filter import Filter
from memtui.domain.instant import Instant
from memtui.domain.memory import State
from memtui.domain.scope import ROOT
from memtui.language.typos import SHORTEST, meant, mistakes
from memtui.recall import ranking
from memtui.recall.briefing import CALL_HITS
from memtui.store import memories, recalling, words
from memtui.store.database import Store
from memtui.store.ranking import Ranking
from memtui.store.reach import Reach, selected

if TYPE_CHECKING:
    from memtui.recall.meaning import Meaning

_MOST_RANKED = 20_000
"""Where more memories than this hold the words, they tell too little to rank by."""
_HEAD = 200
"""Of the memories that hold all words, this many are ranked by more than the word index."""
_EACH_WAY = 100
"""Candidates by words and by meaning each, as recall takes them."""
ENOUGH = 10
"""Once this many memories hold all words, none that only comes near is added."""
_MOST_NEAR = 30
"""Memories that only come near which are listed: a screen of them."""
_NEAR = 0.35
"""The least relevance of what comes near, of the best."""
_FIRST, _PAGE, _PAGES = 60, 100, 20
"""Where words are common, the rows that are looked for by strength, and the size and number of the pages
searched.
"""
_QUESTION = 3
"""From this many words on the search may be a question, some of whose words tell nothing."""
_MOST_SPELLED = 40
"""Different words that are looked up for a slip; more were pasted, and each look-up takes a moment."""


@dataclass(slots=True)
class SearchResult:
    """What a search found."""

    wanted: Filter
    """What was looked for: its words spelled as memories have them, without those that tell nothing."""
    best: list[int]
    """The first of those that hold all words, best first; the strongest where they are too many to rank."""
    near: list[int] = field(default_factory=list)
    """Others that have to do with the question, best first."""
    spelled: dict[str, str] = field(default_factory=dict)
    """Words that no memory holds, and what was looked for in their place."""


def find(store: Store, typed: Filter, now: Instant, meaning: "Meaning | None" = None) -> SearchResult:
    """Return what a filter with words finds, with the `meaning` of its words or by them alone.

    Raises StoreError and Interrupted.
    """
    wanted, spelled = _understood(store, typed)
    by_index = recalling.by_all_words(store, wanted, _MOST_RANKED)
    if by_index is None:
        return SearchResult(wanted, _strongest(store, wanted, now), spelled=spelled)
    result = SearchResult(wanted, [], spelled=spelled)
    strongest = selected(store, wanted, now).first(store, by_index, _HEAD)
    asked = ranking.Asked.of(store, question_of(wanted), _tokens(store, wanted, now), meaning, now)
    brought_up = ranking.ranked(asked, _EACH_WAY, known_to_fit=strongest)
    ranked = ranking.arranged(asked, brought_up, CALL_HITS).candidates
    order = [candidate.memory.id for candidate in ranked]
    hold_all, among = set(strongest), set(by_index)
    result.best = [i for i in order if i in hold_all]
    result.best += [i for i in strongest if i not in set(order)]
    if len(strongest) < ENOUGH:
        near = [candidate.memory.id for candidate in ranked if candidate.relevance >= _NEAR]
        result.near = [i for i in near if i not in among][:_MOST_NEAR]
    return result


def _strongest(store: Store, wanted: Filter, now: Instant) -> list[int]:
    """Return the strongest memories that hold common words; none where they are rare further down.

    Walks down the order by strength, which finds them soon just because they are common.
    """
    tokens = _tokens(store, wanted, now)
    ids: list[int] = []
    for state in wanted.states if len(wanted.states) == 1 else ():
        order = Ranking(store, scope=wanted.scope, state=state, now=now)
        page = order.page(None, _PAGE)
        for _ in range(_PAGES):
            ids += _holding(store, wanted, tokens.first(store, [point.id for point in page], _PAGE))
            if len(ids) >= _FIRST or not page:
                break
            page = order.page(page[-1], _PAGE)
    return ids


def _holding(store: Store, wanted: Filter, ids: Sequence[int]) -> list[int]:
    """Return those of a few memories whose texts hold all words.

    The word index can only find all memories with them, which takes long for common words.
    """
    typed_words = [word for typed in wanted.words for word in words.words_of(typed)]
    begins = typed_words[-1] if wanted.prefix and typed_words else ""
    texts = [
        (memory.id, words.words_of(f"{memory.text} {memory.abstract}"))
        for memory in memories.get_many(store, ids)
    ]
    forms = sorted({*typed_words, *(word for _, text in texts for word in text)})
    stem_of = dict(zip(forms, words.stems(forms), strict=True))
    needed = {stem_of[word] for word in (typed_words[:-1] if begins else typed_words)}
    return [
        memory_id
        for memory_id, text in texts
        if needed <= {stem_of[word] for word in text}
        and (not begins or any(word.startswith(begins) for word in text))
    ]


def question_of(typed: Filter) -> str:
    """Return the words of a filter as the question whose meaning counts."""
    return " ".join(typed.words)


def _tokens(store: Store, wanted: Filter, now: Instant) -> Reach:
    """Return what the tokens of a filter let in, whatever its words."""
    tokens = replace(wanted, words=(), prefix=False)
    reach = selected(store, tokens, now)
    anything = tokens == Filter() and tokens.scope == ROOT and tokens.states == {State.LIVE}
    return replace(reach, everything=True) if anything else reach


def _understood(store: Store, typed: Filter) -> tuple[Filter, dict[str, str]]:
    """Return the filter that is looked for, and which of its words are spelled otherwise there."""
    last = len(typed.words) - 1
    numbered = list(enumerate(typed.words))
    if len(numbered) >= _QUESTION:
        about = set(ranking.about(ranking.telling(" ".join(typed.words))))
        numbered = [entry for entry in numbered if about.intersection(words.words_of(entry[1]))] or numbered
    prefix = typed.prefix and numbered[-1][0] == last
    spelled: dict[str, str] = {}
    # Each word is asked about once: a long text that was pasted repeats its words.
    different = dict.fromkeys((word, prefix and place == last) for place, word in numbered)
    for word, unfinished in list(different)[:_MOST_SPELLED]:
        better = _better(store, word, unfinished=unfinished)
        if better is not None:
            spelled[word] = better
    kept = tuple(spelled.get(word, word) for _, word in numbered)
    prefix = prefix and numbered[-1][1] not in spelled
    return replace(typed, words=kept, prefix=prefix), spelled


def _with_a_letter_less(word: str, known: Mapping[str, int]) -> str | None:
    """Return the commonest known stem of a word without one of its letters: an ending that is mistyped, as in
    `postgress`, may have another stem, which is no near one.
    """
    shorter = sorted({word[:at] + word[at + 1 :] for at in range(1, len(word))})
    found = known.keys() & set(words.stems(shorter))
    return min(found, key=lambda stem: (-known[stem], stem)) if found else None


def _better(store: Store, word: str, *, unfinished: bool) -> str | None:
    """Return the word that memories hold in place of one that none holds; None where there is no need."""
    lowered = word.lower()
    if len(lowered) < SHORTEST or not lowered.isalpha() or not lowered.isascii():
        return None
    (stem,) = words.stems([lowered])
    alike = words.beginning_with(store, lowered if unfinished else stem, most=1)
    if (unfinished and alike) or stem in alike:
        return None
    known = words.beginning_with(store, lowered[0])
    if stem in known:
        return None
    nearest = meant(stem, known, wrong=mistakes(len(lowered)))
    if nearest is None and unfinished:
        nearest = meant(lowered, known, unfinished=True)
    if nearest is None:
        nearest = _with_a_letter_less(lowered, known)
    return words.a_form_of(store, nearest) if nearest is not None else None
