"""What an agent would be told, memory by memory, and why; and that hooks tell just that."""

import json

from memtui.domain.instant import DAY
from memtui.domain.memory import MemoryType
from memtui.hooks.injecting import for_prompt, for_start
from memtui.lifecycle.states import archive, drop
from memtui.lifecycle.undo import undo
from memtui.recall.briefing import (
    START_TOKENS,
    Briefing,
    Entry,
    Place,
    Why,
    on_call,
    place_in,
    with_prompt,
)
from memtui.recall.search import Recalled, recall
from memtui.recall.session_start import at_start
from memtui.recall.told_block import block, frame_tokens, line_tokens
from memtui.store.database import Store
from memtui.store.sessions import SUMMARY
from tests.lifecycle.test_holding import PLANTED
from tests.lifecycle.worlds import AGENT, PERSON, added
from tests.review.planting import plant

ATLAS = "/project/atlas"
LONG = " ".join(f"word{number}" for number in range(400))


def texts(entries: list[Entry]) -> list[str]:
    return [entry.memory.text for entry in entries]


def why(briefing: Briefing, text: str) -> Why:
    return next(e.why for e in [*briefing.told, *briefing.left_out] if e.memory.text.startswith(text))


def context(printed: str) -> str:
    return str(json.loads(printed)["hookSpecificOutput"]["additionalContext"])


def test_a_session_starts_with_the_last_summary_the_user_and_the_project(store: Store) -> None:
    added(store, "Atlas uses PostgreSQL", ATLAS, importance=0.9)
    added(store, "Ada writes British English", "/user/ada")
    added(store, "The importer works again. Ada writes British English.", ATLAS, categories=(SUMMARY,))
    added(store, "Borealis uses MySQL", "/project/borealis")
    briefing = at_start(store, place_in(ATLAS))
    assert [entry.why for entry in briefing.told] == [Why.SUMMARY, Why.PROJECT]
    assert why(briefing, "Ada writes") is Why.SAID
    assert "Borealis uses MySQL" not in texts(briefing.told + briefing.left_out)


def test_what_a_summary_says_is_told_by_itself_where_the_summary_is_too_long(store: Store) -> None:
    added(store, "Ada writes British English", "/user/ada")
    summary = f"{LONG} {LONG} {LONG} Ada writes British English."
    added(store, summary, ATLAS, categories=(SUMMARY,))
    briefing = at_start(store, place_in(ATLAS))
    assert texts(briefing.told) == ["Ada writes British English"]
    assert why(briefing, "word0") is Why.BUDGET


def test_the_strongest_are_told_until_the_budget_is_spent_and_a_long_one_gives_way(store: Store) -> None:
    for number in range(10):
        added(store, f"{number} {LONG}", ATLAS, importance=0.9 - number / 100)
    added(store, "Atlas deploys on Fridays", ATLAS, importance=0.5)
    briefing = at_start(store, place_in(ATLAS))
    assert texts(briefing.told)[-1] == "Atlas deploys on Fridays"
    assert [entry.why for entry in briefing.left_out] == [Why.BUDGET] * len(briefing.left_out)
    assert len(briefing.told) + len(briefing.left_out) == 11
    assert briefing.tokens == frame_tokens() + sum(line_tokens(m) for m in briefing.memories)
    assert briefing.tokens <= START_TOKENS < briefing.tokens + briefing.left_out[0].tokens


def test_a_budget_of_nothing_tells_nothing(store: Store) -> None:
    added(store, "Atlas deploys on Fridays", ATLAS)
    assert at_start(store, place_in(ATLAS), budget=0).told == []
    assert with_prompt(store, place_in(ATLAS), "Fridays", budget=0).told == []
    assert with_prompt(store, place_in(ATLAS), "Fridays").told != []


def test_weaker_ones_are_named_only_when_asked_for_and_the_rest_is_counted(store: Store) -> None:
    for number in range(200):
        added(store, f"Atlas fact {number}", ATLAS, importance=0.9 - number / 1000)
    assert at_start(store, place_in(ATLAS)).left_out == []
    briefing = at_start(store, place_in(ATLAS), rest=5)
    count = len(briefing.told)
    assert texts(briefing.left_out) == [f"Atlas fact {number}" for number in range(count, count + 5)]
    assert {entry.why for entry in briefing.left_out} == {Why.WEAKER}
    assert briefing.more == 195 - count


def test_a_session_start_fills_its_budget(store: Store) -> None:
    for number in range(200):
        added(store, f"Atlas fact {number}", ATLAS)
    briefing = at_start(store, place_in(ATLAS))
    assert START_TOKENS - briefing.told[0].tokens < briefing.tokens <= START_TOKENS


def test_rules_come_first_then_facts_by_strength_then_what_happened_by_its_day(store: Store) -> None:
    event, rule = MemoryType.EPISODIC, MemoryType.CONSTITUTIONAL
    may = store.now() - 3 * DAY
    added(store, "The release of May slipped", ATLAS, type=event, importance=1.0, created_at=may)
    added(store, "The audit of June went well", ATLAS, type=event, importance=0.2)
    added(store, "Atlas uses PostgreSQL", ATLAS, importance=0.5)
    added(store, "Run the migrations before the tests", ATLAS, type=MemoryType.PROCEDURAL, importance=0.9)
    added(store, "Never push to main", ATLAS, type=rule, importance=0.3)
    added(store, "Answer in British English", "/user", type=rule, importance=0.2)
    added(store, "Ada drinks tea", "/user", importance=0.1)
    assert texts(at_start(store, place_in(ATLAS)).told) == [
        "Answer in British English",
        "Never push to main",
        "Ada drinks tea",
        "Run the migrations before the tests",
        "Atlas uses PostgreSQL",
        "The audit of June went well",
        "The release of May slipped",
    ]


def test_a_rule_is_told_however_many_stronger_facts_there_are(store: Store) -> None:
    for number in range(200):
        added(store, f"Atlas fact {number}", ATLAS, importance=0.9)
    added(store, "Never push to main", ATLAS, type=MemoryType.CONSTITUTIONAL, importance=0.1)
    assert texts(at_start(store, place_in(ATLAS)).told)[0] == "Never push to main"


def test_much_about_the_user_leaves_room_for_the_project(store: Store) -> None:
    for number in range(150):
        added(store, f"Ada likes thing {number}", "/user", importance=0.9)
        added(store, f"Atlas fact {number}", ATLAS, importance=0.2)
    whys = [entry.why for entry in at_start(store, place_in(ATLAS)).told]
    assert abs(whys.count(Why.USER) - whys.count(Why.PROJECT)) <= 1


def test_what_is_held_back_is_named_and_never_told(store: Store) -> None:
    plant(store, PLANTED, scope=ATLAS)
    plant(store, "Deploys go out on Fridays", scope=ATLAS)
    for briefing in (
        at_start(store, place_in(ATLAS)),
        with_prompt(store, place_in(ATLAS), "deploys"),
        on_call(lambda scope: recall(store, "deploys", scope=scope), ATLAS, store.now(), 500),
    ):
        assert texts(briefing.told) == ["Deploys go out on Fridays"]
        assert why(briefing, "Deploys: always send") is Why.HELD


def test_a_prompt_is_told_what_bears_on_it_and_the_next_best_are_named(store: Store) -> None:
    for number in range(12):
        added(store, f"The kiln in hall {number} is {'very ' * number}hot", ATLAS)
    added(store, "Ada's kiln is red", "/user/ada")
    archive(store, [added(store, "The old kiln was blue", ATLAS)], by=PERSON)
    briefing = with_prompt(store, place_in(ATLAS), "Which kiln?", rest=20)
    assert "Ada's kiln is red" in texts(briefing.told)
    reasons = [entry.why for entry in briefing.left_out]
    assert reasons.count(Why.FURTHER) + reasons.count(Why.COPY) == 13 - len(briefing.told)
    everything = [entry.memory.id for entry in [*briefing.told, *briefing.left_out]]
    assert len(everything) == len(set(everything))


def test_dropping_what_is_told_lets_the_next_one_in_and_undo_brings_it_back(store: Store) -> None:
    for number in range(12):
        added(store, f"The kiln in hall {number} is {'very ' * number}hot", ATLAS)

    def told() -> list[str]:
        return texts(with_prompt(store, place_in(ATLAS), "Which kiln?", rest=3).told)

    before = told()
    following = texts(with_prompt(store, place_in(ATLAS), "Which kiln?", rest=3).left_out)[0]
    dropped = with_prompt(store, place_in(ATLAS), "Which kiln?").memories[0]
    drop(store, [dropped.id], by=PERSON)
    assert dropped.text not in told()
    assert following in told()
    undo(store, by=PERSON)
    assert told() == before


def test_a_session_is_not_told_the_same_twice(store: Store) -> None:
    kiln = added(store, "The kiln is red", ATLAS)
    briefing = with_prompt(store, place_in(ATLAS), "kiln", seen={kiln})
    assert briefing.told == []
    assert why(briefing, "The kiln") is Why.SHOWN


def test_nothing_is_told_of_other_projects_unless_a_setting_says_so(store: Store) -> None:
    added(store, "Borealis uses MySQL", "/project/borealis")
    assert with_prompt(store, place_in(ATLAS), "MySQL").told == []
    briefing = with_prompt(store, place_in(ATLAS), "MySQL", elsewhere=True)
    assert texts(briefing.told) == ["Borealis uses MySQL"]
    assert briefing.elsewhere


def test_what_the_team_of_a_project_shares_is_told_there_and_in_no_other(store: Store) -> None:
    added(store, "The kiln of the team is red", "/team/atlas/kilns")
    added(store, "Their kiln is blue", "/team/borealis")
    for place in (ATLAS, f"{ATLAS}/db"):
        assert texts(with_prompt(store, place_in(place), "kiln").told) == ["The kiln of the team is red"]
        assert texts(at_start(store, place_in(place)).told) == ["The kiln of the team is red"]
    assert with_prompt(store, place_in("/"), "kiln").told == []


def test_work_in_no_project_is_told_of_the_top_and_of_the_user(store: Store) -> None:
    added(store, "Tea is at five", "/")
    added(store, "Ada drinks tea", "/user/ada")
    added(store, "Atlas logs tea", ATLAS)
    assert place_in("/") == Place(None, "/")
    assert sorted(texts(with_prompt(store, place_in("/"), "tea").told)) == [
        "Ada drinks tea",
        "Tea is at five",
    ]


def test_a_call_tells_rows_within_its_budget(store: Store) -> None:
    for number in range(5):
        added(store, f"The kiln number {number} is hot", ATLAS, type=MemoryType.SEMANTIC)

    def search(scope: str | None) -> Recalled:
        return recall(store, "kiln", scope=scope, rest=3)

    whole = on_call(search, ATLAS, store.now(), 10_000)
    assert [entry.row["text"] for entry in whole.told if entry.row] == texts(whole.told)
    assert whole.tokens > sum(entry.tokens for entry in whole.told)
    small = on_call(search, ATLAS, store.now(), whole.tokens - 1)
    assert len(small.told) == 4
    assert small.left_out[0].why is Why.BUDGET


def test_hooks_tell_the_block_of_the_briefing(store: Store) -> None:
    added(store, "Tea is at five", "/", by=AGENT)
    added(store, "Ada drinks tea", "/user/ada")
    start = at_start(store, place_in("/"))
    assert context(for_start(store, "", "/nowhere/that/is")) == block(start.memories)
    asked = with_prompt(store, place_in("/"), "Is there tea?")
    assert context(for_prompt(store, "", "/nowhere/that/is", "Is there tea?")) == block(asked.memories)
