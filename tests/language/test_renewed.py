"""A change that names what was so puts what is so now in its place, and only where that is safe."""

import pytest

from memtui.language.renewed import Effect, renewal

RENEWED = [
    ("Backups run on Sunday", "The backup moves from Sunday to Saturday.", "Backups run on Saturday"),
    ("Ada waters the plants", "Ada no longer waters the plants; Bo does.", "Bo waters the plants"),
    (
        "Invoices are sent by Ada",
        "Ada doesn't send the invoices any more, Bo does.",
        "Invoices are sent by Bo",
    ),
    ("Dinner is at 7 pm", "We moved dinner from 7 pm to 8 pm.", "Dinner is at 8 pm"),
    ("The rent is 940 euros", "The rent went up from 940 to 985 euros.", "The rent is 985 euros"),
    ("The wait is 30 minutes", "We changed the wait from 30 minutes to 2 hours.", "The wait is 2 hours"),
    ("Retention is 7 days", "The retention was raised from 7 days to 14.", "Retention is 14 days"),
    ("The forum runs on Nodebb", "Discourse replaces Nodebb for the forum.", "The forum runs on Discourse"),
    (
        "The forum runs on Nodebb",
        "Nodebb was replaced by Discourse for the forum.",
        "The forum runs on Discourse",
    ),
    ("Tests run with Jest", "Jest is out, tests are run with Vitest now.", "Tests run with Vitest"),
    ("Reviews are led by Ada", "Bo took over from Ada for reviews.", "Reviews are led by Bo"),
    (
        "The fair is held in Porto",
        "The fair is held in Braga now, not in Porto.",
        "The fair is held in Braga",
    ),
    (
        "The cluster runs Nomad 1.6",
        "We upgraded the cluster from Nomad 1.6 to 1.8.",
        "The cluster runs Nomad 1.8",
    ),
    ("Tea is served by Ada", "From now on Bo serves the tea instead of Ada.", "Tea is served by Bo"),
    ("Ada signs the bills", "Ada doesn't sign the bills anymore, that's Bo's job now.", "Bo signs the bills"),
    ("We use Zim for notes", "We no longer use Zim for notes but Outline.", "We use Outline for notes"),
    ("We use Zim for notes", "We no longer use Zim for notes, we use Outline.", "We use Outline for notes"),
    ("Take 200 g of butter", "We went from 200 g of butter to 150 g.", "Take 150 g of butter"),
    (
        "The desk is open until 5 pm",
        "The desk is open until 7 pm instead of 5 pm.",
        "The desk is open until 7 pm",
    ),
    ("Ada runs the bakery", "Ada handed the bakery over to Bo.", "Bo runs the bakery"),
    ("Ada runs the bakery", "Ada isn't running the bakery any longer, Bo is.", "Bo runs the bakery"),
    ("Our CDN is Fastly", "Fastly was swapped for Bunny as our CDN.", "Our CDN is Bunny"),
    ("Ada books the trips", "Instead of Ada, Bo books the trips now.", "Bo books the trips"),
    (
        "Goods come in at gate B",
        "Goods no longer come in at gate B but at gate C.",
        "Goods come in at gate C",
    ),
    ("Write to `#help` first", "Write to `#desk` first instead of `#help`.", "Write to `#desk` first"),
    ("We go by bus to work", "We switched from the bus to the tram for work.", "We go by tram to work"),
    ("The choir meets in room 4", "The choir moved from room 4 to the hall.", "The choir meets in the hall"),
    (
        "Bills lie in the cellar",
        "Bills moved from the cellar to the Bank of Cork.",
        "Bills lie in the Bank of Cork",
    ),
    ("Ada drives", "Ada no longer drives; Bo drives now.", "Bo drives"),
    ("Ada waters the plants", "Ada no longer waters the plants; Bo waters them.", "Bo waters the plants"),
    ("The notes are in Zim", "The Zim notes moved from Zim to Outline.", "The notes are in Outline"),
    (
        "The free plan allows 5 projects; paid plans have no limit.",
        "The free plan was raised from 5 to 8 projects.",
        "The free plan allows 8 projects; paid plans have no limit.",
    ),
    (
        "The metrics port is 9102 and the admin port is 9100",
        "The admin port moves from 9100 to 9101; the metrics port stays at 9102.",
        "The metrics port is 9102 and the admin port is 9101",
    ),
    (
        "Shop keys are kept for 30 days in Porto.",
        "The shelf was too small to hold the keys of March, so keys are now kept for 90 days instead of 30.",
        "Shop keys are kept for 90 days in Porto.",
    ),
    (
        "The wiki is in Zim",
        "We moved the wiki from Zim to Outline because Zim was slow; logins go by mail.",
        "The wiki is in Outline because Zim was slow; logins go by mail",
    ),
]
UNSURE = [
    ("The forum runs on Nodebb", "We are moving the forum from Nodebb to Discourse."),
    ("The forum uses Nodebb for its threads", "We're replacing Nodebb with Discourse."),
    ("The forum uses Nodebb for its threads", "We dropped Nodebb for Discourse."),
    ("The forum uses Nodebb for its threads", "We decided to drop Nodebb in favour of Discourse."),
    ("The wiki is in Zim because the client has it", "We moved the wiki from Zim to Outline."),
    ("The wiki is in Zim, which the client pays for", "We moved the wiki from Zim to Outline."),
    ("The wiki is in Zim; nobody wants to touch that before May.", "We moved the wiki from Zim to Outline."),
    ("Since March 2024 the wiki is in Zim", "We moved the wiki from Zim to Outline."),
    ("The wiki is in Zim, and the forum too", "We moved the wiki from Zim to Outline."),
    ("The wiki and the forum are in Zim", "We moved the wiki from Zim to Outline."),
    ("The key is kept by the neighbour, Mrs Hale", "The key is no longer kept by Mrs Hale but by Mr Osei."),
    ("The wiki is in Zim, so links begin with zim", "We moved the wiki from Zim to Outline."),
    ("We use Zim and Joplin for the wiki", "We moved the wiki from Zim to Outline."),
    ("The wiki is in Zim", "We decided to move the wiki from Zim to Outline."),
    ("The wiki is in Zim", "Wiki: Zim → Outline"),
    ("Ada and Bo run the club", "Bo no longer runs the club; Cleo does."),
    ("Ada waters the plants. She has the key.", "Ada no longer waters the plants; Bo does."),
    ("Ada waters the plants and feeds the cat", "Ada no longer waters the plants; Bo does."),
    ("The forum runs on Nodebb 8", "We moved the forum from Nodebb to Discourse."),
    ("The wiki is in Zim", "Years ago we moved the wiki from Zim to Outline."),
    ("The forum runs on Nodebb", "Nodebb was replaced by Discourse."),
    ("The wiki is in Zim", "We moved the wiki from Zim to Outline for the sales team."),
    ("Alarms go to the chat of the shop", "We moved from the chat to mail."),
    ("The wiki is in Zim (the client pays for it)", "We moved the wiki from Zim to Outline."),
    ("The desk is in North Leeds", "The desk moved from Leeds to York."),
    ("The forum on Nodebb links to Nodebb", "We moved the forum from Nodebb to Discourse."),
    ("The stand-up is at 9:15", "The stand-up moves from 9:15 to 9:45 on Fridays."),
]
ELSEWHERE = [
    ("Backups run on Sunday", "The flea market moved from Sunday to Saturday."),
    ("Backups of the wiki run on Sunday", "Backups of the shop moved from Sunday to Saturday."),
    ("The staging database is in Oslo", "The production database moved from Oslo to Bergen."),
    ("The train to Basel leaves from platform 4", "The train to Zurich moved from platform 4 to platform 9."),
    ("Ada waters the plants", "Ada no longer eats meat; Bo does."),
    ("Ada leads the rowing club", "Ada no longer leads the theatre club; Bo does."),
    ("Ada's school is in Elm Street", "Ada went from Elm Street to the park."),
    ("Team 3 meets in room 4", "Team 4 moved from room 4 to room 5."),
    ("Mail goes to Ada. The notes are in Zim.", "The Zim wiki moved from Zim to Outline."),
    ("The forum does not run on Nodebb", "We moved the forum from Nodebb to Discourse."),
    ("The forum ran on Nodebb until March", "We moved the forum from Nodebb to Discourse."),
]
NO_CHANGE_YET = [
    "We may move the forum from Nodebb to Discourse.",
    "Should we move the forum from Nodebb to Discourse?",
    "We did not move the forum from Nodebb to Discourse.",
    "Nobody moved the forum from Nodebb to Discourse.",
    "We want to move the forum from Nodebb to Discourse.",
    "We could drop Nodebb for Discourse.",
    "We want to replace Nodebb with Discourse.",
    "If we switched the forum from Nodebb to Discourse, it would be quicker.",
    "Just for today the forum moved from Nodebb to Discourse.",
]


@pytest.mark.parametrize(("memory", "statement", "then"), RENEWED)
def test_what_is_so_now_stands_where_what_was_so_stood(memory: str, statement: str, then: str) -> None:
    found = renewal(memory, statement)
    assert (found.effect, found.text) == (Effect.RENEWED, then)


@pytest.mark.parametrize(("memory", "statement"), UNSURE)
def test_a_person_is_asked_where_something_hangs_on_what_was_so(memory: str, statement: str) -> None:
    assert renewal(memory, statement).effect is Effect.UNSURE


@pytest.mark.parametrize(
    ("statement", "then"),
    [
        ("We dropped Nodebb for Discourse.", "The forum uses Discourse for its threads."),
        ("We're dropping Nodebb for Discourse.", "The forum uses Discourse for its threads."),
        (
            "We decided to move the forum from Nodebb to Discourse, for its threads, starting next week.",
            "The forum uses Discourse for its threads, starting next week.",
        ),
    ],
)
def test_once_a_person_says_that_it_is_so_the_memory_says_it_and_from_when_on(
    statement: str, then: str
) -> None:
    found = renewal("The forum uses Nodebb for its threads.", statement)
    assert (found.effect, found.text) == (Effect.UNSURE, then)


@pytest.mark.parametrize(("memory", "statement"), ELSEWHERE)
def test_a_change_of_something_else_with_the_same_value_is_none_of_it(memory: str, statement: str) -> None:
    assert renewal(memory, statement).effect is Effect.ELSEWHERE


@pytest.mark.parametrize("statement", NO_CHANGE_YET)
def test_what_has_not_come_about_renews_nothing(statement: str) -> None:
    assert renewal("The forum runs on Nodebb", statement).effect is Effect.OPEN


@pytest.mark.parametrize(
    "statement",
    [
        "On 12 November 2026 the office moved from Leeds to York.",
        "The office moved from Leeds to York last week.",
    ],
)
def test_the_day_of_a_change_is_not_lost(statement: str) -> None:
    found = renewal("The office is in Leeds", statement)
    assert (found.effect, found.text) == (Effect.OVERTAKEN, "")


def test_the_headings_over_a_memory_stay_and_say_what_it_is_about() -> None:
    found = renewal("Forum: hosted on Nodebb", "We moved the forum from Nodebb to Discourse.", 7)
    assert found.text == "Forum: hosted on Discourse"


def test_two_lines_that_it_may_mean_are_left_to_a_person_and_a_long_table_is_no_statement() -> None:
    line, statement = "- the forum runs on Nodebb\n", "We moved the forum from Nodebb to Discourse."
    assert renewal(line * 2, statement).effect is Effect.UNSURE
    assert renewal(line * 500, statement).effect is Effect.ELSEWHERE


def test_a_thing_is_no_new_value_of_a_time() -> None:
    assert (
        renewal("The desk closes at 5 pm", "The desk moved from 5 pm to the hall.").effect is Effect.OVERTAKEN
    )


def test_a_memory_that_tells_of_a_change_itself_and_a_text_of_many_things_are_left_alone() -> None:
    moved = "We moved the forum from Nodebb to Discourse."
    assert renewal(moved, "We moved the forum from Discourse to Flarum.").effect is Effect.NONE
    assert renewal("The forum runs on Nodebb", moved + " We met." * 60).effect is Effect.NONE
