"""Fact files of Claude Code that are lists of statements: each is a memory of its own."""

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from memtui.domain.instant import to_iso
from memtui.domain.memory import MemoryType
from memtui.formats.changes import Forms
from memtui.formats.claude_code.format import ClaudeCode
from memtui.formats.ground import frontmatter
from tests.formats.changing import change, plan, put_back, record, remove, reword
from tests.formats.reading import drafts, texts, write

HEAD = "---\nname: till-notes\ndescription: Where the tills run\nmetadata:\n  type: project\n---\n\n"
ITEMS = (
    "- The till by the door runs on Debian 12 and boots from its own disk.\n"
    "- Receipts are printed on rolls of 80 mm, never of 58 mm.\n"
    "- Sender: anna@shop.example\n"
    "- Every night at three the day's sales are copied\n"
    "  to the server in the cellar.\n"
)
INDEX = "# Shop\n\n- [Tills](till-notes.md) — where the tills run\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    memory = tmp_path / "shop" / ".claude" / "memory"
    write(memory / "MEMORY.md", INDEX)
    write(memory / "till-notes.md", HEAD + ITEMS)
    return memory


CLAUDE = ClaudeCode()


def test_each_statement_of_a_list_is_a_memory_with_the_type_of_its_file(folder: Path) -> None:
    read = drafts(CLAUDE, folder)
    assert [draft.text for draft in read] == [
        "The till by the door runs on Debian 12 and boots from its own disk.",
        "Receipts are printed on rolls of 80 mm, never of 58 mm.",
        "till notes: Sender: anna@shop.example",
        "Every night at three the day's sales are copied\nto the server in the cellar.",
    ]
    assert {draft.type for draft in read} == {MemoryType.SEMANTIC}
    assert {draft.provenance["kind"] for draft in read} == {"project"}
    assert all(str(draft.provenance["record"]).startswith("till-notes.md#") for draft in read)
    assert {draft.abstract for draft in read} == {""}


@pytest.mark.parametrize(
    "body",
    [
        "**Problem**: the till hangs\n\n- it beeps twice before\n- it has no paper then\n- the door is open",
        "- Problem: the till hangs every morning\n- Cause: the clock is not set\n- Fix: set it with `ntpd`",
        "Steps:\n- take the roll out of the box\n- lay it in with the end up\n- close the lid of the till",
        "- the door till runs Debian\n- the yard till runs Debian",
        "- the till is open on Sundays:\n  - in May\n  - in June\n- the yard is closed then\n- so is the bar",
        "The till hangs.\n\n**Why:** no paper.\n\n**How to apply:** look at the roll first.",
    ],
)
def test_what_belongs_together_stays_one_memory(folder: Path, body: str) -> None:
    write(folder / "till-notes.md", f"{HEAD}{body}\n")
    assert len(texts(CLAUDE, folder)) == 1


def test_an_export_of_one_memory_stays_one_although_it_is_a_list(folder: Path) -> None:
    head = HEAD.replace("metadata:", 'memtui: \'{"uid": "01JQ"}\'\nmetadata:')
    write(folder / "till-notes.md", head + ITEMS)
    assert len(texts(CLAUDE, folder)) == 1


def test_an_item_goes_and_comes_back_and_nothing_else_changes(folder: Path) -> None:
    file = folder / "till-notes.md"
    gone = record(CLAUDE, folder, "80 mm")
    done = remove(CLAUDE, folder, "80 mm")
    assert [one.path for one in done.files] == [file]
    assert file.read_text() == (HEAD + ITEMS).replace(ITEMS.split("\n")[1] + "\n", "")
    put_back(CLAUDE, folder, gone)
    assert gone.text in texts(CLAUDE, folder)
    assert "\n- Receipts are printed" in file.read_text()


def test_an_item_is_edited_where_it_stands(folder: Path) -> None:
    file = folder / "till-notes.md"
    found = record(CLAUDE, folder, "Sender")
    reword(CLAUDE, folder, "Sender", replace(found, text="till notes: Sender: rosa@shop.example"))
    assert file.read_text() == (HEAD + ITEMS).replace("anna", "rosa")
    found = record(CLAUDE, folder, "Debian 12")
    reword(CLAUDE, folder, "Debian 12", replace(found, text=found.text.replace("12", "13")))
    assert file.read_text() == (HEAD + ITEMS).replace("anna", "rosa").replace("Debian 12", "Debian 13")


def test_writing_an_item_reads_the_frontmatter_of_its_file_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def counted(head: str) -> frontmatter.Head | None:
        read.append(head)
        return read_yaml(head)

    read_yaml = frontmatter._as_yaml
    found = record(CLAUDE, folder, "80 mm")
    frontmatter._values.cache_clear()
    monkeypatch.setattr(frontmatter, "_as_yaml", counted)
    reword(CLAUDE, folder, "80 mm", replace(found, text=found.text.replace("80", "76")))
    assert "76 mm" in (folder / "till-notes.md").read_text()
    assert read == [HEAD.split("---\n")[1].removesuffix("\n")]


def test_a_value_of_an_item_changes_in_the_description_and_the_index_too(folder: Path) -> None:
    write(folder / "till-notes.md", HEAD.replace("Where the tills run", "Debian 12 on the till") + ITEMS)
    write(folder / "MEMORY.md", INDEX.replace("where the tills run", "the till by the door runs Debian 12"))
    found = record(CLAUDE, folder, "Debian 12")
    reword(CLAUDE, folder, "Debian 12", replace(found, text=found.text.replace("12", "13")))
    assert "description: Debian 13 on the till" in (folder / "till-notes.md").read_text()
    assert (folder / "MEMORY.md").read_text().endswith("the till by the door runs Debian 13\n")


def test_the_file_and_its_line_go_with_the_last_item(folder: Path) -> None:
    all_of_it = [change(CLAUDE, folder, draft, after=None) for draft in drafts(CLAUDE, folder)]
    done = plan(CLAUDE, folder, *all_of_it)
    assert [(one.path.name, one.after) for one in done.files] == [
        ("MEMORY.md", b"# Shop\n"),
        ("till-notes.md", None),
    ]


def test_a_list_of_which_items_are_known_stays_one_however_short_it_gets(folder: Path) -> None:
    file = folder / "till-notes.md"
    keys = [str(draft.provenance["record"]) for draft in drafts(CLAUDE, folder)]
    told = CLAUDE.knowing(Forms(listed={str(file): keys}))
    write(file, HEAD + ITEMS.split("\n")[0] + "\n\nThe yard till is new and has no cable yet.\n")
    assert len(texts(CLAUDE, folder)) == 1
    assert texts(told, folder) == [
        "The till by the door runs on Debian 12 and boots from its own disk.",
        "The yard till is new and has no cable yet.",
    ]
    write(file, HEAD + "All about the tills stands in the handbook now, so ask there.\n")
    assert len(texts(told, folder)) == 1
    assert "#" not in str(drafts(told, folder)[0].provenance["record"])
    write(file, HEAD + ITEMS)
    assert len(texts(CLAUDE.knowing(Forms(whole={str(file)})), folder)) == 1


def test_an_item_whose_file_is_gone_is_written_anew_with_its_frontmatter(folder: Path) -> None:
    found = record(CLAUDE, folder, "80 mm")
    (folder / "till-notes.md").unlink()
    write(folder / "MEMORY.md", "# Shop\n")
    put_back(CLAUDE, folder, found)
    assert (folder / "till-notes.md").read_text() == f"{HEAD}{ITEMS.splitlines()[1]}\n".replace(
        "metadata:\n  type: project", "type: project"
    )
    assert "[till-notes](till-notes.md) — Where the tills run" in (folder / "MEMORY.md").read_text()


def test_an_item_is_as_old_as_the_commit_that_brought_its_line(folder: Path) -> None:
    project = folder.parents[1]

    def git(*command: str, day: str) -> None:
        who = {"GIT_AUTHOR_DATE": f"{day}T12:00:00Z", "GIT_COMMITTER_DATE": f"{day}T12:00:00Z"}
        names = ["-c", "user.name=Rosa", "-c", "user.email=rosa@example.org"]
        here = {**os.environ, "HOME": str(project), **who}
        subprocess.run(["git", *names, *command], cwd=project, check=True, env=here)

    git("init", "-q", day="2026-01-05")
    git("add", ".", day="2026-01-05")
    git("commit", "-qm", "one", day="2026-01-05")
    write(folder / "till-notes.md", f"{HEAD}{ITEMS}- The drawer opens by itself when it is full.\n")
    git("commit", "-qam", "two", day="2026-02-06")
    days = [to_iso(draft.created_at or 0.0)[:10] for draft in drafts(CLAUDE, folder)]
    assert days == ["2026-01-05"] * 4 + ["2026-02-06"]


@pytest.mark.parametrize(
    ("item", "alone"),
    [
        ("Sender: anna@shop.example", False),
        ("It is grey", True),
        ("Colour of the till: grey", True),
        ("Rosa comes every Friday at eight and brings the keys", True),
        ("デバッグには必ずログを確認すること", True),
        ("端口是八千", True),
    ],
)
def test_an_item_has_the_title_in_front_only_where_it_gives_a_value_of_nothing_it_names(
    folder: Path, item: str, alone: bool
) -> None:
    write(folder / "till-notes.md", f"{HEAD}- {item}\n{ITEMS}")
    assert drafts(CLAUDE, folder)[0].text == (item if alone else f"till notes: {item}")


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("till notes: Sender: rosa@shop.example", "- Sender: rosa@shop.example"),
        ("Sender: rosa@shop.example", "- Sender: rosa@shop.example"),
        ("shop notes: Sender: rosa@shop.example", "- Sender: rosa@shop.example"),
        ("till notes: till notes: Sender: rosa", "- Sender: rosa"),
        ("till notes: Rosa sends the receipts", "- Rosa sends the receipts"),
        ("till notes: Sender: anna (the till's) and Rosa", "- Sender: anna (the till's) and Rosa"),
        ("till notes: Sender: anna\nand Rosa", "- Sender: anna\n  and Rosa"),
    ],
)
def test_the_title_is_never_written_whatever_the_text_says_of_it(
    folder: Path, said: str, written: str
) -> None:
    file = folder / "till-notes.md"
    found = record(CLAUDE, folder, "Sender")
    done = reword(CLAUDE, folder, "Sender", replace(found, text=said))
    assert done.left == []
    assert file.read_text() == (HEAD + ITEMS).replace("- Sender: anna@shop.example", written)


def test_a_title_that_an_item_was_shown_with_once_is_not_written(folder: Path) -> None:
    file = folder / "till-notes.md"
    found = record(CLAUDE, folder, "Receipts")
    reword(CLAUDE, folder, "Receipts", replace(found, text=f"till notes: {found.text} Always."))
    assert file.read_text() == (HEAD + ITEMS).replace("58 mm.", "58 mm. Always.")
    write(file, file.read_text().replace("name: till-notes", "name: shop-tills"))
    sender = record(CLAUDE, folder, "Sender")
    reword(
        CLAUDE,
        folder,
        "Sender",
        replace(
            sender, text="till notes: Sender: rosa", provenance={**sender.provenance, "name": "till-notes"}
        ),
    )
    assert "\n- Sender: rosa\n" in file.read_text()


def test_a_description_that_says_an_item_which_goes_stays_and_is_named(folder: Path) -> None:
    described = "Receipts are printed on rolls of 80 mm, never of 58 mm"
    write(folder / "till-notes.md", HEAD.replace("Where the tills run", described) + ITEMS)
    done = remove(CLAUDE, folder, "80 mm")
    assert done.warnings == [f"till-notes.md still describes it as: {described}"]
    assert f"description: {described}\n" in (folder / "till-notes.md").read_text()


def test_links_to_other_notes_below_a_list_are_no_memory_and_stay(folder: Path) -> None:
    file = write(folder / "till-notes.md", f"{HEAD}{ITEMS}\nRelated: [[cups]], [[yard-till]]\n")
    assert len(texts(CLAUDE, folder)) == 4
    remove(CLAUDE, folder, "cellar")
    assert file.read_text().endswith("- Sender: anna@shop.example\n\nRelated: [[cups]], [[yard-till]]\n")
