"""When a text speaks of: each day, week, month, quarter or year it names, in six languages, and in
relative words.

`mentions` reads English, German, French, Spanish, Chinese and Japanese. What is ambiguous (`Friday`, `5
January` without a year) is told once for each day it may mean. The gate against inventions asks whether a
statement's date can be one of them. A calendar library knows the names of months but not what `mid-October`
or `vor drei Tagen` means; the names are the smaller part, so both are told here.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from memtui.language.calendar_words import (
    COUNT,
    DAYS,
    HAN_SIDES,
    HAN_UNIT,
    HAN_WEEKDAYS,
    HAN_YEARS,
    HN,
    HOLIDAYS,
    LATIN_SEASON,
    LATIN_UNIT,
    MONTH,
    MONTHS,
    NEARLY,
    NTH,
    ORDINAL,
    PART,
    PLACES,
    SIDES,
    UNIT,
    WEEKDAY,
    WEEKDAYS,
    WIDE_SEASON,
    YEAR,
    any_of,
)
from memtui.language.date_readers import (
    han_count,
    part_of,
    read_ago,
    read_ahead,
    read_end,
    read_han_moved,
    read_last_working_day,
    read_named_end,
    read_nth_han_weekday,
    read_nth_weekday,
    read_part_of,
    read_quarter,
    read_reiwa,
    read_season,
    read_side_weekday,
    read_slashed,
    read_two_off,
    read_week_off,
    season_span,
)
from memtui.language.day_spans import (
    day_or_none,
    days_numbered,
    of_day,
    of_month,
    one_day,
    unit_span,
    weekdays,
    year_span,
)
from memtui.language.feasts import FEAST, read_feast
from memtui.language.part_readers import (
    read_calendar_week,
    read_few_ago,
    read_half_year,
    read_half_year_ago,
    read_until_today,
    read_week_of_month,
    read_weekday_of_month,
    read_weekdays_ago,
    read_weekend,
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
    every = [mention for form in _FORMS for mention in form.mentions(text, today)]
    every.sort(key=lambda each: (each.start, -each.end))
    kept: list[Mention] = []
    for each in every:
        if kept and each.start < kept[-1].end and (each.start, each.end) != (kept[-1].start, kept[-1].end):
            continue
        kept.append(each)
    return kept


@dataclass(frozen=True, slots=True)
class _Form:
    pattern: re.Pattern[str]
    read: Read
    absolute: bool = True
    loose: bool = False

    def mentions(self, text: str, today: date) -> Iterator[Mention]:
        for match in self.pattern.finditer(text):
            loose = self.loose or bool(match.groupdict().get("part"))
            for first, last in self.read(match, today):
                yield Mention(match.start(), match.end(), first, last, loose, self.absolute)


def _form(pattern: str, read: Read, *, absolute: bool = True, loose: bool = False) -> _Form:
    return _Form(re.compile(pattern, re.IGNORECASE), read, absolute, loose)


_WIDE_DAYS = "|".join(word for word in DAYS if word[0] > "\u2e80")
_SHORT_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_WEEKS = {"来週": 1, "先週": -1, "今週": 0, None: None}


_FORMS = (
    _form(
        r"(?<![\d-])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)",
        lambda m, _: one_day(day_or_none(*map(int, m.groups()))),
    ),
    _form(rf"(?<![\d-])({YEAR})-(0[1-9]|1[0-2])(?![\d-])", lambda m, t: of_month(t, int(m[2]), m[1])),
    _form(
        r"(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)",
        lambda m, t: of_day(t, int(m[2]), int(m[1]), m[3]),
    ),
    _form(
        r"\b(?:am|vom|bis|zum|ab|seit)\s+(\d{1,2})\.\s?(\d{1,2})\.(?!\d)",
        lambda m, t: of_day(t, int(m[2]), int(m[1]), None),
    ),
    _form(r"(?<![\d/])(\d{1,2})/(\d{1,2})/(\d{4})(?![\d/])", read_slashed),
    _form(
        rf"\b({MONTH})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?!:|[.,]\d)(?:,?\s+({YEAR}))?",
        lambda m, t: of_day(t, MONTHS[m[1].lower()], int(m[2]), m[3]),
    ),
    _form(
        rf"\b(\d{{1,2}}){ORDINAL}\s+(?:of\s+|de\s+)?({MONTH})\b\.?(?:,?\s+(?:de(?:l)?\s+)?({YEAR}))?",
        lambda m, t: of_day(t, MONTHS[m[2].lower()], int(m[1]), m[3]),
    ),
    _form(
        rf"\b{PART}({MONTH})\b(?:,?\s+(?:de\s+)?({YEAR}))",
        lambda m, t: of_month(t, MONTHS[m[2].lower()], m[3], part_of(m)),
    ),
    _form(
        rf"\b(?P<part>early|mid|late|anfang|mitte|ende|début|mi|fin|(?:beginning|start|middle|end)(?=\s+of))"
        rf"(?:[ -]|\s+(?:of|de|d')\s*)({MONTH})\b",
        lambda m, t: of_month(t, MONTHS[m[2].lower()], None, part_of(m)),
    ),
    _form(
        rf"\b(?:in|im|en|since|seit|until|till|bis|by|before|after|from|ab|of|for|für|through|during|"
        rf"last|this|next"
        rf"|nächsten|letzten|au mois de|depuis|desde|hasta|a)\s+({MONTH})\b(?!\s+\d)",
        lambda m, t: of_month(t, MONTHS[m[1].lower()], None),
    ),
    _form(r"\bQ(?P<n>[1-4])(?:[ /-]?(?P<y>(?:19|20)\d\d))?\b", read_quarter),
    _form(
        rf"\b(?P<n>{any_of(NTH)}|[1-4](?:\.|er|e|º)?)\s?(?:quarter|quartals?|trimestre)\b"
        rf"(?:\s+(?:of\s+|de\s+)?(?P<y>{YEAR}))?",
        read_quarter,
    ),
    _form(rf"(?:(?P<y>{YEAR})年)?\s?第?(?P<n>[1-4一二三四])(?:季度|四半期)", read_quarter),
    _form(
        rf"\b(?:in|im|this|next|last|the|diesen|en|au)\s+(?P<s>{LATIN_SEASON})\b(?:\s+(?P<y>{YEAR}))?",
        read_season,
    ),
    _form(rf"\b(?:the\s+)?(?P<s>{LATIN_SEASON})\s+(?:of\s+|de\s+|del\s+)?(?P<y>{YEAR})\b", read_season),
    _form(rf"(?P<y>{YEAR})年的?(?P<s>{WIDE_SEASON})", read_season),
    _form(rf"(?P<y>)(?P<s>{WIDE_SEASON})(?![\u3400-\u9fff])", read_season),
    _form(
        rf"(?P<o>{any_of(HAN_YEARS)})[の的]?(?P<s>{WIDE_SEASON})",
        lambda m, t: [season_span(t.year + HAN_YEARS[m["o"]], m["s"])],
    ),
    _form(rf"\b({YEAR})\b(?!\s*[-/.:]\s*\d|\d)", lambda m, _: year_span(m[1])),
    _form(
        rf"(?:({YEAR})年)\s?({HN})月\s?({HN})[日号號]",
        lambda m, t: of_day(t, han_count(m[2]), han_count(m[3]), m[1]),
    ),
    _form(
        rf"(?<![\d年])({HN})月\s?({HN})[日号號]",
        lambda m, t: of_day(t, han_count(m[1]), han_count(m[2]), None),
    ),
    _form(
        rf"(?:({YEAR})年)?({HN})月(?!\s?(?:{HN})[日号號])(?P<part>上旬|中旬|下旬|初|底|末|半ば)?",
        lambda m, t: of_month(t, han_count(m[2]), m[1], part_of(m)),
    ),
    _form(rf"({YEAR})年(?!\s?(?:{HN})月)", lambda m, _: year_span(m[1])),
    _form(
        rf"(?<![月\d])({HN})[日号](?:の|，|,)?\s?(?:星期|周|"
        rf"週|[(（])?([一二三四五六日月火水木金土])曜?日?(?![\u3400-\u9fff])(?:[)）])?|"
        rf"(?<![月\d])({HN})[日号](?:星期|周)([一二三四五六日])|(?<![月\d])({HN})日の([月火水木金土日])曜",
        lambda m, t: days_numbered(t, han_count(m[1] or m[3] or m[5]), HAN_WEEKDAYS[m[2] or m[4] or m[6]]),
    ),
    _form(
        r"(?<![月年\d])(\d{1,2})(?:日(?=まで|に|から|の)|[号日](?=之前|以前|前|起|到))(?!日)",
        lambda m, t: days_numbered(t, int(m[1])),
    ),
    _form(
        rf"\b(?P<n>{any_of(PLACES)})\s+(?P<d>{WEEKDAY})\s+(?:of|in|im|des|de|en)\s+(?P<m>{MONTH})\b"
        rf"(?:,?\s+(?:de\s+)?(?P<y>{YEAR}))?",
        read_nth_weekday,
    ),
    _form(
        rf"\b(?:the )?(?P<part>early|mid|late|beginning|start|middle|end|anfang|mitte|ende|début|fin|"
        rf"principios|mediados|finales)[\s-]+(?:of |de |du )?(?:the )?(?P<s>{any_of(SIDES)})\s+"
        rf"(?P<u>{LATIN_UNIT})\b",
        read_part_of,
        absolute=False,
    ),
    _form(
        r"(?P<s>下个|上个|这个|下|上|本|这|来|先|今|翌)(?P<u>个?月|年|季度)の?"
        r"(?P<part>上旬|中旬|下旬|初|底|末|半ば)",
        read_part_of,
        absolute=False,
    ),
    _form(
        rf"(?P<s>下个|上个|这个|下|上|本|这|来|先|今|翌)个?月[の的]?(?P<n>{HN})[日号號]",
        lambda m, t: one_day(
            day_or_none(*unit_span(t, "month", HAN_SIDES[m["s"]])[0].timetuple()[:2], han_count(m["n"]))
        ),
        absolute=False,
    ),
    _form(
        rf"\b(?:über(?:nächste[rns]?)|vorletzte[rns]?)\s+(?:(?P<d>{WEEKDAY})|(?P<u>{LATIN_UNIT}))\b",
        read_two_off,
        absolute=False,
    ),
    _form(
        rf"\bthe\s+(?:(?P<d>{WEEKDAY})|(?P<u>{LATIN_UNIT}))\s+(?:after next|before last)\b",
        read_two_off,
        absolute=False,
    ),
    _form(
        rf"\b(?P<from>today|tomorrow|{WEEKDAY})\s+week\b"
        rf"|\ba week (?:from|on)\s+(?P<off>today|tomorrow|{WEEKDAY})\b"
        r"|\b(?P<ab>heute|morgen) in (?:einer woche|acht tagen)\b",
        read_week_off,
        absolute=False,
    ),
    _form(
        r"\b(?:last (?:working|business) day|letzte[rnm]? (?:werktag|arbeitstag))\b"
        r"(?:\s+(?:of|in|im|des|der|dieses)\s+(?:the\s+|this\s+)?"
        r"(?P<u>month|monat(?:s|es)?|quarter|quartals?|year|jahr(?:s|es)?))?",
        read_last_working_day,
        absolute=False,
    ),
    _form(
        rf"(?:(?P<y>{YEAR})年)?(?P<m>{HN})月[の的]?第(?P<n>[一二三四1-4])[个個]?"
        r"(?:(?:周|星期|礼拜)(?P<d>[一二三四五六日天])|(?P<j>[月火水木金土日])曜日?)",
        read_nth_han_weekday,
    ),
    _form(
        r"(?:再来|先々|下下|上上)个?(?P<u>週|周|星期|月)の?(?P<d>[月火水木金土一二三四五六日](?=曜|[^\u3400-\u9fff]|$))?",
        read_two_off,
        absolute=False,
    ),
    _form(r"\b(?P<u>monats|quartals|jahres)ende\b", read_named_end, absolute=False),
    _form(FEAST, read_feast, loose=True),
    _form(rf"(?<![十百第\d])(?:{any_of(HOLIDAYS)})", lambda m, t: of_day(t, *HOLIDAYS[m[0].lower()], None)),
    _form(
        rf"令和(?P<n>元|{HN})年(?:\s?(?P<m>{HN})月(?:\s?(?P<d>{HN})日)?)?",
        lambda m, _: read_reiwa(m),
    ),
    _form(r"(?<![\d/])(\d{1,2})/(\d{1,2})/(\d\d)(?![\d/])", read_slashed),
    _form(
        r"\bthe (\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?!(?:and|at|to|until|for|in|or|on|with|but|because|so|"
        r"of (?:this|next|last))\b)\w)|\b(?:am|vom|zum|ab dem|seit dem|bis(?: zum)?) (\d{1,2})\.(?=\s|$)"
        r"(?-i:(?!\s[A-ZÄÖÜ0-9]))",
        lambda m, t: days_numbered(t, int(m[1] or m[2])),
    ),
    _form(
        rf"(?P<han>[上下先来今本])?[週周]末|\b(?:(?P<s>{any_of(SIDES)})\s+|the )?(?:weekend|wochenende)\b",
        read_weekend,
        absolute=False,
    ),
    _form(
        rf"\b({WEEKDAY}),?\s+(?:the|den|der|dem|le|el)\s+(\d{{1,2}}){ORDINAL}(?!\s*(?:{MONTH})|\w)",
        lambda m, t: days_numbered(t, int(m[2]), WEEKDAYS[m[1].lower()]),
    ),
    _form(
        r"\b(?:on|by|until|before|from|since) the (\d{1,2})(?:st|nd|rd|th)\b(?! of)|\b(?:am|bis zum|zum|"
        r"ab dem) (\d{1,2})\.(?=\s|$)(?! ?\w)",
        lambda m, t: days_numbered(t, int(m[1] or m[2])),
    ),
    _form(
        rf"(?<![\w'])({any_of(DAYS)})(?![\w])|{_WIDE_DAYS}",
        lambda m, t: one_day(t + timedelta(DAYS[m[0].lower()])),
        absolute=False,
    ),
    _form(rf"\b(?P<s>{any_of(SIDES)})\s+(?P<d>{WEEKDAY})\b", read_side_weekday, absolute=False),
    _form(
        rf"\b(?P<d>{WEEKDAY})\s+(?P<s>prochain|dernier|próximo|pasado)\b", read_side_weekday, absolute=False
    ),
    _form(
        r"\b(?:on|by|last|next|this|since|until)\s+(?-i:(Mon|Tue|Wed|Thu|Fri|Sat|Sun))\b",
        lambda m, t: weekdays(t, _SHORT_WEEKDAYS.index(m[1])),
        absolute=False,
    ),
    _form(rf"\b({WEEKDAY})\b", lambda m, t: weekdays(t, WEEKDAYS[m[1].lower()]), absolute=False),
    _form(
        r"(?P<s>下个|上个|这个|下|上|本|这|来|先|今)?(?:周|星期|礼拜|"
        r"週の)(?P<d>[一二三四五六日天月火水木金土])",
        lambda m, t: weekdays(t, HAN_WEEKDAYS[m["d"]], HAN_SIDES[m["s"]] if m["s"] else None),
        absolute=False,
    ),
    _form(
        r"(?:(?P<s>来週|先週|今週)の?)?(?P<d>[月火水木金土日])曜日?",
        lambda m, t: weekdays(t, HAN_WEEKDAYS[m["d"]], _WEEKS[m["s"]]),
        absolute=False,
    ),
    _form(
        rf"\b(?P<s>{any_of(SIDES)})\s+(?P<u>{LATIN_UNIT})\b",
        lambda m, t: [unit_span(t, UNIT[m["u"].lower()], SIDES[m["s"].lower()])],
        absolute=False,
    ),
    _form(
        r"\b(?P<u>semaine|mois|année|an|trimestre|semana|mes|año)\s+(?P<s>prochaine?|dernière?|"
        r"pasad[oa]|próxim[oa])\b",
        lambda m, t: [unit_span(t, UNIT[m["u"].lower()], SIDES.get(m["s"].lower(), 1))],
        absolute=False,
    ),
    _form(
        r"(?P<s>下个|上个|这个|下|上|本|这|来|先|今|翌)(?P<u>周|星期|週間?|个?月|季度|"
        r"四半期)(?![一二三四五六日天の])",
        lambda m, t: [unit_span(t, UNIT.get(m["u"], "month"), HAN_SIDES[m["s"]])],
        absolute=False,
    ),
    _form(any_of(HAN_YEARS), lambda m, t: [unit_span(t, "year", HAN_YEARS[m[0]])], absolute=False),
    _form(
        rf"\b(?:in|within|dans|"
        rf"en)\s+{NEARLY}(?P<n>{COUNT})\s+(?P<u>{LATIN_UNIT})\b(?:'s? time)?",
        read_ahead,
        absolute=False,
    ),
    _form(
        rf"\b(?<!half )(?P<n>{COUNT})\s+(?:or so\s+)?(?P<u>{LATIN_UNIT})\s+(?:ago|before now)\b",
        read_ago,
        absolute=False,
    ),
    _form(
        rf"\b(?:vor|il y a|hace)\s+{NEARLY}(?P<n>{COUNT})\s+(?P<u>{LATIN_UNIT})\b", read_ago, absolute=False
    ),
    _form(
        rf"\b(?:seit|depuis|(?:for|over|in|during) the (?:last|past))\s+{NEARLY}"
        rf"(?P<n>{COUNT})\s+(?P<u>{LATIN_UNIT})\b",
        read_until_today,
        absolute=False,
    ),
    _form(
        rf"\ba (?:few|couple of) (?P<u>{LATIN_UNIT}) ago\b|[几幾数](?P<wide>{HAN_UNIT})前|"
        rf"\bvor (?:ein paar|einigen|wenigen) (?P<german>{LATIN_UNIT})\b",
        read_few_ago,
        absolute=False,
        loose=True,
    ),
    _form(rf"\b(?P<n>{COUNT}) (?P<d>{WEEKDAY})s? ago\b", read_weekdays_ago, absolute=False),
    _form(
        r"\bhalf a year ago\b|\b(?:vor|seit) (?:gut |etwa |rund )?einem halben jahr\b|半年前",
        read_half_year_ago,
        absolute=False,
    ),
    _form(
        r"\b(?:KW|CW|(?:calendar|ISO) week|kalenderwoche)\s?(?P<n>\d{1,2})\b"
        rf"(?:[ /]+(?:of |von )?(?P<y>{YEAR})\b)?",
        read_calendar_week,
        loose=True,
    ),
    _form(rf"\b(?P<y>{YEAR})-W(?P<n>\d\d)\b", read_calendar_week, loose=True),
    _form(rf"\bH(?P<n>[12])\b(?:[ /-]?(?P<y>{YEAR})\b)?", read_half_year),
    _form(
        rf"\b(?P<n>first|second) half of (?:(?P<y>{YEAR})|(?:the|(?P<s>{any_of(SIDES)})) year)\b",
        read_half_year,
    ),
    _form(
        rf"\b(?P<n>(?:erst|zweit)e[ns]?) (?:halbjahr(?:es|s)?|jahreshälfte)\b(?:\s+(?P<y>{YEAR})\b)?",
        read_half_year,
    ),
    _form(
        rf"(?:(?P<y>{YEAR})年|(?P<s>{any_of(HAN_YEARS)}))?[の的]?(?P<n>[上下])(?:半年|半期)",
        read_half_year,
    ),
    _form(
        rf"\b(?P<n>{any_of(PLACES)})\s+(?P<d>{WEEKDAY})\s+(?:of the\s+|(?:of|in|im|des|du|del)\s+)?"
        rf"(?:(?P<s>{any_of(SIDES)})\s+)?(?:month|monat(?:e?s)?|mois|mes)\b",
        read_weekday_of_month,
        absolute=False,
    ),
    _form(
        r"(?P<s>下个|上个|这个|下|上|本|这|来|先|今|翌)月[の的]?(?P<n>第[一二三四1-4]|最后一|最終|最後の?)[个個]?"
        r"(?:周|星期|礼拜)?(?P<d>[月火水木金土日一二三四五六天])(?:曜日?)?",
        read_weekday_of_month,
        absolute=False,
    ),
    _form(
        rf"\b(?P<n>{any_of(PLACES)})\s+week\s+(?:of|in)\s+(?P<m>{MONTH})\b(?:\s+(?P<y>{YEAR})\b)?",
        read_week_of_month,
        loose=True,
    ),
    _form(
        rf"\b(?P<n>{any_of(PLACES)})\s+(?:woche im\s+)?(?P<m>{MONTH})(?:woche)?\b(?:\s+(?P<y>{YEAR})\b)?",
        read_week_of_month,
        loose=True,
    ),
    _form(
        rf"(?:(?P<y>{YEAR})年)?(?P<m>{HN})月[の的]?(?P<n>第[一二三四1-4]|最后一|最終)[个個]?(?:周|週|星期)"
        r"(?![一二三四五六日天])",
        read_week_of_month,
        loose=True,
    ),
    _form(
        rf"\b({YEAR})/(\d\d|{YEAR})\b(?![-/.\d])",
        lambda m, _: [(year_span(m[1])[0][0], unit_span(year_span(m[1])[0][0], "year", 1)[1])],
    ),
    _form(rf"(?P<n>{HN})(?P<u>{HAN_UNIT})(?:之|以)?(?P<way>前|后|後)", read_han_moved, absolute=False),
    _form(
        rf"\b(?:end of (?:the |this )?|ende (?:der |des |dieser |dieses )?|month-)(?P<u>{LATIN_UNIT}|end)\b",
        lambda m, t: read_end(m, t) if m["u"].lower() in UNIT else [],
        absolute=False,
    ),
)
