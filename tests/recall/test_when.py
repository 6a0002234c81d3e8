"""Which time a question speaks of."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.recall.when import period

FRIDAY = date(2026, 11, 20)


def fit(question: str, day: str) -> float:
    named = period(question, FRIDAY)
    moment = datetime.fromisoformat(f"{day}T09:00").replace(tzinfo=UTC)
    return 0.0 if named is None else named.match(moment.timestamp())


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("What did we decide in May 2026?", "2026-05-17"),
        ("What happened on 3 June, 2023?", "2023-06-03"),
        ("What happened on the 3rd of June?", "2021-06-03"),
        ("What broke on August 11, 2023?", "2023-08-11"),
        ("What broke on 29 Dec 2023?", "2023-12-29"),
        ("What broke on 21.01.2024?", "2024-01-21"),
        ("What was released on 2026-05-03?", "2026-05-03"),
        ("What was planned for 2026-05?", "2026-05-30"),
        ("Where did she hike in July?", "2022-07-09"),
        ("What did we decide last week?", "2026-11-12"),
        ("What did Ada say yesterday?", "2026-11-19"),
        ("What broke last month?", "2026-10-03"),
        ("What broke two weeks ago?", "2026-11-06"),
        ("What was said on Tuesday?", "2026-11-17"),
        ("Was haben wir letzte Woche entschieden?", "2026-11-10"),
        ("上周决定了什么？", "2026-11-11"),
        ("先週の水曜日に何を決めた？", "2026-11-11"),
    ],
)
def test_what_was_made_then_fits(question: str, day: str) -> None:
    assert fit(question, day) == 1.0
    assert fit(question, "2019-03-30") == 0.0


def test_a_year_says_little() -> None:
    assert 0 < fit("Which tools came in 2024?", "2024-08-01") < 0.5


@pytest.mark.parametrize(
    "question",
    ["may I march on?", "May I use tabs?", "Which database holds the users?", "Who leads the team?"],
)
def test_most_questions_name_no_time(question: str) -> None:
    assert period(question, FRIDAY) is None


def test_the_named_day_fits_best_then_its_month() -> None:
    question = "What was released on 2026-05-03?"
    assert fit(question, "2026-05-03") > fit(question, "2026-05-20") > fit(question, "2026-06-03") == 0


@given(st.text(max_size=80), st.dates())
def test_any_question_is_bearable(text: str, today: date) -> None:
    named = period(f"{text} on 29 February, 31.12.9999, in 12 years", today)
    assert named is None or 0.0 <= named.match(0.0) <= 1.0
