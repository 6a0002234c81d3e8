"""What a suggestion of the model rests on, and what the model says of the rules' own cards."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory
from memtui.domain.proposal_status import Status
from memtui.lifecycle.undo import undo
from memtui.review import queue
from memtui.review.judging import windows
from memtui.review.rule import Context
from memtui.review.rules.judge import RULE
from memtui.review.verdicts import accept
from memtui.store import judged, memories, proposals, queueing
from memtui.store.database import Store
from tests.review.judging import ATLAS, card, planted, suggested
from tests.review.model import asking, saying
from tests.review.planting import dropping, found, merging, plant, queued

pytestmark = pytest.mark.usefixtures("key")


def two(store: Store) -> tuple[Memory, Memory]:
    """Plant an older and a newer statement; the model sees them as 1 and 2."""
    older = plant(store, "Atlas runs its API on port 8080", days_ago=40)
    return older, plant(store, "The API of Atlas listens on port 9090 since October", days_ago=4)


@pytest.mark.parametrize(
    ("verb", "deed", "rule"),
    [("superseded by", Deed.KEEP, "judge/superseded"), ("duplicate of", Deed.MERGE, "judge/same")],
)
def test_a_witness_stands_on_the_card_and_stays(store: Store, verb: str, deed: Deed, rule: str) -> None:
    older, newer = two(store)
    with asking(store, saying(cards=[{**card(1, verb, "2 says it better than 1."), "with": 2}])) as asked:
        (found,) = suggested(asked)
    assert (found.rule, found.change.deed) == (rule, deed)
    assert (found.change.keep, found.change.gone) == (newer.id, (older.id,))
    assert {target.id for target in found.targets} == {older.id, newer.id}
    assert found.reason == "the model says: “the other says it better than 1”"


def test_the_model_takes_no_rule_out_of_a_file_that_others_read(store: Store) -> None:
    plant(store, "Atlas runs its API on port 8080", days_ago=40, provenance={"path": "/w/atlas/AGENTS.md"})
    plant(store, "The API of Atlas listens on port 8080", days_ago=4, provenance={"path": "/h/MEMORY.md"})
    with asking(store, saying(cards=[{**card(1, "duplicate of", "Said twice."), "with": 2}])) as asked:
        assert not suggested(asked)
    assert asked.now.notes == ["of the model's suggestions not used: 1 would take from others what they read"]


def test_a_drop_shows_the_memory_that_its_reason_names(store: Store) -> None:
    older, newer = two(store)
    with asking(store, saying(cards=[card(1, "drop", "Memory 2 tells the port of today.", by=2)])) as asked:
        (found,) = suggested(asked)
    assert (found.change.gone, [t.id for t in found.targets]) == ((older.id,), [older.id, newer.id])
    assert "the other tells the port" in found.reason
    queued(store, found)
    again = RULE.renew(
        memories.get_many(store, [older.id, newer.id]), Context(store, Settings(), store.now())
    )
    assert again is not None


def test_a_line_that_a_reason_names_by_its_bare_number_is_named_by_its_words(store: Store) -> None:
    plant(store, "Atlas runs its API on port 8080", days_ago=40)
    plant(store, "Invoices go out on the 3rd", days_ago=20)
    plant(store, "The API of Atlas runs on port 9090", days_ago=4)
    told = card(1, "ask", "3 says another port, used 2 times by 1 of us; does it hold?")
    with asking(store, saying(cards=[told])) as asked:
        (found,) = suggested(asked)
    assert "“The API of Atlas runs on port 9090” says another port, used 2 times" in found.reason


def test_a_number_that_is_no_line_of_the_same_matter_stays(store: Store) -> None:
    plant(store, "Atlas runs its API on port 8080", days_ago=40)
    plant(store, "Invoices go out on the 3rd", days_ago=20)
    with asking(store, saying(cards=[card(1, "ask", "Is it still 2?")])) as asked:
        (found,) = suggested(asked)
    assert "Is it still 2?" in found.reason


def test_two_that_name_each_other_do_not_both_go(store: Store) -> None:
    two(store)
    cards = [
        card(1, "duplicate of", sure=0.8, by=2),
        card(2, "duplicate of", sure=0.9, by=1),
    ]
    with asking(store, saying(cards=cards)) as asked:
        (found,) = suggested(asked)
    assert found.confidence == 0.9
    assert asked.now.notes == ["of the model's suggestions not used: 1 rested on what goes itself"]


def test_two_that_name_each_other_in_two_windows_do_not_both_go(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows, "LINES", 1)
    oldest = plant(store, "The staging host is called heron", days_ago=4)
    plant(store, "Our staging host is called heron, says Bea", days_ago=2)
    plant(store, "The staging host is called heron, says Cy")
    answers: tuple[list[dict[str, object]], ...] = (
        [],
        [card(1, "duplicate of", by=2)],
        [card(2, "duplicate of", by=1)],
    )
    with asking(store, *(saying(cards=cards) for cards in answers)) as asked:
        for finding in RULE.survey([ATLAS], asked.now):
            queued(store, finding)
        assert len(asked.server.requests) == 3
    (waiting,) = proposals.get_many(store, proposals.ids(store))
    assert waiting.change.gone == (oldest.id,)
    assert asked.now.notes == ["of the model's suggestions not used: 1 rested on what goes itself"]


def test_a_witness_that_goes_gives_its_place_to_what_speaks_for_it(store: Store) -> None:
    texts = [f"The port is 8080, said {i} times" for i in range(3)]
    first, second, third = (plant(store, text, days_ago=9 - i) for i, text in enumerate(texts))
    cards = [
        card(2, "duplicate of", sure=0.9, by=3),
        card(1, "duplicate of", sure=0.8, by=2),
    ]
    with asking(store, saying(cards=cards)) as asked:
        found = suggested(asked)
    assert [(f.change.keep, f.change.gone) for f in found] == [
        (third.id, (second.id,)),
        (third.id, (first.id,)),
    ]


def test_a_witness_that_is_dropped_is_none(store: Store) -> None:
    two(store)
    cards = [card(2, "drop", sure=0.9), card(1, "superseded by", sure=0.8, by=2)]
    with asking(store, saying(cards=cards)) as asked:
        assert [finding.rule for finding in suggested(asked)] == ["judge/drop"]


def test_an_edit_shows_what_it_will_say_and_brings_nothing_new(store: Store) -> None:
    memory = plant(store, "Added tests. The port 8080 is taken by the proxy, so the API runs on 9090")
    text = "The port 8080 is taken by the proxy, so the API runs on 9090"
    cards = [card(1, "edit", "The first sentence is a report.", text=text)]
    with asking(store, saying(cards=cards)) as asked:
        (found,) = suggested(asked)
    assert (found.change.keep, found.change.gone, found.change.text) == (memory.id, (), text)


def test_an_edit_that_holds_a_number_of_its_own_is_refused(store: Store) -> None:
    planted(store, 1)
    with asking(store, saying(cards=[card(1, "edit", text="All 4711 checks of build 0 ran fine")])) as asked:
        assert suggested(asked) == []
    assert asked.now.notes == ["of the model's suggestions not used: 1 would bring in what no memory says"]


def test_what_holds_until_a_day_gets_an_end_and_undo_takes_it_back(store: Store) -> None:
    memory = plant(store, "The staging database is read-only until the end of the year")
    with asking(store, saying(cards=[card(1, "expire on", to="2026-12-31")])) as asked:
        (proposal,) = queued(store, *suggested(asked))
    accept(store, Settings(), [proposal.id], by=PERSON_AT_CLI)
    (changed,) = memories.get_many(store, [memory.id])
    assert changed.expires_at == datetime(2026, 12, 31, tzinfo=UTC).timestamp()
    undo(store, by=PERSON_AT_CLI)
    assert memories.get_many(store, [memory.id])[0].expires_at is None


def test_what_is_about_the_person_moves_to_the_person(store: Store) -> None:
    memory = plant(store, "Ada prefers short answers")
    with asking(store, saying(cards=[card(1, "move", to="/user")])) as asked:
        (proposal,) = queued(store, *suggested(asked))
    accept(store, Settings(), [proposal.id], by=PERSON_AT_CLI)
    assert memories.get_many(store, [memory.id])[0].scope == "/user"


def test_what_only_the_person_knows_is_asked(store: Store) -> None:
    planted(store, 1)
    with asking(store, saying(cards=[card(1, "ask", "Is build 0 still in use?")])) as asked:
        (found,) = suggested(asked)
    assert (found.rule, found.change.deed) == ("judge/ask", Deed.ARCHIVE)
    assert found.reason.startswith("the model asks: “Is build 0 still in use?")


def test_lines_of_one_sort_make_one_card(store: Store) -> None:
    planted(store, 5)
    cards = [card(i, group="test reports") for i in range(1, 5)] + [card(5)]
    with asking(store, saying(cards=cards)) as asked:
        queued(store, *suggested(asked))
    assert sorted(len(ref.ids) for ref in queue.cards(store)) == [1, 4]


def test_the_surest_comes_first(store: Store) -> None:
    planted(store, 3)
    cards = [card(1, sure=0.65), card(2, sure="95%"), card(3, sure="likely")]
    with asking(store, saying(cards=cards)) as asked:
        assert [finding.confidence for finding in suggested(asked)] == [0.95, 0.8, 0.65]


def test_a_removal_that_the_model_is_unsure_of_is_counted_and_a_question_is_asked(store: Store) -> None:
    planted(store, 2)
    cards = [card(1, sure=0.55), card(2, "ask", "Does it still hold?", sure=0.3)]
    with asking(store, saying(cards=cards)) as asked:
        assert [finding.rule for finding in suggested(asked)] == ["judge/ask"]
    assert asked.now.notes == ["of the model's suggestions not used: 1 were too unsure"]


def test_a_question_is_one_however_the_model_writes_its_verb(store: Store) -> None:
    planted(store, 1)
    with asking(store, saying(cards=[card(1, " ask_", "Does it still hold?", sure=0.3)])) as asked:
        (found,) = suggested(asked)
    assert (found.rule, found.reason) == ("judge/ask", "the model asks: “Does it still hold?”")


def test_one_suggestion_may_be_about_several_memories(store: Store) -> None:
    planted(store, 3)
    with asking(store, saying(cards=[{**card(0), "ids": [1, "3", 9], "id": 2}])) as asked:
        found = suggested(asked)
    assert [finding.change.gone for finding in found] == [(1,), (3,)]
    assert len({finding.batch for finding in found} - {""}) == 1
    assert asked.now.notes == ["of the model's suggestions not used: 1 named memories that do not exist"]


def test_a_card_of_the_rules_that_is_wrong_is_withdrawn_for_good(store: Store) -> None:
    memory = plant(store, "Ada's cat is called ok")
    (wrong,) = queued(store, dropping(memory))
    with asking(store, saying(cards=[{"card": "c1", "do": "withdraw", "reason": "A fact."}])) as asked:
        assert suggested(asked) == []
        assert "drop | a reason: c1 (1)" in asked.server.said()
    assert asked.now.withdrawn == 1
    assert proposals.get_many(store, [wrong.id])[0].status is Status.WITHDRAWN
    with store.write() as tx:
        assert queueing.record(tx, [dropping(memory)]).suppressed == 1


def test_what_a_rule_would_keep_may_be_dropped_for_what_it_says(store: Store) -> None:
    kept, other = two(store)
    queued(store, merging(kept, other))
    with asking(store, saying(cards=[card(1)])) as asked:
        assert [finding.change.gone for finding in suggested(asked)] == [(kept.id,)]
    assert asked.now.notes == []


def test_what_a_rule_would_keep_does_not_go_as_the_same_as_what_it_keeps_it_for(store: Store) -> None:
    kept, other = two(store)
    queued(store, merging(kept, other))
    with asking(store, saying(cards=[card(1, "duplicate of", by=2)])) as asked:
        assert suggested(asked) == []
    assert asked.now.notes == ["of the model's suggestions not used: 1 rested on what goes itself"]


def test_cards_for_one_reason_and_lines_under_one_label_say_it_once(store: Store) -> None:
    texts = ("Ports: the api listens on 80", "Ports: the site listens on 90", "Ask Ada before a release")
    lines = [plant(store, text, days_ago=3 - i) for i, text in enumerate(texts)]
    queued(store, *(replace(dropping(line), reason="it reads like junk: “listens”") for line in lines))
    with asking(store, saying(cards=[])) as asked:
        suggested(asked)
        said = asked.server.said()
    assert "# Ports:\n1 | 2026-11-17 | the api listens on 80\n2 | 2026-11-18 | the site listens on 90" in said
    assert "\n#\n3 | 2026-11-19 | Ask Ada before a release" in said
    assert "drop | it reads like junk: c1 (1), c2 (2), c3 (3)" in said


def test_a_heading_stands_once_above_its_lines(store: Store) -> None:
    plant(store, "Ports: 80 is the api", days_ago=3, provenance={"path": "m.jsonl", "heading": "Ports"})
    plant(store, "Ports: 90 is the site", days_ago=2, provenance={"path": "m.jsonl", "heading": "Ports"})
    plant(store, "Ask Ada: only she may", provenance={"path": "m.jsonl", "heading": "Ask Ada"})
    with asking(store, saying(cards=[])) as asked:
        suggested(asked)
        said = asked.server.said()
    assert (
        "\n# Ports\n1 | 2026-11-17 | 80 is the api\n2 | 2026-11-18 | 90 is the site\n# Ask Ada\n3 | " in said
    )


def test_a_card_that_was_judged_is_not_put_before_the_model_again(store: Store) -> None:
    older, newer = two(store)
    clash = found(Kind.CONFLICT, [newer, older], Change(Deed.KEEP, keep=newer.id, gone=(older.id,)))
    queued(store, clash)
    with asking(store, saying(cards=[])) as asked:
        suggested(asked)
        assert "conflict | a reason: c1 (2, 1; 2 stays)" in asked.server.said()
        suggested(asked)
        assert len(asked.server.requests) == 1


def test_twenty_cards_are_judged_in_one_question(store: Store) -> None:
    pairs = [(plant(store, f"Port {i} is open"), plant(store, f"Port {i} is closed")) for i in range(20)]
    for one, other in pairs:
        queued(store, found(Kind.CONFLICT, [other, one], Change(Deed.KEEP, keep=other.id, gone=(one.id,))))
    with store.write() as tx:
        judged.note_read(tx, [(memory.id, memory.version) for pair in pairs for memory in pair])
    withdrawals = [{"card": f"c{i}", "do": "withdraw", "reason": "Compatible."} for i in range(1, 21)]
    with asking(store, saying(cards=withdrawals)) as asked:
        assert suggested(asked) == []
        assert len(asked.server.requests) == 1
    assert proposals.count_open(store) == 0


def test_what_a_rule_proposes_to_drop_is_not_proposed_twice(store: Store) -> None:
    memory = plant(store, "Checking...")
    queued(store, dropping(memory))
    with asking(store, saying(cards=[card(1)])) as asked:
        assert suggested(asked) == []
    assert asked.now.notes == []
