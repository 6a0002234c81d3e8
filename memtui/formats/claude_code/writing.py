"""Writing back to Claude Code's auto memory: fact files, and the index that points to them.

A fact that goes takes its line in the index with it, one that comes back gets one. The index is changed
before a file goes and after a file comes, so that a crash in between never leaves a line that points
nowhere. Of a fact file only its body, its description and its pin are changed; all else is kept.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from memtui import secrets
from memtui.domain.memory import Draft
from memtui.domain.text import HEADLINE_LENGTH, Longest, fingerprint, one_line
from memtui.formats.changes import AS_IT_IS, Given, Held, Loaded, LoadedLine, Plan, RecordChange
from memtui.formats.claude_code.index import Pointer
from memtui.formats.claude_code.index_writing import (
    MAX_BYTES,
    MAX_LINES,
    Indexes,
    IndexLayout,
    Reworded,
    add_index,
    index_lines,
    pointer_change,
)
from memtui.formats.claude_code.reading import (
    INDEX,
    Fact,
    fact_of,
    memory_folders,
    near_folders,
)
from memtui.formats.ground.files import fault
from memtui.formats.ground.frontmatter import FENCE, flat, opening, split
from memtui.formats.ground.markdown_writing import held_records
from memtui.formats.ground.splicing import BINARY, CannotWrite, Page, Rewritten, Splice, bytes_of, take_up
from memtui.formats.protocol import Skipped
from memtui.language.carried_over import carried_over
from memtui.lifecycle.checks import checked_abstract

_STATEMENT = re.compile(r".*#[0-9a-f]{12}")
_PLAIN = re.compile(r"[A-Za-z_/][^:#\n\"'{}\[\],&*!|>%@`]*")
_KEYWORDS = {"true", "false", "yes", "no", "on", "off", "null", "~"}


def holds_pin(key: str) -> bool:
    """Say whether a record can be pinned: a fact in a file of its own can, a statement of an index cannot."""
    return _STATEMENT.fullmatch(key) is None


def described_in(key: str) -> str:
    """Return where a record is described: a fact in its frontmatter and in the index."""
    return f"its description and {INDEX}" if holds_pin(key) else ""


def plan(path: Path, changes: Sequence[RecordChange], given: Given = AS_IT_IS) -> Plan:
    """Return what changes would do to the files at `path`, as they are `given`. Raises SourceError."""
    done = Plan()
    gone, come = Plan(), Plan()
    by_index: dict[Path, list[RecordChange]] = {}
    coming: dict[Path, set[str]] = {}
    reworded: dict[Path, list[Reworded]] = {}
    indexes = Indexes(path, given)
    for change in {(change.file, change.key): change for change in changes}.values():
        file = Path(change.file)
        if not holds_pin(change.key):
            by_index.setdefault(file, []).append(change)
            continue
        index = _folder_of(file, change.key) / INDEX
        try:
            before = bytes_of(path, file, given)
            pointed = indexes.pointer(index, change.key)
            after = _fact(file, before, change, pointed)
        except CannotWrite as error:
            done.left.append(Skipped(change.key, str(error)))
            continue
        take_up(gone if after.data is None else come, file, before, after)
        if path.is_dir():
            if change.after is not None and before is not None:
                reworded.setdefault(index, []).append(
                    Reworded(change.key, fact_of(Page.of(before).text, pointed).text, change.after.text)
                )
            follows = pointer_change(index, change, before, after.data, pointed)
            if follows is not None and indexes.data(index) is not None:
                by_index.setdefault(index, []).append(follows)
                coming.setdefault(index, set()).update({change.key} if after.data is not None else ())
        elif after.data is None and before is not None and pointed is not None:
            done.warnings.append(f"{INDEX} still points to {change.key}; only this file was linked")
    between = Plan()
    for index in {**by_index, **reworded}:
        comes = frozenset(coming.get(index, ()))
        facts = reworded.get(index, [])
        add_index(path, index, by_index.get(index, []), given, comes, facts, between)
    for part in (come, between, gone):
        done.files += part.files
        done.left += part.left
        done.warnings += part.warnings
        done.renamed |= part.renamed
        done.held |= part.held
    return done


def _folder_of(file: Path, key: str) -> Path:
    return file.parents[len(Path(key).parts) - 1]


# -- fact files ----------------------------------------------------------------------------------


def _fact(file: Path, data: bytes | None, change: RecordChange, pointed: Pointer | None) -> Rewritten:
    """Return how one fact file changes. Raises CannotWrite."""
    draft = change.after
    if data is None:
        if draft is None or change.before is not None:
            raise CannotWrite(f"there is no {file.name} any more")
        return Rewritten(_composed(draft, pointed))
    page = Page.of(data)
    if wrong := _unfit(page.text):
        raise CannotWrite(f"{file.name} is {wrong}")
    if draft is None:
        return Rewritten(None)
    fact = fact_of(page.text, pointed)
    done = Rewritten(data)
    if fingerprint(fact.text) != fingerprint(draft.text):
        if change.before is None:
            raise CannotWrite(f"there is another {file.name} by now")
        if secrets.find_secrets(fact.text):
            raise CannotWrite(f"{file.name} holds a secret that memtui does not keep; change it in the file")
        page = _with_text(page, fact, draft)
    if draft.abstract and fact.body and draft.abstract != _abstract_of(fact):
        page = _described(page, fact, draft)
    if fact.body and (still := _still_described(page, fact, draft)):
        done.warnings.append(f"{file.name} still describes it as: {one_line(still, Longest.SENTENCE)}")
    if fact.pinned != draft.pinned:
        page = _pinned(page) if draft.pinned else _unpinned(page)
    _check(file, fact, page, draft, pointed)
    done.data = page.data
    return done


def _abstract_of(fact: Fact) -> str:
    """Return what is kept of a description: what differs from that was said here."""
    return checked_abstract(one_line(fact.description, HEADLINE_LENGTH))


def _described(page: Page, fact: Fact, draft: Draft) -> Page:
    """Return the page with the abstract of a draft as its description, no other byte of that changed if only
    a value is another.
    """
    start, end = _top(page)
    lines = [carried_over(page.line(at), fact.text, draft.text).text for at in range(start, end)]
    carried = page.spliced([Splice(start, end, lines)]) if lines else page
    if _abstract_of(fact_of(carried.text, None)) == draft.abstract:
        return carried
    return _with_value(page, "description", draft.abstract)


def _still_described(page: Page, fact: Fact, draft: Draft) -> str:
    """Return the description of a page where it still gives what is no longer said; else nothing."""
    description = dict(flat(fact_of(page.text, None).head)).get("description", "")
    return description if carried_over(description, fact.text, draft.text).left else ""


def _unfit(text: str) -> str:
    return "a binary file" if "\0" in text[:BINARY] else fault(text)


def _check(file: Path, before: Fact, page: Page, draft: Draft, pointed: Pointer | None) -> None:
    """Raise CannotWrite unless a page reads as asked, and all else in it as before."""
    now = fact_of(page.text, pointed)
    ours = {"pinned", "description"}
    kept = [item for item in flat(before.head) if item[0] not in ours]
    if [item for item in flat(now.head) if item[0] not in ours] != kept or now.pinned != draft.pinned:
        raise CannotWrite(f"the frontmatter of {file.name} cannot be changed without harm")
    if fingerprint(draft.text) not in {fingerprint(now.text), fingerprint(now.body)}:
        raise CannotWrite(f"{file.name} would not read back as this text")


def _top(page: Page) -> tuple[int, int]:
    """Return the lines of the frontmatter, both fences included; equal when there is none."""
    start = next((at for at in range(len(page.lines)) if not page.blank(at)), 0)
    return start, start + opening("\n".join(page.text.split("\n")[start:]))[1]


def _with_text(page: Page, fact: Fact, draft: Draft) -> Page:
    """Return the page with another body; only the lines that differ are touched."""
    text = draft.text
    if not fact.body:
        changed = _with_value(page, "description", text)
        if "\n" not in text and changed is not page:
            return changed
        return page.spliced([Splice(len(page.lines) - 1, len(page.lines) - 1, ["", *text.split("\n")])])
    for subject in (fact.description or fact.title, draft.abstract):
        if subject and fact.text != fact.body and text.startswith(f"{subject}\n\n"):
            text = text[len(subject) + 2 :]
            break
    _, start = _top(page)
    end = len(page.lines)
    while page.blank(start):
        start += 1
    while page.blank(end - 1):
        end -= 1
    new = text.split("\n")
    while new and start < end and page.line(start).strip() == new[0].strip():
        start, new = start + 1, new[1:]
    while new and start < end and page.line(end - 1).strip() == new[-1].strip():
        end, new = end - 1, new[:-1]
    return page.spliced([Splice(start, end, new)])


def _with_value(page: Page, key: str, value: str) -> Page:
    """Return the page with another value in the frontmatter; the same page when it isn't on one line."""
    start, end = _top(page)
    for at in range(start + 1, end - 1):
        match = re.match(rf"(\s*{key}\s*:\s*)(\S.*)?$", page.line(at))
        if match is None:
            continue
        indent = len(match[0]) - len(match[0].lstrip())
        following = page.line(at + 1)
        deeper = len(following) - len(following.lstrip()) > indent
        if (match[2] or "|")[0] in "|>&*" or (deeper and at + 1 < end - 1):
            return page
        return page.spliced([Splice(at, at + 1, [match[1].rstrip() + " " + _quoted(value)])])
    return page


def _pinned(page: Page) -> Page:
    start, end = _top(page)
    if start == end:
        return page.spliced([Splice(start, start, [FENCE, "pinned: true", FENCE, ""])])
    for at in range(start + 1, end - 1):
        if match := re.match(r"(\s*pinned\s*:).*", page.line(at)):
            return page.spliced([Splice(at, at + 1, [f"{match[1]} true"])])
    nested = next((at for at in range(start + 1, end - 1) if page.line(at).rstrip() == "metadata:"), end)
    if nested + 1 < end and (indent := re.match(r"[ \t]+(?=[\w-]+\s*:)", page.line(nested + 1))):
        last = nested + 1
        while last + 1 < end - 1 and page.line(last + 1).startswith(indent[0]):
            last += 1
        return page.spliced([Splice(last + 1, last + 1, [f"{indent[0]}pinned: true"])])
    return page.spliced([Splice(end - 1, end - 1, ["pinned: true"])])


def _unpinned(page: Page) -> Page:
    start, end = _top(page)
    lines = [at for at in range(start + 1, end - 1) if re.match(r"\s*pinned\s*:", page.line(at))]
    if len(lines) == end - start - 2:
        return page.spliced([Splice(start, end + int(page.blank(end) and end < len(page.lines) - 1))])
    return page.spliced([Splice(at, at + 1) for at in lines])


def _composed(draft: Draft, pointed: Pointer | None) -> bytes:
    """Return a fact file for a memory whose own is gone."""
    provenance = draft.provenance
    unknown = provenance.get("frontmatter")
    known = dict(unknown) if isinstance(unknown, Mapping) else {}
    head: dict[str, object] = {}
    if name := provenance.get("name"):
        head["name"] = name
    if draft.abstract:
        head["description"] = draft.abstract
    inner = {"type": provenance["kind"]} if provenance.get("kind") else {}
    inner |= {"pinned": "true"} if draft.pinned else {}
    nested = known.get("metadata")
    if isinstance(nested, Mapping):
        known["metadata"] = {**nested, **inner}
    else:
        head |= inner
    head |= known
    lines = [FENCE, *_yaml(head, ""), FENCE, ""] if head else []
    subject = f"{draft.abstract or head.get('name', '')}\n\n"
    bodies = [draft.text.removeprefix(subject)] if draft.text.startswith(subject) else []
    bodies = [*bodies, draft.text, "" if draft.text == draft.abstract else draft.text]
    texts = ["\n".join([*lines, body]).rstrip("\n") + "\n" for body in reversed(bodies)]
    wanted = fingerprint(draft.text)
    text = next((text for text in texts if fingerprint(fact_of(text, pointed).text) == wanted), texts[0])
    return text.encode("utf-8", "replace")


def _yaml(values: Mapping[str, object], indent: str) -> Iterator[str]:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield f"{indent}{key}:"
            yield from _yaml(value, indent + "  ")
        elif isinstance(value, list):
            yield f"{indent}{key}: {json.dumps(value, ensure_ascii=False)}"
        else:
            yield f"{indent}{key}: {_quoted(str(value))}"


def _quoted(value: str) -> str:
    plain = _PLAIN.fullmatch(value) and value == value.strip() and value.casefold() not in _KEYWORDS
    return value if plain else json.dumps(value, ensure_ascii=False)


# -- reading what was or will be written ---------------------------------------------------------


def holds(path: Path, file: Path, data: bytes, given: Given = AS_IT_IS) -> list[Held]:
    """Return the records that reading `path` finds in a file with these bytes."""
    text = Page.of(data).text
    if not path.is_dir():
        if file.name == INDEX or not split(text)[0]:
            return held_records(IndexLayout(file.name, file.parent, given), Page.of(data))
        folder = file.parent
    else:
        folder = max(
            (folder for folder in near_folders(path.resolve()) if file.is_relative_to(folder)),
            key=lambda found: len(found.parts),
            default=file.parent,
        )
        if file == folder / INDEX:
            return held_records(IndexLayout(file.name, folder, given), Page.of(data))
    name = file.relative_to(folder).as_posix()
    fact = fact_of(text, None)
    if path.is_dir() and not (fact.title and fact.description):
        fact = fact_of(text, Indexes(path, given).pointer(folder / INDEX, name))
    return [] if _unfit(text) or not fact.text else [Held(name, fact.text, fact.pinned)]


def loaded(path: Path) -> Loaded:
    """Return the indexes at `path` as a session loads them. Raises SourceError."""
    if path.is_dir():
        indexes = [folder / INDEX for folder in memory_folders(path.resolve())]
    else:
        indexes = [path.resolve()]
    lines: list[LoadedLine] = []
    for index in indexes:
        try:
            data = bytes_of(path, index)
        except CannotWrite:
            continue
        if data is not None:
            lines += index_lines(IndexLayout(index.name, index.parent), data)
    return Loaded(lines, f"{MAX_LINES} lines or {MAX_BYTES // 1000} KB")
