"""The simulated world is varied, the same for a seed, and its ground truth is what it says."""

from random import Random

from memtui.domain.memory import MemoryType
from simulation.junk import Junk, rubbish
from simulation.topics import Topic
from simulation.truth import Label, Standing
from simulation.world import World, build


def year(seed: int = 1) -> World:
    return build(3000, 365, Random(seed))


def test_the_same_seed_gives_the_same_world() -> None:
    assert [(n.day, n.topic.key, n.value) for n in year().news] == [
        (n.day, n.topic.key, n.value) for n in year().news
    ]
    assert year(1).projects != year(2).projects


def test_no_two_topics_say_the_same() -> None:
    said = [topic.say(value, 0) for topic in year().topics() for value in topic.values]
    assert len(set(said)) > 0.97 * len(said)
    keys = [topic.key for topic in year().topics()]
    assert len(set(keys)) == len(keys)


def test_some_projects_run_on_every_day() -> None:
    world = year()
    running = [len(world.active(day)) for day in range(365)]
    assert 2 <= min(running) <= max(running) <= 6


def test_news_comes_in_order_and_within_the_year() -> None:
    days = [news.day for news in year().news]
    assert days == sorted(days)
    assert days[0] >= 0
    assert days[-1] < 365


def test_a_value_that_changes_holds_until_then() -> None:
    changing = [topic for topic in year().topics() if len(topic.values) > 1]
    assert changing
    for topic in changing:
        first, second = topic.since
        assert topic.current(first) == topic.current(second - 0.1) == 0
        assert topic.current(second) == 1


def test_a_memory_is_good_then_outdated_then_past() -> None:
    topic = Topic(
        "k", "/", MemoryType.SEMANTIC, (), 0.5, ("it is {v}",), ["old", "new"], [0.0, 50.0], until=90.0
    )
    old, new = Label(1, topic, 0, "old"), Label(51, topic, 1, "new")
    assert [old.standing(day) for day in (10, 60, 91)] == [Standing.GOOD, Standing.OUTDATED, Standing.SPENT]
    assert new.standing(60) is Standing.GOOD
    assert Label(1, topic, -1, "never so", Junk.WRONG).standing(10) is Standing.JUNK
    assert not old.says_the_same(new)


def test_junk_is_varied() -> None:
    rng = Random(1)
    for kind in (Junk.BOOT, Junk.TRANSIENT, Junk.PROFILE, Junk.NOISE):
        texts = {rubbish(kind, rng, 1, "/project/x").text for _ in range(200)}
        assert len(texts) > 60, kind
