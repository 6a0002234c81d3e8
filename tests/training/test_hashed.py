"""How much each example counts is found without the products of all with all."""

import numpy as np
import pytest
from numpy.typing import NDArray

from training.hashed import Hashed, fit_logistic, fit_ridge
from training.logistic import weighed
from training.ridge import fit

HELD = 0.7


def examples(many: int = 40) -> tuple[Hashed, NDArray[np.float64], NDArray[np.bool_]]:
    """Return some, the same as a table, and which of them are wanted."""
    chance = np.random.default_rng(5)
    table = np.where(chance.random((many, 12)) < 0.4, chance.random((many, 12)), 0.0)
    wanted = table[:, 0] + table[:, 1] + 0.5 * chance.random(many) > 0.6
    rows, places = np.nonzero(table[:, :9])
    values = table[:, :9][rows, places].astype(np.float32)
    return Hashed(rows, places, values, 9, table[:, 9:].astype(np.float32)), table, wanted


def test_the_slope_is_nothing_where_the_fit_ends() -> None:
    hashed, table, wanted = examples()
    counts = np.where(wanted, 1.0, 3.0)
    shares, bias = fit_logistic(hashed, wanted, counts, HELD)
    likely = 1 / (1 + np.exp(-(table @ (table.T @ shares) + bias)))
    assert shares == pytest.approx(counts * (wanted - likely) / HELD, abs=0.1)
    assert hashed.sums(hashed.weights(shares)) + bias == pytest.approx(
        table @ (table.T @ shares) + bias, abs=1e-4
    )


def test_it_tells_what_logistic_regression_on_columns_tells() -> None:
    hashed, table, wanted = examples()
    shares, bias = fit_logistic(hashed, wanted, np.ones(len(wanted)), HELD)
    columns = np.concatenate([table, np.ones((len(table), 1))], axis=1)
    line = weighed(columns, wanted, HELD)
    assert table.T @ shares == pytest.approx(line[:-1], abs=0.25)
    assert np.corrcoef(table @ (table.T @ shares) + bias, columns @ line)[0, 1] > 0.99


def test_ridge_regression_is_what_the_products_written_down_give() -> None:
    hashed, table, wanted = examples()
    shares, bias = fit_ridge(hashed, wanted, HELD)
    expected, of_nothing = fit(table @ table.T, wanted[:, None], HELD)
    assert shares == pytest.approx(expected[:, 0], abs=0.01)
    assert bias == pytest.approx(of_nothing[0])


def test_some_examples_are_told_as_they_are_among_all() -> None:
    hashed, _, wanted = examples()
    weights = hashed.weights(np.where(wanted, 1.0, -1.0))
    assert hashed.some(wanted).sums(weights) == pytest.approx(hashed.sums(weights)[wanted], abs=1e-5)


def test_an_example_without_features_is_told_by_its_counts() -> None:
    hashed, _, _ = examples()
    bare = Hashed(hashed.rows[:0], hashed.places[:0], hashed.values[:0], 9, hashed.counts)
    weights = (np.ones(9, np.float32), np.ones(3, np.float32))
    assert bare.sums(weights) == pytest.approx(hashed.counts.sum(axis=1), abs=1e-5)
