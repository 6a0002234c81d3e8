"""Two machines that meet in a folder, and two members of a team."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sync.stores import Machine, machine
from tests.sync.team import member


@pytest.fixture
def desk(new_store: Path, tmp_path: Path) -> Iterator[Machine]:
    one = machine(new_store, tmp_path, "desk", tmp_path / "meeting")
    yield one
    one.store.close()


@pytest.fixture
def lap(new_store: Path, tmp_path: Path) -> Iterator[Machine]:
    one = machine(new_store, tmp_path, "lap", tmp_path / "meeting")
    yield one
    one.store.close()


@pytest.fixture
def ada(new_store: Path, tmp_path: Path) -> Iterator[Machine]:
    one = member(new_store, tmp_path, "desk", "Ada")
    yield one
    one.store.close()


@pytest.fixture
def bob(new_store: Path, tmp_path: Path) -> Iterator[Machine]:
    one = member(new_store, tmp_path, "lap", "Bob")
    yield one
    one.store.close()
