"""Circles of modules: which files need each other, whichever way one imports the other.

An import inside a function ties two files as tightly as one above, and so does one for types only: neither
can be understood, or moved, without the other. So all count.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path


def imports(package: Path) -> dict[str, set[str]]:
    """Return for each module of a package, by dotted name, the modules of the package that it imports."""
    files = {_name(package, file): file for file in package.rglob("*.py")}
    return {name: set(_named(file, files)) - {name} for name, file in files.items()}


def _name(package: Path, file: Path) -> str:
    parts = file.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _named(file: Path, known: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            for alias in node.names:
                part = f"{node.module}.{alias.name}"
                yield part if part in known else str(node.module)


def circles(imported: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the circles, each as its modules in order: the strongly connected parts of more than one.

    Two modules are in one circle when each reaches the other, so a part is what is reached from a module
    both along the arrows and against them.
    """
    against: dict[str, set[str]] = {name: set() for name in imported}
    for name, targets in imported.items():
        for target in targets:
            against[target].add(name)
    left, found = set(imported), []
    while left:
        start = min(left)
        part = _reached(start, imported) & _reached(start, against)
        left -= part
        if len(part) > 1:
            found.append(sorted(part))
    return found


def _reached(start: str, arrows: Mapping[str, set[str]]) -> set[str]:
    seen, open_ends = {start}, [start]
    while open_ends:
        new = arrows[open_ends.pop()] - seen
        seen |= new
        open_ends += new
    return seen
