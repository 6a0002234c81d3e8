"""Proposes to drop what is no memory: boot text, thinking aloud, output, recalled memories, trifles.

`leftovers` tells them by their form. What this rule adds is everything besides the text: who wrote it, how
old it is, whether it was used. A person's own words, and what is pinned or much used, are only proposed when
the form leaves no doubt; who someone is never. What is sure and unused is decided by the batch, the rest card
by card. What was going on for a moment is junk once it is a day old, later where its categories last longer.

Of a list, and of several paragraphs, only what is no memory is proposed to be cut out (`review.parts`). Each
item of a list of statements is looked at by itself, too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from memtui.capture.windows import tokens
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.counting import listed
from memtui.domain.dating import is_undated
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import DAY, Instant
from memtui.domain.keep_value import MUCH_USED, keep_value
from memtui.domain.memory import Memory, MemoryType, Origin
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.domain.scope import USER, contains
from memtui.domain.text import Longest, one_line
from memtui.language.headed import own_words_at
from memtui.review.leftovers.leftover import (
    BOOT,
    CUT,
    OUTPUT,
    PROFILE,
    REASONING,
    RECALL,
    TRANSIENT,
    TRIVIAL,
    Leftover,
)
from memtui.review.leftovers.look import leftover
from memtui.review.leftovers.passing import passing
from memtui.review.leftovers.profile import profile
from memtui.review.parts import Part, heads, items_of, meant, parts_of, without_some
from memtui.review.rule import Context, MemoryRule
from memtui.review.rules.learned import ago, spared
from memtui.review.rules.protection import DELICATE, end_of, redundancy
from memtui.secrets.masking import masked

_CERTAIN = 0.9
"""How sure a form has to be for what deserves care."""
_BEYOND_DOUBT = 0.95
"""How sure a form has to be for the learned model not to be heard about it."""
_OBVIOUS = 0.8
"""How sure a form has to be to be decided with others in one go."""
_OBVIOUS_PASSING = 0.7
"""The same for what was true for a moment: its age speaks too."""
_LIKELY = 0.6
"""How sure a profile has to be that no extractor wrote: an agent may have meant it."""
_WAS_USED = 0.1
"""So much less sure where an agent has used it: it was good for something."""
_MOMENT = DAY
_BRIEF = frozenset({"session_state", "tool_output"})
_DATA_BEGINS = "{["
_DOUBTFUL = frozenset({OUTPUT, CUT})
"""Forms that tables, lists and paragraphs which are worth keeping have too."""
_DOUBTFUL_BELOW = frozenset({OUTPUT, CUT, TRIVIAL})
"""Forms of what may be short because a heading says the rest."""
_OWN_WORDS = frozenset({BOOT, RECALL, OUTPUT, REASONING})
"""What a person may have pasted; nobody types the other sorts for an agent to keep."""


@dataclass(frozen=True, slots=True)
class _Words:
    reason: str
    validity: str
    noun: str
    """Several of them."""
    batched: bool = True
    """Whether what is sure and unused is decided by the batch."""


_SAID = {
    BOOT: _Words(
        "it repeats what an agent is told when it starts, which nobody has to remember",
        "an agent reads it anew each time",
        "restated boot texts",
    ),
    REASONING: _Words(
        "it is an agent thinking aloud, not a statement", "it states nothing", "pieces of left-over reasoning"
    ),
    RECALL: _Words(
        "it was recalled from memory and then stored once more",
        "what it repeats is in the store already, or was",
        "recalled memories that were stored again",
    ),
    OUTPUT: _Words(
        "it is what a program printed, not what anyone concluded from it",
        "it states nothing",
        "raw outputs",
    ),
    TRANSIENT: _Words(
        "it says what was going on for a moment{ago}", "the moment is over", "moments that are over"
    ),
    CUT: _Words("it breaks off in the middle", "half of it is missing", "texts that break off"),
    TRIVIAL: _Words("it says nothing that anyone would look for", "it states nothing", "trifles"),
    PROFILE: _Words(
        "it reads like a made-up profile, and nothing that anyone said was kept with it",
        "nothing shows that anyone said so",
        "made-up profiles",
        batched=False,
    ),
}


class Junk(MemoryRule):
    """Looks for texts that hold no statement of anyone."""

    kind = Kind.JUNK
    version = 2

    def look(self, memory: Memory, now: Context) -> Finding | None:
        """Propose to drop a memory that is no memory, or to cut out those of its statements that are none."""
        left_over = _as_a_whole(memory, now)
        parts = items_of(memory.text) if left_over is None else parts_of(memory.text)
        each_found = {part: _of_part(part, memory, now) for part in parts}
        found = {part: each for part, each in each_found.items() if each is not None}
        if left_over is None:
            found = {part: each for part, each in found.items() if _alone_enough(each)}
            left_over = next((_within(part, each, memory.text) for part, each in found.items()), None)
        if left_over is None:
            return None
        finding = _finding(memory, left_over, now)
        some = meant(parts, (left_over.start, left_over.end), found)
        if not some:
            return finding
        told = replace(finding, reason=_told_of(some, found, left_over))
        return without_some(told, memory, parts, some)

    def look_again(self, memory: Memory, now: Context) -> Instant | None:
        """Return when what is going on now will be over."""
        if memory.origin is Origin.PERSON or not _of_the_moment(memory):
            return None
        if passing(memory.text[own_words_at(memory) :]) is None:
            return None
        over = _over_at(memory, now)
        return over if over > now.now else None


def _as_a_whole(memory: Memory, now: Context) -> Leftover | None:
    """Return what a memory is if it is none, as far as its form and all else are sure enough."""
    at = own_words_at(memory)
    text = memory.text[at:]
    left_over = leftover(text)
    if left_over is None and (below := _below_title(memory)):
        found = leftover(memory.text[below:])
        if found is not None and found.variant == OUTPUT and found.sure >= _OBVIOUS:
            left_over, at = found, below
    if left_over is None and memory.origin is not Origin.PERSON:
        left_over = passing(text)
        if left_over is not None and _over_at(memory, now) > now.now:
            return None
        left_over = left_over or profile(text)
    if left_over is not None and at:
        left_over = _in_its_place(left_over, memory, at)
    if left_over is None or not _deserved(memory, left_over) or not _seconded(memory, left_over, now):
        return None
    if left_over.variant == TRANSIENT and (now.clock_back or not _of_the_moment(memory)):
        return None
    return left_over


def _below_title(memory: Memory) -> int:
    """Return where the words begin that stand below a title; 0 where they have none, or where they are data:
    an example may be kept under the name of what it is one of.
    """
    parts = parts_of(memory.text)
    if len(parts) < 2 or not heads(parts[0], memory):
        return 0
    below = parts[1].start
    return 0 if memory.text[below] in _DATA_BEGINS else below


def _alone_enough(found: Leftover) -> bool:
    """Say whether what an item of a list was found to be makes a card though the list as a whole is fine."""
    return found.variant != TRANSIENT and found.sure >= _OBVIOUS


def _within(part: Part, found: Leftover, text: str) -> Leftover:
    """Return what a part was found to be, as a stretch of the memory's text."""
    at = text.find(part.text.partition("\n")[0], part.start)
    return replace(found, start=at + found.start, end=min(at + found.end, part.end))


def _in_its_place(found: Leftover, memory: Memory, at: int) -> Leftover | None:
    """Return what the words from `at` on were found to be, in the whole text; None where the heading may give
    them sense: `Pets: cats`.
    """
    if found.variant in _DOUBTFUL_BELOW and found.sure < _OBVIOUS and leftover(memory.text) is None:
        return None
    return replace(found, start=found.start + at, end=found.end + at)


def _of_part(part: Part, memory: Memory, now: Context) -> Leftover | None:
    """Return what a statement of a memory is by itself if it is none, as far as its form is sure enough.

    One that breaks off may go on in the next.
    """
    found = leftover(part.text)
    if found is None and memory.origin is not Origin.PERSON and _over_at(memory, now) <= now.now:
        found = passing(part.text)
    if found is None or found.variant == CUT or not _deserved(memory, found):
        return None
    return None if found.variant in _DOUBTFUL_BELOW and found.sure < _OBVIOUS else found


def _over_at(memory: Memory, now: Context) -> Instant:
    """Return from when on a memory of a moment is of no use: a day, or as long as its categories last.

    The moment of a line that stood in its file when that was first read may be any.
    """
    end = end_of(memory, now.settings.ttl)
    over = memory.created_at if is_undated(memory) else memory.created_at + _MOMENT
    return over if end is None or end[1] in _BRIEF else max(over, end[0])


def _of_the_moment(memory: Memory) -> bool:
    """Say whether a memory may be about a moment at all: rules, how-tos and decisions are not."""
    if memory.type is MemoryType.CONSTITUTIONAL or not DELICATE.isdisjoint(memory.categories):
        return False
    return memory.type is not MemoryType.PROCEDURAL or not _BRIEF.isdisjoint(memory.categories)


def _deserved(memory: Memory, leftover: Leftover) -> bool:
    """Say whether a form is sure enough for this memory: one that deserves care needs more."""
    if memory.type is MemoryType.CONSTITUTIONAL and contains(USER, memory.scope):
        return False
    if leftover.variant == PROFILE and (
        memory.access_count
        or "quote" in memory.provenance
        or (memory.origin is not Origin.EXTRACTED and leftover.sure < _LIKELY)
    ):
        return False
    if memory.origin is Origin.PERSON:
        return leftover.variant in _OWN_WORDS and leftover.sure >= _CERTAIN
    if memory.pinned or memory.access_count >= MUCH_USED:
        return leftover.sure >= _CERTAIN
    return not memory.access_count or leftover.sure >= _OBVIOUS or leftover.variant == TRANSIENT


def _seconded(memory: Memory, leftover: Leftover, now: Context) -> bool:
    """Say whether the learned model, where it may judge a memory that only looks like a leftover, would
    remove it; what leaves no doubt needs no second opinion.
    """
    if leftover.variant not in _DOUBTFUL or leftover.sure >= _BEYOND_DOUBT or spared(memory, now):
        return True
    opinion = now.opinions.get(memory.id)
    return opinion is None or opinion.agrees >= _CERTAIN


def _told_of(some: Sequence[Part], found: Mapping[Part, Leftover], first: Leftover) -> str:
    """Return what those statements of a memory are; `first` is what the memory as a whole was found for."""
    sorts = dict.fromkeys(found.get(part, first).variant for part in some)
    return f"no memories, but {listed([_SAID[sort].noun for sort in sorts])}"


def _finding(memory: Memory, leftover: Leftover, now: Context) -> Finding:
    wording = _SAID[leftover.variant]
    kept = keep_value(
        memory,
        now.now,
        usage_known=now.usage_known(memory),
        redundancy=redundancy(memory, now),
        validity=wording.validity,
    )
    seen = one_line(masked(memory.text[leftover.start : leftover.end]), Longest.PHRASE)
    delicate = memory.pinned or memory.access_count or not DELICATE.isdisjoint(memory.categories)
    surely = leftover.sure >= (_OBVIOUS if leftover.variant != TRANSIENT else _OBVIOUS_PASSING)
    confidence = leftover.sure - _WAS_USED if memory.access_count else leftover.sure
    return Finding(
        kind=Kind.JUNK,
        rule=rule_name(Kind.JUNK, leftover.variant),
        targets=(Target.of(memory),),
        reason=wording.reason.format(ago=ago(memory, now)),
        change=Change(Deed.DROP, gone=(memory.id,)),
        scope=memory.scope,
        evidence=Evidence(
            (("words", f"“{seen}”"), *kept.facts()), {memory.id: ((leftover.start, leftover.end),)}
        ),
        confidence=round(confidence, 2),
        saves=tokens(memory.text),
        batch=wording.noun if wording.batched and surely and not delicate else "",
    )


RULE = Junk()
