"""`rule`: writes a memory into the instructions that its agents load, or takes it out of them."""

import difflib
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memtui.cli import output
from memtui.cli.asking import agreed
from memtui.cli.failures import Code, Stop
from memtui.cli.selecting import named
from memtui.cli.session import Session, pass_session
from memtui.cli.terminal import answers, for_a_person
from memtui.config.places import from_home
from memtui.domain.counting import plural
from memtui.domain.memory import State
from memtui.setup.files import Edit, text_of, write
from memtui.setup.json_settings import SettingsError
from memtui.setup.rule_files import files_for, with_rule, without_rule

if TYPE_CHECKING:
    from memtui.domain.memory import Memory
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
    a project, those in its folder. Shows the change and asks; a copy of each file is kept, and --remove takes
    the line out again. For a person at a terminal.
    """
    if not dry_run:
        for_a_person(session.settings, "What your agents load is for you to write", "Nothing was written.")
    store = session.store()
    (memory,) = named(store, [uid])
    edits = _edits(_where(store, memory, files), memory, remove=remove)
    if not remove:
        _check(store, memory)
    if not edits:
        raise Stop("It is in none of them." if remove else "They have it already.", Code.NOTHING)
    if not as_document:
        _show(edits)
    if not dry_run and not yes:
        _ask(len(edits))
    written = [] if dry_run else [str(edit.path) for edit in edits if _written(edit)]
    if as_document:
        output.document({"action": "rule", "uid": memory.uid, "dry_run": dry_run, "written": written})
    if dry_run:
        output.say("Nothing was written.")
    return Code.DONE if dry_run or len(written) == len(edits) else Code.REFUSED


def _where(store: "Store", memory: "Memory", files: tuple[Path, ...]) -> list[Path]:
    if files:
        return [path.expanduser().absolute() for path in files]
    try:
        targets = files_for(store, memory, Path.home(), os.environ)
    except SettingsError as error:
        raise Stop(f"The instructions there cannot be read: {error}.") from None
    if not targets:
        raise Stop(f"Where agents that work in {memory.scope} look is not known here; name the file.")
    return targets


def _edits(paths: list[Path], memory: "Memory", *, remove: bool) -> list[Edit]:
    change: Callable[[str, str], str] = without_rule if remove else with_rule
    edits = []
    for path in paths:
        try:
            before = text_of(path)
        except SettingsError as error:
            raise Stop(f"{path} was left as it is: {error}.") from None
        edits.append(Edit(path, before, change(before, memory.text)))
    return [edit for edit in edits if edit.changes]


def _check(store: "Store", memory: "Memory") -> None:
    """Raise Stop for a memory that no agent is to be told."""
    from memtui.lifecycle import holding
    from memtui.secrets.masking import masked

    if memory.state is not State.LIVE:
        raise Stop(f"It is {memory.state}; `memtui restore {memory.uid}` brings it back first.")
    if holding.held_ids(store, [memory]):
        raise Stop("It is held back from agents until you have answered its card in Review.")
    if masked(memory.text) != memory.text:
        raise Stop("It holds a secret, which is to stand in no file of instructions.")


def _show(edits: list[Edit]) -> None:
    for edit in edits:
        name = str(edit.path)
        before, after = edit.before.splitlines(), edit.after.splitlines()
        for line in difflib.unified_diff(before, after, name, name, n=2, lineterm=""):
            output.row(line)


def _ask(count: int) -> None:
    if not answers():
        raise Stop("Nobody can be asked here, so nothing was written. Add --yes, or look with --dry-run.")
    if not agreed(f"Write {plural(count, 'file')}?"):
        raise Stop("Nothing was written.")


def _written(edit: Edit) -> bool:
    try:
        copy = write(edit)
    except SettingsError as error:
        output.say(f"{edit.path} was left as it is: {error}.")
        return False
    kept = f" (as it was: {copy.name})" if copy is not None else ""
    output.say(f"Wrote {from_home(edit.path)}{kept}.")
    return True
