"""Claude Code: `claude --print`.

It is asked for events, one JSON object a line: the `result` at their end was seen empty although there was an
answer in the events before. Without setting sources it reads no CLAUDE.md, no hooks and no servers.
"""

import json

from memtui.llm.programs.program import Answer, Command, Ended, NoAnswer, Program, Question, count

_SETTINGS = {"disableAllHooks": True, "autoMemoryEnabled": False}


class Claude(Program):
    """Claude Code."""

    name = "claude"
    label = "Claude Code"
    sign_in = "claude auth login"

    def command(self, question: Question) -> Command:
        """Return how the question is asked."""
        system = question.system or "You answer a question."
        arguments = [
            *("--print", "--output-format", "stream-json", "--verbose"),
            *("--tools", "", "--strict-mcp-config", "--disable-slash-commands", "--max-turns", "1"),
            *("--setting-sources", "", "--settings", json.dumps(_SETTINGS), "--no-session-persistence"),
            *("--system-prompt-file", question.file("system.md", system)),
            *(("--model", question.model) if question.model else ()),
        ]
        return Command(tuple(arguments), question.user, {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"})

    def answer_in(self, ended: Ended) -> Answer:
        """Return the answer in what was printed. Raises NoAnswer."""
        spoken: list[str] = []
        result = None
        for event in ended.objects():
            if event.get("type") == "assistant":
                spoken += _texts(event)
            elif event.get("type") == "result":
                result = event
        if result is None or result.get("is_error") or result.get("subtype", "success") != "success":
            raise NoAnswer(str((result or {}).get("result") or ended.err))
        usage = result.get("usage")
        read = count(usage, "input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
        return Answer(str(result.get("result") or "".join(spoken)), read, count(usage, "output_tokens"))


def _texts(event: dict[str, object]) -> list[str]:
    message = event.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    parts = content if isinstance(content, list) else []
    return [
        str(part.get("text", "")) for part in parts if isinstance(part, dict) and part.get("type") == "text"
    ]
