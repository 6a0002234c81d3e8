"""What the keys do to memories: drop, restore, archive, pin, importance, move, copy, add, edit.

A view that lists memories holds a `Verbs`. Each act takes what is chosen, the selection or the memory under
the cursor, runs one verb of the lifecycle, and lets the view follow what changed. Verbs are imported when
they are first used, which keeps them out of the first paint. What only a table can do is in `table_verbs`.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from memtui.config.places import from_home
from memtui.domain.actor import Actor
from memtui.domain.counting import plural
from memtui.domain.memory import Memory
from memtui.domain.scope import ROOT
from memtui.domain.watch import UNWATCHED, Watch
from memtui.secrets.masking import masked
from memtui.store.database import Store
from memtui.tui.host import Host
from memtui.tui.memories.scope_tree import ScopeTree
from memtui.tui.memories.selection import PREVIEWED, Selected
from memtui.tui.sources.names import places_of
from memtui.tui.view import PaneView

if TYPE_CHECKING:
    from memtui.lifecycle.categorise import Relabelling
    from memtui.lifecycle.change import Edit
    from memtui.lifecycle.chunks import Ids
    from memtui.lifecycle.outcome import Outcome
    from memtui.tui.memories.rule_dialog import Offer

_STEP = 0.1
"""By how much one key press changes the importance."""
_COPIED = 100


class Verb(Protocol):
    """A verb of the lifecycle that takes memories by id."""

    def __call__(
        self,
        store: Store,
        ids: Ids,
        *,
        by: Actor,
        watch: Watch = UNWATCHED,
    ) -> Outcome:
        """Change the memories with these ids."""


class Choice(Protocol):
    """What the acts of a view are about."""

    @property
    def memory(self) -> Memory | None:
        """The memory under the cursor."""

    @property
    def several(self) -> bool:
        """Whether more than the memory under the cursor is chosen."""

    @property
    def unlisted(self) -> int:
        """How many of the chosen memories the view does not list."""

    def selected(self) -> Selected:
        """Return the chosen memories."""

    def clear(self) -> None:
        """Choose nothing but what is under the cursor."""


class Verbs:
    """The acts on the memories of a view."""

    def __init__(self, view: PaneView, choice: Choice, scopes: ScopeTree) -> None:
        """Act on what `choice` says, for `view`; a new memory goes to the scope chosen in `scopes`."""
        self._view = view
        self._choice = choice
        self._scopes = scopes

    @property
    def _host(self) -> Host:
        return self._view.host

    @property
    def _memory(self) -> Memory | None:
        """The memory under the cursor."""
        return self._choice.memory

    # -- running a verb ----------------------------------------------------------------------

    def change(self, description: str, verb: Verb, *, asks: bool = False) -> None:
        """Run `verb` on the selection; `description` names it, `drop`. Many memories are shown first, and
        few too where it `asks`.

        Which they are is looked up where the verb runs: there may be a million.
        """
        chosen = self._choice.selected()
        if not chosen.count:
            return
        unlisted = self._choice.unlisted
        act = partial(verb, ids=chosen.ids, by=self._host.actor)
        title = f"{description} {chosen.count:,}"
        run = partial(self._host.acts.run, act, self.finished, size=chosen.count, title=title)
        if chosen.count <= PREVIEWED and not unlisted and not asks:
            run()
            return
        from memtui.tui.widgets.dialogs import Preview, preview_row

        rows = [preview_row(memory, self._host.store.now()) for memory in chosen.first]
        are = "is" if unlisted == 1 else "are"
        notes = [f"{unlisted:,} of them {are} not shown in the list behind this."] if unlisted else []
        yes = self._host.keymap.filled(f"{description} them; {{undo}} brings them back")
        title = f"{description.capitalize()} {chosen.count:,} selected?" if asks else ""
        dialog = Preview(description, chosen.count, rows, title=title, yes=yes, notes=notes)
        self._host.push_screen(dialog, lambda yes: run() if yes else None)

    def finished(self, outcome: Outcome, besides: str = "") -> None:
        """Show and tell the outcome of a verb, with further words from `besides`."""
        self._choice.clear()
        self._view.follow(outcome.ids, complete=outcome.changed <= len(outcome.ids))
        sentence = outcome.message + besides
        if outcome.changed:
            sentence += f" · {self._host.keymap.key_for('undo')} to undo"
        self._host.say(sentence, "done" if outcome.changed else "note")

    # -- the keys ----------------------------------------------------------------------------

    def do_drop(self) -> None:
        """Drop the selection."""
        from memtui.lifecycle import states

        self.change("drop", states.drop)

    def do_restore(self) -> None:
        """Restore the selection."""
        from memtui.lifecycle import states

        self.change("restore", states.restore)

    def do_archive(self) -> None:
        """Archive the selection."""
        from memtui.lifecycle import states

        self.change("archive", states.archive)

    def do_pin(self) -> None:
        """Pin the selection, or unpin it when the memory under the cursor is pinned."""
        from memtui.lifecycle.change import Edit

        memory = self._memory
        if memory is not None:
            self._edit("unpin" if memory.pinned else "pin", Edit(pinned=not memory.pinned))

    def do_more(self) -> None:
        """Raise the importance."""
        self._importance(+_STEP)

    def do_less(self) -> None:
        """Lower the importance."""
        self._importance(-_STEP)

    def _importance(self, by: float) -> None:
        from memtui.lifecycle.change import Edit

        memory = self._memory
        if self._choice.several:
            self._host.say("Importance changes one memory at a time; {back} clears the selection")
        elif memory is not None:
            value = round(min(max(memory.importance + by, 0.0), 1.0), 4)
            if value == memory.importance:
                self._host.say(f"Importance is {value:.1f} already")
            else:
                self._edit("change the importance of", Edit(importance=value))

    def do_move(self) -> None:
        """Ask for a scope and move the selection there."""
        from memtui.tui.widgets.prompts import ScopePrompt

        memory = self._memory
        start = to_begin_with(memory.scope if memory else self._scopes.scope)
        self._host.prompt(ScopePrompt(start, self._scopes.names(), self._move_to))

    def _move_to(self, scope: str) -> None:
        from memtui.lifecycle.change import Edit

        self._edit("move", Edit(scope=scope))

    def do_share(self) -> None:
        """Ask with which team to share the selection."""
        from memtui.store.replicas import shared_scopes
        from memtui.tui.widgets.prompts import ScopePrompt

        scopes = shared_scopes(self._host.store)
        if not scopes:
            self._host.say("Nothing is shared with a team yet: memtui sync init WHERE --scope /team/NAME")
            return
        self._host.prompt(ScopePrompt(scopes[0], scopes, self._share, sign="share with", verb="shares"))

    def _share(self, scope: str) -> None:
        from memtui.lifecycle import share

        self.change("share", partial(share.share, scope=scope))

    def do_categorise(self) -> None:
        """Ask for categories and give them to the selection."""
        from memtui.tui.memories.categories_prompt import CategoriesPrompt

        self._host.prompt(CategoriesPrompt(self._categorise))

    def _categorise(self, wanted: Relabelling) -> None:
        from memtui.lifecycle.categorise import categorise

        self.change("change the categories of", partial(categorise, wanted=wanted))

    def _edit(self, description: str, edit: Edit) -> None:
        from memtui.lifecycle import change

        self.change(description, partial(change.edit, wanted=edit))

    def do_copy(self) -> None:
        """Copy the texts of the selection."""
        chosen = self._choice.selected()
        if chosen.count > _COPIED:
            self._host.say(f"At most {_COPIED} memories are copied at once; memtui export writes them all")
            return
        self._host.copy_to_clipboard("\n\n".join(memory.text for memory in chosen.first))
        count = plural(chosen.count)
        self._host.say(f"Copied {count}", "done")

    def do_write_rule(self) -> None:
        """Show which files would get the memory under the cursor as a rule, and write it on a yes."""
        from memtui.tui.memories.rule_dialog import RuleDialog, offer, taken

        host, memory = self._host, self._memory
        if memory is None:
            return
        if not host.own:
            host.say("These are examples, which go into no file of yours")
            return

        def show(offered: Offer) -> None:
            host.push_screen(RuleDialog(offered), lambda yes: write(offered) if yes else None)

        def write(offered: Offer) -> None:
            host.acts.run(
                lambda store, **_: taken(store, offered, by=host.actor),
                lambda said: host.say(*said),
                title="write the instructions",
            )

        host.acts.run(lambda store, **_: offer(store, memory), show, title="look for the instructions")

    def do_source(self) -> None:
        """Show where the memory under the cursor comes from."""
        from memtui.tui.memories.provenance import ProvenanceDialog

        memory = self._memory
        if memory is None:
            return

        def copied(file: Path | None) -> None:
            if file is not None:
                self._host.copy_to_clipboard(str(file))
                self._host.say(f"Copied {from_home(file)}", "done")

        self._host.push_screen(ProvenanceDialog(memory, places_of(self._host.store, memory.id)), copied)

    def do_add(self) -> None:
        """Write a new memory."""
        from memtui.tui.memories.form import MemoryForm
        from memtui.tui.where_new_goes import where_new_goes

        form = MemoryForm(None, scope=to_begin_with(where_new_goes(self._host)), scopes=self._scopes.names())
        self._host.push_screen(form, self._saved)

    def do_edit(self) -> None:
        """Edit the memory under the cursor."""
        if self._memory is not None:
            self.write_on(self._memory)

    def write_on(self, memory: Memory, typed: str = "") -> None:
        """Edit a memory, where it is `typed` already what is to take the place of its text."""
        from memtui.sources.edited_along import written_words
        from memtui.tui.memories.form import MemoryForm

        files, names = written_words(self._host.store, memory), self._scopes.names()
        form = MemoryForm(memory, scope=memory.scope, scopes=names, files=files, typed=typed)
        self._host.push_screen(form, self._saved)

    def _saved(self, saved: object) -> None:
        from memtui.tui.memories.form import Saved

        if isinstance(saved, Saved):
            self._view.follow([saved.memory_id], complete=True, to=saved.memory_id)
            self._host.say(saved.message, "done" if saved.changed else "note")


def to_begin_with(scope: str) -> str:
    """Return the scope that a field begins with: this one, but none whose name holds a secret."""
    return scope if masked(scope) == scope else ROOT
