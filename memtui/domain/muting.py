"""What is muted in Review: a rule everywhere, or all cards of one kind in one project."""

from collections.abc import Collection

from memtui.domain.card_kinds import Kind
from memtui.domain.scope import first_levels

_AT = "@"


def in_project(kind: Kind, scope: str) -> str:
    """Return the name of a kind's cards in the project that a scope belongs to: `junk@/project/shop`."""
    return f"{kind}{_AT}{first_levels(scope)}"


def kind_and_project(name: str) -> tuple[str, str] | None:
    """Return the kind and the project of such a name; None for the name of a rule."""
    kind, found, project = name.partition(_AT)
    return (kind, project) if found else None


def muted_as(muted: Collection[str], kind: Kind, rule: str, scope: str) -> str:
    """Return which of the muted names holds back a card of a rule about a scope; empty for none."""
    return next((name for name in (rule, in_project(kind, scope)) if name in muted), "")
