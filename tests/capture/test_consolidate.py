"""What a new statement means for what is known, and who may act on it without a person."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from memtui.capture import consolidate as consolidating
from memtui.capture.consolidate import Advice, consolidate, merged_text, needs_card
from memtui.capture.facts import Candidate, Fact, Outcome
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.dating import AT_THE_LATEST, DATED
from memtui.domain.instant import DAY
from memtui.domain.memory import Memory, Origin
from memtui.language.difference import Comparison, compare
from memtui.lifecycle.states import archive, drop
from memtui.llm.errors import LlmError
from memtui.store import memories
from memtui.store.database import Store
from tests.lifecycle.worlds import PERSON, added, picture
from tests.review.planting import plant

SCOPE = "/project/atlas"
EXTRACTOR = Actor(ActorKind.SYSTEM, "extract", "session-1")


def candidate(text: str) -> Candidate:
    return Candidate(text, quote=text)


def told(store: Store, *texts: str, **options: object) -> list[Fact]:
    return consolidate(store, SCOPE, [candidate(text) for text in texts], **options)  # type: ignore[arg-type]


def verdict(store: Store, known: str, text: str, **options: object) -> Fact:
    """Add one memory and return what a new statement is to it."""
    added(store, known, SCOPE)
    (fact,) = told(store, text, **options)
    return fact


DIFFERENT = [
    ("Anna is allergic to chicken", "Anna is allergic to pork"),
    ("Little experience with Go", "Great experience with Go"),
    ("The web listens on 8080, the api on 9090", "The web listens on 9090, the api on 8080"),
    ("Check licences in the deploy step", "Check licences after the deploy step"),
    ("Check licences inside the deploy step", "Check licences outside the deploy step"),
    ("Customers are billed monthly", "Users are billed monthly"),
]
CASES = [
    ("The cache runs on Redis", "Lunch is at noon on Fridays", Outcome.NEW),
    ("The cache runs on Redis", "The cache runs on Redis.", Outcome.DUPLICATE),
    ("Backups are kept for 30 days", "Backups are retained for 30 days", Outcome.MERGES),
    ("Backups are kept for 30 days", "Backups are kept for 90 days", Outcome.CONFLICTS),
    ("The user eats meat", "The user does not eat meat", Outcome.CONFLICTS),
    ("Retries are enabled for payments", "Retries are disabled for payments", Outcome.CONFLICTS),
    ("Backups are kept for 30 days", "Backups are now kept for 90 days", Outcome.UPDATES),
    ("The till report starts at 04:00 UTC", "The till report now runs at 03:15", Outcome.UPDATES),
    (
        "The till report till_daily starts at 04:00 UTC.",
        "The till report starts at 03:15 UTC from Monday 2026-11-30 on because the rates come later.",
        Outcome.CONFLICTS,
    ),
    (
        "orders.tea has 12 shards keyed by till_id; retention 7 days.",
        "Set the retention of orders.tea to 14 days instead of 7.",
        Outcome.UPDATES,
    ),
    ("The SDK is pinned to 2.9.3", "The SDK is pinned to 2.10.0", Outcome.UPDATES),
    ("The SDK is pinned to 2.10.0", "The SDK is pinned to 2.9.3", Outcome.CONFLICTS),
    ("Travis is used for the builds", "Travis is no longer used for the builds", Outcome.DELETES),
    ("The nightly export runs at 2 am", "The nightly export was discontinued", Outcome.DELETES),
    (
        "Travis is used for the builds",
        "Travis is no longer used for the builds, GitHub Actions is used instead",
        Outcome.UPDATES,
    ),
    (
        "The API listens on port 8080",
        "The API listens on port 8080 behind nginx since March 2026",
        Outcome.MERGES,
    ),
    ("The API listens on port 8080 since March 2026", "The API listens on port 8080", Outcome.DUPLICATE),
    ("The user lives in Porto", "The user lives in Porto with two cats", Outcome.MERGES),
    ("The user lives in Porto with two cats", "The user lives in Porto", Outcome.DUPLICATE),
    ("The user lives in Porto with two old cats", "The user lives in Porto with cats", Outcome.DUPLICATE),
    (
        "Atlas keeps its backups for 30 days in the bucket at Frankfurt",
        "Atlas retains backups for 30 days",
        Outcome.DUPLICATE,
    ),
    ("The staging database runs PostgreSQL 14", "The production database runs PostgreSQL 16", Outcome.NEW),
]


@pytest.mark.parametrize(("known", "text", "outcome"), CASES)
def test_each_statement_gets_its_verdict(store: Store, known: str, text: str, outcome: Outcome) -> None:
    fact = verdict(store, known, text)
    assert fact.outcome is outcome
    assert (fact.target is not None) == (outcome is not Outcome.NEW)
    assert fact.target is None or fact.target.text == known
    assert bool(fact.why) == (outcome is not Outcome.NEW)


NEAR = [
    ("Ania is on leave until March", "Before a deploy, ask Ania", True),
    ("The shop moves to PostgreSQL 16", "Every table of PostgreSQL has a comment", True),
    ("The cap of the demo is 8 GB now", "The demo must stay under 6 GB of download", True),
    ("The demo weighs 8 GB", "The demo lasts 6 minutes", False),
    ("Ania bakes bread", "Deploys go out on Fridays", False),
]


@pytest.mark.parametrize(("text", "known", "near"), NEAR)
def test_a_new_statement_names_what_is_known_about_the_same(
    store: Store, text: str, known: str, near: bool
) -> None:
    fact = verdict(store, known, text)
    assert fact.outcome is Outcome.NEW
    assert (fact.near is not None and fact.near.text == known) is near


def test_a_name_that_nearly_every_memory_holds_brings_none_of_them_near(store: Store) -> None:
    for what in ("tea", "cats", "rain", "ships"):
        added(store, f"Ada likes {what}", SCOPE)
    assert verdict(store, "Ada has a boat", "Ada owns a laptop").near is None


def test_a_document_is_not_compared_and_what_stands_in_it_word_for_word_is_known(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []

    def noted(left: str, right: str) -> Comparison:
        compared.append(left)
        return compare(left, right)

    monkeypatch.setattr("memtui.capture.consolidate.compare", noted)
    page = "Backups are kept for 30 days. " + "The rest of the page is about the weather. " * 500
    assert verdict(store, page, "Backups are kept for 90 days").outcome is Outcome.NEW
    (known,) = told(store, "Backups are kept for 30 days")
    assert known.outcome is Outcome.DUPLICATE
    assert page.strip() not in compared


@pytest.mark.parametrize(("known", "text", "outcome"), CASES)
def test_a_line_under_a_topic_is_known_by_its_own_words(
    store: Store, known: str, text: str, outcome: Outcome
) -> None:
    plant(store, f"Notes: {known}", scope=SCOPE, days_ago=1.0, provenance={"section": "Notes"})
    (fact,) = told(store, text)
    assert fact.outcome is outcome


def test_consolidation_changes_nothing(store: Store) -> None:
    for known, _, _ in CASES:
        added(store, known, SCOPE)
    before = picture(store)
    told(store, *(text for _, text, _ in CASES))
    assert picture(store) == before


def test_a_statement_older_than_a_memory_never_updates_it(store: Store) -> None:
    fact = verdict(
        store,
        "Backups are kept for 30 days",
        "Backups are now kept for 90 days",
        said_at=store.now() - 9 * DAY,
    )
    assert fact.outcome is Outcome.CONFLICTS
    assert "the memory is the newer" in fact.why


def test_a_line_without_a_day_of_its_own_is_not_the_newer(store: Store) -> None:
    plant(store, "Backups are kept for 30 days", scope=SCOPE, provenance={DATED: AT_THE_LATEST})
    (fact,) = told(store, "Backups are now kept for 90 days", said_at=store.now() - 9 * DAY)
    assert fact.outcome is Outcome.UPDATES


def test_a_statement_older_than_a_memory_never_ends_it(store: Store) -> None:
    fact = verdict(
        store,
        "Travis is used for the builds",
        "Travis is no longer used for the builds",
        said_at=store.now() - 9 * DAY,
    )
    assert fact.outcome is Outcome.CONFLICTS
    assert "the older of the two" in fact.why


@pytest.mark.parametrize("outcome", [Outcome.UPDATES, Outcome.DELETES])
def test_a_model_lets_no_older_statement_replace_a_memory(store: Store, outcome: Outcome) -> None:
    def advisor(asked: Candidate, shown: Sequence[Memory]) -> Advice:
        return Advice(outcome, 0, "the model says so")

    old = {"said_at": store.now() - 9 * DAY, "advisor": advisor}
    fact = verdict(store, "Backups are kept for 30 days", "Backups are kept for 90 days", **old)
    assert (fact.outcome, fact.why) == (Outcome.CONFLICTS, "it is the older of the two")


def test_a_model_is_shown_nothing_that_was_dropped_or_archived(store: Store) -> None:
    shown: list[str] = []

    def advisor(asked: Candidate, live: Sequence[Memory]) -> Advice | None:
        shown.extend(memory.text for memory in live)
        return None

    drop(store, [added(store, "Backups are kept for 14 days", SCOPE)], by=PERSON)
    archive(store, [added(store, "Backups are kept for 60 days", SCOPE)], by=PERSON)
    verdict(store, "Backups are kept for 30 days", "Backups are kept for 90 days", advisor=advisor)
    assert shown == ["Backups are kept for 30 days"]


def test_a_model_that_knows_no_better_changes_no_verdict(store: Store) -> None:
    fact = verdict(
        store, "Backups are kept for 30 days", "Backups are kept for 90 days", advisor=lambda *_: None
    )
    assert fact.outcome is Outcome.CONFLICTS


def test_what_was_dropped_stays_out_in_other_words_unless_allowed(store: Store) -> None:
    gone = added(store, "Backups are kept for 30 days", "/project")
    drop(store, [gone], by=PERSON)
    (fact,) = told(store, "Backups are retained for 30 days")
    assert fact.outcome is Outcome.SUPPRESSED
    assert fact.why == "you dropped this on 20 November 2026"
    (allowed,) = told(store, "Backups are retained for 30 days", allow_dropped=True)
    assert allowed.outcome is Outcome.NEW
    (other,) = told(store, "Backups are retained for 90 days")
    assert other.outcome is Outcome.NEW


@pytest.mark.parametrize("text", ["- **Backups** are kept 30 days!", "Back\u200bups are kept 30 days"])
@pytest.mark.parametrize("scope", ["/", "/project/atlas", "/project/atlas/db"])
def test_what_was_dropped_stays_out_in_another_spelling_and_scope(
    store: Store, text: str, scope: str
) -> None:
    drop(store, [added(store, "Backups are kept 30 days", scope)], by=PERSON)
    assert told(store, text)[0].outcome is Outcome.SUPPRESSED


def test_a_wording_that_was_merged_away_holds_nothing_back(store: Store) -> None:
    drop(store, [added(store, "Backups are retained for 30 days", SCOPE)], by=PERSON)
    added(store, "Backups are kept for 30 days", SCOPE)
    assert told(store, "Backups are kept 30 days long")[0].outcome is Outcome.MERGES


def test_what_was_dropped_elsewhere_does_not_matter(store: Store) -> None:
    drop(store, [added(store, "Backups are kept for 30 days", "/project/zephyr")], by=PERSON)
    assert told(store, "Backups are retained for 30 days")[0].outcome is Outcome.NEW


def test_an_archived_memory_is_known_but_contradicts_nothing(store: Store) -> None:
    archive(store, [added(store, "Backups are kept for 30 days", SCOPE)], by=PERSON)
    same, other = told(store, "Backups are retained for 30 days", "Backups are kept for 90 days")
    assert same.outcome is Outcome.MERGES
    assert other.outcome is Outcome.NEW


def test_a_statement_that_a_run_makes_twice_counts_once(store: Store) -> None:
    facts = told(store, "Backups are kept for 30 days", "Lunch is at noon", "backups are kept for 30 days.")
    assert [fact.outcome for fact in facts] == [Outcome.NEW, Outcome.NEW, Outcome.REPEATED]
    assert "Backups are kept for 30 days" in facts[2].why


def test_what_a_run_says_again_in_other_words_is_not_lost(store: Store) -> None:
    facts = told(store, "Backups are kept for 30 days", "Backups are retained for 30 days")
    assert [fact.outcome for fact in facts] == [Outcome.NEW, Outcome.NEW]


def test_what_is_known_in_other_words_waits_for_a_person(store: Store) -> None:
    fact = verdict(store, "Backups are kept for 30 days", "Backups are retained for 30 days")
    assert needs_card(fact, session="session-1")
    assert merged_text(fact) == "Backups are retained for 30 days"


@pytest.mark.parametrize(("known", "text"), DIFFERENT)
def test_what_looks_alike_and_says_something_else_is_never_taken_for_known(
    store: Store, known: str, text: str
) -> None:
    assert verdict(store, known, text).outcome not in {Outcome.DUPLICATE, Outcome.MERGES}


def test_what_an_earlier_window_said_counts_once_too(store: Store) -> None:
    (fact,) = told(
        store, "backups are kept for 30 days", earlier=[candidate("Backups are kept for 30 days.")]
    )
    assert fact.outcome is Outcome.REPEATED


def test_the_weightiest_verdict_counts(store: Store) -> None:
    added(store, "Backups are kept for 90 days", SCOPE)
    same = added(store, "Backups are retained for 30 days", SCOPE)
    (fact,) = told(store, "Backups are kept for 30 days")
    assert fact.outcome is Outcome.MERGES
    assert fact.target is not None
    assert fact.target.id == same


def test_what_a_person_or_agent_wrote_is_never_replaced_without_a_card(store: Store) -> None:
    for origin in Origin:
        extracted = origin is Origin.EXTRACTED
        for session in ("session-1", "session-2", ""):
            memory = _memory(store, origin)
            fact = Fact(candidate("x"), Outcome.UPDATES, target=memory)
            assert needs_card(fact, session=session) == (not extracted or session != "session-1")


def _memory(store: Store, origin: Origin) -> Memory:
    from memtui.store import memories

    memory = memories.get(
        store,
        added(
            store,
            f"fact from {origin} {store.query('SELECT count(*) FROM memories')[0][0]}",
            origin=origin,
            provenance={"session": "session-1"},
        ),
    )
    assert memory is not None
    return memory


@pytest.mark.parametrize(
    ("outcome", "card"),
    [
        (Outcome.NEW, False),
        (Outcome.DUPLICATE, False),
        (Outcome.SUPPRESSED, False),
        (Outcome.MERGES, True),
        (Outcome.CONFLICTS, True),
        (Outcome.DELETES, True),
    ],
)
def test_unattended_capture_adds_or_does_nothing_and_asks_about_the_rest(
    store: Store, outcome: Outcome, card: bool
) -> None:
    memory = _memory(store, Origin.EXTRACTED)
    assert needs_card(Fact(candidate("x"), outcome, target=memory), session="session-1") is card


def test_a_merge_keeps_the_statement_that_says_more(store: Store) -> None:
    short, long = "The API listens on port 8080", "The API listens on port 8080 behind nginx since March 2026"
    assert merged_text(verdict(store, short, long)) == long
    (back,) = consolidate(store, "/other", [candidate(short)])
    assert merged_text(back) == short


def test_a_merge_keeps_a_memory_that_holds_all_the_words_of_the_statement(store: Store) -> None:
    (long,) = memories.get_many(store, [added(store, "Check licences first. Deploys go out on Fridays.")])
    repeated = Fact(candidate("Deploys go out on Fridays."), Outcome.MERGES, target=long)
    assert merged_text(repeated) == long.text


def test_a_model_may_advise_but_not_against_the_rules(store: Store) -> None:
    def says(outcome: Outcome, target: int | None = 0) -> Fact:
        def advisor(asked: Candidate, shown: Sequence[Memory]) -> Advice:
            assert asked.text == "Backups are kept for 90 days"
            assert [memory.text for memory in shown] == ["Backups are kept for 30 days"]
            return Advice(outcome, target, "the model says so")

        (fact,) = told(store, "Backups are kept for 90 days", advisor=advisor)
        return fact

    added(store, "Backups are kept for 30 days", SCOPE)
    assert says(Outcome.UPDATES).outcome is Outcome.UPDATES
    assert says(Outcome.NEW).outcome is Outcome.NEW
    assert says(Outcome.DUPLICATE).outcome is Outcome.CONFLICTS  # the numbers differ
    assert says(Outcome.SUPPRESSED).outcome is Outcome.CONFLICTS
    assert says(Outcome.UPDATES, target=7).outcome is Outcome.CONFLICTS  # an invented memory
    assert says(Outcome.UPDATES, target=None).outcome is Outcome.CONFLICTS


def test_a_model_is_not_asked_about_duplicates_or_strangers(store: Store) -> None:
    def advisor(asked: Candidate, shown: Sequence[Memory]) -> Advice:
        raise AssertionError(asked.text)

    added(store, "Backups are kept for 30 days", SCOPE)
    told(store, "backups are kept for 30 days.", "Quokkas live on an island", advisor=advisor)


def test_an_embedder_that_cannot_be_used_leaves_the_words(store: Store) -> None:
    class Broken:
        name = "broken"

        def embed(self, texts: Sequence[str]) -> object:
            raise LlmError("the server is down")

    fact = verdict(store, "Backups are kept for 30 days", "Backups are kept for 90 days", embedder=Broken())
    assert fact.outcome is Outcome.CONFLICTS


def test_a_cancelled_run_keeps_what_it_has(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consolidating, "_AT_ONCE", 2)
    asked = iter([False, True])
    texts = ["Backups are kept for 30 days", "Lunch is at noon", "The web listens on port 8080"]
    facts = told(store, *texts, cancelled=lambda: next(asked))
    assert [fact.candidate.text for fact in facts] == texts[:2]


FIXTURES = Path(__file__).parents[3] / "shared" / "fixtures"


@pytest.mark.long
@pytest.mark.real
@pytest.mark.skipif(not FIXTURES.is_dir(), reason="the real pairs are not part of the project")
def test_the_quality_that_was_promised_is_reached_on_real_pairs() -> None:
    from benchmarks import pairs

    missed = [figure for figure in pairs.figures(FIXTURES) if not figure.met]
    assert missed == []
