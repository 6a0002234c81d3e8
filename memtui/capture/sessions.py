"""Turns an agent's session into memories: while it runs, when it has ended, and from its own summaries.

    with Capture(store, settings, Place(session="7f3a", cwd="/home/ada/atlas")) as capture:
        await capture.take(turns, also)      # a stretch: facts and `also` are one commit
        await capture.conclude(last, also)   # the summary, and a card for what was not confirmed

The worker and `memtui capture` call it. Nobody is there to ask, so it stores only what the person stated
themselves (see `word`); that may supersede facts of the same session. Everything else waits on one card for
the session. When the whole session is read, its facts replace those learned while it ran, unless the person
has touched them.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from memtui.capture.asked import may_be_stored, with_what_was_asked
from memtui.capture.cards import queue_clashes, queue_left, queue_summary, queue_taught, queue_unconfirmed
from memtui.capture.consolidate import needs_card
from memtui.capture.ending import Ending
from memtui.capture.extractors import choose, model_name, similar_by
from memtui.capture.facts import Extractor, Fact, Outcome
from memtui.capture.ledger import RunLedger
from memtui.capture.overruling import with_what_was_overruled
from memtui.capture.pipeline import KEPT, Options, Run
from memtui.capture.place import RUN, RUNNING, WHOLE, Place
from memtui.capture.saving import Origins, draft_of_fact, lesson_of
from memtui.capture.set_right import settled
from memtui.capture.stated import stated
from memtui.capture.tally import Tally
from memtui.capture.transcripts.turns import Turn, as_text
from memtui.capture.verdicts import Verdicts, offset_of
from memtui.capture.whereabouts import with_addresses
from memtui.capture.word import Heard, Voice, without_speaker
from memtui.config.settings import ASK, HOLD, Settings
from memtui.domain import scope as scopes
from memtui.domain.instant import Instant
from memtui.domain.memory import Draft, Memory, Origin
from memtui.domain.text import Longest, one_line
from memtui.lifecycle import holding
from memtui.lifecycle.filing import filed_under, told_of
from memtui.lifecycle.learn import Learned, Lesson, learn
from memtui.lifecycle.propose import propose
from memtui.llm.embeddings import Embedder
from memtui.llm.errors import AnswerUnusable, LlmError
from memtui.projects.identity import identify
from memtui.store import memories, sessions
from memtui.store.database import Store, Transaction
from memtui.store.sources import linked_files_of

_AT_ONCE = 4
"""Windows that a model reads at the same time: waiting for its answers takes nearly all the time."""

Also = Callable[[Transaction], None]
"""Writes what is to be committed together with the facts: how far the session was read."""


@dataclass(slots=True)
class Report:
    """The counts of a capture."""

    turns: int = 0
    windows: int = 0
    candidates: int = 0
    counts: Counter[Outcome] = field(default_factory=Counter)
    stored: list[int] = field(default_factory=list)
    """The memories that hold what was learned: new ones, and those that say something else now."""
    superseded: int = 0
    queued: int = 0
    """Proposals, new and known."""
    unconfirmed: int = 0
    summary: int | None = None
    """The proposal to keep where the session stands."""
    failed: list[str] = field(default_factory=list)
    """Why parts could not be read."""
    second_look: list[str] = field(default_factory=list)
    """What came of asking the model once more about facts, stretch by stretch."""
    left_out: Counter[str] = field(default_factory=Counter)
    """What was too long to read, each with its size."""
    facts: list[Fact] = field(default_factory=list)
    """What was found."""
    tally: Tally = field(default_factory=Tally)
    """What became of each sentence, as far as the extractor says it."""


class PartsFailed(LlmError):
    """Part of a stretch could not be read, so none of it was stored."""


class Capture:
    """One job: reads stretches of a session, or a text, with one extractor. Use it in a `with` block."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        place: Place,
        *,
        model: str = "",
        offline: bool = False,
        prompts: Path | None = None,
        confirmed: Iterable[int] = (),
        lenient: bool = False,
        dry_run: bool = False,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        """Use the given model, else the one in the settings for this way of reading.

        `confirmed` are the mid-session facts that earlier stretches found again. With `lenient`, windows that
        bring nothing but useless answers are passed over.
        """
        self.report = Report()
        self.confirmed = set(confirmed)
        self.place = place
        self.filed_under = (
            scopes.normalise(place.scope) if place.scope else filed_under(store, place.cwd, note=not dry_run)
        )
        """The scope for the facts."""
        self._store = store
        self._settings = settings
        named = settings.capture.post_model if place.way == WHOLE else settings.capture.model
        self._model = model_name(settings, model or named, offline=offline)
        self._offline = offline
        self._prompts = prompts
        self._lenient = lenient
        self._dry_run = dry_run
        self._cancelled = cancelled
        self._project = identify(place.cwd)
        self._ledger: RunLedger | None = None
        self._embedder: Embedder | None = None
        self._extractor: Extractor | None = None

    def __enter__(self) -> Self:
        if self._model:
            self._ledger = RunLedger(self._store, RUN, self._model)
        self._embedder = similar_by(self._store, self._settings)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._ledger is not None:
            if kind is None:
                self._ledger.finish("done", {outcome.value: n for outcome, n in self.report.counts.items()})
            self._ledger.__exit__(kind, error, trace)

    # -- reading -----------------------------------------------------------------------------------

    async def take(self, turns: Sequence[Turn], also: Also | None = None) -> bool:
        """Read a stretch of a session and store what it teaches, in one commit with `also`.

        Returns False, with nothing stored, when it was cancelled. Raises LlmError.
        """
        spoken = [turn for turn in turns if not turn.tool]
        self.report.turns += len(spoken)
        said_at = next((turn.at for turn in reversed(turns) if turn.at is not None), None)
        return await self._read(as_text(spoken), spoken, said_at, also)

    async def take_text(self, text: str, also: Also | None = None) -> bool:
        """Read a text and store what it teaches, as `take` does."""
        return await self._read(text, (), None, also)

    async def _read(
        self, text: str, turns: Sequence[Turn], said_at: Instant | None, also: Also | None
    ) -> bool:
        capture = self._settings.capture
        before = self._learned_before()
        self._extractor = choose(
            self._settings,
            self._model,
            now=min(said_at or self._store.now(), self._store.now()),
            offline=self._offline or not self._model,
            ledger=self._ledger,
            prompts=self._prompts,
        )
        options = Options(
            scope=self.filed_under,
            min_importance=capture.min_importance,
            window_tokens=capture.window_tokens,
            turns=capture.window,
            at_once=_AT_ONCE if self._model else 1,
            recalled=self._texts_told(before),
            said_at=said_at,
            path=self.place.path,
        )
        run = Run(self._store, text, self._extractor, options, embedder=self._embedder)
        if not await self._drive(run):
            return False
        if run.report.failed and not self._lenient:
            raise PartsFailed(run.report.failed[0])
        heard = Heard(turns)
        verdicts = Verdicts(before, self.place.way, bool(self._model), self.confirmed)
        now = said_at or self._store.now()
        requests = stated(turns, now)
        facts = with_what_was_asked(run.facts, requests, run.insist, reworded=bool(self._model))
        facts = with_addresses(facts, turns, run.insist)
        facts = with_what_was_overruled(self._store, self.filed_under, facts, turns, now)
        weighed = [verdicts.weighed(fact, heard) for fact in facts]
        arc = settled(weighed, heard)
        arranged = [verdicts.settled(fact, heard) for fact in arc.facts]
        self._count(run, arranged)
        self.report.facts += arranged
        if not self._dry_run:
            self._store_facts(arranged, heard, before, said_at, also)
            self._ask_about(arc.clashes)
        return True

    async def _drive(self, run: Run) -> bool:
        """Read all windows; False when it was cancelled on the way."""

        async def watch(reading: "asyncio.Task[None]") -> None:
            while not (self._cancelled is not None and self._cancelled()):
                await asyncio.sleep(0.1)
            run.cancel()
            reading.cancel()

        async def read() -> None:
            async for _ in run:
                await asyncio.sleep(0)  # the watch gets its turn while rules read

        reading = asyncio.create_task(read())
        watching = asyncio.create_task(watch(reading))
        try:
            await reading
        except asyncio.CancelledError:
            if self._cancelled is None or not self._cancelled():
                raise
            return False
        except AnswerUnusable:
            if not self._lenient:
                raise
        finally:
            watching.cancel()
        return not run.report.cancelled

    def _count(self, run: Run, facts: Sequence[Fact]) -> None:
        self.report.windows += run.report.windows
        self.report.candidates += run.report.candidates
        self.report.counts.update(fact.outcome for fact in facts)
        self.report.failed += run.report.failed
        self.report.tally += run.report.tally
        self.report.second_look += [run.report.second_look] if run.report.second_look else []

    # -- deciding ----------------------------------------------------------------------------------

    def _learned_before(self) -> dict[int, Memory]:
        """Return, by id, the memories learned from this session that nobody has touched since."""
        ids = sessions.learned(self._store, self.place.session)
        return {
            memory.id: memory
            for memory in memories.get_many(self._store, ids)
            if memory.origin is Origin.EXTRACTED
            and memory.version == 1
            and sessions.SUMMARY not in memory.categories
        }

    def _texts_told(self, before: dict[int, Memory]) -> list[str]:
        """Return what memtui told the agent in this session, but for what it learned from the session."""
        ids = [i for i in sessions.recalled_or_shown(self._store, self.place.session) if i not in before]
        return [memory.text for memory in memories.get_many(self._store, ids)]

    @property
    def _gate(self) -> str:
        """Whether facts from this session are stored, held back, or asked about."""
        return self._settings.gate.for_session(self.place.client or RUN)

    # -- storing -----------------------------------------------------------------------------------

    def _store_facts(
        self,
        facts: Sequence[Fact],
        heard: Heard,
        before: dict[int, Memory],
        said_at: Instant | None,
        also: Also | None,
    ) -> None:
        assert self._extractor is not None  # noqa: S101 `_read` has chosen it
        origins = self._origins(self._extractor.name, self._extractor.version)
        kept = [fact for fact in facts if fact.outcome in KEPT]
        unasked = [fact for fact in kept if self._may_store(fact, heard, before)]
        waiting = [fact for fact in facts if fact not in unasked and (fact in kept or needs_card(fact))]
        held = [_as_said(fact, heard) for fact in waiting if fact.target is not None]
        to_ask = [fact for fact in waiting if fact.target is None] if self._shows_what_waits else []
        lessons = [self._lesson(self._draft(fact, origins, heard, said_at), fact.target) for fact in unasked]
        pairs = zip(unasked, lessons, strict=True)
        beside = [fact for fact, lesson in pairs if lesson.supersedes is not fact.target]
        drafts = [(fact, self._draft(fact, origins, heard, said_at)) for fact in to_ask]
        queued: list[int] = []

        def together(tx: Transaction, op_id: int) -> None:
            scope = self.filed_under
            for left in queue_left(
                self._store, held, beside, scope=scope, origins=origins, tx=tx, op_id=op_id
            ):
                queued.extend(left.ids)
            queued.extend(queue_taught(self._store, drafts, origins=origins, tx=tx, op_id=op_id).ids)
            if also is not None:
                also(tx)

        learned = learn(self._store, lessons, by=self.place.actor, detail=self._extractor.name, also=together)
        if self._gate == HOLD:
            new = memories.get_many(self._store, learned.ids)
            batch = f"what sessions of {origins.source} taught"
            queued += propose(self._store, holding.additions(new, origins.source, batch)).ids
        self._note(learned)
        self.report.queued += len(queued)

    def _lesson(self, draft: Draft, target: Memory | None) -> Lesson:
        """Return how a draft is stored: in the place of what the session said before, as a whole.

        What stands in a file by now is edited there.
        """
        in_file = target is not None and bool(linked_files_of(self._store, [target.id]))
        return lesson_of(self._store, draft, target) if in_file else Lesson(draft, target)

    def _ask_about(self, clashes: Sequence[tuple[Fact, Fact]]) -> None:
        """Ask about what the person said in two ways, where both were stored."""
        kept = {memory.text: memory for memory in memories.get_many(self._store, self.report.stored)}
        pairs = [
            (kept.get(later.candidate.text), kept.get(earlier.candidate.text)) for later, earlier in clashes
        ]
        both = [(later, earlier) for later, earlier in pairs if later is not None and earlier is not None]
        if both:
            self.report.queued += len(
                queue_clashes(self._store, both, extractor=self._model or "offline").ids
            )

    def _may_store(self, fact: Fact, heard: Heard, before: dict[int, Memory]) -> bool:
        """Say whether nobody has to be asked: the person said it, for good or of what they said before."""
        if self._gate == ASK or needs_card(fact, session=self.place.session):
            return False
        if fact.candidate.asked:
            return may_be_stored(fact)
        word = heard.word(fact.candidate.quote)
        corrects = fact.target is not None and fact.target.id in before and word.voice is Voice.PERSON
        return corrects or word.may_be_stored(fact.candidate.quote)

    @property
    def _shows_what_waits(self) -> bool:
        """Whether what is new and waits is shown now: when the session has ended, if it is read then."""
        return self.place.way != RUNNING or not self._settings.capture.post_session

    def _origins(self, extractor: str, version: str) -> Origins:
        return Origins(
            extractor,
            version,
            file=one_line(Path(self.place.path).name, Longest.SENTENCE) if self.place.path else "",
            session=self.place.session,
            source=self.place.client or RUN,
        )

    def _draft(self, fact: Fact, origins: Origins, heard: Heard, said_at: Instant | None) -> Draft:
        draft = draft_of_fact(fact, fact.candidate.text, self.filed_under, origins)
        word = heard.word(fact.candidate.quote)
        more: dict[str, object] = {
            "way": self.place.way,
            "quote": without_speaker(fact.candidate.quote),
            "said_by": word.voice.value,
        }
        if word.turn is not None:
            more["turn"] = word.turn.offset
        if self._gate == HOLD:
            more |= holding.MARK
        if self.place.cwd:
            more |= {"cwd": self.place.cwd, **told_of(self._project)}
        now = self._store.now()
        return replace(
            draft,
            provenance={**draft.provenance, **more},
            created_at=None if said_at is None else min(said_at, now),
        )

    def _note(self, learned: Learned) -> None:
        self.report.stored += [*learned.ids, *learned.rewritten]
        self.report.superseded += len(learned.superseded)

    # -- the end of a session ----------------------------------------------------------------------

    async def conclude(self, last: Sequence[Turn], *, since: int = 0, also: Also | None = None) -> None:
        """Store the summary of a session read to its end, and propose to drop facts that the full reading
        did not confirm.

        `last` are its last turns. Bytes before `since` were read at an earlier end. Raises LlmError.
        """
        before = self._learned_before()
        ending = Ending(
            self._store,
            self._settings,
            self.place,
            self.filed_under,
            self._model,
            self._ledger,
            self._prompts,
        )
        summary = await ending.summed_up(list(before.values()), [turn for turn in last if not turn.tool])
        left = [
            memory
            for memory in before.values()
            if memory.provenance.get("way") == RUNNING
            and memory.id not in self.confirmed
            and offset_of(memory) > since
            and not memory.pinned
            and not memory.access_count
        ]
        if self.report.failed:
            left = []
        name = self._model or "offline"
        with self._store.write() as tx:
            unconfirmed = queue_unconfirmed(self._store, left, extractor=name, tx=tx).ids
            if summary is not None:
                draft = ending.draft(summary, last)
                origins = self._origins(summary.extractor, summary.version)
                queued = queue_summary(self._store, draft, ending.before(), origins=origins, tx=tx)
                self.report.summary = queued.ids[0] if queued.ids else None
            if also is not None:
                also(tx)
        self.report.unconfirmed = len(unconfirmed)


def _as_said(fact: Fact, heard: Heard) -> Fact:
    """Return a fact that waits on a card with whose words it rests on, without the speaker's name."""
    said_by = heard.word(fact.candidate.quote).voice.value
    bare = replace(fact.candidate, quote=without_speaker(fact.candidate.quote))
    return replace(fact, candidate=bare, said_by=said_by)
