"""Texts that say nothing by themselves: `READY`, `ok`, `thanks, will do`.

No memory is one: agents write them when they mean to answer, and hooks and imports pass them on. The gates of
extraction ask, and the checks that every write passes.
"""

import re
from pathlib import Path

from memtui.phrases import phrases_in

_LONGEST = 80
"""Characters; a longer text says something."""
_PHRASES = phrases_in(Path(__file__).with_name("small_talk.toml"))
_SAYINGS = "|".join(_PHRASES[name].pattern.pattern for name in ("sayings", "sayings_elsewhere"))
_ADDRESSED = _PHRASES["addressed"].pattern.pattern
PATTERN = rf"(?:{_SAYINGS})\b\W*(?:(?:{_ADDRESSED}|{_SAYINGS})\b\W*)*$"
"""Matches a text that is nothing else, from its first letter to its end."""
_ALONE = re.compile(rf"\W*{PATTERN}", re.IGNORECASE)


def is_small_talk(text: str) -> bool:
    """Say whether a text is a greeting, a thanks or an answer, and nothing else."""
    return len(text) <= _LONGEST and _ALONE.match(text) is not None
