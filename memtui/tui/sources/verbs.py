"""What the keys do to sources: link, allow writing, bring in step, unlink. The Sources view holds it.

All of it runs in a thread, because it reads files; what is linked imports as one change that undo takes back.
Nothing is written to a file before a person has seen the lines and said yes with another key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from memtui.domain.counting import plural
from memtui.domain.text import Longest, capitalised, one_line
from memtui.lifecycle.outcome import cleaned_words
from memtui.sources.called import source_name
from memtui.store import sources
from memtui.store.database import Store
from memtui.tui.background.acts import BULK
from memtui.tui.host import Host
from memtui.tui.sources.linked import Linked
from memtui.tui.sources.meeting import Meeting, MeetingVerbs
from memtui.tui.sources.names import gate_words, places_written
from memtui.tui.sources.sources_list import SourcesList, Unlinked
from memtui.tui.sources.writing_dialogs import AllWritingDialog, DropAgainDialog, OneWritingDialog
from memtui.tui.view import PaneView
from memtui.tui.widgets.inputs import SafeInput
from memtui.tui.widgets.prompts import AskingPrompt

if TYPE_CHECKING:
    from memtui.formats.changes import Plan
    from memtui.lifecycle.outcome import Outcome
    from memtui.sources.allowing import Allowed, LookedAt
    from memtui.sources.dropped_again import Back
    from memtui.sources.syncing import Synced
    from memtui.store.sources import Source


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Failed:
    """Why files could not be used, as a sentence."""

    reason: str


class SourceVerbs:
    """The acts on the sources of a list."""

    def __init__(self, view: PaneView, rows: SourcesList, reload: Callable[[str | None], None]) -> None:
        """Act on what is under the cursor of `rows`, in `view`; `reload` reads anew and goes to a path."""
        self._view, self._rows, self._reload = view, rows, reload
        self.machines = MeetingVerbs(view, reload)

    @property
    def _host(self) -> Host:
        return self._view.host

    def _linked(self) -> Linked | None:
        row = self._rows.row
        return row if isinstance(row, Linked) else None

    # -- link and unlink ---------------------------------------------------------------------

    def do_link(self) -> None:
        """Link what is under the cursor, and go on to the next place that is not linked."""
        row = self._rows.row
        if isinstance(row, Unlinked):
            self._link(*row.place.to_link, then_to=self._rows.next_unlinked)

    def do_link_path(self) -> None:
        """Ask for a path and link it."""
        self._host.prompt(PathPrompt(lambda where: self._link(where, "auto")))

    def _link(self, where: str | Path, format_name: str, *, then_to: str = "") -> None:
        """Link a place; the cursor goes to the path `then_to`, else to what was linked."""
        app = self._host

        def act(store: Store) -> tuple[Source, Synced, list[str], list[str]]:
            from memtui.sources import syncing
            from memtui.sources.filing import temporary_words
            from memtui.sources.pending import still_there, still_words

            source, done = syncing.link(store, where, format_name, by=app.actor, gate=app.settings.gate)
            still = still_words(still_there(store, source), writes=False)
            return source, done, temporary_words(store, source), still

        def then(result: tuple[Source, Synced, list[str], list[str]]) -> None:
            source, done, temporary, warnings = result
            linked = "; ".join([f"Linked; {plural(done.added)} added{done.duplicates_words}", *temporary])
            if done.skipped:
                linked += f", {len(done.skipped):,} left out"
            if done.held or done.asked:
                linked += f"; {gate_words(done)}"
            if done.cleaned:
                linked += f"; {cleaned_words(done.cleaned)}"
            key = app.keymap.key_for
            if done.problem:
                app.say(done.problem, "error")
            else:
                # The key for writing is of the row under the cursor, which then is another one.
                writing = "" if then_to else f" · {key('writing')} lets changes be written back"
                app.say(f"{linked}{writing} · {key('undo')} takes it back", "done")
                if done.added:
                    app.review_changes(came=done.added)
                for warning in warnings:
                    app.say(warning, "error")
            self._reload(source.path if done.problem else then_to or source.path)

        self._run(act, then, "linking")

    def do_unlink(self) -> None:
        """Leave the files alone from now on, or the other machines."""
        listed = self._rows.listed
        if isinstance(listed, Meeting):
            self.machines.leave(listed.status.scope)
            return
        row = self._linked()
        if row is None:
            return
        app = self._host

        def act(store: Store) -> None:
            from memtui.sources import syncing

            syncing.let_go(store, row.source, gate=app.settings.gate, unlink=True)

        def then(_none: None) -> None:
            stay = "its memory stays" if row.records == 1 else f"its {row.records:,} memories stay"
            app.say(f"Unlinked; {stay} · {app.keymap.key_for('link')} links it again", "done")
            if app.on_machine.found is not None:
                app.on_machine.look()
            self._reload(row.path)

        self._run(act, then, "unlinking")

    # -- writing -----------------------------------------------------------------------------

    def do_writing(self) -> None:
        """Show what would be written, and ask; where it is allowed, forbid it."""
        row = self._linked()
        if row is None:
            return
        if row.source.agreed_at is not None:
            self._agree(row, yes=False)
            return

        def act(store: Store) -> Plan:
            from memtui.sources import syncing

            return syncing.plan_pending(store, row.source)

        def ask(plan: Plan) -> None:
            dialog = OneWritingDialog(row, plan)
            self._host.push_screen(dialog, lambda yes: self._agree(row, yes=True) if yes else None)

        self._run(act, ask, "reading its files")

    def do_writing_all(self) -> None:
        """Show what would be written to all places where that is not allowed yet, and ask once for all."""
        from memtui.sources import allowing

        app = self._host

        def look_at(store: Store) -> list[tuple[str, LookedAt]]:
            from memtui.setup.known_files import place_of

            return [(place_of(store, one.source), one) for one in allowing.look_at_closed(store)]

        def ask(looked: list[tuple[str, LookedAt]]) -> None:
            if not looked:
                app.say("Writing is allowed wherever memtui can write", "note")
                return
            shown = [one for _, one in looked]
            app.push_screen(AllWritingDialog(looked), lambda yes: allow(shown) if yes else None)

        def allow(looked: list[LookedAt]) -> None:
            self._run(lambda store: allowing.allow(store, looked, gate=app.settings.gate), then, "writing")

        def then(allowed: Allowed) -> None:
            app.say(*_allowed_words(allowed, app.keymap.key_for("undo")))
            app.count_review()
            self._reload(None)

        self._run(look_at, ask, "reading their files")

    def _agree(self, row: Linked, *, yes: bool) -> None:
        app = self._host

        def act(store: Store) -> Synced | None:
            from memtui.sources import syncing

            if not yes:
                syncing.let_go(store, row.source, gate=app.settings.gate, unlink=False)
                return None
            with store.write() as tx:
                sources.agree(tx, row.source.id, True)
            source = sources.find(store, row.path)
            return None if source is None else syncing.sync(store, source, gate=app.settings.gate)

        def then(done: Synced | None) -> None:
            if done is None:
                app.say(f"Nothing more is written to {source_name(row.source)}; they are still read", "done")
            elif done.problem:
                app.say(done.problem, "error")
            else:
                undo = app.keymap.key_for("undo")
                wrote = f"Written to {places_written(done)}" if done.written else "Nothing had to be written"
                app.say(f"{wrote}; from now on it follows at once, {undo} included", "done")
            self._reload(None)

        self._run(act, then, "writing")

    def do_take_out(self) -> None:
        """Show what was dropped and is back in the files, and take it out on a yes."""
        row = self._linked()
        if row is None:
            return
        from memtui.sources import dropped_again

        app = self._host

        def look_for(store: Store) -> tuple[Sequence[Back], Plan]:
            back = dropped_again.back_in_files(store, row.source)
            return back, dropped_again.plan_dropping(store, row.source, back)

        def ask(found: tuple[Sequence[Back], Plan]) -> None:
            dialog = DropAgainDialog(row, found[1])
            app.push_screen(dialog, lambda yes: take_out(found[0]) if yes else None)

        def take_out(back: Sequence[Back]) -> None:
            self._run(
                lambda store: dropped_again.drop_again(store, row.source, back, by=app.actor),
                then,
                "taking it out",
            )

        def then(outcome: Outcome) -> None:
            undo = f" · {app.keymap.key_for('undo')} to undo" if outcome.changed else ""
            app.say(outcome.message + undo, "done" if outcome.changed else "note")
            self._reload(None)

        self._run(look_for, ask, "reading its files")

    def do_sync(self) -> None:
        """Read and write it now, or exchange with the other machines."""
        if isinstance(self._rows.listed, Meeting):
            self.machines.exchange()
            return
        row = self._linked()
        if row is None:
            return
        app = self._host

        def act(store: Store) -> Synced:
            from memtui.sources import syncing

            source = sources.find(store, row.path)
            return syncing.sync(store, source or row.source, wholly=True, gate=app.settings.gate)

        def then(done: Synced) -> None:
            app.say(*_sync_words(done))
            app.count_review()
            app.in_step.try_again()
            self._reload(None)

        self._run(act, then, "bringing it in step")

    # -- running -----------------------------------------------------------------------------

    def _run(self, act: Callable[[Store], T], then: Callable[[T], None], title: str) -> None:
        """Run `act` in a thread, by itself, and hand what it returns to `then`; say what went wrong."""
        app = self._host

        def verb(store: Store, **_: object) -> T | _Failed:
            from memtui.formats.protocol import SourceError

            with app.in_step.lock:
                try:
                    return act(store)
                except (SourceError, OSError) as error:
                    return _Failed(one_line(str(error), Longest.QUOTE))

        def finish(result: T | _Failed) -> None:
            if isinstance(result, _Failed):
                app.say(capitalised(result.reason), "error")
                self._reload(None)
            else:
                then(result)

        app.acts.run(verb, finish, size=BULK + 1, title=title)


def _allowed_words(allowed: Allowed, undo: str) -> tuple[str, str]:
    """Return what allowing several places at once did, as a sentence and its kind."""
    synced = [done for _, done in allowed.done]
    if problem := next((done.problem for done in synced if done.problem), ""):
        return problem, "error"
    written = sum(len(done.written) for done in synced)
    wrote = f"{plural(written, 'file')} written" if written else "Nothing had to be written"
    sentence = f"{wrote}; {plural(len(synced), 'place')} follow at once from now on, {undo} included"
    if allowed.left:
        return f"{sentence}; {len(allowed.left):,} changed meanwhile, left as before", "error"
    return sentence, "done"


def _sync_words(done: Synced) -> tuple[str, str]:
    """Return what bringing a source in step did, as a sentence and its kind."""
    if done.problem:
        return done.problem, "error"
    counts = [f"{done.added:,} added"] if done.added else []
    counts += [f"{done.edited:,} changed as in the file"] if done.edited else []
    counts += [done.split_words] if done.split else []
    counts += [f"{done.proposed:,} to decide in Review"] if done.proposed else []
    counts += [f"written to {places_written(done)}"] if done.written else []
    counts += [f"{done.pending:,} to write once you allow it"] if done.pending else []
    if done.skipped:
        first = one_line(f"{done.skipped[0].where}: {done.skipped[0].reason}", Longest.SENTENCE)
        counts.append(f"{len(done.skipped):,} left out, {first}")
    sentence = ", ".join(counts) or "it was in step already"
    return capitalised(sentence), "error" if done.skipped else "done"


class PathPrompt(AskingPrompt):
    """Asks for a file or folder that holds memories, or for the address of a live store."""

    def __init__(self, then: Callable[[str | Path], None]) -> None:
        super().__init__("link", SafeInput(placeholder="~/notes/memory.md"))
        self._then = then

    def on_mount(self) -> None:
        """Say how to go on."""
        super().on_mount()
        self.note("enter links it · esc")

    def enter(self) -> None:
        """Link it, unless there is nothing there."""
        from memtui.live_stores.registry import looks_like_address

        typed = self.input.value.strip()
        path = Path(typed).expanduser()
        if looks_like_address(typed):
            self.close()
            self._then(typed)
            return
        if not typed or not path.exists():
            self.note("there is no such file or folder", error=True)
            return
        self.close()
        self._then(path)
