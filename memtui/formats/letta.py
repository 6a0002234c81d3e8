"""Letta's agent files (`.af`): one JSON document with an agent's blocks of memory, messages and tools.

A block is a page; each statement of it is a memory. The block about the person (`human`) is filed under
`/user`, the others under the agent. Messages, files and tools are no memory; they are counted. The format
has no place for an agent's archive: what is in there stays on its server. Some files hold the document as
one string; they are read and changed all the same. The shape is that of `letta/schemas/agent_file.py`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from memtui import plain_files
from memtui.formats.changes import AS_IT_IS, Given, Held, Loaded, LoadedLine, Plan, RecordChange
from memtui.formats.ground.drafting import instant_of
from memtui.formats.ground.files import is_binary
from memtui.formats.ground.json_lines import document
from memtui.formats.ground.json_pages import JsonPage, held_in, respelled, rewritten
from memtui.formats.ground.json_splicing import members, rows, text_of
from memtui.formats.ground.markdown_writing import loaded_lines
from memtui.formats.ground.naming import scope_under
from memtui.formats.ground.notes import Place
from memtui.formats.ground.splicing import Rewritten, plan_by_file
from memtui.formats.ground.sureness import OWN_NAMES
from memtui.formats.ground.texts import memories_of_page
from memtui.formats.protocol import Reader, Record, Skipped, SourceError

_BLOCKS = ("blocks", "core_memory")
_OTHERS = ("messages", "in_context_messages", "files", "sources")
_OF_PERSON = "human"


class Letta(Reader):
    """Reads and changes the blocks of an agent file."""

    name = "letta"
    called = "Letta"
    label = "Letta agent file (.af)"
    order = 65

    def detect(self, path: Path) -> float:
        """Be sure by blocks that have a label and a value."""
        if path.is_dir() or is_binary(path):
            return 0.0
        lists = _lists(path) or {}
        return OWN_NAMES if any(_page(row) for part in _BLOCKS for row in lists.get(part, ())) else 0.0

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per statement of each block, then what in the file is no memory."""
        lists = None if path.is_dir() else _lists(path)
        if lists is None:
            raise SourceError(f"{path} is no Letta agent file; it has no blocks of memory")
        file = path.resolve()
        agents = [row for row in lists.get("agents", ()) if isinstance(row, dict)]
        named = [name for row in agents if isinstance(name := row.get("name"), str) and name]
        agent = named[0] if len(named) == 1 else file.stem
        messages = sum(len(rows) for row in agents if isinstance(rows := row.get("messages"), list))
        for part in _BLOCKS:
            for number, row in enumerate(lists.get(part, ()), start=1):
                if isinstance(row, Skipped):
                    yield row
                else:
                    yield from _block(file, f"{part} {number}", row, agent)
        for part in _OTHERS:
            count = len(lists.get(part, ())) + (messages if part == "messages" else 0)
            if count:
                yield Skipped(part, f"{count:,} of them, no memory of the agent; not read")

    def plan(self, path: Path, changes: Sequence[RecordChange], given: Given = AS_IT_IS) -> Plan:
        """Return what changes would do to the file at `path`. Raises SourceError."""
        return plan_by_file(path, changes, _rewrite, given)

    def holds(
        self,
        path: Path,  # noqa: ARG002 - a file stands for itself
        file: Path,  # noqa: ARG002
        data: bytes,
        given: Given = AS_IT_IS,  # noqa: ARG002
    ) -> list[Held]:
        """Return the records of one file."""
        return held_in(_pages(_inner(text_of(data)[1])))

    def loaded(self, path: Path) -> Loaded:
        """Return the blocks, which the agent has before it in every turn. Raises SourceError."""
        try:
            data = plain_files.bytes_of(path)
        except OSError as error:
            raise SourceError(f"cannot read {path}: {error.strerror or error}") from error
        lines: list[LoadedLine] = []
        for page in _pages(_inner(text_of(data)[1])):
            lines += loaded_lines(page.layout, page.page.data)
        return Loaded(lines, "")


def _lists(path: Path) -> dict[str, list[object]] | None:
    return document(path, (*_BLOCKS, "agents", *_OTHERS), in_string=True)


def _page(row: object) -> tuple[str, str] | None:
    """Return the label and the text of a block; None for anything else."""
    if not isinstance(row, Mapping):
        return None
    label, value = row.get("label"), row.get("value")
    return (label, value) if isinstance(label, str) and isinstance(value, str) else None


def _block(file: Path, where: str, row: object, agent: str) -> Iterator[Record]:
    page = _page(row)
    if page is None or not isinstance(row, Mapping):
        yield Skipped(where, "no block with a label and a value")
        return
    label, value = page
    if not value.strip():
        yield Skipped(where, f"the block {label!r} is empty")
        return
    scope = "/user" if label == _OF_PERSON else scope_under("/agent", agent)
    at = instant_of(row.get("updated_at")) or instant_of(row.get("created_at")) or file.stat().st_mtime
    yield from memories_of_page(value, file, label, Place("letta", scope), at, {"block": label})


# -- changing a block ------------------------------------------------------------------------------


def _rewrite(file: Path, data: bytes | None, changes: Sequence[RecordChange]) -> Rewritten:
    bom, text = text_of(data or b"")
    inner = _inner(text)
    done = Rewritten(data)
    new = rewritten(file.name, inner, _pages(inner), changes, done)
    if new != inner:
        whole = new if inner == text else _around(text, new)
        done.data = bom + whole.encode("utf-8", "surrogateescape")
        done.held = held_in(_pages(new))
    return done


def _inner(text: str) -> str:
    """Return the document that a text is, or says as one string."""
    if not text.lstrip().startswith('"'):
        return text
    try:
        value = json.loads(text, strict=False)
    except ValueError:
        return text
    return value if isinstance(value, str) else text


def _around(text: str, inner: str) -> str:
    """Return a text that is one JSON string as one that says `inner`."""
    spelled = text.strip()
    start = text.index(spelled)
    return text[:start] + respelled(spelled, inner, text) + text[start + len(spelled) :]


def _pages(text: str) -> list[JsonPage]:
    """Return the blocks of an agent file that are pages. Raises SourceError for one nested too deeply."""
    pages = []
    for row in rows(text, _BLOCKS)[0]:
        if _page(row.value) is not None:
            places = {name: (start, end) for name, start, end in members(text, row.start)}
            values = {
                name: json.loads(text[start:end], strict=False) for name, (start, end) in places.items()
            }
            limit = values.get("limit")
            most = limit if isinstance(limit, int) else 0
            pages.append(JsonPage(values["label"], values["value"], *places["value"], most))
    return pages
