"""What a question brings up, in which order, and what it leaves as it was."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.capture import embedding
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.dating import AT_THE_LATEST, DATED
from memtui.domain.instant import DAY, HOUR
from memtui.domain.memory import LinkKind, MemoryType
from memtui.domain.scope import ScopeError
from memtui.domain.tokens import tokens
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import archive, drop, restore
from memtui.llm.embeddings import Embedder
from memtui.recall import scoring
from memtui.recall.asking import shared_words
from memtui.recall.search import Recalled, recall, use
from memtui.recall.told_block import block
from memtui.store import links, memories
from memtui.store.accesses import recorded
from memtui.store.database import Store
from tests.conftest import NOON, FrozenClock
from tests.depth import SHARED, examples
from tests.lifecycle.worlds import AGENT, PERSON, added, picture
from tests.recall.conftest import texts

# -- what is found -----------------------------------------------------------------------------------


def test_the_memory_that_shares_the_rarest_words_comes_first(store: Store) -> None:
    for text in ("Zephyr deploys on Fridays", "Zephyr is written in Go", "Zephyr has a blue logo"):
        added(store, text)
    assert texts(recall(store, "When does Zephyr deploy?"))[0] == "Zephyr deploys on Fridays"


def test_one_word_is_enough_to_be_found_by_and_small_talk_finds_nothing(
    store: Store, model: Embedder
) -> None:
    for text in ("The physician recommends jogging", "The build takes nine minutes"):
        added(store, text)
    embedding.fill(store, model)
    assert texts(recall(store, "doctor", embedder=model)) == ["The physician recommends jogging"]
    for question in ("hi there", "thanks, go on", "xylophone"):
        assert texts(recall(store, question, embedder=model)) == []


def test_the_verb_of_a_question_is_no_reason_to_tell_a_memory(store: Store) -> None:
    added(store, "The database is PostgreSQL 16")
    added(store, "Use uv, never pip")
    assert texts(recall(store, "which database do we use?")) == ["The database is PostgreSQL 16"]
    assert texts(recall(store, "what do we use?")) == ["Use uv, never pip"]
    assert texts(recall(store, "which package manager do we use?")) == ["Use uv, never pip"]
    assert shared_words("which database do we use", ["Use uv, not a database"]) == [("database",)]
    assert shared_words("which package manager do we use", ["Use uv"]) == [("use",)]


def test_an_answer_is_found_beside_its_question(store: Store) -> None:
    for text in ("Where do we keep the umbrella stand?", "By the green door", "Lunch is at noon"):
        added(store, text, provenance={"session": "s1"})
    added(store, "The umbrella order was cancelled", provenance={"session": "s2"})
    found = recall(store, "umbrella stand green")
    assert texts(found)[:2] == ["Where do we keep the umbrella stand?", "By the green door"]


def test_what_a_session_says_of_it_supports_the_rest_of_the_session(store: Store, clock: FrozenClock) -> None:
    for session, text in (("a", "The kiln is in the annex"), ("b", "The kiln broke down")):
        added(store, text, provenance={"session": session})
        clock.forward(days=1)
    added(store, "The glaze for the kiln was too thin", provenance={"session": "b"})
    found = recall(store, "Why was the glaze in the kiln bad?")
    assert texts(found).index("The kiln broke down") < texts(found).index("The kiln is in the annex")


def test_a_date_in_the_question_prefers_what_was_said_then(store: Store) -> None:
    for month, place in enumerate(("Porto", "Bergen", "Graz"), start=1):
        added(store, f"Ines went hiking near {place}", created_at=NOON - month * 60 * DAY)
    assert texts(recall(store, "Where did Ines go hiking in July 2026?"))[0] == "Ines went hiking near Bergen"


@pytest.mark.parametrize("question", ["", "   ", "?!", "<think>zephyr</think>", "\0", "'\"*", "🙂"])
def test_a_question_without_words_finds_nothing(store: Store, question: str) -> None:
    added(store, "Zephyr deploys on Fridays")
    assert recall(store, question) == Recalled()


def test_a_question_is_text_and_no_query_language(store: Store) -> None:
    added(store, "Zephyr deploys on Fridays")
    for question in (
        'zephyr" OR "',
        "NEAR(zephyr deploys)",
        "text:zephyr -deploys",
        "zephyr*",
        "zephyr " * 9000,
    ):
        assert texts(recall(store, question)) == ["Zephyr deploys on Fridays"]


def test_words_that_nearly_all_memories_hold_are_still_looked_for_in_a_small_store(store: Store) -> None:
    for number in range(30):
        added(store, f"The server in rack {number} hums")
    assert len(recall(store, "server", limit=50).hits) == 30


# -- where -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_meaning", [False, True])
def test_the_scope_and_what_lies_below_above_and_about_the_user_counts(
    store: Store, model: Embedder, by_meaning: bool
) -> None:
    for scope in (
        "/",
        "/user/ada",
        "/project",
        "/project/atlas",
        "/project/atlas/db",
        "/project/bolt",
        "/userx",
    ):
        added(store, f"The quasar job runs nightly in {scope}", scope)
    embedding.fill(store, model)
    found = recall(store, "quasar job", scope="/project/atlas", embedder=model if by_meaning else None)
    scopes = {hit.memory.scope for hit in found.hits}
    assert scopes == {"/", "/user/ada", "/project", "/project/atlas", "/project/atlas/db"}
    assert len(recall(store, "quasar job", embedder=model if by_meaning else None).hits) == 7


def test_a_scope_that_is_none_is_refused(store: Store) -> None:
    with pytest.raises(ScopeError):
        recall(store, "zephyr", scope="..")


# -- archived and dropped ----------------------------------------------------------------------------


def test_archived_memories_are_offered_and_come_when_asked_for(store: Store) -> None:
    kept, cold = added(store, "Zephyr deploys on Fridays"), added(store, "Zephyr once deployed by hand")
    archive(store, [cold], by=PERSON)
    found = recall(store, "zephyr deploys")
    assert [hit.memory.id for hit in found.hits] == [kept]
    assert [hit.memory.id for hit in found.archived] == [cold]
    assert found.notes == ["1 archived memory matches: --archived"]
    asked = recall(store, "zephyr deploys", archived=True)
    assert {hit.memory.id for hit in asked.hits} == {kept, cold}
    assert (asked.archived, asked.notes) == ([], [])


_ACTS: dict[str, Callable[..., object]] = {
    "drop": drop,
    "archive": archive,
    "restore": restore,
    "purge": purge,
}


@given(st.lists(st.sampled_from(sorted(_ACTS)), max_size=8), st.integers(0, 3))
@settings(suppress_health_check=SHARED, max_examples=examples(25))
def test_a_dropped_memory_is_never_recalled(store: Store, acts: list[str], seed: int) -> None:
    ids = [added(store, f"Zephyr {seed} note {number}", f"/p{number}") for number in range(4)]
    for place, act in enumerate(acts):
        chosen = [ids[(place + seed) % 4]]
        with suppress(Refused):
            _ACTS[act](store, chosen, by=PERSON)
    for archived in (False, True):
        found = recall(store, f"zephyr {seed} note", archived=archived, limit=100)
        states = {hit.memory.state.value for hit in found.hits}
        assert states <= ({"live", "archived"} if archived else {"live"})
        assert all(hit.memory.state.value == "archived" for hit in found.archived)


# -- order -------------------------------------------------------------------------------------------


def test_of_two_statements_about_one_thing_the_newer_leads(store: Store, clock: FrozenClock) -> None:
    added(store, "The staging database of Zephyr runs PostgreSQL 14 on a small machine")
    clock.forward(days=30)
    added(store, "The staging database of Zephyr runs PostgreSQL 16")
    found = recall(store, "What does the staging database of Zephyr run on, what machine?")
    assert texts(found)[0] == "The staging database of Zephyr runs PostgreSQL 16"
    assert found.hits[0].score < found.hits[1].score
    assert found.hits[0].parts["newer than"] == found.hits[1].memory.id


@pytest.mark.parametrize("first", [0, 1])
def test_where_no_date_differs_the_one_that_announces_a_change_leads(store: Store, first: int) -> None:
    said = [
        "The staging database is PostgreSQL 14 on db1.",
        "The staging database was moved to PostgreSQL 16 on db3 in March 2026.",
    ]
    for text in (said[first], said[1 - first]):
        added(store, text)
    assert texts(recall(store, "which database"))[0] == said[1]


@pytest.mark.parametrize("hours", [0, 3])
def test_of_two_statements_of_one_day_neither_is_called_the_newer(
    store: Store, clock: FrozenClock, hours: int
) -> None:
    added(store, "The staging database of Zephyr runs PostgreSQL 14 on a small machine")
    clock.forward(seconds=hours * HOUR)
    added(store, "The staging database of Zephyr runs PostgreSQL 16")
    found = recall(store, "What does the staging database of Zephyr run on, what machine?")
    assert not any("newer than" in hit.parts for hit in found.hits)
    assert texts(found)[0].endswith("small machine")


def test_what_is_said_long_after_a_change_was_announced_leads(store: Store, clock: FrozenClock) -> None:
    added(store, "The staging database was moved to PostgreSQL 14 on db1")
    clock.forward(days=30)
    added(store, "The staging database is PostgreSQL 16 on db3")
    assert texts(recall(store, "which database"))[0] == "The staging database is PostgreSQL 16 on db3"


def test_what_is_newer_leads_where_both_answer_the_same_in_words_of_their_own(
    store: Store, clock: FrozenClock
) -> None:
    added(store, "Alerts of the kiln go to the pager of Tomasz; its schedule is kept in a calendar.")
    clock.forward(days=30)
    added(store, "Kiln alerts left the pager in May: a bell rings in the hall instead.")
    assert texts(recall(store, "Do alerts of the kiln go to the pager?"))[0].startswith("Kiln alerts left")


def test_what_is_newer_and_answers_another_part_of_the_question_does_not_lead(
    store: Store, clock: FrozenClock
) -> None:
    added(store, "Alerts of the kiln go to the pager of Tomasz; its schedule is kept in a calendar.")
    clock.forward(days=30)
    added(store, "The kiln is painted red.")
    assert texts(recall(store, "Do alerts of the kiln go to the pager?"))[0].startswith("Alerts of the kiln")


@pytest.mark.parametrize(
    "of", [{"type": MemoryType.EPISODIC}, {"provenance": {"session": "s1"}}], ids=["event", "talk"]
)
def test_what_happened_and_what_was_said_in_a_talk_is_not_overtaken_by_what_is_later(
    store: Store, clock: FrozenClock, of: dict[str, object]
) -> None:
    added(store, "Alerts of the kiln go to the pager of Tomasz; its schedule is kept in a calendar.")
    clock.forward(days=30)
    added(store, "Kiln alerts left the pager in May: a bell rings in the hall instead.", **of)  # type: ignore[arg-type]
    found = recall(store, "Do alerts of the kiln go to the pager?")
    assert not any("newer than" in hit.parts for hit in found.hits)


def test_what_may_be_older_than_its_file_is_not_called_the_newer(store: Store, clock: FrozenClock) -> None:
    added(store, "The staging database of Zephyr runs PostgreSQL 14 on a small machine")
    clock.forward(days=30)
    added(store, "The staging database of Zephyr runs PostgreSQL 16", provenance={DATED: AT_THE_LATEST})
    found = recall(store, "What does the staging database of Zephyr run on, what machine?")
    assert not any("newer than" in hit.parts for hit in found.hits)


def test_a_newer_memory_about_something_else_does_not_lead(store: Store, clock: FrozenClock) -> None:
    added(store, "The staging database of Zephyr runs PostgreSQL")
    clock.forward(days=30)
    added(store, "Invoices for the database course are due in May")
    assert texts(recall(store, "staging database"))[0] == "The staging database of Zephyr runs PostgreSQL"


def test_what_holds_in_another_project_does_not_lead(store: Store, clock: FrozenClock) -> None:
    added(store, "The staging port of the gateway is 8080", "/project/atlas")
    clock.forward(days=30)
    added(store, "The staging port of the gateway is 9090", "/project/bolt")
    found = recall(store, "staging port of the gateway")
    assert not any("newer than" in hit.parts for hit in found.hits)


def test_a_newer_statement_does_not_lead_where_the_question_names_an_older_time(
    store: Store, clock: FrozenClock
) -> None:
    added(store, "The staging database of Zephyr runs PostgreSQL 14")
    clock.forward(days=60)
    added(store, "The staging database of Zephyr runs PostgreSQL 16")
    found = recall(store, "What did the staging database of Zephyr run in November 2026?")
    assert texts(found)[0] == "The staging database of Zephyr runs PostgreSQL 14"


def test_what_supersedes_a_memory_leads_even_in_other_words(store: Store, clock: FrozenClock) -> None:
    old = added(store, "Zephyr deploys on Fridays")
    clock.forward(days=30)
    new = added(store, "Releases go out on Mondays from now on")
    with store.write() as tx:
        links.link(tx, new, [old], LinkKind.SUPERSEDES)
    found = recall(store, "When does Zephyr deploy releases?")
    assert [hit.memory.id for hit in found.hits] == [new, old]


def test_strength_settles_a_near_tie(store: Store) -> None:
    for importance in (0.2, 0.9, 0.5):
        added(store, "Zephyr deploys on Fridays", f"/p{importance}", importance=importance)
    assert recall(store, "zephyr deploys").hits[0].memory.importance == 0.9


_WORDS = ["kiln", "glaze", "umbrella", "quasar", "annex", "ledger", "walnut", "harbour", "lantern", "comet"]


@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from(_WORDS), min_size=1, max_size=6, unique=True),
            st.floats(0, 1),
            st.integers(0, 900),
        ),
        min_size=2,
        max_size=12,
    ),
    st.lists(st.sampled_from(_WORDS), min_size=1, max_size=4, unique=True),
)
@settings(suppress_health_check=SHARED, max_examples=examples(40))
def test_strength_never_overtakes_a_memory_that_is_clearly_more_relevant(
    store: Store, rows: list[tuple[list[str], float, int]], question: list[str]
) -> None:
    with store.write() as tx:
        tx.execute("UPDATE memories SET state = 'absent'")
    for place, (words, importance, age) in enumerate(rows):
        added(
            store,
            f"{' '.join(words)} {place}",
            f"/p{place}",
            importance=importance,
            created_at=NOON - age * DAY,
        )
    hits = recall(store, " ".join(question), limit=100).hits
    plain = [hit for hit in hits if not {"copy", "newer than"} & hit.parts.keys()]
    for place, hit in enumerate(plain):
        assert all(later.score <= hit.score + scoring.NEAR_TIE + 1e-9 for later in plain[place:])


def test_near_copies_do_not_fill_the_answer(store: Store) -> None:
    for number in range(8):
        added(store, f"Zephyr nightly build of the web client took {number} minutes on the old runner")
    added(store, "Zephyr is written in Go")
    added(store, "Zephyr has a blue logo")
    found = recall(store, "Zephyr nightly build", limit=4)
    assert {"Zephyr is written in Go", "Zephyr has a blue logo"} < set(texts(found))


# -- the budget --------------------------------------------------------------------------------------


@given(st.lists(st.integers(1, 400), min_size=1, max_size=8), st.integers(1, 300))
@settings(suppress_health_check=SHARED, max_examples=examples(40))
def test_the_budget_is_never_exceeded(store: Store, lengths: list[int], budget: int) -> None:
    for number, length in enumerate(lengths):
        added(store, f"Zephyr {number} {'é字x '[length % 4] * length}")
    found = recall(store, "zephyr", budget=budget)
    assert tokens(block(found.memories)) <= found.tokens <= budget


def test_a_long_memory_gives_way_to_shorter_ones(store: Store) -> None:
    added(store, "Zephyr zephyr zephyr " + "deploys slowly " * 300)
    added(store, "Zephyr deploys on Fridays")
    found = recall(store, "zephyr deploys", budget=100)
    assert texts(found) == ["Zephyr deploys on Fridays"]
    assert found.notes == ["1 more does not fit the budget of 100 tokens."]


# -- use ---------------------------------------------------------------------------------------------


def test_recall_only_reads(store: Store) -> None:
    ids = [added(store, f"Zephyr note {number}") for number in range(3)]
    before, mark = picture(store), store.sibling()
    seen = mark.change_mark()
    recall(store, "zephyr note")
    assert (picture(store), mark.change_mark()) == (before, seen)
    assert all(recorded(store, i).uses == 0 for i in ids)
    mark.close()


def test_use_counts_one_access_of_each_hit_and_each_session_once(store: Store, clock: FrozenClock) -> None:
    hit, other = added(store, "Zephyr deploys on Fridays"), added(store, "Lunch is at noon")
    for session in ("s1", "s1", "s2"):
        clock.forward(seconds=5)
        use(store, recall(store, "zephyr"), by=Actor(ActorKind.AGENT, "mcp", session))
    used, unused = memories.get_many(store, [hit, other])
    assert (used.access_count, used.session_count, used.last_accessed_at) == (3, 2, clock.now)
    assert unused.access_count == 0
    assert used.version == 1


def test_use_of_nothing_writes_nothing(store: Store) -> None:
    use(store, recall(store, "zephyr"), by=AGENT)
    assert store.query("SELECT count(*) FROM accesses") == [(0,)]


def test_recall_by_words_loads_the_standard_library_only(store: Store) -> None:
    added(store, "Zephyr deploys on Fridays")
    added(store, "Zephyr deploys on Mondays")
    store.close()
    code = """
import sys
from memtui.recall.told_block import block
from memtui.recall.search import recall
from memtui.store.database import Store
from memtui.store.opening import open_store
with open_store(sys.argv[1]) as store:
    assert "Zephyr deploys" in block(recall(store, "when does zephyr deploy?", budget=200).memories)
heavy = {"sqlite_utils", "textual", "litellm", "click", "rich", "numpy", "platformdirs", "ruamel"}
print(*heavy & {name.partition(".")[0] for name in sys.modules})
"""
    command = [sys.executable, "-c", code, str(store.path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_what_was_filed_in_the_same_hour_is_no_session(store: Store) -> None:
    added(store, "Zephyr deploys on Fridays")
    added(store, "The office plants are watered by Kim")
    assert all(hit.parts["session"] == 0 for hit in recall(store, "When does Zephyr deploy?").hits)


def test_what_was_written_by_hand_is_not_behind_what_a_session_wrote(store: Store) -> None:
    added(store, "The deploy of the shop hung on a full disk", provenance={"session": "one"})
    by_hand = "To deploy the shop, tag it, wait for CI, deploy and watch the logs"
    added(store, by_hand)
    assert texts(recall(store, "how do I deploy the shop?"))[0] == by_hand


def test_a_question_about_last_week_finds_what_was_made_then(store: Store, clock: FrozenClock) -> None:
    for days, text in ((40, "We chose blue for Zephyr"), (8, "We chose green for Zephyr")):
        clock.now = NOON - days * DAY
        added(store, text)
    clock.now = NOON
    for number in range(3):
        added(store, f"We chose colour {number} for Zephyr")
    assert texts(recall(store, "What did we choose for Zephyr last week?"))[0] == "We chose green for Zephyr"


def test_what_is_not_shown_is_not_put_in_front_of_what_is(store: Store, clock: FrozenClock) -> None:
    clock.now = NOON - 30 * DAY
    added(store, "The staging database runs PostgreSQL 14")
    clock.now = NOON
    added(store, "The staging database runs PostgreSQL 16")
    question = "Does the staging database run PostgreSQL 14?"
    assert texts(recall(store, question, limit=2))[0] == "The staging database runs PostgreSQL 16"
    assert texts(recall(store, question, limit=1)) == ["The staging database runs PostgreSQL 14"]
