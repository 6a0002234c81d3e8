"""Finds tokens that stand alone, with no issuer's name before them and nothing beside them to call them one.

What is drawn by lot from letters of both cases and digits goes back and forth between them at more than half
of its places, and a name in code, however long, at fewer than a third. Ids are drawn by lot too, but most are
shorter, or called an id or a hash by the words before them.
"""

import re
from collections.abc import Iterator

from memtui.secrets import likeness
from memtui.secrets.ruleset import word_list, word_set
from memtui.secrets.secret import Secret

LEAST = 32
"""The shortest such token has this many characters: ids of runs, users and chats have up to 29."""
_TOKEN = re.compile(
    rf"(?<![\w/.:@#%+=\\&?$~*-])[A-Za-z0-9][\w-]{{{LEAST - 2},198}}[A-Za-z0-9](?!\.?[\w/+:@(=\\-])", re.ASCII
)
"""A whole word: no part of a path, an address, a digest in base64 or a call."""
_NAME = re.compile(r"(?:[a-z][a-z0-9]{1,11}[_-]){1,3}")
"""What an id or a token may begin with, such as `msg_`; it is no part of what was drawn."""
_SORTS = (re.compile("[a-z]+"), re.compile("[A-Z]+"), re.compile("[0-9]+"))
_JOINTS = re.compile("[_-]+")
_HEX = re.compile("[0-9a-fA-F]")
_LEAST_CHANGES = 0.45
"""The share of its places at which a token changes the sort of its characters; by chance it is 0.62."""
_MOST_HEX = 0.75
"""The share of its characters that are hexadecimal digits; by chance it is 0.35, and 1 in a digest."""
_LEAST_BITS = 3.7
"""Bits a character: more than words and numbers of this length have."""
_IN_BASE_58 = re.compile("[1-9A-HJ-NP-Za-km-z]+")
_ADDRESSES = (range(25, 36), range(43, 47))
"""The lengths of what ledgers and IPFS call their addresses, in base 58 all of them."""
_FILE = re.compile(r"1[\w-]{32}|1[\w-]{43}|PL[\w-]{32}", re.ASCII)
"""Google's ids of files and of lists of films, which people note as they note an address."""
_BEFORE = 48
"""Characters before a token in which it may be called an id."""
_NAMING = 5
"""Words before a token that may call it an id: `the id of the run is`."""
_WORD = re.compile("[A-Z]?[a-z]+|[A-Z]+")
_BLOCK = re.compile(r"[ \t]*(?:-----|[\w+/=]{60,80}[ \t]*(?:\n|\Z))", re.ASCII)
"""A line of a longer content: in PEM they have 64 characters, in mails 76."""


def find_secrets(text: str) -> Iterator[Secret]:
    """Yield the words of `text` that can be nothing but tokens, whatever stands beside them."""
    for match in _TOKEN.finditer(text):
        name = _NAME.match(match[0])
        value = match[0][name.end() :] if name else match[0]
        if _drawn(value) and not _called_harmless(text, match) and not _in_a_block(text, match):
            yield Secret("token", *match.span())


def _drawn(value: str) -> bool:
    """Say whether a word is drawn by lot, and neither a digest, an address nor the beginning of a file."""
    if len(value) < LEAST or value.startswith(word_list("encoded_starts")) or _points_somewhere(value):
        return False
    if len(_HEX.findall(value)) > _MOST_HEX * len(value) or not all(sort.search(value) for sort in _SORTS):
        return False
    if sum(len(sort.findall(value)) for sort in _SORTS) < _LEAST_CHANGES * len(value):
        return False
    return likeness.drawn(_JOINTS.sub("", value), LEAST - 4) and likeness.entropy(value) >= _LEAST_BITS


def _points_somewhere(value: str) -> bool:
    """Say whether a word has the form of an address of a ledger or of IPFS, or of the id of a file."""
    address = any(len(value) in lengths for lengths in _ADDRESSES) and _IN_BASE_58.fullmatch(value)
    return bool(address or _FILE.fullmatch(value))


def _called_harmless(text: str, match: re.Match[str]) -> bool:
    """Say whether a token's own prefix, or the words before it, make an id, a hash or a public key of it."""
    before = text[max(match.start() - _BEFORE, 0) : match.start()]
    words = [word.lower() for word in _WORD.findall(before)[-_NAMING:]]
    own = _JOINTS.split(match[0].lower())[:-1]
    return any(word in word_set("ids") or word in word_set("harmless_prefixes") for word in (*words, *own))


def _in_a_block(text: str, match: re.Match[str]) -> bool:
    """Say whether a word is a line of a longer content in base64, such as a certificate."""
    after = text.find("\n", match.end())
    if after >= 0 and _BLOCK.match(text, after + 1):
        return True
    line = text.rfind("\n", 0, match.start())
    return line >= 0 and _BLOCK.match(text, text.rfind("\n", 0, line) + 1) is not None
