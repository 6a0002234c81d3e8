"""Writing a memory as a rule into files that agents load, and taking it out, each file as a step to look at.

`memtui rule` and the screen call it: they show the steps, ask, and take them. The copy that a writing kept is
what taking out puts back, byte for byte, as long as nothing else in the file has changed.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from memtui.domain.memory import Memory, State
from memtui.lifecycle import holding
from memtui.lifecycle.errors import Refused
from memtui.secrets.masking import masked
from memtui.setup import files
from memtui.setup.files import Edit, text_of
from memtui.setup.json_settings import SettingsError
from memtui.setup.rule_files import files_for, with_rule, without_rule
from memtui.store.database import Store


@dataclass(frozen=True, slots=True)
class Step:
    """What happens to one file."""

    edit: Edit
    kept: Path | None = None
    """The copy that is put back, and then needed no more."""
    goes: bool = False
    """The file was made for the rule alone, and goes with it."""


def where(store: Store, memory: Memory) -> list[Path]:
    """Return the files that agents load where a memory belongs. Raises StoreError, and Refused for none."""
    try:
        files = files_for(store, memory, Path.home(), os.environ)
    except SettingsError as error:
        raise Refused(f"The instructions there cannot be read: {error}.") from None
    if not files:
        raise Refused(
            f"Where agents that work in {masked(memory.scope)} look is not known here; "
            f"`memtui rule {memory.uid} FILE` writes it into a file that you name."
        )
    return files


def check(store: Store, memory: Memory) -> None:
    """Raise Refused for a memory that no agent is to be told."""
    if memory.state is not State.LIVE:
        raise Refused(f"It is {memory.state}; `memtui restore {memory.uid}` brings it back first.")
    if holding.held_ids(store, [memory]):
        raise Refused("It is held back from agents until you have answered its card in Review.")
    if masked(memory.text) != memory.text:
        raise Refused("It holds a secret, which is to stand in no file of instructions.")


def writing(paths: Iterable[Path], memory: Memory) -> list[Step]:
    """Return what writing a memory changes: a step for each file that lacks it. Raises Refused."""
    edits = [Edit(path, text, with_rule(text, memory.text)) for path, text in _texts(paths)]
    return [Step(edit) for edit in edits if edit.changes]


def taking_out(paths: Iterable[Path], memory: Memory) -> list[Step]:
    """Return what taking a memory out changes: a step for each file that has it. Raises Refused."""
    steps = [_taken_out(path, text, memory.text) for path, text in _texts(paths)]
    return [step for step in steps if step.edit.changes]


def take(step: Step) -> Path | None:
    """Do one step and return the copy that was kept of the file, if any.

    Raises SettingsError; the file is then as it was. So it is when it has changed since the step was shown.
    """
    path = step.edit.path
    if text_of(path) != step.edit.before:
        raise SettingsError("it has changed meanwhile; look again")
    try:
        if step.goes:
            path.unlink()
            return None
        if step.kept is None:
            return files.write(step.edit)
        step.kept.replace(path.resolve())
    except OSError as error:
        raise SettingsError(f"it cannot be written: {error.strerror}") from None
    return None


def _texts(paths: Iterable[Path]) -> Iterable[tuple[Path, str]]:
    for path in {path.resolve(): path for path in paths}.values():
        try:
            yield path, text_of(path)
        except SettingsError as error:
            raise Refused(f"{path} was left as it is: {error}.") from None


def _taken_out(path: Path, text: str, rule: str) -> Step:
    for copy in sorted(files.copies_of(path), reverse=True):
        try:
            before = text_of(copy)
        except SettingsError:  # then it is of another time: what it became can be read
            continue
        if before != text and with_rule(before, rule) == text:
            return Step(Edit(path, text, before), kept=copy)
    alone = bool(text) and text == with_rule("", rule)
    return Step(Edit(path, text, without_rule(text, rule)), goes=alone)
