"""The figures for two statements are the same on every run and either way round: so is their model."""

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.language.measures import measured

OLDER = "The nightly export of orders, refunds, invoices and parcels writes one ledger for auditors in Graz"
NEWER = (
    "Auditors in Linz read the orders, refunds, invoices, parcels, vouchers and returns of a weekly export"
)
ASKED = f"""
from memtui.language.measures import measured
from memtui.language.side import telling_words
words = sorted(telling_words({OLDER!r}) | telling_words({NEWER!r}))
print(measured({OLDER!r}, {NEWER!r}, {{word: 1 / (n + 3) for n, word in enumerate(words)}}))
"""


_WORDS = (
    "Rules: ports the api › now no longer listens on 80 90 not `web` moved to v2 is done, never in /srv/log."
)
texts = st.lists(st.sampled_from(_WORDS.split()), min_size=1, max_size=12).map(" ".join)


@given(texts, texts)
def test_the_figures_are_the_same_whichever_of_two_comes_first(one: str, other: str) -> None:
    assert measured(one, other, {"port": 0.4}) == measured(other, one, {"port": 0.4})


@pytest.mark.long
def test_the_order_in_which_a_set_gives_its_words_changes_no_figure() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", ASKED],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3", "4")
    }
    assert len(told) == 1
