"""`stats`: how much there is, how it grows, what is dropped, and how the review queue fares."""

import dataclasses
from collections.abc import Iterable, Mapping

import click

from memtui.cli import output
from memtui.cli.rows import iso_or_none
from memtui.cli.session import Session, pass_session
from memtui.cli.telling import local
from memtui.domain.counting import plural, size
from memtui.domain.instant import to_iso
from memtui.domain.memory import MemoryType
from memtui.store import jobs
from memtui.store.review_rules import RuleRecord
from memtui.store.statistics import Pass, Reviewing, Stats
from memtui.store.statistics import stats as read_stats

_LEVELS = "▁▂▃▄▅▆▇█"
_LISTED = 8
"""Scopes and kinds that are listed: the largest, on one screen with the rest."""


@click.command()
@click.option("--json", "as_document", is_flag=True, help="One JSON object.")
@pass_session
def stats(session: Session, as_document: bool) -> None:
    """Show what there is, how much comes and goes each week, and how review fares."""
    store = session.store_to_read()
    figures = read_stats(store)
    if as_document:
        output.document(
            {
                **dataclasses.asdict(figures),
                "scopes": [{"scope": scope, "count": count} for scope, count in figures.scopes],
                "oldest": iso_or_none(figures.oldest),
                "newest": iso_or_none(figures.newest),
                "review": _review_json(figures.review),
                "jobs": jobs.counts(store),
                "path": str(store.path),
            }
        )
        return
    for name, value in _lines(figures):
        output.row(f"{name:<12} {value}")
    output.row(f"{'capture':<12} {jobs_words(jobs.counts(store))}")


def jobs_words(counts: Mapping[str, int]) -> str:
    """Return what is in the capture queue in words."""
    waiting = counts.get("queued", 0) + counts.get("running", 0)
    given_up = f", {counts['failed']:,} given up" if counts.get("failed") else ""
    return f"{plural(waiting, 'job')} waiting{given_up}"


def _lines(stats: Stats) -> Iterable[tuple[str, str]]:
    yield "memories", _counted(stats.by_state)
    yield "types", _counted({MemoryType(name).label: count for name, count in stats.by_type.items()})
    yield "categories", _counted(stats.by_category)
    yield "written by", _counted(stats.by_origin)
    yield "sources", _counted({name or "none": count for name, count in stats.by_source.items()})
    for position, (scope, count) in enumerate(stats.scopes[:_LISTED]):
        yield "" if position else "scopes", f"{count:>9,} {scope}"
    yield "pinned", f"{stats.pinned:,}"
    yield "never used", f"{stats.never_used:,}"
    yield "faded", f"{stats.faded:,} below decay.prune_threshold"
    yield "tokens", f"≈{stats.tokens:,}"
    if stats.oldest is not None and stats.newest is not None:
        yield "from, to", f"{local(stats.oldest)}, {local(stats.newest)}"
    yield "added", _trend(stats.added_per_week)
    yield "dropped", _trend(stats.dropped_per_week)
    if stats.drops_by_version:
        yield "drops by", _counted({f"memtui {name}": n for name, n in stats.drops_by_version.items()})
    yield from _review(stats.review)
    yield "ops", f"{stats.ops:,}"
    yield "file", size(stats.file_bytes)


def _review(reviewing: Reviewing) -> Iterable[tuple[str, str]]:
    """Yield how the queue fares: what is open, the latest pass, and how often each rule was right."""
    later = f", {reviewing.later:,} put off" if reviewing.later else ""
    yield "review", f"{_counted(reviewing.open)} open{later}" if reviewing.open else f"nothing open{later}"
    latest = reviewing.last_pass
    if latest is None:
        yield "last pass", "none yet; `memtui review run`"
    else:
        yield "last pass", pass_words(latest)
    decided = [
        record for record in reviewing.rules if record.acceptance is not None or record.muted_at is not None
    ]
    longest = max((len(record.rule) for record in decided), default=0)
    for position, record in enumerate(decided):
        verdicts = f"{record.accepted:,} of {record.accepted + record.rejected:,}"
        share = "" if record.acceptance is None else f"{record.acceptance:>5.0%}  "
        muted = ", muted" if record.muted_at is not None else ""
        yield "" if position else "accepted", f"{record.rule:<{longest}}  {share}{verdicts}{muted}"


def pass_words(latest: Pass) -> str:
    """Return when a pass ran, its length and its findings, in words."""
    full = "everything" if latest.full else "what changed"
    cards = _counted(latest.added) if latest.added else "nothing new"
    if latest.status != "done":
        return f"{local(latest.at)}, {latest.status}"
    return f"{local(latest.at)}, {latest.seconds:.1f} s over {full}: {cards}"


def _review_json(reviewing: Reviewing) -> dict[str, object]:
    return {
        "open": reviewing.open,
        "later": reviewing.later,
        "rules": [rule_json(record) for record in reviewing.rules],
        "muted": reviewing.muted,
        "last_pass": pass_json(reviewing.last_pass),
    }


def rule_json(record: RuleRecord) -> dict[str, object]:
    """Return a rule's record as JSON gets it."""
    return {
        "rule": record.rule,
        "accepted": record.accepted,
        "rejected": record.rejected,
        "open": record.open,
        "acceptance": record.acceptance,
        "muted_at": iso_or_none(record.muted_at),
    }


def pass_json(last: Pass | None) -> dict[str, object] | None:
    """Return a review pass as JSON gets it; null when there was none."""
    return None if last is None else {**dataclasses.asdict(last), "at": to_iso(last.at)}


def _counted(counts: Mapping[str, int]) -> str:
    counted = [f"{count:,} {name}" for name, count in list(counts.items())[:_LISTED]]
    more = [f"{len(counts) - _LISTED} more"] if len(counts) > _LISTED else []
    return ", ".join(counted + more) or "none"


def _trend(weeks: list[int]) -> str:
    highest = max(weeks, default=0) or 1
    bars = "".join(_LEVELS[round(count / highest * (len(_LEVELS) - 1))] for count in weeks)
    return f"{bars}  {weeks[-1]:,} in the last 7 days, {sum(weeks):,} in {len(weeks)} weeks"
