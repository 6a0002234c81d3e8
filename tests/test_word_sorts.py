"""A word is of a sort by itself or by how it begins."""

import tomllib
from pathlib import Path

import pytest

import memtui
from memtui.word_sorts import WordSorts

SORTS = WordSorts({"send": "send* post", "off": "no postpone*", "paper": "post*", "short": "no* x"})


def test_a_whole_word_is_of_a_sort_only_as_it_stands() -> None:
    assert SORTS.of("post") == ("send", "paper")
    assert SORTS.of("posts") == ("paper",)


def test_a_beginning_covers_all_that_begins_so_the_shorter_first() -> None:
    assert SORTS.of("sending") == ("send",)
    assert SORTS.of("postponed") == ("paper", "off")


def test_a_sort_is_told_once_and_too_short_a_beginning_tells_nothing() -> None:
    assert WordSorts({"send": "send send*"}).of("send") == ("send",)
    assert SORTS.of("nobody") == ()
    assert SORTS.of("other") == ()


@pytest.mark.parametrize("file", ["poison/sorts.toml", "capture/worth/sorts.toml"])
def test_each_sort_has_its_example_and_lacks_its_counter_example(file: str) -> None:
    tables = tomllib.loads((Path(memtui.__file__).parent / file).read_text("utf-8"))["sorts"]
    sorts = WordSorts.of_tables(tables)
    for sort, table in tables.items():
        assert sort in sorts.of(table["finds"]), sort
        assert sort not in sorts.of(table["leaves"]), sort
