"""The Extract view: a text goes in, its facts come out, and what a person accepts is stored as one change.

ReadingView brings the text in and reads it; here its facts are looked at, decided on and stored. Nothing is
stored before it is saved.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from memtui.capture.facts import Candidate, Outcome
from memtui.store.database import Store
from memtui.tui.background.acts import BULK
from memtui.tui.extract.facts_list import AGAINST, HELD, Choice, Row
from memtui.tui.extract.reading import ReadingView
from memtui.tui.extract.storing import note_op, note_stored, store_facts, stored_words
from memtui.tui.widgets.line_list import LineList

if TYPE_CHECKING:
    from memtui.lifecycle.learn import Learned

_MANY = 50
"""Facts from which on storing runs in a thread."""


class ExtractView(ReadingView):
    """The text and its facts, with the keys that decide and store."""

    # -- moving ------------------------------------------------------------------------------

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Show the fact the cursor came to."""
        event.stop()
        self.asked = False
        if event.list is self.facts:
            self.show_fact()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Open what was double-clicked."""
        event.stop()
        if event.list is not self.front:
            self.do_open()

    def do_open(self) -> None:
        """Show the fact in full, or what is below the fold; from the text, type."""
        if self.pane is self.front:
            self.do_write()
        elif self.pane is self.fact and self.zoomed:
            self.do_back()
        elif self.facts.on_fold:
            self.facts.fold(not self.facts.unfolded)
            self.show_fact()
        else:
            self.zoomed = True
            self.go_to(self.fact)

    def do_left(self) -> None:
        """Fold what is held back, or go one pane to the left."""
        if self.pane is self.facts and self.facts.unfolded and self.facts.cursor >= len(self.facts.rows):
            self.facts.fold(False)
            self.show_fact()
        else:
            super().do_left()

    def do_right(self) -> None:
        """Show what is held back, or go one pane to the right."""
        if self.pane is self.facts and self.facts.on_fold and not self.facts.unfolded:
            self.facts.fold(True)
        else:
            super().do_right()

    def do_back(self) -> None:
        """Go one step back: end the typing, cancel the reading, leave the zoom or a side pane."""
        if self.writing:
            self.go_to(self.front)
        elif self.child is not None:
            self.cancel()
        else:
            super().do_back()

    # -- deciding ----------------------------------------------------------------------------

    def do_accept(self) -> None:
        """Accept the fact under the cursor."""
        self._choose(Choice.YES)

    def do_both(self) -> None:
        """Accept the fact, and keep the memory it would take the place of."""
        row = self.facts.row
        if row is not None and row.outcome not in AGAINST:
            self.host.say("There is no memory that it would take the place of; y accepts it")
        else:
            self._choose(Choice.BOTH)

    def do_refuse(self) -> None:
        """Refuse the fact under the cursor."""
        self._choose(Choice.NO)

    def do_toggle(self) -> None:
        """Accept the fact, or leave it open again."""
        row = self.facts.row
        self._choose(Choice.OPEN if row is not None and row.accepted else Choice.YES)

    def _choose(self, choice: Choice) -> None:
        row = self.facts.row
        if row is None:
            self.host.say("Held back by the gates; enter shows them")
        elif row.stored:
            self.host.say("It is stored already; u takes it back")
        elif choice in {Choice.YES, Choice.BOTH} and row.outcome is Outcome.DUPLICATE:
            self.host.say("The store has it already, so there is nothing to accept")
        elif choice in {Choice.YES, Choice.BOTH} and row.outcome in HELD and not row.edited:
            self.host.say("Held back; e makes it a fact in your own words")
        else:
            self.facts.choose(row, choice)
            self.asked = False
            self.facts.repaint_line(self.facts.cursor)
            self.facts.move_by(1)
            self.show_fact()

    def do_accept_all(self) -> None:
        """Accept every fact that is new and was not refused."""
        rows = [row for row in self.facts.rows if row.outcome is Outcome.NEW and row.choice is Choice.OPEN]
        for row in rows:
            self.facts.choose(row, Choice.YES)
        self.facts.forget_strips()
        self.facts.refresh()
        self.show_fact()
        asking = sum(
            row.choice is Choice.OPEN and (row.outcome in AGAINST or row.outcome is Outcome.SUPPRESSED)
            for row in self.facts.rows
        )
        words = f"Accepted {len(rows):,} new · s stores them" if rows else "No new facts are left to accept"
        words += f"; {asking:,} more want a y of their own" if asking else ""
        self.host.say(words)

    def do_edit_fact(self) -> None:
        """Edit the fact under the cursor, then accept it."""
        from memtui.tui.extract.fact_form import FactForm

        row = self.facts.row
        if row is None or row.stored:
            self._choose(Choice.YES)
            return

        def edited(candidate: Candidate | None) -> None:
            if candidate is not None:
                row.candidate = candidate
                self.facts.choose(row, Choice.YES)
                self.facts.forget_strips()
                self.facts.refresh()
                self.show_all()

        self.app.push_screen(FactForm(row.candidate), edited)

    @property
    def unsaved(self) -> str:
        """The facts that were accepted and are not stored."""
        count = len(self.facts.accepted)
        return (
            f"{count:,} accepted {'fact is' if count == 1 else 'facts are'} not stored yet" if count else ""
        )

    def save_unsaved(self) -> None:
        """Store them."""
        self.do_save()

    # -- storing -----------------------------------------------------------------------------

    def do_save(self) -> None:
        """Store what is accepted as one op."""
        rows, told, scope = self.facts.accepted, self.told, self.filed_under
        app = self.host

        def verb(store: Store, _progress: object, _cancelled: object) -> tuple[Learned, frozenset[str]]:
            return store_facts(store, rows, told, scope=scope, by=app.actor)

        app.acts.run(
            verb,
            lambda done: self._saved(rows, *done),
            size=BULK + 1 if len(rows) > _MANY else len(rows),
            title=f"storing {len(rows):,}",
        )

    def _saved(self, rows: list[Row], learned: Learned, texts: frozenset[str]) -> None:
        """Show what was stored, and say it."""
        note_op(rows, learned, texts)
        self.store_changed()
        app, words = self.host, stored_words(learned)
        if learned.ids:
            app.say(f"{words} · {app.keymap.key_for('undo')} to undo", "done")
            app.review_changes()
        else:
            app.say(words)

    def follow(self, changed: Iterable[int], *, complete: bool, to: int | None = None) -> None:
        """Show what an undo or redo has done to the facts that were stored."""
        super().follow(changed, complete=complete, to=to)
        self.show_all()

    def store_changed(self) -> None:
        """See which of the facts are stored; an undo may have taken them back."""
        if note_stored(self.host.store, self.facts.agreed):
            self.facts.forget_strips()
            self.facts.refresh()
            self.show_fact()
            self.tell()
