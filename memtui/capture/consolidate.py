"""What a new statement means for what is known: it is new, known, a change, a contradiction or an end.

Called by the pipeline with the candidates that passed the gates. Each is compared with the memories nearest
to it in its scope, below it and above it. Similarity only says which to compare (`similar`); rules on what
differs decide (`difference`, `disagreement`), and so does time: a statement that is older than a memory
never replaces it. A model may advise where rules cannot tell, within what the rules allow.

Nothing is changed here. `needs_card` says which outcomes a run may carry out with nobody there.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memtui.capture.by_change import of_several, read_change
from memtui.capture.by_place import Project
from memtui.capture.facts import Candidate, Fact, Outcome
from memtui.capture.overruling import with_its_words
from memtui.capture.rules_kept import asked_of_a_rule
from memtui.capture.similar import Neighbour, neighbours
from memtui.capture.went import how_it_went
from memtui.domain.dating import said_before
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory, Origin, State
from memtui.domain.scope import in_line
from memtui.domain.text import normalised
from memtui.domain.watch import Cancelled
from memtui.language.contradiction import announces_change
from memtui.language.difference import Comparison, Difference, compare
from memtui.language.disagreement import Disagreement, Side, disagreement
from memtui.language.headed import below_topics_at
from memtui.language.never_same import never_the_same
from memtui.language.noted import said_from
from memtui.language.other_value import different_values
from memtui.language.relation import same
from memtui.language.spelling import canonical, holds
from memtui.language.statement import Kind, Statement, read
from memtui.llm.embeddings import Embedder
from memtui.llm.errors import LlmError
from memtui.store.database import Store

_NEIGHBOURS = 8
"""Memories near a candidate that it is compared with."""
_MOST_APART = 40
"""Memories of the same text that are looked up besides, so that they don't crowd out others."""
_NONE = frozenset[int]()
_AT_ONCE = 500
"""Candidates whose neighbours are looked up together."""
_LONGEST = 20_000
"""Characters; of a longer memory only what stands in it word for word is known: comparing takes seconds."""
_DETAIL_WORDS = 2
"""So many words beyond those of a known statement make a new one that says more."""
_SMALLER_SHARE = 0.25
"""Where one statement holds all of another, the shorter has at least this share of its words."""
_DETAILS = frozenset(
    {Difference.NUMBER, Difference.DATE, Difference.VERSION, Difference.PATH, Difference.NAME}
)
"""What one statement may have and the other not, both being true."""
_SHARED = 0.5
"""The share of the shorter statement's words that a second one from the same text must hold to repeat it."""
_ORDER = (
    Outcome.DUPLICATE,
    Outcome.SUPPRESSED,
    Outcome.DELETES,
    Outcome.UPDATES,
    Outcome.MERGES,
    Outcome.CONFLICTS,
)
"""Which of the verdicts against several neighbours counts."""
_COPULAS = frozenset({"is", "are", "ist", "sind"})
_FEW = 2
"""Memories near a statement that may hold a name before it tells nothing any more."""
_SAME = frozenset({Outcome.DUPLICATE, Outcome.MERGES})
_SAYS_MORE = "what is known says this, and more"
_ADVISABLE = frozenset({Outcome.NEW, Outcome.CONFLICTS, Outcome.UPDATES, Outcome.MERGES})


@dataclass(frozen=True, slots=True)
class Advice:
    """What a model says of a candidate and the memories near it."""

    outcome: Outcome
    target: int | None = None
    """The index of the memory that is meant."""
    why: str = ""


Advisor = Callable[[Candidate, Sequence[Memory]], Advice | None]
"""Asked about a candidate that has neighbours and is no duplicate; None leaves it to the rules."""
Beside = Callable[[Candidate], frozenset[int]]
"""Returns the memories of what stood beside a candidate in its text."""


def consolidate(
    store: Store,
    scope: str,
    candidates: Sequence[Candidate],
    *,
    embedder: Embedder | None = None,
    advisor: Advisor | None = None,
    said_at: Instant | None = None,
    allow_dropped: bool = False,
    earlier: Sequence[Candidate] = (),
    beside: Beside | None = None,
    cancelled: Cancelled | None = None,
) -> list[Fact]:
    """Return a fact with a verdict for each candidate, in order; fewer when `cancelled`.

    One that changes several memories has a fact for each. `said_at` is when the text was written; without
    it, now. `earlier` are candidates of this run that were consolidated before, so that none is taken twice.
    `beside` says which memories each is nothing to.
    An embedder that cannot be used is left out, and words alone decide what is compared.
    """
    said_at = store.now() if said_at is None else said_at
    facts: list[Fact] = []
    batch = _Batch(earlier)
    project = Project(store, scope)
    for start in range(0, len(candidates), _AT_ONCE):
        if cancelled is not None and cancelled():
            break
        chunk = candidates[start : start + _AT_ONCE]
        apart = [beside(candidate) if beside is not None else _NONE for candidate in chunk]
        nearest = _near(store, scope, chunk, embedder, apart)
        for candidate, near, others in zip(chunk, nearest, apart, strict=True):
            repeated = batch.earlier(candidate)
            if repeated is not None:
                facts.append(Fact(candidate, Outcome.REPEATED, f"said before: “{repeated.text}”"))
                continue
            own = said_at if candidate.said_at is None else min(candidate.said_at, said_at)
            fact = _verdict(store, scope, candidate, near, own, allow_dropped=allow_dropped)
            fact, *besides = project.told(fact, own, others)
            if advisor is not None and fact.outcome in _ADVISABLE and near:
                fact = _advised(fact, near, advisor, own)
            batch.add(candidate)
            facts += [asked_of_a_rule(store, with_its_words(store, each)) for each in (fact, *besides)]
    return facts


def needs_card(fact: Fact, *, session: str = "") -> bool:
    """Say whether a person has to decide before this fact changes a memory.

    Unattended, capture may add a memory, do nothing, or supersede what it learned from the same session. An
    extracted fact never replaces what a person or an agent wrote.
    """
    if fact.outcome in {Outcome.MERGES, Outcome.CONFLICTS, Outcome.DELETES}:
        return True
    if fact.outcome is not Outcome.UPDATES:
        return False
    target = fact.target
    return (
        target is None
        or target.origin is not Origin.EXTRACTED
        or not session
        or target.provenance.get("session") != session
    )


def merged_text(fact: Fact) -> str:
    """Return what a merge keeps: the new statement, unless the memory holds all of its words."""
    if fact.target is None:
        return fact.candidate.text
    if holds(fact.target.text, fact.candidate.text):
        return fact.target.text
    return fact.candidate.text


def _near(
    store: Store,
    scope: str,
    chunk: Sequence[Candidate],
    embedder: Embedder | None,
    apart: Sequence[frozenset[int]],
) -> list[list[Neighbour]]:
    """Return the memories nearest to each candidate, without those that it is nothing to."""
    texts = [candidate.text for candidate in chunk]
    limit = _NEIGHBOURS + min(max(map(len, apart), default=0), _MOST_APART)
    try:
        near = neighbours(store, texts, scope=scope, embedder=embedder, limit=limit)
    except LlmError:
        near = neighbours(store, texts, scope=scope, limit=limit)
    return [
        [each for each in of_one if each.memory.id not in others][:_NEIGHBOURS]
        for of_one, others in zip(near, apart, strict=True)
    ]


# -- one candidate against its neighbours ------------------------------------------------------------


def _verdict(
    store: Store,
    scope: str,
    candidate: Candidate,
    near: Sequence[Neighbour],
    said_at: Instant,
    *,
    allow_dropped: bool,
) -> Fact:
    facts: list[Fact] = []
    dropped: list[Fact] = []
    for neighbour in near:
        memory = neighbour.memory
        fact = _against(candidate, neighbour, said_at)
        if fact is not None and memory.state is not State.DROPPED:
            facts.append(fact)
        elif not allow_dropped and in_line(memory.scope, scope) and _says_so(fact, memory, candidate):
            dropped.append(Fact(candidate, Outcome.SUPPRESSED, how_it_went(store, memory.id), memory))
    # What a live memory says as well was dropped for its wording.
    if not any(fact.outcome in _SAME for fact in facts):
        facts += dropped
    if not facts:
        return Fact(candidate, Outcome.NEW, near=_about_the_same(candidate, near))
    # The nearest of the weightiest.
    return min(of_several(facts), key=lambda fact: _ORDER.index(fact.outcome))


def _about_the_same(candidate: Candidate, near: Sequence[Neighbour]) -> Memory | None:
    """Return the nearest live memory about what a candidate is about; None where none is.

    Two words of meaning in common tell, or one name that hardly another memory near it holds: the name of
    the user is in most of them. So does one word where both give a value of one sort, and another one.
    """
    live = [each.memory for each in near if each.memory.state is State.LIVE]
    content = read(candidate.text).content
    known = [read(memory.text[:_LONGEST]).content for memory in live]
    # At the beginning of a sentence no name is told from a word, so either of the two may tell it.
    names = {token.key for tokens in (content, *known) for token in tokens if token.kind is Kind.NAME}
    keys = {token.key for token in content}
    shared = [keys & {token.key for token in tokens} for tokens in known]
    held = Counter(key for each in shared for key in each)
    rare = {name for name in names if held[name] <= _FEW}
    told = (
        memory
        for memory, each in zip(live, shared, strict=True)
        if len(each) > 1
        or each & rare
        or (each and any(different_values(memory.text[:_LONGEST], candidate.text)))
    )
    return next(told, None)


def _says_so(fact: Fact | None, memory: Memory, candidate: Candidate) -> bool:
    """Say whether a dropped memory is the candidate in other words, or in another spelling."""
    if fact is not None:
        return fact.outcome in _SAME
    return memory.state is State.DROPPED and canonical(memory.text) == canonical(candidate.text)


def _against(candidate: Candidate, neighbour: Neighbour, said_at: Instant) -> Fact | None:
    """Return what a candidate is to one memory; None when it is nothing to it."""
    memory = neighbour.memory
    if normalised(memory.text) == normalised(candidate.text):
        return Fact(candidate, Outcome.DUPLICATE, "the store has it already", memory)
    if holds(memory.text, candidate.text):
        return Fact(candidate, Outcome.DUPLICATE, "what is known says this, word for word", memory)
    if len(memory.text) > _LONGEST:
        return None
    said = memory.text[said_from(memory.text, below_topics_at(memory)) :]
    told = candidate.text[said_from(candidate.text) :]
    if memory.state is not State.LIVE:
        return _compared(candidate, neighbour, said, told, said_at)
    reading = read_change(candidate, memory, said, told, older=said_before(said_at, memory))
    if reading.settled:
        return reading.fact
    return reading.bounded(_compared(candidate, neighbour, said, reading.rest, said_at))


def _compared(
    candidate: Candidate, neighbour: Neighbour, said: str, told: str, said_at: Instant
) -> Fact | None:
    """Return what a statement is to one memory by how much the two say the same, and in what they differ."""
    memory = neighbour.memory
    comparison = compare(said, told)
    if same(said, told, neighbour.similarity):
        if any(f.left for f in comparison.findings) and not any(f.right for f in comparison.findings):
            return Fact(candidate, Outcome.DUPLICATE, _SAYS_MORE, memory)
        return Fact(candidate, Outcome.MERGES, "it says the same in other words", memory)
    if memory.state is not State.LIVE:
        return None
    sides = Side(said, memory.type), Side(told, candidate.type)
    clash = disagreement(*sides, neighbour.similarity)
    if clash is not None and clash.over:
        return _ended(candidate, memory, said_at)
    if clash is not None:
        return _disagreement(candidate, memory, clash, said_at)
    return _extension(candidate, memory, comparison)


def _ended(candidate: Candidate, memory: Memory, said_at: Instant) -> Fact:
    if said_before(said_at, memory):
        return Fact(candidate, Outcome.CONFLICTS, "it says this is over, but is the older of the two", memory)
    return Fact(candidate, Outcome.DELETES, "it says this is over and names nothing in its place", memory)


def _disagreement(candidate: Candidate, memory: Memory, difference: Disagreement, said_at: Instant) -> Fact:
    """Decide between an update and a conflict: an update says that it is one, and is the newer of the two."""
    why = difference.why
    if difference.newer == "left" or said_before(said_at, memory):
        return Fact(candidate, Outcome.CONFLICTS, f"{why}, and the memory is the newer", memory)
    if difference.newer == "right":
        return Fact(candidate, Outcome.UPDATES, f"{why}, and this is the newer", memory)
    if announces_change(candidate.text):
        return Fact(candidate, Outcome.UPDATES, f"{why}, and this says that it changed", memory)
    return Fact(candidate, Outcome.CONFLICTS, why, memory)


def _extension(candidate: Candidate, memory: Memory, comparison: Comparison) -> Fact | None:
    """Return a merge when one of the two holds all that the other says, and more."""
    if not comparison.matches or not (comparison.kinds - {Difference.WORDING} <= _DETAILS):
        return None
    holds_memory = not any(finding.left for finding in comparison.findings)
    holds_candidate = not any(finding.right for finding in comparison.findings)
    if not (holds_memory or holds_candidate) or comparison.together < 0.5 or never_the_same(comparison):
        return None
    smaller, more = (
        (comparison.left, comparison.only_right) if holds_memory else (comparison.right, comparison.only_left)
    )
    length = len(smaller.content)
    if length < _DETAIL_WORDS or length < _SMALLER_SHARE * (length + len(more)):
        return None
    if not holds_memory:
        return Fact(candidate, Outcome.DUPLICATE, _SAYS_MORE, memory)
    if _says_it_in_small_words(smaller):
        return None
    return Fact(candidate, Outcome.MERGES, "it says more than what is known", memory)


def _says_it_in_small_words(statement: Statement) -> bool:
    """Say whether what a statement says of something is in words that tell nothing alone: another that names
    the same need not say so, too. `The oven is our own.`
    """
    verbs = [token.end for token in statement.tokens if token.text.lower() in _COPULAS]
    return bool(verbs) and all(token.end <= verbs[0] for token in statement.content)


def _advised(fact: Fact, near: Sequence[Neighbour], advisor: Advisor, said_at: Instant) -> Fact:
    """Take a model's advice where the rules allow it.

    It may find that both hold, or that one replaces, completes or repeats the other. It may not call a
    duplicate what gravely differs, nor let an older statement replace a memory.
    """
    live = [neighbour.memory for neighbour in near if neighbour.memory.state is State.LIVE]
    advice = advisor(fact.candidate, live) if live else None
    if advice is None or (advice.outcome is not Outcome.NEW and advice.outcome not in _ORDER):
        return fact
    if advice.outcome is Outcome.NEW:
        return Fact(fact.candidate, Outcome.NEW, advice.why)
    target = advice.target
    if advice.outcome is Outcome.SUPPRESSED or target is None or not 0 <= target < len(live):
        return fact
    memory = live[target]
    if advice.outcome is Outcome.DUPLICATE and compare(memory.text, fact.candidate.text).never_a_duplicate:
        return fact
    if advice.outcome in {Outcome.UPDATES, Outcome.DELETES} and said_before(said_at, memory):
        return Fact(fact.candidate, Outcome.CONFLICTS, "it is the older of the two", memory)
    return Fact(fact.candidate, advice.outcome, advice.why, memory)


# -- candidates of one run against each other --------------------------------------------------------


class _Batch:
    """The candidates so far, by their words, to tell when one says again what an earlier one said."""

    def __init__(self, earlier: Sequence[Candidate]) -> None:
        self._by_word: dict[str, list[Candidate]] = defaultdict(list)
        for candidate in earlier:
            self.add(candidate)

    def earlier(self, candidate: Candidate) -> Candidate | None:
        """Return an earlier candidate that says the same; it shares half its words with this one."""
        words = _words_of(candidate)
        seen: dict[int, tuple[int, Candidate]] = {}
        for word in words:
            for other in self._by_word.get(word, ()):
                seen[id(other)] = (seen.get(id(other), (0, other))[0] + 1, other)
        likely = [
            (shared, other)
            for shared, other in seen.values()
            if shared >= _SHARED * min(len(words), len(_words_of(other)))
        ]
        likely = sorted(likely, key=lambda pair: -pair[0])[:8]
        return next((other for _, other in likely if _same(other, candidate)), None)

    def add(self, candidate: Candidate) -> None:
        """Take a candidate as said."""
        for word in _words_of(candidate):
            self._by_word[word].append(candidate)


def _words_of(candidate: Candidate) -> set[str]:
    return {token.key for token in read(candidate.text).content} or {normalised(candidate.text)}


def _same(earlier: Candidate, candidate: Candidate) -> bool:
    return normalised(earlier.text) == normalised(candidate.text) or holds(earlier.text, candidate.text)
