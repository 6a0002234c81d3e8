"""`work`: drains the capture queue that hooks and commands fill."""

from typing import TYPE_CHECKING, Any

import click

from memtui.cli import output
from memtui.cli.failures import Code
from memtui.cli.reporting import left_out_words
from memtui.cli.running import Running
from memtui.cli.session import Session, pass_session
from memtui.domain.counting import plural
from memtui.domain.text import Longest, one_line
from memtui.store import jobs

if TYPE_CHECKING:
    from memtui.capture.worker import Worked


@click.command()
@click.option("--watch", is_flag=True, help="Stay and wait for more, until Ctrl-C.")
@click.option("--retry", is_flag=True, help="First queue again what has failed or waits for its next try.")
@click.option(
    "--json", "as_document", is_flag=True, help="One JSON object a round: what was done and is left."
)
@pass_session
def work(session: Session, watch: bool, retry: bool, as_document: bool) -> Code:
    """Read the sessions that wait to be captured, and run the reviews that follow.

    It ends when nothing is left to do. One worker is at it at a time; the screen is one while it is open.
    Ctrl-C ends it, and what is not done stays in the queue.
    """
    from memtui.review.working import keep_working, worked_line

    store = session.store()
    if retry:
        with store.write() as tx:
            again = jobs.retry_failed(tx)
        output.say(f"{plural(again, 'job')} to be tried again.")
    if watch:
        waiting = plural(jobs.counts(store).get("queued", 0), "job")
        output.say(f"{waiting} waiting. Watching for more: Ctrl-C ends it.")
    rounds: list[Worked] = []

    def after(worked: "Worked") -> None:
        rounds.append(worked)
        document = worked_line(store, worked)
        if as_document and watch:
            output.row(_as_line(document))
        elif as_document:
            output.document(document)
        else:
            _say(worked, document)

    with Running("capture") as running:
        keep_working(
            store,
            session.settings,
            once=not watch,
            prompts=session.prompts,
            watch=running.watch,
            after=after,
        )
        stopped = running.cancelled()
    if watch:
        return Code.DONE
    if stopped:
        return Code.INTERRUPTED
    return Code.REFUSED if any(worked.failed or worked.busy for worked in rounds) else Code.DONE


def _as_line(document: dict[str, Any]) -> str:
    import json

    return json.dumps(document)


def _say(worked: "Worked", left: dict[str, Any]) -> None:
    """Say in words what was done and what is left."""
    if worked.busy:
        output.say(f"Another worker is at it ({worked.busy}).")
        return
    parts = [f"{plural(worked.done, 'job')} done"]
    parts += [f"{plural(worked.stored, 'fact')} stored"] if worked.stored else []
    parts += [f"{worked.superseded:,} superseded"] if worked.superseded else []
    parts += [f"{plural(worked.queued, 'proposal')} to review"] if worked.queued else []
    parts += [f"{left['waiting']:,} waiting"] if left["waiting"] else []
    parts += [f"{left['given_up']:,} given up"] if left["given_up"] else []
    output.say(f"{', '.join(parts)}.")
    output.first_of([one_line(error, Longest.SENTENCE) for error in worked.errors])
    output.first_of(left_out_words(worked.left_out))
