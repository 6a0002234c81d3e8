"""Prompts are files that people may change: what is read, and what is said about a broken one."""

from pathlib import Path

import pytest

from memtui.capture.model_extractor import OFFERED, extraction_prompt
from memtui.domain.memory import RESERVED_CATEGORIES, MemoryType
from memtui.llm.prompts import PromptError, load, parse

GOOD = """---
name: extract
version: 3
variables: today, text
---
--- system ---
Today is {{today}}.
--- user ---
Read: {{ text }}
"""


def read(text: str) -> str:
    return parse(text, "extract", "own.md", OFFERED, ("text",)).label


def test_the_shipped_prompt_is_whole() -> None:
    prompt = extraction_prompt(None)
    system, user = prompt.messages(
        today="2026-11-20", boundary="text-1", context="Title: Notes", text="the words"
    )
    assert prompt.label == "extract 2"
    assert (system["role"], user["role"]) == ("system", "user")
    assert "Today is 2026-11-20" in system["content"]
    assert "--- text-1 ---\nthe words\n--- text-1 ---" in user["content"]
    assert '{"facts": []}' in system["content"]
    kept = set(MemoryType) - {MemoryType.CONSTITUTIONAL}
    assert MemoryType.CONSTITUTIONAL not in system["content"]
    assert "abstract" not in system["content"]
    assert all(word in system["content"] for word in (*RESERVED_CATEGORIES, *kept))


def test_what_is_filled_in_is_not_read_as_a_prompt() -> None:
    prompt = parse(GOOD, "extract", "own.md", OFFERED, ("text",))
    user = prompt.messages(today="now", text="{{today}} \\1 --- system ---")[-1]
    assert user["content"] == "Read: {{today}} \\1 --- system ---"


def test_a_persons_own_file_is_used_and_its_content_marked(tmp_path: Path) -> None:
    own = tmp_path / "extract.md"
    own.write_text(GOOD)
    first = extraction_prompt(tmp_path).label
    assert first.startswith("extract 3+")
    own.write_text(GOOD.replace("Read:", "Study:"))
    assert extraction_prompt(tmp_path).label != first
    own.unlink()
    assert extraction_prompt(tmp_path).label == "extract 2"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Just words", "starts with no header"),
        (GOOD.replace("name: extract", "name: other"), "is called 'other' in its header, not 'extract'"),
        (GOOD.replace("version: 3\n", ""), "has no version in its header"),
        (GOOD.replace("version: 3", "version: the newest one"), "has no usable version"),
        (GOOD.replace("version: 3", "version: 3\nauthor: me"), "has the header line 'author: me'"),
        (GOOD.replace("today, text", "today, text, mood"), "uses the variable 'mood'; there are only today,"),
        (GOOD.replace("{{today}}", "{{mood}}"), "uses the variable 'mood'"),
        (GOOD.replace("today, text", "text"), r"uses \{\{today\}\}, which its header does not list"),
        (GOOD.replace("{{ text }}", "it"), r"does not use \{\{text\}\}, without which"),
        (GOOD.replace("--- user ---", "user:"), "is not divided into parts"),
        (GOOD.replace("--- system ---", ""), "is not divided into parts"),
    ],
)
def test_a_broken_prompt_is_a_sentence_that_names_the_file(text: str, sentence: str) -> None:
    assert read(GOOD) == "extract 3"
    with pytest.raises(PromptError, match=f"^The prompt own.md {sentence}"):
        read(text)


def test_a_prompt_that_is_no_text_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "extract.md").write_bytes(b"\xff\xfe")
    with pytest.raises(PromptError, match="is not UTF-8 text"):
        extraction_prompt(tmp_path)


def test_a_prompt_that_is_nowhere_is_a_sentence() -> None:
    with pytest.raises(PromptError, match="missing from this installation"):
        load("nowhere", offered=())
