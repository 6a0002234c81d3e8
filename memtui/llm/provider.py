"""The door to litellm: loads it quietly, and sends one request to one model.

Called by `client` (chat), for embeddings, and by `memtui doctor`, which asks what is missing. litellm takes
two seconds to import, asks the network for prices, prints advice, and reads a `.env` file near its own
folder unless it is told otherwise first; `load` tells it.
"""

import asyncio
import ipaddress
import logging
import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from memtui.llm import faults
from memtui.llm.errors import AnswerUnusable, ModelUnusable
from memtui.llm.programs.known import PROVIDER as PROGRAMS
from memtui.llm.programs.running import program_of
from memtui.llm.streaming import Ending, Heard, collect

Message = Mapping[str, str]
"""`role` and `content`, as every chat API takes them."""

_PLACEHOLDER = "none"
"""Sent as the key to a server of the person's own; OpenAI's library refuses to send nothing."""
_ANY_OF = {"gemini"}
"""Providers for which one of the missing variables is enough."""
_LOCAL_PROVIDERS = {"ollama", "ollama_chat", "lm_studio", "llamafile"}
_OLLAMA_CONTEXT = 12_288
"""Tokens. Ollama's own default is so short that it would cut off a window's beginning unseen."""
_PROGRAM_TIMES = 4
"""How many times the usual time a program may take: it starts, thinks and answers in one piece."""
_CLEARING_UP_S = 10.0
"""Seconds besides that ending a program which hangs may take."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model and where it is served."""

    model: str
    """As litellm names it: `openai/gpt-4o-mini`, `ollama/llama3.2`."""
    api_base: str = ""
    """Empty for the provider's usual place."""

    @property
    def provider(self) -> str:
        """The name before the slash, or an empty string."""
        return self.model.partition("/")[0] if "/" in self.model else ""

    @property
    def place(self) -> str:
        """`api_base` without what may be secret in a URL: user, password and query."""
        return faults.without_credentials(self.api_base)

    @property
    def is_program(self) -> bool:
        """Whether it is an agent's program on this machine, see `programs`."""
        return self.provider == PROGRAMS

    @property
    def is_local(self) -> bool:
        """Whether it runs on this machine, so that calls are free and better made one by one."""
        if not self.api_base:
            return self.provider in _LOCAL_PROVIDERS
        host = urlsplit(self.api_base).hostname or ""
        try:
            return host == "localhost" or ipaddress.ip_address(host).is_loopback
        except ValueError:
            return False


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for one token."""

    read: float
    written: float

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """Return what a call with these tokens costs."""
        return tokens_in * self.read + tokens_out * self.written


@dataclass(frozen=True, slots=True)
class Limits:
    """What is known of a model before it is asked."""

    price: Price | None
    """None when litellm does not list the model."""
    max_tokens: int | None
    """The longest answer to ask for; None leaves it to the server."""
    streams: bool = True
    """Whether its provider has answers piece by piece."""
    formats: bool = True
    """Whether an answer in JSON can be asked for other than in words."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said."""

    content: str
    finish: str
    """Why it stopped: `stop`, `length`, `content_filter`, …"""
    refusal: str
    tokens_in: int
    tokens_out: int
    """Both 0 when nobody counted."""
    usd: float | None
    counted: bool = True
    """Whether the server counted the tokens; else they are estimated."""


def load() -> Any:
    """Return litellm, imported without a request, a report or a word on the terminal.

    Raises ModelUnusable where it is not installed, which is so on Pythons that it has no release for.
    """
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ["LITELLM_MODE"] = "PRODUCTION"  # in its other mode it loads the nearest .env file
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
        logging.getLogger(name).disabled = True
    # A call that is cancelled in its first moments, before litellm has come to send it, leaves this behind.
    warnings.filterwarnings(
        "ignore", r"coroutine '.*(completion|streaming)' was never awaited", RuntimeWarning
    )
    warnings.filterwarnings("ignore", category=UserWarning, module=r"(pydantic|litellm)\b")
    try:
        import litellm
    except ModuleNotFoundError as error:
        if error.name != "litellm":
            raise
        raise ModelUnusable(
            "A model is asked through litellm, which is not installed: `pip install litellm`, "
            "or go by rules alone."
        ) from None

    litellm.suppress_debug_info = True
    litellm.telemetry = False
    litellm.turn_off_message_logging = True
    litellm.DEFAULT_MAX_RETRIES = 0  # for embeddings it stands in for the none that is asked for

    from memtui.llm.programs.handler import register  # imports litellm

    register()
    return litellm


async def loaded() -> Any:
    """Return litellm; the import runs in a thread, so that a screen stays alive meanwhile."""
    return await asyncio.to_thread(load)


def check(endpoint: Endpoint) -> None:
    """Look at a model's name and at the environment. Raises ModelUnusable; sends nothing."""
    if endpoint.is_program:
        program_of(endpoint.model)
        return
    litellm = load()
    try:
        _, provider, _, _ = litellm.get_llm_provider(
            model=endpoint.model, api_base=endpoint.api_base or None, api_key=_PLACEHOLDER
        )
    except Exception:  # noqa: BLE001 litellm raises what it likes; whatever it is, the name is unknown to it
        provider = None
    if provider is None:
        raise faults.unknown_name(endpoint.model, litellm.model_list, has_base=bool(endpoint.api_base))
    missing = missing_variables(endpoint)
    if missing and not _needs_no_key(endpoint, missing):
        raise faults.missing(endpoint.model, missing, any_of=provider in _ANY_OF)


def missing_variables(endpoint: Endpoint) -> list[str]:
    """Return the environment variables that the model's provider needs and that are not set."""
    environment = load().validate_environment(model=endpoint.model)
    # Where a server is, every provider that asks for it has a default for, or takes from `api_base`.
    missing = [name for name in environment.get("missing_keys") or [] if not name.endswith("_API_BASE")]
    return [] if environment.get("keys_in_environment") else missing


def limits(endpoint: Endpoint, longest_answer: int) -> Limits:
    """Return what litellm lists about a model: its price, and how long an answer may be at most."""
    if endpoint.is_program:
        return Limits(None, None, streams=False, formats=False)
    streams = _streams(endpoint)
    try:
        info = load().get_model_info(model=endpoint.model)
    except Exception:  # noqa: BLE001 a model that is not listed raises a plain Exception
        return Limits(Price(0.0, 0.0) if endpoint.is_local else None, None, streams)
    price = Price(float(info["input_cost_per_token"] or 0), float(info["output_cost_per_token"] or 0))
    most = info.get("max_output_tokens") or info.get("max_tokens")
    return Limits(price, min(longest_answer, int(most)) if most else None, streams)


def _streams(endpoint: Endpoint) -> bool:
    """Say whether litellm knows how to stream from a model's provider; one it knows nothing of is tried."""
    try:
        known = load().get_supported_openai_params(
            model=endpoint.model.partition("/")[2] or endpoint.model,
            custom_llm_provider=endpoint.provider or None,
        )
    except Exception:  # noqa: BLE001 litellm raises what it likes
        return True
    return known is None or "stream" in known


async def complete(
    endpoint: Endpoint,
    messages: Sequence[Message],
    *,
    timeout_s: float,
    max_tokens: int | None,
    response_format: Mapping[str, object] | None,
    heard: Heard | None = None,
    longest: int = 0,
) -> Reply:
    """Send one request and return the answer.

    With `heard` the answer is asked for as a stream, of `longest` characters at most, and collected there;
    then `timeout_s` limits the time in which nothing comes, else the whole answer's. Without a
    `response_format` and a stream only the messages go out, which every server takes. Raises
    `faults.Transient` for what may pass, `faults.FormatRefused` for a request the server does not take,
    and an LlmError for the rest. Cancelling it closes the connection.
    """
    litellm = await loaded()
    timeout_s *= _PROGRAM_TIMES if endpoint.is_program else 1
    failure: Exception
    try:
        async with asyncio.timeout(timeout_s + (_CLEARING_UP_S if endpoint.is_program else 0)) as limit:
            answer = await litellm.acompletion(
                model=endpoint.model,
                messages=[dict(message) for message in messages],
                # For others the one above is the rule, and this one for what it cannot interrupt.
                timeout=timeout_s + (0 if endpoint.is_program else 10),
                max_retries=0,
                num_retries=0,
                drop_params=True,
                **_options(endpoint, max_tokens, response_format),
                **({} if heard is None else {"stream": True, "stream_options": {"include_usage": True}}),
            )
            if heard is None:
                return _reply(answer, endpoint)
            ending = await collect(answer, heard, limit, timeout_s=timeout_s, longest=longest)
            return _streamed(ending, heard, endpoint)
    except TimeoutError:
        failure = faults.timed_out(endpoint.model, timeout_s, midway=bool(heard and heard.length))
    except (AnswerUnusable, faults.FormatRefused):
        raise
    except Exception as error:  # noqa: BLE001 each provider has its own; `explained` tells them apart
        failure = faults.explained(error, litellm, endpoint.model, endpoint.place)
    raise failure  # outside the handler, so that the provider's error, which may quote a key, is let go


def _options(
    endpoint: Endpoint, max_tokens: int | None, response_format: Mapping[str, object] | None
) -> dict[str, object]:
    options: dict[str, object] = {}
    if endpoint.api_base:
        options["api_base"] = endpoint.api_base
        missing = missing_variables(endpoint)
        if missing and _needs_no_key(endpoint, missing):
            options["api_key"] = _PLACEHOLDER
    if max_tokens is not None:
        options["max_tokens"] = max_tokens
    if response_format is not None:
        options |= {"response_format": response_format, "temperature": 0}
    if endpoint.provider in {"ollama", "ollama_chat"}:
        options["num_ctx"] = _OLLAMA_CONTEXT
    return options


def _needs_no_key(endpoint: Endpoint, missing: Sequence[str]) -> bool:
    """Say whether a server of the person's own is asked, which may well do without a key."""
    return bool(endpoint.api_base) and all(name.endswith("_API_KEY") for name in missing)


def _reply(answer: Any, endpoint: Endpoint) -> Reply:
    choices = getattr(answer, "choices", None)
    if not choices:
        raise AnswerUnusable(f"{endpoint.model} sent an answer without content; try again.")
    message = choices[0].message
    usage = getattr(answer, "usage", None)
    hidden = getattr(answer, "_hidden_params", None) or {}
    extra = getattr(message, "provider_specific_fields", None) or {}
    return Reply(
        content=message.content or "",
        finish=str(choices[0].finish_reason or ""),
        refusal=str(extra.get("refusal") or getattr(message, "refusal", None) or ""),
        tokens_in=int(getattr(usage, "prompt_tokens", 0) or 0),
        tokens_out=int(getattr(usage, "completion_tokens", 0) or 0),
        usd=hidden.get("response_cost"),
        counted=bool(getattr(usage, "prompt_tokens", 0)),
    )


def _streamed(ending: Ending, heard: Heard, endpoint: Endpoint) -> Reply:
    """Return what a stream brought. Raises FormatRefused when it was none."""
    if not heard.length and not ending.finish:
        raise faults.no_stream(endpoint.model)
    return Reply(
        content=heard.answer,
        finish=ending.finish,
        refusal="",
        tokens_in=ending.tokens_in,
        tokens_out=ending.tokens_out,
        usd=None,
        counted=ending.counted,
    )
