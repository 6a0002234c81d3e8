"""Looking before leaping: what a change would affect, and the person's word for it.

On a terminal a change to several memories shows how many and the first rows, and asks. Elsewhere
nobody can be asked, so it needs `--yes`.
"""

import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from memtui.cli import output
from memtui.cli.failures import Stop
from memtui.cli.rows import layout
from memtui.cli.terminal import answers
from memtui.domain.counting import plural
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.domain.uid import LENGTH as UID_LENGTH

SHOWN = 5
"""Memories that are shown before a question: a few lines above the prompt, not a page."""

_TIMES = 3
"""How often a question is asked to which the answer is neither yes nor no; then it counts as no."""
_YES, _NO = {"y", "yes"}, {"", "n", "no"}

_F = TypeVar("_F", bound=Callable[..., object])


def bulk_options(command: _F) -> _F:
    """Add the options that every command has that may change several memories."""
    for option in (
        click.option("--json", "as_document", is_flag=True, help="One JSON object: what was changed."),
        click.option("--yes", "-y", is_flag=True, help="Don't ask."),
        click.option("--dry-run", is_flag=True, help="Say what would change; change nothing."),
    ):
        command = option(command)
    return command


def agree(verb: str, count: int, first: Sequence[Memory], *, now: Instant, yes: bool) -> None:
    """Return when the person agrees to change `count` memories. Raises Stop when not.

    `verb` is an imperative such as `drop`. One memory that was named is not asked about.
    """
    agree_to(verb, count, "memory", lambda: preview(count, first, now), yes=yes)


def agree_to(verb: str, count: int, noun: str, show: Callable[[], None], *, yes: bool) -> None:
    """Return when the person agrees to `verb` the `count` memories that `show` prints. Raises Stop."""
    if yes or count <= 1:
        return
    if not answers():
        raise Stop(
            f"This would {verb} {plural(count, noun)}. Nothing was changed: "
            "add --yes, or look first with --dry-run."
        )
    show()
    if not agreed(f"{verb.capitalize()} {plural(count, noun)}?"):
        raise Stop("Nothing was changed.")


def agree_to_read(model: str, material: str, *, yes: bool) -> bool:
    """Say what having a model read takes, and return whether the person agrees.

    Where nobody can be asked, naming the model or setting one was the yes.
    """
    if yes or not answers():
        output.say(f"{model} reads {material}. What it has read stays read when this is stopped.")
        return True
    return agreed(f"Have {model} read {material}?")


def agree_to_replace(there: str, copy: str, *, yes: bool) -> None:
    """Return when the person agrees to replace a store by a copy, each said in words. Raises Stop."""
    if yes:
        return
    output.say(f"The store   {there}\nThe backup  {copy}")
    if not answers():
        raise Stop("Nothing was changed: add --yes to replace the store by the backup.")
    if not agreed("Replace the store by the backup? The store that is there is kept beside it."):
        raise Stop("Nothing was changed.")


def agree_to_texts(texts: Sequence[tuple[str, str]], count: int, *, yes: bool) -> None:
    """Return when the person agrees to `count` proposals that store `texts`, each with its heading.

    They are shown whole first, also with `yes`: nobody agrees to a text that was not shown. Raises Stop.
    """
    for heading, text in texts:
        output.say(f"{heading}\n")
        for line in text.split("\n"):
            output.say(f"  {line}")
        output.say("")
    if yes:
        return
    if not agreed(f"Accept {plural(count, 'proposal')}?"):
        raise Stop("Nothing was decided.")


def agree_to_dropped(memory: Memory) -> None:
    """Return when the person wants a text back that they dropped. Raises Stop when not."""
    warning = f"You dropped this text before (in {memory.scope})."
    if not answers():
        raise Stop(f"{warning} Nothing was added.")
    if not agreed(f"{warning} Add it anyway?"):
        raise Stop(f"Nothing was added. `memtui restore {memory.uid}` brings the old one back.")


def count_typed(count: int, what: str, show: Callable[[], None]) -> None:
    """Return when the person has typed `count`, as is asked before something irreversible. Raises Stop.

    `what` names what is erased, such as `3 memories`; `show` prints it.
    """
    show()
    output.say(f"This erases {what} for good. No undo, no restore.")
    if _answer(f"Type {count} to erase, anything else to keep: ").replace(",", "") != str(count):
        raise Stop("Nothing was erased.")


def preview(count: int, first: Sequence[Memory], now: Instant) -> None:
    """Show the first memories of a selection on stderr."""
    first_few = first[:SHOWN]
    columns = layout(first_few, uid=UID_LENGTH, width=output.width() - 2)
    for memory in first_few:
        output.say(f"  {columns.line(memory, now)}")
    if count > len(first_few):
        output.say(f"  … and {count - len(first_few):,} more")


def agreed(question: str) -> bool:
    """Ask a question, again while the answer is neither, and return whether the person says yes to it."""
    asked = f"{question} [y/N] "
    for _ in range(_TIMES):
        answer = _answer(asked).lower()
        if answer in _YES | _NO:
            return answer in _YES
        asked = "Please type y for yes or n for no. [y/N] "
    output.say("That counts as no.")
    return False


def _answer(question: str) -> str:
    output.say(question)
    return sys.stdin.readline().strip()
