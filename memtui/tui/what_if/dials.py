"""The sliders of What if: each a setting of fading with the values it steps through."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rich.segment import Segment
from textual import events
from textual.message import Message

from memtui.domain.decay import DecayRules
from memtui.domain.memory import MemoryType
from memtui.tui.widgets.line_list import LineList, fitted, right, within

_DAYS = (1, 2, 3, 4, 5, 7, 10, 14, 21, 30, 45, 60, 75, 90, 120, 150, 180, 240, 300, 365, 540, 730, 1095)
_SHARES = (0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
_IDLE = (0, 7, 14, 21, 30, 45, 60, 90, 120, 150, 180, 270, 365)
_TIMES = (0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5)
_NAME, _VALUE = 26, 12
BIG = 3
"""So many steps are a big one."""


@dataclass(frozen=True, slots=True)
class Dial:
    """One setting that can be turned."""

    label: str
    stops: Sequence[float]
    """The values it steps through, rising; one between them that is set is a stop, too."""
    read: Callable[[DecayRules], float]
    turned: Callable[[DecayRules, float], DecayRules]
    """Returns the rules with another value of it."""
    unit: str = ""

    def stepped(self, rules: DecayRules, by: int) -> DecayRules:
        """Return the rules with this dial turned by some stops, not beyond its ends."""
        value, last = self.read(rules), len(self.stops) - 1
        near = bisect_right(self.stops, value) - 1 if by > 0 else bisect_left(self.stops, value)
        if (by > 0 and value >= self.stops[last]) or (by < 0 and value <= self.stops[0]):
            return rules
        return self.turned(rules, float(self.stops[min(max(near + by, 0), last)]))

    def at(self, rules: DecayRules, share: float) -> DecayRules:
        """Return the rules with this turned to the stop at a share of its length, 0 to 1."""
        place = round(min(max(share, 0.0), 1.0) * (len(self.stops) - 1))
        return self.turned(rules, float(self.stops[place]))

    def share(self, rules: DecayRules) -> float:
        """Return how far along its length it stands, 0 to 1."""
        value = self.read(rules)
        if value >= self.stops[-1]:
            return 1.0
        above = bisect_right(self.stops, value)
        if above == 0:
            return 0.0
        low, high = self.stops[above - 1], self.stops[above]
        return (above - 1 + (value - low) / (high - low)) / (len(self.stops) - 1)

    def formatted(self, rules: DecayRules) -> str:
        """Return its value in words."""
        return f"{self.read(rules):g}{self.unit}"


def _life(kind: MemoryType, label: str) -> Dial:
    return Dial(
        label,
        _DAYS,
        lambda rules: rules.half_lives.get(kind) or rules.half_life_days,
        lambda rules, days: replace(rules, half_lives={**rules.half_lives, kind: days}),
        " days",
    )


DIALS = (
    _life(MemoryType.EPISODIC, "Half-life: what happened"),
    _life(MemoryType.SEMANTIC, "Half-life: facts"),
    _life(MemoryType.PROCEDURAL, "Half-life: how-to"),
    Dial(
        "Faded below",
        _SHARES,
        lambda rules: rules.prune_threshold,
        lambda rules, share: replace(rules, prune_threshold=share),
    ),
    Dial(
        "Proposed when unused for",
        _IDLE,
        lambda rules: rules.prune_after_days,
        lambda rules, days: replace(rules, prune_after_days=days),
        " days",
    ),
    Dial(
        "Use slows the fading",
        _TIMES,
        lambda rules: rules.stretch,
        lambda rules, times: replace(rules, stretch=times),
        " ×",
    ),
)


class DialList(LineList):
    """The sliders, one a line; a click or a drag on one turns it."""

    @dataclass
    class Turned(Message):
        """A slider was turned by the mouse."""

        rules: DecayRules

    def __init__(self, rules: DecayRules) -> None:
        super().__init__()
        self.rules = self.today = rules
        self.count = len(DIALS)
        self._held = False

    @property
    def dial(self) -> Dial:
        """The slider under the cursor."""
        return DIALS[self.cursor]

    def show(self, rules: DecayRules, today: DecayRules) -> None:
        """Show what is set, against what holds today."""
        self.rules, self.today = rules, today
        self.lines_changed(len(DIALS), self.cursor)

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return a slider: its name, its value, and where it stands between its ends."""
        dial, look = DIALS[index], self.look
        length = self._length(width)
        position, was = (round(dial.share(rules) * (length - 1)) for rules in (self.rules, self.today))
        changed = dial.read(self.rules) != dial.read(self.today)
        value = right(dial.formatted(self.rules), _VALUE)
        line = [
            Segment(f" {fitted(dial.label, _NAME)}", look.text),
            Segment(f"{value}  ", look.accent_strong if changed else look.text),
        ]
        for place in range(length):
            sign = "●" if place == position else "│" if place == was else "━" if place < position else "─"
            style = look.dim if place == was != position else look.accent if place <= position else look.faint
            line.append(Segment(sign, style))
        used = 1 + _NAME + _VALUE + 2 + length
        rest = f"  now {dial.formatted(self.today)}" if changed else ""
        return within([*line, Segment(fitted(rest, max(width - used, 0)), look.dim)], width)

    @staticmethod
    def _length(width: int) -> int:
        return min(max(width - _NAME - _VALUE - 3 - 18, 8), 60)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of a slider."""
        index = event.y + self.scroll_offset.y
        if index < self.count:
            self.move_to(index)
            self._held = True
            self.capture_mouse()
            self._turn_to(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Turn the slider that is held."""
        if self._held:
            self._turn_to(event.x)

    def on_mouse_up(self) -> None:
        """Let go of it."""
        self._held = False
        self.release_mouse()

    def _turn_to(self, column: int) -> None:
        start, length = 1 + _NAME + _VALUE + 2, self._length(self.line_width)
        if column >= start - 1:
            share = (column - start) / max(length - 1, 1)
            self.post_message(self.Turned(self.dial.at(self.rules, share)))
