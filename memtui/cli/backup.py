"""`backup` and `restore --from`: the whole store in one file, and back."""

from pathlib import Path

import click

from memtui.cli import output
from memtui.cli.asking import agree_to_replace
from memtui.cli.failures import Code, Stop
from memtui.cli.session import Session, pass_session
from memtui.cli.terminal import for_a_person
from memtui.domain.counting import plural
from memtui.domain.instant import to_iso
from memtui.store import backups


@click.command()
@click.argument("target", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--yes", "-y", is_flag=True, help="Replace FILE when it is there.")
@click.option("--json", "as_document", is_flag=True, help="One JSON object: where it is and what it holds.")
@pass_session
def backup(session: Session, target: Path, yes: bool, as_document: bool) -> Code:
    """Copy the whole store into FILE: memories, history, undo, queue, links and settings of sources.

    The copy is read from end to end before it gets its name, and others may go on writing meanwhile. What
    is purged later stays in copies that were made before. `memtui restore --from FILE` puts it back.
    """
    target = target.expanduser()
    if not target.parent.is_dir():
        raise Stop(f"There is no folder {target.parent}. Make it first, or name a file elsewhere.")
    store = session.store_to_read()
    if target.exists() and target.samefile(store.path):
        raise Stop(f"{target} is the store itself. Name another file.")
    if target.exists() and not yes:
        raise Stop(f"{target} is there already. Add --yes to replace it.")
    done = backups.back_up(store, target)
    if as_document:
        output.document({"backup": str(target), "memories": done.memories, "bytes": done.bytes})
    output.say(f"Copied {plural(done.memories)} and the whole history to {target}, and checked the copy.")
    return Code.DONE


def put_back(session: Session, source: Path, *, yes: bool, as_document: bool) -> Code:
    """Put a copy in the place of the store; the replaced one is kept beside it."""
    source, path = source.expanduser(), session.path
    if path.exists() and source.exists() and source.samefile(path):
        raise Stop(f"{source} is the store itself. Name a backup.")
    report = backups.check(source)
    if path.exists():
        for_a_person(session.settings, "A store is replaced at a person's word", "Nothing was changed.")
        there = backups.check(path)
        agree_to_replace(_held(there), _held(report), yes=yes)
    kept = backups.put_back(source, path)
    if as_document:
        replaced = None if kept is None else str(kept)
        output.document({"restored": str(source), "memories": report.memories, "replaced": replaced})
    sentence = f"Restored {plural(report.memories)} from {source}."
    output.say(sentence if kept is None else f"{sentence} The store that was there is kept at {kept}.")
    return Code.DONE


def _held(copy: backups.Checked) -> str:
    """Return a store in words: where it is, how many memories it holds, and when it was changed last."""
    when = "never changed" if copy.changed is None else f"newest change {to_iso(copy.changed)[:16]}Z"
    return f"{copy.path}: {plural(copy.memories)}, {when}"
