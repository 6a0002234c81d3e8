"""What two statements are to each other is told by a small model, whatever their length."""

import json
from dataclasses import replace

import pytest

from memtui.language.relation import SAME_BY_WORDS, Model, Opinion, Relation, opinion, same, shipped
from memtui.model_files import ModelUnusable

OVERTAKEN = [
    ("The user eats meat", "The user does not eat meat"),
    ("The Atlas web shop is in Oslo", "The Atlas web shop is in Porto"),
    ("Pets I like: cats", "Pets I dislike: cats"),
    ("Retries are enabled for payments", "Retries are disabled for payments"),
    ("38 tests passing", "52 tests passing"),
    ("The database is PostgreSQL 15, hosted by Orrin.", "The database is MySQL 8; its address is in .env."),
    ("Our queue is RabbitMQ 3.13 on two machines", "Our queue is Kafka, which the data team runs"),
    ("Commands: Write the notes in English", "Style: The notes are written in French"),
]
SAME = [
    ("Backups are kept for 30 days", "Backups are retained for 30 days"),
    ("Backups are kept for 30 days", "We keep the backups for 30 days"),
    ("Keep 3 backups for 30 days", "3 backups are kept for 30 days"),
    ("Use ruff for linting", "Linting: use ruff"),
    ("Never push to main without asking", "Ask before pushing to main, never push without asking"),
]
NOT_THE_SAME = [
    ("Anna is allergic to chicken", "Anna is allergic to pork"),
    ("Little experience with Go", "Great experience with Go"),
    ("The web listens on 8080, the api on 9090", "The web listens on 9090, the api on 8080"),
    ("The api waits 30 days, the web 60 days", "The api waits 60 days, the web 30 days"),
    ("Use 3 workers and 5 caches", "Use 5 workers and 3 caches"),
    ("Check licences in the deploy step", "Check licences after the deploy step"),
    ("Kim reports to Lou", "Lou reports to Kim"),
    (
        "When a customer number begins with a zero, the Cinder mail sender breaks umlauts in names, then "
        "you have to pin the driver to the older release",
        "When a customer number begins with a zero, the Cinder image resizer breaks umlauts in names, then "
        "you have to pin the driver to the older release",
    ),
    ("Look into /srv/log/web.log for its errors", "Its errors are written to /var/log/api.log"),
    ("Install the packages with npm", "Use pnpm to install the packages"),
    ("Commands: Install the packages with npm", "Setup: Use pnpm to install the packages"),
    ("Set use-dark-theme to see the new pages", "The new pages hide behind the flag try-audit-export"),
]
NOTHING = [
    ("Do › Commits: keep them small", "Don't › Commits: amend published ones"),
    ("OrderStore updates OrderView", "LedgerStore updates OrderView"),
    ("Farm A: 40 nodes", "Farm B: 52 nodes"),
    ("The front end is in web/ and is built with Vite", "The front end is React 19"),
    ("The database is PostgreSQL 15, hosted by Orrin", "The cache is MySQL 8; its address is in .env"),
    ("The cache runs on Redis", "Lunch is at noon on Fridays"),
]


@pytest.mark.parametrize(("older", "newer"), OVERTAKEN)
def test_another_value_or_state_overtakes_a_statement(older: str, newer: str) -> None:
    assert opinion(older, newer).relation is Relation.OVERTAKEN


@pytest.mark.parametrize(("one", "other"), SAME)
def test_a_rewording_is_the_same(one: str, other: str) -> None:
    assert same(one, other)


@pytest.mark.parametrize(("one", "other"), NOT_THE_SAME)
def test_what_a_rewording_never_changes_keeps_two_statements_apart(one: str, other: str) -> None:
    assert not same(one, other)
    assert not same(other, one)


@pytest.mark.parametrize(("one", "other"), NOTHING)
def test_neighbours_are_nothing_to_each_other(one: str, other: str) -> None:
    assert opinion(one, other).relation is Relation.NOTHING


def notes(*changed: str) -> str:
    topics = ("mail", "search", "login", "billing", "export", "import", "backup", "audit", "chat", "maps")
    lines = [f"- The {topic} worker of Atlas keeps its jobs in the table {topic}_jobs." for topic in topics]
    lines += [f"- Ask the {topic} team before a change of the {topic} schema." for topic in topics]
    return "\n".join(["# Notes", *lines, *changed])


def test_a_long_text_in_which_one_statement_changed_is_overtaken_there() -> None:
    older, newer = notes("- Backups are kept for 30 days."), notes("- Backups are kept for 90 days.")
    told = opinion(older, newer)
    assert told.relation is Relation.OVERTAKEN
    assert told.left is not None
    assert "30 days" in older[slice(*told.left)]


@pytest.mark.parametrize(
    "pair",
    [*SAME, *OVERTAKEN, *NOT_THE_SAME, *NOTHING, (notes("- Rooms: two."), notes("- Rooms: five."))],
)
def test_what_two_are_to_each_other_is_the_same_both_ways(pair: tuple[str, str]) -> None:
    there, back = opinion(*pair), opinion(*pair[::-1])
    assert there == replace(back, left=back.right, right=back.left)


def test_more_is_asked_where_words_alone_tell() -> None:
    between = (shipped().gates[Relation.SAME] + shipped().gates[SAME_BY_WORDS]) / 2
    assert Opinion(between, 0.0).relation is Relation.SAME
    assert Opinion(between, 0.0, by_words=True).relation is Relation.NOTHING


def test_a_long_text_says_the_same_as_itself_with_a_line_more() -> None:
    assert same(notes(), notes("- Lunch is at noon on Fridays."))


def test_a_long_text_is_more_than_one_statement_in_it_that_is_reworded() -> None:
    assert not same("The jobs of the Atlas mail worker are in the table mail_jobs.", notes())
    assert opinion(notes(), notes("- Rooms: two."), 0.3).relation is Relation.NOTHING


def test_two_long_texts_that_share_half_of_their_lines_are_not_the_same() -> None:
    shared = [f"- Recipe {n} boils the beans for {n} minutes" for n in range(20)]
    one, other = (
        "\n".join((*shared, *(f"- The {what} of guest {n} is kept" for n in range(16))))
        for what in ("umbrella", "breakfast")
    )
    assert not same(one, other)


def test_two_long_texts_about_other_things_are_nothing_to_each_other() -> None:
    other = "\n".join(f"- Recipe {n}: boil the beans for {n} minutes and add salt" for n in range(30))
    assert opinion(notes(), other).relation is Relation.NOTHING


@pytest.mark.parametrize(
    "told",
    [
        b"",
        b"memtui pairs model 0\n{}\n{}\n",
        b"memtui pairs model 1\n",
        b"memtui pairs model 1\n{}\n{}\n",
        b"memtui pairs model 1\nnot JSON\n{}\n",
        b"\xff\xfe",
    ],
)
def test_a_file_that_is_no_model_of_this_version_is_refused(told: bytes) -> None:
    with pytest.raises(ModelUnusable):
        Model.from_bytes(told)


def test_a_tree_that_does_not_add_up_is_refused() -> None:
    lines = shipped().to_bytes().decode().splitlines()
    tree = json.loads(lines[-1])
    lines[-1] = json.dumps(tree | {"adds": tree["adds"][:-1]})
    with pytest.raises(ModelUnusable, match="damaged"):
        Model.from_bytes("\n".join(lines).encode())


def test_the_shipped_file_is_what_its_model_writes() -> None:
    assert Model.from_bytes(shipped().to_bytes()).to_bytes() == shipped().to_bytes()


def test_what_disagrees_under_other_headings_is_known_to_stand_under_some() -> None:
    found = opinion("Setup: Retries are enabled for payments", "Limits: Retries are disabled for payments")
    assert found.relation is Relation.OVERTAKEN
    assert found.labelled


@pytest.mark.parametrize(
    ("most", "least"),
    [
        ("A run takes at most 30 minutes", "A run takes at least 30 minutes"),
        ("A run takes no more than 30 minutes", "A run takes more than 30 minutes"),
        ("A run takes no more than 30 minutes", "A run takes no less than 30 minutes"),
        ("Keep no more than three backups", "Keep no fewer than three backups"),
        ("Keep fewer than three backups", "Keep at least three backups"),
    ],
)
def test_what_is_the_most_is_never_what_is_the_least(most: str, least: str) -> None:
    assert not same(most, least)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Keep no more than three backups", "Keep at most three backups"),
        ("Deploys go out at least twice a week", "Deploys go out no less than twice a week"),
        ("We keep at least two and at most three backups", "Keep at least two and at most three backups"),
    ],
)
def test_a_bound_in_other_words_is_the_same(one: str, other: str) -> None:
    assert same(one, other)
