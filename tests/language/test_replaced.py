"""What a statement says was replaced, or is gone, overtakes what another says of it."""

import pytest

from memtui.language.replaced import CHANGES, FILE, LISTS, SIGNS, replaced
from memtui.phrases import phrases_in
from tests.language.at_odds import disagreeing

MOVED = "We moved the forum from Nodebb to Discourse in March 2026."


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("The forum runs on Nodebb.", MOVED),
        ("The forum runs on Nodebb 3, behind a proxy.", MOVED),
        ("Mail goes out through Postfix.", "Postfix was replaced by Mailgun for all mail."),
        ("We use Mocha for the tests of the shop.", "The tests were migrated from Mocha to Vitest."),
        ("Bookings are kept in Airtable.", "Replaced Airtable with SQLite for bookings."),
        ("The site is built with Gulp.", "The site is built with plain Make; Gulp was removed in July."),
        (
            "Alarms are sent to the channel #ops in Zulip.",
            "Alarms go by mail, the Zulip channel is archived.",
        ),
    ],
)
def test_what_is_told_to_be_replaced_is_overtaken(earlier: str, later: str) -> None:
    for one, other in ((earlier, later), (later, earlier)):
        found = replaced(one, other)
        assert found is not None
        assert (
            one[found.left[0].start : found.left[0].end] == other[found.right[0].start : found.right[0].end]
        )
    assert disagreeing(earlier, later, 0.5) is not None


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("The wiki runs on Nodebb.", "We moved the forum from Nodebb to Discourse."),
        ("The forum ran on Nodebb until March.", MOVED),
        ("The forum runs on Discourse, its old posts come from Nodebb.", MOVED),
        ("The forum moved from Nodebb to Flarum.", MOVED),
        ("The forum runs on Nodebb.", "We plan to move the forum from Nodebb to Discourse."),
        ("The forum does not use Nodebb.", MOVED),
        ("The forum runs on Nodebb.", "The forum was not moved from Nodebb to Discourse."),
        ("The forum runs on Nodebb.", "We moved the forum from one old and slow machine to another."),
        ("Backups are kept for a week.", "Backups were removed."),
    ],
)
def test_what_is_planned_past_denied_or_of_something_else_is_not(earlier: str, later: str) -> None:
    assert replaced(earlier, later) is None
    assert replaced(later, earlier) is None


@pytest.mark.parametrize("name", LISTS)
def test_each_list_has_its_word_and_lacks_another(name: str) -> None:
    assert LISTS[name].has in LISTS[name].words
    assert LISTS[name].lacks not in LISTS[name].words


@pytest.mark.parametrize("finds", [phrase.finds for phrase in phrases_in(FILE, within="replaced").values()])
def test_no_change_is_told_without_one_of_the_signs(finds: str) -> None:
    assert SIGNS.search(finds)
    assert not any(pattern.search(SIGNS.sub("…", finds)) for pattern in CHANGES)
