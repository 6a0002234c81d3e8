"""Compares a memory with the code of its project.

Three things a memory can say are checked: what the project is made with (packages, versions, tools), what a
command is, and what a file or a name of the code is; besides, single values that it sets (`set_values`). In
each the code says *the same* only where it says all of it: every name and every figure that the memory
mentions is there, and so is every word that says something. It says *otherwise* only of what it is sure to
know: another version, another tool of the same job, no such command. Whatever gives a reason, or tells of a
change, is neither: that is not in the code; and no rule is the same as what is there.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain

from memtui.language.lexicon import CHANGES, ENDS, NEGATIONS, STOP_WORDS
from memtui.language.stems import stem
from memtui.review.code import chosen, names_left, quoted, reached, releases, set_values, tools, uses
from memtui.review.code.assigned import Figures, known
from memtui.review.code.definitions import Definitions, Place
from memtui.review.code.facts import WORD, CodeFact, Held, content, figures
from memtui.review.code.lines import Lines
from memtui.review.code.manifests import Declared, Manifest, manifest_of, plain_name
from memtui.review.code.names_left import NamesLeft
from memtui.review.code.past import Past
from memtui.review.code.ports import Mapped, mapped
from memtui.review.code.versions import agrees
from memtui.review.code.work_tree import WorkTree
from memtui.review.git_history import GitHistory

LONGEST = 600
"""Characters of a memory that is held against the code: a longer one says more than one thing."""
_OF_COMMAND = 0.4
"""The share of a command's words that are said: who only names the script says how to do something."""
_MOST_WORDS_OF_NAME = 3
"""Words that a name of a tool has at most: `ruby on rails`."""

_DENIED = frozenset(word[:-1] + "'t" for word in NEGATIONS if word.endswith("nt"))
_VERSION = re.compile(
    r"(?:\s+version)?(?:\s+(?:is|at))?\s*(?:[:=@(]\s*)?v?"
    r"(\d++(?:\.(?:\d++|x))*+)(\+|\s+or\s+(?:higher|newer|later|above))?(?![\w%])"
)
_NAME = re.compile(r"@?[A-Za-z][\w@/+.-]*\w|[A-Za-z]")
_CODE_SPAN = re.compile(r"`([^`\n]+)`")
_IDENTIFIER = re.compile(
    r"\b(?:[a-z]+(?:_[a-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[a-z]+(?:[A-Z][a-z0-9]+)+|[A-Z]+(?:_[A-Z0-9]+)+"
    r"|\w+(?=\(\)))\b"
)
_PATH_RUN = re.compile(r"[\w.@+/-]+")
_FILE = re.compile(r"(?:\./)?(?:[\w.@+-]+/)*[\w@+-][\w.@+-]*\.[A-Za-z]\w{0,7}\b")
_FOLDERS = re.compile(r"/?((?:[\w.@+-]+/)+(?:[\w@+-]+(?![\w.@+-]*:))?)(?![\w.@+-]*://)")
_NO_FILE_BEHIND = frozenset("~:")
"""What comes before a path in a home folder, or an address."""
_PORT_LIKE = re.compile(r"\d{3}")
_COMMAND = re.compile(r"`(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?([a-z][\w:.-]*)`|`(make\s+[a-z][\w.-]*)`")


class Code:
    """What one work tree says, read as far as a question needs."""

    def __init__(self, tree: WorkTree, git: GitHistory | None = None) -> None:
        self.tree = tree
        git = git or GitHistory()
        self.past = Past(git, tree.top)
        self.names_left = NamesLeft(tree, self.past, git)

    @cached_property
    def manifest(self) -> Manifest:
        """What the project declares."""
        return manifest_of(self.tree)

    @cached_property
    def definitions(self) -> Definitions:
        """What the project's code defines."""
        return Definitions(self.tree)

    @cached_property
    def lines(self) -> Lines:
        """What people wrote into the project's code and settings."""
        return Lines(self.tree)

    @cached_property
    def ports(self) -> Sequence[Mapped]:
        """The ports of the host that the project maps."""
        return mapped(self.tree)

    @cached_property
    def figures(self) -> Figures:
        """What the project's code and settings give figures."""
        return Figures(self.lines)

    def hold(self, text: str) -> Held | None:
        """Return what the code says of a memory's text; None where it says neither the same nor otherwise."""
        if len(text) > LONGEST or ENDS.search(text):
            return None
        whole = self._whole(text)
        if whole is not None and whole.same:
            return whole
        if (found := self._in_passing(text)) is not None:
            return found
        return None if known().leads_away(set(WORD.findall(text.lower()))) else whole

    def _in_passing(self, text: str) -> Held | None:
        """Return what the code says otherwise of what a text says beside other things."""
        if CHANGES.search(text):
            return None
        asked: Held | None = None
        for found in self._each_in_passing(text):
            if found is not None and found.sure:
                return found
            asked = asked or found
        return asked

    def _each_in_passing(self, text: str) -> Iterator[Held | None]:
        yield reached.hold(text, self) if _PORT_LIKE.search(text) else None
        yield quoted.hold(text, self)
        yield uses.hold(text, self)
        yield chosen.hold(text, self)
        yield releases.hold(text, self.lines, self.past, self.has_word)
        yield names_left.hold(text, self)

    @cached_property
    def parts(self) -> frozenset[str]:
        """The stems of what the project, its parts and its jobs are called."""
        return uses.parts_of(self.manifest, self.ports)

    def has_word(self, word: str) -> bool:
        """Say whether code or settings have a word."""
        return word.lower() in self.figures.vocabulary

    def _whole(self, text: str) -> Held | None:
        """Return what the code says of a text in which nothing is said besides."""
        if CHANGES.search(text):
            return None
        words = set(WORD.findall(text.lower()))
        if not words.isdisjoint(tools.known().guide) or not words.isdisjoint(NEGATIONS | _DENIED):
            return None
        held = self._held(text)
        is_rule = not tools.known().rule.isdisjoint(map(stem, words))
        return None if held is not None and held.same and is_rule else held

    def _held(self, text: str) -> Held | None:
        if _COMMAND.search(text) is not None:
            return self._commands(text)
        value = set_values.hold(text, self.tree, self.manifest, self.ports)
        return value or self._made_with(text) or self._in_code(text)

    # -- what a command is ---------------------------------------------------------------------------

    def _commands(self, text: str) -> Held | None:
        same: list[CodeFact] = []
        marks: list[tuple[int, int]] = []
        keys: set[str] = set()
        rest = text
        for match in _COMMAND.finditer(text):
            name = " ".join((match[1] or match[2]).split())
            runner = "make" if match[2] else "npm"
            if runner not in self.manifest.runners or (
                runner == "npm" and name in tools.known().of_the_manager
            ):
                return None
            scripts = self.manifest.scripts.get(name)
            span = match.span()
            if scripts is None:
                if runner == "npm" and plain_name(name) in self.manifest.packages:
                    return None  # a program of a package, run through the manager
                where, what = ("Makefile", "target") if match[2] else ("package.json", "script")
                return Held(False, (), (span,), f"no {where} of the project has a {what} “{name}”")
            same.append(CodeFact.of(scripts[0]))
            marks.append(span)
            keys |= content(f"{name} {scripts[0].shown} {scripts[0].says}")
            rest = rest.replace(match[0], " ")
        if not same:
            return None
        telling = content(rest) - tools.known().said - tools.known().seen
        enough = len(telling & keys) >= max(_OF_COMMAND * len(keys - tools.known().said), 1)
        return Held(True, tuple(same), tuple(marks)) if telling <= keys and enough else None

    # -- what the project is made with ------------------------------------------------------------------

    def _made_with(self, text: str) -> Held | None:
        known = tools.known()
        rest, named = text, list(self.packages(text))
        if not named:
            return None
        for _, start, end, _ in named:
            rest = rest[:start] + " " * (end - start) + rest[end:]
        jobs = [job for job in known.jobs if any(name in job.tools for name, *_ in named)]
        about = (
            {word for job in jobs for word in job.words} | known.said | known.rule | self.manifest.own_names
        )
        if content(rest) - about:
            return None
        marks = tuple((start, end) for _, start, end, _ in named)
        same: list[CodeFact] = []
        for name, start, end, version in named:
            declared = self.manifest.packages.get(name, [])
            if not declared:
                other = self.of_the_same_job(name, {each for each, *_ in named})
                if other is None:
                    return None
                job, there = other
                why = f"nothing there declares {text[start:end]}, and {there.name} does the job of a {job}"
                return Held(False, (CodeFact.of(there),), ((start, end),), why)
            fits = [agrees(version.rstrip("+"), each.says, open_above="+" in version) for each in declared]
            if not version or True in fits:
                same.append(CodeFact.of(declared[fits.index(True) if version else 0]))
            elif None in fits:
                return None
            else:
                why = f"it asks for {declared[0].name} {declared[0].says.removeprefix('==')}"
                return Held(False, (CodeFact.of(declared[0]),), ((start, end),), why)
        return Held(True, tuple(dict.fromkeys(same)), marks)

    def packages(self, text: str) -> Iterator[tuple[str, int, int, str]]:
        """Yield each package or tool that a text names: (its declared name, start, end, version)."""
        names = list(_NAME.finditer(text))
        at = 0
        while at < len(names):
            for size in range(min(_MOST_WORDS_OF_NAME, len(names) - at), 0, -1):
                start, end = names[at].start(), names[at + size - 1].end()
                written = text[start:end]
                name = tools.known().declared_name(written)
                if self._is_a_name(name, written):
                    version = _VERSION.match(text, end)
                    packages = (
                        "" if version is None else version[1].removesuffix(".x") + ("+" if version[2] else "")
                    )
                    yield name, start, end if version is None else version.end(), packages
                    at += size - 1
                    break
            at += 1

    def _is_a_name(self, name: str, written: str) -> bool:
        if written.lower() in STOP_WORDS:
            return False
        if name in tools.known().of_a_job:
            return True
        is_spelt_as_one = written[:1].isupper() or written[:1] == "@" or len(name) > 3
        return is_spelt_as_one and name in self.manifest.packages

    def of_the_same_job(self, name: str, named: Iterable[str]) -> tuple[str, Declared] | None:
        """Return the tool that the project uses for the job of `name`, and that job."""
        if self.in_use_all_the_same(name):
            return None
        for job in tools.known().jobs:
            there = [tool for tool in sorted(job.tools) if tool in self.manifest.packages]
            if name in job.tools and there and job.tools.isdisjoint(set(named) - {name}):
                return job.name, self.manifest.packages[there[0]][0]
        return None

    def in_use_all_the_same(self, name: str) -> bool:
        """Say whether what no manifest declares is used all the same: a package is there for it, or code
        imports it, as it does what comes with the language.
        """
        if not tools.known().signs.get(name, frozenset()).isdisjoint(self.manifest.packages):
            return True
        if name.isalnum() and not self.has_word(name):
            return False
        imported = re.compile(rf"\s*(?:import|from|use)\s+{re.escape(name)}\b")
        return any(imported.match(line) for _, _, line in self.lines.having(name))

    # -- what a file or a name of the code is --------------------------------------------------------------

    def _in_code(self, text: str) -> Held | None:
        facts: list[CodeFact] = []
        marks: list[tuple[int, int]] = []
        rest = text
        mentions = list(_mentions(text))
        for start, end, _ in mentions:
            rest = rest[:start] + " " * (end - start) + rest[end:]
        telling = content(rest) - tools.known().seen - self.manifest.own_names
        told, seen = figures(rest), list[str]()
        for start, end, name in mentions:
            where = self._path(name) if "/" in name or "." in name else None
            places = self.definitions.of(name.removesuffix("()")) if where is None else []
            if where is None and not places:
                return None
            if where is not None:
                lines = [(0, where), *self.definitions.head(where)]
                facts.append(_most_telling(where, lines, telling))
                seen.append("\n".join(line for _, line in lines))
            else:
                facts.append(self._line(places[0]))
                seen.append(f"{places[0].path} {self.definitions.around(places[0])}")
            marks.append((start, end))
        keys = content(_apart("\n".join(seen)))
        if not facts or not telling <= keys or not told <= figures("\n".join(seen)):
            return None
        return Held(True, tuple(dict.fromkeys(facts)), tuple(marks))

    def _path(self, name: str) -> str | None:
        """Return the one tracked file or folder that a name means; None for none, or for several."""
        bare = name.removeprefix("./").rstrip("/")
        if bare in self.tree.folders:
            return bare + "/"
        fitting = [
            path
            for path in self.tree.named.get(bare.rpartition("/")[2], ())
            if f"/{path}".endswith(f"/{bare}")
        ]
        return fitting[0] if len(fitting) == 1 else None

    def _line(self, place: Place) -> CodeFact:
        return CodeFact.at(place.path, place.line, self.definitions.line(place))


def _most_telling(path: str, lines: Iterable[tuple[int, str]], wanted: set[str]) -> CodeFact:
    """Return the line of a file with most of the words asked for; the file itself where no line has any."""
    line, best = max(lines, key=lambda each: len(wanted & content(_apart(each[1]))))
    return CodeFact.at(path, line, best.strip())


def _mentions(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield what a text names of the code: stretches in backticks, paths, names as code writes them."""
    taken = bytearray(len(text))
    spans = (match.span() for match in _CODE_SPAN.finditer(text))
    names = (match.span() for match in _IDENTIFIER.finditer(text))
    for start, end in chain(spans, _paths(text), names):
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            yield start, end, text[start:end].strip("`").strip().split("(")[0]


def _paths(text: str) -> Iterator[tuple[int, int]]:
    """Yield where a text names a file or folders: one span in each run of path characters."""
    for run in _PATH_RUN.finditer(text):
        start = run.start()
        file = None if text[start - 1 : start] in _NO_FILE_BEHIND else _FILE.match(text, start)
        if file is not None:
            yield file.span()
        elif (folders := _FOLDERS.match(text, start)) is not None:
            yield folders.span(1)


def _apart(code: str) -> str:
    """Return code with the words apart that its names are made of, and whole besides."""
    return f"{code} {re.sub(r'(?<=[a-z0-9])(?=[A-Z])', ' ', code)}"
