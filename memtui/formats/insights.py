"""Lessons and insights as lines of JSON: `{"type", "content"}`, `{"ts", "title", "message"}` and their like.

Agents are told to append one object a lesson. Its text is a memory; its kind and its time are taken up, and
what else it says in words, such as a problem and its fix, are parts of the same memory, a line each. A line
that another one says it `supersedes` is left out, and counted.
Filed under the project around. A key is the object's `id`, else a hash of its text.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from memtui.domain.instant import to_iso
from memtui.domain.memory import Draft
from memtui.domain.text import capitalised, fingerprint, well_formed
from memtui.formats.changes import AS_IT_IS, Given, Held, Plan, RecordChange
from memtui.formats.ground import wording
from memtui.formats.ground.drafting import imported, instant_of
from memtui.formats.ground.files import fault, is_binary
from memtui.formats.ground.json_lines import values
from memtui.formats.ground.json_rows import JsonRows, Rows
from memtui.formats.ground.json_splicing import rows, text_of
from memtui.formats.ground.labels import label
from memtui.formats.ground.naming import categories, record_key, scope_under
from memtui.formats.ground.sureness import MANNER
from memtui.formats.ground.wording import Sort
from memtui.formats.protocol import Record, Skipped, SourceError
from memtui.projects.git import repository_around

_SAMPLE = 50
"""Rows by which a format is recognised."""
_TEXTS = (
    "content",
    "insight",
    "lesson",
    "learning",
    "rule",
    "fact",
    "note",
    "observation",
    "description",
    "text",
)
_TEXTS_OF_ENTRIES = ("message", "summary", "body")
"""What messages and logs of programs call theirs too: a memory's only beside a time and a title or kind."""
_TITLES = ("title", "subject")
_OF_LOGS = {"level", "severity", "logger", "pid"}
_KINDS = ("kind", "type", "category")
_TIMES = (
    *("ts", "timestamp", "created_at", "createdAt", "created", "date", "time", "datetime", "at"),
    *("updated_at", "updatedAt"),
)
_IDS = ("id", "uid", "key")
_NO_PARTS = {*_KINDS, *_TIMES, *_IDS, "source", "file", "path", "session", "author", "model", "project"}
"""What says where a lesson is from, and not what it says."""
_FEWEST_WORDS = 3
"""Of a part: fewer are a mark, such as `high`. A script without blanks has a word a sign."""
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_MARKS = {*_KINDS, *_TIMES, "tags", "supersedes", "confidence"}
_OF_TURNS = {"role", "message", "sender", "payload", "sessionId", "toolCalls", "parentUuid", "leafUuid"}
_SPEAKERS = {"user", "assistant", "system", "tool", "human", "message", "thinking", "tool_use", "tool_result"}


class Insights(JsonRows):
    """Reads and changes a file of lessons, one JSON object a line."""

    name = "insights"
    called = "Insights"
    label = "lessons or insights as JSON lines"
    order = 68
    files_by_folder = True

    def detect(self, path: Path) -> float:
        """Be sure by the share of lines that have a text and a kind or a date."""
        if path.is_dir() or is_binary(path):
            return 0.0
        sample = [row for _, row in islice(values(path), _SAMPLE)]
        return round(MANNER * sum(map(_is_insight, sample)) / len(sample), 2) if sample else 0.0

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per object, but for those that later ones supersede."""
        if path.is_dir():
            raise SourceError(f"{path} is a folder; lessons as JSON lines are one file")
        file, modified = path.resolve(), path.stat().st_mtime
        gone = _superseded(row for _, row in values(path))
        for line, row in values(path):
            if isinstance(row, Skipped):
                yield row
            elif isinstance(row, dict):
                record = _record(file, f"line {line}", row, modified)
                key = "" if isinstance(record, Skipped) else record.provenance["record"]
                yield Skipped(f"line {line}", "superseded by another line") if key in gone else record
            else:
                yield Skipped(f"line {line}", "not an object with a text")

    @property
    def rows(self) -> Rows:
        """How an object says a memory."""
        return Rows((), _held_row, _values, _whole, pins=False)

    def plan(self, path: Path, changes: Sequence[RecordChange], given: Given = AS_IT_IS) -> Plan:
        """Return what changes would do to the file at `path`; a line that supersedes another one stays in it.

        Raises SourceError.
        """
        stays = _superseding(row for _, row in values(path)) if path.is_file() else set()
        done = super().plan(path, [one for one in changes if one.after or one.key not in stays], given)
        why = "it supersedes another line, which would be back without it; it stays in the file"
        done.left += [Skipped(one.key, why) for one in changes if one.after is None and one.key in stays]
        return done

    def holds(self, path: Path, file: Path, data: bytes, given: Given = AS_IT_IS) -> list[Held]:
        """Return the records of the file that none of its other lines supersedes."""
        gone = _superseded(row.value for row in rows(text_of(data)[1], ())[0])
        return [held for held in super().holds(path, file, data, given) if held.key not in gone]


def _is_insight(row: object) -> bool:
    if not isinstance(row, Mapping) or not _text_key(row) or (_OF_TURNS - {_text_key(row)}) & row.keys():
        return False
    return bool(_MARKS & row.keys()) and not any(
        row.get(key) in _SPEAKERS for key in _KINDS if _word(row, key)
    )


def _text_key(row: Mapping[str, object]) -> str:
    names = (*_TEXTS, *_TEXTS_OF_ENTRIES) if _is_entry(row) else _TEXTS
    return next((key for key in names if _word(row, key)), "")


def _is_entry(row: Mapping[str, object]) -> bool:
    """Say whether an object is an entry of a log that somebody keeps: with its time and a title or kind."""
    headed = any(_word(row, key) for key in (*_TITLES, *_KINDS))
    return headed and any(row.get(key) for key in _TIMES) and not _OF_LOGS & row.keys()


def _word(row: Mapping[str, object], key: str) -> str:
    value = row.get(key)
    return value.strip() if isinstance(value, str) else ""


def _parts(row: Mapping[str, object]) -> dict[str, str]:
    """Return what an object says in words besides its text, by key, in its order."""
    names = [key for key in row if key != _text_key(row) and key not in _NO_PARTS and _called(key)]
    said = ((key, _word(row, key)) for key in names)
    return {key: word for key, word in said if word and (key in _TITLES or _says_something(word))}


def _says_something(word: str) -> bool:
    wide = sum(sign > "\u2e7f" for sign in word)
    return "://" not in word.split()[0] and len(word.split()) + wide >= _FEWEST_WORDS


def _called(key: str) -> str:
    """Return what a part is called in a text: `Wrong approach` for `wrongApproach`; empty for no name."""
    words = " ".join(_HUMP.sub(" ", key).replace("_", " ").replace("-", " ").split()).lower()
    return capitalised(words) if label(f"{words}: x") is not None else ""


def _taken_apart(text: str, keys: Iterable[str]) -> tuple[str, dict[str, str]]:
    """Return what a text says above its parts, and each part that stands in it, by key."""
    called = {_called(key): key for key in keys}
    parts: dict[str, list[str]] = {}
    said: list[str] = []
    into = said
    for line in text.split("\n"):
        name, colon, rest = line.partition(": ")
        if colon and name in called and called[name] not in parts:
            into = parts.setdefault(called[name], [])
            line = rest
        into.append(line)
    return "\n".join(said), {key: "\n".join(lines) for key, lines in parts.items()}


def _superseded(entries: Iterator[object]) -> set[str]:
    """Return the keys that lines say they supersede."""
    named = (row.get("supersedes") for row in entries if isinstance(row, Mapping))
    lists = (value if isinstance(value, list) else [value] for value in named if value)
    return {str(key) for keys in lists for key in keys}


def _superseding(entries: Iterator[object]) -> set[str]:
    """Return the keys of lines that supersede others."""
    named = (row for row in entries if isinstance(row, Mapping) and row.get("supersedes"))
    return {key for row in named if (key := _key(row))}


def _key(row: Mapping[str, object]) -> str:
    """Return what an object is called; empty for one without a name."""
    given = next((row[key] for key in _IDS if isinstance(row.get(key), str | int) and row[key] != ""), "")
    return str(given)


def _record(file: Path, where: str, row: Mapping[str, object], modified: float) -> Record:
    said = well_formed(_word(row, _text_key(row)))
    if not said:
        return Skipped(where, "no text")
    text = "\n".join([said, *(f"{_called(key)}: {well_formed(part)}" for key, part in _parts(row).items())])
    if wrong := fault(text):
        return Skipped(where, wrong)
    kind = next((word for key in _KINDS if (word := _word(row, key))), "")
    sort = wording.sort_of(text, kind)
    tags = row.get("tags")
    kept = [tag for tag in tags if isinstance(tag, str)] if isinstance(tags, list) else []
    repository = repository_around(str(file.parent), "")
    project = Path(repository.top) if repository is not None else file.parent
    times = (instant_of(row.get(key)) for key in _TIMES)
    taken = {_text_key(row), *_KINDS, *_TIMES, *_IDS, "tags"}
    return imported(
        text,
        Sort(sort.type, categories(sort.categories[0], kind, *kept), sort.importance),
        source="insights",
        path=file,
        record=_key(row) or record_key(file.name, said),
        scope=scope_under("/project", project.name),
        created_at=next((at for at in times if at is not None), modified),
        more={
            "kind": kind,
            "cwd": str(project),
            "fields": {key: value for key, value in row.items() if key not in taken and value},
        },
    )


# -- changing an object ----------------------------------------------------------------------------


def _held_row(file: Path, row: Mapping[str, object]) -> Held | None:
    record = _record(file, "", row, 0.0)
    return Held(str(record.provenance["record"]), record.text) if isinstance(record, Draft) else None


def _values(row: Mapping[str, object], draft: Draft) -> Mapping[str, object]:
    name = _text_key(row) or _TEXTS[0]
    said, parts = _taken_apart(draft.text, _parts(row))
    given = {name: said, **dict.fromkeys(_parts(row), ""), **parts}
    return {key: value for key, value in given.items() if fingerprint(_word(row, key)) != fingerprint(value)}


def _whole(key: str, draft: Draft) -> Mapping[str, object]:
    given, kind = draft.provenance.get("fields"), draft.provenance.get("kind")
    named = {} if "#" in key else {"id": key}
    dated = {"ts": to_iso(draft.created_at)} if draft.created_at is not None else {}
    more = given if isinstance(given, Mapping) else {}
    said, parts = _taken_apart(draft.text, (key for key in more if key not in _NO_PARTS))
    return {**named, "type": kind or "insight", "content": said, **dated, **more, **parts}
