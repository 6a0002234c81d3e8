"""What two statements are about, and whether they say more of it than its name.

Two facts of one service share the words that name it ("the Atlas audit trail"), and that alone makes them
look like two values of one thing. Called by `disagreement`, on pairs that differ in something grave.
"""

import re

from memtui.language.difference import Comparison, Difference, Finding
from memtui.language.statement import Kind, Statement, Token

_ASIDE = re.compile(r"\band\s+$", re.IGNORECASE)
"""What stands before a `not` that belongs to a contrast."""


def of_other_things(comparison: Comparison) -> bool:
    """Say whether both name a part of the same whole, and not the same part: `the Atlas importer`.

    A name after an article and before another word belongs to what that word says.
    """
    left, right = _parts(comparison.left), _parts(comparison.right)
    return any(
        left[name] in comparison.only_left and right[name] in comparison.only_right
        for name in left.keys() & right.keys()
    )


def says_of_it(comparison: Comparison) -> bool:
    """Say whether two statements have more in common than what they are about.

    What is about somebody or something by name only is taken to, and what differs in names and figures only.
    """
    subject = _subject(comparison)
    if all(token.kind is Kind.NAME for token in subject):
        return True
    rest = sum(match.left not in subject for match in comparison.matches)
    own = (*comparison.only_left, *comparison.only_right)
    return rest > 0 or all(token.kind is Kind.NAME for token in own)


def in_other_forms(comparison: Comparison) -> bool:
    """Say whether no shared word besides names is there in the same form: `is hosted`, `the hosting`."""
    shared = [match for match in comparison.matches if match.left.kind is not Kind.NAME]
    return bool(shared) and all(m.left.text.lower() != m.right.text.lower() for m in shared)


def only_aside(comparison: Comparison, evidence: tuple[Finding, ...]) -> bool:
    """Say whether a no only sets something apart: `Vite and not Webpack`, `without the logs`."""
    said = [
        (statement.text[: span.start], statement.text[span.start : span.end])
        for finding in evidence
        if finding.kind is Difference.NEGATION
        for statement, spans in ((comparison.left, finding.left), (comparison.right, finding.right))
        for span in spans
    ]
    return bool(said) and all(
        no.lower() == "without" or (no.lower() == "not" and _ASIDE.search(before)) for before, no in said
    )


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


def _subject(comparison: Comparison) -> set[Token]:
    """Return the words of the left statement that say what both are about.

    These are the names they share, the shared words right behind them (`Atlas web shop`), and what one of
    the two calls part of such a name (`the Atlas web shop`); or else the word that both begin with.
    """
    partner = {match.left: match.right for match in comparison.matches}
    inside = _inside(comparison.left) | _inside(comparison.right)
    subject: set[Token] = set()
    last: Token | None = None
    for token in comparison.left.content:
        if token not in partner:
            last = None
            continue
        behind = (
            last is not None
            and last in subject
            and token.start - last.end == 1
            and partner[token].start - partner[last].end == 1
        )
        if token.kind is Kind.NAME or behind or not inside.isdisjoint((token, partner[token])):
            subject.add(token)
        last = token
    left, right = comparison.left.content, comparison.right.content
    if not subject and len(left) > 1 and len(right) > 1 and partner.get(left[0]) is right[0]:
        subject.add(left[0])
    return subject


def _inside(statement: Statement) -> set[Token]:
    """Return the words that a name after `the` begins with: the two behind it."""
    tokens = statement.tokens
    return {
        word
        for article, name, *words in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False)
        if article.text.lower() == "the" and name.kind is Kind.NAME
        for word in words
        if word.kind is Kind.WORD and not word.small
    }
