"""Writing back to Claude Code's auto memory: fact files, and the index that points to them.

A fact that goes takes its line in the index with it, one that comes back gets one. The index is changed
before a file goes and after a file comes, so that a crash in between never leaves a line that points
nowhere. Of a fact file only its body, its description and its pin are changed; all else is kept.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from memtui import secrets
from memtui.domain.memory import Draft
from memtui.domain.text import HEADLINE_LENGTH, Longest, fingerprint, one_line
from memtui.formats.changes import (
    AS_IT_IS,
    UNKNOWN,
    Forms,
    Given,
    Held,
    Loaded,
    LoadedLine,
    Plan,
    RecordChange,
)
from memtui.formats.claude_code.fact_head import head_of, pinned, top, unpinned, with_rewordings, with_value
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
from memtui.formats.claude_code.list_writing import held_items, rewritten_list, unfit
from memtui.formats.claude_code.listed import ListLayout
from memtui.formats.claude_code.reading import (
    INDEX,
    Fact,
    fact_of,
    items_in,
    memory_folders,
    near_folders,
)
from memtui.formats.ground.frontmatter import flat, split
from memtui.formats.ground.markdown_writing import held_records
from memtui.formats.ground.naming import container_of, is_by_text
from memtui.formats.ground.splicing import CannotWrite, Page, Rewritten, Splice, bytes_of, take_up
from memtui.formats.protocol import Skipped
from memtui.language.carried_over import carried_over
from memtui.lifecycle.checks import checked_abstract


def holds_pin(key: str) -> bool:
    """Say whether a record can be pinned: a fact in a file of its own can, a statement of a file cannot."""
    return not is_by_text(key)


def described_in(key: str) -> str:
    """Return where a record is described: a fact in its frontmatter and in the index."""
    return "" if container_of(key) == INDEX else f"its description and {INDEX}"


def plan(
    path: Path, changes: Sequence[RecordChange], given: Given = AS_IT_IS, forms: Forms = UNKNOWN
) -> Plan:
    """Return what changes would do to the files at `path`, as they are `given`. Raises SourceError."""
    return _Planning(path, given, forms).result(changes)


class _Planning:
    """The working out of one plan: facts that come, the indexes, facts that go, in this order."""

    def __init__(self, path: Path, given: Given, forms: Forms) -> None:
        self._path, self._given, self._forms = path, given, forms
        self._indexes = Indexes(path, given)
        self._come, self._gone = Plan(), Plan()
        self._of_index: dict[Path, list[RecordChange]] = {}
        self._coming: dict[Path, set[str]] = {}
        self._reworded: dict[Path, list[Reworded]] = {}

    def result(self, changes: Sequence[RecordChange]) -> Plan:
        """Return the plan."""
        by_fact: dict[tuple[Path, str], list[RecordChange]] = {}
        for change in {(change.file, change.key): change for change in changes}.values():
            file = Path(change.file)
            if self._is_of_index(file, change):
                self._of_index.setdefault(file, []).append(change)
            else:
                by_fact.setdefault((file, container_of(change.key)), []).append(change)
        for (file, name), wanted in by_fact.items():
            self._add_fact(file, name, wanted)
        between = Plan()
        for index in {**self._of_index, **self._reworded}:
            comes = frozenset(self._coming.get(index, ()))
            facts = self._reworded.get(index, [])
            of_index = self._of_index.get(index, [])
            add_index(self._path, index, of_index, self._given, comes, facts, between)
        done = Plan()
        for part in (self._come, between, self._gone):
            done.files += part.files
            done.left += part.left
            done.warnings += part.warnings
            done.renamed |= part.renamed
            done.held |= part.held
        return done

    def _is_of_index(self, file: Path, change: RecordChange) -> bool:
        """Say whether a record is a statement of an index, or of a file by itself that is read like one."""
        if not is_by_text(change.key):
            return False
        if self._path.is_dir() or file.name == INDEX:
            return container_of(change.key) == INDEX
        data = bytes_of(self._path, file, self._given)
        head = fact_of(Page.of(data or b"").text, None).head
        return not head and not (data is None and change.after and change.after.provenance.get("name"))

    def _add_fact(self, file: Path, name: str, changes: Sequence[RecordChange]) -> None:
        """Add what changes do to one fact file, and to what the index says of it."""
        index = _folder_of(file, name) / INDEX
        pointed: Pointer | None = None
        try:
            before = bytes_of(self._path, file, self._given)
            pointed = self._indexes.pointer(index, name)
            if is_by_text(changes[0].key):
                after = rewritten_list(name, before, changes, pointed)
            else:
                after = _fact(file, before, changes[0], pointed)
        except CannotWrite as error:
            self._come.left += [Skipped(change.key, str(error)) for change in changes]
            return
        take_up(self._gone if after.data is None else self._come, file, before, after)
        if self._path.is_dir():
            if reworded := list(_reworded(name, before, after.data, changes, pointed)):
                self._reworded.setdefault(index, []).extend(reworded)
            follows = pointer_change(index, name, changes[0].after, before, after.data, pointed)
            if follows is not None and self._indexes.data(index) is not None:
                self._of_index.setdefault(index, []).append(follows)
                self._coming.setdefault(index, set()).update({name} if after.data is not None else ())
        elif after.data is None and before is not None and pointed is not None:
            self._come.warnings.append(f"{INDEX} still points to {name}; only this file was linked")


def _reworded(
    name: str,
    before: bytes | None,
    after: bytes | None,
    changes: Sequence[RecordChange],
    pointed: Pointer | None,
) -> Iterator[Reworded]:
    """Yield what a fact file, or items of it, said and are to say."""
    if before is None or after is None:
        return
    for change in changes:
        if change.after is None:
            continue
        if not is_by_text(change.key):
            was, now = (fact_of(Page.of(data).text, pointed) for data in (before, after))
            yield Reworded(name, was.text, change.after.text, (was.description, now.description))
        elif change.before is not None:
            yield Reworded(name, change.before, change.after.text)


def _folder_of(file: Path, name: str) -> Path:
    return file.parents[len(Path(name).parts) - 1]


# -- fact files ----------------------------------------------------------------------------------


def _fact(file: Path, data: bytes | None, change: RecordChange, pointed: Pointer | None) -> Rewritten:
    """Return how one fact file changes. Raises CannotWrite."""
    draft = change.after
    if data is None:
        if draft is None or change.before is not None:
            raise CannotWrite(f"there is no {file.name} any more")
        return Rewritten(_composed(draft, pointed))
    page = Page.of(data)
    if wrong := unfit(page.text):
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
        page = pinned(page) if draft.pinned else unpinned(page)
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
    carried = with_rewordings(page, [(fact.text, draft.text)])
    if _abstract_of(fact_of(carried.text, None)) == draft.abstract:
        return carried
    return with_value(page, "description", draft.abstract)


def _still_described(page: Page, fact: Fact, draft: Draft) -> str:
    """Return the description of a page where it still gives what is no longer said; else nothing."""
    description = fact_of(page.text, None).description
    return description if carried_over(description, fact.text, draft.text).left else ""


def _check(file: Path, before: Fact, page: Page, draft: Draft, pointed: Pointer | None) -> None:
    """Raise CannotWrite unless a page reads as asked, and all else in it as before."""
    now = fact_of(page.text, pointed)
    ours = {"pinned", "description"}
    kept = [item for item in flat(before.head) if item[0] not in ours]
    if [item for item in flat(now.head) if item[0] not in ours] != kept or now.pinned != draft.pinned:
        raise CannotWrite(f"the frontmatter of {file.name} cannot be changed without harm")
    if fingerprint(draft.text) not in {fingerprint(now.text), fingerprint(now.body)}:
        raise CannotWrite(f"{file.name} would not read back as this text")


def _with_text(page: Page, fact: Fact, draft: Draft) -> Page:
    """Return the page with another body; only the lines that differ are touched."""
    text = draft.text
    if not fact.body:
        changed = with_value(page, "description", text)
        if "\n" not in text and changed is not page:
            return changed
        return page.spliced([Splice(len(page.lines) - 1, len(page.lines) - 1, ["", *text.split("\n")])])
    for subject in (fact.description or fact.title, draft.abstract):
        if subject and fact.text != fact.body and text.startswith(f"{subject}\n\n"):
            text = text[len(subject) + 2 :]
            break
    _, start = top(page)
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


def _composed(draft: Draft, pointed: Pointer | None) -> bytes:
    """Return a fact file for a memory whose own is gone."""
    lines = head_of(draft, draft.abstract, pinned=draft.pinned)
    subject = f"{draft.abstract or draft.provenance.get('name', '')}\n\n"
    bodies = [draft.text.removeprefix(subject)] if draft.text.startswith(subject) else []
    bodies = [*bodies, draft.text, "" if draft.text == draft.abstract else draft.text]
    texts = ["\n".join([*lines, body]).rstrip("\n") + "\n" for body in reversed(bodies)]
    wanted = fingerprint(draft.text)
    text = next((text for text in texts if fingerprint(fact_of(text, pointed).text) == wanted), texts[0])
    return text.encode("utf-8", "replace")


# -- reading what was or will be written ---------------------------------------------------------


def holds(path: Path, file: Path, data: bytes, given: Given = AS_IT_IS, forms: Forms = UNKNOWN) -> list[Held]:
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
    if unfit(text) or not fact.text:
        return []
    if items_in(file, name, fact, forms):
        return held_items(ListLayout(name, fact.title), Page.of(data), pinned=fact.pinned)
    return [Held(name, fact.text, fact.pinned)]


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
