"""The keys that start a review pass, have a model read the store, and change what the rules have learned."""

from __future__ import annotations

from memtui.review import queue, verdicts
from memtui.review.rule_words import named
from memtui.store.errors import StoreError
from memtui.tui.host import Host
from memtui.tui.review.on_screen import OnScreen


class PassKeys:
    """Starts passes, unmutes rules, and lets the learned model forget."""

    def __init__(self, screen: OnScreen) -> None:
        """Start passes whose cards `screen` shows."""
        self._screen = screen

    @property
    def _host(self) -> Host:
        return self._screen.host

    def do_run_pass(self) -> None:
        """Look for what to propose, in a child process."""
        app = self._host
        if app.review_pass is not None:
            app.say("A pass is at work already; {back} stops it")
            return
        if app.store.read_only:
            app.say("This store cannot be written to, so nothing can be proposed in it", "error")
            return
        app.start_pass(asked=True)
        self._screen.show_card()

    def do_read_store(self) -> None:
        """Have a model read what none has read, once the person has seen what it takes."""
        from memtui.tui.review.judging import ask_to_read

        if self._host.review_pass is not None:
            self._host.say("A pass is at work already; {back} stops it")
        elif self._host.store.read_only:
            self._host.say("This store cannot be written to, so nothing can be proposed in it", "error")
        else:
            ask_to_read(self._host, self._screen.show_card)

    def do_unmute(self) -> None:
        """Let the rule under the cursor be heard again."""
        record = self._screen.rules.record
        app = self._host
        if record is None:
            return
        try:
            verdicts.unmute(app.store, record.rule)
        except StoreError as error:
            app.say(str(error), "error")
            return
        self._screen.reload()
        self._screen.rules_told.show()
        app.say(f"{named(record.rule)} is heard again: {record.open:,} of its proposals are back", "done")

    def do_relearn(self) -> None:
        """Forget what verdicts taught the learned model."""
        app = self._host
        try:
            taught = queue.relearn(app.store)
        except StoreError as error:
            app.say(str(error), "error")
            return
        self._screen.rules_told.show()
        verdicts_forgotten = f"{taught.yes + taught.no:,} verdicts"
        app.say(f"Forgot what {verdicts_forgotten} taught; from the next pass on it asks as it came", "done")
