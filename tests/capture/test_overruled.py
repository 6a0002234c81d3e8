"""What a person overrules in a session: of which memory, what a yes makes of that, and what is told."""

from pathlib import Path

import pytest

from memtui.capture.overruled import overruled
from memtui.capture.place import RUNNING, WHOLE
from memtui.capture.set_against import set_against
from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.recall.briefing import place_in
from memtui.recall.session_start import at_start
from memtui.review.verdicts import accept
from memtui.store.database import Store
from tests.capture import talks
from tests.capture.learned import texts
from tests.capture.session import captured, waiting

OVEN = "Bread is baked in the Falcon oven."
FLOUR = "Doughs are mixed with rye and baked with steam."
TILL = "The till runs Tillware 4."
SCOPE = "/project/atlas"
NOON = "2026-11-20T12:00:00.000Z"
"""When the memories were written: what was said before only asks."""


def said(memory: str, turn: str) -> str | None:
    found = (overruled(memory, against) for against in set_against(turn))
    return next((each.text for each in found if each is not None), None)


@pytest.mark.parametrize(
    "turn",
    [
        "no, Kestrel not Falcon. Falcon broke in May",
        "falcon? no. we use the kestrel oven here",
        "we don't bake in falcon any more, it's kestrel",
        "forget falcon, it's kestrel now",
        "why falcon? we bake the bread in kestrel",
        "Kestrel instead of Falcon from now on",
        "never falcon. always kestrel",
        "Falcon benutzt hier niemand mehr, nur noch Kestrel",
        "nicht Falcon, sondern Kestrel",
        "kein Falcon mehr, wir sind jetzt alle auf Kestrel",
        "kestrel please, we threw falcon out in spring",
        "falcon's history. kestrel",
        "we bake in kestrel since may, not in falcon",
        "Falcon? I thought I told you we moved to kestrel",
        "falcon? we dropped that in favour of kestrel",
        "Falcon haben wir durch Kestrel ersetzt",
        "statt Falcon haben wir inzwischen Kestrel",
        "lol falcon, no, bread goes into kestrel since forever",
        "Falcon is obsolete, it's Kestrel",
    ],
)
def test_what_is_turned_down_gives_way_to_what_is_so_in_the_words_of_the_memory(turn: str) -> None:
    assert said(OVEN, turn) == "Bread is baked in the Kestrel oven."


@pytest.mark.parametrize(
    "turn",
    [
        "don't use falcon on the market stall, it trips the fuse",
        "the other bakery uses kestrel, not falcon",
        "for this batch use kestrel, not falcon",
        "what if we used kestrel instead of falcon?",
        "if we ever drop falcon, kestrel would be my choice",
        "can you check why falcon isn't getting warm?",
        "never open the falcon door, only the hatch",
        "keep using falcon, not kestrel",
        "Ada suggested kestrel instead of falcon, we said no",
        "falcon? yes, and kestrel too",
        "im Nebenhaus nehmen wir Kestrel statt Falcon",
        "falcon doesn't heat the plates, only the hob does",
        "Falcon isn't on today, ask Kestrel",
        "bake this one loaf in kestrel, not falcon",
        "falcon is cancelled tomorrow, we bake in kestrel this week",
        "they switched from falcon to kestrel next door",
        "ask Kestrel, not Falcon, about the rolls",
        "no falcon needed for that, just fix it",
        "falcon? the recipe was rewritten by hand",
        "the rolls are not in the falcon, only bread is",
    ],
)
def test_what_holds_for_some_cases_is_asked_or_is_told_of_others_overrules_nothing(turn: str) -> None:
    assert said(OVEN, turn) is None


def test_code_that_reads_like_a_no_turns_nothing_down() -> None:
    turn = "you keep writing Optional[...]. we write `X | None` here, since 3.12"
    assert said("Trays are marked in the `X-Tray` field.", turn) is None
    assert said(OVEN, "no `Falcon`, it's `Kestrel` now") == "Bread is baked in the Kestrel oven."


def test_each_value_that_is_turned_down_gives_way_and_the_rest_of_the_memory_stays() -> None:
    assert said(FLOUR, "no rye any more, it's spelt") == "Doughs are mixed with spelt and baked with steam."
    assert said(TILL, "we're on tillware 6, not 4") == "The till runs Tillware 6."
    assert said(TILL, "we are on Kassa 2, tillware was retired") == "The till runs Kassa 2."


def test_what_only_shares_the_beginning_of_a_word_is_a_name_of_its_own() -> None:
    assert said("Loaves are built with Falcon.", "buildah, not falcon") == "Loaves are built with Buildah."


@pytest.fixture
def bakery(store: Store) -> Store:
    for text in (OVEN, FLOUR, TILL):
        add(store, Draft(text, scope=SCOPE), by=PERSON)
    return store


def test_a_yes_puts_what_is_so_into_the_memory_and_leaves_the_rest(bakery: Store, tmp_path: Path) -> None:
    captured(bakery, [talks.user("no, kestrel not falcon. falcon broke in May")], tmp_path, WHOLE)
    cards = [card for card in waiting(bakery) if card.targets]
    assert [card.change.new_text for card in cards] == ["Bread is baked in the Kestrel oven."]
    accept(bakery, Settings(), [cards[0].id], by=PERSON)
    assert sorted(texts(bakery)) == sorted(["Bread is baked in the Kestrel oven.", FLOUR, TILL])


def test_what_the_user_said_is_told_with_its_day_beside_what_it_overrules(
    bakery: Store, tmp_path: Path
) -> None:
    captured(bakery, [talks.user("no, kestrel not falcon")], tmp_path, WHOLE)
    notes = {entry.memory.text: entry.note for entry in at_start(bakery, place_in(SCOPE)).told}
    assert notes[OVEN] == "the user said on 2026-11-20: “kestrel not falcon”; the user has not decided"
    assert not notes[FLOUR]


def test_what_a_text_or_an_agent_says_otherwise_is_not_told(bakery: Store, tmp_path: Path) -> None:
    passed_on = (
        "Look at this page:\n> The till runs Tillware 6 now, no longer Tillware 4.\nwhat do you think?"
    )
    talk = [talks.user(passed_on), talks.agent("The till runs Tillware 6 now, no longer Tillware 4.")]
    captured(bakery, talk, tmp_path, WHOLE)
    assert all("Tillware 6" not in entry.note for entry in at_start(bakery, place_in(SCOPE)).told)


def test_a_memory_written_after_the_words_is_only_asked_about(bakery: Store, tmp_path: Path) -> None:
    captured(bakery, [talks.user("no, kestrel not falcon", "2026-11-01T10:00:00.000Z")], tmp_path, WHOLE)
    assert [card.rule for card in waiting(bakery) if card.targets] == ["learned/conflicts"]


@pytest.mark.parametrize(
    "decision",
    [
        "We decided with Bo this morning to move the doughs from rye to spelt in March.",
        "Wir haben beschlossen, den Teig auf Dinkel umzustellen.",
    ],
)
def test_what_was_settled_is_stored_whoever_does_it_and_when(
    store: Store, tmp_path: Path, decision: str
) -> None:
    captured(store, [talks.user(decision)], tmp_path, WHOLE)
    assert len(texts(store)) == 1


@pytest.mark.parametrize(
    "passing", ["We decided to look at the oven tomorrow.", "Did we agree to move the doughs to spelt?"]
)
def test_what_is_only_to_be_done_is_not(store: Store, tmp_path: Path, passing: str) -> None:
    captured(store, [talks.user(passing)], tmp_path, WHOLE)
    assert texts(store) == []


def test_each_of_two_values_that_are_replaced_gives_way() -> None:
    told = "Spelt replaces rye and steam in all bakeries"
    assert said(FLOUR, told) == "Doughs are mixed with Spelt and baked with Spelt."


def test_what_holds_for_some_cases_is_at_odds_with_nothing(bakery: Store, tmp_path: Path) -> None:
    captured(
        bakery, [talks.user("For this stall the till runs Tillware 6, not Tillware 4.")], tmp_path, WHOLE
    )
    assert not [card for card in waiting(bakery) if card.targets]


def test_a_value_of_one_kind_is_given_anew_where_both_speak_of_the_same(store: Store, tmp_path: Path) -> None:
    for text in ("Markets are held on Thursdays.", "The price list is at https://list.example/old."):
        add(store, Draft(text, scope=SCOPE), by=PERSON)
    talk = [
        talks.user("markets are on tuesdays now"),
        talks.user("actually scratch that, markets are on wednesdays", "2026-11-20T10:01:00.000Z"),
        talks.agent("Prices: https://list.example/old.", "2026-11-20T10:02:00.000Z"),
        talks.user("no, it's https://list.example/new now", "2026-11-20T10:03:00.000Z"),
        talks.user("the market hall opens on fridays now", "2026-11-20T10:04:00.000Z"),
    ]
    captured(store, talk, tmp_path, WHOLE)
    assert sorted(card.change.new_text for card in waiting(store) if card.targets) == [
        "Markets are held on Wednesdays.",
        "The price list is at https://list.example/new.",
    ]


def test_the_later_word_of_the_user_takes_the_card_of_the_earlier_one_back(
    bakery: Store, tmp_path: Path
) -> None:
    captured(bakery, [talks.user("no, kestrel not falcon")], tmp_path, RUNNING)
    captured(bakery, [talks.user("scratch that, merlin instead of falcon")], tmp_path, RUNNING)
    cards = [card for card in waiting(bakery) if card.targets]
    assert [card.change.new_text for card in cards] == ["Bread is baked in the Merlin oven."]


def test_a_new_address_answers_the_old_one_that_the_agent_gave(store: Store, tmp_path: Path) -> None:
    add(store, Draft("The price list is at https://list.example/old.", scope=SCOPE), by=PERSON)
    talk = [
        talks.agent("The prices are at https://list.example/old.", NOON),
        talks.user("the new one lives at https://list.example/new, the old list was switched off", NOON),
    ]
    captured(store, talk, tmp_path, WHOLE)
    (card,) = (card for card in waiting(store) if card.targets)
    assert card.change.new_text == "The price list is at https://list.example/new."
    assert card.reason == "you said otherwise since, in a session"


def test_what_denies_nothing_of_a_memory_is_at_odds_with_nothing(bakery: Store, tmp_path: Path) -> None:
    captured(bakery, [talks.user("the Falcon oven is down, not us")], tmp_path, WHOLE)
    assert not [card for card in waiting(bakery) if card.targets]
