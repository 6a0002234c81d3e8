"""The review queue from the command line: the pass, looking at what it found, and its figures."""

import re

import pytest

from memtui.cli.review_cards import marked
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.store import locks, runs
from tests.cli.conftest import Memtui, junk, opened, planted
from tests.cli.test_hostile import EVIL, harmless
from tests.cli.test_process import at_terminal
from tests.processes import Child

ROW = {"id", "kind", "status", "reason", "confidence", "targets", "evidence", "change", "created_at"}
KEY = "AKIA" + "ABCDEFGHIJKLMNOP"


# -- the pass ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("scripted")
def test_run_list_show_accept_undo_and_it_is_open_again(memtui: Memtui, faded: str) -> None:
    ran = memtui("review", "run", "--offline", "--json")
    assert (ran.code, ran.json["status"], ran.json["kinds"]["fading"]["added"]) == (0, "done", 1)
    (row,) = memtui("review", "list", "--json").json
    assert row.keys() >= ROW
    assert (row["kind"], row["targets"][0]["uid"]) == ("fading", faded)
    shown = memtui("review", "show", str(row["id"]))
    assert "Ran the migration on staging" in shown.out
    assert row["reason"] in shown.out
    assert memtui("review", "accept", str(row["id"])).code == 0
    assert memtui.texts() == []
    assert memtui("undo").code == 0
    assert memtui.texts() == ["Ran the migration on staging"]
    assert [again["id"] for again in memtui("review", "list", "--json").json] == [row["id"]]


@pytest.mark.usefixtures("scripted")
def test_a_repeated_memory_is_found_merged_and_told_apart_again(memtui: Memtui) -> None:
    for scope in ("/project/atlas", "/project/atlas/ci"):
        memtui.add("Releases are cut on Thursdays from the main branch", "--scope", scope)
    assert memtui("review", "run", "--kind", "duplicate", "--json").json["added"] == 1
    (row,) = memtui("review", "list", "--kind", "duplicate", "--json").json
    assert (row["change"]["deed"], len(row["targets"])) == ("merge", 2)
    assert memtui("review", "accept", str(row["id"])).code == 0
    assert len(memtui.texts()) == 1
    assert memtui("undo").code == 0
    assert len(memtui.texts()) == 2
    assert memtui("review", "reject", str(row["id"])).code == 0
    assert memtui("review", "run", "--full", "--json").json["added"] == 0


@pytest.mark.usefixtures("scripted", "faded")
def test_what_was_rejected_is_not_proposed_again(memtui: Memtui) -> None:
    memtui("review", "run")
    assert memtui("review", "reject", "1").code == 0
    again = memtui("review", "run", "--full", "--json").json
    assert again["added"] == 0
    assert memtui("review", "list").code == 3


@pytest.mark.usefixtures("scripted", "faded")
def test_an_undo_goes_on_past_a_verdict_that_changed_no_memory(memtui: Memtui) -> None:
    memtui("review", "run")
    memtui("review", "reject", "1")
    undone = memtui("undo")
    assert (undone.code, undone.err) == (0, "Undid: “no” to “Ran the migration on staging” (fading)\n")
    assert memtui("redo").code == 0
    assert memtui("undo", "2", "--yes").code == 0
    assert memtui.texts() == []


@pytest.mark.usefixtures("faded")
def test_a_rehearsed_pass_shows_what_it_would_propose_and_writes_nothing(memtui: Memtui) -> None:
    ran = memtui("review", "run", "--dry-run", "--json")
    assert [row["kind"] for row in ran.json["proposals"]] == ["fading"]
    assert ran.json["proposals"][0]["id"] is None
    assert "would propose 1" in ran.err
    assert memtui("review", "list").code == 3
    with opened(memtui) as store:
        assert runs.latest(store, "review") is None


@pytest.mark.usefixtures("faded")
def test_a_pass_over_one_kind_or_scope_finds_only_that(memtui: Memtui) -> None:
    assert memtui("review", "run", "--kind", "promote", "--json").json["added"] == 0
    assert memtui("review", "run", "--scope", "/user", "--json").json["added"] == 0
    assert memtui("review", "run", "--scope", "/project", "--json").json["added"] == 1


def test_a_pass_that_finds_nothing_is_done(memtui: Memtui, three: list[str]) -> None:
    ran = memtui("review", "run")
    assert ran.code == 0
    assert "Looked at 3 memories" in ran.err
    assert "nothing new to propose" in ran.err
    assert ran.out == ""
    assert re.search(r"^No secret, .* or \w+ found\.$", ran.err, re.MULTILINE)
    again = memtui("review", "run")
    assert again.err == (
        "Nothing changed since the last pass, so nothing was looked at. --full looks at everything.\n"
    )


@pytest.mark.usefixtures("faded")
def test_only_what_found_something_has_a_row_below_a_head(memtui: Memtui) -> None:
    ran = memtui("review", "run", "--offline")
    head, row = ran.lines
    assert head.split() == ["KIND", "FOUND", "NEW", "KNOWN", "REFUSED", "SECONDS"]
    assert row.split()[:3] == ["fading", "1", "1"]
    assert re.search(r"^No secret, .* or \w+ found\.$", ran.err, re.MULTILINE)
    assert "fading" not in ran.err


@pytest.mark.usefixtures("faded")
def test_a_pass_that_is_interrupted_keeps_what_it_found_and_says_so(
    memtui: Memtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.cli.running.Running.cancelled", lambda _: True)
    ran = memtui("review", "run", "--offline")
    assert (ran.code, "Interrupted" in ran.err) == (130, True)
    assert [row["kind"] for row in memtui("review", "list", "--json").json] == ["fading"]


def test_one_pass_at_a_time_and_the_other_says_so(memtui: Memtui, three: list[str]) -> None:
    holding = """
    from memtui.store import locks
    assert locks.take(store, locks.REVIEW) == ""
    say("held")
    sys.stdin.readline()
    """
    child = Child(memtui.db, holding)
    child.hear("held")
    ran = memtui("review", "run")
    child.tell()
    child.done()
    assert (ran.code, "another process is at it" in ran.err) == (1, True)
    assert memtui("review", "run").code == 0


# -- looking -----------------------------------------------------------------------------------


def test_an_empty_queue_says_what_to_do(memtui: Memtui) -> None:
    ran = memtui("review", "list", "--json")
    assert (ran.code, ran.json) == (3, [])
    assert "`memtui review run`" in ran.err
    assert memtui("review", "rules").code == 3
    assert memtui("review").code == 0


def test_the_change_names_memories_by_uid(memtui: Memtui, ports: list[str]) -> None:
    (row,) = memtui("review", "list", "--json").json
    assert row["change"] == {"deed": "keep", "keep": ports[1], "gone": [ports[0]]}
    assert row["evidence"]["marks"] == {ports[1]: [[9, 13]]}
    assert [target["version"] for target in row["targets"]] == [1, 1]


def test_a_card_tells_what_stays_what_goes_and_marks_the_difference(memtui: Memtui, ports: list[str]) -> None:
    lines = memtui("review", "show", "1").lines
    assert "dropped    The port 8080 is open" in lines
    stays = lines.index("stays      The port 9090 is open")
    assert lines[stays + 1] == " " * 20 + "‾‾‾‾"
    assert any(line.startswith("if yes") for line in lines)
    assert memtui("review", "show", "1", "--json").json["if_yes"]


def test_marks_are_kept_where_a_long_text_is_wrapped() -> None:
    shown = list(marked("one two three\nfour 漢字", ((4, 7), (19, 21)), 8))
    assert shown == ["one two", "    ‾‾‾", "three", "four", "漢字", "‾‾‾‾"]


@pytest.mark.usefixtures("ports")
def test_a_conflict_is_listed_with_both_its_sides(memtui: Memtui) -> None:
    (line,) = memtui("review", "list").lines
    assert "The port 8080 is open ≠ The port 9090 is open" in line


def test_listing_by_kind_scope_and_batch(memtui: Memtui, three: list[str]) -> None:
    planted(memtui, lambda found: [junk(memory) for memory in found])
    assert len(memtui("review", "list").lines) == 3
    assert len(memtui("review", "list", "--scope", "/project").lines) == 2
    assert len(memtui("review", "list", "--batch", "restated boot text", "--limit", "1").lines) == 1
    assert memtui("review", "list", "--kind", "fading").code == 3
    assert memtui("review", "list", "--status", "accepted").code == 3
    assert memtui("review", "list", "--kind", "boring").code == 2


def test_a_terminal_groups_a_batch_and_shows_a_few_of_it(memtui: Memtui) -> None:
    for n in range(9):
        memtui.add(f"You are a helpful assistant, version {n}")
    planted(memtui, lambda found: [junk(memory) for memory in found])
    code, shown = at_terminal(memtui.db, "review", "list")
    assert code == 0
    assert "9 restated boot text" in shown
    assert "… and 4 more" in shown
    assert len(memtui("review", "list").lines) == 9


def test_a_memory_that_was_purged_takes_its_proposals_with_it(
    memtui: Memtui, ports: list[str], scripted: None
) -> None:
    memtui("purge", ports[0])
    assert memtui("review", "show", "1").code == 3


def test_hostile_text_in_a_proposal_is_harmless(memtui: Memtui, scripted: None) -> None:
    memtui.add("plain")

    def make(found: list[Memory]) -> list[Finding]:
        (memory,) = found
        evidence = Evidence(((EVIL, EVIL),), quote=EVIL, before_after=((EVIL, ""),))
        change = Change(Deed.LEARN, gone=(memory.id,), draft={"text": EVIL})
        target = (Target.of(memory),)
        return [Finding(Kind.LEARNED, EVIL, target, EVIL, change, "/", evidence, origin=EVIL, batch=EVIL)]

    planted(memtui, make)
    for args in (
        ["review"],
        ["review", "list"],
        ["review", "list", "--json"],
        ["review", "list", "--batch", EVIL],
        ["review", "show", "1"],
        ["review", "show", "1", "--json"],
        ["review", "accept", "1", "--dry-run"],
        ["review", "later", "1"],
        ["review", "reject", "1"],
        ["review", "rules"],
        ["review", "unmute", EVIL],
        ["stats"],
    ):
        ran = memtui(*args)
        assert harmless(ran.out), args
        assert harmless(ran.err), args


# -- figures -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("scripted", "faded")
def test_stats_and_doctor_tell_how_review_fares(memtui: Memtui) -> None:
    assert "no pass has run yet" in memtui("doctor").out
    memtui("review", "run")
    told = memtui("stats", "--json").json["review"]
    assert told["open"] == {"fading": 1}
    assert (told["last_pass"]["status"], told["last_pass"]["added"]) == ("done", {"fading": 1})
    memtui("review", "accept", "1")
    (rule,) = memtui("stats", "--json").json["review"]["rules"]
    assert (rule["accepted"], rule["acceptance"]) == (1, 1.0)
    assert memtui("stats", "--json").json["dropped_per_week"][-1] == 1
    assert "last pass" in memtui("stats").out
    assert "last pass" in memtui("doctor").out


def test_doctor_tells_of_a_pass_that_was_broken_off(memtui: Memtui, three: list[str]) -> None:
    with opened(memtui) as store:
        runs.begin(store, "review")
        with store.write() as tx:
            tx.execute("INSERT INTO meta (key, value) VALUES ('review.lock', 'elsewhere:1')")
    assert "broken off" in memtui("doctor").out


def test_doctor_tells_of_a_pass_that_hangs(
    memtui: Memtui, three: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(memtui) as store:
        assert locks.take(store, locks.REVIEW) == ""
        runs.begin(store, "review")
    assert "a pass is running" in memtui("doctor").out
    assert "hangs" not in memtui("doctor").out
    monkeypatch.setenv("MEMTUI_NOW", "2026-11-20T14:00:00Z")
    assert "hangs" in memtui("doctor").out


def test_what_a_yes_does_does_not_end_in_a_colon_where_the_text_stands_above(memtui: Memtui) -> None:
    memtui.add("The harbor runs on port 80")

    def make(found: list[Memory]) -> list[Finding]:
        (memory,) = found
        change = Change(Deed.LEARN, gone=(memory.id,), draft={"text": "It runs on port 8080", "scope": "/a"})
        return [Finding(Kind.LEARNED, "learned", (Target.of(memory),), "said so", change, "/", Evidence(()))]

    planted(memtui, make)
    shown = memtui("review", "show", "1").out
    assert "this is added to /a, and it is dropped as superseded\n" in shown


def test_a_card_names_the_others_about_its_memories(memtui: Memtui) -> None:
    memtui.add("The harbor runs on port 80")

    def make(found: list[Memory]) -> list[Finding]:
        about = (Target.of(found[0]),)
        reworded = Change(Deed.KEEP, found[0].id, text="The harbor runs on port 8080")
        dropped = Change(Deed.DROP, gone=(found[0].id,))
        return [
            Finding(Kind.LEARNED, "learned", about, "said so", reworded, "/", Evidence(())),
            Finding(Kind.JUNK, "junk/test", about, "of no use", dropped, "/", Evidence(())),
        ]

    planted(memtui, make)
    first, second = (memtui("review", "show", number).out for number in "12")
    assert "also on    2: `memtui review show 2`" in first
    assert "also on    1: `memtui review show 1`" in second
