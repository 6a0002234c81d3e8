import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.domain.memory import Draft, Memory, MemoryType, Origin, State
from memtui.domain.text import well_formed
from memtui.formats.exports import Exported
from memtui.formats.protocol import SourceError
from memtui.formats.registry import reader_for
from memtui.sources.exporting import export, formats
from tests.depth import SHARED, examples
from tests.formats.samples import SAMPLES

PLAIN = Memory(
    id=1,
    uid="01KA9YBVDXQJ4M0P3R5T7W9Z1C",
    text="Lids are made of tin",
    abstract="",
    scope="/project/tea/shop",
    type=MemoryType.SEMANTIC,
    state=State.LIVE,
    importance=0.5,
    pinned=False,
    half_life=30.0,
    created_at=1_700_000_000.125,
    updated_at=1_710_000_000.5,
    last_accessed_at=None,
    access_count=0,
    session_count=0,
    expires_at=None,
    version=1,
    origin=Origin.AGENT,
    provenance={},
    depth=0,
    categories=("finding",),
)
RICH = replace(
    PLAIN,
    uid="01KA9YBVDXQJ4M0P3R5T7W9Z1D",
    text="Deploys: 'plan' first — \"always\"\n\n- then ship\n  slowly\n\n日本語",
    abstract="Plan: [deploys]",
    scope="/user",
    type=MemoryType.CONSTITUTIONAL,
    state=State.ARCHIVED,
    importance=0.85,
    pinned=True,
    last_accessed_at=1_720_000_000.75,
    access_count=12,
    session_count=7,
    expires_at=1_900_000_000.0,
    provenance={"source": "codex", "quote": "it's"},
    categories=("decision", "ops"),
)
FOLDERS = {"claude", "hermes", "okf"}


def written(name: str, memories: list[Memory], folder: Path) -> tuple[Exported, list[Draft]]:
    target = folder / ("out" if name in FOLDERS else "out.x")
    told = export(name, iter(memories), target)
    records = list(reader_for(target, name).read(target))
    assert [record for record in records if not isinstance(record, Draft)] == []
    return told, [record for record in records if isinstance(record, Draft)]


@pytest.mark.parametrize("name", [one.name for one in formats()])
def test_every_text_comes_back_whole(tmp_path: Path, name: str) -> None:
    told, found = written(name, [PLAIN, RICH], tmp_path)
    assert told.count == 2
    assert {draft.text for draft in found} == {PLAIN.text, RICH.text}


@pytest.mark.parametrize("name", [one.name for one in formats()])
def test_an_export_is_recognised_as_what_it_is(tmp_path: Path, name: str) -> None:
    target = tmp_path / "out"
    export(name, iter([PLAIN, RICH]), target)
    assert reader_for(target).name == name


@pytest.mark.parametrize("name", ["memtui", "claude", "mem0", "okf"])
def test_formats_with_room_for_it_lose_nothing(tmp_path: Path, name: str) -> None:
    told, found = written(name, [PLAIN, RICH], tmp_path)
    assert not told.lost
    back = {draft.text: draft for draft in found}
    for memory in (PLAIN, RICH):
        for field in set(Draft.__slots__) - {"version", "was"}:
            if field == "provenance":
                own = back[memory.text].provenance
                where = dict.fromkeys(("source", "path", "record"), 0)
                assert {**own, **where} == {**own, **memory.provenance, **where}
            else:
                assert getattr(back[memory.text], field) == getattr(memory, field), field


def test_what_a_format_cannot_hold_is_counted(tmp_path: Path) -> None:
    told, _ = written("hermes", [PLAIN, RICH], tmp_path)
    assert told.lost == {
        **dict.fromkeys(["created_at", "categories"], 2),
        **dict.fromkeys(["abstract", "type", "importance", "pinned", "state", "provenance"], 1),
        **dict.fromkeys(["last_accessed_at", "access_count", "expires_at", "scope"], 1),
    }
    assert "scope (1)" in told.losses()


def test_scopes_are_headings_of_the_page_to_read(tmp_path: Path) -> None:
    told, found = written("markdown", [PLAIN, RICH], tmp_path)
    assert [draft.scope for draft in found] == ["/project/tea/shop", "/user"]
    assert "scope" not in told.lost
    assert (
        (tmp_path / "out.x")
        .read_text()
        .startswith(
            "# Memories\n\n## In `/project/tea/shop`\n\n- Lids are made of tin\n\n## In `/user`\n\n- Deploys"
        )
    )


@pytest.mark.parametrize("name", sorted(FOLDERS))
def test_a_folder_appears_in_one_that_is_there_and_makes_none_above(tmp_path: Path, name: str) -> None:
    with pytest.raises(SourceError, match=r"there is no folder .*; make it first"):
        export(name, iter([PLAIN]), tmp_path / "typo" / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_text_no_bullet_can_hold_is_told(tmp_path: Path) -> None:
    told = export("markdown", iter([replace(PLAIN, text="open\n```\nnever closed")]), tmp_path / "out.md")
    assert (told.count, told.lost["text"]) == (0, 1)
    assert "never closed" in (tmp_path / "out.md").read_text()


def test_an_entry_with_hermes_own_mark_is_left_out_and_told(tmp_path: Path) -> None:
    told, found = written("hermes", [replace(PLAIN, text="a\n§\nb"), RICH], tmp_path)
    assert (told.count, told.lost["text"], len(found)) == (1, 1, 1)


def test_what_an_agent_will_not_load_is_told(tmp_path: Path) -> None:
    many = [replace(PLAIN, uid=f"{number:026}", text=f"Lid {number} is tin") for number in range(300)]
    told = export("claude", iter(many), tmp_path / "c")
    assert "300 lines" in told.notes[0]
    told = export("hermes", iter(many), tmp_path / "h")
    assert told.notes == ["MEMORY.md has 4,987 characters; Hermes keeps at most 2,200."]


def test_a_graph_has_one_row_for_each_entity(tmp_path: Path) -> None:
    memories = [PLAIN, replace(PLAIN, text="Cups are blue"), RICH]
    export("mcp", iter(memories), tmp_path / "g")
    rows = [json.loads(line) for line in (tmp_path / "g").read_text().splitlines()]
    assert [(row["name"], row["entityType"], len(row["observations"])) for row in rows] == [
        ("/project/tea/shop", "scope", 2),
        ("/user", "scope", 1),
    ]


@pytest.mark.parametrize(
    ("sample", "name"),
    [("mcp", "mcp"), ("mem0 list", "mem0"), ("claude folder", "claude"), ("hermes home", "hermes")],
)
def test_what_came_from_a_format_goes_back_as_it_was(tmp_path: Path, sample: str, name: str) -> None:
    source = SAMPLES[sample][1](tmp_path / "in")
    drafts = [record for record in reader_for(source).read(source) if isinstance(record, Draft)]
    memories = [
        replace(
            PLAIN,
            uid=f"{number:026}",
            text=draft.text,
            abstract=draft.abstract,
            scope=draft.scope,
            type=draft.type,
            categories=draft.categories,
            importance=draft.importance,
            created_at=draft.created_at or 0.0,
            updated_at=draft.updated_at or draft.created_at or 0.0,
            provenance=draft.provenance,
        )
        for number, draft in enumerate(drafts)
    ]
    _, back = written(name, memories, tmp_path)
    assert [draft.text for draft in back] == [draft.text for draft in drafts]
    assert [draft.provenance["record"] for draft in back] == [d.provenance["record"] for d in drafts]


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.md").write_text("mine")
    for target in (tmp_path / "out", tmp_path / "out" / "mine.md"):
        with pytest.raises(SourceError, match="is there already"):
            export("claude", iter([PLAIN]), target)
    assert (tmp_path / "out" / "mine.md").read_text() == "mine"


@pytest.mark.parametrize("name", [one.name for one in formats()])
def test_an_export_that_breaks_off_leaves_nothing_behind(tmp_path: Path, name: str) -> None:
    def breaking() -> Iterator[Memory]:
        yield PLAIN
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(name, breaking(), tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_cannot_be_written_to_a_stream() -> None:
    with pytest.raises(SourceError, match="is a folder"):
        export("claude", iter([PLAIN]), io.StringIO())


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(SourceError, match="use memtui, claude"):
        export("xml", iter([]), io.StringIO())


TEXTS = st.text(min_size=1, max_size=200).map(well_formed).filter(bool)


@settings(max_examples=examples(60), deadline=None, suppress_health_check=SHARED)
@given(texts=st.lists(TEXTS, min_size=1, max_size=5, unique=True))
@pytest.mark.parametrize("name", [one.name for one in formats() if one.name not in FOLDERS])
def test_any_text_comes_back_or_is_told(tmp_path: Path, name: str, texts: list[str]) -> None:
    memories = [replace(PLAIN, uid=f"{n:026}", text=text) for n, text in enumerate(texts)]
    target = tmp_path / "out"
    told = export(name, iter(memories), target)
    records = reader_for(target, name).read(target)
    found = [record.text for record in records if isinstance(record, Draft)]
    assert told.count + told.lost["text"] == len(texts)
    assert len(set(found) & set(texts)) >= told.count
