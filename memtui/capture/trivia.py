"""Recognises by their form texts that nobody would want to remember.

The gate against trivia uses it on every candidate, the rule-based extractor on every sentence.
"""

import re

from memtui.domain.small_talk import PATTERN

_KINDS = {
    "it is small talk": PATTERN,
    "it is an apology or refusal": (
        r"(?:i'?m |i am )?(?:very |so )?sorry\b|i apologi[sz]e\b|as an ai\b|"
        r"(?:unfortunately,? )?i (?:can(?:not|'?t|’t)|am (?:not able|unable)|won'?t be able)\b.{0,40}?"
        r"\b(?:help|assist|comply|provide|answer|do that|access|continue)\b"
    ),
    "it tells what was said, not what is so": (
        r"(?:the )?(?:user|assistant|agent)s? (?:asked|greeted|said (?:hello|hi|thanks)|thanked|is asking|"
        r"responded|"
        r"replied|acknowledged|wants (?:help|to know)|confirmed (?:receipt|understanding))\b|"
        r"(?:the |this )?(?:text|conversation|transcript|passage)\s+(?:only |mostly |mainly )?"
        r"(?:discusses|describes|mentions|contains no|does not contain|is about|covers)\b"
    ),
    "it says that there is nothing": (
        r"(?:there (?:is|are|was|were) )?(?:no|nothing)(?: new| relevant| notable| important| durable)* "
        r"(?:facts?|memor(?:y|ies)|information|to (?:extract|remember|report|note))\b"
    ),
    "it is a phrase of the talk": (
        r"let me\b|let'?s (?:see|look|start|begin|go)\b|feel free\b|hope (?:this|that) helps\b|i hope\b|"
        r"here(?:'s|’s| is| are)\b|would you like\b|do you want me\b|shall i\b|anything else\b|"
        r"please (?:let|tell|feel|note that i)\b|happy to\b|glad to\b|if you (?:have any|need any|want me|"
        r"'?d like)\b"
    ),
}
_TRIVIAL = re.compile("|".join(f"({pattern})" for pattern in _KINDS.values()), re.IGNORECASE)
_REASONS = tuple(_KINDS)
_OUTPUT = re.compile(r"[\"'](?:text|quote|importance|facts|memories|candidates|abstract)[\"']\s*:")


def trivial(text: str) -> str | None:
    """Return why `text` is not worth remembering, as the end of a sentence, or None when it may be."""
    words = text.split()
    wide = not text.isascii() and any(character > "\u2e7f" for character in text)
    if (len(words) < 3 and not wide) or len(text) < (5 if wide else 10):
        return "it is too short to stand alone"
    if _OUTPUT.search(text):
        return "it is the extractor's own output"
    if text[0] in "{[" and text[-1] in "}]":
        return "it is data, not a statement"
    match = _TRIVIAL.match(text.lstrip("\"'“*_- "))
    if match is not None and match.lastindex is not None:
        return _REASONS[match.lastindex - 1]
    if sum(map(str.isalnum if wide else str.isalpha, text)) * 2 < sum(map(len, words)):
        return "it is mostly signs, not words"
    return None
