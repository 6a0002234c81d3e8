"""What the view Extract says of a reading while it goes on."""

from memtui.tui.extract.extraction import Extraction
from memtui.tui.extract.report import ReadingReport

BEGIN = {
    "is": "begin",
    "windows": 3,
    "redacted": [],
    "extractor": "offline",
    "version": "1",
    "text": "",
    "day": "2031-03-04",
    "first": "",
    "line": 0,
}


def test_a_reading_says_from_its_beginning_how_far_it_is() -> None:
    report = ReadingReport()
    said = [report.progress]
    for line in (
        {"is": "ready"},
        BEGIN,
        {"is": "window", "done": 1, "says": "4 facts"},
        {"is": "window", "done": 3, "says": "9 facts"},
    ):
        report.take(line)
        said.append(report.progress)
    assert said == [
        "starting",
        "cutting the text into windows",
        "window 1 of 3",
        "window 2 of 3",
        "window 3 of 3",
    ]


def test_a_diary_is_said_to_be_read_day_by_day() -> None:
    extraction = Extraction()
    extraction.report.take({**BEGIN, "first": "2031-02-27", "line": 9})
    assert extraction.dated == "read day by day, 2031-02-27 to 2031-03-04, from its headings"
