"""The words of days, weeks, months, seasons and years in six languages, and the patterns that find them.

Data for `periods`, which says what they mean.
"""

import re
from collections.abc import Iterable

from memtui.language.numerals import ARTICLES, FRENCH_AND_SPANISH, NUMBER_WORDS

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
HAN_WEEKDAYS = {name: number for number, name in enumerate("月火水木金土日")} | {
    name: number for number, name in enumerate("一二三四五六日")
} | {"天": 6}  # fmt: skip
DAYS = {
    "the day before yesterday": -2, "vorgestern": -2, "avant-hier": -2, "anteayer": -2, "前天": -2,
    "一昨日": -2,
    "yesterday": -1, "gestern": -1, "hier": -1, "ayer": -1, "昨天": -1, "昨日": -1, "昨晚": -1,
    "last night": -1,
    "today": 0, "tonight": 0, "heute": 0, "aujourd'hui": 0, "hoy": 0, "今天": 0, "今日": 0, "今晚": 0,
    "tomorrow": 1, "morgen": 1, "demain": 1, "mañana": 1, "明天": 1, "明日": 1,
    "the day after tomorrow": 2, "übermorgen": 2, "après-demain": 2, "pasado mañana": 2, "后天": 2,
    "明後日": 2, "大前天": -3, "おととい": -2, "きのう": -1, "きょう": 0, "今朝": 0, "今夜": 0, "昨夜": -1,
    "今早": 0, "あした": 1, "あす": 1, "あさって": 2, "しあさって": 3, "大后天": 3, "this morning": 0,
    "this evening": 0, "this afternoon": 0, "cette nuit": 0, "ce matin": 0, "ce soir": 0,
}  # fmt: skip
_UNITS = {
    "day": "day days tag tage tagen jour jours día días dia dias 天 日",
    "week": "week weeks woche wochen semaine semaines semana semanas 周 星期 礼拜 個星期 个星期 週 週間",
    "month": "month months monat monate monaten monats mois mes meses 个月 か月 ヶ月 カ月",
    "quarter": "quarter quarters quartal quartals quartale trimestre trimestres 季度 四半期",
    "year": "year years jahr jahre jahren jahres an ans année années año años 年",
}
UNIT = {word: unit for unit, words in _UNITS.items() for word in words.split()}
SIDES = {
    "next": 1, "coming": 1, "following": 1, "nächste": 1, "nächsten": 1, "nächster": 1, "nächstes": 1,
    "kommende": 1, "kommenden": 1, "kommendes": 1, "prochain": 1, "prochaine": 1, "próximo": 1, "próxima": 1,
    "last": -1, "past": -1, "previous": -1, "letzte": -1, "letzten": -1, "letzter": -1, "letztes": -1,
    "vergangene": -1, "vergangenen": -1, "vergangenes": -1, "vorige": -1, "voriges": -1, "dernier": -1,
    "dernière": -1, "pasado": -1, "pasada": -1,
    "this": 0, "diese": 0, "diesen": 0, "dieser": 0, "dieses": 0, "diesem": 0, "ce": 0, "cet": 0, "cette": 0,
    "este": 0, "esta": 0,
}  # fmt: skip
HAN_SIDES = {"下": 1, "下个": 1, "来": 1, "翌": 1, "上": -1, "上个": -1, "先": -1} | dict.fromkeys(
    ("本", "这", "这个", "今"), 0
)
HAN_YEARS = {
    "去年": -1, "昨年": -1, "今年": 0, "本年": 0, "明年": 1, "来年": 1, "前年": -2, "一昨年": -2,
    "おととし": -2, "后年": 2, "再来年": 2,
}  # fmt: skip
HOLIDAYS = {
    "new year's day": (1, 1), "new year’s day": (1, 1), "neujahr": (1, 1), "nouvel an": (1, 1),
    "año nuevo": (1, 1), "元旦": (1, 1), "元日": (1, 1), "christmas eve": (12, 24), "heiligabend": (12, 24),
    "christmas day": (12, 25), "new year's eve": (12, 31), "silvester": (12, 31), "大晦日": (12, 31),
}  # fmt: skip
"""Days with a name, as month and day; those that move with the moon or the week are not told."""
SEASONS = {
    "spring": 3, "frühjahr": 3, "frühling": 3, "printemps": 3, "primavera": 3, "春天": 3, "春季": 3, "春": 3,
    "summer": 6, "sommer": 6, "été": 6, "verano": 6, "夏天": 6, "夏季": 6, "夏": 6,
    "autumn": 9, "fall": 9, "herbst": 9, "automne": 9, "otoño": 9, "秋天": 9, "秋季": 9, "秋": 9,
    "winter": 12, "hiver": 12, "invierno": 12, "冬天": 12, "冬季": 12, "冬": 12,
}  # fmt: skip
PARTS = {
    "early": 0, "beginning": 0, "start": 0, "anfang": 0, "début": 0, "principios": 0, "初": 0, "上旬": 0,
    "月初": 0,
    "mid": 1, "middle": 1, "mitte": 1, "mi": 1, "mediados": 1, "中旬": 1, "半ば": 1,
    "late": 2, "end": 2, "ende": 2, "fin": 2, "finales": 2, "下旬": 2, "底": 2, "末": 2,
}  # fmt: skip


def any_of(words: Iterable[str]) -> str:
    """Return a pattern for any of these words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


LATIN_UNIT = any_of({word: unit for word, unit in UNIT.items() if word[0] < "\u2e80"})
HAN_UNIT = any_of({word: unit for word, unit in UNIT.items() if word[0] > "\u2e80"})
MONTH = any_of(MONTHS)
LATIN_SEASON = any_of({word: month for word, month in SEASONS.items() if word[0] < "\u2e80"})
WIDE_SEASON = any_of({word: month for word, month in SEASONS.items() if word[0] > "\u2e80"})
WEEKDAY = any_of(WEEKDAYS)
ORDINAL = r"(?:st|nd|rd|th|er|º|\.)?"
COUNT_WORDS = {
    **{word: number for word, number in NUMBER_WORDS.items() if int(number) <= 12},
    **{word: number for word, number in FRENCH_AND_SPANISH.items() if int(number) < 9},  # `neuf` is also new
    **ARTICLES,
}
COUNT = rf"\d{{1,3}}|{any_of(COUNT_WORDS)}"
HN = r"[〇零一二两三四五六七八九十]{1,3}|\d{1,2}"
YEAR = r"(?:19|20)\d\d"
PART = (
    r"(?:(?P<part>early|mid|late|middle|beginning|start|end|anfang|mitte|ende|début|mi|fin|principios|"
    r"mediados|finales)"
    r"(?:[ -]|\s+(?:of|de|d'|des|in)\s+))?"
)
