"""`extract`: facts from one text, shown with their verdicts and stored as one op."""

import asyncio
import contextlib
import os
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memtui.capture.facts import Fact, Outcome
from memtui.cli import output
from memtui.cli.asking import agreed
from memtui.cli.failures import Code, Stop
from memtui.cli.given_text import spoken, text_of
from memtui.cli.in_no_fact import in_no_fact
from memtui.cli.running import Running
from memtui.cli.selecting import place_named
from memtui.cli.session import Session, pass_session
from memtui.cli.terminal import answers, for_who_dropped_it
from memtui.domain.counting import plural
from memtui.domain.headings import row_text
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.domain.text import Longest, one_line
from memtui.secrets.masking import headline, masked_memory
from memtui.store import memories

if TYPE_CHECKING:
    from memtui.capture.ledger import RunLedger
    from memtui.capture.pipeline import Options, Run
    from memtui.capture.saving import Saved
    from memtui.store.database import Store, Transaction

_AT_ONCE = 4
"""Windows that a model reads at the same time: waiting for its answers takes nearly all the time."""
_LONG = 100_000
"""Characters of a text that takes a while to cut, so that it is said at once. Chosen."""
_POLL_SECONDS = 0.05
"""Seconds between two looks whether Ctrl-C was pressed."""


@click.command()
@click.argument("file", default="-")
@click.option(
    "--scope",
    default="",
    help="Where to file the facts, such as /project/atlas; without it, with the project you are in.",
)
@click.option("--model", default="", help="Ask this model, by its litellm name, instead of llm.model.")
@click.option(
    "--offline", is_flag=True, help="By rules alone, without a model; the default until one is set."
)
@click.option(
    "--date",
    "written_on",
    metavar="DAY",
    help="The day the text is of, 2026-03-02; without it, the one that the text gives, else today.",
)
@click.option("--allow-dropped", is_flag=True, help="Also take what you dropped before.")
@click.option("--dry-run", is_flag=True, help="Show the facts; store nothing.")
@click.option("--left-out", is_flag=True, help="Also list the sentences that are in no fact, and why.")
@click.option("--yes", "-y", is_flag=True, help="Don't ask; store what is new, leave the rest to you.")
@click.option(
    "--json", "as_document", is_flag=True, help="One JSON object: counts by outcome, and the facts."
)
@pass_session
def extract(
    session: Session,
    file: str,
    scope: str,
    model: str,
    offline: bool,
    written_on: str | None,
    allow_dropped: bool,
    dry_run: bool,
    left_out: bool,
    yes: bool,
    as_document: bool,
) -> Code:
    """Find the facts in a text and store them. FILE is a text file, or - for stdin.

    Each fact comes with its quote, type, importance and verdict. What is stored is one op: `undo` takes
    it all back. Facts that are left for you to decide end it with 1.
    """
    _check_options(file, model, offline=offline)
    for_who_dropped_it(session.settings, allow_dropped)
    as_of = None if written_on is None else _day_given(written_on, session.now)
    may_ask = not (yes or dry_run)
    if file == "-":
        _check_asking(may_ask)
    text = spoken(text_of(file))
    _check_asking(may_ask)
    from memtui.capture.extractors import model_name
    from memtui.capture.pipeline import Options
    from memtui.lifecycle import filing

    store, settings = session.store(), session.settings
    place = place_named(store, scope) if scope else filing.worked_on_in(store, os.getcwd(), note=not dry_run)
    options = Options(
        scope=place,
        min_importance=settings.capture.min_importance,
        window_tokens=settings.capture.window_tokens,
        turns=settings.capture.window,
        at_once=_AT_ONCE if model_name(settings, model, offline=offline) else 1,
        allow_dropped=allow_dropped,
        as_of=as_of,
        path="" if file == "-" else Path(file).name,
        handed_over=True,
    )
    run = _read(session, store, text, options, model, offline=offline, show=not as_document)
    if left_out and not as_document:
        _show_left_out(run)
    _say(run)
    _say_day(run, session.now)
    may_store = not (dry_run or run.report.cancelled) and _agreed(run, yes=yes)
    stored = _store(session, run, yes=yes) if may_store else None
    if as_document:
        output.document(_document(run, stored, dry_run=dry_run))
    return _report(run, stored, dry_run=dry_run)


def _check_options(file: str, model: str, *, offline: bool) -> None:
    """Raise for options that do not go together, and a file that is not there or is a folder."""
    if offline and model:
        raise click.UsageError("--offline and --model contradict each other.")
    if file != "-" and Path(file).expanduser().is_dir():
        raise Stop(f"“{one_line(file, Longest.PATH)}” is a folder; give a text file, or - for stdin.")
    if file != "-" and not Path(file).expanduser().exists():
        raise Stop(f"There is no {one_line(file, Longest.PATH)}; give a text file, or - for stdin.")


def _check_asking(may_ask: bool) -> None:
    """Raise where somebody is to be asked and nobody can be."""
    if may_ask and not answers():
        raise Stop(
            "Nobody can be asked here, so nothing was read. "
            "Add --yes to store what is found, or look first with --dry-run."
        )


@dataclass(frozen=True, slots=True)
class _Stored:
    """What became of the facts of a run."""

    saved: "Saved"
    queued: int
    """How many cards were made."""

    @property
    def waiting(self) -> int:
        """How many facts were found and not stored, since a person is to decide first."""
        return len(self.saved.held)


def _read(
    session: Session, store: "Store", text: str, options: "Options", model: str, *, offline: bool, show: bool
) -> "Run":
    """Read a text to its end, or until Ctrl-C. Raises Stop when the model cannot be asked."""
    from memtui.capture.extractors import choose, model_name, similar_by
    from memtui.capture.pipeline import Run
    from memtui.llm.errors import LlmError

    settings = session.settings
    try:
        with (
            _ledger(store, model_name(settings, model, offline=offline)) as ledger,
            Running("extract") as running,
        ):
            if len(text) > _LONG:
                running.prepares("cutting the text into windows")
            extractor = choose(
                settings, model, now=session.now, offline=offline, ledger=ledger, prompts=session.prompts
            )
            run = Run(store, text, extractor, options, embedder=similar_by(store, settings))
            asyncio.run(_drive(run, running, show=show))
            if ledger is not None:
                counts = {outcome.value: count for outcome, count in run.report.counts.items()}
                ledger.finish("cancelled" if run.report.cancelled else "done", counts)
    except LlmError as error:
        raise Stop(f"{error} Nothing was stored") from None
    return run


def _store(session: Session, run: "Run", *, yes: bool) -> _Stored:
    """Store the facts of a run, and have those that wait for a verdict in the queue."""
    from memtui.capture.cards import queue_left
    from memtui.capture.saving import Origins, save

    origins = Origins.of(run.extractor, file=run.options.path)
    queued = 0

    def ask(saved: "Saved", tx: "Transaction", op_id: int) -> None:
        nonlocal queued
        scope = run.options.scope
        asked = queue_left(
            run.store, saved.held, saved.beside, scope=scope, origins=origins, tx=tx, op_id=op_id
        )
        queued = sum(len(each.ids) for each in asked)

    saved = save(
        run.store,
        run.facts,
        scope=run.options.scope,
        by=session.actor,
        origins=origins,
        chosen=not yes,
        allow_dropped=run.options.allow_dropped,
        ask=ask,
    )
    return _Stored(saved, queued)


async def _drive(run: "Run", running: Running, *, show: bool) -> None:
    """Read the windows, show each one's facts when it is done, and stop at once on Ctrl-C."""
    whole = asyncio.current_task()

    async def watch() -> None:
        while not running.cancelled():
            await asyncio.sleep(_POLL_SECONDS)
        run.cancel()
        if whole is not None:
            whole.cancel()

    watching = asyncio.create_task(watch())
    running.stage("reading", 0, run.report.windows)
    try:
        async for facts in run:
            if running.cancelled():
                run.cancel()
            label = f"reading, {plural(len(run.facts), 'fact')}"
            running.stage(label, run.report.done, run.report.windows)
            if show:
                for fact in facts:
                    _show(run.store, fact)
    except asyncio.CancelledError:
        if not running.cancelled():
            raise
    finally:
        watching.cancel()


def _ledger(store: "Store", model: str) -> "contextlib.AbstractContextManager[RunLedger | None]":
    """Return the account book of a run that asks a model; a run by rules has none."""
    if not model:
        return contextlib.nullcontext()
    from memtui.capture.ledger import RunLedger

    return RunLedger(store, "extract", model)


def _show(store: "Store", fact: Fact) -> None:
    """Write one fact: its verdict, importance, type and text, then what it rests on and what it changes."""
    from memtui.capture.saving import place_taken
    from memtui.sources.edited_along import edited_along

    candidate = fact.candidate
    output.row(f"{fact.outcome:<11} {candidate.importance:.2f}  {candidate.type.label:<14} {candidate.text}")
    rests = f"“{one_line(candidate.quote, Longest.TITLE)}”" if candidate.quote else "no quote"
    output.row("  ".join(part for part in (" " * 16, " ".join(candidate.categories), rests) if part))
    if fact.why:
        about = f": {_as_row(fact.target)}" if fact.target is not None else ""
        output.row(f"{' ' * 18}{one_line(fact.why + about, 160)}")
        place = place_taken(store, fact)
        along = edited_along(store, fact.target, place.text) if fact.target is not None else []
        for words in filter(None, [place.words(), *along]):
            output.row(f"{' ' * 18}{words}")
    elif fact.near is not None:
        output.row(f"{' ' * 18}{one_line(f'near: {_as_row(fact.near)}', 160)}")


def _as_row(memory: Memory) -> str:
    return row_text(masked_memory(memory))[0]


def _show_left_out(run: "Run") -> None:
    """Write the sentences that are in no fact, in the order of the text."""
    for each in run.report.tally.left_out:
        output.row(in_no_fact(each.became, each.text))


def _day_given(text: str, now: Instant) -> date:
    """Return the day that a text is of. Raises Stop for none, and for one that is still to come."""
    from memtui.capture.dates import day_of

    try:
        day = date.fromisoformat(text)
    except ValueError:
        refusal = f"“{one_line(text, Longest.PHRASE)}” is no day; write it as 2026-03-02."
        raise Stop(refusal, Code.USAGE) from None
    if day > day_of(now):
        raise Stop(f"{day} is still to come, so nothing was written on it.", Code.USAGE)
    return day


def _say_day(run: "Run", now: Instant) -> None:
    """Say from which days days were counted, where it is today or each day of a diary."""
    from memtui.capture.dates import absolute, day_of

    today, given = day_of(now), run.options.as_of or run.dating.line
    if run.dating.first is not None:
        output.say(f"Read day by day, {run.dating.first} to {run.dating.day}, from its headings.")
    elif run.facts and not given and absolute(run.text, today) != run.text:
        output.say(f"Days were counted from today, {today}: no date in the text. --date gives it one.")


def _say(run: "Run") -> None:
    """Say in words what the run came to."""
    output.say(f"{run.report}.")
    if why := run.report.tally.words():
        output.say(f"{why}.")
    if run.report.redacted:
        output.say(f"Left out before anything read it: {', '.join(run.report.redacted)}.")
    if run.report.second_look:
        output.say(f"{run.report.second_look[0].upper()}{run.report.second_look[1:]}.")
    output.first_of([f"A part of the text could not be read: {reason}" for reason in run.report.failed])


def _agreed(run: "Run", *, yes: bool) -> bool:
    """Return whether to store what was found; with `--yes` only when all of the text was read."""
    if yes:
        if run.report.failed:
            output.say("Nothing was stored, since a part could not be read. Try again, or use --offline.")
        return not run.report.failed
    if not run.report.kept:
        return True
    changing = run.report.counts[Outcome.UPDATES] + run.report.counts[Outcome.MERGES]
    question = f"Store {plural(run.report.kept, 'fact')}"
    question += f", {changing:,} in the place of a memory" if changing else ""
    return agreed(f"{question}?")


def _report(run: "Run", stored: _Stored | None, *, dry_run: bool) -> Code:
    """Say what became of the facts; return the exit code."""
    if run.report.cancelled:
        output.say("Interrupted. Nothing was stored.")
        return Code.INTERRUPTED
    if stored is not None:
        _say_stored(stored)
        return Code.REFUSED if stored.waiting else Code.DONE
    if dry_run:
        output.say("Nothing was stored.")
        return Code.DONE
    if run.report.failed:
        return Code.REFUSED
    output.say("Nothing was stored. The screen's Extract view takes facts one by one.")
    return Code.DONE


def _say_stored(stored: _Stored) -> None:
    """Say what was stored and what waits for a verdict."""
    learned = stored.saved.learned
    parts = [f"Stored {plural(learned.stored, 'fact')}"] if learned.stored else ["Nothing new to store"]
    parts += [f"{len(learned.rewritten):,} in the words of a memory"] if learned.rewritten else []
    gone = len(learned.superseded)
    parts += [f"{plural(gone, 'older memory')} replaced"] if gone else []
    parts += [f"{learned.stale:,} left out, its memory changed meanwhile"] if learned.stale else []
    output.say("; ".join(parts) + (". `memtui undo` takes it back." if learned.stored else "."))
    if stored.waiting:
        output.say(f"{plural(stored.waiting, 'fact')} not stored, left for you to decide:")
    output.first_of([_left_line(fact) for fact in stored.saved.held])
    if stored.queued:
        waiting = plural(stored.queued, "proposal")
        output.say(f"{waiting} in the review queue: memtui review list --kind learned")


def _left_line(fact: Fact) -> str:
    about = f" ({headline(fact.target)})" if fact.target is not None else ""
    return f"{fact.outcome}: {one_line(fact.candidate.text, 100)}{about}"


def _document(run: "Run", stored: _Stored | None, *, dry_run: bool) -> dict[str, object]:
    """Return the run as JSON gets it."""
    learned = None if stored is None else stored.saved.learned
    return {
        "dry_run": dry_run,
        "extractor": run.extractor.name,
        "version": run.extractor.version,
        "scope": run.options.scope,
        "windows": run.report.windows,
        "candidates": run.report.candidates,
        "counts": {outcome.value: run.report.counts[outcome] for outcome in Outcome},
        "kept": run.report.kept,
        "sentences": run.report.tally.as_json(),
        "left_out": [
            {"text": each.text, "start": each.start, "why": each.became.value}
            for each in run.report.tally.left_out
        ],
        "stored": 0 if learned is None else learned.stored,
        "superseded": 0 if learned is None else len(learned.superseded),
        "rewritten": 0 if learned is None else len(learned.rewritten),
        "held": 0 if stored is None else stored.waiting,
        "queued": 0 if stored is None else stored.queued,
        "op": None if learned is None or learned.op is None else learned.op.id,
        "uids": []
        if learned is None
        else [memory.uid for memory in memories.get_many(run.store, [*learned.ids, *learned.rewritten])],
        "redacted": list(run.report.redacted),
        "failed": list(run.report.failed),
        "second_look": run.report.second_look,
        "interrupted": run.report.cancelled,
        "message": str(run.report),
        "facts": [_as_json(run, fact) for fact in run.facts],
    }


def _as_json(run: "Run", fact: Fact) -> dict[str, object]:
    candidate, (start, end) = fact.candidate, run.span(fact) or (None, None)
    return {
        "text": candidate.text,
        "abstract": candidate.abstract,
        "quote": candidate.quote,
        "type": candidate.type.value,
        "categories": list(candidate.categories),
        "importance": candidate.importance,
        "reason": candidate.reason,
        "window": candidate.window,
        "start": start,
        "end": end,
        "outcome": fact.outcome.value,
        "why": fact.why,
        "target": None if fact.target is None else fact.target.uid,
    }
