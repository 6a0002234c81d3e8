"""What the keys do with memories outside of memtui: into an editor and back, and into a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.config.places import from_home
from memtui.domain.counting import plural
from memtui.domain.memory import Memory
from memtui.lifecycle.errors import Refused
from memtui.secrets.masking import masked
from memtui.store import memories
from memtui.store.database import Store
from memtui.tui.memories.selection import Selected, Selection
from memtui.tui.memories.verbs import Verbs
from memtui.tui.view import PaneView

if TYPE_CHECKING:
    from memtui.formats.exports import Exported

_EDITED = 500
"""Memories that go into one file of an editor."""


class OutsideVerbs:
    """Editing and exporting the memories of a view with other programs."""

    def __init__(self, view: PaneView, selection: Selection, verbs: Verbs) -> None:
        """Act on what `selection` says, for `view`; `verbs` show what was changed."""
        self._view, self._selection, self._verbs = view, selection, verbs

    def do_edit_outside(self) -> None:
        """Open the selection in the person's editor, a section each, and take over what comes back."""
        from memtui.tui.memories.sections import HeadsBroken, as_sections, texts_of
        from memtui.tui.outside import NotEdited, in_editor, kept

        host, chosen = self._view.host, self._selection.selected()
        if chosen.count > _EDITED:
            host.say(f"At most {_EDITED:,} memories go into one file; {chosen.count:,} are selected")
            return
        chosen_memories = memories.get_many(host.store, chosen.ids(host.store))
        plain = [memory for memory in chosen_memories if masked(memory.text) == memory.text]
        if not plain:
            host.say("What holds a secret is edited here, with {edit}, and goes into no file")
            return
        try:
            written = in_editor(host, as_sections(plain))
        except NotEdited as error:
            host.say(str(error), "error")
            return
        try:
            texts = texts_of(written, plain)
        except HeadsBroken as error:
            host.say(f"{error}. Nothing was changed; what you wrote is in {kept(written)}", "error")
            return
        self._rewrite(texts, plain, len(chosen_memories) - len(plain), written)

    def _rewrite(self, texts: Mapping[int, str], seen: Sequence[Memory], held: int, written: str) -> None:
        """Take over what came back of the memories as they were `seen`.

        `held` memories stayed here, because they hold a secret. What is not taken over is kept of `written`.
        """
        from memtui.lifecycle.rewrite import Rewritten, rewrite
        from memtui.tui.outside import kept

        host = self._view.host
        besides = f" · {plural(held)} with a secret stayed here" if held else ""
        if not texts:
            host.say(f"Nothing was changed{besides}")
            return

        by_id = {memory.id: memory for memory in seen}

        def done(rewritten: Rewritten) -> None:
            lost = rewritten.gone
            left = f" · {plural(lost)} gone meanwhile: your text is in {kept(written)}" if lost else ""
            if rewritten.outcome.changed or not rewritten.meanwhile:
                self._verbs.finished(rewritten.outcome, besides + left)
            self._ask_in_turn(rewritten.meanwhile, by_id, texts, written)

        host.acts.run(
            partial(rewrite, texts=texts, by=host.actor, seen=by_id),
            done,
            size=len(texts),
            title=f"edit {len(texts):,}",
            failed=lambda why, kind: host.say(f"{why}. What you wrote is in {kept(written)}", kind),
        )

    def _ask_in_turn(
        self,
        meanwhile: Sequence[Memory],
        seen: Mapping[int, Memory],
        texts: Mapping[int, str],
        written: str,
    ) -> None:
        """Ask of one memory after another that somebody changed meanwhile whose words stay."""
        from memtui.tui.memories.meanwhile import MeanwhileDialog, Whose

        if not meanwhile:
            return
        now, *others = meanwhile
        mine = texts[now.id]

        def decided(whose: Whose | None) -> None:
            if whose is Whose.MINE:
                self._rewrite({now.id: mine}, [now], 0, written)
            elif whose is Whose.WRITE_ON:
                self._verbs.write_on(now, mine)
            self._ask_in_turn(others, seen, texts, written)

        self._view.host.push_screen(MeanwhileDialog(seen[now.id], now, mine), decided)

    def do_export(self) -> None:
        """Ask for a file and write the selection to it."""
        from memtui.tui.memories.export_prompt import ExportPrompt

        chosen = self._selection.selected()
        self._view.host.prompt(ExportPrompt(chosen.count, partial(self._export, chosen)))

    def _export(self, chosen: Selected, path: Path, format_name: str) -> None:
        from memtui.formats.memtui_jsonl import MemtuiJsonl
        from memtui.formats.protocol import SourceError
        from memtui.sources.exporting import export
        from memtui.sources.leaving import Leaving

        host = self._view.host

        def written(done: tuple[Exported, int]) -> None:
            exported, held = done
            lost = ", ".join(sorted(exported.lost)).replace("_", " ")
            without = f", without {lost}: that format has no place for it" if lost else ""
            stayed = f"; {held:,} held back from agents stayed here" if held else ""
            host.say(f"Wrote {plural(exported.count)} to {from_home(path)}{without}{stayed}", "done")

        def write(store: Store, **_: object) -> tuple[Exported, int]:
            leaving = Leaving(store, with_held=format_name == MemtuiJsonl.name, in_the_clear=False)
            going = leaving.through(memories.stream(store, chosen.ids(store)))
            if going is None and leaving.held:
                raise Refused("what is held back from agents is written once you have decided in Review")
            try:
                return export(format_name, going or iter(()), path), len(leaving.held)
            except (SourceError, OSError) as error:
                raise Refused(str(error)) from None

        host.acts.run(write, written, size=chosen.count, title=f"export {chosen.count:,}")
