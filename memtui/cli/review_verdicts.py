"""`review accept`, `reject` and `later`: what a person says to proposals.

Saying yes or no is for a person at a terminal, unless they let scripts decide (see `terminal`). Putting off
decides nothing, so anybody may. A secret is erased for good, and asks for more than a yes.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from memtui.cli import output, review_cards
from memtui.cli.asking import SHOWN, agree_to, agree_to_texts, bulk_options, count_typed
from memtui.cli.failures import Code, Stop
from memtui.cli.reporting import summary, talk
from memtui.cli.review_cards import Decision
from memtui.cli.review_choosing import Selectors, choosing, opened
from memtui.cli.running import Running
from memtui.cli.selecting import named as named_memories
from memtui.cli.session import Session, pass_session
from memtui.cli.telling import local
from memtui.cli.terminal import for_a_person
from memtui.domain.counting import listed, plural
from memtui.domain.deeds import if_yes
from memtui.domain.durations import Duration
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import MemoryType
from memtui.domain.proposal import Proposal
from memtui.domain.proposal_status import WAITING
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.outcome import Outcome
from memtui.secrets.masking import masked
from memtui.store import memories, proposals
from memtui.store.database import Store

if TYPE_CHECKING:
    from memtui.review.verdicts import Choice, Verdict

_REASON = "What is proposed is for a person to decide"
_NOTHING = "Nothing was decided."
_REHEARSED = 20
"""Cards that a rehearsal shows of what may be thousands."""
_LASTING = (MemoryType.PROCEDURAL, MemoryType.CONSTITUTIONAL)
"""What a memory becomes that agents are to follow."""


@click.command("accept")
@choosing
@click.option("--keep", metavar="UID", help="The memory that stays, instead of the proposed one.")
@click.option(
    "--both", is_flag=True, help="Keep all its memories, each with its date in the text where these differ."
)
@click.option("--archive", is_flag=True, help="Archive what would be dropped.")
@click.option(
    "--whole", is_flag=True, help="Drop all of a memory that would lose a part, or that only you can judge."
)
@click.option("--text", default="", help="The text of what stays or is added.")
@bulk_options
@pass_session
def accept(
    session: Session,
    selectors: Selectors,
    keep: str | None,
    both: bool,
    archive: bool,
    whole: bool,
    text: str,
    dry_run: bool,
    yes: bool,
    as_document: bool,
) -> Code:
    """Say yes: what is proposed is done.

    All of it is one op that `undo` takes back. Name proposals by ID, or take all of a kind. A secret is the
    exception: it is erased for good, and asks for its count. For a person at a terminal.
    """
    if sum((keep is not None, both, archive, whole)) > 1:
        raise click.UsageError("Only one of --keep, --both, --archive and --whole can count.")
    from memtui.review import verdicts

    asks = not dry_run and for_a_person(session.settings, _REASON, _NOTHING)
    store = opened(session)
    wanted = selectors.chosen(store)
    if len(wanted) > 1 and (keep is not None or text):
        raise click.UsageError("--keep and --text are for one proposal.")
    kept = None if keep is None else named_memories(store, [keep])[0].id
    choice = verdicts.Choice(keep=kept, both=both, archive=archive, whole=whole, text=text)
    cards = proposals.get_many(store, wanted)
    final = [p.id for p in cards if p.change.final and p.status in WAITING]
    if final and (len(final) < len(cards) or choice != verdicts.Choice()):
        raise Stop("A secret is erased for good: decide it apart from the rest, and without options.")
    if dry_run:
        return _rehearse(session, store, cards, choice, as_document=as_document)
    if final:
        return _redact(session, store, final, asks=asks, yes=yes, as_document=as_document)
    told = _told(store, cards, choice)
    if asks and any(each.is_read_first for each in told):
        agree_to_texts([(each.heading, each.text) for each in told], len(wanted), yes=yes)
    else:
        show = (lambda: _tell(told)) if selectors.ids else (lambda: _preview(store, wanted))
        agree_to("accept", len(wanted), "proposal", show, yes=yes)
    with Running("accept") as running:
        verdict = verdicts.accept(
            store, session.settings, wanted, by=session.actor, choice=choice, watch=running.watch
        )
    return _report(store, "accept", verdict, as_document=as_document)


@click.command("reject")
@choosing
@bulk_options
@pass_session
def reject(session: Session, selectors: Selectors, dry_run: bool, yes: bool, as_document: bool) -> Code:
    """Say no: the same is not proposed again.

    For a person at a terminal. `undo` takes it back.
    """
    from memtui.review import verdicts

    if not dry_run:
        for_a_person(session.settings, _REASON, _NOTHING)
    store = opened(session)
    wanted = selectors.chosen(store)
    if dry_run:
        return _rehearse(session, store, proposals.get_many(store, wanted), None, as_document=as_document)
    agree_to("reject", len(wanted), "proposal", lambda: _preview(store, wanted), yes=yes)
    verdict = verdicts.reject(store, wanted, by=session.actor)
    return _report(store, "reject", verdict, as_document=as_document)


@click.command("later")
@choosing
@click.option(
    "--for", "wait", metavar="TIME", default="7d", show_default=True, help="How long: 3d, 2w, 1m (months)."
)
@click.option("--json", "as_document", is_flag=True, help="One JSON object: what was put off.")
@pass_session
def later(session: Session, selectors: Selectors, wait: str, as_document: bool) -> Code:
    """Put proposals off for some days. They come back by themselves, or with `undo`."""
    from memtui.review import verdicts

    until = Duration.parse(wait.removeprefix("+")).after(session.now)
    store = opened(session)
    wanted = selectors.chosen(store)
    verdict = verdicts.later(store, wanted, by=session.actor, days=(until - session.now) / DAY)
    return _report(store, "later", verdict, as_document=as_document, until=until)


def _redact(
    session: Session, store: Store, ids: Sequence[int], *, asks: bool, yes: bool, as_document: bool
) -> Code:
    """Erase the secrets of these proposals, one after the other, once the person has typed how many."""
    from memtui.review import verdicts

    if asks:
        count_typed(len(ids), plural(len(ids), "secret"), lambda: _preview_final(store, ids))
    else:
        agree_to("erase", len(ids), "secret", lambda: _preview_final(store, ids), yes=yes)
    done: list[Verdict] = []
    with Running("erase") as running:
        for position, proposal_id in enumerate(ids):
            if running.cancelled():
                break
            try:
                done.append(verdicts.redact(store, session.settings, proposal_id, by=session.actor))
            except Refused as refused:  # such as one that went with another about the same memory
                done.append(verdicts.Verdict(Outcome(None, 0, str(refused)), gone=[proposal_id]))
            running.progress(position + 1, len(ids))
    joined = verdicts.Verdict(
        Outcome(
            None,
            sum(verdict.outcome.changed for verdict in done),
            "\n".join(dict.fromkeys(verdict.outcome.message for verdict in done)),
        ),
        decided=[i for verdict in done for i in verdict.decided],
        stale=[i for verdict in done for i in verdict.stale],
        gone=[i for verdict in done for i in verdict.gone],
    )
    code = _report(store, "accept", joined, as_document=as_document)
    if len(done) < len(ids):
        output.say(f"Interrupted. {plural(len(ids) - len(done), 'secret')} left as before.")
        return Code.INTERRUPTED
    return code


@dataclass(frozen=True, slots=True)
class _Told:
    """What has to be seen of a card before a yes to it."""

    heading: str
    text: str
    """The text that a yes stores, whole, and what becomes of each memory."""
    is_read_first: bool
    """It stores a text, which nobody agrees to unread."""


def _told(store: Store, proposals: Sequence[Proposal], choice: "Choice") -> list[_Told]:
    """Return what there is to see before a yes to these, of each that can still be decided."""
    cards: list[_Told] = []
    for card in review_cards.load(store, [p.id for p in proposals if p.status in WAITING]):
        change = choice.of(card.proposal.change, [target.id for target in card.proposal.targets])
        text = "" if choice.text else review_cards.to_be_read(card, change)  # else the person's own words
        lines = (
            [text, "", *review_cards.outcome(card, change)] if text else review_cards.outcome(card, change)
        )
        cards.append(_Told(review_cards.heading(card.proposal), "\n".join(lines), bool(text)))
    return cards


def _tell(told: Sequence[_Told]) -> None:
    """Show cards on stderr, each with what becomes of its memories."""
    for card in told:
        output.say(card.heading)
        for line in card.text.split("\n"):
            output.say(f"  {line}")


def _preview(store: Store, ids: Sequence[int]) -> None:
    """Show the first of these proposals on stderr."""
    cards = list(review_cards.load(store, ids[:SHOWN]))
    layout = review_cards.columns(cards, width=output.width() - 2)
    for card in cards:
        output.say(f"  {layout.line(card)}")
    if len(ids) > len(cards):
        output.say(f"  … and {len(ids) - len(cards):,} more")


def _preview_final(store: Store, ids: Sequence[int]) -> None:
    """Show the first of these proposals, and say what a yes to them does, on stderr."""
    from memtui.review import verdicts

    _preview(store, ids)
    cards = proposals.get_many(store, ids)
    changes = {card.change.deed: card.change for card in cards}
    effects = dict.fromkeys(sentence.text for change in changes.values() for sentence in if_yes(change, {}))
    for sentence in effects:
        output.say(f"{sentence[:1].upper()}{sentence[1:]}.")
    files = dict.fromkeys(name for card in cards for name in verdicts.files_to_change(store, card))
    if files:
        output.say(f"{plural(len(files), 'file')} will change: {listed(list(files))}.")


def _rehearse(
    session: Session,
    store: Store,
    proposals: Sequence[Proposal],
    choice: "Choice | None",
    *,
    as_document: bool,
) -> Code:
    """Say what a verdict would do; change nothing. Without a choice it is a no. Raises Refused."""
    waiting = [p for p in proposals if p.status in WAITING]
    ready = [p for p in waiting if choice is None or not p.stale]
    stale = [p.id for p in waiting if choice is not None and p.stale]
    about = {target.id for p in ready for target in p.targets}
    action = "reject" if choice is None else "accept"
    cards = list(review_cards.load(store, [p.id for p in ready]))
    undo = "" if as_document else review_cards.UNDO
    effects = [_effects(store, card, choice, undo) for card in cards]
    if as_document:
        documents = [
            {**review_cards.as_json(card, session.now), "if_yes": of_card}
            for card, of_card in zip(cards, effects, strict=True)
        ]
        output.document(
            {
                "action": action,
                "dry_run": True,
                "changed": len(ready) if choice is None else len(about),
                "op": None,
                "decided": [p.id for p in ready],
                "stale": stale,
                "proposals": documents,
            }
        )
    elif cards:
        _show_rehearsed(cards, effects)
    if stale:
        output.say(f"{plural(len(stale), 'proposal')} changed since and would be looked at again.")
    if not ready:
        output.say("Nothing would be decided.")
        return Code.REFUSED
    output.say(
        f"Would {action} {plural(len(ready), 'proposal')} about {plural(len(about))}. Nothing was changed."
    )
    return Code.DONE


def _effects(store: Store, card: Decision, choice: "Choice | None", undo: str) -> list[str]:
    """Return what a yes does, a line each, with `undo` where it can be taken back; a no does nothing."""
    if choice is None:
        return []
    from memtui.review.queue import besides

    change = choice.of(card.proposal.change, [target.id for target in card.proposal.targets])
    sentences = [*if_yes(change, card.memories), *besides(store, change, card.memories)]
    return [masked(sentence.worded(undo)) for sentence in sentences]


def _show_rehearsed(cards: Sequence[Decision], effects: Sequence[Sequence[str]]) -> None:
    """Print the first cards, each with what a yes to it does."""
    shown = cards[:_REHEARSED]
    layout = review_cards.columns(shown, width=output.width() if output.to_terminal() else None)
    for card, of_card in zip(shown, effects, strict=False):
        output.row(layout.line(card))
        for effect in of_card:
            output.row(f"{'':<{layout.id}}  → {effect}")
    if len(cards) > len(shown):
        output.say(f"… and {len(cards) - len(shown):,} more; --json names all")


def _report(
    store: Store, action: str, verdict: "Verdict", *, as_document: bool, until: Instant | None = None
) -> Code:
    """Say what became of a verdict; return its exit code."""
    anew = {p.id for p in proposals.get_many(store, verdict.stale) if p.status in WAITING}
    if as_document:
        output.document(
            {
                **summary(store, action, verdict.outcome),
                "decided": verdict.decided,
                "stale": verdict.stale,
                "found_anew": sorted(anew),
                "withdrawn": sorted(set(verdict.stale) - anew),
                "gone": verdict.gone,
                "muted": verdict.muted,
            }
        )
    code = talk(verdict.outcome)
    if verdict.decided and code is Code.REFUSED:  # decided, though no memory had to change
        code = Code.DONE
    if until is not None and verdict.decided:
        output.say(f"Back on {local(until)}.")
    _tell_stale(store, verdict.stale, anew)
    _tell_gone(store, verdict.gone)
    for rule in verdict.muted:
        output.say(f"`memtui review unmute {shlex.quote(rule)}` lets it be heard again.")
    if action == "accept":
        _tell_promoted(store, verdict.decided)
    return code


def _tell_promoted(store: Store, decided: Sequence[int]) -> None:
    """Name the command that writes what became a how-to or a rule where agents read it."""
    kept = [p.change.keep for p in proposals.get_many(store, decided[:SHOWN]) if p.change.type in _LASTING]
    for memory in memories.get_many(store, [memory_id for memory_id in kept if memory_id is not None]):
        output.say(f"`memtui rule {memory.uid}` writes it into the instructions that its agents load.")


def _tell_stale(store: Store, stale: Sequence[int], anew: set[int]) -> None:
    for card in review_cards.load(store, stale[:SHOWN]):
        proposal = card.proposal
        if proposal.id in anew:
            output.say(
                f"  {proposal.id} is found anew: {masked(proposal.reason)}. "
                f"`memtui review show {proposal.id}`, then decide."
            )
        else:
            output.say(f"  {proposal.id} no longer holds and is withdrawn ({card.about}).")
    if len(stale) > SHOWN:
        output.say(f"  … and {len(stale) - SHOWN:,} more, {len(anew):,} of all found anew")


def _tell_gone(store: Store, gone: Sequence[int]) -> None:
    for proposal in proposals.get_many(store, gone[:SHOWN]):
        when = "" if proposal.decided_at is None else f", {local(proposal.decided_at)}"
        output.say(f"  {proposal.id} was {proposal.status} before{when}.")
    if len(gone) > SHOWN:
        output.say(f"  … and {len(gone) - SHOWN:,} more")
