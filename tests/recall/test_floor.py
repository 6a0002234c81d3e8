"""What bears on a question far less than the best hit does is not told to agents, and named as such."""

from collections.abc import Mapping

import pytest

from memtui.domain.memory import Memory
from memtui.recall.briefing import Briefing, Why, on_call, place_in, with_prompt
from memtui.recall.floor import parted
from memtui.recall.hits import Hit
from memtui.recall.search import recall
from memtui.store.database import Store
from tests.lifecycle.worlds import added
from tests.review.unstored import memory

ATLAS = "/project/atlas"
NEAR = "The kiln in the east hall is fired on Mondays"
FAR = [f"The shelf {place} of the east wing holds glaze" for place in ("above", "below", "behind")]


def hit(number: int, score: float, words: float = 1.0, **parts: float) -> Hit:
    it: Memory = memory(f"Memory {number}", id=number)
    every: Mapping[str, float] = {"words": words, **{name.replace("_", " "): v for name, v in parts.items()}}
    return Hit(it, score, every)


def ids(hits: list[Hit]) -> list[int]:
    return [each.memory.id for each in hits]


def test_what_falls_below_a_share_of_the_best_is_weak() -> None:
    told, weak = parted([[hit(1, 0.9), hit(2, 0.33), hit(3, 0.3)]])
    assert (ids(told), ids(weak)) == ([1, 2], [3])


def test_more_is_asked_of_what_its_session_lifts() -> None:
    told, weak = parted([[hit(1, 1.0), hit(2, 0.38, session=0.2), hit(3, 0.38)]])
    assert (ids(told), ids(weak)) == ([1, 3], [2])


def test_the_newer_of_two_is_told_where_the_older_is() -> None:
    told, weak = parted(
        [[hit(1, 0.1, newer_than=2.0), hit(2, 1.0), hit(3, 0.1, newer_than=4.0), hit(4, 0.2)]]
    )
    assert (ids(told), ids(weak)) == ([1, 2], [3, 4])


def test_the_best_of_another_scope_is_weak_where_its_words_are() -> None:
    told, weak = parted([[hit(1, 1.0, words=9.0)], [hit(2, 1.0, words=1.0), hit(1, 0.5, words=1.0)]])
    assert (ids(told), ids(weak)) == ([1], [2])


@pytest.mark.parametrize("answers", [[], [[]], [[], []]])
def test_nothing_found_is_nothing_told(answers: list[list[Hit]]) -> None:
    assert parted(answers) == ([], [])


def filled(store: Store) -> None:
    for text in (NEAR, *FAR):
        added(store, text, ATLAS)


def test_hooks_and_the_recall_tool_leave_out_the_weak_and_a_search_does_not(store: Store) -> None:
    filled(store)
    question = "When is the kiln in the east hall fired?"
    assert len(recall(store, question, scope=ATLAS).hits) == 4
    for briefing in both_ways(store, question):
        assert [entry.memory.text for entry in briefing.told] == [NEAR]
        assert [entry.why for entry in briefing.left_out] == [Why.SLIGHT] * 3


def test_what_shares_a_common_word_alone_is_not_told_even_where_it_is_the_best(store: Store) -> None:
    for number in range(30):
        added(store, f"Screen {number} of the app shows figure {number}", ATLAS)
    for briefing in both_ways(store, "Which typeface do headings have in the app?"):
        assert briefing.told == []
        assert {entry.why for entry in briefing.left_out} == {Why.SLIGHT}


def test_a_rare_word_is_enough_in_a_long_prompt(store: Store) -> None:
    for number in range(30):
        added(store, f"Screen {number} of the app shows figure {number}", ATLAS)
    added(store, "The kiln is fired on Mondays", ATLAS)
    prompt = (
        "Please write the release notes for the app, mention the kiln, then open a pull request for Tomasz"
    )
    for briefing in both_ways(store, prompt):
        assert [entry.memory.text for entry in briefing.told] == ["The kiln is fired on Mondays"]


@pytest.mark.parametrize(
    ("text", "question", "is_told"),
    [
        ("Versions are pinned in `package.json`", "Which package manager do we use?", False),
        ("Versions are pinned in `package.json`", "Why is package.json so long, manager?", True),
        ("The package versions stand in `package.json`", "Which package manager do we use?", True),
        ("Read src/package/list and/or ask", "Which package manager do we use?", False),
        ("Ask for the package and/or the list", "Which package manager do we use?", True),
    ],
)
def test_a_word_within_the_name_of_a_file_says_little(
    store: Store, text: str, question: str, is_told: bool
) -> None:
    for number in range(30):
        added(store, f"Screen {number} of the app shows figure {number}", ATLAS)
    added(store, text, ATLAS)
    for briefing in both_ways(store, question):
        assert [entry.memory.text for entry in briefing.told] == [text] * is_told


def test_half_of_a_short_question_is_enough_however_common_its_word_is(store: Store) -> None:
    for number in range(30):
        added(store, f"The kiln in hall {number} is hot", ATLAS)
    for briefing in both_ways(store, "Which kiln?"):
        assert briefing.told


@pytest.mark.parametrize("prompt", ["run it again", "yes go on", "keep going", "try again", "thanks"])
def test_a_prompt_of_everyday_verbs_alone_is_told_nothing(store: Store, prompt: str) -> None:
    for number in range(30):
        added(store, f"Screen {number} of the app shows figure {number}", ATLAS)
    for text in (
        "Run the kiln, and thanks go to Tomasz",
        "Going by train is kept for Mondays",
        "Try the east hall",
    ):
        added(store, text, ATLAS)
    assert with_prompt(store, place_in(ATLAS), prompt).told == []
    assert with_prompt(store, place_in(ATLAS), f"{prompt} in the kiln").told


def test_what_comes_from_a_session_is_not_slight_as_its_session_speaks_for_it(store: Store) -> None:
    for number in range(30):
        of = {"session": f"s{number // 2}"}
        added(store, f"Screen {number} of the app shows figure {number}", ATLAS, provenance=of)
    assert with_prompt(store, place_in(ATLAS), "Which typeface do headings have in the app?").told


def test_all_of_the_store_is_asked_where_a_project_knows_only_what_is_slight(store: Store) -> None:
    for number in range(30):
        added(store, f"Screen {number} of the app shows figure {number}", ATLAS)
    other = added(store, "Headings of the app have the typeface Inter", "/project/borealis")
    question = "Which typeface do headings have in the app?"
    asked = with_prompt(store, place_in(ATLAS), question, elsewhere=True)
    called = on_call(
        lambda scope: recall(store, question, scope=scope), ATLAS, store.now(), 500, elsewhere=True
    )
    for briefing in (asked, called):
        assert (briefing.elsewhere, briefing.told[0].memory.id) == (True, other)


def both_ways(store: Store, question: str) -> tuple[Briefing, Briefing]:
    """Return what is told with a prompt, and to an agent that asks."""
    called = on_call(lambda scope: recall(store, question, scope=scope), ATLAS, store.now(), 500)
    return with_prompt(store, place_in(ATLAS), question), called
