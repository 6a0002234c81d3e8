"""Each gate holds back what it is for, says why, and lets the rest pass."""

from dataclasses import replace
from datetime import date

import pytest

from memtui.capture import gates
from memtui.capture.facts import Candidate, Outcome, Window
from memtui.capture.gates import Checking
from memtui.capture.grounding import Source, invented
from memtui.capture.quotes import locate
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft
from memtui.domain.text import normalised
from memtui.language.difference import compare
from memtui.lifecycle.add import add
from memtui.lifecycle.states import drop
from memtui.store.database import Store
from tests.growth import grows_too_fast

TODAY = date(2026, 11, 20)
TEXT = (
    "Ada said we will “definitely” use\nPostgreSQL 16 for the users table by Friday — it's proven. "
    "Cost is $2,400/month; 2.5k users in three regions."
)
GOOD = Candidate("Atlas will use PostgreSQL 16 for the users table", "use PostgreSQL 16 for the users table")


def checking(text: str = TEXT, **more: object) -> Checking:
    return Checking(Window(0, text, 0, len(text)), Source(text, TODAY), **more)  # type: ignore[arg-type]


def outcome(candidate: Candidate, about: Checking | None = None) -> Outcome | None:
    fact = gates.check(gates.tidied(candidate), about or checking())
    return None if fact is None else fact.outcome


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"text": " "}, Outcome.MALFORMED),
        ({"text": "word " * 400}, Outcome.MALFORMED),
        ({"importance": 80.0}, Outcome.MALFORMED),
        ({"window": 3}, Outcome.MALFORMED),
        ({"text": "<think>hm</think>"}, Outcome.MALFORMED),
        ({"quote": ""}, Outcome.NO_QUOTE),
        ({"quote": "we will use MySQL"}, Outcome.NO_QUOTE),
        ({"quote": "a"}, Outcome.NO_QUOTE),
        ({"text": "The users table uses PostgreSQL 17"}, Outcome.INVENTED),
        ({"text": "The users table uses MySQL"}, Outcome.INVENTED),
        ({"text": "The table moves by 2026-11-29"}, Outcome.INVENTED),
        ({"importance": 0.2}, Outcome.UNIMPORTANT),
        ({"text": "Thank you so much!"}, Outcome.TRIVIAL),
        ({"text": "I'm sorry, but I can't help with that"}, Outcome.TRIVIAL),
        ({"text": 'The facts are {"text": "a", "quote": "b"}'}, Outcome.TRIVIAL),
        ({"text": "The user asked about the users table"}, Outcome.TRIVIAL),
        ({"text": "Done, thanks all"}, Outcome.TRIVIAL),
    ],
)
def test_each_gate_holds_back_its_kind(change: dict[str, object], expected: Outcome) -> None:
    candidate = replace(GOOD, text="We will use PostgreSQL 16 for the users table")
    assert outcome(candidate) is None
    assert outcome(replace(candidate, **change)) is expected  # type: ignore[arg-type]


def test_a_secret_is_held_back_and_not_said() -> None:
    text = "The staging password is " + "hunter2 for now"
    fact = gates.check(Candidate(text, text), checking(text))
    assert fact is not None
    assert fact.outcome is Outcome.SECRET
    assert "hunter2" not in fact.why


def test_what_was_recalled_in_this_session_is_nothing_new() -> None:
    about = checking(recalled={normalised("We use PostgreSQL 16 for the users table")})
    assert gates.recalled(replace(GOOD, text="We use PostgreSQL 16 for the users table."), about)
    assert gates.recalled(replace(GOOD, text="We use Postgres"), about) is None


def test_known_texts_and_dropped_ones(store: Store) -> None:
    add(store, Draft("Atlas uses SQLite", scope="/a"), by=PERSON_AT_CLI)
    dropped = add(store, Draft("Atlas uses MySQL", scope="/"), by=PERSON_AT_CLI)
    drop(store, [dropped.memory.id], by=PERSON_AT_CLI)
    candidates = [
        Candidate(text, text) for text in ("atlas uses  sqlite.", "Atlas uses MySQL", "Atlas uses DuckDB")
    ]
    same, gone, new = gates.known(store, "/a", candidates)
    assert same is not None
    assert (same.outcome, same.target and same.target.text) == (Outcome.DUPLICATE, "Atlas uses SQLite")
    assert gone is not None
    assert (gone.outcome, gone.why) == (Outcome.SUPPRESSED, "you dropped this on 20 November 2026")
    assert new is None
    assert gates.known(store, "/a", candidates, allow_dropped=True)[1] is None


@pytest.mark.parametrize(
    "quote",
    [
        'we will "definitely" use PostgreSQL 16',
        "by Friday - it's proven",
        "by Friday -- it’s proven",
        "we will ... for the users table",
        '"Cost is $2,400/month"',
        "**PostgreSQL 16** for",
    ],
)
def test_a_quote_is_found_however_it_is_spelled(quote: str) -> None:
    assert locate(quote, TEXT) is not None


@pytest.mark.parametrize(
    ("quote", "said"),
    [
        ('he said "yes" -- at once', "he  said “yes” — at once"),
        ("the dash - here", "the dash -- here"),
        ("all of it", "**all of** it"),
    ],
)
def test_what_is_found_is_where_it_stands(quote: str, said: str) -> None:
    text = f"Before that: {said}, and more."
    assert locate(quote, text) is not None
    start, end = locate(quote, text) or (0, 0)
    assert said in {text[start:end], text[start - 2 : end]}


@pytest.mark.few(2)
@pytest.mark.parametrize("piece", ["-", "--", "- ", "|--", "—", "'", "``", "> ", "x"])
def test_looking_for_a_quote_takes_time_by_length_only(piece: str) -> None:
    assert not grows_too_fast(lambda text: locate(f"{text[: len(text) // 2]}zzz", text), piece, tail="end")


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("piece", ["2026-", "0-0-", "a@a ", "not ", "1.1.1 "])
def test_comparing_takes_time_by_length_only(piece: str) -> None:
    assert not grows_too_fast(lambda text: compare(text, f"{text} more"), piece, longest=32_000)


@pytest.mark.parametrize("quote", ["", "...", "we will not use", "Cost … Ada said", "PostgreSQL  17"])
def test_what_is_not_there_is_not_found(quote: str) -> None:
    assert locate(quote, TEXT) is None


@pytest.mark.parametrize(
    ("statement", "word"),
    [
        ("Ada chose PostgreSQL 16", None),
        ("User will use PostgreSQL", None),
        ("The cost is 2400 dollars a month", None),
        ("2500 users live in 3 regions", None),
        ("The table is due by 2026-11-27", None),
        ("Switching the users table to PostgreSQL", None),
        ("Ada's table costs $2,400", None),
        ("Anna chose PostgreSQL", "Anna"),
        ("Ada Lovelace chose PostgreSQL", "Lovelace"),
        ("The cost on AWS", "AWS"),
        ("The cost is $2,900", "2,900"),
        ("It takes 50 ms", "50"),
        ("Das Team nutzt die Datenbank und zahlt 2400", None),
        ("Das Team nutzt die Datenbank und zahlt 9999", "9999"),
    ],
)
def test_inventions_are_told_from_paraphrases(statement: str, word: str | None) -> None:
    assert invented(statement, Source(TEXT, TODAY)) == word


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("(Agent): The login of Atlas uses OIDC.", "The login of Atlas uses OIDC."),
        ("**User:** Assistant: never push to main", "never push to main"),
        ("**Atlas** runs on **Postgres 16**, not __my sequel__", "Atlas runs on Postgres 16, not my sequel"),
        ("User: admin", "User: admin"),
        ("`a ** b` and f(**kw) and g(**kw) and __init__", "`a ** b` and f(**kw) and g(**kw) and __init__"),
    ],
)
def test_a_statement_loses_its_speaker_and_its_bold_and_keeps_its_code(said: str, kept: str) -> None:
    assert gates.tidied(Candidate(said, said)).text == kept
    assert gates.tidied(Candidate(said, said)).quote == said
