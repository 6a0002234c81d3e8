"""Prints what agents load, line by line, with its tokens, for `sources seen`."""

from collections.abc import Sequence
from pathlib import Path

from memtui.cli import output
from memtui.cli.failures import Code, Stop
from memtui.domain.counting import plural
from memtui.formats.changes import Loaded, WritesBack
from memtui.formats.protocol import Reader
from memtui.formats.seen import View


def one(reader: Reader, place: Path, *, as_document: bool) -> Code:
    """Show what an agent loads of one source. Raises SourceError."""
    if not isinstance(reader, WritesBack):
        raise Stop(f"What an agent loads of {reader.label} is not known.")
    loaded = reader.loaded(place)
    if as_document:
        lines = [
            {"record": line.key, **line_fields}
            for line, line_fields in zip(loaded.lines, _lines(loaded), strict=True)
        ]
        output.document({"tokens": loaded.tokens, "limit": loaded.limit, "cut": loaded.cut, "lines": lines})
        return Code.DONE
    _show(loaded)
    output.say(
        f"About {loaded.tokens:,} tokens" + (f"; {loaded.cut:,} lines are not seen." if loaded.cut else ".")
    )
    return Code.DONE


def views(agents_views: Sequence[View], *, as_document: bool) -> Code:
    """Print what agents load in a folder, or that they load nothing."""
    if as_document:
        output.array(map(_document, agents_views))
    else:
        for view in agents_views:
            _show_view(view)
    return Code.DONE if any(view.files for view in agents_views) else Code.NOTHING


def _show_view(view: View) -> None:
    count = plural(len(view.files), "file")
    output.row(f"===== {view.label} in {view.folder}: about {view.tokens:,} tokens of {count} =====")
    for file in view.files:
        output.row(f"--- {file.path} ({file.why}), about {file.loaded.tokens:,} tokens")
        _show(file.loaded)
    for left in view.left:
        output.row(f"--- not loaded: {left.where} ({left.reason})")
    for note in view.notes:
        output.say(f"{view.label}: {note}")


def _show(loaded: Loaded) -> None:
    cut = False
    for line in loaded.lines:
        if not line.seen and not cut:
            output.row(f"----- the agent stops reading here ({loaded.limit}) -----")
            cut = True
        output.row(f"{line.tokens or '':>6}  {line.text}")


def _document(view: View) -> dict[str, object]:
    return {
        "agent": view.agent,
        "folder": str(view.folder),
        "tokens": view.tokens,
        "cut": view.cut,
        "files": [
            {
                "path": str(file.path),
                "why": file.why,
                "tokens": file.loaded.tokens,
                "limit": file.loaded.limit,
                "cut": file.loaded.cut,
                "lines": _lines(file.loaded),
            }
            for file in view.files
        ],
        "left": [{"path": left.where, "reason": left.reason} for left in view.left],
        "notes": list(view.notes),
    }


def _lines(loaded: Loaded) -> list[dict[str, object]]:
    return [{"text": line.text, "tokens": line.tokens, "seen": line.seen} for line in loaded.lines]
