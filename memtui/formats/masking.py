"""Blots secrets out of a file's lines before they are shown; `changes` and `sources.diff` call it.

Screens and logs show the lines that an agent loads or a write would change, and a file's secrets must not
appear there.
"""

from collections.abc import Sequence

from memtui.secrets import find_secrets, redact

SPREADS = "PRIVATE KEY"
"""Begins the only secrets that take several lines."""


def masked(lines: Sequence[str]) -> list[str]:
    """Return the lines of a file, in each what is secret replaced by `[redacted KIND]`."""
    return [redact(line)[0] for line in without_spread(lines)]


def without_spread(lines: Sequence[str]) -> Sequence[str]:
    """Return as many lines, without the secrets that take several; where there are some, without all."""
    text = "\n".join(lines)
    if SPREADS not in text:
        return lines
    pieces = []
    position = 0
    for secret in find_secrets(text):
        mark = f"[redacted {secret.kind}]"
        breaks = text.count("\n", secret.start, secret.end)
        pieces += [text[position : secret.start], "\n".join([mark] * (breaks + 1))]
        position = secret.end
    return "".join([*pieces, text[position:]]).split("\n")
