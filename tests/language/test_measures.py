"""The figures for two statements are the same on every run, so that a model of them is too."""

import os
import subprocess
import sys

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
