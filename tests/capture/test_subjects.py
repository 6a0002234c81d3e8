"""A fact keeps its subject: from the heading above it, the code below it, or who says it."""

import asyncio
from datetime import date

import pytest

from memtui.capture.facts import Window
from memtui.capture.rules.extractor import RuleExtractor
from memtui.capture.sentences import sentences


def _texts(text: str) -> list[str]:
    found = asyncio.run(RuleExtractor(date(2032, 1, 1)).extract(Window(0, text, 0, len(text))))
    return [candidate.text for candidate in found]


def test_what_names_no_subject_has_that_of_its_heading() -> None:
    text = "# Carriers\n\n## Parcelo\n\nMax 50 requests per second. Returns 429 above that.\n"
    assert _texts(text) == ["Carriers, Parcelo: Max 50 requests per second. Returns 429 above that."]


def test_it_at_the_beginning_of_a_section_is_what_the_heading_names() -> None:
    assert _texts("# Parcelo\n\nIt must never be called from the browser because the key would leak.\n") == [
        "Parcelo: It must never be called from the browser because the key would leak."
    ]


@pytest.mark.parametrize(
    "heading", ["Overview", "Weekly sync, 2 March", "2. Notes", "Sonstiges", "Resumen", "概要"]
)
def test_a_heading_that_any_text_has_is_no_subject(heading: str) -> None:
    assert _texts(f"# {heading}\n\nMax 50 requests per second for Parcelo.\n") == [
        "Max 50 requests per second for Parcelo."
    ]


def test_a_sentence_with_its_own_subject_needs_no_heading() -> None:
    said = "The Parcelo API allows 50 requests per second."
    assert _texts(f"# Carriers\n\n{said}\n") == [said]


def test_an_item_that_begins_with_its_verb_has_the_subject_of_its_list() -> None:
    assert _texts(
        "Parcelo:\n- needs a signed key in each request because the proxy drops others\n"
        "- max 50 requests per second\n"
    ) == [
        "Parcelo: needs a signed key in each request because the proxy drops others.",
        "Parcelo: max 50 requests per second.",
    ]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "## VPN\n\n- Only works with the client 5.2 or newer\n",
            "VPN: Only works with the client 5.2 or newer.",
        ),
        (
            "**Tidewater**\n\nFails when the disk has less than 5 GB left.\n",
            "Tidewater: Fails when the disk has less than 5 GB left.",
        ),
        ("## 決済API\n\n- 返金には5日かかります\n", "決済API: 返金には5日かかります."),
    ],
)
def test_a_line_that_begins_with_its_verb_or_stands_in_a_list_has_its_heading(text: str, fact: str) -> None:
    assert _texts(text) == [fact]


def test_the_number_of_a_list_item_or_heading_is_no_sentence() -> None:
    text = "# 1. Carriers of 2024\n\n## Decisions\n\n1. Go with Parcelo in Spain\n2. Defer Kiteship to 2025\n"
    assert [each.text for each in sentences(text)][:1] == ["# 1. Carriers of 2024"]
    assert _texts(text) == [
        "Carriers of 2024: Go with Parcelo in Spain.",
        "Carriers of 2024: Defer Kiteship to 2025.",
    ]


def test_a_sentence_that_leads_over_to_one_line_of_code_takes_it_along() -> None:
    text = "We always set the limit of the pool in the service file, that is:\n\n```ini\nmax_size = 40\n```\n"
    assert _texts(text) == ["We always set the limit of the pool in the service file: `max_size = 40`."]


def test_a_sentence_that_leads_over_to_more_stands_without_that() -> None:
    said = "We decided to keep the exports in two files because editors load them faster"
    text = said + ", for example:\n\n```ts\nfirst()\nsecond()\n```\n"
    assert _texts(text) == [f"{said}."]


def test_who_speaks_in_a_chat_of_a_channel_is_told_and_the_time_is_not() -> None:
    text = (
        "10:04 <@nora> I moved the nightly export to 3 am because the backup locks the disk\n"
        "10:05 < tim> ok\n"
        "[10:06:12] <+tim> the staging database is limited to 20 connections\n"
    )
    assert _texts(text) == [
        "Nora moved the nightly export to 3 am because the backup locks the disk.",
        "The staging database is limited to 20 connections.",
    ]


def test_what_a_text_says_of_itself_at_its_head_is_no_fact() -> None:
    text = (
        "---\nid: adr-4\ntitle: ADR004: The export runs at night\n---\n\n# Exports\n\n"
        "Author: the engineer on call, with 2 reviewers\nDate: 4 March, 12 o'clock\n\n"
        "We decided to run the export at night because the disk is full by day.\n"
    )
    assert _texts(text) == ["We decided to run the export at night because the disk is full by day."]


def test_the_dated_title_of_a_text_is_no_subject_of_what_has_one() -> None:
    said = "Posters: proofs will be pinned by the printer, because the old ones were lost."
    assert _texts(f"# Print shop planning, 2031-11-19\n\n- {said}\n") == [said]


MINUTES = """# Choir board weekly, Tuesday 17 November 2031

1. The heating hums again. Ben will ring the caretaker.

2. Concert
   - The concert is on Saturday 5 December in the town hall.
   - Ada is in charge of the tickets. Deputy is Ben.
   - New date is Sunday 13 December, because the hall is being painted.

3. Guests
   - The Lund choir is our oldest guest. Contact there is Frau Lind.
   - They need beds on the ground floor, not upstairs. By law, so not negotiable.
"""


def test_in_minutes_each_fact_has_the_subject_of_its_item_or_of_the_item_before() -> None:
    assert _texts(MINUTES) == [
        "The concert is on Saturday 5 December in the town hall.",
        "Concert: Deputy is Ben.",
        "Concert: New date is Sunday 13 December, because the hall is being painted.",
        "The Lund choir is our oldest guest. Contact there is Frau Lind.",
        "The Lund choir is our oldest guest. They need beds on the ground floor, not upstairs. By law, so not"
        " negotiable.",
    ]


CHAT = """\
Ada  09:12
where are the keys to the vestry these days? the note on the door is wrong

Ben  09:14
in the blue cupboard under the stairs, not in the safe any more

Ada  09:20
and the robes?

Ben  09:31
I moved them without asking the tailor. you have to ring him first, otherwise he charges 40 euros twice
"""


def test_an_answer_keeps_the_question_that_names_what_it_is_of() -> None:
    assert _texts(CHAT)[0].startswith(
        "Where are the keys to the vestry these days? In the blue cupboard under the stairs, not in the safe"
    )


def test_a_time_at_the_beginning_has_the_day_of_its_heading() -> None:
    text = (
        "# Postmortem: flood on 12 November 2031\n\nBetween 07:50 and 10:30 the yard was under water twice.\n"
    )
    assert _texts(text)[0].startswith("Postmortem: flood on 12 November 2031: Between 07:50")


MAIL = """\
From: Ines Orr <i.orr@lund-harbour.example>
To: Ada Berg <ada@choir.example>
Date: Thu, 13 Nov 2031 11:04:19 +0100
Subject: The concert on the quay

Dear Ada,

Our insurance covers at most 300 guests on the quay.

Kind regards
Ines Orr
Lund Harbour Ltd
"""


def test_what_is_ours_in_a_mail_from_another_house_is_theirs() -> None:
    assert "Ines Orr (Lund Harbour): Our insurance covers at most 300 guests on the quay." in _texts(MAIL)


def test_what_is_ours_in_a_mail_of_the_same_house_stays_so() -> None:
    mail = MAIL.replace("choir.example", "lund-harbour.example")
    assert "Our insurance covers at most 300 guests on the quay." in _texts(mail)


def test_the_old_one_stands_with_the_item_that_says_of_what() -> None:
    text = (
        "- The disk of the kiosk had 14 bad sectors and was replaced.\n"
        "- The old one is in the drawer, do not reuse it.\n"
    )
    assert (
        "The disk of the kiosk had 14 bad sectors and was replaced. "
        "The old one is in the drawer, do not reuse it." in _texts(text)
    )
    assert "The old one is in the drawer, do not reuse it." not in _texts(text)


@pytest.mark.parametrize(
    "said",
    [
        "Er übernimmt das.",
        "Geht jetzt an das Postfach der Kasse, nicht mehr an Herrn Blum.",
        "The new one must never be run without a filter.",
        "Runs on port 8080 because the proxy needs it.",
    ],
)
def test_what_does_not_say_of_what_it_speaks_is_left_out_alone(said: str) -> None:
    assert not any(text.startswith(said[:10]) for text in _texts(f"{said}\n"))
