"""Figures and yes-or-no questions about texts, 0…1: what is true of a text whatever it is about.

A few short lists of words of the language itself tell rules, causes, orders and what is over from the rest;
words of any subject are left to what the model learned.
"""

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memtui.phrases import lists_in
from memtui.review.learned.characters import LOWER, NEWLINE, SIGN, SPACE, UPPER
from memtui.review.learned.laid import Flags, Floats, Hashes, Ints, Laid, laid
from memtui.review.learned.tokens import CODE, NUMBERS, Sort, Tokens

_LISTS = lists_in(Path(__file__).with_name("counts.toml"), "lists")
_RULE = _LISTS["rule"].words
_CAUSE = _LISTS["cause"].words
_SPEAKER = _LISTS["speaker"].words
_WAS = _LISTS["was"].words
_GLUE = _LISTS["glue"].words
_USER = _LISTS["user"].words
_ORDER = _LISTS["order"].words
_ENDS = [ord(char) for char in ".!?。"]
_LONGER = 4
"""Letters of a word that says more than the small ones."""


class _Counted:
    """What the columns ask of some texts, each counted once."""

    def __init__(self, text: Laid, tokens: Tokens) -> None:
        self.text = text
        self.tokens = tokens
        self.sorts = tokens.sorts
        self.longer = tokens.ends - tokens.starts >= _LONGER
        self.body = tokens.bodies
        self.heading = ~tokens.bodies
        self.emoji = tokens.kinds == SIGN
        self.word = tokens.words & self.body
        self.plain = self.word & (tokens.sorts == Sort.PLAIN)
        self.done = self.plain & _past(text, tokens)
        self.bold = _bold(text, tokens)
        self.headed = text.bodies > text.starts
        # Of a path, one.
        self._whole = tokens.leads | (tokens.sorts == Sort.PLAIN)

    @cached_property
    def words(self) -> Ints:
        """How many words each text has, and at least one: what others are shared out among."""
        return np.maximum(self.per_text(self.word), 1)

    @cached_property
    def stretches(self) -> Ints:
        """How many stretches between white space each text has, and at least one."""
        return np.maximum(self.per_text(self.body & self._whole), 1)

    @cached_property
    def bare(self) -> Ints:
        """How many words each text has beside its bold ones, a path counted as one."""
        return self.per_text(self._whole & self.word & ~self.bold)

    @cached_property
    def signs(self) -> Ints:
        """How many signs and line ends each text has."""
        return self.per_text(self.body & ~self.tokens.words)

    @cached_property
    def lines(self) -> Ints:
        """How many line ends each text has."""
        return self.per_text(self.body & (self.text.codes[self.tokens.starts] == ord("\n")))

    @cached_property
    def joints(self) -> Ints:
        """How many joints the headings of each text have."""
        return self.per_text(self.heading & (self.text.codes[self.tokens.starts] == ord("›")))

    @cached_property
    def rules(self) -> Ints:
        """How many words of duty each text has."""
        return self.per_text(self.spoken(_RULE))

    @cached_property
    def causes(self) -> Ints:
        """How many words of cause or condition each text has."""
        return self.per_text(self.spoken(_CAUSE))

    @cached_property
    def opening(self) -> Ints:
        """Where each text has its first word; -1 where it has none."""
        return _first(self.tokens, self.word, len(self.text.starts))

    @cached_property
    def begins(self) -> Ints:
        """The class of the character that each text begins with."""
        return _first_solid(self.text)

    @cached_property
    def last(self) -> NDArray[np.uint32]:
        """The last character of each text that is no white space."""
        ends = np.append(self.text.starts[1:] - 3, len(self.text.codes) - 1)  # the space after each
        return self.text.codes[_last_solid(self.text, ends)]

    def per_text(self, flags: Flags) -> Ints:
        """Return how many of the flagged tokens each text has."""
        return np.bincount(self.tokens.rows[flags], minlength=len(self.text.starts))

    def there(self, flags: Flags) -> Flags:
        """Say which texts have a flagged token."""
        return self.per_text(flags) > 0

    def of(self, *sorts: Sort) -> Flags:
        """Flag the tokens that are of one of some sorts."""
        return np.asarray(np.isin(self.sorts, sorts))

    def leading(self, sorts: Sequence[Sort]) -> Ints:
        """Return how many stretches of some sorts each text has."""
        return self.per_text(self.body & self.tokens.leads & np.isin(self.sorts, sorts))

    def spoken(self, vocabulary: Sequence[str]) -> Flags:
        """Flag the words that a vocabulary has."""
        return np.asarray(self.word & np.isin(self.tokens.hashes, _hashes(vocabulary)))

    def signed(self, char: str) -> Flags:
        """Flag the tokens that begin with a character."""
        return np.asarray(self.body & (self.text.codes[self.tokens.starts] == ord(char)))

    def letters(self) -> NDArray[np.float64]:
        """Return how many characters the words of each text have."""
        lengths = (self.tokens.ends - self.tokens.starts) * self.word
        return np.asarray(np.bincount(self.tokens.rows, lengths, len(self.text.starts)), np.float64)

    def closing(self) -> Flags:
        """Flag the signs that end a sentence."""
        tokens, text = self.tokens, self.text
        before_space = np.isin(text.kinds[tokens.ends], (SPACE, NEWLINE))
        return np.asarray(self.body & np.isin(text.codes[tokens.starts], _ENDS) & before_space)


_COLUMNS: dict[str, Callable[[_Counted], NDArray[Any]]] = {
    "only a label": lambda has: has.bare == 0,
    "headings alone": lambda has: has.per_text(has.body & has.tokens.words) + has.signs == 0,
    "three words or fewer": lambda has: has.bare <= 3,
    "six words or fewer": lambda has: has.bare <= 6,
    "twelve words or fewer": lambda has: has.bare <= 12,
    "more than forty words": lambda has: has.bare > 40,
    "more than a hundred words": lambda has: has.bare > 100,
    "a rule in it": lambda has: has.rules > 0,
    "rules in it": lambda has: np.minimum(has.rules, 3) / 3,
    "a cause or condition in it": lambda has: has.causes > 0,
    "causes or conditions in it": lambda has: np.minimum(has.causes, 3) / 3,
    "begins with what was done": lambda has: _at(has.done, has.opening),
    "things that were done": lambda has: np.minimum(has.per_text(has.done), 4) / 4,
    "names from code among its words": lambda has: np.minimum(2 * has.leading(CODE) / has.stretches, 1),
    "a name from code": lambda has: has.leading(CODE) > 0,
    "numbers among its words": lambda has: np.minimum(4 * has.leading(NUMBERS) / has.stretches, 1),
    "a date": lambda has: has.there(has.body & has.of(Sort.DATE)),
    "a date in its heading": lambda has: has.there(has.heading & has.of(Sort.DATE)),
    "an issue number or commit": lambda has: has.there(has.body & has.of(Sort.ISSUE, Sort.HASH)),
    "a time of day": lambda has: has.there(has.body & has.of(Sort.TIME)),
    "a sign such as ✅": lambda has: has.there(has.body & has.emoji),
    "a sign in its heading": lambda has: has.there(has.heading & has.emoji),
    "many lines": lambda has: np.minimum(has.lines, 8) / 8,
    "a code block": lambda has: has.per_text(has.signed("`") & has.of(Sort.PLAIN)) >= 6,
    "a table": lambda has: has.there(has.signed("|")) & (has.lines > 0),
    "a whole sentence": lambda has: np.isin(has.last, _ENDS),
    "a heading": lambda has: has.headed,
    "several headings": lambda has: has.joints > 1,
    "ends with a colon": lambda has: has.last == ord(":"),
    "begins in lower case": lambda has: has.begins == LOWER,
    "someone who speaks": lambda has: has.there(has.spoken(_SPEAKER)),
    "a question mark": lambda has: has.there(has.signed("?")),
    "an arrow": lambda has: has.there(has.signed("→")),
    "bold words": lambda has: has.there(has.bold & has.body),
    "tells what was": lambda has: has.there(has.spoken(_WAS)),
    "signs among its words": lambda has: np.minimum(has.signs / has.words, 1),
    "many words": lambda has: np.log1p(has.per_text(has.word)) / 6,
    "deep under headings": lambda has: np.minimum(has.joints + has.headed, 3) / 3,
    "several sentences": lambda has: np.minimum(has.per_text(has.closing()), 5) / 5,
    "longer words": lambda has: has.per_text(has.word & has.longer) / has.words,
    "words of usual length": lambda has: np.minimum(has.letters() / has.words, 10) / 10,
    "small words that make a sentence": lambda has: has.per_text(has.spoken(_GLUE)) / has.words,
    "an aside in brackets": lambda has: has.there(has.signed("(")),
    "names in backticks": lambda has: np.minimum(has.per_text(has.signed("`")), 6) / 6,
    "a list by commas": lambda has: np.minimum(3 * has.per_text(has.signed(",")) / has.words, 1),
    "begins with a capital": lambda has: has.begins == UPPER,
    "speaks to or of a user": lambda has: has.there(has.spoken(_USER)),
    "begins by telling what to do": lambda has: _at(has.spoken(_ORDER), has.opening),
    "capitals among its words": lambda has: has.per_text(has.word & (has.tokens.kinds == UPPER)) / has.words,
}
"""What is asked of a text, by what a person is told of it."""
NAMES = tuple(_COLUMNS)


def counts(text: Laid, tokens: Tokens) -> Floats:
    """Return one row for each text and one column for each of NAMES."""
    counted = _Counted(text, tokens)
    return np.stack([column(counted) for column in _COLUMNS.values()], axis=1).astype(np.float32)


@cache
def _hashes(words: Sequence[str]) -> Hashes:
    """Return the hashes of some words as tokens have them."""
    text = laid(words)
    return text.hashed(text.starts, text.starts + np.array([len(word) for word in words]))


def _past(text: Laid, tokens: Tokens) -> Flags:
    """Say which words are five letters or longer and end in `ed`."""
    ends = tokens.ends
    spelt = (text.codes[ends - 2] | 0x20 == ord("e")) & (text.codes[ends - 1] | 0x20 == ord("d"))
    return np.asarray(spelt & (ends - tokens.starts >= 5))


def _bold(text: Laid, tokens: Tokens) -> Flags:
    """Say which tokens stand between `**` and `**`, counted from the beginning of the statement."""
    star = text.codes == ord("*")
    pair = np.zeros(len(star), np.int64)
    pair[:-1] = star[:-1] & star[1:]
    seen = np.cumsum(pair)
    return np.asarray((seen[tokens.starts] - seen[text.bodies[tokens.rows] - 1]) % 2 == 1)


def _first(tokens: Tokens, wanted: Flags, size: int) -> Ints:
    """Return the place of each text's first wanted token; -1 where there is none."""
    first = np.full(size, -1)
    at = np.flatnonzero(wanted)[::-1]
    first[tokens.rows[at]] = at
    return first


def _at(flags: Flags, places: Ints) -> Flags:
    """Return the flags at some places; False where the place is -1."""
    there: Flags = flags[np.maximum(places, 0)] & (places >= 0) if len(flags) else places >= 0
    return there


def _first_solid(text: Laid) -> Ints:
    """Return the class of the character that each statement begins with."""
    at = np.minimum(
        text.bodies + (text.kinds[np.minimum(text.bodies, len(text.kinds) - 1)] == SPACE), len(text.kinds) - 1
    )
    return np.asarray(text.kinds[at], np.int64)


def _last_solid(text: Laid, ends: Ints) -> Ints:
    """Return where each text's last character stands that is no white space."""
    solid = (text.kinds != SPACE) & (text.kinds != NEWLINE)
    places = np.maximum.accumulate(np.where(solid, np.arange(len(solid)), 0))
    return np.asarray(places[ends])
