"""Code between fences, also where a page is shown in a page."""

import pytest

from memtui.formats.ground.fences import in_code


def code(page: str) -> str:
    """Return a mark for each line: `#` for code and fences, `.` for the page."""
    return "".join("#" if inside else "." for inside in in_code(page.split("\n")))


@pytest.mark.parametrize(
    ("page", "marks"),
    [
        ("a\n```\nb\n```\nc", ".###."),
        ("```markdown\n# a\n```sh\nb\n```\nc\n```\nd", "#######."),
        ("````md\n```\nb\n```\n````\nd", "#####."),
        ("~~~\n```\n~~~\nd", "###."),
        ("  - a\n    ```sh\n    b\n    ```\nd", ".###."),
        ("```one line```\nd", ".."),
        ("\\```mermaid\na\n\nb\n\\```\nd", "#####."),
    ],
)
def test_fences_lie_in_one_another(page: str, marks: str) -> None:
    assert code(page) == marks


@pytest.mark.parametrize(("page", "marks"), [("```sh\na\n```py\nb", "###."), ("a\n```\nb\nc", ".###")])
def test_where_one_was_forgotten_each_opens_or_closes(page: str, marks: str) -> None:
    assert code(page) == marks
