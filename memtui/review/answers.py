"""The shapes of what a model answers in a review pass, read leniently and brought into order.

Loads pydantic, so the rules import it only once they ask.
"""

from typing import Annotated, Any

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from memtui.llm.answers import Shape

_LINES = 6
"""Lines that are taken of a list in an answer; a card shows no more."""
_USUAL = 0.7
"""The confidence of a suggestion whose model states none."""
_WORDS = {"certain": 0.95, "high": 0.9, "likely": 0.8, "medium": 0.7, "maybe": 0.5, "low": 0.5}


def _word(value: object) -> str:
    return str(value).strip().lower() if value is not None else ""


def _line(value: object) -> str:
    return " ".join(str(value).split()) if value is not None else ""


def _lines(value: object) -> list[str]:
    listed = value if isinstance(value, list) else [value] if isinstance(value, str) else []
    return [line for each in listed if (line := _line(each))][:_LINES]


def _number(value: object) -> object:
    if isinstance(value, bool):
        raise ValueError("a memory is named by its number")
    return value


def _numbers(value: object) -> object:
    listed = value if isinstance(value, list) else [] if value in (None, "") else [value]
    return [_number(each) for each in listed]


def _share(value: object) -> object:
    """Return a model's confidence, 0…1, from a number, a percentage or a word."""
    if isinstance(value, str):
        word = value.strip().rstrip("%").lower()
        value = _WORDS.get(word, word)
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return _USUAL
    number = number / 100 if number > 1 else number
    return number if 0.0 <= number <= 1.0 else _USUAL


class _Lenient(BaseModel):
    model_config = ConfigDict(extra="ignore")

    @classmethod
    def model_json_schema(cls, *_: Any, **__: Any) -> dict[str, Any]:
        """Return an empty schema: the prompts describe the format, and answers are asked for as text."""
        return {"type": "object"}


class Card(_Lenient):
    """One suggestion about memories of a list, or about a card that a rule made."""

    ids: Annotated[list[int], BeforeValidator(_numbers)] = Field(
        default_factory=list, validation_alias=AliasChoices("ids", "id", "numbers", "number", "memory")
    )
    """The numbers of the memories; several where it is the same for each of them."""
    do: Annotated[str, BeforeValidator(_word)] = Field(
        validation_alias=AliasChoices("do", "action", "verdict")
    )
    beside: Annotated[list[int], BeforeValidator(_numbers)] = Field(
        default_factory=list, validation_alias=AliasChoices("with", "by", "of", "beside")
    )
    """The numbers of the memories that it rests on."""
    to: Annotated[str, BeforeValidator(_word)] = Field(
        "", validation_alias=AliasChoices("to", "type", "scope", "date", "on")
    )
    text: Annotated[str, BeforeValidator(_line)] = ""
    card: Annotated[str, BeforeValidator(_word)] = ""
    """The label of a card, when it is about one."""
    sure: Annotated[float, BeforeValidator(_share)] = Field(
        _USUAL, validation_alias=AliasChoices("sure", "confidence", "certainty")
    )
    group: Annotated[str, BeforeValidator(_line)] = ""
    reason: Annotated[str, BeforeValidator(_line), StringConstraints(min_length=1)]


class Summary(_Lenient):
    """Several memories in one."""

    summary: Annotated[str, BeforeValidator(_line), StringConstraints(min_length=1)] = Field(
        validation_alias=AliasChoices("summary", "text")
    )
    preserved: Annotated[list[str], BeforeValidator(_lines)] = Field(default_factory=list)
    discarded: Annotated[list[str], BeforeValidator(_lines)] = Field(default_factory=list)


CARDS = Shape("cards", Card)
"""What `prompts/review.md` asks for."""
SUMMARIES = Shape("summaries", Summary)
"""What `prompts/compact.md` asks for: one of them."""
