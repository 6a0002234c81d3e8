"""Whether a difference is about what two statements share, so that it speaks against both being true.

A negation, opposite words or another quantity somewhere in a sentence say nothing by themselves: "she urges
him not to give up" denies nothing of "she urges him to practise". What is denied, counted or turned into its
opposite has to be said by the other statement too. Called by `contradiction` for every such difference.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from memtui.language import lexicon
from memtui.language.difference import Comparison, Difference, Finding, Span, spans
from memtui.language.statement import Kind, Statement, Token
from memtui.phrases import lists_in, phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="bearing")
_LISTS = lists_in(Path(__file__).with_name("words.toml"), "lists")
_BREAK = _PHRASES["break"].pattern
"""Where a clause ends, so far as signs and small words tell."""
_SCOPE = 4
"""Words after a negation that it may deny."""
_WHOLE = _PHRASES["whole"].pattern
"""Words that deny a whole sentence, wherever they stand in it."""
_RANKS = frozenset(_LISTS["ranks"].words)
_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]{0,300}”|(?<!\w)'[^']{0,300}'(?!\w)")
_PRONOUNS = frozenset(_LISTS["pronouns"].words)


def bears(finding: Finding, comparison: Comparison, subjects: Iterable[Token] = ()) -> bool:
    """Say whether a difference is about something that both statements say. `subjects` do not count."""
    if finding.kind is Difference.NEGATION:
        return _denied(finding, comparison, frozenset(subjects))
    if finding.kind is Difference.OPPOSITE:
        return _opposed(finding, comparison)
    if finding.kind is Difference.QUANTITY:
        return _counted(finding, comparison)
    if finding.kind is Difference.ROLE:
        return _turned(finding, comparison)
    if finding.kind in (Difference.NUMBER, Difference.VERSION, Difference.NAME):
        return _valued(finding, comparison)
    return True


# -- negations -----------------------------------------------------------------------------------------


def _denied(finding: Finding, comparison: Comparison, subjects: frozenset[Token]) -> bool:
    """Say whether something that only one side denies is said by the other."""
    left, right = comparison.left, comparison.right
    left_more = len(finding.left) > len(finding.right)
    more, other = (left, right) if left_more else (right, left)
    confirmed = frozenset(m.left.root if more is left else m.right.root for m in comparison.matches)
    return any(
        _affirms(more, token, subjects, confirmed) or _contrasted(more, token, other, subjects)
        for token in _all(more, finding.left if left_more else finding.right)
    )


def _affirms(
    statement: Statement, negation: Token, subjects: frozenset[Token], confirmed: frozenset[str]
) -> bool:
    """Say whether the other statement affirms what a negation denies: the first word, or half of all.

    A quoted negation denies nothing. A name right after the negation belongs to the word that follows it
    ("no Ada fans"), and a verb such as `make` says nothing without what comes after it.
    """
    if any(match.start() <= negation.start < match.end() for match in _QUOTED.finditer(statement.text)):
        return False
    start, end = _clause(statement.text, negation)
    predicate = [t for t in statement.content if start <= t.start < end and t not in subjects]
    predicate = [t for t in predicate if not t.text.endswith("ly")] or predicate
    if _WHOLE.search(statement.text[start:end]):
        return any(t.root in confirmed for t in predicate)
    after = [t for t in predicate if t.start > negation.start]
    scope = after[:_SCOPE] or predicate[-2:]
    if after and after[0].key in lexicon.AFFIRMED:
        return False
    first = next((n for n, t in enumerate(scope) if t.kind is not Kind.NAME), 0)
    scope = scope[first:]
    if not scope:
        return False
    if scope[0].root in confirmed and (scope[0].key not in lexicon.LIGHT or len(scope) == 1):
        return True
    return sum(t.root in confirmed for t in scope) * 2 >= max(len(scope), 2)


def _contrasted(statement: Statement, negation: Token, other: Statement, subjects: frozenset[Token]) -> bool:
    """Say whether a later clause begins with whom the other statement is about: "…, while Ada does not"."""
    start, _ = _clause(statement.text, negation)
    first = next((t for t in statement.content if t.start >= start), None)
    if first is None or not start or first.start > negation.start:
        return False
    return any(t.root == first.root and t in other.tokens[:4] for t in other.content if t in subjects)


def _clause(text: str, token: Token) -> tuple[int, int]:
    start, end = 0, len(text)
    for first, last in _breaks(text):
        if last <= token.start:
            start = last
        elif first >= token.end:
            end = first
            break
    return start, end


@lru_cache(maxsize=4096)
def _breaks(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(match.span() for match in _BREAK.finditer(text))


# -- values and roles ----------------------------------------------------------------------------------


def _valued(finding: Finding, comparison: Comparison) -> bool:
    """Say whether two figures are values of one thing: the word before them is the same, or the one after."""
    pairs = {(match.left, match.right) for match in comparison.matches}
    left, right = comparison.left, comparison.right
    for in_left in _all(left, finding.left):
        for in_right in _all(right, finding.right):
            after = _after(left, in_left), _after(right, in_right)
            if (_before(left, in_left), _before(right, in_right)) in pairs or after in pairs:
                return True
    return False


def superseded(comparison: Comparison) -> list[Finding]:
    """Return the new figure of a change that names the old one too: "from 4.2 to 4.4"."""
    left, right = comparison.left, comparison.right
    for finding in comparison.findings:
        if finding.kind not in (Difference.NUMBER, Difference.VERSION) or finding.left:
            continue
        for in_right in _all(right, finding.right):
            of = _before(right, in_right)
            for in_left in left.tokens:
                was = _before(left, in_left)
                if (
                    in_left.kind is in_right.kind
                    and of is not None
                    and was is not None
                    and of.root == was.root
                ):
                    return [Finding(finding.kind, spans([in_left]), spans([in_right]))]
    return []


def _turned(finding: Finding, comparison: Comparison) -> bool:
    """Say whether two names have changed places, or the two sides of a word such as `over`."""
    ends = _all(comparison.left, finding.left)
    if not (comparison.only_left or comparison.only_right) or all(token.text[:1].isupper() for token in ends):
        return True
    between = (t for t in comparison.left.tokens if ends[0].start < t.start < ends[-1].start)
    return any(token.text.lower() in _RANKS for token in between)


# -- opposites and quantities --------------------------------------------------------------------------


def _opposed(finding: Finding, comparison: Comparison) -> bool:
    """Say whether two opposite words stand beside the same word."""
    in_left, in_right = _at(comparison.left, finding.left), _at(comparison.right, finding.right)
    if in_left is None or in_right is None or in_left.text.lower() in _PRONOUNS:
        return False
    pairs = {(match.left, match.right) for match in comparison.matches}
    before = _before(comparison.left, in_left), _before(comparison.right, in_right)
    after = _after(comparison.left, in_left), _after(comparison.right, in_right)
    if in_left.small or in_right.small:
        return before in pairs and (after in pairs or after == (None, None))
    return before in pairs or after in pairs


def _counted(finding: Finding, comparison: Comparison) -> bool:
    """Say whether both count the same, or one mentions what the other counts."""
    pairs = {(match.left, match.right) for match in comparison.matches}
    in_left, in_right = _at(comparison.left, finding.left), _at(comparison.right, finding.right)
    if in_left is not None and in_right is not None:
        return (_after(comparison.left, in_left), _after(comparison.right, in_right)) in pairs
    if in_left is not None:
        return _limits(comparison.left, in_left, frozenset(left for left, _ in pairs))
    return in_right is not None and _limits(
        comparison.right, in_right, frozenset(right for _, right in pairs)
    )


def _limits(statement: Statement, token: Token, matched: frozenset[Token]) -> bool:
    """Say whether `only` stands at something that the other says without it; `just` is often a time."""
    if token.text.lower() == "just":
        return False
    _, end = _clause(statement.text, token)
    after = [t for t in statement.content if token.start < t.start < end][:_SCOPE]
    return any(t in matched for t in [*after, _before(statement, token)])


def _at(statement: Statement, spans: Sequence[Span]) -> Token | None:
    return next(iter(_all(statement, spans)), None)


def _all(statement: Statement, spans: Sequence[Span]) -> list[Token]:
    starts = {span.start for span in spans}
    return [token for token in statement.tokens if token.start in starts]


def _after(statement: Statement, token: Token) -> Token | None:
    _, end = _clause(statement.text, token)
    return next((t for t in statement.content if token.start < t.start < end), None)


def _before(statement: Statement, token: Token) -> Token | None:
    start, _ = _clause(statement.text, token)
    return next((t for t in reversed(statement.content) if start <= t.start < token.start), None)
