"""The rule-based extractor: what it takes, what it leaves, and how a statement reads alone."""

import asyncio
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.capture.about import scope_of
from memtui.capture.dates import noon
from memtui.capture.facts import Candidate, Window
from memtui.capture.rules.extractor import RuleExtractor
from memtui.capture.rules.reference import of_the_user
from memtui.capture.rules.wording import abstract
from memtui.domain.memory import RESERVED_CATEGORIES, MemoryType
from tests.growth import grows_too_fast

INFRASTRUCTURE = (
    "After reviewing the infrastructure options, the team recommends PostgreSQL for the user database due "
    "to its JSONB support. Estimated cost is $2,400/month on RDS. The compliance team flagged that all user "
    "data must stay in EU regions. DevOps prefers managed services over self-hosted."
)


def found(text: str) -> list[Candidate]:
    return asyncio.run(RuleExtractor(date(2026, 11, 20)).extract(Window(0, text, 0, len(text))))


def texts(text: str) -> list[str]:
    return [candidate.text for candidate in found(text)]


def test_four_sentences_are_four_facts_that_stand_alone() -> None:
    facts = found(INFRASTRUCTURE)
    assert [fact.text for fact in facts] == [
        "After reviewing the infrastructure options, the team recommends PostgreSQL for the user database "
        "due to its JSONB support.",
        "Estimated cost of PostgreSQL is $2,400/month on RDS.",
        "The compliance team flagged that all user data must stay in EU regions.",
        "DevOps prefers managed services over self-hosted.",
    ]
    assert all(fact.quote in INFRASTRUCTURE for fact in facts)
    assert [fact.categories[0] for fact in facts] == ["decision", "finding", "finding", "preference"]
    assert facts[0].abstract.endswith("the team recommends PostgreSQL for the user database")
    assert facts[3].abstract == ""  # it is as short as it gets
    assert facts[3].reason == "a preference (“prefers”)"


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("We chose Kafka over RabbitMQ for the event bus.", "decision"),
        ("We decided to drop Pug in favour of Jinja.", "decision"),
        ("Decision: we switch from Pug to Jinja.", "decision"),
        ("Maria prefers tabs over spaces in every editor.", "preference"),
        ("Ben prefers plain CSS over Tailwind for the shop.", "preference"),
        ("The tea house's till listens on port 8017 now.", "finding"),
        ("Invoices must be kept for ten years.", "constraint"),
        ("Priya is the lead engineer of the payments team.", "identity"),
        ("I promised Tom the slides by Monday.", "commitment"),
        ("The grant application deadline is 14 February.", "constraint"),
        ("The import failed because the disk was full.", "finding"),
        ("The login test fails when the clock is not UTC.", "gotcha"),
        ("It is still unclear whether the vendor signs the contract.", "question"),
        ("The cluster has 12 nodes with 64 GB each.", "finding"),
        ("Version 3.2 was released on 4 May.", "finding"),
        ("Wir haben uns für Hetzner entschieden.", "decision"),
    ],
)
def test_each_kind_of_statement_is_found_and_filed(text: str, category: str) -> None:
    (fact,) = found(text)
    assert category in fact.categories
    assert set(fact.categories) & set(RESERVED_CATEGORIES)
    assert 0.3 <= fact.importance <= 0.9
    assert fact.reason


@pytest.mark.parametrize(
    "text",
    [
        "Hello! Thanks for your help.",
        "Let me look at the files first.",
        "I'll run the tests and update the module.",
        "src/main.py\nsrc/util/helpers.py\n",
        "$ npm install\nadded 210 packages",
        "2026-11-20T10:00:01 ERROR failed to bind port 8080",
        "```\nresult must be 42 because we decided so\n```",
        "| name | cost |\n|---|---|\n| Redis | $5 |",
        "Would you like me to commit it?",
        "I think the new parser is overkill for our needs.",
        "Assistant: You could use Redis, RabbitMQ or plain PostgreSQL for the queue.",
        "Assistant: I decided to use a dictionary here because look-ups are fast.",
        "A database is a collection of data that is organised in tables.",
        "What a lovely morning it was.",
        "They decided against it.",
        "",
    ],
)
def test_what_nobody_would_want_to_remember_is_left(text: str) -> None:
    assert texts(text) == []


def test_a_sentence_that_leans_joins_the_one_it_leans_on() -> None:
    (fact,) = texts("Maria prefers email to phone calls. She reads it on the train. The weather was fine.")
    assert fact == "Maria prefers email to phone calls. She reads it on the train."


def test_a_leaning_sentence_takes_the_one_before_along() -> None:
    (fact,) = texts(
        "Tom looked at the old scheduler. It must be replaced with cron before 1 May, or the audit fails."
    )
    assert fact.startswith("Tom looked at the old scheduler. It must be replaced")


def test_a_leaning_sentence_without_ground_is_left_out() -> None:
    assert texts("He prefers tabs over spaces.") == []


@pytest.mark.parametrize(
    "order",
    [
        "Never push for me, I do that at night.",
        "Don't add smileys, they look odd to me.",
        "Always sign the forms; Ada checks that on Mondays.",
        "Please always ask before you empty a folder, I lost two of them.",
    ],
)
def test_a_comment_behind_an_order_does_not_sink_it(order: str) -> None:
    assert texts(f"User: Good. {order}") == [order]


def test_a_word_in_a_comment_points_to_the_main_clause() -> None:
    text = (
        "User: Never push for me, I do that at night. And remember that the list must not exceed 40 rows,"
        " the printer chokes on it."
    )
    assert texts(text) == [
        "Never push for me, I do that at night.",
        "The list must not exceed 40 rows, the printer chokes on it.",
    ]


def test_what_to_take_instead_joins_what_is_ruled_out() -> None:
    text = "- We don't use Sass here. Use CSS.\n- The parcels are weighed in the yard before 6 each day."
    assert texts(text)[0] == "We don't use Sass here. Use CSS."


def test_users_speak_of_themselves_in_the_third_person() -> None:
    text = "User: I'm Ada and I live in Lisbon. I prefer short answers in my mails.\nAssistant: I'll do so."
    facts = found(text)
    assert [fact.text for fact in facts] == [
        "User is Ada and they live in Lisbon.",
        "User prefers short answers in their mails.",
    ]
    assert facts[0].type is MemoryType.CONSTITUTIONAL


def test_notes_are_read_with_their_headings_and_lists() -> None:
    text = (
        "# Weekly 2026-03-02\n\n## Decisions\n- Use Redis for sessions\n\n## Open questions\n"
        "- Who owns the alerts?\n\nThe office cat slept."
    )
    facts = found(text)
    assert [(fact.text, fact.categories[0]) for fact in facts] == [
        ("Use Redis for sessions.", "decision"),
        ("Open question: Who owns the alerts?", "observation"),
    ]


def test_relative_dates_are_counted_from_the_day_the_text_gives() -> None:
    assert texts("We decided to ship the beta tomorrow.") == ["We decided to ship the beta on 2026-11-21."]
    text = "# Standup 2026-03-02\n\nWe decided to ship the beta tomorrow."
    assert texts(text) == ["We decided to ship the beta on 2026-03-03."]


def test_the_language_of_the_text_is_kept() -> None:
    text = "Das Team hat sich für PostgreSQL entschieden. Alle Nutzerdaten müssen in der EU bleiben."
    assert texts(text) == [
        "Das Team hat sich für PostgreSQL entschieden.",
        "Alle Nutzerdaten müssen in der EU bleiben.",
    ]


@pytest.mark.parametrize(
    "text", ["決定：PostgreSQLを使うことにしました。", "قررنا استخدام PostgreSQL.", "\u202e\x1b[2J🙂" * 50]
)
def test_other_scripts_are_bearable_and_quotes_are_verbatim(text: str) -> None:
    assert all(fact.quote in text for fact in found(text))


@given(st.text(alphabet="I we. must\n-#:?!\"'User prefer2€", max_size=400))
def test_any_text_is_bearable_and_quotes_are_verbatim(text: str) -> None:
    assert all(fact.quote in text for fact in found(text))


@pytest.mark.few(1)
@pytest.mark.parametrize("piece", [f"{INFRASTRUCTURE}\n\n", "We use Redis. ", "- it runs\n", "User: ok\n"])
def test_a_long_text_takes_as_long_as_its_parts(piece: str) -> None:
    assert not grows_too_fast(found, piece)


def test_speakers_of_a_chat_stay_apart_and_small_talk_is_left() -> None:
    text = (
        "Nora: Hey, good to see you! How have you been?\n"
        "Emil: Wow, it's been ages! I moved to Bergen in March.\n"
        "Nora: That's so cool! I signed up for a pottery class yesterday.\n"
        "Emil: Sounds great, you'll love it!"
    )
    assert texts(text) == [
        "Emil moved to Bergen in March.",
        "Nora signed up for a pottery class on 2026-11-19.",
    ]


def test_labels_of_a_form_are_no_speakers() -> None:
    text = "Owner: Ben Carter\nStatus: ongoing\nDecision: We chose Kafka for the event bus.\nOwner: Ada Berg"
    assert texts(text) == ["We chose Kafka for the event bus."]


def test_a_first_word_that_counts_nothing_stays() -> None:
    (fact,) = texts("First sync after an upgrade must run with the old index, otherwise it loses its place.")
    assert fact.startswith("First sync after an upgrade")


def test_what_stands_below_a_blotted_secret_is_read_by_itself() -> None:
    text = "api key: [redacted OpenAI key]\nJonas prefers plain CSS over Tailwind."
    assert texts(text) == ["Jonas prefers plain CSS over Tailwind."]


def test_no_sentence_ends_in_code() -> None:
    (fact,) = texts("Never run `./deploy.sh --all` on a Friday, because nobody is there to undo it.")
    assert "`./deploy.sh --all` on a Friday" in fact


def test_a_heading_makes_nobody_of_what_stands_under_it() -> None:
    facts = found("# About\n\n- Backups must be kept for 35 days\n- Ms Berg works at Northwind as a buyer\n")
    assert [fact.categories[0] for fact in facts] == ["finding", "identity"]
    assert {fact.type for fact in facts} == {MemoryType.SEMANTIC}


def test_name_and_employer_of_an_introduction_are_found() -> None:
    text = (
        "User: Hi, I'm Priya Raman and I work for Northwind Logistics as a data engineer.\nAssistant: Hello!"
    )
    (fact,) = found(text)
    assert fact.text == ("User is Priya Raman and they work for Northwind Logistics as a data engineer.")
    assert fact.categories == ("identity",)


def test_an_agents_words_are_never_constitutional() -> None:
    text = (
        "Assistant: I'm Ada and I live in Lisbon. My name is Ada Lovelace, I work for Globex as an engineer."
    )
    assert all(fact.type is not MemoryType.CONSTITUTIONAL for fact in found(text))


INCIDENT = """# Incidents

## 2026-03-02: search down
- **Root cause:** the index volume was full
- **Duration:** 38 minutes until the volume was enlarged to 400 GB
"""


def test_what_stands_under_a_dated_heading_carries_its_name_and_day() -> None:
    facts = found(INCIDENT)
    assert [fact.text for fact in facts] == [
        "2026-03-02: search down: Root cause: the index volume was full.",
        "2026-03-02: search down: Duration: 38 minutes until the volume was enlarged to 400 GB.",
    ]
    assert {fact.said_at for fact in facts} == {noon(date(2026, 3, 2))}


def test_a_heading_without_marks_is_not_glued_to_what_stands_below() -> None:
    (fact,) = texts(
        "Smart backups\nBackups run every night at 03:00 and are kept for 35 days on the second disk.\n"
    )
    assert fact.startswith("Backups run every night")


@pytest.mark.parametrize(
    "sentence",
    [
        "Le serveur sera déplacé chez OVH à Gravelines avant le 15 juin.",
        "Las copias de seguridad se guardan durante 14 días en Fráncfort.",
        "Die Sicherungen laufen jede Nacht um 3 Uhr und werden 30 Tage aufgehoben.",
    ],
)
def test_plain_statements_are_read_in_other_languages(sentence: str) -> None:
    assert texts(sentence) == [sentence]


@pytest.mark.parametrize(
    "said",
    [
        "I'm Katarina and I work at Bluebird Robotics as a firmware engineer.",
        "Ich heiße Tarek und arbeite bei der Stadt Kassel als Planer.",
        "Je m'appelle Chloé et je travaille chez Orange.",
        "Me llamo Iñaki y trabajo en el puerto de Bilbao.",
        "私の名前は田中です。",
    ],
)
def test_who_introduces_themselves_is_filed_with_the_person(said: str) -> None:
    (fact,) = found(f"User: {said}")
    assert "identity" in fact.categories
    assert scope_of(fact, "/project/atlas") == "/user"


def test_who_introduces_themselves_on_a_page_is_not_the_person() -> None:
    (fact,) = found("Je m'appelle Chloé et je travaille chez Orange.")
    assert scope_of(fact, "/project/atlas") == "/project/atlas"


def test_what_a_speaker_cites_is_left_out() -> None:
    text = "User: > Always answer in French.\n\nUser: Never commit generated files to the repository."
    assert texts(text) == ["Never commit generated files to the repository."]
    assert texts("> Always answer in French when a customer writes in French.") != []


def test_what_is_asked_to_be_remembered_stands_alone() -> None:
    text = "User: Bitte immer Ruff statt Black nehmen. Und merk dir: Releases macht nur Wiebke."
    assert texts(text)[0] == "Bitte immer Ruff statt Black nehmen."


def test_a_correction_loses_its_no_however_short_it_is() -> None:
    assert texts("User: Actually no, SQLite is enough.") == ["SQLite is enough."]


def test_the_words_that_tell_a_kind_are_shown_to_the_end_of_the_last() -> None:
    (fact,) = found("The Fernhill development server listens on port 8017 now.")
    assert "“port 8017”" in fact.reason


@pytest.mark.parametrize("figure", ["1200 EUR", "1,200.50 EUR", "1 200 EUR", "99.95 %", "12 GB"])
def test_a_figure_that_tells_a_kind_is_shown_from_its_first_digit(figure: str) -> None:
    (fact,) = found(f"The budget of the Fernhill bakery goes up to {figure} per month.")
    assert f"“{figure}”" in fact.reason


@pytest.mark.parametrize(
    ("text", "last"),
    [
        (
            "The poster press gets paper in size L. Nora decided to pay for the frames.",
            "Nora decided to pay for the frames.",
        ),
        (
            "We decided to print with option C. Ravi promised a draft by Friday.",
            "Ravi promised a draft by Friday.",
        ),
    ],
)
def test_a_letter_that_tells_a_size_apart_ends_a_sentence(text: str, last: str) -> None:
    assert [fact.quote for fact in found(text)][-1] == last


def test_an_initial_ends_no_sentence() -> None:
    text = "We decided to hire the editor N. Okafor for the poster series."
    assert texts(text) == [text]


def test_what_an_agent_reports_of_a_commit_is_no_fact() -> None:
    assert texts("Assistant: Committed as fix(posters): the sheets failed because the margin was off.") == []


def test_a_rule_behind_an_order_of_the_moment_is_kept_without_the_order() -> None:
    assert texts("User: ok ship it, but never rename the boxes in this repo") == [
        "Never rename the boxes in this repo."
    ]


def test_a_rule_that_points_to_the_order_is_not_torn_from_it() -> None:
    assert texts("User: print it, but never crop it by hand in the shop") == []


def test_what_is_told_of_them_is_held_back_where_nobody_says_who_they_are() -> None:
    assert texts("User: Let's set them to print every six hours") == []
    assert texts("User: Let's set the posters to print every six hours") != []


def test_a_german_never_weighs_as_an_english_one() -> None:
    german = found("Niemals direkt in den Ordner der Druckerei schreiben.")[0]
    english = found("Never write to the folder of the printer directly.")[0]
    assert (german.importance, german.categories) == (english.importance, english.categories)


def test_the_short_form_is_not_cut_within_what_is_left_out() -> None:
    text = "Fire each shelf with `glaze ... --all` and wait, since the oven is slow. Tom does it."
    assert abstract(text) == "Fire each shelf with `glaze ... --all` and wait"
    assert abstract("Fire each shelf with `glaze ... ALL`.") == ""


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("No glitter please, I hate it.", "No glitter please, the user hates it."),
        ("No, I live in Porto.", "No, the user lives in Porto."),
        ("For lunch my choice is soup.", "For lunch their choice is soup."),
        ("Ask Tom, he knows.", "Ask Tom, he knows."),
    ],
)
def test_who_goes_on_about_themselves_is_named(said: str, told: str) -> None:
    assert of_the_user(said) == told


def test_who_is_meant_by_from_her_stands_in_the_fact() -> None:
    (fact,) = found("Ilse is moving to the barn in May. Ivo takes over the rye from her starting in June.")
    assert "Ilse" in fact.text


def test_a_speaker_who_says_me_is_named_there_and_not_before_it() -> None:
    asked = "[2031-03-04 09:02] ivo: who grinds in May?"
    talk = f"{asked}\n[2031-03-04 09:03] ilse: We decided that Roos takes over the rye from me.\n"
    assert [fact.text for fact in found(talk)] == ["We decided that Roos takes over the rye from ilse."]


@pytest.mark.parametrize("release", ["[2.4.0] - 2031-05-01", "2.4.0 (2031-05-01)", "[2.4.0]"])
def test_what_a_release_removed_is_told_by_its_version(release: str) -> None:
    changes = f"# Changelog\n\n## {release}\n### Removed\n- Support for PostgreSQL 12.\n"
    assert texts(changes) == ["2.4.0, Removed: Support for PostgreSQL 12."]


def test_what_its_writer_doubts_is_no_fact() -> None:
    said = "# Open questions\n- Should the lock cover the kiln? Nora thinks so, I am not sure.\n"
    assert not any("Nora" in each for each in texts(said))


def test_a_no_of_a_thread_is_cut_from_what_is_so() -> None:
    chat = "[10:01] ana: maybe in euros?\n[10:02] bo: no. always kroner for Denmark.\n[10:03] ana: ok\n"
    assert texts(chat) == ["Always kroner for Denmark."]


def test_things_told_apart_by_number_are_each_a_fact() -> None:
    lines = [f"The oven number {at} listens on port 700{at}." for at in range(1, 6)]
    assert texts("\n".join(lines)) == lines


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("In general I want logs in Celsius.", "In general the user wants logs in Celsius."),
        ("For the kiln I'd rather have gas.", "For the kiln the user would rather have gas."),
    ],
)
def test_a_sentence_that_something_opens_still_tells_of_the_user(said: str, told: str) -> None:
    assert of_the_user(said) == told
