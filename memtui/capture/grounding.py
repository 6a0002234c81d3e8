"""Whether a statement's numbers, dates and names come from the text it claims to come from.

Used by the gate against inventions. A number counts as found in any spelling (`2,400`, `2.4k`, `two`), a
date in any wording that means the same day, a name by its stem.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence, Set
from datetime import date
from functools import cached_property
from pathlib import Path

from memtui.capture.entries import Entry, day_at
from memtui.capture.quantities import differences, in_other_measures, is_measure, quantities
from memtui.capture.sentences import language_of
from memtui.capture.support.added import invented_beside_all
from memtui.capture.support.align import Pair
from memtui.capture.support.checks import undecided, unsupported
from memtui.capture.support.denial import allows_the_forbidden
from memtui.capture.support.ground import Ground, Passage, ground_of, read, said_at
from memtui.capture.support.signs import REASONS
from memtui.capture.support.whole import Gradual, Stretch, Whole
from memtui.capture.support.word_for_word import is_all_of
from memtui.capture.thread import Message, Thread, thread_in
from memtui.language.clocks import clocks
from memtui.language.numerals import NUMBER_WORDS, han_number
from memtui.language.periods import Mention, mentions
from memtui.phrases import lists_in, phrases_in

_NUMBER = re.compile(r"\d[\d,.\u202f\u00a0']*\d|\d")
_PHRASES = phrases_in(Path(__file__).with_name("in_figures.toml"), within="grounding")
_SCALED = _PHRASES["scaled"].pattern
_SCALES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "mio": 1e6, "million": 1e6} | dict.fromkeys(
    ("b", "bn", "billion", "mrd"), 1e9
)
_WORD = re.compile(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff](?:[^\W\u3040-\u30ff\u3400-\u9fff]|['’-])*")
_START = re.compile(r"(?:^|[.!?:;(\"“„\n•–—。！？：；（「-])\s*[\"'“„(*]*\Z")
_CLOCK = re.compile(r"(?<![\d.,:])([01]?\d|2[0-4])[.:]([0-5]\d)(?![\d.,:]\d|\d)")
_DAY = re.compile(r"(?<!\d)(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4})(?!\d)")
_QUARTERS = (
    (("半", "half past", "halb"), 30),
    (("一刻", "quarter past", "Viertel nach"), 15),
    (("三刻", "quarter to"), 45),
)
"""Minutes that are said in words."""
_YEAR_ALONE = re.compile(r"\d{4}")
_DIGITS_OF_A_YEAR = 4
_AFTERNOON = _PHRASES["afternoon"].pattern
_PLAIN_STARTS = frozenset(lists_in(Path(__file__).with_name("words.toml"), "starts")["plain"].words)
_ELIDED = re.compile(r"^(?:[cdjlmnst]|qu)'(?=\w{2})")
"""The short words that French and Italian join to the next one: `c'est`."""
_STEM = 4
"""Letters by which two forms of a name or word are taken for the same."""


class Source:
    """The whole text that statements are checked against; what it holds is found once."""

    def __init__(self, text: str, today: date, of_days: Sequence[Entry] = ()) -> None:
        self.text = text
        self.today = today
        """The day the text was written, from which its `yesterday` counts."""
        self._of_days = of_days
        """Its entries, where it is a diary: each is read from its own day."""

    def day_at(self, place: int) -> date:
        """Return the day from which the `yesterday` counts that stands at a place."""
        return day_at(self._of_days, place) or self.today

    @cached_property
    def thread(self) -> Thread | None:
        """The messages of the text; None where it is no thread."""
        return thread_in(self.text, self.today)

    def message_at(self, place: int) -> Message | None:
        """Return the message that holds a place of the text; None where it is no thread."""
        return None if self.thread is None else self.thread.at(place)

    @cached_property
    def messages(self) -> Whole:
        """The same of the words of a thread, without heads, each message read from its own day."""
        if self.thread is None:
            return self.whole
        written = [
            Stretch(each.start, each.end, each.day or self.day_at(each.start))
            for each in self.thread.messages
        ]
        return Whole(self.thread.words, written)

    @cached_property
    def folded(self) -> str:
        """The text without letter case."""
        return self.text.casefold()

    @cached_property
    def clocks(self) -> Set[int]:
        """The times of day it names, in minutes from midnight."""
        return Gradual(self.text, _minutes_in)

    @cached_property
    def whole(self) -> Whole:
        """The days it speaks of, with the day it was written."""
        return Whole(self.text, list(self._written()))

    def _written(self) -> Iterator[Stretch]:
        """Yield the stretches of the text with the day each was written on, one right behind another."""
        position = 0
        for start, end, day in self._of_days:
            if position < start:
                yield Stretch(position, start, self.today)
            yield Stretch(start, end, day)
            position = end
        if position < len(self.text) or not self._of_days:
            yield Stretch(position, len(self.text), self.today)

    @cached_property
    def numbers(self) -> set[str]:
        """Its numbers, each in every spelling."""
        known: set[str] = set()
        for match in _NUMBER.finditer(self.text):
            known |= _spellings(match[0].rstrip(".,'"))
        for match in _SCALED.finditer(self.text):
            known.add(f"{float(match[1].replace(',', '.')) * _SCALES[match[2].lower()]:.0f}")
        for match in _CLOCK.finditer(self.text):
            known |= {part.lstrip("0") or "0" for part in match.groups()}
        known |= {str(minutes) for names, minutes in _QUARTERS for word in names if word in self.text}
        known.update(NUMBER_WORDS[word] for word in self.vocabulary & NUMBER_WORDS.keys())
        return known

    @cached_property
    def numbers_beside_days(self) -> set[str]:
        """Its numbers without those of days in figures: the month of one is no hour."""
        rest, days = _DAY.subn(" ", self.text)
        return Source(rest, self.today).numbers if days else self.numbers

    @cached_property
    def values(self) -> Set[float]:
        """Its numbers; stretches of time also in the next smaller and larger unit."""
        return Gradual(self.text, _values_in)

    @cached_property
    def vocabulary(self) -> set[str]:
        """Its words without their endings."""
        words = {_bare(word) for word in set(_WORD.findall(self.text))}
        return words | {part for word in words if "-" in word for part in word.split("-")}

    @cached_property
    def stems(self) -> set[str]:
        """The beginnings of its words, of every length from four letters up to three short of the whole."""
        return {word[:n] for word in self.vocabulary for n in range(_STEM, max(len(word) - 3, _STEM) + 1)}

    @cached_property
    def language(self) -> str:
        """The language most of it is written in."""
        return language_of(self.text)

    @cached_property
    def nouns_are_capital(self) -> bool:
        """Whether its language writes every noun with a capital."""
        return self.language == "de"


def _minutes_in(text: str) -> set[int]:
    return {minutes for each in clocks(text) for minutes in each.minutes}


def _values_in(text: str) -> set[float]:
    amounts = quantities(text)
    numbers = {each.value for each in amounts} | differences(amounts)
    numbers |= {value for each in amounts for value in in_other_measures(each)}
    return numbers | {_hour(match[1] or match[2]) + 12.0 for match in _AFTERNOON.finditer(text)}


def invented(statement: str, source: Source) -> str | None:
    """Return the first number, date or name of `statement` that `source` does not hold, or None."""
    for written, meant in _dates(statement, source.today):
        if not _gives(source, written, meant) and not _YEAR_ALONE.fullmatch(written) and meant[0].absolute:
            return written
    return invented_beside_dates(statement, source)


def invented_beside_dates(statement: str, source: Source) -> str | None:
    """Return the first number or name of `statement` that `source` does not hold, or None.

    A day may be one that follows from the text without standing in it: `unfounded` weighs that.
    """
    rest = statement
    for written, meant in _dates(statement, source.today):
        if (meant[0].absolute and not _YEAR_ALONE.fullmatch(written)) or _gives(source, written, meant):
            rest = rest.replace(written, " " * len(written), 1)
    for clock in reversed(clocks(rest)):
        written = rest[clock.start : clock.end]
        if any(minutes in source.clocks for minutes in clock.minutes):
            rest = rest[: clock.start] + " " * (clock.end - clock.start) + rest[clock.end :]
        elif _hours(written) & source.numbers - source.numbers_beside_days:
            return written
    return _number(rest, source) or _name(rest, source)


def _hours(clock: str) -> set[str]:
    """Return the hour of a time of day in figures."""
    written = _CLOCK.search(clock)
    return {written[1].lstrip("0") or "0"} if written else set()


def _gives(source: Source, written: str, meant: Sequence[Mention]) -> bool:
    """Say whether a text has a date, in these words or others; its own year goes without saying."""
    if written == f"{source.today.year}":
        return True
    return source.whole.names(meant) or written.casefold() in source.folded


def unfounded(statement: str, source: Source, quoted: tuple[int, int]) -> str | None:
    """Return why the words around its quote, which stands at `quoted` in the text, do not carry a statement.

    None when nothing speaks against it.
    """
    if _is_all_of(statement, source, quoted):
        return None
    pair = Pair(*ground(statement, source, quoted), source.language)
    if invented_beside_all(pair, source.folded):
        return REASONS["reason"]
    return REASONS["denied"] if allows_the_forbidden(pair) else unsupported(pair)


def is_unsure(statement: str, source: Source, quoted: tuple[int, int]) -> bool:
    """Say whether `unfounded` could as well say otherwise: about as much speaks against it as for it."""
    if _is_all_of(statement, source, quoted):
        return False
    return undecided(Pair(*ground(statement, source, quoted), source.language))


def _is_all_of(statement: str, source: Source, quoted: tuple[int, int]) -> bool:
    """Say whether a statement is its quote, in the same words: nothing is left to weigh."""
    message = source.message_at(quoted[0])
    text = source.text if message is None or source.thread is None else source.thread.words
    said = said_at(text, *quoted, "" if message is None else message.who)
    return is_all_of(statement, text[said.start : said.end], said.speaker)


def ground(statement: str, source: Source, quoted: tuple[int, int]) -> tuple[Passage, Ground]:
    """Return a statement and what its quote gives it to rest on, read so that they can be compared."""
    message = source.message_at(quoted[0])
    if message is None:
        day = source.day_at(quoted[0])
        return read(statement, mentions(statement, day)), ground_of(source.whole, *quoted, day)
    day = message.day or source.day_at(quoted[0])
    said = read(statement, mentions(statement, day))
    return said, ground_of(source.messages, *quoted, day, message.who)


def _dates(statement: str, today: date) -> list[tuple[str, list[Mention]]]:
    """Return each date as it is written, with what it may mean."""
    by_span: dict[tuple[int, int], list[Mention]] = {}
    for each in mentions(statement, today):
        by_span.setdefault((each.start, each.end), []).append(each)
    return [(statement[start:end], meant) for (start, end), meant in by_span.items()]


def _number(statement: str, source: Source) -> str | None:
    for each in quantities(statement):
        if each.value in source.values or not any(map(str.isnumeric, statement[each.start : each.end])):
            continue
        figure = statement[each.start : each.end].strip()
        written = _NUMBER.search(figure)
        if _YEAR_ALONE.fullmatch(figure) and _year_follows(int(figure), source):
            continue
        if written is None or not _spellings(written[0].rstrip(".,'")) & source.numbers:
            return written[0].rstrip(".,'") if written else figure
    return None


def _year_follows(year: int, source: Source) -> bool:
    """Say whether a year lies off one that the text has, or was written in, by a number that it has too."""
    years = {value for value in source.values if len(f"{value:.0f}") == _DIGITS_OF_A_YEAR}
    return any(abs(year - each) in source.values for each in years | {source.today.year})


def _hour(text: str) -> int:
    return int(text) if text.isascii() else han_number(text)


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
    vocabulary = source.vocabulary
    nouns_are_capital = source.nouns_are_capital or language_of(statement) == "de"
    for match in _WORD.finditer(statement):
        word = match[0]
        if not any(c.isupper() for c in word):
            continue
        bare = _bare(word)
        if is_measure(bare):
            continue
        if (
            bare in vocabulary
            or len(bare) < 2
            or any(part in vocabulary for part in bare.split("-") if len(part) > 2)
        ):
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
    if any(character.isdigit() for character in statement[end : following.start()]):
        return False
    if statement[end : end + 2] in {"'s", "’s"} or after[0].isupper():
        return True
    verbs = {"is", "was", "has", "will", "said", "says", "chose", "told", "asked", "wants", "prefers"}
    return after in verbs and not bare.endswith("s")


def _bare(word: str) -> str:
    word = unicodedata.normalize("NFKC", word).replace("’", "'").casefold().strip("'-_")
    word = _ELIDED.sub("", word)
    for ending in ("'s", "'ve", "'re", "'ll", "'d", "'m", "n't"):
        word = word.removesuffix(ending)
    return word
