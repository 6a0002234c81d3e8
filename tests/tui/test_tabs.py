"""The tabs of the header: what each says at which width."""

from memtui.tui.keys.views import VIEWS
from tests.tui.conftest import Opened, Planted, app_of, until
from tests.tui.planting import junk


async def test_in_a_narrow_terminal_the_tabs_keep_their_keys_and_the_count(
    opened: Opened, planted: Planted
) -> None:
    planted(junk())
    async with opened(size=(60, 24)) as pilot:
        header = app_of(pilot)._header
        await until(pilot, lambda: header.waiting == 1)
        words = [f"{key}{title}" for _, key, title in header.tabs(60)]
        assert words == ["1 Memories", "2·1", "3", "4", "5", "6", "7", "8"]
        await pilot.click("Header", offset=(14, 0))
        assert header.view == "review"
        short = [f"{key}{title}" for _, key, title in header.tabs(80)]
        assert short[:4] == ["1 Mem", "2 Review 1", "3 Drop", "4 Ext"]
        assert short[-2:] == [", Set", "@ Time"]
        assert len("  ".join(short)) < 80


async def test_a_tab_keeps_its_form_whatever_other_view_is_open(opened: Opened, planted: Planted) -> None:
    planted(junk())
    async with opened() as pilot:
        header = app_of(pilot)._header
        await until(pilot, lambda: header.waiting == 1)
        for width in range(40, 121):
            labels: dict[str, set[str]] = {}
            for view in VIEWS:
                header.view = view.id
                for each, _, label in header.tabs(width):
                    if each is not view.id and each in {one.id for one in VIEWS}:
                        labels.setdefault(each, set()).add(label)
            assert all(len(forms) == 1 for forms in labels.values()), width
