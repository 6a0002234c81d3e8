"""The pages that are made from the commands say what the commands say."""

from docs.generate import FOLDER, SECTIONS, command_table, commands, settings, with_section
from memtui.cli.group import HEADINGS


def test_the_commands_page_is_current() -> None:
    assert (FOLDER / "commands.md").read_text("utf-8") == commands(), "run: python -m docs.generate"


def test_the_settings_page_is_current() -> None:
    assert (FOLDER / "settings.md").read_text("utf-8") == settings(), "run: python -m docs.generate"


def test_the_readmes_table_is_current() -> None:
    for path, name, make in SECTIONS:
        text = path.read_text("utf-8")
        assert with_section(text, name, make()) in {None, text}, "run: python -m docs.generate"


def test_the_table_names_every_command() -> None:
    table = command_table()
    assert all(f"| `{name}` |" in table for heading in HEADINGS for name in heading.commands)


def test_a_section_is_replaced_between_its_marks() -> None:
    text = "above\n<!-- commands -->\nold\n<!-- /commands -->\nbelow\n"
    replaced = with_section(text, "commands", "new\n")
    assert replaced == "above\n<!-- commands -->\nnew\n<!-- /commands -->\nbelow\n"
    assert with_section("no marks", "commands", "new\n") is None
