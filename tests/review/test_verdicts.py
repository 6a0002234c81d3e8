"""Yes, no and later: what each does to memories and to the queue."""

import pytest

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import LinkKind, Memory, MemoryType, Origin, State
from memtui.domain.proposal_status import Status
from memtui.domain.watch import Watch
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import archive, drop, restore
from memtui.lifecycle.undo import undo
from memtui.review.verdicts import Choice, accept, later, redact, reject, unmute
from memtui.store import journal, memories, proposals, review_rules
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from tests.conftest import FrozenClock
from tests.lifecycle.links import links_of
from tests.review.deciding import BY, now, status, yes
from tests.review.planting import choosing, dropping, found, merging, plant, queued


def test_yes_to_a_drop_drops_and_undo_opens_the_proposal_again(store: Store) -> None:
    memory = plant(store, "Drew the poster for the fair")
    (proposal,) = queued(store, dropping(memory))
    verdict = yes(store, [proposal.id])
    assert now(store, memory).state is State.DROPPED
    assert "Drew the poster for the fair" in verdict.outcome.message
    undo(store, by=BY)
    assert now(store, memory).state is State.LIVE
    again = proposals.get(store, proposal.id)
    assert again is not None
    assert again.status is Status.OPEN
    assert not again.stale


def test_yes_to_many_is_one_op(store: Store) -> None:
    made = queued(store, *(dropping(plant(store, f"Junk number {n}")) for n in range(40)))
    verdict = yes(store, [p.id for p in made])
    assert verdict.outcome.changed == 40
    assert len([op for op in journal.ops(store) if op.kind == "accept"]) == 1
    undo(store, by=BY)
    assert proposals.count_open(store) == 40


def test_a_merge_keeps_everything_the_two_had(store: Store) -> None:
    kept = plant(store, "Atlas runs on Postgres 16", categories=("infra",), accesses=2, sessions=1)
    other = plant(store, "Atlas runs on Postgres 16.", scope="/project", categories=("decision",), accesses=3,
                  sessions=2, importance=0.9)  # fmt: skip
    (proposal,) = queued(store, merging(kept, other))
    yes(store, [proposal.id])
    merged = now(store, kept)
    assert merged.categories == ("decision", "infra")
    assert (merged.access_count, merged.session_count, merged.importance) == (5, 3, 0.9)
    assert now(store, other).state is State.DROPPED
    assert (LinkKind.DERIVED_FROM, other.id) in links_of(store, kept.id)


def test_two_merges_into_one_memory_can_be_accepted_together(store: Store) -> None:
    kept, one, two = (plant(store, f"The port is 80{end}") for end in ("", "!", "!!"))
    made = queued(store, merging(kept, one), merging(kept, two))
    yes(store, [p.id for p in made])
    assert [now(store, m).state for m in (kept, one, two)] == [State.LIVE, State.DROPPED, State.DROPPED]
    undo(store, by=BY)
    assert [now(store, m) .state for m in (kept, one, two)] == [State.LIVE] * 3  # fmt: skip
    assert now(store, kept).categories == kept.categories


@pytest.mark.parametrize("first", ["the drop", "the merge"])
def test_one_yes_to_a_drop_and_a_merge_into_what_is_dropped_leaves_one_of_the_two(
    store: Store, first: str
) -> None:
    one, other = plant(store, "The port is 8080"), plant(store, "The port is 8080!")
    both = [dropping(one), merging(one, other)]
    made = queued(store, *(both if first == "the drop" else reversed(both)))
    verdict = yes(store, [p.id for p in made])
    assert (verdict.decided, verdict.stale) == ([made[0].id], [made[1].id])
    assert [now(store, m).state for m in (one, other)].count(State.LIVE) == 1


def test_one_yes_to_keep_each_of_two_leaves_one_of_them(store: Store) -> None:
    one, other = plant(store, "The port is 8080"), plant(store, "The port is 8080!")
    made = queued(store, merging(one, other), choosing(other, one))
    assert len(yes(store, [p.id for p in made]).decided) == 1
    assert [now(store, m).state for m in (one, other)] == [State.LIVE, State.DROPPED]


def test_the_other_side_of_a_conflict_can_be_chosen(store: Store) -> None:
    older, newer = plant(store, "Staging runs PostgreSQL 14"), plant(store, "Staging runs PostgreSQL 16")
    (proposal,) = queued(store, choosing(newer, older))
    yes(store, [proposal.id], Choice(keep=older.id))
    assert now(store, newer).state is State.DROPPED
    assert now(store, older).state is State.LIVE
    assert (LinkKind.SUPERSEDES, newer.id) in links_of(store, older.id)


def test_both_sides_stay_with_their_dates(store: Store) -> None:
    older = plant(store, "Staging runs PostgreSQL 14.", days_ago=30)
    newer = plant(store, "Staging runs PostgreSQL 16.")
    (proposal,) = queued(store, choosing(newer, older))
    yes(store, [proposal.id], Choice(both=True))
    assert now(store, older).text == "Staging runs PostgreSQL 14 (as of 2026-10-21)."
    assert now(store, newer).text == "Staging runs PostgreSQL 16 (as of 2026-11-20)."
    undo(store, by=BY)
    assert now(store, older).text == "Staging runs PostgreSQL 14."


def test_what_would_be_dropped_can_be_archived(store: Store) -> None:
    memory = plant(store, "Tried Travis for CI")
    (proposal,) = queued(store, dropping(memory))
    yes(store, [proposal.id], Choice(archive=True))
    assert now(store, memory).state is State.ARCHIVED


def test_an_edited_text_is_checked_like_any_other(store: Store) -> None:
    kept, other = plant(store, "Deploys go out on Mondays"), plant(store, "Deploys go out on Monday")
    (proposal,) = queued(store, merging(kept, other))
    secret = "password: " + "hunter2!x"
    with pytest.raises(Refused):
        yes(store, [proposal.id], Choice(text=f"Deploys go out; {secret}"))
    assert status(store, proposal.id) is Status.OPEN
    yes(store, [proposal.id], Choice(text="<think>hm</think>Deploys go out each Monday"))
    assert now(store, kept).text == "Deploys go out each Monday"


def test_a_choice_that_is_not_offered_is_refused(store: Store) -> None:
    one, other = plant(store, "The header was drawn anew"), plant(store, "Ada leads the team")
    (proposal,) = queued(store, dropping(one))
    for choice in (Choice(both=True), Choice(keep=other.id), Choice(text="x y z")):
        with pytest.raises(Refused):
            yes(store, [proposal.id], choice)
    assert now(store, one).state is State.LIVE


def test_no_memory_that_a_card_is_not_about_can_be_chosen_to_stay(store: Store) -> None:
    kept, other, third = (plant(store, f"The port is 80{end}") for end in ("", "!", "!!"))
    (proposal,) = queued(store, merging(kept, other))
    with pytest.raises(Refused, match="only one of the memories of this proposal"):
        yes(store, [proposal.id], Choice(keep=third.id))
    assert {now(store, m).state for m in (kept, other, third)} == {State.LIVE}


def test_a_summary_replaces_what_it_sums_up(store: Store) -> None:
    parts = [plant(store, f"Step {n} of the migration ran", days_ago=40 - n, depth=n % 2) for n in range(4)]
    change = Change(
        Deed.COMPACT,
        gone=tuple(m.id for m in parts),
        draft={"text": "The migration ran in four steps", "scope": "/project/atlas", "type": "episodic"},
    )
    (proposal,) = queued(store, found(Kind.COMPACT, parts, change))
    yes(store, [proposal.id])
    (summary,) = memories.same_text(store, "The migration ran in four steps")
    assert (summary.origin, summary.depth) == (Origin.COMPACTED, 2)
    assert summary.created_at == parts[-1].created_at
    assert {now(store, m).state for m in parts} == {State.ARCHIVED}
    undo(store, by=BY)
    assert memories.same_text(store, "The migration ran in four steps") == []
    assert {now(store, m).state for m in parts} == {State.LIVE}


def test_a_summary_that_says_what_one_part_says_takes_the_place_of_that_part_too(store: Store) -> None:
    parts = [plant(store, f"Step {n} of the migration ran") for n in range(3)]
    change = Change(
        Deed.COMPACT,
        gone=tuple(m.id for m in parts),
        draft={"text": parts[0].text, "scope": parts[0].scope, "type": "episodic"},
    )
    (proposal,) = queued(store, found(Kind.COMPACT, parts, change))
    yes(store, [proposal.id])
    (summary,) = (m for m in memories.same_text(store, parts[0].text) if m.state is State.LIVE)
    assert summary.origin is Origin.COMPACTED
    assert {now(store, m).state for m in parts} == {State.ARCHIVED}


def test_what_was_learned_supersedes(store: Store) -> None:
    memory = plant(store, "Atlas uses MySQL")
    change = Change(Deed.LEARN, gone=(memory.id,), draft={"text": "Atlas uses Postgres", "scope": "/project"})
    (proposal,) = queued(store, found(Kind.LEARNED, [memory], change, origin="extract"))
    yes(store, [proposal.id])
    (added,) = memories.same_text(store, "Atlas uses Postgres")
    assert now(store, memory).state is State.DROPPED
    assert links_of(store, added.id) == [(LinkKind.SUPERSEDES, memory.id)]


def asked_by_an_agent(store: Store, memory: Memory, change: Change) -> int:
    (proposal,) = queued(
        store, found(Kind.LEARNED, [memory], change, rule="learned/agent-merge", origin="claude-code")
    )
    return proposal.id


@pytest.mark.parametrize("deed", [Deed.MERGE, Deed.KEEP, Deed.RETYPE])
def test_a_text_that_an_agent_wrote_stays_the_agents_after_a_yes(store: Store, deed: Deed) -> None:
    memory = plant(store, "Atlas uses MySQL", origin=Origin.PERSON)
    change = Change(deed, keep=memory.id, type=MemoryType.PROCEDURAL, text="Atlas uses Postgres")
    yes(store, [asked_by_an_agent(store, memory, change)])
    reworded = now(store, memory)
    assert (reworded.text, reworded.origin) == ("Atlas uses Postgres", Origin.AGENT)
    assert reworded.provenance["proposed_by"] == "claude-code"
    assert reworded.provenance["accepted_by"] == "person"
    undo(store, by=BY)
    again = now(store, memory)
    assert (again.text, again.origin, again.provenance) == (memory.text, Origin.PERSON, memory.provenance)


def test_what_was_learned_beside_a_memory_is_called_added_and_that_memory_is_not_named(store: Store) -> None:
    memory = plant(store, "Atlas uses MySQL")
    change = Change(Deed.LEARN, draft={"text": "Atlas has a replica in Leeds", "scope": "/project"})
    (card,) = queued(store, found(Kind.LEARNED, [memory], change, origin="extract"))
    outcome = accept(store, Settings(), [card.id], by=BY).outcome
    assert outcome.message == "Added “Atlas has a replica in Leeds”"
    assert outcome.op is not None
    assert outcome.op.label.startswith("addition of “Atlas has a replica in Leeds”")


def test_a_text_that_an_agent_only_repeats_stays_whose_it_is(store: Store) -> None:
    memory = plant(store, "Atlas uses MySQL", origin=Origin.PERSON)
    change = Change(Deed.RETYPE, keep=memory.id, type=MemoryType.PROCEDURAL, text=memory.text)
    yes(store, [asked_by_an_agent(store, memory, change)])
    retyped = now(store, memory)
    assert (retyped.type, retyped.origin) == (MemoryType.PROCEDURAL, Origin.PERSON)
    assert "proposed_by" not in retyped.provenance


@pytest.mark.parametrize("text", ["", "Atlas uses Postgres 16, says Ada"])
def test_what_is_added_on_an_agents_word_is_never_filed_as_the_persons(store: Store, text: str) -> None:
    memory = plant(store, "Atlas uses MySQL")
    change = Change(Deed.LEARN, draft={"text": "Atlas uses Postgres", "origin": "person"})
    yes(store, [asked_by_an_agent(store, memory, change)], Choice(text=text))
    (added,) = memories.same_text(store, text or "Atlas uses Postgres")
    assert added.origin is Origin.AGENT
    assert added.provenance.get("edited", False) is bool(text)


def test_what_is_archived_can_be_offered_back(store: Store) -> None:
    memory = plant(store, "The old shop ran on Magento")
    archive(store, [memory.id], by=BY)
    change = Change(Deed.RESTORE, gone=(memory.id,))
    (proposal,) = queued(store, found(Kind.LEARNED, [now(store, memory)], change, origin="an agent"))
    yes(store, [proposal.id])
    assert now(store, memory).state is State.LIVE
    undo(store, by=BY)
    assert now(store, memory).state is State.ARCHIVED


def test_a_secret_is_erased_and_the_rest_stays(store: Store) -> None:
    memory = plant(store, "The staging host is atlas-3 in Frankfurt", accesses=4, sessions=2)
    change = Change(Deed.REDACT, gone=(memory.id,))
    (proposal,) = queued(store, found(Kind.SECRET, [memory], change))
    with pytest.raises(Refused, match="erased for good, one at a time"):
        yes(store, [proposal.id])
    verdict = redact(store, Settings(), proposal.id, by=BY)
    assert verdict.decided == [proposal.id]
    (copy,) = memories.same_text(store, "The staging host is atlas-3 in Frankfurt")
    assert copy.id != memory.id
    assert (copy.access_count, copy.created_at) == (4, memory.created_at)
    assert memories.get(store, memory.id) is None


def test_a_secret_behind_many_cards_lets_none_of_them_be_decided(store: Store) -> None:
    junk = [plant(store, f"Junk number {n}") for n in range(251)]
    secret = plant(store, "The staging host is atlas-3 in Frankfurt")
    erasing = found(Kind.SECRET, [secret], Change(Deed.REDACT, gone=(secret.id,)))
    cards = queued(store, *(dropping(memory) for memory in junk), erasing)
    with pytest.raises(Refused, match="erased for good, one at a time"):
        yes(store, [card.id for card in cards])
    assert {memory.state for memory in memories.get_many(store, [one.id for one in junk])} == {State.LIVE}


@pytest.mark.parametrize("moment", ["decided", "changed", "no secret"])
def test_nothing_is_erased_that_is_no_longer_proposed_to_be(store: Store, moment: str) -> None:
    memory = plant(store, "The staging host is atlas-3 in Frankfurt")
    deed = Deed.DROP if moment == "no secret" else Deed.REDACT
    (proposal,) = queued(store, found(Kind.SECRET, [memory], Change(deed, gone=(memory.id,))))
    if moment == "changed":
        edit(store, [memory.id], Edit(text="The staging host is atlas-4 in Frankfurt"), by=BY)
        assert redact(store, Settings(), proposal.id, by=BY).stale == [proposal.id]
    else:
        if moment == "decided":
            reject(store, [proposal.id], by=BY)
        with pytest.raises(Refused):
            redact(store, Settings(), proposal.id, by=BY)
    assert "in Frankfurt" in now(store, memory).text


def test_no_is_for_good_until_the_evidence_doubles(store: Store) -> None:
    memory = plant(store, "The header was drawn anew")
    (proposal,) = queued(store, dropping(memory))
    reject(store, [proposal.id], by=BY)
    assert queued(store, dropping(now(store, memory))) == []
    assert len(queued(store, dropping(now(store, memory), bucket=1))) == 1


def test_a_no_says_what_stays_and_only_where_something_would_have_gone(store: Store) -> None:
    one, two, three = (plant(store, f"Junk number {n}") for n in range(3))
    retype = Change(Deed.RETYPE, keep=three.id, type=MemoryType.PROCEDURAL)
    made = queued(store, dropping(one), dropping(two), found(Kind.PROMOTE, [three], retype))
    assert reject(store, [made[0].id], by=BY).outcome.message == "Kept it"
    assert reject(store, [p.id for p in made[:2]], by=BY).outcome.message == "Kept it"
    assert reject(store, [made[2].id], by=BY).outcome.message == "Left as it is, and not proposed again"


def test_a_later_says_that_it_is_put_off(store: Store) -> None:
    made = queued(store, *(dropping(plant(store, f"Junk number {n}")) for n in range(3)))
    assert later(store, [made[0].id], by=BY).outcome.message == "Put it off"
    assert later(store, [p.id for p in made[1:]], by=BY).outcome.message == "Put 2 proposals off"


def test_a_no_is_no_use(store: Store) -> None:
    memory = plant(store, "The header was drawn anew", days_ago=50)
    (proposal,) = queued(store, dropping(memory))
    verdict = reject(store, [proposal.id], by=BY)
    assert now(store, memory).access_count == 0
    assert verdict.outcome.message == "Kept it"


def test_later_comes_back_when_its_time_has_come(store: Store, clock: FrozenClock) -> None:
    (proposal,) = queued(store, dropping(plant(store, "The header was drawn anew")))
    later(store, [proposal.id], by=BY, days=7)
    assert proposals.count_open(store) == 0
    clock.forward(days=6.9)
    with store.write() as tx:
        assert proposals.wake(tx) == 0
    clock.forward(days=0.2)
    with store.write() as tx:
        assert proposals.wake(tx) == 1


def test_a_changed_memory_makes_its_proposal_stale_and_yes_does_not_act(store: Store) -> None:
    memory = plant(store, "The header was drawn anew")
    (proposal,) = queued(store, dropping(memory, origin="an agent"))
    edit(store, [memory.id], Edit(text="Atlas is ready for the launch"), by=BY)
    stale = proposals.get(store, proposal.id)
    assert stale is not None
    assert stale.stale
    verdict = yes(store, [proposal.id])
    assert (verdict.decided, verdict.stale) == ([], [proposal.id])
    assert verdict.outcome.message == "Changed since it was proposed: look again"
    assert now(store, memory).state is State.LIVE


def test_a_use_makes_nothing_stale(store: Store) -> None:
    memory = plant(store, "The header was drawn anew")
    (proposal,) = queued(store, dropping(memory))
    edit(store, [memory.id], Edit(importance=memory.importance), by=BY)
    again = proposals.get(store, proposal.id)
    assert again is not None
    assert not again.stale


def test_a_dropped_target_withdraws_its_proposal(store: Store) -> None:
    memory = plant(store, "The header was drawn anew")
    (proposal,) = queued(store, dropping(memory))
    drop(store, [memory.id], by=BY)
    yes(store, [proposal.id])
    assert status(store, proposal.id) is Status.WITHDRAWN


def test_what_was_withdrawn_is_proposed_again_when_its_memory_is_back(store: Store) -> None:
    memory = plant(store, "The header was drawn anew")
    (proposal,) = queued(store, dropping(memory))
    drop(store, [memory.id], by=BY)
    yes(store, [proposal.id])
    restore(store, [memory.id], by=BY)
    (again,) = queued(store, dropping(memory))
    assert again.id != proposal.id
    assert status(store, again.id) is Status.OPEN


def test_a_yes_that_needs_a_memory_which_was_erased_does_nothing(store: Store) -> None:
    asked, needed = plant(store, "The port is 80"), plant(store, "Atlas runs on port 80")
    merging_into_it = Change(Deed.MERGE, needed.id, gone=(asked.id,))
    (proposal,) = queued(store, found(Kind.DUPLICATE, [asked], merging_into_it))
    purge(store, [needed.id], by=BY)
    with pytest.raises(Refused, match="does not exist any more"):
        yes(store, [proposal.id])
    assert now(store, asked).state is State.LIVE
    assert status(store, proposal.id) is Status.OPEN


def test_the_second_of_two_deciders_is_told(store: Store) -> None:
    memory = plant(store, "The header was drawn anew")
    (proposal,) = queued(store, dropping(memory))
    with store.sibling() as other:
        yes(other, [proposal.id])
    for verdict in (yes(store, [proposal.id]), reject(store, [proposal.id], by=BY)):
        assert verdict.gone == [proposal.id]
        assert verdict.outcome.message == "It was decided already"
    assert len([op for op in journal.ops(store) if op.kind in {"accept", "reject"}]) == 1


def test_what_another_decides_while_many_are_accepted_is_left_to_them(store: Store) -> None:
    planted = [plant(store, f"Junk number {n}") for n in range(251)]
    made = [p.id for p in queued(store, *(dropping(memory) for memory in planted))]

    def meanwhile(done: int, _: int) -> None:
        if done < len(made):
            with store.sibling() as other:
                reject(other, made[done:], by=BY)

    assert accept(store, Settings(), made, by=BY, watch=Watch(meanwhile)).gone == made[250:]
    assert now(store, planted[-1]).state is State.LIVE


def test_a_rule_that_is_rejected_eight_times_mutes_itself(store: Store) -> None:
    planted = [plant(store, f"Junk {n}", scope=f"/project/{n % 5}") for n in range(12)]
    made = queued(store, *(dropping(memory, rule="junk/cut") for memory in planted))
    told = [reject(store, [p.id], by=BY).muted for p in made[:8]]
    assert told == [[]] * 7 + [["junk/cut"]]
    assert proposals.ids(store) == []
    assert len(proposals.ids(store, Wanted(status=Status.MUTED))) == 4
    queued(store, dropping(plant(store, "Another piece of junk"), rule="junk/cut"))
    assert proposals.ids(store) == []
    assert reject(store, [made[9].id], by=BY).muted == []
    unmute(store, "junk/cut")
    assert len(proposals.ids(store)) == 4
    assert reject(store, [made[8].id], by=BY).muted == []


def test_a_batch_counts_as_one_rejection(store: Store) -> None:
    made = queued(store, *(dropping(plant(store, f"Junk {n}"), rule="junk/cut") for n in range(12)))
    assert reject(store, [p.id for p in made], by=BY).muted == []
    (record,) = review_rules.records(store)
    assert (record.rejected, record.acceptance) == (12, 0.0)


def test_purging_a_memory_takes_its_proposals_along(store: Store) -> None:

    memory = plant(store, "Something private about Ada")
    (proposal,) = queued(store, dropping(memory))
    purge(store, [memory.id], by=BY)
    assert proposals.get(store, proposal.id) is None
