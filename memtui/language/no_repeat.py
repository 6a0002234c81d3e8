"""What is no repeat of another text, however alike the two are worded.

Pages of reference repeat their frames: under each method stands `See the options`, under each option its
default, in each example most of the same code. A score sees the words that are the same; what tells such
texts apart stands in the headings over them, or is not in words at all. Called by the review pass before it
proposes to merge two memories in other words.
"""

import re
from functools import lru_cache

from memtui.language.choice import opposite_choice
from memtui.language.grounds import head_end, of_two_items, of_two_names, shows_code
from memtui.language.other_in_its_place import other_in_its_place
from memtui.language.side import telling_words
from memtui.language.statement import read

_POINTER = re.compile(
    r"!?\[[^\]\n]{0,200}\](?:\([^)\n]{0,300}\)|\[[^\]\n]{0,200}\])|^\[[^\]\n]{1,200}\]:.*$|"
    r"<[a-z/][^>\n]{0,300}>|https?://\S+",
    re.MULTILINE | re.IGNORECASE,
)
"""A link, the address of one, or a tag such as `<a id="level">`."""
_LEADING = re.compile(
    r"\b(?:see|also|more|for|info|information|details?|read|refer|docs?|documentation|here)\b", re.IGNORECASE
)
"""Words that only send the reader there."""
_LEFT, _LETTERS_LEFT = 1, 200
"""Words, and letters, beside the links of a text that says nothing but where to look."""


def no_repeat(one: str, other: str) -> bool:
    """Say whether two texts are no repeats of each other, whatever a score says of their words.

    Two examples in code are none, nor is what only points elsewhere, or leads in what it does not hold (`Run
    the tests:`), nor what stands under the names of two things: `logger.info(): takes an object`,
    `logger.warn(): takes an object`. Neither are two items of one list that begin with names of their own:
    `**user** a string`, `**group** a string`. And what one orders, or chooses, the other may turn down, or
    name only aside.
    """
    if opposite_choice(read(one), read(other)) is not None:
        return True
    if shows_code(one) and shows_code(other):
        return True
    if any(_only_points(text) or _only_leads_in(text) for text in (one, other)) or of_two_names(one, other):
        return True
    if other_in_its_place(one, other):
        return True
    return one[: head_end(one)] == other[: head_end(other)] and of_two_items(one, other)


@lru_cache(maxsize=4096)
def _only_points(text: str) -> bool:
    """Say whether nothing but links and tags stands in a text, its heading aside."""
    rest, pointers = _POINTER.subn(" ", text[head_end(text) :])
    rest = " ".join(rest.split())
    if not pointers or len(rest) > _LETTERS_LEFT:
        return False
    return len(telling_words(_LEADING.sub(" ", rest))) <= _LEFT


def _only_leads_in(text: str) -> bool:
    """Say whether a text is one line before what followed it: `Run the tests:`."""
    line = text.strip()
    return line.endswith(":") and "\n" not in line
