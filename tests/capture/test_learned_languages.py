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


def kept(text: str) -> list[str]:
    extractor = RuleExtractor(date(2032, 1, 1))
    return [each.text for window in windows(text) for each in asyncio.run(extractor.extract(window))]


@pytest.mark.parametrize(
    "said",
    [
        "我们决定使用 Valkey 8。",
        "我们决定把缓存从 Redis 换成 Valkey。",
        "他对青霉素过敏。",
        "release への直接 push は禁止です。",
        "Ne jamais pousser directement sur release.",
    ],
)
def test_a_decision_a_rule_and_a_preference_are_kept_as_they_are_written(said: str) -> None:
    assert kept(said) == [said]


@pytest.mark.parametrize("said", ["这个决定因素很多。", "好的，明天再说。"])
def test_what_only_sounds_like_one_is_left(said: str) -> None:
    assert kept(said) == []
