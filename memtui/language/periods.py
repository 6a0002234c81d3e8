"""When a text speaks of: each day, week, month, quarter or year it names, in six languages, and in
relative words.

`mentions` reads English, German, French, Spanish, Chinese and Japanese. What is ambiguous (`Friday`, `5
January` without a year) is told once for each day it may mean. The gate against inventions asks whether a
statement's date can be one of them. A calendar library knows the names of months but not what `mid-October`
or `vor drei Tagen` means; the names are the smaller part, so both are told here.
"""

import calendar
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from memtui.language.numerals import NUMBER_WORDS, han_number

_MONTH_NAMES = (
    "january jan januar jänner janvier enero", "february feb februar février fevrier febrero",
    "march mar märz maerz mars marzo", "april apr avril abril", "may mai mayo",
    "june jun juni juin junio", "july jul juli juillet julio", "august aug août aout agosto",
    "september sep sept septembre septiembre", "october oct oktober okt octobre octubre",
    "november nov novembre noviembre", "december dec dezember dez décembre decembre diciembre",
)  # fmt: skip
MONTHS = {name: number for number, names in enumerate(_MONTH_NAMES, 1) for name in names.split()}
_WEEKDAY_NAMES = (
    "monday montag montags lundi lunes", "tuesday dienstag dienstags mardi martes",
    "wednesday mittwoch mittwochs mercredi miércoles", "thursday donnerstag donnerstags jeudi jueves",
    "friday freitag freitags vendredi viernes", "saturday samstag samstags sonnabend samedi sábado",
    "sunday sonntag sonntags dimanche domingo",
)  # fmt: skip
WEEKDAYS = {name: number for number, names in enumerate(_WEEKDAY_NAMES) for name in names.split()}
_HAN_WEEKDAYS = {name: number for number, name in enumerate("月火水木金土日")} | {
    name: number for number, name in enumerate("一二三四五六日")
} | {"天": 6}  # fmt: skip
_DAYS = {
    "the day before yesterday": -2, "vorgestern": -2, "avant-hier": -2, "anteayer": -2, "前天": -2,
    "一昨日": -2,
    "yesterday": -1, "gestern": -1, "hier": -1, "ayer": -1, "昨天": -1, "昨日": -1, "昨晚": -1,
    "last night": -1,
    "today": 0, "tonight": 0, "heute": 0, "aujourd'hui": 0, "hoy": 0, "今天": 0, "今日": 0, "今晚": 0,
    "tomorrow": 1, "morgen": 1, "demain": 1, "mañana": 1, "明天": 1, "明日": 1,
    "the day after tomorrow": 2, "übermorgen": 2, "après-demain": 2, "pasado mañana": 2, "后天": 2,
    "明後日": 2,
}  # fmt: skip
_UNITS = {
    "day": "day days tag tage tagen jour jours día días dia dias 天 日",
    "week": "week weeks woche wochen semaine semaines semana semanas 周 星期 礼拜 個星期 个星期 週 週間",
    "month": "month months monat monate monaten monats mois mes meses 个月 か月 ヶ月 カ月",
    "quarter": "quarter quarters quartal quartals quartale trimestre trimestres 季度 四半期",
    "year": "year years jahr jahre jahren jahres an ans année années año años 年",
}
_UNIT = {word: unit for unit, words in _UNITS.items() for word in words.split()}
_SIDES = {
    "next": 1, "coming": 1, "following": 1, "nächste": 1, "nächsten": 1, "nächster": 1, "nächstes": 1,
    "kommende": 1, "kommenden": 1, "kommendes": 1, "prochain": 1, "prochaine": 1, "próximo": 1, "próxima": 1,
    "last": -1, "past": -1, "previous": -1, "letzte": -1, "letzten": -1, "letzter": -1, "letztes": -1,
    "vergangene": -1, "vergangenen": -1, "vergangenes": -1, "vorige": -1, "voriges": -1, "dernier": -1,
    "dernière": -1, "pasado": -1, "pasada": -1,
    "this": 0, "diese": 0, "diesen": 0, "dieser": 0, "dieses": 0, "diesem": 0, "ce": 0, "cet": 0, "cette": 0,
    "este": 0, "esta": 0,
}  # fmt: skip
_HAN_SIDES = {"下": 1, "下个": 1, "来": 1, "翌": 1, "上": -1, "上个": -1, "先": -1} | dict.fromkeys(
    ("本", "这", "这个", "今"), 0
)
_HAN_YEARS = {"去年": -1, "昨年": -1, "今年": 0, "本年": 0, "明年": 1, "来年": 1, "前年": -2, "后年": 2}
_SEASONS = {
    "spring": 3, "frühjahr": 3, "frühling": 3, "printemps": 3, "primavera": 3, "春天": 3, "春季": 3, "春": 3,
    "summer": 6, "sommer": 6, "été": 6, "verano": 6, "夏天": 6, "夏季": 6, "夏": 6,
    "autumn": 9, "fall": 9, "herbst": 9, "automne": 9, "otoño": 9, "秋天": 9, "秋季": 9, "秋": 9,
    "winter": 12, "hiver": 12, "invierno": 12, "冬天": 12, "冬季": 12, "冬": 12,
}  # fmt: skip
_PARTS = {
    "early": 0, "beginning": 0, "start": 0, "anfang": 0, "début": 0, "principios": 0, "初": 0, "上旬": 0,
    "月初": 0,
    "mid": 1, "middle": 1, "mitte": 1, "mi": 1, "mediados": 1, "中旬": 1, "半ば": 1,
    "late": 2, "end": 2, "ende": 2, "fin": 2, "finales": 2, "下旬": 2, "底": 2, "末": 2,
}  # fmt: skip


def _any(words: "dict[str, int] | dict[str, str]") -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_LATIN_UNIT = _any({word: unit for word, unit in _UNIT.items() if word[0] < "\u2e80"})
_HAN_UNIT = _any({word: unit for word, unit in _UNIT.items() if word[0] > "\u2e80"})
_MONTH = _any(MONTHS)
_LATIN_SEASON = _any({word: month for word, month in _SEASONS.items() if word[0] < "\u2e80"})
_WIDE_SEASON = _any({word: month for word, month in _SEASONS.items() if word[0] > "\u2e80"})
_WEEKDAY = _any(WEEKDAYS)
_ORDINAL = r"(?:st|nd|rd|th|er|º|\.)?"
_COUNT_WORDS = {word: number for word, number in NUMBER_WORDS.items() if int(number) <= 12} | {
    word: str(number)
    for number, words in enumerate(
        (
            "a an ein eine einem einer einen un une una",
            "deux dos",
            "trois tres",
            "quatre cuatro",
            "cinq cinco",
            "six seis",
            "sept siete",
            "huit ocho",
        ),
        1,
    )
    for word in words.split()
}
_COUNT = rf"\d{{1,3}}|{_any(_COUNT_WORDS)}"
_HN = r"[〇零一二两三四五六七八九十]{1,3}|\d{1,2}"
_YEAR = r"(?:19|20)\d\d"
_PART = (
    r"(?:(?P<part>early|mid|late|middle|beginning|start|end|anfang|mitte|ende|début|mi|fin|principios|"
    r"mediados|finales)"
    r"(?:[ -]|\s+(?:of|de|d'|des|in)\s+))?"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """One stretch of days that a text speaks of, and where it does."""

    start: int
    end: int
    first: date
    last: date
    loose: bool = False
    """Any day of it may be meant: `mid-October`."""
    absolute: bool = True
    """It says the same whenever it is read."""

    def allows(self, other: "Mention") -> bool:
        """Say whether `other` may be what this one means: the same, less exact, or its first or last day."""
        if other.first <= self.first and self.last <= other.last:
            return True
        if other.first < self.first or self.last < other.last:
            return False
        return self.loose or other.first == self.first or other.last == self.last


Read = Callable[[re.Match[str], date], list[tuple[date, date]]]


def mentions(text: str, today: date) -> list[Mention]:
    """Return what `text` says of time, seen from `today`, in its order; overlapping ones only the longest."""
    found = [mention for form in _FORMS for mention in form.mentions(text, today)]
    found.sort(key=lambda each: (each.start, -each.end))
    kept: list[Mention] = []
    for each in found:
        if kept and each.start < kept[-1].end and (each.start, each.end) != (kept[-1].start, kept[-1].end):
            continue
        kept.append(each)
    return kept


@dataclass(frozen=True, slots=True)
class _Form:
    pattern: re.Pattern[str]
    read: Read
    absolute: bool = True

    def mentions(self, text: str, today: date) -> Iterator[Mention]:
        for match in self.pattern.finditer(text):
            loose = bool(match.groupdict().get("part"))
            for first, last in self.read(match, today):
                yield Mention(match.start(), match.end(), first, last, loose, self.absolute)


def _form(pattern: str, read: Read, *, absolute: bool = True) -> _Form:
    return _Form(re.compile(pattern, re.IGNORECASE), read, absolute)


# -- spans of days ----------------------------------------------------------------------------------


def _one(day: date | None) -> list[tuple[date, date]]:
    return [(day, day)] if day is not None else []


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def unit_span(today: date, unit: str, offset: int) -> tuple[date, date]:
    """Return first and last day of the day, week, month, quarter or year `offset` from today's."""
    try:
        if unit == "day":
            return today + timedelta(offset), today + timedelta(offset)
        if unit == "week":
            first = today - timedelta(today.weekday()) + timedelta(7 * offset)
            return first, first + timedelta(6)
    except OverflowError:
        return today, today
    length = {"month": 1, "quarter": 3, "year": 12}[unit]
    start = (today.year * 12 + today.month - 1) // length * length + offset * length
    if not 12 <= start < 9999 * 12 - length:
        return today, today
    end = start + length
    return date(start // 12, start % 12 + 1, 1), date(end // 12, end % 12 + 1, 1) - timedelta(1)


def _month_span(year: int, month: int, part: int | None = None) -> tuple[date, date]:
    first = date(year, month, 1)
    last = date(year, month, calendar.monthrange(year, month)[1])
    tenth, twentieth = date(year, month, 10), date(year, month, 20)
    thirds = [(first, tenth), (tenth, twentieth), (twentieth, last)]
    return (first, last) if part is None else thirds[part]


def _years(today: date, month: int) -> list[int]:
    """Return the years a month without one may belong to: this one, and where near, the one beside it."""
    beside = today.year + (1 if month < today.month else -1)
    return [today.year, beside] if 1 <= beside <= 9998 else [today.year]


def _of_month(today: date, month: int, year: str | None, part: int | None = None) -> list[tuple[date, date]]:
    if not 1 <= month <= 12:
        return []
    return [_month_span(each, month, part) for each in ([int(year)] if year else _years(today, month))]


def _of_day(today: date, month: int, day: int, year: str | None) -> list[tuple[date, date]]:
    years = [int(year)] if year else _years(today, month)
    return [span for each in years for span in _one(_day(each, month, day))]


def _day_of_a_month(today: date, day: int, weekday: int | None = None) -> list[tuple[date, date]]:
    """Return the next and the last days with this number, on this weekday where one is given."""
    found = []
    for offset in [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6]:
        first, _ = unit_span(today, "month", offset)
        here = _day(first.year, first.month, day)
        if here is not None and weekday in (None, here.weekday()):
            found.append((here, here))
        if len(found) == (5 if weekday is None else 1):
            break
    return found


def _weekday(today: date, weekday: int, side: int | None = None) -> list[tuple[date, date]]:
    """Return the days a weekday may be: the coming, the past, or that of the week before or after."""
    past = today - timedelta((today.weekday() - weekday - 1) % 7 + 1)
    coming = today + timedelta((weekday - today.weekday() - 1) % 7 + 1)
    monday = today - timedelta(today.weekday())
    if side is None:
        days = {past, coming} | ({today} if today.weekday() == weekday else set())
    else:
        days = {monday + timedelta(7 * side + weekday)}
        days |= {coming} if side > 0 else {past} if side < 0 else {coming, past}
    return [(day, day) for day in sorted(days)]


def _count(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else int(_COUNT_WORDS.get(text.lower(), 0))


def _part(match: re.Match[str]) -> int | None:
    named = match["part"]
    return _PARTS[named.lower()] if named else None


def _moved(today: date, count: int, unit: str) -> list[tuple[date, date]]:
    """Return what lies so many units off: the day itself, and the week, month or year it falls into."""
    spans = [unit_span(today, unit, count)]
    if unit == "week":
        spans.append(unit_span(today, "day", 7 * count))
    return spans


# -- the forms --------------------------------------------------------------------------------------


def _han(text: str) -> int:
    return int(text) if text.isascii() else han_number(text)


def _read_slashed(match: re.Match[str], _today: date) -> list[tuple[date, date]]:
    one, two, year = map(int, match.groups())
    return [*_one(_day(year, one, two)), *([] if one == two else _one(_day(year, two, one)))]


def _read_ahead(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    return _moved(today, _count(match["n"]), _UNIT[match["u"].lower()])


def _read_ago(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    return _moved(today, -_count(match["n"]), _UNIT[match["u"].lower()])


def _read_han_moved(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Read `三日前`; `12日前` may also mean before the 12th."""
    count = _han(match["n"])
    by_day = match["u"] == "日" and match["n"].isascii() and match[0].endswith("日前")
    moved = _moved(today, -count if match["way"] == "前" else count, _UNIT[match["u"]])
    return [*moved, *_day_of_a_month(today, count)] if by_day else moved


def _read_end(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    _, last = unit_span(today, _UNIT[match["u"].lower()], 0)
    friday = [(last - timedelta(2), last - timedelta(2))] if _UNIT[match["u"].lower()] == "week" else []
    return [(last - timedelta(6), last), *friday, (last, last)]


def _read_weekend(_match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Read the weekend of this week, which some begin on Friday."""
    first, last = unit_span(today, "week", 0)
    return [(first + timedelta(4), last), (first + timedelta(5), last), (last, last)]


def _read_side_weekday(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    return _weekday(today, WEEKDAYS[match["d"].lower()], _SIDES[match["s"].lower()])


def _read_quarter(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    quarter = _NTH.get(match["n"].lower()) or _han(match["n"][0])
    if not 1 <= quarter <= 4:
        return []
    years = [int(match["y"])] if match["y"] else _years(today, 3 * quarter)
    return [unit_span(date(year, 3 * quarter, 1), "quarter", 0) for year in years]


def _read_season(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    month = _SEASONS[match["s"].lower()]
    years = [int(match["y"])] if match["y"] else _years(today, month)
    last = {year: unit_span(date(year, month, 1), "month", 2)[1] for year in years}
    return [(date(year, month, 1), last[year]) for year in years]


_NTHS = (
    "first ersten erstes premier primer",
    "second zweiten zweites deuxième segundo",
    "third dritten drittes troisième tercer",
    "fourth vierten viertes quatrième cuarto",
)
_NTH = {word: n for n, words in enumerate(_NTHS, 1) for word in words.split()}
_WIDE_DAYS = "|".join(word for word in _DAYS if word[0] > "\u2e80")
_SHORT_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_WEEKS = {"来週": 1, "先週": -1, "今週": 0, None: None}


def _year_span(year: str) -> list[tuple[date, date]]:
    return [(date(int(year), 1, 1), date(int(year), 12, 31))]


_FORMS = (
    _form(
        r"(?<![\d-])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)", lambda m, _: _one(_day(*map(int, m.groups())))
    ),
    _form(rf"(?<![\d-])({_YEAR})-(0[1-9]|1[0-2])(?![\d-])", lambda m, t: _of_month(t, int(m[2]), m[1])),
    _form(
        r"(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)",
        lambda m, t: _of_day(t, int(m[2]), int(m[1]), m[3]),
    ),
    _form(
        r"\b(?:am|vom|bis|zum|ab|seit)\s+(\d{1,2})\.\s?(\d{1,2})\.(?!\d)",
        lambda m, t: _of_day(t, int(m[2]), int(m[1]), None),
    ),
    _form(r"(?<![\d/])(\d{1,2})/(\d{1,2})/(\d{4})(?![\d/])", _read_slashed),
    _form(
        rf"\b({_MONTH})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?!:|[.,]\d)(?:,?\s+({_YEAR}))?",
        lambda m, t: _of_day(t, MONTHS[m[1].lower()], int(m[2]), m[3]),
    ),
    _form(
        rf"\b(\d{{1,2}}){_ORDINAL}\s+(?:of\s+|de\s+)?({_MONTH})\b\.?(?:,?\s+(?:de(?:l)?\s+)?({_YEAR}))?",
        lambda m, t: _of_day(t, MONTHS[m[2].lower()], int(m[1]), m[3]),
    ),
    _form(
        rf"\b{_PART}({_MONTH})\b(?:,?\s+(?:de\s+)?({_YEAR}))",
        lambda m, t: _of_month(t, MONTHS[m[2].lower()], m[3], _part(m)),
    ),
    _form(
        rf"\b(?P<part>early|mid|late|anfang|mitte|ende|début|mi|fin|(?:beginning|start|middle|end)(?=\s+of))"
        rf"(?:[ -]|\s+(?:of|de|d')\s*)({_MONTH})\b",
        lambda m, t: _of_month(t, MONTHS[m[2].lower()], None, _part(m)),
    ),
    _form(
        rf"\b(?:in|im|en|since|seit|until|till|bis|by|before|after|from|ab|of|for|für|through|during|"
        rf"last|this|next"
        rf"|nächsten|letzten|au mois de|depuis|desde|hasta|a)\s+({_MONTH})\b(?!\s+\d)",
        lambda m, t: _of_month(t, MONTHS[m[1].lower()], None),
    ),
    _form(r"\bQ(?P<n>[1-4])(?:[ /-]?(?P<y>(?:19|20)\d\d))?\b", _read_quarter),
    _form(
        rf"\b(?P<n>{_any(_NTH)}|[1-4](?:\.|er|e|º)?)\s?(?:quarter|quartals?|trimestre)\b"
        rf"(?:\s+(?:of\s+|de\s+)?(?P<y>{_YEAR}))?",
        _read_quarter,
    ),
    _form(rf"(?:(?P<y>{_YEAR})年)?\s?第?(?P<n>[1-4一二三四])(?:季度|四半期)", _read_quarter),
    _form(
        rf"\b(?:in|im|this|next|last|the|diesen|en|au)\s+(?P<s>{_LATIN_SEASON})\b(?:\s+(?P<y>{_YEAR}))?",
        _read_season,
    ),
    _form(rf"(?:(?P<y>{_YEAR})年)?的?(?P<s>{_WIDE_SEASON})(?![\u3400-\u9fff])", _read_season),
    _form(rf"\b({_YEAR})\b(?!\s*[-/.:]\s*\d|\d)", lambda m, _: _year_span(m[1])),
    _form(
        rf"(?:({_YEAR})年)\s?({_HN})月\s?({_HN})[日号號]",
        lambda m, t: _of_day(t, _han(m[2]), _han(m[3]), m[1]),
    ),
    _form(rf"(?<![\d年])({_HN})月\s?({_HN})[日号號]", lambda m, t: _of_day(t, _han(m[1]), _han(m[2]), None)),
    _form(
        rf"(?:({_YEAR})年)?({_HN})月(?!\s?(?:{_HN})[日号號])(?P<part>上旬|中旬|下旬|初|底|末|半ば)?",
        lambda m, t: _of_month(t, _han(m[2]), m[1], _part(m)),
    ),
    _form(rf"({_YEAR})年(?!\s?(?:{_HN})月)", lambda m, _: _year_span(m[1])),
    _form(
        rf"(?<![月\d])({_HN})[日号](?:の|，|,)?\s?(?:星期|周|"
        rf"週|[(（])?([一二三四五六日月火水木金土])曜?日?(?![\u3400-\u9fff])(?:[)）])?|"
        rf"(?<![月\d])({_HN})[日号](?:星期|周)([一二三四五六日])|(?<![月\d])({_HN})日の([月火水木金土日])曜",
        lambda m, t: _day_of_a_month(t, _han(m[1] or m[3] or m[5]), _HAN_WEEKDAYS[m[2] or m[4] or m[6]]),
    ),
    _form(
        r"(?<![月年\d])(\d{1,2})(?:日(?=まで|に|から|の)|[号日](?=之前|以前|前|起|到))(?!日)",
        lambda m, t: _day_of_a_month(t, int(m[1])),
    ),
    _form(
        r"週末|周末|\b(?:this |the |at the )?weekend\b|\bwochenende\b",
        _read_weekend,
        absolute=False,
    ),
    _form(
        rf"\b({_WEEKDAY}),?\s+(?:the|den|der|dem|le|el)\s+(\d{{1,2}}){_ORDINAL}(?!\s*(?:{_MONTH})|\w)",
        lambda m, t: _day_of_a_month(t, int(m[2]), WEEKDAYS[m[1].lower()]),
    ),
    _form(
        r"\b(?:on|by|until|before|from|since) the (\d{1,2})(?:st|nd|rd|th)\b(?! of)|\b(?:am|bis zum|zum|"
        r"ab dem) (\d{1,2})\.(?=\s|$)(?! ?\w)",
        lambda m, t: _day_of_a_month(t, int(m[1] or m[2])),
    ),
    _form(
        rf"(?<![\w'])({_any(_DAYS)})(?![\w])|{_WIDE_DAYS}",
        lambda m, t: _one(t + timedelta(_DAYS[m[0].lower()])),
        absolute=False,
    ),
    _form(rf"\b(?P<s>{_any(_SIDES)})\s+(?P<d>{_WEEKDAY})\b", _read_side_weekday, absolute=False),
    _form(
        rf"\b(?P<d>{_WEEKDAY})\s+(?P<s>prochain|dernier|próximo|pasado)\b", _read_side_weekday, absolute=False
    ),
    _form(
        r"\b(?:on|by|last|next|this|since|until)\s+(?-i:(Mon|Tue|Wed|Thu|Fri|Sat|Sun))\b",
        lambda m, t: _weekday(t, _SHORT_WEEKDAYS.index(m[1])),
        absolute=False,
    ),
    _form(rf"\b({_WEEKDAY})\b", lambda m, t: _weekday(t, WEEKDAYS[m[1].lower()]), absolute=False),
    _form(
        r"(?P<s>下个|上个|这个|下|上|本|这|来|先|今)?(?:周|星期|礼拜|"
        r"週の)(?P<d>[一二三四五六日天月火水木金土])",
        lambda m, t: _weekday(t, _HAN_WEEKDAYS[m["d"]], _HAN_SIDES[m["s"]] if m["s"] else None),
        absolute=False,
    ),
    _form(
        r"(?:(?P<s>来週|先週|今週)の?)?(?P<d>[月火水木金土日])曜日?",
        lambda m, t: _weekday(t, _HAN_WEEKDAYS[m["d"]], _WEEKS[m["s"]]),
        absolute=False,
    ),
    _form(
        rf"\b(?P<s>{_any(_SIDES)})\s+(?P<u>{_LATIN_UNIT})\b",
        lambda m, t: [unit_span(t, _UNIT[m["u"].lower()], _SIDES[m["s"].lower()])],
        absolute=False,
    ),
    _form(
        r"\b(?P<u>semaine|mois|année|an|trimestre|semana|mes|año)\s+(?P<s>prochaine?|dernière?|"
        r"pasad[oa]|próxim[oa])\b",
        lambda m, t: [unit_span(t, _UNIT[m["u"].lower()], _SIDES.get(m["s"].lower(), 1))],
        absolute=False,
    ),
    _form(
        r"(?P<s>下个|上个|这个|下|上|本|这|来|先|今|翌)(?P<u>周|星期|週間?|个?月|季度|"
        r"四半期)(?![一二三四五六日天の])",
        lambda m, t: [unit_span(t, _UNIT.get(m["u"], "month"), _HAN_SIDES[m["s"]])],
        absolute=False,
    ),
    _form(_any(_HAN_YEARS), lambda m, t: [unit_span(t, "year", _HAN_YEARS[m[0]])], absolute=False),
    _form(
        rf"\b(?:in|within|dans|"
        rf"en)\s+(?P<n>{_COUNT})\s+(?P<u>{_LATIN_UNIT})\b(?:'s? time)?",
        _read_ahead,
        absolute=False,
    ),
    _form(rf"\b(?P<n>{_COUNT})\s+(?P<u>{_LATIN_UNIT})\s+(?:ago|before now)\b", _read_ago, absolute=False),
    _form(rf"\b(?:vor|il y a|hace)\s+(?P<n>{_COUNT})\s+(?P<u>{_LATIN_UNIT})\b", _read_ago, absolute=False),
    _form(rf"(?P<n>{_HN})(?P<u>{_HAN_UNIT})(?:之|以)?(?P<way>前|后|後)", _read_han_moved, absolute=False),
    _form(
        rf"\b(?:end of (?:the |this )?|ende (?:der |des |dieser |dieses )?|month-)(?P<u>{_LATIN_UNIT}|end)\b",
        lambda m, t: _read_end(m, t) if m["u"].lower() in _UNIT else [],
        absolute=False,
    ),
)
