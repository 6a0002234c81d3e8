"""A memory is as old as what it says of itself, then as the line it stands in, and only then as the file."""

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memtui.domain.dating import AT_THE_LATEST, DATED
from memtui.formats.ground.dates import date_in_head, date_in_name, opening_date
from memtui.formats.instructions.format import Instructions
from memtui.formats.registry import reader_for
from tests.formats.reading import drafts, skipped, texts, write
from tests.formats.samples import LESSONS
from tests.formats.test_records import LOG


def iso(instant: float | None) -> str:
    return "" if instant is None else datetime.fromtimestamp(instant, UTC).strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-02-20: rinse", "2026-02-20 00:00"),
        ("[2026-02-20 10:34] rinse", "2026-02-20 10:34"),
        ("**2026-02-20T10:34:05+08:00**", "2026-02-20 02:34"),
        ("(Feb 3, 2026) rinse", "2026-02-03 00:00"),
        ("3rd March 2026 — rinse", "2026-03-03 00:00"),
        ("2026年2月20日 rinse", "2026-02-20 00:00"),
        ("Thu  5 Feb 2026 20:44:50 GMT", "2026-02-05 20:44"),
        ("Sat Jan 10 15:54:31 CET 2026", "2026-01-10 14:54"),
        ("Sat Jan 10 15:54:31 IST 2026", "2026-01-10 15:54"),
        ("2026-07-20 21:15:40 BST: rinse", "2026-07-20 20:15"),
        ("July 20, 2026 at 9:15 PM EDT", "2026-07-21 01:15"),
        ("2026-07-20 21:15:40 JST", "2026-07-20 12:15"),
        ("20 juillet 2026 10:00 est le jour", "2026-07-20 10:00"),
        ("Fri Mar  6 10:24:13 PM Universal 2026", "2026-03-06 22:24"),
        ("*May 1, 2026 at 6:00 AM GMT+8*", "2026-05-01 06:00"),
        ("Wednesday, 4 February 2026: rinse", "2026-02-04 00:00"),
        ("3. Februar 2026: spülen", "2026-02-03 00:00"),
        ("1er février 2026 – rincer", "2026-02-01 00:00"),
        ("3 de diciembre de 2026", "2026-12-03 00:00"),
        ("19 Temmuz 2026", "2026-07-19 00:00"),
        ("rinse on 2026-02-20", ""),
        ("2026-13-40 rinse", ""),
        ("1.2.3 rinse", ""),
        ("0001-01-01 rinse", ""),
    ],
)
def test_a_line_is_dated_by_what_it_opens_with(text: str, expected: str) -> None:
    found = opening_date(text)
    assert iso(found[0] if found else None) == expected


def test_names_and_frontmatter_are_dated_too() -> None:
    assert iso(date_in_name("[LRN-20260305-001] workflow")) == "2026-03-05 00:00"
    assert iso(date_in_name("2026-06-29-report-briefing")) == "2026-06-29 00:00"
    assert date_in_name("v1.20260101999") is None
    assert iso(date_in_head({"metadata": {"created": "2026-01-02"}, "updated_at": "2026-03-04"})) == (
        "2026-01-02 00:00"
    )


def test_a_memory_is_as_old_as_its_label_or_heading_says(tmp_path: Path) -> None:
    dated = {
        draft.text.split("\n")[0]: iso(draft.created_at)
        for text, name in ((LESSONS, "a/AGENTS.md"), (LOG, "b/AGENTS.md"))
        for draft in drafts(Instructions(), write(tmp_path / name, text))
    }
    assert dated["[L-1] The kettle boils over"] == "2026-02-20 10:34"
    assert dated["[L-2] The till drops a cent"] == "2026-02-21 09:00"
    assert dated["2026-01-07 - Till"] == "2026-01-07 00:00"


def test_a_record_may_open_with_its_day_below_the_title(tmp_path: Path) -> None:
    lesson = "## {0}\n\n**2026-07-2{1}, menu.** {0} was wrong.\n\n**Rule:** ask.\n\n---\n\n"
    text = "".join(lesson.format(name, at) for at, name in enumerate(("Price", "Name", "Day")))
    found = drafts(Instructions(), write(tmp_path / "AGENTS.md", text))
    assert [iso(draft.created_at)[:10] for draft in found] == ["2026-07-20", "2026-07-21", "2026-07-22"]


def test_a_day_to_come_is_a_plan(tmp_path: Path) -> None:
    file = write(tmp_path / "AGENTS.md", "- 2031-01-01: the lease ends\n")
    os.utime(file, (1_770_000_000, 1_770_000_000))
    assert drafts(Instructions(), file)[0].created_at == 1_770_000_000


def test_a_line_is_as_old_as_the_commit_that_brought_it(tmp_path: Path) -> None:
    def git(*command: str, day: str = "2026-01-05") -> None:
        when = f"{day}T12:00:00Z"
        who = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when, "HOME": str(tmp_path)}
        names = ["-c", "user.name=Rosa", "-c", "user.email=rosa@example.org"]
        subprocess.run(["git", *names, *command], cwd=tmp_path, check=True, env={**os.environ, **who})

    file = write(tmp_path / "AGENTS.md", "- rinse the pot\n")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    write(file, "- rinse the pot\n- greet the guests\n")
    git("commit", "-qam", "two", day="2026-02-06")
    write(file, "- rinse the pot\n- greet the guests\n- lock the till\n")
    os.utime(file, (1_780_000_000, 1_780_000_000))
    assert {draft.text: iso(draft.created_at) for draft in drafts(Instructions(), file)} == {
        "rinse the pot": "2026-01-05 12:00",
        "greet the guests": "2026-02-06 12:00",
        "lock the till": iso(1_780_000_000),
    }


def test_what_says_no_day_is_as_old_as_the_page_says_above_its_sections(tmp_path: Path) -> None:
    text = "# State\n\n*Last updated: 2024-02-03 02:54 UTC*\n\n## Rules\n\n- Lids are of tin\n"
    file = write(tmp_path / "AGENTS.md", text)
    (lids,) = [draft for draft in drafts(Instructions(), file) if "tin" in draft.text]
    assert lids.created_at == datetime(2024, 2, 3, 2, 54, tzinfo=UTC).timestamp()
    below = write(
        tmp_path / "below" / "AGENTS.md", "# State\n\n## Rules\n\nDue: 2024-02-03\n\n- Lids are of tin\n"
    )
    (lids,) = [draft for draft in drafts(Instructions(), below) if "tin" in draft.text]
    assert lids.created_at == below.stat().st_mtime


def test_a_line_that_only_the_time_of_its_file_dates_says_so(tmp_path: Path) -> None:
    text = "# Rules\n\n- Rinse the kettle\n- 2026-02-20: rinse the till\n"
    rinse, till = drafts(Instructions(), write(tmp_path / "a" / "AGENTS.md", text))
    assert rinse.provenance[DATED] == AT_THE_LATEST
    assert DATED not in till.provenance
    updated = "# Rules\n\n*Last updated: 2026-02-03*\n\n- Rinse the kettle\n"
    (rinse,) = drafts(Instructions(), write(tmp_path / "b" / "AGENTS.md", updated))
    assert DATED not in rinse.provenance


@pytest.mark.parametrize(
    "line",
    [
        "*Son güncelleme: 3 Şubat 2026*",
        "_Generated 2026-02-03, waits for the oven_",
        "> Stand: 3. Februar 2026 (Entwurf)",
    ],
)
def test_what_a_page_says_apart_above_its_sections_is_its_day_in_any_words(tmp_path: Path, line: str) -> None:
    found = drafts(
        Instructions(), write(tmp_path / "AGENTS.md", f"# Tea\n\n{line}\n\n## Cups\n\n- Rinse cups\n")
    )
    assert [iso(draft.created_at) for draft in found][-1:] == ["2026-02-03 00:00"]


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ("# Log\nStarted: Thu  5 Feb 2026 20:44:50 GMT\n---\n\n## Cups\n\n- Rinse\n", 1),
        ("# Log\n\n## Cups\n\n- Rinse\n\nStarted: Sat Jan 10 15:54:31 CET 2026\n---\n", 1),
        ("# Log\n\n*Son güncelleme: 3 Şubat 2026*\n\n## Cups\n\n- Rinse\n", 1),
        ("# Log\n\n## Cups\n\n- Rinse\n\nStarted: 2026-02-03 10:00\n", 0),
    ],
    ids=("above all", "below a heading", "in other words", "as a person writes"),
)
def test_the_day_of_a_page_is_no_memory(tmp_path: Path, text: str, left_out: int) -> None:
    assert len(skipped(Instructions(), write(tmp_path / "AGENTS.md", text))) == left_out


def test_a_row_that_opens_with_a_month_was_written_in_it(tmp_path: Path) -> None:
    table = "| Date | Choice | Why |\n|---|---|---|\n| Mar 2026 | Lids of tin, not of zinc any more | rust |"
    page = f"# Tea\n\n{table}\n"
    (row,) = drafts(Instructions(), write(tmp_path / "AGENTS.md", page))
    assert iso(row.created_at) == "2026-03-31 00:00"


@pytest.mark.parametrize(
    ("lesson", "day"),
    [
        ("- **Ask\n  first.** (2026-02-03, run 9) The till was shut.", "2026-02-03"),
        ("- **Ask first** [3 Feb 2026]: the till was shut.", "2026-02-03"),
        ("- **Ask first.** The till was shut (2026-02-03).", "2026-03-01"),
        ("- **Ask first** (till, 2026-02-03) as it was shut.", "2026-03-01"),
    ],
)
def test_a_day_in_brackets_behind_a_title_in_bold_is_when_it_was_written(
    tmp_path: Path, lesson: str, day: str
) -> None:
    file = write(tmp_path / "lessons.md", f"# Lessons\n\n{lesson}\n- **Rinse.** Cups were dull.\n")
    march = datetime(2026, 3, 1, tzinfo=UTC).timestamp()
    os.utime(file, (march, march))
    assert iso(drafts(reader_for(file), file)[0].created_at)[:10] == day


@pytest.mark.parametrize(
    "said",
    [
        "**Till:** grey **Bought:** 2026-02-20",
        "Deadline: 2026-02-20",
        "**Date:** of the party is 2026-02-20",
        "Released 2026-02-20",
    ],
)
def test_another_day_is_a_fact(tmp_path: Path, said: str) -> None:
    file = write(tmp_path / "CLAUDE.md", f"# Notes\n\n- {said}\n")
    assert texts(Instructions(), file) == [said]
