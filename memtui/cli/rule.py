"""`rule`: writes a memory into the instructions that its agents load, or takes it out of them."""

import difflib
from collections.abc import Sequence
from pathlib import Path

import click

from memtui.cli import output
from memtui.cli.asking import agreed
from memtui.cli.failures import Code, Stop
from memtui.cli.selecting import named
from memtui.cli.session import Session, pass_session
from memtui.cli.terminal import answers, for_a_person
from memtui.config.places import from_home
from memtui.domain.actor import Actor
from memtui.domain.counting import plural
from memtui.domain.memory import Memory
from memtui.setup.rule_writing import Step, check, take, taking_out, where, writing
from memtui.store.database import Store


@click.command()
@click.argument("uid")
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--remove", is_flag=True, help="Take it out of them again.")
@click.option("--dry-run", is_flag=True, help="Show what would change; change nothing.")
@click.option("--yes", "-y", is_flag=True, help="Don't ask.")
@click.option("--json", "as_document", is_flag=True, help="One JSON object: which files were written.")
@pass_session
def rule(
    session: Session,
    uid: str,
    files: tuple[Path, ...],
    remove: bool,
    dry_run: bool,
    yes: bool,
    as_document: bool,
) -> Code:
    """Write a memory as a rule into the CLAUDE.md or AGENTS.md where its agents read it.

    Into FILE, or: for what is about you, the instructions of each program on this machine; for what is about
    a project, those in its folder. Shows the change and asks. --remove takes the line out again, and so does
    `undo`: byte for byte, when nothing else has changed in it. For a person at a terminal.
    """
    if not dry_run:
        for_a_person(session.settings, "What your agents load is for you to write", "Nothing was written.")
    store = session.store()
    (memory,) = named(store, [uid])
    paths = [path.expanduser().absolute() for path in files] or where(store, memory)
    if not remove:
        check(store, memory)
    steps = (taking_out if remove else writing)(store, paths, memory)
    if not steps:
        raise Stop("It is in none of them." if remove else "They have it already.", Code.NOTHING)
    if not as_document:
        _show(steps)
    if not dry_run and not yes:
        _ask(len(steps))
    written = [] if dry_run else _taken(store, memory, steps, by=session.actor)
    if as_document:
        output.document({"action": "rule", "uid": memory.uid, "dry_run": dry_run, "written": written})
    if dry_run:
        output.say("Nothing was written.")
    return Code.DONE if dry_run or len(written) == len(steps) else Code.REFUSED


def _show(steps: list[Step]) -> None:
    for step in steps:
        edit = step.edit
        name = str(edit.path)
        before, after = edit.before.splitlines(), edit.after.splitlines()
        for line in difflib.unified_diff(before, after, name, name, n=2, lineterm=""):
            output.row(line)
        if step.under:
            output.say(f"It goes into {step.place}.")
        if step.said_already:
            output.say(f"{step.said_already}.")


def _ask(count: int) -> None:
    if not answers():
        raise Stop("Nobody can be asked here, so nothing was written. Add --yes, or look with --dry-run.")
    if not agreed(f"Write {plural(count, 'file')}?"):
        raise Stop("Nothing was written.")


def _taken(store: Store, memory: Memory, steps: Sequence[Step], *, by: Actor) -> list[str]:
    """Take the steps, say what became of each file, and return those that were written."""
    done = take(store, memory, steps, by=by)
    gone = {step.line.path for step in steps if step.goes}
    for line in done.done:
        output.say(f"{'Removed' if line.path in gone else 'Wrote'} {from_home(Path(line.path))}.")
    for path, why in done.left:
        output.say(f"{path} was left as it is: {why}.")
    if done.op is not None:
        output.say("`memtui undo` takes that back.")
    return [line.path for line in done.done]
