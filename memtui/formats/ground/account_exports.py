"""Finds the document in the export of an account: the given file, or the one of its name in a folder."""

from collections.abc import Sequence
from pathlib import Path

from memtui.formats.ground.files import is_binary, named_file
from memtui.formats.ground.json_lines import document
from memtui.formats.protocol import SourceError


def entries(path: Path, name: str) -> Sequence[object]:
    """Return the entries of the list in the file called `name`; none where there is no such list."""
    file = named_file(path, name)
    if file is None or is_binary(file):
        return ()
    return (document(file, ()) or {}).get("entry", ())


def opened(path: Path, name: str, program: str) -> tuple[Path, Sequence[object]]:
    """Return the file called `name` and its entries. Raises SourceError when it is no export of `program`."""
    file = named_file(path, name)
    lists = document(file, ()) if file is not None else None
    if file is None or lists is None:
        raise SourceError(f"{path} is no export of a {program} account; looked for {name}")
    return file.resolve(), lists.get("entry", ())
