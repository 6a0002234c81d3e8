"""Markdown of a memory is rendered where it is shown whole, and does nothing but say what it says."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from memtui.domain.text import printable
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store.opening import open_store
from memtui.tui.themes import look
from memtui.tui.widgets.rendered import LONGEST, rendered
from tests.conftest import FrozenClock
from tests.tui.conftest import AGENT, Opened, a_draft, view_of

LOOK = look("memtui-dark")
KEY = "ghp_0123456789abcdefghijABCDEFGHIJ456789"
PIECES = st.sampled_from(
    ["**", "*", "_", "`", "```\n", "- ", "1. ", "> ", "# ", "\n", "\n\n", "[a](http://b.c)", "  ", "word ",
     "データ", "\x1b[2J", "&#27;", "\u202e", "<b>", "![x](y)", "~~", "    ", "\\", "---\n", "|a|\n"]
)  # fmt: skip


def _read(text: str, width: int = 40) -> list[str]:
    lines = rendered(text, width, LOOK)
    assert lines is not None
    return ["".join(segment.text for segment in line) for line in lines]


@given(st.lists(PIECES, max_size=40).map("".join), st.integers(24, 90))
def test_whatever_it_reads_fits_and_holds_nothing_that_acts(text: str, width: int) -> None:
    for line in rendered(text, width, LOOK) or []:
        said = "".join(segment.text for segment in line)
        assert cell_len(said) <= width
        assert said == printable(said)


def test_bold_code_lists_and_quotes_are_laid_out() -> None:
    text = "# Deploy\n**First** run `just backup`,\nthen:\n- tag *it*\n  1. wait\n- > never on Fridays"
    assert _read(text) == [
        "Deploy", "First run just backup,", "then:", "• tag it", "  1. wait", "• │ never on Fridays",
    ]  # fmt: skip
    styles = {s.text: s.style for line in rendered(text, 40, LOOK) or [] for s in line if s.style}
    assert styles["First"].bold
    assert styles["just backup"] == LOOK.accent
    assert styles["it"].italic


def test_words_without_markup_are_left_as_they_are() -> None:
    for text in ("plain words", "snake_case and 2 * 3", "one\ntwo", "- " + "x" * LONGEST):
        assert rendered(text, 40, LOOK) is None


def test_a_link_is_words_and_an_address_and_html_is_text() -> None:
    assert _read("see [the docs](https://example.org/a)") == ["see the docs (https://example.org/a)"]
    assert _read("**a** <script>x</script>") == ["a <script>x</script>"]


def test_a_secret_that_only_markup_hid_is_masked() -> None:
    assert _read(KEY.replace("_", "\\_")) == ["[redacted GitHub token]"]
    assert KEY not in "".join(_read(f"**{KEY[:20]}**{KEY[20:]}"))


async def test_a_key_shows_the_text_as_it_was_written(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    path = tmp_path / "marked.db"
    with open_store(path, clock=clock) as store:
        import_drafts(store, [a_draft("Run `just deploy`\n\n- **tag** first")], by=AGENT)
    async with opened(path) as pilot:
        detail = view_of(pilot).detail
        said = [detail.render_line(line).text.rstrip() for line in range(3)]
        assert [line[:30].rstrip() for line in said] == [" Run just deploy", "", " • tag first"]
        await pilot.press("grave_accent")
        assert detail.render_line(0).text.startswith(" Run `just deploy`")
        await pilot.press("j", "grave_accent")
        assert detail.render_line(0).text.startswith(" Run just deploy")
