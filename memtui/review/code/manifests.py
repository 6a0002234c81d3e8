"""Reads what a project declares: its packages with their versions, its commands, its tools.

It reads the manifest files of each language, wherever they are in the work tree.
"""

import json
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from memtui.language.stems import stem
from memtui.review.code.work_tree import WorkTree

_MOST = 60
"""Manifests of one project that are read, those nearest to its top first."""
_PACKAGE, _SCRIPT, _OWN = "package", "script", "own name"
_MAJOR = re.compile(r"/v\d+$")
"""What a Go module ends with from its second major version on."""
_RUNNERS = {"package.json": "npm", "makefile": "make"}
_WORD = re.compile(r"[^\W_]+")
COMPOSE = re.compile(r"(?:docker-)?compose[\w.-]*\.ya?ml", re.IGNORECASE)
"""What a compose file is called."""


@dataclass(frozen=True, slots=True)
class Declared:
    """One thing that a project declares."""

    name: str
    says: str
    """A version as it is written there, or the command that a script runs; may be empty."""
    path: str
    line: int
    """From 1."""
    shown: str
    """The line itself."""


@dataclass(slots=True)
class Manifest:
    """All that one project declares, by name."""

    packages: dict[str, list[Declared]] = field(default_factory=dict)
    """By `plain_name`: packages, languages, images, and tools told by their lock file."""
    scripts: dict[str, list[Declared]] = field(default_factory=dict)
    """By `package.json`'s name for it, or `make …`."""
    runners: set[str] = field(default_factory=set)
    """Which of `npm` and `make` the scripts that were found are for."""
    own_names: set[str] = field(default_factory=set)
    """Stems of the words of the project's own names."""
    own_versions: list[Declared] = field(default_factory=list)
    """The versions of the project's own packages, by the names of those, the top ones first."""

    def add(self, sort: str, declared: Declared) -> None:
        """Take in a declaration; a package of a scope, such as `@shop/ui`, by its last name too."""
        if sort == _SCRIPT:
            self.scripts.setdefault(declared.name, []).append(declared)
        elif sort == _OWN:
            self.name(declared.name)
            if declared.says:
                self.own_versions.append(declared)
        else:
            whole = _MAJOR.sub("", declared.name)
            for name in dict.fromkeys((whole, whole.rpartition("/")[2])):
                self.packages.setdefault(plain_name(name), []).append(declared)

    def name(self, name: str) -> None:
        """Take in a name of the project itself."""
        self.own_names |= stems_of(name)


def stems_of(name: str) -> set[str]:
    """Return the stems of the words that a name is made of: `mill_web` and `mill-web` are of two."""
    return set(map(stem, _WORD.findall(name.lower())))


def plain_name(name: str) -> str:
    """Return a package's name as people write it in any way: `Next.js`, `next-js` and `nextjs` are one."""
    return re.sub(r"[\s._-]+", "", name.lower())


def manifest_of(tree: WorkTree) -> Manifest:
    """Return what the manifests of a work tree declare; one that is broken is noted in `tree.broken`."""
    manifest = Manifest()
    for path in tree.called(lambda name: _reader(name) is not None or name in _LOCKS)[:_MOST]:
        name = os.path.basename(path)
        if name in _LOCKS:
            manifest.add(_PACKAGE, Declared(_LOCKS[name], "", path, 1, name))
            continue
        reader, text = _reader(path), tree.text(path)
        if reader is None or not text:
            continue
        try:
            for sort, declared in list(reader(path, text)):
                manifest.add(sort, declared)
        except (ValueError, AttributeError, TypeError, RecursionError):
            tree.broken.append(path)
            continue
        if runner := _RUNNERS.get(name.lower()):
            manifest.runners.add(runner)
    manifest.name(os.path.basename(tree.top))
    return manifest


# -- the files -------------------------------------------------------------------------------------

_Found = Iterator[tuple[str, Declared]]
_LOCKS = {
    "package-lock.json": "npm",
    "pnpm-lock.yaml": "pnpm",
    "yarn.lock": "yarn",
    "bun.lock": "bun",
    "bun.lockb": "bun",
    "poetry.lock": "poetry",
    "uv" + ".lock": "uv",
    "pdm.lock": "pdm",
    "Pipfile.lock": "pipenv",
}
"""Lock files, and the tool that each shows to be in use."""
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*([^;#]*)")
_TARGET = re.compile(r"^([A-Za-z0-9][\w.-]*)\s*:(?![:=])[^\n]*(?:\n\t([^\n]+))?", re.MULTILINE)
_IMAGE = re.compile(
    r"^[ \t-]*(?:image:|FROM)[ \t]+[\"']?(?:[\w.:-]+/)*([\w.-]+):v?(\d[\w.]*)", re.MULTILINE | re.IGNORECASE
)
_TOOL_VERSION = re.compile(r"^[ \t]*([A-Za-z][\w-]*)[ \t]+v?(\d[\w.]*)", re.MULTILINE)
_LANGUAGES = {"nodejs": "node", "golang": "go"}
"""What version managers call a language that other files call by another name."""
_GO = re.compile(
    r"^(go|toolchain)[ \t]+(?:go)?(\d[\w.]*)|^[ \t]*(?:require[ \t]+)?(?=[\w-]+\.)([\w./-]++)[ \t]+v(\S+)",
    re.MULTILINE,
)


def _reader(path: str) -> Callable[[str, str], _Found] | None:
    name = os.path.basename(path).lower()
    if name.startswith("requirements") and name.endswith(".txt"):
        return _requirements
    if name.startswith("dockerfile") or COMPOSE.fullmatch(name):
        return _images
    return _READERS.get(name)


def _package_json(path: str, text: str) -> _Found:
    manifest = json.loads(text)
    yield _OWN, _own(path, text, manifest, '"version"')
    for part in ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "engines"):
        for name, version in _items(manifest, part):
            yield _PACKAGE, _declared(path, text, name, version, f'"{name}"')
    for name, version in _items(manifest, "volta"):
        yield _PACKAGE, _declared(path, text, name, f"=={version}", f'"{name}"')
    tool, _, version = str(manifest.get("packageManager", "")).partition("@")
    if tool:
        yield _PACKAGE, _declared(path, text, tool, version, '"packageManager"')
    for name, command in _items(manifest, "scripts"):
        yield _SCRIPT, _declared(path, text, name, command, f'"{name}"')


def _pyproject(path: str, text: str) -> _Found:
    manifest = tomllib.loads(text)
    project = manifest.get("project", {})
    poetry = manifest.get("tool", {}).get("poetry", {})
    yield _OWN, _own(path, text, project if "name" in project else poetry, "version")
    if "requires-python" in project:
        yield _PACKAGE, _declared(path, text, "python", str(project["requires-python"]), "requires-python")
    groups = [project.get("dependencies", [])]
    groups += project.get("optional-dependencies", {}).values()
    groups += manifest.get("dependency-groups", {}).values()
    for line in (each for group in groups for each in group if isinstance(each, str)):
        yield from _required(path, text, line)
    tables = [poetry, *poetry.get("group", {}).values()]
    for name, spec in (item for table in tables for item in _items(table, "dependencies", spec=True)):
        yield _PACKAGE, _declared(path, text, name, spec, name)


def _requirements(path: str, text: str) -> _Found:
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith(("#", "-")):
            yield from _required(path, text, line)


def _required(path: str, text: str, line: str) -> _Found:
    match = _REQUIREMENT.match(line)
    if match is not None:
        yield _PACKAGE, _declared(path, text, match[1], match[2].strip(), match[0].strip())


def _cargo(path: str, text: str) -> _Found:
    manifest = tomllib.loads(text)
    yield _OWN, _own(path, text, manifest.get("package", {}), "version")
    rust = manifest.get("package", {}).get("rust-version")
    if isinstance(rust, str):
        yield _PACKAGE, _declared(path, text, "rust", rust, "rust-version")
    for table in (manifest, manifest.get("workspace", {})):
        for part in ("dependencies", "dev-dependencies", "build-dependencies"):
            for name, spec in _items(table, part, spec=True):
                yield _PACKAGE, _declared(path, text, name, spec, name)


def _go_mod(path: str, text: str) -> _Found:
    for match in _GO.finditer(text):
        name, version = (match[1], match[2]) if match[1] else (match[3], match[4])
        yield _PACKAGE, _at(path, text, name, version, match.start())


def _images(path: str, text: str) -> _Found:
    for match in _IMAGE.finditer(text):
        name = _LANGUAGES.get(match[1], match[1])
        yield _PACKAGE, _at(path, text, name, f"=={match[2]}", match.start(1))


def _makefile(path: str, text: str) -> _Found:
    for match in _TARGET.finditer(text):
        yield _SCRIPT, _at(path, text, f"make {match[1]}", (match[2] or "").strip(" @-"), match.start())


def _tool_versions(path: str, text: str) -> _Found:
    for match in _TOOL_VERSION.finditer(text):
        name = _LANGUAGES.get(match[1], match[1])
        yield _PACKAGE, _at(path, text, name, f"=={match[2]}", match.start(1))


def _mise(path: str, text: str) -> _Found:
    for name, version in _items(tomllib.loads(text), "tools", spec=True):
        if version[:1].isdigit():
            yield _PACKAGE, _declared(path, text, _LANGUAGES.get(name, name), f"=={version}", name)


def _one_version(language: str) -> Callable[[str, str], _Found]:
    def read(path: str, text: str) -> _Found:
        version = text.strip().splitlines()[0].strip().lstrip("v") if text.strip() else ""
        if version[:1].isdigit():
            yield _PACKAGE, _at(path, text, language, f"=={version}", 0)

    return read


_READERS: dict[str, Callable[[str, str], _Found]] = {
    "package.json": _package_json,
    "pyproject.toml": _pyproject,
    "cargo.toml": _cargo,
    "go.mod": _go_mod,
    "makefile": _makefile,
    ".tool-versions": _tool_versions,
    "mise.toml": _mise,
    ".mise.toml": _mise,
    ".nvmrc": _one_version("node"),
    ".node-version": _one_version("node"),
    ".python-version": _one_version("python"),
}


def _items(table: Mapping[str, Any], part: str, *, spec: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the names of a table with their values; for a value that is a table, its version."""
    for name, value in table.get(part, {}).items():
        if spec and isinstance(value, dict):
            value = value.get("version", "")
        if isinstance(value, str):
            yield str(name), value


def _declared(path: str, text: str, name: str, says: str, sign: str) -> Declared:
    """Return what a manifest declares of `name`, with its line: that of `sign`, if possible with `says`."""
    places = [match.start() for match in re.finditer(re.escape(sign), text)]
    fitting = [place for place in places if says and says in text[place:].partition("\n")[0]]
    return _at(path, text, name, says, (fitting or places or [0])[0])


def _own(path: str, text: str, table: Mapping[str, Any], sign: str) -> Declared:
    """Return the name and the version that a manifest gives its own package; either may be empty."""
    name, version = table.get("name", ""), table.get("version", "")
    return _declared(path, text, str(name), version if isinstance(version, str) else "", sign)


def _at(path: str, text: str, name: str, says: str, place: int) -> Declared:
    begin = text.rfind("\n", 0, place) + 1
    return Declared(name, says, path, text.count("\n", 0, place) + 1, text[begin:].partition("\n")[0].strip())
