"""From what a model wrote to checked items: finds the JSON in an answer, and the items in the JSON.

Models wrap JSON in fences and prose, think aloud before it, leave the wrapper away, or give one
object for a list of one. All of that is understood here; what an item is made of is said by the
pydantic model that the caller brings. Called by `client`.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from memtui.domain.text import one_line

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T", bound="BaseModel")

_THOUGHT = re.compile(r"<(think|thinking|reasoning|reflection)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_TRAILING_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])', re.DOTALL)
_BEGUN = re.compile(r'\{(?=\s*")|\[(?=\s*\{)')
"""Where a list of items, or an object that may hold one, begins; prose has other brackets."""
_BRACKET = re.compile(r'"(?:\\.|[^\\])*?(?:"(?=\s*(?:[,:}\]]|\Z))|\Z)|[\[\]{}]', re.DOTALL)
"""A bracket, or a string, in which there are none; a quote that a model forgot to mark does not end it."""
_REFUSAL = re.compile(
    r"\s*(?:I['’]?m sorry|I am sorry|Sorry|I apologi[sz]e|I can['’]?t|I cannot|I can not|I won['’]?t|"
    r"I am unable|I['’]?m unable|I am not able|I['’]?m not able|As an AI)\b",
    re.IGNORECASE,
)
_MOST_STARTS = 100
"""How many brackets of an answer are tried as the start of its JSON."""
_DECODER = json.JSONDecoder(strict=False)


class Garbage(ValueError):
    """An answer without a single usable item; `str()` of it tells the model what was wrong."""

    def __init__(self, reason: str, *, cut_off: bool = False) -> None:
        super().__init__(reason)
        self.cut_off = cut_off
        """Whether it starts like an answer and ends in the middle."""


@dataclass(frozen=True, slots=True)
class Shape(Generic[T]):
    """The answer that is asked for: an object with one list of items."""

    key: str
    """What the list is called in the object."""
    item: type[T]

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of the answer, in the strict form: everything required, nothing else allowed."""
        schema = {
            "type": "object",
            "properties": {self.key: {"type": "array", "items": self.item.model_json_schema()}},
        }
        return _strict(schema)


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What was understood of an answer."""

    items: tuple[T, ...]
    malformed: int
    """Items that could not be used, next to others that could."""


def read(text: str, shape: Shape[T]) -> Answer[T]:
    """Return the items in a model's answer, none when it says so. Raises Garbage."""
    text = _THOUGHT.sub("", text.lstrip("\ufeff")).strip()
    if not text:
        raise Garbage("the answer was empty")
    if _breaks_off(text):
        raise Garbage("the answer was cut off", cut_off=True)
    best: Answer[T] | None = None
    wrong = ""
    for value in _values(text):
        listed = _listed(value, shape.key)
        if listed is None:
            continue
        answer, problem = _checked(listed, shape)
        if answer.items:
            return answer
        if problem:
            wrong = wrong or problem
        elif best is None:
            best = answer
    if wrong:
        raise Garbage(wrong)
    if best is not None:
        return best
    cut_off = text.startswith(("{", "[", "```")) and not text.endswith(("}", "]", "```"))
    raise Garbage("the answer was cut off" if cut_off else "the answer was not JSON", cut_off=cut_off)


def _breaks_off(text: str) -> bool:
    """Say whether a list is begun and not closed: what stands in it whole is only a part of the answer."""
    begun = _BEGUN.search(text)
    if begun is None or _is_json(text, begun.start()):
        return False
    unclosed: list[str] = []
    for bracket in _BRACKET.findall(text, begun.start()):
        if bracket in "{[":
            unclosed.append(bracket)
        elif bracket in "}]" and unclosed:
            unclosed.pop()
            if not unclosed:
                return False
    return "[" in unclosed


def _is_json(text: str, start: int) -> bool:
    try:
        _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return False
    return True


def ends_midway(text: str) -> bool:
    """Say whether the JSON of an answer is begun and not closed."""
    text = _THOUGHT.sub("", text)
    starts = [at for at in (text.find("{"), text.find("[")) if at >= 0]
    return bool(starts) and not _is_json(text, min(starts))


def refuses(text: str) -> bool:
    """Say whether an answer without JSON is a polite refusal."""
    return _REFUSAL.match(text) is not None and "{" not in text and "[" not in text


def _values(text: str) -> Iterator[object]:
    """Yield what may be the answer's JSON, the likeliest reading first."""
    whole = _parsed(text)
    if whole is not None:
        yield whole
        return
    for fenced in _FENCE.findall(text):
        value = _parsed(fenced.strip())
        if value is not None:
            yield value
    loose = list(_loose_values(text))
    objects = [value for value in loose if isinstance(value, dict)]
    if len(objects) > 1:
        yield objects  # one object a line
    yield from loose


def _parsed(text: str) -> object | None:
    for attempt in (text, _TRAILING_COMMA.sub(r"\1", text)):
        try:
            value: object = json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
        # A model may quote its whole JSON as one string.
        return _parsed(value) if isinstance(value, str) and value.lstrip()[:1] in {"{", "["} else value
    return None


def _loose_values(text: str) -> Iterator[object]:
    """Yield the objects and arrays that stand somewhere in prose, outermost only."""
    position = 0
    for _ in range(_MOST_STARTS):
        starts = [at for at in (text.find("{", position), text.find("[", position)) if at >= 0]
        if not starts:
            return
        start = min(starts)
        try:
            value, position = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            position = start + 1
            continue
        yield value


def _listed(value: object, key: str) -> list[object] | None:
    """Return the list of items in a decoded answer, None when it can hold none."""
    if isinstance(value, list):
        wrapped = len(value) == 1 and isinstance(value[0], dict) and isinstance(value[0].get(key), list)
        return _listed(value[0], key) if wrapped else value
    if not isinstance(value, dict) or not value:
        return None
    inner = value.get(key)
    if inner is None and len(value) == 1:  # the wrapper goes by another name
        inner = next(iter(value.values()))
    if isinstance(inner, list):
        return inner
    return [inner] if isinstance(inner, dict) else [value]


def _checked(listed: list[object], shape: Shape[T]) -> tuple[Answer[T], str]:
    """Return the usable items, and what is wrong with the first of the others."""
    from pydantic import ValidationError

    items: list[T] = []
    problem = ""
    for entry in listed:
        try:
            items.append(shape.item.model_validate(entry))
        except ValidationError as error:
            problem = problem or _worded(error)
    return Answer(tuple(items), len(listed) - len(items)), problem


def _worded(error: Any) -> str:
    """Return the first complaint of pydantic without the value it is about."""
    first: Mapping[str, Any] = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(map(str, first["loc"]))
    return one_line(f"{where}: {first['msg']}" if where else str(first["msg"]), 160)


def _strict(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema in which every object is closed and all its fields are required."""
    kept = {name: value for name, value in schema.items() if name not in {"title", "default"}}
    if "properties" in kept:
        kept["properties"] = {
            name: _strict(inner) if isinstance(inner, dict) else inner
            for name, inner in kept["properties"].items()
        }
        kept |= {"required": list(kept["properties"]), "additionalProperties": False}
    if isinstance(kept.get("items"), dict):
        kept["items"] = _strict(kept["items"])
    return kept
