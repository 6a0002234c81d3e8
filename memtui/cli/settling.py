"""Writing what a command changed back to linked files, when it ends, and saying so.

A command that changed something does it, because dropping a memory here means that agents should not read it
there any more.
"""

from collections.abc import Sequence
from pathlib import Path

from memtui.cli import output
from memtui.config.places import from_home
from memtui.config.settings import Gate
from memtui.domain.counting import plural
from memtui.formats.changes import Plan
from memtui.formats.protocol import Skipped
from memtui.lifecycle.outcome import cleaned_words
from memtui.setup.known_files import place_of
from memtui.sources.diff import diff_of
from memtui.sources.syncing import Synced, sync_all
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.sources import Source

_SHOWN = 10
"""Lines about one source; the command that lists all is named below them."""
_DIFF_LINES = 60
"""Lines of a change that are shown: about a screen."""


def settle(store: Store, gate: Gate) -> None:
    """Bring linked files in step with the latest changes, and print the result. Raises StoreError.

    What was wrong before this command is only counted: it was told in full when it first was so.
    """
    linked = {source.path: source for source in sources.get_all(store)}
    still = 0
    for path, done in sync_all(store, gate=gate).items():
        if done.problem and done.problem == linked[path].message and not done.written:
            still += 1
        elif any((done.written, done.problem, done.left, done.cleaned, done.held, done.asked, done.split)):
            talk(done, store, linked[path])
    if still:
        are = "is" if still == 1 else "are"
        output.say(f"{plural(still, 'linked place')} {are} still not in step: memtui sources status")


def talk(done: Synced, store: Store, source: Source) -> None:
    """Say in words what bringing one source in step did, and what of it cannot be read still."""
    place, path = place_of(store, source), source.path
    now = sources.find(store, path)
    still = "" if now is None or done.problem or done.skipped else now.message
    parts = [f"{done.added:,} added"] if done.added else []
    parts += [f"{done.edited:,} changed here as in the file"] if done.edited else []
    parts += [done.split_words] if done.split else []
    parts += gate_words(done.held, done.asked)
    parts += [f"{done.proposed:,} to decide (memtui review list)"] if done.proposed else []
    parts += (
        [f"wrote {plural(len(done.written), 'memory' if done.written_to else 'file')}"]
        if done.written
        else []
    )
    parts += (
        [f"{done.pending:,} {'still to write' if done.problem else 'to write once you allow it'}"]
        if done.pending
        else []
    )
    parts += [f"{plural(len(done.skipped), 'part')} could not be read"] if done.skipped else []
    if parts or not done.problem:
        in_step = "in step, as far as it can be read" if still else "in step"
        output.say(f"{place}: {', '.join(parts) or in_step}.")
    else:
        output.say(f"{place}: not in step.")
    if done.cleaned:
        output.say(f"  {cleaned_words(done.cleaned)}")
    say_first(done.warnings, path)
    say_first([f"left as it is, {left.where}: {left.reason}" for left in [*done.left, *done.skipped]], path)
    if done.problem or still:
        output.say(f"  {done.problem or still}")


def left_out_words(skipped: Sequence[Skipped], root: str) -> list[str]:
    """Say of each record of a source what was left out, a file by its path, and why."""
    files = {each.where: Path(root, each.where) for each in skipped}
    places = {where: from_home(file) if file.exists() else where for where, file in files.items()}
    return [f"left out {places[each.where]}: {each.reason}" for each in skipped]


def say_first(lines: Sequence[str], path: str) -> None:
    """Print the first of the lines about a source, the number of the others, and the path to them."""
    for line in lines[:_SHOWN]:
        output.say(f"  {line}")
    if len(lines) > _SHOWN:
        more = f"  … and {len(lines) - _SHOWN:,} more"
        output.say(f"{more}; memtui sources sync {path} --wholly --json has them all")


def gate_words(held: int, waiting: int) -> list[str]:
    """Say what the gate did with what files bring."""
    parts = [f"{held:,} held back from agents until you decide (memtui review list)"] if held else []
    return parts + ([f"{waiting:,} asked about and not stored yet (memtui review list)"] if waiting else [])


def synced_json(done: Synced) -> dict[str, object]:
    """Return what bringing one source in step did, as JSON gets it."""
    return {
        "added": done.added,
        "duplicates": done.duplicates,
        "edited": done.edited,
        "split": sum(done.split.values()),
        "cleaned": done.cleaned,
        "held": done.held,
        "asked": done.asked,
        "proposed": done.proposed,
        "written": [str(path) for path in done.written],
        "pending": done.pending,
        "left": [{"record": left.where, "reason": left.reason} for left in done.left],
        "skipped": [{"where": left.where, "reason": left.reason} for left in done.skipped],
        "warnings": done.warnings,
        "problem": done.problem,
    }


def show(plan: Plan) -> None:
    """Write what would be changed in which files."""
    for change in plan.files:
        output.row(from_home(change.path))
        lines = diff_of(change)
        for line in lines[:_DIFF_LINES]:
            output.row(f"  {line.sign} {line.text}" if line.text else f"  {line.sign}")
        if len(lines) > _DIFF_LINES:
            output.row(f"  … and {len(lines) - _DIFF_LINES:,} more lines")
    for warning in plan.warnings:
        output.say(warning)
    for left in plan.left:
        output.say(f"Left as it is, {left.where}: {left.reason}")
