"""Decides whether a sentence is worth keeping, by its signs, its speaker and the learned model.

The patterns of `cues` tell the kind of a statement. The kind alone does not make it worth a memory: a
manual is full of rules, and an agent reports each decision on its next step. The model tells those apart.
"""

from dataclasses import dataclass
from pathlib import Path

from memtui.capture.denials import SCRAPPED
from memtui.capture.rules.cues import Cue
from memtui.capture.rules.reading import Line
from memtui.capture.sentences import language_of
from memtui.capture.worth import orders
from memtui.capture.worth.features import AGENT, NAMED, TEXT, USER
from memtui.capture.worth.model import shipped
from memtui.language.contradiction import announces_change
from memtui.phrases import phrases_in

_HEADED = frozenset({"decision", "constraint", "gotcha", "preference", "question"})
"""Kinds that a heading or label vouches for: what stands under `Decisions` was decided, however short."""
_DECIDED = "decision"
"""Whoever heads a list with this word says of each of its items that it was decided."""
_COMMITMENT = "commitment"
_VOUCHED = 0.34
"""Added to the likelihood of a sentence under such a heading, of a preference or change that is told as such,
and of one with a weighty pattern in a language that the model knows less of.
"""
_WEIGHTY = 0.65
"""Importance from which on a pattern alone is enough: rules, decisions, preferences (`cues.toml`)."""
_WISHED = 0.5
"""From this likelihood on what a person says may hold for good, and is worth showing to them."""
_CORRECTED = 0.2
"""From this likelihood on what a person corrected right away is kept: it mattered to them."""
_BY = {"": TEXT, "user": USER, "assistant": AGENT}
_PHRASES = phrases_in(Path(__file__).with_name("weighing.toml"))
_YOU = _PHRASES["you"].pattern
_WE = _PHRASES["we"].pattern
_FEWEST_YOU = 4
"""Sentences to `you` that make a text a guide; fewer may be an aside."""
_LOOKED_AT = 20_000
"""Characters that show how a text speaks to its reader; the rest speaks alike."""
_OWN_TASK = _PHRASES["own_task"].pattern
_TASK = _PHRASES["task"].pattern
_STANDING = _PHRASES["standing"].pattern
_OF_A_RELEASE = _PHRASES["of_a_release"].pattern
"""A heading over what is new in a version."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a text as a whole tells of its sentences."""

    teaches: bool
    """It speaks to any reader, as manuals and guides do, and not of what its writers did."""
    foreign: bool
    """It is not in English."""

    @classmethod
    def of(cls, text: str) -> "Setting":
        """Return the setting of a text."""
        some = text[:_LOOKED_AT]
        to_the_reader, of_themselves = len(_YOU.findall(some)), len(_WE.findall(some))
        teaches = to_the_reader >= _FEWEST_YOU and to_the_reader > 2 * of_themselves
        return cls(teaches, language_of(text) != "en")


def is_worth_keeping(line: Line, cue: Cue | None, setting: Setting) -> bool:
    """Say whether a sentence is to become a memory; `cue` is the sign it shows, if any."""
    if line.item and line.heading is not None and line.heading.name == _DECIDED and not setting.teaches:
        return True
    if _is_a_task(line) or ((line.setting or is_standing(line)) and not setting.teaches):
        return True
    model = shipped.usable()  # without a sound file only what is weighty by itself is kept
    if model is None:
        return cue is not None and cue.importance >= _WEIGHTY
    likely = orders.keeps(model, line.text, speaker_of(line), signs(line, cue, setting))
    if cue is not None and _vouched_for(line, cue, setting):
        likely += _VOUCHED
    corrects = bool(line.taken_back) or (line.speaker == USER and SCRAPPED.match(line.text) is not None)
    return model.is_kept(likely) or is_a_wish(line) or (corrects and likely >= _CORRECTED)


def _is_a_task(line: Line) -> bool:
    """Say whether a line notes who is to do what: a label says so, or in a thread its writer does."""
    if line.label is not None and line.label.name == _COMMITMENT:
        return _TASK.match(line.text) is not None
    return bool(line.place) and _OWN_TASK.match(line.text) is not None


def is_standing(line: Line) -> bool:
    """Say whether a person says how something is to be done, called or reached from then on."""
    return line.speaker != "assistant" and _STANDING.match(line.text) is not None


def is_a_wish(line: Line) -> bool:
    """Say whether the person an agent works for seems to state what is to hold: it is worth showing."""
    model = shipped.usable()
    return model is not None and line.speaker == USER and orders.likely_lasting(model, line.text) >= _WISHED


def _vouched_for(line: Line, cue: Cue, setting: Setting) -> bool:
    if setting.foreign and cue.importance >= _WEIGHTY:
        return True
    if line.heading is cue.kind:
        return cue.kind.name in _HEADED
    if setting.teaches or line.speaker == "assistant":
        return False
    if line.label is cue.kind and cue.kind.name in _HEADED:
        return True
    return cue.kind.name == "preference" or announces_change(line.text)


def speaker_of(line: Line) -> str:
    """Return who says a line, as the model knows them."""
    return _BY.get(line.speaker, NAMED)


def signs(line: Line, cue: Cue | None, setting: Setting) -> tuple[str, ...]:
    """Return what is known of a sentence besides its words."""
    names = [cue.kind.name] if cue is not None else []
    names += ["item"] if line.item else []
    names += ["value"] if line.labelled else []
    names += [f"under {line.heading.name}"] if line.heading is not None else []
    names += ["of a release"] if _OF_A_RELEASE.match(line.over) else []
    names += ["teaches"] if setting.teaches and not line.speaker else []
    return (*names, *line.place)
