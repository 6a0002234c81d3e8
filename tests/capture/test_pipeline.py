"""A text from paste to stored facts: gates counted, nothing half stored, one undo."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from memtui.capture.dates import day_of
from memtui.capture.facts import Candidate, Fact, Outcome, Window
from memtui.capture.pipeline import Options, Run
from memtui.capture.rules.extractor import RuleExtractor
from memtui.capture.saving import Origins, save
from memtui.domain.actor import PERSON_AT_CLI, Actor, ActorKind
from memtui.domain.memory import Draft, LinkKind, Origin, State
from memtui.lifecycle.add import add
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.llm.errors import AnswerUnusable, ModelUnusable
from memtui.store import memories
from memtui.store.database import Store
from tests.capture.test_rules import INFRASTRUCTURE
from tests.lifecycle.links import links_of

ORIGINS = Origins("offline", "1", file="notes.md")
HOOK = Actor(ActorKind.AGENT, "hook", session="s1")


class Scripted:
    """An extractor that says what it is told to, window by window."""

    name = "scripted"
    version = "extract 1"

    def __init__(self, *answers: Sequence[Candidate] | Exception) -> None:
        self.answers = answers

    async def extract(self, window: Window) -> list[Candidate]:
        await asyncio.sleep(0)
        answer = self.answers[window.index]
        if isinstance(answer, Exception):
            raise answer
        return [replace(candidate, window=window.index) for candidate in answer]


def drive(run: Run) -> list[Fact]:
    async def whole() -> list[Fact]:
        return [fact async for facts in run for fact in facts]

    return asyncio.run(whole())


def offline(store: Store, text: str = INFRASTRUCTURE, options: Options | None = None) -> Run:
    return Run(store, text, RuleExtractor(day_of(store.now())), options or Options(scope="/project/atlas"))


def live(store: Store) -> list[str]:
    rows = memories.get_many(store, range(1, 50))
    return [memory.text for memory in rows if memory.state is State.LIVE]


def test_four_facts_are_stored_as_one_op_and_one_undo_takes_them_back(store: Store) -> None:
    run = offline(store)
    saved = save(store, drive(run), scope="/project/atlas", by=PERSON_AT_CLI, origins=ORIGINS)
    assert len(saved.learned.ids) == 4
    assert str(run.report) == "4 facts"
    first = memories.get_many(store, saved.learned.ids)[0]
    assert (first.origin, first.scope, first.source) == (Origin.EXTRACTED, "/project/atlas", "extract")
    assert first.provenance["extractor"] == "offline"
    assert first.provenance["rules"] == "1"
    assert str(first.provenance["quote"]) in INFRASTRUCTURE
    undone = undo(store, by=PERSON_AT_CLI)
    assert undone is not None
    assert undone.message == "Undid: extraction of 4 memories (offline)"
    assert live(store) == []


def test_a_run_in_which_every_gate_fires(store: Store) -> None:
    add(store, Draft("Redis holds the sessions"), by=PERSON_AT_CLI)
    gone = add(store, Draft("Ada owns the alerts"), by=PERSON_AT_CLI)
    drop(store, [gone.memory.id], by=PERSON_AT_CLI)
    text = "Redis holds the sessions. Ada owns the alerts. Ada chose Kafka. "
    text += "The team meets daily. Thank you all so much."
    said = Candidate("Ada chose Kafka", "Ada chose Kafka")
    extractor = Scripted(
        [
            replace(said, text=""),
            replace(said, quote="Ben chose Kafka"),
            replace(said, text="Ada chose Kafka in 2019"),
            replace(said, importance=0.1),
            Candidate("Thank you all so much", "Thank you all so much."),
            Candidate("The password of Ada is " + "hunter2", "Ada chose Kafka"),
            Candidate("Redis holds the sessions.", "Redis holds the sessions"),
            Candidate("Ada owns the alerts", "Ada owns the alerts"),
            Candidate("The team meets daily", "The team meets daily"),
            said,
            said,
        ]
    )
    run = Run(store, text, extractor, Options(recalled=["the team meets daily"]))
    facts = drive(run)
    assert str(run.report) == (
        "1 fact of 11 found: 1 malformed, 1 without quote, 1 invented, 1 unimportant, 1 trivial, 1 secret, "
        "1 recalled before, 1 repeated, 1 dropped before, 1 known already"
    )
    assert not any("hunter2" in fact.candidate.text for fact in facts)
    why = {fact.outcome: fact.why for fact in facts}
    assert why[Outcome.SUPPRESSED] == "you dropped this on 20 November 2026"


def test_a_pasted_secret_is_never_read(store: Store) -> None:
    run = offline(store, "We decided to keep Redis. The staging password is " + "hunter2 and must not leak.")
    facts = drive(run)
    assert run.report.redacted == ("password",)
    assert "hunter2" not in run.text
    save(store, facts, scope="/", by=PERSON_AT_CLI, origins=ORIGINS)
    assert live(store) == ["We decided to keep Redis."]
    assert b"hunter2" not in store.path.read_bytes()


def test_reasoning_is_not_read(store: Store) -> None:
    run = offline(store, "<think>We decided to use MySQL.</think>We decided to use Redis.")
    assert [fact.candidate.text for fact in drive(run)] == ["We decided to use Redis."]


def test_overlapping_windows_say_a_thing_once(store: Store) -> None:
    text = "\n\n".join(
        f"The team chose option {n} for service {n}. It must stay below {n + 7} GB." for n in range(30)
    )
    run = offline(store, text, Options(window_tokens=150))
    facts = drive(run)
    assert run.report.windows > 3
    kept = [fact.candidate.text for fact in facts if fact.outcome is Outcome.NEW]
    assert len(kept) == len(set(kept)) == 30
    assert run.report.counts[Outcome.REPEATED] > 0
    for fact in facts:
        span = run.span(fact)
        assert span is not None
        assert run.text[slice(*span)] == fact.candidate.quote


def test_the_first_facts_are_there_before_the_second_window_is_read(store: Store) -> None:
    text = "\n\n".join(f"The team chose option {n}." for n in range(100))
    windows = offline(store, text, Options(window_tokens=100)).windows
    said = [
        Candidate(f"The team chose option {window.text.split()[4]}", window.text[:25]) for window in windows
    ]
    extractor = Scripted(*([candidate] for candidate in said))

    async def first() -> list[Fact]:
        run = Run(store, text, extractor, Options(window_tokens=100))
        async for _ in run:
            assert run.report.done == 1
            run.cancel()
        assert run.report.cancelled
        return run.facts

    assert len(asyncio.run(first())) == 1


def test_when_the_extractor_fails_nothing_comes_of_it(store: Store) -> None:
    for error in (ModelUnusable("no key"), AnswerUnusable("garbage")):
        run = Run(store, INFRASTRUCTURE, Scripted(error), Options())
        with pytest.raises(type(error)):
            drive(run)
        assert run.facts == []


def test_one_window_that_fails_is_named_and_the_others_count(store: Store) -> None:
    text = "\n\n".join(f"The team chose option {n}." for n in range(30))
    count = len(Run(store, text, Scripted(), Options(window_tokens=100)).windows)
    answers: list[Sequence[Candidate] | Exception] = [[] for _ in range(count)]
    answers[1] = AnswerUnusable("the model refused")
    answers[0] = [Candidate("The team chose option 0", "The team chose option 0.")]
    run = Run(store, text, Scripted(*answers), Options(window_tokens=100))
    assert [fact.outcome for fact in drive(run)] == [Outcome.NEW]
    assert run.report.failed == ["the model refused"]


def test_a_dropped_fact_stays_out_unless_allowed(store: Store) -> None:
    saved = save(store, drive(offline(store)), scope="/project/atlas", by=PERSON_AT_CLI, origins=ORIGINS)
    drop(store, saved.learned.ids[:1], by=PERSON_AT_CLI)
    again = drive(offline(store))
    assert [fact.outcome for fact in again].count(Outcome.SUPPRESSED) == 1
    assert save(store, again, scope="/project/atlas", by=PERSON_AT_CLI, origins=ORIGINS).learned.ids == []
    allowed = drive(offline(store, options=Options(scope="/project/atlas", allow_dropped=True)))
    saved = save(
        store, allowed, scope="/project/atlas", by=PERSON_AT_CLI, origins=ORIGINS, allow_dropped=True
    )
    assert len(saved.learned.ids) == 1


def _update(store: Store, origin: Origin, session: str = "") -> Fact:
    draft = Draft("Atlas runs PostgreSQL 14", origin=origin, provenance={"session": session})
    target = add(store, draft, by=PERSON_AT_CLI).memory
    candidate = Candidate("Atlas runs PostgreSQL 16", "Atlas runs PostgreSQL 16")
    return Fact(candidate, Outcome.UPDATES, "another version", target)


def test_an_update_that_a_person_chose_supersedes_and_undo_restores(store: Store) -> None:
    fact = _update(store, Origin.PERSON)
    saved = save(store, [fact], scope="/", by=PERSON_AT_CLI, origins=ORIGINS, chosen=True)
    assert live(store) == ["Atlas runs PostgreSQL 16"]
    assert links_of(store, saved.learned.ids[0]) == [(LinkKind.SUPERSEDES, 1)]
    undo(store, by=PERSON_AT_CLI)
    assert live(store) == ["Atlas runs PostgreSQL 14"]


@pytest.mark.parametrize(
    ("origin", "session", "acted"),
    [
        (Origin.EXTRACTED, "s1", True),
        (Origin.EXTRACTED, "s2", False),
        (Origin.PERSON, "s1", False),
        (Origin.AGENT, "s1", False),
    ],
)
def test_unattended_only_facts_of_the_same_session_are_superseded(
    store: Store, origin: Origin, session: str, acted: bool
) -> None:
    saved = save(store, [_update(store, origin, session)], scope="/", by=HOOK, origins=ORIGINS)
    assert bool(saved.learned.ids) is acted
    assert len(saved.held) == (not acted)


@pytest.mark.parametrize("outcome", [Outcome.CONFLICTS, Outcome.DELETES])
def test_conflicts_and_endings_are_returned_and_not_acted_on(store: Store, outcome: Outcome) -> None:
    fact = replace(_update(store, Origin.PERSON), outcome=outcome)
    saved = save(store, [fact], scope="/", by=PERSON_AT_CLI, origins=ORIGINS, chosen=True)
    assert saved.held == [fact]
    assert live(store) == ["Atlas runs PostgreSQL 14"]


def test_a_target_that_changed_meanwhile_is_left_alone(store: Store) -> None:
    fact = _update(store, Origin.PERSON)
    drop(store, [1], by=PERSON_AT_CLI)
    saved = save(store, [fact], scope="/", by=PERSON_AT_CLI, origins=ORIGINS, chosen=True)
    assert (saved.learned.ids, saved.learned.stale) == ([], 1)


async def test_a_reading_can_be_stopped_between_two_statements_of_a_window(store: Store) -> None:
    run = offline(store)
    reading = asyncio.ensure_future(anext(aiter(run)))
    for _ in range(4):
        await asyncio.sleep(0)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert (run.report.done, run.facts) == (0, [])
