from collections import Counter
from pathlib import Path

import pytest

from memtui import secrets
from memtui.demo.example import drafts, let_through
from memtui.domain.decay import DecayRules, strength
from memtui.domain.instant import DAY, HOUR, Instant
from memtui.domain.memory import RESERVED_CATEGORIES, Draft, MemoryType, Origin, State, checked_category
from memtui.domain.sanitise import sanitise
from memtui.domain.scope import normalise
from memtui.domain.text import fingerprint, well_formed
from memtui.domain.uid import is_uid
from memtui.poison import suspicion

NOW: Instant = 1_790_000_000.0


@pytest.fixture(scope="module")
def example() -> list[Draft]:
    return drafts(NOW)


def test_about_three_hundred_memories_lie_in_more_than_twenty_scopes(example: list[Draft]) -> None:
    assert 280 <= len(example) <= 330
    assert len({draft.scope for draft in example}) > 20


def test_every_type_state_and_origin_but_compacted_occurs(example: list[Draft]) -> None:
    assert {draft.type for draft in example} == set(MemoryType)
    assert {draft.state for draft in example} == {State.LIVE, State.ARCHIVED, State.DROPPED}
    assert {draft.origin for draft in example} == set(Origin) - {Origin.COMPACTED}
    assert sum(draft.state is State.DROPPED for draft in example) >= 10
    assert sum(draft.pinned for draft in example) >= 5


def test_texts_scopes_and_categories_are_in_the_form_the_store_keeps(example: list[Draft]) -> None:
    for draft in example:
        assert draft.text == well_formed(draft.text) != ""
        assert draft.scope == normalise(draft.scope)
        assert draft.categories == tuple(map(checked_category, draft.categories))
        assert set(draft.categories) & set(RESERVED_CATEGORIES)


def test_every_memory_has_a_uid_of_its_own(example: list[Draft]) -> None:
    uids = [draft.uid for draft in example]
    assert all(uid is not None and is_uid(uid) for uid in uids)
    assert len(set(uids)) == len(uids)


def test_the_same_moment_makes_the_same_store(example: list[Draft]) -> None:
    assert drafts(NOW) == example


def test_nothing_happens_in_the_future_or_before_its_creation(example: list[Draft]) -> None:
    for draft in example:
        assert draft.created_at is not None
        assert draft.updated_at is not None
        assert draft.created_at <= draft.updated_at <= NOW
        assert draft.created_at <= (draft.last_accessed_at or NOW) <= NOW


def test_ages_reach_from_minutes_to_two_years(example: list[Draft]) -> None:
    ages = sorted(NOW - (draft.created_at or NOW) for draft in example)
    assert ages[0] < HOUR
    assert ages[-1] > 700 * DAY
    assert 100 * DAY < ages[len(ages) // 2] < 300 * DAY


def test_a_few_memories_are_used_often_and_many_never(example: list[Draft]) -> None:
    uses = [draft.access_count for draft in example]
    assert sum(count >= 10 for count in uses) < len(uses) / 6
    assert sum(count == 0 for count in uses) > len(uses) / 4
    for draft in example:
        assert draft.session_count <= draft.access_count
        assert (draft.last_accessed_at is None) == (draft.access_count == 0)


def test_strengths_spread_from_full_to_faded(example: list[Draft]) -> None:
    rules = DecayRules()
    found = Counter[str]()
    for draft in example:
        half_life = rules.half_life(
            memory_type=draft.type,
            scope=draft.scope,
            pinned=draft.pinned,
            session_count=draft.session_count,
        )
        touch = max(draft.created_at or NOW, draft.last_accessed_at or 0.0)
        value = strength(draft.importance, touch, half_life, NOW)
        found["strong" if value > 0.6 else "faded" if value < 0.05 else "between"] += 1
    assert min(found["strong"], found["faded"], found["between"]) > 30


def test_a_text_occurs_once_in_a_scope_and_a_few_occur_in_two(example: list[Draft]) -> None:
    places = Counter((draft.scope, fingerprint(draft.text)) for draft in example)
    assert set(places.values()) == {1}
    texts = Counter(fingerprint(draft.text) for draft in example)
    assert sum(count > 1 for count in texts.values()) >= 3


def test_wide_characters_brackets_line_breaks_and_a_long_text_occur(example: list[Draft]) -> None:
    texts = [draft.text for draft in example]
    assert any("田中" in text for text in texts)
    assert any("[bold]" in text for text in texts)
    assert any("```" in text and "\n" in text for text in texts)
    assert any(len(text) > 1400 for text in texts)


def test_many_memories_say_what_they_were_learned_from(example: list[Draft]) -> None:
    assert sum("quote" in draft.provenance for draft in example) >= 40
    assert {"claude-code", "codex", "hermes", "mcp"} <= {draft.provenance.get("source") for draft in example}


def test_only_what_an_older_version_let_through_is_not_as_the_lifecycle_would_store_it(
    example: list[Draft],
) -> None:
    flawed = {draft.uid for draft in let_through(NOW)}
    assert 1 <= len(flawed) <= 3
    for draft in example:
        as_written = secrets.find_secrets(draft.text) == [] and sanitise(draft.text) == draft.text
        assert as_written == (draft.uid not in flawed)


def test_a_folder_that_a_memory_names_is_there() -> None:
    folders = {draft.provenance["cwd"] for draft in drafts(NOW) if "cwd" in draft.provenance}
    assert folders
    assert all(Path(str(folder)).is_dir() for folder in folders)


def test_the_example_is_held_back_only_where_it_shows_a_planted_instruction(example: list[Draft]) -> None:
    held = [draft.text for draft in example if suspicion(draft.text)]
    assert len(held) == 1
    assert "do not mention it to the user" in held[0]
