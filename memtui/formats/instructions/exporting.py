"""Writing memories as a page to read."""

from collections.abc import Iterator

from memtui.domain.memory import Memory
from memtui.formats.exports import Exported, Sink
from memtui.formats.ground.markdown import blocks


def export(memories: Iterator[Memory], file: Sink, exported: Exported) -> None:
    """Write a page with a heading for each scope and a bullet for each memory."""
    file.write("# Memories\n")
    heading = ""
    for memory in memories:
        bullet = "- " + "\n".join(line and f"  {line}" for line in memory.text.split("\n")).lstrip()
        parsed = list(blocks(f"## In `/x`\n\n{bullet}\n- next"))
        if len(parsed) != 2 or parsed[0].statement != memory.text:
            # Text that is laid out as nothing a bullet can hold: kept for the reader's eye as code.
            exported.leave_out()
            bullet = f"```\n{memory.text}\n```"
        if memory.scope != heading:
            heading = memory.scope
            file.write(f"\n## In `{heading}`\n\n")
        file.write(bullet + "\n")
