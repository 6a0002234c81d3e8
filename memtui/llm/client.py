"""Asking a model for items: the ladder of answer formats, repair, retries, caps and accounts.

Called by capture (facts) and whoever else wants checked answers from a model.

A model that follows a JSON schema needs no luck; one that only promises JSON, or promises nothing,
can still answer well. So the first question asks for a schema and a stream, and a server that refuses
the request is asked again with less, down the ladder in `manner`. What worked is remembered in the
ledger. An answer that is no use is sent back once with the reason; then the same is asked once more
a step lower; the third useless answer is the last.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from memtui.config.settings import Llm
from memtui.llm import faults, manner, provider
from memtui.llm.answers import Answer, Garbage, Shape, ends_midway, read, refuses
from memtui.llm.errors import AnswerUnusable, LlmError, ModelUnusable, SpendCapReached, TimedOut, TooLong
from memtui.llm.faults import FormatRefused
from memtui.llm.manner import FORMATS, Manner
from memtui.llm.provider import Endpoint, Limits, Message, Reply
from memtui.llm.retrying import Patience, patiently
from memtui.llm.spending import (
    CHARACTERS_PER_TOKEN,
    Caps,
    Ledger,
    MemoryLedger,
    Spent,
    Unpriced,
    Usage,
    cost,
    tokens,
)
from memtui.llm.streaming import Heard

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T", bound="BaseModel")

_USELESS_AT_MOST = 3
"""Answers without use to one question, after which the model is given up for it."""
_LONGEST_ANSWER = 8192
"""Tokens. More is not needed for what a window can hold, and a model that rambles is stopped."""
_LONGEST_STREAM = int(2 * _LONGEST_ANSWER * CHARACTERS_PER_TOKEN)
"""Characters, thoughts included, after which a stream is hung up on; while it goes on, no time ends it."""
_SMALLEST_CAP = 0.01
"""Dollars of the smallest cap that is suggested."""
_AT_ONCE = 4
"""Questions that are asked at the same time, so that servers with limits do not refuse them."""
_MESSAGE_TOKENS = 8
"""What a chat's frame around each message takes."""


class Client:
    """One model, as the settings describe it. May be asked from several tasks at once.

    `usage` says what this client's calls took so far, for a screen to show.
    """

    def __init__(
        self,
        settings: Llm,
        *,
        model: str = "",
        ledger: Ledger | None = None,
        patience: Patience | None = None,
    ) -> None:
        """Take the model from `settings`, or the one that is named; nothing is loaded or sent yet."""
        self.endpoint = _endpoint(settings, model.strip())
        self.usage = Usage()
        self._timeout_s = settings.timeout_s
        self._caps = Caps(run=settings.max_usd_per_run, day=settings.max_usd_per_day)
        self._unpriced_cap = Unpriced(
            settings.max_unpriced_calls_per_day, settings.max_unpriced_tokens_per_day
        )
        self._under_way = Unpriced(0, 0)
        """What this client's unpriced calls may take that have no answer yet."""
        self._ledger = ledger or MemoryLedger()
        self._patience = patience or Patience()
        self._limits: Limits | None = None
        self._manner: Manner | None = None
        self._learning = asyncio.Lock()
        one_by_one = self.endpoint.is_local or self.endpoint.is_program
        self._turns = asyncio.Semaphore(1 if one_by_one else _AT_ONCE)

    @property
    def model(self) -> str:
        """The model's name as litellm knows it."""
        return self.endpoint.model

    async def prepare(self) -> None:
        """Load litellm and check the model's name and the environment; `ask` does it by itself.

        Raises ModelUnusable that names what is missing.
        """
        async with self._learning:
            await self._prepare()

    async def ask(self, messages: Sequence[Message], shape: Shape[T]) -> Answer[T]:
        """Ask, and return the items of the answer, of which there may be none.

        Raises TooLong when the text or the answer does not fit, AnswerUnusable when this text gets only
        useless answers, and ModelUnusable or SpendCapReached when any other text would fail too.
        """
        if self._manner is None:
            async with self._learning:  # the first caller finds the manner, the others wait and share it
                await self._prepare()
                if self._manner is None:
                    return await self._ask(messages, shape)
        return await self._ask(messages, shape)

    async def say(self, messages: Sequence[Message]) -> str:
        """Ask for an answer in words of the model's own choice, and return it for the caller to read.

        Raises the same as `ask`.
        """
        await self.prepare()
        assert self._limits is not None  # noqa: S101 `prepare` has seen to it
        used = Manner("text", streams=self._manner.streams if self._manner else self._limits.streams)
        while True:
            try:
                content = self._whole(await self._reply(messages, used, None))
            except FormatRefused as refused:
                if not used.streams:
                    raise refused.final from None
            else:
                if content.strip():
                    return content
                if not used.streams:
                    raise AnswerUnusable(f"{self.model} gave an empty answer. Try again, or choose another.")
            used = used.whole

    async def _prepare(self) -> None:
        if self._limits is not None:
            return
        if not self.model:
            raise ModelUnusable(
                'No model is set. Name one: `memtui config set llm.model "ollama/llama3.2"`, or set '
                "MEMTUI_LLM_MODEL."
            )
        await asyncio.to_thread(provider.check, self.endpoint)
        self._limits = await asyncio.to_thread(provider.limits, self.endpoint, _LONGEST_ANSWER)
        known = await asyncio.to_thread(self._ledger.answer_format, self.endpoint)
        self._manner = manner.named(known) if self._limits.formats else Manner(FORMATS[-1], streams=False)

    async def _ask(self, messages: Sequence[Message], shape: Shape[T]) -> Answer[T]:
        assert self._limits is not None  # noqa: S101 `ask` has prepared
        accepted = used = self._manner or Manner(streams=self._limits.streams)
        conversation = list(messages)
        useless = 0
        while True:
            try:
                reply = await self._reply(conversation, used, shape)
            except FormatRefused as refused:
                final, lower = refused.final, used.after_refusal(of_streams=refused.of_streams)
                if lower is None:
                    raise final from None
                accepted = used = lower
                conversation = list(messages)
                continue
            except TooLong:
                if len(conversation) == len(messages):
                    raise
                conversation = list(messages)  # it may be the useless answer that does not fit
                continue
            try:
                answer = self._understood(reply, shape)
            except Garbage as garbage:
                if garbage.cut_off and (useless or not _forgot_its_end(reply)):
                    raise TooLong(f"The answer of {self.model} ends in the middle.") from None
                useless += 1
                reason = str(garbage)
            else:
                await self._settle_on(accepted)
                return answer
            if useless == _USELESS_AT_MOST:
                raise AnswerUnusable(
                    f"{self.model} gave {useless} answers that cannot be used ({reason}). Try again, or "
                    "choose a model that is better at JSON."
                )
            if useless == 1 and reply.content.strip():
                conversation = [*messages, *_repair(reply.content, reason)]
            elif used.streams and not reply.content.strip():
                used = used.whole  # litellm loses some of what is streamed, such as a refusal
            else:
                conversation, used = list(messages), used.looser

    def _understood(self, reply: Reply, shape: Shape[T]) -> Answer[T]:
        """Return the items of a reply. Raises Garbage, TooLong or AnswerUnusable."""
        return read(self._whole(reply), shape)

    def _whole(self, reply: Reply) -> str:
        """Return what a reply says when it is whole and no refusal. Raises TooLong or AnswerUnusable."""
        if reply.finish == "length":
            raise TooLong(f"The answer of {self.model} was cut off before its end.")
        if reply.refusal or reply.finish == "content_filter" or refuses(reply.content):
            raise AnswerUnusable(
                f"{self.model} declined to read this text. Take out what it objects to, or choose another "
                "model."
            )
        return reply.content

    async def _settle_on(self, accepted: Manner) -> None:
        """Remember the loosest manner the server forced on us; one that a bad answer led to is no reason."""
        if accepted != self._manner:
            self._manner = accepted
            await asyncio.to_thread(self._ledger.remember_format, self.endpoint, accepted.name)

    async def _reply(self, messages: Sequence[Message], used: Manner, shape: Shape[T] | None) -> Reply:
        async with self._turns:
            return await patiently(lambda: self._call(messages, used, shape), self._patience)

    async def _call(self, messages: Sequence[Message], used: Manner, shape: Shape[T] | None) -> Reply:
        """Make one paid call, within the caps. Raises SpendCapReached."""
        assert self._limits is not None  # noqa: S101 `ask` has prepared
        price, max_tokens = self._limits.price, self._limits.max_tokens
        tokens_in = sum(tokens(message["content"]) + _MESSAGE_TOKENS for message in messages)
        reserved = cost(price, tokens_in, max_tokens or _LONGEST_ANSWER)
        await self._reserve(reserved)
        if price is None:
            async with self._counted(Unpriced(1, tokens_in + (max_tokens or _LONGEST_ANSWER))):
                return await self._paid(messages, used, shape, tokens_in, reserved)
        return await self._paid(messages, used, shape, tokens_in, reserved)

    @contextlib.asynccontextmanager
    async def _counted(self, most: Unpriced) -> AsyncIterator[None]:
        """Count a call without a price, which may take `most`, as under way. Raises SpendCapReached."""
        taken = await asyncio.to_thread(self._ledger.unpriced) + self._under_way
        if not self._unpriced_cap.holds(taken + most):
            calls = taken.calls + most.calls > self._unpriced_cap.calls
            key, cap = ("calls", self._unpriced_cap.calls) if calls else ("tokens", self._unpriced_cap.tokens)
            raise SpendCapReached(
                f"What {self.model} costs is not known, and its next call could pass "
                f"llm.max_unpriced_{key}_per_day = {cap} within 24 hours. Raise that, or choose another."
            )
        self._under_way += most
        try:
            yield
        finally:
            self._under_way -= most

    async def _paid(
        self,
        messages: Sequence[Message],
        used: Manner,
        shape: Shape[T] | None,
        tokens_in: int,
        reserved: float,
    ) -> Reply:
        """Send a call whose cost is set aside, and write down what it took."""
        assert self._limits is not None  # noqa: S101 `ask` has prepared
        max_tokens = self._limits.max_tokens
        heard = Heard()
        try:
            reply = await provider.complete(
                self.endpoint,
                messages,
                timeout_s=self._timeout_s,
                max_tokens=max_tokens,
                response_format=_response_format(used.format, shape),
                heard=heard if used.streams else None,
                longest=_LONGEST_STREAM,
            )
        except (asyncio.CancelledError, TimedOut):
            # The provider may have read the text all the same, so that much counts. Written down at once
            # and not in a thread: a cancelled task gets no further turn to wait for one.
            self._settle(reserved, self._broken_off(tokens_in, heard))
            raise
        except Exception:
            took = self._broken_off(tokens_in, heard) if heard.length else Usage()
            await asyncio.to_thread(self._settle, reserved, took)
            raise
        await asyncio.to_thread(self._settle, reserved, self._usage(reply, tokens_in, heard))
        if used.streams and not reply.finish and ends_midway(reply.content):
            raise faults.broken_off(self.model, self.endpoint.place)
        return reply

    def _settle(self, reserved: float, took: Usage) -> None:
        self.usage += took
        if took.calls or reserved:
            self._ledger.settle(reserved, took)

    async def _reserve(self, usd: float) -> None:
        assert self._limits is not None  # noqa: S101 `ask` has prepared
        if self._limits.price is None and min(self._caps.run, self._caps.day) <= 0:
            raise SpendCapReached(
                f"What {self.model} costs is not known, and the spend cap of $0 allows free models only. "
                "Raise llm.max_usd_per_day and llm.max_usd_per_run, or choose a local model."
            )
        spent = await asyncio.to_thread(self._ledger.reserve, usd, self._caps) if usd else None
        if spent is not None:
            raise self._cap_reached(spent, usd)

    def _cap_reached(self, spent: Spent, usd: float) -> LlmError:
        by_run = spent.run + usd > self._caps.run
        key, cap, sum_ = (
            ("llm.max_usd_per_run", self._caps.run, spent.run)
            if by_run
            else ("llm.max_usd_per_day", self._caps.day, spent.day)
        )
        since = "in this run" if by_run else "within 24 hours"
        return SpendCapReached(
            f"${sum_:.4f} of {key} = {cap:g} is spent {since}, and the next call of {self.model} may cost up "
            f"to ${usd:.4f}. Raise it: `memtui config set {key} {_next_cap(cap, sum_ + usd):g}`"
        )

    def _usage(self, reply: Reply, estimate_in: int, heard: Heard) -> Usage:
        """Return what a reply took, estimated where the server does not count."""
        assert self._limits is not None  # noqa: S101 `ask` has prepared
        price = self._limits.price
        tokens_in = reply.tokens_in or estimate_in
        tokens_out = reply.tokens_out or tokens(heard.text or reply.content)
        usd = reply.usd if reply.usd and reply.tokens_in else cost(price, tokens_in, tokens_out)
        unpriced = int(price is None and not reply.usd)
        return Usage(1, tokens_in, tokens_out, usd, unpriced, int(not reply.counted))

    def _broken_off(self, tokens_in: int, heard: Heard) -> Usage:
        """Return the tokens and cost of a call whose answer broke off."""
        assert self._limits is not None  # noqa: S101 `ask` has prepared
        price = self._limits.price
        tokens_out = tokens(heard.text) if heard.length else 0
        usd = cost(price, tokens_in, tokens_out)
        return Usage(1, tokens_in, tokens_out, usd, int(price is None), estimated=1)


def _endpoint(settings: Llm, model: str) -> Endpoint:
    """Return the endpoint of the model that is set, or of one that is named for this time.

    `api_base` is where the set model lives; a model of another provider does not live there.
    """
    usual = Endpoint(settings.model.strip(), settings.api_base.strip())
    if not model:
        return usual
    named = Endpoint(model, usual.api_base)
    return named if not usual.model or named.provider == usual.provider else Endpoint(model)


def _response_format(name: str, shape: Shape[T] | None) -> dict[str, object] | None:
    if name == "json_schema" and shape is not None:
        return {"type": name, "json_schema": {"name": shape.key, "strict": True, "schema": shape.schema}}
    return {"type": name} if name == "json_object" else None


def _forgot_its_end(reply: Reply) -> bool:
    """Say whether an answer that is not closed stops behind an item, where its model says that it stopped."""
    return reply.finish == "stop" and reply.content.rstrip("` \n").endswith("}")


def _repair(answer: str, reason: str) -> list[Message]:
    request = f"That cannot be used: {reason}. Answer again with only the JSON object that was asked for."
    return [{"role": "assistant", "content": answer}, {"role": "user", "content": request}]


def _next_cap(cap: float, needed: float) -> float:
    """Return a round cap, twice the present one or more, that `needed` fits into."""
    doubled = max(cap * 2, _SMALLEST_CAP)
    while doubled < needed:
        doubled *= 2
    return doubled
