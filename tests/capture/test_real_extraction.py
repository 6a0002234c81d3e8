"""The rules on real snippets with gold memories. They lie beside the repository, never in it."""

import pytest

from benchmarks.quality import BESIDE, extracted, measure

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not BESIDE.is_dir(), reason="the real snippets are not part of the project"),
]


def test_most_gold_memories_are_found_and_most_facts_are_right() -> None:
    quality = measure(BESIDE)
    assert quality.recall >= 0.7
    assert quality.precision >= 0.6


def test_every_fact_rests_on_its_snippet_and_says_why_it_matters() -> None:
    for line in (BESIDE / "entity_extraction_dataset.jsonl").read_text(encoding="utf-8").splitlines():
        for fact in extracted(line):
            assert fact.quote in line
            assert fact.reason
            assert fact.categories
