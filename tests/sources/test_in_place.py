"""A line that is corrected where it stands in a linked file is the same memory, and nothing else is."""

import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.filter import parse
from memtui.domain.memory import Memory, State
from memtui.lifecycle.access import touch
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.review.verdicts import accept
from memtui.sources import syncing
from memtui.sources.same_place import Line, reworded_in_place
from memtui.store import journal, memories, proposals, sources
from memtui.store.database import Store
from memtui.store.listing import listing
from memtui.store.opening import open_store
from memtui.store.sources import Source
from tests.sources.linked import linked, memory, sync

TEAPOTS = "The teapots are rinsed with hot water before each round of tastings."
OVEN = "The oven of the back kitchen runs at 180 degrees, and never above."
TILL = "The till at the door listens on port 8010."
LEAVES = "Green leaves come from the Uji garden, packed in tins of 40 grams."
KEYS = "Keys hang behind the bar; whoever closes up signs the book."
LINES = (TEAPOTS, OVEN, TILL, LEAVES, KEYS)
OTHERS = (
    "Nobody feeds the cat from the counter.",
    "Invoices go to the accountant on the first Monday of a month.",
    "The garden gate sticks in winter, so lift it.",
)


def page(*lines: str, heading: str = "House") -> str:
    return f"# Tea\n\n## {heading}\n" + "".join(f"- {line}\n" for line in lines)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "tea" / "CLAUDE.md"
    file.parent.mkdir()
    file.write_text(page(*LINES))
    return file


def said(store: Store) -> list[str]:
    ids = listing(store, parse("")).ids(0, 100)
    return sorted(memory.text.removeprefix("House: ") for memory in memories.get_many(store, ids))


def cards(store: Store) -> list[str]:
    return [card.rule for card in proposals.get_many(store, proposals.ids(store))]


def test_the_memory_of_a_corrected_line_has_its_new_words_and_keeps_the_rest(
    store: Store, file: Path
) -> None:
    source = linked(store, file)
    old = memory(store, source, "8010")
    touch(store, [old.id], by=Actor(ActorKind.AGENT, "claude"))
    edit(store, [old.id], Edit(pinned=True), by=PERSON)
    file.write_text(file.read_text().replace("8010", "8020"))
    told = sync(store, source)
    assert (told.added, told.edited, told.proposed) == (0, 1, 0)
    now = memories.get(store, old.id)
    assert now is not None
    assert (now.text, now.pinned, now.access_count) == (old.text.replace("8010", "8020"), True, 1)
    assert said(store) == sorted(line.replace("8010", "8020") for line in LINES)
    change = journal.history_of(store, old.id)[0]
    assert change.op.actor.kind is ActorKind.SYSTEM
    assert "CLAUDE.md" in change.op.label


def test_a_line_that_is_corrected_twice_is_one_memory_all_the_while(store: Store, file: Path) -> None:
    source = linked(store, file)
    for port in ("8020", "8030", "8040 by default"):
        file.write_text(page(*LINES).replace("8010", port))
        sync(store, source)
        assert said(store) == sorted(line.replace("8010", port) for line in LINES)
    assert cards(store) == []


def test_a_followed_line_is_found_again_by_what_is_written_here(store: Store, file: Path) -> None:
    source = linked(store, file)
    file.write_text(page(*LINES).replace("8010", "8020"))
    sync(store, source)
    edit(store, [memory(store, source, "8020").id], Edit(text="House: The till is at 9000."), by=PERSON)
    sync(store, source)
    assert file.read_text() == page(TEAPOTS, OVEN, "The till is at 9000.", LEAVES, KEYS)
    file.write_text(file.read_text().replace("180 degrees", "190 degrees"))
    assert sync(store, source).edited == 1


def test_undo_of_what_the_file_changed_gives_the_old_words_back(store: Store, file: Path) -> None:
    source = linked(store, file)
    file.write_text(page(*LINES).replace("8010", "8020"))
    told = sync(store, source)
    undo(store, by=PERSON, op_id=told.ops[-1])
    sync(store, source)
    assert said(store) == sorted(LINES)
    assert file.read_text() == page(*LINES)


def test_a_new_heading_above_lines_is_no_new_lines(store: Store, file: Path) -> None:
    source = linked(store, file)
    before = {record.memory_id for record in sources.records(store, source.id)}
    file.write_text(page(*LINES, heading="The whole house"))
    told = sync(store, source)
    assert (told.added, told.edited, told.proposed) == (0, 5, 0)
    assert {record.memory_id for record in sources.records(store, source.id)} == before


def test_lines_that_trade_places_stay_what_they_are(store: Store, file: Path) -> None:
    source = linked(store, file)
    file.write_text(page(KEYS, TILL, OVEN, TEAPOTS, LEAVES))
    told = sync(store, source)
    assert (told.added, told.edited, told.proposed) == (0, 0, 0)
    assert said(store) == sorted(LINES)


def test_lines_that_trade_places_and_words_are_asked_about(store: Store, file: Path) -> None:
    one, other = "Rinse the blue teapot with hot water twice.", "Rinse the red teapot with cold water once."
    file.write_text(page(TILL, one, other, KEYS))
    source = linked(store, file)
    file.write_text(page(TILL, other.replace("once", "thrice"), one.replace("twice", "always"), KEYS))
    assert sync(store, source).edited == 0
    assert set(cards(store)) == {syncing.REWORDED}


def test_a_line_that_took_the_place_of_another_is_a_memory_of_its_own(store: Store, file: Path) -> None:
    source = linked(store, file)
    file.write_text(page(TEAPOTS, OTHERS[0], TILL, OTHERS[1], KEYS))
    told = sync(store, source)
    assert (told.added, told.edited, told.proposed) == (2, 0, 2)


def test_a_list_that_was_rewritten_wholly_is_followed_nowhere(store: Store, file: Path) -> None:
    source = linked(store, file)
    file.write_text(page(*OTHERS, "Teapots and oven are checked by whoever has the keys."))
    told = sync(store, source)
    assert (told.added, told.edited) == (4, 0)
    assert told.proposed == 5


def test_of_a_line_that_was_split_in_two_neither_half_is_taken_for_it(store: Store, file: Path) -> None:
    source = linked(store, file)
    halves = "Keys hang behind the bar.", "Whoever closes up signs the book."
    file.write_text(page(TEAPOTS, OVEN, TILL, LEAVES, *halves))
    told = sync(store, source)
    assert (told.added, told.edited, told.proposed) == (2, 0, 1)


def test_what_was_changed_here_and_in_the_file_is_asked_about_once(store: Store, file: Path) -> None:
    source = linked(store, file, agreed=False)
    old = memory(store, source, "8010")
    edit(store, [old.id], Edit(text="House: The till at the door is on 9999 now."), by=PERSON)
    file.write_text(page(*LINES).replace("8010", "8020"))
    told = sync(store, source)
    assert (told.added, told.edited, told.proposed) == (0, 0, 1)
    assert cards(store) == [syncing.CHANGED]
    accept(store, Settings(), proposals.ids(store), by=PERSON)
    assert said(store) == sorted(line.replace("8010", "8020") for line in LINES)


def test_a_dropped_memory_comes_back_by_no_edit_of_its_line(store: Store, file: Path) -> None:
    source = linked(store, file, agreed=False)
    old = memory(store, source, "8010")
    drop(store, [old.id], by=PERSON)
    file.write_text(page(*LINES).replace("8010", "8020"))
    told = sync(store, source)
    assert (told.added, told.edited) == (1, 0)
    (dropped,) = memories.get_many(store, [old.id])
    assert (dropped.state, dropped.text) == (State.DROPPED, old.text)


@pytest.mark.parametrize("kept", [0, 40, 120, len(page(*LINES)) - 8])
def test_a_file_that_was_emptied_or_half_written_is_as_before_once_it_is_whole(
    store: Store, file: Path, kept: int
) -> None:
    source = linked(store, file)
    before = {record.key: record.memory_id for record in sources.records(store, source.id)}
    file.write_text(page(*LINES)[:kept])
    assert sync(store, source).edited == 0
    file.write_text(page(*LINES))
    sync(store, source)
    assert set(LINES) <= set(said(store))
    now = {record.key: record.memory_id for record in sources.records(store, source.id)}
    assert now == before


def test_a_memory_of_two_files_follows_where_both_were_corrected_and_not_where_one_was(
    store: Store, file: Path
) -> None:
    beside = file.with_name("AGENTS.md")
    beside.write_text(file.read_text())
    source = linked(store, file.parent)
    file.write_text(page(*LINES).replace("8010", "8020"))
    assert sync(store, source).edited == 0
    assert any("8010" in text for text in said(store))
    file.write_text(page(*LINES).replace("180", "190").replace("8010", "8020"))
    beside.write_text(page(*LINES).replace("180", "190"))
    assert sync(store, source).edited == 1
    assert not any("180" in text for text in said(store))


def test_what_another_memory_says_already_makes_no_second_one(store: Store, file: Path) -> None:
    source = linked(store, file)
    file.write_text(page(TEAPOTS, OVEN, TILL.replace("8010", "8020"), TILL, LEAVES, KEYS))
    sync(store, source)
    file.write_text(page(TEAPOTS, OVEN, TILL.replace("8010", "8020"), LEAVES, KEYS))
    told = sync(store, source)
    assert (told.edited, told.proposed) == (0, 1)


# -- in general ------------------------------------------------------------------------------------


@st.composite
def edits(draw: st.DrawFn) -> list[str]:
    """Return the lines as a person or a branch may have changed them."""
    lines = list(draw(st.permutations(LINES)) if draw(st.booleans()) else LINES)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1)) if lines else 0
        way = draw(st.sampled_from(["figure", "word", "clause", "shorter", "other", "more", "gone", "split"]))
        if way == "more" or not lines:
            lines.insert(at, draw(st.sampled_from(OTHERS)))
            continue
        words = lines[at].split()
        becomes = {
            "figure": lines[at].replace("0", str(draw(st.integers(1, 9)))),
            "word": lines[at].replace(draw(st.sampled_from(words)), draw(st.sampled_from(["oak", "tin"]))),
            "clause": lines[at] + " Ask Rosa first.",
            "shorter": " ".join(words[: 2 * len(words) // 3]) + ".",
            "other": draw(st.sampled_from(OTHERS)),
            "gone": "",
            "split": " ".join(words[: len(words) // 2]) + ".\n- " + " ".join(words[len(words) // 2 :]),
        }
        lines[at : at + 1] = becomes[way].split("\n- ") if becomes[way] else []
    return [line for line in dict.fromkeys(lines) if line.strip(" .")]


def _is_honest(store: Store, source: Source, lines: Sequence[str]) -> None:
    """Assert that each line is a live memory, and that what else is live is asked about."""
    live: dict[int, Memory] = {
        one.id: one for one in memories.get_many(store, listing(store, parse("")).ids(0, 100))
    }
    assert {one.text.removeprefix("House: ") for one in live.values()} >= set(lines)
    stands = {record.memory_id for record in sources.records(store, source.id) if record.fingerprint}
    asked = {card.targets[0].id for card in proposals.get_many(store, proposals.ids(store))}
    assert live.keys() - stands <= asked


@pytest.mark.long
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(edits())
def test_no_line_is_lost_or_told_twice_and_a_branch_that_comes_back_is_as_it_was(lines: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, closing(open_store(Path(folder) / "memories.db")) as store:
        file = Path(folder) / "CLAUDE.md"
        file.write_text(page(*LINES))
        source = linked(store, file, agreed=False)
        before = {record.key: record.memory_id for record in sources.records(store, source.id)}
        file.write_text(page(*lines))
        sync(store, source)
        _is_honest(store, source, lines)
        file.write_text(page(*LINES))
        sync(store, source)
        _is_honest(store, source, LINES)
        assert {record.key: record.memory_id for record in sources.records(store, source.id)} == before


@given(st.lists(st.sampled_from([*LINES, *OTHERS]), unique=True), edits())
def test_what_was_reworded_is_told_the_same_from_either_side(before: list[str], after: list[str]) -> None:
    one, other = ([Line(text, text, "") for text in lines] for lines in (before, after))
    there, back = reworded_in_place(one, other), reworded_in_place(other, one)
    assert len(set(there.values())) == len(there)
    ends = {lines[-1] for lines in (before, after) if lines}  # these may be cut off
    assert all(back.get(new) == old for old, new in there.items() if not ends & {old, new})
