"""Tells whether an agent has called enough tools since its session was last read.

It only looks for the marks that records of a tool's call carry, in the bytes that are new, and stops when
there are enough: a hook has no time to read a transcript.
"""

import re
from pathlib import Path

from memtui.plain_files import opened

_MOST_BYTES = 16_000_000
"""New bytes that are looked at; more than that is worth a look anyway."""
_PIECE = 1_000_000
"""Bytes that are read at a time, so that a long session takes no more memory than a short one."""
_CALL = re.compile(
    rb'"type"\s*:\s*"(?:tool_use|tool_call|function_call|custom_tool_call|local_shell_call|web_search_call)"'
    rb'|"(?:tool_calls|toolCalls|toolRequests)"\s*:\s*\[\s*\{'
)


def tool_turns(path: Path, position: int, most: int) -> int:
    """Return in how many lines behind `position` tools are called, at most `most`. Raises OSError."""
    turns = 0
    with opened(path) as file:
        size = file.seek(0, 2)
        start = position if 0 <= position <= size else 0
        if size - start > _MOST_BYTES:
            return most
        file.seek(start)
        while turns < most and (piece := file.read(_PIECE)):
            piece += file.readline(_MOST_BYTES)
            turns += sum(1 for line in piece.split(b"\n") if _CALL.search(line))
    return min(turns, most)
