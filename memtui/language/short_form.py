"""The short form of a memory, as lists show it, once the memory says something else.

`The shop runs on Magento 1` would go on heading a memory that says `Magento 2`. A short form that has none of
the words that went, such as a title of what the memory is about, still holds; in one of other words than the
memory's own only the value is changed, where it is sure which.

Called by `lifecycle` wherever a text changes.
"""

from memtui.domain.text import one_line
from memtui.language.carried_over import carried_over
from memtui.language.own_clauses import clause_at
from memtui.language.side import telling_words


def short_form(known: str, before: str, after: str) -> str:
    """Return the short form of a memory that said `before` and says `after`; empty where it had none."""
    gone = telling_words(before) - telling_words(after)
    if telling_words(known).isdisjoint(gone):
        return known
    carried = carried_over(known, before, after)
    if not carried.left and known != _beginning(before):
        return carried.text
    return _beginning(after)


def _beginning(text: str) -> str:
    return one_line(clause_at(text, 0)).rstrip(" .;:,–—-")
