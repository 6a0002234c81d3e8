"""An answer that comes piece by piece: collects it, and sees when it stops coming.

Called by `provider`. What has been heard stays with the caller when the rest never comes, because
the provider charges for it all the same. litellm adds two things to a stream that the server did not
send: a reason to end, and a count of tokens; both are told from the true ones here.
"""

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import Any

_HANG_UP_S = 1.0
"""Seconds that closing a connection may take."""


@dataclass(slots=True)
class Heard:
    """What has come of an answer so far."""

    answered: list[str] = field(default_factory=list)
    thought: list[str] = field(default_factory=list)
    """What a reasoning model wrote before it answered."""
    length: int = 0
    """Characters of both."""

    @property
    def answer(self) -> str:
        """What was said, as one text."""
        return "".join(self.answered)

    @property
    def text(self) -> str:
        """All that was written, and is paid for."""
        return "".join(self.thought) + self.answer

    def take(self, delta: Any) -> bool:
        """Add one piece, and say whether there was anything in it."""
        text = getattr(delta, "content", None) or ""
        thought = getattr(delta, "reasoning_content", None) or ""
        if text:
            self.answered.append(text)
        if thought:
            self.thought.append(thought)
        self.length += len(text) + len(thought)
        return bool(text or thought)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a stream came to its end."""

    finish: str
    """The server's reason; empty when it gave none, and so may have broken off."""
    tokens_in: int
    tokens_out: int
    """Both 0 when nobody counted."""
    counted: bool
    """Whether the server counted, not litellm."""


async def collect(
    stream: Any, heard: Heard, limit: asyncio.Timeout, *, timeout_s: float, longest: int
) -> Ending:
    """Take in a stream of litellm's to its end, or until `longest` characters have come.

    Each piece moves `limit` to `timeout_s` from then. The connection is closed however this ends. A stream
    that ends without a reason, or is cut off behind one, has come whole: newer litellm raises there.
    """
    clock = asyncio.get_running_loop().time
    finish, usage = "", None
    try:
        async for chunk in stream:
            usage = getattr(chunk, "usage", None) or usage
            for choice in getattr(chunk, "choices", None) or ():
                finish = str(choice.finish_reason or "") or finish
                if heard.take(choice.delta) or choice.finish_reason:
                    limit.reschedule(clock() + timeout_s)
            if heard.length > longest:
                finish, usage = "length", None
                break
        else:
            finish = finish if _ended(stream) else ""
    except Exception as error:
        if not _ended(stream) and not isinstance(error.__context__, StopAsyncIteration):
            raise
    finally:
        await _hang_up(stream)
    return Ending(
        finish,
        tokens_in=int(getattr(usage, "prompt_tokens", 0) or 0),
        tokens_out=int(getattr(usage, "completion_tokens", 0) or 0),
        counted=usage is not None and _counted(stream),
    )


async def _hang_up(stream: Any) -> None:
    """Close the connection, and ignore errors: its answer is no longer wanted."""
    with contextlib.suppress(Exception):
        async with asyncio.timeout(_HANG_UP_S):
            await stream.aclose()


def _ended(stream: Any) -> bool:
    """Say whether the server gave a reason to end; litellm makes one up when it did not."""
    reasons = [getattr(stream, name, "") for name in ("received_finish_reason", "intermittent_finish_reason")]
    return any(reasons)


def _counted(stream: Any) -> bool:
    """Say whether a piece brought a count of tokens; litellm makes one up when none did."""
    return any(getattr(piece, "usage", None) for piece in getattr(stream, "chunks", ()))
