"""Characters that show nothing: where they belong to a script or an emoji, and where they hide or fake text.

Some of them make a word or a picture what it is, between the right neighbours: the joiners of Persian and
Indic scripts and of family emoji, one variation selector behind an emoji or a Chinese character. The same
characters elsewhere, or in a row, spell out what nobody sees.
"""

import re
from functools import cache

_SELECTORS = "\ufe00-\ufe0f"
_SELECTORS_OF_HAN = "\U000e0100-\U000e01ef"
_JOINERS = "\u200c\u200d"
_HANGUL_FILLERS = "\u115f\u1160"
_FILLERS = (
    "\u034f\u17b4\u17b5\u180b-\u180d\u180f\u3164\uffa0\ufff0-\ufff8"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0080-\U000e00ff\U000e01f0-\U000e0fff"
)
_PICTURES = "\xa9\xae\u203c\u2049\u2100-\u27ff\u2900-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
_HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_VARIED = f"{_PICTURES}{_HAN}#*0-9\u1000-\u109f"
"""What one variation selector may follow."""
_JOINED = (
    f"{_PICTURES}\u0590-\u061b\u061d-\u109f\u1700-\u17b3\u17b6-\u180a\u1810-\u18af\u1a00-\u1cff\ua800-\uabff"
    "\ufb1d-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff"
)
"""What a joiner may follow."""
_HIDING = (
    f"(?<![{_VARIED}])[{_SELECTORS}]|(?<![{_HAN}])[{_SELECTORS_OF_HAN}]"
    f"|(?<![{_JOINED}])(?<![{_PICTURES}][\ufe0e\ufe0f])[{_JOINERS}]"
    "|\u115f(?![\u1161-\u11a7])|(?<![\u1100-\u115e])\u1160"
    f"|[{_FILLERS}]"
)
_NOTHING_TO_SEE = (
    r"[\s\0-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\ufeff\ufff9-\ufffb"
    rf"\U000e0000-\U000e007f{_SELECTORS}{_SELECTORS_OF_HAN}{_HANGUL_FILLERS}{_FILLERS}]*"
)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern, made when a text first asks for it: most are ASCII, and a start should not wait."""
    return re.compile(pattern)


def made_visible(text: str) -> str:
    """Return `text` with `·` in place of each invisible character that does not belong there."""
    return text if text.isascii() else _compiled(_HIDING).sub("·", text)


def shows_nothing(text: str) -> bool:
    """Say whether a text is empty to whoever looks at it."""
    return _compiled(_NOTHING_TO_SEE).fullmatch(text) is not None
