"""The keys that say which cards are shown: of some kinds and a scope, of the next kind, of five minutes."""

from __future__ import annotations

from dataclasses import replace

from memtui.store import proposals
from memtui.store.proposals import Wanted
from memtui.tui.host import Host
from memtui.tui.review.on_screen import OnScreen


class WhichCards:
    """Filters the cards."""

    def __init__(self, screen: OnScreen) -> None:
        """Filter the cards that `screen` shows."""
        self._screen = screen
        self._queue = screen.queue

    @property
    def _host(self) -> Host:
        return self._screen.host

    def want(self, wanted: Wanted) -> None:
        """Show only the cards that match, all of them: five minutes that were begun are over."""
        if wanted != self._queue.wanted:
            self._queue.wanted = wanted
            self._queue.end_sitting()
            self._screen.reload()

    def do_filter_cards(self) -> None:
        """Ask which cards to show."""
        from memtui.tui.review.prompts import CardFilterPrompt

        self._screen.go_to(self._screen.page)
        self._host.prompt(CardFilterPrompt(self._queue.wanted, self.want, lambda: self._queue.waiting))

    def do_next_kind(self) -> None:
        """Show the next kind only, and after the last one all of them."""
        kind = next(iter(self._queue.wanted.kinds)) if len(self._queue.wanted.kinds) == 1 else None
        every = list(proposals.counts(self._host.store, Wanted(scope=self._queue.wanted.scope)))
        after = every[every.index(kind) + 1 :] if kind in every else every
        self._screen.go_to(self._screen.page)
        self.want(replace(self._queue.wanted, kinds=frozenset(after[:1])))

    def do_five_minutes(self) -> None:
        """Show what gains most in five minutes, or all cards again."""
        self._screen.go_to(self._screen.page)
        if self._queue.sitting:
            self.end_sitting()
        elif self._queue.begin_sitting():
            self._screen.reload()
        else:
            self._host.say("There is nothing to review")

    def end_sitting(self) -> None:
        """Show all cards again."""
        self._queue.end_sitting()
        self._screen.reload()
