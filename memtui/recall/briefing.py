"""Chooses the memories an agent is told, and says why: at a session's start, with a prompt, when it asks.

Hooks, the MCP server and the screen all ask here (as a session starts, `session_start`), so a person sees in
Ask what an agent gets. The answer names the memories told and, in `left_out`, the others with the reason: no
room, weaker, or held back. A `Briefing` is only an answer: it notes nothing and counts no use.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from memtui.config.settings import Recall
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.domain.scope import ROOT, USER
from memtui.lifecycle.filing import filed_under, project_of_folder
from memtui.lifecycle.holding import held_ids
from memtui.recall import floor
from memtui.recall.at_odds import NOTHING_AT_ODDS, Odds
from memtui.recall.name_alone import NAME_ALONE, NAMELESS
from memtui.store.database import Store

if TYPE_CHECKING:
    from memtui.recall.hits import Hit
    from memtui.recall.rows import Row
    from memtui.recall.search import Recalled

START_TOKENS, PROMPT_TOKENS = Recall().start_tokens, Recall().prompt_tokens
CALL_HITS = 10
"""Memories that a call of the recall tool brings when the agent names no other number."""
_ROOM = 9_200
"""Characters of all lines; an agent cuts off what comes behind 10,000."""
SHORTEST = 15
"""Tokens that a memory takes at least, with its scope, its day and whose word it is."""
_PROMPT_HITS = 6
"""Memories that a prompt brings up at most: each is read with every prompt, so few."""
_USER_HITS = 3
"""The same of memories about the person."""


class Occasion(StrEnum):
    """When an agent is told something."""

    START = "start"
    """A session starts, and nothing was asked yet."""
    PROMPT = "prompt"
    """The person sends a prompt, and a hook adds to it what bears on it."""
    CALL = "call"
    """The agent itself asks, through the recall tool of the MCP server."""


class Why(StrEnum):
    """Why a memory is told, or why not."""

    SUMMARY = "summary"
    """It says where the last session stood."""
    USER = "user"
    """It is about the user, and comes before what is left out."""
    PROJECT = "project"
    """It is of the project, and comes before what is left out."""
    RELEVANT = "relevant"
    """It bears on the question."""
    AT_ODDS = "at odds"
    """It is newer than one that is told and disagrees with it."""
    BUDGET = "budget"
    """It does not fit the budget of tokens."""
    WEAKER = "weaker"
    """Others come before it as a session starts, and take the budget."""
    WEAK = "weak"
    """Beside the best hit it is only weakly related to the question."""
    SLIGHT = "slight"
    """It has hardly anything in common with the question."""
    NAME = "name"
    """It shares nothing with the question but a name."""
    NAMELESS = "nameless"
    """It lacks the name that the question is about, and few others have that."""
    FURTHER = "further"
    """Others bear more on the question."""
    COPY = "copy"
    """It nearly says what is told already, and so it stepped back."""
    SAID = "said"
    """The summary has it word for word."""
    HELD = "held"
    """It is held back until a person has seen it."""
    SHOWN = "shown"
    """This session was told it before."""
    ARCHIVED = "archived"
    """It is in the archive, which is searched on request only."""
    LOADED = "loaded"
    """The agent loads it itself, from a file that it reads as a session starts."""
    OTHERS = "others"
    """It is written for another agent."""


_BY_PART = {NAME_ALONE: Why.NAME, NAMELESS: Why.NAMELESS, floor.SLIGHT: Why.SLIGHT}
"""Why a hit with one of these parts is not told."""
BEARS_LITTLE = frozenset({Why.WEAK, *_BY_PART.values()})
"""Why hits are not told that bear too little on the question."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an agent works."""

    project: str | None
    """The scope of its project; None for work in no project."""
    filed: str
    """The scope in which new memories of that place are filed."""


def place_of(store: Store, folder: str) -> Place:
    """Return the place of an agent that works in a folder. Raises StoreError."""
    project = project_of_folder(store, folder)
    return Place(project, filed_under(store, folder) if project is None else project)


def place_in(scope: str) -> Place:
    """Return the place of an agent that works in a scope; at the top it works in no project."""
    return Place(None, ROOT) if scope == ROOT else Place(scope, scope)


@dataclass(frozen=True, slots=True)
class Entry:
    """One memory that is told, or one that is not."""

    memory: Memory
    why: Why
    tokens: int
    """About how many it takes in what the agent gets."""
    hit: "Hit | None" = None
    """How well it answers, where something was asked."""
    row: "Row | None" = None
    """What a call returns for it."""
    note: str = ""
    """What the agent hears of it while something disagrees and the person has not decided."""


@dataclass(slots=True)
class Briefing:
    """What an agent is told on one occasion."""

    occasion: Occasion
    budget: int
    """Tokens that may be told."""
    told: list[Entry] = field(default_factory=list)
    """In the order in which the agent gets them."""
    left_out: list[Entry] = field(default_factory=list)
    """What is not told, those first that were nearest to it."""
    tokens: int = 0
    """About how many the whole answer takes; 0 when nothing is told."""
    more: int = 0
    """How many weaker ones there are besides those in `left_out`."""
    elsewhere: bool = False
    """Whether the place knew nothing and all of the store was searched."""
    recalled: "Recalled | None" = None
    """What the search brought up, where something was asked."""

    @property
    def memories(self) -> list[Memory]:
        """The memories that are told."""
        return [entry.memory for entry in self.told]

    @property
    def notes(self) -> dict[int, str]:
        """What is told with some of them, by their ids."""
        return {entry.memory.id: entry.note for entry in self.told if entry.note}


Candidate = tuple[Memory, Why, "Hit | None"]
"""What may be told, and why; where something was asked, how well it answers."""


# -- with a prompt ----------------------------------------------------------------------------------


def with_prompt(
    store: Store,
    place: Place,
    prompt: str,
    *,
    budget: int = PROMPT_TOKENS,
    elsewhere: bool = False,
    seen: Collection[int] = (),
    loads: Callable[[Collection[int]], Collection[int]] | None = None,
    rest: int = 0,
    agent: str = "",
) -> Briefing:
    """Return what a hook adds to a prompt: what bears on it in the project and about the user, by words.

    It takes at most `budget` tokens. With `elsewhere` all of the store is searched when the project knows
    nothing; `seen` are memories that the session was told before, and `loads` returns which of some the agent
    loads without being told. With `rest` so many that bear less on it are named, too. `agent` is its name,
    which leaves out what is written for others. Raises StoreError.
    """
    answer = Briefing(Occasion.PROMPT, budget)
    if not prompt.strip():
        return answer
    from memtui.recall.search import recall

    answers = [recall(store, prompt, scope=place.project, limit=_PROMPT_HITS, rest=rest, agent=agent)]
    if place.project is not None:
        answers.append(recall(store, prompt, scope=USER, limit=_USER_HITS, agent=agent))
    if elsewhere and not floor.parted([answer.hits for answer in answers])[0]:
        answers = [recall(store, prompt, limit=_PROMPT_HITS, rest=rest, agent=agent)]
        answer.elsewhere = True
    answer.recalled = answers[0]
    hits, weak = floor.parted([answer.hits for answer in answers])
    new = {hit.memory.id: hit for hit in hits if hit.memory.id not in seen}
    itself = loads(new.keys()) if loads is not None and new else ()
    candidates = [
        (hit.memory, Why.RELEVANT, hit) for memory_id, hit in new.items() if memory_id not in itself
    ]
    odds = reduce(or_, (answer.odds for answer in answers), NOTHING_AT_ODDS)
    chosen, over = fitting(answer, candidates, odds)
    tell(answer, chosen, odds, {*seen, *itself})
    answer.left_out += too_long(answer, over)
    loaded = (hit.memory for memory_id, hit in new.items() if memory_id in itself)
    answer.left_out += entries(loaded, Why.LOADED, answer)
    _name_the_rest(answer, answers, weak)
    repeated = (hit.memory for hit in hits if hit.memory.id in seen)
    answer.left_out += entries(repeated, Why.SHOWN, answer)
    return answer


# -- when the agent asks ------------------------------------------------------------------------------


def on_call(
    search: "Callable[[str | None], Recalled]",
    scope: str | None,
    now: Instant,
    budget: int,
    *,
    elsewhere: bool = False,
) -> Briefing:
    """Return what the recall tool answers, as rows within a budget of tokens.

    `search` recalls in a scope. With `elsewhere` it is asked for all of the store when `scope` knows nothing.
    """
    from memtui.recall.rows import AT_ODDS, cost_of, row, rows

    answer = Briefing(Occasion.CALL, budget)
    recalled = search(scope)
    if elsewhere and scope != ROOT and not (floor.parted([recalled.hits])[0] or recalled.archived):
        recalled = search(ROOT)
        answer.elsewhere = True
    answer.recalled = recalled
    bearing, weak = floor.parted([recalled.hits])
    hits = {hit.memory.id: hit for hit in bearing}
    fitting = rows([hit.memory for hit in bearing], now, budget, recalled.odds)
    answer.told = [
        Entry(memory, Why.RELEVANT, cost_of(answered), hits[memory.id], answered, answered.get(AT_ODDS, ""))
        for memory, answered in zip(fitting.memories, fitting.rows, strict=True)
    ]
    answer.tokens = fitting.tokens if answer.told else 0
    answer.left_out += [
        Entry(memory, Why.BUDGET, cost_of(row(memory, now)), hits[memory.id]) for memory in fitting.over
    ]
    _name_the_rest(answer, [recalled], weak)
    return answer


# -- what fits ------------------------------------------------------------------------------------------


def tellable(store: Store, candidates: Sequence[Memory], answer: Briefing) -> list[Memory]:
    """Return the memories that agents may be told, and note those that are held back."""
    back = held_ids(store, candidates)
    answer.left_out += entries((m for m in candidates if m.id in back), Why.HELD, answer)
    return [memory for memory in candidates if memory.id not in back]


def fits_alone(memory: Memory, budget: int) -> bool:
    """Say whether a budget holds a memory that nothing else is told with."""
    from memtui.recall.told_block import frame_tokens, line, line_tokens

    return line_tokens(memory) <= budget - frame_tokens() and len(line(memory)) < _ROOM


def fitting(
    answer: Briefing, candidates: Sequence[Candidate], odds: Odds
) -> tuple[list[Candidate], list[Candidate]]:
    """Return what fits a block, in its order, and what does not.

    A long one gives way to shorter ones after it. Those at odds stand side by side.
    """
    from memtui.domain.tokens import tokens
    from memtui.recall.told_block import frame_tokens, line

    left, room = answer.budget - frame_tokens(), _ROOM
    longest = odds.longest_notes(memory.id for memory, _, _ in candidates)
    chosen: list[Candidate] = []
    over: list[Candidate] = []
    for candidate in odds.side_by_side(candidates, lambda candidate: candidate[0].id):
        memory = candidate[0]
        told_line = line(memory, longest.get(memory.id, "")) + "\n" if left >= SHORTEST else ""
        size = tokens(told_line)
        if not told_line or size > left or len(told_line) > room:
            over.append(candidate)
            continue
        left -= size
        room -= len(told_line)
        chosen.append(candidate)
    return chosen, over


def too_long(answer: Briefing, over: Iterable[Candidate]) -> list[Entry]:
    """Return entries for what does not fit the budget."""
    return [Entry(memory, Why.BUDGET, _size(memory, answer), hit) for memory, _, hit in over]


def tell(answer: Briefing, chosen: Sequence[Candidate], odds: Odds, known: Collection[int]) -> None:
    """Tell what was chosen, with what is to be said of those at odds, side by side.

    `known` are memories that the agent has from elsewhere.
    """
    from memtui.recall.told_block import frame_tokens, line_tokens

    ordered = odds.side_by_side(chosen, lambda candidate: candidate[0].id)
    notes = odds.notes([memory.id for memory, _, _ in ordered], known)
    for memory, why, hit in ordered:
        note = notes.get(memory.id, "")
        answer.told.append(Entry(memory, why, line_tokens(memory, note), hit, note=note))
    told_tokens = sum(entry.tokens for entry in answer.told)
    answer.tokens = frame_tokens() + told_tokens if answer.told else 0


def _name_the_rest(answer: Briefing, recalled: "Sequence[Recalled]", weak: "Sequence[Hit]") -> None:
    """Name what the searches brought up and did not choose, each once, and why it was not chosen.

    `weak` are those of the hits that are not told.
    """
    named = {entry.memory.id for entry in [*answer.told, *answer.left_out]}
    reasons: list[tuple[Hit, Why]] = [
        (hit, next((why for part, why in _BY_PART.items() if part in hit.parts), Why.WEAK)) for hit in weak
    ]
    for each in recalled:
        reasons += [(hit, Why.COPY if "copy" in hit.parts else Why.FURTHER) for hit in each.rest]
    for each in recalled:
        reasons += [(hit, Why.HELD) for hit in each.held]
        reasons += [(hit, Why.OTHERS) for hit in each.for_others]
        reasons += [(hit, Why.ARCHIVED) for hit in each.archived]
    for hit, why in reasons:
        if hit.memory.id not in named:
            named.add(hit.memory.id)
            answer.left_out.append(Entry(hit.memory, why, _size(hit.memory, answer), hit))


def entries(among: Iterable[Memory], why: Why, answer: Briefing) -> list[Entry]:
    """Return entries for memories that are not told, without those that are, or are named already."""
    named = {entry.memory.id for entry in [*answer.told, *answer.left_out]}
    return [
        Entry(memory, why, _size(memory, answer))
        for memory in {memory.id: memory for memory in among}.values()
        if memory.id not in named
    ]


def _size(memory: Memory, answer: Briefing) -> int:
    from memtui.recall.rows import cost_of, row
    from memtui.recall.told_block import line_tokens

    return cost_of(row(memory, 0.0)) if answer.occasion is Occasion.CALL else line_tokens(memory)
