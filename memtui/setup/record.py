"""What `memtui init` did, kept beside the store so that all of it can be taken back.

A step is noted before it is done. Taking back a step that was noted and never done changes nothing.
"""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from memtui.setup.json_settings import SettingsError
from memtui.setup.plan import Part
from memtui.whole_files import replacing

_VERSION = 1


@dataclass(slots=True)
class PutIn:
    """One part that was put into one settings file."""

    part: Part
    program: str
    path: str
    copy: str | None
    """The file as it was; None when there was none."""
    digest: str
    """Of what was written, as a hexadecimal SHA-256."""
    made: str = ""
    """The outermost folder that was made for the file; empty where its folder was there."""


@dataclass(slots=True)
class Linked:
    """One place that was linked."""

    path: str
    ops: list[int] = field(default_factory=list)
    """The ops by which it added memories."""


@dataclass(slots=True)
class Record:
    """What `memtui init` changed in the settings of programs, so that it can be taken back."""

    put_in: list[PutIn] = field(default_factory=list)
    linked: list[Linked] = field(default_factory=list)

    @property
    def copies(self) -> frozenset[str]:
        """The copies of settings files that taking it back puts in their places."""
        return frozenset(setting.copy for setting in self.put_in if setting.copy)


def file_of(store_path: Path) -> Path:
    """Return where the record of a store is."""
    return store_path.with_name(f"{store_path.name}.init.json")


def read(file: Path) -> Record:
    """Return what was done; nothing when there is no record. Raises SettingsError."""
    try:
        document = json.loads(file.read_text("utf-8"))
        if document["version"] != _VERSION:
            raise SettingsError(f"{file} is of another memtui (version {document['version']})")
        return Record(
            [PutIn(**{**setting, "part": Part(setting["part"])}) for setting in document["put_in"]],
            [Linked(**place) for place in document["linked"]],
        )
    except FileNotFoundError:
        return Record()
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SettingsError(f"{file} is damaged, so what was done is not known") from None


def write(file: Path, record: Record) -> None:
    """Keep what was done; without anything done there is no record. Raises OSError."""
    if not record.put_in and not record.linked:
        file.unlink(missing_ok=True)
        return
    document: dict[str, Any] = {"version": _VERSION, **asdict(record)}
    with replacing(file) as out:
        json.dump(document, out, indent=1)
