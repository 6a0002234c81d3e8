"""The short form of a memory, as lists show it, once the memory says something else.

`The shop runs on Magento 1` would go on heading a memory that says `Magento 2`. A short form that has none of
the words that went, such as a title of what the memory is about, still holds; in one of other words than the
memory's own only the value is changed, where it is sure which. Else the text heads itself, with as much of it
as says what is so: its first clause may only deny what was.

Called by `lifecycle` wherever a text changes.
"""

from memtui.domain.text import one_line
from memtui.language.carried_over import carried_over
from memtui.language.naming_only import asks, denies, gives_any, values_gone
from memtui.language.own_clauses import clause_at, clauses
from memtui.language.side import telling_words

_SHORT = 150
"""Characters of a text that heads itself as a whole."""


def short_form(known: str, before: str, after: str) -> str:
    """Return the short form of a memory that said `before` and says `after`; empty where it had none."""
    words, now = telling_words(known), telling_words(after)
    values = values_gone(before, after)
    if words.isdisjoint(telling_words(before) - now) and not gives_any(known, values):
        return known
    if known == _bare(clause_at(before, 0)):
        return _beginning(after, clause_at(after, 0))
    carried = carried_over(known, before, after)
    still_about = not asks(known) or not words.isdisjoint(now)
    if not carried.left and still_about and not gives_any(carried.text, values):
        return carried.text
    return _beginning(after, after)


def _beginning(text: str, least: str) -> str:
    """Return a text where it is short, or `least` of it; of a long one all up to what it says is so."""
    whole = _bare(text)
    if not denies(least) and least != text:
        return _bare(least)
    if len(whole) < _SHORT:
        return whole
    taken = ""
    for clause in clauses(text):
        taken += clause
        if not denies(clause):
            break
    return _bare(taken)


def _bare(text: str) -> str:
    return one_line(text).rstrip(" .;:,–—-")
