"""Gemini CLI: `gemini --output-format json`.

Its settings come in layers, of which the system's is above all; a file in that place turns off tools, hooks
and memory files for this one question. An error is a JSON object on stderr.
"""

import json

from memtui.llm.programs.program import Answer, Command, Ended, NoAnswer, Program, Question, count

_SETTINGS = {
    "tools": {"core": []},
    "mcpServers": {},
    "hooksConfig": {"enabled": False},
    "context": {"fileName": "NONE-OF-THESE.md"},
    "general": {"checkpointing": {"enabled": False}, "disableAutoUpdate": True},
}


class Gemini(Program):
    """Gemini CLI."""

    name = "gemini"
    label = "Gemini CLI"
    sign_in = "gemini"

    def command(self, question: Question) -> Command:
        """Return how the question is asked."""
        arguments = [
            *("--output-format", "json", "--extensions", "none", "--allowed-mcp-server-names", "none"),
            *(("--model", question.model) if question.model else ()),
        ]
        environment = {
            "GEMINI_CLI_SYSTEM_SETTINGS_PATH": question.file("settings.json", json.dumps(_SETTINGS)),
            "GEMINI_CLI_TRUST_WORKSPACE": "true",  # the folder is empty, and ours
        }
        if question.system:
            environment["GEMINI_SYSTEM_MD"] = question.file("system.md", question.system)
        return Command(tuple(arguments), question.user, environment)

    def answer_in(self, ended: Ended) -> Answer:
        """Return the answer in what was printed. Raises NoAnswer."""
        answer = next((answer for answer in ended.objects() if "response" in answer or "error" in answer), {})
        if "response" not in answer or answer.get("error"):
            raise NoAnswer(_message(answer) or _message(_error(ended)) or ended.err)
        stats = answer.get("stats")
        models = stats.get("models") if isinstance(stats, dict) else None
        usages = [m.get("tokens") for m in (models or {}).values() if isinstance(m, dict)]
        read = sum(count(usage, "prompt") for usage in usages)
        return Answer(
            str(answer["response"] or ""), read, sum(count(u, "candidates", "thoughts") for u in usages)
        )


def _error(ended: Ended) -> dict[str, object]:
    return next(iter(Ended(ended.err, "", ended.code).objects()), {})


def _message(answer: dict[str, object]) -> str:
    error = answer.get("error")
    return str(error.get("message") or "") if isinstance(error, dict) else ""
