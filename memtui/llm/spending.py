"""What calls cost, and the promise that no more is spent than the person allows.

A call is paid for before it is made: `Ledger.reserve` sets aside the most it can cost, in one step
with the question whether that is still allowed, so that several processes together stay under the
cap and a killed one has not spent unseen. `Ledger.settle` puts the true cost in its place.
"""

from dataclasses import dataclass
from typing import Protocol

from memtui.llm.provider import Endpoint, Price

CHARACTERS_PER_TOKEN = 3.5
"""Rather too few than too many: an estimate that is used for a cap errs on the dear side."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Calls that were made, and what they took."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    usd: float = 0.0
    unpriced: int = 0
    """Calls among them whose price nobody knows."""
    estimated: int = 0
    """Calls among them whose tokens no server counted: their tokens, and so their cost, are about right."""

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.usd + other.usd,
            self.unpriced + other.unpriced,
            self.estimated + other.estimated,
        )


@dataclass(frozen=True, slots=True)
class Spent:
    """US dollars that count against the caps, what is set aside for calls under way included."""

    run: float
    day: float


@dataclass(frozen=True, slots=True)
class Caps:
    """US dollars a person allows."""

    run: float
    day: float
    """Within any 24 hours, all runs of all processes together."""

    def allow(self, spent: Spent, usd: float) -> bool:
        """Say whether `usd` more stays within both."""
        return spent.run + usd <= self.run and spent.day + usd <= self.day


@dataclass(frozen=True, slots=True)
class Unpriced:
    """What models without a known price took, or may take, within 24 hours."""

    calls: int
    tokens: int
    """In and out."""

    def holds(self, more: "Unpriced") -> bool:
        """Say whether `more` stays within this."""
        return more.calls <= self.calls and more.tokens <= self.tokens

    def __add__(self, other: "Unpriced") -> "Unpriced":
        return Unpriced(self.calls + other.calls, self.tokens + other.tokens)

    def __sub__(self, other: "Unpriced") -> "Unpriced":
        return Unpriced(self.calls - other.calls, self.tokens - other.tokens)


class Ledger(Protocol):
    """Where spending is written down, and what was learned about a model. Capture keeps it in the store.

    Its methods are short and not async: the client calls them in a thread.
    """

    def reserve(self, usd: float, caps: Caps) -> Spent | None:
        """Set `usd` aside when `caps` allow it and return None; else return what has been spent."""

    def settle(self, reserved: float, usage: Usage) -> None:
        """Put what a call took in the place of what was set aside for it."""

    def unpriced(self) -> Unpriced:
        """Return what runs with calls of an unknown price took within 24 hours."""

    def answer_format(self, endpoint: Endpoint) -> str | None:
        """Return the name of the way of asking that worked with a model before, or None."""

    def remember_format(self, endpoint: Endpoint, name: str) -> None:
        """Keep the name of the manner of asking that worked with a model."""


class MemoryLedger:
    """A ledger for one process, gone with it: for trying a model, and where there is no store to write."""

    def __init__(self) -> None:
        self.usage = Usage()
        self.reserved = 0.0
        self._formats: dict[Endpoint, str] = {}

    def reserve(self, usd: float, caps: Caps) -> Spent | None:
        """Set `usd` aside when `caps` allow it and return None; else return what has been spent."""
        total = self.usage.usd + self.reserved
        spent = Spent(total, total)
        if not caps.allow(spent, usd):
            return spent
        self.reserved += usd
        return None

    def settle(self, reserved: float, usage: Usage) -> None:
        """Put what a call took in the place of what was set aside for it."""
        self.reserved = max(self.reserved - reserved, 0.0)
        self.usage += usage

    def unpriced(self) -> Unpriced:
        """Return what the calls took, when any had no known price."""
        used = self.usage
        return Unpriced(used.calls, used.tokens_in + used.tokens_out) if used.unpriced else Unpriced(0, 0)

    def answer_format(self, endpoint: Endpoint) -> str | None:
        """Return the answer format that worked with a model before, or None."""
        return self._formats.get(endpoint)

    def remember_format(self, endpoint: Endpoint, name: str) -> None:
        """Keep the answer format that worked with a model."""
        self._formats[endpoint] = name


def tokens(text: str) -> int:
    """Return about how many tokens a text is; CJK and other wide scripts take one a character."""
    wide = 0 if text.isascii() else sum(character > "\u2e7f" for character in text)
    return int((len(text) - wide) / CHARACTERS_PER_TOKEN) + wide + 1


def cost(price: Price | None, tokens_in: int, tokens_out: int) -> float:
    """Return the US dollars that tokens cost; 0 where the price is not known."""
    return 0.0 if price is None else price.of(tokens_in, tokens_out)
