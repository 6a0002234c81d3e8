"""What commands print with `--json`: every answer with its fields, from the one table in `answers.toml`.

`memtui schema` tells it as JSON Schema, docs/json.md as a page. A test holds what the commands really print
against it.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_TABLE = Path(__file__).with_name("answers.toml")
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN: Mapping[str, Mapping[str, Any]] = {
    "text": {"type": "string"},
    "number": {"type": "number"},
    "count": {"type": "integer"},
    "flag": {"type": "boolean"},
    "time": {"type": "string", "format": "date-time"},
    "any": {},
}
_FURTHER = "*"
"""Names the field of a shape that may have others than those it lists."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a shape."""

    name: str
    kind: str
    """As the table writes it: `[text]`, `time?`, the name of a shape."""
    description: str
    always: bool
    """Whether it is there in every answer."""


@dataclass(frozen=True, slots=True)
class Shape:
    """An object with named fields."""

    name: str
    description: str
    parts: tuple[str, ...]
    """Shapes whose fields it has besides its own."""
    own: tuple[Field, ...]
    further: bool
    """Whether it may have fields that are not listed."""


@dataclass(frozen=True, slots=True)
class Answers:
    """All that commands print with `--json`."""

    version: int
    """Raised when a field goes, or becomes something else."""
    commands: Mapping[str, str]
    """What each prints, by its name and the option that makes a difference."""
    shapes: Mapping[str, Shape]

    def fields(self, name: str) -> list[Field]:
        """Return all fields of a shape."""
        shape = self.shapes[name]
        return [*(field for part in shape.parts for field in self.fields(part)), *shape.own]

    def schema(self, command: str, *, closed: bool = False) -> dict[str, Any]:
        """Return the JSON Schema of what a command of the table prints. Raises KeyError.

        `closed` allows no field that is not listed, as one that comes with a later memtui would be.
        """
        named: dict[str, Any] = {}
        schema = self._schema(self.commands[command], named)
        if closed:
            for name, each in named.items():
                each["additionalProperties"] = self.shapes[name].further
        return {"$schema": _DIALECT, "title": f"memtui {command} --json", **schema, "$defs": named}

    def _schema(self, kind: str, named: dict[str, Any]) -> dict[str, Any]:
        """Return the schema of a kind, and put those of the shapes in it into `named`."""
        if kind.endswith("?"):
            return {"anyOf": [self._schema(kind[:-1], named), {"type": "null"}]}
        if kind.startswith("["):
            return {"type": "array", "items": self._schema(kind[1:-1], named)}
        if kind.startswith("{"):
            return {"type": "object", "additionalProperties": self._schema(kind[1:-1], named)}
        if " | " in kind:
            return {"anyOf": [self._schema(choice, named) for choice in kind.split(" | ")]}
        if kind in _PLAIN:
            return dict(_PLAIN[kind])
        if kind not in named:
            named[kind] = {}
            named[kind] = self._object(kind, named)
        return {"$ref": f"#/$defs/{kind}"}

    def _object(self, name: str, named: dict[str, Any]) -> dict[str, Any]:
        fields = self.fields(name)
        properties = {
            field.name: {**self._schema(field.kind, named), "description": field.description}
            for field in fields
        }
        return {
            "type": "object",
            "description": self.shapes[name].description,
            "properties": properties,
            "required": [field.name for field in fields if field.always],
        }


@cache
def answers() -> Answers:
    """Return what each command prints with `--json`, as `answers.toml` has it."""
    table = tomllib.loads(_TABLE.read_text("utf-8"))
    return Answers(
        table["version"],
        table["answers"],
        {name: _shape(name, entry) for name, entry in table["shapes"].items()},
    )


def _shape(name: str, entry: Mapping[str, Any]) -> Shape:
    own = [
        Field(key.removesuffix("?"), *_kind_and_words(value), not key.endswith("?"))
        for key, value in entry.items()
        if key not in ("says", "with", _FURTHER)
    ]
    return Shape(name, entry["says"], tuple(entry.get("with", ())), tuple(own), _FURTHER in entry)


def _kind_and_words(value: str) -> tuple[str, str]:
    kind, _, description = value.partition(": ")
    return kind, description
