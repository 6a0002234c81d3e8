"""What is never one statement, however many words are shared: other things, cases, lengths, and hearsay."""

import pytest

from memtui.language import lengths
from memtui.language.difference import compare
from memtui.language.relation import Relation, opinion
from memtui.language.side import without_labels
from memtui.language.told_otherwise import FILE, told_otherwise
from memtui.phrases import phrases_in

OTHERWISE = [
    ("Spare keys hang inside the shed.", "Spare keys hang outside of the shed."),
    ("Parcels go through the back gate.", "Parcels go around the back gate."),
    ("The choir sings on Friday.", "The choir sings before Friday."),
    ("Signs are painted by the workshop.", "Signs are painted for the workshop."),
    # another word in one place
    ("Copies of the door plan are kept for a year.", "Copies of the roof plan are kept for a year."),
    ("The choir rents the small hall.", "The choir paints the small hall."),
    ("Nadia signs the holiday lists.", "Nadia signs the delivery notes."),
    # fewer cases, or one thing more
    ("The gate closes at 21:00.", "The gate closes at 21:00 in the winter only."),
    ("Rent is due on the first day of a month.", "Rent is due on the first working day of a month."),
    ("Nobody paints the gate.", "Nobody paints the gate unless it rusts."),
    ("Plates go back to the kitchen.", "Plates and glasses go back to the kitchen."),
    ("The shop delivers.", "The shop delivers when it snows."),
    # an environment, a length of time
    ("The cache of staging is small.", "The cache of production is small."),
    ("A ticket is valid for fifteen minutes.", "A ticket is valid for one hour."),
    ("Tapes stay 30 days.", "30 days is too short for the museum, so tapes stay 90 days."),
    # who came, and who does it
    ("Present: Ada, Bo, Cleo", "Cooks this week: Ada, Bo"),
    # what somebody says
    ("The gate on the north side is open.", "A guest complained that the gate on the north side is open."),
    ("The gate is open.", "Could it be that the gate is open?"),
]
ALIKE = [
    ("Spare keys hang in the shed.", "Spare keys hang inside the shed."),
    ("The choir sings on Friday.", "The choir sings Friday evenings, on the square."),
    ("Copies are kept for half an hour.", "Copies are kept for 30 minutes."),
    ("The gate closes at 21:00.", "The gate closes at 21:00 because of the dogs."),
    ("Prefers short answers.", "The user prefers short answers."),
    ("Errors are answered as problem+json.", "The error format is problem+json."),
    ("A man is slicing an onion.", "A man is cutting an onion."),
    ("Nobody paints the gate.", "The gate is painted by nobody."),
    ("Present: Ada, Bo, Cleo", "Present on Monday: Ada, Bo"),
    ("Carpets, then lamps, are sold for 30 days.", "Carpets are sold for 30 days, lamps for 90 days."),
    ("Meals for guests only.", "Only for guests: meals."),
]


@pytest.mark.parametrize(("one", "other"), OTHERWISE)
def test_what_tells_of_another_thing_or_case_is_never_the_same(one: str, other: str) -> None:
    for pair in ((one, other), (other, one)):
        assert told_otherwise(compare(*without_labels(*pair)))
        assert opinion(*pair, 0.95).relation is not Relation.SAME


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_what_is_only_put_otherwise_or_says_why_may_be_the_same(one: str, other: str) -> None:
    for pair in ((one, other), (other, one)):
        assert not told_otherwise(compare(*without_labels(*pair)))


@pytest.mark.parametrize("name", phrases_in(FILE, within="told_otherwise"))
def test_a_pattern_finds_its_example_and_leaves_its_counter_example(name: str) -> None:
    phrase = phrases_in(FILE, within="told_otherwise")[name]
    assert phrase.pattern.search(phrase.finds)
    assert not phrase.pattern.search(phrase.leaves)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("15 minutes", [900]),
        ("fifteen minutes, then one hour", [900, 3_600]),
        ("half an hour", [1_800]),
        ("30 s", [30]),
        ("thirty seconds", [30]),
        ("ten times a minute", []),
        ("8 rooms", []),
    ],
)
def test_lengths_of_time_are_read_in_words_and_in_figures(text: str, seconds: list[float]) -> None:
    assert list(lengths.lengths(text)) == seconds
