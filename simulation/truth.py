"""What is really so: for each memory in the simulated store, what it is and whether it still holds.

Agents note here what they write; the person decides by it, as well as they know; the figures are counted
against it.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from enum import StrEnum

from memtui.domain.deeds import Change
from memtui.domain.text import normalised
from simulation.junk import Junk
from simulation.topics import FOREVER, Topic


class Standing(StrEnum):
    """What a memory is worth on a day."""

    GOOD = "good"
    OUTDATED = "outdated"
    """Something else holds by now."""
    SPENT = "spent"
    """An event, or something about a finished project, that nobody asks for any more."""
    JUNK = "junk"


@dataclass(slots=True)
class Label:
    """What one memory is."""

    day: float
    """When it was written."""
    topic: Topic | None = None
    value: int = -1
    """Which of the topic's values it states; -1 for one that never held."""
    told: str = ""
    """That value in words."""
    junk: Junk | None = None
    used: list[float] = field(default_factory=list)
    """The days on which an agent used it."""
    proposed: float | None = None
    """The day it was first proposed for removal."""
    proposed_by: str = ""
    """The rule that did."""
    held: bool = False
    """Whether agents were not told before the person had seen it, for how it is worded."""
    shown: float | None = None
    """The day any proposal was first about it."""
    gone: float | None = None
    """The day it was last dropped or archived; None while it is live."""
    text: str = ""
    """What it said then."""

    def standing(self, day: float) -> Standing:
        """Return what it is worth on a day, whatever else the store holds."""
        if self.topic is None or self.value < 0:
            return Standing.JUNK
        if day > self.topic.until:
            return Standing.SPENT
        return Standing.GOOD if self.value == self.topic.current(day) else Standing.OUTDATED

    def says_the_same(self, other: "Label") -> bool:
        """Say whether both state the same value of the same topic."""
        return self.topic is not None and self.topic is other.topic and self.told == other.told


@dataclass(slots=True)
class Truth:
    """The labels of all memories, by memory id, and what agents asked for."""

    labels: dict[int, Label] = field(default_factory=dict)
    about: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The memories that are about a topic, by its key."""
    wanted: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """The days on which an agent asked for a topic, found or not."""
    offered: dict[str, Label | None] = field(default_factory=dict)
    """What the facts are that wait for the person's word, by `normalised` text; None for one that is junk."""

    def note(self, memory_id: int, label: Label) -> None:
        """Record what a new memory is."""
        self.labels[memory_id] = label
        if label.topic is not None:
            self.about[label.topic.key].append(memory_id)

    def brought_by(self, change: Change) -> Label | None:
        """Return what a yes would add to the store; None where it adds nothing, or junk."""
        return self.offered.get(normalised(change.new_text)) if change.draft else None

    def wanted_between(self, label: Label, day: float, end: float = FOREVER) -> bool:
        """Say whether an agent asked between two days for what a memory said, while it held."""
        topic = label.topic
        return topic is not None and any(
            day < at <= end and topic.current(at) == label.value for at in self.wanted[topic.key]
        )
