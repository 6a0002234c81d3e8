"""Numbers that are written as words: `forty`, `zwölf`, `三十万`. Read by `grounding`, `support` and
`periods`."""

import re

_COUNTED = (
    "zero null", "one once single eins einmal", "two twice both pair double zwei zweimal beide",
    "three third drei dreimal", "four fourth vier viermal", "five fifth fünf fünfmal", "six sixth sechs",
    "seven seventh sieben", "eight eighth acht", "nine ninth neun", "ten tenth zehn zehnmal", "eleven elf",
    "twelve dozen zwölf zwölfmal dutzend", "thirteen dreizehn", "fourteen vierzehn", "fifteen fünfzehn",
    "sixteen sechzehn", "seventeen siebzehn", "eighteen achtzehn", "nineteen neunzehn",
)  # fmt: skip
_TENS = {
    20: "twenty zwanzig", 30: "thirty dreißig", 40: "forty vierzig", 50: "fifty half fünfzig hälfte",
    60: "sixty sechzig", 70: "seventy siebzig", 80: "eighty achtzig", 90: "ninety neunzig",
    100: "hundred hundert", 1000: "thousand tausend",
}  # fmt: skip
NUMBER_WORDS = {word: str(number) for number, words in enumerate(_COUNTED) for word in words.split()} | {
    word: str(number) for number, words in _TENS.items() for word in words.split()
}
"""English and German words by the number they mean."""
CERTAIN = frozenset(NUMBER_WORDS) - frozenset(
    [
        "one",
        "once",
        "single",
        "eins",
        "einmal",
        "both",
        "beide",
        "pair",
        "double",
        "half",
        "hälfte",
        "third",
        "acht",
        "elf",
        "null",
        "zero",
    ]
)
"""Those of them that hardly mean anything else."""

_DIGITS = {character: number for number, character in enumerate("〇一二三四五六七八九")} | {
    "零": 0, "两": 2, "兩": 2,
}  # fmt: skip
_PLACES = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_HAN = "".join([*_DIGITS, *_PLACES])
HAN = re.compile(rf"(?:\d{{1,9}}(?:\.\d{{1,4}})?|[{_HAN}]{{1,12}})[{''.join(_MYRIADS)}]|[{_HAN}]{{1,12}}")
"""A number in Chinese characters, or in figures before a myriad."""


def han_number(text: str) -> int:
    """Return what a match of `HAN` says."""
    if text[-1] in _MYRIADS:
        return round(_small(text[:-1]) * _MYRIADS[text[-1]])
    return round(_small(text))


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
