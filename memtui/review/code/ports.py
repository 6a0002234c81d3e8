"""The ports by which a project's containers are reached from outside, as compose files map them.

`5433:5432` is one container with two ports: the first is the host's, the second its own. So a memory that
names a port is held against the first only where it says that it is the host's.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memtui.review.code.manifests import COMPOSE, Declared, plain_name
from memtui.review.code.work_tree import WorkTree

_SERVICE = re.compile(r"(?P<deep>[ \t]+)(?P<name>[\w.-]+):[ \t]*(?:#.*)?$")
_IMAGE = re.compile(r"[ \t]*image:[ \t]*[\"']?(?:[\w.:-]+/)*([\w.-]+)")
_MAPPED = re.compile(r"(?<![\w.])(?:\d+\.\d+\.\d+\.\d+:)?(\d{2,5}):(\d{2,5})(?:/\w+)?(?![\w.:])")
_PUBLISHED = re.compile(r"[ \t-]*published:[ \t]*[\"']?(\d{2,5})")
HOST = re.compile(r"\b(?:host|localhost)\b", re.IGNORECASE)
"""Says of a port that it is the host's."""
INSIDE = re.compile(r"\b(?:inside|internal(?:ly)?|within|container[’']?s?|compose network)\b", re.IGNORECASE)
"""Says of a port that it is the container's own."""
PORT = re.compile(r"\bports?\b(?:\s+(?:is|number|at))?\s+(\d{2,5})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mapped:
    """A port of the host that leads to a service."""

    names: frozenset[str]
    """What the service is called, and its image."""
    declared: Declared
    """Its `says` is the port."""


def mapped(tree: WorkTree) -> list[Mapped]:
    """Return the ports that the compose files of a project map, those of the top ones first."""
    return [each for path in tree.called(COMPOSE.fullmatch) for each in _in_file(path, tree.text(path))]


def _in_file(path: str, text: str) -> Iterator[Mapped]:
    found: list[tuple[str, str, int, str]] = []
    images: dict[str, str] = {}
    deep, service, inside = "", "", False
    for number, line in enumerate(text.split("\n"), 1):
        if line[:1].strip():
            inside, deep, service = line.startswith("services:"), "", ""
            continue
        head = _SERVICE.match(line) if inside else None
        if head is not None and (not deep or head["deep"] == deep):
            deep, service = head["deep"], head["name"]
        elif service and (image := _IMAGE.match(line)):
            images[service] = image[1]
        elif service and (port := _PUBLISHED.match(line) or _MAPPED.search(line)):
            found.append((service, port[1], number, line.strip()))
    for service, host, number, line in found:
        names = frozenset(map(plain_name, filter(None, (service, images.get(service, "")))))
        yield Mapped(names, Declared(service, host, path, number, line))
