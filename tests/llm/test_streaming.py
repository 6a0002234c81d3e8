"""Answers that come piece by piece: what is waited for, what breaks, what it costs, who is asked whole."""

import asyncio
import time

import pytest

from memtui.capture.ledger import RunLedger
from memtui.config.settings import Llm
from memtui.llm import client as client_module
from memtui.llm import provider
from memtui.llm.client import Client
from memtui.llm.errors import AnswerUnusable, LlmError, ModelUnusable, TimedOut, TooLong
from memtui.llm.manner import Manner, named
from memtui.llm.provider import Endpoint
from memtui.llm.spending import MemoryLedger
from memtui.store.database import Store
from tests.llm.conftest import GOOD, KEY, PRICED, QUESTION, THINGS, UNPRICED, Asking
from tests.llm.given_time import GivenTime, in_given_time
from tests.llm.server import Reply, Step, serving, unstreamed

MANY = '{"things": [' + ", ".join(f'{{"text": "thing {n}"}}' for n in range(20)) + "]}"
ERROR = b'data: {"error": {"message": "%b", "code": %d}}\n\n'


async def texts(client: Client) -> list[str]:
    return [item.text for item in (await client.ask(QUESTION, THINGS)).items]


async def refusal_of(client: Client) -> LlmError:
    with pytest.raises(LlmError) as caught:
        await client.ask(QUESTION, THINGS)
    return caught.value


async def test_the_pieces_of_a_stream_are_one_answer(asking: Asking) -> None:
    with serving(Reply(MANY, thought="Let me see what there is.")) as server:
        assert await texts(asking(server)) == [f"thing {n}" for n in range(20)]
        assert server.streamed == [True]


def test_an_answer_may_take_longer_than_the_time_limit_while_it_goes_on(asking: Asking) -> None:
    async def play(loop: GivenTime) -> None:
        with serving(Reply(MANY, thought="Let me think.", told=True)) as server:
            asked = asyncio.create_task(texts(asking(server, timeout_s=30)))
            for piece in range(1, 31):
                await loop.until_waited(30, 30, times=piece)  # the piece before this one has come
                await loop.forward(27)
                server.send_next()
            server.send_next(100)
            assert len(await asked) == 20
        assert loop.time() > 10 * 30

    in_given_time(play)


def test_a_stream_that_stalls_is_given_up_and_what_came_is_counted(asking: Asking) -> None:
    async def play(loop: GivenTime) -> None:
        with serving(Reply(MANY, stall=12)) as server:
            client = asking(server, timeout_s=30)
            asked = asyncio.create_task(refusal_of(client))
            await loop.until_waited(30, 30, times=12)  # for the answer, and after each of eleven pieces
            await loop.forward(29.9)
            assert not asked.done()
            await loop.forward(0.2)
            error = await asked
            assert await asyncio.to_thread(server.gone.wait, 300)
            assert len(server.requests) == 1
        assert isinstance(error, TimedOut)
        assert "fell silent for 30 s midway. Raise llm.timeout_s, or choose a faster model." in str(error)
        assert (client.usage.calls, client.usage.estimated) == (1, 1)
        assert client.usage.tokens_out > 30

    in_given_time(play)


def test_signs_of_life_without_a_word_are_no_progress(asking: Asking) -> None:
    async def play(loop: GivenTime) -> None:
        with serving(Reply(GOOD, midway=b": still here\n\n", told=True)) as server:
            asked = asyncio.create_task(refusal_of(asking(server, timeout_s=30)))
            server.send_next(1)
            await loop.until_waited(30, 30, times=2)  # for the answer, and after its first piece
            await loop.forward(27)
            reads = loop.how_often(40, 40)  # each read of the connection may take ten seconds more
            server.send_next()
            await loop.until_waited(40, 40, times=reads + 1)
            await loop.forward(3)
            server.send_next(100)
            assert isinstance(await asked, TimedOut)

    in_given_time(play)


def test_cancelling_midway_hangs_up_at_once_and_counts_what_came(asking: Asking) -> None:
    async def play(loop: GivenTime) -> None:
        ledger = MemoryLedger()
        with serving(Reply(MANY, stall=12)) as server:
            client = asking(server, ledger=ledger, timeout_s=30)
            task = asyncio.create_task(client.ask(QUESTION, THINGS))
            await loop.until_waited(30, 30, times=12)  # for the answer, and after each of eleven pieces
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await asyncio.to_thread(server.gone.wait, 300)
        assert (client.usage.calls, client.usage.estimated) == (1, 1)
        assert client.usage.tokens_out > 30
        assert ledger.reserved == 0.0
        assert ledger.usage == client.usage

    in_given_time(play)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "fault",
    [
        Reply(MANY, cut=True),
        Reply(MANY[:60], finish=""),
        Reply(MANY, midway=ERROR % (b"the engine died", 500)),
        Reply(MANY, midway=b"event: error\n" + ERROR % (b"overloaded", 529)),
    ],
)
async def test_a_stream_that_breaks_is_asked_for_again(fault: Reply, asking: Asking) -> None:
    with serving(fault, fault, Reply(GOOD)) as server:
        client = asking(server)
        assert await texts(client) == ["one"]
        assert server.streamed == [True] * 3
    assert client.usage.calls == 3, "what had come of the broken ones is paid for"


@pytest.mark.few(5)
@pytest.mark.parametrize(
    ("fault", "sentence", "kind"),
    [
        (Reply(MANY, cut=True), "cannot be reached, or breaks off", ModelUnusable),
        (Reply(MANY[:60], finish=""), "cannot be reached, or breaks off", ModelUnusable),
        (
            Reply(MANY, midway=ERROR % (f"engine {KEY} died".encode(), 500)),
            r"broke its answer off \(it says: engine \[key\] died\). Try later",
            ModelUnusable,
        ),
        (Reply(MANY, midway=ERROR % (b"maximum context length", 400)), "does not fit", TooLong),
        (Reply(MANY, midway=ERROR % (b"insufficient_quota", 429)), "no credit left", ModelUnusable),
        (Reply(MANY, midway=ERROR % (b"our safety system", 400)), "declined to read", AnswerUnusable),
        (Reply(MANY, finish="length"), "cut off before its end", TooLong),
        (Reply(MANY[:30], finish="stop"), "cut off|in the middle", TooLong),
        (Reply(MANY, finish="content_filter"), "declined to read", AnswerUnusable),
        (Reply("I'm sorry, I can't help with that."), "declined to read", AnswerUnusable),
        (Reply(None, refusal="I can't help with that."), "declined to read", AnswerUnusable),
        (
            Reply("", finish="stop"),
            r"gave 3 answers that cannot be used \(the answer was empty",
            AnswerUnusable,
        ),
        (Reply("Two things."), "gave 3 answers that cannot be used", AnswerUnusable),
    ],
)
async def test_each_failure_of_a_stream_is_a_sentence(
    fault: Reply, sentence: str, kind: type[LlmError], asking: Asking
) -> None:
    with serving(fault) as server:
        with pytest.raises(kind, match=sentence) as caught:
            await asking(server).ask(QUESTION, THINGS)
        assert len(server.requests) <= 3
    assert KEY not in str(caught.value)
    assert caught.value.__context__ is None or KEY not in str(caught.value.__context__)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("fault", "requests"),
    [
        (Reply(status=500, error="oops"), 3),
        (Reply(GOOD, cut=True), 3),
        (Reply(status=401, error="who are you?"), 1),
        (Reply('{"things": [{"text": "on', finish="length"), 1),
        (Reply("", finish="content_filter"), 1),
        (Reply(None, refusal="I can't help with that."), 1),
        (Reply(""), 3),
        (Reply(raw=b"<html>Welcome</html>"), 1),
        (Reply(raw=b'{"object": "chat.completion", "choices": []}'), 1),
    ],
)
async def test_whole_answers_fail_as_streams_do(fault: Reply, requests: int, asking: Asking) -> None:
    ledger = MemoryLedger()
    with serving(fault) as server:
        client = asking(server, ledger=ledger)
        ledger.remember_format(client.endpoint, "json_schema, whole")
        await refusal_of(client)
        assert server.streamed == [False] * requests


async def test_a_stream_without_a_reason_to_end_is_taken_when_its_answer_is_whole(asking: Asking) -> None:
    with serving(Reply(f"Here: {MANY}", finish="")) as server:
        assert len(await texts(asking(server))) == 20
        assert len(server.requests) == 1


async def test_a_connection_cut_after_the_reason_to_end_has_lost_nothing(asking: Asking) -> None:
    with serving(Reply(GOOD, cut=True, cut_at=-1)) as server:
        assert await texts(asking(server)) == ["one"]
        assert len(server.requests) == 1


async def test_an_empty_stream_is_asked_for_whole_once_and_nothing_is_learned(asking: Asking) -> None:
    ledger = MemoryLedger()
    with serving(Reply(""), Reply(GOOD)) as server:
        client = asking(server, ledger=ledger)
        assert await texts(client) == ["one"]
        assert server.streamed == [True, False]
        assert server.formats == ["json_schema", "json_schema"]
    assert ledger.answer_format(client.endpoint) == "json_schema"


@pytest.mark.parametrize(
    "step",
    [
        unstreamed(Reply(GOOD)),
        unstreamed(Reply(GOOD), "Unknown field: stream_options", "stream_options"),
    ],
)
async def test_a_server_that_refuses_streams_is_asked_whole_and_remembered(
    step: Step, asking: Asking
) -> None:
    ledger = MemoryLedger()
    with serving(step) as server:
        client = asking(server, ledger=ledger)
        assert await texts(client) == ["one"]
        assert server.streamed == [True, False]
        await texts(client)
        await texts(asking(server, ledger=ledger))
        assert server.streamed == [True, False, False, False]
        assert set(server.formats) == {"json_schema"}
    assert ledger.answer_format(client.endpoint) == "json_schema, whole"


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "no_stream",
    [
        Reply(raw=b"data: [DONE]\n\n"),
        Reply(raw=b""),
        Reply(raw=b'{"object": "chat.completion", "choices": [{"message": {"content": "{}"}}]}'),
        Reply(raw=b"data: <html>\n\n"),
        Reply(MANY, midway=b"data: {not json\n\n"),
        Reply(MANY, midway=b"data: 3\n\n"),
    ],
)
async def test_what_is_no_stream_is_asked_for_whole(no_stream: Reply, asking: Asking) -> None:
    def step(body: dict[str, object]) -> Reply:
        return no_stream if body.get("stream") else Reply(GOOD)

    ledger = MemoryLedger()
    with serving(step) as server:
        client = asking(server, ledger=ledger)
        assert await texts(client) == ["one"]
        assert server.streamed == [True, False]
    assert ledger.answer_format(client.endpoint) == "json_schema, whole"


async def test_a_server_that_does_not_say_what_it_minds_keeps_the_firmest_format_it_takes(
    asking: Asking,
) -> None:
    def step(body: dict[str, object]) -> Reply:
        good = "stream" not in body and "json_schema" not in str(body.get("response_format"))
        return Reply(GOOD) if good else Reply(status=400, error="bad parameter")

    with serving(step) as server:
        client = asking(server)
        assert await texts(client) == ["one"]
        assert server.formats == ["json_schema", "json_object", "text", "json_schema", "json_object"]
        await texts(client)
        assert (server.formats[-1], server.streamed[-1]) == ("json_object", False)
        assert len(server.requests) == 6


async def test_the_store_remembers_who_does_not_stream(store: Store, asking: Asking) -> None:
    with serving(unstreamed(Reply(GOOD))) as server:
        for _ in range(2):
            with RunLedger(store, "extract") as ledger:
                await texts(asking(server, UNPRICED, ledger=ledger))
        assert server.streamed == [True, False, False]


async def test_the_servers_count_of_tokens_is_taken(asking: Asking) -> None:
    with serving(Reply(GOOD, usage=(2000, 100))) as server:
        client = asking(server)
        await texts(client)
        assert server.requests[0]["stream_options"] == {"include_usage": True}
    usage = client.usage
    assert (usage.calls, usage.tokens_in, usage.tokens_out, usage.estimated) == (1, 2000, 100, 0)
    assert usage.usd == pytest.approx(2000 * 0.15e-6 + 100 * 0.6e-6)


@pytest.mark.parametrize("manner", ["json_schema", "json_schema, whole"])
async def test_a_stream_that_nobody_counted_is_estimated_and_marked(manner: str, asking: Asking) -> None:
    ledger = MemoryLedger()
    with serving(Reply(MANY, usage=None)) as server:
        client = asking(server, ledger=ledger)
        ledger.remember_format(client.endpoint, manner)
        await texts(client)
    usage = client.usage
    assert (usage.calls, usage.estimated, usage.unpriced) == (1, 1, 0)
    assert len(MANY) / 5 < usage.tokens_out < len(MANY) / 2
    assert usage.usd > 0


async def test_a_model_that_rambles_is_hung_up_on(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "_LONGEST_STREAM", 200)
    with serving(Reply(MANY, pace=0.01, thought="and then " * 1000)) as server:
        client = asking(server)
        assert isinstance(await refusal_of(client), TooLong)
        assert await asyncio.to_thread(server.gone.wait, 300)
    assert (client.usage.calls, client.usage.estimated) == (1, 1)
    assert 40 < client.usage.tokens_out < 120


@pytest.mark.parametrize(("host", "at_once"), [("127.0.0.1", 1), ("0.0.0.0", 4)])
async def test_a_model_is_asked_four_things_at_once_and_a_local_one_one_by_one(
    host: str, at_once: int
) -> None:
    def together(body: dict[str, object]) -> Reply:
        """Answer once as many ask as may; the first question is asked alone, and teaches the manner."""
        while len(server.requests) in range(2, 2 + at_once - 1) and not server.closing.is_set():
            time.sleep(0.001)
        return Reply(GOOD, delay=0.04)

    with serving(together) as server:
        settings = Llm(model=PRICED, api_base=server.base.replace("127.0.0.1", host))
        client = Client(settings)
        await texts(client)
        await asyncio.gather(*(texts(client) for _ in range(10)))
        assert len(server.requests) == 11
        assert server.most_at_once == at_once


@pytest.mark.parametrize("manner", [Manner(), Manner("text"), Manner("json_object", streams=False)])
def test_a_manner_is_found_again_by_its_name(manner: Manner) -> None:
    assert named(manner.name) == manner


@pytest.mark.parametrize("name", [None, "", "yaml", "yaml, whole", ", whole"])
def test_a_name_that_means_nothing_is_no_manner(name: str | None) -> None:
    assert named(name) is None


@pytest.mark.parametrize(("model", "streams"), [(PRICED, True), (UNPRICED, True), ("triton/llama", False)])
def test_a_stream_is_asked_for_where_the_provider_has_them(model: str, streams: bool) -> None:
    assert provider.limits(Endpoint(model), 100).streams is streams
