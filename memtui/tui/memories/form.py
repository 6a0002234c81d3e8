"""The form in which a memory is written or edited.

What is wrong with a value is said in the form, which stays open. Leaving asks only when something
would be lost.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from memtui import secrets
from memtui.domain.actor import ActorKind
from memtui.domain.memory import RESERVED_CATEGORIES, Draft, Memory, MemoryType, State
from memtui.domain.text import Longest, one_line, printable_lines
from memtui.secrets.masking import masked
from memtui.secrets.vouching import vouched
from memtui.store.errors import StoreError
from memtui.store.writers import program
from memtui.tui.memories.meanwhile import MeanwhileDialog, Whose
from memtui.tui.themes import Look
from memtui.tui.widgets.chrome import OneLine
from memtui.tui.widgets.dialogs import TIGHT, Form, hint
from memtui.tui.widgets.inputs import SafeInput, SafeTextArea

if TYPE_CHECKING:
    from memtui.lifecycle.add import Added
    from memtui.lifecycle.change import Edit
    from memtui.lifecycle.outcome import Outcome
    from memtui.store.database import Store
    from memtui.tui.host import Host


_KEYS = (("ctrl+s", "save"), ("tab", "next field"), ("esc", "cancel"))
_ALL_TYPES = 56
"""From how many cells on all types are shown in a row; below that, the chosen one."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What the form has done."""

    memory_id: int
    message: str
    changed: bool


class TypeChoice(OneLine, can_focus=True):
    """The four types in a row; ← and → choose."""

    DEFAULT_CSS = "TypeChoice { width: 1fr; }"

    def __init__(self, chosen: MemoryType) -> None:
        super().__init__()
        self.chosen = chosen

    def parts(self, look: Look, width: int) -> tuple[list[Segment], list[Segment]]:
        """Return the types, the chosen one marked."""
        segments: list[Segment] = []
        for kind in MemoryType if width >= _ALL_TYPES else (self.chosen,):
            is_chosen = kind is self.chosen
            style = look.accent_strong if is_chosen else look.dim
            segments += [Segment("● " if is_chosen else "○ ", style), Segment(f"{kind.label}  ", style)]
        keys = [Segment("← →", look.accent)] if self.has_focus else []
        return segments, keys

    def on_key(self, event: events.Key) -> None:
        """Choose the type beside."""
        step = {"left": -1, "right": 1, "h": -1, "l": 1, "space": 1}.get(event.key)
        if step is not None:
            event.stop()
            kinds = list(MemoryType)
            self.chosen = kinds[(kinds.index(self.chosen) + step) % len(kinds)]
            self.refresh()

    def on_focus(self) -> None:
        """Show how to choose."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide how to choose."""
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Choose the type that was clicked."""
        if self.size.width < _ALL_TYPES:
            return
        x = 0
        for kind in MemoryType:
            end = x + 2 + len(kind.label) + 2
            if x <= event.x < end:
                self.chosen = kind
            x = end
        self.refresh()


class _Fields(VerticalScroll, can_focus=False):
    """The fields; where they do not all fit, the one that is typed in stays in view."""

    def on_resize(self) -> None:
        """Scroll to the field that is typed in."""
        typed = self.screen.focused
        if typed is not None and self in typed.ancestors:
            typed.scroll_visible(animate=False, immediate=True)


class MemoryForm(Form[Saved]):
    """Text, scope, type, importance and categories of one memory."""

    DEFAULT_CSS = "MemoryForm _Fields { height: auto; scrollbar-size-vertical: 1; }"

    def __init__(
        self,
        memory: Memory | None,
        *,
        scope: str,
        scopes: list[str],
        files: str = "",
        typed: str = "",
    ) -> None:
        """Take the values of a memory; `files` says which linked files are written with it.

        `typed` is what takes the place of its text, where that was begun elsewhere.
        """
        super().__init__()
        self._typed = typed
        self._files = files
        self.title_words = "Edit the memory" if memory else "Add a memory"
        self._memory = memory
        self._seen = memory
        """The version that the person has seen last, and writes over."""
        self._shown = printable_lines(memory.text) if memory else ""
        self.text = SafeTextArea(memory.text if memory else "")
        self._theirs = SafeTextArea("")
        """What the memory says by now, where somebody else changed it."""
        self._theirs.read_only = True
        self._theirs.display = False
        self.scope = SafeInput(scope, suggestions=scopes)
        self.kind = TypeChoice(memory.type if memory else MemoryType.SEMANTIC)
        self.importance = SafeInput(f"{memory.importance:g}" if memory else "0.5")
        self.categories = SafeInput(
            " ".join(memory.categories) if memory else "", suggestions=list(RESERVED_CATEGORIES)
        )
        self._note = Static(classes="note")
        self._before = self._values()
        self._asked = False
        self._said = ""
        """What the note says."""
        self._dropped: Memory | None = None
        """The dropped memory that says the same, while the person is asked about it."""
        self._again = False
        self._held = False
        """Whether the person is asked if what looks like a secret is none."""
        self._not_secret = False

    def compose(self) -> ComposeResult:
        """Lay out the fields."""
        self._fields = _Fields(
            self.text,
            self._theirs,
            field_line("scope", self.scope),
            field_line("type", self.kind),
            field_line("importance", self.importance),
            field_line("categories", self.categories),
        )
        yield self.panel(self._fields, self._note, hint(*_KEYS))

    def on_mount(self) -> None:
        """Start typing the text."""
        self.set_focus(self.text)
        self._note.update(Content(f"also saves to {self._files}" if self._files else ""))
        if self._memory is not None and self._typed:
            self.text.load_text(printable_lines(self._typed))
            self._write_on(self._memory)
        self.text.move_cursor(self.text.document.end)

    def share_room(self) -> None:
        """Where not everything fits, scroll the fields: what is wrong and the keys stay in view."""
        lines, fields = 10, 5
        room = lines + fields
        if self.app.size.height < TIGHT:
            room = max(self.room_beside(*([self._said] if self._said else []), keys=_KEYS), 1)
            lines, fields = min(max(room - 4, 3), 10), 4
        self._note.display = bool(self._said) or self.app.size.height >= TIGHT
        theirs = lines // 2 if self._theirs.display else 0
        self.text.styles.height, self._theirs.styles.height = lines - theirs, theirs
        self._fields.styles.height = min(room, lines + fields)

    def _values(self) -> tuple[str, str, str, str, str]:
        return (
            self.text.text,
            self.scope.value.strip(),
            str(self.kind.chosen),
            self.importance.value.strip(),
            self.categories.value.strip(),
        )

    def pressed(self, key: str) -> bool:
        """Save, or leave: at once when nothing was changed."""
        if self._held:
            self._answer_held(key)
            return True
        if self._dropped is not None:
            self._answer(key)
            return True
        if key == "ctrl+s":
            self._save()
        elif key == "escape" and (self._asked or self._values() == self._before):
            self.dismiss(None)
        elif key == "escape":
            self._asked = True
            self._say("esc again throws your changes away; ctrl+s saves them")
        else:
            self._asked = False
        return key in {"ctrl+s", "escape"}

    def _say(self, sentence: str, kind: str = "note") -> None:
        self._note.set_class(kind == "error", "-error")
        self._said = ("! " if kind == "error" else "") + one_line(sentence, Longest.SENTENCE)
        self._note.update(Content(self._said))
        self.share_room()

    def _save(self) -> None:
        try:
            importance = float(self.importance.value)
        except ValueError:
            self._say("importance is a number from 0 to 1", "error")
            self.set_focus(self.importance)
            return
        app = cast("Host", self.app)
        categories = tuple(self.categories.value.replace(",", " ").split())
        if not self._not_secret and self._asks_about_secret():
            return
        if self._memory is None:
            self._add(app, importance, categories)
        else:
            self._edit(app, self._memory, importance, categories)

    def _add(self, app: Host, importance: float, categories: tuple[str, ...]) -> None:
        from memtui.lifecycle.add import add

        draft = Draft(
            text=self.text.text,
            scope=self.scope.value,
            type=self.kind.chosen,
            importance=importance,
            categories=categories,
        )
        if not self._again and self._asks_about_dropped(app.store, draft):
            return
        self._again = False

        not_secret = self._not_secret

        def done(added: Added) -> None:
            sentence = f"Added{_left_out(draft.text)} · {app.keymap.key_for('undo')} to undo"
            if added.duplicate:
                sentence = "The store has this one already; here it is"
            self.dismiss(Saved(added.memory.id, sentence, not added.duplicate))

        app.acts.run(
            lambda store, **_: add(store, draft, by=app.actor, not_secret=not_secret),
            done,
            title="add",
            failed=self._say,
        )

    def _asks_about_secret(self) -> bool:
        """Ask, when the text holds what looks like a secret, if it is one; say whether that was so."""
        if self._memory is not None and self.text.text == self._shown:
            return False
        but = vouched(self._memory.provenance) if self._memory else frozenset()
        hits = secrets.find_secrets(self.text.text, but)
        if not hits:
            return False
        self._held = True
        self.set_focus(None)
        place = f"{hits[0].kind}, characters {hits[0].start + 1} to {hits[0].end}"
        self._say(f"This looks like a secret ({place}): y it is none, keep it · esc goes back", "error")
        return True

    def _answer_held(self, key: str) -> None:
        """Take the person's word that it is no secret, or go on writing."""
        if key not in {"y", "escape"}:
            return
        self._held = False
        self._say("")
        if key == "escape":
            self.set_focus(self.text)
            return
        self._not_secret = True
        self._save()
        self._not_secret = self._dropped is not None

    def _asks_about_dropped(self, store: Store, draft: Draft) -> bool:
        """Ask, when the person dropped this text before, what they want now; say whether that was so."""
        from memtui.domain.days import day
        from memtui.lifecycle.add import dropped_before
        from memtui.store import journal

        with suppress(StoreError, ValueError):  # what is wrong with the draft is said when it is added
            self._dropped = dropped_before(store, draft, not_secret=self._not_secret)
        if self._dropped is None:
            return False
        history = journal.history_of(store, self._dropped.id)
        last = next((c.op for c in history if c.field == "state" and c.after == State.DROPPED), None)
        who = (
            "You"
            if last is None or last.actor.kind is ActorKind.PERSON
            else one_line(program(last.actor), Longest.WORD)
        )
        when = f" on {day(last.at)}" if last else " before"
        self.set_focus(None)
        self._say(f"{who} dropped this{when}: y adds it anyway · r restores the old one · esc goes back")
        return True

    def _answer(self, key: str) -> None:
        """Add what was dropped before, bring the old one back, or go on writing."""
        old = self._dropped
        if old is None or key not in {"y", "r", "escape"}:
            return
        self._dropped = None
        self._not_secret = self._not_secret and key == "y"
        self._say("")
        if key == "y":
            self._again = True
            self._save()
        elif key == "r":
            self._restore(old)
        else:
            self.set_focus(self.text)

    def _restore(self, old: Memory) -> None:
        from memtui.lifecycle.states import restore

        app = cast("Host", self.app)

        def done(outcome: Outcome) -> None:
            sentence = f"{outcome.message} · {app.keymap.key_for('undo')} to undo"
            self.dismiss(Saved(old.id, sentence, bool(outcome.changed)))

        app.acts.run(
            lambda store, **_: restore(store, [old.id], by=app.actor),
            done,
            title="restore",
            failed=self._say,
        )

    def _edit(self, app: Host, memory: Memory, importance: float, categories: tuple[str, ...]) -> None:
        from memtui.lifecycle.change import edit
        from memtui.lifecycle.meanwhile import ChangedMeanwhile

        wanted = self._changes(memory, importance, categories)
        if wanted is None:
            self.dismiss(None)
            return

        not_secret, seen = self._not_secret, self._seen

        def save(store: Store, **_: object) -> Outcome | ChangedMeanwhile:
            try:
                return edit(store, [memory.id], wanted, by=app.actor, not_secret=not_secret, seen=seen)
            except ChangedMeanwhile as error:
                return error

        def done(outcome: Outcome | ChangedMeanwhile) -> None:
            if isinstance(outcome, ChangedMeanwhile):
                self._ask_whose(memory, outcome.now)
                return
            sentence = outcome.message
            if outcome.changed:
                sentence += _left_out(self.text.text)
                sentence += f" · {app.keymap.key_for('undo')} to undo"
            self.dismiss(Saved(memory.id, sentence, bool(outcome.changed)))

        app.acts.run(save, done, title="edit", failed=self._say)

    def _ask_whose(self, before: Memory, now: Memory) -> None:
        """Ask whether what was written here is saved over what somebody else made of the memory."""

        def decided(whose: Whose | None) -> None:
            self._seen = now
            if whose is Whose.MINE:
                self._save()
            elif whose is Whose.THEIRS:
                self.dismiss(Saved(now.id, "Left as it is now; what you wrote was not saved", changed=False))
            else:
                self._write_on(now)

        self.app.push_screen(MeanwhileDialog(before, now, self.text.text), decided)

    def _write_on(self, now: Memory) -> None:
        """Go on writing, with what the memory says by now in sight."""
        self._theirs.load_text(printable_lines(masked(now.text)))
        self._theirs.display = True
        self._say("below your text: what it says now. ctrl+s saves yours over it; esc leaves it so")

    def _changes(self, memory: Memory, importance: float, categories: tuple[str, ...]) -> Edit | None:
        """Return only the changed fields, so that changes by others in the meantime stay."""
        from memtui.lifecycle.change import UNSET, Edit

        if self._values() == self._before:
            return None
        return Edit(
            text=self.text.text if self.text.text != self._shown else UNSET,
            scope=self.scope.value if self.scope.value.strip() != memory.scope else UNSET,
            type=self.kind.chosen if self.kind.chosen is not memory.type else UNSET,
            importance=importance if importance != memory.importance else UNSET,
            categories=categories if set(categories) != set(memory.categories) else UNSET,
        )


def _left_out(text: str) -> str:
    """Return what is said of a text that was not stored whole."""
    from memtui.lifecycle.checks import loses_blocks

    less = loses_blocks(Draft(text))
    return " without what was marked as reasoning, tool output or injected context" if less else ""


def field_line(label: str, widget: Widget) -> Horizontal:
    """Return one field of a form, named at its left."""
    return Horizontal(Static(Content(label), classes="label"), widget, classes="field")
