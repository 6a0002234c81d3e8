import json
from dataclasses import replace
from pathlib import Path

import pytest

from memtui.domain.memory import Draft, MemoryType
from memtui.formats.changes import WritesBack
from memtui.formats.chatgpt import ChatGpt
from memtui.formats.claude_mem import ClaudeMem
from memtui.formats.codex.format import Codex
from memtui.formats.hermes.format import Hermes
from memtui.formats.instructions.format import Instructions
from memtui.formats.mcp_graph.format import McpGraph
from memtui.formats.mem0 import Mem0
from memtui.formats.memtui_jsonl import MemtuiJsonl
from memtui.formats.plain_list import PlainList
from memtui.formats.protocol import Reader
from tests.formats import samples
from tests.formats.changing import change, loaded, plan, put_back, record, remove, reword
from tests.formats.reading import write


@pytest.mark.parametrize("reader", [ChatGpt(), ClaudeMem()], ids=lambda reader: reader.name)
def test_what_no_agent_reads_from_a_file_is_never_written(reader: Reader) -> None:
    assert not isinstance(reader, WritesBack)


# -- instruction files ------------------------------------------------------------------------------


def test_a_bullet_with_what_is_below_it_goes_and_the_rest_stays(tmp_path: Path) -> None:
    file = write(tmp_path / "CLAUDE.md", samples.INSTRUCTIONS)
    remove(Instructions(), file, "refill")
    gone = "- Never refill a cup without asking\n  - guests come first\n"
    assert file.read_text() == samples.INSTRUCTIONS.replace(gone, "")


def test_a_paragraph_goes_with_the_blank_line_behind_it(tmp_path: Path) -> None:
    file = write(tmp_path / "CLAUDE.md", samples.INSTRUCTIONS)
    remove(Instructions(), file, "Raspberry")
    assert file.read_text() == samples.INSTRUCTIONS.replace("The till runs on a Raspberry Pi.\n\n", "")


def test_an_edited_bullet_keeps_its_indentation_and_its_heading(tmp_path: Path) -> None:
    file = write(tmp_path / "CLAUDE.md", samples.INSTRUCTIONS)
    found = record(Instructions(), file, "refill")
    new = replace(found, text=found.text.replace("first", "second"))
    reword(Instructions(), file, "refill", new)
    assert file.read_text() == samples.INSTRUCTIONS.replace("guests come first", "guests come second")


def test_what_gemini_was_told_to_remember_is_reworded_taken_out_and_put_back(tmp_path: Path) -> None:
    before = "# Mine\n\n- Be brief\n\n## Gemini Added Memories\n- Ada prefers tabs\n- Bob keeps bees\n"
    file = write(tmp_path / "GEMINI.md", before)
    found = record(Instructions(), file, "bees")
    remove(Instructions(), file, "bees")
    assert file.read_text() == before.replace("- Bob keeps bees\n", "")
    put_back(Instructions(), file, found)
    assert file.read_text() == before
    reword(Instructions(), file, "tabs", replace(found, text="Ada prefers spaces"))
    assert file.read_text() == before.replace("tabs", "spaces")


def test_what_a_file_imports_is_written_where_it_stands(tmp_path: Path) -> None:
    file = write(tmp_path / "CLAUDE.md", "@docs/tea.md\n\n- Rinse the pot\n")
    imported = write(tmp_path / "docs" / "tea.md", "- Brew for three minutes\n- Never boil twice\n")
    remove(Instructions(), file, "Brew")
    assert imported.read_text() == "- Never boil twice\n"
    assert [line.text for line in loaded(Instructions(), file).lines if line.key] == [
        "- Rinse the pot",
        "- Never boil twice",
    ]


def test_a_record_that_somebody_took_out_meanwhile_is_left_with_the_reason(tmp_path: Path) -> None:
    file = write(tmp_path / "CLAUDE.md", samples.INSTRUCTIONS)
    found = record(Instructions(), file, "refill")
    file.write_text("# Tea house\n\n- Something else\n")
    done = plan(Instructions(), file, change(Instructions(), file, found, after=None))
    assert done.files == []
    assert [left.reason for left in done.left] == ["it is not in CLAUDE.md any more"]


def test_a_pin_that_a_format_has_no_place_for_is_left(tmp_path: Path) -> None:
    file = write(tmp_path / "CLAUDE.md", samples.INSTRUCTIONS)
    found = record(Instructions(), file, "refill")
    done = reword(Instructions(), file, "refill", replace(found, pinned=True))
    assert done.files == []
    assert "no place for a pin" in done.left[0].reason


def test_bytes_that_are_no_text_stay_as_they_are(tmp_path: Path) -> None:
    file = write(tmp_path / "CLAUDE.md", b"- Rinse the pot\n- \xff\xfe broken\n- Never boil twice\r\n")
    remove(Instructions(), file, "Rinse")
    assert file.read_bytes() == b"- \xff\xfe broken\n- Never boil twice\r\n"


# -- Codex ------------------------------------------------------------------------------------------


def test_an_edited_bullet_of_codex_keeps_its_marks(tmp_path: Path) -> None:
    file = write(tmp_path / "MEMORY.md", samples.CODEX)
    found = record(Codex(), file, "prices.toml")
    reword(Codex(), file, "prices.toml", replace(found, text="Prices lie in `shop.toml`."))
    old = "- Prices lie in `prices.toml` and are read at start. [Task 1] [ad-hoc note]\n"
    new = "- Prices lie in `shop.toml`. [Task 1] [ad-hoc note]\n"
    assert file.read_text() == samples.CODEX.replace(old, new)


def test_a_bullet_of_codex_comes_back_into_its_task_group(tmp_path: Path) -> None:
    file = write(tmp_path / "MEMORY.md", samples.CODEX)
    found = record(Codex(), file, "restart it")
    remove(Codex(), file, "restart it")
    assert "restart it" not in file.read_text()
    put_back(Codex(), file, found)
    assert sorted(file.read_text().split("\n")) == sorted(samples.CODEX.split("\n"))
    assert record(Codex(), file, "restart it").provenance["task_group"] == "Tea house till"


def test_a_note_of_codex_goes_as_a_file(tmp_path: Path) -> None:
    write(tmp_path / "MEMORY.md", samples.CODEX)
    note = write(tmp_path / "extensions" / "ad_hoc" / "notes" / "n.md", "The hose is green.\n")
    found = record(Codex(), tmp_path, "hose is green")
    remove(Codex(), tmp_path, "hose is green")
    assert not note.exists()
    put_back(Codex(), tmp_path, found)
    assert note.read_text().strip() == "The hose is green."


# -- Hermes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("8080", "Always greet guests.\nThen seat them.\n§\nThe oven is slow.\n"),
        ("greet", "The till's port is 8080.\n§\nThe oven is slow.\n"),
        ("oven", "The till's port is 8080.\n§\nAlways greet guests.\nThen seat them.\n"),
    ],
)
def test_an_entry_of_hermes_goes_with_one_mark(tmp_path: Path, words: str, left: str) -> None:
    file = write(tmp_path / "MEMORY.md", samples.HERMES)
    remove(Hermes(), file, words)
    assert file.read_text() == left


def test_what_would_be_longer_than_hermes_holds_is_left(tmp_path: Path) -> None:
    file = write(tmp_path / "USER.md", "Rosa bakes.\n§\n" + "x" * 1_300)
    found = record(Hermes(), file, "Rosa")
    done = reword(Hermes(), file, "Rosa", replace(found, text="Rosa bakes " + "bread " * 20))
    assert done.files == []
    assert "Hermes holds at most 1,375" in done.left[0].reason


def test_a_file_that_is_too_long_already_may_become_shorter(tmp_path: Path) -> None:
    file = write(tmp_path / "USER.md", "Rosa bakes.\n§\n" + "x" * 1_400)
    remove(Hermes(), file, "Rosa")
    assert file.read_text() == "x" * 1_400


def test_an_agent_sees_hermes_files_up_to_their_limits(tmp_path: Path) -> None:
    write(tmp_path / "MEMORY.md", samples.HERMES)
    write(tmp_path / "USER.md", "Rosa bakes.\n§\n" + "x" * 1_400)
    found = loaded(Hermes(), tmp_path)
    assert [line.seen for line in found.lines][-3:] == [True, True, False]


# -- the MCP graph ----------------------------------------------------------------------------------


def graph(path: Path, *rows: object) -> Path:
    return write(path / "memory.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows))


TILL = {
    "type": "entity",
    "x": {"é": 1},
    "name": "Till",
    "entityType": "tool",
    "observations": ["beeps", "is grey"],
}
OPENS = {"type": "relation", "from": "Till", "to": "Drawer", "relationType": "opens"}


def test_one_observation_is_cut_out_of_its_line(tmp_path: Path) -> None:
    file = graph(tmp_path, TILL, OPENS)
    remove(McpGraph(), file, "beeps")
    assert file.read_text() == f"{json.dumps({**TILL, 'observations': ['is grey']})}\n{json.dumps(OPENS)}\n"


def test_an_observation_is_reworded_in_its_place(tmp_path: Path) -> None:
    file = graph(tmp_path, TILL)
    found = record(McpGraph(), file, "beeps")
    reword(McpGraph(), file, "beeps", replace(found, text="Till: beeps «twice»"))
    assert json.loads(file.read_text()) == {**TILL, "observations": ["beeps «twice»", "is grey"]}
    assert "\\u00ab" in file.read_text()


def test_an_entity_goes_with_its_last_observation_unless_a_relation_names_it(tmp_path: Path) -> None:
    file = graph(
        tmp_path,
        {**TILL, "observations": ["beeps"]},
        {**TILL, "name": "Pot", "observations": ["leaks"]},
        OPENS,
    )
    remove(McpGraph(), file, "leaks")
    remove(McpGraph(), file, "beeps")
    assert [json.loads(line) for line in file.read_text().splitlines()] == [
        {**TILL, "observations": []},
        OPENS,
    ]


def test_relations_that_name_a_removed_entity_are_told(tmp_path: Path) -> None:
    file = graph(tmp_path, {**TILL, "observations": []}, OPENS)
    done = remove(McpGraph(), file, "is a tool")
    assert "still name Till" in done.warnings[0]
    assert json.loads(file.read_text()) == OPENS


def test_a_relation_gets_another_verb_and_no_other_ends(tmp_path: Path) -> None:
    file = graph(tmp_path, TILL, OPENS)
    found = record(McpGraph(), file, "opens")
    assert reword(McpGraph(), file, "opens", replace(found, text="Rosa opens shop")).left
    reword(McpGraph(), file, "opens", replace(found, text="Till closes Drawer"))
    assert json.loads(file.read_text().splitlines()[1]) == {**OPENS, "relationType": "closes"}


def test_a_graph_that_is_one_document_keeps_its_layout(tmp_path: Path) -> None:
    text = json.dumps({"entities": [TILL], "v": 2, "relations": [OPENS]}, indent=2)
    file = write(tmp_path / "memory.json", text)
    found = record(McpGraph(), file, "grey")
    remove(McpGraph(), file, "grey")
    put_back(McpGraph(), file, found)
    assert file.read_text() == text


def test_an_agent_sees_a_graph_one_observation_a_line(tmp_path: Path) -> None:
    found = loaded(McpGraph(), graph(tmp_path, TILL, OPENS))
    assert [line.text.strip() for line in found.lines if line.key] == [
        '"beeps",',
        '"is grey"',
        '"relationType": "opens"',
    ]


# -- memtui's own format, mem0 and lists ------------------------------------------------------------


def test_a_value_is_replaced_in_its_line_and_unknown_keys_stay(tmp_path: Path) -> None:
    text = '{"z": [1, 2] , "text": "Boats float", "scope": "/sea"}\nbroken\n{"text": "Boats rust"}\n'
    file = write(tmp_path / "x.jsonl", text)
    found = record(MemtuiJsonl(), file, "float")
    new = replace(found, text="Boats sink", pinned=True, scope="/sea/north", type=MemoryType.EPISODIC)
    reword(MemtuiJsonl(), file, "float", new)
    line = '{"z": [1, 2] , "text": "Boats sink", "scope": "/sea/north", "type": "episodic", "pinned": true}\n'
    assert file.read_text() == line + "broken\n" + '{"text": "Boats rust"}\n'


def test_a_line_of_an_export_goes_and_comes_back(tmp_path: Path) -> None:
    file = write(tmp_path / "x.jsonl", '{"text": "Boats float"}\r\n{"text": "Boats rust"}\r\n')
    found = record(MemtuiJsonl(), file, "float")
    remove(MemtuiJsonl(), file, "float")
    assert file.read_bytes() == b'{"text": "Boats rust"}\r\n'
    put_back(MemtuiJsonl(), file, found)
    assert json.loads(file.read_text().splitlines()[1])["text"] == "Boats float"


def test_a_memory_of_mem0_goes_from_the_list(tmp_path: Path) -> None:
    file = write(tmp_path / "x.json", json.dumps({"results": samples.MEM0, "next": None}, indent=1))
    remove(Mem0(), file, "milk")
    assert json.loads(file.read_text()) == {"results": samples.MEM0[1:], "next": None}


def test_a_memory_of_mem0_is_reworded_and_comes_back_with_its_id(tmp_path: Path) -> None:
    file = write(tmp_path / "x.json", json.dumps(samples.MEM0))
    found = record(Mem0(), file, "milk")
    reword(Mem0(), file, "milk", replace(found, text="Likes her tea black"))
    expected = json.dumps(samples.MEM0).replace("Likes her tea without milk", "Likes her tea black")
    assert file.read_text() == expected
    remove(Mem0(), file, "black")
    put_back(Mem0(), file, found)
    assert json.loads(file.read_text())[1]["id"] == "7c1e"


def test_a_numbered_list_goes_on_counting(tmp_path: Path) -> None:
    file = write(tmp_path / "list.txt", "1. Rinse the pot first\n2. Warm the cups well\n")
    new = Draft(text="Brew for three minutes")
    gone = replace(record(PlainList(), file, "Warm"), text=new.text)
    put_back(PlainList(), file, replace(gone, provenance={**gone.provenance, "record": "list.txt#0"}))
    assert file.read_text() == "1. Rinse the pot first\n2. Warm the cups well\n3. Brew for three minutes\n"
