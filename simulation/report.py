"""The figures of a simulated year as a page, as lines for a terminal, and as JSON values."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from memtui.domain.counting import plural
from simulation.agents import MANNERS, RATES, RUBBISH_USED, VERBATIM, Manner
from simulation.figures import JunkFigures, KindFigures, Options, Result, Target, Week, percent
from simulation.person import ERASED_AFTER_DAYS, SITTING_DAYS, SITTING_SECONDS

_LEVELS = "▁▂▃▄▅▆▇█"
_BAR = 40
_EVERY = 4
"""Weeks between two rows of a table."""
_LEAST_SHARE = 0.01
"""Tables that take less of the file are summed up."""


_PER_WEEK: tuple[Callable[[Week], float], ...] = (
    lambda week: week.proposed,
    lambda week: week.decided,
    lambda week: week.drops,
    lambda week: week.minutes,
)


def command(options: Options, report: str = "") -> str:
    """Return the command that makes these figures."""
    usual = Options()
    parts = ["memtui simulate"]
    parts += [
        f"--{name} {getattr(options, name)}"
        for name in ("turns", "days", "seed", "diligence", "cap")
        if getattr(options, name) != getattr(usual, name)
    ]
    return " ".join([*parts, *([f"--report {report}"] if report else [])])


def sparkline(values: Sequence[float]) -> str:
    """Return values as one line of small bars."""
    highest = max(values, default=0) or 1
    return "".join(_LEVELS[round(max(value, 0) / highest * (len(_LEVELS) - 1))] for value in values)


def summary(result: Result) -> Iterator[str]:
    """Yield the figures as lines for a terminal."""
    if result.weeks:
        for name, value in _lines(result):
            yield f"{name:<12} {value}"


def _lines(result: Result) -> Iterator[tuple[str, str]]:
    weeks, last = result.weeks, result.weeks[-1]

    def trend(figure: Callable[[Week], float]) -> str:
        return sparkline([figure(week) for week in weeks])

    yield "turns", f"{result.tally.turns:,} in {len(weeks):,} weeks"
    yield "written", f"{last.written:,} memories, of them {result.tally.planted.total():,} junk"
    yield "live", f"{trend(lambda w: w.live)}  {last.live:,} at the end, {result.peak:,} at most"
    yield "no review", f"{trend(lambda w: w.written)}  {last.written:,}, had nobody looked"
    yield "proposed", f"{trend(lambda w: w.proposed)}  {_average(weeks, lambda w: w.proposed)} a week"
    yield "drops", f"{trend(lambda w: w.drops)}  {_average(weeks, lambda w: w.drops)} a week"
    yield "minutes", f"{trend(lambda w: w.minutes)}  {_average(weeks, lambda w: w.minutes)} a week"
    yield "file", f"{trend(lambda w: w.file_bytes)}  {_size(last.file_bytes)}"
    junk = result.junk().items()
    yield "junk", ", ".join(f"{f.proposed:,} of {f.planted:,} {kind}" for kind, f in junk)
    kinds = result.kinds().items()
    yield "right", ", ".join(f"{kind} {percent(f.precision)} of {f.proposed:,}" for kind, f in kinds)
    yield "good lost", _lost(result)
    yield "look-ups", _look_ups(result)
    if result.muted:
        yield "muted", ", ".join(result.muted)
    for target in result.targets() if not result.cancelled else ():
        yield "met" if target.met else "MISSED", f"{target.name}: {target.found} ({target.wanted})"


def document(result: Result) -> dict[str, Any]:
    """Return the figures as JSON values."""
    options, tally, told = result.options, result.tally, result.sittings
    return {
        "options": {name: getattr(options, name) for name in Options.__slots__},
        "person": {
            "minutes_a_week": result.person.minutes_a_week,
            "error_rate": result.person.error_rate,
            "sittings": told.count,
            "minutes": round(told.seconds / 60, 1),
            "slips": told.wrong,
            "restored": told.restored,
        },
        "weeks": [{name: getattr(week, name) for name in Week.__slots__} for week in result.weeks],
        "written": tally.written,
        "captured": tally.captured,
        "held_by_capture": tally.held,
        "turned_away": dict(tally.refused),
        "look_ups": {
            "asked": tally.asked,
            "found": tally.found,
            "outdated": tally.misled,
            "let_go": tally.missed,
            "never_written": tally.unknown,
        },
        "junk": {kind.value: _junk_values(figures) for kind, figures in result.junk().items()},
        "outdated": _junk_values(result.outdated()),
        "kinds": {kind.value: _kind_values(figures) for kind, figures in result.kinds().items()},
        "rules": {rule: _kind_values(figures) for rule, figures in result.rules().items()},
        "muted": result.muted,
        "used": len(result.used()),
        "used_proposed_while_wanted": len(result.used_and_proposed()),
        "used_ever_proposed": len(result.ever_used_and_proposed()),
        "losses": len(told.losses),
        "losses_restorable": result.restorable,
        "good_losses": len(result.good_losses()),
        "tables": [{"week": week, "bytes": tables} for week, tables in result.tables],
        "rows": result.rows,
        "targets": [
            {"name": t.name, "wanted": t.wanted, "found": t.found, "met": t.met} for t in result.targets()
        ],
        "cancelled": result.cancelled,
    }


def page(result: Result, name: str) -> str:
    """Return the figures as a Markdown page, which says the command that wrote it to `name`."""
    return "\n".join(_page(result, name)).rstrip() + "\n"


def _page(result: Result, name: str) -> Iterator[str]:
    options = result.options
    yield "# A simulated year\n"
    yield "<!-- Made by the command below; change the program, not this page. -->\n"
    yield f"    {command(options, name)}\n"
    yield (
        f"Agents take {options.turns:,} turns in {options.days:,} days, and a person looks after what they "
        "remember with the review queue. Everything goes through the real code, on a store of its own that "
        "is thrown away: the capture pipeline, the checks of every write, the daily review pass, the queue "
        "in its own order, the verdicts, undo and restore. Invented are the world, what the agents say and "
        "look up, and the person. No model takes part. The simulation lies in memtui's source, beside the "
        "benchmarks; where only the program is installed, the command says so and ends.\n"
    )
    yield from _targets(result.targets())
    yield (
        "One card more or less changes what the person does next, and so all that follows. So a single year "
        "misses a target by chance now and then: `python -m benchmarks.simulation` plays more of them, and "
        "their mean has to meet each.\n"
    )
    yield "## The store over time\n"
    yield "Live memories at the end of each week; to the right, what there would be had nobody looked."
    yield f"A whole bar is the cap, {options.cap:,}.\n" if options.cap else ""
    yield from _chart(result)
    yield from _weeks(result)
    yield "## Junk\n"
    yield from _junk(result)
    yield "## Proposals\n"
    yield (
        "A proposal is right when someone who knows what is so, and what will be asked for, would act on "
        "it: the memory is junk, outdated or past, or for what goes by age, nobody asks for it again; the "
        "two do repeat or contradict each other, or what the card brings repeats or contradicts the memory; "
        "what is promoted is asked for again.\n"
    )
    yield from _figures_table("kind", {str(kind): f for kind, f in result.kinds().items()})
    yield from _figures_table("rule", result.rules())
    if result.muted:
        yield f"Muted themselves: {', '.join(f'`{rule}`' for rule in result.muted)}.\n"
    yield "## What was lost\n"
    yield from _losses(result)
    yield "## The file\n"
    yield from _file(result)
    yield "## How it is simulated\n"
    yield from _method(result)


def _losses(result: Result) -> Iterator[str]:
    yield (
        f"* Agents used {len(result.used()):,} memories worth keeping. {len(result.used_and_proposed()):,} "
        "of them were proposed for removal afterwards, while they held and were wanted: used in the thirty "
        "days before, or asked for in the thirty days after. "
        f"{len(result.ever_used_and_proposed()):,} were proposed after they had been used and while they "
        "held, wanted again or not."
    )
    held = sum(label.held for label in result.used())
    yield (
        f"* {held:,} of the memories that agents used were held back until the person had seen them, "
        "because they are worded like planted instructions."
    )
    yield f"* {_lost(result)}."
    yield f"* {_look_ups(result)}."
    yield (
        f"* The person's yes took {len(result.sittings.losses):,} memories out of view. In one copy of the "
        "store every verdict was undone, in another every memory was restored, at the end or before it was "
        f"erased: {result.restorable:,} came back in both, with their texts. {result.erased:,} were erased "
        f"for good by the person, {ERASED_AFTER_DAYS:.0f} days or more after they had been dropped.\n"
    )


def _method(result: Result) -> Iterator[str]:
    options, tally, person = result.options, result.tally, result.person
    rates = ", ".join(f"{kind} {percent(rate)}" for kind, rate in RATES.items() if kind is not None)
    yield (
        f"* *Agents.* {percent(MANNERS[Manner.CARELESS])} of the sessions are by an agent that writes "
        f"straight into the store, every second turn: {rates}, else something worth keeping. "
        f"{percent(VERBATIM)} of its repeats are word for word. {percent(MANNERS[Manner.CAREFUL])} are by "
        "one that writes what is worth keeping and nothing else. The other sessions are read by the offline "
        "capture pipeline when they have ended, and speak of their project only. For comparison, an audit "
        "of 10,134 memories of one real agent found 52.7 % restated boot text and 5.2 % invented profiles."
    )
    yield (
        f"* *Writes.* {tally.written:,} memories were new, {tally.captured:,} of them captured. Turned away "
        f"on arrival: {_counted(dict(tally.refused))}. Capture left {tally.held:,} facts to the person."
    )
    yield (
        "* *Look-ups.* What is wanted follows Zipf's law within the project of the session, the person, or "
        "another project; what was learned or used lately is wanted more. "
        f"{percent(RUBBISH_USED)} of the look-ups bring up junk, which counts as a use of it."
    )
    yield (
        f"* *The person.* At a diligence of {options.diligence:g} they sit down with that probability, "
        f"{len(SITTING_DAYS)} times a week for {SITTING_SECONDS / 60:.0f} minutes at most, need 6 seconds "
        f"for a card and 12 for a batch, and press the wrong key at {percent(person.error_rate)} of the "
        "single cards. They know what is so, and not what will be asked for. When they hear that an agent "
        "missed something they may restore it."
    )


def _targets(targets: Sequence[Target]) -> Iterator[str]:
    yield "| what | wanted | found | |"
    yield "|---|---|---|---|"
    for target in targets:
        yield f"| {target.name} | {target.wanted} | {target.found} | {'met' if target.met else 'MISSED'} |"
    yield ""


def _chart(result: Result) -> Iterator[str]:
    highest = result.options.cap or result.peak or 1
    yield "```"
    for number, week in enumerate(result.weeks, 1):
        if number % 2 == 0 or number == len(result.weeks):
            bar = "━" * min(round(week.live / highest * _BAR), _BAR)
            yield f"{number:>3}  {bar.ljust(_BAR, '─')} {week.live:>6,} {week.written:>8,}"
    yield "```\n"


def _weeks(result: Result) -> Iterator[str]:
    yield "Per week, averaged over the weeks up to the one named; counts are at its end.\n"
    yield (
        "| week | live | of them junk or past | archived | dropped | open | proposed | decided | drops "
        "| minutes |"
    )
    yield "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    for first in range(0, len(result.weeks), _EVERY):
        span = result.weeks[first : first + _EVERY]
        last = span[-1]
        averages = [_average(span, figure) for figure in _PER_WEEK]
        yield (
            f"| {first + len(span)} | {last.live:,} | {last.junk:,} | {last.archived:,} | {last.dropped:,} | "
            f"{last.open:,} | {' | '.join(averages)} |"
        )
    yield ""


def _junk(result: Result) -> Iterator[str]:
    yield "| what | planted | proposed | | gone at the end | median days until proposed |"
    yield "|---|--:|--:|--:|--:|--:|"
    rows: dict[str, JunkFigures] = {str(kind): figures for kind, figures in result.junk().items()}
    for kind, figures in (rows | {"outdated by a change": result.outdated()}).items():
        yield (
            f"| {kind} | {figures.planted:,} | {figures.proposed:,} | {percent(figures.share)} | "
            f"{figures.gone:,} | {figures.delay:.0f} |"
        )
    yield ""


def _figures_table(what: str, rows: dict[str, KindFigures]) -> Iterator[str]:
    yield f"| {what} | proposed | right | yes | no |"
    yield "|---|--:|--:|--:|--:|"
    for name, figures in rows.items():
        yield (
            f"| {name} | {figures.proposed:,} | {percent(figures.precision)} | {figures.yes:,} | "
            f"{figures.no:,} |"
        )
    yield ""


def _file(result: Result) -> Iterator[str]:
    shown = [entry for entry in result.tables if entry[1]]
    if not shown:
        yield f"{_size(result.weeks[-1].file_bytes)} at the end; this SQLite cannot tell its tables apart.\n"
        return
    columns = [shown[round(i * (len(shown) - 1) / 4)] for i in range(5)] if len(shown) >= 5 else shown
    total = sum(columns[-1][1].values())
    large = [name for name, size in columns[-1][1].items() if size >= total * _LEAST_SHARE]
    yield (
        "In kB, with indexes, at the end of some weeks. What holds texts levels off, since the person erases "
        "what was dropped long ago; the journal of ops, the uses and the runs grow a little with every day.\n"
    )
    yield f"| table | {' | '.join(f'week {week}' for week, _ in columns)} | rows |"
    yield f"|---|{'--:|' * len(columns)}--:|"
    for name in large:
        sizes = " | ".join(f"{tables.get(name, 0) / 1000:,.0f}" for _, tables in columns)
        rows = result.rows.get(name)
        yield f"| {name} | {sizes} | {'' if rows is None else f'{rows:,}'} |"
    rest = [sum(size for name, size in tables.items() if name not in large) for _, tables in columns]
    yield f"| the rest | {' | '.join(f'{size / 1000:,.0f}' for size in rest)} | |"
    sums = " | ".join(f"{sum(tables.values()) / 1000:,.0f}" for _, tables in columns)
    yield f"| all | {sums} | |\n"


def _junk_values(figures: JunkFigures) -> dict[str, float]:
    return {
        "planted": figures.planted,
        "proposed": figures.proposed,
        "gone": figures.gone,
        "median_days": round(figures.delay, 1),
    }


def _kind_values(figures: KindFigures) -> dict[str, float]:
    return {
        "proposed": figures.proposed,
        "right": figures.right,
        "precision": round(figures.precision, 4),
        "yes": figures.yes,
        "no": figures.no,
    }


def _lost(result: Result) -> str:
    lost = result.good_losses()
    again = sum(result.truth.wanted_between(label, label.gone or 0.0) for label in lost)
    return (
        f"{plural(len(lost))} let go while still true; asked for again: {again:,}, brought back for it: "
        f"{result.sittings.restored:,}"
    )


def _look_ups(result: Result) -> str:
    tally = result.tally
    return (
        f"{tally.asked:,} look-ups: {tally.found:,} found what holds, {tally.misled:,} something outdated or "
        f"false, {tally.missed:,} missed what had been let go, {tally.unknown:,} what was never written down"
    )


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in sorted(counts.items())) or "nothing"


def _average(weeks: Sequence[Week], figure: Callable[[Week], float]) -> str:
    return f"{sum(map(figure, weeks)) / len(weeks):.1f}" if weeks else "0"


def _size(count: int) -> str:
    return f"{count / 1_000_000:.1f} MB"
