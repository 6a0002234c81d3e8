"""How a person begins who says that what they were told is not so, or that they had said it before.

By these words a person's turn is told from others (`set_right`, `word`), and they are cut from what it states
(`rules.wording`, `rules.stating`).
"""

from pathlib import Path

from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("denials.toml"))
DENIES = _PHRASES["denies"].pattern
"""A turn begins with a no, whatever it says then."""
TAKING_BACK = _PHRASES["taking_back"].pattern
"""All that a sentence begins with that denies what was said; what is so stands behind it."""
SAID_BEFORE = _PHRASES["said_before"].pattern
"""The person had to say it before."""
SCRAPPED = _PHRASES["scrapped"].pattern
"""A sentence begins with what its speaker no longer says; what is so stands behind it."""
AGAIN = _PHRASES["again"].pattern
"""A sentence begins with that; what they said stands behind it."""
