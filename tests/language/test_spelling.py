"""Which spellings are one statement, and which marks mean something."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.language.spelling import canonical, plain
from tests.growth import grows_too_fast

SAID = "Atlas doesn't store users in PostgreSQL 16, because of JSONB"


@pytest.mark.parametrize(
    "text",
    [
        SAID + ".",
        SAID + "!",
        SAID + " …",
        SAID.upper(),
        f"  {SAID}\n",
        f"- {SAID}",
        f"* {SAID}",
        f"1. {SAID}",
        f"> {SAID}",
        f"- [ ] {SAID}",
        f"**{SAID}**",
        f"*{SAID}*",
        f"_{SAID}_",
        f"“{SAID}”",
        f"'{SAID}'",
        SAID.replace("PostgreSQL", "`PostgreSQL`"),
        SAID.replace("PostgreSQL", "**PostgreSQL**"),
        SAID.replace("PostgreSQL", "“PostgreSQL”"),
        SAID.replace("'", "’"),
        SAID.replace("store", "st\u200bore"),
        SAID.replace("store", "st\u00adore"),
        SAID.replace("store", "st\ufe0fore"),
        SAID.replace("store", "st\u2060ore\u3164"),
        SAID.replace("Atlas", "\uff21\uff54\uff4c\uff41\uff53"),
        SAID.replace(",", ""),
        SAID.replace(", ", " — "),
        SAID.replace(" ", "\u00a0"),
    ],
)
def test_these_are_one_statement(text: str) -> None:
    assert canonical(text) == canonical(SAID)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use C++", "Use C"),
        ("Use C#", "Use C"),
        ("It is -5", "It is 5"),
        ("-5 is the limit", "5 is the limit"),
        ("!x holds", "x holds"),
        ("Quit with :q!", "Quit with :q"),
        ("Ignore *.py", "Ignore .py"),
        ("Ignore *.py,*.js", "Ignore .py,.js"),
        ("Edit __init__.py", "Edit init.py"),
        ("Call __init__", "Call init"),
        ("The port is 8080", "The port is 8081"),
        ("It costs 1,000", "It costs 1000"),
        ("Wait 1.5 s", "Wait 15 s"),
        ("At 10:30", "At 1030"),
        ("Do not deploy on Fridays", "Do deploy on Fridays"),
        ("Do we deploy on Fridays?", "Do we deploy on Fridays"),
        ("2 * 3 * 4", "2 3 4"),
        ("5 - 3 is 2", "5 3 is 2"),
        ("Ada's key", "Adas key"),
        ("~~Use tabs~~", "Use tabs"),
        ("Use $HOME", "Use HOME"),
        ("The café is open", "The cafe is open"),
    ],
)
def test_these_are_two(one: str, other: str) -> None:
    assert canonical(one) != canonical(other)


@pytest.mark.few(4)
@pytest.mark.parametrize("odd", ["`", "* ", "*a ", "_a ", "'", '" ', "- ", ".", "!", "\u200b", "(1) A "])
def test_a_long_text_takes_as_long_as_its_parts(odd: str) -> None:
    assert not grows_too_fast(canonical, odd, head="_x ", tail="end")


@given(st.text(max_size=60))
def test_a_plain_text_stays_what_it_is(text: str) -> None:
    assert canonical(text) or not text.strip()
    assert plain(plain(text)) == plain(plain(plain(text)))
