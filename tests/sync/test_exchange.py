"""What one machine does is seen on the other: additions, changes, drops, undo, uses, a no, a purge."""

from pathlib import Path

from benchmarks.sync import contents
from memtui.config.settings import Settings, Sync
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, Memory, State
from memtui.lifecycle import access
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import drop, restore
from memtui.lifecycle.undo import undo
from memtui.review.passes import run_pass
from memtui.review.verdicts import accept
from memtui.store import journal, memories, proposals, replicas
from memtui.sync.own import own_part
from memtui.sync.status import status
from tests.sync.stores import PERSON, Machine, carried, machine, reject, suggest_drop

AGENT = Actor(ActorKind.AGENT, "codex", "s1")
PORT = "The gateway listens on port 80"


def meet(*machines: Machine) -> None:
    """Let machines exchange, each twice, so that every one hears of what the last did."""
    for _ in range(2):
        for one in machines:
            one.exchange()


def the_one(one: Machine) -> Memory:
    """Return the only memory of a machine."""
    (row,) = one.store.query("SELECT id FROM memories WHERE state != 'absent'")
    memory = memories.get(one.store, row[0])
    assert memory is not None
    return memory


def both_know(desk: Machine, lap: Machine, text: str = PORT) -> None:
    add(desk.store, Draft(text, scope="/project/a"), by=PERSON)
    meet(desk, lap)


def test_what_is_added_edited_and_dropped_on_one_machine_is_so_on_the_other(
    desk: Machine, lap: Machine
) -> None:
    both_know(desk, lap)
    edit(lap.store, [the_one(lap).id], Edit(text="The gateway listens on port 443"), by=PERSON)
    meet(lap, desk)
    assert the_one(desk).text == "The gateway listens on port 443"
    drop(desk.store, [the_one(desk).id], by=PERSON)
    meet(desk, lap)
    assert the_one(lap).state is State.DROPPED
    assert contents(desk.store) == contents(lap.store)


def test_undo_travels_and_takes_back_only_what_this_machine_did(desk: Machine, lap: Machine) -> None:
    both_know(desk, lap)
    drop(desk.store, [the_one(desk).id], by=PERSON)
    meet(desk, lap)
    assert undo(lap.store, by=PERSON) is None
    undo(desk.store, by=PERSON)
    meet(desk, lap)
    assert the_one(lap).state is State.LIVE


def test_different_fields_changed_on_two_sides_are_both_kept(desk: Machine, lap: Machine) -> None:
    both_know(desk, lap)
    edit(desk.store, [the_one(desk).id], Edit(text="The gateway listens on port 443"), by=PERSON)
    edit(lap.store, [the_one(lap).id], Edit(importance=0.9), by=PERSON)
    meet(desk, lap)
    for one in (desk, lap):
        assert (the_one(one).text, the_one(one).importance) == ("The gateway listens on port 443", 0.9)
        assert proposals.count_open(one.store) == 0


def test_two_edits_of_one_text_are_a_card_on_both_machines_and_one_yes_settles_it(
    desk: Machine, lap: Machine
) -> None:
    both_know(desk, lap)
    edit(desk.store, [the_one(desk).id], Edit(text="The gateway listens on port 443"), by=PERSON)
    lap.clock.forward(seconds=5)
    edit(lap.store, [the_one(lap).id], Edit(text="The gateway listens on port 8443"), by=PERSON)
    meet(desk, lap)
    assert the_one(desk).text == the_one(lap).text == "The gateway listens on port 8443"
    (card,) = proposals.get_many(desk.store, proposals.ids(desk.store))
    assert card.change.text == "The gateway listens on port 443"
    assert card.reason == "it was edited here and on lap"
    assert [label for label, _ in card.evidence.facts] == ["stands since", "on this machine", "when"]
    stands_since, when = card.evidence.facts[0][1], card.evidence.facts[2][1]
    assert stands_since == f"{when}, on lap"
    assert proposals.count_open(lap.store) == 1
    assert status(desk.store).summary == "1 clash"  # type: ignore[union-attr]
    edit(desk.store, [the_one(desk).id], Edit(text=card.change.text), by=PERSON)
    meet(desk, lap)
    assert the_one(lap).text == "The gateway listens on port 443"
    assert proposals.count_open(lap.store) == 0
    assert status(lap.store).clashes == status(desk.store).clashes == 0  # type: ignore[union-attr]


def test_the_card_of_a_clash_outlives_a_review_and_another_change_of_its_memory(
    desk: Machine, lap: Machine
) -> None:
    both_know(desk, lap)
    edit(desk.store, [the_one(desk).id], Edit(text="The gateway listens on port 443"), by=PERSON)
    lap.clock.forward(seconds=5)
    edit(lap.store, [the_one(lap).id], Edit(text="The gateway listens on port 8443"), by=PERSON)
    meet(desk, lap)
    cards = proposals.ids(desk.store)
    edit(desk.store, [the_one(desk).id], Edit(importance=0.9), by=PERSON)
    run_pass(desk.store, Settings())
    assert accept(desk.store, Settings(), cards, by=PERSON).stale == cards
    assert proposals.ids(desk.store) == cards
    accept(desk.store, Settings(), cards, by=PERSON)
    meet(desk, lap)
    assert the_one(desk).text == the_one(lap).text == "The gateway listens on port 443"
    assert proposals.count_open(lap.store) == 0


def test_a_no_to_a_clash_settles_it_everywhere(desk: Machine, lap: Machine) -> None:
    both_know(desk, lap)
    edit(desk.store, [the_one(desk).id], Edit(text="The gateway listens on port 443"), by=PERSON)
    lap.clock.forward(seconds=5)
    edit(lap.store, [the_one(lap).id], Edit(text="The gateway listens on port 8443"), by=PERSON)
    meet(desk, lap)
    reject(desk, proposals.ids(desk.store))
    meet(desk, lap)
    assert the_one(desk).text == the_one(lap).text == "The gateway listens on port 8443"
    assert proposals.count_open(lap.store) == 0
    assert status(lap.store).clashes == 0  # type: ignore[union-attr]


def test_two_moves_unknown_to_each_other_are_a_card(desk: Machine, lap: Machine) -> None:
    both_know(desk, lap)
    edit(desk.store, [the_one(desk).id], Edit(scope="/project/b"), by=PERSON)
    lap.clock.forward(seconds=5)
    edit(lap.store, [the_one(lap).id], Edit(scope="/project/c"), by=PERSON)
    meet(desk, lap)
    assert the_one(desk).scope == the_one(lap).scope == "/project/c"
    (card,) = proposals.get_many(lap.store, proposals.ids(lap.store))
    assert card.change.draft == {"scope": "/project/b"}


def test_of_two_values_that_say_how_a_memory_is_handled_the_later_stands_and_nobody_is_asked(
    desk: Machine, lap: Machine
) -> None:
    both_know(desk, lap)
    ends = desk.store.now() + DAY
    earlier = Edit(importance=0.2, categories=("gotcha",), expires_at=ends + DAY)
    later = Edit(importance=0.9, categories=("decision",), expires_at=ends)
    edit(desk.store, [the_one(desk).id], earlier, by=PERSON)
    lap.clock.forward(seconds=5)
    edit(lap.store, [the_one(lap).id], later, by=PERSON)
    meet(desk, lap)
    for one in (desk, lap):
        now = the_one(one)
        assert (now.importance, now.categories, now.expires_at) == (0.9, ("decision",), ends)
        assert proposals.count_open(one.store) == 0
        assert status(one.store).summary == "in step · 2 machines"  # type: ignore[union-attr]
    assert replicas.values_of(desk.store, the_one(desk).id, "importance")[:2] == [0.9, 0.2]


def test_a_drop_and_an_edit_unknown_to_each_other_are_a_card_and_nothing_is_lost(
    desk: Machine, lap: Machine
) -> None:
    both_know(desk, lap)
    drop(desk.store, [the_one(desk).id], by=PERSON)
    edit(lap.store, [the_one(lap).id], Edit(text="The gateway listens on port 443"), by=PERSON)
    meet(desk, lap)
    for one in (desk, lap):
        assert (the_one(one).text, the_one(one).state) == ("The gateway listens on port 443", State.DROPPED)
        (card,) = proposals.get_many(one.store, proposals.ids(one.store))
        assert card.reason == "it was dropped on one machine and edited on another"
        where = [(label, value.rpartition(", on ")[2]) for label, value in card.evidence.facts]
        dropped, edited = ("this machine", "lap") if one is desk else ("desk", "this machine")
        assert where == [("dropped", dropped), ("edited", edited)]
    restore(lap.store, [the_one(lap).id], by=PERSON)
    meet(lap, desk)
    assert the_one(desk).state is State.LIVE


def test_the_same_text_added_twice_is_one_memory_that_says_where_both_come_from(
    desk: Machine, lap: Machine
) -> None:
    for one, session in ((desk, "monday"), (lap, "tuesday")):
        add(one.store, Draft(PORT, scope="/project/a", provenance={"session": session}), by=PERSON)
    meet(desk, lap)
    assert contents(desk.store) == contents(lap.store)
    told = str(the_one(desk).provenance)
    assert "monday" in told
    assert "tuesday" in told


def test_uses_of_both_machines_add_up(desk: Machine, lap: Machine) -> None:
    both_know(desk, lap)
    for one, times in ((desk, 2), (lap, 3)):
        for _ in range(times):
            one.clock.forward(seconds=60)
            access.touch(one.store, [the_one(one).id], by=AGENT)
    meet(desk, lap)
    assert the_one(desk).access_count == the_one(lap).access_count == 5
    assert contents(desk.store) == contents(lap.store)


def test_what_stays_here_and_what_looks_like_a_secret_is_told_to_nobody(desk: Machine, lap: Machine) -> None:
    desk.wanted = Sync(share=("/user", "/project"), keep=("/project/mine",))
    for scope in ("/project/mine", "/agent/x", "/project/a/local", "/user/ephemeral"):
        add(desk.store, Draft(f"Something about {scope}", scope=scope), by=PERSON)
    add(
        desk.store,
        Draft("The token is ghp_16C7e42F292c6912E7710c838347Ae178B4a", scope="/user"),
        by=PERSON,
        not_secret=True,
    )
    done = desk.exchange()
    meet(desk, lap)
    assert done.withheld == 1
    assert contents(lap.store) == []


def test_what_came_in_by_other_rules_for_secrets_is_looked_at_before_it_is_told(
    desk: Machine, lap: Machine
) -> None:
    add(desk.store, Draft("The deploy token changed", scope="/project/a"), by=PERSON)
    with desk.store.write() as tx:
        # As an older memtui might have let it in, which did not know tokens of this form.
        tx.execute("UPDATE memories SET text = 'The token is ghp_16C7e42F292c6912E7710c838347Ae178B4a'")
        tx.execute("UPDATE meta SET value = 'older 0' WHERE key = 'secrets.looked_at'")
    add(desk.store, Draft("Releases leave on Tuesday", scope="/project/a"), by=PERSON)
    assert desk.exchange().withheld == 1
    meet(lap)
    assert the_one(lap).text == "Releases leave on Tuesday"


def test_what_stayed_here_goes_once_the_settings_let_it(desk: Machine, lap: Machine) -> None:
    desk.wanted = Sync(share=("/user",))
    both_know(desk, lap)
    assert contents(lap.store) == []
    desk.wanted = Sync(share=("/user", "/project"))
    meet(desk, lap)
    assert contents(lap.store) == contents(desk.store) != []
    assert desk.exchange().nothing


def test_a_purge_travels_and_no_segment_says_the_text_any_more(desk: Machine, lap: Machine) -> None:
    both_know(desk, lap, "The old vault stands in Bergen, row seven")
    edit(lap.store, [the_one(lap).id], Edit(text="The old vault stands in Bergen, row eight"), by=PERSON)
    meet(lap, desk)
    purge(desk.store, [the_one(desk).id], by=PERSON)
    desk.exchange()
    assert status(desk.store).unconfirmed == ("lap",)  # type: ignore[union-attr]
    meet(lap, desk)
    assert contents(lap.store) == contents(desk.store) == []
    assert status(desk.store).unconfirmed == ()  # type: ignore[union-attr]
    assert not [text for text in carried(desk) if "vault" in text]


def test_a_no_said_on_one_machine_is_not_asked_on_the_other(desk: Machine, lap: Machine) -> None:
    both_know(desk, lap)
    for one in (desk, lap):
        suggest_drop(one, the_one(one))
    reject(desk, proposals.ids(desk.store))
    meet(desk, lap)
    assert proposals.count_open(lap.store) == 0
    suggest_drop(lap, the_one(lap))
    assert proposals.count_open(lap.store) == 0


def test_history_says_from_which_machine_a_change_came(desk: Machine, lap: Machine) -> None:
    both_know(desk, lap)
    newest = journal.ops(lap.store)[0]
    assert (newest.kind, newest.actor.client, newest.undoable) == ("sync", "desk", False)


def test_an_exchange_with_nothing_new_writes_nothing_to_the_store(desk: Machine, lap: Machine) -> None:
    both_know(desk, lap)
    add(desk.store, Draft("Only here", scope="/agent/local"), by=PERSON)
    meet(desk, lap)
    with desk.store.sibling() as watching:
        before = watching.change_mark()
        desk.exchange()
        assert watching.change_mark() == before
        the_rest = status(desk.store)
        desk.clock.forward(seconds=60)
        access.touch(desk.store, [the_one(lap).id], by=AGENT)
        before = watching.change_mark()
        desk.exchange()
        assert watching.change_mark() != before
    assert the_rest is not None
    assert the_rest.to_send == 0
    meet(lap, desk)
    assert the_one(lap).access_count == 1


def test_another_machine_that_came_and_told_nothing_is_counted_at_once(desk: Machine, lap: Machine) -> None:
    desk.exchange()
    before = replicas.exchange_mark(desk.store)
    lap.exchange()
    desk.exchange()
    assert replicas.exchange_mark(desk.store) != before


def test_of_two_machines_that_came_under_one_name_one_takes_another(new_store: Path, tmp_path: Path) -> None:
    machines = []
    for home in (tmp_path / "here", tmp_path / "there"):
        home.mkdir()
        machines.append(machine(new_store, home, "laptop", tmp_path / "meeting"))
    add(machines[0].store, Draft(PORT, scope="/project/a"), by=PERSON)
    for one in [*machines, *machines]:
        one.clock.now += 60
        one.exchange()
    names = [own_part(one.store).name for one in machines]
    assert sorted(names) == ["laptop", "laptop 2"]
    for one, far in zip(machines, reversed(names), strict=True):
        known = status(one.store)
        assert known is not None
        assert [other.name for other in known.others] == [far]
    for one in machines:
        one.store.close()
