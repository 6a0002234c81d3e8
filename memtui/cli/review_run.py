"""`review run`: the review pass, now and in this process, with a report of what it found."""

import contextlib
import dataclasses
from collections.abc import Sequence, Set
from typing import TYPE_CHECKING

import click

from memtui.cli import output, review_cards
from memtui.cli.asking import agree_to_read
from memtui.cli.failures import Code
from memtui.cli.reporting import summary
from memtui.cli.review_cards import Decision
from memtui.cli.review_choosing import KINDS, wanted
from memtui.cli.running import Running
from memtui.cli.session import Session, pass_session
from memtui.domain.card_kinds import Kind
from memtui.domain.counting import listed, plural
from memtui.domain.instant import Instant
from memtui.domain.proposal import Finding, Proposal
from memtui.domain.proposal_status import Status
from memtui.store import judged, memories
from memtui.store.database import Store

if TYPE_CHECKING:
    from memtui.review.pass_report import KindCount, PassReport

_SCREENFUL = 50
"""Lines of a tall terminal."""


@click.command("run")
@click.option(
    "--kind",
    "kinds",
    metavar="KIND",
    type=KINDS,
    multiple=True,
    help="Only look for this kind; repeat for several.",
)
@click.option("--scope", help="Only look at this scope and all below it.")
@click.option("--full", is_flag=True, help="Look at the whole store, not only at what changed.")
@click.option("--model", default="", help="Ask this model, by its litellm name, instead of llm.model.")
@click.option(
    "--offline", is_flag=True, help="By rules alone, without a model; the default until one is set."
)
@click.option("--again", is_flag=True, help="Have the model read what it has read before, too.")
@click.option("--yes", "-y", is_flag=True, help="Don't ask before the model reads.")
@click.option("--dry-run", is_flag=True, help="Show what would be proposed; write nothing.")
@click.option("--json", "as_document", is_flag=True, help="One JSON object: counts by kind.")
@pass_session
def run(
    session: Session,
    kinds: tuple[str, ...],
    scope: str | None,
    full: bool,
    model: str,
    offline: bool,
    again: bool,
    yes: bool,
    dry_run: bool,
    as_document: bool,
) -> Code:
    """Run the review pass now. It proposes and changes no memory.

    It looks at what changed since the last one, at the whole store the first time. Ctrl-C stops it, and what
    was found stays; the next pass goes on from there.

    With a model, that reads what it has not read yet, and you are told beforehand what it takes.
    """
    if offline and model:
        raise click.UsageError("--offline and --model contradict each other.")
    if again and (offline or dry_run):
        raise click.UsageError("--again is for a model that reads and remembers what it has read.")
    from memtui.capture.extractors import model_name
    from memtui.review.asking import judge_for
    from memtui.review.passes import run_pass
    from memtui.review.vectors import embedder_for

    store = session.store()
    selection = wanted(store, kinds, scope)
    settings = session.settings
    name = model_name(settings, model, offline=offline or (settings.review.judge == "never" and not model))
    if name and not _may_read(store, name, selection.kinds, again=again, yes=yes):
        name = ""
    notes: list[str] = []
    with contextlib.ExitStack() as stack:
        running = stack.enter_context(Running("review"))
        judge = None
        if name:
            judge = stack.enter_context(
                judge_for(store, settings, model=name, prompts=session.prompts, cancelled=running.cancelled)
            )
        report = run_pass(
            store,
            settings,
            kinds=selection.kinds,
            scope=selection.scope,
            full=full,
            dry_run=dry_run,
            embedder=embedder_for(
                store,
                settings,
                notes,
                selection.kinds,
                dry_run=dry_run,
                progress=running.stage,
                cancelled=running.cancelled,
            ),
            judge=judge,
            model=name,
            progress=running.stage,
            cancelled=running.cancelled,
        )
    report.notes += notes
    would = _rehearsed(report.findings, store)
    if as_document:
        output.document(_document(store, report, would, session.now, dry_run=dry_run))
    else:
        _write(report, would)
    return _say(report, len(would), dry_run=dry_run)


def _may_read(store: Store, model: str, kinds: Set[Kind], *, again: bool, yes: bool) -> bool:
    """Tell what there is to read, and return whether the model may."""
    from memtui.review.judging.plan import plan

    if kinds and Kind.JUDGE not in kinds:
        return True
    if again:
        with store.write() as tx:
            judged.forget_read(tx)
    estimate = plan(store)
    if estimate.memories and not agree_to_read(model, estimate.summary, yes=yes):
        output.say("By rules alone, then.")
        return False
    return True


# -- the report --------------------------------------------------------------------------------


def _rehearsed(findings: Sequence[Finding], store: Store) -> list[Decision]:
    """Return what would be proposed, as if it were in the queue; its id is 0."""
    wanted_ids = {target.id for finding in findings for target in finding.targets}
    known = {memory.id: memory for memory in memories.get_many(store, sorted(wanted_ids))}
    return [
        Decision(
            Proposal(
                id=0,
                kind=finding.kind,
                rule=finding.rule,
                status=Status.OPEN,
                reason=finding.reason,
                change=finding.change,
                evidence=finding.evidence,
                scope=finding.scope,
                confidence=finding.confidence,
                saves=finding.saves,
                batch=finding.batch,
                origin=finding.origin,
                created_at=store.now(),
                until=None,
                decided_at=None,
                op_id=None,
                targets=finding.targets,
                stale=False,
            ),
            {t.id: known[t.id] for t in finding.targets if t.id in known},
        )
        for finding in findings
    ]


def _document(
    store: Store, report: "PassReport", would: Sequence[Decision], now: Instant, *, dry_run: bool
) -> dict[str, object]:
    document: dict[str, object] = {
        "dry_run": dry_run,
        "status": report.status,
        "run": report.run_id,
        "full": report.full,
        "looked_at": report.looked_at,
        "added": report.added,
        "withdrawn": report.withdrawn,
        "seconds": round(report.seconds, 3),
        "kinds": {
            kind.value: {**dataclasses.asdict(count), "seconds": round(count.seconds, 3)}
            for kind, count in _in_order(report)
        },
        "auto": [summary(store, "auto", outcome) for outcome in report.auto],
        "notes": report.notes,
        "message": _pass_summary(report, len(would), dry_run=dry_run),
    }
    if dry_run:
        document["proposals"] = [{**review_cards.as_json(card, now), "id": None} for card in would]
    return document


def _in_order(report: "PassReport") -> "list[tuple[Kind, KindCount]]":
    return [(kind, report.kinds[kind]) for kind in Kind if kind in report.kinds]


def _write(report: "PassReport", would: Sequence[Decision]) -> None:
    on_terminal = output.to_terminal()
    if would:
        layout = review_cards.columns(would, width=output.width() if on_terminal else None)
        for card in would[:_SCREENFUL] if on_terminal else would:
            output.row(layout.line(card))
        if on_terminal and len(would) > _SCREENFUL:
            output.say(f"… and {len(would) - _SCREENFUL:,} more; --json lists all")
        return
    counts = [(kind, count) for kind, count in _in_order(report) if count.found]
    if counts:
        output.row(f"{'KIND':<10} {'FOUND':>7} {'NEW':>7} {'KNOWN':>7} {'REFUSED':>8} {'SECONDS':>8}")
    for kind, count in counts:
        output.row(
            f"{kind:<10} {count.found:>7,} {count.added:>7,} {count.known:>7,} {count.suppressed:>8,} "
            f"{count.seconds:>8.2f}"
        )
    none = [kind.value for kind, count in _in_order(report) if not count.found]
    if none and report.looked_at:
        output.say(f"No {listed(none, 'or')} found.")


def _say(report: "PassReport", cards: int, *, dry_run: bool) -> Code:
    """Say in words what the pass came to; return the exit code."""
    output.first_of(report.notes if report.status != "busy" else ())
    for outcome in report.auto:
        output.say(f"Without asking, as you set: {outcome.message}. `memtui undo --op` takes it back.")
    output.say(_pass_summary(report, cards, dry_run=dry_run))
    if report.status == "cancelled":
        return Code.INTERRUPTED
    return Code.REFUSED if report.status == "busy" else Code.DONE


def _pass_summary(report: "PassReport", cards: int, *, dry_run: bool) -> str:
    if report.status == "busy":
        return (
            f"Nothing was looked at: {'; '.join(report.notes)}. Its proposals show in `memtui review list`."
        )
    read = f", and a model read {report.read:,}," if report.read else ""
    looked = f"Looked at {plural(report.looked_at)}{read} in {report.seconds:.1f} s"
    if report.status == "cancelled":
        kept = "" if dry_run else f"; {plural(report.added, 'new proposal')} until then stay in the queue"
        return f"Interrupted. {looked}{kept}."
    if dry_run:
        return f"{looked}: would propose {cards:,}. Nothing was written."
    if not (report.full or report.looked_at or report.added or report.withdrawn or report.read):
        return "Nothing changed since the last pass, so nothing was looked at. --full looks at everything."
    gone = f", {report.withdrawn:,} withdrawn because it is no longer so" if report.withdrawn else ""
    if not report.added:
        return f"{looked}: nothing new to propose{gone}."
    return f"{looked}: {plural(report.added, 'new proposal')}{gone}. `memtui review list` shows what is open."
