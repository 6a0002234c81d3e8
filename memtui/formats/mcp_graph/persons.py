"""Whether what was observed of an entity called user tells of a person.

Agents keep a diary of their sessions under the user's name too. Neither the name nor the type of an entity
decides, but what most of its observations say.
"""

import re
from collections.abc import Sequence

from memtui.formats.ground.wording import LIKING

_WORK = re.compile(
    r"[a-z][A-Z]|\w_\w|\w\(|`|#\d|/\w[\w.-]*/|\w/\w[\w-]*\.|\w\.[a-z]{1,4}\b|\d\.\d|\b20\d\d\b"
)
"""What reports of work have: names in code, files, issues, versions, days."""
_OF_PERSON = re.compile(r"\busers?\b|\b(?:he|she|they)\b", re.IGNORECASE)
_LONG = 120
"""Characters that what is observed of a person seldom has. Chosen, as the next one."""
_MOST = 0.5


def is_a_person(said: Sequence[str]) -> bool:
    """Say whether no more than half of some observations report work."""
    return sum(map(_reports, said)) <= _MOST * len(said)


def _reports(saying: str) -> bool:
    if _OF_PERSON.search(saying) or LIKING.search(saying):
        return False
    return len(saying) > _LONG or _WORK.search(saying) is not None
