"""What the keys do about where memories are filed: their categories, and a whole scope in the tree."""

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
    from memtui.lifecycle.categorise import Relabelling
    from memtui.lifecycle.outcome import Outcome


class FilingVerbs:
    """Categories of the selection, and the scope under the tree's cursor."""

    def __init__(
        self,
        view: PaneView,
        verbs: Verbs,
        table_verbs: TableVerbs,
        tree: ScopeTree,
        list_scope: Callable[[str], None],
    ) -> None:
        """Act for `view`; the verbs act on the memories, `tree` says which scope is meant.

        `list_scope` lists the memories of another scope.
        """
        self._view, self._verbs, self._table_verbs = view, verbs, table_verbs
        self._tree, self._list_scope = tree, list_scope

    def do_categorise(self) -> None:
        """Ask for categories and give them to the selection."""
        from memtui.tui.memories.categories_prompt import CategoriesPrompt

        self._view.host.prompt(CategoriesPrompt(self._categorise))

    def _categorise(self, wanted: Relabelling) -> None:
        from memtui.lifecycle.categorise import categorise

        self._verbs.change("change the categories of", partial(categorise, wanted=wanted))

    def do_move(self) -> None:
        """Move the selection; with the focus on the tree, the whole scope."""
        from memtui.tui.widgets.prompts import ScopePrompt

        if self._view.pane is not self._tree:
            self._verbs.do_move()
        elif self._tree.scope == ROOT:
            self._view.host.say("Everything is filed below /; choose a scope in the tree")
        else:
            scope, names = self._tree.scope, self._tree.names()
            self._view.host.prompt(
                ScopePrompt(
                    to_begin_with(scope),
                    names,
                    lambda to: self._refile(scope, to),
                    sign="file as",
                    verb="renames",
                )
            )

    def _refile(self, scope: str, to: str) -> None:
        from memtui.lifecycle.refile import refile

        def renamed(outcome: Outcome) -> None:
            self._verbs.finished(outcome)
            self._tree.reveal(to)
            self._list_scope(to)

        host = self._view.host
        host.acts.run(
            lambda store, progress, cancelled: refile(
                store, scope, to, by=host.actor, progress=progress, cancelled=cancelled
            ),
            renamed,
            size=scopes.count(host.store, scope),
            title=f"rename {scope}",
        )

    def do_drop(self) -> None:
        """Drop the selection; with the focus on the tree, all of the scope, after a preview."""
        if self._view.pane is self._tree:
            self._table_verbs.ask_to_forget(f"in:{self._tree.scope}" if self._tree.scope != ROOT else "")
        else:
            self._verbs.do_drop()
