"""Texts about a user of whom nobody spoke."""

from pathlib import Path

from memtui.phrases import phrases_in
from memtui.review.leftovers.leftover import PROFILE, Leftover

PATTERNS = phrases_in(Path(__file__).with_name("profile.toml"))
_SURE = {"unfilled": 0.8, "placeholder": 0.85, "praise": 0.65, "invented": 0.55}
"""How sure each pattern is, 0…1, as chosen; they are tried in this order."""


def profile(text: str) -> Leftover | None:
    """Return a leftover for a text that reads like a profile which a model made up; the caller weighs whether
    it did.
    """
    first = text[:12].lower()
    if "user" not in first and not first.startswith(("name", "no ")):
        return None
    for name, sure in _SURE.items():
        match = PATTERNS[name].pattern.search(text)
        if match is not None:
            return Leftover(PROFILE, *match.span(), sure)
    return None
