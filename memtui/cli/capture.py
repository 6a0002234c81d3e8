"""`capture`: facts from session logs, read stretch by stretch and stored with where they come from."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memtui.capture.facts import Outcome
from memtui.capture.tally import Became
from memtui.cli import output
from memtui.cli.failures import Code, Stop
from memtui.cli.in_no_fact import in_no_fact
from memtui.cli.reporting import left_out_words
from memtui.cli.running import Running
from memtui.cli.selecting import place_named
from memtui.cli.session import Session, pass_session
from memtui.domain.counting import plural
from memtui.domain.memory import MemoryType
from memtui.domain.text import Longest, one_line
from memtui.lifecycle import filing
from memtui.store import jobs, locks, memories

if TYPE_CHECKING:
    from memtui.capture.place import Place
    from memtui.capture.sessions import Report
    from memtui.store.database import Store, Transaction

_LOOK_EVERY = 2.0
"""Seconds between two looks at a file that grows."""
_WAIT_FOR_WORKER = 0.5
"""Seconds between two looks whether another worker is done."""


@dataclass(frozen=True, slots=True)
class _How:
    scope: str
    model: str
    offline: bool
    dry_run: bool
    again: bool
    left_out: bool


@click.command()
@click.argument("transcripts", nargs=-1, required=True, metavar="TRANSCRIPT…")
@click.option("--scope", default="", help="Where to file the facts; the project of the session unless given.")
@click.option("--follow", is_flag=True, help="Stay, and read what is added to the files until Ctrl-C.")
@click.option("--again", is_flag=True, help="From the beginning, also what was read before.")
@click.option(
    "--model", default="", help="Ask this model, by its litellm name, instead of capture.post_model."
)
@click.option(
    "--offline", is_flag=True, help="By rules alone, without a model; the default until one is set."
)
@click.option("--dry-run", is_flag=True, help="Show the facts; store nothing.")
@click.option("--left-out", is_flag=True, help="Also list the sentences that are in no fact, and why.")
@click.option("--json", "as_document", is_flag=True, help="One JSON object: counts, and each file.")
@pass_session
def capture(
    session: Session,
    transcripts: tuple[str, ...],
    scope: str,
    follow: bool,
    again: bool,
    model: str,
    offline: bool,
    dry_run: bool,
    left_out: bool,
    as_document: bool,
) -> Code:
    """Learn from session logs of agents. TRANSCRIPT is such a file, or OpenCode's
    database with all its sessions; several may be given.

    What a person stated as a preference, rule, correction or decision is stored; the rest waits on one card
    for the session. It goes on where it was when the same file is given again.
    """
    if offline and model:
        raise click.UsageError("--offline and --model contradict each other.")
    if follow and dry_run:
        raise click.UsageError("--follow and --dry-run contradict each other.")
    store = session.store()
    how = _How(place_named(store, scope) if scope else "", model, offline, dry_run, again, left_out)
    with Running("capture") as running:
        rounds = _Rounds(session, store, how, running, follow=follow, show=not as_document)
        rounds.run([Path(name).expanduser().absolute() for name in transcripts])
        stopped = running.cancelled()
    if as_document:
        output.document({"dry_run": dry_run, "files": list(rounds.reports.values())})
    if stopped and not follow:
        output.say("Interrupted. What was read until then is stored; the same command goes on there.")
        return Code.INTERRUPTED
    return Code.REFUSED if rounds.failed or rounds.left_out else Code.DONE


@dataclass(slots=True)
class _Rounds:
    """Reads files, once or again and again while they grow."""

    session: Session
    store: "Store"
    how: _How
    running: Running
    follow: bool
    show: bool
    """Whether to say what came of each file."""
    reports: dict[Path, dict[str, Any]] = field(default_factory=dict)
    """What came of each file until now, as JSON gets it."""
    failed: int = 0

    @property
    def left_out(self) -> bool:
        """Whether anything in the files could not be read, or not whole."""
        return any(report.get("left_out") for report in self.reports.values())

    def run(self, given: Sequence[Path]) -> None:
        """Read the sessions in some files; following them, until Ctrl-C."""
        from memtui.capture.transcripts.opencode_database import sessions_at

        while True:
            for path in chain.from_iterable(map(sessions_at, given)):
                if self.running.cancelled():
                    break
                self._read(path)
            self.how = replace(self.how, again=False)
            if not self.follow or self.running.cancelled():
                return
            _rest(self.running.cancelled)

    def _read(self, path: Path) -> None:
        from memtui.capture.transcripts.turns import TranscriptError
        from memtui.llm.errors import LlmError

        before = self.reports.get(path)
        try:
            report = _read_new(self.session, self.store, path, self.how, self.running, ended=not self.follow)
        except (LlmError, TranscriptError, OSError) as error:
            if not self.follow or before is None:
                output.say(f"{path.name}: {one_line(str(error), Longest.REASON)}")
                self.failed += 1
            report = {"path": str(path), "error": str(error)}
        if self.show and "error" not in report and (report["turns"] or before is None):
            _say(report, self.how)
        self.reports[path] = _together(before, report)


def _rest(cancelled: Callable[[], bool]) -> None:
    until = time.monotonic() + _LOOK_EVERY
    while time.monotonic() < until and not cancelled():
        time.sleep(0.05)


def _read_new(
    session: Session, store: "Store", path: Path, how: _How, running: Running, *, ended: bool
) -> dict[str, Any]:
    """Read what is new in one file. Raises LlmError, TranscriptError, OSError."""
    if how.dry_run:
        return _read(session, store, path, how, running, ended=ended)
    while other := locks.take(store, locks.WORK):
        if running.cancelled():
            raise Stop(f"Another worker is at it ({other}).")
        time.sleep(_WAIT_FOR_WORKER)
    try:
        return _read(session, store, path, how, running, ended=ended)
    finally:
        locks.free(store, locks.WORK)


def _read(
    session: Session, store: "Store", path: Path, how: _How, running: Running, *, ended: bool
) -> dict[str, Any]:
    from memtui.capture.place import WHOLE, Place
    from memtui.capture.sessions import Capture, Report
    from memtui.capture.transcripts import registry
    from memtui.capture.walking import Walk
    from memtui.capture.worker import STRETCH_WINDOWS
    from memtui.store.jobs import TranscriptMark

    settings = session.settings
    mark = jobs.transcript(store, str(path)) or TranscriptMark(str(path), "", "", "", 0, 0, store.now())
    since = 0 if how.again else mark.whole
    first = registry.read(path, offset=since, most=1, ended=ended)
    place = Place(
        session=mark.session or first.session or path.stem,
        client=mark.client or first.client,
        cwd=mark.cwd or first.cwd,
        path=str(path),
        scope=how.scope,
        way=WHOLE,
    )
    if first.own:
        output.say(f"{path.name} is a session that memtui started itself; nothing is learned from it.")
        filed_under = place.scope or filing.filed_under(store, place.cwd, note=False)
        return _file_json(store, path, place, filed_under, Report())
    walk = Walk(path, since, most=settings.capture.window * STRETCH_WINDOWS, ended=ended)
    with Capture(
        store,
        settings,
        place,
        model=how.model,
        offline=how.offline,
        prompts=session.prompts,
        dry_run=how.dry_run,
        cancelled=running.cancelled,
    ) as capture:

        def noted(tx: "Transaction", position: int) -> None:
            named = replace(mark, session=place.session, client=place.client, cwd=place.cwd)
            jobs.note_transcript(tx, replace(named, position=max(mark.position, position), whole=position))

        done = asyncio.run(walk.run(capture, noted, running.progress))
        if done and ended and not how.dry_run and walk.position > since and walk.last:
            asyncio.run(capture.conclude(walk.last, since=since, also=lambda tx: noted(tx, walk.position)))
    return _file_json(store, path, place, capture.filed_under, capture.report)


def _file_json(
    store: "Store", path: Path, place: "Place", filed_under: str, report: "Report"
) -> dict[str, Any]:
    """Return what came of one file as JSON gets it."""
    stored = memories.get_many(store, report.stored)
    return {
        "path": str(path),
        "session": place.session,
        "client": place.client,
        "scope": filed_under,
        "turns": report.turns,
        "windows": report.windows,
        "candidates": report.candidates,
        "counts": {outcome.value: report.counts[outcome] for outcome in Outcome if report.counts[outcome]},
        "stored": len(stored),
        "stored_in": dict(Counter(memory.scope for memory in stored)),
        "superseded": report.superseded,
        "queued": report.queued,
        "unconfirmed": report.unconfirmed,
        "summary": report.summary,
        "failed": report.failed,
        "second_look": report.second_look,
        "left_out": dict(report.left_out),
        "uids": [memory.uid for memory in stored],
        "facts": [
            {
                "text": fact.candidate.text,
                "quote": fact.candidate.quote,
                "type": fact.candidate.type.value,
                "importance": fact.candidate.importance,
                "outcome": fact.outcome.value,
                "why": fact.why,
            }
            for fact in report.facts
        ],
        "in_no_fact": [{"text": each.text, "why": each.became.value} for each in report.tally.left_out],
    }


def _together(before: dict[str, Any] | None, now: dict[str, Any]) -> dict[str, Any]:
    """Return what came of one file over several rounds."""
    if before is None or "error" in now or "error" in before:
        return now
    counted = ("turns", "windows", "candidates", "stored", "superseded", "queued", "unconfirmed")
    listed = ("facts", "in_no_fact", "uids")
    sums: dict[str, Any] = {name: before[name] + now[name] for name in (*counted, *listed)}
    sums["stored_in"] = dict(Counter(before["stored_in"]) + Counter(now["stored_in"]))
    sums["left_out"] = dict(Counter(before["left_out"]) + Counter(now["left_out"]))
    return {**now, **sums}


def _stored(counts: dict[str, int]) -> list[str]:
    """Return in words how many memories were stored in which scopes, the first scope with what is counted."""
    in_order = sorted(counts.items())
    first = [f"{plural(count)} stored in {scope}" for scope, count in in_order[:1]]
    return first + [f"{count:,} in {scope}" for scope, count in in_order[1:]]


def _say(report: dict[str, Any], how: _How) -> None:
    """Say in words what came of one file; a dry run shows its facts."""
    for fact in report["facts"] if how.dry_run else []:
        kind = MemoryType(fact["type"]).label
        output.row(f"{fact['outcome']:<11} {fact['importance']:.2f}  {kind:<14} {fact['text']}")
    for each in report["in_no_fact"] if how.left_out else []:
        output.row(in_no_fact(Became(each["why"]), each["text"]))
    parts = [plural(report["turns"], "turn"), plural(report["candidates"], "candidate")]
    parts += _stored(report["stored_in"])
    gone = report["superseded"]
    parts += [f"{plural(gone, 'older memory')} replaced"] if gone else []
    waiting = report["queued"] + report["unconfirmed"]
    to_review = [plural(waiting, "thing")] if waiting else []
    to_review += ["a summary of the session"] if report["summary"] is not None else []
    parts += [f"{' and '.join(to_review)} to review"] if to_review else []
    output.say(f"{Path(report['path']).name}: {', '.join(parts)}.")
    output.first_of(
        [f"a part could not be read: {one_line(reason, Longest.SENTENCE)}" for reason in report["failed"]]
    )
    output.first_of([f"{look}." for look in report["second_look"]])
    output.first_of(left_out_words(report["left_out"]))
