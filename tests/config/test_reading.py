"""What the settings file may hold, and what is said about what it may not."""

from pathlib import Path

import pytest

from memtui.config import ConfigError, Settings, clock, load
from memtui.config.reading import read
from memtui.domain.durations import Duration
from memtui.domain.memory import MemoryType

FILE = Path("config.toml")


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MEMTUI_CONFIG", "MEMTUI_SCRIPTED", "MEMTUI_LLM_MODEL", "MEMTUI_LLM_API_BASE", "MEMTUI_NOW"):
        monkeypatch.delenv(name, raising=False)


def test_no_file_means_all_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.config.reading.config_path", lambda: tmp_path / "none.toml")
    loaded = load()
    assert loaded.settings == Settings()
    assert not loaded.exists
    assert loaded.origin("decay.enabled") == "default"


def test_a_named_file_must_exist(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"there is no settings file at .*config init"):
        load(tmp_path / "none.toml")


def test_values_are_read_and_their_line_is_known() -> None:
    loaded = read('[decay]\n# a comment\nprune_threshold = 0.1\nexempt_scopes = ["user", "/me/"]\n', FILE)
    assert loaded.settings.decay.prune_threshold == 0.1
    assert loaded.settings.decay.exempt_scopes == ("/user", "/me")
    assert loaded.origin("decay.prune_threshold") == "line 3"


def test_the_decay_section_becomes_decay_rules() -> None:
    rules = read("[decay.half_lives]\nepisodic = 3\n", FILE).settings.decay_rules
    assert rules.half_lives[MemoryType.EPISODIC] == 3
    assert rules.half_lives[MemoryType.SEMANTIC] == 30
    assert rules.half_lives[MemoryType.CONSTITUTIONAL] is None


def test_one_half_life_stands_for_every_type_the_file_does_not_list() -> None:
    loaded = read("[decay]\nhalf_life_days = 60\n[decay.half_lives]\nepisodic = 3\n", FILE)
    lives = loaded.settings.decay.half_lives
    assert (lives.episodic, lives.semantic, lives.procedural) == (3, 60, 60)
    assert loaded.origin("decay.half_lives.semantic") == "decay.half_life_days"


def test_listing_one_category_keeps_the_other_defaults() -> None:
    ttl = read('[ttl]\ninfra = "6m"\ndecision = "2y"\n', FILE).settings.ttl
    assert ttl["infra"] == Duration(6, "m")
    assert ttl["decision"] == Duration(2, "y")
    assert ttl["tool_output"] == Duration(7, "d")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "[decay]\nprune_threshold = 7",
            "config.toml, line 2: decay.prune_threshold is a number from 0 to 1, not 7",
        ),
        ("[decay]\nprune_threshold = true", "line 2: decay.prune_threshold is a number"),
        ("[decay]\nhalf_life_days = nan", "line 2: decay.half_life_days is a number"),
        ("[review]\nscripted = 'yes'", 'line 2: review.scripted is true or false, not "yes"'),
        ("[review]\non_start = 'often'", 'is one of "daily", "always", "never", not "often"'),
        (
            "[review]\nauto_apply = ['all']",
            'is a list of "exact_duplicate", "prune", or \\[\\], not \\["all"\\]',
        ),
        ("[budget]\n\nidentity = 1.5", "line 3: budget.identity is a whole number of at least 0, not 1.5"),
        ("[decay]\nexempt_scopes = ['/a/../b']", "line 2: decay.exempt_scopes is a list of scopes"),
        ("[ttl]\ntool_output = '7 days'", "line 2: ttl.tool_output is a duration such as 30d"),
        ("[ttl]\n'a b' = '7d'", "'a b' is no category"),
        ("[keys]\ndrop = ''", "line 2: keys.drop is a key such as"),
        ("[screen]\ntheme = 'blue'", '"dark", "light", "ansi"'),
        ("decay = 3", r"line 1: decay is a section, written \[decay\], not 3"),
        ("[decay]\nenabled = tru", "config.toml, line 2: this is not TOML"),
        ("[decay\n", "config.toml, line 1: this is not TOML"),
        ("[decay]\nenabled = true\nenabled = true", "line 3: this is not TOML"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        read(text, FILE)


def test_unknown_keys_are_named_with_the_closest_match() -> None:
    loaded = read("[decay]\nhalf_life_day = 3\n[dekay]\nzzz = 1\n", FILE)
    assert loaded.settings == Settings()
    assert loaded.warnings == (
        "config.toml, line 2: decay.half_life_day is no setting; did you mean decay.half_life_days?",
        "config.toml, line 3: dekay is no setting; did you mean decay?",
    )


def test_a_file_that_is_not_text_is_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="not UTF-8"):
        load(file)
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path)


def test_variables_win_over_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_SCRIPTED", "1")
    monkeypatch.setenv("MEMTUI_LLM_MODEL", "ollama/llama3.2")
    monkeypatch.setenv("MEMTUI_LLM_API_BASE", "http://127.0.0.1:8080")
    loaded = read("[review]\nscripted = false\n", FILE)
    assert loaded.settings.review.scripted
    assert loaded.settings.llm.model == "ollama/llama3.2"
    assert loaded.settings.llm.api_base == "http://127.0.0.1:8080"
    assert loaded.origin("review.scripted") == "MEMTUI_SCRIPTED"
    assert loaded.origin("llm.api_base") == "MEMTUI_LLM_API_BASE"
    monkeypatch.setenv("MEMTUI_SCRIPTED", "maybe")
    with pytest.raises(ConfigError, match="MEMTUI_SCRIPTED is 1 or 0"):
        read("", FILE)


def test_the_clock_stands_still_at_memtui_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_NOW", "1970-01-02")
    assert clock()() == 86400.0
    monkeypatch.setenv("MEMTUI_NOW", "tomorrow")
    with pytest.raises(ConfigError, match="MEMTUI_NOW is an ISO 8601 time"):
        clock()
