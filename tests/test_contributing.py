"""The pages for contributors name files and commands that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ("CONTRIBUTING.md", "AGENTS.md", "docs/architecture.md")
CODE = ("memtui", "simulation", "tests", "training", "benchmarks", "screenshots", "docs")


def text_of(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def named(page: str) -> set[str]:
    """Return the paths that a page names in full: below a folder of the project, without a placeholder."""
    found = re.findall(r"`((?:memtui|tests|docs|simulation|review)/[\w./-]+)(?::\w+)?`", text_of(page))
    return {path for path in found if "NAME" not in path}


@pytest.mark.parametrize("page", PAGES)
def test_each_file_that_is_named_is_there(page: str) -> None:
    known = [ROOT, ROOT / "memtui"]
    assert [path for path in sorted(named(page)) if not any((root / path).exists() for root in known)] == []


def test_each_link_leads_to_a_page_and_a_heading() -> None:
    for page in PAGES:
        for target, heading in re.findall(r"\]\(([\w./]+\.md)(?:#([\w-]+))?\)", text_of(page)):
            text = ((ROOT / page).parent / target).read_text("utf-8")
            lines = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
            headings = {re.sub(r"[^\w -]", "", line).lower().replace(" ", "-") for line in lines}
            assert not heading or heading in headings, (page, target, heading)


def test_each_make_target_is_there() -> None:
    lines = re.findall(r"^([\w -]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    targets = {target for line in lines for target in line.split()}
    for page in PAGES:
        assert set(re.findall(r"(?:`|^)make ([a-z-]+)", text_of(page), re.MULTILINE)) <= targets


def test_no_file_is_longer_than_is_told() -> None:
    (told,) = re.findall(r"A file has one reason and at most (\d+) lines", text_of("CONTRIBUTING.md"))
    files = [path for folder in CODE for path in sorted((ROOT / folder).rglob("*.py"))]
    assert len(files) > 500
    lengths = {str(path.relative_to(ROOT)): path.read_text("utf-8").count("\n") for path in files}
    assert {name: lines for name, lines in lengths.items() if lines > int(told)} == {}
