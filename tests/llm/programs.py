"""Programs for tests that print what the real ones print, to be found on the path in their place."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

_SCRIPT = """#!{python}
import json, os, subprocess, sys, time
told = {{"arguments": sys.argv[1:], "stdin": sys.stdin.read(), "environment": dict(os.environ),
        "here": os.listdir("."), "files": {{}}}}
for word in [*sys.argv[1:], *os.environ.values()]:
    if word.startswith(os.path.dirname(os.getcwd()) + os.sep) and os.path.isfile(word):
        told["files"][os.path.basename(word)] = open(word).read()
with open({notes!r}, "a") as notes:
    notes.write(json.dumps(told) + "\\n")
{body}
"""


@dataclass(frozen=True)
class Fake:
    """A program on the path."""

    notes: Path

    def runs(self) -> list[dict[str, object]]:
        """Return how it was run, each time."""
        text = self.notes.read_text() if self.notes.exists() else ""
        return [json.loads(line) for line in text.splitlines()]


def put(folder: Path, name: str, body: str) -> Fake:
    """Put a program called `name` into a folder; it notes how it is run, then runs the Python in `body`."""
    folder.mkdir(exist_ok=True)
    notes = folder / f"{name}.notes"
    place = folder / name
    place.write_text(_SCRIPT.format(python=sys.executable, notes=str(notes), body=body))
    place.chmod(0o755)
    return Fake(notes)


def printing(*lines: object, code: int = 0, err: str = "") -> str:
    """Return the body of a program that prints lines, objects as JSON, and ends with an exit code."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    told = "".join(f"print({text!r})\n" for text in texts)
    return f"{told}sys.stderr.write({err!r})\nsys.exit({code})\n"


def claude(text: str) -> str:
    """Return the body of a Claude Code that answers."""
    return printing(
        {"type": "system", "subtype": "init", "tools": [], "mcp_servers": [], "session_id": "s"},
        {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": text}]}},
        {
            "type": "result",
            "subtype": "success",
            "is_error": False,
            "num_turns": 1,
            "result": text,
            "total_cost_usd": 0.01,
            "usage": {"input_tokens": 3, "cache_creation_input_tokens": 10, "output_tokens": 7},
        },
    )


def codex(text: str) -> str:
    """Return the body of a Codex that answers."""
    return printing(
        {"type": "thread.started", "thread_id": "t"},
        {"type": "turn.started"},
        {"type": "item.completed", "item": {"id": "item_0", "type": "reasoning", "text": "hm"}},
        {"type": "item.completed", "item": {"id": "item_1", "type": "agent_message", "text": text}},
        {
            "type": "turn.completed",
            "usage": {"input_tokens": 13, "cached_input_tokens": 4, "output_tokens": 7},
        },
    )


def gemini(text: str) -> str:
    """Return the body of a Gemini CLI that answers."""
    tokens = {"prompt": 13, "candidates": 5, "total": 20, "cached": 0, "thoughts": 2, "tool": 0}
    answer = {"session_id": "s", "response": text, "stats": {"models": {"gemini-pro": {"tokens": tokens}}}}
    return printing("Loaded cached credentials.", json.dumps(answer, indent=2))


def opencode(text: str) -> str:
    """Return the body of an OpenCode that answers in two parts."""
    half = len(text) // 2
    tokens = {"input": 13, "output": 5, "reasoning": 2, "cache": {"read": 0, "write": 0}}
    return printing(
        {"type": "step_start", "timestamp": 1, "sessionID": "s", "part": {"type": "step-start"}},
        {"type": "text", "timestamp": 1, "sessionID": "s", "part": {"type": "text", "text": text[:half]}},
        {"type": "text", "timestamp": 1, "sessionID": "s", "part": {"type": "text", "text": text[half:]}},
        {
            "type": "step_finish",
            "sessionID": "s",
            "part": {"type": "step-finish", "cost": 0, "tokens": tokens},
        },
    )


def ollama(text: str) -> str:
    """Return the body of an Ollama that has two models and answers, drawing its wheel meanwhile."""
    return (
        "if sys.argv[1] == 'list':\n"
        "    print('NAME              ID    SIZE    MODIFIED')\n"
        "    print('llama3.2:latest   a1    2.0 GB  2 days ago')\n"
        "    print('qwen3:8b          b2    5.2 GB  3 weeks ago')\n"
        "    sys.exit(0)\n"
        "sys.stderr.write('\\x1b[?25l\\u280b \\x1b[K\\x1b[?25h')\n"
        f"print('\\x1b[1m' + {text!r} + '\\x1b[0m')\n"
    )


ANSWERING = {"claude": claude, "codex": codex, "gemini": gemini, "opencode": opencode, "ollama": ollama}
"""Programs that answer, by name."""


_CUT = """
import atexit, io
kept, real = io.StringIO(), sys.stdout
sys.stdout = kept
atexit.register(lambda: (real.write(kept.getvalue()[: kept.getvalue().rindex("{") + 9]), real.flush()))
"""


def broken_off(name: str) -> str:
    """Return the body of one of these that ends, as if all were well, in the middle of its last line."""
    return _CUT + ANSWERING[name]("An answer")
