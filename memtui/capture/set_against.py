"""The parts of what a person writes that turn something down, and those beside them that say what is so.

    no, podman not docker. we got rid of docker      -> `not docker` against `podman`
    docker? no. we use podman here                   -> `docker?` against `we use podman here`

Only the shape of the turn is looked at: whether anything of it is turned down in the store, `overruled` asks.
By which words something is turned down is data (`overruled.toml`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

from memtui.capture.spoken_of import SIGNS
from memtui.domain.small_talk import is_small_talk
from memtui.language.told_change import Stretch, changes, is_for_a_while, parts
from memtui.language.verbs_of_change import PATTERNS as VERBS
from memtui.phrases import lists_in, phrases_in

FILE = Path(__file__).with_name("overruled.toml")
_SIGNS = {name: each.pattern for name, each in phrases_in(FILE, VERBS, within="denies").items()}
BARE = _SIGNS.pop("bare")
"""All that a part says, where it denies what stands before it."""
DENIES = tuple(_SIGNS.values())
"""By which signs a part turns something down, by language."""
_CHANGES = tuple(each.pattern for each in phrases_in(FILE, VERBS, within="changes").values())
ABOUT = {name: each.pattern for name, each in phrases_in(FILE, VERBS, within="about").items()}
WHOLE = frozenset(lists_in(FILE, "lists")["whole"].words)
"""What a person calls the whole of what they work on."""
_CODE = re.compile(r"`[^`\n]*`")
_LONGEST = 1_500
"""Characters of a turn; who writes more sets nothing right in passing."""
_NAMED = 2
"""Words of a part that only names something."""
_SENTENCE_END = re.compile(r"[.!?;]\s")
_BESIDE = 2
"""So many parts stand between what is turned down and what is so, at most."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a turn."""

    start: int
    end: int
    denies: bool = False
    is_open: bool = False
    """It asks, wishes, plans or holds for some cases only."""
    agrees: bool = False
    within: Stretch = (0, 0)
    """The clause that it was cut out of."""

    @property
    def states(self) -> bool:
        """Whether it may say what is so."""
        return not (self.denies or self.is_open or self.agrees)


@dataclass(frozen=True, slots=True)
class Against:
    """A part that turns something down, and one beside it that may say what is so."""

    text: str
    """The whole turn."""
    denied: Part
    so: Part

    @property
    def stretch(self) -> Stretch:
        """Where the clauses of both stand."""
        both = self.denied.within, self.so.within
        return min(start for start, _ in both), max(end for _, end in both)


@lru_cache(maxsize=256)
def set_against(turn: str) -> tuple[Against, ...]:
    """Return each part of a turn that turns something down with the parts that may say what is so."""
    if len(turn) > _LONGEST:
        return ()
    every = parts_of(turn)
    pairs = []
    for at, part in enumerate(every):
        if not part.denies or part.is_open:
            continue
        beside = (other for other in _nearest(every, at) if other.states)
        pairs += [Against(turn, part, other) for other in sorted(beside, key=partial(_is_apart, turn, part))]
    return (*pairs, *_told_changes(turn, every))


def stating_parts(turn: str) -> list[Part]:
    """Return the parts of a turn that may say what is so."""
    return [part for part in parts_of(turn) if part.states] if len(turn) <= _LONGEST else []


def ending_parts(turn: str) -> list[Part]:
    """Return the parts of a turn that say that something is over, and not only that it is not so."""
    if len(turn) > _LONGEST:
        return []
    return [part for part in parts_of(turn) if part.denies and not part.is_open and _ends(turn, part)]


def _ends(turn: str, part: Part) -> bool:
    text = turn[part.start : part.end]
    bare = ABOUT["bare_no"].sub("", text)
    return ABOUT["no_more"].search(text) is not None or any(sign.search(bare) for sign in DENIES)


def turns_something_down(turn: str) -> bool:
    """Say whether a part of a turn says that something is not so any more, or not."""
    return len(turn) <= _LONGEST and any(part.denies and not part.is_open for part in parts_of(turn))


def _told_changes(turn: str, every: Sequence[Part]) -> Iterator[Against]:
    """Yield the changes that a turn tells by naming what was so, and what is so: `Ruff replaces flake8`."""
    for change in changes(turn):
        is_open = change.is_open or change.is_decided or _is_open(change.words)
        if not (is_open or holds_for_some(change.words)):
            old = _pointed_at(turn, change.old, every) or Part(*change.old, within=change.clause)
            yield Against(turn, old, Part(*change.new, within=change.clause))
    for match in (found for shape in _CHANGES for found in shape.finditer(turn)):
        if not (_is_open(match[0]) or holds_for_some(match[0])):
            yield Against(turn, *(Part(*match.span(name), within=match.span()) for name in ("old", "new")))


def _pointed_at(turn: str, old: Stretch, every: Sequence[Part]) -> Part | None:
    """Return the part that a word of a change stands for: `flake8? we dropped that for Ruff`."""
    before = [part for part in every if part.end <= old[0]]
    return before[-1] if before and ABOUT["points_back"].fullmatch(turn[slice(*old)].strip()) else None


def parts_of(turn: str) -> list[Part]:
    """Return the parts of a turn, in order."""
    every: list[Part] = []
    for stretch in parts(turn):
        for start, end in _cut(turn, stretch):
            text = turn[start:end]
            if not text.strip(" .,;!?-–—"):
                continue
            if BARE.match(text):
                if every and _only_names(turn[every[-1].start : every[-1].end]):
                    every[-1] = replace(every[-1], denies=True, is_open=False)
                continue
            every.append(_part(turn, start, end, stretch))
    return [_echoed(turn, part, every[at + 1 :]) for at, part in enumerate(every)]


def _part(turn: str, start: int, end: int, whole: Stretch) -> Part:
    turn = without_code(turn)
    text, around = turn[start:end], turn[slice(*whole)]
    is_open = _is_open(around) or text.rstrip().endswith("?") or holds_for_some(text)
    denies = any(sign.search(text) for sign in DENIES) or _begins_instead(turn, start)
    agrees = ABOUT["agrees"].match(text) is not None or is_small_talk(text)
    return Part(start, end, denies, is_open, agrees, whole)


def without_code(turn: str) -> str:
    """Return a turn, as long as it was, with the code in it blotted out: `None` there denies nothing."""
    return _CODE.sub(lambda match: "`" + "x" * (len(match[0]) - 2) + "`", turn)


def _is_open(text: str) -> bool:
    signs = (sign for name in ("open", "special") for sign in SIGNS[name])
    bare = ABOUT["aside"].sub("", text)  # `since May` is no `may`
    return any(sign.search(bare) for sign in signs) or is_for_a_while(text)


def holds_for_some(text: str) -> bool:
    """Say whether words tell what is so of others, this once, or for one of many: `this test`."""
    if ABOUT["of_others"].search(text) or ABOUT["once"].search(text) or is_for_a_while(text):
        return True
    bare = ABOUT["aside"].sub("", text)  # `these days` are no days among many
    return any(match["what"].lower() not in WHOLE for match in ABOUT["this"].finditer(bare))


def _begins_instead(turn: str, start: int) -> bool:
    """Say whether a part was cut off behind what turns it down."""
    match = ABOUT["instead"].match(turn, max(start - 1, 0))
    return match is not None and "but" not in match[0] and "sondern" not in match[0]


def _only_names(text: str) -> bool:
    """Say whether a part asks back, or says so little that a no behind it denies just that: `docker, no`."""
    return text.rstrip().endswith("?") or len(text.split()) <= _NAMED


def _echoed(turn: str, part: Part, behind: Sequence[Part]) -> Part:
    """Return a part as one that denies, where it only asks back about what was said and goes on."""
    text = turn[part.start : part.end]
    if part.denies or not text.rstrip().endswith("?") or not ABOUT["echo"].match(text):
        return part
    goes_on = bool(behind) and not behind[0].agrees and not behind[0].is_open
    return replace(part, denies=goes_on, is_open=not goes_on)


def _cut(turn: str, stretch: Stretch) -> Iterator[Stretch]:
    """Yield a stretch, cut where it goes on with what is turned down: `podman` and `not docker`."""
    begin, end = stretch
    for match in ABOUT["instead"].finditer(turn, begin, end):
        before = turn[begin : match.start()]
        if not before.strip() or (ABOUT["belongs"].search(before) and not _says_but(match)):
            continue
        yield begin, match.start()
        begin = match.end() if _says_but(match) else match.start() + 1
    yield begin, end


def _is_apart(turn: str, one: Part, other: Part) -> bool:
    """Say whether two parts stand in different sentences."""
    return _SENTENCE_END.search(turn, min(one.end, other.end) - 1, max(one.start, other.start)) is not None


def _says_but(match: re.Match[str]) -> bool:
    return match[0].strip(" ,").startswith(("but", "sondern"))


def _nearest(every: Sequence[Part], at: int) -> Iterator[Part]:
    for away in range(1, _BESIDE + 1):
        for place in (at + away, at - away):
            if 0 <= place < len(every):
                yield every[place]
