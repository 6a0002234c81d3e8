"""What a conversation calls the person and their agent before their words, in six languages.

Whoever looks for turns in a text takes the words from here, so that what one reads as a turn no other reads
as a name.
"""

import re
from pathlib import Path

from memtui.phrases import lists_in

_LABELS = lists_in(Path(__file__).with_name("roles.toml"), "labels")
PERSON_LABELS, AGENT_LABELS = _LABELS["person"].words, _LABELS["agent"].words
"""The labels of each side, in lower case."""
PERSON, AGENT = ("|".join(map(re.escape, labels)) for labels in (PERSON_LABELS, AGENT_LABELS))
"""The same as alternatives of a pattern that takes any case."""


def is_person(label: str) -> bool:
    """Say whether a label is the person's."""
    return label.lower() in PERSON_LABELS
