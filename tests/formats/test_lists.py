from pathlib import Path

from memtui.domain.instant import from_iso
from memtui.domain.memory import MemoryType
from memtui.formats.chatgpt import ChatGpt
from memtui.formats.plain_list import PlainList
from memtui.formats.protocol import Skipped
from memtui.formats.registry import reader_for
from tests.formats.reading import drafts, skipped, texts, write
from tests.formats.samples import BULLETS, CHATGPT, LINES


def test_a_bullet_is_a_memory_with_what_is_indented_below_it(tmp_path: Path) -> None:
    file = write(tmp_path / "x", BULLETS + "  and dried\n  - with linen\n")
    assert texts(PlainList(), file)[2] == "Cups are washed by hand\nand dried\n- with linen"


def test_a_line_is_a_memory_where_there_are_no_bullets(tmp_path: Path) -> None:
    file = write(tmp_path / "x", "1. Tea is green here\n\n• Cups are blue here\r\nLids are tin")
    assert texts(PlainList(), file) == ["Tea is green here", "Cups are blue here", "Lids are tin"]
    assert drafts(PlainList(), write(file, LINES))[0].scope == "/"


def test_pasted_memories_are_about_the_user(tmp_path: Path) -> None:
    found = drafts(ChatGpt(), write(tmp_path / "x", "Saved memories\n\n" + CHATGPT))
    assert [draft.text for draft in found] == [
        "User is a baker in Leeds.",
        "User's sister is called Mo.",
        "Prefers answers without lists.",
        "User has two cats.",
        "User plans to learn Welsh.",
    ]
    assert {draft.scope for draft in found} == {"/user"}
    assert found[0].type is MemoryType.CONSTITUTIONAL
    assert found[4].type is MemoryType.SEMANTIC


def test_pasted_memories_without_a_user_are_told_by_the_title_of_their_page(tmp_path: Path) -> None:
    lines = "Is vegetarian.\n\nLives in Bergen.\n\nPrefers short answers.\n"
    file = write(tmp_path / "pasted.txt", f"Saved memories\n\n{lines}")
    assert reader_for(file).name == "chatgpt"
    assert texts(ChatGpt(), file) == ["Is vegetarian.", "Lives in Bergen.", "Prefers short answers."]
    assert not ChatGpt().detect(write(tmp_path / "list.txt", lines))


def test_dates_in_front_are_taken_off(tmp_path: Path) -> None:
    dates = [
        "[2026-02-03]. User has cats",
        "2026-02-03: User has dogs",
        "Feb 3, 2026 - User has eels",
        '"User has 2026 bees"',
        "3 February 2026 User has fish",
        "2026-02-03T04:05:06Z - User has goats",
    ]
    found = drafts(ChatGpt(), write(tmp_path / "x", "\n".join(dates)))
    assert [draft.text.split()[-1] for draft in found] == ["cats", "dogs", "eels", "bees", "fish", "goats"]
    assert all(draft.text.startswith("User has") for draft in found)
    day = from_iso("2026-02-03")
    assert [draft.created_at == day for draft in found] == [True, True, True, False, True, True]


def test_a_line_that_is_not_utf8_costs_only_itself(tmp_path: Path) -> None:
    file = write(tmp_path / "x", b"User has cats\nUser has \xff\nUser has dogs")
    assert texts(ChatGpt(), file) == ["User has cats", "User has dogs"]
    assert skipped(ChatGpt(), file) == [Skipped("line 2", "not UTF-8: byte 10")]
