"""What differs between two statements, and whether they can be one memory.

Similarity is a poor judge of that: "the port is 8080" and "the port is 8081" are as similar as two statements
get, and mean different things. So similarity only brings pairs up (`similar`), and this decides. Each
statement's words are matched with the other's: the same stem, a synonym, a broader word. What is left
unmatched is looked at by kind. A difference in a number, unit, date, version, name, path, negation, quantity,
or between opposites, and two things that swap their roles, are *grave*: such a pair is never a duplicate,
whatever else is the same. For the rest, one statement may say a little more than the other, but they may not
each say something of their own.

Called by consolidation, by the review pass, and by whoever shows two memories side by side.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import pairwise

from memtui.language import lexicon
from memtui.language.amounts import in_words
from memtui.language.choice import opposite_choice, says_to_choose
from memtui.language.matching import CLOSELY, Match, matched
from memtui.language.order import order_of
from memtui.language.statement import Kind, Statement, Token, read


class Difference(StrEnum):
    """In what two statements differ."""

    NUMBER = "number"
    UNIT = "unit"
    DATE = "date"
    VERSION = "version"
    NAME = "name"
    PATH = "path"
    NEGATION = "negation"
    OPPOSITE = "opposite"
    QUANTITY = "quantity"
    ROLE = "role"
    """The same words, but who does it and who it is done to are swapped."""
    ORDER = "order"
    """The same words, but what comes first, or who does what, is the other way round."""
    CHOICE = "choice"
    """What the one chooses the other turns down."""
    WORDING = "wording"
    """Other words, which may or may not mean something else."""


_EXTRA_WORDS = 2
"""Content words that two wordings of one statement may have apart, both sides together."""
_SHARED = 0.75
"""The share of words that two wordings of one statement have in common."""
_TOGETHER = 0.5
"""The share of neighbouring words of the one that are neighbours in the other too."""
_LOOSELY = 0.5
"""The share of matched words that may be synonyms and no forms of one word."""
_SIMILAR = 0.7
"""Below this cosine two statements are never taken for wordings of one."""

_ADDED = frozenset({Difference.WORDING, Difference.DATE})
"""What one of two statements may have besides, where it says all that the other does."""
GRAVE = frozenset(Difference) - {Difference.WORDING}
"""Differences that are never between duplicates."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text, in characters."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference, with the words that make it on either side; one side may have none."""

    kind: Difference
    left: tuple[Span, ...]
    right: tuple[Span, ...]


@dataclass(frozen=True)
class Comparison:
    """Two statements compared."""

    left: Statement
    right: Statement
    matches: tuple[Match, ...]
    only_left: tuple[Token, ...]
    """Content words of the first that have no match in the second; `only_right` the other way."""
    only_right: tuple[Token, ...]
    findings: tuple[Finding, ...]

    @cached_property
    def kinds(self) -> frozenset[Difference]:
        """In what the two differ."""
        return frozenset(finding.kind for finding in self.findings)

    @property
    def never_a_duplicate(self) -> bool:
        """Whether something differs that two spellings of one statement never differ in."""
        return not self.kinds.isdisjoint(GRAVE)

    @cached_property
    def shared(self) -> float:
        """The share of content words that have a match, 0…1."""
        total = 2 * len(self.matches) + len(self.only_left) + len(self.only_right)
        return 2 * len(self.matches) / total if total else 1.0

    @cached_property
    def together(self) -> float:
        """The share of neighbouring words of the first that are neighbours in the second too, 0…1.

        Low when the same words are put together to another sense: "a toy dog" and "a dog with a toy".
        """
        order = _order(self.matches)
        near = [abs(a - b) <= 1 for a, b in pairwise(order)]
        return sum(near) / len(near) if near else 1.0

    @property
    def adds_a_day(self) -> bool:
        """Whether one says all that the other does, and a day besides; a word or two may come with it."""
        if (self.only_left and self.only_right) or not Difference.DATE in self.kinds <= _ADDED:
            return False
        return not any(f.left for f in self.findings) or not any(f.right for f in self.findings)

    def is_duplicate(self, similarity: float | None = None) -> bool:
        """Say whether the two are one statement in two wordings; one may say a word or two more.

        `similarity` is the cosine of their embeddings, where there are any.
        """
        if self.never_a_duplicate or not self.matches or _names_turned(self.left, self.right, self.matches):
            return False
        loosely = sum(not match.exactly for match in self.matches)
        return (
            not (self.only_left and self.only_right)
            and len(self.only_left) + len(self.only_right) <= _EXTRA_WORDS
            and self.shared >= _SHARED
            and self.together >= _TOGETHER
            and loosely <= len(self.matches) * _LOOSELY
            and (similarity is None or similarity >= _SIMILAR)
        )


@lru_cache(maxsize=512)
def compare(left: str, right: str) -> Comparison:
    """Compare two statements."""
    first, second = read(left), read(right)
    matches, only_left, only_right = matched(first.content, second.content)
    findings = [
        *_figures(first, second),
        *_negation(first, second),
        *_quantity(first, second),
        *_opposites(first, second, only_left, only_right),
        *_names(only_left, only_right),
        *_roles(first, second, matches),
        *_choices(first, second, only_left, only_right),
        *_orders(first, second, matches, reworded=bool(only_left or only_right)),
    ]
    if only_left or only_right:
        findings.append(Finding(Difference.WORDING, spans(only_left), spans(only_right)))
    return Comparison(first, second, matches, only_left, only_right, tuple(findings))


def spans(tokens: Iterable[Token]) -> tuple[Span, ...]:
    """Return where tokens stand."""
    return tuple(Span(token.start, token.end) for token in tokens)


# -- grave differences -------------------------------------------------------------------------------


def _figures(left: Statement, right: Statement) -> list[Finding]:
    """Numbers, units, dates, versions and paths that only one side has."""
    findings = []
    for kind, difference in (
        (Kind.NUMBER, Difference.NUMBER),
        (Kind.DATE, Difference.DATE),
        (Kind.VERSION, Difference.VERSION),
        (Kind.PATH, Difference.PATH),
    ):
        only_left, only_right = _unpaired(left, right, kind)
        if kind is Kind.NUMBER:
            only_left, only_right, units = _numbers(only_left, only_right)
            if units:
                findings.append(units)
            only_left, only_right = _ones(left, right, only_left, only_right)
            if not (only_left and only_right) and all(t.text.isalpha() for t in only_left + only_right):
                continue  # "two dogs" and "dogs": a small number in words that one side leaves out
        if only_left or only_right:
            findings.append(Finding(difference, spans(only_left), spans(only_right)))
    return findings


def _unpaired(left: Statement, right: Statement, kind: Kind) -> tuple[list[Token], list[Token]]:
    first, second = ([(t, worth(t, each.text)) for t in each.of(kind)] for each in (left, right))
    known, again = ({worth for _, worth in each} for each in (first, second))
    return [t for t, worth in first if worth not in again], [t for t, worth in second if worth not in known]


def worth(token: Token, text: str) -> str:
    """Return what equal figures have in common: `48 h` are `two days`."""
    spelled = in_words(token.key, text, token.end) if token.kind is Kind.NUMBER and not token.root else ""
    return token.root or spelled or token.key


def _numbers(left: list[Token], right: list[Token]) -> tuple[list[Token], list[Token], Finding | None]:
    """Pair equal values: without a unit on one side they are the same, with two units they are not."""
    apart_left, apart_right = [], []
    free = list(right)
    remaining = []
    for token in left:
        value, _, unit = token.key.partition(" ")
        for other in free:
            other_value, _, other_unit = other.key.partition(" ")
            if value == other_value:
                free.remove(other)
                if unit and other_unit:
                    apart_left.append(token)
                    apart_right.append(other)
                break
        else:
            remaining.append(token)
    units = Finding(Difference.UNIT, spans(apart_left), spans(apart_right)) if apart_left else None
    return remaining, free, units


def _ones(
    left: Statement, right: Statement, only_left: list[Token], only_right: list[Token]
) -> tuple[list[Token], list[Token]]:
    """Take `one` for a number where the other side has a number that is unmatched: "one", "two"."""
    if bool(only_left) == bool(only_right):
        return only_left, only_right
    lacking, having = (right, left) if only_left else (left, right)
    alone = only_left or only_right
    ones = [t for t in lacking.tokens if t.text.lower() == "one"]
    if len(ones) <= sum(t.text.lower() == "one" for t in having.tokens):
        return only_left, only_right
    if [t.key for t in alone] == ["1"]:
        return [], []
    return (only_left, ones) if only_left else (ones, only_right)


def _negation(left: Statement, right: Statement) -> list[Finding]:
    """Words that negate of which one side has more; a denied comparison counts against its opposite alone."""
    if left.is_bounded_otherwise(right):
        first, second = left.negations, right.negations
    else:
        first, second = left.denials, right.denials
    return [Finding(Difference.NEGATION, spans(first), spans(second))] if len(first) != len(second) else []


def _quantity(left: Statement, right: Statement) -> list[Finding]:
    first = [t for t in left.tokens if t.quantity]
    second = [t for t in right.tokens if t.quantity]
    apart_left = [
        t
        for t in first
        if any(frozenset((t.quantity, o.quantity)) in lexicon.QUANTIFIERS_APART for o in second)
    ]
    apart_right = [
        t
        for t in second
        if any(frozenset((t.quantity, o.quantity)) in lexicon.QUANTIFIERS_APART for o in first)
    ]
    if not apart_left:
        apart_left = [t for t in first if t.quantity == "only" and all(o.quantity != "only" for o in second)]
        apart_right = [t for t in second if t.quantity == "only" and all(o.quantity != "only" for o in first)]
    if apart_left or apart_right:
        return [Finding(Difference.QUANTITY, spans(apart_left), spans(apart_right))]
    return []


def _opposites(
    left: Statement, right: Statement, only_left: Sequence[Token], only_right: Sequence[Token]
) -> list[Finding]:
    """Opposite words among the unmatched, and opposite small words such as on and off."""
    first = [*only_left, *(t for t in left.signs if t.key not in right.keys)]
    second = [*only_right, *(t for t in right.signs if t.key not in left.keys)]
    if max(len(first), len(second)) > CLOSELY:
        return []
    known = {word for token in second for word in (token.root, token.key)}
    first = [
        t for t in first if not known.isdisjoint(lexicon.opposites_of(t.root) | lexicon.opposites_of(t.key))
    ]
    return [
        Finding(Difference.OPPOSITE, spans([token]), spans([other]))
        for token in first
        for other in second
        if lexicon.opposite(token.root, other.root) or lexicon.opposite(token.key, other.key)
    ]


def _names(only_left: Sequence[Token], only_right: Sequence[Token]) -> list[Finding]:
    """Names that only one side has."""
    first = [t for t in only_left if t.kind is Kind.NAME]
    second = [t for t in only_right if t.kind is Kind.NAME]
    return [Finding(Difference.NAME, spans(first), spans(second))] if first or second else []


def _choices(
    left: Statement, right: Statement, only_left: Sequence[Token], only_right: Sequence[Token]
) -> list[Finding]:
    """What each chooses and the other turns down; who chooses, and for what, is the same."""
    if all(any(not says_to_choose(token) for token in own) for own in (only_left, only_right)):
        return []
    turned_down = opposite_choice(left, right)
    return [Finding(Difference.CHOICE, *(spans([each]) for each in turned_down))] if turned_down else []


def _orders(left: Statement, right: Statement, matches: Sequence[Match], *, reworded: bool) -> list[Finding]:
    order = order_of(left, right, matches, reworded=reworded)
    turned = order is not None and order.turned
    return [Finding(Difference.ORDER, spans(order.left), spans(order.right))] if order and turned else []


def _roles(left: Statement, right: Statement, matches: Sequence[Match]) -> list[Finding]:
    """A does something to B, and B does it to A: three words of one stand in reverse in the other.

    A passive turns the order round without changing the roles, so one of two passives excuses it.
    """
    if len(matches) < 3 or _passive(left) != _passive(right):
        return []
    order = _order(matches)
    in_left = sorted(matches, key=lambda match: match.left.start)
    reverse = _falling(order)
    if len(reverse) < 3:
        reverse = next(
            (
                [place, place + 1]
                for place, (earlier, later) in enumerate(pairwise(order))
                if earlier == later + 1 and _ranked(left, right, in_left[place], in_left[place + 1])
            ),
            [],
        )
    if not reverse:
        return []
    turned = [in_left[position] for position in (reverse[0], reverse[-1])]
    return [Finding(Difference.ROLE, spans(m.left for m in turned), spans(m.right for m in turned))]


def _names_turned(left: Statement, right: Statement, matches: Sequence[Match]) -> bool:
    """Say whether two names stand the other way round, and that changes the sense.

    A passive turns them round, and `Ada and Bo` is `Bo and Ada`.
    """
    names = [
        m
        for m in matches
        if m.exactly and m.left.text[0].isupper() and m.right.text[0].isupper() and _name(m)
    ]
    names.sort(key=lambda match: match.left.start)
    if _passive(left) != _passive(right):
        return False
    return any(
        one.right.start > other.right.start and not (_joined(left.text[one.left.end : other.left.start]))
        for one, other in pairwise(names)
    )


def _name(match: Match) -> bool:
    """Say whether a word is written as a name on one side at least; a first word has a capital anyway."""
    return Kind.NAME in (match.left.kind, match.right.kind)


def _joined(between: str) -> bool:
    return between.strip(" ,") in {"and", "or", "&", "+", "/", ""}


def _ranked(left: Statement, right: Statement, first: Match, second: Match) -> bool:
    """Say whether a word such as `over` or `before` stands between two words, in both statements."""
    between = {t.key for t in left.tokens if first.left.start < t.start < second.left.start}
    between &= {t.key for t in right.tokens if second.right.start < t.start < first.right.start}
    return not between.isdisjoint(lexicon.RANKING)


def _order(matches: Sequence[Match]) -> list[int]:
    """Return for each match, in the order of the first statement, its place in the second."""
    by_right = sorted(range(len(matches)), key=lambda i: matches[i].right.start)
    place = {index: position for position, index in enumerate(by_right)}
    return [place[i] for i in sorted(range(len(matches)), key=lambda i: matches[i].left.start)]


def _falling(order: Sequence[int]) -> list[int]:
    """Return the positions of a longest falling subsequence of `order`."""
    ends: list[int] = []
    tails: list[int] = []
    before: list[int] = []
    for position, value in enumerate(order):
        length = bisect_left(ends, -value)
        before.append(tails[length - 1] if length else -1)
        ends[length : length + 1] = [-value]
        tails[length : length + 1] = [position]
    run = []
    position = tails[-1] if tails else -1
    while position >= 0:
        run.append(position)
        position = before[position]
    return run[::-1]


def _passive(statement: Statement) -> bool:
    """Say whether a statement is in the passive voice: `was chosen by`."""
    words = {t.text.lower() for t in statement.tokens}
    return "by" in words and not words.isdisjoint({"be", "been", "being", "is", "are", "was", "were"})
