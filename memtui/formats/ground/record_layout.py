"""Changing files in which records of several parts stand among statements: see `records` for what one is.

A record is put in and changed as it is laid out, line for line, below the heading marks or the bullet that
the others of the file have.
"""

import re
from collections.abc import Iterator, Sequence

from memtui.domain.memory import Draft
from memtui.formats.ground.labels import label
from memtui.formats.ground.markdown import Block
from memtui.formats.ground.markdown_writing import Layout, Place, Style, bare, inserted
from memtui.formats.ground.records import records, says_something
from memtui.formats.ground.splicing import Page, Splice

_LEAD = re.compile(r"\s*(?:[-*+]|#{1,6})\s+(?=\S)")


class RecordLayout(Layout):
    """The records of a file, and the statements between them."""

    def places(self, text: str) -> list[Place]:
        """Return the records and statements of a file, in order."""
        return [self.place(block) for block in records(text)[1]]

    def is_record(self, block: Block) -> bool:
        """Say whether the reader makes a memory of a statement."""
        return says_something(block)

    def edits(self, page: Page, place: Place, draft: Draft) -> Iterator[Splice]:
        """Yield ways to give a record or statement another text."""
        if place.whole:
            for text in bare(draft.text, place.section, place.context):
                yield Splice(place.start, place.end, _laid_out(page.line(place.start), text))
        yield from super().edits(page, place, draft)

    def insertions(self, page: Page, places: Sequence[Place], draft: Draft) -> Iterator[Splice]:
        """Yield ways to put one in: a record like the others, a statement above the first of them."""
        section = self.section(draft)
        whole = [place for place in places if place.whole]
        if whole and any(map(label, draft.text.split("\n")[1:])):
            like = next((place for place in reversed(whole) if place.section == section), whole[-1])
            for text in bare(draft.text, section, ""):
                lines = _laid_out(page.line(like.start), text)
                yield Splice(like.end, like.end, ["", *lines])
                yield Splice(like.start, like.start, [*lines, ""])
        # Behind a record, a statement would be a part of it.
        yield from super().insertions(page, [place for place in places if not place.whole], draft)
        for place in whole[:1]:
            for text in bare(draft.text, section, ""):
                yield inserted(page, place.start, Style("- ", "  "), (), text)


def _laid_out(first: str, text: str) -> list[str]:
    """Return the lines of a record whose first one opens as `first` does."""
    lead = _LEAD.match(first)
    head, *rest = text.split("\n")
    return [(lead[0] if lead else "") + head, *rest]
