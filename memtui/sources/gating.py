"""Whether memories from a file are stored, held back or asked about: the settings' `[gate]` for a source.

Called by whoever follows a linked file or imports one. A record goes by the rule of the file it stands in,
so one file of a folder can have a stricter one.
"""

from pathlib import Path

from memtui.config.settings import Gate
from memtui.domain.memory import Draft
from memtui.domain.text import Longest, one_line
from memtui.formats.changes import HasPlaces
from memtui.formats.ground.files import readable_name
from memtui.formats.protocol import Reader
from memtui.lifecycle.holding import Gated


def gated_by(gate: Gate, reader: Reader, path: Path, name: str = "") -> Gated:
    """Return the gate for what `reader` finds at `path`; sentences say `name` in place of the path's own."""
    known: dict[str, str] = {}
    # What carries the provenance of elsewhere stands in the one file that is read.
    only = str(path.resolve()) if isinstance(reader, HasPlaces) else None

    def file_of(draft: Draft) -> str:
        if only is not None:
            return only
        written = draft.provenance.get("path")
        return written if isinstance(written, str) else str(path)

    def becomes(draft: Draft) -> str:
        file = file_of(draft)
        if file not in known:
            known[file] = gate.for_file(reader.name, Path(file))
        return known[file]

    return Gated(becomes, file_of, reader.name, one_line(name or readable_name(path.name), Longest.PHRASE))
