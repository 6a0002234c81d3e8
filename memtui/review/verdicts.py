"""What a person decides: yes, no, later. Every verdict is one op, which undo takes back.

Accepting checks each proposal inside the transaction that acts on it. One that someone else has decided is
passed over. One whose memories have changed since is not acted on: it is found anew and shown again, or
withdrawn. A rule that is rejected again and again mutes itself, but for those whose memories would be held
back without a card; and so, sooner, does a kind of card in one project.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from memtui.config.settings import Settings
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.counting import listed, plural
from memtui.domain.deed_record import Offer
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import DAY
from memtui.domain.muting import in_project
from memtui.domain.proposal import Proposal
from memtui.domain.proposal_status import WAITING, Status
from memtui.domain.text import Longest, one_line
from memtui.domain.watch import UNWATCHED, Watch
from memtui.formats.protocol import SourceError
from memtui.lifecycle import chunks
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.holding import NEEDED
from memtui.lifecycle.outcome import Outcome
from memtui.lifecycle.redact import redact as lifecycle_redact
from memtui.lifecycle.redact import unmark
from memtui.review.accepting import Accepting
from memtui.review.renewing import found_anew, renew, rules_of
from memtui.review.rule import Context
from memtui.review.rule_words import named
from memtui.secrets.masking import headline, masked
from memtui.sources.blotting import Blotted, blot_out
from memtui.sources.secrets_between import files_to_blot
from memtui.sources.source_files import words_of
from memtui.sources.syncing import sync
from memtui.store import journal, memories, proposals, recording, review_rules
from memtui.store.database import Store

SNOOZE_DAYS = 7.0
"""Days that a “later” lasts: a person comes back about once a week."""
MUTED_BY, OUT_OF = 8, 10
"""A rule mutes itself when this many of its last cards, out of that many, got a no."""
_MUTED_THERE_BY, _OUT_OF_THERE = 3, 4
"""The same for cards of one kind in one project, where few are enough: which projects go wrong is told by
nothing but their owner."""
_FEW = 10
"""Cards that are looked at again while a person waits."""


@dataclass(frozen=True, slots=True)
class Choice:
    """How a yes differs from what was proposed."""

    keep: int | None = None
    """The memory that stays, of those a proposal is about."""
    both: bool = False
    """Keep all of them, each with its date where these differ."""
    archive: bool = False
    """Archive what would be dropped."""
    whole: bool = False
    """Drop all of what would lose a part."""
    text: str = ""
    """The text of what stays or is added."""

    def of(self, change: Change, targets: Sequence[int]) -> Change:
        """Return `change` as this choice has it. Raises Refused where there is nothing to choose."""
        offers = change.offers(len(targets))
        if self.both:
            if Offer.BOTH not in offers:
                raise Refused("keeping both is for memories that disagree")
            return Change(Deed.BOTH, gone=tuple(targets))
        if self.whole:
            if Offer.WHOLE not in offers:
                raise Refused(
                    "this proposal cuts nothing out of a memory, and is not about one that only you can judge"
                )
            return Change(Deed.DROP, gone=tuple(targets))
        if self.archive:
            if Offer.ARCHIVE not in offers:
                raise Refused("this proposal drops nothing that could be archived instead")
            change = replace(change, deed=Deed.ARCHIVE)
        if self.keep is not None and self.keep != change.keep:
            if Offer.WINNER not in offers or self.keep not in targets:
                raise Refused("only one of the memories of this proposal can be chosen to stay")
            gone = tuple(target for target in targets if target != self.keep)
            change = replace(change, keep=self.keep, gone=gone, text="")
        if self.text:
            if Offer.TEXT not in offers:
                raise Refused("this proposal leaves no text to edit; edit the memory itself, or say no")
            change = replace(change, text=self.text)
            if change.open_question and len(targets) == 1:
                change = replace(change, keep=targets[0])
        return change


@dataclass(slots=True)
class Verdict:
    """What became of a verdict."""

    outcome: Outcome
    decided: list[int] = field(default_factory=list)
    """The proposals that were decided by it."""
    stale: list[int] = field(default_factory=list)
    """Not acted on, because their memories have changed: found anew, or withdrawn."""
    gone: list[int] = field(default_factory=list)
    """Decided by someone else before."""
    muted: list[str] = field(default_factory=list)
    """Rules, and kinds in a project, that muted themselves by it."""


def accept(
    store: Store,
    settings: Settings,
    ids: Sequence[int],
    *,
    by: Actor,
    choice: Choice | None = None,
    watch: Watch = UNWATCHED,
) -> Verdict:
    """Carry proposals out, as one op.

    Raises Refused for a choice that a proposal does not offer, a text that cannot be stored, and what cannot
    be undone: that is `redact`.
    """
    choice = choice or Choice()
    cards = {p.id: p for p in proposals.get_many(store, ids)}
    if any(p.change.final and p.status in WAITING for p in cards.values()):
        raise Refused("a secret is erased for good, one at a time: that cannot be undone")
    stale = {p.id for p in cards.values() if p.stale or _no_longer(p, store, settings)}
    ready = [p for p in cards.values() if p.status in WAITING and p.id not in stale]
    changes = {p.id: _decided(choice, p) for p in ready}
    accepting = Accepting(store, changes, by)
    nouns = {each.called[0] for each in changes.values()}
    detail = nouns.pop() if len(nouns) == 1 else "change"
    kind = "accept" if by.kind is not ActorKind.SYSTEM else "auto"
    outcome = chunks.run(
        store,
        list(changes),
        kind=kind,
        change=accepting,
        by=by,
        detail=detail,
        watch=watch,
    )
    decided_before = [i for i in ids if i not in cards or cards[i].status not in WAITING]
    verdict = Verdict(
        outcome, accepting.decided, sorted(stale | accepting.stale), accepting.gone + decided_before
    )
    _look_again(store, settings, [*verdict.stale, *_gone_stale(store, verdict.decided)])
    verdict.outcome = replace(outcome, message=_accepted_words(store, verdict, outcome, changes))
    return verdict


def _decided(choice: Choice, proposal: Proposal) -> Change:
    change = choice.of(proposal.change, [target.id for target in proposal.targets])
    if change.open_question and len(proposal.targets) == 1:
        raise Refused("only you can say which is right: edit the memory to what is so, drop it, or say no")
    return change


def redact(store: Store, settings: Settings, proposal_id: int, *, by: Actor) -> Verdict:
    """Erase the secret that a proposal is about, for good. The caller has asked for a typed confirmation.

    Raises Refused when the proposal does not stand any more.
    """
    proposal = proposals.get(store, proposal_id)
    if proposal is None or proposal.status not in WAITING:
        raise Refused("this proposal was decided already")
    if not proposal.change.final:
        raise Refused("there is nothing to erase here")
    if proposal.stale:
        _look_again(store, settings, [proposal_id])
        return Verdict(Outcome(None, 0, "The memory has changed since; look again"), stale=[proposal_id])
    in_store = proposal.change.deed is Deed.REDACT
    blotted = _blot_files(store, proposal, allowed_only=in_store)
    files = sorted({_name_of(place.file) for place in blotted.places})
    if in_store:
        report = lifecycle_redact(store, proposal.change.gone, by=by)
        message, count = report.message, report.purged
    elif not files:
        _look_again(store, settings, [proposal_id])
        return Verdict(Outcome(None, 0, "No linked file holds it any more"), stale=[proposal_id])
    else:
        unmark(store, proposal.change.gone, proposal_id, by=by)
        message = f"It is in {listed(files)} no more, nor in what is kept for undo"
        count = len(files)
    for source in {place.source.id: place.source for place in blotted.places}.values():
        sync(store, source, gate=settings.gate)
    left = [f"{_name_of(file)} still holds it: {reason}" for file, reason in sorted(blotted.left.items())]
    sentence = ". ".join(["Replaced the secret by a note of its kind", message, *left])
    return Verdict(Outcome(None, count, sentence), [proposal_id])


def files_to_change(store: Store, proposal: Proposal) -> list[str]:
    """Return the names of the linked files that `redact` takes a secret out of, as they may be shown."""
    about = memories.get_many(store, proposal.change.gone)
    return list(dict.fromkeys(map(_name_of, files_to_blot(store, about, _beside(proposal)))))


def _blot_files(store: Store, proposal: Proposal, *, allowed_only: bool) -> Blotted:
    """Take the secret out of linked files. Raises Refused."""
    about = memories.get_many(store, proposal.change.gone)
    try:
        return blot_out(store, about, beside=_beside(proposal), allowed_only=allowed_only)
    except (SourceError, OSError) as error:
        raise Refused(words_of(error)) from None


def _beside(proposal: Proposal) -> str:
    return proposal.evidence.file if proposal.change.deed is Deed.BLOT else ""


def _name_of(file: str) -> str:
    return one_line(masked(Path(file).name), Longest.PHRASE)


def reject(store: Store, ids: Sequence[int], *, by: Actor) -> Verdict:
    """Say no for good: the same proposal does not come back until its evidence has changed."""
    verdict = _set_aside(store, ids, Status.REJECTED, "reject", by=by, until=None)
    if verdict.decided:
        with store.write() as tx:
            cards = proposals.get_many(store, verdict.decided)
            there = {in_project(p.kind, p.scope) for p in cards if p.kind.record.by_project}
            limits = dict.fromkeys(sorted(there), (_MUTED_THERE_BY, _OUT_OF_THERE))
            limits |= dict.fromkeys(sorted({p.rule for p in cards} - NEEDED), (MUTED_BY, OUT_OF))
            for name, (noes, out_of) in limits.items():
                verdicts = review_rules.latest_verdicts(tx, name, out_of)
                if verdicts.count(Status.REJECTED) >= noes and review_rules.mute(tx, name):
                    verdict.muted.append(name)
                    said = f"{named(name)} mutes itself: you said no {noes} of its last {out_of} times"
                    sentence = f"{verdict.outcome.message}. {said}"
                    verdict.outcome = replace(verdict.outcome, message=sentence)
    return verdict


def later(store: Store, ids: Sequence[int], *, by: Actor, days: float = SNOOZE_DAYS) -> Verdict:
    """Put proposals off for some days."""
    return _set_aside(store, ids, Status.LATER, "later", by=by, until=store.now() + days * DAY)


def unmute(store: Store, rule: str) -> bool:
    """Let a muted rule be heard again. Returns False when it was not muted."""
    with store.write() as tx:
        return review_rules.unmute(tx, rule)


def _set_aside(
    store: Store, ids: Sequence[int], status: Status, kind: str, *, by: Actor, until: float | None
) -> Verdict:
    cards = proposals.get_many(store, ids)
    kinds = sorted({p.kind.value for p in cards})
    with store.write() as tx:
        op_id = recording.begin(tx, kind, by, detail=kinds[0] if len(kinds) == 1 else "")
        decided = proposals.decide(tx, ids, status, op_id, until=until)
        kept = [
            t.id
            for p in cards
            if p.id in set(decided) and status is Status.REJECTED and p.change.removes
            for t in p.targets
        ]
        recording.finish(tx, op_id, len(decided))
    op = journal.op(store, op_id)
    gone = [i for i in ids if i not in set(decided)]
    if not decided:
        return Verdict(Outcome(None, 0, "It was decided already"), gone=gone)
    what = "it" if len(decided) == 1 else f"{len(decided):,} proposals"
    nay = "Left as it is, and not proposed again" if len(decided) == 1 else f"Said no to {what}"
    sentence = nay if status is Status.REJECTED else f"Put {what} off"
    if kept:
        sentence = "Kept it" if len(decided) == 1 else f"Kept {plural(len(kept))}"
    return Verdict(Outcome(op, len(decided), sentence), decided, gone=gone)


def _no_longer(proposal: Proposal, store: Store, settings: Settings) -> bool:
    """Say whether a proposal that rests on time holds no more: a use since then changes no version."""
    by_time = any(rule.by_time for rule in rules_of(proposal.kind))
    if not by_time or proposal.status not in WAITING:
        return False
    finding = found_anew(proposal, Context(store, settings, store.now()))
    return finding is None or {t.id for t in finding.targets} != {t.id for t in proposal.targets}


def _look_again(store: Store, settings: Settings, ids: Sequence[int]) -> None:
    """Find stale proposals anew, or withdraw them."""
    now = Context(store, settings, store.now())
    for proposal in proposals.get_many(store, ids):
        renew(proposal, now)


def _gone_stale(store: Store, decided: Sequence[int]) -> list[int]:
    """Return the other cards about memories that few verdicts changed; of many the next pass takes care."""
    if len(decided) > _FEW:
        return []
    about = {target.id for each in proposals.get_many(store, decided) for target in each.targets}
    waiting = {i for ids in proposals.waiting_about(store, about).values() for i in ids}
    return [each.id for each in proposals.get_many(store, sorted(waiting)[:_FEW]) if each.stale]


def _accepted_words(store: Store, verdict: Verdict, outcome: Outcome, changes: Mapping[int, Change]) -> str:
    if not verdict.decided:
        if verdict.stale:
            return "Changed since it was proposed: look again"
        return "It was decided already"
    says = {change.called[1] for change in changes.values()}
    done = says.pop() if len(says) == 1 else "Changed"
    if len(verdict.decided) == 1:
        (proposal,) = proposals.get_many(store, verdict.decided)
        sentence = _one_accepted(store, proposal, changes[proposal.id], done, outcome)
    else:
        sentence = f"{done} {plural(outcome.changed)}"
        known = len(verdict.decided) - outcome.changed
        if known > 0 and all(_only_adds(changes[each]) for each in verdict.decided):
            added = sentence if outcome.changed else "Nothing was added"
            sentence = f"{added}; {known:,} {'was' if known == 1 else 'were'} there already"
    if verdict.stale:
        sentence += f"; {len(verdict.stale):,} changed since and were left"
    return f"{sentence}, then stopped" if outcome.interrupted else sentence


def _one_accepted(store: Store, proposal: Proposal, change: Change, done: str, outcome: Outcome) -> str:
    """Return what came of one proposal; its deed is `done`."""
    if _only_adds(change):
        added = f"{done} “{one_line(change.new_text, 50)}”"
        return added if outcome.changed else "The store has it already, so nothing was added"
    if change.deed is Deed.KEEP and change.gone:
        others = "the other" if len(change.gone) == 1 else f"{len(change.gone):,} others"
        return f"Kept {_named(store, change.keep or 0) or 'one'}, and dropped {others}"
    if len(proposal.targets) != 1:
        return f"{done} {plural(len(proposal.targets))}"
    return f"{done} {_named(store, proposal.targets[0].id) or plural(outcome.changed)}"


def _named(store: Store, memory_id: int) -> str:
    """Return the first words of a memory as a quotation; none where it is gone."""
    memory = memories.get(store, memory_id)
    return f"“{one_line(headline(memory), 50)}”" if memory is not None else ""


def _only_adds(change: Change) -> bool:
    return change.deed.record.adds and not change.gone
