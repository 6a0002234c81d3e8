"""Making proposals of what capture may not do by itself: what updates, contradicts, completes or ends others.

The extract command and the worker call it with the facts that `saving.save` has held.
"""

from collections.abc import Iterable
from dataclasses import replace

from memtui.capture.consolidate import merged_text
from memtui.capture.facts import Fact, Outcome
from memtui.capture.saving import Origins, draft_of_fact
from memtui.capture.windows import tokens
from memtui.domain.memory import Memory
from memtui.domain.proposal import EXTRACT, Change, Deed, Evidence, Finding, Kind, Target, rule_name
from memtui.domain.text import one_line
from memtui.language.difference import compare
from memtui.lifecycle.propose import Proposed, Room, as_told, propose
from memtui.store.database import Store, Transaction

_SURE = {Outcome.UPDATES: 0.8, Outcome.DELETES: 0.7, Outcome.MERGES: 0.7, Outcome.CONFLICTS: 0.6}
_REASONS = {
    Outcome.UPDATES: "a text that was read since says otherwise",
    Outcome.DELETES: "a text that was read since says that this is over",
    Outcome.MERGES: "a text that was read since says the same, and more",
    Outcome.CONFLICTS: "a text that was read disagrees with this",
}


UNCONFIRMED = "mid-session facts that the whole session did not confirm"


def queue_held(
    store: Store,
    held: Iterable[Fact],
    *,
    scope: str,
    origins: Origins,
    tx: Transaction | None = None,
    batch: str = "",
) -> Proposed:
    """Put facts that need a person's word into the review queue; with `tx` in a write that does more.

    With `batch` they make one card, of no more than one client may have wait.
    """
    found = (_finding(fact, scope, origins) for fact in held)
    good = [replace(finding, batch=batch) for finding in found if finding is not None]
    return propose(store, good, tx=tx, room=Room(batch=batch) if batch else None)


def queue_new(
    store: Store, new: Iterable[Fact], *, scope: str, origins: Origins, tx: Transaction | None = None
) -> Proposed:
    """Ask a person whether new facts are to be stored: those of one session on one card."""
    batch = f"what a session of {origins.source} teaches, {origins.session[-6:].lower()}".strip(", ")
    return propose(store, [_new(fact, scope, origins, batch) for fact in new], tx=tx)


def _new(fact: Fact, scope: str, origins: Origins, batch: str) -> Finding:
    draft = draft_of_fact(fact, fact.candidate.text, scope, origins)
    return Finding(
        Kind.LEARNED,
        rule_name(Kind.LEARNED, Outcome.NEW.value),
        (),
        "it was said in a session, and additions wait for your word",
        Change(Deed.LEARN, draft=as_told(draft)),
        scope,
        Evidence((("read by", origins.extractor),), quote=fact.candidate.quote),
        0.5,
        batch=batch,
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


def _finding(fact: Fact, scope: str, origins: Origins) -> Finding | None:
    target, candidate = fact.target, fact.candidate
    if target is None or fact.outcome not in _SURE:
        return None
    if fact.outcome is Outcome.DELETES:
        change = Change(Deed.DROP, gone=(target.id,))
    else:
        text = merged_text(fact) if fact.outcome is Outcome.MERGES else candidate.text
        draft = draft_of_fact(fact, text, scope, origins)
        change = Change(Deed.LEARN, gone=(target.id,), draft=as_told(draft))
    facts = [("it says", one_line(candidate.text, 300))]
    facts += [("because", one_line(fact.why, 200))] if fact.why else []
    facts += [("read by", origins.extractor)]
    facts += [("from", origins.file)] if origins.file else []
    comparison = compare(target.text, candidate.text)
    marks = tuple((span.start, span.end) for found in comparison.findings for span in found.left)
    return Finding(
        Kind.LEARNED,
        rule_name(Kind.LEARNED, fact.outcome.value),
        (Target.of(target),),
        _REASONS[fact.outcome],
        change,
        target.scope,
        Evidence(tuple(facts), {target.id: marks} if marks else {}, candidate.quote),
        _SURE[fact.outcome],
        tokens(target.text) if fact.outcome is Outcome.DELETES else 0,
        origin=EXTRACT,
    )
