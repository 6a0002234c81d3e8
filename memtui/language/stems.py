"""Reducing an English word to what its forms have in common, so that `runs`, `ran` and `running` are one.

Called by `lexicon` and `statement`. Lighter than the Porter stemmer of the word index on purpose: it keeps
words apart that Porter joins (`universal` and `university`), because here equal stems mean equal words. Forms
that no ending tells stand in `irregular.txt`, each behind its word.
"""

import re
from functools import lru_cache
from pathlib import Path

_IRREGULAR = {
    form: base
    for line in Path(__file__).with_name("irregular.txt").read_text("utf-8").splitlines()
    for base, *forms in [line.split()]
    for form in forms
}
_NO_VERBS = frozenset(
    {"man", "woman", "child", "person", "foot", "tooth", "mouse", "goose", "wolf", "knife", "leaf", "half"}
    | {"bus", "process", "datum", "be"}
)
PAST_FORMS = frozenset(
    form
    for line in Path(__file__).with_name("irregular.txt").read_text("utf-8").splitlines()
    for base, form, *_ in [line.split()]
    if base not in _NO_VERBS and not form.endswith(("ing", "s"))
)
"""Irregular words that tell what was, if no form of `be` or `have` stands before them: `took`, `kept`."""
_PREFIX = re.compile(r"(?:re|un|over|out|under|mis)(?=\w{4})")
_DOUBLED = re.compile(r"([bdfgkmnprt])\1$")
_VOWEL = re.compile(r"[aeiouy]")
_KEPT_S = ("ss", "us", "is", "ics", "as", "os")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return the stem of a lower-case word; a word of up to three letters is its own."""
    word = _IRREGULAR.get(word) or _behind_a_prefix(word)
    if len(word) <= 3 or not word.isascii() or not word.isalpha():
        return word
    return _without_e(_without_ending(word))


def _behind_a_prefix(word: str) -> str:
    """Return the word that an irregular form belongs to, where a prefix stands before it: `rewritten`."""
    prefix = _PREFIX.match(word)
    base = _IRREGULAR.get(word[prefix.end() :]) if prefix else None
    return word[: prefix.end()] + base if prefix and base else word


def _without_ending(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(_KEPT_S):
        word = word[:-1]
    for ending in ("ing", "ed"):
        root = word[: -len(ending)]
        if word.endswith(ending) and len(root) >= 3 and _VOWEL.search(root) and not word.endswith("eed"):
            return _undoubled(root[:-1] + "y" if root.endswith("i") and ending == "ed" else root)
    if word.endswith("ly") and len(word) > 5:
        return word[:-3] + "y" if word.endswith("ily") else word[:-2]
    return word


def _undoubled(root: str) -> str:
    """Take back the doubling of a last consonant, as in `stopp(ed)`, but not that of `add` or `pull`."""
    if root.endswith("ll"):
        return root if len(root) <= 5 or root in _LONG_L else root[:-1]
    return root[:-1] if len(root) > 3 and _DOUBLED.search(root) else root


def _without_e(word: str) -> str:
    """Drop a last silent e, so that `use`, `used` and `using` meet."""
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


_LONG_L = frozenset({"install", "uninstall", "recall", "scroll"})
