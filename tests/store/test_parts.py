"""The figures of each source and folder are what their filters find."""

import pytest

from memtui.domain.filter import parse
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, Origin
from memtui.lifecycle.access import touch
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.states import drop
from memtui.store import memories, selection, statistics
from memtui.store.database import Store
from memtui.store.parts import Part, asked, parts
from tests.conftest import NOON, FrozenClock
from tests.lifecycle.worlds import AGENT, PERSON
from tests.review.planting import dropping, queued

FOLDERS = ("/project/kiln", "/project/kiln/glaze", "/project/kilnhouse", "/user", "/project", "/")
SOURCES = ("claude", "claude-code", "")


@pytest.fixture
def lived(store: Store, clock: FrozenClock) -> Store:
    """Ninety memories of three sources in six scopes, some used, dropped, faded or asked about."""
    for source in SOURCES:
        import_drafts(
            store,
            (
                Draft(
                    f"Statement {n} of {source}",
                    FOLDERS[n % 6],
                    created_at=NOON - 9 * n * DAY,
                    provenance={"source": source},
                )
                for n in range(30)
            ),
            by=PERSON,
        )
    clock.forward(days=1)
    touch(store, range(1, 90, 4), by=AGENT)
    drop(store, [3, 40, 41], by=PERSON)
    queued(store, *map(dropping, memories.get_many(store, [7, 50])))
    return store


def _agrees(store: Store, part: Part, line: str) -> bool:
    """Say whether each figure of a part is what its filter finds there, typed as people type it."""
    counted = {
        name: selection.count(store, parse(f"{line} {wanted.describe()}"))
        for name, wanted in asked(store.now()).items()
    }
    return counted == {name: getattr(part, name) for name in counted}


def test_each_figure_of_a_source_is_what_its_filter_finds_there(lived: Store) -> None:
    rows = parts(lived).sources
    assert {part.name for part in rows} == set(SOURCES)
    assert all(_agrees(lived, part, f"source:={part.name}") for part in rows)
    assert (sum(part.live for part in rows), sum(part.waiting for part in rows)) == (87, 2)
    assert all(sum(getattr(part, name) for part in rows) for name in ("recent", "unused", "faded"))


def test_each_figure_of_a_folder_is_what_its_filter_finds_below_it(lived: Store) -> None:
    by_name = {part.name: part for part in parts(lived).folders}
    at_the_top = by_name.pop("/")
    assert by_name.keys() == {"/project", "/project/kiln", "/project/kilnhouse", "/user"}
    assert all(_agrees(lived, part, f"in:{name}") for name, part in by_name.items())
    assert at_the_top.live + at_the_top.dropped == 15
    assert sum(by_name[name].tokens for name in ("/user", "/project")) < statistics.stats(lived).tokens


def test_those_with_most_to_decide_about_come_first(lived: Store) -> None:
    weights = [part.weight for part in parts(lived).sources]
    assert weights == sorted(weights, reverse=True)


def test_a_use_that_nobody_could_see_is_not_missed(store: Store) -> None:
    imported = Draft("A note", origin=Origin.IMPORTED, provenance={"source": "elsewhere"})
    import_drafts(store, [imported, Draft("My own")], by=PERSON)
    assert {part.name: part.seen for part in parts(store).sources} == {"elsewhere": 0, "": 1}


def test_each_scope_has_the_tokens_of_its_own_texts_the_most_first(lived: Store) -> None:
    tokens = parts(lived).tokens
    assert tokens == sorted(tokens, key=lambda each: (-each[1], each[0]))
    by_folder = {part.name: part.tokens for part in parts(lived).folders}
    for scope in ("/project/kiln", "/user"):
        below = sum(count for name, count in tokens if name == scope or name.startswith(f"{scope}/"))
        assert abs(below - by_folder[scope]) <= len(tokens)
