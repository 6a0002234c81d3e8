"""Text as memtui keeps it, compares it and shows it.

`well_formed` is applied on the way in, `printable` at the one boundary on the way out to a
terminal, `fingerprint` wherever two texts are asked whether they are the same.
"""

import unicodedata
from enum import IntEnum

from memtui.domain.invisible import made_visible

MAX_LENGTH = 1_000_000
"""Characters of a memory; what is longer is a document, and no statement."""
HEADLINE_LENGTH = 240
"""Characters: more than a wide terminal shows in a line."""
_IN_NAMES = frozenset("_/.:=`$~")
"""What stands in names of files, paths, filters and code, and in no word."""
_HEAD, _UNSURE = 400, 40
"""Characters at the beginning of two texts that are compared first, and how many of those last ones are left
out.
"""


def _visible_controls() -> dict[int, str]:
    """Map every character that a terminal or the bidi algorithm would act on to a visible one."""
    table = {code: chr(0x2400 + code) for code in range(0x20)}  # Unicode's control pictures
    table[0x7F] = "\u2421"
    table.update(dict.fromkeys(range(0x80, 0xA0), "\ufffd"))
    table.update(dict.fromkeys(range(0xD800, 0xE000), "\ufffd"))
    invisible = [0x00AD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0xFEFF]
    invisible += [*range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xFFF9, 0xFFFC)]
    invisible += range(0xE0000, 0xE0080)
    table.update(dict.fromkeys(invisible, "\u00b7"))
    return table


_CONTROLS = _visible_controls()
_CONTROLS_BUT_NEWLINE = {**_CONTROLS, 0x0A: "\n", 0x09: "    "}


def printable(text: str) -> str:
    """Return `text` with every control, bidi and invisible character made visible, newlines too.

    The result holds nothing that a terminal interprets, and fits one line.
    """
    text = made_visible(text)
    return text if text.isprintable() else text.translate(_CONTROLS)


def printable_lines(text: str) -> str:
    """Return `text` made safe like `printable`, keeping its line breaks and expanding tabs."""
    text = made_visible(text)
    return text if text.isprintable() else with_line_ends(text).translate(_CONTROLS_BUT_NEWLINE)


class Longest(IntEnum):
    """Characters that a text from elsewhere gets on one line, so that it leaves room for the rest."""

    WORD = 20
    NAME = 40
    PHRASE = 60
    PATH = 80
    TITLE = 120
    SENTENCE = 200
    REASON = 300
    """An error or a reason: more than one sentence."""
    QUOTE = 400
    PASSAGE = 600


def one_line(text: str, length: int = HEADLINE_LENGTH) -> str:
    """Return the start of `text` as one safe line of at most `length` characters; `…` where more follows."""
    looked_at = length * 4
    line = printable(" ".join(text[:looked_at].split()))
    if len(line) <= length and (len(text) <= looked_at or text[looked_at:].isspace()):
        return line
    return line[: length - 1] + "…"


def filled_lines(text: str) -> int:
    """Return how many lines of `text` say something."""
    return sum(bool(line.strip()) for line in text.splitlines())


def capitalised(text: str) -> str:
    """Return a sentence with its first letter large, and all else as it is.

    A word that is written small stays so: `memtui`, `iOS`, names of files such as `notes.md`, and a name in
    a sentence of a script without large letters: `main への直接 push は禁止`.
    """
    first = text.split(" ", 1)[0].rstrip(".,:;!?…")
    small = first == "memtui" or any(char.isupper() or char in _IN_NAMES for char in first)
    small = small or (not text.isascii() and any("\u3040" <= char <= "\ud7af" for char in text))
    return text if small else text[:1].upper() + text[1:]


def with_line_ends(text: str) -> str:
    """Return `text` with LF at the end of each line; a terminal may paste CR, a file hold CR and LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def well_formed(text: str) -> str:
    """Return `text` as it can be stored: no NULs, no lone surrogates, LF line ends, no blank ends."""
    if not text.isascii():
        text = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    return with_line_ends(text.replace("\0", "")).strip()


def normalised(text: str) -> str:
    """Return what two spellings of the same statement have in common.

    Unicode compatibility form, case folded, white space and the closing full stop ignored.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return " ".join(text.split()).rstrip(".").casefold()


def same_wording(one: str, other: str) -> bool:
    """Say whether two texts have the same `normalised` form; of long ones, mostly by how they begin."""
    first, second = normalised(one[:_HEAD]), normalised(other[:_HEAD])
    surely = min(len(first), len(second)) - _UNSURE  # what was cut may change the last few characters
    if surely > 0 and first[:surely] != second[:surely]:
        return False
    return normalised(one) == normalised(other)


def fingerprint(text: str) -> int:
    """Return a signed 64-bit number equal for texts whose `normalised` form is equal (BLAKE2b, cut).

    Two of a million different texts share one with a chance of 3 in 100 million, so whoever acts
    on equal fingerprints compares the normalised texts too.
    """
    import hashlib  # loads OpenSSL: not before something is written

    digest = hashlib.blake2b(normalised(text).encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def bar(share: float, width: int) -> tuple[str, str]:
    """Return the full and the empty part of a bar of `width` cells, for `share` from 0 to 1.

    Heavy lines over light ones: full blocks in adjacent rows would melt into one slab.
    """
    full = min(max(round(share * width), 0), width)
    return "━" * full, "─" * (width - full)
