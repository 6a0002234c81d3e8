"""Fact files that are lists: where the body is a flat list of statements, each of them is a memory.

What makes a list one, `ground.apart` says. A file of which items are known stays a list however short it
gets, until neither a bullet nor a known item is left in it. An item that only gives a value, such as
`Sender: Anna`, has the title of its file in front, as a heading; no writing puts that into the file.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from memtui.domain.memory import Draft
from memtui.domain.text import well_formed
from memtui.formats.changes import Forms
from memtui.formats.ground.apart import is_item, list_with_its_line, points_elsewhere
from memtui.formats.ground.frontmatter import blanked
from memtui.formats.ground.labels import label
from memtui.formats.ground.markdown import Block
from memtui.formats.ground.markdown_writing import Layout, Place
from memtui.formats.ground.naming import record_key
from memtui.formats.ground.records import records, says_something
from memtui.formats.ground.splicing import Page, Splice

_SORT = re.compile(r"(?:project|feedback|reference)[-_ ](?=\w)", re.IGNORECASE)
"""What many names of files begin with: the type of the fact."""
_ENDS = (": ", ":\n")
"""What stands between a heading and its statement."""
_TELLING = re.compile(r"\w{4,}")


def items_of(file: Path, name: str, body: str, title: str, forms: Forms) -> list[Block]:
    """Return the memories that a fact file with this body consists of; empty where it is one as a whole.

    The body has blank lines in place of the frontmatter, so that its lines are those of the file. `name` is
    the file's, from its folder.
    """
    if str(file) in forms.whole:
        return []
    if (known := forms.listed.get(str(file))) is None:
        blocks = list_with_its_line(body)
    else:
        blocks = records(body)[1]
        blocks = blocks if any(is_item(each) or key_of(name, each) in known for each in blocks) else []
    return [_with_title(block, title) for block in blocks if _is_memory(block)]


def _is_memory(block: Block) -> bool:
    return says_something(block) and not points_elsewhere(block)


def key_of(name: str, block: Block) -> str:
    """Return the key of an item of the file called `name`; it stays when the title changes."""
    return record_key(name, well_formed(block.text))


def title_in_words(name: str) -> str:
    """Return the name of a fact as a title: what is written as a file's name, as words."""
    bare = _SORT.sub("", name.strip(), count=1)
    return bare if " " in bare else re.sub(r"[-_]+", " ", bare).strip()


def _with_title(block: Block, title: str) -> Block:
    """Return an item below the title of its file, if it has no heading and needs one."""
    words = title_in_words(title)
    needs = words and not block.headings and not _stands_alone(block, words)
    return replace(block, headings=(words,)) if needs else block


def _stands_alone(block: Block, title: str) -> bool:
    text = block.text.casefold()
    named = any(word in text for word in _TELLING.findall(title.casefold()))
    return named or label(block.lines[0].lstrip()) is None


def as_read(text: str, titles: Sequence[str]) -> str:
    """Return a text for an item as the reader gives it once it is written.

    The first title is that of the file. The text may have any in front, whether or not the item needs it.
    """
    words = own_words(text, titles)
    first, *rest = words.split("\n")
    item = Block(1, (), [f"- {first}", *(f"  {line}" if line else "" for line in rest)])
    return _with_title(item, titles[0]).statement


def own_words(text: str, titles: Sequence[str]) -> str:
    """Return a text without a title in front."""
    leads = tuple(f"{words}{end}" for title in titles if (words := title_in_words(title)) for end in _ENDS)
    while (lead := next(filter(text.startswith, leads), "")) and text[len(lead) :].strip():
        text = text[len(lead) :]
    return text


class ListLayout(Layout):
    """The items of a fact file."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__(name)
        self._title = title

    def titles(self, draft: Draft) -> list[str]:
        """Return the title of the file, and what it was when a memory was read from it."""
        before = draft.provenance.get("name")
        return [self._title, *([before] if isinstance(before, str) else [])]

    def places(self, text: str) -> list[Place]:
        """Return all that stands in the file, item by item."""
        return [self._place(block) for block in records(blanked(text)[1])[1]]

    def is_record(self, block: Block) -> bool:
        """Say whether the reader makes a memory of a statement."""
        return _is_memory(block)

    def section(self, draft: Draft) -> str:
        """Return the heading that an item stands below; the title of the file is none."""
        section = super().section(draft)
        return "" if section in map(title_in_words, self.titles(draft)) else section

    def edits(self, page: Page, place: Place, draft: Draft) -> Iterator[Splice]:
        """Yield ways to give an item other words, never with the title."""
        return super().edits(page, place, self._in_own_words(draft))

    def insertions(self, page: Page, places: Sequence[Place], draft: Draft) -> Iterator[Splice]:
        """Yield ways to put an item in, never with the title."""
        return super().insertions(page, places, self._in_own_words(draft))

    def _in_own_words(self, draft: Draft) -> Draft:
        return replace(draft, text=own_words(draft.text, self.titles(draft)))

    def _place(self, block: Block) -> Place:
        titled = _with_title(block, self._title)
        section = "" if titled is not block else " › ".join(block.headings)
        return replace(self.place(titled), key=key_of(self.name, block), section=section)
