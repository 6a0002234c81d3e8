"""The homes of notes that were written to learn from: one JSON object a line, with its `home` and `text`."""

import json
from pathlib import Path

HOMES = Path(__file__).parent / "data" / "homes.jsonl"


def notes_of_homes(path: Path = HOMES) -> list[dict[str, str]]:
    """Return the notes, those of one home together. Raises OSError and ValueError."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
