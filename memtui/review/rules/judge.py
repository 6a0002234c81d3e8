"""Has a model read scopes that changed, and makes cards of what it would drop or promote.

The model sees small numbers in place of ids, how old each memory is and how often it was used, and answers
with numbers and reasons. What it says is not believed but checked: a number that was not in its list, a
memory that is kept anyway (see `taking`), a type that is none, are refused and counted, and so is an answer
that would drop most of what it was shown. At most twenty cards come of one scope and sixty of one pass. The
reason is shown as the model's own.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from memtui.capture.dates import day_of
from memtui.capture.windows import tokens
from memtui.domain.instant import DAY
from memtui.domain.keep_value import keep_value
from memtui.domain.memory import Memory, MemoryType, State
from memtui.domain.proposal import Change, Deed, Evidence, Finding, Kind, Target, common_scope, rule_name
from memtui.llm.errors import LlmError
from memtui.review.rule import Context, StoreRule
from memtui.review.rules.taking import is_kept_anyway, restated, unasked, waiting
from memtui.review.rules.wording import family, number
from memtui.store import clusters, memories, tiers

if TYPE_CHECKING:
    from memtui.llm.prompts import Prompt
    from memtui.review.answers import Card

DROP = rule_name(Kind.JUDGE, "drop")
PROMOTE = rule_name(Kind.JUDGE, "promote")
MOST_OF_SCOPE, MOST = 20, 60
"""Cards of one scope, and of one pass."""
OFFERED = ("today", "scope", "boundary", "memories")
"""The variables that `prompts/review.md` may use."""

_QUESTIONS = 20
"""Of one pass."""
_TOKENS = 3_000
"""Of memories in one question."""
_CHANGED, _USED = 150, 50
"""Memories of one scope that are read: those that changed last, and those that were used most."""
_LINE = 600
_REASON = 200
_FEW = 3
"""So many drops of one answer are never too many."""
_RANKS = {
    MemoryType.EPISODIC: 0,
    MemoryType.SEMANTIC: 1,
    MemoryType.PROCEDURAL: 1,
    MemoryType.CONSTITUTIONAL: 2,
}

_INVENTED = "named memories that do not exist"
_KEPT = "would drop memories that are always kept"
_SWEEPING = "would drop most of what was shown"
_MEANINGLESS = "made no sense"
_TOO_MANY = "were more than one pass shows"
_USELESS = "questions brought no usable answer"


class Judge(StoreRule):
    """Asks a model about what changed."""

    kind = Kind.JUDGE

    def survey(self, scopes: Sequence[str], now: Context) -> Iterator[Finding]:
        """Propose what the model suggests about the memories of some scopes; nothing without a model."""
        if now.judge is None:
            return
        from memtui.review.asking import prompt_of  # loads asyncio: only when there is a model

        prompt = prompt_of(now, "review", OFFERED, ("memories",))
        if prompt is None:
            return
        refused: Counter[str] = Counter()
        made: Counter[str] = Counter()
        for window in _windows(scopes, now):
            if now.judge is None or made.total() == MOST:
                break
            for finding in _suggested(window, prompt, refused, now):
                if made.total() == MOST or made[finding.scope] == MOST_OF_SCOPE:
                    refused[_TOO_MANY] += 1
                else:
                    made[finding.scope] += 1
                    yield finding
        if refused.total():
            told = ", ".join(f"{count:,} {what}" for what, count in sorted(refused.items()) if count)
            now.notes.append(f"of the model's suggestions not used: {told}")

    def renew(self, memories: Iterable[Memory], now: Context) -> Finding | None:
        """Return what waits about a memory while it is unchanged: the model's word was about that text."""
        live = [memory for memory in memories if memory.state is State.LIVE]
        before = waiting(live, now, Kind.JUDGE) if live else None
        if before is None or (before.change.removes and any(is_kept_anyway(m, now) for m in live)):
            return None
        return restated(before, live, self.version)


def _windows(scopes: Sequence[str], now: Context) -> Iterator[list[Memory]]:
    """Yield what to ask about at once: memories of neighbouring scopes, the families that hold most first."""
    counts = tiers.live_counts(now.store)
    totals: Counter[str] = Counter()
    for scope in (wanted := [scope for scope in scopes if scope in counts]):
        totals[family(scope)] += counts[scope]
    wanted.sort(key=lambda scope: (-totals[family(scope)], scope))
    window: list[Memory] = []
    size = asked = 0
    for scope in wanted:
        ids = clusters.worth_reading(now.store, scope, _CHANGED, _USED)
        for memory in unasked(memories.get_many(now.store, ids), now, Kind.JUDGE):
            weight = min(tokens(memory.text), _LINE) + 20
            if window and size + weight > _TOKENS:
                yield window
                window, size = [], 0
                asked += 1
                if asked == _QUESTIONS:
                    now.notes.append(
                        f"the model was asked {_QUESTIONS} questions, which is enough for one pass"
                    )
                    return
            window.append(memory)
            size += weight
    if window:
        yield window


def _suggested(
    window: Sequence[Memory], prompt: "Prompt", refused: Counter[str], now: Context
) -> Iterator[Finding]:
    """Yield what the model suggests about the memories of one window, what cannot be used left out."""
    from memtui.review.answers import CARDS
    from memtui.review.asking import asked, boundary, model_name

    text = "\n".join(_line(position, memory, now) for position, memory in enumerate(window, 1))
    try:
        answer = asked(
            now,
            prompt,
            CARDS,
            today=f"{day_of(now.now):%Y-%m-%d}",
            scope=common_scope([memory.scope for memory in window]),
            boundary=boundary(text),
            memories=text,
        )
    except LlmError:
        refused[_USELESS] += 1
        return
    if answer is None:
        return
    refused[_MEANINGLESS] += answer.malformed
    cards = _of_window(answer.items, window, refused)
    drops = sum(card.do == "drop" for card, _ in cards)
    sweeping = drops > max(_FEW, len(window) // 2)
    refused[_SWEEPING] += drops if sweeping else 0
    for card, memory in cards:
        if card.do == "drop" and sweeping:
            continue
        if card.do == "drop" and is_kept_anyway(memory, now):
            refused[_KEPT] += 1
        elif (finding := _finding(card, memory, model_name(now), prompt.label, now)) is None:
            refused[_MEANINGLESS] += 1
        else:
            yield finding


def _of_window(
    cards: Iterable["Card"], window: Sequence[Memory], refused: Counter[str]
) -> list[tuple["Card", Memory]]:
    """Return the cards with the memories they are about, one for each; invented numbers are left out."""
    found: dict[int, tuple[Card, Memory]] = {}
    for card in cards:
        if not 1 <= card.id <= len(window):
            refused[_INVENTED] += 1
        elif card.id in found:
            refused[_MEANINGLESS] += 1
        else:
            found[card.id] = card, window[card.id - 1]
    return list(found.values())


def _line(position: int, memory: Memory, now: Context) -> str:
    from memtui.review.asking import shown

    age = number(int(max(now.now - memory.created_at, 0.0) / DAY), "day")
    idle = number(int(max(now.now - memory.last_touch, 0.0) / DAY), "day")
    uses = "never used"
    if memory.access_count:
        times, sessions = number(memory.access_count, "time"), number(memory.session_count, "session")
        uses = f"used {times} in {sessions}, last {idle} ago"
    elif not now.usage_known(memory):
        uses = "its uses are not known"
    about = ", ".join(memory.categories) or "no category"
    filed = f"{memory.scope} | {memory.type} | {about}"
    return f"{position} | {filed} | {age} old | {uses} | {shown(memory.text, _LINE)}"


def _finding(card: "Card", memory: Memory, model: str, prompt: str, now: Context) -> Finding | None:
    """Return a card about a memory; None for one that says nothing that can be done."""
    from memtui.review.asking import shown

    reason = shown(card.reason, _REASON).rstrip(". ")
    if not reason:
        return None
    value = keep_value(memory, now.now, usage_known=now.usage_known(memory))
    marks = (("model", model), ("prompt", prompt))
    if card.do == "drop":
        change, rule, facts = Change(Deed.DROP, gone=(memory.id,)), DROP, value.facts()
    elif card.do == "promote" and card.to in set(MemoryType) and _rises(memory.type, MemoryType(card.to)):
        change = Change(Deed.RETYPE, keep=memory.id, type=MemoryType(card.to))
        rule, facts = PROMOTE, (("now", memory.type.value), ("then", card.to), *value.facts()[1:2])
    else:
        return None
    return Finding(
        kind=Kind.JUDGE,
        rule=rule,
        targets=(Target.of(memory),),
        reason=f"the model says: “{reason}”",
        change=change,
        scope=memory.scope,
        evidence=Evidence((*facts, *marks)),
        confidence=0.5,
        saves=tokens(memory.text) if change.removes else 0,
    )


def _rises(now: MemoryType, then: MemoryType) -> bool:
    return _RANKS[then] > _RANKS[now]


RULE = Judge()
