"""Holds a memory against single values that a project sets: its own version, a setting, a port of the host.

The memory says one such value and nothing besides, else nothing is told of it.
"""

import os
import re
from collections.abc import Sequence

from memtui.domain.proposal import Spans
from memtui.language.stems import stem
from memtui.review.code import settings, tools
from memtui.review.code.facts import CodeFact, Held, content
from memtui.review.code.manifests import Declared, Manifest, plain_name, stems_of
from memtui.review.code.ports import HOST, INSIDE, PORT, Mapped
from memtui.review.code.versions import agrees
from memtui.review.code.work_tree import WorkTree

_OWN_VERSION = re.compile(r"\bversion\b", re.IGNORECASE)
_VERSION = re.compile(r"(?<![\w.])v?(\d+(?:\.\d+)+)(?![\w.-]*\w)")
_FILE = re.compile(r"`?(?<![\w./-])(?:[\w.-]{1,60}/){0,12}([\w-]{1,60}\.(?:json|toml))`?")


def hold(text: str, tree: WorkTree, manifest: Manifest, ports: Sequence[Mapped]) -> Held | None:
    """Return what the project sets of what a text says; None where it is about something else.

    `ports` are all that it maps.
    """
    return _of_own_version(text, manifest) or _of_setting(text, tree) or _of_port(text, ports)


def _of_own_version(text: str, manifest: Manifest) -> Held | None:
    versions = list(_VERSION.finditer(text))
    if len(versions) != 1 or not _OWN_VERSION.search(text):
        return None
    files = _FILE.findall(text)
    words = content(_VERSION.sub(" ", _FILE.sub(" ", text)))
    if words - tools.known().own - manifest.own_names:
        return None
    there = [each for each in manifest.own_versions if not files or os.path.basename(each.path) in files]
    meant = _named(there, words & manifest.own_names)
    return _held(meant, versions[0][1], versions[0].span(), "its version is {}")


def _named(there: Sequence[Declared], words: set[str]) -> Sequence[Declared]:
    """Return the project's package that most of these words name, and all of its name; all where none is."""
    names = [stems_of(each.name) for each in there]
    most = max((len(name) for name in names if name <= words), default=0)
    if not words:
        return there
    return [each for each, name in zip(there, names, strict=True) if name <= words and len(name) == most > 0]


def _of_setting(text: str, tree: WorkTree) -> Held | None:
    meant = settings.meant(text, frozenset(content(text)))
    if meant is None:
        return None
    there = settings.declared(tree, meant)
    return _held(there, meant.value, (meant.start, meant.end), meant.setting.name + " is {} there")


def _of_port(text: str, ports: Sequence[Mapped]) -> Held | None:
    port = PORT.search(text)
    if port is None or not HOST.search(text) or INSIDE.search(text):
        return None
    words = content(text[: port.start()] + text[port.end() :])
    services = services_in(text, ports)
    if words - tools.known().said - tools.known().reached - _names(services):
        return None
    return _held([each.declared for each in services], port[1], port.span(1), "the port of the host is {}")


def services_in(text: str, ports: Sequence[Mapped]) -> list[Mapped]:
    """Return those of some ports of the host that lead to an image or a service that a text names."""
    named = {tools.known().declared_name(word) for word in re.findall(r"[A-Za-z][\w-]*", text)}
    return [each for each in ports if each.names & named]


def _names(services: Sequence[Mapped]) -> set[str]:
    """Return the stems of all names of services as people may write them."""
    plain = frozenset[str]().union(*(each.names for each in services))
    written = {other for other, name in tools.known().names.items() if plain_name(name) in plain}
    return {stem(name) for name in plain | written}


def _held(there: Sequence[Declared], value: str, span: tuple[int, int], otherwise: str) -> Held | None:
    """Return whether one of the places has the value, or that none has it."""
    marks: Spans = (span,)
    for each in there:
        if agrees(value, f"=={each.says}") if value[:1].isdigit() else each.says == value:
            return Held(True, (CodeFact.of(each),), marks)
    if not there:
        return None
    return Held(False, (CodeFact.of(there[0]),), marks, otherwise.format(there[0].says))
