"""One fact in full: what a yes would do, the memory it concerns, and the text it was found in."""

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher

from rich.segment import Segment
from rich.style import Style

from memtui.capture.child import AROUND
from memtui.capture.facts import Outcome
from memtui.domain.dating import said_at
from memtui.domain.days import day
from memtui.domain.memory import Memory, State
from memtui.domain.text import Longest, one_line, printable_lines
from memtui.secrets.masking import masked_memory
from memtui.tui.extract.facts_list import AGAINST, HELD, Choice, Row
from memtui.tui.themes import Look
from memtui.tui.widgets.pages import Line, flowing, text_lines
from memtui.tui.widgets.wrapping import wrapped

_BEFORE = 140
"""How many characters before a quote are shown."""
Span = tuple[str, Style]

_WORDS = re.compile(r"\w+(?:[.,:/-]\w+)*|\s+|[^\w\s]")
_COMPARED = 2_000
"""Characters of two statements that are compared word by word."""


def fact_lines(
    row: Row,
    target: Memory | None,
    width: int,
    look: Look,
    filled: Callable[[str], str],
    *,
    comes_of: str = "",
    in_sight: bool,
) -> list[Line]:
    """Return everything about a fact, wrapped to `width`.

    `comes_of` a yes is more than that the memory in question goes, where it says so. Its place in the text is
    left out if the text is `in_sight` beside it.
    """
    lines = list(text_lines(printable_lines(row.candidate.text), width, look.strong))
    lines += flowing([(fact, look.text) for fact in _facts(row)], width, look.dim)
    lines += text_lines(filled(_standing(row, target, comes_of)), width, _standing_style(row, look))
    if target is not None:
        lines += [[], *_against(row, target, width, look)]
    if not in_sight:
        lines += [[], *_in_the_text(row, width, look)]
    return lines


def _facts(row: Row) -> list[str]:
    candidate = row.candidate
    facts = [row.word, f"{candidate.type.label} ({candidate.type})", ", ".join(candidate.categories)]
    reason = f", {one_line(candidate.reason, Longest.TITLE)}" if candidate.reason and not row.edited else ""
    facts.append(f"importance {candidate.importance:.2f}{reason}")
    return [*filter(None, facts), *(["edited"] if row.edited else [])]


def _standing(row: Row, target: Memory | None, comes_of: str) -> str:
    """Explain the verdict, and what the keys would make of it."""
    why = one_line(row.line.fact.why, Longest.REASON)
    if row.refused_before and row.choice is Choice.NO:
        return "You refused this before; {accept} takes it after all"
    if row.left_out:
        return f"In no fact: {row.left_out}; {{accept}} takes it as one, {{edit_fact}} in your own words"
    if row.stored:
        return "Stored; {undo} takes it back"
    if row.outcome in HELD:
        edit = "" if row.accepted else "; {edit_fact} makes it a fact in your own words"
        return f"Held back: {why or row.word}{edit}"
    if row.outcome is Outcome.DUPLICATE:
        return f"Nothing new: {why}"
    if row.outcome is Outcome.SUPPRESSED:
        told = any(word in why for word in ("dropped", "overtaken", "purged", "erased"))
        when = why if told else f"you dropped this: {why}"
        return f"{when[:1].upper()}{when[1:]}; " + (
            "allowed again" if row.accepted else "{accept} allows it again, else it stays out"
        )
    if row.outcome not in AGAINST:
        beside = "Not known yet: {replace_near} puts it in the place of what is near"
        unheard = "Nothing like it is known" if target is None else beside
        return "Will be stored" if row.accepted else why or unheard
    kept = "{accept} puts it in that memory's place, {both} keeps both"
    if comes_of:
        kept = f"{{both}} keeps both; after {{accept}} {comes_of}"
    if target is not None and row.choice is Choice.YES:
        kept = comes_of or "it takes that memory's place"
    elif row.choice is Choice.BOTH:
        kept = "both are kept"
    return f"{why[:1].upper()}{why[1:]}; {kept}"


def _standing_style(row: Row, look: Look) -> Style:
    if row.stored or row.outcome in HELD or row.outcome in {Outcome.NEW, Outcome.DUPLICATE}:
        return look.dim
    return look.accent if row.accepted else look.warn


def _against(row: Row, target: Memory, width: int, look: Look) -> list[Line]:
    """Return the memory and the fact under each other, with the words that differ standing out.

    Of a memory that is only near, the fact itself stands above.
    """
    known, new = differing(masked_memory(target).text, row.candidate.text, look)
    about = f"{target.scope} · {day(said_at(target))}"
    about += "" if target.state is State.LIVE else f" · {target.state}"
    is_new = row.outcome is Outcome.NEW
    lines = _labelled("near" if is_new else "known", known, width, look)
    lines += [[Segment(" " * 10 + one_line(about, max(width - 12, 10)), look.dim)]]
    return lines if is_new else lines + _labelled("new", new, width, look)


def _labelled(label: str, spans: Sequence[Span], width: int, look: Look) -> list[Line]:
    lines = list(_span_lines(spans, width, indent=10))
    if lines:
        lines[0] = [Segment(f" {label:<9}", look.dim), *lines[0][1:]]
    return lines


def _in_the_text(row: Row, width: int, look: Look) -> list[Line]:
    passage = row.line
    if not passage.quoted.strip():
        quote = one_line(row.line.fact.candidate.quote, Longest.QUOTE)
        sentence = f"It says it rests on “{quote}”, which the text does not hold." if quote else "No quote."
        return list(text_lines(sentence, width, look.dim))
    spans = [
        (_tail(passage.before), look.dim),
        (printable_lines(passage.quoted), look.accent_strong),
        (_head(passage.after), look.dim),
    ]
    return [[Segment(" In the text", look.dim)], *_span_lines(spans, width)]


def _tail(text: str) -> str:
    """Return the end of what stands before a quote: so little that the quote is in sight."""
    near = text[-_BEFORE:]
    if len(near) < len(text):
        near = "… " + near.partition(" ")[2]
    return "\n".join(printable_lines(near).split("\n")[-3:]).lstrip("\n")


def _head(text: str) -> str:
    near = "\n".join(printable_lines(text).split("\n")[:8])
    return near.rstrip("\n") if len(text) < AROUND else near.rpartition(" ")[0] + " …"


def differing(known: str, new: str, look: Look) -> tuple[list[Span], list[Span]]:
    """Return two statements as spans, the words that only one of them has standing out."""
    left = _WORDS.findall(printable_lines(known[:_COMPARED]))
    right = _WORDS.findall(printable_lines(new[:_COMPARED]))
    plain, other = look.dim, look.accent_strong + Style(underline=True)
    a: list[Span] = []
    b: list[Span] = []
    folded = [word.casefold() for word in left], [word.casefold() for word in right]
    for same, i, j, k, m in SequenceMatcher(None, *folded, autojunk=False).get_opcodes():
        style = plain if same == "equal" else other
        a += [(word, plain if word.isspace() else style) for word in left[i:j]]
        b += [(word, plain if word.isspace() else style) for word in right[k:m]]
    return a, b


def _span_lines(spans: Sequence[Span], width: int, indent: int = 1) -> Iterator[Line]:
    """Yield safe styled spans as wrapped lines."""
    whole = "".join(text for text, _ in spans)
    position = 0
    for line in wrapped(whole, width - indent - 1):
        start = whole.find(line, position) if line else position
        position = start + len(line)
        yield [Segment(" " * indent), *_cut(spans, start, position)]


def _cut(spans: Sequence[Span], start: int, end: int) -> Iterator[Segment]:
    at = 0
    for text, style in spans:
        piece = text[max(start - at, 0) : max(end - at, 0)]
        if piece:
            yield Segment(piece, style)
        at += len(text)
