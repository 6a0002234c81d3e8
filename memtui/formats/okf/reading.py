"""Reads bundles of the Open Knowledge Format: a concept is one memory, its body the text.

Specified in `okf/SPEC.md` of GoogleCloudPlatform/knowledge-catalog, version 0.2; 0.1 is read as well, as
that specification says how. A concept needs no more than a `type`. `index.md` lists what lies beside it and
`log.md` tells what changed: neither is a concept. One that is stale after a day expires then. A deprecated
one stands in the folder like the others, and has that for a category. A key is the name of the page.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from memtui.domain.instant import Instant
from memtui.domain.scope import ROOT
from memtui.domain.text import Longest, one_line, well_formed
from memtui.formats.ground import wording
from memtui.formats.ground.carrying import KEY, restored
from memtui.formats.ground.drafting import imported, instant_of
from memtui.formats.ground.files import fault, leads_out, markdown_files, text_of
from memtui.formats.ground.frontmatter import Head, opening
from memtui.formats.ground.markdown import Block
from memtui.formats.ground.naming import categories
from memtui.formats.ground.notes import Written
from memtui.formats.protocol import Record, Skipped, unread

INDEX, LOG = "index.md", "log.md"
VERSION = "okf_version"
_DEPRECATED = "deprecated"
_LISTED = re.compile(r"\s*(?:[-*+]\s+\[[^\]]*\]\([^)]*\).*|#{1,6}\s.*)?")


def concepts_in(path: Path) -> Iterator[Record]:
    """Yield the concepts of a bundle or of one page, and what there cannot be read as one."""
    if not path.is_dir():
        yield concept(path.resolve(), path.name)
        return
    root = path.resolve()
    for file in markdown_files(path):
        if isinstance(file, Skipped):
            yield file
        elif leads_out(file, root):
            yield Skipped(file.name, "a link that leads out of the bundle; not followed")
        elif file.name in {INDEX, LOG}:
            yield from _reserved(file, file.relative_to(path).as_posix())
        else:
            yield concept(file.resolve(), file.relative_to(path).as_posix())


def concept(file: Path, name: str) -> Record:
    """Return the page called `name` as a memory, or why it cannot be one."""
    text = text_of(file, name)
    if isinstance(text, Skipped):
        return text
    head, body = body_of(text)
    statement = well_formed("\n".join(body.lines)) or well_formed(_word(head, "description"))
    if wrong := fault("\n".join([*body.lines, statement])):
        return unread(name, wrong)
    if not statement:
        return Skipped(name, "a concept without a text or a description")
    tags = head.get("tags")
    tag_names = [str(tag) for tag in tags] if isinstance(tags, list) else []
    tag_names += [_DEPRECATED] * (_word(head, "status") == _DEPRECATED)
    sort = wording.sort_of(statement, _word(head, "title"))
    draft = imported(
        statement,
        replace(sort, categories=categories(sort.categories[0], _word(head, "type"), *tag_names)),
        source="okf",
        path=file,
        record=file.name,
        scope=ROOT,
        created_at=_generated(head) or Written(file, head, _word(head, "title")).when(body),
        more={"frontmatter": {key: value for key, value in head.items() if key != KEY}},
    )
    draft = replace(
        draft,
        abstract=one_line(_word(head, "title") or _word(head, "description"), Longest.TITLE),
        expires_at=instant_of(head.get("stale_after")),
    )
    return restored(draft, head.get(KEY))


def body_of(text: str) -> tuple[Head, Block]:
    """Return the frontmatter of a page, and its body without the blank lines around it."""
    head, start = opening(text)
    lines = text.split("\n")
    end = len(lines)
    while start < end and not lines[start].strip():
        start += 1
    while start < end and not lines[end - 1].strip():
        end -= 1
    return head, Block(start + 1, (), lines[start:end], whole=True)


def _reserved(file: Path, name: str) -> Iterator[Record]:
    """Yield a log, and an index that says more than what lies beside it."""
    if file.name == LOG:
        yield Skipped(name, "the log of a bundle, no concept; not read")
        return
    text = text_of(file, name)
    if isinstance(text, Skipped):
        yield text
    elif not all(_LISTED.fullmatch(line) for line in body_of(text)[1].lines):
        yield Skipped(name, "the index of a bundle, no concept; what it says besides its list is not read")


def _generated(head: Head) -> Instant | None:
    made = head.get("generated")
    return instant_of(made.get("at")) if isinstance(made, Mapping) else None


def _word(head: Head, key: str) -> str:
    value = head.get(key)
    return value.strip() if isinstance(value, str) else ""
