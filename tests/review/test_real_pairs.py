"""Duplicates and conflicts among pairs that people judged. They lie beside the repository, never in it."""

import pytest

from benchmarks.pairs import BESIDE
from benchmarks.review_pairs import figures

pytestmark = [
    pytest.mark.long,
    pytest.mark.real,
    pytest.mark.skipif(not (BESIDE / "pairs").is_dir(), reason="the pairs are not part of the project"),
]


def test_the_pass_proposes_what_people_judged_so_and_little_else() -> None:
    found = list(figures(BESIDE))
    assert len(found) > 8
    assert [figure.name for figure in found if not figure.met] == []
