"""Ask as people use it: what an agent would be told, and what changes it."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.domain.card_kinds import Kind
from memtui.lifecycle.filing import project_of_folder
from memtui.recall.asking import Question
from memtui.store import memories
from memtui.tui.ask.view import AskView
from memtui.tui.keys.views import ViewId
from tests.lifecycle.worlds import added
from tests.tui.conftest import FIVE, Opened, Planted, app_of, said, until
from tests.tui.planting import conflict, junk


def ask_view(pilot: Pilot[int]) -> AskView:
    view = app_of(pilot).view
    assert isinstance(view, AskView)
    return view


async def answered(pilot: Pilot[int]) -> AskView:
    """Wait until the latest question is answered."""
    await until(pilot, lambda: isinstance(app_of(pilot).view, AskView) and not ask_view(pilot).waiting)
    await pilot.pause()
    return ask_view(pilot)


def remember_kilns(pilot: Pilot[int]) -> None:
    """Store more that bears on one question than an agent is told."""
    store = app_of(pilot).store
    for number in range(12):
        added(store, f"The kiln in hall {number} is {'very ' * number}hot", "/project/atlas")


def told(view: AskView) -> list[str]:
    answer = view.list.answer
    return [] if answer is None else [entry.memory.text for entry in answer.briefing.told]


def head(view: AskView) -> str:
    return view.head.render_line(1).text


def page(view: AskView) -> str:
    return "\n".join("".join(segment.text for segment in line) for line in view.page.lines)


async def typed(pilot: Pilot[int], question: str) -> AskView:
    """Ask something, and go into the answer."""
    await pilot.press("slash", *question, "enter", "enter")
    return await answered(pilot)


async def test_it_opens_with_what_a_session_of_the_best_known_project_starts_with(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        assert view.question == Question("/project/atlas")
        assert told(view) == [
            "Atlas stores users in PostgreSQL 16",
            "Releases are tagged on Fridays",
            "Migration 0042 failed on staging",
        ]


async def test_asked_for_a_scope_it_opens_with_what_is_told_there(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("K")
        view = await answered(pilot)
        await pilot.press("j")
        assert (view.question.text, app_of(pilot).view_id) == ("", ViewId.ASK)


async def test_what_the_scope_leaves_out_is_counted(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        assert view.question.scope == "/project/atlas"
        assert view.status().count == "3 told, 0 not, 2 elsewhere are not told here"


@pytest.mark.parametrize(
    ("width", "said_of_it"),
    [
        (200, "told when a session starts in /project/fernhill"),
        (80, "at a start in …/fernhill"),
        (60, "at a start in /project/fernhill"),
    ],
)
async def test_the_head_names_the_scope_and_counts_at_every_width(
    opened: Opened, example: Path, width: int, said_of_it: str
) -> None:
    async with opened(example, size=(width, 24)) as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        assert said_of_it in head(view)
        answer = view.list.answer
        assert answer is not None
        assert f"{len(answer.briefing.told)} told · ≈ {answer.briefing.tokens:,}" in head(view)


async def test_the_sum_says_how_much_of_it_stands_around_the_memories(opened: Opened, example: Path) -> None:
    async with opened(example, size=(200, 60)) as pilot:
        await pilot.press("7", "escape")
        view = await typed(pilot, "how do I deploy fernhill")
        answer = view.list.answer
        assert answer is not None
        around = answer.briefing.tokens - sum(entry.tokens for entry in answer.briefing.told)
        assert around > 0
        assert head(view).rstrip().endswith(f"tokens, {around} of them around the memories")


async def test_the_last_column_has_a_name_that_stands_above_its_figures(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        named = view.head.render_line(2).text
        row = view.list.render_line(0).text
        assert named.rstrip().endswith("tokens")
        assert len(named.rstrip()) == len(row.rstrip())


async def test_what_contradicts_another_memory_says_that_review_has_a_card_about_it(
    opened: Opened, planted: Planted
) -> None:
    planted(conflict(1, 2))
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        rows = [view.list.render_line(at).text for at in range(3)]
        assert ["  conflict" in row for row in rows] == [True, True, False]
        assert "Another memory says otherwise; a card in Review asks which is right" in page(view)


async def test_of_two_that_disagree_the_newer_leads_and_the_other_says_what_the_agent_hears(
    opened: Opened, planted: Planted
) -> None:
    planted(conflict(1, 3))
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        assert told(view)[:2] == [FIVE[2].text, FIVE[0].text]
        await pilot.press("j")
        await pilot.pause()
        assert "at odds" in view.list.render_line(1).text
        hears = "a newer one above disagrees; the user has not decided"
        assert f"the agent hears “{hears}”" in " ".join(page(view).split())
        await pilot.press("v")
        await pilot.pause()
        assert f"; {hears})" in " ".join(page(view).split())


async def test_what_review_speaks_against_has_its_sign_and_its_kind_told(
    opened: Opened, planted: Planted
) -> None:
    planted(junk(1), junk(2, kind=Kind.PROMOTE))
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        signed = [text for at, text in enumerate(told(view)) if "  junk" in view.list.render_line(at).text]
        assert signed == [FIVE[0].text]
        at = told(view).index(FIVE[0].text)
        assert at > 0  # what is to go gives way to the others
        view.list.move_to(at)
        await pilot.pause()
        assert "A card in Review speaks against it." in page(view)


async def test_a_question_is_answered_as_it_is_typed_and_says_why(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        await answered(pilot)
        view = await typed(pilot, "what failed on staging?")
        assert told(view) == ["Migration 0042 failed on staging"]
        assert "“failed” and “staging” of the question" in page(view)
        await pilot.press("escape")
        view = await answered(pilot)
        assert view.question.text == ""
        assert len(told(view)) == 3


async def test_another_scope_gets_another_answer(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        await answered(pilot)
        await pilot.press("h", "G")
        view = await answered(pilot)
        assert view.question.scope == "/team/ops"
        assert told(view) == ["Ada prefers small commits"]


async def test_dropping_the_wrong_line_lets_the_next_one_in_and_undo_brings_it_back(opened: Opened) -> None:
    async with opened() as pilot:
        remember_kilns(pilot)
        await pilot.press("7", "escape")
        await answered(pilot)
        view = await typed(pilot, "which kiln")
        before = told(view)
        assert len(before) == 10
        answer = view.list.answer
        assert answer is not None
        following = answer.briefing.left_out[0].memory.text
        await pilot.press("j", "d")
        await until(pilot, lambda: following in told(view))
        assert before[1] not in told(view)
        assert view.status().selected == "1 came in, marked +"
        assert "Dropped" in said(pilot)
        await pilot.press("u")
        await until(pilot, lambda: told(view) == before)


async def test_esc_steps_back_from_the_text_the_question_and_the_agent(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        view.ask(replace(view.question, agent="Codex"))
        await answered(pilot)
        await typed(pilot, "users")
        await pilot.press("v")
        ways = []
        while view.way_back:
            ways.append(view.way_back)
            await pilot.press("escape")
            await answered(pilot)
        assert ways == ["back", "no question", "any agent"]
        assert view.question == Question("/project/atlas")


async def test_it_begins_in_the_project_of_the_folder(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "shop"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("MEMTUI_TEMPORARY", str(tmp_path / "elsewhere"))
    async with opened() as pilot:
        scope = project_of_folder(app_of(pilot).store, str(folder), note=False)
        await pilot.press("7", "escape")
        view = await answered(pilot)
        assert scope == view.question.scope == "/project/shop"


async def test_two_drops_in_a_row_take_two_lines(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        await pilot.press("d", "d")
        await until(pilot, lambda: told(view) == ["Migration 0042 failed on staging"])


@pytest.mark.long
async def test_pin_and_importance_act_on_the_line_under_the_cursor(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        memory = view.list.memory
        assert memory is not None
        await pilot.press("p")
        await until(pilot, lambda: view.list.memory is not None and view.list.memory.pinned)
        await pilot.press("+")

        def importance() -> float:
            return memories.get_many(app_of(pilot).store, [memory.id])[0].importance

        await until(pilot, lambda: importance() > memory.importance)


async def test_the_very_text_an_agent_gets_can_be_read(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        await answered(pilot)
        await pilot.press("v")
        assert "<memtui-recall" in page(ask_view(pilot))
        await pilot.press("v")
        assert "<memtui-recall" not in page(ask_view(pilot))
        await typed(pilot, "users")
        await pilot.press("v")
        assert '"uid"' in page(ask_view(pilot))
        await pilot.press("w")
        await answered(pilot)
        assert "<memtui-recall" in page(ask_view(pilot))


async def test_enter_shows_the_memory_whole_and_goes_back(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        await pilot.press("enter")
        assert view.zoomed
        assert "Atlas stores users" in page(view)
        await pilot.press("escape")
        assert not view.zoomed


async def test_from_memories_it_opens_for_the_scope_under_the_cursor(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("G", "K")
        view = await answered(pilot)
        assert view.question.scope == "/team/ops"


@pytest.mark.long
async def test_the_cursor_passes_over_the_rule(opened: Opened) -> None:
    async with opened() as pilot:
        remember_kilns(pilot)
        await pilot.press("7", "escape")
        await answered(pilot)
        view = await typed(pilot, "which kiln")
        for _ in range(10):
            await pilot.press("j")
        assert view.list.cursor == 11
        assert view.list.entry is not None
        await pilot.press("k")
        assert view.list.cursor == 9


@pytest.mark.long
async def test_where_nothing_is_known_it_says_what_to_do(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        await answered(pilot)
        view = await typed(pilot, "xylophone")
        assert view.list.empty[0] == "Nothing that is remembered bears on this"
        await pilot.press("d")
        assert "Nothing is listed here" in said(pilot)


@pytest.mark.long
async def test_while_a_question_waits_for_its_answer_nothing_is_said_of_an_earlier_one(
    opened: Opened,
) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await typed(pilot, "xylophone zither")
        assert view.list.empty[0].startswith("Nothing that is remembered")
        view.ask(replace(view.question, text="xylophone"))
        assert list(view.list.empty) == ["Asking …"]
        await answered(pilot)
        assert view.list.empty[0].startswith("Nothing that is remembered")


async def test_the_head_names_no_key_that_asks_while_one_types(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7")
        view = await answered(pilot)
        assert view.head.hint == "nothing asked: a session starts"
        await pilot.press("escape")
        assert view.head.hint == "nothing asked: a session starts · / asks a question"
        await pilot.press("slash")
        assert view.head.hint == "nothing asked: a session starts"


async def test_where_nothing_is_told_any_more_the_cursor_is_on_what_is_not(
    opened: Opened, example: Path
) -> None:
    async with opened(example) as pilot:
        await pilot.press("7", "escape")
        view = await typed(pilot, "what machine does Ada use")
        while told(view):
            await pilot.press("d")
            await answered(pilot)
        assert view.list.count
        assert view.list.entry is not None


async def test_the_question_stands_when_one_comes_back_from_another_view(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await typed(pilot, "what failed on staging?")
        await pilot.press("at", "escape")
        assert app_of(pilot).view is view
        assert view.question.text == "what failed on staging?"
        await until(pilot, lambda: view.list.has_focus)
        await pilot.press("W")
        assert app_of(pilot).view_id is ViewId.WHAT_IF
