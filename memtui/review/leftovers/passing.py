"""Texts that tell what was going on for a moment.

Such a text begins with what it is about (an agent at work, a build, a branch) and gives no date. With a date
it would tell history. The forms are data (`passing.toml`). Whether the moment is over, and which memories may
be about one, the junk rule says.
"""

import re
from pathlib import Path

from memtui.phrases import forms_in
from memtui.review.leftovers.leftover import TRANSIENT, Leftover
from memtui.review.leftovers.phrases import BEGIN, trimmed

FORMS = forms_in(Path(__file__).with_name("passing.toml"))
_SURE = 0.75
"""How sure such a beginning is, chosen: a few lasting statements begin so, too."""
_PASSING = re.compile(f"{BEGIN}(?:{FORMS.pattern})", re.IGNORECASE)
_DATED = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}\.? (?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)|"
    r"\b\d{1,2}/\d{1,2}/\d{2,4}\b|"
    r"\b(?:jan|feb|mar|apr|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d{1,4}\b",
    re.IGNORECASE,
)


def passing(text: str) -> Leftover | None:
    """Return a leftover for a text that tells what was going on for a moment, or None."""
    space = text.find(" ")
    first = text[: space if space > 0 else len(text)].strip("\"'“‘*_#>-,:").lower()
    if first not in FORMS.first and first[:1] != "`" and not first.isdigit():
        return None
    match = _PASSING.match(text)
    if match is None or _DATED.search(text):
        return None
    return Leftover(TRANSIENT, *trimmed(text, match.span()), _SURE)
