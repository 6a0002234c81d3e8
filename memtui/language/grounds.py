"""What has to differ between two statements for them to be at odds, whatever a score says.

Most pairs that look alike are neighbours: two items of a list, two methods of one page, two accounts with the
same keeper. Of those, a score sees that they share a frame and that a word is another. This module looks at
what is said: neither may only show something (code, a link, a table), both must speak of one thing, and what
differs must be what is said of it, and not most of the statement. Called by `disagreement`.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from memtui.language.contradiction import Contradiction, announces_change
from memtui.language.difference import Comparison, Difference, compare
from memtui.language.side import label_end, tells, without_labels, word_id
from memtui.language.statement import Kind, Statement, Token, read

_SHOWS = re.compile(r"\]\(|\]\[|^[ \t]*\||^\.\. \w|^[=^~-]{4,}[ \t]*$|\A\s*<[a-z]\w*[\s>]", re.MULTILINE)
"""A link, a row of a table, a directive, a heading as a tag or underlined: what shows something and states
nothing.
"""
_CODE = ("```", "<!--")
"""Where a block of code, or a comment for programs, begins."""
_CODE_LABEL = re.compile(r"`[^`\n]+`[^:\n]{0,80}:\s+(?=\S)")
"""A label that begins with a name in code: `` `Cookie` interface: ``."""
_ITEM = re.compile(r"\s*(?:[-*+]\s+)?(\*\*[^*\n]+\*\*|`{1,2}[^`\n]+`{1,2})")
"""The name that an item of a list begins with, set off in bold or code."""
_IN_CODE = re.compile(r"`([^`\n]+)`|\b\w[\w.]*\([^()\n]*\)|\b\w+(?:[._]\w+)+|\b[a-z]+[A-Z]\w*")
"""A name of a program's: `` `level` ``, `logger.info(text)`, `max_jobs`, `maxJobs`."""
_TITLE = re.compile(r"[^\n]{1,80}(?<![.,;!?])(?=\n)")
"""A first line that is no sentence."""
_MOST_OWN, _MOST_OWN_OF_BOTH = 12, 3
"""Words that only the one may have that says more, and that the other may have too: with more, the two do not
differ in a value but say other things."""
_LEAST_SHARED = 0.6
"""The share of the shorter's words that the other has, where no figure, name or negation tells them apart."""
_OPEN = frozenset({Difference.NAME, Difference.PATH, Difference.WORDING})
"""Differences that are none between two items of a list: each names what it is about."""
_TURNED = frozenset({Difference.NEGATION, Difference.OPPOSITE, Difference.QUANTITY})
_FIGURES = frozenset({Difference.NUMBER, Difference.UNIT, Difference.VERSION, Difference.DATE})


def shows_code(text: str) -> bool:
    """Say whether a text has a block of code, or a comment for programs."""
    return any(mark in text for mark in _CODE)


def states_nothing(text: str) -> bool:
    """Say whether a text shows something instead of stating it: code, a link, a table."""
    return shows_code(text) or bool(_SHOWS.search(text))


def groundless(left: str, right: str, clash: Contradiction | None) -> bool:
    """Say whether what differs is no ground to call two statements at odds.

    `clash` is what `contradicts` says of them. The right one is the newer.
    """
    if states_nothing(left) or states_nothing(right):
        return True
    comparison = compare(*without_labels(left, right))
    kinds, changed = _kinds(comparison, clash), announces_change(right)
    if kinds == {Difference.ROLE}:
        return True  # one in the passive, or one thing that goes both ways
    if _says_other_things(comparison, told_apart=clash is not None or changed or bool(kinds & _FIGURES)):
        return True
    if of_two_items(left, right) or (not kinds & _TURNED and _under_two_labels(left, right)):
        return True
    if not kinds <= _OPEN or changed:
        return False
    return bool(head_end(left) or head_end(right)) or _parts_of_subject(comparison)


def _kinds(comparison: Comparison, clash: Contradiction | None) -> frozenset[Difference]:
    """Return in what the two differ that speaks against both being so."""
    if clash is not None:
        return frozenset(finding.kind for finding in clash.evidence)
    figures = (f.kind for f in comparison.findings if f.left and f.right and f.kind in _FIGURES)
    return frozenset((Difference.WORDING, *figures))


def _says_other_things(comparison: Comparison, *, told_apart: bool) -> bool:
    """Say whether each says much that is not in the other."""
    fewer, more = sorted((len(comparison.only_left), len(comparison.only_right)))
    if fewer > _MOST_OWN_OF_BOTH or more > _MOST_OWN:
        return True
    shorter = min(len(comparison.left.content), len(comparison.right.content)) or 1
    return not told_apart and len(comparison.matches) < _LEAST_SHARED * shorter


# -- one thing, or two -----------------------------------------------------------------------------------


def head_end(text: str) -> int:
    """Return where the heading or label over a statement ends, 0 where it has none."""
    code = _CODE_LABEL.match(text)
    return label_end(text) or (code.end() if code else 0)


def _under_two_labels(left: str, right: str) -> bool:
    first, second = left[: head_end(left)], right[: head_end(right)]
    return bool(first and second) and first != second


def of_two_names(one: str, other: str) -> bool:
    """Say whether each stands under a name in code, or a version, that is not over the other one.

    The first line of several is over the rest: `Version 2.1.0`, `` `level` (optional) ``.
    """
    first, second = _names_over(one), _names_over(other)
    return not first <= second and not second <= first


@lru_cache(maxsize=4096)
def _names_over(text: str) -> frozenset[str]:
    """Return the names in code and the versions in the headings over a text."""
    title = _TITLE.match(text)
    head = text[: max(head_end(text), title.end() if title else 0)]
    code = (match[1] or match[0] for match in _IN_CODE.finditer(head))
    return frozenset((*code, *(token.key for token in read(head).of(Kind.VERSION))))


def of_two_items(left: str, right: str) -> bool:
    """Say whether each begins with a name of its own in bold or code, or has one for its label."""
    own = [
        {match[1] for end in (0, head_end(text)) if (match := _ITEM.match(text, end))}
        for text in (left, right)
    ]
    return all(own) and own[0].isdisjoint(own[1])


def _parts_of_subject(comparison: Comparison) -> bool:
    """Say whether what differs only tells which is meant: `the staging account`, `the live account`."""
    left = _told_apart(comparison.left, comparison.only_left)
    return bool(left & _told_apart(comparison.right, comparison.only_right))


def _told_apart(statement: Statement, own: Iterable[Token]) -> frozenset[str]:
    """Return the words that stand after an article and a word of the statement's own, and before others."""
    tokens, own = statement.tokens, frozenset(own)
    return frozenset(
        word_id(thing)
        for article, which, thing, _ in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False)
        if article.text.lower() in ("the", "a", "an", "our", "its")
        and which in own
        and thing.kind is Kind.WORD
        and thing not in own
        and thing.start - which.end <= 1
        and tells(thing)
    )
