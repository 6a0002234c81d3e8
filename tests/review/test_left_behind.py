"""Amounts that a project gave something once, and gives no longer, are found in whatever words."""

from pathlib import Path

import pytest

from memtui.review.code.amounts import quoted
from memtui.review.code.assigned import figures_in
from tests.review.test_code_quotes import held, write
from tests.review.test_dead import git

BEFORE = {
    "bakery/config.py": "class Config:\n    oven_timeout_seconds: float = 9.0\n"
    "    order_lifetime_hours = 12\n    session_minutes: int = 45\n    page_size = 40\n"
    "    delivery_retries = 4\n"
    '    rate_limit = "30/minute"\n    oven_pause_seconds = 9\n    shelf_cache_seconds = 300\n'
    "    max_photo_mb = 6\n    default_locale = 'nl'\n    label_font = 'serif'\n",
    "tox.ini": "[testenv]\ncommands = pytest --cov=bakery --cov-fail-under=65\n",
    "Dockerfile": 'FROM alpine:3\nEXPOSE 7100\nCMD ["serve", "bakery", "--workers", "3", "--port", "7100"]\n',
}
NOW = {
    "bakery/config.py": "class Config:\n    oven_timeout_seconds: float = 25.0\n"
    "    order_lifetime_hours = 36\n    session_minutes: int = 90\n    page_size = 15\n"
    "    delivery_retries = 8\n"
    '    rate_limit = "80/minute"\n    oven_pause_seconds = 9\n    shelf_cache_seconds = 300\n'
    "    max_photo_mb = 6\n    default_locale = 'fr'\n    label_font = 'grotesk'\n",
    "tox.ini": "[testenv]\ncommands = pytest --cov=bakery --cov-fail-under=78\n",
    "Dockerfile": 'FROM alpine:3\nEXPOSE 7300\nCMD ["serve", "bakery", "--workers", "5", "--port", "7300"]\n',
}


@pytest.fixture(scope="module")
def bakery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of which one commit changed most figures."""
    root = tmp_path_factory.mktemp("code") / "bakery"
    root.mkdir()
    git(root, "init", "-q")
    write(root, BEFORE, "Begin")
    write(root, NOW, "Change it")
    return root


@pytest.mark.parametrize(
    ("text", "anew"),
    [
        (
            "The oven has nine seconds to respond, or else somebody is called.",
            "The oven has 25 seconds to respond, or else somebody is called.",
        ),
        (
            "Sessions run out by themselves after three quarters of an hour.",
            "Sessions run out by themselves after 90 minutes.",
        ),
        (
            "A delivery that bounces is tried four more times, then it's given up.",
            "A delivery that bounces is tried 8 more times, then it's given up.",
        ),
        ("Clients get through 30 requests a minute.", "Clients get through 80 requests a minute."),
        (
            "The build breaks when fewer than 65 % of the lines are covered.",
            "The build breaks when fewer than 78 % of the lines are covered.",
        ),
        ("On laptops the bakery answers on 7100.", "On laptops the bakery answers on 7300."),
        (
            "Nine seconds pass before we stop waiting for the oven.",
            "25 seconds pass before we stop waiting for the oven.",
        ),
        (
            "After three quarters of an hour without a click a session is over.",
            "After 90 minutes without a click a session is over.",
        ),
        ("An order stays valid for half a day.", "An order stays valid for 36 hours."),
    ],
)
def test_in_other_words_than_the_code_has_it_is_proposed_as_it_is_now(
    bakery: Path, text: str, anew: str
) -> None:
    told = held(bakery, text)
    assert told is not None
    assert (told.same, told.sure, told.text) == (False, True, anew)


@pytest.mark.parametrize(
    ("text", "anew"),
    [
        (
            "A listing holds forty loaves unless someone asks for others.",
            "A listing holds 15 loaves unless someone asks for others.",
        ),
        ("Three worker processes share the load.", "5 worker processes share the load."),
    ],
)
def test_of_one_word_without_a_unit_it_is_only_asked(bakery: Path, text: str, anew: str) -> None:
    told = held(bakery, text)
    assert told is not None
    assert (told.sure, told.named, told.text) == (False, False, anew)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("If nobody picks a language, a label is in Dutch.", "default_locale was nl until commit"),
        ("The font of a label is serif.", "label_font was serif until commit"),
    ],
)
def test_a_word_that_a_setting_chose_before_is_asked_about(bakery: Path, text: str, why: str) -> None:
    told = held(bakery, text)
    assert told is not None
    assert (told.same, told.sure, told.named) == (False, False, False)
    assert told.why.startswith(why)


@pytest.mark.parametrize(
    "text",
    [
        "If nobody picks a language, a label is in French.",
        "The language of a label is not Dutch.",
        "The language of the miller is Dutch.",
        "A Dutch customer buys rye.",
        "The language of a label was Dutch.",
        "The font of a label is grotesk, serif is for the sign.",
    ],
)
def test_a_word_of_now_or_of_something_else_is_left_alone(bakery: Path, text: str) -> None:
    assert held(bakery, text) is None


@pytest.mark.parametrize(
    "text",
    [
        "The oven has 25 seconds to respond, or else somebody is called.",
        "Sessions run out after an hour and a half.",
        "A delivery that bounces is tried eight more times.",
        "Clients get through 80 requests a minute.",
        "The build breaks when fewer than 78 % of the lines are covered.",
        "On laptops the bakery answers on 7300.",
        "Five worker processes share the load.",
        "A listing holds fifteen loaves unless someone asks for others.",
    ],
)
def test_the_value_of_now_is_left_alone(bakery: Path, text: str) -> None:
    assert held(bakery, text) is None


@pytest.mark.parametrize(
    "text",
    [
        "The oven pauses nine seconds between two loaves.",
        "The mill has nine seconds to respond.",
        "Our miller's oven has nine seconds to respond.",
        "Between two tries of the oven there is a pause of nine seconds.",
        "Standups take three quarters of an hour.",
        "Sessions with the bank take three quarters of an hour.",
        "The course has four sessions of an hour.",
        "Nobody may bake more than 30 loaves a minute.",
        "Greta covered 65 % of the costs.",
        "The mill answers on 7100.",
        "Three workers of the mill are ill.",
        "Forty loaves fit on one shelf.",
    ],
)
def test_the_same_figure_of_another_thing_is_left_alone(bakery: Path, text: str) -> None:
    assert held(bakery, text) is None


@pytest.mark.parametrize(
    "text",
    [
        "The oven had nine seconds to respond in spring.",
        "We gave the oven nine seconds to respond, and it was too little.",
        "The oven took nine seconds to respond on Monday.",
        "It is not nine seconds any more that the oven has to respond.",
        "The oven no longer has nine seconds to respond.",
        "A listing held forty loaves at first.",
        "Clients used to get 30 requests a minute.",
        "Orders were valid for half a day until the holidays.",
        "The oven should not need nine seconds to respond.",
        "Raise the oven's patience of nine seconds.",
    ],
)
def test_history_and_denials_are_left_alone(bakery: Path, text: str) -> None:
    assert held(bakery, text) is None


@pytest.mark.parametrize(
    ("text", "figure", "value"),
    [
        ("a quarter of an hour", 15, 900_000),
        ("one hour", 60, 3_600_000),
        ("two hundred loaves", 200, 200),
        ("twenty-five loaves", 25, 25),
        ("three more times", 3, 3),
    ],
)
def test_amounts_are_read_in_words(text: str, figure: int, value: int) -> None:
    (it,) = quoted(text)
    assert (int(it.amount.bare), int(it.amount.value), it.names) == (figure, value, False)


@pytest.mark.parametrize(
    ("path", "line", "name", "figure"),
    [
        ("oven.rs", "pub const OVEN_POLL: Duration = Duration::from_secs(30);", "OVEN_POLL", 30_000),
        ("main.go", 'flag.Int("workers", 4, "how many bake")', "workers", 4),
        ("main.go", 'viper.SetDefault("shelf.ttl", "10m")', "ttl", 600_000),
        ("env.ts", "  PAGE: z.coerce.number().default(25),", "PAGE", 25),
    ],
)
def test_figures_of_other_languages_are_read(path: str, line: str, name: str, figure: int) -> None:
    (it,) = figures_in(path, f"{line}\n")
    assert (it.name, int(it.amount.value)) == (name, figure)
