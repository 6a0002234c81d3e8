"""What the client makes of good, bad and absent answers: a real server on the loopback, real litellm."""

import asyncio
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any

import pytest

from memtui.capture.ledger import RunLedger
from memtui.config.settings import Llm
from memtui.llm import provider
from memtui.llm.client import Client
from memtui.llm.errors import AnswerUnusable, LlmError, ModelUnusable, SpendCapReached, TimedOut, TooLong
from memtui.llm.retrying import Patience
from memtui.llm.spending import MemoryLedger
from memtui.store.database import Store
from tests.llm.conftest import GOOD, KEY, QUESTION, THINGS, UNPRICED, Asking
from tests.llm.given_time import GivenTime, in_given_time
from tests.llm.server import Reply, Step, serving, text_only, without_schema


async def texts(client: Client) -> list[str]:
    return [item.text for item in (await client.ask(QUESTION, THINGS)).items]


async def refusal_of(client: Client) -> LlmError:
    with pytest.raises(LlmError) as caught:
        await client.ask(QUESTION, THINGS)
    return caught.value


@pytest.mark.few(4)
@pytest.mark.parametrize(
    "content",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Here is what I found:\n\n```\n{GOOD}\n```\nLet me know if you need more!",
        f"Sure! {GOOD} Hope that helps.",
        f"<think>Should I say [nothing]? {{}}</think>{GOOD}",
        '[{"text": "one"}]',
        '{"text": "one"}',
        '{"memories": [{"text": "one"}]}',
        '{"things": [{"text": "one",},],}',
        '{"things": {"text": "one"}}',
        '[{"things": [{"text": "one"}]}]',
    ],
)
async def test_one_call_is_enough_however_the_answer_is_wrapped(content: str, asking: Asking) -> None:
    with serving(Reply(content)) as server:
        assert await texts(asking(server)) == ["one"]
        assert len(server.requests) == 1


async def test_an_empty_list_is_a_success(asking: Asking) -> None:
    with serving(Reply('{"things": []}')) as server:
        assert await texts(asking(server)) == []
        assert len(server.requests) == 1


async def test_items_that_cannot_be_read_are_counted_next_to_those_that_can(asking: Asking) -> None:
    with serving(Reply('{"things": [{"text": "one"}, {"txt": "two"}, 3]}')) as server:
        answer = await asking(server).ask(QUESTION, THINGS)
        assert ([item.text for item in answer.items], answer.malformed) == (["one"], 2)


async def test_the_first_question_sends_the_schema(asking: Asking) -> None:
    with serving(Reply(GOOD)) as server:
        await texts(asking(server))
        sent = server.requests[0]["response_format"]["json_schema"]
    assert sent["strict"] is True
    assert sent["schema"]["required"] == ["things"]
    assert sent["schema"]["properties"]["things"]["items"]["additionalProperties"] is False


@pytest.mark.parametrize(
    ("answer", "formats"),
    [(without_schema, ["json_schema", "json_object"]), (text_only, ["json_schema", "json_object", "text"])],
)
async def test_a_server_that_refuses_a_format_is_asked_for_less_and_remembered(
    answer: Callable[[Reply], Step], formats: list[str], asking: Asking
) -> None:
    ledger = MemoryLedger()
    with serving(answer(Reply(GOOD))) as server:
        client = asking(server, UNPRICED, ledger=ledger)
        assert await texts(client) == ["one"]
        assert server.formats == formats
        await texts(client)
        await texts(asking(server, UNPRICED, ledger=ledger))
        assert server.formats == [*formats, formats[-1], formats[-1]]


async def test_several_first_questions_find_out_the_format_once(asking: Asking) -> None:
    with serving(without_schema(Reply(GOOD))) as server:
        client = asking(server, UNPRICED)
        await asyncio.gather(*(texts(client) for _ in range(5)))
        assert sorted(server.formats) == ["json_object"] * 5 + ["json_schema"]


async def test_a_useless_answer_is_sent_back_once_with_the_reason(asking: Asking) -> None:
    with serving(Reply("There are two things."), Reply(GOOD)) as server:
        assert await texts(asking(server)) == ["one"]
        said = server.said()
    assert "There are two things." in said
    assert "That cannot be used: the answer was not JSON" in said


async def test_after_a_repair_that_failed_the_next_question_asks_for_less_but_nothing_is_learned(
    asking: Asking,
) -> None:
    ledger = MemoryLedger()
    with serving(Reply("no"), Reply("{}"), Reply(GOOD)) as server:
        client = asking(server, ledger=ledger)
        assert await texts(client) == ["one"]
        assert server.formats == ["json_schema", "json_schema", "json_object"]
        assert ledger.answer_format(client.endpoint) == "json_schema"


@pytest.mark.parametrize("content", ["blah", "", None, '{"things": [{"txt": 1}]}'])
async def test_three_useless_answers_are_the_last(content: str | None, asking: Asking) -> None:
    with serving(Reply(content)) as server:
        error = await refusal_of(asking(server))
        assert len(server.requests) == 3
    assert isinstance(error, AnswerUnusable)
    assert "gave 3 answers that cannot be used" in str(error)
    assert "choose a model" in str(error)


@pytest.mark.parametrize(
    "reply",
    [
        Reply("I'm sorry, but I can't help with this text."),
        Reply("", finish="content_filter"),
        Reply(status=400, error="Rejected as a result of our safety system", code="content_policy_violation"),
    ],
)
async def test_a_refusal_is_said_and_not_argued_with(reply: Reply, asking: Asking) -> None:
    with serving(reply) as server:
        error = await refusal_of(asking(server))
        assert len(server.requests) == 1
    assert isinstance(error, AnswerUnusable)
    assert "declined to read this text" in str(error)


@pytest.mark.parametrize(
    "reply",
    [
        Reply('{"things": [{"text": "on', finish="length"),
        Reply('{"things": [{"text": "on'),
        Reply(status=400, error="This model's maximum context length is 4096 tokens, you requested 9000"),
        Reply(status=413, error="Request too large"),
    ],
)
async def test_what_does_not_fit_is_for_the_caller_to_cut(reply: Reply, asking: Asking) -> None:
    with serving(reply) as server:
        assert isinstance(await refusal_of(asking(server)), TooLong)
        assert len(server.requests) == 1


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "fault",
    [
        Reply(status=429, error="slow down"),
        Reply(status=500, error="oops"),
        Reply(status=503, error="overloaded"),
        Reply(GOOD * 50, cut=True),
    ],
)
async def test_a_passing_fault_is_waited_out(fault: Reply, asking: Asking) -> None:
    with serving(fault, fault, Reply(GOOD)) as server:
        assert await texts(asking(server)) == ["one"]
        assert len(server.requests) == 3


def test_retry_after_is_respected(asking: Asking) -> None:
    async def play(loop: GivenTime) -> None:
        with serving(Reply(status=429, error="slow", headers={"Retry-After": "40"}), Reply(GOOD)) as server:
            asked = asyncio.create_task(texts(asking(server)))
            await loop.until_waited(40, 44)
            await loop.forward(39.9)
            assert len(server.requests) == 1
            await loop.forward(4.1)
            assert await asked == ["one"]

    in_given_time(play)


async def test_a_server_that_asks_for_too_much_patience_is_left(asking: Asking) -> None:
    with serving(Reply(status=429, error="slow", headers={"Retry-After": "3600"})) as server:
        error = await refusal_of(asking(server))
        assert len(server.requests) == 1
    assert "limits how often it may be asked" in str(error)


@pytest.mark.few(6)
@pytest.mark.parametrize(
    ("reply", "sentence", "requests"),
    [
        (
            Reply(status=500, error="oops"),
            r"has a fault of its own \(HTTP 500\) \(it says: oops\). Try later",
            3,
        ),
        (Reply(GOOD, cut=True), "cannot be reached, or breaks off", 3),
        (Reply(status=401, error=f"Incorrect API key: {KEY}"), "does not accept the key.*OPENAI_API_KEY", 1),
        (Reply(status=403, error="not in your plan"), "does not let this key use openai/gpt-4o-mini", 1),
        (
            Reply(status=429, error="You exceeded your current quota", code="insufficient_quota"),
            "no credit",
            1,
        ),
        (Reply(status=404, error="The model `x` does not exist"), "has no openai/gpt-4o-mini.*llm.model", 1),
        (Reply(status=404, raw=b"404 page not found"), "has no chat API.*llm.api_base", 1),
        (Reply(raw=b"<html>Welcome</html>"), "is no model server. Correct llm.api_base", 2),
        (Reply(raw=b'{"object": "chat.completion", "choices": []}'), "sent an answer", 2),
        (Reply(status=400, error=f"no {KEY}, no sk-other123*****"), r"it says: no \[key\], no \[key\]", 6),
        (Reply(status=400, error="bad parameter"), r"refused the request \(it says: bad parameter\)", 6),
    ],
)
async def test_each_failure_is_a_sentence_with_the_next_step(
    reply: Reply, sentence: str, requests: int, asking: Asking
) -> None:
    with serving(reply) as server:
        with pytest.raises(LlmError, match=f"(?s){sentence}") as caught:
            await asking(server).ask(QUESTION, THINGS)
        assert len(server.requests) == requests
    assert str(caught.value).count("\n") == 0
    assert KEY not in "".join(traceback.format_exception(caught.value))
    assert caught.value.__context__ is None or KEY not in str(caught.value.__context__)


async def test_a_server_that_is_down_is_said(asking: Asking) -> None:
    with serving(Reply(GOOD)) as server:
        client = asking(server)
    assert "cannot be reached, or breaks off. Check the network, start the server" in str(
        await refusal_of(client)
    )


async def test_ollama_that_is_not_running_says_how_to_start_it() -> None:
    settings = Llm(model="ollama/llama3.2", api_base="http://127.0.0.1:9")
    error = await refusal_of(Client(settings, patience=Patience(attempts=1)))
    assert "Nothing answers at http://127.0.0.1:9" in str(error)
    assert "`ollama serve`" in str(error)


def test_a_slow_model_is_given_up_after_the_time_that_is_set(asking: Asking) -> None:
    async def play(loop: GivenTime) -> None:
        with serving(Reply(GOOD, delay=3600)) as server:
            asked = asyncio.create_task(refusal_of(asking(server, timeout_s=30)))
            await until(lambda: bool(server.requests))
            await loop.forward(29.9)
            assert not asked.done()
            await loop.forward(0.2)
            error = await asked
            assert isinstance(error, TimedOut)
            assert "did not answer within 30 s. Raise llm.timeout_s" in str(error)

    in_given_time(play)


async def test_cancelling_does_not_wait_for_the_answer_and_hangs_up(asking: Asking) -> None:
    with serving(Reply(GOOD, delay=3600)) as server:
        client = asking(server)
        await client.prepare()
        task = asyncio.create_task(client.ask(QUESTION, THINGS))
        await until(lambda: bool(server.requests))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(server.gone.wait, 300)
        assert client.usage.calls == 1


def test_cancelling_while_it_waits_to_try_again_frees_at_once(asking: Asking) -> None:
    async def play(loop: GivenTime) -> None:
        with serving(Reply(status=429, error="slow", headers={"Retry-After": "50"})) as server:
            task = asyncio.create_task(asking(server).ask(QUESTION, THINGS))
            await loop.until_waited(50, 55)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert len(server.requests) == 1

    in_given_time(play)


async def test_tokens_and_cost_are_counted_with_the_failed_attempts(asking: Asking) -> None:
    with serving(Reply("nonsense", usage=(1000, 100)), Reply(GOOD, usage=(2000, 100))) as server:
        client = asking(server)
        await texts(client)
    usage = client.usage
    assert (usage.calls, usage.tokens_in, usage.tokens_out, usage.unpriced) == (2, 3000, 200, 0)
    assert usage.usd == pytest.approx(3000 * 0.15e-6 + 200 * 0.6e-6)


async def test_a_server_that_does_not_count_is_estimated(asking: Asking) -> None:
    with serving(Reply(GOOD, usage=None)) as server:
        client = asking(server)
        await texts(client)
    assert client.usage.tokens_in > 0
    assert client.usage.usd > 0


async def test_a_model_of_ones_own_costs_nothing(asking: Asking) -> None:
    with serving(Reply(GOOD)) as server:
        client = asking(server, UNPRICED, max_usd_per_day=0.0, max_usd_per_run=0.0)
        await texts(client)
    assert (client.usage.calls, client.usage.usd, client.usage.unpriced) == (1, 0.0, 0)


@pytest.mark.parametrize("cap", ["max_usd_per_day", "max_usd_per_run"])
async def test_no_call_is_made_that_could_pass_a_cap(cap: str, asking: Asking) -> None:
    with serving(Reply(GOOD, usage=(20_000, 10))) as server:
        client = asking(server, **{cap: 0.009})
        await texts(client)
        await texts(client)
        error = await refusal_of(client)
        assert isinstance(error, SpendCapReached)
        assert len(server.requests) == 2
    assert f"llm.{cap} = 0.009" in str(error)
    assert f"`memtui config set llm.{cap} " in str(error)


@pytest.mark.parametrize(
    ("key", "cap"), [("max_unpriced_calls_per_day", 2), ("max_unpriced_tokens_per_day", 48_000)]
)
async def test_calls_whose_price_nobody_knows_are_capped_by_number_and_tokens(
    store: Store, key: str, cap: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "*")
    with serving(Reply(GOOD, usage=(20_000, 10))) as server:
        elsewhere = server.base.replace("127.0.0.1", "0.0.0.0")  # not told to be this machine
        caps: dict[str, Any] = {key: cap}
        settings = Llm(model=UNPRICED, api_base=elsewhere, timeout_s=10.0, **caps)
        for _ in range(2):  # runs of one day, as two processes make them
            with RunLedger(store, "extract", UNPRICED) as ledger:
                await texts(Client(settings, ledger=ledger))
        with RunLedger(store, "extract", UNPRICED) as ledger:
            error = await refusal_of(Client(settings, ledger=ledger))
        assert isinstance(error, SpendCapReached)
        assert len(server.requests) == 2
    assert f"llm.{key} = {cap}" in str(error)


async def test_failed_calls_set_nothing_aside_for_good(asking: Asking) -> None:
    ledger = MemoryLedger()
    with serving(Reply(status=500, error="oops")) as server:
        await refusal_of(asking(server, ledger=ledger))
    assert ledger.reserved == 0.0
    assert ledger.usage.calls == 0


def test_without_litellm_a_sentence_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "litellm", None)
    with pytest.raises(ModelUnusable, match="through litellm, which is not installed"):
        provider.check(provider.Endpoint("openai/gpt-4o", ""))


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        ("", r"No model is set. Name one: `memtui config set llm.model"),
        ("gpt-4o-mni", "'gpt-4o-mni' is no model name. Did you mean gpt-4o-mini"),
        ("zzz", "'zzz' is no model name. Names have their provider in front, such as openai/gpt-4o-mini"),
        ("anthropic/claude-sonnet-4-5", "needs the environment variable ANTHROPIC_API_KEY. Set it before"),
        ("gemini/gemini-2.5-flash", "needs the environment variable GOOGLE_API_KEY or GEMINI_API_KEY"),
        ("bedrock/some-model", "variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
    ],
)
async def test_what_is_missing_is_named_before_anything_is_sent(
    model: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "GOOGLE_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ModelUnusable, match=sentence):
        await Client(Llm(model=model)).ask(QUESTION, THINGS)


async def test_a_server_of_ones_own_needs_no_key(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with serving(Reply(GOOD), Reply(status=401, error="who are you?")) as server:
        client = asking(server, UNPRICED)
        assert await texts(client) == ["one"]
        assert server.keys == ["Bearer none"]
        assert "OPENAI_API_KEY" in str(await refusal_of(client))


async def test_a_bare_name_for_a_server_of_ones_own_is_told_how_to_be_written() -> None:
    settings = Llm(model="qqllamaqq", api_base="http://127.0.0.1:9/v1")
    assert "write openai/qqllamaqq" in str(await refusal_of(Client(settings)))


async def test_a_model_of_another_provider_is_not_sent_to_the_set_ones_server() -> None:
    settings = Llm(model="openai/local", api_base="http://127.0.0.1:9/v1")
    assert Client(settings, model="openai/other").endpoint.api_base == "http://127.0.0.1:9/v1"
    assert Client(settings, model="anthropic/claude-sonnet-4-5").endpoint.api_base == ""


async def test_the_last_request_a_server_gets_is_as_plain_as_can_be(asking: Asking) -> None:
    def plain_only(body: dict[str, Any]) -> Reply:
        plain = set(body) == {"model", "messages"}
        return Reply(GOOD) if plain else Reply(status=400, error="bad parameter")

    with serving(plain_only) as server:
        await texts(asking(server, UNPRICED))
        assert set(server.requests[-1]) == {"model", "messages"}


async def test_the_answers_of_two_event_loops_do_not_meet(asking: Asking) -> None:
    with serving(Reply(GOOD)) as server:

        def in_a_loop_of_its_own() -> list[str]:
            return asyncio.run(texts(asking(server)))

        assert await asyncio.to_thread(in_a_loop_of_its_own) == ["one"]
        assert await asyncio.to_thread(in_a_loop_of_its_own) == ["one"]


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something another thread does has happened."""

    def wait() -> None:
        while not holds():
            time.sleep(0.005)

    await asyncio.to_thread(wait)


async def test_a_model_that_forgets_the_end_of_its_list_is_asked_once_more(asking: Asking) -> None:
    with serving(Reply('{"things": [{"text": "one"}'), Reply(GOOD)) as server:
        assert await texts(asking(server)) == ["one"]
        assert len(server.requests) == 2


@pytest.mark.parametrize("half", ['{"things": [{"text": "one"}', '{"things": [{"text": "one"}, {"te'])
async def test_half_a_list_is_no_answer(half: str, asking: Asking) -> None:
    with serving(Reply(half)) as server:
        assert isinstance(await refusal_of(asking(server)), TooLong)
