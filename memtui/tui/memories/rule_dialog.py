"""Writing a memory as a rule into the files that agents load: each line and file first, then a yes.

The same key takes it out again where it stands, and the files are then as they were.
"""

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from textual.app import ComposeResult

from memtui.config.places import from_home
from memtui.domain.actor import Actor
from memtui.domain.counting import plural
from memtui.domain.memory import Memory
from memtui.domain.text import printable_lines
from memtui.lifecycle.errors import Refused
from memtui.secrets.masking import masked
from memtui.setup.rule_writing import Step, check, has_it, take, taking_out, where, writing
from memtui.store.database import Store
from memtui.tui.themes import Look, look
from memtui.tui.widgets.dialogs import WIDTH, Confirmation, hint
from memtui.tui.widgets.pages import Line, Page, text_lines

_AROUND = 2
"""Lines of a file that are shown around what changes."""
_ONLY_READ = "What is linked there is only read, and stays so: your yes is for this line."


@dataclass(frozen=True, slots=True)
class Offer:
    """What the key would do: write a rule, or take it out where every file has it."""

    memory: Memory
    steps: Sequence[Step]
    out: bool


def offer(store: Store, memory: Memory) -> Offer:
    """Return what would be done with a memory. Raises Refused and StoreError."""
    paths = where(store, memory)
    steps = writing(store, paths, memory)
    if steps:
        check(store, memory)
        return Offer(memory, steps, out=False)
    steps = taking_out(store, paths, memory)
    if not steps:
        raise Refused(f"{has_it(paths)}.")
    return Offer(memory, steps, out=True)


def taken(store: Store, offered: Offer, *, by: Actor) -> tuple[str, str]:
    """Do what was offered; return what to say, and whether it was done or met an error. Raises Refused."""
    written = take(store, offered.memory, offered.steps, by=by)
    verb = "Taken out of" if offered.out else "Written into"
    done = ", ".join(from_home(Path(line.path)) for line in written.done)
    sentences = [f"{verb} {done}"] if done else []
    sentences += [f"{from_home(Path(path))} was left as it is: {why}" for path, why in written.left]
    if done:
        again = "" if offered.out else "; {write_rule} takes it out again"
        sentences.append("{undo} to undo" + again)
    return " · ".join(sentences), "error" if written.left else "done"


class RuleDialog(Confirmation):
    """Shows which lines go into which files, or out of them."""

    DEFAULT_CSS = """
    RuleDialog { .panel { width: 84; } }
    """

    def __init__(self, offered: Offer) -> None:
        super().__init__()
        self._offer = offered
        files = plural(len(offered.steps), "file")
        self.title_words = f"Take the rule out of {files}?" if offered.out else f"Write a rule into {files}?"
        yes = "take it out" if offered.out else "write it"
        self._page = Page()
        self._page.can_focus = False
        self._hint = hint(("enter", yes), ("↑ ↓", "scroll"), ("esc", "leave them"))

    def compose(self) -> ComposeResult:
        """Lay out the change and the keys."""
        yield self.panel(self._page, self._hint)

    def on_mount(self) -> None:
        """Show the change."""
        width = min(WIDTH, self.app.size.width) - 6
        colours = look(self.app.theme)
        lines = [line for step in self._offer.steps for line in _change(step, width, colours)]
        if not self._offer.out and any(step.only_read for step in self._offer.steps):
            lines += text_lines(_ONLY_READ, width, colours.dim)
        self._page.styles.height = self._page.styles.max_height = min(
            len(lines), max(self.app.size.height - 8, 3)
        )
        self._page.show_lines(lines)


def _change(step: Step, width: int, colours: Look) -> Iterator[Line]:
    """Yield a file's name and the lines that change, with a sign each."""
    edit = step.edit
    new = "  (a new file)" if not edit.before else "  (the file goes, too)" if step.goes else ""
    yield from text_lines(f"{step.place}{new}", width, colours.accent)
    before, after = edit.before.splitlines(), edit.after.splitlines()
    for line in list(difflib.unified_diff(before, after, n=_AROUND, lineterm=""))[2:]:
        if not line.startswith("@@"):
            style = colours.text if line[0] in "+-" else colours.dim
            yield from text_lines(printable_lines(masked(line)), width, style, indent=2)
    if step.said_already:
        yield from text_lines(f"! {step.said_already}", width, colours.warn)
    yield []
