"""`simulate`: a year of agents and a person in half a minute, on a store that is thrown away.

The simulation is no part of the program that people install: it lies in memtui's source, beside the
benchmarks. So the command looks for it there, and says where to find it when there is none.
"""

from pathlib import Path

import click

import memtui
from memtui.cli import output
from memtui.cli.failures import Code, Stop
from memtui.cli.running import Running
from memtui.cli.session import Session, pass_session

_SOURCE = Path(memtui.__file__).parents[1] / "simulation"
"""Beside the package in a checkout of the source; where memtui is installed there is no such folder."""


@click.command()
@click.option(
    "--turns",
    type=click.IntRange(1, 1_000_000),
    default=10_000,
    show_default=True,
    help="Turns that agents take.",
)
@click.option(
    "--days", type=click.IntRange(1, 3650), default=365, show_default=True, help="Days they take them in."
)
@click.option("--seed", type=int, default=7, show_default=True, help="Another number, another year.")
@click.option(
    "--diligence",
    type=click.FloatRange(0, 1),
    default=0.8,
    show_default=True,
    help="How often the person sits down to review; a careful one also errs less.",
)
@click.option(
    "--cap", type=click.IntRange(0), default=0, help="Exit 1 when there are ever more live memories."
)
@click.option(
    "--report", type=click.Path(path_type=Path, dir_okay=False), help="Also write a page of Markdown."
)
@click.option("--json", "as_document", is_flag=True, help="One JSON object.")
@pass_session
def simulate(
    session: Session,
    turns: int,
    days: int,
    seed: int,
    diligence: float,
    cap: int,
    report: Path | None,
    as_document: bool,
) -> Code:
    """Play a year of agents that write and a person who reviews, and show how the store changes.

    It goes through the real review pass, queue and verdicts, on a store that is thrown away; your own is not
    touched. The same seed gives the same year. It needs a checkout of memtui's source.
    """
    del session
    if not _SOURCE.is_dir():
        raise Stop(
            "the simulation comes with memtui's source and is not installed with the program; "
            "in a checkout of the source, `make demo` sets up a memtui that has it"
        )
    from simulation import report as telling
    from simulation.figures import Options
    from simulation.run import simulate as play

    options = Options(turns, days, seed, diligence, cap)
    with Running("simulate") as running:
        result = play(options, progress=running.progress, cancelled=running.cancelled)
    if as_document:
        output.document(telling.document(result))
    else:
        for line in telling.summary(result):
            output.row(line)
    if result.cancelled:
        output.say("Interrupted; these are the figures up to then.")
        return Code.INTERRUPTED
    if report is not None:
        try:
            report.write_text(telling.page(result, report.as_posix()), "utf-8")
        except OSError as error:
            raise Stop(f"{report} cannot be written ({error.strerror})") from None
        output.say(f"Wrote {report}.")
    if cap and result.peak > cap:
        raise Stop(f"there were {result.peak:,} live memories, more than {cap:,}")
    return Code.DONE
