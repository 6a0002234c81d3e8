"""What the tables of Insights say of sources and folders whose use is known in part."""

from memtui.domain.memory import Draft, Origin
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.learn import Lesson, learn
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.parts import parts
from memtui.tui.insights import parts_table
from memtui.tui.themes import look
from tests.lifecycle.worlds import PERSON


def test_an_update_that_a_person_accepts_is_no_report_of_what_agents_use(store: Store) -> None:
    texts = ("The kiln fires at 900 degrees", "The glaze dries overnight")
    drafts = [Draft(t, origin=Origin.IMPORTED, provenance={"source": "elsewhere"}) for t in texts]
    kiln = memories.get_many(store, import_drafts(store, drafts, by=PERSON).ids)[0]
    hotter = "The kiln fires at 950 degrees"
    learn(store, [Lesson(Draft(hotter, origin=Origin.EXTRACTED), kiln, hotter)], by=PERSON)
    sheet = parts_table.of_sources(parts(store).sources, store.now(), 100, look("dark"))
    lines = ["".join(part.text for part in line) for line in sheet.lines]
    (row,) = (line.split() for line in lines if line.strip().startswith("elsewhere"))
    assert parts_table.UNKNOWN in row
