from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from memtui.formats.changes import FileChange
from memtui.formats.ground.splicing import Page, Splice
from memtui.sources.diff import DiffLine, Sign, diff_of, summary_of

FILE = Path("/x/MEMORY.md")


def shown(before: str | None, after: str | None) -> list[str]:
    changes = FileChange(
        FILE, None if before is None else before.encode(), None if after is None else after.encode()
    )
    return [str(line) for line in diff_of(changes)]


def test_a_diff_shows_what_goes_and_comes_with_two_lines_around_it() -> None:
    before = "1\n2\n3\n4\n5\n6\n7\n"
    assert shown(before, before.replace("4", "four")) == [
        "…",
        "  2",
        "  3",
        "- 4",
        "+ four",
        "  5",
        "  6",
        "…",
    ]


def test_a_diff_of_nothing_is_empty() -> None:
    assert shown("a\n", "a\n") == []


def test_a_file_that_goes_is_all_minus_and_one_that_comes_all_plus() -> None:
    assert shown("a\nb\n", None) == ["- a", "- b"]
    assert shown(None, "a\n") == ["+ a"]


def test_a_diff_shows_a_lost_last_newline_and_other_line_ends() -> None:
    assert shown("a\n", "a") == ["- a", "+ a"]
    assert shown("a\n", "a\r\n") == ["- a", "+ a"]


def test_a_diff_holds_nothing_that_a_terminal_acts_on() -> None:
    assert shown("", "\x1b[31mred\x00\n") == ["+ ␛[31mred␀"]


def test_a_summary_counts_the_lines_and_names_the_files() -> None:
    index = FileChange(FILE, b"a\nb\n", b"b\n")
    fact = FileChange(FILE.with_name("deploy.md"), b"x\n", None)
    assert summary_of([index, fact]) == "2 lines in MEMORY.md and deploy.md (removed)"


def test_line_numbers_are_those_of_the_file() -> None:
    found = diff_of(FileChange(FILE, b"a\nb\n", b"a\nc\n"), 0)
    assert found == [
        DiffLine(Sign.GAP, "", 0),
        DiffLine(Sign.REMOVED, "b", 2),
        DiffLine(Sign.ADDED, "c", 2),
    ]


@given(st.binary(max_size=60))
def test_a_page_taken_apart_goes_together_to_the_same_bytes(data: bytes) -> None:
    assert Page.of(data).data == data


@given(
    st.lists(st.text("ab", max_size=3), min_size=1, max_size=6),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.data(),
)
def test_splicing_replaces_lines_and_keeps_the_ends_of_the_others(
    lines: list[str], end: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(lines)))
    stop = data.draw(st.integers(start, len(lines)))
    new = data.draw(st.lists(st.text("xy", max_size=3), max_size=3))
    page = Page.of(end.join(lines).encode()).spliced([Splice(start, stop, new)])
    expected = [*lines[:start], *new, *lines[stop:]]
    between = end if len(lines) > 1 else "\n"
    assert page.data == between.join(expected).encode()


def test_of_a_line_of_any_length_the_beginning_is_shown_without_its_secrets() -> None:
    long = b"password=Winter-Otter-7741 " + b"a" * 100_000
    (line,) = diff_of(FileChange(Path("notes.md"), None, long))
    assert "7741" not in line.text
    assert line.text.startswith("password=[redacted")
    assert line.text.endswith("a…")


def test_a_line_that_changes_is_shown_further_than_one_that_stays() -> None:
    stays, goes = "stays " * 200, "goes " * 200
    kept, gone, come = diff_of(
        FileChange(FILE, f"{stays}\n{goes}x\n".encode(), f"{stays}\n{goes}y\n".encode())
    )
    assert len(kept.text) == 400
    assert (gone.text[-1], come.text[-1]) == ("x", "y")
