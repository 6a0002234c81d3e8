"""Reading a text for an agent: the facts in it, and which of them the store takes in.

It runs in a thread with a connection and an event loop of its own, so that neither the rules at work nor a
model that thinks keeps the server from answering. Nothing is stored unless all of the text was read.
"""

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memtui.capture.about import scope_of
from memtui.capture.cards import queue_left, queue_new
from memtui.capture.extractors import choose, model_name, similar_by
from memtui.capture.facts import Fact, Outcome
from memtui.capture.ledger import RunLedger
from memtui.capture.pipeline import KEPT, Options, Run
from memtui.capture.saving import Origins, Saved, save
from memtui.config.settings import STORE, Settings
from memtui.domain.actor import Actor
from memtui.llm.errors import AnswerUnusable
from memtui.mcp.bounds import bounded
from memtui.recall import rows
from memtui.recall.told_block import outgoing
from memtui.store import memories, sessions
from memtui.store.database import Store, Transaction

_AT_ONCE = 4
"""Windows that a model reads at the same time."""


@dataclass(slots=True)
class Read:
    """What a text came to."""

    facts: list[Fact]
    stored: int = 0
    queued: int = 0
    """Facts that wait for the person, since they would change a memory."""
    held: int = 0
    """Facts that are left out, because as many of this session as are allowed wait already."""


class Reading:
    """One text, read once."""

    def __init__(
        self, store: Store, settings: Settings, content: str, *, scope: str, by: Actor, prompts: Path | None
    ) -> None:
        self._store = store
        self._settings = settings
        self._content = content
        self._scope = scope
        self._by = by
        self._prompts = prompts
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    def stop(self) -> None:
        """Make `read` end from another thread; it raises CancelledError there, and nothing is stored."""
        self._stopped = True
        if self._loop is not None and self._task is not None:
            with contextlib.suppress(RuntimeError):  # it has just ended by itself
                self._loop.call_soon_threadsafe(self._task.cancel)

    def read(self, *, keep: bool) -> Read:
        """Read the text, and with `keep` store what is new. Raises LlmError, StoreError and Refused."""
        model = model_name(self._settings)
        with self._store.sibling() as store, contextlib.ExitStack() as stack:
            ledger = stack.enter_context(RunLedger(store, "extract", model)) if model else None
            extractor = choose(self._settings, now=store.now(), ledger=ledger, prompts=self._prompts)
            capture = self._settings.capture
            recalled = memories.get_many(store, sessions.recalled_or_shown(store, self._by.session))
            options = Options(
                scope=self._scope,
                min_importance=capture.min_importance,
                window_tokens=capture.window_tokens,
                turns=capture.window,
                at_once=_AT_ONCE if model else 1,
                recalled=[memory.text for memory in recalled],
            )
            run = Run(store, self._content, extractor, options, embedder=similar_by(store, self._settings))
            asyncio.run(self._drive(run))
            if ledger is not None:
                ledger.finish("done", _counts(run))
            if run.report.failed:
                raise AnswerUnusable(run.report.failed[0])
            done = Read([bounded(fact) for fact in run.facts])
            if keep:
                origins = Origins.of(extractor, session=self._by.session, source=self._by.client)
                wait = self._settings.gate.for_agent(self._by.client) != STORE
                new = [fact for fact in done.facts if fact.outcome is Outcome.NEW]
                new = [fact for fact in new if wait or self._belongs_elsewhere(fact)]
                facts = [fact for fact in done.facts if fact not in new]
                batch = f"facts that {self._by.client} had read, session {self._by.session[-6:].lower()}"

                def ask(saved: Saved, tx: Transaction, op_id: int) -> None:
                    scope = self._scope
                    queued, beside = queue_left(
                        *(store, saved.held, saved.beside),
                        scope=scope,
                        origins=origins,
                        tx=tx,
                        op_id=op_id,
                        batch=batch,
                    )
                    cards = queue_new(store, new, scope=scope, origins=origins, tx=tx, op_id=op_id)
                    done.held = queued.held
                    done.queued = sum(len(each.ids) for each in (queued, beside, cards))

                saved = save(store, facts, scope=self._scope, by=self._by, origins=origins, ask=ask)
                done.stored = saved.learned.stored
            return done

    def _belongs_elsewhere(self, fact: Fact) -> bool:
        """Say whether a fact would be filed where an agent may not add."""
        return scope_of(fact.candidate, self._scope) != self._scope

    async def _drive(self, run: Run) -> None:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.ensure_future(_through(run))
        if self._stopped:
            self._task.cancel()
        await self._task


async def _through(run: Run) -> None:
    async for _ in run:
        await asyncio.sleep(0)


def _counts(run: Run) -> Mapping[str, int]:
    return {outcome.value: count for outcome, count in run.report.counts.items()}


def answer_of(read: Read, budget: int, *, keep: bool) -> dict[str, Any]:
    """Return what the agent is told of a text that was read, in about `budget` tokens."""
    kept = (fact for fact in read.facts if keep or fact.outcome in KEPT)
    facts, left_out = rows.fitting(map(_row, kept), budget, _without_quote)
    answer: dict[str, Any] = {"extracted": facts}
    if left_out:
        answer["more"] = left_out
    if keep:
        answer |= {"stored": read.stored, "proposed": read.queued}
        if read.held:
            answer["left_out"] = f"{read.held:,}: so many of this session wait for the person already"
    return answer


def _row(fact: Fact) -> rows.Row:
    candidate = fact.candidate
    return {
        "text": outgoing(candidate.text),
        "type": candidate.type.value,
        "importance": candidate.importance,
        "categories": [*candidate.categories],
        "verdict": fact.outcome.value,
        "quote": outgoing(candidate.quote),
    }


def _without_quote(fact: rows.Row) -> rows.Row:
    return {key: value for key, value in fact.items() if key != "quote"}
