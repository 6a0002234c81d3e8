"""`whatif`: what other settings of fading would do, before they are set."""

from collections.abc import Iterable
from dataclasses import replace

import click

from memtui.cli import output
from memtui.cli.failures import Code, Stop
from memtui.cli.session import Session, pass_session
from memtui.config.values import ConfigError, to_toml
from memtui.domain.counting import plural
from memtui.domain.decay import DecayRules
from memtui.domain.durations import Duration, DurationError
from memtui.domain.memory import MemoryType, ValueRefused, checked_type
from memtui.domain.what_if import HORIZONS, TYPES, Outlook, Sample, changed_settings, outlook


@click.command("whatif")
@click.option(
    "--half-life",
    "lives",
    multiple=True,
    metavar="TYPE=DAYS",
    help="Such as fact=90d; also how-to and what-happened. May be given for each type.",
)
@click.option("--threshold", type=float, help="decay.prune_threshold: what is weaker has faded, 0 to 1.")
@click.option("--after", metavar="DAYS", help="decay.prune_after_days: unused for so long, such as 60d.")
@click.option("--stretch", type=float, help="decay.stretch: how much use slows the fading; 1 unless set.")
@click.option("--write", is_flag=True, help="Write these settings to the settings file.")
@click.option("--json", "as_document", is_flag=True, help="One JSON object.")
@pass_session
def what_if(
    session: Session,
    lives: tuple[str, ...],
    threshold: float | None,
    after: str | None,
    stretch: float | None,
    write: bool,
    as_document: bool,
) -> Code:
    """Tell what other settings of fading would do: what fades, what is proposed, what is missed.

    Each recorded use is tried as well: how many came to a memory that review had already proposed to drop.
    A store of more than 20,000 memories is sampled, and the figures then say by how much they may be off.
    """
    from memtui.config.writing import change_all, lines_to_write
    from memtui.review.what_if import sample

    store = session.store_to_read()
    now = replace(store.decay, enabled=True)
    wanted = _wanted(now, lives, threshold, after, stretch)
    path = session.settings_file
    values = {key: to_toml(value) for key, value in changed_settings(now, wanted).items()}
    try:
        lines = lines_to_write(path, values)
    except ConfigError as error:
        raise Stop(str(error), Code.USAGE) from None
    read = sample(store, session.settings)
    if write and values:
        change_all(path, values)
    today, then = outlook(read, now), outlook(read, wanted)
    if as_document:
        output.document(
            {
                "settings": changed_settings(now, wanted),
                "now": _plain(read, today),
                "then": _plain(read, then),
                "uses": len(read.uses),
                "uses_share": read.uses_share,
                "read": read.read,
                "memories": read.of,
                "exact": read.is_whole,
                "written": bool(write and values),
            }
        )
    else:
        for line in _table(read, today, then):
            output.row(line)
    if not store.decay.enabled:
        output.say("decay.enabled is off: nothing fades until it is on.")
    if read.silent:
        output.say(f"{plural(read.silent)} of those read come from where no use was ever reported.")
    if values:
        output.say(f"{'Written to' if write else 'With --write these lines go into'} {path}:")
        output.first_of([f"{number}: {line}" for number, line in lines])
    return Code.DONE


def _wanted(
    now: DecayRules, lives: Iterable[str], threshold: float | None, after: str | None, stretch: float | None
) -> DecayRules:
    """Return the rules that the options ask for. Raises Stop for one that cannot be read."""
    half_lives = dict(now.half_lives)
    for given in lives:
        name, equals, value = given.partition("=")
        if not equals:
            raise Stop(f"Write --half-life as fact=90d, not {given!r}.", Code.USAGE)
        half_lives[_type(name)] = _days(value)
    return replace(
        now,
        half_lives=half_lives,
        prune_threshold=now.prune_threshold if threshold is None else threshold,
        prune_after_days=now.prune_after_days if after is None else _days(after),
        stretch=now.stretch if stretch is None else stretch,
    )


def _type(name: str) -> MemoryType:
    try:
        kind = checked_type(name)
    except ValueRefused as error:
        raise Stop(str(error), Code.USAGE) from None
    if kind not in TYPES:
        raise Stop(f"A {kind.label} never fades, so it has no half-life.", Code.USAGE)
    return kind


def _days(text: str) -> float:
    """Return a number of days, written as one or as a duration."""
    try:
        return float(text)
    except ValueError:
        pass
    try:
        return round(Duration.parse(text).after(0.0) / 86_400, 3)
    except DurationError as error:
        raise Stop(str(error), Code.USAGE) from None


def _plain(read: Sample, outlook: Outlook) -> dict[str, object]:
    return {
        "faded": read.scaled(outlook.faded),
        "fades": {f"{days}d": read.scaled(outlook.fades[days]) for days in HORIZONS},
        "proposed": read.scaled(len(outlook.proposed)),
        "proposed_margin": read.margin(len(outlook.proposed)),
        "late_uses": len(outlook.late),
    }


def _table(read: Sample, today: Outlook, then: Outlook) -> Iterable[str]:
    yield f"{'':34} {'now':>12} {'then':>12}"
    rows = [("faded already", today.faded, then.faded)]
    rows += [(f"fade within {days} days", today.fades[days], then.fades[days]) for days in HORIZONS]
    rows += [("would be proposed to drop", len(today.proposed), len(then.proposed))]
    about = "" if read.is_whole else "≈"
    for label, before, after in rows:
        figures = (f"{about}{read.scaled(count):,}" for count in (before, after))
        yield f"{label:34} " + " ".join(f"{figure:>12}" for figure in figures)
    label = f"needed after that, of {plural(len(read.uses), 'use')}"
    yield f"{label:34} {len(today.late):>12,} {len(then.late):>12,}"
    if not read.is_whole:
        most = max(read.margin(count) for _, *counts in rows for count in counts)
        yield f"From {read.read:,} of {read.of:,} memories; each figure is right within {most:,}."
