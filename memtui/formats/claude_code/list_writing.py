"""Changing fact files that are lists, item by item; the file goes with its last one.

A value that changes in an item changes in the description of the file, too; what else stands in the
frontmatter and between the items stays. A description that says an item that goes is named.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from memtui.domain.text import Longest, normalised, one_line
from memtui.formats.changes import Held, RecordChange
from memtui.formats.claude_code.fact_head import head_of, with_rewordings
from memtui.formats.claude_code.index import Pointer
from memtui.formats.claude_code.listed import ListLayout, as_read, own_words
from memtui.formats.claude_code.reading import fact_of
from memtui.formats.ground.files import fault
from memtui.formats.ground.frontmatter import flat
from memtui.formats.ground.markdown_writing import held_records, rewrite
from memtui.formats.ground.splicing import BINARY, CannotWrite, Page, Rewritten
from memtui.language.carried_over import carried_over

_NAMES = re.compile(r"[^:：\n]+[:：]")
"""What an item opens with that only gives a value: `Sender:`."""


def rewritten_list(
    name: str, data: bytes | None, changes: Sequence[RecordChange], pointed: Pointer | None
) -> Rewritten:
    """Return what the file called `name` becomes by changes to its items. Raises CannotWrite."""
    start = _begun(changes) if data is None else data
    page = Page.of(start)
    if wrong := unfit(page.text):
        raise CannotWrite(f"{name} is {wrong}")
    fact = fact_of(page.text, pointed)
    layout = ListLayout(name, fact.title)
    done = rewrite(layout, start, [_as_read(layout, change) for change in changes])
    done.held = held_items(layout, Page.of(done.data or b""), pinned=fact.pinned)
    if not done.held:
        done.data = None
    elif done.data is not None:
        done.data, still = _described(Page.of(done.data), changes)
        gone = [normalised(change.before) for change in changes if change.before and change.after is None]
        if any(text in normalised(fact.description) for text in gone):
            still = fact.description
        if still:
            done.warnings.append(f"{name} still describes it as: {one_line(still, Longest.SENTENCE)}")
    return done


def _as_read(layout: ListLayout, change: RecordChange) -> RecordChange:
    """Return a change that asks for what the file will say, with the title only where its reader puts it."""
    draft = change.after
    if draft is None or layout.section(draft):
        return change
    titles = layout.titles(draft)
    text = _without_another_title(draft.text, change.before or "", titles)
    return replace(change, after=replace(draft, text=as_read(text, titles)))


def _without_another_title(text: str, before: str, titles: Sequence[str]) -> str:
    """Return the text of an item without what a person wrote in place of the title in front of it."""
    own = own_words(before, titles)
    name = _NAMES.match(own)
    if name is None or own == before:
        return text
    other = re.match(rf"[^:：\n]+: (?={re.escape(name[0])})", text)
    return text if other is None else text[other.end() :]


def held_items(layout: ListLayout, page: Page, *, pinned: bool) -> list[Held]:
    """Return the items of a file, which says of all of them whether they are pinned."""
    return [replace(held, pinned=pinned) for held in held_records(layout, page)]


def unfit(text: str) -> str:
    """Return why a text is none that can be changed; empty where it can."""
    return "a binary file" if "\0" in text[:BINARY] else fault(text)


def _begun(changes: Sequence[RecordChange]) -> bytes:
    """Return the file that the first of some memories came from, without an item."""
    draft = next((change.after for change in changes if change.after is not None), None)
    if draft is None:
        return b""
    described = draft.provenance.get("description")
    lines = head_of(draft, described if isinstance(described, str) else "", pinned=False)
    return "\n".join(lines).encode("utf-8", "replace")


def _described(page: Page, changes: Sequence[RecordChange]) -> tuple[bytes, str]:
    """Return the bytes of a page whose description gives the values that its items give now, and the
    description where it still gives an old one in other words.
    """
    edited = [(change.before, change.after.text) for change in changes if change.before and change.after]
    carried = with_rewordings(page, edited)
    if _but_described(carried) != _but_described(page):
        carried = page
    description = fact_of(carried.text, None).description
    left = any(carried_over(description, before, after).left for before, after in edited)
    return carried.data, description if left else ""


def _but_described(page: Page) -> list[tuple[str, str]]:
    return [field for field in flat(fact_of(page.text, None).head) if field[0] != "description"]
