"""Has a model read the store, and makes cards of what it would change: the main reader, where there is one.

It reads the memories that no model has read in their present version, by scope and topic (see
`review.judging`), within the caps of the settings. Versions read are remembered, so a stopped pass
continues there, and the next one reads only changes. It also sees the cards of the rules, and may withdraw
them.

Its answers are checked: a number that was not in its list, a memory that stays anyway, a witness that goes
itself, or a text that says more than the memories is refused and counted. Its reason is shown as the
model's own, with the memory that it rests on.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from memtui.capture.dates import day_of
from memtui.domain.card_kinds import Kind
from memtui.domain.counting import plural
from memtui.domain.memory import Memory, State
from memtui.domain.proposal import Finding
from memtui.domain.scope import common_scope
from memtui.llm.errors import LlmError, TooLong
from memtui.review.rule import Context, StoreRule
from memtui.review.rules.protection import spared_for_good
from memtui.review.rules.taking import restated, waiting
from memtui.store import judged, proposals

if TYPE_CHECKING:
    from memtui.llm.answers import Answer
    from memtui.llm.prompts import Prompt
    from memtui.review.answers import Card
    from memtui.review.judging.windows import Window

OFFERED = ("today", "scope", "boundary", "memories", "cards")
"""The variables that `prompts/review.md` may use."""

_MEANINGLESS = "made no sense"
_USELESS = "no usable answer"


class Judge(StoreRule):
    """Asks a model about what it has not read."""

    kind = Kind.JUDGE
    version = 2
    one_by_one = True

    def survey(self, scopes: Sequence[str], now: Context) -> Iterator[Finding]:
        """Propose what the model suggests about unread memories; nothing without a model.

        In a pass over chosen scopes about those, else about all that is unread anywhere.
        """
        if now.judge is None:
            return
        # These load asyncio and pydantic: only when there is a model.
        from memtui.review.asking import prompt_of
        from memtui.review.judging.windows import windows

        prompt = prompt_of(now, "review", OFFERED, ("memories",))
        if prompt is None:
            return
        refused: Counter[str] = Counter()
        wanted = scopes if now.full else None
        total, done = len(judged.unread(now.store, wanted)), 0
        for window in windows(wanted, now):
            if now.at is not None:
                now.at(self.kind, done, total)
            yield from _read(window, prompt, refused, now)
            done += len(window.unread)
            if now.judge is None or self.kind in now.crowded:
                break
        _say(refused, 0 if now.dry_run else len(judged.unread(now.store, wanted)), now)
        if now.at is not None:
            now.at(self.kind, done, total)  # which ends the pass if it was cancelled during a question

    def renew(self, memories: Iterable[Memory], now: Context) -> Finding | None:
        """Return what waits about memories while they are unchanged: the model spoke of those texts."""
        live = [memory for memory in memories if memory.state is State.LIVE]
        before = waiting(live, now, Kind.JUDGE) if live else None
        if before is None or (
            before.change.removes
            and any(m.id in before.change.gone and spared_for_good(m, now) for m in live)
        ):
            return None
        return restated(before, live, self.version)


def _read(window: "Window", prompt: "Prompt", refused: Counter[str], now: Context) -> Iterator[Finding]:
    """Yield the model's suggestions about a window, which counts as read once they are in the queue."""
    try:
        answer = _ask(window, prompt, now)
    except TooLong:
        halves = window.halves()
        if len(halves) == 1:
            refused[_USELESS] += 1
            return
        for half in halves:
            yield from _read(half, prompt, refused, now)
        return
    except LlmError:
        refused[_USELESS] += 1
        return
    if answer is None:
        return
    refused[_MEANINGLESS] += answer.malformed
    yield from _findings(window, answer.items, prompt, refused, now)
    now.read += len(window.unread)
    if not now.dry_run and Kind.JUDGE not in now.crowded:
        read = [(memory.id, memory.version) for memory in window.lines if memory.id in window.unread]
        with now.store.write() as tx:
            judged.note_read(tx, read)


def _ask(window: "Window", prompt: "Prompt", now: Context) -> "Answer[Card] | None":
    from memtui.review.answers import CARDS
    from memtui.review.asking import boundary, items_from_model
    from memtui.review.judging.telling import cards_of, memories_of

    text, cards = memories_of(window, now), cards_of(window)
    return items_from_model(
        now,
        prompt,
        CARDS,
        today=f"{day_of(now.now):%Y-%m-%d}",
        scope=common_scope([memory.scope for memory in window.lines]),
        boundary=boundary(text + cards),
        memories=text,
        cards=cards,
    )


def _findings(
    window: "Window", items: Sequence["Card"], prompt: "Prompt", refused: Counter[str], now: Context
) -> list[Finding]:
    from memtui.review.asking import model_name
    from memtui.review.judging.verbs import Reading

    withdrawn = _withdrawn(window, items, refused, now)
    reading = Reading(
        window, model_name(now), prompt.label, now, refused, version=RULE.version, withdrawn=withdrawn
    )
    return reading.findings(item for item in items if not item.card)


def _withdrawn(
    window: "Window", items: Sequence["Card"], refused: Counter[str], now: Context
) -> frozenset[int]:
    """Take back the cards of the rules that the model finds wrong, and remember of all that it saw them."""
    labels = {f"c{position}": card.id for position, card in enumerate(window.cards, 1)}
    wrong: set[int] = set()
    for item in items:
        if item.card and item.card not in labels:
            refused[_MEANINGLESS] += 1
        elif item.card and item.do == "withdraw":
            wrong.add(labels[item.card])
    if labels and not now.dry_run:
        with now.store.write() as tx:
            judged.note_cards(tx, sorted(wrong), withdrawn=True)
            judged.note_cards(tx, sorted(set(labels.values()) - wrong), withdrawn=False)
            proposals.withdraw(tx, sorted(wrong))
    if wrong:
        now.withdrawn += len(wrong)
    return frozenset(wrong)


def _say(refused: Counter[str], left: int, now: Context) -> None:
    """Note for the report what was not used, and what is still to be read."""
    useless = refused.pop(_USELESS, 0)
    counts = [f"{count:,} {what}" for what, count in sorted(refused.items()) if count]
    if counts:
        now.notes.append(f"of the model's suggestions not used: {', '.join(counts)}")
    if useless:
        now.notes.append(f"{plural(useless, 'question')} brought {_USELESS}")
    if left > 0:
        wait = "waits" if left == 1 else "wait"
        now.notes.append(f"{plural(left)} {wait} to be read; the next pass with a model goes on there")


RULE = Judge()
