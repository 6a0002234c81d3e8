"""The review pass that the screen runs in a child process: started, listened to, stopped.

The app holds one `ReviewRuns`. What a pass finds is in the store when it ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memtui.domain.text import Longest, one_line
from memtui.tui.host import Host

if TYPE_CHECKING:
    from memtui.tui.background.review_pass import Pass


class ReviewRuns:
    """One pass at a time."""

    def __init__(self, host: Host) -> None:
        """Run passes over the store of `host`, which shows what they say."""
        self._host = host
        self.current: Pass | None = None
        """The pass that is at work."""
        self._came = 0
        """The memories that came in while one was, which the next is to look at."""

    def start(
        self,
        *,
        asked: bool = False,
        if_due: bool = False,
        judge: bool = False,
        model: str = "",
        came: int = 0,
    ) -> None:
        """Start a pass, unless one is at work; see `Host.start_pass`."""
        from memtui.review.child import Request
        from memtui.tui.background.review_pass import Pass

        host = self._host
        if self.current is not None or host.store.read_only:
            self._came += came
            return
        request = Request(
            str(host.store.path),
            str(host.config or ""),
            str(host.prompts or ""),
            judge=judge,
            model=model,
            if_due=if_due,
        )
        self.current = begun = Pass(request, asked=asked, came=came)
        host.run_worker(self._listen(begun), group="review", exit_on_error=False)

    def stop(self) -> None:
        """Stop the pass that is at work; what it found stays."""
        if self.current is not None:
            self.current.stop()
            self._host.say("Stopping the review pass; what it found stays")

    async def _listen(self, begun: Pass) -> None:
        """Take in what the pass reports until it ends."""
        from memtui.tui.background.review_pass import automatic_words, came_words, end_words

        host, sentence, kind = self._host, "", "note"
        try:
            async for line in begun.lines():
                if line["is"] == "error":
                    sentence, kind = one_line(str(line["says"]), Longest.REASON), "error"
                elif line["is"] == "end":
                    automatic = automatic_words(line)
                    sentence = end_words(line) if begun.asked else ""
                    if begun.came:
                        sentence = host.keymap.filled(came_words(line, begun.came))
                    if automatic:
                        way_back = host.keymap.filled("{revert} in History takes it back")
                        sentence = f"{automatic} by your setting · {way_back}"
                    kind = "done" if line.get("new") or automatic else "note"
                host.tell_shown()
        except (OSError, ValueError) as error:
            sentence = f"The review pass could not be started: {one_line(str(error), Longest.SENTENCE)}"
            kind = "error"
        self.current = None
        if sentence:
            host.say(sentence, kind)
        host.count_review()
        host.store_changed()
        host.tell_shown()
        came, self._came = self._came, 0
        if came:
            self.start(came=came)
