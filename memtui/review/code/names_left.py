"""Finds the names that left a project: dependencies, variables, files of settings, symbols, versions.

Git's newest commits tell which names the lines had that went; a name that no tracked file has any more has
left. A memory that says that it is used is out of date. Of a plain word, which may be an everyday one, and of
a symbol it is only asked.
"""

import os
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, Protocol

from memtui.language.lexicon import NEGATIONS, RANKING, STOP_WORDS
from memtui.language.stems import stem
from memtui.review.code import tools
from memtui.review.code.assigned import Figures, known, sets_facts, words_of
from memtui.review.code.facts import CodeFact, Held
from memtui.review.code.past import Past
from memtui.review.code.scopes import Scope, is_common
from memtui.review.code.sentences import STATEMENT, clause_around, is_a_word
from memtui.review.code.work_tree import WorkTree
from memtui.review.git_history import GitHistory, Removed

_PACKAGE = r"(?:@[\w.-]+/)?[A-Za-z][\w.-]*"
_IMAGE = re.compile(
    r"^\s*(?:-\s*)?(?:FROM\s+(?:--\S+\s+)?|image:\s*[\"']?)(?P<name>[\w./-]+)(?::(?P<v>[\w.-]+))?"
)
_RECIPE = re.compile(r"^\t[@-]*(?:[A-Z_]+=\S+\s+)*(?P<name>[a-z][\w-]+)(?=\s)")
_STARTED = re.compile(r"^(?:CMD|ENTRYPOINT)\s+(?:\[\s*\")?(?P<name>[a-z][\w-]+)")
_STEP = re.compile(r"^\s*(?:-\s*)?(?:uses:\s*(?P<name>[\w./-]+)@|run:\s*(?P<run>[a-z][\w-]+)(?=\s|$))")
_TABLE = re.compile(
    rf"^\s*[\"']?(?P<name>{_PACKAGE})(?:\[[^\]]*\])?[\"']?\s*(?:[><=~!^]=|=\s*[\"'][\^~>=<]*\d|=\s*\{{|@\s*\d)"
    rf"|[\"'](?P<run>{_PACKAGE})(?:\[[^\]]*\])?\s*[><=~!^]="
)
_DECLARING: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(files), line)
    for files, line in (
        (
            r"(?:^|/)go\.mod$",
            re.compile(
                r"^\s*(?:require\s+)?(?P<name>[\w.-]+\.[a-z]+/[\w./~-]+?)(?:/v\d+)?\s+v\d(?!.*// indirect)"
            ),
        ),
        (r"(?:^|/)package\.json$", re.compile(rf"^\s*\"(?P<name>{_PACKAGE})\"\s*:\s*\"[\^~>=<v]*\d")),
        (r"(?:^|/)(?:pyproject\.toml|Cargo\.toml|Pipfile|requirements[^/]*\.txt|setup\.(?:cfg|py))$", _TABLE),
        (r"(?:^|/)Gemfile$", re.compile(r"^\s*gem\s+[\"'](?P<name>[\w-]+)[\"']")),
        (r"(?:^|/)[^/]*Dockerfile[^/]*$|\.ya?ml$", _IMAGE),
        (r"(?:^|/)[^/]*Dockerfile[^/]*$", _STARTED),
        (r"(?:^|/)\.(?:github|gitlab|circleci)\b", _STEP),
        (r"(?:^|/)(?:Makefile|justfile)$", _RECIPE),
    )
)
_OWN_VERSION = re.compile(r"version|python$|^edition$", re.IGNORECASE)
_VARIABLE = re.compile(r"(?<![\w$])\$?\{?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b")
_OF_ENVIRONMENT = re.compile(r"env", re.IGNORECASE)
_SHELL = re.compile(r"(?:^|/)(?:\.env[^/]*|[^/]*Dockerfile[^/]*|Makefile|[^/]*\.(?:sh|ya?ml))$")
_DEFINED = re.compile(
    r"^\s*(?:(?:export|pub|public|private|static|async|default|abstract|final)\s+)*"
    r"(?:def|class|func|fn|function|type|struct|interface|enum|const|let|var)\s+(?:\([^)]*\)\s*)?"
    r"(?P<name>[A-Za-z_]\w*)"
    r"|^(?P<constant>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\s*[:=]"
)
_AS_CODE = re.compile(r"\w_\w|[a-z][A-Z]")
_SETTINGS = re.compile(r"^\.[a-z][\w.-]*\w$|^[\w.-]+\.(?:ya?ml|toml|ini|cfg|conf)$")
_TELLING = re.compile(r"[\d/.-]|[a-z][A-Z]")
_AROUND_NAME = re.compile(r"^(?:go|node|python|py|lib)-|[.-](?:go|py|js|rs)$|(?<=[a-z]{4})\d+$")
_SHORTEST = 5
"""Letters of a plain word that may be a name without marks; shorter ones, `mux`, are of anything."""

_NAME = re.compile(r"(?<![\w@/.-])[@.]?[A-Za-z_][\w@/+-]*(?:\.[\w@/+-]+)*")
_VERSION = re.compile(
    r"(?<![\w@/.-])(?P<name>[A-Za-z][\w./-]*\w)(?P<link>\s+(?:is|are)\s+\w+\s+(?:to|at|on))?"
    r"(?:\s+version)?(?:\s+|[:@=])v?(?P<v>\d+(?:\.\d+)+|\d{2})(?![\w.]*\d)(?![\w%])"
)
_GIVEN = re.compile(r"(?<![\w.])v?(\d+(?:\.\d+)+|\d{2})(?![\w]*\d)(?!\.\d)(?!\w)")
_BESIDE = frozenset({"with", "by", "via", "through", "using", "in", "on", "into", "to", "is", "are"})
"""What stands before a tool where a sentence says that it is used."""
_DETERMINERS = frozenset({"a", "an", "the", "our"})
_IS = frozenset({"is", "are", "gets", "get"})
_WE = "we"
_THE_ONE = frozenset({"the", "our"})
_COMPARING = frozenset({"as", "what", "same"})
_CONDITIONS = frozenset({"if", "unless", "until", "when", "once"})
_LINKING = frozenset({"on", "for", "to", "into", "onto", "as"})
_LIKENING = frozenset({"like", "unlike", "similar", "versus", "vs"})
_OF_THE_JOB = frozenset({"add"})
_FEW = 2
"""Words behind a name that end a sentence about it."""
_NEAR = 4
"""Lines above one of settings that may say what it is of."""


class Left(NamedTuple):
    """A name that lines had which went."""

    name: str
    removed: Removed
    sure: bool
    any_case: bool


class NamesLeft:
    """The names that left one project, looked for once."""

    def __init__(self, tree: WorkTree, past: Past, git: GitHistory) -> None:
        self._tree, self._past, self._git = tree, past, git

    @cached_property
    def _dependencies(self) -> dict[str, Left]:
        found: dict[str, Left] = {}
        for removed in self._past.lines:
            for name in declared(removed.path, removed.line) if sets_facts(removed.path) else ():
                for each in _called(name):
                    found.setdefault(each, Left(name, removed, sure=True, any_case=True))
        return found

    @cached_property
    def _exact(self) -> dict[str, Left]:
        """Variables, files of settings and symbols."""
        found: dict[str, Left] = {}
        for removed in self._past.lines:
            if not sets_facts(removed.path):
                continue
            file = os.path.basename(removed.path)
            if _SETTINGS.match(file) and file not in self._tree.named:
                found.setdefault(file, Left(file, removed, sure=True, any_case=False))
            if _OF_ENVIRONMENT.search(removed.line) or _SHELL.search(removed.path):
                for name in _VARIABLE.findall(removed.line):
                    found.setdefault(name, Left(name, removed, sure=True, any_case=False))
            match = _DEFINED.match(removed.line) if tools.is_code(os.path.basename(removed.path)) else None
            if match is not None and (name := match["name"] or match["constant"]):
                found.setdefault(name, Left(name, removed, sure=False, any_case=False))
        return found

    @cached_property
    def versions(self) -> dict[str, list[Removed]]:
        """The lines of manifests and settings that gave a version and went, by the version."""
        found: dict[str, list[Removed]] = {}
        for removed in self._past.lines:
            if not tools.is_code(os.path.basename(removed.path)) and sets_facts(removed.path):
                for version in _GIVEN.findall(removed.line.replace("-", " ")):
                    found.setdefault(version, []).append(removed)
        return found

    def of(self, said: str, *, marked: bool) -> Left | None:
        """Return what a word of a text names that left; None where the project has it still.

        `marked` is what stands in code marks, or is written as no everyday word is.
        """
        exact = self._exact.get(said)
        if exact is not None and (marked or exact.sure or _AS_CODE.search(said)):
            return exact if self._is_gone(said, any_case=False) else None
        left = self._dependencies.get(said.lower())
        if left is None or said.lower() in STOP_WORDS:
            return None
        telling = bool(_TELLING.search(said)) or said.lower() in tools.known().of_a_job
        if not telling and not marked and len(said) < _SHORTEST:
            return None
        return left._replace(sure=telling or marked) if self._is_gone(said, any_case=True) else None

    def _is_gone(self, name: str, *, any_case: bool) -> bool:
        whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE if any_case else 0)
        if self._tree.cut or any(whole.search(path) for path in self._tree.files):
            return False
        return self._git.nowhere(self._tree.top, name, self._tree.files, any_case=any_case)

    def place(self, path: str, line: str) -> CodeFact | None:
        """Return where a file has a line by now."""
        if not line.strip() or path not in self._tree.files:
            return None
        for number, each in enumerate(self._tree.text(path).split("\n"), 1):
            if each.strip() == line.strip():
                return CodeFact.at(path, number, each.strip())
        return None

    def around(self, fact: CodeFact) -> str:
        """Return the lines that may say what one is of."""
        return "\n".join(self._tree.text(fact.path).split("\n")[max(fact.line - 1 - _NEAR, 0) : fact.line])

    def has_version(self, name: str, version: str) -> bool:
        """Say whether any file of settings names something with a version, in one line."""
        with_it = re.compile(rf"{_whole(name)}.*?(?<![\d.]){re.escape(version)}(?!\.?\d)", re.IGNORECASE)
        settings = (path for path in self._tree.files if not tools.is_code(os.path.basename(path)))
        return any(with_it.search(self._tree.text(path)) for path in settings)


class Project(Protocol):
    """What has to be known of a project."""

    @property
    def figures(self) -> Figures:
        """What its code and settings give figures, and all their words."""

    @property
    def parts(self) -> frozenset[str]:
        """The stems of what it, its parts and its jobs are called."""

    @property
    def names_left(self) -> NamesLeft:
        """The names that left it."""


def declared(path: str, line: str) -> Iterator[str]:
    """Yield the dependencies, images, actions and commands that a line of a manifest names."""
    for files, pattern in _DECLARING:
        if files.search(path):
            for match in pattern.finditer(line):
                groups = match.groupdict()
                name = groups.get("name") or groups.get("run") or ""
                if name and not _OWN_VERSION.search(name):
                    yield name


def _called(name: str) -> Iterable[str]:
    """Return how a dependency may be called: `github.com/gorilla/mux`, `gorilla/mux`, `mux`."""
    lower = name.lower()
    parts = lower.split("/")
    last = parts[-1]
    tails = ("/".join(parts[at:]) for at in range(len(parts)))
    return dict.fromkeys((*tails, _AROUND_NAME.sub("", _AROUND_NAME.sub("", last))))


def hold(text: str, project: Project) -> Held | None:
    """Return what became of a name that a text says is used; None where it names nothing that left."""
    asked: Held | None = None
    for sentence in STATEMENT.finditer(text):
        words = frozenset(words_of(sentence[0]))
        if sentence[0].endswith("?") or known().leads_away(words) or known().asks_for_change(words):
            continue
        for found in (*_versions(text, sentence.span(), project), *_names(text, sentence.span(), project)):
            if found.sure:
                return found
            asked = asked or found
    return asked


# -- names ---------------------------------------------------------------------------------------------


def _names(text: str, sentence: tuple[int, int], project: Project) -> Iterator[Held]:
    for match in _NAME.finditer(text, *sentence):
        said = match[0]
        marked = text[match.start() - 1 : match.start()] == "`" if match.start() else False
        if is_a_word(text, *match.span()):
            continue
        left = project.names_left.of(said, marked=marked)
        if left is None:
            continue
        if _is_said_of_the_project(text, sentence, match.span(), project.figures) and _is_used(
            text, sentence, match.span(), project
        ):
            yield _gone(said, left, match.span(), project.names_left)


def _gone(said: str, left: Left, span: tuple[int, int], names: NamesLeft) -> Held:
    removed = left.removed
    before = set(declared(removed.path, removed.line))
    came = {
        each: line for line in removed.came for each in declared(removed.path, line) if each not in before
    }
    why = f"{said} left the project with {removed.since} ({removed.path})"
    fact = None
    if left.any_case and len(came) == 1:
        new, line = next(iter(came.items()))
        fact = names.place(removed.path, line)
        if fact is not None:
            why += f"; {new.rpartition('/')[2]} came with it"
    facts = () if fact is None else (fact,)
    return Held(False, facts, (span,), why, sure=left.sure, named=False)


# -- versions ------------------------------------------------------------------------------------------


def _versions(text: str, sentence: tuple[int, int], project: Project) -> Iterator[Held]:
    names = project.names_left
    for match in _VERSION.finditer(text, *sentence):
        said, version, span = match["name"], match["v"], match.span()
        if said.lower() in STOP_WORDS or version not in names.versions:
            continue
        if not _is_said_of_the_project(text, sentence, span, project.figures):
            continue
        if not match["link"] and not _is_used(text, sentence, span, project, first=False):
            continue
        if names.has_version(said, version):
            continue
        for removed in names.versions[version]:
            held = _moved_on(text, match, removed, names)
            if held is not None:
                yield held
                break


def _moved_on(text: str, match: re.Match[str], removed: Removed, names: NamesLeft) -> Held | None:
    said, version = match["name"], match["v"]
    named = re.compile(_whole(said), re.IGNORECASE)
    for line in removed.came:
        if (
            _figureless(line) != _figureless(removed.line)
            or (fact := names.place(removed.path, line)) is None
        ):
            continue
        new = _in_its_place(removed.line, line, version)
        if new and named.search(names.around(fact)):
            why = f"{said} was {version} until {removed.since}, and is {new} now"
            at = match.start("v")
            anew = "" if new in text else text[:at] + new + text[match.end("v") :]
            return Held(False, (fact,), (match.span(),), why, text=anew, sure=True)
    image = _IMAGE.match(removed.line)
    is_image = image is not None and image["name"].rpartition("/")[2].lower() == said.lower()
    if is_image and image is not None and (image["v"] or "").partition("-")[0] == version:
        left = Left(said, removed, sure=True, any_case=True)
        return _gone(f"{said} {version}", left, match.span(), names)
    return None


def _figureless(line: str) -> str:
    return re.sub(r"\d+(?:\.\d+)*", "0", line.strip())


def _in_its_place(before: str, now: str, version: str) -> str:
    """Return the figure that stands in a line where a version stood."""
    figures = re.compile(r"\d+(?:\.\d+)*")
    pairs = zip(figures.findall(before), figures.findall(now), strict=False)
    return next((new for old, new in pairs if old == version and new != old), "")


def _whole(name: str) -> str:
    return rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])"


# -- what a sentence says of a name ----------------------------------------------------------------------


def _is_said_of_the_project(
    text: str, sentence: tuple[int, int], name: tuple[int, int], figures: Figures
) -> bool:
    """Say whether a sentence tells how the project is: not another, nothing denied, past, or a reason."""
    masked = text[: name[0]] + "it".ljust(name[1] - name[0]) + text[name[1] :]
    scope = Scope(masked, *clause_around(masked, sentence, name))
    words = set(scope.words)
    denied = not NEGATIONS.isdisjoint(words) or "t" in words
    compared = not (_LIKENING.isdisjoint(words) and (RANKING - _LINKING).isdisjoint(scope.stems))
    if (
        denied
        or compared
        or not _CONDITIONS.isdisjoint(map(str.lower, re.findall(r"\w+", text[slice(*sentence)])))
    ):
        return False
    if not (tools.known().guide - _OF_THE_JOB).isdisjoint(words):
        return False
    whole = Scope(masked, *sentence)
    return not scope.tells_what_was() and whole.names_only(figures) and scope.is_about(figures, frozenset())


def _is_used(
    text: str, sentence: tuple[int, int], name: tuple[int, int], project: Project, *, first: bool = True
) -> bool:
    """Say whether a clause says of a name that it is used: `is done with X`, `X is the logger`.

    With `first`, the clause may begin with it.
    """
    start, end = clause_around(text, sentence, name)
    before = re.findall(r"[a-z]+", text[start : name[0]].lower())
    after = re.findall(r"[a-z]+", text[name[1] : end].lower())
    if not before or before == ["the"]:
        return first and _is_what_is_used(after)
    slot = _slot(before)
    verb = next((at for at in range(slot, -1, -1) if before[at] in _IS), None)
    if slot < 0 or not _COMPARING.isdisjoint(before):
        return False
    if verb is not None:
        return slot - verb <= _FEW and _is_own(before[:verb], project)
    if before[0] == _WE:
        return slot <= _FEW
    telling = [word for word in before[:slot] if word not in STOP_WORDS]
    return len(telling) == _FEW and len(after) <= _FEW and _is_own(telling[:1], project)


def _slot(before: list[str]) -> int:
    """Return where the word stands that binds a name to what is done with it; -1 for none."""
    last = len(before) - 1
    determiner = next((at for at in (last, last - 1) if at > 0 and before[at] in _DETERMINERS), None)
    at = last if determiner is None else determiner - 1
    return at if before[at] in _BESIDE or stem(before[at]) == "use" else -1


def _is_what_is_used(after: list[str]) -> bool:
    link, then = (*after, "", "")[:2]
    if link in _IS:
        return (then in _THE_ONE and len(after) <= _FEW + 2) or stem(then) in tools.known().said
    return stem(link) in tools.known().said | {"set"}


def _is_own(subject: list[str], project: Project) -> bool:
    """Say whether all words of a subject are the project's, and none of them makes another thing of one."""
    known_tools = tools.known()
    telling = [word for word in subject if word not in STOP_WORDS]
    own = known_tools.said | known_tools.seen | known_tools.around | known_tools.of_jobs
    if not all(project.figures.knows(word) or is_common(word) or stem(word) in own for word in telling):
        return False
    return all(
        stem(thing) not in known_tools.said or stem(which) in known_tools.said | project.parts
        for which, thing in pairwise(telling)
    )
