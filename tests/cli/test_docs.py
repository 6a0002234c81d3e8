"""The pages that are made from the commands say what the commands say."""

import re

from benchmarks.attack import ATTACKS
from docs.generate import FOLDER, SECTIONS, command_table, commands, settings, with_section
from memtui.cli.group import HEADINGS


def test_the_commands_page_is_current() -> None:
    assert (FOLDER / "commands.md").read_text("utf-8") == commands(), "run: python -m docs.generate"


def test_the_settings_page_is_current() -> None:
    assert (FOLDER / "settings.md").read_text("utf-8") == settings(), "run: python -m docs.generate"


def test_the_readmes_table_is_current() -> None:
    for path, name, make in SECTIONS:
        text = path.read_text("utf-8")
        assert with_section(text, name, make()) == text, "run: python -m docs.generate"


def test_the_table_names_every_command() -> None:
    table = command_table()
    assert all(f"| `{name}` |" in table for heading in HEADINGS for name in heading.commands)


def test_a_section_is_replaced_between_its_marks() -> None:
    text = "above\n<!-- commands -->\nold\n<!-- /commands -->\nbelow\n"
    replaced = with_section(text, "commands", "new\n")
    assert replaced == "above\n<!-- commands -->\nnew\n<!-- /commands -->\nbelow\n"
    assert with_section("no marks", "commands", "new\n") is None


def test_what_the_security_page_names_is_there() -> None:
    page = (FOLDER / "security.md").read_text("utf-8")
    named = set(re.findall(r"tests/[\w/]+\.py", page))
    assert named
    assert [path for path in sorted(named) if not (FOLDER.parent / path).exists()] == []
    tables = "".join(line for line in page.splitlines() if line.startswith("| "))
    italics = set(re.findall(r"\*(\w[\w-]*)\*", tables)) | {"purges"}
    assert italics == {attack.name for attack in ATTACKS}
