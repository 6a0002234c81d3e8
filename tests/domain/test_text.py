"""Nothing that a terminal would act on gets through, and the same statement has one fingerprint."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.text import fingerprint, one_line, printable, printable_lines, well_formed

BIDI_CONTROLS = {*"\u061c\u200e\u200f", *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))}
EVERYTHING = "".join(map(chr, range(sys.maxunicode + 1)))
any_text = st.text(st.characters(exclude_categories=()))


def interpreted(text: str) -> set[str]:
    """Return the characters of `text` that a terminal or the bidi algorithm acts on."""
    return {c for c in text if unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"} or c in BIDI_CONTROLS}


def test_no_code_point_survives_that_a_terminal_acts_on() -> None:
    assert interpreted(printable(EVERYTHING)) == set()
    assert interpreted(printable_lines(EVERYTHING)) == {"\n"}


def test_no_single_code_point_survives_either() -> None:
    assert {c for c in EVERYTHING if interpreted(printable(c))} == set()


@given(any_text)
def test_printable_twice_is_printable_once(text: str) -> None:
    assert interpreted(printable(text)) == set()
    assert printable(printable(text)) == printable(text)


def test_what_can_be_read_stays() -> None:
    text = "Grüße, 你好, שלום, 👩‍💻, a [bracket] and a “quote”"
    assert printable(text) == text
    assert printable_lines("a\r\nb\tc") == "a\nb    c"


def test_escapes_are_seen_and_not_obeyed() -> None:
    assert printable("\x1b]52;c;x\x07\n") == "␛]52;c;x␇␊"
    assert printable("a\u202eb\x9bc") == "a·b�c"


@given(any_text, st.integers(2, 80))
def test_one_line_is_one_safe_line_of_at_most_that_length(text: str, length: int) -> None:
    line = one_line(text, length)
    assert len(line) <= length
    assert interpreted(line) == set()


@given(any_text)
def test_well_formed_text_can_be_stored_and_stays_as_it_is(text: str) -> None:
    clean = well_formed(text)
    clean.encode()
    assert not {"\0", "\r"} & set(clean)
    assert well_formed(clean) == clean == clean.strip()


@pytest.mark.parametrize(
    "other",
    [
        "uses  postgres\n16",
        "Uses Postgres 16.",
        "  USES POSTGRES 16 ",
        "Uses Postgres 1６",
        "uses\u00a0postgres 16",
    ],
)
def test_spellings_of_one_statement_have_one_fingerprint(other: str) -> None:
    assert fingerprint(other) == fingerprint("Uses Postgres 16")


@pytest.mark.parametrize("other", ["Uses Postgres 17", "Uses not Postgres 16", "Uses Postgres, 16", ""])
def test_another_statement_has_another_fingerprint(other: str) -> None:
    assert fingerprint(other) != fingerprint("Uses Postgres 16")


@given(any_text)
def test_a_fingerprint_fits_a_column(text: str) -> None:
    assert -(2**63) <= fingerprint(text) < 2**63
