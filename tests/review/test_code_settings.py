"""A single value that a project sets is held against what a memory says: a version, a setting, a port."""

from pathlib import Path

import pytest

from memtui.review.code import settings
from memtui.review.code.facts import Held
from memtui.review.code.holding import Code
from memtui.review.code.work_tree import Reading, WorkTree

FILES = {
    "Cargo.toml": '[package]\nname = "mill"\nversion = "0.14.2"\n'
    '[dependencies]\nsea = { version = "9.1.0" }\n',
    "web/package.json": '{"name": "mill-web", "version": "3.1.0",\n "dependencies": {"vue": "^3.4.0"}}\n',
    "rustfmt.toml": "max_width = 100\n",
    "py/pyproject.toml": "[tool.black]\nline-length = 99\n[tool.mypy]\nstrict = true\n",
    "tsconfig.json": '{"compilerOptions": {"strict": false}}\n',
    "compose.yaml": 'services:\n  store:\n    image: postgres:16\n    ports: ["5433:5432"]\n'
    "  cache:\n    image: redis:7\n    ports:\n      - target: 6379\n        published: 6390\n",
}


def held(folder: Path, files: dict[str, str], text: str) -> Held | None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return Code(WorkTree(str(folder), tuple(files), Reading())).hold(text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("The version is 0.14.2.", "Cargo.toml, line 3"),
        ("The version in package.json is 3.1.", "web/package.json, line 1"),
        ("The line length in Python is 99.", "py/pyproject.toml, line 2"),
        ("Lines are at most 100 characters (rustfmt).", "rustfmt.toml, line 1"),
        ("mypy runs in strict mode.", "py/pyproject.toml, line 4"),
        ("Postgres is reached on host port 5433.", "compose.yaml, line 4"),
        ("Redis listens on localhost, port 6390.", "compose.yaml, line 9"),
    ],
)
def test_what_is_set_as_it_is_said_is_the_same(tmp_path: Path, text: str, place: str) -> None:
    told = held(tmp_path, FILES, text)
    assert told is not None
    assert (told.same, told.facts[0].place) == (True, place)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("The version in Cargo.toml is 0.12.0.", "its version is 0.14.2"),
        ("The version of mill-web is 2.9.1.", "its version is 3.1.0"),
        ("The line length is 88.", "line length is 100 there"),
        ("black wraps at column 80.", "line length is 99 there"),
        ("TypeScript runs in strict mode.", "strict mode is false there"),
        ("PostgreSQL is reached on host port 5432.", "the port of the host is 5433"),
    ],
)
def test_what_is_set_otherwise_is_told(tmp_path: Path, text: str, why: str) -> None:
    told = held(tmp_path, FILES, text)
    assert told is not None
    assert (told.same, told.why) == (False, why)


def test_a_name_with_underscores_is_of_several_words_too(tmp_path: Path) -> None:
    files = {"pyproject.toml": '[project]\nname = "mill_stones"\nversion = "1.3.0"\n'}
    told = held(tmp_path, files, "The version of mill_stones is 1.2.0.")
    assert told is not None
    assert (told.same, told.why) == (False, "its version is 1.3.0")


@pytest.mark.parametrize(
    "text",
    [
        "The version of the controller board is 2.9.1.",
        "The API of the mill is version 3.0.",
        "The version in pyproject.toml is 1.8.0.",
        "The next version is 0.15.0.",
        "Lines of the feed are at most 512 characters.",
        "Postgres listens on port 5432.",
        "Inside the network Postgres has port 5432, on the host too.",
        "MariaDB is reached on host port 3306.",
        "pyright runs in strict mode.",
    ],
)
def test_what_may_be_about_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    assert held(tmp_path, FILES, text) is None


@pytest.mark.parametrize("setting", settings.known().settings, ids=lambda setting: setting.name)
def test_each_setting_is_told_by_its_example_and_not_by_its_counter_example(
    tmp_path: Path, setting: settings.Setting
) -> None:
    file, _, line = setting.has.partition(": ")
    told = held(tmp_path, {file: line}, setting.says)
    assert told is not None
    assert not told.same
    assert held(tmp_path, {file: line}, setting.but) is None
