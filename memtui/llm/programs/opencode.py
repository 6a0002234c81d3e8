"""OpenCode: `opencode run`.

What it may do is laid into its environment, as an agent of our own without tools. It tells its events one
JSON object a line; the text comes in parts.
"""

import json

from memtui.llm.programs.program import Answer, Command, Ended, NoAnswer, Program, Question, count

_AGENT = "memtui"


class OpenCode(Program):
    """OpenCode."""

    name = "opencode"
    label = "OpenCode"
    sign_in = "opencode auth login"

    def command(self, question: Question) -> Command:
        """Return how the question is asked."""
        agent = {
            "mode": "primary",
            "tools": {"*": False},
            "prompt": question.system or "You answer a question.",
        }
        settings = {
            "share": "disabled",
            "autoupdate": False,
            "permission": {"*": "deny"},
            "agent": {_AGENT: agent},
        }
        arguments = ["run", "--format", "json", "--agent", _AGENT, "--title", "memtui"]
        arguments += ["--model", question.model] if question.model else []
        environment = {
            "OPENCODE_CONFIG_CONTENT": json.dumps(settings),
            "OPENCODE_DISABLE_CLAUDE_CODE": "1",
            "OPENCODE_DISABLE_AUTOUPDATE": "1",
        }
        return Command(tuple(arguments), question.user, environment)

    def answer_in(self, ended: Ended) -> Answer:
        """Return the answer in what was printed. Raises NoAnswer."""
        texts: list[str] = []
        read = written = 0
        whole = False
        for event in ended.objects():
            part = event.get("part")
            part = part if isinstance(part, dict) else {}
            if event.get("type") == "error":
                raise NoAnswer(_message(event.get("error")) or ended.err)
            if event.get("type") == "text":
                texts.append(str(part.get("text") or ""))
            elif event.get("type") == "step_finish":
                whole = True
                read += count(part.get("tokens"), "input") + count(_cache(part), "read", "write")
                written += count(part.get("tokens"), "output", "reasoning")
        if not whole:
            raise NoAnswer(ended.err)
        return Answer("".join(texts), read, written)


def _cache(part: dict[str, object]) -> object:
    tokens = part.get("tokens")
    return tokens.get("cache") if isinstance(tokens, dict) else None


def _message(error: object) -> str:
    if not isinstance(error, dict):
        return str(error or "")
    data = error.get("data")
    return str((data if isinstance(data, dict) else error).get("message") or error.get("name") or "")
