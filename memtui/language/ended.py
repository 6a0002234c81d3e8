"""Whether one statement says that what another says is over, and names nothing in its place.

`The mirror was removed` ends `The mirror syncs at night`. An end that is only told aside, or that the other
one knows of too, ends nothing. Called by `disagreement`.
"""

from pathlib import Path

from memtui.language import lexicon
from memtui.language.contradiction import coverage, ends, same_subject
from memtui.language.difference import Comparison, compare
from memtui.language.side import tells, without_labels, word_id
from memtui.language.statement import Kind
from memtui.phrases import phrases_in

_ENDED_COVERED = 0.4
"""The share of a memory's words that another must hold to be read as saying that it is over."""
_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="ended")
_ASIDE = _PHRASES["aside"].pattern
"""Words after which a statement only says which things it means, when, or why."""
_FIGURES = frozenset({Kind.NUMBER, Kind.VERSION})
_CLAUSE_ENDS = (". ", "; ", ": ", ", ")
_NEAR = 80
"""Letters before the words of an end in which those are looked for."""
_PASSIVE = _PHRASES["passive"].pattern
"""How words begin that say what was done to something: what it was done to stands before."""


def says_it_is_over(left: str, right: str) -> bool:
    """Say whether the right one of two statements only says that what the left one says has ended.

    What stands above them is left out: much under one heading has nothing to do with each other.
    """
    comparison = compare(*without_labels(left, right))
    left, right = comparison.left.text, comparison.right.text
    return (
        ends(right)
        and not _ends_aside(right)
        and not ends(left)
        and not _end_is_known(comparison)
        and same_subject(comparison)
        and _names_what_ended(comparison)
        and coverage(comparison) >= _ENDED_COVERED
    )


def _ends_aside(text: str) -> bool:
    """Say whether the end of something is only told aside: `the time before a client is removed`."""
    match = lexicon.ENDS.search(text)
    return match is not None and bool(_ASIDE.search(text, max(match.start() - _NEAR, 0), match.start()))


def _end_is_known(comparison: Comparison) -> bool:
    """Say whether the left one has the word that tells of an end in the right one: both know of it."""
    match = lexicon.ENDS.search(comparison.right.text)
    if match is None:
        return False
    ending = [t.key for t in comparison.right.tokens if match.start() <= t.start < match.end()]
    return bool(ending) and ending[-1] in {t.key for t in comparison.left.tokens}


def _names_what_ended(comparison: Comparison) -> bool:
    """Say whether the left one has the figures of what ended, and before `was removed` its names and its last
    word: `Node 16 is no longer supported` ends nothing of what runs on Node 18.
    """
    match = lexicon.ENDS.search(comparison.right.text)
    if match is None:
        return True
    before = [t for t in comparison.right.tokens if tells(t) and t.end <= match.start()]
    clause = max(comparison.right.text.rfind(sign, 0, match.start()) for sign in _CLAUSE_ENDS)
    named = {word_id(t) for t in before if t.kind in _FIGURES and t.start > clause}
    if _PASSIVE.match(match.group()):
        named |= {word_id(t) for t in (*(t for t in before if t.kind is Kind.NAME), *before[-1:])}
    return named <= {word_id(t) for t in comparison.left.tokens}
