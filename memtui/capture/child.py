"""Reads a text in a process of its own, so that the keys of the screen never wait.

It runs as `python -m memtui.capture.child`. stdin is a Request as one line of JSON, then the text to its
end. stdout is one JSON object a line: `ready` once the text is there, `begin` once it is cut into windows,
`fact` for each, `window` when one is done, and at last `end` or `error`. Nothing else is written anywhere;
the text is in no argument and in no log. A terminate signal stops it between two statements.

The screen starts it and reads `FactLine` from its lines; what is heavy is imported in the child alone.
"""

import asyncio
import contextlib
import hashlib
import json
import os
import signal
import sys
import time
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Self

from memtui import child
from memtui.capture.facts import Candidate, Fact, Outcome
from memtui.child import Line, Tell, telling
from memtui.config.settings import Capture, Embeddings, Llm, Settings
from memtui.domain.memory import Memory, MemoryType

if TYPE_CHECKING:
    from memtui.capture.facts import Extractor
    from memtui.capture.pipeline import Options, Run

_AT_ONCE = 4
"""Windows that a model reads at the same time: waiting for its answers takes nearly all the time."""
AROUND = 420
"""Characters of the text that are told on each side of a quote."""
SHOWN = 100_000
"""Characters that are told of the text as it is read: without what is taken out of it before."""
_LONGEST = 4_000
"""Characters that are told of a text or quote; what passed the gates is shorter."""

_MOST_LEFT_OUT = 5_000
"""Sentences that are told of those in no fact."""


@dataclass(frozen=True, slots=True)
class Request(child.Request):
    """The text to read, and the settings to read it with."""

    db: str
    scope: str
    now: float
    prompts: str
    """The folder with a person's own prompts."""
    capture: Capture
    llm: Llm
    embeddings: Embeddings
    model: str | None = None
    """The model that reads, if it is not llm.model; empty for the rules."""
    as_of: str = ""
    """The day to read it as of, `2026-03-02`; empty for the text's own, else today."""

    @classmethod
    def of(cls, line: bytes) -> Self:
        """Return the request that `line` holds."""
        fields = json.loads(line)
        return cls(
            fields["db"],
            fields["scope"],
            fields["now"],
            fields["prompts"],
            Capture(**fields["capture"]),
            Llm(**fields["llm"]),
            Embeddings(**fields["embeddings"]),
            fields["model"],
            fields["as_of"],
        )

    @property
    def settings(self) -> Settings:
        """Return the settings a run is made with."""
        return Settings(capture=self.capture, llm=self.llm, embeddings=self.embeddings)


@dataclass(frozen=True, slots=True)
class FactLine:
    """A fact as the child tells it: without its target, which the screen looks up when it shows it."""

    fact: Fact
    before: str
    """The text around the quote."""
    quoted: str
    after: str
    start: int
    """Where the quote begins in the text that is read; -1 when it is not there."""
    target: int | None
    """The id of the memory the verdict is about; of a new fact, of one near it."""
    compared_as: str
    """What that memory said when they were compared, by its `print_of`."""

    def line(self) -> dict[str, object]:
        """Return it as one object of the child's stdout."""
        return {
            "is": "fact",
            "candidate": asdict(self.fact.candidate),
            "outcome": self.fact.outcome.value,
            "why": self.fact.why,
            "rule_goes": self.fact.rule_goes,
            "around": [self.before, self.quoted, self.after],
            "start": self.start,
            "target": self.target,
            "compared_as": self.compared_as,
        }

    @classmethod
    def of(cls, line: Line) -> Self:
        """Return the fact that a line tells."""
        fields = line["candidate"]
        candidate = Candidate(
            **fields | {"type": MemoryType(fields["type"]), "categories": tuple(fields["categories"])}
        )
        fact = Fact(candidate, Outcome(line["outcome"]), line["why"], rule_goes=line["rule_goes"])
        before, quoted, after = line["around"]
        return cls(fact, before, quoted, after, line["start"], line["target"], line["compared_as"])


def _fact_line(run: "Run", fact: Fact) -> FactLine:
    candidate, target = fact.candidate, fact.target or fact.near
    candidate = replace(
        candidate,
        text=candidate.text[:_LONGEST],
        quote=candidate.quote[:_LONGEST],
        abstract=candidate.abstract[:_LONGEST],
        reason=candidate.reason[:_LONGEST],
        categories=candidate.categories[:20],
    )
    start, end = run.span(fact) or (0, 0)
    end = min(end, start + _LONGEST)
    return FactLine(
        replace(fact, candidate=candidate, target=None, near=None, why=fact.why[:_LONGEST]),
        run.text[max(start - AROUND, 0) : start],
        run.text[start:end],
        run.text[end : end + AROUND] if end else "",
        start if end else -1,
        None if target is None else target.id,
        "" if target is None else print_of(target),
    )


def print_of(memory: Memory) -> str:
    """Return what tells whether a memory still says what it did: another version of it may."""
    return hashlib.blake2b(f"{memory.state} {memory.text}".encode(), digest_size=12).hexdigest()


async def read(request: Request, text: str, tell: Tell) -> None:
    """Read `text` and tell what is found. Raises LlmError and StoreError."""
    tell({"is": "ready"})
    from memtui.capture.extractors import choose, model_name, similar_by
    from memtui.capture.ledger import RunLedger
    from memtui.capture.pipeline import Run
    from memtui.store.opening import open_store

    started = time.monotonic()
    settings = request.settings
    named, offline = request.model or "", request.model == ""
    model = model_name(settings, named, offline=offline)
    with contextlib.ExitStack() as stack:
        store = stack.enter_context(
            open_store(Path(request.db), clock=lambda: request.now + time.monotonic() - started)
        )
        ledger = stack.enter_context(RunLedger(store, "extract", model)) if model else None
        extractor = choose(
            settings,
            named,
            now=request.now,
            offline=offline,
            ledger=ledger,
            prompts=Path(request.prompts),
        )
        run = Run(store, text, extractor, _options(request, model), embedder=similar_by(store, settings))
        tell(_beginning(run, extractor))
        async for facts in run:
            for fact in facts:
                tell(_fact_line(run, fact).line())
            tell({"is": "window", "done": run.report.done, "says": str(run.report), **_usage(extractor)})
            await asyncio.sleep(0)
        if ledger is not None:
            ledger.finish("done", {outcome.value: count for outcome, count in run.report.counts.items()})
        tell(_end(run, extractor))


def _options(request: Request, model: str) -> "Options":
    """Return how the text is to be read, `model` being empty when the rules read."""
    from memtui.capture.pipeline import Options

    capture = request.settings.capture
    return Options(
        scope=request.scope,
        min_importance=capture.min_importance,
        window_tokens=capture.window_tokens,
        turns=capture.window,
        at_once=_AT_ONCE if model else 1,
        as_of=date.fromisoformat(request.as_of) if request.as_of else None,
        handed_over=True,
    )


def _beginning(run: "Run", extractor: "Extractor") -> dict[str, object]:
    """Return what is told before the first window is read."""
    return {
        "is": "begin",
        "windows": len(run.windows),
        "redacted": run.report.redacted,
        "extractor": extractor.name,
        "version": extractor.version,
        "text": run.text[:SHOWN],
        "day": run.dating.day.isoformat(),
        "first": "" if run.dating.first is None else run.dating.first.isoformat(),
        "line": run.dating.line,
    }


def _end(run: "Run", extractor: "Extractor") -> dict[str, object]:
    """Return what is told when all is read: what came of it."""
    return {
        "is": "end",
        "says": str(run.report),
        "failed": run.report.failed,
        "second_look": run.report.second_look,
        "tally": {each.value: count for each, count in run.report.tally.counts.items()},
        "left_out": [
            [each.text[:_LONGEST], each.start, each.became.value, each.statement[:_LONGEST]]
            for each in run.report.tally.left_out[:_MOST_LEFT_OUT]
        ],
        **_usage(extractor),
    }


def _usage(extractor: "Extractor") -> dict[str, float]:
    from memtui.capture.model_extractor import ModelExtractor

    if not isinstance(extractor, ModelExtractor):
        return {}
    usage = extractor.client.usage
    return {"tokens": usage.tokens_in + usage.tokens_out, "usd": usage.usd, "unpriced": usage.unpriced}


async def _until_stopped(request: Request, text: str, tell: Tell) -> None:
    """Read until it is done or a terminate signal comes."""
    reading = asyncio.ensure_future(read(request, text, tell))
    with contextlib.suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, reading.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await reading


def main() -> int:
    """Run the child; returns the exit code."""
    tell = telling(unhurried=frozenset({"fact"}))

    from memtui.llm.errors import LlmError
    from memtui.store.errors import StoreError

    try:
        request = Request.of(sys.stdin.buffer.readline())
        text = sys.stdin.buffer.read().decode("utf-8", "replace")
        try:
            asyncio.run(_until_stopped(request, text, tell))
        except (LlmError, StoreError) as error:
            tell({"is": "error", "says": str(error)})
        except BrokenPipeError:
            raise
        except Exception as error:  # noqa: BLE001 - the screen is to say that it failed, not how the text read
            tell({"is": "error", "says": f"The text could not be read: {type(error).__name__}."})
    except BrokenPipeError:
        os._exit(0)  # the screen is gone, and so is whoever would read the rest
    return 0


if __name__ == "__main__":
    sys.exit(main())
