"""Recall: the memories that bear on a question, the best first. The one path for agents, hooks and people.

    words and meaning bring candidates up → what stands beside the best of them comes along
    → each is scored from its text (ranking, scoring) → of those to be shown the newer of two about one thing
    leads, copies step back (arranging) → as many as the limit and the budget of tokens let in

Memories held back until a person has seen them (`lifecycle.holding`) are never among the hits. Recall only
reads. Code that shows the hits to an agent calls `use`, which counts an access of each; a list injected
unasked counts as none. Without an embedder nothing but the standard library is loaded.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memtui.domain.actor import Actor
from memtui.domain.counting import plural
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory, State
from memtui.domain.sanitise import sanitise
from memtui.domain.scope import ROOT, normalise
from memtui.lifecycle.access import touch
from memtui.lifecycle.holding import deciding, held_ids
from memtui.recall import arranging, floor, ranking, scoring
from memtui.recall.at_odds import Odds
from memtui.recall.hits import Hit
from memtui.recall.name_alone import judged_by_name
from memtui.recall.ranking import UNARRANGED, Arranged, Asked
from memtui.recall.scoring import Candidate
from memtui.recall.told_block import frame_tokens, line_tokens
from memtui.recall.written_for import for_others
from memtui.store.database import Store
from memtui.store.reach import around

if TYPE_CHECKING:
    from memtui.llm.embeddings import Embedder
    from memtui.recall.meaning import Meaning, Signs

_EACH_WAY = 100
"""Candidates that each way of looking brings up; more when more hits are wanted."""
QUESTION = 2_000
"""Characters of a question that are looked at; what it is about stands at its start."""
_READ = 100_000
"""Characters of a question from which what is no statement is taken out before."""
MOST_HITS = 1_000
"""Memories in one answer, so that no question reads a whole store."""


@dataclass(slots=True)
class Recalled:
    """What a question brought up."""

    hits: list[Hit] = field(default_factory=list)
    tokens: int = 0
    """About how many tokens `block` makes of the hits."""
    weak: list[Hit] = field(default_factory=list)
    """Those of the hits that bear too little on the question to be told, where only what bears was asked for.
    """
    rest: list[Hit] = field(default_factory=list)
    """The next best behind the limit, as many as were asked for."""
    held: list[Hit] = field(default_factory=list)
    """Those that are held back and would be among the hits."""
    for_others: list[Hit] = field(default_factory=list)
    """Those that are written for other agents than the one that asks and would be among the hits."""
    archived: list[Hit] = field(default_factory=list)
    """Archived memories that would be among the hits, where those were not asked for."""
    odds: Odds = field(default_factory=Odds)
    """Which of the hits and of the next best disagree, while a card asks the person about it."""
    notes: list[str] = field(default_factory=list)
    """What a person should know about this answer, in whole sentences."""
    words_alone: str = ""
    """Why meanings were not compared though they should be, as a sentence, which the notes have, too."""
    beyond: list[str] = field(default_factory=list)
    """What of the question was not looked for, in whole sentences, which the notes have, too."""

    def only_words(self, why: str) -> None:
        """Note that meanings could not be compared."""
        self.words_alone = f"Searched by words alone: {why}"
        self.notes.append(self.words_alone)

    @property
    def memories(self) -> list[Memory]:
        """The memories of the hits."""
        return [hit.memory for hit in self.hits]

    @property
    def all_memories(self) -> list[Memory]:
        """The memories of the hits, of those too weak to be told, and of the next best."""
        return [hit.memory for hit in (*self.hits, *self.weak, *self.rest)]

    @property
    def at_odds(self) -> dict[int, str]:
        """What an agent hears with a hit that another memory is at odds with, by the id of its memory."""
        return self.odds.notes([hit.memory.id for hit in self.hits])


def recall(
    store: Store,
    query: str,
    *,
    scope: str | None = ROOT,
    limit: int = 10,
    rest: int = 0,
    budget: int | None = None,
    archived: bool = False,
    embedder: "Embedder | None" = None,
    signs: "Signs | None" = None,
    agent: str = "",
    now: Instant | None = None,
    bearing: bool = False,
) -> Recalled:
    """Return at most `limit` memories that bear on `query`, the best first.

    Those in `scope`, below it, above it and about the user count; without a scope (None), for work in no
    project, those filed at the top itself and about the user. Archived ones when asked for, dropped ones
    never. `rest` asks for so many more that are not among them. `budget` is in tokens, of the whole `block`.
    `agent` names who asks, and what is written for others is left out then. With `bearing` what is only
    weakly related is no hit (`floor`). A process that lives long keeps `signs` between calls: with them a
    large store is searched by meaning too. Raises ScopeError and StoreError.
    """
    reach = around(None if scope is None else normalise(scope))
    most = max(0, min(limit, MOST_HITS))
    question, beyond = _looked_for(query)
    recalled = Recalled(beyond=beyond, notes=list(beyond))
    if limit > MOST_HITS:
        recalled.notes.append(f"At most {MOST_HITS:,} memories are told at once.")
    if not question or not most or not reach.count(store):
        return recalled  # and no embedder is loaded, or paid, for a question that nothing can answer
    meaning = _meaning(store, embedder, question, signs, recalled)
    asked = Asked.of(store, question, reach, meaning, store.now() if now is None else now)
    ranked = ranking.ranked(asked, max(_EACH_WAY, 3 * most))
    ranked = _tellable(store, ranked, most, agent, recalled)
    if not archived:
        ranked = _without_archived(ranked, most, recalled)
    order = ranking.arranged(asked, ranked, most)
    recalled.hits = _hits(asked, order, most)
    if bearing:
        recalled.hits, recalled.weak = floor.parted([recalled.hits])
    recalled.rest = [_hit(candidate, order) for candidate in order.candidates[most : most + rest]]
    recalled.odds = Odds.among(store, recalled.all_memories, reach, agent, asked.pairs)
    recalled.hits = recalled.odds.side_by_side(recalled.hits, lambda hit: hit.memory.id)
    _keep_to(budget, recalled)
    return recalled


def use(store: Store, recalled: Recalled, *, by: Actor) -> None:
    """Count a use of each hit, now, when an agent is told them. Raises StoreError."""
    if recalled.hits:
        touch(store, [hit.memory.id for hit in recalled.hits], by=by)


def _looked_for(query: str) -> tuple[str, list[str]]:
    """Return the part of a question that is looked for, and in sentences what of it is not."""
    clean = sanitise(query[:_READ])
    question, length = clean[:QUESTION], len(clean) + len(query[_READ:])
    beyond = []
    if length > QUESTION:
        beyond.append(f"Looked for the first {QUESTION:,} characters of the question, of {length:,}.")
    if (words := len(ranking.telling(question))) > ranking.MOST_WORDS:
        beyond.append(f"Looked for the first {ranking.MOST_WORDS} words of the question, of {words}.")
    return question.strip(), beyond


def _meaning(
    store: Store, embedder: "Embedder | None", question: str, signs: "Signs | None", recalled: Recalled
) -> "Meaning | None":
    if embedder is None:
        return None
    from memtui.llm.errors import LlmError

    try:
        return meaning_of(store, embedder, question, signs)
    except LlmError as error:
        recalled.only_words(str(error))
        return None


def meaning_of(store: Store, embedder: "Embedder", question: str, signs: "Signs | None") -> "Meaning | None":
    """Return what a question means; None where the embedder knows none of its words. Raises LlmError."""
    from memtui.llm.embeddings import can_tell
    from memtui.recall.meaning import Meaning

    if not can_tell(embedder, ranking.telling(question)):
        return None
    return Meaning(store, embedder, question, signs)


def _tellable(
    store: Store, ranked: list[Candidate], limit: int, agent: str, recalled: Recalled
) -> list[Candidate]:
    """Leave out what no agent may be told, or not this one, and say so where it would have been a hit.

    Returns only the best, as many as the hits can come from: what is further down need not be checked.
    """
    kept: list[Candidate] = []
    wanted = max(arranging.looked_at(limit), ranking.BESIDE)
    start = 0
    while start < len(ranked) and _live(kept) < wanted:
        checked = ranked[start : start + wanted]
        looked_at = [candidate.memory for candidate in checked]
        back, others = held_ids(store, looked_at), for_others(store, looked_at, agent)
        among_hits = checked[: max(0, limit - start)]
        recalled.held += [_hit(candidate) for candidate in among_hits if candidate.memory.id in back]
        recalled.for_others += [
            _hit(candidate) for candidate in among_hits if candidate.memory.id in others - back
        ]
        kept += [candidate for candidate in checked if candidate.memory.id not in back | others]
        start += wanted
    if count := len(recalled.held):
        are = f"{plural(count)} {'is' if count == 1 else 'are'}"
        way = deciding(store, [hit.memory.id for hit in recalled.held])
        recalled.notes.append(f"{are} held back until you have decided: `{way}`.")
    return kept


def _live(candidates: Iterable[Candidate]) -> int:
    return sum(candidate.memory.state is State.LIVE for candidate in candidates)


def _without_archived(ranked: Sequence[Candidate], limit: int, recalled: Recalled) -> list[Candidate]:
    """Leave out what is archived, and say what of it would have been a hit."""
    cold = [candidate for candidate in ranked[:limit] if candidate.memory.state is State.ARCHIVED]
    recalled.archived = [_hit(candidate) for candidate in cold]
    if cold:
        matches = "matches" if len(cold) == 1 else "match"
        recalled.notes.append(f"{plural(len(cold), 'archived memory')} {matches}: --archived")
    return [candidate for candidate in ranked if candidate.memory.state is State.LIVE]


def _hits(asked: Asked, order: Arranged, limit: int) -> list[Hit]:
    """Return what is shown, with what a name in the question says of each."""
    shown = order.candidates[:limit]
    by_name = judged_by_name(asked.question, asked.known, shown, asked.meaning)
    disagrees = dict(asked.pairs.newer_halves([candidate.memory.id for candidate in shown]))
    return [
        _hit(each, order, by_name.get(each.memory.id, ""), disagrees.get(each.memory.id)) for each in shown
    ]


def _hit(
    each: Candidate, order: Arranged = UNARRANGED, by_name: str = "", disagrees: int | None = None
) -> Hit:
    parts = {
        "words": each.bm25,
        "meaning": each.meaning,
        "nearest words": each.nearest,
        "when": each.when,
        "session": each.session,
        "near tie": scoring.NEAR_TIE * each.standing,
    }
    if by_name:
        parts[by_name] = 1.0
    if each.is_slight:
        parts[floor.SLIGHT] = 1.0
    if each.memory.id in order.lost:
        parts["copy"] = -order.lost[each.memory.id]
    if each.memory.id in order.leads:
        parts["newer than"] = float(order.leads[each.memory.id])
    if disagrees is not None:
        parts["at odds with"] = float(disagrees)
    return Hit(each.memory, each.relevance, {name: round(value, 4) for name, value in parts.items()})


def _keep_to(budget: int | None, recalled: Recalled) -> None:
    """Keep the hits that fit the budget, in their order; a long one gives way to shorter ones after it."""
    kept: list[Hit] = []
    tokens = frame_tokens()
    notes = recalled.odds.longest_notes(hit.memory.id for hit in recalled.hits)
    for hit in recalled.hits:
        more = line_tokens(hit.memory, notes.get(hit.memory.id, ""))
        if budget is None or tokens + more <= budget:
            kept.append(hit)
            tokens += more
    left_out = len(recalled.hits) - len(kept)
    if left_out:
        more_words = "1 more does" if left_out == 1 else f"{left_out} more do"
        recalled.notes.append(f"{more_words} not fit the budget of {budget:,} tokens.")
    recalled.hits = kept
    recalled.tokens = tokens if kept else 0
