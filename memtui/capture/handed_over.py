"""Tells who says what in a text that a person hands over: a copied session, or their own words.

    User: please remember: I always want type hints
    Assistant: Understood.

A transcript names the speaker of each turn. A text shows it by names, or by the marks that agents' programs
print before a turn. Text without either counts as its owner's, unless it addresses readers in general.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from memtui.capture.asked import Request, with_what_was_asked
from memtui.capture.facts import Candidate, Fact
from memtui.capture.remember import requests_in
from memtui.capture.rules.weighing import Setting
from memtui.capture.set_right import settled
from memtui.capture.stated import stated
from memtui.capture.transcripts.turns import ASSISTANT, USER, Turn
from memtui.capture.word import Heard
from memtui.domain import roles
from memtui.domain.instant import Instant

_NAMED = re.compile(
    rf"^[ \t]*(?:[*_]{{1,2}}|#{{1,6}}[ \t]+)?(?:(?P<user>{roles.PERSON}|me)|"
    rf"(?P<agent>{roles.AGENT}|agent|system|claude|codex|gemini|chatgpt|copilot))"
    r"[*_]{0,2}[ \t]*[:：][*_]{0,2}",
    re.IGNORECASE | re.MULTILINE,
)
_MARKED = re.compile(r"^(?:(?P<user>[>›❯] )|(?P<agent>[⏺●•✻] |[ \t]*⎿))", re.MULTILINE)
"""The marks that agents' screens print before a person's input, and before the agent's words or actions."""


def turns_in(text: str) -> list[Turn]:
    """Return the turns of a text, each with where it begins as its offset; none where it shows none."""
    for marks in (_NAMED, _MARKED):
        labels = list(marks.finditer(text))
        if {match.lastgroup for match in labels} == {"user", "agent"}:
            return list(_between(text, labels))
    if any(match["user"] for match in _NAMED.finditer(text)):
        return list(_between(text, list(_NAMED.finditer(text))))
    return []


class HandedOver:
    """A text that its owner hands over. Ask it, window by window, what the owner wants remembered."""

    def __init__(self, text: str, now: Instant) -> None:
        self._turns = turns_in(text)
        self._heard = Heard(self._turns)
        self._requests = sorted(_requests(text, self._turns, now), key=lambda each: each[0])

    def settled(
        self, facts: Sequence[Fact], end: int, insist: Callable[[Candidate], Fact], *, reworded: bool
    ) -> list[Fact]:
        """Return the facts of the text up to `end` with what was asked for and without what was taken back.

        `insist` and `reworded` are those of `with_what_was_asked`.
        """
        requests = [request for start, request in self._requests if start < end]
        self._requests = self._requests[len(requests) :]
        completed = with_what_was_asked(facts, requests, insist, reworded=reworded)
        return settled(completed, self._heard).facts if self._turns else completed


def _requests(text: str, turns: Sequence[Turn], now: Instant) -> Iterator[tuple[int, Request]]:
    """Yield what the owner of a text states so that it is to be remembered, with its offset."""
    for request in stated(turns, now):
        of = next(turn.offset for turn in turns if turn.role == USER and request.quote in turn.text)
        yield text.find(request.quote, of), request
    if not turns and not Setting.of(text).teaches:
        for quote, says in requests_in(text):
            yield text.find(quote), Request(quote, says, now)


def _between(text: str, marks: "list[re.Match[str]]") -> Iterator[Turn]:
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=True):
        role = USER if mark["user"] else ASSISTANT
        yield Turn(role, text[mark.end() : end].strip(), None, False, mark.start())
