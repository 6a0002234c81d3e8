"""What a person dropped does not come back by itself, wherever an agent brings it."""

import pytest

from memtui.capture.went import how_it_went
from memtui.config.settings import Settings
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import HOUR
from memtui.domain.memory import Draft, Memory, State
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.lifecycle import withheld
from memtui.lifecycle.access import touch
from memtui.lifecycle.add import add
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.learn import Lesson, learn
from memtui.lifecycle.merge import merge
from memtui.lifecycle.propose import as_told, propose
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import archive, drop, restore
from memtui.lifecycle.undo import redo, undo
from memtui.review.verdicts import accept
from memtui.store import memories
from memtui.store.database import Store
from tests.conftest import FrozenClock
from tests.lifecycle.worlds import AGENT, PERSON, added

TEXT = "Staging runs PostgreSQL 14"
SPELT_OTHERWISE = "staging  runs POSTGRESQL 14."


@pytest.fixture
def gone(store: Store) -> int:
    memory_id = added(store, TEXT, "/project")
    drop(store, [memory_id], by=PERSON)
    return memory_id


@pytest.mark.usefixtures("gone")
@pytest.mark.parametrize("scope", ["/", "/project", "/project/atlas", "/project/atlas/db"])
def test_an_agents_add_is_refused_in_that_line(store: Store, clock: FrozenClock, scope: str) -> None:
    clock.forward(seconds=3 * HOUR)
    with pytest.raises(Refused, match="dropped this memory 3h ago"):
        add(store, Draft(SPELT_OTHERWISE, scope), by=AGENT)


def test_what_is_dropped_while_an_agent_adds_it_again_stays_out(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory_id = added(store, TEXT)
    look = withheld.find

    def look_before_the_drop(given: Store, draft: Draft, *, everywhere: bool) -> withheld.Held | None:
        found = look(given, draft, everywhere=everywhere)
        with given.sibling() as other:
            drop(other, [memory_id], by=PERSON)
        return found

    monkeypatch.setattr(withheld, "find", look_before_the_drop)
    with pytest.raises(Refused, match="dropped this memory"):
        add(store, Draft(TEXT, "/project"), by=AGENT)
    assert memories.same_text(store, TEXT) == memories.get_many(store, [memory_id])


SYSTEM = Actor(ActorKind.SYSTEM, "claude-code")
SCRIPT = Actor(ActorKind.SCRIPT, "script")
ELSEWHERE = "/project/hermes"


def brought(store: Store, draft: Draft, way: str) -> int:
    """Bring a text in as agents and programs do; returns how many memories, or cards, came of it."""
    match way:
        case "add" | "script":
            try:
                return add(store, draft, by=AGENT if way == "add" else SCRIPT).op is not None
            except Refused:
                return 0
        case "capture":
            return len(learn(store, [Lesson(draft)], by=SYSTEM).ids)
        case "card":
            return len(propose(store, [offer(draft)]).ids)
    return import_drafts(store, [draft], by=SYSTEM).added


WAYS = ["add", "script", "capture", "card", "file"]
OWN_WAYS = WAYS[:-1]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("scope", ["/project/hermes", "/project/hermes/api", "/team/hermes", "/agent/codex"])
def test_what_was_dropped_about_the_user_comes_back_in_no_project(store: Store, way: str, scope: str) -> None:
    drop(store, [added(store, "User said thanks, looks good.", "/user")], by=PERSON)
    for text in ("User said thanks, looks good.", "The user said thanks and that it looks good."):
        assert brought(store, Draft(text, scope), way) == 0


@pytest.mark.parametrize("way", WAYS)
def test_what_was_dropped_in_a_project_comes_back_neither_as_the_users_nor_in_its_team(
    store: Store, way: str
) -> None:
    drop(store, [added(store, SAID, HERE)], by=PERSON)
    for scope in ("/user", "/user/work", "/team/atlas"):
        assert brought(store, Draft(SAID, scope), way) == 0


@pytest.mark.parametrize("way", OWN_WAYS)
def test_an_agent_brings_it_back_in_no_other_project(store: Store, way: str) -> None:
    drop(store, [added(store, SAID, HERE)], by=PERSON)
    for text in (SAID, VARIANTS["in other words"]):
        assert brought(store, Draft(text, ELSEWHERE), way) == 0


@pytest.mark.usefixtures("gone")
def test_an_agent_is_not_told_of_which_other_project_it_was(store: Store) -> None:
    with pytest.raises(Refused, match="dropped this memory in another project just now") as refused:
        add(store, Draft(TEXT, "/project0"), by=AGENT)
    assert "/project" not in str(refused.value)


@pytest.mark.usefixtures("gone")
def test_a_file_of_another_project_may_say_it(store: Store) -> None:
    assert import_drafts(store, [Draft(TEXT, "/project0")], by=SYSTEM).added == 1


@pytest.mark.parametrize("way", OWN_WAYS)
@pytest.mark.parametrize(("kind", "comes"), [(Kind.JUNK, 0), (Kind.FADING, 1), (Kind.DEAD, 1)])
def test_a_card_about_how_things_are_in_a_project_says_nothing_of_another(
    store: Store, way: str, kind: Kind, comes: int
) -> None:
    (memory,) = memories.get_many(store, [added(store, SAID, HERE)])
    change = Change(Deed.DROP, gone=(memory.id,))
    card = Finding(kind, str(kind), (Target.of(memory),), "it is", change, HERE, Evidence(), 0.9)
    accept(store, Settings(), propose(store, [card]).ids, by=PERSON)
    assert brought(store, Draft(SAID, HERE), way) == 0
    assert brought(store, Draft(SAID, ELSEWHERE), way) == comes


def test_what_was_merged_away_is_known_by_what_it_was_merged_into(store: Store) -> None:
    kept, gone = added(store, "Atlas keeps its users in Postgres", HERE), added(store, SAID, HERE)
    merge(store, kept, [gone], by=PERSON)
    for text in (SAID, VARIANTS["shouted"], VARIANTS["in other words"]):
        known = add(store, Draft(text, HERE), by=AGENT)
        assert (known.duplicate, known.memory.id) == (True, kept)
        assert brought(store, Draft(text, HERE), "capture") == 0
    assert add(store, Draft(SAID, ELSEWHERE), by=AGENT).op is not None


def test_what_was_merged_away_is_turned_down_once_that_is_dropped_as_well(
    store: Store, clock: FrozenClock
) -> None:
    kept, gone = added(store, "Atlas keeps its users in Postgres", HERE), added(store, SAID, HERE)
    merge(store, kept, [gone], by=PERSON)
    drop(store, [kept], by=PERSON)
    for way in WAYS:
        assert brought(store, Draft(SAID, HERE), way) == 0
    clock.forward(seconds=5)
    restore(store, [gone], by=PERSON)
    drop(store, [gone], by=PERSON)
    restore(store, [kept], by=PERSON)
    with pytest.raises(Refused, match="the person dropped this memory"):
        add(store, Draft(SAID, HERE), by=AGENT)


@pytest.fixture
def overtaken(store: Store) -> Memory:
    """A leg is on time within 15 minutes now; that it was 30 has gone."""
    old = added(store, "A leg is on time when delivered 30 minutes after the slot end.", HERE)
    now_so = Draft("A leg is on time when delivered 15 minutes after the slot end.", HERE)
    (read,) = memories.get_many(store, [old])
    (new,) = learn(store, [Lesson(now_so, supersedes=read)], by=PERSON).ids
    (memory,) = memories.get_many(store, [new])
    return memory


@pytest.mark.parametrize(
    "text",
    [
        "A leg is on time when delivered 30 minutes after the slot end.",
        "A leg is on time when it is delivered 30 minutes after the end of the slot.",
    ],
)
def test_what_was_overtaken_does_not_come_back(store: Store, overtaken: Memory, text: str) -> None:
    with pytest.raises(Refused, match=f"another took its place \\({overtaken.uid}\\)"):
        add(store, Draft(text, HERE), by=AGENT)
    for way in WAYS:
        assert brought(store, Draft(text, HERE), way) == 0
        assert brought(store, Draft(text, f"{ELSEWHERE}/{way}"), way) == 1


def test_what_was_overtaken_is_so_after_an_undo_and_a_redo_too(
    store: Store, overtaken: Memory, clock: FrozenClock
) -> None:
    clock.forward(seconds=HOUR)
    undo(store, by=PERSON)
    clock.forward(seconds=HOUR)
    redo(store, by=PERSON)
    (old,) = memories.same_text(store, "A leg is on time when delivered 30 minutes after the slot end.")
    with pytest.raises(Refused, match=f"another took its place \\({overtaken.uid}\\)"):
        add(store, Draft(old.text, HERE), by=AGENT)
    drop(store, [overtaken.id], by=PERSON)
    assert how_it_went(store, old.id) == f"overtaken on 20 November 2026 by “{overtaken.text}”"
    assert how_it_went(store, overtaken.id) == "you dropped this on 20 November 2026"


def test_a_person_may_add_it_again(store: Store, gone: int) -> None:
    back = add(store, Draft(TEXT, "/project"), by=PERSON)
    assert not back.duplicate
    assert back.memory.id != gone
    assert add(store, Draft(TEXT, "/project"), by=AGENT).duplicate


def test_an_agent_may_when_the_person_allowed_it(store: Store, gone: int) -> None:
    assert add(store, Draft(TEXT, "/project"), by=AGENT, allow_dropped=True).memory.id != gone


def test_after_a_restore_it_is_a_duplicate(store: Store, gone: int) -> None:
    restore(store, [gone], by=PERSON)
    found = add(store, Draft(TEXT, "/project"), by=AGENT)
    assert (found.duplicate, found.memory.id, found.op) == (True, gone, None)


@pytest.mark.usefixtures("gone")
def test_an_import_counts_it_as_suppressed(store: Store) -> None:
    drafts = [Draft(SPELT_OTHERWISE, "/project/atlas"), Draft(TEXT, "/user"), Draft("new", "/project")]
    outcome = import_drafts(store, drafts, by=PERSON)
    assert (outcome.suppressed, outcome.added, outcome.duplicates) == (2, 1, 0)


@pytest.mark.usefixtures("gone")
def test_an_import_takes_it_when_told_to(store: Store) -> None:
    outcome = import_drafts(store, [Draft(TEXT, "/project")], by=PERSON, allow_dropped=True)
    assert (outcome.suppressed, outcome.added) == (0, 1)


@pytest.mark.usefixtures("gone")
def test_a_dropped_memory_that_is_imported_as_dropped_is_the_same_one(store: Store) -> None:
    outcome = import_drafts(store, [Draft(TEXT, "/project", state=State.DROPPED)], by=PERSON)
    assert (outcome.duplicates, outcome.suppressed, outcome.added) == (1, 0, 0)


def test_what_a_person_adds_again_is_the_old_one_and_a_use_of_it(store: Store, clock: FrozenClock) -> None:
    first = added(store, TEXT)
    clock.forward(days=9)
    found = add(store, Draft(SPELT_OTHERWISE, "/project"), by=PERSON)
    assert found.duplicate
    assert (found.memory.id, found.memory.access_count, found.memory.last_touch) == (first, 1, clock.now)
    assert (found.memory.text, found.memory.version) == (TEXT, 1)


def test_the_same_text_in_another_scope_is_another_memory(store: Store) -> None:
    assert added(store, TEXT, "/project") != added(store, TEXT, "/project/atlas")
    assert len(memories.same_text(store, SPELT_OTHERWISE)) == 2


def test_an_archived_memory_is_a_duplicate_too(store: Store) -> None:
    first = added(store, TEXT)
    archive(store, [first], by=PERSON)
    assert add(store, Draft(TEXT, "/project"), by=AGENT).duplicate


def test_uses_in_one_sitting_count_as_one_session(store: Store, clock: FrozenClock) -> None:
    one = added(store, TEXT)
    for _ in range(3):
        clock.forward(days=1)
        touch(store, [one], by=AGENT)
    add(store, Draft(TEXT, "/project"), by=PERSON)
    memory = memories.get(store, one)
    assert memory is not None
    assert (memory.access_count, memory.session_count, memory.half_life) == (4, 2, 45.0)


def test_what_a_memory_said_before_it_was_changed_no_agent_adds_beside_it(store: Store) -> None:
    memory = added(store, "Reports are sent on Fridays at noon", HERE)
    edit(store, [memory], Edit(text="Reports are sent on Mondays at noon"), by=PERSON)
    with pytest.raises(Refused, match="a memory said this before it was changed"):
        add(store, Draft("Reports are sent on Fridays at noon", HERE), by=AGENT)
    assert add(store, Draft("Reports are sent on Fridays at noon", ELSEWHERE), by=AGENT).op is not None
    assert add(store, Draft("Reports are sent on Fridays at noon", HERE), by=PERSON).op is not None


def test_another_spelling_that_was_put_right_is_known(store: Store) -> None:
    memory = added(store, "Reports are send on Fridays at noon", HERE)
    edit(store, [memory], Edit(text="Reports are sent on Fridays at noon"), by=PERSON)
    again = add(store, Draft("Reports are send on Fridays at noon", HERE), by=AGENT)
    assert (again.duplicate, again.memory.id) == (True, memory)


def test_a_script_edits_no_memory_into_what_was_dropped(store: Store) -> None:
    other = added(store, "Atlas stores its users in MariaDB", HERE)
    drop(store, [added(store, SAID, HERE)], by=PERSON)
    with pytest.raises(Refused, match="only they can bring it back"):
        edit(store, [other], Edit(text=VARIANTS["in other words"]), by=SCRIPT)
    assert edit(store, [other], Edit(text="Atlas stores its users in MariaDB 11"), by=SCRIPT).changed == 1
    assert edit(store, [other], Edit(text=SAID), by=PERSON).changed == 1


SAID = "Atlas doesn't store its users in PostgreSQL 14, because of JSONB"
VARIANTS = {
    "in a wider scope": SAID,
    "with a full stop": SAID + ".",
    "without the comma": SAID.replace(",", ""),
    "shouted": SAID.upper() + "!",
    "with zero-width characters": SAID.replace("store", "st\u200bo\u2060re"),
    "in quotes": f"“{SAID}”",
    "as a list item": f"- {SAID}",
    "numbered": f"1. {SAID}",
    "in bold": f"**{SAID}**",
    "with a word in italics": SAID.replace("users", "*users*"),
    "in full-width letters": SAID.replace("Atlas", "\uff21\uff54\uff4c\uff41\uff53"),
    "with a typographic apostrophe": SAID.replace("'", "’"),
    "with no-break spaces": SAID.replace(" ", "\u00a0"),
    "in other words": "Atlas does not store its users in PostgreSQL 14 because of JSONB",
    "in another order": "Users of Atlas aren't stored in PostgreSQL 14 because of JSONB",
}
OTHERS = [
    "Atlas doesn't store its users in PostgreSQL 15, because of JSONB",
    "Atlas does store its users in PostgreSQL 14, because of JSONB",
    "Hermes doesn't store its users in PostgreSQL 14, because of JSONB",
    "Atlas doesn't store its users in PostgreSQL -14, because of JSONB",
]
HERE, WIDER = "/project/atlas/db", "/project/atlas"


@pytest.fixture
def said(store: Store) -> None:
    drop(store, [added(store, SAID, HERE)], by=PERSON)


@pytest.mark.few(12)
@pytest.mark.usefixtures("said")
@pytest.mark.parametrize("text", VARIANTS.values(), ids=VARIANTS.keys())
@pytest.mark.parametrize("scope", [HERE, WIDER, f"{HERE}/users", "/"])
def test_no_variant_comes_back_by_itself(store: Store, text: str, scope: str) -> None:
    with pytest.raises(Refused, match="the person dropped"):
        add(store, Draft(text, scope), by=AGENT)
    outcome = import_drafts(store, [Draft(text, scope)], by=AGENT)
    assert (outcome.suppressed, outcome.added) == (1, 0)
    learned = learn(store, [Lesson(Draft(text, scope))], by=AGENT)
    assert (learned.suppressed, learned.ids) == (1, [])
    proposed = propose(store, [offer(Draft(text, scope))])
    assert (proposed.suppressed, proposed.ids) == (1, [])


def offer(draft: Draft) -> Finding:
    change = Change(Deed.LEARN, draft=as_told(draft))
    return Finding(Kind.LEARNED, "learned/new", (), "it was said", change, draft.scope, Evidence(), 0.5)


@pytest.mark.usefixtures("said")
@pytest.mark.parametrize("text", OTHERS)
def test_another_statement_is_learned_and_proposed(store: Store, text: str) -> None:
    assert len(propose(store, [offer(Draft(text, HERE))]).ids) == 1
    assert len(learn(store, [Lesson(Draft(text, HERE))], by=AGENT).ids) == 1


@pytest.mark.usefixtures("said")
@pytest.mark.parametrize("text", OTHERS)
def test_another_statement_is_taken(store: Store, text: str) -> None:
    assert add(store, Draft(text, HERE), by=AGENT).op is not None
    assert import_drafts(store, [Draft(text, WIDER)], by=AGENT).added == 1


@pytest.mark.usefixtures("said")
def test_a_variant_may_come_when_it_is_allowed(store: Store) -> None:
    drafts = [Draft(text, WIDER) for text in VARIANTS.values()]
    assert import_drafts(store, drafts, by=PERSON, allow_dropped=True).suppressed == 0


@pytest.mark.parametrize("text", [SAID.upper(), f"- “{SAID}”", SAID.replace("store", "st\u200bore")])
@pytest.mark.parametrize("scope", [HERE, WIDER, f"{HERE}/users"])
def test_what_was_purged_comes_back_in_no_other_spelling(store: Store, text: str, scope: str) -> None:
    purge(store, [added(store, SAID, HERE)], by=PERSON)
    with pytest.raises(Refused, match="erased from the store on purpose"):
        add(store, Draft(text, scope), by=AGENT)
    assert learn(store, [Lesson(Draft(text, scope))], by=AGENT).suppressed == 1
    assert import_drafts(store, [Draft(text, scope)], by=AGENT).suppressed == 1


def test_a_restored_memory_holds_nothing_back(store: Store) -> None:
    memory = added(store, SAID, HERE)
    drop(store, [memory], by=PERSON)
    with pytest.raises(Refused):
        add(store, Draft(f"**{SAID}**", WIDER), by=AGENT)
    restore(store, [memory], by=PERSON)
    assert add(store, Draft(f"**{SAID}**", WIDER), by=AGENT).op is not None


def test_a_wording_that_was_dropped_for_a_better_one_holds_that_one_not_back(store: Store) -> None:
    added(store, SAID, HERE)
    drop(store, [added(store, VARIANTS["in other words"], HERE)], by=PERSON)
    assert import_drafts(store, [Draft(VARIANTS["in another order"], HERE)], by=AGENT).added == 1


def test_an_export_with_what_was_dropped_comes_in_whole(store: Store) -> None:
    added(store, "something else")
    drafts = [Draft(SAID, HERE, state=State.DROPPED), Draft(VARIANTS["in other words"], HERE)]
    assert import_drafts(store, drafts, by=PERSON).added == 2


@pytest.mark.usefixtures("said")
def test_a_dropped_memory_like_one_that_was_dropped_here_comes_in_as_dropped(store: Store) -> None:
    outcome = import_drafts(store, [Draft(VARIANTS["in other words"], HERE, state=State.DROPPED)], by=PERSON)
    assert (outcome.added, outcome.suppressed) == (1, 0)


@pytest.mark.parametrize("meanwhile", ["edited", "dropped", "erased"])
def test_a_lesson_supersedes_no_memory_that_changed_since_it_was_read(store: Store, meanwhile: str) -> None:
    (read,) = memories.get_many(store, [added(store, TEXT, HERE)])
    if meanwhile == "edited":
        edit(store, [read.id], Edit(text="Staging runs PostgreSQL 15"), by=PERSON)
    else:
        (drop if meanwhile == "dropped" else purge)(store, [read.id], by=PERSON)
    learned = learn(store, [Lesson(Draft("Staging runs MariaDB now", HERE), read)], by=AGENT)
    assert (learned.ids, learned.stale, learned.superseded) == ([], 1, [])


def test_a_lesson_that_is_told_twice_is_stored_once(store: Store) -> None:
    learned = learn(store, [Lesson(Draft(text, HERE)) for text in (TEXT, SPELT_OTHERWISE)], by=AGENT)
    assert (len(learned.ids), learned.duplicates) == (1, 1)
