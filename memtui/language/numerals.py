"""Numbers that are written as words: `forty`, `zwölf`, `三十万`. Those of Latin letters are in numbers.toml.

Read by `grounding`, `support`, `periods` and the comparison of statements.
"""

import re
import tomllib
from pathlib import Path

_TABLES = tomllib.loads(Path(__file__).with_name("numbers.toml").read_text("utf-8"))


def _digits_by_word(*tables: str) -> dict[str, str]:
    """Return the digits for each word of some tables; of two meanings the later table's holds."""
    return {
        word: digits for table in tables for digits, words in _TABLES[table].items() for word in words.split()
    }


NUMBER_WORDS = _digits_by_word("english", "english_together", "english_others", "german")
"""English and German words by the number they mean."""
FRENCH_AND_SPANISH = _digits_by_word("french_and_spanish")
ARTICLES = _digits_by_word("articles")
ENGLISH = _digits_by_word("english")
"""English words by the number they mean, but for those that mean others besides."""
IN_COMPARISON = _digits_by_word("english", "english_together", "english_in_comparison")
"""The words that are numbers where two statements are compared."""
del IN_COMPARISON["one"]  # there it is an article as often as a number
_SCALES = {"hundred": 100, "thousand": 1000}
CERTAIN = frozenset(NUMBER_WORDS) - frozenset(_TABLES["doubtful"].split())
"""Those of `NUMBER_WORDS` that hardly mean anything else."""

_DIGITS = {character: number for number, character in enumerate("〇一二三四五六七八九")} | {
    "零": 0, "两": 2, "兩": 2,
}  # fmt: skip
_PLACES = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_HAN = "".join([*_DIGITS, *_PLACES])
HAN = re.compile(rf"(?:\d{{1,9}}(?:\.\d{{1,4}})?|[{_HAN}]{{1,12}})[{''.join(_MYRIADS)}]|[{_HAN}]{{1,12}}")
"""A number in Chinese characters, or in figures before a myriad."""


def in_english(words: str) -> int | None:
    """Return what English words in lower case say together, `two hundred`; None for what is no number."""
    total = current = 0
    for word in re.split(r"[ -]+", words):
        spelt = "1" if word == "one" else IN_COMPARISON.get(word)
        if spelt is None:
            return None
        if word in _SCALES:
            current = max(current, 1) * _SCALES[word]
            if word == "thousand":
                total, current = total + current, 0
        else:
            current += int(spelt)
    return total + current


def han_number(text: str) -> int:
    """Return what a match of `HAN` says."""
    if text[-1] in _MYRIADS:
        return round(_small(text[:-1]) * _MYRIADS[text[-1]])
    return round(_small(text))


def han_count(text: str) -> int:
    """Return a number in figures, wide ones as well, or in Chinese characters."""
    return int(text) if text.isdecimal() else han_number(text)


def _small(text: str) -> float:
    """Return a number below ten thousand, in figures or characters; digits in a row are read as figures."""
    if text[0].isascii():
        return float(text)
    if all(character in _DIGITS for character in text):
        return int("".join(str(_DIGITS[character]) for character in text))
    total, digit = 0, 1
    for character in text:
        if character in _PLACES:
            total += digit * _PLACES[character]
            digit = 0
        else:
            digit = _DIGITS[character]
    return total + (digit if text[-1] not in _PLACES else 0)
