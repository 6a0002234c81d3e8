"""The keys that decide on facts and store them: what a person accepts is stored as one change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from memtui.capture.child import FactLine
from memtui.capture.facts import Candidate, Outcome
from memtui.domain.text import normalised
from memtui.tui.background.acts import BULK
from memtui.tui.extract.facts_list import AGAINST, HELD, Choice, Row
from memtui.tui.extract.on_screen import OnScreen
from memtui.tui.extract.storing import held_against, memory_of, note_op, store_facts, stored_words
from memtui.tui.host import Host

if TYPE_CHECKING:
    from memtui.lifecycle.learn import Learned

_MANY = 50
"""Facts from which on storing runs in a thread."""
_KNOWN = "The store has it word for word, so there is nothing to accept"
_SAID_SO = "you say that it takes this memory's place"


@dataclass(frozen=True, slots=True)
class _Mark:
    """What a fact was before a person decided on it."""

    row: Row
    choice: Choice
    candidate: Candidate
    line: FactLine


class Deciding:
    """Accepts, refuses, edits and stores facts."""

    def __init__(self, screen: OnScreen) -> None:
        """Decide on the facts that `screen` shows."""
        self._screen = screen
        self._extraction = screen.extraction
        self._marks: list[list[_Mark]] = []
        """What the latest decisions were before, those of one key together; stored ones are the journal's."""

    @property
    def _host(self) -> Host:
        return self._screen.host

    def do_accept(self) -> None:
        """Accept the fact under the cursor."""
        self._choose(Choice.YES)

    def do_both(self) -> None:
        """Accept the fact, and keep the memory it would take the place of."""
        row = self._screen.facts.row
        if row is not None and row.outcome not in AGAINST | {Outcome.DUPLICATE}:
            self._host.say("There is no memory that it would take the place of; {accept} accepts it")
        else:
            self._choose(Choice.BOTH)

    def do_replace_near(self) -> None:
        """Accept a new fact in the place of the memory near it, as the person sees what no words tell."""
        row = self._screen.facts.row
        if row is None or row.stored or row.line.target is None or row.outcome is not Outcome.NEW:
            self._host.say("This key is for a new fact with a memory near it; none is in sight here")
            return
        self._note([row])
        fact = replace(row.line.fact, outcome=Outcome.UPDATES, why=_SAID_SO, meant=True)
        row.line = replace(row.line, fact=fact)
        self._decide(row, Choice.YES)

    def do_refuse(self) -> None:
        """Refuse the fact under the cursor."""
        self._choose(Choice.NO)

    def do_toggle(self) -> None:
        """Accept the fact, or leave it open again."""
        row = self._screen.facts.row
        self._choose(Choice.OPEN if row is not None and row.accepted else Choice.YES)

    def _choose(self, choice: Choice) -> None:
        row = self._screen.facts.row
        if row is None:
            self._host.say("These are held back; {open} shows each with its reason")
        elif said := self._said_instead(row, choice):
            self._host.say(said)
        elif row.left_out:
            self._take(row, choice)
        else:
            self._note([row])
            self._decide(row, choice)

    def _said_instead(self, row: Row, choice: Choice) -> str:
        """Return why a choice cannot be made, or what it comes to, said once; empty where it is made."""
        if row.stored:
            return "It is stored already; {undo} takes it back"
        if row.left_out and choice is Choice.NO:
            return "It is in no fact; {accept} takes it as one"
        if choice not in {Choice.YES, Choice.BOTH}:
            return ""
        if self._is_known(row):
            return _KNOWN
        if choice is Choice.YES and row.outcome is Outcome.DUPLICATE and not row.warned:
            row.warned = True
            return "The store seems to have it: {accept} again stores it beside that"
        if row.outcome in HELD and not row.edited:
            return "Held back; {edit_fact} makes it a fact in your own words"
        if choice is Choice.YES and row.line.fact.rule_goes and not row.warned:
            row.warned = True
            return "That is a rule, and would go: {accept} again agrees, {both} keeps both"
        return ""

    def _is_known(self, row: Row) -> bool:
        """Say whether the store has a fact in these very words, so that none can stand beside it."""
        known = memory_of(self._host.store, row) if row.outcome is Outcome.DUPLICATE else None
        return known is not None and normalised(known.text) == normalised(row.candidate.text)

    def _decide(self, row: Row, choice: Choice) -> None:
        """Take a decision on the fact under the cursor, and go to the next."""
        self._screen.facts.choose(row, choice)
        self._extraction.warned = False
        self._screen.facts.repaint_line(self._screen.facts.cursor)
        self._screen.facts.move_by(1)
        self._screen.show_fact()

    def _take(self, row: Row, choice: Choice) -> None:
        """Make a sentence in no fact one; where a memory says something of it, that is decided next."""
        held = held_against(self._host.store, row, self._extraction.report, self._extraction.filed_under)
        if self._is_known(held):
            self._host.say(_KNOWN)
            return
        at = self._screen.facts.take(row, held)
        if held.outcome is Outcome.NEW:
            self._mark([held], choice)
        else:
            held.warned = held.outcome is Outcome.DUPLICATE
            self._screen.facts.lay_out(at)
            self._host.say(f"Not accepted yet: {held.line.fact.why}; {{accept}} again agrees")
        self._screen.show_all()

    def _note(self, rows: list[Row]) -> None:
        """Remember what some facts are before one decision on them."""
        self._marks.append([_Mark(row, row.choice, row.candidate, row.line) for row in rows])

    def _mark(self, rows: list[Row], choice: Choice) -> None:
        """Note one decision on some facts, and what it takes the place of."""
        self._note(rows)
        for row in rows:
            self._screen.facts.choose(row, choice)

    def do_undo(self) -> None:
        """Take back the last decision that is not stored yet, or bring the cleared text back.

        Without either, take back the last change to the store.
        """
        listed = {id(row) for row in (*self._screen.facts.rows, *self._screen.facts.held)}
        while self._marks:
            before = [mark for mark in self._marks.pop() if id(mark.row) in listed and not mark.row.stored]
            if before:
                self._take_back(before)
                return
        if self._extraction.bring_back():
            self._screen.show_all()
            self._host.say("The text is back; {extract} reads it", "done")
            return
        from memtui.tui.history.undoing import undo

        undo(self._host)

    def _take_back(self, before: list[_Mark]) -> None:
        facts = self._screen.facts
        for mark in before:
            mark.row.candidate, mark.row.line = mark.candidate, mark.line
            facts.choose(mark.row, mark.choice)
        facts.forget_strips()
        facts.refresh()
        first = before[0].row
        if first in facts.rows:
            facts.move_to(facts.rows.index(first))
        self._screen.show_all()
        what = "your last mark" if len(before) == 1 else f"your last {len(before):,} marks"
        self._host.say(f"Took back {what}; nothing in the store has changed")

    def do_accept_all(self) -> None:
        """Accept every fact that is new and was not refused."""
        rows = [
            row for row in self._screen.facts.rows if row.outcome is Outcome.NEW and row.choice is Choice.OPEN
        ]
        if rows:
            self._mark(rows, Choice.YES)
        self._screen.facts.forget_strips()
        self._screen.facts.refresh()
        self._screen.show_fact()
        asking = sum(
            row.choice is Choice.OPEN and (row.outcome in AGAINST or row.outcome is Outcome.SUPPRESSED)
            for row in self._screen.facts.rows
        )
        question = (
            f"Accepted {len(rows):,} new · {{save}} stores them"
            if rows
            else "No new facts are left to accept"
        )
        apart = "1 more wants a {accept} of its own"
        apart = apart if asking == 1 else f"{asking:,} more want a {{accept}} of their own"
        question += f"; {apart}" if asking else ""
        self._host.say(question)

    def do_left_out(self) -> None:
        """Show the sentences that are in no fact below the facts, or hide them."""
        facts, report = self._screen.facts, self._extraction.report
        if not facts.left:
            by_model = report.ended and not report.tally.sentences
            self._host.say(
                "A model does not say what it left out" if by_model else "No sentence was left out"
            )
            return
        facts.show_left(not facts.shows_left)
        self._screen.go_to(facts)

    def do_edit_fact(self) -> None:
        """Edit the fact under the cursor, then accept it."""
        from memtui.tui.extract.fact_form import FactForm

        row = self._screen.facts.row
        if row is None or row.stored:
            self._choose(Choice.YES)
            return

        def edited(candidate: Candidate | None) -> None:
            if candidate is not None:
                if row.left_out:
                    self._screen.facts.take(row, row)
                keeps = row.line.fact.rule_goes and row.choice is not Choice.YES
                self._mark([row], Choice.BOTH if keeps else Choice.YES)
                row.candidate = candidate
                self._screen.facts.forget_strips()
                self._screen.facts.refresh()
                self._screen.show_all()

        self._host.push_screen(FactForm(row.candidate), edited)

    # -- storing -----------------------------------------------------------------------------

    def do_save(self) -> None:
        """Store what is accepted as one op."""
        rows, report, scope = (
            self._screen.facts.accepted,
            self._extraction.report,
            self._extraction.filed_under,
        )
        self._host.acts.run(
            partial(store_facts, rows=rows, report=report, scope=scope, by=self._host.actor),
            lambda done: self._saved(rows, *done),
            size=BULK + 1 if len(rows) > _MANY else len(rows),
            title=f"storing {len(rows):,}",
        )

    def _saved(self, rows: list[Row], learned: Learned, texts: frozenset[str]) -> None:
        """Show what was stored, and say it."""
        note_op(rows, learned, texts)
        self._marks.clear()
        self._screen.store_changed()
        app, sentence = self._host, stored_words(learned)
        if self._extraction.waiting and not self._screen.facts.accepted:
            self._screen.take_waiting()
            sentence += "; what you pasted meanwhile is here, {extract} reads it"
        if learned.stored:
            app.say(f"{sentence} · {app.keymap.key_for('undo')} to undo", "done")
            app.review_changes()
        else:
            app.say(sentence)
