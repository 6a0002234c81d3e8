"""Markdown as lines: bold, code, lists, headings and quotes of a memory that is shown whole.

markdown-it reads it, as Textual does; what it finds is laid out here, because line breaks of a memory mean
something and a page is drawn from segments. Nothing in it acts: a link is its words and its address, HTML is
text. The text comes from anywhere, so entities that stand for control characters are made visible after the
reading too, and what looks like a secret only once its markup is gone is masked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style

from memtui.domain.text import printable_lines
from memtui.secrets.masking import masked
from memtui.tui.themes import Look
from memtui.tui.widgets.pages import Line
from memtui.tui.widgets.wrapping import wrapped

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

LONGEST = 20_000
"""Characters of a text up to which it is read as markdown."""
_SIGNS = frozenset("`*_#[>-+~&\\<")
"""Every markup begins with one of these, but a numbered list."""
_DEEPEST = 8
"""Lists and quotes within each other that are still set in."""

Run = tuple[str, Style]
"""Words of one style."""


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt  # the first paint does not wait for it

    return MarkdownIt("commonmark", {"html": False, "maxNesting": 40}).enable("strikethrough")


def rendered(
    text: str, width: int, look: Look, *, vouched: frozenset[str] = frozenset()
) -> list[Line] | None:
    """Return `text` as lines of at most `width` cells; None where it has no markup, or is very long.

    What was `vouched` for as no secret is not masked.
    """
    if len(text) > LONGEST or not (_SIGNS & set(text) or _numbered(text)):
        return None
    tokens = _tokens(text)
    if all(_is_plain(token) for token in tokens):
        return None
    return _Layout(look, width, vouched).lines(tokens)


@lru_cache(maxsize=4)  # a page lays out its text anew for each thing that it comes to know
def _tokens(text: str) -> Sequence[Token]:
    return _reader().parse(text)


def _numbered(text: str) -> bool:
    return any(line.lstrip()[:1].isdigit() for line in text.split("\n"))


def _is_plain(token: Token) -> bool:
    """Say whether a token is a paragraph of mere words."""
    if token.type == "inline":
        return token.content == "".join(_token_text(child) for child in token.children or ())
    return token.type in {"paragraph_open", "paragraph_close"}


def _token_text(token: Token) -> str:
    return {"text": token.content, "softbreak": "\n"}.get(token.type, "\0")


class _Layout:
    """Lays out the tokens of one text. Empty lines stay where the text has them."""

    def __init__(self, look: Look, width: int, vouched: frozenset[str]) -> None:
        self._look, self._width, self._vouched = look, width, vouched
        self._lines: list[Line] = []
        self._before: list[str] = []
        """What stands before a line, for each list and quote it is in."""
        self._markers: dict[int, str] = {}
        """The bullets and numbers of the items that begin with the next line, by depth."""
        self._end = 0
        """The line of the text that follows the block above."""
        self._left = ""
        """What stood before the lines of the block above."""

    def lines(self, tokens: Sequence[Token]) -> list[Line]:
        """Return the lines of all tokens."""
        style = self._look.text
        for token in tokens:
            match token.type:
                case "list_item_open":
                    marker = f"{token.info}{token.markup} " if token.info else "• "
                    self._markers[len(self._before)] = marker
                    self._before.append(" " * len(marker))
                case "blockquote_open":
                    self._before.append("│ ")
                case "list_item_close" | "blockquote_close":
                    self._before.pop()
                    self._markers.clear()
                case "heading_open":
                    style = self._look.strong
                case "heading_close":
                    style = self._look.text
                case "inline":
                    self._put(token, list(_runs(token.children or (), style, self._look)))
                case "fence" | "code_block":
                    self._put(token, [(token.content.rstrip("\n"), self._look.accent)], indent="  ")
                case "hr":
                    self._put(token, [("─" * 12, self._look.faint)])
        return self._lines

    def _put(self, token: Token, runs: list[Run], indent: str = "") -> None:
        """Add a block of words, set in as deep as it stands."""
        start, end = token.map or (self._end, self._end)
        lead = "".join(self._before[:_DEEPEST])
        if self._lines and start > self._end:
            between = min(lead, self._left, key=len).rstrip()
            self._lines.append([Segment(between, self._look.faint)] if between else [])
        first = "".join(self._markers.get(at, kept) for at, kept in enumerate(self._before[:_DEEPEST]))
        for line in _wrapped(_safe(runs, self._vouched), max(self._width - len(lead) - len(indent), 8)):
            self._lines.append([Segment(first + indent, self._look.faint), *line])
            first = lead
        self._markers.clear()
        self._end, self._left = end, lead


def _runs(tokens: Sequence[Token], style: Style, look: Look) -> Iterator[Run]:
    """Yield the words of a block, each in the style of the markup around it."""
    styles = [style]
    addresses: list[str] = []
    for token in tokens:
        match token.type:
            case "text" | "text_special":
                yield token.content, styles[-1]
            case "softbreak" | "hardbreak":
                yield "\n", styles[-1]
            case "code_inline":
                yield token.content, look.accent
            case "strong_open":
                styles.append(styles[-1] + Style(bold=True))
            case "em_open":
                styles.append(styles[-1] + Style(italic=True))
            case "s_open":
                styles.append(styles[-1] + Style(strike=True))
            case "link_open":
                addresses.append(str(token.attrs.get("href", "")))
                styles.append(styles[-1] + Style(underline=True))
            case "strong_close" | "em_close" | "s_close":
                styles.pop()
            case "link_close":
                styles.pop()
                yield f" ({addresses.pop()})", look.dim
            case "image":
                yield f"{token.content} ({token.attrs.get('src', '')})", look.dim


def _safe(runs: Sequence[Run], vouched: frozenset[str]) -> list[Run]:
    """Return runs without anything that a terminal interprets, or a secret that only markup hid."""
    printed = [(printable_lines(text), style) for text, style in runs]
    whole = "".join(text for text, _ in printed)
    hidden = masked(whole, vouched)
    return printed if hidden == whole else [(hidden, printed[0][1])]


def _wrapped(runs: Sequence[Run], width: int) -> Iterator[Line]:
    """Yield runs as lines, broken at spaces where it can be."""
    whole = "".join(text for text, _ in runs)
    ends: list[tuple[int, Style]] = []
    end = 0
    for text, style in runs:
        end += len(text)
        ends.append((end, style))
    at = 0
    for row in wrapped(whole, width):
        at = max(whole.find(row, at), at)
        last = at + len(row)
        line: Line = []
        for end, style in ends:
            if at < end and at < last:
                line.append(Segment(whole[at : min(end, last)], style))
                at = min(end, last)
        yield line
