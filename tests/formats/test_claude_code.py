import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memtui.domain.instant import from_iso
from memtui.domain.memory import Draft, MemoryType
from memtui.formats.claude_code.format import ClaudeCode
from memtui.formats.ground.sureness import PARTLY
from memtui.formats.protocol import Skipped, SourceError
from tests.formats.reading import write

FACT = """---
name: kettle-voltage
description: The kettle runs on 230 volts only
metadata:
  node_type: memory
  type: project
  pinned: true
  originSessionId: 1b2c
modified: 2026-03-04T05:06:07Z
weight: 1.10
---

The kettle has no transformer.

**Why:** transformers hum.
"""


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    folder = tmp_path / "Tea House" / ".claude" / "memory"
    folder.mkdir(parents=True)
    return folder


def drafts(path: Path) -> list[Draft]:
    return [record for record in ClaudeCode().read(path) if isinstance(record, Draft)]


def one(path: Path) -> Draft:
    (draft,) = drafts(path)
    return draft


def texts(path: Path) -> list[str]:
    return [draft.text for draft in drafts(path)]


def test_a_fact_file_becomes_one_memory_with_its_body_whole(memory: Path) -> None:
    (memory / "kettle.md").write_text(FACT)
    draft = one(memory)
    assert draft.text == "The kettle has no transformer.\n\n**Why:** transformers hum."
    assert draft.abstract == "The kettle runs on 230 volts only"
    assert draft.scope == "/project/tea-house"
    assert draft.type is MemoryType.SEMANTIC
    assert draft.pinned
    assert draft.created_at == from_iso("2026-03-04T05:06:07Z")
    assert draft.provenance == {
        "source": "claude",
        "path": str(memory.resolve() / "kettle.md"),
        "record": "kettle.md",
        "name": "kettle-voltage",
        "kind": "project",
        "session": "1b2c",
        "cwd": str(memory.resolve().parents[1]),
        "frontmatter": {"metadata": {"node_type": "memory", "originSessionId": "1b2c"}, "weight": "1.10"},
    }


@pytest.mark.parametrize(
    ("kind", "said", "expected"),
    [
        ("user", "Her name is Rosa", ("/user", MemoryType.CONSTITUTIONAL, ("identity",))),
        ("user", "Likes lids shut", ("/user", MemoryType.SEMANTIC, ("preference",))),
        ("feedback", "Shut the lid", ("/project/tea-house", MemoryType.PROCEDURAL, ("preference",))),
        ("project", "Lids are tin", ("/project/tea-house", MemoryType.SEMANTIC, ("finding",))),
        ("project", "We decided on tin", ("/project/tea-house", MemoryType.SEMANTIC, ("decision",))),
        ("reference", "Lid shop", ("/project/tea-house", MemoryType.SEMANTIC, ("finding", "reference"))),
        ("other", "Lids", ("/project/tea-house", MemoryType.SEMANTIC, ("observation",))),
    ],
)
def test_claudes_types_become_ours(
    memory: Path, kind: str, said: str, expected: tuple[str, MemoryType, tuple[str, ...]]
) -> None:
    (memory / "fact.md").write_text(f"---\nname: lid\ntype: {kind}\n---\n{said}")
    (memory / "MEMORY.md").write_text("")
    draft = one(memory)
    assert (draft.scope, draft.type, draft.categories) == expected


def test_frontmatter_that_is_no_yaml_is_read_line_by_line(memory: Path) -> None:
    head = (
        "---\nname: pots\ndescription: Use pots: never pans\nmetadata:\n  type: feedback\n  extra: 'q'\n---\n"
    )
    (memory / "pots.md").write_text(head + "Never use pans.")
    draft = one(memory)
    assert draft.abstract == "Use pots: never pans"
    assert draft.type is MemoryType.PROCEDURAL
    assert draft.provenance["frontmatter"] == {"metadata": {"extra": "q"}}


def test_aliases_that_unfold_without_end_do_no_harm(memory: Path) -> None:
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{b}: &{b} [*{a}, *{a}, *{a}, *{a}, *{a}, *{a}, *{a}, *{a}]\n"
        for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    (memory / "bomb.md").write_text(f"---\nname: bomb\ntype: project\n{bomb}---\nA bomb is here.")
    assert len(str(one(memory).provenance)) < 2000


def test_a_file_without_frontmatter_takes_its_abstract_from_the_index(memory: Path) -> None:
    (memory / "MEMORY.md").write_text("# Notes\n\n- [Cups](cups.md) — how many cups there are\n")
    (memory / "cups.md").write_text("# Cups\n\nThere are nine cups.\n\n- three are blue\n- six are not\n")
    draft = one(memory)
    assert draft.text.endswith("- six are not")
    assert draft.abstract == "how many cups there are"
    assert draft.provenance["name"] == "Cups"


def test_a_body_that_does_not_say_what_it_is_about_is_given_its_subject(memory: Path) -> None:
    (memory / "x.md").write_text("---\ndescription: Saucer sizes\ntype: project\n---\n14 cm and 16 cm")
    assert one(memory).text == "Saucer sizes\n\n14 cm and 16 cm"


def test_a_fact_without_a_body_is_its_description(memory: Path) -> None:
    (memory / "x.md").write_text("---\nname: x\ndescription: Spoons rust\ntype: project\n---\n")
    (memory / "y.md").write_text("---\nname: y\ntype: project\n---\n")
    assert texts(memory) == ["Spoons rust"]
    assert Skipped("y.md", "neither a body nor a description") in ClaudeCode().read(memory)


def test_the_index_own_bullets_are_memories_with_their_heading(memory: Path) -> None:
    (memory / "MEMORY.md").write_text(
        """# Tea house

Opened in spring.

## Ovens
- The left one is slow
  and smells
- Sizes:
  - small holds 4
  - large holds 9

- ovens get cleaned on Mondays
  ```
  scrub --all
  ```

## How we open
1. Lights

2. Water

### Known issues
- [Gone](gone.md) — the till sticks
"""
    )
    assert texts(memory) == [
        "Opened in spring.",
        "Ovens:\nThe left one is slow\nand smells",
        "Ovens › Sizes: small holds 4",
        "Ovens › Sizes: large holds 9",
        "ovens get cleaned on Mondays\n```\nscrub --all\n```",
        "How we open:\n1. Lights\n\n2. Water",
        "How we open › Known issues: [Gone](gone.md) — the till sticks",
    ]
    assert drafts(memory)[-1].categories == ("gotcha",)
    assert all(draft.categories for draft in drafts(memory))


@pytest.mark.parametrize(
    "rows",
    [
        "| [Deploys](deploy.md) | project | ships on Fridays, and never on the day before a feast |\n"
        "| [Ovens](ovens.md) | reference | the left one is slow, the right one smells of tin |\n",
        "| `deploy.md` | project | Fridays |\n| ovens.md | reference | slow |\n",
    ],
)
def test_an_index_told_as_a_table_says_nothing_beside_its_files(memory: Path, rows: str) -> None:
    for name in ("deploy", "ovens"):
        (memory / f"{name}.md").write_text(f"---\nname: {name}\ntype: project\n---\n\nAll about {name}.\n")
    index = "# Index\n\n| File | Type | Summary |\n|---|---|---|\n" + rows + "\n- Opened in spring.\n"
    (memory / "MEMORY.md").write_text(index)
    assert texts(memory) == ["Opened in spring.", "All about deploy.", "All about ovens."]


def test_a_rule_of_the_index_is_a_how_to_whatever_heading_it_stands_under(memory: Path) -> None:
    (memory / "MEMORY.md").write_text(
        "## Kettle\n- Never boil it dry\n- Always use soft water\n- It holds two litres\n"
    )
    assert [draft.type for draft in drafts(memory)] == [
        MemoryType.PROCEDURAL,
        MemoryType.PROCEDURAL,
        MemoryType.SEMANTIC,
    ]


def test_a_dash_within_a_paragraph_stays(memory: Path) -> None:
    (memory / "MEMORY.md").write_text("Lids - all of them - are tin\n\n- cups - a few - are blue\n")
    assert texts(memory) == ["Lids - all of them - are tin", "cups - a few - are blue"]


def test_an_agents_memory_is_filed_under_the_agent(tmp_path: Path) -> None:
    for place in ("shop/.claude/agent-memory/Tester", "shop/.claude/agent-memory-local/critic"):
        folder = tmp_path / place
        folder.mkdir(parents=True)
        (folder / "MEMORY.md").write_text(f"- {folder.name} is slow\n")
    assert [draft.scope for draft in drafts(tmp_path / "shop")] == [
        "/project/shop/agent/tester",
        "/project/shop/agent/critic",
    ]
    (tmp_path / "shop" / ".claude" / "projects").mkdir()
    assert one(tmp_path / "shop/.claude/agent-memory/Tester").scope == "/agent/tester"


def test_a_persons_own_memory_is_filed_under_user(tmp_path: Path) -> None:
    (tmp_path / ".claude" / "projects").mkdir(parents=True)
    (tmp_path / ".claude" / "memory").mkdir()
    (tmp_path / ".claude" / "memory" / "MEMORY.md").write_text("- Answer briefly\n")
    assert one(tmp_path / ".claude").scope == "/user"


@pytest.mark.long
def test_an_index_of_many_blank_lines_and_hashes_is_read_at_once(memory: Path) -> None:
    blanks, hashes, bullets = "\n" * 200_000, "#" * 200_000, "- cups\n\n" * 5_000
    (memory / "MEMORY.md").write_text(f"- lids{blanks}  of tin\n## {hashes}x\n{bullets}")
    assert len(texts(memory)) == 5_001


def test_the_memory_is_found_from_every_folder_around_it(memory: Path) -> None:
    (memory / "kettle.md").write_text(FACT)
    expected = drafts(memory)
    project = memory.parent.parent
    for path in [memory.parent, project, memory / "kettle.md"]:
        assert ClaudeCode().detect(path) == (PARTLY if path == project else 1.0)
        assert drafts(path) == expected


def test_a_session_folder_is_named_by_the_directory_its_transcripts_ran_in(tmp_path: Path) -> None:
    folder = tmp_path / "projects" / "-home-rosa-code-tea-house" / "memory"
    folder.mkdir(parents=True)
    (folder / "kettle.md").write_text(FACT)
    assert one(tmp_path).scope == "/project/tea-house"
    (folder.parent / "1b2c.jsonl").write_text('oops\n{"cwd": "/home/rosa/code/tea.house"}\n')
    assert one(tmp_path).scope == "/project/tea.house"


def test_the_age_of_a_memory_is_that_of_its_file(memory: Path) -> None:
    (memory / "MEMORY.md").write_text("- Lamps stay on\n")
    os.utime(memory / "MEMORY.md", (1_700_000_000, 1_700_000_000))
    assert one(memory).created_at == 1_700_000_000


def test_files_that_cannot_be_read_are_skipped(memory: Path) -> None:
    (memory / "MEMORY.md").write_text("- Lamps stay on\n")
    (memory / "latin.md").write_bytes(b"caf\xe9")
    assert list(ClaudeCode().read(memory))[1:] == [Skipped("latin.md", "not UTF-8: byte 4")]


def test_a_folder_without_memory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Tea\n\nA house.")
    assert ClaudeCode().detect(tmp_path) == 0.0
    with pytest.raises(SourceError, match=r"MEMORY\.md"):
        drafts(tmp_path)


def test_a_memory_is_as_old_as_its_words_say(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    write(folder / "MEMORY.md", "- 2024-02-03: lids are made of tin\n")
    write(
        folder / "kettle.md",
        "---\nname: kettle\n---\n\nThe kettle whistles.\n\n**Logged**: 2024-02-04 10:30\n",
    )
    lids, kettle = drafts(folder)
    assert lids.created_at == datetime(2024, 2, 3, tzinfo=UTC).timestamp()
    assert kettle.created_at == datetime(2024, 2, 4, 10, 30, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("scope", "filed"), [("person", "/user"), ("repo", "/project/tea-house"), ("", "/project/tea-house")]
)
def test_feedback_is_filed_under_whom_it_says_it_is_about(memory: Path, scope: str, filed: str) -> None:
    said = f"  scope: {scope}\n" if scope else ""
    (memory / "fact.md").write_text(f"---\nname: lid\nmetadata:\n  type: feedback\n{said}---\nShut it.")
    (memory / "MEMORY.md").write_text("")
    assert one(memory).scope == filed
