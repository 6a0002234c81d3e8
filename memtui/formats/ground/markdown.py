"""Markdown taken apart into statements; used by every reader of markdown.

A statement is a bullet with what is indented below it, a whole numbered list, a row of a table of records
(`tables`), or a paragraph with the code that follows it. It is given its heading as context: "Deploys" above
"run `make ship`" makes "Deploys: run `make ship`". Line numbers are those of the file, so that whoever
writes back finds the lines a statement came from.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from memtui.domain.scope import ScopeError, normalise
from memtui.formats.ground.closing import closing_rule
from memtui.formats.ground.fences import in_code
from memtui.formats.ground.frontmatter import Head, opening
from memtui.formats.ground.labels import CHECK, is_rule, is_title
from memtui.formats.ground.numbered import NUMBER, TITLED_NUMBER, memories_of_their_own
from memtui.formats.ground.of_the_page import end_of_top, tells_of_the_page
from memtui.formats.ground.tables import Table, begins_a_table, row_text, table_at
from memtui.formats.ground.underlined import with_marks
from memtui.formats.ground.unfilled import NOTHING, is_form, is_only_named, is_unfilled

COLONS = (":", "：")
"""What ends a line that introduces others."""
_MAX_CONTEXT = 200
"""Characters of a heading that are put before each statement below it."""
_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_BULLET = re.compile(r"^[-*+]\s+(?=\S)")
_LEAD = re.compile(r"^(?:[-*+]|#{1,6})\s+(?=\S)")
_SCOPE = re.compile(r"In `(/[^`]*)`")
_ALL_IT_KEEPS = re.compile(r"(?:Gemini|Qwen) Added Memories")
"""What an agent's program writes above whatever it is told to remember: it says nothing of any of it."""
_GROUP = re.compile(r"# Task Group:")
"""A title that names a part, as Codex has it: context also where there is only one part."""
_BOLD_TITLE = re.compile(r"(\*\*|__)[^*_.!?。！？\n]{1,60}\1")
"""A line that stands in bold for a heading; a sentence has its full stop."""
_ITALIC = re.compile(r"([*_])(?![*_])[^*_\n].*(?<![*_])\1")
_MOST_OF_FOOTER = 2
_SEVERAL_SECTIONS = 3
_WORD = re.compile(r"\w+")
_BEFORE_SUBJECT = 12
"""Characters before the heading that a text begins with: marks, and an article."""
_WITHOUT_BLANKS = "\u2e7f"
"""Signs above it are of scripts without blanks between words."""

_LONGEST_WITH_LIST = 1_200
"""Characters that a paragraph and its list have together to be one statement."""
_MOST_LINES_OF_STEP = 60
"""Lines that are looked through for the end of a numbered item."""


@dataclass(frozen=True)
class Block:
    """Lines that belong together."""

    line: int
    """Its first line, from 1; it has as many as `lines`, one after the other."""
    headings: tuple[str, ...]
    """From the outermost in; the document's title is none of them."""
    lines: list[str]
    whole: bool = False
    """Whether it is a record of several parts, which stay as they are laid out."""
    columns: tuple[str, ...] = ()
    """Of the table that it is a row of; none for all else."""
    footer: bool = False
    """Whether the page says it of itself: in italics below its title, its last rule or each of its headings,
    or in words that say so above its sections.
    """

    @cached_property
    def text(self) -> str:
        """The lines without their bullet and common indentation; of a record without what marks its title.

        Of a row, a line for each of its cells.
        """
        first, rest = self.lines[0], self.lines[1:]
        if self.columns:
            return row_text(self.columns, first)
        if self.whole:
            return "\n".join([_LEAD.sub("", first.lstrip(), count=1), *rest]).strip()
        margin = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
        return "\n".join(
            [_BULLET.sub("", first.lstrip(), count=1), *(line[margin:] for line in rest)]
        ).strip()

    @property
    def unfilled(self) -> bool:
        """Whether it is a place in a template that nobody has come to."""
        return is_unfilled(self.text) or is_only_named(self.lines)

    @property
    def readable(self) -> list[str]:
        """The lines as they are to be read: of a row, those of its cells."""
        return self.text.split("\n") if self.columns else self.lines

    @property
    def statement(self) -> str:
        """The text with the headings that are not what it begins with itself."""
        missing = [
            name
            for name in self.headings
            if not _is_subject(name, self.text)
            and not _SCOPE.fullmatch(name)
            and not _ALL_IT_KEEPS.fullmatch(name)
        ]
        separator = ":\n" if "\n" in self.text else ": "
        return separator.join([" › ".join(missing), self.text]) if missing else self.text

    @property
    def scope(self) -> str:
        """The scope in a heading such as "In `/project/atlas`", as exports write it; empty without one."""
        named = (match[1] for name in reversed(self.headings) if (match := _SCOPE.fullmatch(name)))
        try:
            return normalise(next(named, ""))
        except ScopeError:
            return ""


@dataclass(frozen=True, slots=True)
class _Label:
    """A line that introduces those below it."""

    margin: int
    """How far it is indented; -1 for one that is no bullet."""
    name: str
    first: str
    """The first line that it introduces."""

    def introduces(self, line: str) -> bool:
        """Say whether it introduces an item too: a list of bullets behind its numbered one is another."""
        same_kind = bool(NUMBER.match(line.lstrip())) == bool(NUMBER.match(self.first.lstrip()))
        return same_kind or _margin(line) != _margin(self.first)


class _Context:
    """What stands above a line and says what it is about: headings, and lines that introduce it."""

    def __init__(self, has_parts: bool) -> None:
        """Begin at the top of a page; `has_parts` says whether its titles name parts of it, not all of it."""
        self._has_parts = has_parts
        self._headings: list[tuple[int, str]] = []
        """Each with its level, from the outermost in."""
        self._labels: list[_Label] = []

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings, from the outermost in."""
        return tuple(name for _, name in self._headings)

    @property
    def names(self) -> tuple[str, ...]:
        """The headings, and behind them the words of what introduces the line."""
        return (*self.headings, *(label.name for label in self._labels))

    def go_below(self, heading: re.Match[str]) -> None:
        """Leave the section for one that begins at a heading, in it or beside it."""
        level = len(heading[1])
        self._headings = [outer for outer in self._headings if outer[0] < level]
        if level > 1 or self._has_parts:
            self._headings.append((level, _heading_name(heading[2])))
        self._labels = []

    def go_past_a_rule(self, *, closes: bool) -> None:
        """Leave what introduced the lines above a rule; their section too, if the rule `closes` the last."""
        self._labels = []
        if closes:
            self._headings = []

    def go_to(self, line: str, margin: int) -> None:
        """Leave the labels that do not introduce a line; `margin` is -1 for one that is no item."""
        self._labels = [each for each in self._labels if each.margin < margin and each.introduces(line)]

    def go_under(self, label: _Label) -> None:
        """Go on below a line that introduces others."""
        self._labels.append(label)


@dataclass(frozen=True, slots=True)
class _Page:
    """The lines of a page, and what is known of each of them."""

    lines: list[str]
    code: Sequence[bool]
    """Whether a line is code or its fence."""
    apart: frozenset[int]
    """Where numbered items begin that are memories of their own."""

    def is_below_title(self, at: int) -> bool:
        """Say whether a line is the first below the title of the page."""
        title = self.following(-1)
        return title < at and self.lines[title].startswith("# ") and self.following(title) == at

    def following(self, at: int) -> int:
        """Return the index of the first line after `at` that is not blank, or the number of lines."""
        rest = range(at + 1, len(self.lines))
        return next((index for index in rest if self.lines[index].strip()), len(self.lines))


def statements(text: str) -> tuple[Head, list[Block]]:
    """Return the frontmatter of a document and its statements, with the lines they have in the file."""
    head, start = opening(text)
    return head, list(blocks("\n" * start + "\n".join(text.split("\n")[start:])))


def blocks(text: str) -> Iterator[Block]:
    """Yield the statements of a document without frontmatter, in order.

    A line that only introduces the bullets below it, such as `Ports:`, is context like a heading.
    """
    page = _page(text)
    lines = page.lines
    context = _Context(_has_parts(page))
    closing, guidance, top = closing_rule(lines), _guidance(page), end_of_top(lines, page.code)
    at = 0
    while at < len(lines):
        line = lines[at].rstrip()
        heading, rule = _HEADING.match(line), is_rule(line)
        if rule and (footer := _footer(lines, at)):
            yield from (Block(place + 1, (), [lines[place]], footer=True) for place in footer)
            return
        if heading:
            context.go_below(heading)
        elif rule:
            context.go_past_a_rule(closes=at == closing)
        if heading or rule or line.strip() in NOTHING:
            at += 1
        elif line.startswith("<!--"):
            at = _end_of_comment(lines, at)
        elif at in guidance:
            yield Block(at + 1, context.headings, [lines[at]], footer=True)
            at += 1
        elif (table := table_at(lines, at)) is not None:
            yield from _rows(lines, table, context.names)
            at = table.end
        else:
            introducing = _is_label(page, at)
            end = at + 1 if introducing else _end(page, at)
            margin = _margin(line) if _is_item(line) or begins_a_table(lines, at) else -1
            context.go_to(line, margin)
            block = Block(at + 1, context.names, lines[at:end])
            if at < top and margin < 0 and tells_of_the_page(block.text):
                block = replace(block, footer=True)
            if introducing:
                context.go_under(_Label(margin, _label_name(block.text), lines[page.following(at)]))
            if not introducing or len(block.text) > _MAX_CONTEXT:
                yield block
            at = end


def _page(text: str) -> _Page:
    lines = text.split("\n")
    code = in_code(lines)
    lines = with_marks(lines, code)
    return _Page(lines, code, memories_of_their_own(lines, code))


def _has_parts(page: _Page) -> bool:
    """Say whether the titles of a page name its parts, and not the page."""
    lines = zip(page.lines, page.code, strict=True)
    titles = [line for line, inside in lines if line.startswith("# ") and not inside]
    return len(titles) > 1 or any(map(_GROUP.match, titles))


def _end_of_comment(lines: Sequence[str], start: int) -> int:
    """Return the line behind a comment, or the number of lines where nothing ends it."""
    return next((at for at in range(start, len(lines)) if "-->" in lines[at]), len(lines)) + 1


def _rows(lines: Sequence[str], table: Table, context: tuple[str, ...]) -> Iterator[Block]:
    """Yield the rows of a table that say something."""
    rows = range(table.start, table.end)
    blocks_of_rows = (Block(row + 1, context, [lines[row]], columns=table.names) for row in rows)
    return (row for row in blocks_of_rows if row.text)


def _guidance(page: _Page) -> frozenset[int]:
    """Return the lines in italics below headings that say what to write there, as templates have them: below
    the title of a page, and where several sections open with one.
    """
    titles = (at for at, line in enumerate(page.lines) if _HEADING.match(line) and not page.code[at])
    below = (page.following(at) for at in titles)
    alone = (at for at in below if at < len(page.lines) and not "".join(page.lines[at + 1 : at + 2]).strip())
    opening = frozenset(at for at in alone if _ITALIC.fullmatch(page.lines[at].strip()))
    return opening if len(opening) >= _SEVERAL_SECTIONS else frozenset(filter(page.is_below_title, opening))


def _is_subject(name: str, text: str) -> bool:
    """Say whether a text begins by naming a heading, as in `The till beeps` below `Till`."""
    opening = text[: len(name) + _BEFORE_SUBJECT].casefold()
    before, found, _ = opening.partition(name.casefold())
    at = len(before)
    behind = text[at + len(name) : at + len(name) + 1]
    apart = not name[-1:].isalnum() or not behind.isalnum() or behind > _WITHOUT_BLANKS
    return bool(found) and apart and len(_WORD.findall(before)) <= 1


def _footer(lines: list[str], rule: int) -> list[int]:
    """Return the lines behind a rule that are all in italics, if they are the last and few."""
    rest = [at for at in range(rule + 1, len(lines)) if lines[at].strip()]
    italic = len(rest) <= _MOST_OF_FOOTER and all(_ITALIC.fullmatch(lines[at].strip()) for at in rest)
    return rest if italic else []


def _end(page: _Page, start: int) -> int:
    """Return where the statement that begins at `start` ends, blank lines behind it left out."""
    end = _end_of_block(page, start)
    return end if _is_item(page.lines[start]) else _end_of_its_list(page, start, end)


def _end_of_its_list(page: _Page, start: int, paragraph: int) -> int:
    """Return where the list ends that a paragraph of several lines opens with a colon, if it is a short one.

    The sentence is none without its list. `paragraph` is where the paragraph ends: returned otherwise.
    """
    lines = page.lines
    if not lines[paragraph - 1].rstrip().rstrip("*_").endswith(COLONS):
        return paragraph
    end, following = paragraph, page.following(paragraph - 1)
    while following < len(lines) and _is_item(lines[following]) and following not in page.apart:
        end = _end_of_block(page, following)
        following = page.following(end - 1)
    return end if sum(map(len, lines[start:end])) <= _LONGEST_WITH_LIST else paragraph


def _end_of_block(page: _Page, start: int, last: int = sys.maxsize) -> int:
    """Return where the block ends that begins at `start`, or a line from `last` on where it goes on there."""
    lines = page.lines
    margin, item = _margin(lines[start]), _is_item(lines[start])
    at = start + 1
    while at < min(len(lines), last):
        line = lines[at]
        if page.code[at]:
            pass
        elif not line.strip():
            following = page.following(at)
            if following == len(lines):
                return at
            if page.code[following] and not page.code[at - 1]:
                if is_form("\n".join(lines[following : _end_of_code(page, following)])):
                    return at
                at = following
                continue
            inside = item and _margin(lines[following]) > margin
            chapters = TITLED_NUMBER.match(lines[start]) and TITLED_NUMBER.match(lines[following])
            if not inside and (chapters or not _goes_on(page, start, following)):
                return at
            at = following
            continue
        elif _stands_apart(page, start, at):
            return at
        at += 1
    return at


def _stands_apart(page: _Page, start: int, at: int) -> bool:
    """Say whether a line that is neither blank nor code ends the block that begins at `start`."""
    line, first = page.lines[at], page.lines[start]
    if _HEADING.match(line) or is_rule(line) or table_at(page.lines, at) is not None:
        return True
    deeper = _is_item(first) and _margin(line) > _margin(first)
    return not deeper and _is_item(line) and not _goes_on(page, start, at)


def _goes_on(page: _Page, start: int, at: int) -> bool:
    """Say whether a line is the next number of the list that begins at `start` and is one memory."""
    both = (page.lines[start], page.lines[at])
    return at not in page.apart and all(NUMBER.match(line.lstrip()) for line in both)


def _end_of_code(page: _Page, start: int) -> int:
    """Return where code ends that begins at `start`."""
    return next((at for at in range(start, len(page.lines)) if not page.code[at]), len(page.lines))


def _is_label(page: _Page, at: int) -> bool:
    """Say whether the line only introduces bullets or rows: it ends in a colon and they follow."""
    lines, following = page.lines, page.following(at)
    if following == len(lines):
        return False
    if not (introduces(lines[at]) or _is_title_of_list(page, at)) or at in page.apart:
        return False
    if not _is_item(lines[following]):
        short = len(lines[at]) <= _MAX_CONTEXT
        return not _is_item(lines[at]) and short and begins_a_table(lines, following)
    if _is_short_step(page, at):
        return False
    return not _is_item(lines[at]) or _margin(lines[following]) > _margin(lines[at])


def _is_title_of_list(page: _Page, at: int) -> bool:
    """Say whether a line stands by itself right above bullets and is written like a title."""
    line = page.lines[at]
    alone = at == 0 or not page.lines[at - 1].strip() or _HEADING.match(page.lines[at - 1]) is not None
    return alone and is_title(line) and _BULLET.match(page.lines[at + 1]) is not None


def _is_short_step(page: _Page, at: int) -> bool:
    """Say whether a line is a numbered item that is short with all that is indented below it: that says how
    the step is done.
    """
    if not NUMBER.match(page.lines[at].lstrip()):
        return False
    last = at + _MOST_LINES_OF_STEP
    end = _end_of_block(page, at, last)
    return end < last and sum(map(len, page.lines[at:end])) <= _LONGEST_WITH_LIST


def _heading_name(text: str) -> str:
    """Return the start of a heading, without emphasis and the closing hashes that some write behind it."""
    opened = text.rstrip("#")
    bare = (opened if opened.endswith((" ", "\t")) else text).strip("*_ \t")
    name = (bare.rstrip("".join(COLONS)).rstrip() or bare)[:_MAX_CONTEXT]
    return name.encode("utf-8", "replace").decode()


def _label_name(text: str) -> str:
    """Return the words of a line that introduces others, without emphasis that is all around them."""
    name = text.rstrip(":：").strip("*_` ").rstrip(":：")
    whole = name.count("**") % 2 == 0 and name.count("`") % 2 == 0
    return _shortened(name if whole else text.rstrip(":：").strip())


def _shortened(name: str) -> str:
    """Return a name as long as context may be, without a cut word."""
    if len(name) <= _MAX_CONTEXT:
        return name
    start = name[: _MAX_CONTEXT - 1]
    words = start.rpartition(" ")[0] if not name[_MAX_CONTEXT - 1].isspace() else start
    return f"{words or start}…"


def _is_item(line: str) -> bool:
    bare = line.lstrip()
    return bool(_BULLET.match(bare) or NUMBER.match(bare) or CHECK.match(bare))


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def introduces(line: str) -> bool:
    """Say whether a line that has a list or table below it only introduces that."""
    bare = line.rstrip()
    return bare.rstrip("*_").endswith(COLONS) or _BOLD_TITLE.fullmatch(bare) is not None
