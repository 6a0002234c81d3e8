"""What a provider's error means: the sentence for the person, or that trying again may help.

Called by `provider` alone. litellm folds the errors of a hundred providers into a dozen classes,
not always the obvious one: a server that is down and an answer cut in the middle are both an
`InternalServerError` without response headers, and a request that is too large is a rate limit.
"""

import difflib
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from memtui.domain.text import Longest, one_line
from memtui.llm.errors import AnswerUnusable, LlmError, ModelUnusable, TimedOut, TooLong

_ALIKE = 0.75
"""Share of letters from which on a model's name counts as misspelled: many differ in one digit."""
_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL", re.IGNORECASE)
_SECRET_SHAPE = re.compile(
    r"\b(?:(?:sk|pk|rk|gsk|xai|ghp|hf)[-_][-\w*.]{6,}|AIza[-\w]{8,}|Bearer\s+\S+)|(?<=://)[^/\s@]+@"
)
_TOO_LARGE = re.compile(
    r"too large|too long|context (?:length|window|size|limit)|maximum context|prompt is too", re.IGNORECASE
)
_UNREACHED = re.compile(
    r"connection error|connect call failed|cannot connect|connection refused|disconnected|"
    r"connection reset|name resolution|name or service not known|getaddrinfo|"
    r"payload is not completed|peer closed|incomplete (?:chunked )?read",
    re.IGNORECASE,
)
_STREAMING = re.compile(r"\bstream", re.IGNORECASE)
_NO_JSON = re.compile(r"expecting value|jsondecodeerror|invalid json|unable to parse", re.IGNORECASE)
_PREFIX = re.compile(r"^(?:litellm\.)?(?:\w+(?:Error|Exception)?: )*(?:\w+Exception - )?")
_POLICY = re.compile(
    r"safety system|content[_ ](?:management[_ ])?(?:policy|filter)|moderation", re.IGNORECASE
)
_QUOTA = re.compile(r"quota|billing|credit|insufficient", re.IGNORECASE)


class Transient(Exception):
    """It may pass: a busy server, a cut connection. `final` is what to raise when it does not."""

    def __init__(self, final: LlmError, wait: float | None = None) -> None:
        super().__init__(str(final))
        self.final = final
        self.wait = wait
        """Seconds that the server asks to wait; None when it does not say."""


class FormatRefused(Exception):
    """The server refuses the request, perhaps for its answer format; `final` is raised if none is left."""

    def __init__(self, final: LlmError, *, of_streams: bool = False) -> None:
        super().__init__(str(final))
        self.final = final
        self.of_streams = of_streams
        """Whether it is the stream that the server does not do."""


@dataclass(frozen=True, slots=True)
class _Failure:
    """A call of a model that failed, and what is known of it."""

    error: Exception
    model: str
    place: str
    """The address that was asked, where the settings name one."""
    message: str
    """What litellm says of it."""
    quote: str
    """The same, ready to stand in brackets in the middle of a sentence."""
    status: object
    """The HTTP status, where there was one; litellm makes some up."""
    headers: Any
    """Those of the response; None when there was none."""

    @classmethod
    def of(cls, error: Exception, model: str, place: str) -> "_Failure":
        """Return what an error tells of a call."""
        status = getattr(error, "status_code", None)
        headers = getattr(error, "litellm_response_headers", None)
        return cls(error, model, place, str(error), _quoted(str(error)), status, headers)

    @property
    def where(self) -> str:
        """Who was asked."""
        return _where(self.model, self.place)


def explained(error: Exception, litellm: Any, model: str, place: str) -> Exception:
    """Return what to raise in place of `error`, which a call of `model` raised.

    What litellm's class says goes before the status, and that before what can be read from the error's words.
    """
    if own := next((cause for cause in _causes(error) if isinstance(cause, LlmError)), None):
        return own  # a program's, which litellm has wrapped
    failure = _Failure.of(error, model, place)
    return (
        _by_class(failure, litellm)
        or _by_refusal(failure)
        or _by_no_response(failure)
        or _by_fault_there(failure)
        or ModelUnusable(f"{model} cannot be asked{failure.quote}. `memtui doctor` says what is set up.")
    )


def _by_class(failure: _Failure, litellm: Any) -> Exception | None:
    """Return what the error means where litellm's class, with its words, tells it."""
    model, message, quote = failure.model, failure.message, failure.quote
    match failure.error:
        case litellm.exceptions.MidStreamFallbackError():
            return _broken_stream(failure.error, model, failure.place, message)
        case litellm.ContextWindowExceededError():
            return TooLong(f"The text does not fit what {model} reads at once.")
        case litellm.RateLimitError() if _TOO_LARGE.search(message):
            return TooLong(f"The text is more than {model} takes in one request.")
        case litellm.ContentPolicyViolationError():
            return _declined(model, quote)
        case litellm.BadRequestError() if _POLICY.search(message):
            return _declined(model, quote)
        case litellm.AuthenticationError():
            return _unauthorised(model)
        case litellm.NotFoundError():
            return _not_found(model, failure.place, message, quote)
        case litellm.RateLimitError() if _QUOTA.search(message):
            return _no_credit(model)
        case litellm.RateLimitError():
            return _busy(model, _retry_after(failure.headers))
        case litellm.BadRequestError() if "LLM Provider NOT provided" in message:
            return unknown_name(model, litellm.model_list, has_base=bool(failure.place))
        case litellm.BadRequestError() | litellm.UnprocessableEntityError():
            return _refused(model, message, quote)
    return None


def _by_refusal(failure: _Failure) -> LlmError | None:
    """Return what the error means where the provider takes no question with this key."""
    if failure.status == HTTPStatus.UNAUTHORIZED or "Missing credentials" in failure.message:
        return _unauthorised(failure.model)
    if failure.status == HTTPStatus.PAYMENT_REQUIRED:
        return _no_credit(failure.model)
    if failure.status == HTTPStatus.FORBIDDEN:
        return ModelUnusable(
            f"{failure.where} does not let this key use {failure.model}{failure.quote}. Choose another "
            "model, or have the provider open it for the key."
        )
    return None


def _by_no_response(failure: _Failure) -> Exception | None:
    """Return what the error means where no model server answered."""
    if failure.headers is not None:
        return None
    if _NO_JSON.search(failure.message):
        return ModelUnusable(
            f"What answers at {failure.place or 'the provider'} is no model server. Correct llm.api_base; "
            "for most it ends in /v1."
        )
    if _UNREACHED.search(failure.message):
        return Transient(_unreached(failure.model, failure.place))
    return None


def _by_fault_there(failure: _Failure) -> Exception | None:
    """Return what the error means where the provider is at fault: it says so, or its answer is none."""
    status, error = failure.status, failure.error
    if isinstance(status, int) and (
        status >= HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.REQUEST_TIMEOUT
    ):
        fault = f"{failure.where} has a fault of its own (HTTP {status}){failure.quote}. Try later."
        return Transient(ModelUnusable(fault), _retry_after(failure.headers))
    if isinstance(error, LookupError | AttributeError | TypeError | ValueError):
        return AnswerUnusable(
            f"{failure.model} sent an answer that is none ({type(error).__name__}). Try again."
        )
    return None


def timed_out(model: str, seconds: float, *, midway: bool) -> LlmError:
    """Return the error for a model that did not answer in time, or fell silent midway."""
    what = f"fell silent for {seconds:g} s midway" if midway else f"did not answer within {seconds:g} s"
    return TimedOut(f"{model} {what}. Raise llm.timeout_s, or choose a faster model.")


def broken_off(model: str, place: str) -> Transient:
    """Return the error for an answer that ends before it is whole."""
    return Transient(_unreached(model, place))


def no_stream(model: str) -> FormatRefused:
    """Return the error for a server that was asked for a stream and sent something else."""
    return FormatRefused(
        AnswerUnusable(f"{model} sent an answer without content; try again."), of_streams=True
    )


def missing(model: str, variables: Sequence[str], *, any_of: bool) -> ModelUnusable:
    """Return the error that names the variables a model needs."""
    names = (" or " if any_of else " and ").join(variables)
    which = "the environment variable" if len(variables) == 1 or any_of else "the environment variables"
    return ModelUnusable(
        f"{model} needs {which} {names}. Set it before memtui starts; keys are read from nowhere else."
        if len(variables) == 1 or any_of
        else f"{model} needs {which} {names}. Set them before memtui starts; keys are read from nowhere else."
    )


def unknown_name(model: str, known: Sequence[str], *, has_base: bool) -> ModelUnusable:
    """Return the error for a name that no provider goes by."""
    bare = model.partition("/")[2] or model
    close = difflib.get_close_matches(model, known, n=1, cutoff=_ALIKE) or difflib.get_close_matches(
        bare, known, n=1, cutoff=_ALIKE
    )
    if close:
        hint = f"Did you mean {close[0]}?"
    elif has_base and "/" not in model:
        name = one_line(model, Longest.PHRASE)
        hint = f"For a server of your own that speaks OpenAI's protocol, write openai/{name}."
    else:
        hint = "Names have their provider in front, such as openai/gpt-4o-mini or ollama/llama3.2."
    return ModelUnusable(f"{one_line(model, Longest.PATH)!r} is no model name. {hint}")


def _retry_after(headers: Any) -> float | None:
    """Return the seconds that a response asks to wait, None when it does not say."""
    if headers is None:
        return None
    if text := headers.get("retry-after-ms"):
        return _number(text, 1000)
    text = headers.get("retry-after")
    if not text:
        return None
    seconds = _number(text, 1)
    if seconds is not None:
        return seconds
    try:
        then = parsedate_to_datetime(text)
        now = parsedate_to_datetime(headers.get("date") or "")
    except ValueError:
        return None
    return max((then - now).total_seconds(), 0.0)


def scrubbed(text: str) -> str:
    """Return `text` without any key: neither one in the environment, nor what is shaped like one."""
    for name, value in os.environ.items():
        if len(value) >= 6 and _SECRET_NAME.search(name):
            text = text.replace(value, "[key]")
    return _SECRET_SHAPE.sub("[key]", text)


def without_credentials(url: str) -> str:
    """Return a URL without user, password, query and fragment."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()


def _broken_stream(error: Exception, model: str, place: str, message: str) -> Exception:
    """Return the error for a stream in which something else came than the answer.

    litellm gives them all one class and one status; what it was is found in what it was raised for.
    """
    causes = list(_causes(error))
    message = " ".join(map(str, causes)) or message
    if any(isinstance(cause, ValueError | TypeError | AttributeError | LookupError) for cause in causes):
        return no_stream(model)
    if _UNREACHED.search(message):
        return broken_off(model, place)
    quote = _quoted(str(causes[0]) if causes else message)
    if _TOO_LARGE.search(message):
        return TooLong(f"The text does not fit what {model} reads at once.")
    if _POLICY.search(message):
        return _declined(model, quote)
    if _QUOTA.search(message):
        return _no_credit(model)
    if any(str(getattr(cause, "code", "")) in {"400", "422"} for cause in causes):
        return _refused(model, message, quote)
    return Transient(ModelUnusable(f"{_where(model, place)} broke its answer off{quote}. Try later."))


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield what an error was raised for, the nearest first."""
    seen = {id(error)}
    cause = error.__cause__ or error.__context__
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or cause.__context__


def _refused(model: str, message: str, quote: str) -> FormatRefused:
    return FormatRefused(
        ModelUnusable(f"{model} refused the request{quote}. Try another model."),
        of_streams=_STREAMING.search(message) is not None,
    )


def _number(text: str, divisor: float) -> float | None:
    try:
        return max(float(text) / divisor, 0.0)
    except ValueError:
        return None


def _quoted(message: str) -> str:
    """Return what the provider said, ready to stand in brackets in the middle of a sentence."""
    quote = one_line(_PREFIX.sub("", scrubbed(message)), Longest.SENTENCE).rstrip(". ")
    return f" (it says: {quote})" if quote else ""


def _where(model: str, place: str) -> str:
    return place or f"the provider of {model}"


def _busy(model: str, wait: float | None) -> Transient:
    words = f"{model} is busy: its provider limits how often it may be asked. Try later."
    return Transient(ModelUnusable(words), wait)


def _declined(model: str, quote: str) -> LlmError:
    return AnswerUnusable(
        f"{model} declined to read this text{quote}. Take out what it objects to, or choose another model."
    )


def _unauthorised(model: str) -> LlmError:
    provider = model.partition("/")[0]
    return ModelUnusable(
        f"{model} does not accept the key. Check the environment variable with the key of {provider}, such "
        f"as {provider.upper()}_API_KEY; it may be missing, mistyped or expired."
    )


def _no_credit(model: str) -> LlmError:
    return ModelUnusable(
        f"The account behind {model} has no credit left. Add some with the provider, or choose another model."
    )


def _not_found(model: str, place: str, message: str, quote: str) -> LlmError:
    if model.startswith("ollama"):
        return ModelUnusable(
            f"Ollama does not have {model}. Fetch it: `ollama pull {model.partition('/')[2]}`"
        )
    if place and "model" not in message.rpartition(" - ")[2].lower():
        return ModelUnusable(
            f"{place} has no chat API{quote}. Correct llm.api_base; for most it ends in /v1."
        )
    return ModelUnusable(f"{_where(model, place)} has no {model}{quote}. Correct llm.model.")


def _unreached(model: str, place: str) -> LlmError:
    if model.startswith("ollama"):
        return ModelUnusable(
            f"Nothing answers at {place or 'http://localhost:11434'}, where {model} should be. "
            "Start it with `ollama serve`, or correct llm.api_base."
        )
    return ModelUnusable(
        f"{_where(model, place)} cannot be reached, or breaks off. Check the network"
        + (", start the server, or correct llm.api_base." if place else " and try again.")
    )
