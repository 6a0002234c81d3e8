"""What is known of tools whatever the project: how their names are written, and which do the same job."""

import os
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources

from memtui.language.stems import stem
from memtui.review.code.manifests import plain_name

FILE = "tools.toml"
_LISTS = ("said", "seen", "own", "reached", "around", "guide", "rule", "of_the_manager", "code")


@dataclass(frozen=True, slots=True)
class Job:
    """A job that a project has one tool for."""

    name: str
    tools: frozenset[str]
    words: frozenset[str]
    """Stems of what people call it."""
    says: str
    """An example of a memory that a project with `has` contradicts."""
    has: str
    but: str
    """An example of a memory that does not tell what the project uses."""


@dataclass(frozen=True)
class Tools:
    """The tools of projects, as `tools.toml` has them."""

    names: dict[str, str]
    said: frozenset[str]
    """Stems without meaning in a line about a project's tools."""
    seen: frozenset[str]
    """The same, in a line about a file or a name in the code."""
    own: frozenset[str]
    """The same, in a line about the project's own version."""
    reached: frozenset[str]
    """The same, in a line about a port."""
    around: frozenset[str]
    """Stems of the places where a project is at work that its files tell of."""
    guide: frozenset[str]
    """Words of a reason, a plan or the past, in lower case."""
    rule: frozenset[str]
    """Stems of the words of a rule: the code never says the same, but it may say otherwise."""
    of_the_manager: frozenset[str]
    """Commands of a package manager itself."""
    signs: dict[str, frozenset[str]]
    """What shows that a tool is in use that no manifest declares by its name."""
    code: frozenset[str]
    """Endings of files that define names."""
    jobs: tuple[Job, ...]

    @cached_property
    def of_a_job(self) -> frozenset[str]:
        """Every tool that does one of the jobs."""
        return frozenset[str]().union(*(job.tools for job in self.jobs))

    @cached_property
    def of_jobs(self) -> frozenset[str]:
        """Stems of what people call any of the jobs."""
        return frozenset[str]().union(*(job.words for job in self.jobs))

    def declared_name(self, written: str) -> str:
        """Return what a manifest calls a tool that people write as `written`: `postgres` for `PostgreSQL`.

        Blanks and dots are left out of both.
        """
        plain = plain_name(written)
        return plain_name(self.names.get(plain, plain))


@cache
def known() -> Tools:
    """Return what memtui comes with. Raises ValueError, which names the entry, for a file that is broken."""
    return read(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))


def ending_of(path: str) -> str:
    """Return the ending of a file's name without its dot; none of `.gitignore`."""
    return os.path.splitext(path)[1].lstrip(".")


def is_code(path: str) -> bool:
    """Say whether a file defines names, by its ending."""
    return ending_of(path) in known().code


def read(text: str) -> Tools:
    """Return what a file such as `tools.toml` says. Raises ValueError, which names the entry."""
    tables = tomllib.loads(text)
    jobs = []
    for number, each in enumerate(tables.get("jobs", ()), 1):
        try:
            one = Job(
                each["name"],
                frozenset(map(plain_name, each["tools"])),
                stems(each["words"]),
                each["says"],
                each["has"],
                each["but"],
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"job {number} lacks {error}") from None
        if len(one.tools) < 2 or plain_name(one.has) not in one.tools:
            raise ValueError(f"{one.name} needs two tools or more, and `has` to be one of them")
        jobs.append(one)
    lists = {name: str(list_) for name, list_ in tables.get("words", {}).items()}
    missing = [name for name in _LISTS if not lists.get(name)]
    if missing:
        raise ValueError(f"words lacks {', '.join(missing)}")
    return Tools(
        {str(name): str(other) for name, other in tables.get("names", {}).items()},
        stems(lists["said"]),
        stems(lists["seen"]),
        stems(lists["own"]),
        stems(lists["reached"]),
        stems(lists["around"]),
        frozenset(lists["guide"].split()),
        stems(lists["rule"]),
        frozenset(lists["of_the_manager"].split()),
        {name: frozenset(map(plain_name, signs.split())) for name, signs in tables.get("signs", {}).items()},
        frozenset(lists["code"].split()),
        tuple(jobs),
    )


def stems(text: str) -> frozenset[str]:
    """Return the stems of the words of a text."""
    return frozenset(stem(word) for word in text.lower().split())
