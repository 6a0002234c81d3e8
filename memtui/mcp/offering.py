"""How tools are described to a client: every argument with its meaning and bounds, nothing besides taken.

A client pays for the whole list in every session, so a schema holds no more than an agent needs.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, ToolAnnotations
from pydantic import Field, ValidationError

READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
"""Recall among them: that a memory was read is bookkeeping, as a file's time of access is."""
ADDS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_TEXT = ("text", "content")
"""What agents call the text that they give a tool, whatever its description says."""


def about(description: str, least: float | None = None, most: float | None = None) -> Any:
    """Return what an argument is, with the values that make sense.

    Bounds are told, not enforced: the tool says in its answer what it made of others.
    """
    bounds = {"minimum": least, "maximum": most}
    return Field(
        description=description,
        json_schema_extra={name: value for name, value in bounds.items() if value is not None},
    )


class Offered(Tool):
    """A tool that refuses arguments it does not know, in a sentence."""

    async def run(
        self,
        arguments: dict[str, Any],
        context: Context[Any, Any],
        convert_result: bool = False,
    ) -> Any:
        """Run the tool. Raises ToolError."""
        try:
            return await super().run(
                _named(arguments, self.parameters["properties"]), context, convert_result
            )
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(_sentence(error.__cause__, self.parameters["properties"])) from None
            raise


def offered(
    work: Callable[..., Awaitable[CallToolResult]],
    title: str,
    annotations: ToolAnnotations,
    answer: Mapping[str, str],
) -> Offered:
    """Return a tool as it is listed; `answer` names what its result holds, each with its JSON type."""
    made = Offered.from_function(
        work, title=title, description=" ".join((work.__doc__ or "").split()), annotations=annotations
    )
    arguments = made.fn_metadata.arg_model
    arguments.model_config["extra"] = "forbid"
    arguments.model_rebuild(force=True)
    made.parameters = _slim(arguments.model_json_schema(by_alias=True))
    made.fn_metadata.output_schema = {
        "type": "object",
        "properties": {name: {"type": kind} for name, kind in answer.items()},
    }
    assert isinstance(made, Offered)  # noqa: S101 the SDK says only Tool
    return made


def _named(arguments: Mapping[str, Any], known: Mapping[str, object]) -> dict[str, Any]:
    """Return arguments in which a text has the name that the tool has for it."""
    named = dict(arguments)
    for name, other in (_TEXT, _TEXT[::-1]):
        if name in known and other not in known and name not in named and other in named:
            named[name] = named.pop(other)
    return named


def _slim(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema without the titles that only say the names again."""
    properties = {
        name: {key: value for key, value in schema_of.items() if key != "title"}
        for name, schema_of in schema["properties"].items()
    }
    return {key: value for key, value in schema.items() if key != "title"} | {"properties": properties}


def _sentence(error: ValidationError, known: Mapping[str, object]) -> str:
    """Return what is wrong with arguments, without what they said: that may be a secret."""
    faults: list[str] = []
    for problem in error.errors(include_url=False, include_input=False):
        name = ".".join(str(part) for part in problem["loc"])
        match problem["type"]:
            case "extra_forbidden":
                faults.append(f"there is no argument {name}; it takes {', '.join(known)}")
            case "missing":
                faults.append(f"{name} is needed")
            case _:
                faults.append(f"{name}: {problem['msg']}")
    return "; ".join(faults)
