"""The words of the simulated world, from `vocabulary.toml`.

They are names and half sentences; `topics` puts them together.
"""

from dataclasses import dataclass, fields

from simulation import data

FILE = "vocabulary.toml"


@dataclass(frozen=True, slots=True)
class Tool:
    """A choice between two tools."""

    taken: str
    left: str
    purpose: str
    reason: str


@dataclass(frozen=True, slots=True)
class Liking:
    """Something the person likes, and what it may be."""

    about: str
    text: str
    """How it is said; `{v}` stands for the choice."""
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All the lists, by the names that the file gives them."""

    projects: tuple[str, ...]
    parts: tuple[str, ...]
    people: tuple[str, ...]
    customers: tuple[str, ...]
    runtimes: tuple[str, ...]
    """`{a}` and `{b}` stand for numbers of a version."""
    stores: tuple[str, ...]
    regions: tuple[str, ...]
    weekdays: tuple[str, ...]
    troubles: tuple[str, ...]
    conditions: tuple[str, ...]
    remedies: tuple[str, ...]
    tasks: tuple[str, ...]
    steps: tuple[str, ...]
    checks: tuple[str, ...]
    deeds: tuple[str, ...]
    outcomes: tuple[str, ...]
    features: tuple[str, ...]
    rest: tuple[str, ...]
    habits: tuple[str, ...]
    tools: tuple[Tool, ...]
    likings: tuple[Liking, ...]


_ALL = frozenset(field.name for field in fields(Vocabulary))
LISTS = _ALL - {"tools", "likings"}
"""The lists whose items are plain texts."""


def read(document: data.Document) -> Vocabulary:
    """Return the words of a document such as `vocabulary.toml`. Raises ValueError, which names the list."""
    data.check_keys(document, _ALL)
    lists = {name: data.texts(document, name) for name in LISTS}
    return Vocabulary(
        **lists,
        tools=tuple(_tool(each) for each in document["tools"]),
        likings=tuple(_liking(each) for each in document["likings"]),
    )


def _tool(document: data.Document) -> Tool:
    return Tool(*(data.text(document, key) for key in ("taken", "left", "purpose", "reason")))


def _liking(document: data.Document) -> Liking:
    return Liking(data.text(document, "about"), data.text(document, "text"), data.texts(document, "choices"))


WORDS = read(data.load(FILE))
