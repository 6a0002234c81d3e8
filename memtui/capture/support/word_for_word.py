"""Whether a statement stands in its quote word for word: then a glance tells what may speak against it.

Most statements of a text that is read by rules are whole sentences of it. Weighing one by all signs takes
some hundred times as long as seeing that it is the very words, and comes to the same.
"""

import re

from memtui.capture import signals
from memtui.capture.markup import LIST_MARK, plain

_AROUND = " .。,;:："
"""Signs at the end of a statement that change nothing of what it says; a question mark does."""
_GOES_ON = re.compile(r"\w|[.,]\d")
"""More of the same word or number."""
_LEFT_OUT = "…"
"""The end of a short form, which is cut."""


def is_all_of(statement: str, quoted: str, speaker: str) -> bool:
    """Say whether a statement is all that the sentences of its quote say, in their words.

    None of them can then deny, doubt or limit it, or give another number, day or name. Not so for a
    question, which states nothing, and for what a speaker says of himself, which leaves open who that is.
    """
    if "?" in quoted or "？" in quoted or (speaker and signals.FIRST_PERSON.search(statement)):
        return False
    words = _bare(statement)
    return bool(words) and words == _bare(quoted)


def stands_in(statement: str, quote: str) -> bool:
    """Say whether a quote has a statement word for word, beside other words: nothing in it is made up."""
    words, whole = _bare(statement.removesuffix(_LEFT_OUT)), _bare(quote)
    start = f" {whole}".find(f" {words}") if words else -1
    return start >= 0 and _GOES_ON.match(whole, start + len(words)) is None


def _bare(text: str) -> str:
    """Return the words of a sentence without its mark in a list, emphasis, case and final sign."""
    return LIST_MARK.sub("", plain(text)).strip(_AROUND).casefold()
