"""Several changes are only taken back, or done again, once somebody saw which and said yes."""

from pathlib import Path

from tests.cli.conftest import Memtui
from tests.cli.test_process import at_terminal
from tests.cli.test_scripts import piped


def test_nobody_to_ask_means_that_several_need_a_yes(memtui: Memtui) -> None:
    for word in ("one", "two", "three"):
        assert memtui("add", word).code == 0
    refused = memtui("undo", "2")
    assert (refused.code, len(memtui.texts())) == (1, 3)
    assert "This would take back 2 changes. Nothing was changed: add --yes" in refused.err
    assert piped(memtui, "undo", "2", "--yes")[0] == 0
    assert memtui.texts() == ["one"]
    assert "This would do again 2 changes" in memtui("redo", "2").err
    assert "Would redo: adding of “two”." in memtui("redo", "2", "--dry-run").err
    assert memtui.texts() == ["one"]
    assert memtui("redo", "2", "--yes").code == 0
    assert len(memtui.texts()) == 3


def test_nobody_to_ask_means_that_a_large_one_needs_a_yes_or_its_number(
    memtui: Memtui, tmp_path: Path
) -> None:
    page = tmp_path / "cups.md"
    page.write_text("".join(f"- Cup {number} has a handle\n" for number in range(6)))
    assert memtui("import", str(page)).code == 0
    for verb, there in (("undo", 6), ("redo", 0)):
        refused = memtui(verb)
        assert (refused.code, len(memtui.texts())) == (1, there)
        assert f"This would {verb} import of 6 memories" in refused.err
        assert "It is about 6 memories. Nothing was changed: add --yes" in refused.err
        assert memtui(verb, "--yes").code == 0
    assert len(memtui.texts()) == 6
    assert "or name it: --op 1; --dry-run only looks" in memtui("undo").err
    assert memtui("undo", "--op", "1").code == 0
    assert memtui.texts() == []


def test_a_handful_is_taken_back_at_once_and_so_is_more_where_a_person_types(
    memtui: Memtui, tmp_path: Path
) -> None:
    page = tmp_path / "cups.md"
    page.write_text("".join(f"- Cup {number} has a handle\n" for number in range(5)))
    assert memtui("import", str(page)).code == 0
    assert memtui("undo").code == 0
    page.write_text("".join(f"- Cup {number} has a handle\n" for number in range(6)))
    assert at_terminal(memtui.db, "import", str(page))[0] == 0
    assert at_terminal(memtui.db, "undo")[0] == 0
    assert memtui.texts() == []


def test_a_number_of_the_history_is_told_from_how_many(memtui: Memtui) -> None:
    for number in range(12):
        assert at_terminal(memtui.db, "add", f"Room {number} has a lamp")[0] == 0
    code, shown = at_terminal(memtui.db, "undo", "999", typed="n\n", columns=200)
    assert code == 1
    assert "999 counts back from the latest, and there are only 12 changes to take back." in shown
    assert shown.count("adding of “Room") == 10
    assert "… and 2 more, back to no. 1" in shown
    assert "They are about 12 memories." in shown
    assert "Take back 12 changes?" in shown
    assert len(memtui.texts()) == 12
    code, shown = at_terminal(memtui.db, "undo", "3", typed="y\n", columns=200)
    assert code == 0
    assert "Only change no. 3, adding of “Room 2 has a lamp”: `memtui undo --op 3`." in shown
    assert len(memtui.texts()) == 9


def test_the_question_names_the_files_that_change(memtui: Memtui, tmp_path: Path) -> None:
    file = tmp_path / "shop" / "CLAUDE.md"
    file.parent.mkdir()
    file.write_text("- Never refill a cup\n- Always rinse the pot\n")
    before = file.read_bytes()
    assert at_terminal(memtui.db, "sources", "link", str(file))[0] == 0
    assert at_terminal(memtui.db, "sources", "allow", str(file), "--yes")[0] == 0
    uid = next(row["uid"] for row in memtui("list", "--json").json if "refill" in row["text"])
    assert at_terminal(memtui.db, "drop", uid)[0] == 0
    assert file.read_bytes() != before
    code, shown = at_terminal(memtui.db, "undo", "99", typed="y\n", columns=400)
    assert code == 0
    assert "2 memories, and what they change is written to" in shown
    assert "CLAUDE.md." in shown
    assert (memtui.texts("--state", "all"), file.read_bytes()) == ([], before)
