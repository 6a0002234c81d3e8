"""What has to differ for two statements to be at odds: neighbours of a page, and what really clashes."""

import pytest

from memtui.language.contradiction import contradicts
from memtui.language.grounds import groundless, states_nothing

NEIGHBOURS = """
Care of the staging account lies with the platform team | Care of the live account lies with the platform team
Cache options: **ttl** how long an entry is kept | Cache options: **size** how large an entry may be
`Cache` options: **ttl** `number` (optional) | `Cache` options: **store** `string` (optional)
Format › `version`: `1`: used by heron 5 and 6 | Format › `version`: `2`: used by heron 7 and 8
Commands: heron build | Commands: heron check
See also: [heron start](/commands/start) | See also: [heron stop](/commands/stop)
The worker is started by the scheduler | The scheduler is started by the worker
"""
CLASHES = """
The importer retries three times | The importer retries five times
The gateway may be restarted at night | The gateway may never be restarted at night
Database: PostgreSQL 14 | Database: PostgreSQL 16
Cities I like: Oslo | Cities I dislike: Oslo
Use npm to install the packages | Use pnpm to install the packages
The reports go to the archive server | The reports go to the mail server
Deploys: the api runs in Frankfurt | Deploys: the api has moved to Dublin
"""


def _pairs(written: str) -> list[list[str]]:
    return [line.split(" | ") for line in written.strip().splitlines()]


@pytest.mark.parametrize(("one", "other"), _pairs(NEIGHBOURS))
def test_two_neighbours_of_one_page_are_not_at_odds(one: str, other: str) -> None:
    assert groundless(one, other, contradicts(one, other))


@pytest.mark.parametrize(("one", "other"), _pairs(CLASHES))
def test_another_value_of_one_thing_is_a_ground(one: str, other: str) -> None:
    assert not groundless(one, other, contradicts(one, other))


def test_two_that_say_much_of_their_own_say_other_things() -> None:
    one = "The heron service starts the nightly import and mails a short summary to the owners"
    other = "The heron service keeps sessions in memory for visitors without any cookie"
    assert groundless(one, other, contradicts(one, other))


@pytest.mark.parametrize("text", ["```sh\nheron build\n```", "See [the guide](guide.md)", "| port | 8080 |"])
def test_code_links_and_tables_state_nothing(text: str) -> None:
    assert states_nothing(text)
    assert not states_nothing("Run `heron build [target]` before each release")
