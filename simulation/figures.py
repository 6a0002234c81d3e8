"""What a simulated year came to: figures week by week and in all, and whether the targets were reached."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import median

from memtui.capture.facts import Outcome
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.deeds import Change, Deed
from simulation.agents import Tally
from simulation.junk import Junk
from simulation.person import Loss, Person, Sittings
from simulation.truth import Label, Standing, Truth

JUNK_PROPOSED = 0.90
USED_PROPOSED = 0.01
LEVEL = 1.20
"""How many live memories there may be in the last quarter, against the one before. With four projects at a
time that come and go there are more and fewer; a store that grew evenly would have 40 % more."""
FILE_LEVEL = 1.25
"""The same of the file, which keeps a journal besides."""
_IN_USE_DAYS = 30.0
_MERGES = rule_name(Kind.LEARNED, Outcome.MERGES)
_BY_TIME = frozenset({Kind.FADING, Kind.RETENTION, Kind.BUDGET, Kind.COMPACT, Kind.EXPIRED})
"""Kinds that propose a removal for disuse, not because a memory is false: right when nobody asks again."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is simulated."""

    turns: int = 10_000
    days: int = 365
    seed: int = 7
    diligence: float = 0.8
    cap: int = 0
    """Live memories that there may be; 0 for no cap."""


@dataclass(slots=True)
class Week:
    """How things stood at the end of a week, and what happened in it."""

    live: int = 0
    junk: int = 0
    """Live memories that are junk, outdated or spent."""
    archived: int = 0
    dropped: int = 0
    written: int = 0
    """Memories that were ever written, up to then: what the store would hold without a review."""
    open: int = 0
    proposed: int = 0
    decided: int = 0
    drops: int = 0
    """Memories that the person's yes took out of view."""
    minutes: float = 0.0
    file_bytes: int = 0


@dataclass(slots=True)
class Suggestion:
    """A proposal as it was when it was first in the queue."""

    kind: Kind
    rule: str
    change: Change
    targets: tuple[int, ...]
    day: float
    brings: Label | None = None
    """What a yes would add in the place of what goes; None where it adds nothing, or junk."""


@dataclass(slots=True)
class KindFigures:
    """How the proposals of a kind, or of a rule, fared."""

    proposed: int = 0
    right: int = 0
    yes: int = 0
    no: int = 0

    @property
    def precision(self) -> float:
        """The share that was right."""
        return self.right / self.proposed if self.proposed else 0.0


@dataclass(slots=True)
class JunkFigures:
    """What became of the junk of a kind."""

    planted: int = 0
    proposed: int = 0
    gone: int = 0
    """No longer live at the end."""
    delays: list[float] = field(default_factory=list)
    """Days from being written to being proposed."""

    @property
    def share(self) -> float:
        """The share that was proposed."""
        return self.proposed / self.planted if self.planted else 1.0

    @property
    def delay(self) -> float:
        """The median of the days until it was proposed."""
        return median(self.delays) if self.delays else 0.0


@dataclass(frozen=True, slots=True)
class Target:
    """Something that has to be so, and whether it was."""

    name: str
    wanted: str
    found: str
    share: float
    least: float = 0.0
    most: float = math.inf

    @property
    def met(self) -> bool:
        """Whether what was found lies within what is wanted."""
        return self.least <= self.share <= self.most


def in_the_mean(years: Sequence[Sequence[Target]]) -> list[Target]:
    """Return the targets of several years, each held against the average of what was found in them.

    One card more or less changes what a person does next, and so all that follows: a single year misses a
    target by chance where many of them meet it.
    """
    return [_averaged(found) for found in zip(*years, strict=True)]


def _averaged(found: Sequence[Target]) -> Target:
    average = sum(each.share for each in found) / len(found)
    words = f"{percent(average)} ({', '.join(percent(each.share) for each in found)})"
    return replace(found[0], found=words, share=average)


@dataclass(slots=True)
class Result:
    """All figures of a run."""

    options: Options
    person: Person
    weeks: list[Week] = field(default_factory=list)
    suggestions: list[Suggestion] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    sittings: Sittings = field(default_factory=Sittings)
    muted: list[str] = field(default_factory=list)
    tables: list[tuple[int, dict[str, int]]] = field(default_factory=list)
    """The bytes per table at the end of some weeks."""
    rows: dict[str, int] = field(default_factory=dict)
    """The rows per table at the end."""
    truth: Truth = field(default_factory=Truth)
    restorable: int = 0
    """Losses that came back, by undo and by restore, in a copy."""
    erased: int = 0
    """What the person erased for good, long after they had dropped it."""
    not_restorable: list[int] = field(default_factory=list)
    seconds: float = 0.0
    cancelled: bool = False

    # -- counted against the truth --------------------------------------------------------------

    @property
    def end(self) -> float:
        """The last day."""
        return float(self.options.days)

    @property
    def peak(self) -> int:
        """The most live memories at the end of any week."""
        return max((week.live for week in self.weeks), default=0)

    def junk(self) -> dict[Junk, JunkFigures]:
        """Return what became of each kind of junk."""
        found = {kind: JunkFigures() for kind in Junk}
        for label in self.truth.labels.values():
            if label.junk is None:
                continue
            figures = found[label.junk]
            figures.planted += 1
            figures.gone += label.gone is not None
            when = label.shown if label.junk in {Junk.REPEAT, Junk.WRONG} else label.proposed
            if when is not None:
                figures.proposed += 1
                figures.delays.append(when - label.day)
        return found

    def outdated(self) -> JunkFigures:
        """Return what became of memories whose value changed."""
        figures = JunkFigures()
        for label in self.truth.labels.values():
            topic = label.topic
            if (
                topic is None
                or label.junk is not None
                or label.value < 0
                or label.value + 1 >= len(topic.since)
            ):
                continue
            figures.planted += 1
            figures.gone += label.gone is not None
            if label.shown is not None and label.shown >= topic.since[label.value + 1]:
                figures.proposed += 1
                figures.delays.append(label.shown - max(topic.since[label.value + 1], label.day))
        return figures

    def kinds(self) -> dict[Kind, KindFigures]:
        """Return how each kind fared."""
        found: dict[Kind, KindFigures] = {}
        for suggestion in self.suggestions:
            figures = found.setdefault(suggestion.kind, KindFigures())
            figures.proposed += 1
            figures.right += self.is_right(suggestion)
        for kind, figures in found.items():
            figures.yes, figures.no = self.sittings.yes[kind], self.sittings.no[kind]
        return {kind: found[kind] for kind in Kind if kind in found}

    def rules(self) -> dict[str, KindFigures]:
        """Return how each rule fared."""
        found: dict[str, KindFigures] = {}
        for suggestion in self.suggestions:
            figures = found.setdefault(suggestion.rule, KindFigures())
            figures.proposed += 1
            figures.right += self.is_right(suggestion)
        for rule, figures in found.items():
            figures.yes, figures.no = self.sittings.rule_yes[rule], self.sittings.rule_no[rule]
        return dict(sorted(found.items()))

    def is_right(self, suggestion: Suggestion) -> bool:
        """Say whether a person who knows what is so, and what will be asked for, would act on it."""
        change, day = suggestion.change, suggestion.day
        labels = self.truth.labels
        gone = [labels[i] for i in change.gone if i in labels]
        kept = None if change.keep is None else labels.get(change.keep)
        if suggestion.kind is Kind.CONFLICT and change.deed is Deed.RETYPE:
            return kept is not None and all(_disagree(kept, other) for other in self._others(suggestion))
        if change.deed is Deed.RETYPE:
            return kept is not None and self._wanted(kept, day)
        brings = suggestion.brings
        if change.deed is Deed.LEARN and gone and brings is not None:
            fits = brings.says_the_same if suggestion.rule == _MERGES else partial(_disagree, brings)
            return all(map(fits, gone))
        if change.deed is Deed.MERGE and kept is not None:
            return all(kept.says_the_same(label) or _both_junk(kept, label) for label in gone)
        if change.deed is Deed.KEEP and kept is not None:
            return all(_disagree(kept, label) or _both_junk(kept, label) for label in gone)
        if suggestion.kind in _BY_TIME:
            return not any(self._wanted(label, day) for label in gone)
        return all(label.standing(day) is not Standing.GOOD for label in gone)

    def _others(self, suggestion: Suggestion) -> list[Label]:
        """Return what a card is about besides the memory that it keeps."""
        labels = self.truth.labels
        return [labels[i] for i in suggestion.targets if i in labels and i != suggestion.change.keep]

    def _wanted(self, label: Label, day: float) -> bool:
        return label.standing(day) is Standing.GOOD and self.truth.wanted_between(label, day)

    def used(self) -> list[Label]:
        """Return the memories worth keeping that agents used."""
        return [
            label
            for label in self.truth.labels.values()
            if label.used and label.topic is not None and label.value >= 0
        ]

    def used_and_proposed(self) -> list[Label]:
        """Return those of them that were proposed for removal after they were used, while held and wanted.

        Wanted is what was used in the thirty days before, or was asked for in the thirty days after.
        """
        return [label for label in self.ever_used_and_proposed() if self._still_wanted(label)]

    def ever_used_and_proposed(self) -> list[Label]:
        """Return those of them that were proposed for removal after they were used, and while they held."""
        return [label for label in self.used() if _used_before(label)]

    def _still_wanted(self, label: Label) -> bool:
        at = label.proposed or 0.0
        lately = any(at - _IN_USE_DAYS <= used < at for used in label.used)
        return lately or self.truth.wanted_between(label, at, at + _IN_USE_DAYS)

    def good_losses(self) -> list[Label]:
        """Return the memories that still held when a yes took them out of view, with no other saying it."""
        found = []
        for loss in self.sittings.losses:
            label = self.truth.labels[loss.memory_id]
            if label.standing(loss.day) is Standing.GOOD and not self._said_elsewhere(label, loss):
                found.append(label)
        return found

    def _said_elsewhere(self, label: Label, loss: Loss) -> bool:
        """Say whether another live memory said the same when this one was lost."""
        assert label.topic is not None  # noqa: S101
        others = {i: self.truth.labels[i] for i in self.truth.about[label.topic.key] if i != loss.memory_id}
        return any(
            other.says_the_same(label) and other.day <= loss.day < (other.gone or math.inf)
            for other in others.values()
        )

    # -- targets ----------------------------------------------------------------------------------

    def targets(self) -> list[Target]:
        """Return what has to be so."""
        junk = self.junk().values()
        planted, proposed = sum(f.planted for f in junk), sum(f.proposed for f in junk)
        share = proposed / planted if planted else 1.0
        used, struck = len(self.used()), len(self.used_and_proposed())
        wrong = struck / used if used else 0.0
        losses = len(self.sittings.losses)
        found = [
            Target("planted junk that was proposed", "≥ 90 %", percent(share), share, least=JUNK_PROPOSED),
            Target(
                "used memories proposed for removal while wanted",
                "≤ 1 %",
                percent(wrong),
                wrong,
                most=USED_PROPOSED,
            ),
            Target(
                "accepted losses that came back",
                "all",
                f"{self.restorable:,} of {losses:,}",
                self.restorable / losses if losses else 1.0,
                least=1.0,
            ),
        ]
        if len(self.weeks) >= 26:
            live, size = self.growth(lambda week: week.live), self.growth(lambda week: week.file_bytes)
            without = percent(self.growth(lambda week: week.written))
            against = "last quarter against the one before"
            found += [
                Target(
                    f"live memories, {against}",
                    _at_most(LEVEL),
                    f"{percent(live)}, and {without} had nobody looked",
                    live,
                    most=LEVEL,
                ),
                Target(
                    f"size of the file, {against}", _at_most(FILE_LEVEL), percent(size), size, most=FILE_LEVEL
                ),
            ]
        if self.options.cap:
            found.append(
                Target(
                    "live memories at most",
                    f"≤ {self.options.cap:,}",
                    f"{self.peak:,}",
                    self.peak,
                    most=self.options.cap,
                )
            )
        return found

    def growth(self, figure: Callable[[Week], float]) -> float:
        """Return the average of a figure in the last quarter of the weeks over that of the one before."""
        quarter = len(self.weeks) // 4
        last = self.weeks[-quarter:]
        before = self.weeks[-2 * quarter : -quarter]
        average = sum(map(figure, before)) / len(before)
        return sum(map(figure, last)) / len(last) / average if average else 1.0


def _at_most(share: float) -> str:
    return f"≤ {share * 100:.0f} %"


def percent(share: float) -> str:
    """Return a share as people read it: `97.3 %`."""
    return f"{share * 100:.1f} %"


def _used_before(label: Label) -> bool:
    at = label.proposed
    return at is not None and label.standing(at) is Standing.GOOD and any(used < at for used in label.used)


def _disagree(one: Label, other: Label) -> bool:
    return one.topic is not None and one.topic is other.topic and one.told != other.told


def _both_junk(one: Label, other: Label) -> bool:
    return one.junk is not None and one.junk is other.junk and one.topic is None
