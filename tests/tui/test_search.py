"""Finding memories on the screen: words, what to leave out, scopes by a part of their path."""

from textual.pilot import Pilot

from tests.tui.conftest import Opened, listed, view_of


def tree_of(pilot: Pilot[int]) -> dict[str, str]:
    """Return what the tree says of each scope that it shows."""
    tree = view_of(pilot).scope_tree
    lines = ["".join(part.text for part in tree.draw(line, 30)).split() for line in range(tree.count)]
    return {line[-2]: line[-1] for line in lines}


async def test_the_counts_of_the_tree_follow_the_filter_and_come_back(opened: Opened) -> None:
    async with opened() as pilot:
        before = tree_of(pilot)
        assert (before["project"], before["atlas"], before["team"]) == ("4", "3", "1")
        await pilot.press("slash", *"friday")
        after = tree_of(pilot)
        assert (after["project"], after["atlas"], after["team"]) == ("1", "1", "·")
        assert view_of(pilot).total == 5
        await pilot.press("escape")
        assert tree_of(pilot) == before


async def test_what_holds_a_word_with_a_dash_before_it_is_left_out(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"in:/project -atlas -friday")
        assert listed(pilot) == ["Migration 0042 failed on staging", "The shop runs on port 8080"]


async def test_a_scope_is_found_by_a_part_of_its_path(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"in:atl")
        assert view_of(pilot).listed.wanted.scope == "/project/atlas"
        assert len(listed(pilot)) == 3
