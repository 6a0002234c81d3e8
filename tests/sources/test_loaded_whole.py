"""A memory that stands in a file that agents load whole does not fade, whoever brought it first."""

from dataclasses import replace
from pathlib import Path

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.course import course
from memtui.domain.decay import DecayRules
from memtui.domain.filter import FADED
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, MemoryType
from memtui.domain.what_if import outlook
from memtui.lifecycle.bulk_add import import_drafts
from memtui.review.rule import Context
from memtui.review.rules import promote
from memtui.review.what_if import sample
from memtui.store import accesses, memories, selection, sources
from memtui.store.database import Store
from tests.sources.linked import linked, memory, sync

RULE = "Never push to main without asking"


def test_what_an_agent_had_added_does_not_fade_while_it_stands_in_its_instructions(
    store: Store, tmp_path: Path
) -> None:
    file = tmp_path / "AGENTS.md"
    file.write_text("# Rules\n\n- Tests run before every push\n")
    source = linked(store, file)
    draft = Draft(RULE, memory(store, source, "Tests run").scope, created_at=store.now() - 300 * DAY)
    (added,) = import_drafts(store, [draft], by=PERSON).ids
    assert selection.ids(store, FADED) == [added]
    file.write_text(f"# Rules\n\n- Tests run before every push\n- {RULE}\n")
    assert sync(store, source).duplicates == 1
    assert selection.ids(store, FADED) == []
    assert memories.get_many(store, [added])[0].half_life is None
    assert outlook(sample(store, Settings()), DecayRules()).faded == 0
    file.write_text("# Rules\n\n- Tests run before every push\n")
    sync(store, source)
    assert selection.ids(store, FADED) == [added]


def test_what_takes_the_place_of_another_in_instructions_does_not_fade_either(
    store: Store, tmp_path: Path
) -> None:
    file = tmp_path / "AGENTS.md"
    file.write_text(f"# Rules\n\n- {RULE}\n")
    stood = memory(store, linked(store, file), RULE)
    (stays,) = import_drafts(store, [Draft("Ask before a push to main", stood.scope)], by=PERSON).ids
    with store.write() as tx:
        sources.hand_over(tx, stood.id, stays)
    assert memories.get_many(store, [stays])[0].half_life is None


def in_instructions_by_its_record_alone(store: Store, folder: Path, draft: Draft) -> int:
    """Put in a memory that says of no file, and an AGENTS.md that is linked later and has it too."""
    file = folder / "AGENTS.md"
    file.write_text("# Rules\n\n- Tests run before every push\n")
    source = linked(store, file)
    scope = memory(store, source, "Tests run").scope
    (added,) = import_drafts(store, [replace(draft, scope=scope)], by=PERSON).ids
    file.write_text(f"# Rules\n\n- Tests run before every push\n- {draft.text}\n")
    assert sync(store, source).duplicates == 1
    assert not memories.get_many(store, [added])[0].provenance.get("path")
    return added


def test_its_strength_is_drawn_as_one_that_never_faded(store: Store, tmp_path: Path) -> None:
    draft = Draft(RULE, created_at=store.now() - 300 * DAY, last_accessed_at=store.now(), access_count=1)
    added = in_instructions_by_its_record_alone(store, tmp_path, draft)
    (it,), uses = memories.get_many(store, [added]), accesses.uses_of(store, added)
    drawn = course(it, uses, store.decay, store.now(), memories.files_of(store, [added])[added])
    assert drawn.at(store.now() - 10 * DAY) == it.importance


def test_a_card_that_would_have_it_last_does_not_say_that_it_will_fade(store: Store, tmp_path: Path) -> None:
    draft = Draft(
        RULE,
        type=MemoryType.EPISODIC,
        created_at=store.now() - 100 * DAY,
        last_accessed_at=store.now(),
        access_count=9,
        session_count=5,
    )
    added = in_instructions_by_its_record_alone(store, tmp_path, draft)
    card = promote.RULE.look(memories.get_many(store, [added])[0], Context(store, Settings(), store.now()))
    assert card is not None
    assert dict(card.evidence.facts)["fades"] == "never"


def test_sliders_leave_it_out_while_fading_is_switched_off(store: Store, tmp_path: Path) -> None:
    old = Draft(RULE, created_at=store.now() - 300 * DAY)
    added = in_instructions_by_its_record_alone(store, tmp_path, old)
    store.decay = replace(store.decay, enabled=False)
    assert added not in {idle.id for idle in sample(store, Settings()).memories}
