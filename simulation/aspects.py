"""What can be asked of anything of a kind, from `aspects.toml`: the port of a part, or its owner."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from simulation import data
from simulation.vocabulary import LISTS, WORDS

FILE = "aspects.toml"
_IMPORTANCE = 0.6
_CATEGORIES = ("finding",)
_NEEDED = frozenset({"name", "phrasings"})
_ALLOWED = frozenset({"importance", "categories", "one_of", "number", "made"})

Maker = Callable[[Random], str]


@dataclass(frozen=True, slots=True)
class Aspect:
    """Something to ask, how the answer is worded, and where its value comes from."""

    name: str
    phrasings: tuple[str, ...]
    """`{it}` stands for what is asked about, `{v}` for the value."""
    make: Maker
    importance: float
    categories: tuple[str, ...]


def one_of(choices: tuple[str, ...]) -> Maker:
    """Return a maker that takes one of the choices."""
    return lambda rng: rng.choice(choices)


def _number(low: int, high: int, step: int = 1) -> Maker:
    return lambda rng: str(rng.randrange(low, high, step))


def _runtime(rng: Random) -> str:
    return rng.choice(WORDS.runtimes).format(a=rng.randint(9, 26), b=rng.randint(1, 9))


def _time(rng: Random) -> str:
    return f"{rng.randint(0, 23):02}:{rng.choice((5, 10, 20, 25, 35, 40, 50)):02}"


def _path(rng: Random) -> str:
    return (
        f"/{rng.choice(('var/log', 'srv/logs', 'opt/data/log'))}/{rng.choice(WORDS.projects).lower()}"
        f"-{rng.randint(1, 40)}.log"
    )


def _flag(rng: Random) -> str:
    return f"{rng.choice(('enable', 'use', 'try', 'beta'))}-{rng.choice(WORDS.features).replace(' ', '-')}"


def _host(rng: Random) -> str:
    return f"{rng.choice(('stage', 'pre', 'qa', 'uat'))}{rng.randint(1, 60)}.internal"


_MADE: dict[str, Maker] = {"runtime": _runtime, "time": _time, "path": _path, "flag": _flag, "host": _host}


def read(document: data.Document, table: str) -> tuple[Aspect, ...]:
    """Return the aspects of a table. Raises ValueError, which names the aspect."""
    aspects = []
    for number, each in enumerate(document[table], 1):
        try:
            aspects.append(_aspect(each))
        except ValueError as error:
            raise ValueError(f"{table} {number} ({each.get('name', 'no name')}): {error}") from None
    return tuple(aspects)


def _aspect(document: data.Document) -> Aspect:
    data.check_keys(document, _NEEDED, _ALLOWED)
    phrasings = data.texts(document, "phrasings")
    if not all("{it}" in phrasing and "{v}" in phrasing for phrasing in phrasings):
        raise ValueError("a phrasing needs {it} and {v}")
    return Aspect(
        data.text(document, "name"),
        phrasings,
        _maker(document),
        float(document.get("importance", _IMPORTANCE)),
        data.texts(document, "categories") if "categories" in document else _CATEGORIES,
    )


def _maker(document: data.Document) -> Maker:
    match document:
        case {"one_of": str(name)} if name in LISTS:
            return one_of(getattr(WORDS, name))
        case {"number": [int(low), int(high), *step]} if low < high:
            return _number(low, high, *step)
        case {"made": str(name)} if name in _MADE:
            return _MADE[name]
    raise ValueError("its value is made in none of the known ways")


_DOCUMENT = data.load(FILE)
OF_PARTS = read(_DOCUMENT, "parts")
OF_PROJECTS = read(_DOCUMENT, "projects")
