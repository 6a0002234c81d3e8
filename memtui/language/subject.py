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
