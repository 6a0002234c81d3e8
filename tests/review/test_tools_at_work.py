"""A tool that git knows to have gone is found in a sentence of any form that has it at its job."""

from pathlib import Path

import pytest

from tests.review.test_code_quotes import held, write
from tests.review.test_dead import git

BEFORE = {
    "pyproject.toml": '[tool.poetry]\nname = "ferry"\n[tool.poetry.dependencies]\nflask = "^3.0"\n'
    'gunicorn = "^21.0"\nrq = "^1.16"\n[tool.poetry.group.dev.dependencies]\n'
    'isort = "^5.0"\nblack = "^24.0"\n',
    "ferry/timetable.py": "def boats(harbour: str) -> list[str]:\n    return [harbour]\n",
}
NOW = {
    "pyproject.toml": '[project]\nname = "ferry"\ndependencies = ["flask>=3.0", '
    '"uvicorn>=0.30", "arq>=0.26"]\n[dependency-groups]\ndev = ["ruff>=0.6"]\n',
}


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of which one commit changed the tools."""
    root = tmp_path_factory.mktemp("code") / "ferry"
    root.mkdir()
    git(root, "init", "-q")
    write(root, BEFORE, "Begin")
    write(root, NOW, "Change the tools")
    return root


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("Four gunicorn processes serve the boats.", "gunicorn"),
        ("Imports are put in order by isort, so leave them alone.", "isort"),
        ("To add a dependency run `poetry add` and commit the lock file too.", "poetry"),
        ("Run `poetry install` for all dependencies.", "poetry"),
        ("Every background job goes through RQ, see the timetable.", "RQ"),
    ],
)
def test_a_tool_at_its_job_that_went_is_told(ferry: Path, text: str, gone: str) -> None:
    told = held(ferry, text)
    assert told is not None
    assert (told.same, told.sure) == (False, True)
    assert told.why.startswith(f"nothing there declares {gone} since commit")


@pytest.mark.parametrize(
    "text",
    [
        "Uvicorn processes serve the boats.",
        "The timetable is printed with a black border.",
        "For an isort the harbour is empty.",
        "Imports are put in order by ruff.",
        "RQ went because jobs got lost in the queue.",
        "gunicorn lost requests when the workers served boats.",
        "Boats were served by gunicorn workers.",
        "Imports are not put in order by isort any more.",
        "No background job goes through RQ.",
        "We picked isort for the order of imports.",
        "The harbour office's background jobs go through RQ.",
        "The lighthouse runs its background jobs with RQ.",
        "Olga knows how gunicorn workers serve an app.",
        "uvicorn serves the app faster than gunicorn.",
        "Poetry is read on the boats on Fridays.",
        "The style of the boats is black.",
    ],
)
def test_what_is_no_claim_about_the_tools_of_now_is_left_alone(ferry: Path, text: str) -> None:
    assert held(ferry, text) is None
