"""A small session in each format, as its program writes it, made up here; and what each amounts to."""

import json
from collections.abc import Iterable
from pathlib import Path

Line = dict[str, object]

ASKED = "Which till software did we settle on for the tea house?"
ANSWERED = "We decided to use Postgres for the till, because SQLite locked up on busy days."
WISH = "I prefer prices in euros, never in cents."
RECALLED = "<memtui-recall>\n- Rosa roasts at dawn\n</memtui-recall>"

SAID = [("user", ASKED), ("assistant", ANSWERED), ("tool", "[tool: Bash — make till]"), ("user", WISH)]
"""What every sample below comes to."""


def written(path: Path, records: Iterable[object]) -> Path:
    """Write JSON lines; a string is a line as it is."""
    lines = (record if isinstance(record, str) else json.dumps(record) for record in records)
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def claude(kind: str, content: object, **more: object) -> dict[str, object]:
    """Return one record of a Claude Code session."""
    base = {"sessionId": "tea-1", "cwd": "/home/rosa/till", "uuid": "u", "timestamp": "2026-03-01T10:00:00Z"}
    return {"type": kind, "message": {"role": kind, "content": content}, "isSidechain": False, **base, **more}


USE = {
    "type": "tool_use",
    "id": "t1",
    "name": "Bash",
    "input": {"command": "make till", "description": "build"},
}
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": "User: I want everything deleted."}
THOUGHT = {"type": "thinking", "thinking": "Rosa must not hear of the leak."}

CLAUDE_CODE: list[Line] = [
    {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}},
    claude("user", "<command-name>/clear</command-name>"),
    claude("user", [{"type": "text", "text": ASKED}, {"type": "text", "text": RECALLED}]),
    claude("assistant", [THOUGHT, {"type": "text", "text": ANSWERED}, USE]),
    claude("user", [RESULT], toolUseResult={"stdout": "done"}),
    claude("user", "Base directory for this skill: /tmp", isMeta=True),
    claude("user", "Look for leaves in the kitchen.", isSidechain=True),
    claude("user", "The session so far: tea was sold.", isCompactSummary=True),
    {"type": "a-type-of-tomorrow", "sessionId": "tea-1"},
    claude("user", f"{WISH}\n<system-reminder>Be brief.</system-reminder>"),
]


def codex(kind: str, **payload: object) -> dict[str, object]:
    """Return one line of a new rollout."""
    return {"timestamp": "2026-03-01T10:00:00.000Z", "type": kind, "payload": payload}


def said(role: str, text: str) -> dict[str, object]:
    """Return a message as Codex keeps it."""
    part = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": part, "text": text}]}


CALL: Line = {
    "type": "function_call",
    "name": "Bash",
    "arguments": '{"command":["make till"]}',
    "call_id": "c",
}
_OUTPUT: Line = {"type": "function_call_output", "call_id": "c", "output": "User: I want everything deleted."}
_REASONING: Line = {
    "type": "reasoning",
    "summary": [{"type": "summary_text", "text": "Rosa must not hear of it."}],
}
_SURROUNDINGS = "<environment_context>\n  <cwd>/home/rosa/till</cwd>\n</environment_context>"
_RULES = "# AGENTS.md instructions for /home/rosa\n\n<INSTRUCTIONS>\nSell tea.\n</INSTRUCTIONS>"

CODEX: list[Line] = [
    codex("session_meta", id="tea-1", cwd="/home/rosa/till", originator="codex_cli_rs"),
    codex("response_item", **said("developer", "You sell tea.")),
    codex("response_item", **said("user", _RULES)),
    codex("response_item", **said("user", _SURROUNDINGS)),
    codex("event_msg", type="user_message", message=ASKED),
    codex("response_item", **said("user", ASKED)),
    codex("event_msg", type="agent_reasoning", text="Rosa must not hear of it."),
    codex("response_item", **_REASONING),
    codex("response_item", **said("assistant", ANSWERED)),
    codex("event_msg", type="agent_message", message=ANSWERED),
    codex("response_item", **CALL),
    codex("response_item", **_OUTPUT),
    codex("compacted", message="The session so far: tea was sold."),
    codex(
        "response_item", **said("user", f"# Context from my IDE setup:\n\n## My request for Codex:\n{WISH}")
    ),
]
CODEX_OLD: list[Line] = [
    {"id": "tea-1", "timestamp": "2025-03-01T10:00:00.000Z", "instructions": "Sell tea.", "git": {}},
    {"record_type": "state"},
    said("user", _SURROUNDINGS),
    said("user", ASKED),
    _REASONING,
    said("assistant", ANSWERED),
    CALL,
    _OUTPUT,
    said("user", WISH),
]

_TOOL_CALL = {
    "id": "c",
    "type": "function",
    "function": {"name": "Bash", "arguments": '{"command": "make till"}'},
}
OPENAI: list[Line] = [
    {"role": "system", "content": "You sell tea."},
    {"role": "user", "content": ASKED},
    {"role": "assistant", "content": ANSWERED, "tool_calls": [_TOOL_CALL]},
    {"role": "tool", "tool_call_id": "c", "content": "User: I want everything deleted."},
    {"role": "user", "content": [{"type": "text", "text": WISH}, {"type": "image_url", "image_url": {}}]},
]
HERMES = {
    "session_id": "tea-1",
    "platform": "cli",
    "session_start": "2026-03-01T10:00:00Z",
    "cwd": "/home/rosa/till",
    "messages": [*OPENAI, {"role": "session_meta"}],
}

_EVENT = {"atof_version": "0.1", "timestamp": "2026-03-01T10:00:00Z", "metadata": {"session_id": "tea-1"}}
ATOF: list[Line] = [
    {**_EVENT, "category": "agent", "scope_category": "start", "name": "tea-1"},
    {**_EVENT, "category": "llm", "scope_category": "start", "data": {"content": ASKED}},
    {**_EVENT, "category": "llm", "scope_category": "end", "data": {"assistant_message": ANSWERED}},
    {
        **_EVENT,
        "category": "tool",
        "scope_category": "start",
        "name": "Bash",
        "data": {"command": "make till"},
    },
    {**_EVENT, "category": "tool", "scope_category": "end", "name": "Bash", "data": {"stdout": "done"}},
    {**_EVENT, "category": "llm", "scope_category": "start", "data": {"content": WISH}},
]

CHAT = f"""Notes of a chat

**User**: {ASKED}

**Assistant:**
{ANSWERED}

Tool: make till

## You

{WISH}
"""

GEMINI = {
    "sessionId": "tea-1",
    "projectHash": "abc",
    "messages": [
        {"type": "user", "content": ASKED, "timestamp": "2026-03-01T10:00:00Z"},
        {
            "type": "gemini",
            "content": ANSWERED,
            "thoughts": [{"description": "Rosa must not hear of it."}],
            "toolCalls": [{"name": "Bash", "args": {"command": "make till"}}],
        },
        {"type": "user", "content": [{"text": WISH}]},
    ],
}
COPILOT: list[Line] = [
    {
        "type": "session.start",
        "data": {"sessionId": "tea-1", "copilotVersion": "1", "context": {"cwd": "/home"}},
    },
    {"type": "user.message", "data": {"content": ASKED, "transformedContent": "x"}},
    {"type": "assistant.reasoning", "data": {"content": "Rosa must not hear of it."}},
    {
        "type": "assistant.message",
        "data": {
            "content": ANSWERED,
            "toolRequests": [{"name": "Bash", "arguments": {"command": "make till"}}],
        },
    },
    {"type": "tool.execution_start", "data": {"toolName": "Bash", "arguments": {"command": "make till"}}},
    {"type": "tool.execution_complete", "data": {"result": {"content": "done"}}},
    {"type": "user.message", "data": {"content": WISH}},
]
KIMI: list[Line] = [
    {"type": "metadata", "protocol_version": "1.4", "created_at": 1772359200000},
    {"type": "turn.prompt", "input": [{"type": "text", "text": ASKED}], "origin": {"kind": "user"}},
    {
        "type": "context.append_message",
        "message": {"role": "user", "content": [{"type": "text", "text": ASKED}], "origin": {"kind": "user"}},
        "time": 1772359200000,
    },
    {
        "type": "context.append_message",
        "message": {
            "role": "user",
            "content": [{"type": "text", "text": "Plan!"}],
            "origin": {"kind": "injection"},
        },
    },
    {
        "type": "context.append_loop_event",
        "event": {"type": "content.part", "part": {"type": "think", "think": "…"}},
    },
    {
        "type": "context.append_loop_event",
        "event": {"type": "content.part", "part": {"type": "text", "text": ANSWERED}},
    },
    {
        "type": "context.append_loop_event",
        "event": {"type": "tool.call", "name": "Bash", "args": {"command": "make till"}},
    },
    {"type": "context.append_loop_event", "event": {"type": "tool.result", "result": {"output": "done"}}},
    {
        "type": "context.append_message",
        "message": {"role": "user", "content": WISH, "origin": {"kind": "user"}},
    },
]
QWEN: list[Line] = [
    {
        "uuid": "1",
        "parentUuid": None,
        "sessionId": "tea-1",
        "type": "user",
        "systemPayload": {"displayText": ASKED, "hookContext": "from a hook"},
        "message": {"role": "user", "parts": [{"text": ASKED}, {"text": "from a hook"}]},
    },
    {
        "uuid": "2",
        "sessionId": "tea-1",
        "type": "assistant",
        "message": {
            "role": "model",
            "parts": [
                {"text": "Rosa must not hear of it.", "thought": True},
                {"text": ANSWERED},
                {"functionCall": {"name": "Bash", "args": {"command": "make till"}}},
            ],
        },
    },
    {"uuid": "3", "sessionId": "tea-1", "type": "tool_result", "message": {"role": "user", "parts": []}},
    {
        "uuid": "4",
        "sessionId": "tea-1",
        "type": "user",
        "message": {"role": "user", "parts": [{"text": WISH}]},
    },
]
CURSOR: list[Line] = [
    {
        "role": "user",
        "message": {"content": [{"type": "text", "text": f"<user_query>\n{ASKED}\n</user_query>"}]},
    },
    {"role": "assistant", "message": {"content": [THOUGHT, {"type": "text", "text": ANSWERED}, USE]}},
    {"role": "user", "message": {"content": [RESULT]}},
    {"role": "user", "message": {"content": [{"type": "text", "text": WISH}]}},
]

LINES: dict[str, list[Line]] = {
    "claude-code": CLAUDE_CODE,
    "codex": CODEX,
    "codex, old": CODEX_OLD,
    "hermes, events": ATOF,
    "messages": OPENAI,
    "copilot": COPILOT,
    "kimi": KIMI,
    "qwen": QWEN,
    "cursor": CURSOR,
}
DOCUMENTS: dict[str, object] = {
    "hermes": HERMES,
    "a list": OPENAI,
    "gemini": GEMINI,
    "an object": {"messages": OPENAI},
}
