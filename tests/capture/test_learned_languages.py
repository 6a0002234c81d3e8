"""What the rules keep of short texts in Chinese, German and French."""

import asyncio
from datetime import date

import pytest

from memtui.capture.rules.extractor import RuleExtractor
from memtui.capture.windows import windows

TEXTS = {
    "zh": ("小唐：在吗\n小叶：在\n小唐：以后发票一律由财务部开，不要自己开。\n小叶：好的", "财务部", "在吗"),
    "de": ("- Kurze Pause.\n- Frau Lindner kümmert sich ab sofort um die Verträge.", "Lindner", "Pause"),
    "fr": ("- On fait une pause.\n- Le dépôt est fermé chaque mercredi en août.", "mercredi", "pause"),
}


@pytest.mark.parametrize("language", TEXTS)
def test_what_lasts_is_kept_in_each_language_and_the_moment_is_not(language: str) -> None:
    text, kept, left = TEXTS[language]
    extractor = RuleExtractor(date(2032, 1, 1))
    found = [each.text for window in windows(text) for each in asyncio.run(extractor.extract(window))]
    assert any(kept in each for each in found)
    assert not any(left in each for each in found)
