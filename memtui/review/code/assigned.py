"""What a project's code and settings give a figure: constants, defaults, flags of commands, ports.

Each is known by the words of its name, and by what it stands among: the file, the block, the line and the
comment above it. Tests and examples are left out, since what they set is no fact of the project.
"""

import os
import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property, lru_cache
from importlib import resources

from memtui.language.lexicon import GROUPS, STOP_WORDS, USING, root
from memtui.language.stems import stem
from memtui.review.code import tools
from memtui.review.code.amounts import LITERAL, UNITS, Amount, in_code, is_like
from memtui.review.code.lines import Lines

FILE = "names.toml"
_LISTS = ("bounds", "bounded", "common", "turns", "elsewhere")
_MOST = 30_000
"""Figures of one project that are known; a project with more holds data."""
_NAME = r"[A-Za-z_$][\w$.-]*"
_SET = re.compile(
    rf"(?P<name>{_NAME})[\"'`]?\]?\s*(?::\s*[A-Za-z][\w.\[\]<>| ]{{0,40}}?\s*(?==))?(?::=|=>|=|:)\s*"
    rf"{LITERAL}"
)
_ELSE = re.compile(rf"(?:\?\?|\|\||[\"'],|\.default\()\s*{LITERAL}")
"""A default: `os.getenv("PORT", "8080")`, `env.PORT ?? 8080`."""
_CALLED = re.compile(rf"^\s*[\w.:]+\([^=]*?[\"'](?P<name>{_NAME})[\"'],\s*{LITERAL}")
"""A call that gives what it names a value: `flag.Int("workers", 4)`."""
_TYPED = re.compile(rf"^\s*(?P<name>{_NAME})\s+[\w.]+\s*=\s*{LITERAL}")
_FLAG = re.compile(rf"--(?P<name>[a-z][\w-]+)(?:[= ]|[\"'],\s*(?=[\"'])){LITERAL}")
_PORT = re.compile(
    r"(?:\b(?:localhost|0\.0\.0\.0|127\.0\.0\.1)|(?<=[\s\"'`=])):(?P<a>[1-9]\d{2,4})(?![\w:])"
    r"|\bEXPOSE\s+(?P<b>\d{2,5})|(?<![\w.:])(?P<c>[1-9]\d{2,4}):\d{2,5}(?![\w.:])"
)
_COMMENT = re.compile(r"(?:^|\s)(?://|#(?!\d)|--\s)(.*)")
_ALL_COMMENT = re.compile(r"\s*(?://+|#+|\*+|--\s|/\*+|\"\"\")\s*(.*)")
_IN_CODE = re.compile(r"[A-Za-z]\w*")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_HEAD = re.compile(r"[:{(\[]\s*$|^\s*\[+[\w.\"-]+\]+")
_NO_FACT = re.compile(
    r"(?:^|[/._-])(?:tests?|specs?|fixtures?|examples?|mocks?|testdata|__tests__|stories|migrations?|vendor|"
    r"third_party|samples?|changelog|locales?|i18n)(?=[/._-])",
    re.IGNORECASE,
)
_MAY_SET = re.compile(r"[=:|?,(]\s*[\"'`]?:?\d|\*\s*\d|--[a-z][\w-]*[= ]\d|:\d|EXPOSE|\d:\d")
_IN_SECTIONS = (".toml", ".ini", ".cfg", ".editorconfig", ".conf")
_LONGEST = 400
_NEAR = 3
"""Folders and files at the end of a path that say what a file is about."""
_MOST_ABOVE = 120
"""Lines above one in which its blocks are looked for."""
_DEFAULTS = frozenset({"default", "fallback"})
_KEYWORDS = frozenset(
    {"export", "const", "let", "var", "val", "final", "static", "public", "private", "readonly"}
)
_LOWEST_PORT = 100
_OF_CONSTANTS = frozenset({"const", "default", "static", "final", "class", "enum", "object"})
_HOSTS = frozenset({"localhost"})
_PORTS = frozenset({"port", "ports", "addr", "listen"})


@dataclass(frozen=True, slots=True)
class Names:
    """What `names.toml` knows of the words in names."""

    bounds: frozenset[str]
    bounded: frozenset[str]
    common: frozenset[str]
    turns: frozenset[str]
    elsewhere: frozenset[str]
    past: frozenset[str]
    """In lower case; all others are stems."""
    said: dict[str, frozenset[str]]
    languages: dict[str, str]
    """What a language is called, by its code of two letters."""

    def leads_away(self, words: Collection[str]) -> bool:
        """Say whether some words, in lower case, tell of another place or time."""
        return not (self.past.isdisjoint(words) and self.elsewhere.isdisjoint(map(stem, words)))

    def asks_for_change(self, words: Collection[str]) -> bool:
        """Say whether some words, in lower case, ask that something be changed."""
        return not self.turns.isdisjoint(map(stem, words))


@cache
def known() -> Names:
    """Return what memtui comes with."""
    tables = tomllib.loads(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    bounds, bounded, common, turns, elsewhere = (
        frozenset(map(stem, tables["words"][name].split())) for name in _LISTS
    )
    return Names(
        bounds,
        bounded,
        common | bounded,
        turns,
        elsewhere,
        frozenset(tables["words"]["past"].split()),
        {stem(word): frozenset(map(stem, said.split())) for word, said in tables["said"].items()},
        dict(tables["languages"]),
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
    own: tuple[str, ...]
    """The words of the name that say what it is of."""
    per: str
    """Of a rate, the unit of time."""


_PERS = {"second": "s", "minute": "min", "hour": "h", "day": "d", "rps": "s", "qps": "s", "rpm": "min"}
RATES = frozenset({"rate", "rps", "qps", "rpm"})
"""What says in a name that it is a rate."""
_EACH = re.compile(r"\s?(?:/|per)\s?(?P<per>second|minute|hour|day)s?\b")
"""The unit of time behind a figure: `60/minute`."""


def _rate(words: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """Return the words before `per`, and the unit of time behind it."""
    if "per" not in words:
        return words, next((_PERS[word] for word in words if word in RATES & _PERS.keys()), "")
    at = words.index("per")
    return words[:at], _PERS.get("".join(words[at + 1 : at + 2]), "")


def own_words(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a name that say what it is of."""
    small = STOP_WORDS | UNITS.keys()
    telling = (word for word in words if len(word) > 1 and not word.isdigit() and word not in small)
    return tuple(dict.fromkeys(word for word in telling if stem(word) not in known().bounds | USING))


class Figures:
    """All figures that a project's code and settings give, found in one reading."""

    def __init__(self, lines: Lines) -> None:
        self.every: list[Assigned] = []
        self._by_word: dict[str, list[Assigned]] = {}
        self._by_sense: dict[str, set[str]] = {}
        self._by_name: dict[tuple[str, ...], list[Assigned]] = {}
        names: set[str] = set()
        for path, text in lines.texts():
            names.update(_IN_CODE.findall(text))
            if sets_facts(path) and len(self.every) < _MOST:
                self.every += figures_in(path, text)
        names.update(word for path in lines.paths for word in _IN_CODE.findall(path))
        self.vocabulary = frozenset(word for name in names for word in (name.lower(), *words_of(name)))
        """Every word of code and settings, in lower case."""
        for each in self.every:
            self._by_name.setdefault(each.words, []).append(each)
            for word in each.own:
                self._by_word.setdefault(word, []).append(each)
        for word in self._by_word:
            for sense in senses(word):
                self._by_sense.setdefault(sense, set()).add(word)

    @cached_property
    def ports(self) -> list[Assigned]:
        """Those that are ports."""
        return [each for each in self.every if each.port]

    @cached_property
    def _by_place(self) -> dict[str, list[Assigned]]:
        """Those of which only their place says what they are of, `target: 80%`, by the words around them."""
        found: dict[str, list[Assigned]] = {}
        for each in self.every:
            if not each.own and not each.port:
                for word in each.around - known().bounds:
                    found.setdefault(word, []).append(each)
        return found

    def at(self, stems: Collection[str], least: int) -> list[Assigned]:
        """Return those of which only their place says what they are of, which so many of some words name."""
        count = Counter(id(each) for word in stems for each in self._by_place.get(word, ()))
        every = {id(each): each for word in stems for each in self._by_place.get(word, ())}
        return [every[key] for key, times in count.items() if times >= least]

    def like(self, amount: Amount) -> list[Assigned]:
        """Return those of an amount, or of its bare figure where none of the two says in which unit."""
        found = self._by_figure.get(amount.value, []) + self._by_figure.get(amount.bare, [])
        return [each for each in found if is_like(each.amount, amount)]

    @cached_property
    def _by_figure(self) -> dict[Decimal, list[Assigned]]:
        found: dict[Decimal, list[Assigned]] = {}
        for each in self.every:
            for figure in {each.amount.value, each.amount.bare}:
                found.setdefault(figure, []).append(each)
        return found

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(map(stem, self.vocabulary))

    def knows(self, word: str) -> bool:
        """Say whether code or settings, or their names, have a word in one of its forms, in lower case."""
        return word in self.vocabulary or stem(word) in self._stems

    def named(self, name: str) -> list[Assigned]:
        """Return those of a name, however it is written."""
        bare = name.rpartition(".")[2]
        places = self._by_name.get(words_of(bare), [])
        return places if len(words_of(bare)) > 1 else [each for each in places if each.name == bare]

    def with_words(self, said: Collection[str], stand_for: Collection[str]) -> list[Assigned]:
        """Return those of whose names all words are said, or all but one, in lower case or in what words
        stand for.
        """
        found = self._told(said, stand_for).values()
        return [each[0] for each in found if len(each[0].own) - len(each) <= 1]

    def with_any(self, said: Collection[str], stand_for: Collection[str]) -> list[Assigned]:
        """Return those of whose names any word is said, in lower case or in what words stand for."""
        return [each[0] for each in self._told(said, stand_for).values()]

    def _told(self, said: Collection[str], stand_for: Collection[str]) -> dict[int, list[Assigned]]:
        """Return each of whose name a word is said, as often as it has such words."""
        told: set[str] = set()
        for sense in stand_for:
            told |= self._by_sense.get(sense, set())
        for word in said:
            told.update(short for size in range(3, len(word)) if (short := word[:size]) in self._by_word)
        found: dict[int, list[Assigned]] = {}
        for word in told:
            for each in self._by_word[word]:
                found.setdefault(id(each), []).append(each)
        return found


def sets_facts(path: str) -> bool:
    """Say whether what a file sets is a fact of the project: not in tests, examples and the like."""
    return _NO_FACT.search(path) is None


def figures_in(path: str, text: str) -> Iterator[Assigned]:
    """Yield the figures that a file gives."""
    lines = text.split("\n")
    file: frozenset[str] | None = None
    for number, line in enumerate(lines, 1):
        if _MAY_SET.search(line) is None or len(line) > _LONGEST or _ALL_COMMENT.match(line):
            continue
        if file is None:
            parts = (os.path.splitext(part)[0] for part in path.split("/")[-_NEAR:])
            file = frozenset(stem(word) for part in parts for word in words_of(part))
        above, block = _above(lines, number - 1, in_sections=path.endswith(_IN_SECTIONS))
        yield from in_line(path, number, line, file | above, block)


def _above(lines: Sequence[str], at: int, *, in_sections: bool) -> tuple[frozenset[str], frozenset[str]]:
    """Return the stems of the blocks around a line and of the comments above; and of the innermost block."""
    deep = _indent(lines[at])
    found: set[str] = set()
    block: frozenset[str] | None = None
    beside = True
    for line in reversed(lines[max(at - _MOST_ABOVE, 0) : at]):
        if not line.strip():
            beside = False
            continue
        comment = _ALL_COMMENT.match(line) if beside else None
        if comment is not None:
            found |= _stems(comment[1])
            continue
        beside = False
        if not deep and not in_sections:
            break
        section = in_sections and line.startswith("[")
        if (section or _indent(line) < deep) and _HEAD.search(line):
            words = _stems(line)
            found |= words
            block = words if block is None else block
            if section:
                break
            deep, beside = _indent(line), True
    return frozenset(found), block or frozenset()


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def in_line(
    path: str, number: int, line: str, around: frozenset[str], block: frozenset[str] = _OF_CONSTANTS
) -> Iterator[Assigned]:
    """Yield the figures that a line gives for good: not those of what a function sets for itself.

    `block` has the stems of what the block around it begins with.
    """
    comment = _COMMENT.search(line)
    code = line[: comment.start()] if comment else line
    said = comment[1] if comment else ""
    beside = around | _stems(code) | _stems(said)
    seen: set[int] = set()
    lasting = (
        not tools.is_code(path)
        or bool(code[:1].strip())
        or not _OF_CONSTANTS.isdisjoint(block | _stems(code))
    )
    first = next((name for name in re.findall(_NAME, code) if name not in _KEYWORDS), "")
    for pattern in (_TYPED, _FLAG, _CALLED, _SET, _ELSE):
        for match in pattern.finditer(code):
            if match.start("figure") in seen:
                continue
            name = match["name"].rpartition(".")[2] if "name" in pattern.groupindex else first
            words = words_of(name)
            if name in _HOSTS or name in _KEYWORDS:
                continue
            if not words or words[-1] in _DEFAULTS or pattern is _ELSE:
                name, words = first, words_of(first)
            of, per = _rate(words)
            amount = in_code(match, of, said)
            is_set = lasting or name.isupper() or ":" in match[0] or pattern in (_ELSE, _FLAG, _CALLED)
            if not words or amount is None or not is_set:
                continue
            seen.add(match.start("figure"))
            if (each := _EACH.match(code, match.end())) is not None:
                per = _PERS[each["per"]]
            port = not _PORTS.isdisjoint(words) and amount.bare >= _LOWEST_PORT
            yield Assigned(name, words, amount, port, path, number, line.strip(), beside, own_words(of), per)
    for match in _PORT.finditer(code):
        if match.start(match.lastgroup or 0) in seen:
            continue
        figure = Decimal(match[match.lastgroup or 0])
        amount = Amount(figure, "", figure)
        yield Assigned("port", ("port",), amount, True, path, number, line.strip(), beside, (), "")


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words_of(text) if len(word) > 1 and word not in STOP_WORDS)
