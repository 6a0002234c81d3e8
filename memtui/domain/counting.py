"""Counts in sentences: a figure with its noun, in the singular or the plural."""

_PLURALS = {"memory": "memories", "match": "matches", "clash": "clashes"}


def plural(count: int, noun: str = "memory") -> str:
    """Return a count with its noun: `1 memory`, `1,204 memories`, `3 days`."""
    return f"{count:,} {noun if count == 1 else many(noun)}"


def many(noun: str) -> str:
    """Return the plural of a noun: `memories` of `memory`, `new proposals` of `new proposal`."""
    *before, last = noun.split(" ")
    return " ".join([*before, _PLURALS.get(last, f"{last}s")])
