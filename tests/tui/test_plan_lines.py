"""What would be written to a file can be read whole, with what differs marked, before a yes to it."""

from pathlib import Path

from rich.style import Style

from memtui.formats.changes import FileChange, Plan
from memtui.tui.sources.plan_lines import plan_lines
from memtui.tui.sources.writing_dialogs import WritingDialog
from memtui.tui.themes import DEFAULT, Look, look
from memtui.tui.widgets.pages import Line
from tests.tui.conftest import Opened, app_of

DAY = (
    "Loaves come out of the oven on {} at six, because the market opens at seven and we moved the bake to {}"
)
BEFORE, AFTER = DAY.format("Mondays", "spring"), DAY.format("Thursdays", "autumn")


def plan(before: str, after: str) -> Plan:
    return Plan([FileChange(Path("MEMORY.md"), before.encode(), after.encode())])


def shown(lines: list[Line]) -> str:
    return " ".join(" ".join(part.text for part in line).strip() for line in lines)


def test_every_word_of_a_line_that_goes_or_comes_stands_there_however_narrow() -> None:
    lines = plan_lines(plan(f"- {BEFORE}\n", f"- {AFTER}\n"), 60, look(DEFAULT))
    words = shown(lines).split()
    assert "…" not in shown(lines)
    for text in (BEFORE, AFTER):
        assert set(text.split()) <= set(words)
    assert all(sum(len(part.text) for part in line) <= 60 for line in lines)


def test_a_line_that_stays_ends_within_its_row_and_a_long_one_in_dots() -> None:
    beside = f"- {BEFORE}\n- the till is blue\n"
    lines = plan_lines(plan(f"{beside}- gone\n", beside), 60, look(DEFAULT))
    rows = ["".join(part.text for part in line) for line in lines]
    assert all(len(row) < 60 for row in rows)
    assert [row.rstrip() for row in rows if "till" in row] == [row for row in rows if "till" in row]
    assert any(row.endswith("…") for row in rows)


def test_the_words_that_an_edit_changes_are_marked() -> None:
    lines = plan_lines(plan(f"- {BEFORE}\n", f"- {AFTER}\n"), 60, look(DEFAULT))
    marked = [part.text for line in lines for part in line if (part.style or Style()).underline]
    assert marked == ["Mondays", "spring", "Thursdays", "autumn"]


def test_lines_with_little_in_common_are_marked_nowhere() -> None:
    lines = plan_lines(plan("- The till is blue\n", "- Keys hang in the cellar\n"), 60, look(DEFAULT))
    assert not any((part.style or Style()).underline for line in lines for part in line)


class Asking(WritingDialog):
    """Asks for one plan, without a source."""

    def __init__(self, asked: Plan) -> None:
        super().__init__("MEMORY.md", writes=True)
        self._plan = asked

    def _lines(self, width: int, look: Look) -> list[Line]:
        return plan_lines(self._plan, width, look)


async def test_where_the_lines_do_not_fit_the_dialog_names_the_keys_that_scroll(opened: Opened) -> None:
    few, many = (plan("", "".join(f"- {AFTER} {n}\n" for n in range(count))) for count in (2, 30))
    async with opened(size=(80, 24)) as pilot:
        for asked, scrolls in ((few, False), (many, True)):
            dialog = Asking(asked)
            app_of(pilot).push_screen(dialog)
            await pilot.pause()
            assert ("↑ ↓" in dialog._hint.render().plain) is scrolls
            assert dialog.shows(dialog._hint)
            await pilot.press("escape")
