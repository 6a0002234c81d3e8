"""The part of the Extract view that its keys use, so that none of them imports the view."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol

from memtui.tui.extract.extraction import Extraction
from memtui.tui.extract.facts_list import FactsList
from memtui.tui.host import Host
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.pages import Page


class OnScreen(Protocol):
    """What bringing a text in, reading it and deciding on its facts ask of the view."""

    extraction: Extraction
    front: Page
    """The pane with the text."""
    facts: FactsList
    main: LineList
    at: LineList | None

    @property
    def host(self) -> Host:
        """The app."""

    @property
    def has_facts(self) -> bool:
        """Whether there are facts, or there soon may be."""

    @property
    def model(self) -> str:
        """The model that reads; empty when the rules do."""

    def show_text(self) -> None:
        """Show the text, and beside its facts as it was read."""

    def mark_quotes(self) -> None:
        """Mark in the text beside the facts what they rest on."""

    def go_to(self, pane: LineList) -> None:
        """Give a pane the focus; typing ends."""

    def start_writing(self) -> None:
        """Show the box to type a text in."""

    def stop_writing(self) -> None:
        """Take over what was typed."""

    def share_out(self) -> None:
        """Show the text, or the facts and one of them."""

    def show_all(self) -> None:
        """Bring every pane up to date."""

    def show_head(self) -> None:
        """Say what is read or was found, where it goes, and who reads."""

    def show_fact(self) -> None:
        """Show the fact under the cursor in full."""

    def store_changed(self) -> None:
        """See which of the facts are stored."""

    def take_waiting(self) -> None:
        """Take in what was pasted while facts were open."""

    def forget_facts(self) -> None:
        """Forget what was found."""

    def tell(self) -> None:
        """Bring the status line up to date."""

    def run_worker(
        self, work: Awaitable[None], *, group: str, exclusive: bool = ..., exit_on_error: bool = ...
    ) -> object:
        """Run a coroutine for as long as the view is there."""
