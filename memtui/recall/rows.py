"""Memories as a tool of the MCP server returns them: cleaned again, and no more than the budget lets in.

Called by the tools, and by `briefing` for what a call of recall brings. An agent reads every word of an
answer and pays for it, so a row holds what can be acted on, and a long text is cut where a person would stop
reading.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from memtui.domain import decay
from memtui.domain.dating import is_undated, said_at
from memtui.domain.instant import Instant, to_iso
from memtui.domain.memory import Memory, State
from memtui.domain.tokens import CHARACTERS_A_TOKEN, tokens
from memtui.recall.at_odds import NOTHING_AT_ODDS, Odds
from memtui.recall.told_block import outgoing, whose
from memtui.secrets.vouching import vouched

Row = Mapping[str, Any]

AT_ODDS = "at_odds"
"""The field that says that something disagrees and the person has not decided."""
_FRAME = 40
"""Tokens of an answer besides its rows."""
_LEAST = 80
"""Characters of a text that are worth showing alone."""


@dataclass(slots=True)
class FittingRows:
    """The rows that fit."""

    rows: list[Row] = field(default_factory=list)
    memories: list[Memory] = field(default_factory=list)
    """Those the rows are about."""
    over: list[Memory] = field(default_factory=list)
    """Those that did not fit."""
    tokens: int = _FRAME
    """About how many the answer takes."""


def row(memory: Memory, now: Instant, text: str | None = None) -> dict[str, Any]:
    """Return one memory as an agent gets it."""
    fields: dict[str, Any] = {
        "uid": memory.uid,
        "text": outgoing(memory.text, vouched(memory.provenance)) if text is None else text,
        "by": whose(memory),
        "scope": outgoing(memory.scope),
        "type": memory.type.value,
    }
    if not is_undated(memory):
        fields["day"] = to_iso(said_at(memory))[:10]
    fields["strength"] = round(decay.strength_of(memory, now), 2)
    if memory.categories:
        fields["categories"] = [outgoing(name) for name in memory.categories]
    if memory.pinned:
        fields["pinned"] = True
    if memory.state is State.ARCHIVED:
        fields["archived"] = True
    return fields


def rows(memories: Sequence[Memory], now: Instant, budget: int, odds: Odds = NOTHING_AT_ODDS) -> FittingRows:
    """Return as many rows as fit a budget of tokens; a long one gives way to shorter ones after it.

    When not even the first fits, its text is cut. Those at odds stand side by side, and say so.
    """
    fitting_rows = FittingRows()
    longest = odds.longest_notes(memory.id for memory in memories)
    for memory in odds.side_by_side(memories, lambda memory: memory.id):
        note = longest.get(memory.id, "")
        full = noted(row(memory, now), note)
        if not fitting_rows.rows and fitting_rows.tokens + cost_of(full) > budget:
            full = noted(one(memory, now, budget - tokens(note)), note)
        if fitting_rows.rows and fitting_rows.tokens + cost_of(full) > budget:
            fitting_rows.over.append(memory)
            continue
        fitting_rows.tokens += cost_of(full)
        fitting_rows.rows.append(full)
        fitting_rows.memories.append(memory)
    if longest:
        notes = odds.notes([memory.id for memory in fitting_rows.memories])
        pairs = zip(fitting_rows.memories, fitting_rows.rows, strict=True)
        fitting_rows.rows = [noted(full, notes.get(memory.id, "")) for memory, full in pairs]
        fitting_rows.tokens = _FRAME + sum(map(cost_of, fitting_rows.rows))
    return fitting_rows


def noted(full: Row, note: str) -> dict[str, Any]:
    """Return a row with what it says of a memory that is at odds with its own, and nothing else of that."""
    bare = {name: value for name, value in full.items() if name != AT_ODDS}
    return bare | {AT_ODDS: note} if note else bare


def one(memory: Memory, now: Instant, budget: int) -> dict[str, Any]:
    """Return one memory, its text cut to the budget; `cut` says how much of it is shown."""
    text = outgoing(memory.text, vouched(memory.provenance))
    room = (budget - _FRAME - cost_of(row(memory, now, ""))) * CHARACTERS_A_TOKEN
    return (
        row(memory, now, text) if tokens(text) * CHARACTERS_A_TOKEN <= room else _cut(memory, now, text, room)
    )


def _cut(memory: Memory, now: Instant, text: str, room: int) -> dict[str, Any]:
    # Other scripts have fewer characters to a token.
    share = len(text) / max(tokens(text) * CHARACTERS_A_TOKEN, 1)
    length = max(int(room * min(share, 1.0)), _LEAST)
    cut_row = row(memory, now, text[:length] + "…")
    return cut_row | {"cut": f"the first {length:,} of {len(text):,} characters"}


def fitting(values: Iterable[Row], budget: int, smaller: Callable[[Row], Row]) -> tuple[list[Row], int]:
    """Return the rows that fit a budget, shortened if not all do, and the number left out."""
    whole = list(values)
    if sum(map(cost_of, whole)) > budget:
        whole = [smaller(value) for value in whole]
    kept: list[Row] = []
    spent = _FRAME
    for value in whole:
        spent += cost_of(value)
        if spent > budget and kept:
            break
        kept.append(value)
    return kept, len(whole) - len(kept)


def cost_of(value: Row) -> int:
    """Return about how many tokens a row takes."""
    return tokens(json.dumps(value, ensure_ascii=False))
