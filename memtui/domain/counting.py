"""Counts in sentences: a figure with its noun, in the singular or the plural, and bytes with their unit."""

from collections.abc import Sequence

_PLURALS = {"memory": "memories", "match": "matches", "clash": "clashes"}


def plural(count: int, noun: str = "memory") -> str:
    """Return a count with its noun: `1 memory`, `1,204 memories`, `3 days`."""
    return f"{count:,} {noun if count == 1 else many(noun)}"


def many(noun: str) -> str:
    """Return the plural of a noun: `memories` of `memory`, `new proposals` of `new proposal`."""
    *before, last = noun.split(" ")
    return " ".join([*before, _PLURALS.get(last, f"{last}s")])


def listed(names: Sequence[str], joined: str = "and") -> str:
    """Return names as a sentence has them: `a`, `a and b`, `a, b and c`."""
    return f"{', '.join(names[:-1])} {joined} {names[-1]}" if len(names) > 1 else "".join(names)


def size(count: int) -> str:
    """Return a number of bytes as people read it: `512 bytes`, `4.1 kB`, `38 MB`."""
    value = float(count)
    for unit in ("bytes", "kB", "MB"):
        if value < 1000:
            return f"{value:.0f} {unit}" if unit == "bytes" or value >= 10 else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.1f} GB"
