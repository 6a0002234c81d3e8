"""The tree of scopes at the left, with the memories of each, and those that a filter leaves.

The table shows the subtree under the cursor, and follows it. That is calm because the ranked index answers
for any scope within a frame, and because going back up brings back the same rows in the same order.
"""

from collections.abc import Mapping, Sequence

from rich.segment import Segment

from memtui.domain import scope as scopes
from memtui.secrets.masking import masked
from memtui.store.scopes import ScopeCount
from memtui.tui.widgets.line_list import LineList, fitted, right

_OPEN_AT_START = 40
"""With at most so many scopes every one of them is unfolded at the start."""


class ScopeTree(LineList):
    """Scopes as lines, each with the number of memories in its subtree."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self._all: list[ScopeCount] = []
        self._seen: list[ScopeCount] = []
        self._parents: set[str] = set()
        self._folded: set[str] | None = None
        self._found: Mapping[str, int] | None = None

    @property
    def scope(self) -> str:
        """The scope under the cursor."""
        return self._seen[self.cursor].scope if self._seen else scopes.ROOT

    def show(self, counts: list[ScopeCount], matches: Mapping[str, int] | None = None) -> None:
        """Take new counts; the cursor stays on its scope, which is kept while it is chosen, even empty.

        `found` is how many memories of each subtree a filter leaves, which is shown in their place.
        """
        self._found = matches
        chosen = self.scope
        self._all = counts
        self._add(chosen)
        counts = self._all
        self._parents = {above for count in counts if (above := scopes.parent(count.scope)) is not None}
        if self._folded is None and counts:
            deep = len(counts) > _OPEN_AT_START
            self._folded = {s for s in self._parents if scopes.depth(s) >= 2} if deep else set()
        self._lay_out(chosen)

    def _add(self, scope: str) -> None:
        """List a scope even when it holds nothing."""
        known = {count.scope for count in self._all}
        missing = [ScopeCount(s, 0, 0) for s in scopes.with_ancestors(scope) if s not in known]
        if missing:
            self._all = sorted(
                [*self._all, *missing], key=lambda c: [] if c.scope == scopes.ROOT else c.scope.split("/")
            )

    def go_home(self) -> None:
        """Put the cursor on all scopes, without a word to the view."""
        self.lines_changed(self.count, 0)

    def is_leaf(self, scope: str) -> bool:
        """Say whether nothing lies below `scope`."""
        return scope not in self._parents

    def is_open(self, scope: str) -> bool:
        """Say whether what lies below `scope` is shown."""
        return scope in self._parents and scope not in (self._folded or set())

    def varies(self, scope: str) -> bool:
        """Say whether the memories under `scope` are filed in more than one scope."""
        return next((count.own != count.total for count in self._all if count.scope == scope), False)

    def names(self) -> list[str]:
        """Return every scope there is."""
        return [count.scope for count in self._all]

    def reveal(self, scope: str) -> None:
        """Put the cursor on a scope, unfolding what it lies in; one that holds nothing is listed, too."""
        above = scopes.with_ancestors(scope)
        if self._folded is not None:
            self._folded = self._folded.difference(above[:-1])
        self._add(scope)
        self._lay_out(scope)

    def fold(self) -> None:
        """Fold the scope under the cursor, or go to the one above it."""
        scope = self.scope
        if self.is_open(scope):
            self._folded = (self._folded or set()) | {scope}
            self._lay_out(scope)
        elif (above := scopes.parent(scope)) is not None:
            self.move_to(next((i for i, c in enumerate(self._seen) if c.scope == above), 0))

    def unfold(self) -> bool:
        """Unfold the scope under the cursor; say whether there was anything to unfold."""
        scope = self.scope
        if self.is_leaf(scope) or self.is_open(scope):
            return False
        self._folded = (self._folded or set()) - {scope}
        self._lay_out(scope)
        return True

    def choose(self, scope: str) -> None:
        """Put the cursor on a scope, with all above it unfolded."""
        self._folded = (self._folded or set()) - set(scopes.with_ancestors(scope)[:-1])
        self._lay_out(scope)

    def _lay_out(self, chosen: str) -> None:
        folded = self._folded or set()
        hidden = "\0"
        self._seen = []
        for count in self._all:
            if not count.scope.startswith(hidden):
                self._seen.append(count)
                hidden = f"{count.scope.rstrip('/')}/" if count.scope in folded else "\0"
        lines = {count.scope: index for index, count in enumerate(self._seen)}
        nearest = next((lines[s] for s in reversed(scopes.with_ancestors(chosen)) if s in lines), 0)
        self.lines_changed(len(self._seen), nearest)

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return one scope as one line."""
        count = self._seen[index]
        scope, look = count.scope, self.look
        sign = "▾ " if self.is_open(scope) else "  " if self.is_leaf(scope) else "▸ "
        lead = " " + "  " * min(scopes.depth(scope), 8) + sign
        holds = self._found is not None and scope in self._found
        number = count.total if self._found is None else self._found.get(scope, 0)
        total = f" {number:,} " if number or self._found is None else " · "
        room = max(width - len(lead) - len(total), 1)
        name = fitted(scopes.name(masked(scope)), room)
        if scope == scopes.TEMPORARY:
            name = fitted(f"{scopes.name(scope)}, untold", room)
        return [
            Segment(lead, look.dim),
            Segment(name, look.text if number else look.dim),
            Segment(right(total, width - len(lead) - room), look.accent if holds else look.dim),
        ]
