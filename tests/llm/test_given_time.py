"""A clock that is given says what stood still when nothing came any more."""

import asyncio
import re

import pytest

from tests.llm.given_time import GivenTime, in_given_time


def test_time_passes_only_as_it_is_given() -> None:
    async def play(loop: GivenTime) -> list[float]:
        asleep = asyncio.create_task(asyncio.sleep(30))
        await loop.until_waited(30, 30)
        await loop.forward(29)
        assert not asleep.done()
        await loop.forward(1)
        await asleep
        return loop.waits

    assert in_given_time(play) == [30]


async def trying_again() -> None:
    await asyncio.sleep(0.25)


def test_what_waits_is_named_with_the_time_it_would_take() -> None:
    async def play(loop: GivenTime) -> str:
        await loop.forward(7)
        waiting = asyncio.create_task(trying_again())
        await loop.until_waited(0.25, 0.25)
        told = loop.waited_for()
        waiting.cancel()
        return told

    told = in_given_time(play)
    assert "At 7 s given, these wait:" in told
    assert re.search(r"^- test_given_time.py:\d+ trying_again > tasks.py:\d+ sleep$", told, re.MULTILINE)
    assert "due after it: 0.25 s" in told


def test_what_never_comes_fails_the_test_with_what_waits() -> None:
    async def play(loop: GivenTime) -> None:
        await trying_again()

    with pytest.raises(AssertionError, match=r"It never came. At 0 s given, these wait:"):
        in_given_time(play, longest_s=0)
