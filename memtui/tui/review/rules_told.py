"""Lists the rules with the person's verdicts on each, below the last pass and what verdicts taught."""

from memtui.review import queue
from memtui.store import review_rules, review_state, runs
from memtui.store.review_state import Taught
from memtui.tui.review.lists import RulesList, run_words
from memtui.tui.view import PaneView
from memtui.tui.widgets.pages import Page, text_lines


class RulesTold:
    """The list of rules, and the lines above it."""

    def __init__(self, view: PaneView, rules: RulesList, about: Page) -> None:
        """Show the rules in `rules` and the rest in `about`, panes of `view`."""
        self._view, self._rules, self._about = view, rules, about
        self.taught = Taught()
        """What verdicts taught the learned model, as of when the rules were read."""

    def do_rules(self) -> None:
        """Show the rules, or go back to the cards."""
        if self._view.pane is self._rules:
            self._view.go_to(self._view.main)
            return
        self.show()
        self._view.go_to(self._rules)

    def show(self) -> None:
        """Read how the rules fare, and what the last pass did."""
        store = self._view.host.store
        lines = [
            r
            for r in review_rules.records(store)
            if r.accepted or r.rejected or r.open or r.muted_at is not None
        ]
        self.taught = review_state.taught(store)
        self._rules.show(lines, store.now())
        self._view.call_after_refresh(self._show_about)

    def _show_about(self) -> None:
        page, host = self._about, self._view.host
        width = self._view.size.width - 2
        if not page.display or width <= 0:
            return
        run = runs.latest(host.store, "review")
        paragraphs = [run_words(run, host.store.now()), *queue.taught_words(self.taught)]
        if len(paragraphs) > 1:
            paragraphs.append(f"{host.keymap.key_for('relearn')} forgets that; the verdicts stay.")
        look = page.look.dim
        page.show_lines(
            [line for paragraph in paragraphs for line in text_lines(paragraph, width, look, indent=3)]
        )
        page.styles.height = max(page.count, 1)
