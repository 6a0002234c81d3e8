"""Asks the model that read a text once more whether a quote bears its statement.

`model_extractor` calls it with the facts of one window of which the gate is unsure, many in one call. The
model gets each statement with its quote and what stands around it, not why it was kept. A no holds the fact
back; where no answer comes, the gate alone decides.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.capture.facts import Candidate, SecondLook, Window
from memtui.capture.quotes import locate
from memtui.llm.client import Client
from memtui.llm.errors import LlmError, ModelUnusable
from memtui.llm.prompts import Prompt, load

if TYPE_CHECKING:
    from memtui.capture.model_answer import FoundVerdict

OFFERED = ("boundary", "context", "statements")
"""The variables that the prompt may use."""
_BEFORE, _AFTER = 300, 150
"""Characters of the text that are told before a quote and behind it: who is meant stands before."""
_AT_A_TIME = 20
"""Statements in one call, so that a short answer holds them all."""
_LACKS = {
    "who": "does not say it of them",
    "what": "speaks of something else",
    "number": "does not give that number",
    "when": "does not give that day",
    "why": "gives no such reason or consequence",
    "extent": "says it of fewer, or under a condition",
    "sure": "is less sure",
    "denied": "denies it",
}


class SecondReader:
    """Asks one model about the facts of a text; after a failure that any call would meet, no more."""

    def __init__(self, client: Client, prompt: Prompt) -> None:
        self.label = prompt.label
        self._client = client
        self._prompt = prompt
        self._given_up = ""
        """Why it asks no more."""

    async def look(self, window: Window, candidates: Sequence[Candidate], mark: str) -> SecondLook:
        """Return the model's word on each candidate that it gave one on. `mark` is in none of the texts."""
        from memtui.capture.model_answer import VERDICTS

        words: dict[tuple[str, str], str] = {}
        trouble = ""
        different = list({_key(candidate): candidate for candidate in candidates}.values())
        for first in range(0, len(different), _AT_A_TIME):
            if self._given_up:
                break
            chosen = different[first : first + _AT_A_TIME]
            lines = "\n".join(_lines(window, chosen))
            messages = self._prompt.messages(
                boundary=mark, context=window.context or "Nothing is known of it.", statements=lines
            )
            try:
                answer = await self._client.ask(messages, VERDICTS)
            except LlmError as error:
                trouble = str(error)
                if isinstance(error, ModelUnusable):
                    self._given_up = trouble
            else:
                words |= _words(chosen, answer.items)
        return SecondLook(words, len(different) - len(words), self._given_up or trouble)


def check_prompt(folder: Path | None) -> Prompt:
    """Return the prompt of the second look, the person's own from `folder` if it is there. Raises
    PromptError.
    """
    return load("check", offered=OFFERED, needed=("statements",), folder=folder)


def _lines(window: Window, candidates: Sequence[Candidate]) -> Iterator[str]:
    """Yield each candidate as one line of JSON, in which no text can pretend to be another's."""
    for number, candidate in enumerate(candidates, 1):
        start, end = locate(candidate.quote, window.text) or (0, 0)
        yield json.dumps(
            {
                "n": number,
                "before": window.text[max(start - _BEFORE, 0) : start],
                "quote": window.text[start:end],
                "after": window.text[end : end + _AFTER],
                "statement": candidate.text,
            },
            ensure_ascii=False,
        )


def _words(candidates: Sequence[Candidate], verdicts: Sequence["FoundVerdict"]) -> dict[tuple[str, str], str]:
    """Return, by text and quote, why a fact is held back, or nothing where its quote bears it.

    Of a number that was not asked about, and of an answer that contradicts itself, nothing is taken.
    """
    words: dict[tuple[str, str], str] = {}
    for verdict in verdicts:
        if not 1 <= verdict.n <= len(candidates):
            continue
        candidate = candidates[verdict.n - 1]
        if verdict.said == "no":
            lacks = _LACKS.get(verdict.lacks, "does not say so")
            words[_key(candidate)] = f"the model itself says: the quote {lacks}"
        elif verdict.said == "yes" and verdict.lacks == "nothing":
            words.setdefault(_key(candidate), "")
    return words


def _key(candidate: Candidate) -> tuple[str, str]:
    return candidate.text, candidate.quote
