"""Codex: `codex exec`.

Without the person's own settings it knows no hooks, servers and plug-ins; who is signed in is kept elsewhere.
It tells its events one JSON object a line.
"""

from memtui.llm.programs.program import Answer, Command, Ended, NoAnswer, Program, Question, count

_OFF = (
    "hooks",
    "shell_tool",
    "unified_exec",
    "apps",
    "plugins",
    "memories",
    "multi_agent",
    "image_generation",
)
"""What Codex can do besides answering, by the names of its switches."""


class Codex(Program):
    """Codex."""

    name = "codex"
    label = "Codex"
    sign_in = "codex login"

    def command(self, question: Question) -> Command:
        """Return how the question is asked."""
        settings = [
            *(f"features.{name}=false" for name in _OFF),
            'web_search="disabled"',
            "project_doc_max_bytes=0",
        ]
        arguments = [
            *("exec", "--json", "--color", "never", "--sandbox", "read-only"),
            *("--ephemeral", "--skip-git-repo-check", "--ignore-user-config", "--ignore-rules"),
            *(word for setting in settings for word in ("-c", setting)),
            *(("--model", question.model) if question.model else ()),
            "-",
        ]
        return Command(tuple(arguments), question.whole)

    def answer_in(self, ended: Ended) -> Answer:
        """Return the answer in what was printed. Raises NoAnswer."""
        text, failed, usage = "", "", None
        for event in ended.objects():
            kind, item = event.get("type"), event.get("item")
            if kind == "item.completed" and isinstance(item, dict) and item.get("type") == "agent_message":
                text = str(item.get("text") or "")
            elif kind == "turn.completed":
                usage = event.get("usage") or {}
            elif kind in {"turn.failed", "error"}:
                failed = _message(event) or failed
        if usage is None:  # what was said before a turn broke off is half an answer
            raise NoAnswer(failed or ended.err)
        return Answer(text, count(usage, "input_tokens"), count(usage, "output_tokens"))


def _message(event: dict[str, object]) -> str:
    error = event.get("error")
    return str((error if isinstance(error, dict) else event).get("message") or "")
