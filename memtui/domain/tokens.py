"""About how many tokens a text has, without a model's vocabulary.

Whoever shows or limits what an agent loads asks here; exact counts are the model client's.
"""

CHARACTERS_A_TOKEN = 4
"""Of English prose; other scripts hold fewer, see `tokens`."""


def tokens(text: str) -> int:
    """Return about how many tokens `text` has: a guess from its length and script, right within a third."""
    wide = 0 if text.isascii() else sum(c > "\u2e7f" for c in text)
    other = len(text.encode("utf-8", "replace")) - 3 * wide
    return wide + -(-other // CHARACTERS_A_TOKEN)
