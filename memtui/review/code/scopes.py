"""A sentence that gives an amount or names a tool, and what tells of whose thing it is."""

import re
from functools import cached_property
from itertools import pairwise

from memtui.language.lexicon import EVERYDAY, INDEFINITE, STOP_WORDS
from memtui.language.numerals import IN_COMPARISON
from memtui.language.stems import PAST_FORMS, stem
from memtui.review.code import tools
from memtui.review.code.amounts import UNITS
from memtui.review.code.assigned import Figures, known, senses, words_of

WORD = re.compile(r"[A-Za-z][\w'’]*")
_PROPER = re.compile(r"(?<=[\w,;] )[A-Z][a-z]+\b")
_OWNER = re.compile(r"\b([A-Za-z]\w*)['’]s\b")
_PART_OF = re.compile(
    r"\b(?:of|at|from|for|with|by|on|in|to)\s+(?:the|an?|our|this|every|each)\s+(?P<noun>[a-z]+)"
)
_IS_DONE = frozenset({"is", "are", "be", "being", "been", "gets", "get", "getting", "have", "has"})
_LINK = re.compile(r"[a-z]+(?:['’][a-z]+)?")
_SHORTENED = ("'s", "’s", "'re", "’re", "'ve", "’ve")
_BY = frozenset(
    {"by", "with", "via", "through", "in", "as", "using", "from", "for", "on", "after", "at", "to"}
)
_SOMEBODY = frozenset({"we", "i", "you", "nobody", "everybody", "it", "they", "he", "she"})


class Scope:
    """A sentence, or the piece of it that gives one amount."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.start, self.end = text, start, end
        self.words = self.words_between(start, end)

    def words_between(self, start: int, end: int) -> list[str]:
        """Return the words of a part of it, in lower case."""
        return [word for name in WORD.findall(self.text, start, end) for word in words_of(name)]

    @cached_property
    def senses(self) -> frozenset[str]:
        """What its words stand for, and each two that stand together."""
        pairs = list(pairwise(self.words))
        together = (first + other for one, other in pairs for first in (stem(one), one.removesuffix("s")))
        return frozenset().union(*map(senses, self.words)) | frozenset(map(stem, together))

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its words."""
        return frozenset(map(stem, self.words))

    def says(self, word: str) -> bool:
        """Say whether it has a word of a name, or what that stands for or is short for."""
        if senses(word) & self.senses:
            return True
        return len(word) > 2 and any(said.startswith(word) for said in self.words)

    def names_only(self, figures: Figures) -> bool:
        """Say whether all that has a name, and all owners, are known to the project."""
        where = self.text, self.start, self.end
        named = map(str.lower, (*_PROPER.findall(*where), *_OWNER.findall(*where)))
        return all(name in STOP_WORDS or figures.knows(name) for name in named)

    def is_about(self, figures: Figures, known_too: frozenset[str]) -> bool:
        """Say whether its subject, and all that something is said to be of or at, is the project's.

        `known_too` has stems that are known besides its words.
        """
        nouns = [match["noun"] for match in _PART_OF.finditer(self.text.lower(), self.start, self.end)]
        at_work = tools.known().around | tools.known().said | tools.known().of_the_manager
        telling = (word for word in self.words if word not in IN_COMPARISON)
        first = next((word for word in telling if word in _SOMEBODY or word not in STOP_WORDS), "")
        return all(
            word in _SOMEBODY
            or figures.knows(word)
            or is_common(word)
            or stem(word) in at_work
            or bool(senses(word) & known_too)
            for word in (first, *nouns)
        )

    def tells_what_was(self) -> bool:
        """Say whether a verb in it tells of the past: `took`, `we picked`; not `is picked`, `picked by`."""
        lower = _LINK.findall(self.text[self.start : self.end].lower())
        return any(_tells_what_was(lower, at) for at in range(len(lower)))


def _tells_what_was(words: list[str], at: int) -> bool:
    word = words[at]
    regular = word.endswith("ed") and stem(word) != word and word not in IN_COMPARISON
    if not regular and word not in PAST_FORMS:
        return False
    before = words[max(at - 4, 0) : at]
    if any(each in _IS_DONE or each.endswith(_SHORTENED) for each in before):
        return False
    by = words[at + 1 : at + 2]
    return not (regular and by and by[0] in _BY and (not before or before[-1] not in _SOMEBODY))


def is_common(word: str) -> bool:
    """Say whether a word tells nothing of what a sentence is about."""
    stemmed = stem(word)
    return word in STOP_WORDS | INDEFINITE or stemmed in EVERYDAY | known().common or word in UNITS
