"""The shapes of what a model answers in a review pass, read leniently and brought into order.

Loads pydantic, so the rules import it only once they ask.
"""

from typing import Annotated, Any

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from memtui.llm.answers import Shape

_LINES = 6


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


class _Lenient(BaseModel):
    model_config = ConfigDict(extra="ignore")

    @classmethod
    def model_json_schema(cls, *_: Any, **__: Any) -> dict[str, Any]:
        """Say nothing: the prompts tell the format, and the answers are asked for in plain text."""
        return {"type": "object"}


class Card(_Lenient):
    """One suggestion about one memory of a list."""

    id: Annotated[int, BeforeValidator(_number)] = Field(
        validation_alias=AliasChoices("id", "number", "memory")
    )
    do: Annotated[str, BeforeValidator(_word)] = Field(
        validation_alias=AliasChoices("do", "action", "verdict")
    )
    to: Annotated[str, BeforeValidator(_word)] = Field("", validation_alias=AliasChoices("to", "type"))
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
