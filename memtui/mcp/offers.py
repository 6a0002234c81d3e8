"""Describes the tools to agents: the purpose of each, its arguments and its result."""

from memtui.mcp.desk import Desk
from memtui.mcp.offering import ADDS, READS, Argument, Offered

_TYPES = ("episodic", "semantic", "procedural", "constitutional")
_SCOPE = Argument("scope", "string", "A path such as /project/atlas; empty: this project", "")
_CATEGORIES = Argument("categories", "array", "One word each: decision, gotcha, preference, …", [])
_UID = Argument("uid", "string", "As recall, list or add gave it")
_SAID = {"said": "string"}
_ASKED = _SAID | {"count": "integer"}
"""What is told of a suggestion."""
_MEMORIES = {"memories": "array"}


def several(desk: Desk) -> list[Offered]:
    """Return a tool for each thing that can be done."""
    return [*_storing(desk), *_looking(desk), *_suggesting(desk)]


def _storing(desk: Desk) -> list[Offered]:
    return [
        Offered(
            "memory_add",
            "Remember",
            "Remember one statement: a fact, a how-to, a decision, a preference. `near` tells what is known "
            "that is like it: if it is no longer so, use memory_update.",
            ADDS,
            [
                Argument("text", "string", "One statement that is understood without this conversation"),
                _SCOPE,
                Argument(
                    "type",
                    "string",
                    "episodic: what happened; semantic: a fact; procedural: a how-to",
                    "semantic",
                    among=_TYPES,
                ),
                _CATEGORIES,
                Argument("importance", "number", "How much it matters", 0.5, least=0, most=1),
            ],
            _SAID | {"uid": "string", "near": "array"},
            lambda a: desk.do(lambda tools: tools.add(a.text, a.scope, a.type, a.categories, a.importance)),
        ),
        Offered(
            "memory_extract",
            "Remember what a text says",
            "Find the facts in a text and store those that are new.",
            ADDS,
            [
                Argument("content", "string", "A text to read, not what you think of it"),
                _SCOPE,
                Argument("save", "boolean", "false: only show the facts", True),
            ],
            {"extracted": "array"},
            lambda a: desk.read(a.content, a.scope, keep=a.save),
        ),
    ]


def _looking(desk: Desk) -> list[Offered]:
    return [
        Offered(
            "memory_recall",
            "Recall",
            "Find what is remembered about a question, the best first.",
            READS,
            [
                Argument("query", "string", "A question, or what you are about to do"),
                _SCOPE,
                Argument("limit", "integer", "Memories", 10, least=1, most=50),
                Argument("budget", "integer", "Tokens; 0: the usual", 0, least=0),
                Argument("archived", "boolean", "Look in the archive too", False),
            ],
            _MEMORIES,
            lambda a: desk.do(lambda tools: tools.recall(a.query, a.scope, a.limit, a.budget, a.archived)),
        ),
        Offered(
            "memory_list",
            "List memories",
            "List memories by strength.",
            READS,
            [
                Argument("filter", "string", "Words, and type:episodic cat:decision older:30d", ""),
                _SCOPE,
                Argument("limit", "integer", "Memories", 20, least=1, most=100),
            ],
            _MEMORIES | {"total": "integer"},
            lambda a: desk.do(lambda tools: tools.browse(a.filter, a.scope, a.limit)),
        ),
        Offered(
            "memory_get",
            "Show a memory",
            "Show one memory and where it came from.",
            READS,
            [_UID],
            {"text": "string", "from": "object"},
            lambda a: desk.do(lambda tools: tools.get(a.uid)),
        ),
    ]


def _suggesting(desk: Desk) -> list[Offered]:
    return [
        Offered(
            "memory_update",
            "Correct a memory",
            "Say that something is no longer so, and what is so instead. The person decides.",
            ADDS,
            [
                _UID,
                Argument("text", "string", "What is so now, as one whole statement"),
                Argument("reason", "string", "How you know", ""),
            ],
            _ASKED,
            lambda a: desk.do(lambda tools: tools.update(a.uid, a.text, a.reason)),
        ),
        Offered(
            "memory_propose",
            "Suggest a change",
            "Suggest a change to memories. The person decides.",
            ADDS,
            [
                Argument(
                    "what",
                    "string",
                    "merge keeps the newest, with `text` if given; promote: `type`; share: `scope`",
                    among=("forget", "merge", "promote", "share"),
                ),
                Argument("uids", "array", "Which memories"),
                Argument("reason", "string", "Why"),
                Argument("text", "string", "For merge", ""),
                Argument("type", "string", "For promote", ""),
                Argument("scope", "string", "For share", ""),
            ],
            _ASKED,
            lambda a: desk.do(lambda tools: tools.propose(a.what, a.uids, a.reason, a.text, a.type, a.scope)),
        ),
        Offered(
            "memory_feedback",
            "Judge a memory",
            "Say that a memory helped, or that it is wrong.",
            ADDS,
            [
                _UID,
                Argument("verdict", "string", "wrong proposes to drop it", among=("useful", "wrong")),
                Argument("note", "string", "Why", ""),
            ],
            _SAID,
            lambda a: desk.do(lambda tools: tools.feedback(a.uid, a.verdict, a.note)),
        ),
    ]


def one(desk: Desk) -> list[Offered]:
    """Return a single tool for all, for agents that do better with one."""
    does = {
        "add": lambda a: desk.do(lambda tools: tools.add(a.content, a.scope, categories=a.categories)),
        "extract": lambda a: desk.read(a.content, a.scope, keep=False),
        "forget": lambda a: desk.do(lambda tools: tools.forget(a.scope, a.older_than, a.categories)),
        "recall": lambda a: desk.do(lambda tools: tools.recall(a.query or a.content, a.scope)),
    }
    memory = Offered(
        "memory",
        "Remember between sessions",
        "Remember between sessions. add stores the statement in `content`. recall finds what is remembered "
        "about `query`. extract returns the facts in `content` and stores nothing. forget suggests to forget "
        "what `scope`, `older_than` and `categories` select: the person decides, nothing is removed by it.",
        ADDS,
        [
            Argument("action", "string", "What to do", among=tuple(does)),
            Argument("content", "string", "For add: one statement; for extract: a text", ""),
            Argument("query", "string", "For recall: a question", ""),
            _SCOPE,
            Argument("older_than", "string", "For forget: 30d, 6m", ""),
            _CATEGORIES,
        ],
        _MEMORIES | _SAID,
        lambda a: does[a.action](a),
    )
    return [memory]
