"""Deciding from the command line: who may, what a yes may choose, and how a secret is erased."""

import subprocess
from pathlib import Path

import pytest

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.store import proposals
from tests.cli.conftest import Memtui, junk, opened, planted
from tests.cli.test_process import at_terminal, environment, warm_command
from tests.cli.test_review import KEY


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
    assert (code, "dropped the other" in shown) == (0, True)
    assert memtui.texts() == ["The port 9090 is open"]


def test_a_person_is_asked_before_several(memtui: Memtui, three: list[str]) -> None:
    planted(memtui, lambda found: [junk(memory) for memory in found])
    everything = ["review", "accept", "--kind", "junk", "--all"]
    code, shown = at_terminal(memtui.db, *everything, typed="n\n")
    assert (code, "Accept 3 proposals? [y/N]" in shown) == (1, True)
    assert len(memtui.texts()) == 3
    code, _ = at_terminal(memtui.db, *everything, typed="y\n")
    assert (code, memtui.texts()) == (0, [])


def _merges(found: list[Memory], text: str) -> list[Finding]:
    """Return two cards: the second of three memories goes into the first, which gets `text`, or the third."""
    return [
        Finding(
            Kind.DUPLICATE,
            "duplicate/near",
            (Target.of(kept), Target.of(gone)),
            "two memories say the same",
            Change(Deed.MERGE, keep=kept.id, gone=(gone.id,), text=new),
            kept.scope,
            Evidence(),
            confidence=0.8,
        )
        for kept, gone, new in ((found[0], found[1], text), (found[2], found[1], ""))
    ]


@pytest.mark.parametrize("text", ["", "The port 9091 is open"])
def test_each_card_of_several_that_are_named_is_shown_with_what_goes(
    memtui: Memtui, three: list[str], text: str
) -> None:
    """Whether one of them stores a text or none does."""
    texts = memtui.texts()
    planted(memtui, lambda found: _merges(found, text))
    code, shown = at_terminal(memtui.db, "review", "accept", "1", "2", typed="n\n")
    before = shown[: shown.index("Accept 2 proposals? [y/N]")]
    assert code == 1
    assert before.count("DUPLICATE 1") == before.count("DUPLICATE 2") == 1
    assert all(each in before for each in (*texts, text))
    assert before.count("dropped") == 2


@pytest.mark.usefixtures("scripted")
def test_what_was_withdrawn_is_named_and_not_offered(memtui: Memtui, three: list[str]) -> None:
    planted(memtui, lambda found: [junk(memory) for memory in found])
    with opened(memtui) as store, store.write() as tx:
        proposals.withdraw(tx, [1, 3])
    rehearsed = memtui("review", "reject", "1", "2", "3", "--dry-run", "--json")
    assert rehearsed.json["decided"] == [2]
    assert "1 and 3 were withdrawn: what they rest on is not so." in rehearsed.err
    refused = memtui("review", "accept", "1", "3", "--yes")
    assert (refused.code, refused.err.splitlines()[-1]) == (3, "Nothing was decided.")


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
        (["--both"], ["The port 8080 is open", "The port 9090 is open"]),
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
    assert memtui("review", "list").code == 3
    refused = memtui("review", "accept", "1", "--json")
    assert (refused.code, refused.err.splitlines()[0][:15]) == (3, "1 was withdrawn")
    assert memtui.texts() == ["The port 8080 is open"]


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
        memtui.add(f"You are a helpful assistant, version {n}", "--scope", f"/project/{n % 4}")
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


@pytest.mark.usefixtures("scripted")
def test_what_is_muted_in_a_project_is_named_and_heard_again(memtui: Memtui) -> None:
    for n in range(5):
        memtui.add(f"You are a helpful assistant, version {n}", "--scope", "/project/my shop/web")
    planted(memtui, lambda found: [junk(memory) for memory in found])
    for proposal_id in (1, 2, 3):
        ran = memtui("review", "reject", str(proposal_id), "--json")
    name = "junk@/project/my shop"
    assert ran.json["muted"] == [name]
    assert f"memtui review unmute '{name}'" in ran.err
    assert f"Muted: {name}." in memtui("review").err
    told = {row["rule"]: row for row in memtui("review", "rules", "--json").json}
    assert (told[name]["rejected"], told[name]["open"]) == (3, 2)
    assert f"memtui review unmute '{name}'" in memtui("doctor").out
    assert "memtui review rules" in memtui("review", "show", "4").out
    assert memtui("review", "unmute", name, "--json").json["unmuted"] is True
    assert len(memtui("review", "list", "--json").json) == 2


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


@pytest.mark.long
def test_a_secret_in_a_linked_file_is_erased_there_after_its_count_was_typed(
    memtui: Memtui, tmp_path: Path
) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_text(f"# Rules\n\n- The deploy bot signs in as {KEY}\n- Close at nine\n")
    before = file.read_text()
    assert at_terminal(memtui.db, "sources", "link", str(file))[0] == 0
    assert at_terminal(memtui.db, "sources", "allow", str(file), typed="y\n")[0] == 0
    assert memtui("review", "run").code == 0
    code, shown = at_terminal(memtui.db, "review", "accept", "1", typed="1\n")
    assert (code, KEY in shown) == (0, False)
    told = " ".join(shown.split())
    for words in (
        "its line in CLAUDE.md holds",
        "No undo",
        "Change the secret too",
        "1 file will change: CLAUDE.md",
    ):
        assert words in told
    assert file.read_text() == before.replace(KEY, "[redacted AWS key]")
    beside = [each.read_bytes() for each in memtui.db.parent.iterdir() if each.is_file()]
    assert not any(KEY.encode() in data for data in beside)
