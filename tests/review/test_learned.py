"""What people would not keep is proposed, one by one, with the words that spoke for it."""

from dataclasses import replace

import pytest

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.card_kinds import Kind
from memtui.domain.dating import AT_THE_LATEST, DATED
from memtui.domain.deeds import Deed
from memtui.domain.memory import Memory, MemoryType, Origin
from memtui.domain.proposal import Finding
from memtui.lifecycle.undo import undo
from memtui.model_files import ModelUnusable
from memtui.review.learned import speaking
from memtui.review.learned.counts import NAMES
from memtui.review.learned.homes import Homes
from memtui.review.learned.in_passing import PASSING
from memtui.review.learned.model import Model, shipped
from memtui.review.learned.reading import read
from memtui.review.learned.speaking import speech, speeches
from memtui.review.passes import run_pass
from memtui.review.verdicts import reject
from memtui.store import proposals, review_state
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from tests.review.planting import plant

REPORT = "[14:57] Task Completed: **Task:** Drew the poster **Outcome:** Success, 12 of 12 tests pass ✅"
TRACE = (
    'Traceback (most recent call last):\n  File "/tmp/frames.py", line 12, in <module>\n'
    "    row[\"width\"]\nKeyError: 'width'"
)
RULE = "Never deploy on a Friday, because nobody is there when the shop breaks"


def cards(store: Store, model: Model | None = None) -> list[Finding]:
    found = run_pass(store, Settings(), full=True, dry_run=True, learned=model).findings
    return [card for card in found if card.kind is Kind.JUNK]


def test_no_card_names_a_day_or_a_small_word_as_what_spoke_for_it() -> None:
    text = (
        "2026-03-04: and the tests of and for the importer pass and the build is green and done, 2026-03-04"
    )
    why = speech(shipped(), text)
    named = [text[slice(*span)].lower() for span in (*why.words_for, *why.words_against)]
    assert named
    assert not {"and", "the", "of", "for", "is", "2026-03-04"} & set(named)


def test_a_report_is_proposed_to_be_dropped_and_a_rule_stays(store: Store) -> None:
    report = plant(store, REPORT, days_ago=20)
    plant(store, RULE, days_ago=20)
    (card,) = cards(store)
    assert (card.rule, card.change.deed, card.change.gone) == ("junk/status", Deed.DROP, (report.id,))
    assert card.batch == ""
    assert 0.5 < card.confidence < 1


def test_the_card_says_which_words_spoke_for_it(store: Store) -> None:
    it = plant(store, REPORT, days_ago=20)
    (card,) = cards(store)
    told = {it.text[start:end] for start, end in card.evidence.marks[it.id]}
    assert told
    assert all(f"“{word}”" in card.reason for word in told)
    facts = dict(card.evidence.facts)
    assert facts["for dropping"].startswith("the words “")
    assert "; its form: " in facts["for dropping"]
    assert "for keeping" in facts


def test_of_a_list_only_the_statements_that_people_would_not_keep_are_cut_out(store: Store) -> None:
    rules = ("Never deploy on a Friday, because nobody is there when the shop breaks", "Prices are in cents")
    it = plant(store, "\n".join(f"- {each}" for each in (REPORT, *rules, REPORT, REPORT)), days_ago=20)
    (card,) = cards(store)
    assert (card.change.deed, card.change.keep) == (Deed.CUT, it.id)
    assert card.change.text == "\n".join(f"- {each}" for each in rules)
    assert card.reason.startswith("3 of its 5 items: it reads like")


def test_what_is_fresh_is_left_alone_until_it_is_a_week_old(store: Store) -> None:
    plant(store, REPORT, days_ago=6)
    assert cards(store) == []


def test_a_line_that_stood_in_its_file_when_that_was_first_read_may_be_of_any_age(store: Store) -> None:
    report = plant(store, REPORT, days_ago=0, provenance={DATED: AT_THE_LATEST})
    (card,) = cards(store)
    assert card.change.gone == (report.id,)
    assert "when it was written:" in card.reason
    assert "ago" not in card.reason


def test_a_fresh_report_is_looked_at_again_when_the_week_is_over(store: Store) -> None:
    it = plant(store, REPORT, days_ago=6)
    run_pass(store, Settings())
    assert store.query("SELECT memory_id FROM review_due WHERE at <= ?", (it.created_at + 7 * 86_400,))


@pytest.mark.parametrize(
    "protected",
    [
        {"pinned": True},
        {"type": MemoryType.CONSTITUTIONAL},
        {"categories": ("identity",)},
        {"accesses": 10, "sessions": 1},
        {"scope": "/user"},
        {"origin": Origin.PERSON},
    ],
)
def test_what_is_protected_is_never_proposed(store: Store, protected: dict[str, object]) -> None:
    plant(store, REPORT, days_ago=20, **protected)  # type: ignore[arg-type]
    assert cards(store) == []


def test_what_is_in_use_is_left_alone_until_it_was_not_used_for_a_month(store: Store) -> None:
    report = plant(store, REPORT, days_ago=90, accesses=3, used_days_ago=29)
    assert cards(store) == []
    run_pass(store, Settings())
    due = store.query("SELECT at FROM review_due WHERE memory_id = ?", (report.id,))
    used = report.last_accessed_at
    assert used is not None
    assert [at for (at,) in due] == [used + 30 * 86_400]


def test_what_was_used_in_many_sessions_is_left_alone_for_longer(store: Store) -> None:
    plant(store, REPORT, days_ago=90, accesses=9, sessions=9, used_days_ago=50)
    assert cards(store) == []


def test_what_was_used_before_needs_more_than_what_never_was(store: Store) -> None:
    fairly_sure_of_all = replace(shipped(), gate=-99.0, calibration=[[0.0] * 10 + [1.0], [0.0] * 11])
    never = plant(store, "Completed the poster task, all checks green", days_ago=20)
    plant(store, "Completed the banner task, all checks green", days_ago=90, accesses=1, used_days_ago=60)
    assert [card.change.gone for card in cards(store, fairly_sure_of_all)] == [(never.id,)]


@pytest.mark.parametrize(
    "text",
    [
        "The system prompt is stored in prompts/system.md and every change needs Ada's review",
        "Always run the migrations before the tests, otherwise the fixtures fail",
    ],
)
def test_a_memory_about_prompts_agents_and_tools_is_not_proposed(store: Store, text: str) -> None:
    plant(store, text, days_ago=20)
    assert cards(store) == []


@pytest.mark.parametrize(
    "text",
    [
        "Ada is allergic to nuts",
        "Jonas works at Northwind",
        "The kettle belongs to the tea room",
        # Only nearly a plain one, by its words.
        "Ruth Adeyemi works from Porto and starts at nine",
        "Production runs 12 copies of the tide gauge",
    ],
)
def test_a_plain_fact_of_a_kind_that_the_model_never_saw_judged_is_not_proposed(
    store: Store, text: str
) -> None:
    assert shipped().worth_asking(shipped().read([text])[0])
    plant(store, text, days_ago=20)
    assert cards(store) == []


def test_what_nearly_all_would_remove_is_proposed_though_it_reads_like_a_plain_statement(
    store: Store,
) -> None:
    lines = [f"[15:{n}] branch:feature/gallery-{n} @8936b6a{n}" for n in range(10, 16)]
    planted = [headed(store, "Session Log", line) for line in lines]
    assert speech(shipped(), planted[0].text).sort == "plain"
    plant(store, RULE, days_ago=20)
    found = cards(store)
    assert {gone for card in found for gone in card.change.gone} == {memory.id for memory in planted}
    assert {card.rule for card in found} == {"junk/status"}


@pytest.mark.parametrize("heading", ["", "Notes", "Work log"])
@pytest.mark.parametrize("said", ["Sorted the brushes.", "The varnish is dry now.", "Nice day, much done."])
def test_words_in_passing_are_proposed_to_be_dropped(store: Store, said: str, heading: str) -> None:
    it = headed(store, heading, said)
    (card,) = cards(store)
    assert (card.rule, card.change.gone) == ("junk/passing", (it.id,))


@pytest.mark.parametrize(
    "said",
    [
        "Implemented the frame editor, added 4 tests, all green. Next step: open the PR.",
        "PR #77 is up, two of its checks still run, will look again after lunch.",
        "User asked why the canvas list was empty. I read the loader, found a typo and corrected it.",
    ],
)
def test_a_longer_report_of_the_moment_is_proposed_to_be_dropped(store: Store, said: str) -> None:
    it = plant(store, said, days_ago=20)
    (card,) = cards(store)
    assert card.rule in {"junk/passing", "junk/trivial"}
    assert card.change.gone == (it.id,)


@pytest.mark.parametrize(
    "said",
    [
        "The frame editor must save on blur: the tests in test_blur.py hold that since PR #77.",
        "CI takes forty minutes, so push before lunch and look afterwards.",
        "When the canvas list is empty, the loader met a typo in frames.toml.",
    ],
)
def test_a_fact_that_reads_like_such_a_report_is_left_alone(store: Store, said: str) -> None:
    plant(store, said, days_ago=20)
    assert cards(store) == []


@pytest.mark.parametrize("heading", ["", "Notes", "Work log"])
@pytest.mark.parametrize(
    "said",
    [
        "The varnish must dry for two days before the frame is fitted.",
        "Brushes are kept in the blue cupboard.",
        "Kim sorts the brushes every Friday.",
    ],
)
def test_a_short_fact_is_not_taken_for_words_in_passing(store: Store, said: str, heading: str) -> None:
    headed(store, heading, said)
    assert cards(store) == []


@pytest.mark.parametrize("heading", ["", "Style", "Suggested commands"])
@pytest.mark.parametrize(
    "said",
    [
        "brush width 12",
        "paintctl frames --check",
        "make varnish",
        "Frames mirror the order of the hall",
        "Sketch first, varnish second.",
        "Be plain, skip the gold",
        "No nails in old frames",
    ],
)
def test_a_short_rule_or_command_is_not_taken_for_words_in_passing(
    store: Store, said: str, heading: str
) -> None:
    headed(store, heading, said)
    assert cards(store) == []


@pytest.mark.parametrize("said", ["Sorted the brushes.", "All 24 frames hang now."])
def test_of_a_few_words_none_are_quoted_as_a_reason(store: Store, said: str) -> None:
    plant(store, said, days_ago=20)
    (card,) = cards(store)
    assert card.rule == "junk/passing"
    assert "“" not in card.reason
    assert card.reason.startswith("it reads like words in passing")


def test_words_in_passing_are_told_by_what_makes_them_such(store: Store) -> None:
    said = (
        "I looked at the frames, found the loose nail in the third one and hammered it back in, all good now."
    )
    plant(store, said, days_ago=20)
    (card,) = cards(store)
    assert card.rule == "junk/passing"
    why = speech(shipped(), said, PASSING)
    assert why.words_for != speech(shipped(), said).words_for
    assert all(f"“{said[start:end]}”" in card.reason for start, end in why.words_for)


def test_a_trace_down_to_its_error_needs_no_second_opinion(store: Store) -> None:
    it = plant(store, TRACE, days_ago=20)
    (card,) = cards(store)
    assert (card.rule, card.change.gone) == ("junk/output", (it.id,))


def test_what_somebody_wrote_below_a_trace_leaves_it_to_the_model(store: Store) -> None:
    plant(store, f"{TRACE}\nThe frames of 1998 have no width, so read it from the card.", days_ago=20)
    assert cards(store) == []


def test_a_short_rule_of_a_file_of_instructions_is_left_alone(store: Store) -> None:
    plant(store, "Rinse the pot", days_ago=20, provenance={"path": "/src/tea/CLAUDE.md"})
    assert cards(store) == []


def test_words_in_passing_that_are_marked_as_a_gotcha_are_left_alone(store: Store) -> None:
    plant(store, "Sorted the brushes.", days_ago=20, categories=("gotcha",))
    assert cards(store) == []


@pytest.mark.parametrize(
    ("of_the_moment", "lasting"),
    [
        ("CI is red again since the merge of this morning.", "When CI is red, nobody merges."),
        ("Kim is looking at the failing canvas test right now.", "Kim owns the canvas tests."),
        (
            "The import of the sketches is at row 300 and still running.",
            "An import stops at the first broken row.",
        ),
    ],
)
def test_a_calm_sentence_of_the_moment_is_proposed_to_be_dropped_and_what_lasts_is_not(
    store: Store, of_the_moment: str, lasting: str
) -> None:
    it = plant(store, of_the_moment, days_ago=20)
    plant(store, lasting, days_ago=20)
    (card,) = cards(store)
    assert (card.rule, card.change.gone) == ("junk/passing", (it.id,))


def headed(store: Store, heading: str, said: str) -> Memory:
    """Plant a line of a file as it stands below a heading, or below none."""
    if not heading:
        return plant(store, said, days_ago=20)
    return plant(store, f"{heading}: {said}", days_ago=20, provenance={"section": heading})


def test_a_label_without_a_statement_says_nothing(store: Store) -> None:
    plant(store, "Data pipelines: **Pattern: Session-aware processing**", days_ago=20)
    (card,) = cards(store)
    assert card.confidence > 0.8


def test_what_stands_out_from_its_project_is_dropped_sooner_than_what_is_like_the_rest(store: Store) -> None:
    said = "The export job writes one file for each customer"
    for number in range(30):
        plant(store, f"Poster {number} is one of {number + 9} posters in the folder", scope="/project/facts")
        plant(store, f"Never print poster {number} on a Friday, because it jams", scope="/project/rules")
    among = [plant(store, said, scope=f"/project/{home}") for home in ("facts", "rules")]
    among_facts, among_rules = Homes(store, shipped()).opinions(among)
    assert among_rules.at_sight > among_facts.at_sight + 0.1


def test_a_text_is_read_the_same_alone_and_among_others() -> None:
    texts = [REPORT, "", "中文 **Problem**：x", "Done", RULE, "a\0b", "\ud800 half a pair", "x" * 5_000]
    together = shipped().read(texts)
    alone = [shipped().read([text])[0] for text in texts]
    assert [round(one.agrees, 9) for one in together] == [round(one.agrees, 9) for one in alone]


def test_a_text_is_spoken_of_the_same_alone_and_among_others() -> None:
    texts = [
        REPORT,
        "",
        "中文 **Problem**：x",
        "Done",
        RULE,
        "\ud800 half a pair",
        f"Merged {'x' * 5_000} and done",
    ]
    assert list(speeches(shipped(), texts)) == [speech(shipped(), text) for text in texts]


def test_why_memories_are_asked_about_is_read_for_many_at_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        plant(store, f"{REPORT} {number}", days_ago=20)
    monkeypatch.setattr(speaking, "speech", None)
    assert len(cards(store)) == 3


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Notes › Testing: **Pattern: Session data**", "only a label"),
        ("Use tabs", "a rule in it"),
        ("Renamed the table", "begins with what was done"),
        ("See src/app.ts for the routes", "a name from code"),
        ("Released on 2026-03-04", "a date"),
        ("Fixed in #128", "an issue number or commit"),
        ("It runs at 12:30", "a time of day"),
        ("Work › Week 3 › Today: it rained", "several headings"),
    ],
)
def test_what_is_true_of_a_text_is_counted(text: str, name: str) -> None:
    counts = read([text, RULE]).counts[0]
    assert counts[NAMES.index(name)] > 0


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (b"memtui removal model 9\n{}\n", "another version"),
        (b"", "another version"),
        (shipped().to_bytes()[:-7], "bytes of weights"),
        (shipped().to_bytes().replace(b'"bias"', b'"bias', 1), "bytes of weights|damaged"),
        (shipped().to_bytes().replace(b'"bias"', b'"bike"'), "damaged"),
    ],
)
def test_a_damaged_model_is_told_by_what_is_wrong(told: bytes, why: str) -> None:
    with pytest.raises(ModelUnusable, match=why):
        Model.from_bytes(told)


def test_a_model_is_written_as_it_was_read() -> None:
    assert Model.from_bytes(shipped().to_bytes()).to_bytes() == shipped().to_bytes()
    assert len(shipped().to_bytes()) < 400_000


def test_only_words_in_passing_are_proposed_by_what_lets_nothing_pass(store: Store) -> None:
    plant(store, REPORT, days_ago=20)
    assert {card.rule for card in cards(store)} == {"junk/status"}
    assert {card.rule for card in cards(store, replace(shipped(), gate=99.0))} <= {"junk/passing"}


def test_rejections_teach_it_to_ask_less_and_forgetting_them_takes_that_back(store: Store) -> None:
    for number in range(12):
        plant(
            store,
            f"[14:{number + 10}] Task Completed: **Task:** Drew poster **Outcome:** Success ✅",
            days_ago=20,
        )
    run_pass(store, Settings())
    waiting = proposals.ids(store, Wanted(rule="junk/status"))
    assert len(waiting) > 7
    reject(store, waiting[:7], by=PERSON_AT_CLI)
    run_pass(store, Settings())
    told = review_state.taught(store)
    assert (told.yes, told.no) == (0, 7)
    assert told.homes["/project/atlas"].shift < -0.3
    with store.write() as tx:
        review_state.forget_taught(tx)
    run_pass(store, Settings())
    assert review_state.taught(store) == review_state.Taught()


def test_undoing_a_verdict_takes_its_lesson_back(store: Store) -> None:
    plant(store, REPORT, days_ago=20)
    run_pass(store, Settings())
    reject(store, proposals.ids(store, Wanted(rule="junk/status")), by=PERSON_AT_CLI)
    run_pass(store, Settings())
    assert review_state.taught(store).no == 1
    undo(store, by=PERSON_AT_CLI)
    run_pass(store, Settings())
    assert review_state.taught(store).no == 0
