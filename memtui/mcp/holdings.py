"""What a scope holds, as resources that a client can show or attach."""

from urllib.parse import unquote

from memtui.mcp.desk import Desk
from memtui.mcp.hands import Answer, Work

JSON = "application/json"
_MOST = 100
"""Memories that are told at most; the answer's budget holds fewer."""
_OWN = "memtui://memories"

LISTED = [
    {
        "name": "memories",
        "title": "This project's memories",
        "uri": _OWN,
        "description": "What is remembered about this project, strongest first",
        "mimeType": JSON,
    }
]
TEMPLATES = [
    {
        "name": "memories_of",
        "title": "A scope's memories",
        "uriTemplate": "memtui://memories/{+scope}",
        "description": "What a scope such as project/atlas holds, strongest first",
        "mimeType": JSON,
    }
]


def read(desk: Desk, uri: str) -> Work[Answer] | None:
    """Begin to tell what the agent's project holds, or a scope within its reach; None for another address."""
    scope = unquote(uri.removeprefix(_OWN + "/")) if uri.startswith(_OWN + "/") else ""
    if not scope and uri != _OWN:
        return None
    return desk.do(lambda tools: tools.browse("", scope, _MOST))
