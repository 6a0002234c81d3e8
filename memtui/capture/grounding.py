"""Whether a statement's numbers, dates and names come from the text it claims to come from.

Used by the gate against inventions. A number counts as found in any spelling (`2,400`, `2.4k`, `two`), a
date in any wording that means the same day, a name by its stem.
"""

import re
import unicodedata
from datetime import date
from functools import cached_property

from memtui.capture.dates import dates_written, days_in
from memtui.capture.sentences import language_of

_NUMBER = re.compile(r"\d[\d,.\u202f\u00a0']*\d|\d")
_SCALED = re.compile(
    r"(?<!\d)(\d+(?:[.,]\d+)?)\s?(k|m|mio|bn|b|thousand|million|billion|mrd)\b", re.IGNORECASE
)
_SCALES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "mio": 1e6, "million": 1e6} | dict.fromkeys(
    ("b", "bn", "billion", "mrd"), 1e9
)
_SPAN = re.compile(r"\b\d{4}-\d{2}\b|\bQ[1-4] \d{4}\b|\b\d{4}\b")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_START = re.compile(r"(?:^|[.!?:;(\"“„\n•–—-])\s*[\"'“„(*]*\Z")
_COUNTED = (
    "zero; one once single; two twice both pair double; three third; four fourth; five fifth; six sixth; "
    "seven seventh; eight eighth; nine ninth; ten tenth; eleven; twelve dozen"
)
_NUMBER_WORDS = {
    word: str(number) for number, words in enumerate(_COUNTED.split(";")) for word in words.split()
} | {
    "fifteen": "15",
    "twenty": "20",
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "half": "50",
    "sixty": "60",
    "seventy": "70",
    "eighty": "80",
    "ninety": "90",
    "hundred": "100",
    "thousand": "1000",
}
_STARTS = """
    a an the this that these those user users assistant team there when while if after before because since
    although however all any each every no not never always both some most many once only our my their his
    her its your we i they he she it you for in on at by with from to as of new use uses using current open
"""
_PLAIN_STARTS = frozenset(_STARTS.split())
_STEM = 4
"""Letters by which two forms of a name or word are taken for the same."""


class Source:
    """A text that statements are checked against; what it holds is found once."""

    def __init__(self, text: str, today: date) -> None:
        self.text = text
        self.today = today

    @cached_property
    def folded(self) -> str:
        """The text without letter case."""
        return self.text.casefold()

    @cached_property
    def days(self) -> set[date]:
        """The days it speaks of."""
        return days_in(self.text, self.today)

    @cached_property
    def spans(self) -> set[str]:
        """Years, months and quarters of those days, as `dates.absolute` writes them."""
        found = set()
        for day in self.days:
            found |= {f"{day.year}", f"{day:%Y-%m}", f"Q{(day.month + 2) // 3} {day.year}"}
        return found

    @cached_property
    def numbers(self) -> set[str]:
        """Its numbers, each in every spelling."""
        known: set[str] = set()
        for match in _NUMBER.finditer(self.text):
            known |= _spellings(match[0].rstrip(".,'"))
        for match in _SCALED.finditer(self.text):
            known.add(f"{float(match[1].replace(',', '.')) * _SCALES[match[2].lower()]:.0f}")
        known.update(_NUMBER_WORDS[word] for word in self.words & _NUMBER_WORDS.keys())
        return known

    @cached_property
    def words(self) -> set[str]:
        """Its words without their endings."""
        words = {_bare(word) for word in set(_WORD.findall(self.text))}
        return words | {part for word in words if "-" in word for part in word.split("-")}

    @cached_property
    def stems(self) -> set[str]:
        """The beginnings of its words, of every length from four letters up to three short of the whole."""
        return {word[:n] for word in self.words for n in range(_STEM, max(len(word) - 3, _STEM) + 1)}


def invented(statement: str, source: Source) -> str | None:
    """Return the first number, date or name of `statement` that `source` does not hold, or None."""
    rest = statement
    if _NUMBER.search(statement):
        for words, day in dates_written(statement, source.today):
            if words.casefold() in source.folded:
                continue
            if day not in source.days:
                return words
            rest = rest.replace(words, " ", 1)
        rest = _SPAN.sub(lambda span: " " if span[0] in source.spans else span[0], rest)
    return _number(rest, source) or _name(rest, source)


def _number(statement: str, source: Source) -> str | None:
    for match in _NUMBER.finditer(statement):
        number = match[0].rstrip(".,'")
        if not _spellings(number) & source.numbers:
            return number
    return None


def _spellings(number: str) -> set[str]:
    """Return a number as written and without its separators; `1.000` may be a thousand or one."""
    plain = re.sub(r"[,\u202f\u00a0']", "", number)
    spellings = {plain, plain.lstrip("0") or "0"}
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+", number):
        spellings.add(number.replace(".", ""))
    if "." in plain:
        spellings |= (
            {plain.rstrip("0").rstrip("."), *plain.split(".")}
            if plain.count(".") > 1
            else {plain.rstrip("0").rstrip(".")}
        )
    return spellings


def _name(statement: str, source: Source) -> str | None:
    words = source.words
    nouns_are_capital = language_of(statement) == "de"
    for match in _WORD.finditer(statement):
        word = match[0]
        if not any(c.isupper() for c in word):
            continue
        bare = _bare(word)
        if bare in words or len(bare) < 2 or any(part in words for part in bare.split("-") if len(part) > 2):
            continue
        if word[1:].islower() and nouns_are_capital:
            continue
        if word[1:].islower() and _START.search(statement[: match.start()][-8:]):
            if bare in _PLAIN_STARTS or bare[:_STEM] in source.stems:
                continue
            if not _like_a_name(statement, match.end(), bare):
                continue
        elif len(bare) > _STEM and bare[: max(_STEM, len(bare) - 3)] in source.stems:
            continue
        return word
    return None


def _like_a_name(statement: str, end: int, bare: str) -> bool:
    """Say whether a capitalised first word is used as a name: another capital or a verb's -s follows it."""
    following = _WORD.search(statement, end)
    if following is None or bare.endswith(("ing", "ly", "ed", "tion", "ment", "ness")):
        return False
    after = following[0]
    if statement[end : end + 2] in {"'s", "’s"} or after[0].isupper():
        return True
    verbs = {"is", "was", "has", "will", "said", "says", "chose", "told", "asked", "wants", "prefers"}
    return after in verbs and not bare.endswith("s")


def _bare(word: str) -> str:
    word = unicodedata.normalize("NFKC", word).replace("’", "'").casefold().strip("'-_")
    for ending in ("'s", "'ve", "'re", "'ll", "'d", "'m", "n't"):
        word = word.removesuffix(ending)
    return word
