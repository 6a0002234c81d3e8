"""Holds the words that settings choose, `default_locale = "de"`, against what git says they chose before.

A sentence is about a setting if it says all words of its name and what was chosen then: asked about only,
since such a word may be of anything.
"""

import re
from typing import Protocol

from memtui.language.lexicon import CHANGES, NEGATIONS, STOP_WORDS
from memtui.review.code.assigned import Figures, known, own_words, words_of
from memtui.review.code.facts import CodeFact, Held
from memtui.review.code.figured import Project
from memtui.review.code.lines import Lines
from memtui.review.code.past import CHOSEN
from memtui.review.code.scopes import Scope
from memtui.review.code.sentences import STATEMENT
from memtui.review.git_history import Removed

_SHORTEST = 3


class Written(Project, Protocol):
    """One of which the lines are known, too."""

    @property
    def lines(self) -> Lines:
        """What people wrote into its code and settings."""


def hold(text: str, project: Written) -> Held | None:
    """Return what a setting chooses in the place of what a text says; None where it says nothing of one."""
    for match in STATEMENT.finditer(text):
        scope = Scope(text, *match.span())
        if (
            known().leads_away(scope.words)
            or known().asks_for_change(scope.words)
            or CHANGES.search(match[0])
        ):
            continue
        for removed, name, old in project.past.chosen:
            found = _said(scope, old, project.figures)
            own = own_words(words_of(name))
            if found is None or not own or not all(map(scope.says, own)):
                continue
            if (now := _chosen_now(project, removed, name, old)) is not None:
                new, fact = now
                if _written(scope, new) is None:
                    why = f"{name} was {old} until {removed.since}, and is {new} now"
                    return Held(False, (fact,), (found.span(),), why, named=False)
    return None


def _chosen_now(project: Written, removed: Removed, name: str, old: str) -> tuple[str, CodeFact] | None:
    """Return what a setting of the same file chooses by now; None for the same, or for no such setting."""
    for path, number, line in project.lines.having(name):
        match = CHOSEN.search(line)
        if path == removed.path and match is not None and match["name"] == name:
            return (
                None if match["value"] == old else (match["value"], CodeFact.at(path, number, line.strip()))
            )
    return None


def _said(scope: Scope, value: str, figures: Figures) -> re.Match[str] | None:
    """Return where a sentence says a value, and denies nothing in that part of it."""
    found = _written(scope, value)
    if found is None or scope.tells_what_was():
        return None
    start = scope.text.rfind(",", scope.start, found.start()) + 1 or scope.start
    part = scope.words_between(start, scope.end)
    return found if NEGATIONS.isdisjoint(part) and scope.is_about(figures, frozenset()) else None


def _written(scope: Scope, value: str) -> re.Match[str] | None:
    name = known().languages.get(value.lower()[:2], "") if len(value) in (2, 5) else ""
    ways = [re.escape(way) for way in (value, name) if len(way) >= _SHORTEST and way not in STOP_WORDS]
    if not ways:
        return None
    return re.compile(rf"(?<![\w/.-])(?:{'|'.join(ways)})(?![\w/-])", re.IGNORECASE).search(
        scope.text, scope.start, scope.end
    )
