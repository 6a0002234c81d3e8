"""The rules for what issuers give out: read once, each compiled when a text first has one of its keywords.

A text is searched for a rule only where one of the rule's keywords stands in it, and in no more than a few
thousand characters at a time, so the work grows with the length of a text, whatever it says.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from memtui.secrets import likeness
from memtui.secrets.likeness import entropy
from memtui.secrets.ruleset import data
from memtui.secrets.secret import Secret

_LEAST_ENTROPY = 2.0
"""Bits a character; runs of x and other fillers have less."""


@dataclass(frozen=True)
class Rule:
    """What one kind of secret looks like."""

    kind: str
    pattern: str
    entropy: float
    """Bits a character that it has at least."""
    group: int
    """The group of the pattern that is the secret; with 0 the first that took part, or the whole."""
    stopwords: tuple[str, ...]
    """In lower case; what has one in it is no secret."""
    allowed: tuple[tuple[str, str], ...]
    """Patterns of what is no secret, each with what it is held against: `secret`, `match` or `line`."""

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern, compiled when it is first needed."""
        return re.compile(self.pattern, re.ASCII)

    @cached_property
    def exceptions(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        """What is allowed, compiled when it is first needed."""
        return tuple((re.compile(pattern, re.ASCII), of) for pattern, of in self.allowed)

    def secrets_in(self, text: str) -> Iterator[Secret]:
        """Yield where `text` has this kind of secret."""
        for match in self.compiled.finditer(text):
            start, end = match.span(self._group(match))
            if end > start and not self._excepted(text[start:end], match):
                yield Secret(self.kind, start, end)

    def _group(self, match: re.Match[str]) -> int:
        if self.group:
            return self.group
        return next((i for i, value in enumerate(match.groups(), 1) if value), 0)

    def _excepted(self, value: str, match: re.Match[str]) -> bool:
        lower = value.lower()
        if entropy(value) < max(self.entropy, _LEAST_ENTROPY) or likeness.slug(value):
            return True
        if any(word in lower for word in (*self.stopwords, *_all_stopwords())):
            return True
        targets = {"secret": value, "match": match[0], "line": match[0]}
        exceptions = (*self.exceptions, *_all_exceptions())
        return any(pattern.search(targets.get(of, value)) for pattern, of in exceptions)


def hinted(lower: str) -> list[Rule]:
    """Return the rules of which a text, in lower case, has a keyword."""
    by_keyword = _by_keyword()
    rules = [rule for keyword in by_keyword if keyword in lower for rule in by_keyword[keyword]]
    return list(dict.fromkeys(rules)) if len(rules) > 1 else rules


@cache
def _by_keyword() -> dict[str, list[Rule]]:
    rules: dict[str, list[Rule]] = {}
    for each in data()["rules"]:
        rule = Rule(
            each["kind"],
            each["regex"],
            each["entropy"],
            each["group"],
            tuple(each.get("stopwords", ())),
            _pairs(each.get("allowed", ())),
        )
        for keyword in each["keywords"]:
            rules.setdefault(keyword, []).append(rule)
    return rules


def _pairs(allowed: Any) -> tuple[tuple[str, str], ...]:
    return tuple((each["regex"], each["of"]) for each in allowed)


@cache
def _all_stopwords() -> tuple[str, ...]:
    return tuple(data()["stopwords"])


@cache
def _all_exceptions() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern, re.ASCII), of) for pattern, of in _pairs(data()["allowed"]))
