"""The commented default file, and changes to one line of a file that a person wrote."""

import re
from pathlib import Path

import pytest

from memtui.config import ConfigError, Settings
from memtui.config.reading import flatten, keys, read
from memtui.config.writing import change, change_all, default_file, init, lines_to_write, reset


def changed(path: Path, key: str, value: str) -> object:
    """Set a key; return what the written file says of it."""
    return dict(flatten(read(change(path, key, value), path, environment=False).settings))[key]


def test_the_default_file_changes_nothing() -> None:
    assert read(default_file(), Path("config.toml")).settings == Settings()


def test_taking_all_comment_signs_away_changes_nothing_either() -> None:
    text = re.sub(r"^#(?=\w+ = )", "", default_file(), flags=re.MULTILINE)
    loaded = read(text, Path("config.toml"))
    assert loaded.settings == Settings()
    assert loaded.warnings == ()
    assert {key for key, _ in flatten(loaded.settings)} == set(keys())


def test_every_setting_is_in_the_default_file_under_a_comment() -> None:
    lines = default_file().splitlines()
    settings = [n for n, line in enumerate(lines) if re.match(r"#\w+ = ", line)]
    assert len(settings) == len(keys())
    sections = {n for n, line in enumerate(lines) if line.startswith("[")}
    assert all(lines[n - 1].startswith("# ") for n in sections)


def test_init_never_touches_a_file_that_exists(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "config.toml"
    assert init(file)
    file.write_text("# mine\n")
    assert not init(file)
    assert file.read_text() == "# mine\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "[decay]   # fading\nprune_threshold = 0.2 # low\n",
            "[decay]   # fading\nprune_threshold = 0.1 # low\n",
        ),
        (
            "[decay]\n# Weak.\n#prune_threshold = 0.05   # 0…1\n",
            "[decay]\n# Weak.\nprune_threshold = 0.1   # 0…1\n",
        ),
        ("[decay]\nenabled = true\n", "[decay]\nprune_threshold = 0.1\nenabled = true\n"),
        ("[llm]\nmodel = 'a'\n", "[llm]\nmodel = 'a'\n\n[decay]\nprune_threshold = 0.1\n"),
    ],
)
def test_change_edits_one_line(tmp_path: Path, before: str, after: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(before)
    assert changed(file, "decay.prune_threshold", "0.1") == 0.1
    assert file.read_text() == after


def test_change_takes_plain_text_where_text_is_meant(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    assert changed(file, "llm.model", "ollama/llama3.2") == "ollama/llama3.2"
    assert changed(file, "keys.drop", "x") == "x"
    assert changed(file, "decay.exempt_scopes", '["/user", "/team"]') == ("/user", "/team")
    assert 'model = "ollama/llama3.2"\n' in file.read_text()


def test_change_refuses_what_reading_would_refuse_and_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("[decay]\nexempt_scopes = [\n  '/user',\n]\n")
    before = file.read_bytes()
    with pytest.raises(ConfigError, match=r"did you mean decay\.prune_threshold"):
        change(file, "decay.prune_treshold", "0.1")
    with pytest.raises(ConfigError, match="a number from 0 to 1"):
        change(file, "decay.prune_threshold", "lots")
    with pytest.raises(ConfigError, match="by hand in line 2"):
        change(file, "decay.exempt_scopes", "[]")
    assert file.read_bytes() == before


def test_a_variable_that_counts_instead_hides_no_value_that_is_not_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMTUI_SCRIPTED", "1")
    path = tmp_path / "config.toml"
    with pytest.raises(ConfigError, match="true or false"):
        change(path, "review.scripted", "maybe")
    assert not path.exists()
    assert changed(path, "review.scripted", "false") is False


@pytest.mark.parametrize(
    ("before", "key", "after"),
    [
        (
            "[decay]\nenabled = false  # for now\n",
            "decay.enabled",
            "[decay]\n#enabled = true  # for now\n",
        ),
        ('[keys]\ndrop = "K"\nadd = "n"\n', "keys.drop", '[keys]\nadd = "n"\n'),
        ("[decay]\n", "decay.enabled", "[decay]\n"),
    ],
)
def test_reset_leaves_a_default_as_a_comment_and_takes_other_lines_out(
    tmp_path: Path, before: str, key: str, after: str
) -> None:
    path = tmp_path / "config.toml"
    path.write_text(before, "utf-8")
    reset(path, key)
    assert path.read_text("utf-8") == after


def test_reset_refuses_a_value_of_several_lines_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[decay]\nexempt_scopes = [\n  "/team",\n]\n', "utf-8")
    with pytest.raises(ConfigError, match="change it by hand in line 2"):
        reset(path, "decay.exempt_scopes")
    assert '"/team"' in path.read_text("utf-8")


def test_several_settings_are_written_together_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("# mine\n[decay]\nprune_threshold = 0.1  # kept\n")
    wanted = {"decay.prune_threshold": "0.2", "decay.half_lives.semantic": "90"}
    lines = lines_to_write(file, wanted)
    assert [line for _, line in lines if line] == [
        "prune_threshold = 0.2  # kept", "[decay.half_lives]", "semantic = 90",
    ]  # fmt: skip
    with pytest.raises(ConfigError):
        change_all(file, {**wanted, "decay.stretch": "-3"})
    assert "0.1" in file.read_text()
    change_all(file, wanted)
    written = file.read_text().splitlines()
    assert [written[number - 1] for number, _ in lines] == [line for _, line in lines]
