"""Whether two statements with much in common tell of other things, other cases, or what only somebody says.

A score sees that nearly all words are shared. What it does not see is where the rest stands: `logs of the
mail server` and `logs of the web server` differ in one word in one place, and are about two servers. So the
words are laid side by side, and what is left over is looked at:

* another word in one place of the same sentence: another thing, deed or person;
* a word or a condition put into it: `the last working day`, `on school days only`, `unless it is late`, and
  one more in a list, `tests and the linter`. The longer holds for fewer cases, or of more things;
* the same deed asked for, to be done to another thing;
* a small word that turns it: in the folder and outside of it, on Monday and before it, by us and for us;
* another environment, another length of time, or one length of time that is said of something else;
* lists of names under labels that have nothing in common;
* a question, a wish or a report of somebody, where the other states it.

What is told of nobody in particular, as it goes on, gives nothing a value (`A man is slicing an onion`):
there a synonym that the lexicon lacks is likelier than another thing. Called by `never_same`.
"""

import difflib
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from memtui.language import lexicon
from memtui.language.asked_for import ask_for_others
from memtui.language.difference import Comparison
from memtui.language.lengths import lengths
from memtui.language.new_state import ENVIRONMENTS
from memtui.language.side import label_end, telling_words, tells, word_id
from memtui.language.statement import Kind, Statement, Token
from memtui.phrases import lists_in, phrases_in

FILE = Path(__file__).with_name("told_otherwise.toml")
_PHRASES = phrases_in(FILE, within="told_otherwise")
_LISTS = {name: frozenset(each.words) for name, each in lists_in(FILE, "lists").items()}
_EXCEPT, _OPEN, _GOES_ON, _DOING = (_PHRASES[name].pattern for name in ("except", "open", "goes_on", "doing"))
_JOINING, _LIMITING, _OF_ALL, _WITHOUT_WEIGHT, _OF_A_SCENE = (
    _LISTS[name] for name in ("joining", "limiting", "of_all", "without_weight", "of_a_scene")
)
_TURNS = tuple(
    (_LISTS[one], _LISTS[other])
    for one, other in (
        ("inside", "outside"),
        ("before", "after"),
        ("meanwhile", "before"),
        ("meanwhile", "after"),
        ("through", "outside"),
        ("doer", "gainer"),
    )
)
"""Small words of which one in the place of another says something else."""
_USER = "user"
_LONGEST = 400
"""Characters of a statement; a longer one says many things."""
_FRAME = 0.5
"""The share of their words that two sentences have in the same order, at least, to be laid side by side."""
_IN_ONE_PLACE = 3
"""Words that stand in one place at most; more say something of their own."""
_LEAST = 2
"""Words of a clause, and names of a list, that say something."""
_ADDED_TO_LIST = 2
"""Words that name one more of a list, at most."""
_BREAK = re.compile(r"[;:.!?,](?=\s|\Z)|[()]|\s[-–—]\s")
"""A sign at which a clause ends."""
_FIGURES = frozenset({Kind.NUMBER, Kind.DATE, Kind.VERSION})


class _Own(NamedTuple):
    """Words of a statement that have no match, where the other goes on otherwise or leaves a gap."""

    words: Sequence[Token]
    """All words of the statement that were laid out."""
    start: int
    end: int

    @property
    def inside(self) -> Sequence[Token]:
        return self.words[self.start : self.end]

    @property
    def telling(self) -> list[Token]:
        """What of them carries meaning."""
        return [token for token in self.inside if tells(token)]

    @property
    def is_of_the_user(self) -> bool:
        """Whether they only name whom all memories are of."""
        return all(token.key == _USER for token in self.telling)

    @property
    def following(self) -> Token | None:
        """The word behind them, which the other has too."""
        return self.words[self.end] if self.end < len(self.words) else None


class _Laid(NamedTuple):
    """Two statements laid side by side."""

    replaced: Sequence[tuple[_Own, _Own]]
    added: Sequence[_Own]


def told_otherwise(comparison: Comparison) -> bool:
    """Say whether two statements tell of other things or cases, or one tells what only somebody says."""
    left, right = comparison.left, comparison.right
    if max(len(left.text), len(right.text)) > _LONGEST or (_is_scene(left) and _is_scene(right)):
        return False
    if _of_other_environments(comparison) or _of_other_lengths(left.text, right.text):
        return True
    if bool(_OPEN.search(left.text)) != bool(_OPEN.search(right.text)) or _lists_apart(left, right):
        return True
    if ask_for_others(left, right) or _excepted(comparison) or _only_one_limits(comparison):
        return True
    laid = _laid(comparison)
    if laid is None:
        return False
    return _turned(laid) or _other_in_its_place(laid, comparison) or _narrowed(laid, comparison)


def _is_scene(statement: Statement) -> bool:
    """Say whether a statement tells of somebody or something unnamed that is doing something."""
    first = statement.tokens[0].text.lower() if statement.tokens else ""
    if first in lexicon.INDEFINITE | _OF_A_SCENE and _GOES_ON.search(statement.text):
        return True
    return first in lexicon.INDEFINITE | _OF_A_SCENE - {"the"} and _DOING.search(statement.text) is not None


# -- laid side by side -----------------------------------------------------------------------------------


def _laid(comparison: Comparison) -> _Laid | None:
    """Lay two statements side by side; None where they are not built alike."""
    left, right = (_with_weight(each) for each in (comparison.left, comparison.right))
    same = {match.right.root: match.left.root for match in comparison.matches}
    one, other = [word_id(t) for t in left], [same.get(word_id(t), word_id(t)) for t in right]
    steps = difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    shared = sum(end - start for how, start, end, _, _ in steps if how == "equal")
    if 2 * shared < _FRAME * (len(one) + len(other)):
        return None
    apart = [(_Own(left, a, b), _Own(right, c, d)) for how, a, b, c, d in steps if how != "equal"]
    replaced = [pair for pair in apart if pair[0].inside and pair[1].inside]
    added = [own for pair in apart if pair not in replaced for own in pair if own.inside]
    return _Laid(replaced, added)


def _with_weight(statement: Statement) -> list[Token]:
    return [token for token in statement.tokens if token.text.lower() not in _WITHOUT_WEIGHT]


def _turned(laid: _Laid) -> bool:
    """Say whether a small word before the same word is one that excludes the other's: in it, beyond it."""
    return any(
        one.following is not None and other.following is not None and _exclude(one.inside, other.inside)
        for one, other in laid.replaced
    )


def _exclude(one: Sequence[Token], other: Sequence[Token]) -> bool:
    if any(tells(token) for token in (*one, *other)):
        return False
    left, right = ({token.text.lower() for token in each} for each in (one, other))
    return any((left & a and right & b) or (left & b and right & a) for a, b in _TURNS)


def _other_in_its_place(laid: _Laid, comparison: Comparison) -> bool:
    """Say whether all that differs is what stands in some places of the same sentence."""
    own = set(comparison.only_left), set(comparison.only_right)
    places = [pair for pair in laid.replaced if _of_one_place(pair, own)]
    inside = sum(len(part.telling) for pair in places for part in pair)
    return bool(places) and inside == len(own[0]) + len(own[1])


def _of_one_place(pair: tuple[_Own, _Own], own: tuple[set[Token], set[Token]]) -> bool:
    """Say whether words stand for each other, and are not another way to put a sentence: `are answered as`,
    `the format is`.
    """
    if not all(0 < len(part.telling) <= _IN_ONE_PLACE for part in pair):
        return False
    if not all(known.issuperset(part.telling) for part, known in zip(pair, own, strict=True)):
        return False
    small = [[token.key for token in part.inside if not tells(token)] for part in pair]
    if all(small) and small[0] != small[1]:
        return False
    return not any(_leads_on(part) for part in pair)


def _leads_on(part: _Own) -> bool:
    """Say whether a small word at the end belongs to what follows: `as` in `answered as problem+json`."""
    return part.following is not None and tells(part.following) and not tells(part.inside[-1])


# -- more cases, or fewer --------------------------------------------------------------------------------


def _narrowed(laid: _Laid, comparison: Comparison) -> bool:
    """Say whether one says all that the other does, and of which of them, or of what else, besides."""
    own = {*comparison.only_left, *comparison.only_right}
    if laid.replaced or (comparison.only_left and comparison.only_right):
        return False
    known = telling_words(comparison.left.text) & telling_words(comparison.right.text)
    return any(
        _attributes(part, own) or _joins(part) or (_limits(part) and not own.isdisjoint(part.telling))
        for part in laid.added
        if not known.issuperset(map(word_id, part.telling)) and not part.is_of_the_user
    )


def _attributes(part: _Own, own: set[Token]) -> bool:
    """Say whether words tell which of what is spoken of, or of all of a sort, is meant: `cash refunds
    need a receipt`, `the last working day`.
    """
    if part.start and part.words[part.start - 1].text.lower() not in _OF_ALL:
        return False
    if part.following is None or not tells(part.following) or len(part.inside) > _IN_ONE_PLACE - 1:
        return False
    if all(token.text[0].isupper() for token in (*part.inside, part.following)):
        return False  # more of one name: `Ada`, `Ada Lovelace`
    return own.issuperset(part.inside) and part.following.start - part.inside[-1].end <= 1


def _joins(part: _Own) -> bool:
    """Say whether words in the middle of a sentence name one more: `tests and the linter must pass`."""
    in_middle = part.start > 0 and part.following is not None
    return in_middle and part.inside[0].key in _JOINING and 0 < len(part.telling) <= _ADDED_TO_LIST


def _limits(part: _Own) -> bool:
    """Say whether a condition was put in: `when it rains`; what gives a figure is a detail."""
    if not part.start or part.inside[0].key not in _LIMITING:
        return False
    return not any(token.kind in _FIGURES for token in part.inside)


def _only_one_limits(comparison: Comparison) -> bool:
    """Say whether one says all that the other does, and a case besides which is the only one."""
    if comparison.only_left and comparison.only_right:
        return False
    sides = (comparison.left, comparison.only_left), (comparison.right, comparison.only_right)
    only = [[place for place, t in enumerate(each.tokens) if t.quantity == "only"] for each, _ in sides]
    if bool(only[0]) == bool(only[1]):
        return False
    (statement, own), places = sides[bool(only[1])], only[0] or only[1]
    near = {
        token for at in places for token in statement.tokens[max(at - _IN_ONE_PLACE, 0) : at + _IN_ONE_PLACE]
    }
    return not near.isdisjoint(own)


def _excepted(comparison: Comparison) -> bool:
    """Say whether one makes an exception to what the other says without any."""
    return any(
        _EXCEPT.search(other.text) is None and _excepts(one, telling_words(other.text) | matched)
        for one, other, matched in (
            (comparison.left, comparison.right, {word_id(m.left) for m in comparison.matches}),
            (comparison.right, comparison.left, {word_id(m.right) for m in comparison.matches}),
        )
    )


def _excepts(statement: Statement, known: frozenset[str]) -> bool:
    match = _EXCEPT.search(statement.text)
    if match is None:
        return False
    clause = _clause_at(statement.text, max(match.start() - 1, 0)).partition(match[0])[0]
    words = telling_words(clause)
    return len(words) >= _LEAST and words <= known


# -- environments, lengths of time, lists ------------------------------------------------------------------


def _of_other_environments(comparison: Comparison) -> bool:
    one, other = (
        {token.text.lower() for token in each.tokens} & ENVIRONMENTS
        for each in (comparison.left, comparison.right)
    )
    return bool(one and other) and one.isdisjoint(other)


def _of_other_lengths(left: str, right: str) -> bool:
    """Say whether two statements share no length of time, or give the one that they share to other things."""
    one, other = lengths(left), lengths(right)
    if one and other and one.keys().isdisjoint(other):
        return True
    return _said_of_another(left, one, right, other) or _said_of_another(right, other, left, one)


def _said_of_another(text: str, only: dict[float, int], other: str, several: dict[float, int]) -> bool:
    """Say whether the clause with the one length of a statement has less of it than one with another length:
    `Logs are kept for 30 days`, `30 days is too short, so logs are kept for 90 days`.
    """
    if len(only) != 1 or len(several) < len(only) + 1 or not several.keys() >= only.keys():
        return False
    said = telling_words(text)
    (given,) = only
    own = _clause_at(other, several[given])
    shared = _shared(own, said)
    clauses = {_clause_at(other, place) for length, place in several.items() if length != given}
    return own not in clauses and any(_shared(clause, said) > shared for clause in clauses)


def _clause_at(text: str, place: int) -> str:
    """Return what stands between two signs around a place."""
    ends = [match.end() for match in _BREAK.finditer(text)]
    start = max((end for end in ends if end <= place), default=0)
    return text[start : min((end for end in ends if end > place), default=len(text))]


def _shared(clause: str, said: frozenset[str]) -> int:
    return len({word for word in telling_words(clause) & said if not any(map(str.isdigit, word))})


def _lists_apart(left: Statement, right: Statement) -> bool:
    """Say whether both list names, under labels without a word in common: who came, and who is on call."""
    ends = label_end(left.text), label_end(right.text)
    if not all(ends) or not (_is_list(left, ends[0]) and _is_list(right, ends[1])):
        return False
    return telling_words(left.text[: ends[0]]).isdisjoint(telling_words(right.text[: ends[1]]))


def _is_list(statement: Statement, start: int) -> bool:
    names = [token for token in statement.tokens if token.start >= start and tells(token)]
    between = (statement.text[one.end : other.start] for one, other in pairwise(names))
    return (
        len(names) >= _LEAST
        and all(name.text[0].isupper() for name in names)
        and all("," in each or each.strip() in _JOINING for each in between)
    )
