"""A few noes mute a kind of card in the project where they fell, and nowhere else."""

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.proposal_status import Status
from memtui.review.verdicts import accept, reject, unmute
from memtui.store import proposals, review_rules
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from tests.review.deciding import BY
from tests.review.planting import dropping, found, plant, queued


def test_three_noes_of_four_in_a_project_mute_the_kind_there(store: Store) -> None:
    shop = [plant(store, f"Junk {n}", scope="/project/shop/web") for n in range(8)]
    made = queued(store, *(dropping(each, rule=f"junk/{n % 2}") for n, each in enumerate(shop)))
    (other,) = queued(store, dropping(plant(store, "Junk elsewhere", scope="/project/shopping")))
    accept(store, Settings(), [made[0].id], by=BY)
    told = [reject(store, [p.id], by=BY) for p in made[1:4]]
    assert [each.muted for each in told] == [[], [], ["junk@/project/shop"]]
    assert told[-1].outcome.message == (
        "Kept it. “junk in /project/shop” (junk@/project/shop) mutes itself: "
        "you said no 3 of its last 4 times"
    )
    assert proposals.ids(store) == [other.id]
    late = plant(store, "Junk that came later", scope="/project/shop")
    old = plant(store, "Old news", scope="/project/shop")
    queued(store, dropping(late), found(Kind.DUPLICATE, [old], Change(Deed.DROP, gone=(old.id,))))
    assert len(proposals.ids(store)) == 2
    assert len(proposals.ids(store, Wanted(status=Status.MUTED))) == 5
    muted = next(r for r in review_rules.records(store) if r.rule == "junk@/project/shop")
    assert (muted.accepted, muted.rejected, muted.open) == (1, 3, 5)
    assert unmute(store, muted.rule)
    assert len(proposals.ids(store)) == 7
    assert reject(store, [made[4].id], by=BY).muted == []


def test_yeses_between_the_noes_let_a_project_be_asked_on(store: Store) -> None:
    shop = [plant(store, f"Junk {n}", scope="/project/shop") for n in range(12)]
    made = queued(store, *(dropping(each) for each in shop))
    for first, second in zip(made[0:10:2], made[1:10:2], strict=True):
        accept(store, Settings(), [first.id], by=BY)
        assert reject(store, [second.id], by=BY).muted == []


def test_what_is_muted_twice_waits_for_both(store: Store) -> None:
    made = queued(store, *(dropping(plant(store, f"Junk {n}"), rule="junk/cut") for n in range(4)))
    with store.write() as tx:
        review_rules.mute(tx, "junk/cut")
        review_rules.mute(tx, "junk@/project/atlas")
    unmute(store, "junk/cut")
    assert proposals.ids(store) == []
    unmute(store, "junk@/project/atlas")
    assert len(proposals.ids(store)) == len(made)
