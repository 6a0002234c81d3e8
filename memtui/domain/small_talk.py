"""Texts that say nothing by themselves: `READY`, `ok`, `thanks, will do`.

No memory is one: agents write them when they mean to answer, and hooks and imports pass them on. The gates of
extraction ask, and the checks that every write passes.
"""

import re

_LONGEST = 80
"""Characters; a longer text says something."""
SAYINGS = (
    r"ready|done|ok(?:ay)?|sure|yes|no|thanks?|thank you|got it|great|perfect|hello|hi|hey|welcome|"
    r"certainly|good (?:morning|afternoon|evening|day)|you['’]?re welcome|of course|absolutely|understood|"
    r"acknowledged|noted|please|hallo|guten tag|danke|gern|bonjour|merci|hola|gracias|sounds good|will do|"
    r"looks good"
)
_ADDRESSED = (
    r"there|everyone|all|team|so much|very much|user|again|then|for (?:your|the) (?:help|message|"
    r"question|patience)"
)
PATTERN = rf"(?:{SAYINGS})\b\W*(?:(?:{_ADDRESSED}|{SAYINGS})\b\W*)*$"
"""Matches a text that is nothing else, from its first letter to its end."""
_ALONE = re.compile(rf"\W*{PATTERN}", re.IGNORECASE)


def is_small_talk(text: str) -> bool:
    """Say whether a text is a greeting, a thanks or an answer, and nothing else."""
    return len(text) <= _LONGEST and _ALONE.match(text) is not None
