"""From a text to checked facts, window by window: what the extract command, the screen and capture run.

    run = Run(store, text, extractor, Options(scope="/project/atlas"))
    async for facts in run:
        ...                      # the facts of one window, as soon as it is done
    print(run.report)            # 31 candidates, 4 without quote, 2 invented, 9 trivial, …, 12 facts

Nothing is stored here; `saving.save` does that with the facts a person or a policy chose. Stopping early
(`cancel`, or closing the loop) keeps what is done. When every window fails, the first failure is raised;
when only some do, the report names them and the caller decides.
"""

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import chain

from memtui import secrets
from memtui.capture import gates
from memtui.capture.about import scope_of
from memtui.capture.consolidate import consolidate
from memtui.capture.context import Context
from memtui.capture.dates import Dating, dating, day_of, noon
from memtui.capture.entries import day_at, entries
from memtui.capture.facts import Candidate, Extractor, Fact, LooksAgain, Outcome, SecondLook, Window
from memtui.capture.grounding import Source
from memtui.capture.handed_over import HandedOver
from memtui.capture.quotes import locate
from memtui.capture.read_before import ReadBefore
from memtui.capture.sentences import LANGUAGES, known_language_of
from memtui.capture.tally import Tallies, Tally
from memtui.capture.windows import windows
from memtui.capture.worth.model import shipped as worth
from memtui.domain.counting import plural
from memtui.domain.instant import Instant
from memtui.domain.sanitise import sanitise
from memtui.domain.scope import normalise
from memtui.domain.text import fingerprint, normalised, well_formed
from memtui.llm.embeddings import Embedder
from memtui.llm.errors import AnswerUnusable
from memtui.model_files import ModelUnusable
from memtui.store.database import Store

KEPT = frozenset({Outcome.NEW, Outcome.UPDATES, Outcome.MERGES})
"""Verdicts that a "yes" turns into a stored memory."""

OFFLINE = "offline"
"""The name of the extractor that reads by rules, without a model."""
READ_BY_RULES = frozenset({"en", "de", "es", "fr", "ja", "zh"})
_ASK = "set llm.model for it"
_ALIKE = 0.6
"""Two statements that rest on the same words of two windows count once if they share this part of their
words.
"""
_WORDS = {
    Outcome.MALFORMED: "malformed",
    Outcome.NO_QUOTE: "without quote",
    Outcome.INVENTED: "invented",
    Outcome.UNIMPORTANT: "unimportant",
    Outcome.TRIVIAL: "trivial",
    Outcome.SECRET: "secret",
    Outcome.RECALLED: "recalled before",
    Outcome.REPEATED: "repeated",
    Outcome.SUPPRESSED: "dropped before",
    Outcome.DUPLICATE: "known already",
    Outcome.CONFLICTS: "in conflict",
    Outcome.DELETES: "ending another",
}


@dataclass(frozen=True, slots=True)
class Options:
    """The settings of one run."""

    scope: str = "/"
    min_importance: float = 0.3
    window_tokens: int = 4000
    turns: int = 15
    at_once: int = 1
    """Windows read at the same time; more than one helps only with a model."""
    allow_dropped: bool = False
    recalled: Collection[str] = ()
    """Texts that memtui recalled in this session."""
    said_at: Instant | None = None
    """When the text was written; None when only the text itself may tell."""
    as_of: date | None = None
    """The day that a person gave for the text; it overrides any date in the text."""
    path: str = ""
    """The file of the text, told to the extractor."""
    handed_over: bool = False
    """A person gave the text themselves: what it asks to be remembered is kept, what it takes back is not."""


@dataclass(slots=True)
class Report:
    """The counts of a run; `str()` gives them as a sentence."""

    windows: int = 0
    done: int = 0
    candidates: int = 0
    counts: Counter[Outcome] = field(default_factory=Counter)
    redacted: tuple[str, ...] = ()
    """Kinds of the secrets that were taken out of the text before anything read it."""
    failed: list[str] = field(default_factory=list)
    """Why windows could not be read, one sentence each."""
    looked_again: int = 0
    """Statements on which the extractor gave its word when it was asked once more."""
    taken_back: int = 0
    """Those that it said its quote does not bear."""
    not_looked_again: int = 0
    """Those that it was to be asked about and gave no word on: the gate alone decided."""
    not_looked_why: str = ""
    cancelled: bool = False
    tally: Tally = field(default_factory=Tally)
    """What became of each sentence, as far as the extractor says it."""
    unread: str = ""
    """The language of the text, if the extractor cannot read it."""
    without_model: str = ""
    """Why the learned model that the rules ask is missing, if it is."""

    @property
    def kept(self) -> int:
        """Facts that a yes would store."""
        return sum(self.counts[outcome] for outcome in KEPT)

    @property
    def second_look(self) -> str:
        """What came of asking the extractor once more, in words; empty if it was not."""
        parts = []
        if self.looked_again:
            asked = f"asked once more about {plural(self.looked_again, 'fact')}, the model took back"
            parts.append(f"{asked} {self.taken_back or 'none'}")
        if self.not_looked_again:
            left = f"{plural(self.not_looked_again, 'fact')} could not be asked about once more, so the gate"
            why = f": {self.not_looked_why.rstrip('.')}" if self.not_looked_why else ""
            parts.append(f"{left} alone decided{why}")
        return "; ".join(parts)

    def __str__(self) -> str:
        counted = plural(self.kept, "fact")
        if self.candidates != self.kept:
            others = [f"{self.counts[kind]:,} {label}" for kind, label in _WORDS.items() if self.counts[kind]]
            counted += f" of {self.candidates:,} found: {', '.join(others)}"
        if self.without_model:
            counted += f"; only what is plainly weighty: the learned model was left out, {self.without_model}"
        if self.unread:
            counted += f"; the text is {self.unread}, which the rules do not read: {_ASK}"
        return counted


_OF_A_CHANGE = frozenset({Outcome.UPDATES, Outcome.CONFLICTS, Outcome.DELETES, Outcome.DUPLICATE})
"""What becomes of a statement that counts only as a change of something known."""

_Pending = deque[tuple[Window, asyncio.Task[tuple[list[Candidate], SecondLook]]]]
"""Windows that are being read, in order."""


def _counts(fact: Fact) -> bool:
    return not fact.candidate.only_as_change or (fact.outcome in _OF_A_CHANGE and fact.target is not None)


def _unread(text: str) -> str:
    """Return the name of a text's language when the rules know too little of it."""
    code = known_language_of(text)
    return "" if code in READ_BY_RULES else LANGUAGES.get(code, "in another language")


def _without_model() -> str:
    """Return why the model of what is worth keeping cannot be used; empty when it can."""
    try:
        worth()
    except ModelUnusable as error:
        return str(error)
    return ""


class Run:
    """One extraction. Iterate it once; `text`, `windows` and `report` are there from the start."""

    def __init__(
        self,
        store: Store,
        text: str,
        extractor: Extractor,
        options: Options,
        *,
        embedder: Embedder | None = None,
    ) -> None:
        self.store = store
        self.extractor = extractor
        self.options = replace(options, scope=normalise(options.scope))
        self.text, redacted = secrets.redact(sanitise(well_formed(text), raw=True))
        """What is read: without reasoning, tool noise and secrets. Quotes are found in it."""
        self.facts: list[Fact] = []
        self._embedder = embedder
        now = store.now() if options.said_at is None else min(options.said_at, store.now())
        today = day_of(now)
        of_days = entries(self.text, options.as_of or today)
        self.dating = dating(self.text, today, of_days) if options.as_of is None else Dating(options.as_of)
        """The day that the text is read as of."""
        self._today = self.dating.day
        self._said_at = min(now, noon(self._today)) if self._today < today else now
        self._dated = options.said_at is not None or self._today < today
        self._source = Source(self.text, self._today, of_days)
        context = Context(self.text, day=self._today, path=options.path)
        self.windows = [
            replace(
                window,
                day=None if self.dating.unsure else day_at(of_days, window.start) or self._today,
                of_days=of_days,
                context=context.at(window.start),
            )
            for window in windows(self.text, window_tokens=options.window_tokens, turns=options.turns)
        ]
        self.report = Report(windows=len(self.windows), redacted=redacted)
        if extractor.name == OFFLINE:
            self.report.unread, self.report.without_model = _unread(self.text), _without_model()
        self._recalled = frozenset(map(normalised, options.recalled))
        self._seen: dict[int, str] = {}
        self._spans: deque[tuple[int, int, int, frozenset[str]]] = deque(maxlen=200)
        self._before: dict[str, ReadBefore] = {}
        """What of each scope the text brought when it was read before."""
        self._cancelled = False
        self._handed_over = HandedOver(self.text, self._said_at) if options.handed_over else None

    def cancel(self) -> None:
        """Stop after the window that is being read; finished windows stay."""
        self._cancelled = True

    def insist(self, candidate: Candidate) -> Fact:
        """Return the fact for a statement that a person asked to be remembered; no gate can hold it back."""
        index = self._window_of(candidate.quote)
        dated = self._dated_from_text(gates.tidied(replace(candidate, window=index, asked=True)))
        checking = gates.Checking(self.windows[index], self._source, recalled=self._recalled)
        return next(iter(self._compared(scope_of(dated, self.options.scope), [dated], checking)))

    def _window_of(self, quote: str) -> int:
        """Return the first window that holds a quote: as it is written, else in another spelling."""
        written = (each.index for each in self.windows if quote in each.text)
        spelled = (each.index for each in self.windows if locate(quote, each.text))
        return next(chain(written, spelled), 0)

    def span(self, fact: Fact) -> tuple[int, int] | None:
        """Return where in `text` the quote of a fact stands."""
        return self._span(fact.candidate)

    async def __aiter__(self) -> AsyncIterator[list[Fact]]:
        """Yield the facts of each window in order. Raises what the extractor raises."""
        pending: _Pending = deque()
        waiting = iter(self.windows)
        first_failure: AnswerUnusable | None = None
        try:
            while not self._cancelled:
                self._fill(pending, waiting)
                if not pending:
                    break
                window, task = pending.popleft()
                try:
                    candidates, look = await task
                except AnswerUnusable as error:
                    first_failure = first_failure or error
                    self.report.failed.append(str(error))
                    candidates, look = [], SecondLook()
                facts = await self._judged(window, candidates, look)
                self.report.done += 1
                self.facts += facts
                yield facts
        finally:
            for _, task in pending:
                task.cancel()
            for _, task in pending:
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await task
            self.report.cancelled = self.report.done < self.report.windows
        if first_failure is not None and len(self.report.failed) == self.report.done:
            raise first_failure

    def _fill(self, pending: _Pending, waiting: Iterator[Window]) -> None:
        while len(pending) < max(self.options.at_once, 1):
            window = next(waiting, None)
            if window is None:
                return
            pending.append((window, asyncio.ensure_future(self._read(window))))

    async def _read(self, window: Window) -> tuple[list[Candidate], SecondLook]:
        """Return the candidates of a window, and the extractor's word on those that a gate is unsure of."""
        found = await self.extractor.extract(window)
        candidates = [self._dated_from_text(gates.tidied(candidate)) for candidate in found]
        if not isinstance(self.extractor, LooksAgain):
            return candidates, SecondLook()
        checking = self._checking(window)
        unsure = [candidate for candidate in candidates if gates.is_unsure(candidate, checking)]
        new = [
            candidate
            for scope, group in self._by_scope(unsure)
            for candidate, fact in zip(group, self._known(scope, group), strict=True)
            if fact is None
        ]
        return candidates, await self.extractor.look_again(window, new)

    def _checking(self, window: Window) -> gates.Checking:
        return gates.Checking(window, self._source, self.options.min_importance, self._recalled)

    async def _judged(self, window: Window, candidates: Sequence[Candidate], look: SecondLook) -> list[Fact]:
        """Put the candidates of one window through the gates, the look-up and consolidation."""
        checking = replace(self._checking(window), looked_again=look)
        self._count_second_look(look)
        tally = self.extractor.tally(window) if isinstance(self.extractor, Tallies) else Tally()
        facts: list[Fact] = []
        passed: list[Candidate] = []
        for candidate in candidates:
            await asyncio.sleep(0)  # whoever stops the reading is heard between two statements
            fact = gates.check(candidate, checking) or self._repeated(candidate)
            if fact is None:
                passed.append(candidate)
            else:
                facts.append(fact)
        for scope, group in self._by_scope(passed):
            facts += self._compared(scope, group, checking)
        facts = [fact for fact in facts if _counts(fact)]
        tally.found_in([fact.candidate.quote for fact in facts])
        self.report.tally += tally
        if self._handed_over is not None:
            reworded = self.extractor.name != OFFLINE
            facts = self._handed_over.settled(facts, window.end, self.insist, reworded=reworded)
        self.report.candidates += len(facts)
        self.report.counts.update(fact.outcome for fact in facts)
        facts.sort(key=lambda fact: self._span(fact.candidate) or (0, 0))
        return facts

    def _count_second_look(self, look: SecondLook) -> None:
        self.report.looked_again += len(look.words)
        self.report.taken_back += look.held
        self.report.not_looked_again += look.unanswered
        self.report.not_looked_why = self.report.not_looked_why or look.trouble

    def _by_scope(self, candidates: Sequence[Candidate]) -> Iterator[tuple[str, list[Candidate]]]:
        """Yield the candidates of each scope that they belong to."""
        groups: dict[str, list[Candidate]] = {}
        for candidate in candidates:
            groups.setdefault(scope_of(candidate, self.options.scope), []).append(candidate)
        yield from groups.items()

    def _compared(
        self, scope: str, candidates: Sequence[Candidate], checking: gates.Checking
    ) -> Iterator[Fact]:
        """Yield the fact for each candidate of one scope, compared with the memories there."""
        known = self._known(scope, candidates)
        before = self._read_before(scope)
        new: list[Candidate] = []
        for candidate, same in zip(candidates, known, strict=True):
            fact = before.known(candidate) if same is None and before is not None else same
            why = (
                gates.recalled(candidate, checking)
                if fact is None or fact.outcome is Outcome.DUPLICATE
                else None
            )
            if why is not None:
                yield Fact(candidate, Outcome.RECALLED, why, None if fact is None else fact.target)
            elif fact is not None:
                yield fact
            else:
                new.append(candidate)
        if new:
            yield from consolidate(
                self.store,
                scope,
                new,
                embedder=self._embedder,
                said_at=self._said_at,
                allow_dropped=self.options.allow_dropped,
                beside=None if before is None else before.beside,
            )

    def _read_before(self, scope: str) -> ReadBefore | None:
        """Return what a text that a person gave brought before; a session goes on, and may change its own."""
        if self._handed_over is None:
            return None
        if scope not in self._before:
            self._before[scope] = ReadBefore(self.store, scope, self.text, self._said_at)
        return self._before[scope]

    def _known(self, scope: str, candidates: Sequence[Candidate]) -> list[Fact | None]:
        return gates.known(
            self.store,
            scope,
            candidates,
            allow_dropped=self.options.allow_dropped,
            everywhere=not self.options.handed_over,
        )

    def _dated_from_text(self, candidate: Candidate) -> Candidate:
        known = candidate.said_at is not None or not self._dated
        return candidate if known else replace(candidate, said_at=self._said_at)

    def _repeated(self, candidate: Candidate) -> Fact | None:
        """Return a fact marked as repeated if another candidate of this run said the same, else None."""
        value = fingerprint(candidate.text)
        if self._seen.get(value) == normalised(candidate.text):
            return Fact(candidate, Outcome.REPEATED, "the text says it twice")
        words = frozenset(normalised(candidate.text).split())
        span = self._span(candidate)
        if span is not None:
            for start, end, window, others in self._spans:
                if window == candidate.window or end <= span[0] or span[1] <= start:
                    continue
                if len(words & others) >= _ALIKE * min(len(words), len(others)):
                    return Fact(candidate, Outcome.REPEATED, "the window before said the same")
            self._spans.append((*span, candidate.window, words))
        self._seen[value] = normalised(candidate.text)
        return None

    def _span(self, candidate: Candidate) -> tuple[int, int] | None:
        if not 0 <= candidate.window < len(self.windows):
            return None
        window = self.windows[candidate.window]
        span = locate(candidate.quote, window.text)
        return None if span is None else (window.start + span[0], window.start + span[1])
