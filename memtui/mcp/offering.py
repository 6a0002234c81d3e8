"""How tools are described to a client: every argument with its meaning and bounds, nothing besides taken.

A client pays for the whole list in every session, so a schema holds no more than an agent needs.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from memtui.mcp.errors import ArgumentsRefused
from memtui.mcp.hands import Answer, Work

READS = {"readOnlyHint": True, "openWorldHint": False}
"""Recall among them: that a memory was read is bookkeeping, as a file's time of access is."""
ADDS = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}

_NEEDED = object()
"""The default of an argument that must be given."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a tool."""

    name: str
    kind: str
    """Its JSON type: string, integer, number, boolean, or array, which is one of strings."""
    about: str
    default: Any = _NEEDED
    among: tuple[str, ...] = ()
    """The words it may be; empty for any."""
    least: float | None = None
    most: float | None = None
    """Bounds are told, not enforced: the tool says in its answer what it made of others."""

    @property
    def needed(self) -> bool:
        """Say whether it must be given."""
        return self.default is _NEEDED

    @property
    def schema(self) -> dict[str, Any]:
        """What it is, as JSON Schema has it."""
        told: dict[str, Any] = {} if self.needed else {"default": self.default}
        told |= {"description": self.about, "type": self.kind}
        if self.kind == "array":
            told["items"] = {"type": "string"}
        if self.among:
            told["enum"] = [*self.among]
        if self.most is not None:
            told["maximum"] = self.most
        if self.least is not None:
            told["minimum"] = self.least
        return told

    def taken(self, value: object) -> Any:
        """Return a value as the tool takes it. Raises ArgumentsRefused.

        Models write numbers and lists as strings now and then; what is meant is plain then.
        """
        if isinstance(value, str) and self.kind != "string":
            value = _read(value)
        if not _FITS[self.kind](value):
            raise ArgumentsRefused(f"{self.name}: {_KINDS[self.kind]} is needed")
        if self.among and value not in self.among:
            raise ArgumentsRefused(f"{self.name}: one of {', '.join(self.among)} is needed")
        return int(value) if self.kind == "integer" and isinstance(value, float) else value


def _read(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value


_FITS: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: _is_number(value) and abs(value) < 2**53 and value == int(value),
    "number": _is_number,
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list) and all(isinstance(each, str) for each in value),
}
_KINDS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list of texts",
}


@dataclass(frozen=True, slots=True)
class Offered:
    """A tool as it is listed, and what it does."""

    name: str
    title: str
    about: str
    hints: Mapping[str, bool]
    arguments: Sequence[Argument]
    answer: Mapping[str, str]
    """What its result holds, each with its JSON type."""
    begin: Callable[[Any], Work[Answer]]
    """Begins the work; is given a record with an attribute for each argument."""

    @property
    def listed(self) -> dict[str, Any]:
        """What a client is told of it."""
        takes: dict[str, Any] = {
            "type": "object",
            "properties": {argument.name: argument.schema for argument in self.arguments},
            "additionalProperties": False,
        }
        if needed := [argument.name for argument in self.arguments if argument.needed]:
            takes["required"] = needed
        return {
            "name": self.name,
            "title": self.title,
            "description": self.about,
            "inputSchema": takes,
            "outputSchema": {
                "type": "object",
                "properties": {name: {"type": kind} for name, kind in self.answer.items()},
            },
            "annotations": self.hints,
        }

    def call(self, given: Mapping[str, Any]) -> Work[Answer]:
        """Begin what is asked for. Raises ArgumentsRefused with all that is wrong with what is given."""
        known = ", ".join(argument.name for argument in self.arguments)
        unknown = given.keys() - {argument.name for argument in self.arguments}
        faults = [f"there is no argument {name}; it takes {known}" for name in sorted(unknown)]
        values: dict[str, Any] = {}
        for argument in self.arguments:
            value = given.get(argument.name)
            if value is None and argument.needed:
                faults.append(f"{argument.name} is needed")
            elif value is None:
                values[argument.name] = argument.default
            else:
                try:
                    values[argument.name] = argument.taken(value)
                except ArgumentsRefused as error:
                    faults.append(str(error))
        if faults:
            raise ArgumentsRefused("; ".join(faults))
        return self.begin(SimpleNamespace(**values))
