"""What a project's code and settings give a figure: constants, defaults, flags of commands, ports.

Each is known by the words of its name, and by what it stands among: the file, the block, the line and the
comment above it. Tests and examples are left out, since what they set is no fact of the project.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property, lru_cache
from importlib import resources

from memtui.language.lexicon import GROUPS, STOP_WORDS, root
from memtui.language.stems import stem
from memtui.review.code.amounts import LITERAL, UNITS, Amount, in_code
from memtui.review.code.lines import Lines

FILE = "names.toml"
_LISTS = ("bounds", "bounded", "turns", "elsewhere")
_MOST = 30_000
"""Figures of one project that are known; a project with more holds data."""
_NAME = r"[A-Za-z_$][\w$.-]*"
_SET = re.compile(
    rf"(?P<name>{_NAME})[\"'`]?\]?\s*(?::\s*[A-Za-z][\w.\[\]<>| ]{{0,40}}?\s*(?==))?(?::=|=>|=|:)\s*"
    rf"(?:int|float|Duration)?\(?{LITERAL}"
)
_ELSE = re.compile(rf"(?:\?\?|\|\||[\"'],)\s*{LITERAL}")
"""A default: `os.getenv("PORT", "8080")`, `env.PORT ?? 8080`."""
_TYPED = re.compile(rf"^\s*(?P<name>{_NAME})\s+[\w.]+\s*=\s*{LITERAL}")
_FLAG = re.compile(rf"--(?P<name>[a-z][\w-]+)[= ]{LITERAL}")
_PORT = re.compile(
    r"(?:\b(?:localhost|0\.0\.0\.0|127\.0\.0\.1)|(?<=[\s\"'`=])):(?P<a>[1-9]\d{2,4})(?![\w:])"
    r"|\bEXPOSE\s+(?P<b>\d{2,5})|(?<![\w.:])(?P<c>[1-9]\d{2,4}):\d{2,5}(?![\w.:])"
)
_COMMENT = re.compile(r"(?:^|\s)(?://|#(?!\d)|--\s)(.*)")
_ALL_COMMENT = re.compile(r"\s*(?://+|#+|\*+|--\s|/\*+|\"\"\")\s*(.*)")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_HEAD = re.compile(r"[:{(\[]\s*$|^\s*\[+[\w.\"-]+\]+")
_NO_FACT = re.compile(
    r"(?:^|[/._-])(?:tests?|specs?|fixtures?|examples?|mocks?|testdata|__tests__|stories|migrations?|vendor|"
    r"third_party|samples?|changelog|locales?|i18n)(?=[/._-])",
    re.IGNORECASE,
)
_DEFAULTS = frozenset({"default", "fallback"})
_KEYWORDS = frozenset({"export", "const", "let", "var", "val", "final", "static", "public", "private", "readonly"})
_HOSTS = frozenset({"localhost"})
_PORTS = frozenset({"port", "ports", "addr", "listen"})


@dataclass(frozen=True, slots=True)
class Names:
    """What `names.toml` knows of the words in names."""

    bounds: frozenset[str]
    bounded: frozenset[str]
    turns: frozenset[str]
    elsewhere: frozenset[str]
    said: dict[str, frozenset[str]]


@cache
def known() -> Names:
    """Return what memtui comes with."""
    tables = tomllib.loads(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    lists = (frozenset(map(stem, tables["words"][name].split())) for name in _LISTS)
    return Names(
        *lists,
        {stem(word): frozenset(map(stem, said.split())) for word, said in tables["said"].items()},
    )


def words_of(name: str) -> tuple[str, ...]:
    """Return the words that a name is made of, in lower case: `maxParcelKg`, `MAX_PARCEL_KG`."""
    return tuple(word.lower() for word in _WORD.findall(name))


@lru_cache(maxsize=1 << 14)
def senses(word: str) -> frozenset[str]:
    """Return what two words share that say the same, in lower case."""
    stemmed = stem(word)
    base = root(stemmed)
    return frozenset({stemmed, base}) | GROUPS.get(base, frozenset()) | known().said.get(stemmed, frozenset())


@dataclass(frozen=True, slots=True)
class Assigned:
    """A figure that the project gives something."""

    name: str
    words: tuple[str, ...]
    """Of the name."""
    amount: Amount
    port: bool
    path: str
    line: int
    """From 1."""
    shown: str
    around: frozenset[str]
    """Stems of what it stands among."""

    @property
    def own(self) -> tuple[str, ...]:
        """The words of the name that say what it is of."""
        return tuple(w for w in self._bare if w not in UNITS and stem(w) not in known().bounds and not w.isdigit())

    @property
    def _bare(self) -> tuple[str, ...]:
        return self.words[: self.words.index("per")] if "per" in self.words else self.words

    @property
    def per(self) -> str:
        """Of a rate, the unit of time, by its first letters."""
        behind = self.words[self.words.index("per") + 1 :] if "per" in self.words else ()
        return "" if not behind else {"second": "s", "minute": "min", "hour": "h", "day": "d"}.get(behind[0], "")


class Figures:
    """All figures that a project's code and settings give, found in one reading."""

    def __init__(self, lines: Lines) -> None:
        self.every: list[Assigned] = []
        self.vocabulary: set[str] = set()
        """Every word of code and settings, in lower case."""
        self._by_word: dict[str, list[Assigned]] = {}
        self._by_name: dict[tuple[str, ...], list[Assigned]] = {}
        for path, text in lines.texts():
            self.vocabulary.update(word for name in re.findall(r"[A-Za-z]\w*", text) for word in (name.lower(), *words_of(name)))
            if _NO_FACT.search(path) is None and len(self.every) < _MOST:
                self.every += figures_in(path, text)
        for each in self.every:
            self._by_name.setdefault(each.words, []).append(each)
            for word in set(each.own):
                for sense in senses(word) | {word}:
                    self._by_word.setdefault(sense, []).append(each)

    @cached_property
    def ports(self) -> list[Assigned]:
        """Those that are ports."""
        return [each for each in self.every if each.port]

    @cached_property
    def without_own_words(self) -> list[Assigned]:
        """Those of which only their place says what they are of: `target: 80%`."""
        return [each for each in self.every if not each.own and not each.port]

    def named(self, name: str) -> list[Assigned]:
        """Return those of a name, however it is written."""
        return self._by_name.get(words_of(name.rpartition(".")[2]), [])

    def with_words(self, wanted: Iterable[str]) -> list[Assigned]:
        """Return those whose names have one of some words, or of what these stand for."""
        found: dict[int, Assigned] = {}
        for word in wanted:
            for each in self._by_word.get(word, ()):
                found[id(each)] = each
        return list(found.values())


def figures_in(path: str, text: str) -> Iterator[Assigned]:
    """Yield the figures that a file gives."""
    file = frozenset(stem(word) for part in path.split("/")[-3:] for word in words_of(os.path.splitext(part)[0]))
    blocks: list[tuple[int, frozenset[str]]] = []
    comments: set[str] = set()
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or len(line) > 400:
            continue
        whole = _ALL_COMMENT.match(line)
        if whole is not None:
            comments |= _stems(whole[1])
            continue
        indent = len(line) - len(line.lstrip())
        blocks = [(deep, words) for deep, words in blocks if deep < indent]
        if any(c.isdigit() for c in line):
            around = file.union(comments, *(words for _, words in blocks))
            yield from in_line(path, number, line, around)
        if _HEAD.search(line):
            blocks.append((-1 if line.lstrip().startswith("[") else indent, frozenset(_stems(line) | comments)))
        comments = set()


def in_line(path: str, number: int, line: str, around: frozenset[str]) -> Iterator[Assigned]:
    """Yield the figures that a line gives."""
    comment = _COMMENT.search(line)
    code = line[: comment.start()] if comment else line
    said = comment[1] if comment else ""
    beside = around | _stems(code) | _stems(said)
    seen: set[int] = set()
    first = next((name for name in re.findall(_NAME, code) if name not in _KEYWORDS), "")
    for pattern in (_TYPED, _FLAG, _SET, _ELSE):
        for match in pattern.finditer(code):
            if match.start("figure") in seen:
                continue
            name = match["name"].rpartition(".")[2] if "name" in pattern.groupindex else first
            words = words_of(name)
            if name in _HOSTS or name in _KEYWORDS:
                continue
            if not words or words[-1] in _DEFAULTS or pattern is _ELSE:
                name, words = first, words_of(first)
            amount = in_code(match, words[: words.index("per")] if "per" in words else words, said)
            if words and amount is not None:
                seen.add(match.start("figure"))
                port = not _PORTS.isdisjoint(words) and amount.bare >= 100
                yield Assigned(name, words, amount, port, path, number, line.strip(), beside)
    for match in _PORT.finditer(code):
        start = match.start(match.lastgroup or 0)
        if start not in seen:
            figure = Decimal(match[match.lastgroup or 0])
            yield Assigned(
                "port", ("port",), Amount(figure, "", figure), True, path, number, line.strip(), beside
            )


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words_of(text) if len(word) > 1 and word not in STOP_WORDS)
