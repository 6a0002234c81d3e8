"""What a section says in its own lines, without those of the sections below: fields, or a list of statements.

A record tells its parts behind labels; `records` finds those. A list whose every bullet opens with a label
says a sentence behind each, and stays a list.
"""

import re
from collections.abc import Iterator, Sequence

from memtui.formats.ground.labels import is_item, is_rule, label, run_in

_NAME_OF_FIELD = re.compile(r"[^/_.`\\]*+(?:/[^/_.`\\]*+)?")
"""Words: a path or a name in code is what a line tells of."""
_FEWEST = 2
_BRIEF = 24
"""Bytes of a value that is a name, a number or a few words. Chosen: the shortest sentences have more."""


def fields(own: Sequence[str]) -> int:
    """Return how many lines of a section are a label and its value; 0 where most of it says something else.

    In a paragraph, a line that happens to have a colon is no label, unless it is bold.
    """
    labelled = others = 0
    under, before = False, ""
    for line in own:
        known = None if line[:1].isspace() else label(line)
        begins = not before.strip() or label(before) is not None or line.startswith(("**", "__"))
        if known and known[1] and begins and not is_item(line) and _NAME_OF_FIELD.fullmatch(known[0]):
            labelled, under = labelled + 1, False
        elif line.strip() and not line[:1].isspace() and not is_rule(line):
            others += (not is_item(line) or not under) and (is_item(line) or begins)
            under = (under and is_item(line)) or (known is not None and not known[1])
        before = line
    return labelled if labelled >= others else 0


def filled(own: Sequence[str]) -> bool:
    """Say whether the lines of a section are labels with what belongs to them: two or more, nothing else."""
    told = list(_told(own))
    return all(known for known, _ in told) and len(told) >= _FEWEST


def listed(own: Sequence[str]) -> Iterator[str]:
    """Yield the label of each bullet of a section, but for those below a label; empty for one without."""
    for known, line in _told(own):
        if is_item(line):
            opened = known or run_in(line)
            yield opened[0] if opened else ""


def brief(own: Sequence[str]) -> bool:
    """Say whether most values behind the labels of a section are too short to be sentences."""
    values = [known[1] for known, _ in _told(own) if known and known[1]]
    short = sum(len(value.encode("utf-8", "replace")) < _BRIEF for value in values)
    return 2 * short >= len(values)


def _told(own: Sequence[str]) -> Iterator[tuple[tuple[str, str] | None, str]]:
    """Yield each line that begins something by itself, with its label; none below a label without a value."""
    under = False
    for line in own:
        known = None if line[:1].isspace() else label(line)
        if known is not None:
            under = not known[1]
        elif not line.strip() or is_rule(line) or line[:1].isspace() or (under and is_item(line)):
            continue
        yield known, line
