"""Which statements of a memory a rule means, where it is a list or several paragraphs.

An agent's file of ten facts may be one memory. One bad line is no reason to drop the nine others, so a card
about some of them proposes to cut those out and no more (`without_some`). It drops a memory whose every
statement is meant, one of which no more than a title or a description would stay, one that is a record whose
parts belong together, and one that has a single statement.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from memtui.capture.windows import tokens
from memtui.domain.counting import plural
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory
from memtui.domain.proposal import Finding, Spans
from memtui.domain.statements import count_statements
from memtui.domain.text import one_line
from memtui.formats.ground.apart import listed_statements, stand_apart
from memtui.formats.ground.labels import is_item
from memtui.formats.ground.markdown import COLONS, Block
from memtui.formats.ground.records import records
from memtui.poison.cutting import without

_MOST_LOOKED_AT = 20_000
"""Characters: a longer text is a document."""
_A_STATEMENT = 4
"""Words of a line without a full stop that states something; fewer are a title or a label. Chosen."""
_SENTENCE_ENDS = (".", "!", "?", "…", "。")


@dataclass(frozen=True, slots=True)
class Part:
    """A statement of a memory, and where it stands in its text, with its line ends."""

    text: str
    """Without its bullet."""
    start: int
    end: int
    item: bool
    """Whether it is an item of a list."""

    def meets(self, span: tuple[int, int]) -> bool:
        """Say whether a stretch of the memory's text reaches into it."""
        return span[0] < self.end and self.start < span[1]


def parts_of(text: str) -> list[Part]:
    """Return the statements of a text; none where it is one, or a record whose parts belong together."""
    if "\n" not in text.strip() or len(text) > _MOST_LOOKED_AT:
        return []
    blocks = records(text)[1]
    return _parts(text, blocks) if len(blocks) > 1 and stand_apart(blocks) else []


def items_of(text: str) -> list[Part]:
    """Return the items of a text that is a flat list of statements; none for any other text."""
    return _parts(text, listed_statements(text)) if "\n" in text and len(text) <= _MOST_LOOKED_AT else []


def _parts(text: str, blocks: Sequence[Block]) -> list[Part]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    starts[-1] = len(text)
    return [
        Part(
            block.text,
            starts[block.line - 1],
            starts[block.line - 1 + len(block.lines)],
            is_item(block.lines[0]),
        )
        for block in blocks
    ]


def meant(parts: Sequence[Part], span: tuple[int, int], bad: Collection[Part]) -> list[Part]:
    """Return the parts that a rule means, which found the stretch `span` of the whole text, and those that it
    finds `bad` by themselves. Empty where it means the whole.

    What it found in a heading it means as a whole, and so what reaches from the first part to the last where
    that is no list, whose items stand apart.
    """
    met = [part.meets(span) for part in parts]
    everywhere = all(met)
    if not any(met) or (everywhere and not any(part.item for part in parts)):
        return []
    return [part for part in parts if (not everywhere and part.meets(span)) or part in bad]


def without_some(finding: Finding, memory: Memory, parts: Sequence[Part], some: Sequence[Part]) -> Finding:
    """Return what drops a memory as what cuts `some` of its parts out; as it is where nothing would stay.

    The words that open a list say nothing without it, nor does what heads a memory without the memory.
    """
    stay = [part for part in parts if part not in some]
    opens = any(part.item for part in some) and stay == parts[:1] and not parts[0].item
    if not some or opens or all(heads(part, memory) for part in stay):
        return finding
    spans = _spans(memory.text, parts, some)
    text = without(memory.text, spans)
    (count, noun), (left, _) = count_statements(memory.text), count_statements(text)
    return replace(
        finding,
        reason=f"{count - left:,} of its {plural(count, noun)}: {finding.reason}",
        change=Change(Deed.CUT, keep=memory.id, text=text),
        evidence=replace(finding.evidence, marks={memory.id: spans}),
        saves=max(tokens(memory.text) - tokens(text), 0),
        batch="",
    )


def heads(part: Part, memory: Memory) -> bool:
    """Say whether a statement is only a title or a label, or the description that its file has for it."""
    words = one_line(part.text)
    if part.item or words.endswith(_SENTENCE_ENDS):
        return False
    return words == memory.abstract or len(words.split()) < _A_STATEMENT


def _spans(text: str, parts: Sequence[Part], some: Sequence[Part]) -> Spans:
    """Return the stretches that go: the parts, with a heading or label that has nothing left below it, and
    with the blank lines behind a paragraph.
    """
    spans: list[tuple[int, int]] = []
    for below in _below_one_line(text, parts):
        first = below[0].start
        if all(part in some for part in below):
            first = _line_above(text, first)
        for part in below:
            if part in some:
                start = first if part is below[0] else part.start
                spans.append((start, _end(text, start, part.end)))
    return tuple(spans)


def _below_one_line(text: str, parts: Sequence[Part]) -> Iterator[list[Part]]:
    """Yield the parts that stand below one heading or label, or below none, together."""
    together: list[Part] = []
    for part in parts:
        if together and text[together[-1].end : part.start].strip():
            yield together
            together = []
        together.append(part)
    if together:
        yield together


def _line_above(text: str, start: int) -> int:
    """Return where the heading or label begins that stands right above a part; `start` without one, and for
    the title of the whole.
    """
    above = text[:start].rstrip()
    line = above[above.rfind("\n") + 1 :]
    heads = line.startswith("##") or line.rstrip("*_").endswith(COLONS)
    return len(above) - len(line) if heads else start


def _end(text: str, start: int, end: int) -> int:
    """Return the end of what goes, the blank lines behind it included where there are some before it, too."""
    if start and not text[:start].endswith("\n\n"):
        return end
    rest = text[end:]
    return end + len(rest) - len(rest.lstrip("\n"))
