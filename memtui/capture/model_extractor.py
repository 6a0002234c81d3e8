"""The extractor that asks a language model, under the prompt `prompts/extract.md`.

The pipeline makes one when a model is set. It brings back what the model says, read and put in
order; whether a fact is true to its window is for the gates.
"""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.capture.dates import day_of
from memtui.capture.facts import Candidate, SecondLook, Window
from memtui.capture.second_look import SecondReader
from memtui.capture.windows import tokens, windows
from memtui.domain.instant import Instant
from memtui.domain.memory import MemoryType
from memtui.domain.text import normalised, well_formed
from memtui.llm.client import Client
from memtui.llm.errors import AnswerUnusable, TooLong
from memtui.llm.prompts import Prompt, load

if TYPE_CHECKING:
    from memtui.capture.model_answer import FoundFact

OFFERED = ("today", "boundary", "context", "text")
"""The variables that the extraction prompt may use."""

_HALVINGS = 3
"""How often a window that is too long for the model is cut in half: an eighth is given up."""
_SHORT = 200
"""Tokens. A text that is this short is not cut further; the trouble lies elsewhere."""
_OVERLAP = 40
"""Tokens that two halves share, so that no sentence is lost to the cut."""
_USUAL_CATEGORY = {
    MemoryType.SEMANTIC: "finding",
    MemoryType.EPISODIC: "observation",
    MemoryType.PROCEDURAL: "gotcha",
    MemoryType.CONSTITUTIONAL: "identity",
}
"""For a fact that the model gave no category."""


class ModelExtractor:
    """Reads windows with one model and one prompt."""

    def __init__(self, client: Client, prompt: Prompt, *, now: Instant, check: Prompt | None = None) -> None:
        """Ask `client` under `prompt`, and once more under `check` about what may not be in its quote."""
        self.client = client
        """Its `usage` says what the run took so far."""
        self.malformed = 0
        """Facts so far that could not be read, next to others of the same answer that could."""
        self._prompt = prompt
        self._today = day_of(now)
        self._second = None if check is None else SecondReader(client, check)

    @property
    def name(self) -> str:
        """The model's name, for provenance."""
        return self.client.model

    @property
    def version(self) -> str:
        """The prompts and their versions, for provenance."""
        return self._prompt.label if self._second is None else f"{self._prompt.label}, {self._second.label}"

    async def extract(self, window: Window) -> list[Candidate]:
        """Return the candidates of one window. Raises LlmError; `AnswerUnusable` is about this window only.

        A window that is too much at once is read in halves.
        """
        await self.client.prepare()
        return await self._extract(window.text, window, _HALVINGS)

    async def look_again(self, window: Window, candidates: Sequence[Candidate]) -> SecondLook:
        """Return what the model says of candidates when it is asked about them alone."""
        if self._second is None or not candidates:
            return SecondLook()
        texts = (window.context, window.text, *(candidate.text for candidate in candidates))
        return await self._second.look(window, candidates, boundary("\n".join(texts)))

    async def _extract(self, text: str, window: Window, halvings: int) -> list[Candidate]:
        from memtui.capture.model_answer import FACTS

        mark = boundary(window.context + text)
        today = f"{window.day or self._today:%Y-%m-%d, a %A}"
        messages = self._prompt.messages(
            today=today, boundary=mark, context=window.context or "Nothing is known of it.", text=text
        )
        try:
            answer = await self.client.ask(messages, FACTS)
        except TooLong as error:
            size = tokens(text)
            if not halvings or size < _SHORT:
                raise AnswerUnusable(
                    f"{error} Even a short stretch is too much for it; choose a model that takes more."
                ) from None
        else:
            self.malformed += answer.malformed
            return [_candidate(by_text, window.index) for by_text in answer.items]
        by_text: dict[str, Candidate] = {}
        for half in windows(text, window_tokens=size // 2 + _OVERLAP, overlap_tokens=_OVERLAP):
            for candidate in await self._extract(half.text, window, halvings - 1):
                by_text.setdefault(normalised(candidate.text), candidate)
        return list(by_text.values())


def extraction_prompt(folder: Path | None) -> Prompt:
    """Return the extraction prompt, the person's own from `folder` if it is there. Raises PromptError."""
    return load("extract", offered=OFFERED, needed=("text",), folder=folder)


def boundary(text: str) -> str:
    """Return letters that the text cannot have foreseen."""
    while (mark := f"text-{secrets.token_hex(4)}") in text:
        pass
    return mark


def _candidate(fact: "FoundFact", window: int) -> Candidate:
    return Candidate(
        text=well_formed(fact.text),
        quote=well_formed(fact.quote),
        abstract=well_formed(fact.abstract),
        type=fact.type,
        categories=tuple(fact.categories) or (_USUAL_CATEGORY[fact.type],),
        importance=fact.importance,
        reason=well_formed(fact.reason),
        window=window,
    )
