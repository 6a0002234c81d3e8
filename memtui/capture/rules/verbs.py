"""Whether a sentence has a verb, told by what a word is or by where it stands.

No list holds all verbs, and most words that end in -s are nouns. What stands between a subject and what only
verbs have behind them is a verb in `The gateway restarts nightly`; `The build logs` and `Storage costs` end
where one would begin. Called wherever a sentence is told from a heading, a label or a fragment.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from memtui.phrases import lists_in, phrases_in

FILE = Path(__file__).with_name("verbs.toml")
_PATTERNS = {name: phrase.pattern for name, phrase in phrases_in(FILE, within="verbs").items()}
_LISTS = {name: frozenset(each.words) for name, each in lists_in(FILE, "lists").items()}
_DETERMINERS, _SUBJECTS, _SMALL = _LISTS["determiners"], _LISTS["subjects"], _LISTS["small"]
_BETWEEN, _BEHIND_NOUNS = _LISTS["between"], _LISTS["behind_nouns"]
_BEHIND_VERBS, _BEHIND_BOTH = _LISTS["behind_verbs"], _LISTS["behind_both"]
_THINGS = _DETERMINERS - {"all", "both"} | {"it", "them"}
"""How what an order is about begins."""
_YOU = _LISTS["you"]
_SPEAKING = frozenset({"i", "we"})
"""Who may say of themselves what they want done."""
_GERMAN, _NO_GERMAN_VERBS = _LISTS["german"], _LISTS["german_no_verbs"]
_BRACKETS = re.compile(r"\([^()]*\)")
_CLAUSE = re.compile(r"[,;:]\s|\s[-–—]\s|[.!?]\s+")
_WORD = re.compile(r"`[^`]*`|[^\W_](?:[\w'’./@%-]*\w)?")
_NOUN_ENDS = tuple(_LISTS["noun_ends"])
"""How nouns and adverbs end that no verb is."""
_LONGEST = 400
"""Characters that are looked at; a longer sentence has shown its verb by then."""
_GERMAN_ENDS = ("t", "en", "ern", "eln", "te")


@lru_cache(maxsize=2048)
def has_verb(sentence: str) -> bool:
    """Say whether a sentence has what looks like a verb."""
    text = sentence[:_LONGEST]
    if any(form.search(text) for form in _PATTERNS.values()):
        return True
    is_whole = text.rstrip().endswith((".", "!"))
    return any(
        _in_clause(_WORD.findall(clause), is_whole=is_whole)
        for clause in _CLAUSE.split(_BRACKETS.sub("", text))
    )


def is_an_order(sentence: str) -> bool:
    """Say whether a sentence begins with what to do: `Replace the pump`. It names nobody who does it."""
    words = _WORD.findall(sentence[:_LONGEST])
    return _PATTERNS["order"].search(sentence) is not None or (len(words) > 1 and _is_an_order(words))


def begins_with_a_subject(clause: str) -> bool:
    """Say whether a clause surely tells of somebody or something: `The build …`, `Nora moved …`."""
    words = _WORD.findall(clause[:_LONGEST])
    if len(words) < 2 or any(word.lower() in _YOU for word in words):
        return False
    first = words[0].lower()
    if first in _SPEAKING and "to" in words[2:4]:  # `we need to`, `I want to`
        return False
    if first in _DETERMINERS or first in _SUBJECTS:
        return True
    return _PATTERNS["always"].fullmatch(words[1]) is not None or words[1].endswith("ed")


def _in_clause(words: Sequence[str], *, is_whole: bool) -> bool:
    if len(words) < 2:
        return False
    if _is_an_order(words):
        return True
    german = any(word in _GERMAN for word in words)
    return any(
        _does(words, place, is_whole=is_whole) or (german and _does_in_german(words, place))
        for place in range(1, len(words))
    )


def _is_an_order(words: Sequence[str]) -> bool:
    """Say whether a clause begins with what to do to a thing: `Replace the pump`."""
    first, second = words[0].lower(), words[1]
    is_bare = first.isalpha() and first not in _SMALL and not first.endswith(("s", *_NOUN_ENDS))
    return is_bare and second in _THINGS and len(words) > 2


def _does(words: Sequence[str], place: int, *, is_whole: bool) -> bool:
    """Say whether a word is what the words before it do, by these and by what comes behind."""
    word, end = words[place], place
    while end > 1 and (words[end - 1].lower() in _BETWEEN or words[end - 1].endswith("ly")):
        end -= 1
    before, behind = words[:end], words[place + 1 :]
    is_whole = is_whole or end < place
    if not word.isalpha() or not word.islower() or word in _SMALL:
        return False
    if before[-1] == "I" or (before[-1].lower() in _SUBJECTS and not before[-1].isupper()):
        return True
    counted = before[-1][0].isdigit() and not _is_numbered(before, behind)
    if counted or word.endswith(_NOUN_ENDS) or len(word) < 2 or before[-1].lower() in _SMALL:
        return False
    subject = _head(before)
    if not word.endswith("s"):
        return _are_several(subject) and _goes_on(behind, is_whole=is_whole)
    return len(word) > 3 and not _are_several(subject) and _is_behind_one(before, behind, is_whole=is_whole)


def _is_numbered(before: Sequence[str], behind: Sequence[str]) -> bool:
    """Say whether a number ends a subject and tells it from others: `The oven number 2 runs on gas`."""
    named = len(before) > 2 and before[0].lower() in _DETERMINERS and before[-2].lower() not in _SMALL
    return named and _goes_on(behind, is_whole=True)


def _head(before: Sequence[str]) -> str:
    """Return the noun that words before a verb are about: `notes` of `The notes of the meeting`."""
    if before[0].lower() not in _DETERMINERS:
        return before[-1]
    ends = (at for at in range(2, len(before)) if before[at].lower() in _BEHIND_NOUNS)
    return before[next(ends, len(before)) - 1]


def _is_behind_one(before: Sequence[str], behind: Sequence[str], *, is_whole: bool) -> bool:
    """Say whether a word in -s stands where a verb does: behind one thing, and before what a verb has."""
    has_article = any(word.lower() in _DETERMINERS for word in (before[0], *before[-2:-1]))
    is_name = len(before) > 1 and before[-1][0].isupper()
    if not behind:
        return is_whole and (has_article or is_name)
    if has_article or before[-1][0].isupper() or not before[-1].isalpha():
        return _goes_on(behind, is_whole=is_name or (is_whole and len(before) > 1))
    return behind[0].lower() in _BEHIND_VERBS


def _are_several(word: str) -> bool:
    """Say whether a word names several things: `drivers`."""
    is_plain = len(word) > 3 and word[1:].islower()
    return is_plain and word.endswith("s") and not word.endswith(("ss", "us", "is"))


def _goes_on(behind: Sequence[str], *, is_whole: bool) -> bool:
    """Say whether words begin with what a verb has behind it, and no noun at the end of a heading."""
    if not behind:
        return False
    first = behind[0].lower()
    if first in _BEHIND_VERBS or first.endswith("ly") or first[0].isdigit() or first[0] == "`":
        return True
    return is_whole and first in _BEHIND_BOTH


def _does_in_german(words: Sequence[str], place: int) -> bool:
    """Say whether a small word behind a noun, which German writes with a capital, is what that does."""
    word, before = words[place], words[place - 1]
    is_verb = (
        word.islower() and len(word) > 3 and word.endswith(_GERMAN_ENDS) and word not in _NO_GERMAN_VERBS
    )
    return is_verb and before[0].isupper()
