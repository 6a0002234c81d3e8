"""The review queue from the command line: the pass, looking, deciding, and who may decide."""

import subprocess
from collections.abc import Callable

import pytest

from memtui.cli.review_cards import marked
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import from_iso
from memtui.domain.memory import Memory
from memtui.domain.proposal import Evidence, Finding, Kind, Target
from memtui.store import locks, memories, proposals, review_state, runs
from memtui.store.database import Store
from memtui.store.opening import open_store
from tests.cli.conftest import NOW, Memtui
from tests.cli.test_hostile import EVIL, harmless
from tests.cli.test_process import at_terminal, environment, warm_command
from tests.processes import Child

ROW = {"id", "kind", "status", "reason", "confidence", "targets", "evidence", "change", "created_at"}
MUCH_LATER = "2027-09-01T12:00:00Z"
KEY = "AKIA" + "ABCDEFGHIJKLMNOP"


def opened(memtui: Memtui) -> Store:
    return open_store(memtui.db, clock=lambda: from_iso(NOW))


def planted(memtui: Memtui, make: Callable[[list[Memory]], list[Finding]]) -> list[int]:
    """Put what `make` finds about all live memories, in their order of creation, into the queue."""
    with opened(memtui) as store:
        found = make(memories.get_many(store, review_state.live_ids(store, 0, 1000)))
        with store.write() as tx:
            return proposals.record(tx, found).added


def junk(memory: Memory, batch: str = "restated boot text") -> Finding:
    change = Change(Deed.DROP, gone=(memory.id,))
    facts = Evidence((("says", memory.text),))
    return Finding(
        Kind.JUNK,
        "junk/boot",
        (Target.of(memory),),
        "restates what the agent is told anyway",
        change,
        memory.scope,
        facts,
        0.9,
        12,
        batch,
    )


def pair(older: Memory, newer: Memory) -> Finding:
    return Finding(
        Kind.CONFLICT,
        "conflict/value",
        (Target.of(older), Target.of(newer)),
        "two memories disagree about the port",
        Change(Deed.KEEP, keep=newer.id, gone=(older.id,)),
        newer.scope,
        Evidence(marks={newer.id: ((9, 13),)}),
        origin="extract",
    )


@pytest.fixture
def ports(memtui: Memtui) -> list[str]:
    """Two memories that disagree, and proposal 1 about them; returns their uids."""
    uids = [memtui.add("The port 8080 is open"), memtui.add("The port 9090 is open")]
    assert planted(memtui, lambda found: [pair(*found)]) == [1]
    return uids


@pytest.fixture
def faded(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> str:
    """A memory that will have faded, much later; returns its uid."""
    uid = memtui.add("Ran the migration on staging", "--type", "episodic", "--scope", "/project/atlas")
    monkeypatch.setenv("MEMTUI_NOW", MUCH_LATER)
    return uid


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
    assert (undone.code, undone.err) == (0, "Undid: “no” to a proposal (fading)\n")
    assert memtui("redo").code == 0
    assert memtui("undo", "2").code == 0
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


# -- deciding ----------------------------------------------------------------------------------


@pytest.mark.parametrize("verdict", ["accept", "reject"])
def test_without_a_terminal_a_verdict_is_refused(memtui: Memtui, ports: list[str], verdict: str) -> None:
    refused = memtui("review", verdict, "1", "--yes")
    assert (refused.code, refused.out) == (1, "")
    assert "there is no terminal to ask on. Nothing was decided" in refused.err
    assert len(memtui.texts()) == 2
    assert memtui("review", "list", "--json").json[0]["status"] == "open"


def test_the_setting_lets_scripts_decide(memtui: Memtui, ports: list[str]) -> None:
    (memtui.db.parent / "config.toml").write_text("[review]\nscripted = true\n")
    assert memtui("review", "accept", "1").code == 0
    assert memtui.texts() == ["The port 9090 is open"]


def test_a_person_at_a_terminal_decides(memtui: Memtui, ports: list[str]) -> None:
    code, shown = at_terminal(memtui.db, "review", "accept", "1")
    assert (code, "Kept one of 2 memories" in shown) == (0, True)
    assert memtui.texts() == ["The port 9090 is open"]


def test_a_person_is_asked_before_several(memtui: Memtui, three: list[str]) -> None:
    planted(memtui, lambda found: [junk(memory) for memory in found])
    everything = ["review", "accept", "--kind", "junk", "--all"]
    code, shown = at_terminal(memtui.db, *everything, typed="n\n")
    assert (code, "Accept 3 proposals? [y/N]" in shown) == (1, True)
    assert len(memtui.texts()) == 3
    code, _ = at_terminal(memtui.db, *everything, typed="y\n")
    assert (code, memtui.texts()) == (0, [])


@pytest.mark.usefixtures("scripted")
def test_all_of_a_kind_is_rehearsed_needs_yes_and_is_one_op(memtui: Memtui, three: list[str]) -> None:
    planted(memtui, lambda found: [junk(memory) for memory in found])
    everything = ["review", "accept", "--kind", "junk", "--all", "--scope", "/project"]
    rehearsed = memtui(*everything, "--dry-run", "--json").json
    assert (rehearsed["dry_run"], len(rehearsed["decided"])) == (True, 2)
    assert memtui(*everything).code == 1
    assert len(memtui.texts()) == 3
    done = memtui(*everything, "--yes", "--json").json
    assert sorted(done["decided"]) == sorted(rehearsed["decided"])
    assert memtui.texts() == ["User prefers tabs"]
    assert memtui("undo").code == 0
    assert len(memtui.texts()) == 3


@pytest.mark.parametrize(
    ("option", "left"),
    [
        (["--keep", "OLDER"], ["The port 8080 is open"]),
        (
            ["--both"],
            ["The port 8080 is open (as of 2026-11-20)", "The port 9090 is open (as of 2026-11-20)"],
        ),
        (["--text", "The port 9091 is open"], ["The port 9091 is open"]),
    ],
)
@pytest.mark.usefixtures("scripted")
def test_a_yes_may_choose(memtui: Memtui, ports: list[str], option: list[str], left: list[str]) -> None:
    given = [ports[0] if word == "OLDER" else word for word in option]
    assert memtui("review", "accept", "1", *given, "--dry-run").code == 0
    assert len(memtui.texts()) == 2
    assert memtui("review", "accept", "1", *given).code == 0
    assert sorted(memtui.texts()) == left


@pytest.mark.usefixtures("scripted")
def test_archive_keeps_what_would_be_dropped(memtui: Memtui, three: list[str]) -> None:
    planted(memtui, lambda found: [junk(found[2])])
    assert memtui("review", "accept", "1", "--archive").code == 0
    assert memtui.texts("--state", "archived") == ["User prefers tabs"]


@pytest.mark.usefixtures("scripted")
def test_an_edited_memory_makes_a_proposal_stale_and_it_is_found_anew(
    memtui: Memtui, ports: list[str]
) -> None:
    memtui("edit", ports[1], "--text", "The port 9092 is open")
    assert memtui("review", "list", "--json").json[0]["stale"] is True
    refused = memtui("review", "accept", "1", "--json")
    assert (refused.code, refused.json["decided"], refused.json["found_anew"]) == (1, [], [1])
    assert "found anew" in refused.err
    assert len(memtui.texts()) == 2
    assert memtui("review", "accept", "1").code == 0
    assert memtui.texts() == ["The port 9092 is open"]


@pytest.mark.usefixtures("scripted")
def test_a_dropped_memory_withdraws_what_was_proposed_about_it(memtui: Memtui, ports: list[str]) -> None:
    memtui("drop", ports[1])
    refused = memtui("review", "accept", "1", "--json")
    assert (refused.code, refused.json["withdrawn"]) == (1, [1])
    assert memtui.texts() == ["The port 8080 is open"]
    assert memtui("review", "list").code == 3


@pytest.mark.usefixtures("scripted")
def test_of_several_the_stale_one_is_left_and_named(memtui: Memtui, three: list[str]) -> None:
    planted(memtui, lambda found: [junk(memory) for memory in found])
    memtui("edit", three[0], "--text", "Atlas stores users in PostgreSQL 17")
    ran = memtui("review", "accept", "1", "2", "3", "--yes", "--json")
    assert (ran.code, ran.json["decided"], ran.json["stale"]) == (0, [2, 3], [1])
    assert memtui.texts() == ["Atlas stores users in PostgreSQL 17"]


def test_two_processes_accept_the_same_and_one_does(memtui: Memtui, ports: list[str]) -> None:
    command = [*warm_command(), "review", "accept", "1"]
    children = [
        subprocess.Popen(command, env=environment(memtui.db, MEMTUI_SCRIPTED="1"), stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    said = [child.communicate()[1].decode() for child in children]
    assert sorted(child.returncode for child in children) == [0, 1], said
    assert memtui.texts() == ["The port 9090 is open"]
    assert len([op for op in memtui("history", "--json").json if op["kind"] == "accept"]) == 1


@pytest.mark.usefixtures("scripted")
def test_what_was_decided_before_is_said(memtui: Memtui, ports: list[str]) -> None:
    memtui("review", "accept", "1")
    again = memtui("review", "reject", "1", "--json")
    assert (again.code, again.json["gone"]) == (1, [1])
    assert "1 was accepted before" in again.err
    assert memtui("review", "list", "--status", "accepted", "--json").json[0]["op"] is not None


def test_anybody_may_put_off_and_it_comes_back(
    memtui: Memtui, ports: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert memtui("review", "later", "1", "--for", "3d").code == 0
    empty = memtui("review", "list")
    assert empty.code == 3
    assert "1 proposal put off: `memtui review list --status later`" in empty.err
    (row,) = memtui("review", "list", "--status", "later", "--json").json
    assert row["until"] == "2026-11-23T12:00:00.000Z"
    monkeypatch.setenv("MEMTUI_NOW", "2026-11-23T13:00:00Z")
    assert memtui("review", "list", "--json").json[0]["status"] == "open"


@pytest.mark.usefixtures("scripted")
def test_a_rule_rejected_again_and_again_mutes_itself_and_is_heard_again(memtui: Memtui) -> None:
    for n in range(9):
        memtui.add(f"You are a helpful assistant, version {n}")
    planted(memtui, lambda found: [junk(memory) for memory in found])
    for proposal_id in range(1, 9):
        ran = memtui("review", "reject", str(proposal_id), "--json")
    assert ran.json["muted"] == ["junk/boot"]
    assert "memtui review unmute junk/boot" in ran.err
    assert memtui("review", "list").code == 3
    assert memtui("review", "rules", "--json").json[0]["rejected"] == 8
    assert memtui("stats", "--json").json["review"]["muted"] == ["junk/boot"]
    assert "memtui review unmute junk/boot" in memtui("doctor").out
    assert memtui("review", "unmute", "junk/boot", "--json").json["unmuted"] is True
    assert [row["id"] for row in memtui("review", "list", "--json").json] == [9]
    assert memtui("review", "unmute", "junk/boot").code == 0


@pytest.mark.parametrize(
    ("code", "args"),
    [
        (2, ["accept"]),
        (2, ["accept", "--all"]),
        (2, ["accept", "--kind", "conflict"]),
        (2, ["accept", "1", "--kind", "conflict", "--all"]),
        (2, ["accept", "first"]),
        (2, ["accept", "1", "--both", "--archive"]),
        (1, ["accept", "1", "--archive"]),
        (2, ["accept", "1", "--scope", "/a/../b"]),
        (2, ["later", "1", "--for", "soon"]),
        (2, ["run", "--offline", "--model", "x/y"]),
        (3, ["accept", "1", "7"]),
        (3, ["reject", "--kind", "junk", "--all"]),
        (3, ["accept", "1", "--keep", "01ZZZZ"]),
        (3, ["show", "7"]),
        (3, ["unmute", "nothing/such"]),
    ],
)
@pytest.mark.usefixtures("scripted", "ports")
def test_exit_codes_of_review(memtui: Memtui, code: int, args: list[str]) -> None:
    ran = memtui("review", *args)
    assert ran.code == code, ran.err
    assert ran.err.strip()
    assert ran.out == ""
    assert len(memtui.texts()) == 2
    assert memtui("review", "list", "--json").json[0]["status"] == "open"


# -- secrets -----------------------------------------------------------------------------------


@pytest.fixture
def leaked(memtui: Memtui) -> str:
    """A memory with a key that an older version let through, and proposal 1 about it; returns its uid."""
    uid = memtui.add("The deploy key is KEY for Atlas")
    with opened(memtui) as store, store.write() as tx:
        tx.execute("UPDATE memories SET text = ?", (f"The deploy key is {KEY} for Atlas",))

    def make(found: list[Memory]) -> list[Finding]:
        (memory,) = found
        change = Change(Deed.REDACT, gone=(memory.id,))
        evidence = Evidence((("found", f"AWS key {KEY}"),), {memory.id: ((18, 38),)})
        reason = f"holds an AWS key {KEY}"
        return [Finding(Kind.SECRET, "secret/AWS", (Target.of(memory),), reason, change, "/", evidence)]

    planted(memtui, make)
    return uid


@pytest.mark.usefixtures("leaked")
def test_a_secret_is_shown_nowhere(memtui: Memtui) -> None:
    for args in (["list"], ["list", "--json"], ["show", "1"], ["show", "1", "--json"]):
        ran = memtui("review", *args)
        assert ran.code == 0
        assert KEY not in ran.out + ran.err
        assert "AWS key" in ran.out


@pytest.mark.usefixtures("leaked")
def test_a_person_types_the_count_to_erase_a_secret(memtui: Memtui) -> None:
    code, shown = at_terminal(memtui.db, "review", "accept", "1", "--yes", typed="y\n")
    assert (code, "Nothing was erased" in shown, KEY in shown) == (1, True, False)
    code, shown = at_terminal(memtui.db, "review", "accept", "1", typed="1\n")
    assert (code, KEY in shown) == (0, False)
    assert memtui.texts() == ["The deploy key is [redacted AWS key] for Atlas"]
    assert KEY.encode() not in memtui.db.read_bytes()


@pytest.mark.usefixtures("leaked", "scripted")
def test_of_two_proposals_about_one_secret_the_first_erases_it(memtui: Memtui) -> None:
    def make(found: list[Memory]) -> list[Finding]:
        change = Change(Deed.REDACT, gone=(found[0].id,))
        return [Finding(Kind.SECRET, "secret/other", (Target.of(found[0]),), "holds a key", change, "/")]

    planted(memtui, make)
    ran = memtui("review", "accept", "1", "2", "--yes", "--json")
    assert (ran.code, ran.json["decided"], ran.json["gone"]) == (0, [1], [2])
    assert memtui.texts() == ["The deploy key is [redacted AWS key] for Atlas"]


@pytest.mark.usefixtures("leaked", "scripted")
def test_a_secret_is_decided_apart(memtui: Memtui) -> None:
    memtui.add("You are a helpful assistant")
    planted(memtui, lambda found: [junk(found[1])])
    mixed = memtui("review", "accept", "1", "2", "--yes")
    assert (mixed.code, "apart" in mixed.err) == (1, True)
    assert memtui("review", "accept", "1", "--archive").code == 1
    assert memtui("review", "accept", "--kind", "secret", "--all", "--json").json["decided"] == [1]
    assert "The deploy key is [redacted AWS key] for Atlas" in memtui.texts()


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
