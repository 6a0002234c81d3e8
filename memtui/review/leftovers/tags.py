"""Finds leftovers by the tags that agents put around their context."""

import re

from memtui.domain.sanitise import sanitise
from memtui.review.leftovers.leftover import BOOT, OUTPUT, REASONING, RECALL, Leftover
from memtui.review.leftovers.phrases import quoted

_RECALL_TAG = re.compile(r"</?[\w-]{0,60}?(?:recall|memor(?:y|ies))[\w-]{0,60}[ />]", re.IGNORECASE)
_REASON_TAG = re.compile(
    r"</?(?:\w{1,12}:)?(?:scratch|think|thought|reason|reflection|inner_)", re.IGNORECASE
)
_TOOL_TAG = re.compile(r"</?(?:\w{1,12}:)?(?:tool|function|invoke|bash|local-command)", re.IGNORECASE)
_ANY_TAG = re.compile(r"</?[\w:-]{3,}")
_SURE = 0.95
"""How sure a tag is, chosen: only agents write them, and one that is quoted is passed over before."""


def tagged(text: str) -> Leftover | None:
    """Return the leftover that the tags of an agent's context show, if any."""
    recalled = _RECALL_TAG.search(text)
    if recalled is not None and not quoted(text, recalled.start()):
        return Leftover(RECALL, *recalled.span(), _SURE)
    if sanitise(text) == text:
        return None
    for variant, pattern in ((REASONING, _REASON_TAG), (OUTPUT, _TOOL_TAG), (BOOT, _ANY_TAG)):
        match = pattern.search(text)
        if match is not None:
            return Leftover(variant, *match.span(), _SURE)
    return None
