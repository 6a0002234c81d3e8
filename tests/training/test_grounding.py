"""What speaks against a statement is learned from statements of the project, the same each time."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks.grounding import FRESH, claims
from memtui.capture.support.scoring import FILE, shipped
from memtui.capture.support.signs import SIGNS
from training import grounding
from training.grounding_fit import Examples, fitted


def _examples() -> tuple[Examples, np.ndarray]:
    """Return statements of which the false ones show the first sign and drop word 7."""
    false = np.array([True, False] * 10)
    signs = np.zeros((20, 2 * len(SIGNS)))
    signs[false, 0] = 1.0
    signs[~false, 1] = 1.0
    near = np.where(false, 0.2, 0.8)[:, None]
    return Examples(signs, near, np.full(10, 7), np.flatnonzero(false)), false


def test_what_false_statements_share_speaks_against_and_no_sign_speaks_for() -> None:
    examples, false = _examples()
    learned = fitted(examples, false)
    assert learned.signs[0] > 0.0
    assert learned.signs.min() >= 0.0
    assert learned.near[0] < 0.0
    assert learned.changes[7] > 0.0
    assert learned.sums(examples)[false].min() > learned.sums(examples)[~false].max()
    assert np.array_equal(fitted(examples, false).changes, learned.changes)


def test_some_examples_keep_their_own_changes() -> None:
    examples, false = _examples()
    assert examples.chosen(false).owner.tolist() == list(range(10))
    assert examples.chosen(~false).places.tolist() == []


def test_nothing_is_learned_from_what_is_only_measured() -> None:
    fresh = {claim.source for first in (True, False) for claim in claims(FRESH, first=first)}
    assert not fresh & {claim.source for claim in grounding.learned_from()}


def test_a_line_is_told_as_it_stands_without_who_said_it() -> None:
    told = [claim for claim in grounding.learned_from() if claim.statement in claim.quote]
    assert len(told) > 100
    assert not any(claim.kind for claim in told if claim.statement == claim.quote)


def test_statements_that_cannot_be_read_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(grounding, "WIDE", tmp_path / "none.txt")
    assert grounding.main(["--into", str(tmp_path)]) == 1
    assert "the statements can't be read" in capsys.readouterr().err
    assert shipped.usable() is not None
    assert FILE.exists()
