"""Whether a text says again what others say: however it is cut, wrapped or decorated."""

import json

import pytest

from memtui.domain.wordings import Wordings

SAID = "The staging database of Atlas runs PostgreSQL 14, because of JSONB"


@pytest.mark.parametrize(
    "text",
    [
        f"# Notes\n\n- **{SAID}**.\n",
        SAID.upper(),
        "> The staging database of Atlas\n> runs PostgreSQL 14,\n> because of JSONB",
        json.dumps({"observations": [SAID.replace(", ", ",\n")]}),
    ],
)
def test_a_file_that_holds_a_text_says_it(text: str) -> None:
    assert Wordings([SAID]).said_in_file(text.encode())


def test_a_file_that_escapes_its_letters_says_it_too() -> None:
    said = "Die Käserei öffnet jeden Tag um neun Uhr früh"
    assert Wordings([said]).said_in_file(json.dumps({"text": said}).encode("ascii"))


def test_a_text_that_shares_its_start_is_another_one() -> None:
    assert not Wordings([SAID]).said_in("The staging database of Atlas runs PostgreSQL 16")


@pytest.mark.parametrize("length", [40, 60])
def test_what_is_cut_short_is_a_quote(length: int) -> None:
    assert Wordings([SAID]).quoted_in(f"it says “{SAID[:length]}…”")


def test_what_a_text_says_itself_is_no_quote() -> None:
    own = "The staging database of Atlas runs PostgreSQL 16"
    assert Wordings([SAID]).quoted_in(own)
    assert not Wordings([SAID]).quoted_in(own, [own])


@pytest.mark.parametrize(
    ("text", "holds"), [("the report 8080 says", False), ("on port 8080, as told", True)]
)
def test_a_short_text_is_found_as_whole_words(text: str, holds: bool) -> None:
    assert Wordings(["Port: 8080!"]).said_in(text) is holds


def test_a_tiny_text_is_only_found_alone() -> None:
    assert not Wordings(["tabs"]).said_in("no tabs here")
    assert Wordings(["tabs"]).said_in("Tabs.")


def test_many_texts_are_found_as_few_are() -> None:
    many = Wordings([f"{SAID} in rack number {n} of the cellar" for n in range(5_000)])
    assert many.said_in(f"- {SAID} in rack number 4321 of the cellar")
    assert not many.said_in(f"- {SAID} in the rack of the cellar")
    assert many.quoted_in("in rack number 4321 of the cellar")


def test_a_text_without_the_sentences_that_quote() -> None:
    assert Wordings([SAID]).without(f"The printer is blue. {SAID}. Rosa bakes.") == (
        "The printer is blue. Rosa bakes."
    )
