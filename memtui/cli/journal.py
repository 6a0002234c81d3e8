"""`undo`, `redo` and `history`: the journal's verbs."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby

import click

from memtui.cli import output, several_back
from memtui.cli.failures import Code
from memtui.cli.reporting import summary, talk
from memtui.cli.revealing import may_reveal, secrets_option
from memtui.cli.running import Running
from memtui.cli.session import Session, pass_session
from memtui.cli.telling import change_json, change_words, op_json, op_line
from memtui.domain.actor import ActorKind
from memtui.domain.counting import plural
from memtui.domain.filter import tokens_apart
from memtui.lifecycle import undo as undoing
from memtui.lifecycle.outcome import Outcome
from memtui.secrets.masking import masked_memory
from memtui.store import history as searching
from memtui.store import journal, memories, scopes
from memtui.store.database import Store
from memtui.store.journal import Op
from memtui.store.op_filter import TOKENS, parse


@click.command()
@click.argument("times", metavar="[N]", type=click.IntRange(min=1), default=1)
@click.option("--op", "op_id", type=click.IntRange(min=1), help="Take back this one; history lists them.")
@click.option("--dry-run", is_flag=True, help="Say what would be taken back; change nothing.")
@click.option("--yes", "-y", is_flag=True, help="Don't ask about several, or a large one.")
@click.option("--json", "as_document", is_flag=True, help="One JSON object: what was undone.")
@pass_session
def undo(
    session: Session, times: int, op_id: int | None, dry_run: bool, yes: bool, as_document: bool
) -> Code:
    """Take back the latest thing a person did, or the latest N.

    N is how many, counted back from the latest, and no number of the history: --op takes such a number.
    Several are shown and asked about first. Where nobody can be asked they need --yes, and so does one that
    changed more than five memories or files, unless --op names it.

    Here or on the screen, today or last week. What agents and scripts did is taken back with --op,
    and an undo right after that brings it back. Run by a script, it takes back the latest thing that a script
    did.
    """
    if op_id is not None and times != 1:
        raise click.UsageError("--op names one op; leave out N.")
    store = session.store()
    if dry_run:
        ops = _to_undo(session, store, times, op_id)
        return _rehearse(session, store, several_back.UNDO, times, ops, as_document=as_document)
    if op_id is None:
        ops = journal.undoable(store, limit=times, by=session.actor.kind)
        several_back.agree(store, several_back.UNDO, times, ops, yes=yes)
    return _repeat(
        store,
        "undo",
        times,
        session.actor.kind,
        lambda running: undoing.undo(
            store, by=session.actor, op_id=op_id, chosen=op_id is not None, watch=running.watch
        ),
        as_document=as_document,
    )


@click.command()
@click.argument("times", metavar="[N]", type=click.IntRange(min=1), default=1)
@click.option("--dry-run", is_flag=True, help="Say what would be done again; change nothing.")
@click.option("--yes", "-y", is_flag=True, help="Don't ask about several, or a large one.")
@click.option("--json", "as_document", is_flag=True, help="One JSON object: what was done again.")
@pass_session
def redo(session: Session, times: int, dry_run: bool, yes: bool, as_document: bool) -> Code:
    """Do again what undo took back, or the latest N.

    Several are shown and asked about first. Where nobody can be asked they need --yes, and so does one that
    changes more than five memories or files.
    """
    store = session.store()
    ops = journal.redoable(store, limit=times, by=session.actor.kind)
    if dry_run:
        return _rehearse(session, store, several_back.REDO, times, ops, as_document=as_document)
    several_back.agree(store, several_back.REDO, times, ops, yes=yes)
    return _repeat(
        store,
        "redo",
        times,
        session.actor.kind,
        lambda running: undoing.redo(store, by=session.actor, watch=running.watch),
        as_document=as_document,
    )


@click.command()
@click.argument("words", metavar="[WORDS]...", nargs=-1)
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="At most so many.")
@click.option("--before", type=click.IntRange(min=1), metavar="OP", help="Only what came before this op.")
@click.option(
    "--by",
    type=click.Choice([kind.value for kind in ActorKind]),
    help="Only what a person, a script, an agent or memtui did.",
)
@click.option("--op", "op_id", type=click.IntRange(min=1), help="What this op changed, memory by memory.")
@secrets_option
@click.option("--json", "as_document", is_flag=True, help="One JSON array, or with --op one object.")
@pass_session
def history(
    session: Session,
    words: tuple[str, ...],
    limit: int,
    before: int | None,
    by: str | None,
    op_id: int | None,
    in_the_clear: bool,
    as_document: bool,
) -> Code:
    """List what was done to the store, newest first.

    WORDS narrow it down: words of what was done or of the memories' texts, and by:claude-code, did:drop,
    in:/project/atlas, made:2026-11.
    """
    clear = may_reveal(session, in_the_clear)
    store = session.store_to_read()
    if op_id is not None:
        if words:
            raise click.UsageError("--op names one op; leave out WORDS.")
        return _one_op(store, op_id, limit, clear=clear, as_document=as_document)
    if words:
        ops = _matching(store, words, limit, before=before, by=by)
    else:
        ops = journal.ops(store, limit=limit, before=before, actor=None if by is None else ActorKind(by))
    if as_document:
        output.array(map(op_json, ops))
    else:
        for op in ops:
            output.row(op_line(op))
    if not ops:
        output.say(
            "Nothing has been done yet."
            if before is None and by is None and not words
            else "Nothing matches."
        )
        return Code.NOTHING
    return Code.DONE


def _matching(
    store: Store, words: Sequence[str], limit: int, *, before: int | None, by: str | None
) -> list[Op]:
    """Return the newest `limit` ops that the words ask for. Raises FilterError."""
    apart = [token for word in words for token in tokens_apart(word, TOKENS)]
    wanted = parse(apart, scope_named=lambda part: scopes.named(store, part)[0])
    if by is not None:
        wanted = replace(wanted, actor=ActorKind(by))
    ids: list[int] = []
    for portion in searching.search(store, wanted, before=before):
        ids += portion
        if len(ids) >= limit:
            break
    return journal.ops_of(store, ids[:limit])


def _to_undo(session: Session, store: Store, times: int, op_id: int | None) -> list[Op]:
    if op_id is None:
        return journal.undoable(store, limit=times, by=session.actor.kind)
    op = undoing.op_called(store, op_id)
    return [op] if op.undone_by is None else []


def _rehearse(
    session: Session,
    store: Store,
    verb: several_back.Verb,
    times: int,
    ops: Sequence[Op],
    *,
    as_document: bool,
) -> Code:
    if as_document:
        output.document({"action": verb.name, "dry_run": True, "ops": [op_json(op) for op in ops]})
    if times > 1 and ops:
        output.say(several_back.what_is_counted(store, verb, times, len(ops)))
    for op in ops:
        label = op.label if verb is several_back.UNDO else journal.done_again(op) or op.label
        output.say(f"Would {verb.name}: {label}.")
    if not ops:
        output.say(_nothing_left(store, verb.name, session.actor.kind))
    return Code.DONE if ops else Code.NOTHING


def _nothing_left(store: Store, action: str, by: ActorKind) -> str:
    """Say that nothing is left; to a script, what a person did that it may have meant."""
    persons = journal.undoable(store, limit=1, by=ActorKind.PERSON)
    if action != "undo" or by is ActorKind.PERSON or not persons:
        return f"Nothing to {action}."
    op = persons[0]
    return f"Nothing that a script did is left to undo. A person's latest: {op.label} (undo --op {op.id})."


def _repeat(
    store: Store,
    action: str,
    times: int,
    by: ActorKind,
    verb: Callable[[Running], Outcome | None],
    *,
    as_document: bool,
) -> Code:
    outcomes: list[Outcome] = []
    code = Code.NOTHING
    for _ in range(times):
        with Running(action) as running:
            outcome = verb(running)
        if outcome is None:
            break
        outcomes.append(outcome)
        code = talk(outcome)
        if code is Code.REFUSED and not outcome.skipped_count:  # a verdict, which changed no memory
            code = Code.DONE
        if code is not Code.DONE:
            break
    if as_document:
        output.document({"action": action, "ops": [summary(store, action, outcome) for outcome in outcomes]})
    if not outcomes:
        output.say(_nothing_left(store, action, by))
    return code


def _one_op(store: Store, op_id: int, limit: int, *, clear: bool, as_document: bool) -> Code:
    op = journal.op(store, op_id)
    if op is None:
        output.say(f"There is no change {op_id}.")
        return Code.NOTHING
    changes = journal.changes(store, op_id, limit=limit)
    touched = memories.get_many(store, sorted({change.memory_id for change in changes}))
    by_id = {memory.id: memory if clear else masked_memory(memory) for memory in touched}
    if as_document:
        told_changes = [
            {
                **change_json(change, in_the_clear=clear),
                "uid": by_id[change.memory_id].uid if change.memory_id in by_id else None,
            }
            for change in changes
        ]
        output.document({**op_json(op), "changes": told_changes})
        return Code.DONE
    output.row(op_line(op))
    for memory_id, of_memory in groupby(changes, key=lambda change: change.memory_id):
        memory = by_id.get(memory_id)
        effect = change_words(list(of_memory), in_the_clear=clear)
        output.row(f"  {effect}   {memory.headline if memory else ''}".rstrip())
    if len(changes) == limit and journal.changes(store, op_id, limit=1, offset=limit):
        output.say(f"Shown: the first {plural(limit, 'change')}; --limit shows more.")
    return Code.DONE
