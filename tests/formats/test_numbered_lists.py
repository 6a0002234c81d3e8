"""Numbered lists: steps are one memory, rules and decisions are one each."""

from dataclasses import replace
from pathlib import Path

import pytest

from memtui.formats.instructions.format import Instructions
from tests.formats.changing import put_back, record, remove, reword
from tests.formats.reading import texts, write

RULES = "1. Lids are of tin, never of zinc.\n2. Ask before you bend one.\n3. Warm it first:\n   - by hand\n"
LONG = (
    "Zinc rusts on us within a month where the till stands near the door, and nobody sees it from above. " * 2
)


def read(folder: Path, page: str) -> list[str]:
    return texts(Instructions(), write(folder / "AGENTS.md", f"# Shop\n\n{page}"))


@pytest.mark.parametrize(
    "above",
    [
        "## Rules\n\n",
        "## Step 4: Lids\n\nGeneral rules:\n",
        "## Lids\n\nKey decisions:\n",
        "## Common issues found in tins\n\n",
        "## Grundsätze\n\nThey hold for all.\n\n",
        "## 规则\n\n",
    ],
)
def test_what_is_called_rules_is_a_memory_each(tmp_path: Path, above: str) -> None:
    found = read(tmp_path, above + RULES)
    own = [text for text in found if "lids" in text.casefold() or "warm" in text.casefold()]
    assert sum("1. Lids are of tin" in text for text in own) == 1
    assert any(text.endswith("3. Warm it first:\n- by hand") for text in own)
    assert not any("1." in text and "2." in text for text in found)


@pytest.mark.parametrize(
    "above", ["## Lids\n\n", "## Rules\n\nTake these steps:\n", "## Decisions in this order\n\n"]
)
def test_steps_are_one_memory(tmp_path: Path, above: str) -> None:
    (one,) = read(tmp_path, above + RULES)
    assert "1. Lids" in one
    assert "by hand" in one


def test_names_below_such_words_are_one_memory(tmp_path: Path) -> None:
    assert len(read(tmp_path, "## Decisions\n\n1. Tin\n2. Zinc\n")) == 1


def test_titled_items_that_tell_more_than_a_step_are_a_memory_each(tmp_path: Path) -> None:
    told = f"1. **Tin.** {LONG}\n2. **Zinc.** Rusts.\n"
    assert [text[:16] for text in read(tmp_path, f"## Lids\n\n{told}")] == [
        "Lids: 1. **Tin.*",
        "Lids: 2. **Zinc.",
    ]
    assert len(read(tmp_path, "## Lids\n\n1. **Tin** - bend it\n2. **Zinc** - warm it\n")) == 1


def test_code_in_an_item_is_no_item(tmp_path: Path) -> None:
    code = "1. Lids are of tin, never zinc.\n   ```\n2. no rule\n   ```\n2. Ask before you bend one.\n"
    assert len(read(tmp_path, f"## Rules\n\n{code}")) == 2


def test_one_rule_of_a_numbered_list_is_changed_dropped_and_put_back(tmp_path: Path) -> None:
    file = write(tmp_path / "AGENTS.md", f"# Shop\n\n## Rules\n\n{RULES}")
    before = file.read_bytes()
    rule = record(Instructions(), file, "Ask before")
    remove(Instructions(), file, "Ask before")
    assert file.read_bytes() == before.replace(b"2. Ask before you bend one.\n", b"")
    put_back(Instructions(), file, rule)
    assert sorted(texts(Instructions(), file)) == sorted(
        ["Rules: 2. Ask before you bend one.", *_others(RULES)]
    )
    changed = replace(record(Instructions(), file, "of tin"), text="Rules: 1. Lids are of brass.")
    reword(Instructions(), file, "of tin", changed)
    assert b"\n1. Lids are of brass.\n" in file.read_bytes()


def _others(rules: str) -> list[str]:
    first, _, *last = rules.strip().split("\n")
    return [f"Rules: {first}", "Rules:\n" + "\n".join([last[0], last[1].strip()])]


@pytest.mark.parametrize(
    ("page", "count"),
    [
        ("1. **Talk first:**\n   - Ask them\n   - Say why\n\n2. **Stay small:**\n   - One lid\n", 2),
        ("1. Source: the shelf\n2. Way:\n   - Bend\n   - Warm\n", 1),
        ("1. **Lids:**\n" + "   - Bend it at noon when the till is shut\n" * 40, 40),
    ],
    ids=("titled", "plain", "a long one"),
)
def test_an_item_that_ends_in_a_colon_keeps_what_is_below_it_if_that_is_short(
    tmp_path: Path, page: str, count: int
) -> None:
    found = read(tmp_path, f"## Lids\n\nWhen they are bent:\n\n{page}")
    assert len(found) == count


def test_a_long_line_above_a_list_is_told_whole_and_cut_only_between_words(tmp_path: Path) -> None:
    line = f"When a guest {'asks for tea and the lid is bent ' * 8}do:"
    whole, first, _ = read(tmp_path, f"## Lids\n\n{line}\n\n- Bend it\n- Warm it\n")
    assert whole == f"Lids: {line}"
    assert first.startswith("Lids › When a guest asks")
    assert first.partition("…")[0].rsplit(" ", 1)[-1] in line.split()
    assert first.endswith("…: Bend it")
