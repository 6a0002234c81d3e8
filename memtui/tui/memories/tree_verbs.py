"""What the keys do to a whole scope, while the focus is on the tree of scopes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from memtui.domain.scope import ROOT
from memtui.store import scopes
from memtui.tui.memories.scope_tree import ScopeTree
from memtui.tui.memories.table_verbs import TableVerbs
from memtui.tui.memories.verbs import Verbs, to_begin_with
from memtui.tui.view import PaneView

if TYPE_CHECKING:
    from memtui.lifecycle.outcome import Outcome


class TreeVerbs:
    """The acts on the scope under the tree's cursor. They stand before those on memories."""

    def __init__(
        self,
        view: PaneView,
        verbs: Verbs,
        table_verbs: TableVerbs,
        tree: ScopeTree,
        list_scope: Callable[[str], None],
    ) -> None:
        """Act for `view` on the scope that `tree` says; `list_scope` lists the memories of another."""
        self._view, self._verbs, self._table_verbs = view, verbs, table_verbs
        self._tree, self._list_scope = tree, list_scope

    def do_move(self) -> None:
        """Ask for another name, and rename the scope."""
        from memtui.tui.widgets.prompts import ScopePrompt

        scope, names = self._tree.scope, self._tree.names()
        if scope == ROOT:
            self._view.host.say("Everything is filed below /; choose a scope in the tree")
            return
        renamed = partial(self._refile, scope)
        self._view.host.prompt(
            ScopePrompt(to_begin_with(scope), names, renamed, sign="file as", verb="renames")
        )

    def _refile(self, scope: str, to: str) -> None:
        from memtui.lifecycle.refile import refile

        def renamed(outcome: Outcome) -> None:
            self._verbs.finished(outcome)
            self._tree.reveal(to)
            self._list_scope(to)

        host = self._view.host
        host.acts.run(
            partial(refile, scope=scope, new=to, by=host.actor),
            renamed,
            size=scopes.count(host.store, scope),
            title=f"rename {scope}",
        )

    def do_drop(self) -> None:
        """Drop all that is filed in the scope, after a preview."""
        self._table_verbs.ask_to_forget(f"in:{self._tree.scope}" if self._tree.scope != ROOT else "")
