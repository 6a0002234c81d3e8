"""Runs the review pass for the screen, in a child process; `review.child` is its other end.

The child reports its progress; its findings are in the store when it ends.
"""

from memtui.child import Line
from memtui.domain.counting import plural
from memtui.review.child import Request
from memtui.tui.background.children import Child


class Pass(Child):
    """One run of the review pass."""

    def __init__(self, request: Request, *, asked: bool, came: int = 0) -> None:
        """Run what `request` says; `asked` when the person wants it now, rather than the calendar.

        `came` is how many memories were just linked, which it is run for.
        """
        super().__init__("memtui.review.child", request.line())
        self.asked, self.came = asked, came
        self.progress = "starting"

    def note(self, line: Line) -> None:
        """Take in how far the pass has come."""
        if line["is"] == "progress":
            self.progress = _progress_words(line)


def _progress_words(line: Line) -> str:
    """Return how far a pass is: `memories 1,000 of 12,000`."""
    stage, done, total = line["stage"], int(line["done"]), int(line["total"])
    return f"{stage} {done:,} of {total:,}" if total else str(stage)


def end_words(line: Line) -> str:
    """Return how a pass ended, as a sentence."""
    if line["status"] == "busy":
        return "Another memtui is at a pass already"
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in line.get("kinds", {}).items())
    new, looked_at = int(line["new"]), int(line.get("looked_at", 0))
    result = f"{plural(new, 'new card')}: {kinds}" if new else _nothing_new(looked_at)
    if line.get("withdrawn"):
        result += f"; {int(line['withdrawn']):,} no longer apply"
    return f"Stopped. {result}" if line["status"] == "cancelled" else result


def _nothing_new(looked_at: int) -> str:
    if not looked_at:
        return "Nothing new: no memory changed since the last pass"
    return f"Nothing new; {plural(looked_at)} {'was' if looked_at == 1 else 'were'} looked at"


def came_words(line: Line, came: int) -> str:
    """Return what a pass over memories that came in found: `240 came in: 12 worth a look`."""
    if line["status"] == "busy":
        return end_words(line)
    worth = int(line["new"])
    result = f"{worth:,} worth a look · press {{view_review}} to see them" if worth else "nothing to look at"
    return f"{'Stopped. ' if line['status'] == 'cancelled' else ''}{came:,} came in: {result}"


def automatic_words(line: Line) -> str:
    """Return what the rules that may act without asking did; empty when nothing."""
    return "; ".join(str(sentence) for sentence in line.get("auto", ()))
