"""What two statements are about, and whether they say more of it than its name.

Two facts of one service share the words that name it ("the Atlas audit trail"), and that alone makes them
look like two values of one thing. Called by `disagreement`, on pairs that differ in something grave.
"""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from memtui.language import lexicon
from memtui.language.choice import INSTEAD
from memtui.language.difference import Comparison, Difference, Finding, Span
from memtui.language.side import counted, numbered, tells, word_id
from memtui.language.statement import Kind, Statement, Token
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="subject")
_ASIDE = _PHRASES["aside"].pattern
"""Words before a `not` that belongs to a contrast."""
_OPENING_WORDS = 5
"""Words after which a statement has named what it is about."""
_PART_LENGTH = 30
"""Characters of the name of a part."""


def of_other_things(comparison: Comparison) -> bool:
    """Say whether both name a part of the same whole, and not the same part: `the Atlas importer`.

    A name after an article and before another word belongs to what that word says.
    """
    left, right = _parts(comparison.left), _parts(comparison.right)
    return any(
        left[name] in comparison.only_left and right[name] in comparison.only_right
        for name in left.keys() & right.keys()
    )


def of_other_steps(comparison: Comparison) -> bool:
    """Say whether each leads from one version to another, and they are two steps: `from v3 to v4`."""
    left, right = ({t.key for t in each.of(Kind.VERSION)} for each in (comparison.left, comparison.right))
    return len(left) > 1 and len(right) > 1 and left != right


def of_other_quantities(comparison: Comparison) -> bool:
    """Say whether each counts what the other does not count: `port 7000`, `a call after 30 seconds`.

    Where all other words are the same, one of the two measures the same in another unit.
    """
    if not (comparison.only_left and comparison.only_right):
        return False
    left, right = (_counts(statement) for statement in (comparison.left, comparison.right))
    return bool(left and right) and left.isdisjoint(right)


def _counts(statement: Statement) -> set[str]:
    """Return what the numbers of a statement count: the unit of each, or else the word that it belongs to."""
    small = {word_id(token) for token in statement.tokens if token.small}
    units = {number: unit for unit, number in counted(statement.tokens).items() if unit not in small}
    return {units.get(number) or of for number, of in numbered(statement.tokens)}


def shares_apart(comparison: Comparison) -> bool:
    """Say whether each tells a share of something that the other does not name: `40 percent of the login`."""
    return all(
        bool(whole) and set(whole) <= set(own)
        for whole, own in (
            (_whole(comparison.left), comparison.only_left),
            (_whole(comparison.right), comparison.only_right),
        )
    )


def _whole(statement: Statement) -> list[Token]:
    """Return the first words that carry meaning after a number and `of`."""
    for number, of in pairwise(enumerate(statement.tokens)):
        if number[1].kind is Kind.NUMBER and of[1].text.lower() == "of":
            behind = statement.tokens[of[0] + 1 : of[0] + 3]
            return [token for token in behind if token in statement.content]
    return []


def counts_a_part(comparison: Comparison) -> bool:
    """Say whether one counts only a part of what the other counts: `286 tests`, `two tests of the shop`."""
    left, right = (
        _counted_of(statement, own)
        for statement, own in (
            (comparison.left, comparison.only_left),
            (comparison.right, comparison.only_right),
        )
    )
    return left != right and any(f.kind is Difference.NUMBER for f in comparison.findings)


def _counted_of(statement: Statement, own: Sequence[Token]) -> bool:
    """Say whether a number, its unit and `of` come before a word that only this statement has."""
    for number, _, of, *behind in zip(*(statement.tokens[n:] for n in range(5)), strict=False):
        if number.kind is Kind.NUMBER and of.text.lower() == "of" and not set(own).isdisjoint(behind):
            return True
    return False


def opens_apart(comparison: Comparison) -> bool:
    """Say whether both begin with a thing of which there are several, by number or file name: `Room 12`,
    `Room 14`.
    """
    left, right = _opening(comparison.left), _opening(comparison.right)
    return left is not None and right is not None and left[0] == right[0] and left[1] != right[1]


def _opening(statement: Statement) -> tuple[str, str] | None:
    """Return the word and the number that a statement begins with, after `the` or a name, or a file name.

    None without them. The number of a name is its version: `Redis 6`.
    """
    tokens = statement.tokens
    if tokens and tokens[0].kind is Kind.PATH:
        return "", tokens[0].key
    led = bool(tokens) and (tokens[0].kind is Kind.NAME or tokens[0].text.lower() == "the")
    word, number = (*tokens[led : led + 2], None, None)[:2]
    if word is None or number is None or word.kind is not Kind.WORD or word.small:
        return None
    return (word.key, number.key) if number.kind is Kind.NUMBER and number.key.isdigit() else None


def of_a_part(comparison: Comparison) -> bool:
    """Say whether one tells of a part of what the other begins with, and of nothing else besides: `the index
    of the archive`.
    """
    own = comparison.only_left or comparison.only_right
    if not own or (comparison.only_left and comparison.only_right):
        return False
    statement = comparison.left if comparison.only_left else comparison.right
    place = statement.tokens.index(own[0])
    before = [token.text.lower() for token in statement.tokens[max(place - 2, 0) : place]]
    return "of" in before and place <= _OPENING_WORDS and own[-1].start - own[0].start <= _PART_LENGTH


def of_several_releases(comparison: Comparison) -> bool:
    """Say whether each names a release of what several are true of: `supports Ruby 3.1`."""
    verbs = {match.left.key for match in comparison.matches if match.left.kind is Kind.WORD}
    if verbs.isdisjoint(lexicon.MANY_VALUED):
        return False
    return any(
        left is not None and left == _name_before(comparison.right, finding.right[0])
        for finding in comparison.findings
        if finding.kind in (Difference.NUMBER, Difference.VERSION) and finding.left and finding.right
        for left in (_name_before(comparison.left, finding.left[0]),)
    )


def _name_before(statement: Statement, figure: Span) -> str | None:
    """Return the name that stands right before a figure, or None."""
    before = [token for token in statement.tokens if token.end <= figure.start]
    return before[-1].key if before and before[-1].kind is Kind.NAME else None


def only_aside(comparison: Comparison, evidence: tuple[Finding, ...]) -> bool:
    """Say whether a negation only names an alternative: `Vite, not Webpack`, `without the logs`.

    A no that both have (`failed jobs`) makes no difference. The alternative is more than that where the other
    statement has chosen it.
    """
    if chosen_otherwise(comparison):
        return False
    left, right = (
        [
            (statement.text[: span.start], statement.text[span.start : span.end].lower())
            for finding in evidence
            if finding.kind is Difference.NEGATION
            for span in (finding.left if statement is comparison.left else finding.right)
        ]
        for statement in (comparison.left, comparison.right)
    )
    shared = {no for _, no in left} & {no for _, no in right}
    own = [(before, no) for before, no in (*left, *right) if no not in shared]
    return bool(own) and all(no == "without" or (no == "not" and _ASIDE.search(before)) for before, no in own)


def chosen_otherwise(comparison: Comparison) -> bool:
    """Say whether one has what the other sets aside for something else: `yarn`, and `bun, not yarn`."""
    left, right = comparison.left, comparison.right
    return _sets_aside(left, right) or _sets_aside(right, left)


def _sets_aside(statement: Statement, other: Statement) -> bool:
    if any(token.negation for token in other.tokens):
        return False
    others = {word_id(token) for token in other.tokens if tells(token)}
    for match in INSTEAD.finditer(statement.text):
        before = [word_id(t) for t in statement.tokens if t.end <= match.start() and tells(t)]
        after = [word_id(t) for t in statement.tokens if t.start >= match.end() and tells(t)]
        if before and after and before[-1] not in others and after[0] in others:
            return True
    return False


def _parts(statement: Statement) -> dict[str, Token]:
    """Return for each name after `the` the word that follows it."""
    tokens = statement.tokens
    return {
        name.key: part
        for article, name, part in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if article.text.lower() == "the"
        and name.kind is Kind.NAME
        and part.kind is Kind.WORD
        and part.start - name.end == 1
    }
