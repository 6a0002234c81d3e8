"""Words the news about a linked file for the notice; empty if there is none."""

from memtui.tui.background.in_step import WAITING, InStep, InStepTold, told_words
from memtui.tui.keys.keymap import Keymap
from memtui.tui.sources.names import source_name


def linked_news(event: InStepTold, in_step: InStep, keymap: Keymap) -> tuple[str, str]:
    """Return what to say of a source that was brought in step or waits, and its kind; empty if it is old."""
    source, done = event.source, event.done
    if done is None:
        how = keymap.filled("{view_sources} {writing} writes it")
        new = in_step.first_time(source, WAITING)
        return (f"not yet in {source_name(source)}; {how}", "done") if new else ("", "")
    sentence, kind = told_words(source, done)
    key = "written" if kind == "done" else sentence
    new = bool(sentence) and (bool(done.proposed) or in_step.first_time(source, key))
    return (sentence, kind) if new else ("", "")
