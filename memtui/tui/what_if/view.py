"""The What if view: sliders for how memories fade, above what they would change.

The store is read once, in a thread, as a sample; from then on each move of a slider is answered from that.
Nothing changes until enter, which shows the lines for the settings file first. On the page below, which names
the memories that make a difference, it goes to the memory under the cursor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.segment import Segment
from textual.message import Message

from memtui.config.values import ConfigError, to_toml
from memtui.config.writing import lines_to_write
from memtui.domain.decay import DecayRules
from memtui.domain.what_if import Outlook, Sample, changed_settings, outlook
from memtui.store import memories
from memtui.store.database import Store
from memtui.tui.background.latest import LatestQuestion
from memtui.tui.history.undoing import redo, undo
from memtui.tui.keys.action import Part, Situation
from memtui.tui.keys.views import ViewId
from memtui.tui.list_and_page import ListAndPage
from memtui.tui.settings.changing import file_of, keep_all
from memtui.tui.view import NARROW, Mode
from memtui.tui.what_if.dials import BIG, DIALS, DialList
from memtui.tui.what_if.page import LISTED, late_sheet, memory_sheet, page_sheet
from memtui.tui.widgets.chrome import Status
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.links import Sheet

_AT_LINK = {"write": "show"}
"""What keys do on the name of a memory, by what they do elsewhere here."""


@dataclass
class SampleRead(Message):
    """The store has been read, or could not be."""

    ticket: int
    sample: Sample | None
    error: str = ""


class WhatIfView(ListAndPage):
    """Sliders over figures."""

    DEFAULT_CSS = f"""
    WhatIfView DialList {{ height: {len(DIALS)}; }}
    WhatIfView Page {{ height: 1fr; min-height: 2; }}
    """
    view_id = ViewId.WHAT_IF
    wide = 10_000
    """The figures stand below the sliders however wide the screen is."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.main = self.dials = DialList(DecayRules())
        self.sample: Sample | None = None
        self.before: DecayRules | None = None
        """What held before something was written from here."""
        self._moved: list[DecayRules] = []
        """Where the sliders stood before each move."""
        self._taken_back: list[DecayRules] = []
        """Where they stood before each move that was taken back."""
        self._reader: LatestQuestion | None = None

    @property
    def alone(self) -> bool:
        """Never one pane alone: the sliders are few lines, so what they do fits below them."""
        return False

    def on_mount(self) -> None:
        """Begin with what is set."""
        self._reader = LatestQuestion(self.host.store, thread="memtui-what-if")
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.show_page())
        self.dials.show(self.today, self.today)
        self.store_changed()

    def on_unmount(self) -> None:
        """Stop reading."""
        if self._reader is not None:
            self._reader.cancel()

    def on_resize(self) -> None:
        """Lay out for the room there is now."""
        super().on_resize()
        self.call_after_refresh(self.show_page)

    def opened(self) -> None:
        """Take what is set meanwhile, unless the sliders were moved."""
        if self.dials.rules == self.dials.today:
            self.dials.show(self.today, self.today)
        self.store_changed()

    @property
    def today(self) -> DecayRules:
        """The rules that hold, as they are while fading is on."""
        return replace(self.host.settings.decay_rules, enabled=True)

    # -- reading -----------------------------------------------------------------------------

    def store_changed(self) -> None:
        """Read the store anew; the figures stay until then."""
        if self._reader is None:
            return
        settings, post = self.host.settings, self.post_message

        def read(store: Store, ticket: int) -> None:
            from memtui.review.what_if import sample  # the rules of review, which other views do without

            post(SampleRead(ticket, sample(store, settings)))

        self._reader.ask(read, lambda ticket, why: post(SampleRead(ticket, None, why)))
        self.show_page()

    def on_sample_read(self, event: SampleRead) -> None:
        """Show what was read."""
        if self._reader is None or not self._reader.is_latest(event.ticket):
            return
        if event.sample is None:
            self.host.say(event.error, "error")
            return
        self.sample = event.sample
        self.show_page()

    # -- showing -----------------------------------------------------------------------------

    def show_page(self) -> None:
        """Show what would fade and be proposed with the sliders as they stand."""
        width = self.page.line_width
        if not width:
            return
        look = self.page.look
        if self.sample is None:
            self.page.show_sheet(Sheet([[], [Segment(" Reading the store …", look.dim)]]))
        else:
            now, then = outlook(self.sample, self.dials.today), outlook(self.sample, self.dials.rules)
            moved = self.dials.rules != self.dials.today
            sheet = page_sheet(self.sample, now, then, width, look, moved=moved)
            for part in self._differing(now, then, width):
                sheet.below(part)
            self.page.show_sheet(sheet, from_top=False, choose=self.pane is self.page)
        self.tell()

    def _differing(self, now: Outlook, then: Outlook, width: int) -> Iterator[Sheet]:
        """Yield the memories that the sliders make a difference to."""
        store, look = self.host.store, self.page.look
        listed: set[int] = set()
        for title, more, less in (
            ("Proposed then, and not today", then.proposed, now.proposed),
            ("Proposed today, and not then", now.proposed, then.proposed),
            ("Faded then, and not today", then.gone, now.gone),
            ("Faded today, and not then", now.gone, then.gone),
        ):
            without = listed.union(less)
            ids = [i for i in more if i not in without]
            listed.update(ids)
            named = memories.get_many(store, ids[:LISTED])
            yield memory_sheet(title, named, len(ids) - LISTED, width, look)
        known = {(use.id, use.until) for use in now.late}
        uses = [use for use in then.late if (use.id, use.until) not in known][-LISTED:]
        used = {memory.id: memory for memory in memories.get_many(store, [use.id for use in uses])}
        yield late_sheet([(use, used[use.id]) for use in uses if use.id in used], width, look)

    def situation(self) -> Situation:
        """Return what the actions may ask about."""
        moved = self.dials.rules != self.dials.today or self.before is not None or self.link is not None
        return Situation(self.view_id, len(DIALS), part=Part.CHANGED if moved else Part.DEFAULT)

    def status(self) -> Status:
        """Show how many settings are moved, and that nothing is written yet."""
        moved = len(changed_settings(self.dials.today, self.dials.rules))
        off = "" if self.host.settings.decay.enabled else "decay.enabled is off: nothing fades until it is on"
        # In a narrow terminal the key to write needs the room.
        unwritten = "" if self.app.size.width < NARROW else ", not written"
        count = f"{moved} moved{unwritten}" if moved else "as set"
        return Status(filter=off, count="reading the store …" if self.sample is None else count)

    def hints(self) -> list[tuple[str, str]]:
        """Return the keys that matter here; on a memory of the page, what enter does with it."""
        hints = super().hints()
        return hints if self.link is None else [(key, _AT_LINK.get(label, label)) for key, label in hints]

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Name the keys that do something where the cursor came to."""
        event.stop()
        self.tell()

    # -- keys --------------------------------------------------------------------------------

    def on_dial_list_turned(self, event: DialList.Turned) -> None:
        """Follow the mouse."""
        event.stop()
        self._turn(event.rules)

    def _turn(self, rules: DecayRules) -> None:
        if rules != self.dials.rules:
            self._moved.append(self.dials.rules)
            self._taken_back.clear()
            self._stand(rules)

    def _stand(self, rules: DecayRules) -> None:
        self.dials.show(rules, self.dials.today)
        self.show_page()

    def do_undo(self) -> None:
        """Take back the last move of a slider; without one, the last change to a memory."""
        if not self._moved:
            undo(self.host)
            return
        self._taken_back.append(self.dials.rules)
        self._stand(self._moved.pop())
        self.host.say("Moved back · {redo} to redo", "done")

    def do_redo(self) -> None:
        """Move a slider again as it was; without one, do again what was taken back last."""
        if not self._taken_back:
            redo(self.host)
            return
        self._moved.append(self.dials.rules)
        self._stand(self._taken_back.pop())
        self.host.say("Moved again · {undo} to undo", "done")

    def do_turn_down(self) -> None:
        """Turn the slider down by a step."""
        self._turn(self.dials.dial.stepped(self.dials.rules, -1))

    def do_turn_up(self) -> None:
        """Turn it up by a step."""
        self._turn(self.dials.dial.stepped(self.dials.rules, 1))

    def do_turn_far_down(self) -> None:
        """Turn it down by a big step."""
        self._turn(self.dials.dial.stepped(self.dials.rules, -BIG))

    def do_turn_far_up(self) -> None:
        """Turn it up by a big step."""
        self._turn(self.dials.dial.stepped(self.dials.rules, BIG))

    def do_dials_back(self) -> None:
        """Put the sliders back to what is set; from there, to what was set before it was written here."""
        if self.dials.rules == self.dials.today and self.before is not None:
            self._turn(self.before)
        else:
            self._turn(self.dials.today)

    def do_write_dials(self) -> None:
        """Show the lines for the settings file, and write them after a yes; on the page, go to the memory."""
        if self.link is not None:
            self.follow_link(self.link)
            return
        from memtui.tui.widgets.dialogs import Preview

        changed = changed_settings(self.dials.today, self.dials.rules)
        values = {key: to_toml(value) for key, value in changed.items()}
        try:
            lines = lines_to_write(file_of(self.host), values)
        except ConfigError as error:
            self.host.say(str(error), "error")
            return
        if not lines:
            self.host.say("This is what is set; {turn_down} and {turn_up} move a slider")
            return
        rows = [f"{number:>4}  {line}" for number, line in lines]
        dialog = Preview("write", len(rows), rows, title=f"Write to {file_of(self.host)}?", yes="write them")
        self.app.push_screen(dialog, lambda yes: self._write(values) if yes else None)

    def _write(self, values: dict[str, str]) -> None:
        before = self.dials.today
        try:
            keep_all(self.host, values)
        except ConfigError as error:
            self.host.say(str(error), "error")
            return
        self.before = before
        self._moved, self._taken_back = [], []
        self.dials.show(self.today, self.today)
        self.show_page()
        count = "1 setting" if len(values) == 1 else f"{len(values)} settings"
        self.host.say(f"Wrote {count} · {{dials_back}} brings back what was set before", "done")

    def modes(self) -> Iterator[Mode]:
        """Yield the view, which one comes to for a look."""
        yield Mode("leave", self.host.go_back)
