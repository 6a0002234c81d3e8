"""What stands beneath the answer: one memory with the reasons for it, or the very text an agent gets."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection

from rich.segment import Segment

from memtui.domain.card_kinds import Kind
from memtui.domain.text import one_line, printable_lines
from memtui.domain.tokens import tokens
from memtui.recall.briefing import Briefing, Entry, Occasion
from memtui.recall.checking import Checked, texts_of
from memtui.recall.told_block import NOTES, block
from memtui.secrets.masking import masked
from memtui.store.database import Store
from memtui.tui.ask.asking import Answer
from memtui.tui.ask.reasons import sentences, signs
from memtui.tui.themes import Look
from memtui.tui.widgets.about_memory import About, DetailOptions, sheet_of
from memtui.tui.widgets.line_list import fitted
from memtui.tui.widgets.pages import Line, text_lines
from memtui.tui.widgets.wrapping import wrapped

_LABEL = 10
_TOLD_NOTHING = {
    True: (
        "An agent that starts here is told nothing",
        "",
        "{left:5}goes to the scopes: another one may know more",
        "{ask:5}asks a question",
    ),
    False: (
        "Nothing that is remembered bears on this",
        "",
        "{ask:5}asks something else",
        "{left:5}goes to the scopes: another one may know more",
    ),
}
"""The words for an empty answer, by whether a session starts; keys stand in them for `Keymap.filled`."""
_URGENT = {"not told", *map(str, Kind)}


def nothing_told(occasion: Occasion, filled: Callable[[str], str]) -> list[str]:
    """Return the words for when nothing is told and nothing is left out; `filled` puts keys into them."""
    return list(map(filled, _TOLD_NOTHING[occasion is Occasion.START]))


def entry_lines(
    store: Store,
    entry: Entry,
    answer: Answer,
    width: int,
    look: Look,
    options: DetailOptions,
    *,
    new: Collection[int],
) -> list[Line]:
    """Return why a memory is told or not, what the signs of its row mean, and the memory as it is `shown`.

    `new` are the memories that came into the answer with the latest change.
    """
    is_new = entry.memory.id in new
    lines: list[Line] = []
    for heading, sentence in [*sentences(entry, answer), *signs(entry, answer, is_new=is_new)]:
        style = look.accent if heading == "told" else look.warn if heading in _URGENT else look.dim
        first, *more = list(wrapped(sentence, width - _LABEL - 2)) or [""]
        lines.append([Segment(f" {heading:<{_LABEL}}", style), Segment(first, look.text)])
        lines += [[Segment(" " * (_LABEL + 1) + line, look.text)] for line in more]
    about = sheet_of(About.of(store, entry.memory, answer.now), width, look, options)
    return [*lines, [], *about.lines]


def checked_lines(store: Store, checked: Checked, save_key: str, width: int, look: Look) -> list[Line]:
    """Return how an answer differs from the one that was saved; nothing where it does not."""
    if not checked.changed:
        return []
    lines: list[Line] = [
        [
            Segment(f" {'≠ saved':<{_LABEL}}", look.warn),
            Segment(f"The answer has changed; {save_key} accepts it."),
        ]
    ]
    for ids, heading in ((checked.went, "went"), (checked.came, "came"), (checked.reworded, "reworded")):
        for text in texts_of(store, ids):
            excerpt = fitted(one_line(masked(text)), width - _LABEL - 2)
            lines.append([Segment(f" {heading:<{_LABEL}}", look.dim), Segment(excerpt, look.text)])
    if checked.reordered:
        lines.append([Segment(f" {'order':<{_LABEL}}", look.dim), Segment("They stand in another order.")])
    return [*lines, []]


def text_of(briefing: Briefing) -> str:
    """Return the very text that an agent gets; empty when it gets none."""
    if not briefing.told:
        return ""
    if briefing.occasion is not Occasion.CALL:
        return block(briefing.memories, briefing.notes)
    rows = [entry.row for entry in briefing.told]
    return json.dumps({"about": NOTES, "memories": rows}, ensure_ascii=False, indent=1)


def block_lines(briefing: Briefing, width: int, look: Look) -> list[Line]:
    """Return the very text that an agent gets, as lines."""
    text = text_of(briefing)
    if not text:
        return [[Segment(" An agent gets nothing here: no block, not even an empty one.", look.dim)]]
    own = sum(tokens(memory.text) for memory in briefing.memories)
    heading = (
        f"What the agent gets, word for word: about {briefing.tokens:,} tokens. {own:,} of them are what is "
        "kept; the rest says where and when each memory is from, and whose word it is."
    )
    lines: list[Line] = [*text_lines(heading, width, look.dim), []]
    for line in printable_lines(text).split("\n"):
        marked = line.startswith("<")
        lines += text_lines(line, width, look.dim if marked else look.text)
    return lines
