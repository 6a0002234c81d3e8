"""A rule in a file of instructions is one op: undo takes it out byte for byte, redo writes it again."""

import os
from pathlib import Path

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft, Memory, State
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.purge import purge
from memtui.lifecycle.rule_lines import Written
from memtui.lifecycle.undo import redo, undo
from memtui.setup.rule_writing import Step, take, taking_out, writing
from memtui.sources import syncing
from memtui.store import journal, memories, proposals, sources
from memtui.store.database import Store
from memtui.store.sources import Source

RULE = "Run the tests before a commit"
BEFORE = b"# Shop\r\n\r\nWhat it sells.\r\n\r\n## Style\r\n\r\n- Type hints everywhere"
BY = PERSON_AT_CLI


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "shop" / "CLAUDE.md"
    file.parent.mkdir()
    file.write_bytes(BEFORE)
    return file


@pytest.fixture
def rule(store: Store) -> Memory:
    return add(store, Draft(text=RULE, scope="/project/shop/db"), by=BY).memory


def steps(store: Store, rule: Memory, page: Path) -> list[Step]:
    return writing(store, [page], rule)


def written(store: Store, rule: Memory, page: Path) -> Written:
    return take(store, rule, steps(store, rule, page), by=BY)


def sentence(store: Store, *, back: bool = True) -> str:
    outcome = (undo if back else redo)(store, by=BY)
    return outcome.message if outcome is not None else ""


def test_undo_and_redo_go_to_and_fro_byte_for_byte(store: Store, rule: Memory, page: Path) -> None:
    op = written(store, rule, page).op
    assert op is not None
    assert op.label == f"writing “{RULE}” as a rule"
    there = page.read_bytes()
    for _ in range(2):
        assert sentence(store) == f"Undid: writing “{RULE}” as a rule"
        assert page.read_bytes() == BEFORE
        assert sentence(store, back=False) == f"Redid: writing “{RULE}” as a rule"
        assert page.read_bytes() == there


def test_taking_it_out_is_an_op_too(store: Store, rule: Memory, page: Path) -> None:
    written(store, rule, page)
    there = page.read_bytes()
    take(store, rule, taking_out(store, [page], rule), by=BY)
    assert page.read_bytes() == BEFORE
    assert sentence(store) == f"Undid: taking the rule “{RULE}” out"
    assert page.read_bytes() == there
    assert sentence(store) == f"Undid: writing “{RULE}” as a rule"
    assert page.read_bytes() == BEFORE


def test_a_file_that_is_as_it_was_is_as_old_too(store: Store, rule: Memory, page: Path) -> None:
    def saved() -> int:
        return page.stat().st_mtime_ns

    os.utime(page, ns=(1, 1))
    written(store, rule, page)
    there = saved()
    assert there > 1
    for _ in range(2):
        sentence(store)
        assert saved() == 1
        sentence(store, back=False)
        assert saved() == there
    take(store, rule, taking_out(store, [page], rule), by=BY)
    assert saved() == 1


def test_a_file_that_others_wrote_to_is_of_now(store: Store, rule: Memory, page: Path) -> None:
    os.utime(page, ns=(1, 1))
    written(store, rule, page)
    page.write_bytes(page.read_bytes() + b"\n- More")
    os.utime(page, ns=(2, 2))
    sentence(store)
    assert page.stat().st_mtime_ns > 2


def test_a_file_made_for_the_rule_goes_with_it_and_comes_back(store: Store, rule: Memory, page: Path) -> None:
    new = page.with_name("AGENTS.md")
    written(store, rule, new)
    assert new.read_text() == f"- {RULE}\n"
    sentence(store)
    assert not new.exists()
    sentence(store, back=False)
    assert new.read_text() == f"- {RULE}\n"


def test_what_others_wrote_since_stays(store: Store, rule: Memory, page: Path) -> None:
    written(store, rule, page)
    page.write_bytes(b"Mine.\n" + page.read_bytes() + b"\n- More")
    sentence(store)
    assert RULE.encode() not in page.read_bytes()
    assert page.read_bytes().startswith(b"Mine.\n# Shop")
    assert page.read_bytes().endswith(b"\n- More")


def test_where_the_line_is_gone_the_file_is_left_and_named(store: Store, rule: Memory, page: Path) -> None:
    written(store, rule, page)
    page.write_bytes(b"Another wrote this.\n")
    assert sentence(store).endswith("as a rule. CLAUDE.md was left as it is: it was changed since")
    assert page.read_bytes() == b"Another wrote this.\n"
    following = journal.next_undo(store)
    assert following is not None
    assert following.label.startswith("adding")


def test_a_line_that_others_wrote_further_into_theirs_is_not_cut_out(store: Store, page: Path) -> None:
    page.write_bytes(b"- Use tabs\n")
    rule = add(store, Draft(text=RULE, scope="/project/shop"), by=BY).memory
    written(store, rule, page)
    theirs = page.read_bytes().replace(b"- Run", b"Ours: - Run")
    page.write_bytes(theirs)
    assert sentence(store).endswith("CLAUDE.md was left as it is: it was changed since")
    assert page.read_bytes() == theirs


def test_a_step_shown_before_the_file_changed_writes_nothing(store: Store, rule: Memory, page: Path) -> None:
    shown = steps(store, rule, page)
    page.write_bytes(b"Another wrote this.\n")
    done = take(store, rule, shown, by=BY)
    assert (done.op, done.left) == (None, [(str(page), "it has changed meanwhile; look again")])


def test_the_text_of_an_erased_memory_is_in_no_row(store: Store, rule: Memory, page: Path) -> None:
    written(store, rule, page)
    purge(store, [rule.id], by=BY)
    assert RULE not in repr(store.query("SELECT * FROM rule_lines"))


def test_a_file_that_was_written_before_a_crash_needs_no_writing(
    store: Store, rule: Memory, page: Path
) -> None:
    written(store, rule, page)
    page.write_bytes(BEFORE)  # as an undo leaves it that is killed before it is journalled
    assert sentence(store) == f"Undid: writing “{RULE}” as a rule"
    assert page.read_bytes() == BEFORE


def test_a_line_whose_memory_says_something_else_by_now_is_not_put_back(
    store: Store, rule: Memory, page: Path
) -> None:
    written(store, rule, page)
    op = take(store, rule, taking_out(store, [page], rule), by=BY).op
    edit(store, [rule.id], Edit(text="Run all tests before a commit"), by=BY)
    assert op is not None
    outcome = undo(store, by=BY, op_id=op.id)
    assert outcome is not None
    assert outcome.message.endswith("CLAUDE.md was left as it is: its memory was changed since")
    assert page.read_bytes() == BEFORE


UNDER_RULES = BEFORE.replace(b"## Style", b"## Rules\r\n\r\n- Use tabs\r\n\r\n## Style")


def test_under_the_heading_it_fits_undo_gives_back_every_byte(store: Store, rule: Memory, page: Path) -> None:
    page.write_bytes(UNDER_RULES)
    (step,) = steps(store, rule, page)
    assert step.place.endswith("shop/CLAUDE.md, under ## Rules")
    take(store, rule, [step], by=BY)
    there = page.read_bytes()
    assert b"- Use tabs\r\n- Run the tests before a commit\n\r\n## Style" in there
    sentence(store)
    assert page.read_bytes() == UNDER_RULES
    sentence(store, back=False)
    assert page.read_bytes() == there
    take(store, rule, taking_out(store, [page], rule), by=BY)
    assert page.read_bytes() == UNDER_RULES


# -- in a linked place ---------------------------------------------------------------------------


@pytest.fixture
def linked(store: Store, page: Path) -> Source:
    return syncing.link(store, page, "markdown", by=BY, gate=Gate())[0]


def live(store: Store) -> list[str]:
    rows = store.query("SELECT id FROM memories ORDER BY id")
    return [m.text for m in memories.get_many(store, [i for (i,) in rows]) if m.state is State.LIVE]


def waiting(store: Store) -> int:
    return len(proposals.ids(store, proposals.Wanted()))


def test_a_linked_file_brings_the_rule_back_as_no_other_memory(
    store: Store, rule: Memory, page: Path, linked: Source
) -> None:
    before = live(store)
    (step,) = steps(store, rule, page)
    assert step.only_read
    take(store, rule, [step], by=BY)
    syncing.sync(store, linked, gate=Gate(), wholly=True)
    assert live(store) == before
    assert steps(store, rule, page) == []


def test_taken_back_in_a_linked_file_it_asks_nothing(
    store: Store, rule: Memory, page: Path, linked: Source
) -> None:
    before = live(store)
    written(store, rule, page)
    syncing.sync(store, linked, gate=Gate(), wholly=True)
    sentence(store)
    syncing.sync(store, linked, gate=Gate(), wholly=True)
    assert (page.read_bytes(), live(store), waiting(store)) == (BEFORE, before, 0)
    sentence(store, back=False)
    syncing.sync(store, linked, gate=Gate(), wholly=True)
    assert (live(store), waiting(store)) == (before, 0)


def test_what_was_read_from_a_file_is_not_written_there_again(
    store: Store, page: Path, linked: Source
) -> None:
    (record, *_) = sources.records(store, linked.id)
    (own,) = memories.get_many(store, [record.memory_id])
    assert steps(store, own, page) == []
    assert taking_out(store, [page], own) == []


def test_an_edit_of_the_memory_is_no_reason_to_leave_the_line(
    store: Store, rule: Memory, page: Path, linked: Source
) -> None:
    written(store, rule, page)
    with store.write() as tx:
        sources.agree(tx, linked.id, yes=True)
    (linked,) = sources.get_all(store)
    edit(store, [rule.id], Edit(text="Run all tests before a commit"), by=BY)
    syncing.sync(store, linked, gate=Gate())
    assert "Run all tests before a commit" in page.read_text()
    op = next(op for op in journal.ops(store) if op.kind == "rule")
    undo(store, by=BY, op_id=op.id)
    assert page.read_bytes() == BEFORE


def test_under_a_heading_it_is_the_same_memory_and_its_line_follows_it(
    store: Store, rule: Memory, page: Path
) -> None:
    page.write_bytes(UNDER_RULES)
    linked, _ = syncing.link(store, page, "markdown", by=BY, gate=Gate())
    with store.write() as tx:
        sources.agree(tx, linked.id, yes=True)
    (linked,) = sources.get_all(store)
    before = live(store)
    written(store, rule, page)
    there = page.read_bytes()
    syncing.sync(store, linked, gate=Gate(), wholly=True)
    assert (page.read_bytes(), live(store), waiting(store)) == (there, before, 0)
    edit(store, [rule.id], Edit(text="Run no test before a commit"), by=BY)
    syncing.sync(store, linked, gate=Gate())
    assert page.read_bytes() == there.replace(b"Run the tests", b"Run no test")
