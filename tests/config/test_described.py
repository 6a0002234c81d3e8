"""Every setting is described: a sentence, what it may be, its default, and where its value comes from."""

from pathlib import Path

import pytest

from memtui.config.described import Described, sections
from memtui.config.reading import keys, read


def described(text: str = "") -> dict[str, Described]:
    loaded = read(text, Path("/settings.toml"), environment=False)
    return {setting.key: setting for section in sections(loaded) for setting in section.settings}


def test_every_setting_has_a_sentence_and_what_it_may_be() -> None:
    found = described()
    assert sorted(found) == sorted(keys())
    assert [key for key, setting in found.items() if not setting.documentation or not setting.allowed] == []
    assert [key for key, setting in found.items() if setting.changed] == []


def test_a_changed_setting_says_its_line_and_its_default() -> None:
    setting = described("[decay]\nenabled = false\n")["decay.enabled"]
    assert (setting.value, setting.default, setting.origin) == ("false", "true", "line 2")
    assert setting.changed
    assert setting.choices == ("true", "false")


def test_a_name_that_the_person_added_has_no_default() -> None:
    setting = described('[ttl]\nrumour = "2d"\n')["ttl.rumour"]
    assert (setting.name, setting.value, setting.default) == ("rumour", '"2d"', "")


@pytest.mark.parametrize(
    ("key", "typed", "allowed"),
    [
        ("decay.enabled", "true", True),
        ("decay.enabled", "yes", False),
        ("screen.theme", "light", True),
        ("screen.theme", '"light"', True),
        ("screen.theme", "blue", False),
        ("decay.exempt_scopes", '["/user", "/team"]', True),
        ("decay.exempt_scopes", "/user", False),
        ("ttl.decision", "6m", True),
        ("llm.model", "cli/claude", True),
        ("budget.project", "-1", False),
        ("budget.project", 'x"\ny = 1', False),
    ],
)
def test_what_is_typed_is_taken_as_toml_or_as_text(key: str, typed: str, allowed: bool) -> None:
    assert described()[key].accepts(typed) is allowed
