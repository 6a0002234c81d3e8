"""Changes bundles of the Open Knowledge Format: a page is one memory, and goes with it.

What stands above the body stays as it is. Exports write a page for each memory, and the index of the bundle.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from memtui import __version__
from memtui.domain.instant import to_iso
from memtui.domain.memory import Draft, Memory, MemoryType, Origin, State
from memtui.domain.text import Longest, fingerprint, one_line, well_formed
from memtui.formats.exports import Exported
from memtui.formats.ground.carrying import KEY, carried
from memtui.formats.ground.files import fault
from memtui.formats.ground.frontmatter import quoted
from memtui.formats.ground.markdown_writing import Layout, Place
from memtui.formats.ground.naming import page_name
from memtui.formats.ground.splicing import Page, Splice
from memtui.formats.okf.reading import INDEX, LOG, VERSION, body_of

_TYPES = {
    MemoryType.EPISODIC: "Event",
    MemoryType.SEMANTIC: "Fact",
    MemoryType.PROCEDURAL: "Playbook",
    MemoryType.CONSTITUTIONAL: "Rule",
}


class ConceptLayout(Layout):
    """The body of one page."""

    goes_when_empty = True

    def places(self, text: str) -> list[Place]:
        """Return the body; nothing where the page has none, or is no concept."""
        body = body_of(text)[1]
        statement = "\n".join(body.lines)
        statement_text = well_formed(statement)
        if self.name in {INDEX, LOG} or not statement_text:
            return []
        start = body.line - 1
        return [Place(self.name, statement_text, start, start + len(body.lines), record=not fault(statement))]

    def removals(self, page: Page, place: Place) -> Iterator[Splice]:  # noqa: ARG002 - all of it goes
        """Yield the whole page as what to remove."""
        yield Splice(0, len(page.lines))

    def edits(self, page: Page, place: Place, draft: Draft) -> Iterator[Splice]:  # noqa: ARG002
        """Yield the one change that gives the body of the page another text."""
        yield Splice(place.start, place.end, draft.text.split("\n"))

    def insertions(self, page: Page, places: Sequence[Place], draft: Draft) -> Iterator[Splice]:
        """Yield a whole page, where there is none."""
        if not places and not any(line.strip() for line in page.lines):
            head = ["---", f"type: {_TYPES[draft.type]}", "---", ""]
            yield Splice(0, len(page.lines), [*head, *draft.text.split("\n"), ""])


def export_folder(memories: Iterator[Memory], folder: Path, exported: Exported) -> None:
    """Write a page for each memory, and the index that lists them."""
    taken = {INDEX, LOG}
    with (folder / INDEX).open("w", encoding="utf-8", newline="\n") as index:
        index.write(f'---\n{VERSION}: "0.2"\n---\n\n# Memories\n\n')
        for memory in memories:
            title = one_line(memory.abstract or memory.text, Longest.PATH).rstrip(".")
            name = page_name(memory, "okf", title, taken)
            page = [*_head(memory, title), "", memory.text, ""]
            data = "\n".join(page)
            if fingerprint("\n".join(body_of(data)[1].lines)) != fingerprint(memory.text):
                exported.leave_out()
                continue
            (folder / name).write_text(data, encoding="utf-8", newline="\n")
            index.write(f"* [{title.translate(_NO_BRACKETS)}]({name})\n")


_NO_BRACKETS = str.maketrans("[]()", "    ")


def _head(memory: Memory, title: str) -> Iterator[str]:
    """Yield the frontmatter of a memory, with what the format has no key for under one of memtui's."""
    by = "human:user" if memory.origin is Origin.PERSON else f"memtui/{__version__}"
    yield "---"
    yield f"type: {_TYPES[memory.type]}"
    yield f"title: {quoted(title)}"
    yield f"tags: [{', '.join(map(quoted, memory.categories))}]"
    yield f"generated: {{ by: {quoted(by)}, at: {to_iso(memory.updated_at)} }}"
    if memory.state is not State.LIVE:
        yield "status: deprecated"
    if memory.expires_at is not None:
        yield f"stale_after: {to_iso(memory.expires_at)[:10]}"
    yield f"{KEY}: {quoted(json.dumps(carried(memory), ensure_ascii=False))}"
    yield "---"
