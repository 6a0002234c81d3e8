"""Two memories that say the same are proposed as one; nothing that either says or is, is lost by it."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.capture import embedding
from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.deeds import Deed
from memtui.domain.instant import DAY
from memtui.domain.memory import Memory, MemoryType, State
from memtui.domain.proposal import Finding
from memtui.language.difference import Difference, compare
from memtui.language.store_words import LEAST
from memtui.lifecycle import undo
from memtui.llm.embeddings import Local, wordllama
from memtui.review.passes import run_pass
from memtui.review.rule import Context
from memtui.review.rules.duplicate import DELICATE, EXACT, LITERAL, NEAR, RULE
from memtui.review.verdicts import accept
from memtui.store import memories
from memtui.store.database import Store
from tests.conftest import NOON
from tests.review.planting import plant, queued
from tests.review.unstored import context, memory

ATLAS, DB, API = "/project/atlas", "/project/atlas/db", "/project/atlas/api"
KEPT = "Backups are kept for 30 days"
RETAINED = "Backups are retained for 30 days"
MORE = "Backups are kept for 30 days, then deleted"

statements = st.sampled_from(
    [
        *(
            KEPT,
            RETAINED,
            MORE,
            "Backups are kept for 90 days",
            "Backups are never kept",
            "All backups are kept",
        ),
        *(
            "The API listens on port 8080",
            "The API listens on port 8081",
            "The API quite listens on port 8080",
        ),
        *("Two dogs run", "Dogs run", "Dogs run quickly"),
        *("The gateway calls the worker", "The worker calls the gateway"),
    ]
)


def two(
    older: str, newer: str, *, old: dict[str, object] | None = None, new: dict[str, object] | None = None
) -> tuple[Memory, Memory]:
    """Return two memories of Atlas, made ten days and one day ago."""
    common: dict[str, object] = {"scope": ATLAS, "memory_type": MemoryType.SEMANTIC}
    first = memory(older, age=10, **(common | {"id": 1} | (old or {})))  # type: ignore[arg-type]
    return first, memory(newer, age=1, **(common | {"id": 2} | (new or {})))  # type: ignore[arg-type]


@pytest.fixture
def now(store: Store) -> Context:
    return context(store)


def proposed(now: Context, pair: tuple[Memory, Memory], similarity: float | None = None) -> Finding:
    found = RULE.compare(*pair, similarity, now)
    assert found is not None
    assert found.change.deed is Deed.MERGE
    return found


def test_the_same_words_twice_are_one_of_a_batch_and_the_most_recent_stays(now: Context) -> None:
    found = proposed(now, two(KEPT, KEPT.lower() + "."))
    assert (found.rule, found.batch) == (EXACT, LITERAL)
    assert (found.change.keep, found.change.gone, found.change.text) == (2, (1,), "")
    assert found.saves > 0


def test_a_memory_and_its_copy_for_a_team_are_left_alone(now: Context) -> None:
    copy: dict[str, object] = {"uid": "V", "scope": f"{ATLAS}/team", "provenance": {"shared_from": "U"}}
    assert RULE.compare(*two(KEPT, KEPT, new=copy), None, now) is None


def test_other_words_for_the_same_are_a_card_of_their_own_with_the_words_marked(now: Context) -> None:
    found = proposed(now, two(KEPT, RETAINED), 0.93)
    assert (found.rule, found.batch) == (NEAR, "")
    marked = {i: [text[a:b] for a, b in found.evidence.marks[i]] for i, text in ((1, KEPT), (2, RETAINED))}
    assert marked == {1: ["kept"], 2: ["retained"]}
    assert dict(found.evidence.facts)["similarity"] == "0.93"


@pytest.mark.parametrize("texts", [(MORE, KEPT), (KEPT, MORE)])
def test_the_most_recent_stays_with_the_text_that_says_more(now: Context, texts: tuple[str, str]) -> None:
    found = proposed(now, two(*texts))
    assert found.change.keep == 2
    assert (found.change.text or texts[1]) == MORE
    assert found.evidence.marks


def test_a_figure_that_the_other_lacks_stays_though_the_other_has_more_words(now: Context) -> None:
    figure, words = (
        "Backups are kept on the disk for 30 days",
        "We keep backups on the disk, then delete them",
    )
    assert proposed(now, two(figure, words), 0.95).change.text == figure


def test_equal_lengths_of_time_in_other_units_are_no_value_that_the_other_lacks(now: Context) -> None:
    assert proposed(now, two("A permit is valid for 48 hours", "Permits expire after two days"), 0.5)
    assert (
        RULE.compare(*two("A permit is valid for 48 hours", "Permits expire after 4 days"), 0.5, now) is None
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lint with `ruff check` in one go", "Lint with `mypy` in one go"),
        ("Run the tests with -shuffle=on too", "Tests are run with `go test ./... -race`"),
    ],
)
def test_what_each_gives_a_value_that_the_other_lacks_stays_as_it_is(
    now: Context, monkeypatch: pytest.MonkeyPatch, one: str, other: str
) -> None:
    """Whichever was kept would lose a command or a flag."""
    monkeypatch.setattr("memtui.review.rules.duplicate._how_surely", lambda *_: 0.9)
    assert RULE.compare(*two(KEPT, RETAINED), 0.95, now) is not None
    assert RULE.compare(*two(one, other), 0.95, now) is None


def test_a_rule_and_what_somebody_is_to_do_about_it_are_two_things(now: Context) -> None:
    to_do: dict[str, object] = {"memory_type": MemoryType.EPISODIC, "categories": ("commitment",)}
    assert RULE.compare(*two(KEPT, RETAINED, new=to_do), 0.93, now) is None
    assert RULE.compare(*two(KEPT, RETAINED, old=to_do, new=to_do), 0.93, now) is not None


def test_what_a_log_notes_again_in_other_words_is_a_duplicate_with_only_the_words_marked(
    now: Context,
) -> None:
    older, newer = f"[2026-04-18] {KEPT}", f"2026-04-20: {RETAINED}"
    found = proposed(now, two(older, newer))
    marks = found.evidence.marks
    assert [older[a:b] for a, b in marks[1]] == ["kept"]
    assert [newer[a:b] for a, b in marks[2]] == ["retained"]


def test_what_a_log_says_was_done_on_two_days_is_two_things(now: Context) -> None:
    done = "Deployed the shop to production."
    assert RULE.compare(*two(f"2026-04-02: {done}", f"2026-04-09: {done}"), 0.97, now) is None


def test_what_is_less_alike_than_its_words_are_is_no_duplicate(now: Context) -> None:
    assert RULE.compare(*two(KEPT, RETAINED), 0.3, now) is None


def test_two_examples_in_code_are_no_duplicates_unless_word_for_word(now: Context) -> None:
    example, other = f"{KEPT}\n```\nheron keep 30\n```", f"{RETAINED}\n```\nheron keep 30\n```"
    assert proposed(now, two(RETAINED, example), 0.97).rule == NEAR
    assert RULE.compare(*two(example, other), 0.97, now) is None
    assert proposed(now, two(example, example)).rule == EXACT


def test_within_a_wider_scope_the_wider_one_stays_though_it_is_older(now: Context) -> None:
    found = proposed(now, two(KEPT, KEPT, new={"scope": DB}))
    assert (found.rule, found.change.keep, found.scope) == (EXACT, 1, ATLAS)
    assert DB in found.reason


@pytest.mark.parametrize("scope", ["/project/borealis", "/team/ops", "/project"])
def test_other_projects_keep_their_own_copy(now: Context, scope: str) -> None:
    found = RULE.compare(*two(KEPT, KEPT, new={"scope": scope}), None, now)
    assert (found is None) == (scope != "/project")


def test_two_parts_of_one_project_are_asked_about_singly(now: Context) -> None:
    found = proposed(now, two(KEPT, KEPT, old={"scope": DB}, new={"scope": API}))
    assert (found.rule, found.batch) == (DELICATE, "")
    assert found.confidence < 0.5
    assert DB in dict(found.evidence.facts)["careful"]
    assert RULE.compare(*two(KEPT, RETAINED, old={"scope": DB}, new={"scope": API}), None, now) is None


@pytest.mark.parametrize("special", [{"pinned": True}, {"memory_type": MemoryType.CONSTITUTIONAL}])
def test_what_is_pinned_or_constitutional_stays_and_is_never_in_a_batch(
    now: Context, special: dict[str, object]
) -> None:
    found = proposed(now, two(KEPT, KEPT, old=special))
    assert (found.rule, found.batch, found.change.keep) == (DELICATE, "", 1)
    assert proposed(now, two(KEPT, RETAINED, old=special)).change.keep == 1
    assert RULE.compare(*two(KEPT, RETAINED, old=special, new=special), None, now) is None
    assert RULE.compare(*two(KEPT, KEPT, old=special | {"scope": DB}), None, now) is None


def test_a_fact_stays_before_an_event_and_what_lasts_before_what_ends(now: Context) -> None:
    event: dict[str, object] = {"memory_type": MemoryType.EPISODIC}
    assert proposed(now, two(KEPT, KEPT, new=event)).change.keep == 1
    assert proposed(now, two(KEPT, KEPT, new={"expires_at": NOON + DAY})).change.keep == 1


def test_quite_denies_nothing(now: Context) -> None:
    assert proposed(now, two("The cache runs on Redis", "The cache quite runs on Redis")).rule == NEAR


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(older=statements, newer=statements, similarity=st.sampled_from([None, 0.75, 1.0]))
def test_a_merge_never_joins_other_figures_and_shows_every_word_that_goes(
    now: Context, older: str, newer: str, similarity: float | None
) -> None:
    found = RULE.compare(*two(older, newer), similarity, now)
    if found is None:
        return
    pair = {1: older, 2: newer}
    left = found.change.text or pair[found.change.keep or 0]
    for number, text in pair.items():
        comparison = compare(text, left)
        assert not any(f.left and f.right for f in comparison.findings if f.kind is Difference.NUMBER)
        shown = {(start, end) for start, end in found.evidence.marks.get(number, ())}
        assert {(token.start, token.end) for token in comparison.only_left} <= shown


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=statements, second=statements)
def test_which_was_written_first_does_not_decide_whether_two_are_one(
    now: Context, first: str, second: str
) -> None:
    there = RULE.compare(*two(first, second), None, now)
    back = RULE.compare(*two(second, first), None, now)
    assert (there is None) == (back is None)
    assert there is None or back is None or there.confidence == back.confidence
    assert there is None or back is None or there.rule == back.rule


def test_a_yes_merges_uses_and_categories_and_an_undo_parts_them_again(store: Store) -> None:
    old = plant(store, KEPT, days_ago=9, categories=("decision",), accesses=3, sessions=2)
    new = plant(store, MORE, days_ago=1, categories=("infra",), accesses=1, sessions=1)
    now = context(store, store.now())
    (proposal,) = queued(store, proposed(now, (old, new)))
    accept(store, now.settings, [proposal.id], by=PERSON_AT_CLI)
    kept, gone = memories.get_many(store, [new.id, old.id])
    assert (kept.text, kept.access_count, set(kept.categories)) == (MORE, 4, {"decision", "infra"})
    assert gone.state is State.DROPPED
    undo.undo(store, by=PERSON_AT_CLI)
    back = [replace(m, version=1) for m in memories.get_many(store, [old.id, new.id])]
    assert back == [replace(m, updated_at=store.now()) for m in (old, new)]


# -- who reads what --------------------------------------------------------------------------------------

SHARED = {"source": "markdown", "path": "/w/shop/CLAUDE.md"}
FOR_ALL = {"source": "markdown", "path": "/w/shop/AGENTS.md"}
OWN = {"source": "claude", "path": "/h/ada/.claude/projects/-w-shop/memory/MEMORY.md"}


@pytest.mark.parametrize("shared_is_older", [True, False])
@pytest.mark.parametrize("text", [KEPT, RETAINED])
def test_what_colleagues_read_stays_and_the_card_says_who_reads_which(
    now: Context, text: str, *, shared_is_older: bool
) -> None:
    """A copy in one agent's own memory never takes a rule out of the file that others read."""
    old, new = (SHARED, OWN) if shared_is_older else (OWN, SHARED)
    older, newer = two(KEPT, text, old={"provenance": old}, new={"provenance": new})
    found = RULE.compare(older, newer, 0.95, now)
    assert found is not None
    told = older if shared_is_older else newer
    assert (found.change.keep, found.change.text, found.batch) == (told.id, "", "")
    facts = dict(found.evidence.facts)
    assert facts["read by"] == "Claude Code: CLAUDE.md · Claude Code: MEMORY.md"


def test_ones_own_words_are_not_written_into_a_file_of_others(now: Context) -> None:
    """The own copy says more, and a merge would either lose that or tell it to colleagues."""
    older, newer = two(KEPT, MORE, old={"provenance": SHARED}, new={"provenance": OWN})
    assert RULE.compare(older, newer, 0.95, now) is None
    assert RULE.compare(*two(KEPT, MORE), 0.95, now) is not None


@pytest.mark.parametrize(
    "file",
    [
        "CLAUDE.md",
        "GEMINI.md",
        ".cursor/rules/style.mdc",
        ".github/copilot-instructions.md",
        ".junie/guidelines.md",
    ],
)
def test_each_agent_keeps_its_own_instructions(now: Context, file: str) -> None:
    """The same rule in the instructions of two agents is said to both on purpose."""
    other = {"source": "markdown", "path": f"/w/shop/{file}"}
    older, newer = two(KEPT, KEPT, old={"provenance": FOR_ALL}, new={"provenance": other})
    assert RULE.compare(older, newer, None, now) is None


@pytest.mark.parametrize("text", [KEPT, RETAINED])
@pytest.mark.parametrize(
    ("file", "source"), [("AGENTS.md", "claude"), ("CLAUDE.md", "codex"), (".cursor/rules/x.mdc", "claude")]
)
def test_a_copy_stays_whose_reader_does_not_read_the_other(
    now: Context, file: str, source: str, text: str
) -> None:
    """Claude Code loads its MEMORY.md, and no AGENTS.md."""
    told = {"source": "markdown", "path": f"/w/shop/{file}"}
    older, newer = two(KEPT, text, old={"provenance": told}, new={"provenance": OWN | {"source": source}})
    assert RULE.compare(older, newer, 0.95, now) is None


def test_a_copy_goes_whose_reader_reads_the_other(now: Context) -> None:
    own = {"source": "codex", "path": "/h/ada/.codex/memories/MEMORY.md"}
    older, newer = two(KEPT, KEPT, old={"provenance": FOR_ALL}, new={"provenance": own})
    found = RULE.compare(older, newer, None, now)
    assert found is not None
    assert found.change.keep == older.id


def test_the_card_says_that_an_agent_loses_a_line_of_its_own_memory_file(now: Context) -> None:
    codex = {"source": "codex", "path": "/h/ada/.codex/memories/MEMORY.md"}
    serena = {"source": "serena", "path": "/w/shop/.serena/memories/commands.md"}
    older, newer = two(KEPT, KEPT, old={"provenance": serena}, new={"provenance": codex})
    found = RULE.compare(older, newer, None, now)
    assert found is not None
    assert (found.rule, found.batch) == (DELICATE, "")
    facts = dict(found.evidence.facts)
    assert facts["read by"] == "Codex: MEMORY.md · Serena: commands.md"
    assert "does not read the other" in facts["careful"]


def test_what_stands_in_an_agents_file_stays_and_takes_on_what_the_other_says_besides(now: Context) -> None:
    older, newer = two(KEPT, MORE, old={"provenance": OWN})
    found = RULE.compare(older, newer, 0.95, now)
    assert found is not None
    assert (found.change.keep, found.change.text) == (older.id, newer.text)


def test_a_line_of_a_file_does_not_go_for_one_of_a_wider_scope_in_the_store_alone(now: Context) -> None:
    older, newer = two(KEPT, KEPT, old={"provenance": OWN, "scope": DB}, new={"scope": ATLAS})
    assert RULE.compare(older, newer, None, now) is None


def test_one_file_that_says_it_twice_is_asked_about_as_ever(now: Context) -> None:
    """Both copies have the same readers."""
    older, newer = two(KEPT, KEPT, old={"provenance": SHARED}, new={"provenance": SHARED})
    found = RULE.compare(older, newer, None, now)
    assert found is not None
    assert (found.rule, dict(found.evidence.facts).get("read by")) == (EXACT, None)


def test_what_reaches_further_than_the_shared_file_is_not_taken_away(now: Context) -> None:
    """The shared file is about one part; the own memory is about the whole project."""
    older, newer = two(
        KEPT, KEPT, old={"provenance": SHARED, "scope": DB}, new={"provenance": OWN, "scope": ATLAS}
    )
    assert RULE.compare(older, newer, None, now) is None


@pytest.mark.skipif(wordllama() is None, reason="without embeddings nothing of the kind is told")
def test_what_is_said_again_in_words_of_its_own_is_a_card_where_the_store_knows_its_words(
    store: Store,
) -> None:
    first = plant(store, "Sourdough rests overnight in the walk-in fridge before it is baked.", days_ago=9)
    again = plant(store, "Before baking, the sourdough spends the night in the walk-in fridge.", days_ago=2)
    for place in range(LEAST):
        plant(store, f"Shelf {place} of the bakery holds flour of kind {place}")
    model = wordllama()
    assert model is not None
    known = Local(model)
    embedding.fill(store, known)
    (card,) = [
        each
        for each in run_pass(store, Settings(), full=True, dry_run=True, embedder=known).findings
        if {target.id for target in each.targets} == {first.id, again.id}
    ]
    assert (card.rule, card.reason) == (NEAR, "two memories say the same, each in words of its own")
