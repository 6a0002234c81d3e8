"""What looks like a disagreement and is none, beside what is one."""

import pytest

from memtui.domain.memory import MemoryType
from memtui.language.disagreement import Side, disagreement
from memtui.language.statement import Kind, read

DISAGREE = [
    ("The gateway gives up on a call after 30 seconds", "The gateway gives up on a call after 90 seconds"),
    ("The harbour has 12 berths for guests", "The harbour has 14 berths for guests"),
    ("Node 18 is used in CI", "CI runs on Node 20"),  # `is` counts nothing
    ("Retries are enabled for payments", "Retries are disabled for payments"),
    ("The user eats meat", "The user does not eat meat"),
    ("Project: heron: `lane/` holds the notes of packages", "Project: heron: `lane/` was removed"),
    # Nothing differs but a name.
    ("We use Redis for sessions", "We use Postgres for sessions"),
    ("Always answer in British English", "Answer in German"),
    ("Our queue is RabbitMQ 3.13 on two machines", "Our queue is Kafka, which the data team runs"),
    ("The mail queue is Kafka on port 9092", "We moved the mail queue from RabbitMQ to Kafka on port 9192"),
    # One sets aside what the other has chosen.
    ("Build the site with Hugo", "Build the site with Zola, not Hugo"),
    ("Holidays go to Ruth for a yes", "Holidays go to Milan, not to Ruth, for a yes"),
    # A sentence denies the other, whatever days it names besides; what is so since a day is so today.
    ("The lift runs on Sundays from 10:00", "The lift never runs on Sundays; come on Mondays"),
    ("Parcels are taken in by Nora", "Parcels are taken in by Milan since May 2026, and Nora is away"),
]
AGREE = [
    ("The mail queue is Kafka Streams on mail.example", "We moved the mail queue from RabbitMQ to Kafka"),
    # Nothing that says something differs.
    (
        "The bakery and the shop use Rye 14, so keep loaves small.",
        "The bakery and the shop both use Rye 14, keep loaves small with it.",
    ),
    (
        "In the greenhouse use labels everywhere and pencils before pens; no tape except on glass.",
        "Use labels everywhere in the greenhouse, and pencils rather than pens.",
    ),
    # What is set aside is not what the other speaks of, or is told of another day.
    ("Build the site with Zola, not Hugo", "The forms of the site are sent by Netlify"),
    ("The lift never runs on Sundays", "The lift runs on Mondays, with a guide"),
    # They count other things.
    (
        "The Borealis mobile app takes files of up to 810 MB",
        "The Borealis mobile app gives up on a call after 80 seconds",
    ),
    (
        "The ticket gate at pier 3 has 2 lanes",
        "The ticket gate at pier 3 closes 5 minutes before departure",
    ),
    ("The Meridian data exporter listens on port 9739.", "The Meridian data exporter caches for 37 minutes"),
    (
        "In Yarrow, 70 percent of the two-factor login is finished, without the French texts",
        "In Yarrow, 45 percent of the usage reports is finished, without the French texts",
    ),
    # A number or a file names what they are about.
    ("TOOLS.md says that Otto has to be concise", "MEMORY.md says that Nova has to be concise"),
    ("Room 12 is closed for works until May", "Room 14 is closed for works until May"),
    ("Universe 1 has 212 channels in use", "Universe 2 has 48 channels in use"),
    # What was removed is something else, under one heading.
    (
        "Project: heron: the active notes for packages are kept in docs/PACKAGES.md and docs/STYLE.md",
        "Project: heron: `lane/` was removed after its notes went into the docs of the packages",
    ),
    # Two steps of one way, two releases, and two notes of what was done.
    (
        "This guide helps with the move from Heron v2 to v3.",
        "This guide helps with the move from Heron v3 to v4.",
    ),
    (
        "1.4.2: the error message of the importer has a newline",
        "1.6.0: the error message of the importer has no newline",
    ),
    ("Fixes: Enabled retries for the payments", "Fixes: Disabled retries for the payments"),
    # The end of something is told aside, or of something else, or only on a condition.
    (
        "The pool makes a client for each host",
        "The ttl is the time before a client is removed from the pool of the host",
    ),
    ("3.1.0: Pool: unknown options now throw an error", "3.1.0: Pool: the `beforeClose` option was removed"),
    ("Errors: the default handler is called", "Errors: the default handler is called when no handler is set"),
    ("The kiosk runs Heron 3.1 on Debian 12", "Debian 11 is no longer supported; the minimum is Debian 12"),
    # The one says all that the other says.
    (
        "Avoid mixing the global cache with the local one.",
        "Avoid mixing the global cache with the local one. It does not work on Windows.",
    ),
    ('<h1 align="center">Heron</h1>', '<h1 align="center">Kestrel</h1>'),
    # Several of what letters stand for.
    (
        "Never call weather APIs inside a handler, always enqueue a job",
        "Never call a weather API from a handler; enqueue a job",
    ),
    # How far something goes is no denial.
    ("Keep functions no longer than 40 lines", "Keep functions under 40 lines"),
    ("Water the ferns no later than Friday noon", "The ferns are watered by Friday noon at the latest"),
    # What is not chosen is no denial.
    (
        "We took Celery and not cron for the background work, since failed jobs are tried again",
        "For background work we settled on Celery instead of cron: failed jobs are tried again",
    ),
]


def disagree(older: str, newer: str) -> bool:
    return disagreement(Side(older, MemoryType.SEMANTIC), Side(newer, MemoryType.SEMANTIC)) is not None


@pytest.mark.parametrize(("older", "newer"), DISAGREE)
def test_another_value_or_a_denial_is_a_disagreement(older: str, newer: str) -> None:
    assert disagree(older, newer)


@pytest.mark.parametrize(("one", "other"), AGREE)
def test_statements_of_other_things_do_not_disagree(one: str, other: str) -> None:
    assert not disagree(one, other)
    assert not disagree(other, one)


def test_what_both_know_to_be_over_is_no_news_in_either() -> None:
    known = "The export job uses the old queue, which the vendor lists as deprecated"
    again = "The export job runs on the old queue, which is deprecated by the vendor"
    found = disagreement(Side(known, MemoryType.SEMANTIC), Side(again, MemoryType.SEMANTIC))
    assert found is None or not found.over


def test_a_word_that_begins_like_a_month_is_no_date() -> None:
    kinds = {
        token.text: token.kind
        for token in read("In May Marta, Mark and Julia decide. Maybe Decide in Dec").tokens
    }
    assert {text for text, kind in kinds.items() if kind is Kind.DATE} == {"May", "Dec"}
