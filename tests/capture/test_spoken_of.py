"""Which stored memory a statement of minutes is a change of, or confirms, where the two share few words."""

import asyncio
from datetime import date

import pytest

from memtui.capture import spoken_of
from memtui.capture.extractors import choose
from memtui.capture.facts import Fact, Outcome
from memtui.capture.pipeline import Options, Run
from memtui.capture.saving import Origins, save
from memtui.capture.spoken_of import SIGNS, Known, Told, tells
from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft
from memtui.language.periods import Mention, mentions
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store.database import Store
from tests.capture.learned import texts

ORIGINS = Origins("offline", "1")
CHOIR = {
    1: "The choir rehearses in the parish hall on Thursdays.",
    2: "Odile plays the organ at the concert in June.",
    3: "The scores are kept in the cupboard behind the stage.",
    4: "To do: ask Lindqvist for a PDF of the Duruflé score.",
    5: "The children's choir is led by Odile.",
    6: "Der Bus zum Konzert fährt um 17 Uhr ab.",
    7: "Members pay 30 euros a year.",
}


TEAM = {
    1: "The retro takes place every second Friday at 15:00.",
    2: "Release 3.2 ships on 16 November 2026.",
    3: "Leila works Monday to Thursday only.",
    4: "Priya owns the label printer service.",
    5: "Notes of each release are written in the wiki.",
    6: "The budget for cloud costs is 4,200 euros a month.",
}


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("Retro moved to Thursday", 1),
        ("3.2: carrier tests are behind, new date is 23 Nov", 2),
        ("Budget raised to 5,000 a month, applies from December", 6),
        ("Label printer: Priya hands over to Leila from 9 November on", 4),
        ("Retro now has snacks", None),
    ],
)
def test_what_a_statement_begins_with_is_what_it_gives_another_value_of(
    statement: str, found: int | None
) -> None:
    told = Known(TEAM).spoken_of(statement, "")
    assert (None if told is None else told.id) == found


def _of(statement: str, around: str = "") -> tuple[int, Told] | None:
    found = Known(CHOIR).spoken_of(statement, around)
    return None if found is None else (found.id, found.told)


@pytest.mark.parametrize(
    ("statement", "around", "found"),
    [
        ("Odile can't, Henrike takes over the organ at the concert.", "", (2, Told.CHANGED)),
        ("From now on the cupboard with the scores stands in the vestry.", "", (3, Told.CHANGED)),
        ("Henrike takes over the organ from her.", "Concert\nOdile is away in June.", (2, Told.CHANGED)),
        ("The PDF of the Duruflé arrived.", "", (4, Told.DONE)),
        ("Der Bus zum Konzert fährt jetzt schon um 16 Uhr.", "", (6, Told.CHANGED)),
        ("The choir stays in the parish hall on Thursdays.", "", (1, Told.STAYS)),
    ],
)
def test_the_memory_that_stands_out_is_found(statement: str, around: str, found: tuple[int, Told]) -> None:
    assert _of(statement, around) == found


@pytest.mark.parametrize(
    "statement",
    [
        "Odile takes over the cash box now.",  # of two memories of Odile, neither is of that
        "Henrike plays the organ at the concert in June.",  # it says of no change
        "Maybe Henrike takes over the organ at the concert.",
        "During the fair the choir now rehearses in the parish hall on Fridays.",
        "The chairs are no longer in the shed.",
    ],
)
def test_where_none_stands_out_or_no_change_is_told_nothing_is_found(statement: str) -> None:
    assert _of(statement) is None


def test_what_was_done_is_only_looked_for_among_tasks() -> None:
    assert tells("The scores in the cupboard are finished.") is Told.DONE
    assert _of("The scores in the cupboard behind the stage are finished.") is None


def test_each_sign_is_known_in_each_language() -> None:
    assert {len(patterns) for patterns in SIGNS.values()} == {4}


WORKSHOP = {
    1: "The Lathe standup is at 9:30 every weekday.",
    2: "Lathe uses Fernpost for its parcels.",
    3: "The Lathe summer fair is planned for 12 June 2027.",
    4: "Never paint at Lathe on a Friday.",
    5: "Bo runs the tool library.",
    6: "Drills are kept in shed B-20.",
}


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        # A day from which on it is so tells a change, and is not what the sentence is about.
        ("From Monday on the standup is at 10:00.", 1),
        ("Starting Monday, standup is at 10:00.", 1),
        ("As of 3 May the standup is at 10:00.", 1),
        ("Ada runs the tool library from March.", 5),
        ("The standup lasts from Monday to Friday.", None),
        # What is under way, or slips, is otherwise.
        ("We're moving the standup to 10:00.", 1),
        ("The fair slips by a week to 19 June.", 3),
        ("The summer fair slips to 26 June 2027.", 3),
        # What is given up is what the verb is said of.
        ("We are leaving Fernpost and will go with Rotdorn.", 2),
        ("We dropped a box of Fernpost labels on the stairs.", None),
        ("We got rid of shed B-20.", 6),
        # What goes on with another setting of its own is not over.
        ("We switched Fernpost to paper labels.", None),
        # What begins with another thing is of that.
        ("The kiln standup now is at 10:00.", None),
        # What was forbidden is allowed again.
        ("We can paint on Fridays again.", 4),
        ("Painting on Fridays is allowed again.", 4),
        ("Never mind the Friday rule, we can paint on Fridays again.", 4),
        ("The tool library can be used again.", None),
    ],
)
def test_a_change_in_few_words_is_held_against_the_one_memory_that_has_them(
    statement: str, found: int | None
) -> None:
    told = Known(WORKSHOP, "lathe").spoken_of(statement, "")
    assert (None if told is None else told.id) == found


def test_the_name_of_a_project_tells_none_of_its_memories_from_another() -> None:
    known = {**WORKSHOP, 2: "Lathe is closed on Sundays."}
    statement = "Lathe now has 12 members."
    assert Known(known, "lathe").spoken_of(statement, "") is None


def test_days_are_looked_for_only_in_memories_that_have_a_word_of_a_statement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_at = list[str]()
    find = mentions

    def noted(text: str, today: date) -> list[Mention]:
        looked_at.append(text)
        return find(text, today)

    monkeypatch.setattr(spoken_of, "mentions", noted)
    far = {number: f"The number of plum {'abcdefgh'[number]} is at 7:15 in May." for number in range(2, 8)}
    told = Known({1: "The zither lesson is at 9:30.", **far}).spoken_of(
        "The zither lesson moves to 10:00.", ""
    )
    assert told is not None
    assert told.id == 1
    assert far[2] not in looked_at


def _facts(store: Store, text: str, *known: str) -> list[Fact]:
    import_drafts(
        store, [Draft(each, scope="/project/choir", created_at=0.0) for each in known], by=PERSON_AT_CLI
    )
    extractor = choose(Settings(), now=store.now(), offline=True)
    run = Run(store, text, extractor, Options(scope="/project/choir", handed_over=True))

    async def read() -> None:
        async for _ in run:
            pass

    asyncio.run(read())
    return run.facts


def _shown(facts: list[Fact]) -> list[tuple[Outcome, str, str]]:
    return [(fact.outcome, fact.candidate.text, fact.target.text if fact.target else "") for fact in facts]


MINUTES = "# Choir, 2026-05-04\n\n## Concert\n\n{}\n"


def test_who_takes_over_is_shown_with_the_sentence_that_says_from_whom(store: Store) -> None:
    said = "- Odile had the organ part nearly ready but moves away. Henrike takes over the organ from her.\n"
    shown = _shown(_facts(store, MINUTES.format(said), *CHOIR.values()))
    whole = "Odile had the organ part nearly ready but moves away. Henrike takes over the organ from her."
    assert [(text, target) for _, text, target in shown if target] == [(whole, CHOIR[2])]
    assert not any(text.startswith("Henrike takes over") for _, text, _ in shown)


def test_what_only_counts_as_a_change_is_no_fact_where_it_changes_nothing(store: Store) -> None:
    said = "- Ben had a look at the heating. Henrike takes over from him.\n"
    assert not any("takes over" in text for _, text, _ in _shown(_facts(store, MINUTES.format(said))))


def test_what_is_over_is_told_with_what_is_instead(store: Store) -> None:
    said = "Members pay their fee by bank transfer. The red cash box in the hall was abolished.\n"
    known = ("Members put their fee into the red cash box.", "The hall has a stage.")
    assert _shown(_facts(store, MINUTES.format(said), *known)) == [(Outcome.UPDATES, said.strip(), known[0])]


def test_what_only_says_that_something_stays_is_known_however_little_it_says(store: Store) -> None:
    said = "- The fee of the members stays as it is.\n"
    shown = _shown(
        _facts(store, MINUTES.format(said), *CHOIR.values(), "The fee for members is 30 euros a year.")
    )
    assert [outcome for outcome, _, _ in shown] == [Outcome.DUPLICATE]


def test_what_stays_is_known(store: Store) -> None:
    said = "- The choir stays in the parish hall on Thursdays.\n"
    assert _shown(_facts(store, MINUTES.format(said), *CHOIR.values())) == [
        (Outcome.DUPLICATE, "The choir stays in the parish hall on Thursdays.", CHOIR[1])
    ]


def test_that_another_thing_stays_is_not_known() -> None:
    known = Known({**CHOIR, **{10 + at: each for at, each in TEAM.items()}, 20: "The head cook is Rosa."})
    before = "As of 2026-12-01 Emil takes over as head cook from Rosa."
    assert known.spoken_of("Rosa will stay the contact for the fish market of Bergen.", before) is None


def test_the_outcome_of_a_task_is_a_change_of_it(store: Store) -> None:
    said = "- The PDF of the Duruflé score arrived.\n"
    shown = _shown(_facts(store, MINUTES.format(said), *CHOIR.values()))
    assert [(outcome, target) for outcome, _, target in shown] == [(Outcome.UPDATES, CHOIR[4])]


@pytest.mark.parametrize("joint", [", ", ", and "])
def test_a_statement_that_changes_two_memories_changes_both(joint: str, store: Store) -> None:
    known = ("The choir's chat is on Signal.", "The board meets at 19:30.", "The board has five members.")
    said = f"- The choir's chat moved from Signal to Zulip{joint}the board now meets at 20:00.\n"
    facts = _facts(store, MINUTES.format(said), *known)
    assert [(fact.outcome, fact.target.text if fact.target else "") for fact in facts] == [
        (Outcome.UPDATES, known[0]),
        (Outcome.UPDATES, known[1]),
    ]
    saved = save(store, facts, scope="/project/choir", by=PERSON_AT_CLI, origins=ORIGINS, chosen=True)
    assert not saved.held
    assert sorted(texts(store)) == sorted(
        ["The choir's chat is on Zulip.", "The board now meets at 20:00.", "The board has five members."]
    )


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("L'entretien de l'orgue est assuré par Odile.", "Odile ne s'occupe plus de l'orgue, c'est Henri."),
        ("Pendiente: reservar la cena del sábado.", "Lo de la cena está reservado, el sábado a las 21:00."),
        ("The fee is refunded within 15 days.", "We cut the refund of the fee down to 5 days, it was 15."),
    ],
)
def test_small_words_of_other_languages_and_any_participle_count_for_what_they_are(
    known: str, said: str
) -> None:
    other = "The hall has a stage and 200 chairs."
    found = Known({1: known, 2: other}).spoken_of(said, "")
    assert found is not None
    assert found.id == 1


def test_one_word_alone_is_asked_about_however_short_the_memory_is() -> None:
    found = Known({1: "Dogs stay in Bern.", 2: "The hall has a stage."}).spoken_of(
        "The fair moved to Bern.", ""
    )
    assert found is None or not found.sure


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("The fridge is now cleaned nightly at 5.", None),
        ("The plan is now reviewed every sprint.", None),
        ("Der Kühlschrank wird jetzt täglich um 5 geleert.", None),
        ("The daily is moved to 11:00.", 3),
        ("Sprint demo moved to 10:00.", 4),
    ],
)
def test_how_often_something_is_says_nothing_of_what_it_is(statement: str, found: int | None) -> None:
    known = {
        1: "The cache is cleared nightly at 4.",
        2: "The dashboards are reviewed every sprint.",
        3: "The daily is held at 10:00.",
        4: "Each sprint begins with a demo at 9:00.",
        5: "Der Ofen wird täglich um 4 gelehrt.",
    }
    told = Known(known).spoken_of(statement, "")
    assert (None if told is None else told.id) == found


@pytest.mark.parametrize(
    "items",
    [
        ["KesslerBus is gone at the end of June.", "Brandt takes its place."],
        ["KesslerBus is closed.", "We ask Brandt instead."],
        ["KesslerBus is gone at the end of June.", "Brandt replaces it."],
    ],
)
def test_a_change_that_is_told_in_two_items_of_a_list_is_one(items: list[str], store: Store) -> None:
    known = "Coaches come from KesslerBus.", *CHOIR.values()
    facts = _facts(store, MINUTES.format("".join(f"- {item}\n" for item in items)), *known)
    assert [text for _, text, target in _shown(facts) if target] == [" ".join(items)]


def test_two_items_of_a_list_that_tell_of_two_things_stay_two(store: Store) -> None:
    items = "- The old van was removed in June.\n- Bea moved to Berlin, she keeps her keys there.\n"
    facts = _facts(store, MINUTES.format(items), "The choir rides in the old van.")
    assert "The old van was removed in June." in [fact.candidate.text for fact in facts]


def test_how_much_it_is_so_far_tells_of_no_change() -> None:
    assert tells("Ola spent 1500 euros on books so far.") is None
    assert tells("So far the books were in the hall, from today in the shed.") is Told.CHANGED
