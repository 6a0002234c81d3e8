"""The saved questions beneath the scopes, and in a thread whether their answers are still the right ones."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from memtui.config.settings import Settings
from memtui.domain import scope as scopes
from memtui.domain.text import one_line
from memtui.recall.asking import Search
from memtui.recall.checking import check
from memtui.secrets.masking import masked
from memtui.store.database import Store
from memtui.store.errors import StoreError
from memtui.store.questions import SavedQuestion
from memtui.tui.background.unforeseen import error_words, say_of
from memtui.tui.themes import look
from memtui.tui.widgets.line_list import LineList, fitted

_MOST_LINES = 8


class SavedList(LineList):
    """Saved questions, one a line; a sign before those whose answer has changed."""

    def __init__(self) -> None:
        super().__init__()
        self.saved: Sequence[SavedQuestion] = ()
        self.changed: frozenset[int] = frozenset()
        """The ids of those whose answer has changed."""

    @property
    def question(self) -> SavedQuestion | None:
        """The saved question under the cursor."""
        return self.saved[self.cursor] if self.saved else None

    def show(self, saved: Sequence[SavedQuestion]) -> None:
        """List questions; the cursor stays on its question."""
        before = self.question
        self.saved = saved
        self.styles.height = min(max(len(saved), 1), _MOST_LINES)
        line = next(
            (i for i, question in enumerate(saved) if before and question.id == before.id), self.cursor
        )
        self.lines_changed(len(saved), line)

    def show_changed(self, changed: frozenset[int]) -> None:
        """Mark the questions with these ids."""
        self.changed = changed
        self.forget_strips()
        self.refresh()

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return one question."""
        saved, styles = self.saved[index], self.look
        sign = "≠" if saved.id in self.changed else " "
        title = saved.text or f"start in {scopes.name(saved.scope)}"
        return [
            Segment(f" {sign} ", styles.warn),
            Segment(fitted(one_line(masked(title)), width - 4), styles.text if saved.text else styles.dim),
            Segment(" "),
        ]


class SavedHead(Widget):
    """The heading above the saved questions."""

    DEFAULT_CSS = "SavedHead { height: 1; }"

    def render_line(self, _y: int) -> Strip:
        """Draw the heading, in the line that parts it from the scopes."""
        width, styles = self.size.width, look(self.app.theme)
        line = [
            Segment("── ", styles.faint),
            Segment("saved ", styles.dim),
            Segment("─" * width, styles.faint),
        ]
        return Strip(line).crop(0, width).apply_style(styles.base)


@dataclass
class SavedChecked(Message):
    """All saved questions were asked again."""

    changed: frozenset[int]


class SavedChecker:
    """Asks the saved questions again in a thread; of what is asked for meanwhile the last is done."""

    def __init__(self, view: Widget, store: Store, search: Search | None) -> None:
        """Ask with connections made from `store`; each round posts a SavedChecked to `view`."""
        self._view, self._store, self._search = view, store, search
        self._lock = threading.Lock()
        self._running = self._again = self._ended = False

    def ask(self, settings: Settings) -> None:
        """Have them asked, now or once the round that runs is done."""
        with self._lock:
            self._again = True
            if self._running or self._ended:
                return
            self._running = True
        threading.Thread(target=self._run, args=(settings,), name="memtui-check", daemon=True).start()

    def end(self) -> None:
        """Ask no more."""
        self._ended = True

    def _run(self, settings: Settings) -> None:
        while True:
            with self._lock:
                if not self._again or self._ended:
                    self._running = False
                    return
                self._again = False
            try:
                with self._store.sibling(sparing=True) as store:
                    checked = check(store, settings, self._search)
                    changed = frozenset(answer.saved.id for answer in checked if answer.changed)
            except StoreError:
                continue  # the view asks the same store and says what is wrong with it
            except Exception as error:  # noqa: BLE001 - a thread must not end silently
                sentence = f"Saved questions could not be checked: {error_words(error)}"
                say_of(self._view, sentence)
                continue
            self._view.post_message(SavedChecked(changed))
