"""Describes the tools to agents: the purpose of each, its arguments and its result."""

from typing import Annotated, Literal

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult

from memtui.mcp.offering import ADDS, READS, about, offered
from memtui.mcp.tool_calls import Desk

Type = Literal["episodic", "semantic", "procedural", "constitutional"]
Scope = Annotated[str, about("A path such as /project/atlas; empty: this project")]
Categories = Annotated[list[str], about("One word each: decision, gotcha, preference, …")]
Uid = Annotated[str, about("As recall, list or add gave it")]
_SAID = {"said": "string"}
_ASKED = _SAID | {"count": "integer"}
"""What is told of a suggestion."""


def several(desk: Desk) -> list[Tool]:
    """Return a tool for each thing that can be done."""
    return [*_storing(desk), *_looking(desk), *_suggesting(desk)]


def _storing(desk: Desk) -> list[Tool]:
    async def memory_add(
        context: Context,
        text: Annotated[str, about("One statement that is understood without this conversation")],
        scope: Scope = "",
        type: Annotated[  # noqa: A002
            Type, about("episodic: what happened; semantic: a fact; procedural: a how-to")
        ] = "semantic",
        categories: Categories = [],  # noqa: B006 - part of the schema, never changed
        importance: Annotated[float, about("How much it matters", 0, 1)] = 0.5,
    ) -> CallToolResult:
        """Remember one statement: a fact, a how-to, a decision, a preference.

        `near` tells what is known that is like it: if it is no longer so, use memory_update.
        """
        return await desk.do(context, lambda: desk.tools.add(text, scope, type, categories, importance))

    async def memory_extract(
        context: Context,
        text: Annotated[str, about("What to read, not what you think of it")],
        scope: Scope = "",
        save: Annotated[bool, about("false: only show the facts")] = True,
    ) -> CallToolResult:
        """Find the facts in a text and store those that are new."""
        return await desk.read(context, text, scope, keep=save)

    return [
        offered(memory_add, "Remember", ADDS, _SAID | {"uid": "string", "near": "array"}),
        offered(memory_extract, "Remember what a text says", ADDS, {"extracted": "array"}),
    ]


def _looking(desk: Desk) -> list[Tool]:
    async def memory_recall(
        context: Context,
        query: Annotated[str, about("A question, or what you are about to do")],
        scope: Scope = "",
        limit: Annotated[int, about("Memories", 1, 50)] = 10,
        budget: Annotated[int, about("Tokens; 0: the usual", 0)] = 0,
        archived: Annotated[bool, about("Look in the archive too")] = False,
    ) -> CallToolResult:
        """Find what is remembered about a question, the best first."""
        return await desk.do(context, lambda: desk.tools.recall(query, scope, limit, budget, archived))

    async def memory_list(
        context: Context,
        filter: Annotated[str, about("Words, and type:episodic cat:decision older:30d")] = "",  # noqa: A002
        scope: Scope = "",
        limit: Annotated[int, about("Memories", 1, 100)] = 20,
    ) -> CallToolResult:
        """List memories by strength."""
        return await desk.do(context, lambda: desk.tools.browse(filter, scope, limit))

    async def memory_get(context: Context, uid: Uid) -> CallToolResult:
        """Show one memory and where it came from."""
        return await desk.do(context, lambda: desk.tools.get(uid))

    memories = {"memories": "array"}
    return [
        offered(memory_recall, "Recall", READS, memories),
        offered(memory_list, "List memories", READS, memories | {"total": "integer"}),
        offered(memory_get, "Show a memory", READS, {"text": "string", "from": "object"}),
    ]


def _suggesting(desk: Desk) -> list[Tool]:
    async def memory_update(
        context: Context,
        uid: Uid,
        text: Annotated[str, about("What is so now, as one whole statement")],
        reason: Annotated[str, about("How you know")] = "",
    ) -> CallToolResult:
        """Say that something is no longer so, and what is so instead. The person decides."""
        return await desk.do(context, lambda: desk.tools.update(uid, text, reason))

    async def memory_propose(
        context: Context,
        what: Annotated[
            Literal["forget", "merge", "promote", "share"],
            about("merge keeps the newest, with `text` if given; promote: `type`; share: `scope`"),
        ],
        uids: Annotated[list[str], about("Which memories")],
        reason: Annotated[str, about("Why")],
        text: Annotated[str, about("For merge")] = "",
        type: Annotated[str, about("For promote")] = "",  # noqa: A002
        scope: Annotated[str, about("For share")] = "",
    ) -> CallToolResult:
        """Suggest a change to memories. The person decides."""
        return await desk.do(context, lambda: desk.tools.propose(what, uids, reason, text, type, scope))

    async def memory_feedback(
        context: Context,
        uid: Uid,
        verdict: Annotated[Literal["useful", "wrong"], about("wrong proposes to drop it")],
        note: Annotated[str, about("Why")] = "",
    ) -> CallToolResult:
        """Say that a memory helped, or that it is wrong."""
        return await desk.do(context, lambda: desk.tools.feedback(uid, verdict, note))

    return [
        offered(memory_update, "Correct a memory", ADDS, _ASKED),
        offered(memory_propose, "Suggest a change", ADDS, _ASKED),
        offered(memory_feedback, "Judge a memory", ADDS, _SAID),
    ]


def one(desk: Desk) -> list[Tool]:
    """Return a single tool for all, for agents that do better with one."""

    async def memory(
        context: Context,
        action: Annotated[Literal["add", "extract", "forget", "recall"], about("What to do")],
        content: Annotated[str, about("For add: one statement; for extract: a text")] = "",
        query: Annotated[str, about("For recall: a question")] = "",
        scope: Scope = "",
        older_than: Annotated[str, about("For forget: 30d, 6m")] = "",
        categories: Categories = [],  # noqa: B006 - part of the schema, never changed
    ) -> CallToolResult:
        """Remember between sessions.

        add stores the statement in `content`. recall finds what is remembered about `query`. extract returns
        the facts in `content` and stores nothing. forget suggests to forget what `scope`, `older_than` and
        `categories` select: the person decides, nothing is removed by it.
        """
        match action:
            case "add":
                return await desk.do(context, lambda: desk.tools.add(content, scope, categories=categories))
            case "extract":
                return await desk.read(context, content, scope, keep=False)
            case "forget":
                return await desk.do(context, lambda: desk.tools.forget(scope, older_than, categories))
            case "recall":
                return await desk.do(context, lambda: desk.tools.recall(query or content, scope))

    return [offered(memory, "Remember between sessions", ADDS, {"memories": "array", **_SAID})]
