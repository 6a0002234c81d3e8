"""A linked file that cannot be read now is told wherever linked places are listed, until it can be."""

from pathlib import Path

import pytest

from tests.cli.conftest import Memtui

WHY = "AGENTS.md cannot be read: a binary file. What memtui has read of it before stays."


@pytest.fixture
def rules(memtui: Memtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The rules of Codex in a home, linked."""
    monkeypatch.setenv("HOME", str(tmp_path))
    path = tmp_path / ".codex" / "AGENTS.md"
    path.parent.mkdir()
    path.write_text("- Rinse the pot\n- Warm the cups\n")
    assert memtui("sources", "link", str(path)).code == 0
    return path


def everywhere(memtui: Memtui) -> list[str]:
    """What each command says that lists linked places."""
    return [
        memtui("sources").out,
        memtui("sources", "sync").err,
        memtui("init", "--yes", "--no-open").err,
        memtui("doctor").out,
        memtui("sources", "--json").out,
    ]


def test_it_is_told_everywhere_until_it_can_be_read_again(memtui: Memtui, rules: Path) -> None:
    rules.write_bytes(b"\x00\xff\x07" * 900)
    assert "1 part could not be read" in memtui("sources", "sync").err
    assert [WHY in said for said in everywhere(memtui)] == [True] * 5
    assert memtui.texts() == ["Rinse the pot", "Warm the cups"]
    assert "~/.codex/AGENTS.md: in step, as far as it can be read." in memtui("sources", "sync").err
    rules.write_text("- Rinse the pot\n- Warm the cups\n")
    assert memtui("sources", "sync").err == "~/.codex/AGENTS.md: in step.\n"
    assert [WHY in said for said in everywhere(memtui)] == [False] * 5


def test_that_a_folder_has_none_of_its_files_any_more_is_said_by_their_names(
    memtui: Memtui, rules: Path, tmp_path: Path
) -> None:
    shop = tmp_path / "shop"
    shop.mkdir()
    (shop / "AGENTS.md").write_text("- Deploys go out on Fridays\n")
    assert memtui("sources", "link", str(shop)).code == 0
    (shop / "AGENTS.md").unlink()
    assert "There is no AGENTS.md any more; its memories stay." in memtui("sources", "sync").err
    assert "→ Put it right" in memtui("doctor").out
    (shop / "AGENTS.md").write_text("- Deploys go out on Fridays\n")
    assert "~/shop/AGENTS.md: in step.\n" in memtui("sources", "sync").err
    assert "2 linked places, none with a problem" in memtui("doctor").out


@pytest.mark.parametrize(
    ("broken", "besides"),
    [
        ("ab", ", nor can b.md."),
        ("abc", ", nor can b.md and c.md."),
        ("abcdef", ", nor can b.md, c.md, d.md and 2 other parts."),
    ],
)
def test_each_of_some_that_cannot_be_read_is_named(
    memtui: Memtui, tmp_path: Path, broken: str, besides: str
) -> None:
    notes = tmp_path / "shop" / ".serena" / "memories"
    notes.mkdir(parents=True)
    for name in "abcdef":
        (notes / f"{name}.md").write_text(f"- Cup {name} is blue\n")
    assert memtui("sources", "link", str(notes)).code == 0
    for name in broken:
        (notes / f"{name}.md").write_bytes(b"\x00\xff\x07" * 900)
    memtui("sources", "sync")
    said = memtui("sources").out
    assert (
        f"a.md cannot be read: a binary file{besides}".replace("filec.md", "file, nor can b.md, c.md") in said
    )
