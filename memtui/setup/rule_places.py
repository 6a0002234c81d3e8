"""Finds the section of a file of instructions into which a memory fits best.

`rule_files` calls it. A section is what stands below one heading, up to the next. It fits when its heading
announces what the memory is, as `Rules` does for what somebody is to do, and nothing narrower that the memory
does not speak of, or when it stands out by the words that its heading and an entry share with the memory.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from memtui.domain.memory import Memory, MemoryType
from memtui.formats.ground.frontmatter import opening
from memtui.formats.ground.labels import HEADING, is_item, outside_code
from memtui.formats.ground.markdown import Block
from memtui.formats.ground.underlined import with_marks
from memtui.formats.ground.wording import is_rule
from memtui.language.headed import narrows
from memtui.language.side import telling_words
from memtui.language.store_words import StoreWords
from memtui.phrases import lists_in

_LISTS = {
    name: frozenset(words.words)
    for name, words in lists_in(Path(__file__).with_name("rule_places.toml"), "lists").items()
}
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|&|\d+")
_ENOUGH = 0.5
_MORE_THAN_OTHERS = 3
"""What a memory has to share with the heading and the nearest entry of a section that does not announce its
sort, as shares of its words weighed by rarity, and how many times more than with any other. Of lines that
were taken out of real memory files, 16 of the 24 that such a section was found for came from it; of 389 by
the words alone, 140.
"""
_OF_ITS_SORT = 0.5
"""What it counts for that a heading announces what a memory is; chosen, so that a memory goes elsewhere only
where it shares most of its words.
"""


@dataclass(frozen=True, slots=True)
class Section:
    """What stands below one heading."""

    heading: str
    """As it is written, with its marks."""
    names: tuple[str, ...]
    """The words of the headings around it from the outermost in, without the title, and of its own."""
    level: int
    at: int
    """The line of the heading, from 0."""
    start: int
    """The line behind it."""
    end: int
    """The line of the next heading, or the number of lines."""
    entries: Sequence[Block]
    """The statements between these."""

    @property
    def items(self) -> list[Block]:
        """The entries of its list."""
        return [entry for entry in self.entries if is_item(entry.lines[0]) and entry.lines[0][:1] != " "]

    @property
    def begins_with_words(self) -> bool:
        """Whether a paragraph stands below the heading before anything else."""
        return bool(self.entries) and not is_item(self.entries[0].lines[0])


def sections(text: str, blocks: Sequence[Block]) -> list[Section]:
    """Return the sections of a page whose statements are `blocks`."""
    lines = text.split("\n")
    marked = with_marks(lines)
    skipped = opening(text)[1]
    heads = [
        (at, match)
        for at, line in outside_code(marked)
        if at >= skipped and (match := HEADING.match(line.rstrip())) is not None
    ]
    ends = [at for at, _ in heads[1:]] + [len(lines)]
    around: list[tuple[int, str]] = []
    found = []
    for (at, match), end in zip(heads, ends, strict=False):
        level = len(match[1])
        around = [*(outer for outer in around if outer[0] < level), (level, match[2].strip("#*_ \t"))]
        start = at + (2 if marked[at] != lines[at] else 1)
        names = tuple(name for depth, name in around if depth > 1 or depth == level)
        heading = f"{match[1]} {match[2].rstrip()}"
        entries = [block for block in blocks if start <= block.line - 1 < end]
        found.append(Section(heading, names, level, at, start, end, entries))
    return found


def fitting(page: Sequence[Section], rule: str, sort: str) -> Iterator[Section]:
    """Yield the sections into which a memory fits, the best first; `sort` is what `sort_of` said of it."""
    store = StoreWords({str(at): " ".join([one.names[-1], *_texts(one)]) for at, one in enumerate(page)})
    words = telling_words(rule)
    whole = store.weight(words) or 1.0

    def shared(text: str) -> float:
        return store.weight(words & telling_words(text)) / whole

    in_heading = [shared(section.names[-1]) for section in page]
    alike = [
        share + max(map(shared, _texts(section)), default=0.0)
        for share, section in zip(in_heading, page, strict=True)
    ]
    scored = []
    for at, section in enumerate(page):
        others = max((each for other, each in enumerate(alike) if other != at), default=0.0)
        announced = _announces(section, sort, narrower=in_heading[at] > 0)
        stands_out = alike[at] >= max(_ENOUGH, _MORE_THAN_OTHERS * others) and bool(section.items)
        if (announced or stands_out) and not narrows(section.names):
            scored.append((alike[at] + _OF_ITS_SORT * announced, bool(section.items), -at, section))
    yield from (section for *_, section in sorted(scored, key=lambda each: each[:3], reverse=True))


def sort_of(memory: Memory) -> str:
    """Return which list of headings announces what a memory is."""
    if "gotcha" in memory.categories:
        return "traps"
    if memory.type in {MemoryType.PROCEDURAL, MemoryType.CONSTITUTIONAL} or is_rule(memory.text):
        return "rules"
    return "facts"


def _texts(section: Section) -> list[str]:
    return [entry.text for entry in section.entries]


def _announces(section: Section, sort: str, *, narrower: bool) -> bool:
    """Say whether a heading names a sort of memory, and nothing else but where it may be `narrower`."""
    *outer, own = (frozenset(_WORD.findall(name.casefold())) for name in section.names)
    broad = _LISTS[sort] | _LISTS["general"]
    return bool(own & _LISTS[sort]) and (narrower or own <= broad) and all(words <= broad for words in outer)
