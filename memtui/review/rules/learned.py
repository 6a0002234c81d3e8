"""What the learned model would have a person drop, for the junk rule: each a card of its own, never a
batch.

The model reads the text, and goes by what is usual in its project. What is spared whatever it says: what is
pinned, constitutional or about who someone is, in scopes where nothing fades, used ten times or more, used
within thirty days (up to ninety, by the sessions that it was used in), or was given an end that is still
ahead; and what a person wrote, because the model learned from what agents write. What was used before, and
decisions, gotchas and preferences are only asked about when it is very sure. Whatever it is, it is left alone
for a week, in which somebody may still want it; but not a line that stood in its file when that was first
read, which may be of any age.

Words in passing (`Fixed the bug.`) it was taught apart, and those are asked about by themselves. Of a list of
statements each is asked about, and a card cuts out those that it would remove (`review.parts`); what is told
in paragraphs it means as a whole.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.capture.windows import tokens
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.counting import plural
from memtui.domain.dating import is_undated
from memtui.domain.decay import use_step
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import DAY, Instant
from memtui.domain.keep_value import keep_value
from memtui.domain.memory import Memory, Origin
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.domain.text import Longest, one_line
from memtui.language.headed import own_words_at
from memtui.review.learned.in_passing import ALIKE, PASSING, hardly_kept, in_passing
from memtui.review.parts import items_of, without_some
from memtui.review.readers import shared
from memtui.review.rule import Context, MemoryRule
from memtui.review.rules.protection import redundancy, spared_for_good
from memtui.secrets.masking import masked
from memtui.store import proposals

if TYPE_CHECKING:
    from memtui.review.learned.homes import Homes
    from memtui.review.learned.model import Opinion
    from memtui.review.learned.speaking import Speech

STATUS, DERIVABLE, EMPTY, BOOT = "status", "derivable", "empty", "boot"
PLAIN = "plain"
"""What the model calls a plain statement about people, teams or things: what it learned from says nothing of
those."""
VARIANTS = {STATUS: "status", DERIVABLE: "derivable", EMPTY: "empty", BOOT: "restated", PASSING: "passing"}
"""The rule that is told of each sort, after `junk/`."""
RULES = tuple(rule_name(Kind.JUNK, variant) for variant in VARIANTS.values())
_VERY_SURE = 0.9
"""How likely a person has to agree to remove a memory that deserves care."""
_SUREST = 0.99
"""The highest confidence of a card: reading alone makes nothing certain."""
_FRESH = 7 * DAY
"""What was added within a week may still be worked with, and is left alone."""
_IN_USE = 30 * DAY
_IN_PASSING = 0.85
"""The confidence of a card about words in passing: rather lower than what was measured on written lines."""
_AT_A_GLANCE = 8
"""Words of a statement that a person takes in at once: to quote some of them as a reason says nothing."""
_DELICATE = frozenset({"decision", "gotcha", "preference"})
FOR_DROPPING, FOR_KEEPING = "for dropping", "for keeping"
"""The labels of what the model goes by."""
_RULES, _CAUSES = "a rule in it", "a cause or condition in it"
_SAID = {
    STATUS: "it reads like a report of what was so when it was written{ago}",
    DERIVABLE: "it reads like what the code or its documents say themselves",
    EMPTY: "it reads like a line that says nothing by itself",
    BOOT: "it reads like instructions that an agent is given anyway",
    PASSING: "it reads like words in passing, of what was done or meant just then",
}
_VALIDITY = {
    STATUS: "what it reports has moved on, most likely",
    DERIVABLE: "whoever needs it reads it where it is kept true",
    EMPTY: "it states little or nothing",
    BOOT: "an agent reads it anew each time",
    PASSING: "the moment is over",
}


class Learned(MemoryRule):
    """Looks for memories that people would not keep, as far as the model can tell by their texts."""

    kind = Kind.JUNK
    version = 2

    def prepare(self, memories: Sequence[Memory], now: Context) -> None:
        """Have the model read many memories at once, which costs a fraction of one at a time."""
        now.opinions.clear()
        now.speeches.clear()
        if now.homes is None:
            return
        from memtui.review.learned.speaking import speeches  # numpy

        wanted = [memory for memory in memories if not _kept_whatever(memory, now)]
        opinions = now.homes.opinions(wanted, now.taste)
        now.opinions.update((memory.id, each) for memory, each in zip(wanted, opinions, strict=True))
        asked = [
            memory
            for memory, opinion in zip(wanted, opinions, strict=True)
            if _sure_enough(memory, opinion, now.homes) and not spared(memory, now)
        ]
        why = speeches(now.homes.model, [memory.text for memory in asked])
        now.speeches.update((memory.id, each) for memory, each in zip(asked, why, strict=True))

    def look(self, memory: Memory, now: Context) -> Finding | None:
        """Propose to drop a memory that people would not keep."""
        if now.homes is None or spared(memory, now):
            return None
        opinion = _opinion(memory, now.homes, now)
        asked, passing = _sure_enough(memory, opinion, now.homes), _in_passing(memory, opinion)
        if not asked and not passing:
            return None
        if Kind.JUNK in now.crowded and not proposals.waiting_about(now.store, [memory.id]):
            return None
        from memtui.review.learned.speaking import speech  # numpy: not before a text is asked about

        if asked:
            why = now.speeches.get(memory.id) or speech(now.homes.model, memory.text)
            if not _plainly(memory, opinion, why):
                found = _finding(memory, opinion, why.sort_of_removal, why, now)
                return _without_the_rest(found, memory, now.homes, now)
        if not passing:
            return None
        return _finding(memory, opinion, PASSING, speech(now.homes.model, memory.text, PASSING), now)

    def look_again(self, memory: Memory, now: Context) -> Instant | None:
        """Return when what is still fresh may be asked about, or there may be room again."""
        if now.homes is None or _kept_whatever(memory, now):
            return None
        opinion = _opinion(memory, now.homes, now)
        if not now.homes.model.worth_asking(opinion) and not _in_passing(memory, opinion):
            return None
        if Kind.JUNK in now.crowded:
            return now.now + DAY
        free = _free_at(memory)
        return free if free > now.now else None


def spared(memory: Memory, now: Context) -> bool:
    """Say whether a memory is left alone whatever its text: for whose it is, how old, or how lately used."""
    return now.clock_back or _kept_whatever(memory, now) or _free_at(memory) > now.now


def _kept_whatever(memory: Memory, now: Context) -> bool:
    if memory.origin is Origin.PERSON or spared_for_good(memory, now):
        return True
    return memory.expires_at is not None and memory.expires_at > now.now


def _free_at(memory: Memory) -> Instant:
    """Return until when a memory is too young, or too lately used, to be judged by its text alone.

    A line that stood in its file when that was first read may be of any age; but not one of a file of
    instructions, which people write.
    """
    free = memory.created_at if is_undated(memory) and not shared(memory) else memory.created_at + _FRESH
    if memory.last_accessed_at is None:
        return free
    return max(free, memory.last_accessed_at + _IN_USE * use_step(memory.session_count))


def _without_the_rest(finding: Finding, memory: Memory, homes: "Homes", now: Context) -> Finding:
    """Return the proposal, of a list of statements about those alone that the model would have dropped by
    themselves; about the whole where that is none of them.
    """
    parts = items_of(memory.text)
    each = [replace(memory, text=part.text) for part in parts]
    opinions = homes.opinions(each, now.taste) if each else []
    some = [
        part
        for part, alone, opinion in zip(parts, each, opinions, strict=True)
        if _would_go(alone, opinion, homes)
    ]
    return without_some(finding, memory, parts, some)


def _would_go(statement: Memory, opinion: "Opinion", homes: "Homes") -> bool:
    """Say whether the model would have a person drop a statement that stands alone."""
    from memtui.review.learned.speaking import speech  # numpy

    asked = _sure_enough(statement, opinion, homes)
    if asked and not _plainly(statement, opinion, speech(homes.model, statement.text)):
        return True
    return _in_passing(statement, opinion)


def _sure_enough(memory: Memory, opinion: "Opinion", homes: "Homes") -> bool:
    return homes.model.worth_asking(opinion) and (opinion.agrees >= _VERY_SURE or not _deserves_care(memory))


def _plainly(memory: Memory, opinion: "Opinion", why: "Speech") -> bool:
    """Say whether a memory is a plain statement, of which the model knows little, and it is not very sure."""
    from memtui.review.learned.model import PAST_PLAIN  # numpy

    return why.sort == PLAIN and not (opinion.agrees >= PAST_PLAIN and hardly_kept(_own_words(memory)))


def _in_passing(memory: Memory, opinion: "Opinion") -> bool:
    if opinion.passing < ALIKE or _deserves_care(memory) or shared(memory):
        return False
    return in_passing(opinion.passing, _own_words(memory))


def _own_words(memory: Memory) -> str:
    return memory.text[own_words_at(memory) :]


def _deserves_care(memory: Memory) -> bool:
    return memory.access_count > 0 or not _DELICATE.isdisjoint(memory.categories)


def _opinion(memory: Memory, homes: "Homes", now: Context) -> "Opinion":
    known = now.opinions.get(memory.id)
    return homes.opinions([memory], now.taste)[0] if known is None else known


def _finding(memory: Memory, opinion: "Opinion", sort: str, speech: "Speech", now: Context) -> Finding:
    kept = keep_value(
        memory,
        now.now,
        usage_known=now.usage_known(memory),
        redundancy=redundancy(memory, now),
        validity=_VALIDITY[sort],
    )
    to_go = _listed(memory, speech.words_for, speech.counts_for)
    facts = [(FOR_DROPPING, to_go or "the whole of it, no word alone")]
    to_stay = _listed(memory, speech.words_against, speech.counts_against)
    facts += [(FOR_KEEPING, to_stay or "nothing")]
    return Finding(
        kind=Kind.JUNK,
        rule=rule_name(Kind.JUNK, VARIANTS[sort]),
        targets=(Target.of(memory),),
        reason=_reason(memory, sort, speech, now),
        change=Change(Deed.DROP, gone=(memory.id,)),
        scope=memory.scope,
        evidence=Evidence((*facts, *kept.facts()), {memory.id: tuple(sorted(speech.words_for))}),
        confidence=round(min(opinion.agrees, _SUREST), 2) if sort != PASSING else _IN_PASSING,
        saves=tokens(memory.text),
    )


def ago(memory: Memory, now: Context) -> str:
    """Return how long ago a memory was written, as the end of a clause; empty where nobody knows."""
    days = int((now.now - memory.created_at) / DAY)
    return "" if is_undated(memory) else f", {plural(days, 'day')} ago"


def _reason(memory: Memory, sort: str, speech: "Speech", now: Context) -> str:
    said = _SAID[sort].format(ago=ago(memory, now))
    brief = len(_own_words(memory).split()) <= _AT_A_GLANCE
    quoted = "" if brief else _quoted(memory, speech.words_for)
    reason = f"{said}: {quoted}" if quoted else said
    missing = {"no rule": _RULES, "no reason or condition": _CAUSES}
    lacks = [phrase for phrase, name in missing.items() if name not in speech.counts_there]
    return f"{reason}; {' and '.join(lacks)} in it" if lacks else reason


def _listed(memory: Memory, spans: Sequence[tuple[int, int]], counts: Sequence[str]) -> str:
    words = f"the {'word' if len(spans) == 1 else 'words'} {_quoted(memory, spans)}" if spans else ""
    form = f"its form: {', '.join(counts)}" if counts else ""
    return "; ".join(filter(None, (words, form)))


def _quoted(memory: Memory, spans: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"“{one_line(masked(memory.text[start:end]), Longest.NAME)}”" for start, end in spans)


RULE = Learned()
