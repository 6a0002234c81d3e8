"""Makes a text of the bytes of a file that a person names, and tells what is none.

Most are UTF-8. What is not is taken for the letters of Western Europe, as old editors on Windows write them,
unless only a few of its bytes are wrong.
"""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE

WRONG = "\ufffd"
"""Stands for what no text can hold."""
_WESTERN = "cp1252"
_WESTERN_SHARE = 0.2
"""Of the letters of a language of Western Europe fewer have accents; a picture's bytes are half of such."""
_BINARY_SHARE = 0.01
"""Of a text's first characters that may be controls before it counts as no text."""
_STRAY = 3
"""As many controls a line may have that somebody copied from a terminal."""
_LOOKED_AT = 100_000
_CONTROLS = {code: None for code in range(0x20) if code not in (0x09, 0x0A, 0x0D, 0x1B)} | {ord(WRONG): None}


def decoded(data: bytes) -> str:
    """Return bytes as text; what no text can hold in them becomes U+FFFD."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    text = data.decode("utf-8-sig", "replace")
    return data.decode(_WESTERN, "replace") if _is_western(text[:_LOOKED_AT]) else text


def _is_western(text: str) -> bool:
    """Say whether most letters beyond ASCII are no UTF-8, and as few as in a Western language."""
    wrong = text.count(WRONG)
    return wrong > sum(not letter.isascii() for letter in text) / 2 and wrong < len(text) * _WESTERN_SHARE


def is_binary(text: str) -> bool:
    """Say whether something is no text, by how it begins."""
    head = text[:_LOOKED_AT]
    odd = len(head) - len(head.translate(_CONTROLS))
    return "\0" in head or odd > max(len(head) * _BINARY_SHARE, _STRAY)
