"""Words the news about a linked file for the notice, and remembers which source it told of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.domain.counting import plural
from memtui.domain.text import Longest, capitalised, one_line
from memtui.secrets.masking import masked
from memtui.sources.called import source_name
from memtui.tui.background.in_step import InStep, InStepTold, told_words
from memtui.tui.keys.keymap import Keymap
from memtui.tui.sources.names import files_of_project

if TYPE_CHECKING:
    from memtui.formats.changes import RecordChange
    from memtui.store.sources import Source
    from memtui.tui.host import Host


def tell_linked_news(host: Host, event: InStepTold, *, behind: Sequence[str]) -> None:
    """Say the news, if there is any; Sources then opens at a source that waits to be written."""
    sentence, kind = linked_news(event, host.in_step, host.keymap, behind=behind)
    if sentence:
        host.say(sentence, kind)
    if event.waiting and event.source is not None:
        host.source_told = event.source.path


def linked_news(
    event: InStepTold, in_step: InStep, keymap: Keymap, *, behind: Sequence[str]
) -> tuple[str, str]:
    """Return what to say of a source that was brought in step or waits, and its kind; empty if it is old.

    `behind` is what the notice says of changes just made here, one after the other. Where these are by now is
    said each time, behind those words; what other programs change is said once.
    """
    sentence, kind = _news(event, in_step, keymap, each_time=bool(behind))
    if sentence and behind and kind == "done":
        before = len(behind) - 1 if _changes(event) > 1 else 0
        with_them = f"with the {'one' if before == 1 else f'{before:,}'} before, " if before else ""
        sentence = f"{behind[-1]} · {with_them}{sentence}"
    elif sentence and behind and event.done is not None and event.done.warnings and kind == "note":
        sentence = f"{behind[-1]} · but {sentence}"
    return capitalised(sentence), kind


def _changes(event: InStepTold) -> int:
    """Return how many changes made here the news is about."""
    return len(event.waiting) if event.done is None else event.done.changes


def _news(event: InStepTold, in_step: InStep, keymap: Keymap, *, each_time: bool) -> tuple[str, str]:
    source, done = event.source, event.done
    if source is None:
        return (
            (in_step.trouble, "error") if in_step.trouble else ("linked files are kept in step again", "note")
        )
    if done is None:
        where, how = _waiting_words(source, event, named=not each_time)
        return f"{where}; {keymap.filled(how)}", "done"
    sentence, kind = told_words(source, done)
    key = "written" if kind == "done" else sentence
    new = bool(done.proposed) or in_step.first_time(source, key) or (each_time and kind == "done")
    return (sentence, kind) if sentence and new else ("", "")


def _waiting_words(source: Source, event: InStepTold, *, named: bool) -> tuple[str, str]:
    """Say what agents read until a change is written, `agents still read it in MEMORY.md`, and which keys do.

    `named` where nothing before it says what was changed.
    """
    waiting = event.waiting
    where = source_name(source)
    if not source.address:
        where = files_of_project([Path(change.file) for change in waiting], event.project)
    what = "it" if len(waiting) == 1 else "them"
    if all(change.after is None for change in waiting):
        read = _dropped(waiting) if named else what
        return f"agents still read {read} in {where}", f"{{view_sources}} {{writing}} takes {what} out"
    if all(change.before is not None and change.after is not None for change in waiting):
        was = "as it was" if len(waiting) == 1 else "as they were"
        return f"agents still read {what} {was} in {where}", f"{{view_sources}} {{writing}} writes {what}"
    return f"not yet in {where}", f"{{view_sources}} {{writing}} writes {what}"


def _dropped(waiting: Sequence[RecordChange]) -> str:
    """Name what was dropped: the one memory by its words, several by their number."""
    text = waiting[0].before
    if len(waiting) == 1 and text is not None:
        return f"“{one_line(masked(text), Longest.PHRASE)}”"
    return f"the {plural(len(waiting))} that you dropped"
