"""A server in this process, at the other end of the SDK's client: real pipes, and a thread of its own."""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from io import FileIO

import anyio
from anyio.to_thread import run_sync
from mcp import types
from mcp.client._transport import TransportStreams
from mcp.shared.message import SessionMessage

from memtui.mcp.pipe import Pipe


@asynccontextmanager
async def in_this_process(talk: Callable[[Pipe], None]) -> AsyncIterator[TransportStreams]:
    """Yield the streams of a client while `talk` serves it."""
    (server_hears, says), (hears, server_says) = os.pipe(), os.pipe()
    told, answers = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    asked, asking = anyio.create_memory_object_stream[SessionMessage](0)

    def serve() -> None:
        with os.fdopen(server_hears, "rb") as heard, FileIO(server_says, "wb") as said:
            talk(Pipe(heard, said))

    async def hear() -> None:
        with os.fdopen(hears, "rb") as lines, suppress(anyio.BrokenResourceError):
            while line := await run_sync(lines.readline):
                message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
                await told.send(SessionMessage(message))
        await told.aclose()

    async def say() -> None:
        with os.fdopen(says, "wb", buffering=0) as lines:
            async for message in asking:
                line = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                await run_sync(lines.write, f"{line}\n".encode())

    async with anyio.create_task_group() as group:
        group.start_soon(run_sync, serve)
        group.start_soon(hear)
        group.start_soon(say)
        async with answers, asked:
            yield answers, asked
