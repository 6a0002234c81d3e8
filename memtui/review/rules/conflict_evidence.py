"""What speaks for one of two memories that disagree, whichever was said last: the files of their project, and
that others read the one.

An agent's own note may be newer than a line of `CLAUDE.md`, which colleagues and other agents read, and be
wrong. Where the project's files give the value of one of the two and not that of the other, that one stays.
Where they tell nothing, no note takes the place of such a line by its age alone.
"""

from memtui.domain.memory import Memory, Origin
from memtui.language.contradiction import announces_change
from memtui.language.disagreement import Disagreement
from memtui.review.code.holding import Code
from memtui.review.code.values import Borne, Said, given_by_code
from memtui.review.folders import checkout_of
from memtui.review.readers import file_of, shared
from memtui.review.rule import Context

_AGENTS = (Origin.AGENT, Origin.IMPORTED)


def code_of(older: Memory, newer: Memory, now: Context) -> Code | None:
    """Return the code of the project of two memories; None where it is not on this machine."""
    top = checkout_of(newer, now) or checkout_of(older, now)
    return None if top is None else now.projects.at(top)


def witness(code: Code, texts: tuple[str, str], clash: Disagreement) -> Borne | None:
    """Return what the code says of two memories; None where it tells nothing.

    `texts` are what the older and the newer say, and `clash` is where.
    """
    return given_by_code(code, Said(texts[0], clash.first), Said(texts[1], clash.second))


def only_noted(older: Memory, newer: Memory) -> bool:
    """Say whether others read the older of two, and the newer is a note of an agent's own that tells of no
    change.
    """
    if not shared(older) or shared(newer) or newer.origin not in _AGENTS or announces_change(newer.text):
        return False
    return newer.origin is Origin.AGENT or file_of(newer) is not None
