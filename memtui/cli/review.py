"""`review`: the pass that proposes, the queue of what it proposed, and the verdicts of a person.

Looking and putting off are free. Saying yes or no is for a person: see `review_verdicts`.
"""

from collections.abc import Iterator, Sequence

import click

from memtui.cli import output, review_cards
from memtui.cli.failures import Code, Stop
from memtui.cli.review_choosing import KINDS, described, named, opened, wanted
from memtui.cli.review_run import run
from memtui.cli.review_verdicts import accept, later, reject
from memtui.cli.session import Session, pass_session
from memtui.cli.stats import pass_json, rule_json
from memtui.cli.telling import local
from memtui.domain.card_kinds import Kind
from memtui.domain.counting import plural
from memtui.domain.deeds import if_yes
from memtui.domain.proposal_status import WAITING, Status
from memtui.secrets.masking import masked
from memtui.store import proposals, review_rules, review_state
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from memtui.store.statistics import last_pass

_SCREENFUL = 50
"""Lines of a tall terminal."""
_OF_A_BATCH = 5
"""Members of a batch that a terminal shows, unless it is told to show all."""

_json = click.option("--json", "as_document", is_flag=True, help="One JSON object.")


class _InOrder(click.Group):
    """Lists its commands in the order in which one needs them."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(self.commands)


_ABOUT = f"""Look through what memtui proposes, and decide.

The pass proposes and changes no memory; what a person accepts is done, and `undo` takes it back. Alone it
says how much is waiting. Kinds: {", ".join(Kind)}.
"""


@click.group(cls=_InOrder, invoke_without_command=True, help=_ABOUT)
@_json
@click.pass_context
def review(ctx: click.Context, as_document: bool) -> Code | None:
    """Look through what memtui proposes, and decide."""
    if ctx.invoked_subcommand is not None:
        return None
    from memtui.review import queue

    session = ctx.ensure_object(Session)
    store = opened(session)
    summary = queue.summary(store)
    muted = sorted(review_rules.muted(store))
    if as_document:
        output.document(
            {
                "open": summary.open,
                "cards": summary.cards,
                "by_kind": dict(summary.by_kind),
                "later": summary.later,
                "muted": summary.muted,
                "minutes": summary.minutes,
                "muted_rules": muted,
                "last_pass": pass_json(last_pass(store)),
            }
        )
        return Code.DONE
    for kind, count in summary.cards_by_kind.items():
        output.row(f"{kind:<10} {count:>7,}")
    if summary.open:
        cards = plural(summary.cards, "card")
        of = "" if summary.open == summary.cards else f" of {plural(summary.open, 'proposal')}"
        output.say(f"{cards}{of}, {_time(summary.minutes)}. `memtui review list` shows them.")
    else:
        output.say(_nothing(store, Wanted()))
    if put_off := _put_off(store):
        output.say(put_off)
    if muted:
        output.say(f"Muted: {', '.join(muted)}. `memtui review rules` says why.")
    return Code.DONE


def _time(minutes: float) -> str:
    return "under a minute" if minutes < 1 else f"about {minutes:,.0f} min"


@click.command("list")
@click.option(
    "--kind", "kinds", metavar="KIND", type=KINDS, multiple=True, help="Only this kind; repeat for several."
)
@click.option("--scope", help="Only those about this scope and all below it.")
@click.option("--batch", metavar="WORDS", help="Only those grouped under these words.")
@click.option(
    "--status",
    type=click.Choice([status.value for status in Status]),
    default=Status.OPEN.value,
    show_default=True,
    help="How they stand.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    help=f"At most so many; 0 for all. On a terminal {_SCREENFUL}, elsewhere all.",
)
@click.option("--json", "as_document", is_flag=True, help="One JSON array.")
@pass_session
def list_proposals(
    session: Session,
    kinds: tuple[str, ...],
    scope: str | None,
    batch: str | None,
    status: str,
    limit: int | None,
    as_document: bool,
) -> Code:
    """List what is proposed.

    Secrets come first, then what a decision gains most by; what was decided comes newest first. On a
    terminal the obvious ones are grouped, and --batch chooses a group by its words.
    """
    store = opened(session)
    selection = wanted(store, kinds, scope, batch, status)
    on_terminal = output.to_terminal() and not as_document
    groups = list(_groups(store, selection))
    count = sum(len(ids) for _, ids in groups)
    most = _SCREENFUL if limit is None and on_terminal else limit or count
    if as_document:
        first_ids = [i for _, ids in groups for i in ids][:most]
        output.array(review_cards.as_json(card, session.now) for card in review_cards.load(store, first_ids))
    else:
        _write(store, groups, most, fold=on_terminal and limit is None)
    if not count:
        output.say(_nothing(store, selection))
        if selection == Wanted() and (put_off := _put_off(store)):
            output.say(put_off)
        return Code.NOTHING
    if on_terminal and count > most:
        output.say(f"{most:,} of {count:,}. --limit 0 lists all.")
    return Code.DONE


def _groups(store: Store, wanted: Wanted) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield what is asked for in order: a heading and the ids of a batch, or no heading and one id."""
    if wanted.status in {Status.OPEN, Status.LATER, Status.MUTED}:
        from memtui.review import queue

        for ref in queue.cards(store, wanted):
            yield (f"{len(ref.ids):,} {ref.batch}" if ref.batch else ""), ref.ids
    else:
        for proposal_id in sorted(proposals.ids(store, wanted), reverse=True):
            yield "", (proposal_id,)


def _write(store: Store, groups: Sequence[tuple[str, tuple[int, ...]]], most: int, *, fold: bool) -> None:
    """Write the list; a terminal gets a heading over each batch, other programs a line for each proposal."""
    on_terminal = output.to_terminal()
    written: list[tuple[str, tuple[int, ...], int]] = []
    left = most
    for heading, ids in groups:
        if left <= 0:
            break
        part = ids[: min(left, _OF_A_BATCH if fold and heading else left)]
        written.append((heading, part, len(ids) - len(part)))
        left -= len(part)
    wide = [i for _, part, _ in written for i in part]
    sample = list(review_cards.load(store, wide[:_SCREENFUL]))
    if not sample:
        return
    layout = review_cards.columns(sample, width=output.width() if on_terminal else None)
    if on_terminal:
        output.row(layout.header)
    for heading, part, rest in written:
        if on_terminal and heading:
            output.row(heading)
        for card in review_cards.load(store, part):
            output.row(layout.line(card))
        if on_terminal and heading and rest:
            output.row(f"{'':<{layout.id}}  … and {rest:,} more; --limit 0 lists all")


def _nothing(store: Store, wanted: Wanted) -> str:
    narrowed = described(wanted)
    if wanted.status is not Status.OPEN:
        return f"No proposals{narrowed} are {_standing(wanted.status)}."
    if narrowed:
        return f"No open proposals{narrowed}."
    if last_pass(store) is None:
        return "Nothing is proposed: no review pass has run yet. `memtui review run` runs one."
    return "Nothing is proposed. `memtui review run` looks again."


def _put_off(store: Store) -> str:
    count = sum(proposals.counts(store, Wanted(status=Status.LATER)).values())
    return f"{plural(count, 'proposal')} put off: `memtui review list --status later`." if count else ""


def _standing(status: Status) -> str:
    return "put off" if status is Status.LATER else status


@click.command("show")
@click.argument("proposal_id", metavar="ID", type=click.IntRange(min=1))
@_json
@pass_session
def show_proposal(session: Session, proposal_id: int, as_document: bool) -> Code:
    """Show one proposal: what, why, and what a yes does.

    Its memories are shown whole, with what matters in them marked by a line below.
    """
    from memtui.review.queue import besides

    store = opened(session)
    (card,) = review_cards.load(store, named(store, [proposal_id]))
    proposal = card.proposal
    yes = if_yes(proposal.change, card.memories)
    also = besides(store, proposal.change, card.memories)
    if as_document:
        sentences = [masked(line.text) for line in (*yes, *also)]
        output.document({**review_cards.as_json(card, session.now), "if_yes": sentences})
        return Code.DONE
    batch = proposal.batch and len(
        proposals.ids(store, Wanted(kinds=frozenset({proposal.kind}), batch=proposal.batch))
    )
    width = output.width() if output.to_terminal() else None
    waiting = proposals.waiting_about(store, card.memories) if proposal.status in WAITING else {}
    others = sorted({each for ids in waiting.values() for each in ids} - {proposal.id})
    shown = review_cards.card(card, session.now, yes, also, others=others, batch=batch or 0, width=width)
    for line in shown:
        output.row(line)
    return Code.DONE


@click.command("rules")
@click.option("--json", "as_document", is_flag=True, help="One JSON array.")
@pass_session
def rules(session: Session, as_document: bool) -> Code:
    """List the rules and how often you said yes.

    A rule that you say no to 8 times of 10 mutes itself; junk, or what is expired or faded, mutes itself in
    a project where you say no 3 times of 4. `unmute` lets either be heard again.
    """
    store = opened(session)
    records = review_rules.records(store)
    if as_document:
        output.array(map(rule_json, records))
    elif records:
        longest = max(len("RULE"), *(len(record.rule) for record in records))
        output.row(f"{'RULE':<{longest}}  {'YES':>6}  {'NO':>6}  {'OPEN':>6}  {'TAKEN':>5}  MUTED")
        for record in records:
            taken = "" if record.acceptance is None else f"{record.acceptance:.0%}"
            since = "" if record.muted_at is None else f"since {local(record.muted_at)}"
            output.row(
                f"{record.rule:<{longest}}  {record.accepted:>6,}  {record.rejected:>6,}  "
                f"{record.open:>6,}  {taken:>5}  {since}".rstrip()
            )
        _tell_taught(review_state.taught(store))
    if not records:
        output.say("No rule has proposed anything yet. `memtui review run` runs the pass.")
        return Code.NOTHING
    return Code.DONE


def _tell_taught(taught: review_state.Taught) -> None:
    from memtui.review.queue import taught_words

    for line in taught_words(taught):
        output.say(line)
    if taught.yes or taught.no:
        output.say("`memtui review relearn` forgets that.")


@click.command("relearn")
@_json
@pass_session
def relearn(session: Session, as_document: bool) -> Code:
    """Forget what your verdicts taught the learned model.

    From the next pass on it asks as it was shipped, and learns from new verdicts. The verdicts stay.
    """
    store = opened(session)
    from memtui.review import queue

    forgotten = queue.relearn(store)
    if as_document:
        output.document(
            {
                "action": "relearn",
                "yes": forgotten.yes,
                "no": forgotten.no,
                "shift": forgotten.shift,
            }
        )
    output.say(f"Forgot what {forgotten.yes + forgotten.no:,} verdicts taught.")
    return Code.DONE


@click.command("unmute")
@click.argument("rule")
@_json
@pass_session
def unmute(session: Session, rule: str, as_document: bool) -> Code:
    """Let a muted rule, or what is muted in a project, be heard again.

    What it had in the queue is open again, too.
    """
    from memtui.review import verdicts

    store = opened(session)
    if rule not in {record.rule for record in review_rules.records(store)}:
        raise Stop(f"There is no rule {rule!r}; `memtui review rules` lists them.", Code.NOTHING)
    done = verdicts.unmute(store, rule)
    if as_document:
        output.document({"action": "unmute", "rule": rule, "unmuted": done})
    output.say(f"{rule} is heard again." if done else f"{rule} was not muted.")
    return Code.DONE


for _command in (run, list_proposals, show_proposal, accept, reject, later, rules, unmute, relearn):
    review.add_command(_command)
