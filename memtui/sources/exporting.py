"""Writing memories in the formats of other programs, and saying what those cannot hold. Used by `export`."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from memtui.domain.memory import Draft, Memory
from memtui.formats.exports import FIELDS, Exported, ExportsFile, ExportsFolder, History, Sink
from memtui.formats.protocol import Reader, SourceError
from memtui.formats.registry import readers
from memtui.whole_files import replacing

_USUAL = Draft("")


def formats() -> tuple[Reader, ...]:
    """Return the formats that memories can be written in."""
    return tuple(reader for reader in readers() if isinstance(reader, ExportsFile | ExportsFolder))


def export(
    format_name: str,
    memories: Iterator[Memory],
    target: Path | Sink,
    history: History | None = None,
) -> Exported:
    """Write memories to a file or stream, or for a format that is a folder into a new or empty one.

    `history` goes into the format that holds it. A file is replaced in one step, a folder appears whole.
    Raises SourceError for a target that cannot be written to, OSError when writing fails.
    """
    wanted: object = next((target for target in formats() if target.name == format_name), None)
    exported = Exported()
    if isinstance(wanted, ExportsFile):
        opened: AbstractContextManager[Sink]
        opened = replacing(target) if isinstance(target, Path) else nullcontext(target)
        with opened as file:
            wanted.export(
                _counted(memories, wanted.holds_fields, exported), file, exported, history or History()
            )
        return exported
    if not isinstance(wanted, ExportsFolder):
        raise SourceError(
            f"there is no export as {format_name!r}; use {', '.join(f.name for f in formats())}"
        )
    if not isinstance(target, Path):
        raise SourceError(f"{wanted.label} is a folder; name one with --output")
    with _appearing(target) as folder:
        wanted.export_folder(_counted(memories, wanted.holds_fields, exported), folder, exported)
    return exported


def _counted(memories: Iterator[Memory], holds: frozenset[str], exported: Exported) -> Iterator[Memory]:
    for memory in memories:
        exported.count += 1
        for name in FIELDS:
            if name not in holds and _says(memory, name):
                exported.lost[name] += 1
        yield memory


def _says(memory: Memory, name: str) -> bool:
    """Say whether a memory has something in a field that reading it again would not guess."""
    if name == "provenance":
        return bool(memory.provenance)
    return bool(getattr(memory, name) != getattr(_USUAL, name))


@contextmanager
def _appearing(target: Path) -> Iterator[Path]:
    """Yield a folder that becomes `target` when the block ends without an error."""
    target = target.expanduser()
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise SourceError(f"{target} is there already; name a new or an empty folder")
    if not target.parent.is_dir():
        raise SourceError(f"there is no folder {target.parent}; make it first")
    folder = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        yield folder
        if target.exists():
            target.rmdir()
        os.replace(folder, target)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
