"""Making proposals of what capture may not do by itself: what updates, contradicts, completes or ends others.

The extract command and the worker call it with the facts that `saving.save` has held.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from memtui.capture.about import scope_of
from memtui.capture.arc import overtakes
from memtui.capture.consolidate import merged_text
from memtui.capture.facts import Fact, Outcome
from memtui.capture.overruled import gives_only_a_value
from memtui.capture.saving import Origins, draft_of_fact, lesson_of
from memtui.capture.set_against import turns_something_down
from memtui.capture.windows import tokens
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.dating import said_before
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Draft, LinkKind, Memory, State
from memtui.domain.proposal import EXTRACT, SAID_BY, THE_USER, Evidence, Finding, Proposal, Target
from memtui.domain.proposal_status import Status
from memtui.domain.text import Longest, one_line
from memtui.language.difference import compare
from memtui.language.memory_clauses import clauses_of
from memtui.language.own_clauses import gives_more
from memtui.lifecycle.propose import Proposed, Room, as_told, propose
from memtui.lifecycle.taking_place import written_with
from memtui.store import memories, proposals
from memtui.store.database import Store, Transaction
from memtui.store.links import link
from memtui.store.proposals import Wanted
from memtui.store.unsettled import SAID_ANEW, SAID_OTHERWISE

_SURE = {Outcome.UPDATES: 0.8, Outcome.DELETES: 0.7, Outcome.MERGES: 0.7, Outcome.CONFLICTS: 0.6}
_REASONS = {
    Outcome.UPDATES: "a text that was read since says otherwise",
    Outcome.DELETES: "a text that was read since says that this is over",
    Outcome.MERGES: "a text that was read since says the same, and more",
    Outcome.CONFLICTS: "a text that was read disagrees with this",
}
_YOU_SAID = _REASONS | {
    Outcome.UPDATES: "you said otherwise since, in a session",
    Outcome.DELETES: "you said since, in a session, that this is over",
    Outcome.CONFLICTS: "you said something in a session that disagrees with this",
}
"""The same of what the user said themselves."""
_BOTH_SAID = "you said both in one session, and only you can say which is right; the first was said later"


NEW_RULE = rule_name(Kind.LEARNED, Outcome.NEW.value)
CLASH_RULE = rule_name(Kind.CONFLICT, "value")
"""The rule by which the review pass asks about such a pair too, so that one answer counts for both."""
SUMMARY_RULE = rule_name(Kind.LEARNED, "summary")
MOST_OF_A_SESSION = 20
"""The most memories that a session offers on its card: nobody reads more than that."""
_FIGURE = re.compile(r"\d+")
_SURE_OF_NEW = 0.5
"""Confidence of such a card before the fact's importance counts: nobody has looked at it yet."""
UNCONFIRMED = "mid-session facts that the whole session did not confirm"


def queue_held(
    store: Store,
    facts: Iterable[Fact],
    *,
    scope: str,
    origins: Origins,
    tx: Transaction | None = None,
    op_id: int | None = None,
    batch: str = "",
) -> Proposed:
    """Put facts that need a person's word into the review queue; with `tx` as a part of op `op_id`.

    With `batch` they make one card, of no more than one client may have wait.
    """
    findings = (_finding(store, fact, scope, origins) for fact in facts)
    good = [replace(finding, batch=batch) for finding in findings if finding is not None]
    if tx is not None:
        _take_back_said_before(store, tx, op_id, good)
    return propose(store, good, tx=tx, op_id=op_id, room=Room(batch=batch) if batch else None)


def queue_new(
    store: Store, new: Iterable[Fact], *, scope: str, origins: Origins, tx: Transaction, op_id: int
) -> Proposed:
    """Ask a person whether new facts are to be stored: those of one session on one card."""
    drafts = [(fact, draft_of_fact(fact, fact.candidate.text, scope, origins)) for fact in new]
    return propose(store, [_new(fact, draft, origins) for fact, draft in drafts], tx=tx, op_id=op_id)


def queue_taught(
    store: Store, taught: Iterable[tuple[Fact, Draft]], *, origins: Origins, tx: Transaction, op_id: int
) -> Proposed:
    """Ask, on one card, whether to keep the weightiest memories that a session offers.

    A memory already waiting on that card is taken off it when one of these overtakes it.
    """
    best = sorted(taught, key=lambda pair: -pair[0].candidate.importance)
    findings = [_new(fact, draft, origins) for fact, draft in best]
    _take_back_overtaken(store, tx, op_id, findings, session_batch(origins))
    return propose(
        store,
        findings,
        tx=tx,
        op_id=op_id,
        room=Room(batch=session_batch(origins), most=MOST_OF_A_SESSION),
    )


def queue_summary(
    store: Store, draft: Draft, before: Memory | None, *, origins: Origins, tx: Transaction
) -> Proposed:
    """Ask, on a card of its own, whether to keep the summary of a session in place of the one `before`.

    Who says yes to what a session taught has not read its summary, which the next agent is told. One that
    still waits from an earlier end of the session is replaced.
    """
    batch = _summary_batch(origins)
    earlier = [
        each.id
        for name in (batch, session_batch(origins))
        for each in _waiting(store, name)
        if each.rule == SUMMARY_RULE
    ]
    if earlier:
        proposals.withdraw(tx, earlier)
    finding = Finding(
        Kind.LEARNED,
        SUMMARY_RULE,
        () if before is None else (Target.of(before),),
        "it says where the session stands; the next agent is told it",
        Change(Deed.LEARN, gone=() if before is None else (before.id,), draft=as_told(draft)),
        draft.scope,
        Evidence((("read by", origins.extractor),)),
        _SURE_OF_NEW,
        batch=batch,
        origin=EXTRACT,
    )
    return propose(store, [finding], tx=tx)


def session_batch(origins: Origins) -> str:
    """Return the words for all that one session offers, as a person reads them behind the count."""
    return f"things that a session of {origins.source} taught, {origins.session[-6:].lower()}".strip(", ")


def _summary_batch(origins: Origins) -> str:
    """Return the words by which the summary of a session is found again; it is never more than one."""
    return f"summary of a session of {origins.source}, {origins.session[-6:].lower()}".strip(", ")


def _waiting(store: Store, batch: str) -> list[Proposal]:
    return proposals.get_many(store, proposals.ids(store, Wanted(batch=batch)))


def _take_back_overtaken(
    store: Store, tx: Transaction, op_id: int, findings: Sequence[Finding], batch: str
) -> None:
    texts = [finding.change.new_text for finding in findings]
    overtaken = [
        each.id
        for each in _waiting(store, batch)
        if each.rule == NEW_RULE
        and any(text != each.change.new_text and overtakes(text, each.change.new_text) for text in texts)
    ]
    if overtaken:
        proposals.withdraw(tx, overtaken, op_id)


def _take_back_said_before(
    store: Store, tx: Transaction, op_id: int | None, findings: Sequence[Finding]
) -> None:
    """Take back what waits of the user's own words on a memory where they say otherwise by now: of the two
    the later counts.
    """
    told = {finding.targets[0].id: finding for finding in findings if _is_the_users(finding.evidence)}
    if not told:
        return
    rules = (Wanted(kinds=frozenset({Kind.LEARNED}), rule=rule) for rule in (SAID_ANEW, SAID_OTHERWISE))
    waiting = proposals.get_many(store, [each for wanted in rules for each in proposals.ids(store, wanted)])
    about = [card for card in waiting if _is_the_users(card.evidence) and card.targets[0].id in told]
    known = {memory.id: memory for memory in memories.get_many(store, [card.targets[0].id for card in about])}
    before = [
        card.id
        for card in about
        if (memory := known.get(card.targets[0].id)) is not None
        and _changes_the_same(memory.text, card.change, told[memory.id].change)
    ]
    if before:
        proposals.withdraw(tx, before, op_id)


def _is_the_users(evidence: Evidence) -> bool:
    return (SAID_BY, THE_USER) in evidence.facts


def _changes_the_same(text: str, before: Change, now: Change) -> bool:
    """Say whether two changes of a memory differ, and take the same words from it."""
    words = set(text.split())
    taken = [words.difference(change.new_text.split()) for change in (before, now)]
    return before.new_text != now.new_text and not taken[0].isdisjoint(taken[1])


def _new(fact: Fact, draft: Draft, origins: Origins) -> Finding:
    speaker = str(draft.provenance.get("said_by", ""))
    facts = [(SAID_BY, speaker)] if speaker else []
    return Finding(
        Kind.LEARNED,
        NEW_RULE,
        (),
        "it was said in a session, and nobody told memtui to keep it",
        Change(Deed.LEARN, draft=as_told(draft)),
        draft.scope,
        Evidence((*facts, ("read by", origins.extractor)), quote=fact.candidate.quote),
        round(_SURE_OF_NEW * (0.5 + fact.candidate.importance), 2),
        batch=session_batch(origins),
        origin=EXTRACT,
    )


def queue_clashes(store: Store, clashes: Iterable[tuple[Memory, Memory]], *, extractor: str) -> Proposed:
    """Ask which of two statements of one session holds, the later of each pair first; no yes is preset."""
    return propose(store, [_clash(later, earlier, extractor, _BOTH_SAID) for later, earlier in clashes])


def queue_left(
    store: Store,
    held: Iterable[Fact],
    beside: Iterable[Fact],
    *,
    scope: str,
    origins: Origins,
    tx: Transaction | None = None,
    op_id: int | None = None,
    batch: str = "",
) -> tuple[Proposed, Proposed]:
    """Ask about what was held, as `queue_held` does, and about what was stored beside a memory at odds."""
    waiting = queue_held(store, held, scope=scope, origins=origins, tx=tx, op_id=op_id, batch=batch)
    return waiting, queue_beside(store, beside, scope=scope, extractor=origins.extractor, tx=tx, op_id=op_id)


def queue_beside(
    store: Store,
    beside: Iterable[Fact],
    *,
    scope: str,
    extractor: str,
    tx: Transaction | None = None,
    op_id: int | None = None,
) -> Proposed:
    """Ask which of two holds, where a fact was stored beside a memory that it disagrees with."""
    at_odds = [fact for fact in beside if fact.outcome is not Outcome.MERGES]
    pairs = _stored_beside(store, at_odds, scope)
    why = "a text that was read disagrees with a part of this, and only you can say which is right"
    return propose(store, [_clash(*pair, extractor, why) for pair in pairs], tx=tx, op_id=op_id)


def queue_kept_beside(store: Store, card: Proposal, tx: Transaction, op_id: int) -> Proposed:
    """Ask which of two holds, where a yes to a card added what it says beside the memory that it is about."""
    draft = card.change.draft
    (earlier,) = memories.get_many(store, [card.targets[0].id]) or (None,)
    added = memories.same_text(store, card.change.new_text)
    here = [each for each in added if (each.scope, each.state) == (draft.get("scope"), State.LIVE)]
    if earlier is None or not here or here[0].id == earlier.id:
        return Proposed()
    why = "you said yes to the one, and the other still says otherwise: only you can say which is right"
    extractor = dict(card.evidence.facts).get("read by", "")
    return propose(store, [_clash(here[0], earlier, extractor, why)], tx=tx, op_id=op_id)


def keeps_both(card: Proposal) -> bool:
    """Say whether a yes to a card leaves what it adds at odds with the memory that it is about."""
    outcome = {SAID_ANEW: Outcome.UPDATES, SAID_OTHERWISE: Outcome.CONFLICTS}.get(card.rule)
    return outcome is not None and bool(card.targets) and _keeps_both(outcome, card.change)


def _keeps_both(outcome: Outcome, change: Change) -> bool:
    at_odds = outcome in (Outcome.UPDATES, Outcome.CONFLICTS)
    return at_odds and change.deed is Deed.LEARN and not change.gone


def keep_both(
    store: Store, facts: Iterable[Fact], *, scope: str, extractor: str, tx: Transaction, op_id: int
) -> None:
    """Note that a person keeps what these facts say beside their targets: no pass asks about the two again.

    It counts as the same verdict on the card about them, by the op that stored the facts.
    """
    why = "you kept both when you stored the later one"
    pairs = _stored_beside(store, facts, scope)
    ids = propose(store, [_clash(*pair, extractor, why) for pair in pairs], tx=tx, op_id=op_id).ids
    proposals.decide(tx, ids, Status.ACCEPTED, op_id)
    for later, earlier in pairs:
        link(tx, later.id, [earlier.id], LinkKind.CONTRADICTS)


def _stored_beside(store: Store, facts: Iterable[Fact], scope: str) -> list[tuple[Memory, Memory]]:
    """Return the memory of each fact that was stored, with the one that it is about."""
    pairs = []
    for fact in facts:
        where = scope_of(fact.candidate, scope), State.LIVE
        same = memories.same_text(store, fact.candidate.text)
        live = [memory for memory in same if (memory.scope, memory.state) == where]
        if live and fact.target is not None:
            pairs.append((live[0], fact.target))
    return pairs


def _clash(later: Memory, earlier: Memory, extractor: str, why: str) -> Finding:
    comparison = compare(later.text, earlier.text)
    marks = {
        later.id: tuple(
            (span.start, span.end) for difference in comparison.findings for span in difference.left
        ),
        earlier.id: tuple(
            (span.start, span.end) for difference in comparison.findings for span in difference.right
        ),
    }
    return Finding(
        Kind.CONFLICT,
        CLASH_RULE,
        (Target.of(later), Target.of(earlier)),
        why,
        Change(Deed.KEEP),
        later.scope,
        Evidence((("read by", extractor),), {key: spans for key, spans in marks.items() if spans}),
        _SURE[Outcome.CONFLICTS],
        origin=EXTRACT,
    )


def queue_unconfirmed(store: Store, left: Iterable[Memory], *, extractor: str, tx: Transaction) -> Proposed:
    """Propose to drop what was learned while a session ran and was not found again in the whole of it."""
    return propose(store, [_unconfirmed(memory, extractor) for memory in left], tx=tx)


def _unconfirmed(memory: Memory, extractor: str) -> Finding:
    return Finding(
        Kind.LEARNED,
        rule_name(Kind.LEARNED, "unconfirmed"),
        (Target.of(memory),),
        "it was learned while a session ran, and reading the whole session did not find it again",
        Change(Deed.DROP, gone=(memory.id,)),
        memory.scope,
        Evidence(
            (("session", str(memory.provenance.get("session", ""))), ("read by", extractor)),
            quote=str(memory.provenance.get("quote", "")),
        ),
        0.5,
        tokens(memory.text),
        UNCONFIRMED,
        origin=EXTRACT,
    )


def _finding(store: Store, fact: Fact, scope: str, origins: Origins) -> Finding | None:
    target, candidate = fact.target, fact.candidate
    if target is None or fact.outcome not in _SURE:
        return None
    if fact.outcome is Outcome.DELETES:
        change = Change(Deed.DROP, gone=(target.id,))
    else:
        text = merged_text(fact) if fact.outcome is Outcome.MERGES else candidate.text
        draft = draft_of_fact(fact, text, scope, origins)
        is_users = fact.said_by == THE_USER
        change = _in_its_place(store, target, draft, fact.says, by_the_user=is_users)
    facts = [(SAID_BY, fact.said_by)] if fact.said_by else []
    facts += [("it says", one_line(candidate.text, Longest.REASON))]
    facts += [("because", one_line(fact.why, Longest.SENTENCE))] if fact.why else []
    may_lose = fact.outcome in (Outcome.UPDATES, Outcome.CONFLICTS) and not fact.says
    if may_lose and _loses(target, change):
        facts.append(("besides", "dropping one loses what it says besides; an edit keeps it"))
    if _keeps_both(fact.outcome, change):
        facts.append(("then", "both are kept, and a card asks which of the two holds"))
    facts += [("read by", origins.extractor)]
    facts += [("from", origins.file)] if origins.file else []
    files = written_with(store, target) if change.keep is not None else ()
    facts += [("edits", " and ".join(files))] if files else []
    comparison = compare(target.text, candidate.text)
    marks = tuple((span.start, span.end) for difference in comparison.findings for span in difference.left)
    return Finding(
        Kind.LEARNED,
        rule_name(Kind.LEARNED, fact.outcome.value),
        (Target.of(target),),
        (_YOU_SAID if fact.said_by == THE_USER else _REASONS)[fact.outcome],
        change,
        target.scope,
        Evidence(tuple(facts), {target.id: marks} if marks else {}, candidate.quote),
        _SURE[fact.outcome],
        tokens(target.text) if fact.outcome is Outcome.DELETES else 0,
        origin=EXTRACT,
    )


def _loses(target: Memory, change: Change) -> bool:
    """Say whether a memory goes with names or figures that what comes for it does not take the place of."""
    goes = bool(change.gone or change.text)
    return goes and gives_more(target.text, change.new_text)


def _in_its_place(
    store: Store, target: Memory, draft: Draft, says: str = "", *, by_the_user: bool = False
) -> Change:
    """Return the change that puts a draft in the place of a memory: it goes, says it itself, or stays too.

    Where a person overruled the memory, it `says` what they said is so. Of what the user says in a session
    that has only another value they mean to give that.
    """
    if says:
        return Change(Deed.KEEP, target.id, text=says, said_at=draft.created_at)
    is_meant = by_the_user and gives_only_a_value(draft.text, target.text)
    lesson = lesson_of(store, draft, target, meant=is_meant)
    if not _figures(draft.text) <= _figures(lesson.rewritten or draft.text):
        lesson = lesson_of(store, draft, target)
    if lesson.rewritten:
        return Change(Deed.KEEP, target.id, text=lesson.rewritten, said_at=draft.created_at)
    if lesson.supersedes is None and by_the_user and _speaks_of_all(target, draft):
        return Change(Deed.KEEP, target.id, text=draft.text, said_at=draft.created_at)
    gone = () if lesson.supersedes is None else (target.id,)
    return Change(Deed.LEARN, gone=gone, draft=as_told(draft))


def _speaks_of_all(target: Memory, draft: Draft) -> bool:
    """Say whether a later statement turns something down, and the memory that it is about says one thing."""
    if draft.created_at is None or said_before(draft.created_at, target):
        return False
    return turns_something_down(draft.text) and len(list(clauses_of(target.text))) == 1


def _figures(text: str) -> frozenset[str]:
    return frozenset(_FIGURE.findall(text))
