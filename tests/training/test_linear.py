"""Weights are learned from a few features an example, and survive being stored in eight bits."""

import numpy as np
import pytest

from training.linear import Descent, descended, in_bytes

HOW = Descent(rate=0.5, ridge=0.1)
ROWS = [[0, 1], [0, 2, 3], [1, 3], [2]]
WANTED = np.array([1.0, 1.0, 0.0, 0.0])


def test_what_only_the_wanted_have_speaks_for_them() -> None:
    weights, _ = descended(ROWS, WANTED, 5, HOW)
    assert weights.argmax() == 0
    assert weights[4] == 0.0


def test_an_example_that_counts_twice_is_one_that_is_there_twice() -> None:
    counted, bias = descended(ROWS, WANTED, 5, HOW, np.array([2.0, 1.0, 1.0, 1.0]))
    doubled, same_bias = descended([ROWS[0], *ROWS], np.array([1.0, *WANTED]), 5, HOW)
    assert counted == pytest.approx(doubled)
    assert bias == pytest.approx(same_bias)


def test_a_stored_weight_is_half_a_step_off_at_most() -> None:
    weights, _ = descended(ROWS, WANTED, 5, HOW)
    packed, step = in_bytes(weights)
    stored = np.frombuffer(packed, np.int8)
    assert np.abs(stored).max() == 127
    assert np.abs(stored * step - weights).max() <= step / 2
