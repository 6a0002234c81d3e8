"""The simulation's lists of words are sound, and a mistake in one is named."""

from pathlib import Path
from random import Random

import pytest

from simulation import aspects, data, junk, vocabulary
from simulation.junk import Junk


def test_every_aspect_makes_a_value_for_its_phrasings() -> None:
    for aspect in (*aspects.OF_PARTS, *aspects.OF_PROJECTS):
        values = {aspect.make(Random(number)) for number in range(40)}
        assert len(values) > 1, aspect.name
        assert all(value and "{" not in value for value in values)
        assert 0 < aspect.importance <= 1


def test_every_word_in_braces_is_filled_in() -> None:
    for kind in (Junk.BOOT, Junk.TRANSIENT, Junk.PROFILE):
        written = {junk.rubbish(kind, Random(number), number, "/").text for number in range(400)}
        assert not [text for text in written if "{" in text], kind
    for sentence in (s for group in junk.WORDING.sentences.values() for s in group):
        assert sentence.format(**junk._slots(Random(1), 1))


def test_a_liking_says_where_its_choice_belongs() -> None:
    for liking in vocabulary.WORDS.likings:
        assert "{v}" in liking.text
        assert len(liking.choices) > 1


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ({"name": "port", "phrasings": ["{it} has {v}"]}, "made in none"),
        ({"name": "port", "phrasings": ["{it} has {v}"], "one_of": "prots"}, "made in none"),
        ({"name": "port", "phrasings": ["{it} has {v}"], "number": [9, 3]}, "made in none"),
        ({"name": "port", "phrasings": ["{it} has one"], "number": [3, 9]}, "needs {it} and {v}"),
        ({"name": "port", "phrasing": ["{it} has {v}"], "number": [3, 9]}, "phrasings is missing"),
        ({"name": "port", "phrasings": ["{it} has {v}"], "nubmer": [3, 9]}, "nobody reads nubmer"),
    ],
)
def test_a_mistake_in_an_aspect_is_named(mistake: data.Document, named: str) -> None:
    with pytest.raises(ValueError, match=f"parts 1 \\(port\\): .*{named}"):
        aspects.read({"parts": [mistake]}, "parts")


@pytest.mark.parametrize("value", ["Atlas", [], [1], [""]])
def test_a_list_that_is_none_is_named(value: object) -> None:
    with pytest.raises(ValueError, match="projects is to be a list of texts"):
        data.texts({"projects": value}, "projects")


def test_a_word_that_stands_twice_is_named() -> None:
    with pytest.raises(ValueError, match="'Atlas' twice"):
        data.texts({"projects": ["Atlas", "Ember", "Atlas"]}, "projects")


def test_a_file_that_is_no_toml_is_named(tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_text("projects = [", "utf-8")
    with pytest.raises(ValueError, match=r"words\.toml is no TOML"):
        data.load("words.toml", tmp_path)
