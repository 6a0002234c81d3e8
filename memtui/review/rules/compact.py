"""Proposes one summary in place of several old episodes of one scope, or their archive.

A cluster has the events of one scope in one calendar month: four to twenty-five memories, without spared
ones (see `protection`). It is looked at once the whole month is thirty days past, so that it no longer
grows. Old summaries are summed up again in the same way, a year at a time. Summaries of summaries are not,
since too much would be lost: archiving them is proposed instead.

With a model the card offers a summary, of type semantic, because old episodes are worth keeping for what
they taught. It is checked against the originals as a fact is against its text: all its numbers, dates and
names must be in them, and it must be shorter. If that fails, or there is no model, archiving is proposed. A
search still finds archived memories.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from memtui import secrets
from memtui.capture import trivia
from memtui.capture.dates import absolute, day_of
from memtui.capture.grounding import Source, invented
from memtui.capture.windows import tokens
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Memory, MemoryType, State
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.domain.sanitise import sanitise
from memtui.domain.scope import is_in_any
from memtui.domain.text import Longest, one_line
from memtui.llm.errors import LlmError
from memtui.review.rule import Context, StoreRule
from memtui.review.rules.cadence import looks_everywhere
from memtui.review.rules.retention import KEPT, QUARTER
from memtui.review.rules.taking import free, is_spared, restated, unasked, waiting
from memtui.secrets.masking import headline
from memtui.store import clusters, memories, proposals, tiers
from memtui.store.proposals import Wanted

if TYPE_CHECKING:
    from memtui.llm.prompts import Prompt
    from memtui.review.answers import Summary

SUMMARY = rule_name(Kind.COMPACT, "summary")
ARCHIVE = rule_name(Kind.COMPACT, "archive")

LEAST, MOST_PARTS = 4, 25
"""Memories of one cluster."""
DEEPEST = 2
"""How many times over a memory may be a summary."""
OFFERED = ("today", "scope", "boundary", "memories")
"""The variables that `prompts/compact.md` may use."""

_OLD = (30.0, 90.0, 180.0)
"""Days that a whole month must be past; for summaries a whole year; for summaries of summaries."""
_CLUSTERS = 100
"""That wait at the same time, at most; the next pass goes on once some are decided."""
_QUESTIONS = 20
"""Of one pass to the model."""
_SMALL = 2_000
"""Memories of a scope up to which every change in it leads to a look; a larger one has its look monthly."""
_LONGEST = 2_000
"""Characters of a summary."""
_SHORTER = 0.8
"""What a summary may have of its originals' tokens."""
_SUMMED_UP, _PUT_AWAY = 0.6, 0.5
"""How sure it is that a month is past and needs no detail; less where no summary keeps what was said."""
_LINE = 1_200
"""Characters of one memory in the question: a window has up to 25 of them."""
_AGEING: frozenset[Kind] = frozenset({Kind.FADING, Kind.RETENTION})
"""A summary may be offered of what these would take away one by one: it keeps what is worth keeping."""
_PASSING = frozenset({"tool_output", "session_state", "observation"})


class Compact(StoreRule):
    """Looks for old episodes that could be told together."""

    kind = Kind.COMPACT

    def survey(self, scopes: Sequence[str], now: Context) -> Iterator[Finding]:
        """Propose summaries, or the archive, for the old episodes of some scopes."""
        if now.clock_back:
            return
        made = proposals.counts(now.store, Wanted(frozenset({Kind.COMPACT}))).get(Kind.COMPACT, 0)
        asked = _Asked(now)
        for depth, parts in _clusters(_scopes(scopes, now), now):
            if made >= _CLUSTERS:
                now.notes.append(f"{_CLUSTERS} clusters of old memories wait; there are more")
                return
            summed_up = None
            if asked.knows(depth):
                if asked.enough:
                    continue
                summed_up = asked.sum_up(parts)
            finding = summed_up or _archived(unasked(parts, now, Kind.COMPACT), depth, now.now)
            if finding is not None:
                made += 1
                yield finding
        if asked.enough:
            now.notes.append(f"the model was asked for {_QUESTIONS} summaries, which is enough for one pass")

    def renew(self, memories: Iterable[Memory], now: Context) -> Finding | None:
        """Return what waits about these memories if it still holds, else the archive of the rest."""
        live = [memory for memory in memories if memory.state is State.LIVE]
        parts = [memory for memory in live if not is_spared(memory, now)]
        before = waiting(live, now, Kind.COMPACT)
        if before is not None and len(parts) == len(live):
            return restated(before, live, self.version)
        return _archived(sorted(parts, key=_by_age), max((m.depth for m in parts), default=0), now.now)


def _scopes(scopes: Sequence[str], now: Context) -> Iterator[str]:
    """Return those of some scopes that may have old episodes and fade."""
    if looks_everywhere(now, scopes):
        scopes = clusters.scopes_of_old(now.store, now.now - _OLD[0] * DAY, LEAST)
    elif not now.full:
        counts = tiers.live_counts(now.store)
        scopes = [scope for scope in scopes if counts.get(scope, 0) <= _SMALL]
    return (scope for scope in scopes if not is_in_any(scope, now.decay.exempt_scopes))


def _clusters(scopes: Iterable[str], now: Context) -> Iterator[tuple[int, list[Memory]]]:
    """Yield the clusters of some scopes, of each the oldest first, each with the depth of its parts."""
    besides = _AGEING if now.judge is not None else frozenset()
    for scope in scopes:
        for (depth, _), ids in sorted(_windows(scope, now).items()):
            if len(ids) < LEAST:
                continue
            parts = sorted(free(memories.get_many(now.store, ids), now, Kind.COMPACT, besides), key=_by_age)
            if len(parts) >= LEAST:
                number = -(-len(parts) // MOST_PARTS)
                for i in range(number):
                    yield depth, parts[i * len(parts) // number : (i + 1) * len(parts) // number]


def _windows(scope: str, now: Context) -> dict[tuple[int, str], list[int]]:
    """Return the old episodes of a scope by their depth and the month, or year, that is past."""
    windows: dict[tuple[int, str], list[int]] = {}
    for each in clusters.old(now.store, scope, now.now - _OLD[0] * DAY):
        depth = min(each.depth, DEEPEST)
        window, end = _window(each.created_at, depth)
        if end <= now.now - _OLD[depth] * DAY:
            windows.setdefault((depth, window), []).append(each.id)
    return windows


def _window(at: Instant, depth: int) -> tuple[str, Instant]:
    """Return the month of a time (for a summary, the year), and its end."""
    moment = datetime.fromtimestamp(at, UTC)
    if depth:
        return f"{moment:%Y}", datetime(moment.year + 1, 1, 1, tzinfo=UTC).timestamp()
    year, month = divmod(moment.year * 12 + moment.month, 12)
    return f"{moment:%Y-%m}", datetime(year, month + 1, 1, tzinfo=UTC).timestamp()


def _by_age(memory: Memory) -> tuple[Instant, int]:
    return memory.created_at, memory.id


# -- asking the model ----------------------------------------------------------------------------


class _Asked:
    """The model, where there is one, which is asked for some summaries in a pass and no more."""

    def __init__(self, now: Context) -> None:
        self._now = now
        self._prompt = _prompt(now)
        self._questions = 0

    def knows(self, depth: int) -> bool:
        """Say whether it is to sum up what is that deep."""
        return self._prompt is not None and depth < DEEPEST

    @property
    def enough(self) -> bool:
        """Whether it is to be asked no more in this pass."""
        return self._questions == _QUESTIONS

    def sum_up(self, parts: Sequence[Memory]) -> Finding | None:
        """Return the card with its summary; None where it gave none that can be used."""
        if self._prompt is None:
            return None
        self._questions += 1
        return _summed_up(parts, self._prompt, self._now)


def _prompt(now: Context) -> "Prompt | None":
    if now.judge is None:
        return None
    from memtui.review.asking import prompt_of  # loads asyncio: only when there is a model

    return prompt_of(now, "compact", OFFERED, ("memories",))


def _summed_up(parts: Sequence[Memory], prompt: "Prompt", now: Context) -> Finding | None:
    """Return the card with the model's summary; None, and a note where it says why, when there is none."""
    from memtui.review.answers import SUMMARIES
    from memtui.review.asking import boundary, items_from_model, line_for_model, model_name

    lines = [
        f"{day_of(m.created_at):%Y-%m-%d} | {', '.join(m.categories) or m.type} | "
        f"{line_for_model(absolute(m.text, day_of(m.created_at)), _LINE)}"
        for m in parts
    ]
    text = "\n".join(lines)
    try:
        answer = items_from_model(
            now,
            prompt,
            SUMMARIES,
            today=f"{day_of(now.now):%Y-%m-%d}",
            scope=parts[0].scope,
            boundary=boundary(text),
            memories=text,
        )
    except LlmError as error:
        now.notes.append(f"no summary for {len(parts)} memories of {parts[0].scope}: {error}")
        return None
    if answer is None:
        return None
    summary = answer.items[0] if len(answer.items) == 1 else None
    wrong = "it is not one summary" if summary is None else _wrong(summary.summary, text, parts)
    if summary is None or wrong is not None:
        now.notes.append(f"a summary of {len(parts)} memories of {parts[0].scope} was not used: {wrong}")
        return None
    return _with_summary(parts, summary, model_name(now), prompt.label)


def _wrong(summary: str, text: str, parts: Sequence[Memory]) -> str | None:
    """Return why a summary cannot stand for its originals, or None when it can."""
    if sanitise(summary, raw=True) != summary:
        return "it holds reasoning or tool noise"
    if secrets.find_secrets(summary):
        return "it holds a secret"
    if (trivial := trivia.trivial(summary)) is not None:
        return trivial
    if len(summary) > _LONGEST or tokens(summary) > _SHORTER * sum(tokens(m.text) for m in parts):
        return "it is not shorter than what it sums up"
    word = invented(summary, Source(text, day_of(parts[-1].created_at)))
    return None if word is None else f"“{one_line(word, Longest.PHRASE)}” is in none of them"


def _with_summary(parts: Sequence[Memory], summary: "Summary", model: str, prompt: str) -> Finding:
    before, after = sum(tokens(m.text) for m in parts), tokens(summary.summary)
    depth = max(m.depth for m in parts) + 1
    categories = dict.fromkeys(c for m in parts for c in m.categories if c not in _PASSING)
    draft = {
        "text": summary.summary,
        "scope": parts[0].scope,
        "type": MemoryType.SEMANTIC.value,
        "categories": [*categories] or ["finding"],
        "importance": max(m.importance for m in parts),
        "provenance": {"source": "review", "extractor": "model", "model": model, "prompt": prompt},
        "depth": depth,
    }
    facts = [
        ("parts", f"{len(parts)} memories, {_when(parts)}"),
        ("tokens", f"{before:,} before, {after:,} after"),
        ("depth", "a summary" if depth == 1 else "a summary of summaries"),
        ("model", model),
    ]
    if summary.preserved:
        facts.append(("preserved, says the model", one_line("; ".join(summary.preserved))))
    if summary.discarded:
        facts.append(("discarded, says the model", one_line("; ".join(summary.discarded))))
    return Finding(
        kind=Kind.COMPACT,
        rule=SUMMARY,
        targets=tuple(map(Target.of, parts)),
        reason=f"{len(parts)} old memories of {_when(parts)} fit into one summary",
        change=Change(Deed.COMPACT, gone=tuple(m.id for m in parts), draft=draft),
        scope=parts[0].scope,
        evidence=Evidence(
            tuple(facts),
            before_after=(*((headline(m), "") for m in parts), ("", one_line(summary.summary, _LONGEST))),
        ),
        confidence=_SUMMED_UP,
        saves=before - after,
    )


def _archived(parts: Sequence[Memory], depth: int, now: Instant) -> Finding | None:
    """Return the card that archives a cluster and puts nothing in its place; None for too small a one.

    Where no summary keeps it, what `retention` keeps for a quarter stays in view here too.
    """
    parts = [each for each in parts if now - each.created_at >= QUARTER or KEPT.isdisjoint(each.categories)]
    if len(parts) < LEAST:
        return None
    before = sum(tokens(memory.text) for memory in parts)
    deep = depth >= DEEPEST
    what = "summaries of summaries" if deep else "summaries" if depth else "episodes"
    reason = (
        f"these {len(parts)} are summaries of summaries of {_when(parts)}, and one more would lose too much"
        if deep
        else f"these {len(parts)} {what} of {_when(parts)} are old and little used"
    )
    return Finding(
        kind=Kind.COMPACT,
        rule=ARCHIVE,
        targets=tuple(map(Target.of, parts)),
        reason=reason,
        change=Change(Deed.ARCHIVE, gone=tuple(memory.id for memory in parts)),
        scope=parts[0].scope,
        evidence=Evidence(
            (
                ("parts", f"{len(parts)} memories, {_when(parts)}"),
                ("summary", "too deep for one" if deep else "none without a model, but a search finds them"),
                ("tokens", f"{before:,} before, 0 after"),
            ),
            before_after=tuple((headline(memory), "") for memory in parts),
        ),
        confidence=_PUT_AWAY,
        saves=before,
        batch=f"old {what} of {parts[0].scope}",
    )


def _when(parts: Sequence[Memory]) -> str:
    """Return the months that a cluster is of, as `October 2026` or `March to May 2026`."""
    first, last = (datetime.fromtimestamp(parts[i].created_at, UTC) for i in (0, -1))
    if (first.year, first.month) == (last.year, last.month):
        return f"{last:%B %Y}"
    return f"{first:%B} to {last:%B %Y}" if first.year == last.year else f"{first:%B %Y} to {last:%B %Y}"


RULE = Compact()
