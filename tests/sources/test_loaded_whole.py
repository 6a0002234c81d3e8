"""A memory that stands in a file that agents load whole does not fade, whoever brought it first."""

from pathlib import Path

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.decay import DecayRules
from memtui.domain.filter import FADED
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft
from memtui.domain.what_if import outlook
from memtui.lifecycle.bulk_add import import_drafts
from memtui.review.what_if import sample
from memtui.store import memories, selection, sources
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
