"""Proposes to archive the weakest memories of a tier until it fits its budget, and of all until the cap.

The tiers, in the order in which a memory is sorted into one:

* identity: constitutional, under /user. Never proposed for removal; too much of it is only reported.
* critical: pinned. Never proposed here either, and only reported.
* project: under a project's scope, `/project/NAME`, while the project is active. Each has the budget.
* historical: the rest. Looked at in the first pass of each calendar month, and when everything is.
* archive: what is archived. Nobody carries it, so it is only mentioned, in the first pass of a year.

A project is active until it is marked finished, or until nothing in it was written or used for half a year.
To mark it, a person files a memory of the category `finished` in its scope:
`memtui add "Atlas is handed over" --scope /project/atlas --category finished`. Then what is left in it is
proposed for the archive, at once; dropping that memory makes the project active again.

What is proposed: whole cards of up to 200 memories that share a batch, so that one key decides on them all.
Spared ones (see `protection`) are passed over, and so are those that another proposal is about. Once a person
has said no for a tier, it is left alone until it is twice as much too large.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from memtui.domain.card_kinds import Kind
from memtui.domain.counting import plural
from memtui.domain.decay import strength_of
from memtui.domain.deeds import Change, Deed
from memtui.domain.keep_value import strength_words
from memtui.domain.memory import Memory, MemoryType, Origin, State
from memtui.domain.proposal import Evidence, Finding, Proposal, Target
from memtui.domain.proposal_status import Status
from memtui.domain.scope import ROOT, USER, contains, project_of
from memtui.review.rule import Context, StoreRule
from memtui.review.rules.budget_tiers import (
    CAP,
    FINISHED,
    FINISHED_PROJECT,
    HISTORICAL,
    PROJECT,
    Tier,
    View,
)
from memtui.review.rules.cadence import YEAR, is_first_of, looks_everywhere
from memtui.review.rules.taking import is_spared, is_taken, will_go
from memtui.secrets.masking import headline
from memtui.store import memories, proposals, tiers
from memtui.store.asked import about
from memtui.store.proposals import Wanted

CARD = 200
"""Memories of one proposal, at most: more would make one yes a heavy one."""
MOST, MOST_WHEN_FULL = 1_000, 10_000
"""Memories that one pass proposes in all, and one over the whole store; the next pass goes on."""
MANY = 500
"""Memories in one scope from which on an agent cannot read them as one index."""
_SHOWN = 8
"""Lines that go which a card lists: it is read at a glance."""
_STAYING = 3
"""The same of lines that stay, as a comparison."""
_NAMED = 5
"""Scopes that a card names."""
_OVER = 0.6
"""How sure it is that the weakest should go: that there are too many is counted, which ones is a guess."""
_PAGE = 500
"""Memories that are read at a time."""


class Budget(StoreRule):
    """Keeps each tier within its budget."""

    kind = Kind.BUDGET
    by_time = True

    def survey(self, scopes: Sequence[str], now: Context) -> Iterator[Finding]:
        """Propose to archive the weakest of each tier that changed and is too large."""
        view = _view(now)
        wide = looks_everywhere(now, scopes)
        _report(view, scopes, wide)
        taken: set[int] = set()
        for scope in sorted(view.finished):
            if any(contains(scope, changed) for changed in scopes):
                pages = tiers.weakest(now.store, scope, now.now)
                yield from _findings(view, view.finished_tier(scope), pages, taken)
        projects = [
            view.project_tier(p) for p in sorted(view.by_project.keys() & set(map(project_of, scopes)))
        ]
        for tier in sorted(projects, key=lambda tier: -tier.over):
            if tier.over > 0 and view.is_active(tier.scope, wide):
                pages = tiers.weakest(now.store, tier.scope, now.now)
                yield from _findings(
                    view, tier, pages, taken, lambda memory: not view.is_finished(memory.scope)
                )
        if wide:
            tier = view.historical_tier()
            if tier.over > 0:
                yield from _findings(view, tier, _historical(view), taken)
        if wide or not now.full:
            tier = view.cap_tier()
            if tier.budget and tier.over > len(taken):
                pages = tiers.weakest(now.store, ROOT, now.now)
                yield from _findings(view, tier, pages, taken, already=len(taken))

    def renew(self, memories: Iterable[Memory], now: Context) -> Finding | None:
        """Propose those of these memories that are still to go; None when what they weighed on fits now."""
        live = [memory for memory in memories if memory.state is State.LIVE]
        proposal = _waiting_about(live, now)
        if proposal is None:
            return None
        view = _view(now)
        tier = _tier_of(view, proposal, live)
        if tier is None or tier.over <= 0:
            return None
        chosen: list[Memory] = []
        gone = 0
        for memory in sorted(live, key=lambda m: (strength_of(m, now.now), -m.id)):
            used_since = (memory.last_accessed_at or 0.0) > proposal.created_at
            if gone < tier.over and not used_since and not _is_spared(view, memory):
                chosen.append(memory)
                gone += tier.weight(memory)
        return _finding(view, tier, chosen, len(chosen), gone, ()) if chosen else None


# -- choosing ----------------------------------------------------------------------------------


def _view(now: Context) -> View:
    return View(now, MOST_WHEN_FULL if now.full else MOST)


def _findings(
    view: View,
    tier: Tier,
    pages: Iterable[list[int]],
    taken: set[int],
    belongs: Callable[[Memory], bool] = lambda _: True,
    already: int = 0,
) -> Iterator[Finding]:
    """Yield the proposals for one tier, in cards that share a batch; `already` counts its memories that go
    for another tier.
    """
    if view.left <= 0 or view.looks <= 0 or _waits_enough(view, tier) or _was_refused(view, tier):
        return
    chosen, gone = _chosen(view, tier, pages, taken, belongs, tier.over - already)
    taken.update(memory.id for memory in chosen)
    staying = _staying(view, tier, chosen)
    for start in range(0, len(chosen), CARD):
        part = chosen[start : start + CARD]
        yield _finding(view, tier, part, len(chosen), gone, staying)
    if not view.left:
        view.now.notes.append(
            f"{len(taken):,} memories are enough for one pass; there is more to archive, for the next"
        )


def _chosen(
    view: View,
    tier: Tier,
    pages: Iterable[list[int]],
    taken: Collection[int],
    belongs: Callable[[Memory], bool],
    over: int,
) -> tuple[list[Memory], int]:
    """Return the weakest memories that may go until `over` is gone, and what they weigh.

    What another waiting proposal would remove counts as gone and is not chosen.
    """
    chosen: list[Memory] = []
    gone = leaving = 0
    for page in pages:
        before = about(view.store, page)
        for memory in memories.get_many(view.store, page):
            if gone + leaving >= over or not view.left:
                return chosen, gone
            if memory.id in taken or not belongs(memory):
                continue
            earlier = before.get(memory.id, [])
            if will_go(earlier):
                leaving += tier.weight(memory)
            elif not is_taken(earlier, memory, Kind.BUDGET) and not _is_spared(view, memory):
                chosen.append(memory)
                view.left -= 1
                gone += tier.weight(memory)
        view.looks -= len(page)
        if view.looks <= 0:
            break
    return chosen, gone


def _is_spared(view: View, memory: Memory) -> bool:
    """Say whether a memory stays whatever the budget; what marks a project as finished does too."""
    return is_spared(memory, view.now) or (FINISHED in memory.categories and memory.origin is Origin.PERSON)


def _historical(view: View) -> Iterator[list[int]]:
    """Yield the ids of memories outside of active projects, weakest first, in pages."""
    known: dict[str, bool] = {}
    page: list[int] = []
    for memory_id, scope in tiers.weakest_anywhere(view.store, view.now.now):
        if scope not in known:
            known[scope] = view.is_historical(scope)
        if known[scope]:
            page.append(memory_id)
        if len(page) == _PAGE:
            yield page
            page = []
    if page:
        yield page


def _waiting_about(live: Sequence[Memory], now: Context) -> Proposal | None:
    """Return the waiting proposal of this rule that is about these memories."""
    earlier = about(now.store, [memory.id for memory in live])
    ids = {
        each.proposal_id
        for cards in earlier.values()
        for each in cards
        if each.kind is Kind.BUDGET and each.waits
    }
    return next(iter(proposals.get_many(now.store, sorted(ids))), None)


def _tier_of(view: View, proposal: Proposal, live: Sequence[Memory]) -> Tier | None:
    """Return what a waiting proposal was made for, as it is now."""
    if proposal.rule == PROJECT and proposal.scope in view.by_project:
        return view.project_tier(proposal.scope)
    if proposal.rule == FINISHED_PROJECT and view.is_finished(proposal.scope):
        return view.finished_tier(proposal.scope)
    if proposal.rule == HISTORICAL and all(view.is_historical(memory.scope) for memory in live):
        return view.historical_tier()
    if proposal.rule == CAP and view.now.settings.budget.max_memories:
        return view.cap_tier()
    return None


def _waits_enough(view: View, tier: Tier) -> bool:
    """Say whether as much waits for this tier as a person will decide on before anything has changed."""
    wanted = Wanted(frozenset({Kind.BUDGET}), tier.scope, rule=tier.rule)
    return sum(proposals.counts(view.store, wanted).values()) * CARD >= MOST


def _was_refused(view: View, tier: Tier) -> bool:
    """Say whether a person said no to this before, and it is not twice as much too large since.

    The cap is a number that the person set, so there a no is about those memories only.
    """
    if tier.rule == CAP:
        return False
    scope = tier.scope
    wanted = Wanted(frozenset({Kind.BUDGET}), scope, Status.REJECTED, rule=tier.rule)
    refused = proposals.get_many(view.store, proposals.ids(view.store, wanted, limit=100))
    over = [p.evidence.over for p in refused if p.scope == scope]
    return bool(over) and tier.over < 2 * max(over)


# -- the card ------------------------------------------------------------------------------------


def _finding(
    view: View,
    tier: Tier,
    part: Sequence[Memory],
    number: int,
    gone: int,
    staying: Sequence[str],
) -> Finding:
    """Return the card for `part` of the `number` memories that go together and weigh `gone`."""
    saves = sum(tiers.tokens(memory.text) for memory in part)
    going = [(headline(memory), "") for memory in part[:_SHOWN]]
    if len(part) > _SHOWN:
        going.append((f"… and {len(part) - _SHOWN:,} more", ""))
    strongest = strength_words(strength_of(part[-1], view.now.now))
    facts = (*_facts(view, tier, number, gone), ("strength", f"at most {strongest}"))
    before_after = (*((line, line) for line in staying), *going)
    return Finding(
        kind=Kind.BUDGET,
        rule=tier.rule,
        targets=tuple(map(Target.of, part)),
        reason=_reason(tier, len(part), number),
        change=Change(Deed.ARCHIVE, gone=tuple(memory.id for memory in part)),
        scope=tier.scope,
        evidence=Evidence(facts, before_after=before_after, over=tier.over),
        confidence=_OVER,
        saves=saves,
        batch=f"weakest of {tier.name}" if tier.budget else f"memories of {tier.name}",
    )


def _facts(view: View, tier: Tier, number: int, gone: int) -> Iterator[tuple[str, str]]:
    """Yield how large a tier is, before and after; what marks it as finished or too large comes first."""
    load = tier.load
    if tier.rule == FINISHED_PROJECT and (mark := view.mark_of(tier.scope)) is not None:
        yield "finished, says", f"“{headline(mark)}”"
    if tier.unit == "memories":
        yield "over by" if tier.budget else "left in it", plural(tier.over)
        yield "now", plural(load.memories)
        yield "then", plural(load.memories - gone)
        if tier.budget:
            yield "budget", plural(tier.budget)
    else:
        yield "over by", f"{tier.over:,} tokens"
        yield "now", f"about {load.tokens:,} tokens in {plural(load.memories)}"
        yield "then", f"about {load.tokens - gone:,} tokens in {plural(load.memories - number)}"
        yield "budget", f"{tier.budget:,} tokens"


def _reason(tier: Tier, count: int, number: int) -> str:
    which = "the weakest one" if number == 1 else f"the {number:,} weakest"
    if count < number:
        which = f"{count:,} of {which}"
    if tier.rule == FINISHED_PROJECT:
        these = "this memory" if count == 1 else f"these {count:,} memories"
        return f"{tier.scope} is finished, so an agent need not carry {these} of it any more"
    if tier.rule == CAP:
        return f"the store holds {plural(tier.size)}, {tier.over:,} more than it may; archive {which}"
    return (
        f"{tier.name} holds about {tier.size:,} tokens, {tier.over:,} more than its budget; archive {which}"
    )


def _staying(view: View, tier: Tier, chosen: Sequence[Memory]) -> list[str]:
    """Return the first lines that an agent sees before and after: the strongest."""
    if not chosen or not tier.budget:
        return []
    going = {memory.id for memory in chosen}
    of_all = tier.rule == HISTORICAL
    ids = tiers.strongest(view.store, tier.scope, view.now.now, 20 * _STAYING if of_all else _STAYING)
    lines = [
        headline(memory)
        for memory in memories.get_many(view.store, ids)
        if memory.id not in going and (not of_all or view.is_historical(memory.scope))
    ]
    return lines[:_STAYING]


# -- the report ------------------------------------------------------------------------------------


def _report(view: View, scopes: Sequence[str], wide: bool) -> None:
    """Note what is too large and cannot be helped by archiving, and what no agent can read as one index."""
    budget, notes = view.now.settings.budget, view.now.notes
    own = sum(count for scope, count in view.counts.items() if contains(USER, scope))
    if wide or (own <= tiers.EXACT and any(contains(USER, scope) for scope in scopes)):
        load = tiers.lasting_load(view.store, USER, MemoryType.CONSTITUTIONAL)
        if load.tokens > budget.identity:
            notes.append(_too_much("identity memories under /user", load, budget.identity))
    if wide:
        load = tiers.pinned_load(view.store)
        if load.tokens > budget.critical:
            notes.append(_too_much("pinned memories", load, budget.critical))
        if is_first_of(view.now, YEAR) and (archived := tiers.archived(view.store)):
            notes.append(f"{plural(archived)} are in the archive; `memtui list --state archived` shows them")
    large = [scope for scope in (view.counts if wide else scopes) if view.counts.get(scope, 0) > MANY]
    if large:
        large.sort(key=lambda scope: -view.counts[scope])
        named = ", ".join(f"{scope} ({view.counts[scope]:,})" for scope in large[:_NAMED])
        more = f" and {len(large) - _NAMED:,} more" if len(large) > _NAMED else ""
        notes.append(
            f"more than {MANY} memories in one scope are too many to read as an index: {named}{more}"
        )


def _too_much(what: str, load: tiers.Load, budget: int) -> str:
    return (
        f"the {what} come to about {load.tokens:,} tokens, {load.tokens - budget:,} more than their budget; "
        "they are never proposed for removal"
    )


RULE = Budget()
