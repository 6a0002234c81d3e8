"""Figures and yes-or-no questions about texts, 0…1: what is true of a text whatever it is about.

A few short lists of words of the language itself tell rules, causes, orders and what is over from the rest;
words of any subject are left to what the model learned.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from memtui.phrases import lists_in
from memtui.review.learned.characters import LOWER, NEWLINE, SIGN, SPACE, UPPER
from memtui.review.learned.laid import Flags, Floats, Hashes, Ints, Laid, laid
from memtui.review.learned.tokens import CODE, NUMBERS, Sort, Tokens

NAMES = (
    "only a label",
    "headings alone",
    "three words or fewer",
    "six words or fewer",
    "twelve words or fewer",
    "more than forty words",
    "more than a hundred words",
    "a rule in it",
    "rules in it",
    "a cause or condition in it",
    "causes or conditions in it",
    "begins with what was done",
    "things that were done",
    "names from code among its words",
    "a name from code",
    "numbers among its words",
    "a date",
    "a date in its heading",
    "an issue number or commit",
    "a time of day",
    "a sign such as ✅",
    "a sign in its heading",
    "many lines",
    "a code block",
    "a table",
    "a whole sentence",
    "a heading",
    "several headings",
    "ends with a colon",
    "begins in lower case",
    "someone who speaks",
    "a question mark",
    "an arrow",
    "bold words",
    "tells what was",
    "signs among its words",
    "many words",
    "deep under headings",
    "several sentences",
    "longer words",
    "words of usual length",
    "small words that make a sentence",
    "an aside in brackets",
    "names in backticks",
    "a list by commas",
    "begins with a capital",
    "speaks to or of a user",
    "begins by telling what to do",
    "capitals among its words",
)
"""What each column says, as it is told to a person."""
LABEL = NAMES.index("only a label")

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


def counts(text: Laid, tokens: Tokens) -> Floats:
    """Return one row for each text and one column for each of NAMES."""
    size = len(text.starts)
    ends = np.append(text.starts[1:] - 3, len(text.codes) - 1)  # the space after each
    body = tokens.bodies
    bold = _bold(text, tokens)
    word = tokens.words & body
    whole = tokens.leads | (tokens.sorts == Sort.PLAIN)  # of a path, one

    def per_text(flags: Flags) -> Ints:
        return np.bincount(tokens.rows[flags], minlength=size)

    def spoken(vocabulary: Sequence[str]) -> Flags:
        return np.asarray(word & np.isin(tokens.hashes, _hashes(vocabulary)))

    def there(flags: Flags) -> Flags:
        return per_text(flags) > 0

    def signed(char: str) -> Flags:
        return np.asarray(body & (text.codes[tokens.starts] == ord(char)))

    plain = word & (tokens.sorts == Sort.PLAIN)
    done = plain & _past(text, tokens)
    bare = per_text(whole & word & ~bold)
    all_words = np.maximum(per_text(word), 1)
    signs = per_text(body & ~tokens.words)
    code = per_text(body & tokens.leads & np.isin(tokens.sorts, CODE))
    stretches = np.maximum(per_text(body & whole), 1)
    number = per_text(body & tokens.leads & np.isin(tokens.sorts, NUMBERS))
    sort = tokens.sorts
    rules, causes = per_text(spoken(_RULE)), per_text(spoken(_CAUSE))
    headed = text.bodies > text.starts
    joints = per_text(~body & (text.codes[tokens.starts] == ord("›")))
    lines = per_text(body & (text.codes[tokens.starts] == ord("\n")))
    last = text.codes[_last_solid(text, ends)]
    emoji = tokens.kinds == SIGN
    opening = _first(tokens, word, size)
    begun = _first_solid(text)
    length = tokens.ends - tokens.starts
    ordered = word & np.isin(tokens.hashes, _hashes(_ORDER))
    sign_ends = np.isin(text.codes[tokens.starts], _ENDS)
    closing = body & sign_ends & np.isin(text.kinds[tokens.ends], (SPACE, NEWLINE))
    columns = [
        bare == 0,
        per_text(body & tokens.words) + signs == 0,
        bare <= 3,
        bare <= 6,
        bare <= 12,
        bare > 40,
        bare > 100,
        rules > 0,
        np.minimum(rules, 3) / 3,
        causes > 0,
        np.minimum(causes, 3) / 3,
        _at(done, opening),
        np.minimum(per_text(done), 4) / 4,
        np.minimum(2 * code / stretches, 1),
        code > 0,
        np.minimum(4 * number / stretches, 1),
        there(body & (sort == Sort.DATE)),
        there(~body & (sort == Sort.DATE)),
        there(body & ((sort == Sort.ISSUE) | (sort == Sort.HASH))),
        there(body & (sort == Sort.TIME)),
        there(body & emoji),
        there(~body & emoji),
        np.minimum(lines, 8) / 8,
        per_text(signed("`") & (sort == Sort.PLAIN)) >= 6,
        there(signed("|")) & (lines > 0),
        np.isin(last, _ENDS),
        headed,
        joints > 1,
        last == ord(":"),
        begun == LOWER,
        there(spoken(_SPEAKER)),
        there(signed("?")),
        there(signed("→")),
        there(bold & body),
        there(spoken(_WAS)),
        np.minimum(signs / all_words, 1),
        np.log1p(per_text(word)) / 6,
        np.minimum(joints + headed, 3) / 3,
        np.minimum(per_text(closing), 5) / 5,
        per_text(word & (length >= _LONGER)) / all_words,
        np.minimum(np.bincount(tokens.rows, length * word, size) / all_words, 10) / 10,
        per_text(spoken(_GLUE)) / all_words,
        there(signed("(")),
        np.minimum(per_text(signed("`")), 6) / 6,
        np.minimum(3 * per_text(signed(",")) / all_words, 1),
        begun == UPPER,
        there(spoken(_USER)),
        _at(ordered, opening),
        per_text(word & (tokens.kinds == UPPER)) / all_words,
    ]
    return np.stack(columns, axis=1).astype(np.float32)


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
