"""What a comparison of two statements has to know about English words: synonyms, opposites, small words.

Read by `statement` and `difference`. The lists are in `lexicon.toml`; to add a word, add it there. An unknown
word only ever equals itself, so a missing synonym costs a duplicate that goes unnoticed and never takes two
different statements for one.
"""

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from memtui.language.stems import stem
from memtui.phrases import Phrase, WordList, phrase, word_list

FILE = Path(__file__).with_name("lexicon.toml")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What `lexicon.toml` holds."""

    lists: dict[str, WordList]
    phrases: dict[str, Phrase]
    quantities: dict[str, str]
    """The name of the quantity that a word states."""
    units: dict[str, str]
    """The name of the unit that a word or sign stands for, for those that have several."""
    scales: dict[str, int]
    """What a word or letter behind a number multiplies it by."""
    groups: dict[str, tuple[str, ...]]
    """Lines of words, by what the words of a line are to each other."""


def read(text: str) -> Lexicon:
    """Return the lists of a text such as `lexicon.toml`. Raises ValueError, which names the list."""
    document = tomllib.loads(text)
    return Lexicon(
        {name: word_list(name, entry) for name, entry in document["words"].items()},
        {name: phrase(name, entry) for name, entry in document["patterns"].items()},
        _named(document["quantifiers"]),
        {word.replace("_", " "): unit for word, unit in _named(document["units"]).items()},
        {word: int(scale) for word, scale in _named(document["scales"]).items()},
        {name: tuple(lines.strip().splitlines()) for name, lines in document["groups"].items()},
    )


def _named(lists: dict[str, str]) -> dict[str, str]:
    """Return the name of its list for each word."""
    return {word: name for name, listed in lists.items() for word in listed.split()}


LEXICON = read(FILE.read_text("utf-8"))


def _listed(name: str) -> frozenset[str]:
    return frozenset(LEXICON.lists[name].words)


def _stems(name: str) -> frozenset[str]:
    return frozenset(stem(word) for word in LEXICON.lists[name].words)


STOP_WORDS = _listed("stop_words")
"""Words that carry no content of their own; some of them are looked at again as signs (see below)."""
NEGATIONS = _listed("negations")
NEGATIVE_VERBS = _stems("negative_verbs")
"""Verbs that turn what follows them into its opposite."""
QUANTIFIERS = LEXICON.quantities
QUANTIFIERS_APART = frozenset(
    frozenset(pair.split())
    for pair in ("all some", "all few", "all half", "few many", "some many", "least most", "all only")
)
"""Two quantities that cannot both be meant."""
MANY_VALUED = _stems("many_valued")
"""Verbs that can be true of several things at once: two memories with different objects agree."""
RELATING = MANY_VALUED | _stems("relating")
"""Verbs of relations in a graph: one thing may do the same to several."""
AFFIRMED = _stems("affirmed")
"""Verbs whose negation means yes: who is told not to give up is told to go on."""
NUMBERED = LEXICON.phrases["numbered"].pattern
"""Numbers that tell which one is meant, not how much."""
LIGHT = _stems("light")
"""Verbs that say little without what follows them."""
USING = LIGHT | {stem("use")}
"""Verbs that say nothing of their own beside what is used, made or asked for."""
EVERYDAY = _stems("everyday")
"""The verbs that people say most often, in their forms: a question with no other word has no subject."""
INSTRUCTIONS = _stems("instructions")
"""Verbs that an instruction begins with; a name is none of them."""
RANKING = _stems("ranking")
"""Small words between two others whose places cannot be changed: tabs over spaces, A before B."""
SCALE = _stems("scale")
"""Words for how much, how big or how often: another one makes another statement."""
INDEFINITE = _listed("indefinite")
"""First words of statements about nobody in particular: two of them need not be about the same."""
CHANGES = LEXICON.phrases["changes"].pattern
"""Words by which a statement says that something else held before."""
ENDS = LEXICON.phrases["ends"].pattern
"""Words by which a statement says that something has ended."""
SUCCEEDS = LEXICON.phrases["succeeds"].pattern
"""Words that name the successor of something that ended."""
SYNONYMS = LEXICON.groups["synonyms"]
"""Words that mean the same in most places; things of one kind are none."""

_CANONICAL = {
    stem(word): stem(line.split()[0]) for line in LEXICON.groups["aliases"] for word in line.split()
}


def root(stemmed: str) -> str:
    """Return the stem that stands for all spellings of a word: `db` for `database`."""
    return _CANONICAL.get(stemmed, stemmed)


def _groups() -> dict[str, frozenset[str]]:
    """Map a stem to the names of the groups it belongs to: a word may have several meanings."""
    groups_of: dict[str, set[str]] = {}
    for number, line in enumerate(SYNONYMS):
        for word in line.split():
            groups_of.setdefault(root(stem(word)), set()).add(f"g{number}")
    return {word: frozenset(groups) for word, groups in groups_of.items()}


def _broader() -> dict[str, frozenset[str]]:
    heads_of: dict[str, set[str]] = {}
    for line in LEXICON.groups["broader"]:
        head, _, members = line.partition(":")
        for word in members.split():
            heads_of.setdefault(root(stem(word)), set()).add(root(stem(head)))
    return {word: frozenset(heads) for word, heads in heads_of.items()}


def _opposites() -> dict[str, frozenset[str]]:
    others_of: dict[str, set[str]] = {}
    for line in LEXICON.groups["opposites"]:
        first, second = (root(stem(word)) for word in line.split())
        if first != second:
            others_of.setdefault(first, set()).add(second)
            others_of.setdefault(second, set()).add(first)
    return {word: frozenset(others) for word, others in others_of.items()}


_NONE: frozenset[str] = frozenset()
_REVERSING = frozenset({"un", "dis", "non", "in", "im", "ir", "de", "mis"})
_PREFIXES = _REVERSING | {f"{prefix}-" for prefix in _REVERSING}
GROUPS = _groups()
BROADER = _broader()
_HEADS = frozenset(head for heads in BROADER.values() for head in heads)
OPPOSITES = _opposites()


def same_meaning(first: str, second: str) -> bool:
    """Say whether two stems are one, or synonyms."""
    return first == second or not GROUPS.get(first, _NONE).isdisjoint(GROUPS.get(second, _NONE))


def covers(broad: str, narrow: str) -> bool:
    """Say whether `broad` is a more general word for `narrow`."""
    heads = BROADER.get(narrow, _NONE)
    return broad in heads or any(same_meaning(broad, head) for head in heads)


def opposite(first: str, second: str) -> bool:
    """Say whether two stems exclude each other: listed opposites, and `un`, `dis`, `non` before one."""
    if second in OPPOSITES.get(first, _NONE):
        return True
    longer, shorter = (first, second) if len(first) > len(second) else (second, first)
    return len(shorter) > 3 and longer.endswith(shorter) and longer[: -len(shorter)].rstrip("-") in _REVERSING


@lru_cache(maxsize=4096)
def opposites_of(word: str) -> frozenset[str]:
    """Return all stems for which `opposite` says yes."""
    prefixed = {prefix + word for prefix in _PREFIXES} if len(word) > 3 else set()
    bare = {word.removeprefix(prefix) for prefix in _PREFIXES if word.startswith(prefix)}
    return OPPOSITES.get(word, _NONE) | prefixed | {each for each in bare if len(each) > 3}


def has_relatives(word: str) -> bool:
    """Say whether any other word is listed as a synonym of this one, or as broader or narrower."""
    return word in GROUPS or word in BROADER or word in _HEADS


def has_opposite(word: str) -> bool:
    """Say whether any word excludes this one."""
    return word in OPPOSITES
