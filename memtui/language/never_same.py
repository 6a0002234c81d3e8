"""What a rewording never changes: where two statements differ in it, they are never the same.

The model of `relation` says how likely two statements are the same; some differences leave no room for that,
however alike the rest is. Called by `relation`, and by consolidation about a fact that says a little more.
"""

import re
from collections import Counter
from pathlib import Path

from memtui.language import lexicon
from memtui.language.bearing import bears
from memtui.language.choice import chooses, opposite_choice
from memtui.language.difference import Comparison, Difference
from memtui.language.side import counted, numbered
from memtui.language.statement import Kind, Statement
from memtui.language.subject import of_other_things
from memtui.language.told_otherwise import told_otherwise
from memtui.phrases import lists_in

_LISTS = lists_in(Path(__file__).with_name("words.toml"), "lists")
_TURNING = frozenset(_LISTS["turning"].words)
"""Small words that turn where or when into another place or time; `in`, `on` and `at` often say the same."""
_IDENTIFIER = re.compile(r"\w+(?:-\w+){2,}|_*[^\W_]+_\w+|[a-z]+[A-Z]\w*")
"""A name that was made for a machine: `use-dark-theme`, `max_jobs`, `maxJobs`."""
_VOWELLESS = re.compile(r"[b-df-hj-np-tv-z]{2,}", re.IGNORECASE)
_FEW_OWN = 4
"""Words that only one of two has, where what they name is what makes the difference."""
_FIGURES = frozenset({Difference.NUMBER, Difference.UNIT, Difference.VERSION, Difference.DATE})


def never_the_same(comparison: Comparison) -> bool:
    """Say whether two short statements differ in what a rewording never changes: they give other values, or
    tell of other things or cases.
    """
    return gives_other_values(comparison) or told_otherwise(comparison)


def gives_other_values(comparison: Comparison) -> bool:
    """Say whether two short statements give what cannot both be so of one thing.

    Those are figures, how much of something is meant and whether it is denied. Where all other words are the
    same, so are who does it, which number belongs to what, and where or when: `in the deploy step`, `after
    the deploy step`.
    """
    if any(f.left and f.right for f in comparison.findings if f.kind in _FIGURES):
        return True
    left, right = comparison.left, comparison.right
    if opposite_choice(left, right) is not None:
        return True
    if left.is_bounded_otherwise(right):
        return True
    if _of_other_scale(left, right) or _of_other_places(comparison) or of_other_things(comparison):
        return True
    if max(len(comparison.only_left), len(comparison.only_right)) <= 1 and any(
        bears(f, comparison) for f in comparison.findings if f.kind is Difference.NEGATION
    ):
        return True
    if comparison.only_left or comparison.only_right:
        return _of_other_names(comparison)
    if Difference.ROLE in comparison.kinds or _numbers_swapped(comparison):
        return True
    return bool((left.keys ^ right.keys) & _TURNING)


def _of_other_scale(left: Statement, right: Statement) -> bool:
    """Say whether each has a word of its own for how much, and not one that means the same.

    Where something is turned down, `never` is a `not`.
    """
    first, second = (
        {t.root or t.key for t in each.tokens if not (t.negation and chooses(each))} & lexicon.SCALE
        for each in (left, right)
    )
    own = first - second, second - first
    return all(own) and not any(lexicon.same_meaning(a, b) for a in own[0] for b in own[1])


def _of_other_places(comparison: Comparison) -> bool:
    """Say whether each has a path or an identifier of its own: `set use-dark-theme`, `set try-audit-export`.

    A path that is the end of the other's may be the same one. Two that differ in much else may each name
    what the other has no need to name.
    """
    if max(len(comparison.only_left), len(comparison.only_right)) > _FEW_OWN:
        return False
    paths = [each.of(Kind.PATH) for each in (comparison.left, comparison.right)]
    own = [
        [one.key for one in these if not any(_ends_alike(one.key, other.key) for other in those)]
        for these, those in (paths, paths[::-1])
    ]
    if all(own):
        return True
    return all(
        any(_IDENTIFIER.fullmatch(token.text) for token in tokens)
        for tokens in (comparison.only_left, comparison.only_right)
    )


def _ends_alike(one: str, other: str) -> bool:
    return f"/{one}".endswith(f"/{other}") or f"/{other}".endswith(f"/{one}")


def _of_other_names(comparison: Comparison) -> bool:
    """Say whether all that differs is one name for another; a first word has a capital anyway.

    A word without a vowel is an abbreviation or a name too: `Install it with npm`, `Use pnpm to install it`.
    """
    own = [
        [word for word in tokens if word.root not in lexicon.USING]
        for tokens in (comparison.only_left, comparison.only_right)
    ]
    if any(len(tokens) != 1 for tokens in own):
        return False
    return all(tokens[0].text[0].isupper() for tokens in own) or any(
        _VOWELLESS.fullmatch(tokens[0].text) for tokens in own
    )


def _numbers_swapped(comparison: Comparison) -> bool:
    """Say whether the same numbers belong to other words: `web on 80, api on 90`, `web on 90, api on 80`.

    A number that both say of one thing is none of these, wherever it stands: `Kept for 30 days`, `We keep
    the backups for 30 days`.
    """
    units = counted(comparison.left.tokens).items() & counted(comparison.right.tokens).items()
    settled = {number for _, number in units}
    same = {match.right.root: match.left.root for match in comparison.matches}
    left, right = (
        Counter(pair for pair in numbered(each.tokens) if pair[0] not in settled)
        for each in (comparison.left, comparison.right)
    )
    return left != Counter({(number, same.get(of, of)): times for (number, of), times in right.items()})
