"""Sums up where a session stands in one memory: done, decided, open.

Capture makes it when a session has ended. A model makes it when there is one; otherwise rules do, from the
facts that were kept and the last turns. Either way it consists of points that each pass the gates for
facts: their words, numbers and names are in the session. It never copies the log, and calls nothing decided
that the person did not decide.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.capture import gates
from memtui.capture.dates import day_of
from memtui.capture.facts import Candidate, Outcome, Window
from memtui.capture.grounding import Source
from memtui.capture.quotes import locate
from memtui.capture.sentences import sentences
from memtui.capture.set_right import telling_parts
from memtui.capture.transcripts.turns import ASSISTANT, USER, Turn, as_text
from memtui.capture.word import Heard, Voice
from memtui.domain import scope as scopes
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.domain.text import capitalised, normalised, one_line
from memtui.domain.tokens import CHARACTERS_A_TOKEN
from memtui.llm.prompts import Prompt, load
from memtui.phrases import phrases_in

if TYPE_CHECKING:
    from memtui.llm.client import Client

PARTS = ("done", "decided", "open")
OFFERED = ("today", "boundary", "facts", "end")
"""The variables that `prompts/summary.md` may use."""
LAST_TURNS = 8
"""How many of the last turns show where a session stands."""
RULES = "1"
"""The version of the rules."""

_MOST = 3
"""The most points of one part: a summary is read at a glance."""
_LONGEST_POINT = 240
"""Characters of one point; a longer one is told, not summed up."""
_FACTS = 40
"""The newest facts that a model is shown: what a session ends with is what it came to."""
_SENTENCE_WORDS = (4, 40)
"""Words of a sentence that may stand in a summary: fewer say nothing alone, more are a paste."""
_PHRASES = phrases_in(Path(__file__).with_name("summary.toml"))
_HAS_BEEN_DONE = _PHRASES["has_been_done"].pattern
_IS_OPEN = _PHRASES["is_open"].pattern
_I_HAVE = _PHRASES["i_have"].pattern
REPORT = _PHRASES["report"].pattern
"""The beginning of an agent's report on its work: for the summary, no fact to keep."""
_UNDOES = _PHRASES["undoes"].pattern
_LABEL = _PHRASES["label"].pattern
"""Labels that the summary itself puts before its points."""
_MARKUP = re.compile(r"^[\s>*#\-–•\d.)\[\]x✓✅]+(?=\w)|\*\*|__|`")


@dataclass(frozen=True, slots=True)
class Summary:
    """Where a session stands."""

    points: dict[str, list[str]]
    extractor: str
    """`offline`, or the model's name."""
    version: str

    def text(self, scope: str, at: Instant) -> str:
        """Return the summary as the text of a memory."""
        day = datetime.fromtimestamp(at, UTC)
        where = "" if scope == scopes.ROOT else f" on {scopes.name(scope)}"
        parts = [
            f"{part.capitalize()}: {' '.join(map(_closed, points))}"
            for part in PARTS
            if (points := self.points.get(part))
        ]
        return f"Session{where}, {day:%Y-%m-%d}. {' '.join(parts)}"


def by_rules(kept: Sequence[Memory], last: Sequence[Turn], now: Instant) -> Summary | None:
    """Return what rules can find: the decisions that were kept, and what the last turns call done or open."""
    decided = [
        _LABEL.sub("", memory.text)
        for memory in kept
        if "decision" in memory.categories and not REPORT.match(memory.text)
    ]
    points: dict[str, list[str]] = {"done": [], "decided": decided[-_MOST:], "open": []}
    left_out = {*map(normalised, points["decided"]), *undone_in(last)}
    for turn in reversed(last):
        for sentence in _sentences_of(turn):
            part = "open" if _IS_OPEN.search(sentence) else "done" if _HAS_BEEN_DONE.match(sentence) else ""
            if not part or normalised(sentence) in left_out or turn.role != ASSISTANT:
                continue
            if len(points[part]) < _MOST and _passes(sentence, sentence, turn.text, now) is None:
                points[part].append(_impersonal(_LABEL.sub("", sentence)))
                left_out.add(normalised(sentence))
    if not points["done"] and not points["decided"]:
        return None
    return Summary(points, "offline", RULES)


def undone_in(turns: Sequence[Turn]) -> Iterator[str]:
    """Yield, normalised, what an agent says it did and the person then had it take back.

    It is what they have words in common with, else what the agent told last.
    """
    deeds: list[str] = []
    for turn in turns:
        if turn.role == ASSISTANT:
            deeds += [each for each in _sentences_of(turn) if _HAS_BEEN_DONE.match(each)]
            continue
        if turn.role == USER and _UNDOES.search(turn.text):
            said = telling_parts(turn.text)
            meant = [each for each in deeds if not said.isdisjoint(telling_parts(each))]
            yield from map(normalised, meant or deeds[-1:])
        deeds = []


async def by_model(
    client: "Client", prompt: Prompt, kept: Sequence[Memory], last: Sequence[Turn], *, most: int, now: Instant
) -> Summary | None:
    """Ask a model, and return the points of its answer that rest on the session; None if none does.

    Raises LlmError. `most` is how many tokens it may be given.
    """
    from memtui.capture.model_answer import POINTS
    from memtui.capture.model_extractor import boundary

    facts = (
        "\n".join(f"- {one_line(memory.text, _LONGEST_POINT)}" for memory in kept[-_FACTS:]) or "- nothing"
    )
    end = as_text(last)[-max(most * CHARACTERS_A_TOKEN - len(facts), 1_000) :]
    text = f"{facts}\n\n{end}"
    messages = prompt.messages(today=f"{day_of(now):%Y-%m-%d}", boundary=boundary(text), facts=facts, end=end)
    answer = await client.ask(messages, POINTS)
    points: dict[str, list[str]] = {part: [] for part in PARTS}
    heard = Heard(last)
    for point in answer.items:
        if point.part == "decided" and not _decided_by_the_person(point.quote, facts, heard):
            continue
        points_of_part = points[point.part]
        if len(points_of_part) < _MOST and _passes(point.text, point.quote, text, now) is None:
            points_of_part.append(" ".join(point.text.split()))
    return Summary(points, client.model, prompt.label) if any(points.values()) else None


def summary_prompt(folder: Path | None) -> Prompt:
    """Return the prompt, the person's own from `folder` if it is there. Raises PromptError."""
    return load("summary", offered=OFFERED, needed=("facts", "end"), folder=folder)


def _passes(text: str, quote: str, source: str, now: Instant) -> Outcome | None:
    """Return the gate that holds a point back, or None."""
    if len(text) > _LONGEST_POINT:
        return Outcome.MALFORMED
    window = Window(0, source, 0, len(source))
    candidate = gates.tidied(Candidate(text, quote, importance=1.0))
    fact = gates.check(candidate, gates.Checking(window, Source(source, day_of(now))))
    return None if fact is None else fact.outcome


def _decided_by_the_person(quote: str, facts: str, heard: Heard) -> bool:
    """Say whether the person decided it: in their own words, or in a kept fact of theirs."""
    return locate(quote, facts) is not None or heard.word(quote).voice is Voice.PERSON


def _sentences_of(turn: Turn) -> Iterator[str]:
    least, most = _SENTENCE_WORDS
    for sentence_spans in sentences(turn.text):
        sentence = " ".join(_MARKUP.sub("", sentence_spans.text).split())
        if least <= len(sentence.split()) <= most and not sentence.endswith(("?", ":")):
            yield sentence


def _impersonal(sentence: str) -> str:
    """Return what an agent says it did without its `I`, which another agent would take for itself."""
    deed = _I_HAVE.sub("", sentence)
    return sentence if deed == sentence else capitalised(deed)


def _closed(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."
