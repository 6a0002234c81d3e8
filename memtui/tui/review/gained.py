"""What a session of reviewing gained: said when its last card is decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.segment import Segment

from memtui.config.settings import Settings
from memtui.domain import durations
from memtui.domain.card_kinds import Kind
from memtui.domain.days import day
from memtui.domain.instant import DAY
from memtui.llm.programs.known import offers
from memtui.store import proposals, runs
from memtui.store.cards import count_cards
from memtui.store.database import Store
from memtui.store.overview import Overview, overview
from memtui.tui.review.sections import Decided
from memtui.tui.themes import Look
from memtui.tui.widgets.pages import Line

_TOLD = {
    Kind.SECRET: "cards about secrets",
    Kind.POISON: "cards about suspicious texts",
    Kind.CONFLICT: "cards about contradictions",
    Kind.DUPLICATE: "cards about duplicates",
}
"""The kinds whose cards are told before and after, in words: what no card is about is not known."""
_BY_RULES = "Rules found these; they miss what only reading tells."
_LABEL = 19


@dataclass(frozen=True, slots=True)
class Gained:
    """What verdicts did."""

    carried: tuple[int, int] | None
    """About how many tokens there are for agents, before the first verdict and now; None where that is not
    known."""
    changed: Sequence[tuple[str, int, int]]
    """What there are fewer cards about: in words, how many there were, and how many are left or put off; as
    in the line above the views."""
    with_others: int
    """How many cards needed no verdict of their own."""
    left: int
    """How many cards wait."""
    put_off: int
    returns: str
    """The day on which the first that was put off comes back; empty where none was."""
    due_in: str
    """In how long the next pass is due; empty where none starts by itself."""
    by_rules_alone: bool
    """Whether no model is set that reads the memories."""


def gained(
    store: Store, settings: Settings, decided: Sequence[Decided], before: Overview | None, with_others: int
) -> Gained:
    """Return what came of decided cards; `with_others` more went with them.

    `before` are the figures that the line above the views told.
    """
    of_kind = Counter(card.ref.kind for card in decided)
    put_off = Counter(card.ref.kind for card in decided if card.word == "later")
    left, now = count_cards(store), overview(store)
    back = proposals.next_return(store)
    run = runs.latest(store, "review")
    due = ""
    if settings.review.on_start == "daily" and run is not None:
        due = durations.age(max(run.started_at + DAY - store.now(), 0.0))
    return Gained(
        None if before is None else (before.tokens, now.tokens),
        [
            (title, before.asked.get(kind, 0), now.asked.get(kind, 0))
            for kind, title in _TOLD.items()
            if of_kind[kind] and before is not None
        ],
        with_others,
        left.count,
        put_off.total(),
        day(back) if back is not None else "",
        due,
        not settings.llm.model.strip(),
    )


def gained_lines(
    gained: Gained,
    decided: Sequence[Decided],
    key: Callable[[str], str],
    look: Look,
    *,
    session: bool,
    above: int,
    more: str = "",
) -> list[Line]:
    """Return what to say when the last card is decided; `session` says that these were the five minutes.

    `more` says what is worth a look though no card is about it.
    """
    verdicts = Counter(card.word for card in decided)
    figures = [f"{verdicts[word]:,} {word}" for word in ("yes", "no", "later") if verdicts[word]]
    figures += [f"{gained.with_others:,} settled with them"] if gained.with_others else []
    rows = [("decided", " · ".join(figures) or "nothing was decided")]
    if gained.carried is not None and gained.carried[0] != gained.carried[1]:
        was, is_ = gained.carried
        saved = f", ≈ {was - is_:,} fewer" if is_ < was else ""
        rows.append(("tokens kept", f"≈ {was:,} → ≈ {is_:,}{saved}"))
    rows += [(title, f"{before:,} → {after:,}") for title, before, after in gained.changed]
    if gained.put_off and gained.returns:
        rows.append(("put off", f"{gained.put_off:,}; the first comes back on {gained.returns}"))
    if gained.due_in:
        rows.append(("next pass", "now" if gained.due_in == "now" else f"in {gained.due_in}"))
    wide = max(_LABEL, *(len(label) + 2 for label, _ in rows))
    lines: list[Line] = [[] for _ in range(max(above, 1))]
    lines += [[Segment("    "), Segment("✓ ", look.accent), Segment("That is it for now", look.strong)], []]
    lines += [
        [Segment(f"      {label:<{wide}}", look.dim), Segment(value, look.text)] for label, value in rows
    ]
    are = "1 card is left" if gained.left == 1 else f"{gained.left:,} cards are left"
    rest = f"{are}, for another day" if gained.left else "Nothing is left in the queue"
    lines += [[], *([Segment(f"      {line}", look.dim)] for line in (rest, more) if line), []]
    hints = [(key("undo"), "takes the last one back")]
    if gained.left and session:
        hints.insert(0, (key("five_minutes"), "all cards"))
    if gained.by_rules_alone:
        lines += [[Segment(f"      {_BY_RULES}", look.dim)], []]
        without_key = ", also without a key" if offers() else ""
        hints.append((key("read_store"), f"has a model read deeper{without_key}"))
    for name, label in hints:
        lines.append([Segment(f"      {name}", look.accent), Segment(f"   {label}", look.dim)])
    return lines
