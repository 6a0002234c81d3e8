"""Taking list marks, marks for emphasis and what HTML left over out of a statement, and none out of code.

The rules call it on each sentence they read, the gates on what any extractor brings. What a coding agent says
is full of stars and underscores that mean something: `**kwargs`, `__init__`, `2 ** 8`.
"""

import html
import re

from memtui.capture.sentences import LIST_SIGNS, QUOTED_ON

LIST_MARK = re.compile(rf"^\s*(?:>+\s*)*(?:{LIST_SIGNS})?(?:\[[ xX]\]\s+)?")
"""What makes a line an item of a list, quoted or ticked off; also found, empty, where there is none."""
_LINK = re.compile(r"\[([^\]\n]{1,200})\]\([^)\s]{1,500}\)")
_SPACE = re.compile(r"\s+")
_CODE = re.compile(r"(`[^`]+`)")
_STARS = re.compile(r"(?<![\w(*])(\*{1,3})(?=[^\s*])([^*]+)(?<=[^\s*(])\1(?![\w*])")
_LINES = re.compile(r"(?<![\w(])(_{1,2})(?=[^\s_])((?:[^_]|(?<=\w)_(?=\w))+)(?<=[^\s_(])\1(?!\w)")
_NAME = re.compile(r"[a-z\d_]+")
_LEFT_OVER = re.compile(r"^\*\*(?=[A-Z\d`])|(?<=[.!?:`])\*\*$")
"""Half of a pair, whose other half stands in another sentence."""
_TAG = re.compile(
    r"</?(?:p|br|hr|div|span|[bisu]|em|strong|li|[uo]l|a|h[1-6]|blockquote|pre|code|t[dhr]|table|tbody|thead|"
    r"font|img|center)(?:\s[^<>]{0,300})?\s?/?>",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&(?:[a-z]{2,8}|#\d{2,5});", re.IGNORECASE)


def plain(text: str) -> str:
    """Return a sentence on one line, without the marks of a quote, emphasis, link targets and HTML."""
    text = _SPACE.sub(" ", without_html(QUOTED_ON.sub(" ", text))).strip()
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    return without_emphasis(text)


def without_html(text: str) -> str:
    """Return `text` without the tags and entities of a page: `1 &gt; 0<br>` says `1 > 0`."""
    if "<" not in text and "&" not in text:
        return text
    pieces = _CODE.split(text)
    for at in range(0, len(pieces), 2):
        pieces[at] = _ENTITY.sub(lambda found: html.unescape(found[0]), _TAG.sub(" ", pieces[at]))
    return "".join(pieces)


def without_emphasis(text: str) -> str:
    """Return `text` without stars and underscores that stand for bold or italics."""
    if "*" not in text and "_" not in text:
        return text
    pieces = _CODE.split(text)
    pieces[::2] = map(_bare, pieces[::2])
    return _LEFT_OVER.sub("", "".join(pieces))


def _bare(piece: str) -> str:
    for _ in range(2):  # bold words may hold italic ones
        piece = _STARS.sub(r"\2", piece)
    return _LINES.sub(
        lambda found: found[0] if _NAME.fullmatch(found[2]) and found[1] == "__" else found[2], piece
    )
