"""What one fact looks like in a model's answer, and how loosely it may be written.

`model_extractor` loads this when the first window is read: pydantic is no small import.
"""

import math
import re
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from memtui.domain.memory import MemoryType, ValueRefused, checked_category
from memtui.llm.answers import Shape

_WORDS = {
    "critical": 0.95,
    "very high": 0.9,
    "high": 0.8,
    "medium": 0.5,
    "moderate": 0.5,
    "normal": 0.5,
    "low": 0.3,
    "very low": 0.1,
    "trivial": 0.1,
    "none": 0.0,
}
_NUMBER = re.compile(r"(\d+(?:[.,]\d+)?)\s*(?:(%)|(?:/|out of|of)\s*(\d+))?")
_TYPES = {
    "fact": MemoryType.SEMANTIC,
    "knowledge": MemoryType.SEMANTIC,
    "event": MemoryType.EPISODIC,
    "episode": MemoryType.EPISODIC,
    "procedure": MemoryType.PROCEDURAL,
    "howto": MemoryType.PROCEDURAL,
    "how-to": MemoryType.PROCEDURAL,
}
_PARTS = {
    "finished": "done",
    "completed": "done",
    "decision": "decided",
    "decisions": "decided",
    "todo": "open",
    "unfinished": "open",
}
LACKS = ("who", "what", "number", "when", "why", "extent", "sure", "denied", "nothing")
"""What of a statement its quote may not say."""
_ASKED = [kind.value for kind in MemoryType if kind is not MemoryType.CONSTITUTIONAL]
"""What becomes constitutional is not for a reader of one text to say."""
_MOST_CATEGORIES = 5
"""Categories that are taken from an answer; more say nothing about a single fact."""


def importance_of(value: object) -> float:
    """Return 0…1 for a number on any scale that models use, or for a word. Raises ValueError.

    Up to 1 it is taken as it is; up to 10 as tenths; up to 100 as per cent.
    """
    if value is None:
        return 0.5
    if isinstance(value, str):
        word = value.strip().lower().replace("_", " ")
        if word in _WORDS:
            return _WORDS[word]
        match = _NUMBER.fullmatch(word)
        if match is None:
            raise ValueError("importance is a number from 0 to 1")
        amount = float(match[1].replace(",", "."))
        scale = 100.0 if match[2] else float(match[3] or 0)
        value = amount / scale if scale else amount
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError("importance is a number from 0 to 1")
    if not 0 <= value <= 100:
        raise ValueError("importance is a number from 0 to 1")
    return float(value if value <= 1 else value / 10 if value <= 10 else value / 100)


def type_of(value: object) -> object:
    """Return the type a model means; what it made up counts as a plain fact."""
    word = str(value or "").strip().lower()
    return word if word in set(MemoryType) else _TYPES.get(word, MemoryType.SEMANTIC).value


def categories_of(value: object) -> list[str]:
    """Return the usable categories of a list or of one comma-separated string, each once."""
    names = re.split(r"[,;|]", value) if isinstance(value, str) else value if isinstance(value, list) else []
    kept: list[str] = []
    for word in names:
        try:
            name = checked_category("_".join(str(word).strip().removeprefix("#").split()))
        except ValueRefused:
            continue
        if name not in kept:
            kept.append(name)
    return kept[:_MOST_CATEGORIES]


def line_of(value: object) -> str:
    """Return text for a field that may be left away."""
    return " ".join(str(value).split()) if value is not None else ""


class FoundFact(BaseModel):
    """One fact of an answer."""

    model_config = ConfigDict(extra="ignore")

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)] = Field(
        validation_alias=AliasChoices("text", "fact", "statement", "memory", "content")
    )
    quote: str = Field(validation_alias=AliasChoices("quote", "evidence", "source_quote", "source"))
    abstract: Annotated[str, BeforeValidator(line_of)] = ""
    type: Annotated[MemoryType, BeforeValidator(type_of)] = MemoryType.SEMANTIC
    categories: Annotated[list[str], BeforeValidator(categories_of)] = Field(default_factory=list)
    importance: Annotated[float, BeforeValidator(importance_of)] = 0.5
    reason: Annotated[str, BeforeValidator(line_of)] = ""

    @classmethod
    def model_json_schema(cls, *_: Any, **__: Any) -> dict[str, Any]:
        """Return the schema in the few words that every provider's strict mode knows."""
        string = {"type": "string"}
        return {
            "type": "object",
            "properties": {
                "text": string,
                "quote": string,
                "type": {"type": "string", "enum": _ASKED},
                "categories": {"type": "array", "items": string},
                "importance": {"type": "number"},
                "reason": string,
            },
        }


FACTS = Shape("facts", FoundFact)
"""What the extraction prompt asks for."""


def plain_word(value: object) -> str:
    """Return the one word that a model answers with, in small letters."""
    word = {True: "yes", False: "no"}.get(value) if isinstance(value, bool) else str(value or "")
    return str(word).strip().strip(".!\"'").lower()


class FoundVerdict(BaseModel):
    """The word of a model on one statement that it was asked about once more."""

    model_config = ConfigDict(extra="ignore")

    n: int = Field(validation_alias=AliasChoices("n", "number", "id", "statement"))
    lacks: Annotated[str, BeforeValidator(plain_word)] = Field(
        "nothing", validation_alias=AliasChoices("lacks", "missing", "lacking")
    )
    said: Annotated[str, BeforeValidator(plain_word)] = Field(
        validation_alias=AliasChoices("said", "answer", "verdict", "supported")
    )

    @classmethod
    def model_json_schema(cls, *_: Any, **__: Any) -> dict[str, Any]:
        """Return the schema in the few words that every provider's strict mode knows."""
        said = {"type": "string", "enum": ["yes", "no"]}
        lacks = {"type": "string", "enum": list(LACKS)}
        return {"type": "object", "properties": {"n": {"type": "integer"}, "lacks": lacks, "said": said}}


VERDICTS = Shape("answers", FoundVerdict)
"""What the prompt of the second look asks for."""


def part_of(value: object) -> object:
    """Return the part of a summary that a model means."""
    word = str(value or "").strip().lower()
    return _PARTS.get(word, word)


class FoundPoint(BaseModel):
    """One point of a session's summary."""

    model_config = ConfigDict(extra="ignore")

    part: Annotated[Literal["done", "decided", "open"], BeforeValidator(part_of)]
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    quote: str = Field(validation_alias=AliasChoices("quote", "evidence", "source_quote", "source"))

    @classmethod
    def model_json_schema(cls, *_: Any, **__: Any) -> dict[str, Any]:
        """Return the schema in the few words that every provider's strict mode knows."""
        string = {"type": "string"}
        part = {"type": "string", "enum": ["done", "decided", "open"]}
        return {"type": "object", "properties": {"part": part, "text": string, "quote": string}}


POINTS = Shape("points", FoundPoint)
"""What the summary prompt asks for."""
