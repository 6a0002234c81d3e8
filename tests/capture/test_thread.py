"""A thread, a chat or a mail is read by its messages: their heads are layout, and say who speaks and when."""

import asyncio
from datetime import date

import pytest

from memtui.capture.facts import Candidate, Window
from memtui.capture.grounding import Source, unfounded
from memtui.capture.rules.extractor import RuleExtractor
from memtui.capture.rules.reading import read
from memtui.capture.thread import thread_in
from training import texts

TODAY = date(2032, 1, 1)
SAID = "The kiln must never be opened above 80 degrees because the glaze cracks."
ASKED = "Why did my glaze crack?"


def _found(text: str) -> list[Candidate]:
    return asyncio.run(RuleExtractor(TODAY).extract(Window(0, text, 0, len(text))))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        (
            f"nora commented on Mar 4, 2031\n\n{ASKED}\n\ntim commented on Mar 5, 2031\n\n{SAID}\n",
            "2031-03-05",
        ),
        (
            f"nora\nnora commented on Mar 4, 2031\nnora\non Mar 4, 2031 · edited by nora\nAuthor\n{ASKED}\n"
            f"tim\ntim commented on Mar 5, 2031\ntim\non Mar 5, 2031\nMember\n{SAID}\n",
            "2031-03-05",
        ),
        (
            f"_Issue opened by @nora on 2031-03-04 10:02_\n\n{ASKED}\n\n---\n\n"
            f"_Label `glaze` added by @tim on 2031-03-04 11:00_\n\n---\n\n"
            f"_Comment by @tim on 2031-03-05 10:02_\n\n{SAID}\n",
            "2031-03-05",
        ),
        (
            f"## nora\n\n> opened this on Mar 4, 2031\n\n{ASKED}\n\n"
            f"## tim\n\n> commented on Mar 5, 2031 · Member\n\n{SAID}\n",
            "2031-03-05",
        ),
        (f"nora · description · 2031-03-04\n{ASKED}\n\ntim · comment · 2031-03-05\n{SAID}\n", "2031-03-05"),
        (f"### Post by nora on 2031-03-04\n{ASKED}\n\n### Post by tim on 2031-03-05\n{SAID}\n", "2031-03-05"),
        (f"10:04 < nora> {ASKED}\n10:06 < tim> {SAID}\n", None),
        (f"2031-03-05T10:04:11  <nora> {ASKED}\n2031-03-05T10:06:02  <tim> {SAID}\n", "2031-03-05"),
        (f"> 10:04:11    nora | {ASKED}\n> 10:06:02     tim | {SAID}\n", None),
        (f"[05/03/31, 10:04:11] nora: {ASKED}\n[05/03/31, 10:06:02] tim: {SAID}\n", None),
        (f"nora — Yesterday at 4:23 PM\n\n{ASKED}\n\ntim — Yesterday at 4:40 PM\n\n{SAID}\n", "2031-12-31"),
        (
            f"From: Nora Lind <n@kiln.example>\nDate: 4 Mar 2031 10:04 +0000\nSubject: Glaze\n\n{ASKED}\n\n"
            f"From: tim <t@kiln.example>\nDate: Wed, 5 Mar 2031 10:06 +0000\nSubject: Re: Glaze\n\n"
            f"On 4 Mar 2031, Nora Lind wrote:\n\n> {ASKED}\n\n{SAID}\n\n-- \ntim, potter since 1990\n",
            "2031-03-05",
        ),
    ],
)
def test_only_what_is_said_becomes_a_fact_and_is_of_the_day_of_its_message(
    text: str, day: str | None
) -> None:
    thread = thread_in(text, TODAY)
    assert thread is not None
    assert [message.who for message in thread.messages][1:] == ["tim"]
    assert str(thread.messages[1].day) == str(day)
    assert [fact.text for fact in _found(text)] == [SAID]


def test_what_a_person_says_of_themselves_is_told_of_the_writer_above_it() -> None:
    text = (
        "nora commented on Mar 4, 2031\n\nWhere do you fire?\n\n"
        "tim commented on Mar 5, 2031\n\n"
        "I prefer the kiln in Leeds because it is cheaper. It opened yesterday.\n"
    )
    (fact,) = _found(text)
    assert fact.text == "Tim prefers the kiln in Leeds because it is cheaper. It opened on 2031-03-04."
    source, at = Source(text, TODAY), text.index("I prefer")
    assert unfounded(fact.text, source, (at, at + len(fact.quote))) is None


def test_a_name_before_what_is_said_is_the_one_who_is_addressed() -> None:
    said = "nora: the kiln must never be opened above 80 degrees because the glaze cracks"
    (fact,) = _found(f"10:04 <nora> hello?\n10:06 <tim> {said}\n")
    assert fact.text == SAID


def test_a_message_that_begins_with_it_or_these_speaks_of_the_subject_of_the_thread() -> None:
    text = (
        "From: Nora <n@kiln.example>\nDate: Tue, 4 Mar 2031\nSubject: Harris wheel\n\nWho has one?\n\n"
        "From: Tim <t@kiln.example>\nDate: Wed, 5 Mar 2031\nSubject: RE: Harris wheel\n\n"
        "It must never be oiled because the belt slips.\n"
    )
    assert [fact.text for fact in _found(text)] == [
        "Harris wheel: It must never be oiled because the belt slips."
    ]


def test_a_message_that_somebody_passed_on_whole_is_read_as_its_writers() -> None:
    quoted = "".join(f"> {line}\n" for line in (SAID, "Keep it shut over night."))
    text = (
        f"From: Nora <n@kiln.example>\nDate: Tue, 4 Mar 2031\nSubject: Glaze\n\n{ASKED}\n\n"
        f"-----Original Message-----\nFrom: Tim <t@kiln.example>\nSent: Mon, 3 Mar 2031\n\n{quoted}"
    )
    thread = thread_in(text, TODAY)
    assert thread is not None
    assert thread.messages[-1].who == "Tim"
    assert SAID in [line.text for line in read(text, TODAY)]


def test_what_one_person_takes_down_of_others_is_said_by_those() -> None:
    text = (
        "16:03 <nora> tim: the small kiln is fired on Mondays only because the big one takes two days\n"
        "16:04 <nora> ada: who fires it?\n16:05 <nora> tim: I prefer the small kiln for tests\n"
        "16:06 <nora> ada: fine\n"
    )
    assert {line.speaker for line in read(text, TODAY)} == {"tim", "ada"}


def test_what_the_chair_notes_as_agreed_is_a_decision_and_topics_are_headings() -> None:
    text = (
        "16:00 <nora> #startmeeting kilns\n16:01 <logbot> Meeting started Tue Mar 4 16:01:00 2031 UTC.\n"
        "16:02 <nora> #topic Rota\n16:03 <tim> could we swap?\n"
        "16:04 <nora> #agreed the small kiln is fired on Mondays only\n16:05 <nora> #endmeeting\n"
    )
    (fact,) = _found(text)
    assert fact.text == "The small kiln is fired on Mondays only."
    assert "decision" in fact.categories


def test_the_place_of_a_message_says_whether_it_answers_decides_and_is_agreed_to() -> None:
    text = (
        "nora commented on Mar 4, 2031\n\nDoes it crack?\n\n"
        "tim commented on Mar 5, 2031 · Member\n\nIt cracks above 80 degrees.\n\n"
        "nora commented on Mar 5, 2031\n\n+1, thanks\n"
    )
    thread = thread_in(text, TODAY)
    assert thread is not None
    assert [message.signs for message in thread.messages] == [
        ("thread", "opens"),
        ("thread", "decides", "answers", "agreed to"),
        ("thread", "ends", "by who opened"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# Kiln log\n\n## 2031-03-04\n\nFired the small kiln.\n\n## 2031-03-05\n\nOpened it.\n",
        "Programme\n\nOpening 10:00\nLunch 12:30\nGlazing 13:00\n",
        "## 2.1.0 - 2031-03-04\n\n- Faster\n\n## 2.0.9 - 2031-02-01\n\n- Smaller\n",
        "Incident\n\n10:12 first errors\n10:15 Dana is called\n10:44 new certificate\n",
        "name: kiln\nversion: 2\nauthor: Nora\n",
    ],
)
def test_days_and_times_alone_make_no_thread(text: str) -> None:
    assert thread_in(text, TODAY) is None


def test_of_the_texts_that_were_written_for_learning_only_threads_are_read_as_such() -> None:
    for file in (texts.DATA, *texts.MORE):
        for name, marked in texts.texts(file):
            talk = name.startswith(("chat", "thread", "mail", "slack", "whatsapp", "forum", "foro", "qa"))
            threads = talk or name in {
                "issue-feature-request",
                "zh-group-chat-trip",
                "channel-log",
                "font-question",
                "fil-association-fr",
                "hilo-arranque-es",
            }
            assert threads or thread_in(texts.unmarked(name, marked)[0], TODAY) is None, name


def test_a_title_that_is_underlined_with_backticks_begins_no_code() -> None:
    text = f"1. Glaze\n````````\n\n{SAID}\n"
    assert [line.text for line in read(text, TODAY)][-1] == SAID


def test_fields_before_a_text_may_have_a_remark_among_them() -> None:
    text = f"---\nid: kiln\n# keep this order\ntitle: The kiln\n---\n\n{SAID}\n"
    assert [line.text for line in read(text, TODAY)] == [SAID]


HEADERS = (
    "From nora@kiln.example Tue Mar  4 10:04:11 2031\nReturn-Path: <nora@kiln.example>\n"
    "Received: from mail.kiln.example ([10.0.0.1]) by list.kiln.example\n\twith ESMTP id AB12 must be kept;\n"
    "\tTue, 4 Mar 2031 10:04:08 +0000\nX-Status: Never opened because it is new\n"
    "From: Nora Lind <nora@kiln.example>\nSubject: Glaze that cracks in the\n second firing\n"
    "Date: Tue, 4 Mar 2031 10:04:00 +0000\nContent-Type: text/plain;\n\tformat=flowed\n\n"
)


def test_all_fields_at_the_head_of_a_mail_are_its_head_and_one_mail_is_enough() -> None:
    text = HEADERS + SAID + " I prefer the kiln in Leeds because it is cheaper. It opened yesterday.\n"
    thread = thread_in(text, TODAY)
    assert thread is not None
    assert thread.subject == "Glaze that cracks in the second firing"
    assert [fact.text for fact in _found(text)] == [
        SAID,
        "Nora Lind prefers the kiln in Leeds because it is cheaper. It opened on 2031-03-03.",
    ]


@pytest.mark.parametrize(
    "heads",
    [
        ("Nora Lind\nThursday 10:15 AM\n", "Tim Ross\nFriday at 10:20 AM\n"),
        ("Thu 10:15 Nora Lind: ", "Fri 10:20 Tim Ross: "),
        ("Nora Lind (Thursday at 10:15):\n", "Tim Ross (Friday at 10:20):\n"),
    ],
)
def test_a_weekday_in_a_head_is_no_name(heads: tuple[str, str]) -> None:
    thread = thread_in(f"{heads[0]}{ASKED}\n\n{heads[1]}{SAID}\n", TODAY)
    assert thread is not None
    assert [message.who for message in thread.messages] == ["Nora Lind", "Tim Ross"]


def test_a_line_that_brings_a_quote_in_a_mail_names_no_speaker() -> None:
    text = f"{HEADERS}On Thu, 4 Mar 2031, Tim Ross of the studio wrote:\n\n> {ASKED}\n\n{SAID}\n"
    assert {(line.speaker, line.text) for line in read(text, TODAY)} == {("Nora Lind", SAID)}


def test_a_capital_i_inside_a_term_is_no_person() -> None:
    text = (
        f"10:04 <nora> {ASKED}\n10:06 <tim> the I/O board must never be reset because it drops the relay, "
        "i.e. the kiln goes cold\n"
    )
    assert [fact.text for fact in _found(text)] == [
        "The I/O board must never be reset because it drops the relay, i.e. the kiln goes cold."
    ]


def test_who_comes_goes_or_waves_in_a_chat_is_no_statement() -> None:
    text = (
        f"10:04 <nora> {ASKED}\n10:05 *** ada quit (Ping timeout)\n10:06 <tim> {SAID}\n* tim waves\n"
        "-!- mode/#kiln [+o nora] by ChanServ\nnora has left the channel\n"
        "[kim (~kim@host) has joined #kiln]\n"
    )
    assert [line.text for line in read(text, TODAY)] == [ASKED, SAID]


def test_who_takes_on_what_is_told_with_the_name_and_not_joined_to_what_was_said_before() -> None:
    text = (
        f"10:01 <nora> {ASKED}\n10:02 <kim> I will work on the manual for the new relay\n"
        "10:03 <kim> [action] Tim to ask the landlord for a second socket\n"
        "10:04 <tim> I'll look into it\n10:04 <tim> I will spread the word about these\n"
        "10:05 <tim> I'll order three thermometers for the studio\n"
        "10:06 <nora> ACTION: Kim and Ada to write the label for the glaze\n10:07 <nora> [Tim leaves]\n"
    )
    assert [fact.text for fact in _found(text)] == [
        "Kim will work on the manual for the new relay.",
        "Tim is to ask the landlord for a second socket.",
        "Tim will order three thermometers for the studio.",
        "Kim and Ada are to write the label for the glaze.",
    ]


@pytest.mark.parametrize(
    ("head", "day"),
    [
        ("Kiln group\n\nThursday, 13 March 2031\n", "on 2031-03-14"),
        ("# Kiln group 3/13/2031\n", "on 2031-03-14"),
        ("**Meeting date:** March 13th 2031\n", "on 2031-03-14"),
        ("# Kiln group 3/4/2031\n", "tomorrow"),
        ("# Kiln group 3/4/2031, after 2/25/2031\n", "on 2031-03-05"),
    ],
)
def test_a_day_of_its_own_dates_a_text_and_one_that_may_be_two_dates_nothing(head: str, day: str) -> None:
    (fact,) = _found(f"{head}\nWe decided to move the kiln to Leeds tomorrow.\n")
    assert fact.text == f"We decided to move the kiln to Leeds {day}."
