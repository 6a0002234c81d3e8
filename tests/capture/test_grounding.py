"""A statement stands only where the words around its quote say it: a true quote makes no false
statement true."""

from datetime import date

import pytest

from benchmarks.grounding import DATES, FRESH, claims, refused
from memtui.capture.grounding import Source, invented
from memtui.capture.quantities import quantities
from memtui.language.periods import mentions

TODAY = date(2026, 11, 20)


@pytest.mark.long
def test_few_false_statements_pass_in_any_language() -> None:
    false = [claim for claim in claims(FRESH, first=False) if claim.kind]
    passed = [claim for claim in false if refused(claim) is None]
    assert len(passed) <= 0.4 * len(false)


@pytest.mark.long
def test_hardly_any_true_statement_is_refused() -> None:
    true = [claim for claim in claims(FRESH, first=False) if not claim.kind]
    held = [claim for claim in true if refused(claim) is not None]
    assert len(held) <= 0.05 * len(true)


@pytest.mark.long
def test_most_days_that_have_to_be_worked_out_are_accepted_and_wrong_ones_are_not() -> None:
    counted = [*claims(DATES, first=True), *claims(DATES, first=False)]
    held = [refused(claim) is not None for claim in counted if not claim.kind]
    passed = [refused(claim) is None for claim in counted if claim.kind]
    assert sum(held) <= 0.13 * len(held)
    assert sum(passed) <= 0.4 * len(passed)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("We ship in March.", "2027-03"),
        ("We ship in Q1.", "Q1 2027"),
        ("We ship mid-December.", "2026-12-15"),
        ("We ship on Friday the 27th.", "2026-11-27"),
        ("We ship on January 5.", "2027-01-05"),
        ("We ship by the end of the month.", "2026-11-30"),
        ("We ship next week.", "2026-11-23"),
        ("We ship two weeks from now, in two weeks.", "2026-12-04"),
        ("Wir liefern am 9.3.", "2027-03-09"),
        ("Wir liefern Mitte Dezember.", "2026-12-12"),
        ("Wir haben vor drei Tagen geliefert.", "2026-11-17"),
        ("Wir liefern nächsten Mittwoch.", "2026-11-25"),
        ("Nous livrons le 3 mars.", "2027-03-03"),
        ("Nous avons livré il y a trois jours.", "2026-11-17"),
        ("Nous livrons mercredi prochain.", "2026-11-25"),
        ("Entregamos el 5 de mayo.", "2027-05-05"),
        ("Entregamos hace dos semanas.", "2026-11-06"),
        ("我们三月发布。", "2027-03"),
        ("我们下周三发布。", "2026-11-25"),
        ("我们十二月二十七日发布。", "2026-12-27"),
        ("我们在2027年第一季度发布。", "Q1 2027"),
        ("来週の水曜日に出荷する。", "2026-11-25"),
        ("三日前に出荷した。", "2026-11-17"),
        ("十二月中旬に出荷する。", "2026-12-12"),
    ],
)
def test_a_date_is_accepted_as_what_the_text_means_by_it(said: str, meant: str) -> None:
    assert invented(f"It is {meant}.", Source(said, TODAY)) is None


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("We ship in March.", "2027-04"),
        ("We ship on Friday the 27th.", "2026-12-04"),
        ("我们下周三发布。", "2026-11-26"),
        ("来週の水曜日に出荷する。", "2026-12-09"),
        ("Wir liefern Mitte Dezember.", "2026-12-30"),
    ],
)
def test_another_date_is_not(said: str, wrong: str) -> None:
    assert invented(f"It is {wrong}.", Source(said, TODAY)) == wrong


@pytest.mark.parametrize(
    "statement",
    [
        "团队使用PostgreSQL作为数据库",
        "チームはPostgreSQLを使う",
        "数据库有三台服务器",
        "データベースは3台で動く",
    ],
)
def test_latin_words_and_numbers_stand_among_characters(statement: str) -> None:
    source = Source("团队决定使用PostgreSQL，共3台。チームはPostgreSQLを3台で使う。", TODAY)
    assert invented(statement, source) is None
    assert invented(statement.replace("PostgreSQL", "MySQL").replace("3台", "5台"), source) != "PostgreSQL"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("The build takes half an hour.", "The build takes 30 minutes."),
        ("The build takes two and a half hours.", "The build takes 150 minutes."),
        ("Der Lauf dauert anderthalb Stunden.", "Der Lauf dauert 90 Minuten."),
        ("证书有效期为一年半。", "证书有效期为18个月。"),
        ("保証は半年です。", "保証は6か月です。"),
    ],
)
def test_a_half_is_the_number_that_it_is(said: str, meant: str) -> None:
    assert invented(meant, Source(said, TODAY)) is None


def test_a_half_of_a_year_on_the_calendar_is_no_stretch() -> None:
    assert quantities("上半年") == []
    assert invented("保証は8か月です。", Source("保証は半年です。", TODAY)) == "8"


def test_what_is_no_date_is_none() -> None:
    for text in ("port 2049", "version 1.2.3", "It may march on.", "Reports go out daily.", "八百屋"):
        assert [m for m in mentions(text, TODAY) if m.first == m.last] == []


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("会议记录 2026-03-02\n备份每天凌晨两点运行。", "备份每天 02:00 运行。", "备份每天 03:00 运行。"),
        ("Sync, 2026-03-02\nThe backup runs at two o'clock.", "It runs at 2:00.", "It runs at 3:00."),
        ("Notiz vom 05.03.2026\nEs läuft um halb drei.", "Es läuft um 2:30.", "Es läuft um 5:30."),
    ],
)
def test_the_month_of_a_day_is_no_hour(text: str, right: str, wrong: str) -> None:
    assert invented(right, Source(text, TODAY)) is None
    assert invented(wrong, Source(text, TODAY)) is not None
