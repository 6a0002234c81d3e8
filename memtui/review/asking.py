"""Asking a model within a review pass: from the settings to `Context.judge`, and from an answer to items.

Whoever starts a pass opens `judge_for` around it; the rules that have questions go through
`items_from_model`. The pass runs in a process of its own, never on a screen's event loop, so a question waits
here until it is answered. What the calls take goes into a run of the kind `judge`, under the spend caps of
the settings. A model that cannot be asked ends the questions of this pass, not the pass.
"""

import asyncio
import contextlib
import secrets as randomness
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

from memtui import secrets
from memtui.capture.ledger import RunLedger
from memtui.config.settings import Settings
from memtui.domain.sanitise import sanitise
from memtui.domain.text import one_line
from memtui.llm.answers import Answer, Garbage, Shape, read
from memtui.llm.client import Client
from memtui.llm.errors import AnswerUnusable, LlmError, ModelUnusable, TooLong
from memtui.llm.prompts import Prompt, load
from memtui.llm.retrying import Patience
from memtui.review.rule import Context
from memtui.store.database import Store

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T", bound="BaseModel")

RUN = "judge"
"""The kind of the run that the calls are written down in."""
_POLL = 0.1
"""Seconds between two looks at whether the pass was cancelled."""


class Judge:
    """A model, for the rules of one pass: called with the system's and the user's words, it answers."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        *,
        model: str = "",
        prompts: Path | None = None,
        cancelled: Callable[[], bool] | None = None,
        patience: Patience | None = None,
    ) -> None:
        """Take the model from `settings`, or the one that is named; nothing is loaded or sent yet."""
        self.prompts = prompts
        """The folder with a person's own prompts."""
        self.model = model.strip() or settings.llm.model.strip()
        """The model's name."""
        self.questions = 0
        self._store = store
        self._settings = settings
        self._cancelled = cancelled
        self._patience = patience
        self._runner = asyncio.Runner()
        self._asking: tuple[Client, RunLedger] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._runner.close()
        if self._asking is not None:
            ledger = self._asking[1]
            with ledger:
                ended = kind is None or issubclass(kind, Exception)
                ledger.finish("done" if ended else "cancelled", {"questions": self.questions})

    def __call__(self, system: str, user: str) -> str:
        """Ask, and return the answer. Raises LlmError: ModelUnusable when no question would do better."""
        return self._runner.run(self._ask(system, user))

    async def _ask(self, system: str, user: str) -> str:
        client = self._client()
        self.questions += 1
        messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
        answer = asyncio.create_task(client.say(messages))
        while not answer.done():
            await asyncio.wait({answer}, timeout=_POLL)
            if not answer.done() and self._cancelled is not None and self._cancelled():
                answer.cancel()
                with contextlib.suppress(asyncio.CancelledError, LlmError):
                    await answer
                raise ModelUnusable("The review was stopped.")
        return answer.result()

    def _client(self) -> Client:
        if self._asking is None:
            ledger = RunLedger(self._store, RUN, self.model)
            client = Client(self._settings.llm, model=self.model, ledger=ledger, patience=self._patience)
            self._asking = client, ledger
        return self._asking[0]


@contextlib.contextmanager
def judge_for(
    store: Store,
    settings: Settings,
    *,
    model: str = "",
    prompts: Path | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Iterator[Judge | None]:
    """Open the model that is named or set, for one pass; None when there is none."""
    if not (model.strip() or settings.llm.model.strip()):
        yield None
        return
    with Judge(store, settings, model=model, prompts=prompts, cancelled=cancelled) as judge:
        yield judge


# -- what the rules need -------------------------------------------------------------------------


def prompt_of(now: Context, name: str, offered: Sequence[str], needed: Sequence[str]) -> Prompt | None:
    """Return a prompt, the person's own if there is one; None, and a note, when it cannot be used."""
    folder = now.judge.prompts if isinstance(now.judge, Judge) else None
    try:
        return load(name, offered=offered, needed=needed, folder=folder)
    except LlmError as error:
        now.notes.append(str(error))
        return None


def model_name(now: Context) -> str:
    """Return the name of the pass's model, as cards show it."""
    return now.judge.model if isinstance(now.judge, Judge) else now.settings.llm.model.strip() or "the model"


def items_from_model(now: Context, prompt: Prompt, shape: Shape[T], **values: str) -> Answer[T] | None:
    """Ask the model of a pass, and return the items of its answer; None when it must not be asked any more.

    A useless answer is sent back once with the reason. Raises AnswerUnusable or TooLong when only this
    question fails.
    """
    if now.judge is None:
        return None
    parts = {message["role"]: message["content"] for message in prompt.messages(**values)}
    system, user = parts.get("system", ""), parts["user"]
    try:
        try:
            return read(now.judge(system, user), shape)
        except Garbage as garbage:
            reason = f"Your answer to this could not be used: {garbage}. Answer with only the JSON object."
            again = f"{user}\n\n{reason}"
        try:
            return read(now.judge(system, again), shape)
        except Garbage as garbage:
            if garbage.cut_off:
                raise TooLong("The model's answers end in the middle.") from None
            raise AnswerUnusable(f"The model gave answers that cannot be used ({garbage}).") from None
    except (AnswerUnusable, TooLong):
        raise
    except LlmError as error:
        now.judge = None
        now.notes.append(f"no model was asked from here on: {error}")
        return None


def line_for_model(text: str, length: int) -> str:
    """Return a memory's text as one line that a model may see: no reasoning, no secrets."""
    return one_line(secrets.redact(sanitise(text))[0], length)


def boundary(text: str) -> str:
    """Return random letters to put around a text in a prompt, so that the text cannot imitate them."""
    while (mark := f"text-{randomness.token_hex(4)}") in text:
        pass
    return mark
