"""What stands under the headings of one store is held against all of them before it is called said twice."""

from memtui.domain.deeds import Deed
from memtui.domain.memory import Memory
from memtui.domain.proposal import Finding
from memtui.review.rule import Context
from memtui.review.rules.duplicate import RULE
from memtui.store.database import Store
from tests.review.planting import plant
from tests.review.unstored import context

LINE = "Style: Write dates as ISO 8601 in every log line"
LIST = (
    "What reviewers look for:\n1. Functions named after what they return\n2. Log lines carry ISO 8601 dates\n"
    "3. Every fixture is used by a test\n4. Ada has signed off the railroad diagrams"
)
THINGS = ("parser", "mailer", "importer", "exporter", "scheduler", "gateway", "indexer", "planner",
          "renderer", "archive", "tracker", "console")  # fmt: skip


def filled(store: Store) -> Context:
    """Return what a pass over a store is given that holds a dozen other statements."""
    for number, thing in enumerate(THINGS):
        plant(store, f"Parts: the {thing} is built by team {number}", days_ago=30)
    return context(store)


def noted(store: Store, text: str, file: str, days_ago: float) -> Memory:
    return plant(store, text, days_ago=days_ago, provenance={"path": f"/home/ada/notes/{file}"})


def compared(
    store: Store, one: str, other: str, files: tuple[str, str] = ("commands.md", "release.md")
) -> Finding | None:
    now = filled(store)
    return RULE.compare(noted(store, one, files[0], 2), noted(store, other, files[1], 1), 0.7, now)


def test_what_gives_a_figure_that_the_other_lacks_is_not_said_again_by_what_gives_another(
    store: Store,
) -> None:
    rule, to_do = "Muted pages must end after {} at the latest.", "Follow-ups: page mutes end (who: Noor{})"
    assert compared(store, rule.format("the night"), to_do.format("")) is not None
    assert compared(store, rule.format("8 hours"), to_do.format("; until: 3 May")) is None


def test_a_line_that_stands_in_a_list_too_goes_and_the_list_stays_whole(store: Store) -> None:
    found = compared(store, LINE, LIST)
    assert found is not None
    assert (found.change.deed, found.change.text) == (Deed.MERGE, "")
    assert found.reason == "one memory says what the other says too, among more"
    assert ("said in", "Log lines carry ISO 8601 dates") in found.evidence.facts


def test_the_list_keeps_its_words_where_the_line_is_the_newer(store: Store) -> None:
    found = compared(store, LIST, LINE)
    assert found is not None
    assert found.change.text == LIST


def test_lines_of_a_series_are_not_the_same(store: Store) -> None:
    other = "Parts: the parser is built by team 5"
    assert compared(store, "Parts: the parser is built by team 6", other) is None


def test_a_place_that_has_the_two_words_of_a_command_does_not_say_what_it_does(store: Store) -> None:
    place = "Tea tests are in teatest/leaves.py, run only against the old pot."
    assert compared(store, place, "just test: run tests") is None


def test_without_neighbours_two_lines_are_judged_by_themselves(store: Store) -> None:
    now = context(store)
    one, other = noted(store, LINE, "commands.md", 2), noted(store, LIST, "release.md", 1)
    assert now.surroundings.words(one, other) is None
    assert RULE.compare(one, other, 0.7, now) is None
