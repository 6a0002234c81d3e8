"""What a project sets in its files of settings: how long lines are, whether types are checked strictly.

`settings.toml` knows the files, the names that they give a setting, and the words by which a memory speaks of
it. A memory that says anything besides is not about the project's setting alone, so nothing is told of it.
"""

import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from memtui.review.code import tools
from memtui.review.code.manifests import Declared, plain_name
from memtui.review.code.work_tree import WorkTree

FILE = "settings.toml"
_SECTION = re.compile(r"[ \t]*\[+(?:tool\.)?([\w*-]+)")
_SET = re.compile(r"[\"']?([A-Za-z][\w-]*)[\"']?[ \t]*[:=][ \t]*[\"']?(\d+|true|false)\b", re.IGNORECASE)
_FIGURE = re.compile(r"(?<![\w.,])\d+(?![\w]|[.,]\d)")


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that files set, and how a memory speaks of it."""

    name: str
    words: tuple[frozenset[str], ...]
    """Stems, all of one set of which a memory says."""
    besides: frozenset[str]
    """Stems of what it may say with them."""
    keys: frozenset[str]
    """What files call it, without hyphens and in lower case."""
    says: str
    """An example of a memory that a project with `has` contradicts."""
    has: str
    """A file and its line."""
    but: str
    """An example of a memory that does not tell what the project sets."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of projects, as `settings.toml` has them."""

    files: dict[str, str]
    """The tool that a file is for, by the file's name; empty where its sections tell."""
    languages: dict[str, frozenset[str]]
    """The tools of a language."""
    settings: tuple[Setting, ...]

    @property
    def tools(self) -> frozenset[str]:
        """Every tool that is known here."""
        return frozenset(filter(None, self.files.values())).union(*self.languages.values())


@cache
def known() -> Settings:
    """Return what memtui comes with."""
    tables = tomllib.loads(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    every = tuple(
        Setting(
            each["name"],
            tuple(tools.stems(words) for words in each["words"].split(",")),
            tools.stems(each["besides"]),
            frozenset(map(plain_name, each["keys"].split())),
            each["says"],
            each["has"],
            each["but"],
        )
        for each in tables["settings"]
    )
    languages = {name: frozenset(names.split()) for name, names in tables["languages"].items()}
    return Settings(dict(tables["files"]), languages, every)


@dataclass(frozen=True, slots=True)
class Meant:
    """The setting that a memory speaks of, and the value that it gives."""

    setting: Setting
    value: str
    start: int
    end: int
    of: frozenset[str]
    """The tools that it can be a setting of; none where it names neither a tool nor a language."""


def meant(text: str, words: frozenset[str]) -> Meant | None:
    """Return the setting that a text of these stems is about, and nothing else; None for any other text."""
    figures = list(_FIGURE.finditer(text))
    spoken = frozenset(stem for stem in words if not stem.isdigit())
    named = spoken & known().tools
    languages = spoken & known().languages.keys() - named
    of = named or frozenset[str]().union(*(known().languages[each] for each in languages))
    for setting in known().settings:
        if not any(each <= spoken for each in setting.words):
            continue
        if spoken - setting.besides - named - languages:
            return None
        if len(figures) == 1:
            return Meant(setting, figures[0][0], *figures[0].span(), of)
        first = setting.name.split()[0]
        at = text.lower().find(first)
        if not figures and of and at >= 0:
            return Meant(setting, "true", at, at + len(first), of)
    return None


def declared(tree: WorkTree, it: Meant) -> Sequence[Declared]:
    """Return where the project's files give that setting a value of the same sort, the top ones first."""
    return [
        each
        for path in tree.called(known().files.__contains__)
        for tool, each in _set_in(tree, path)
        if plain_name(each.name) in it.setting.keys
        and each.says.isdigit() == it.value.isdigit()
        and (not it.of or not tool or tool in it.of)
    ]


def _set_in(tree: WorkTree, path: str) -> Iterator[tuple[str, Declared]]:
    """Yield what a file of settings sets, with the tool that it is for; no tool where it is for all."""
    tool = known().files[os.path.basename(path)]
    has_sections = not tool
    for number, line in enumerate(tree.text(path).split("\n"), 1):
        section = _SECTION.match(line)
        if section is not None and has_sections:
            tool = "" if section[1] == "*" else section[1].lower()
        for key, value in _SET.findall(line.partition("#")[0]):
            yield tool, Declared(key, value.lower(), path, number, line.strip())
