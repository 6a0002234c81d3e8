"""mem0's memories in the folder of its Qdrant: read and written by Qdrant's own client."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.formats.protocol import SourceError
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.live_stores.mem0_local import Mem0Local
from memtui.sources import syncing
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.sources import Source
from tests.sources.linked import memory, sync

TEXTS = ("Ada prefers green tea", "Bob deploys on Fridays", "The till listens on port 8080")
NAMES = [f"{n}0000000-0000-4000-8000-000000000000" for n in range(1, 4)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that mem0's own store made, with three memories of two users."""
    pytest.importorskip("qdrant_client", reason="Qdrant's client is not installed")
    made = tmp_path / "qdrant"
    _make(made)
    return made


def _make(folder: Path) -> None:
    """Write what mem0 writes: a collection with its vectors, and payloads as it fills them."""
    from qdrant_client import QdrantClient
    from qdrant_client.models import (
        Distance,
        Modifier,
        PointStruct,
        SparseVector,
        SparseVectorParams,
        VectorParams,
    )

    client = QdrantClient(path=str(folder))
    client.create_collection(
        "mem0",
        vectors_config=VectorParams(size=3, distance=Distance.COSINE),
        sparse_vectors_config={"bm25": SparseVectorParams(modifier=Modifier.IDF)},
    )
    points = [
        PointStruct(
            id=name,
            vector={"": [0.6, 0.8, 0.0], "bm25": SparseVector(indices=[3, 7], values=[0.5, 0.25])},
            payload={
                "data": text,
                "hash": "d41d8cd98f00b204e9800998ecf8427e",
                "created_at": "2026-01-02T03:04:05+00:00",
                "updated_at": "2026-01-02T03:04:05+00:00",
                "text_lemmatized": text.lower(),
                "user_id": "bob" if "Bob" in text else "ada",
                "mood": {"calm": 1},
            },
        )
        for name, text in zip(NAMES, TEXTS, strict=True)
    ]
    client.upsert("mem0", points)
    client.close()


def points(folder: Path) -> list[Any]:
    from qdrant_client import QdrantClient

    client = QdrantClient(path=str(folder))
    found, _ = client.scroll("mem0", limit=100, with_payload=True, with_vectors=True)
    client.close()
    return list(found)


@pytest.fixture
def source(store: Store, folder: Path) -> Source:
    found, done = syncing.link(store, folder, by=PERSON, gate=Gate())
    assert (done.added, done.problem) == (3, "")
    with store.write() as tx:
        sources.agree(tx, found.id, yes=True)
    return found


def test_each_memory_is_filed_under_its_user(store: Store, source: Source, folder: Path) -> None:
    assert source.path == f"mem0://{folder}"
    assert memory(store, source, "green tea").scope == "/user/ada"
    assert memory(store, source, "Fridays").scope == "/user/bob"
    assert memory(store, source, "Fridays").provenance["fields"] == {
        "user_id": "bob",
        "metadata": {"mood": {"calm": 1}},
    }


@pytest.mark.parametrize("words", TEXTS)
def test_a_drop_and_its_undo_leave_the_same_points(
    store: Store, source: Source, folder: Path, words: str
) -> None:
    before = points(folder)
    drop(store, [memory(store, source, words).id], by=PERSON)
    done = sync(store, source)
    assert (len(done.written), done.problem) == (1, "")
    assert len(points(folder)) == 2
    undo(store, by=PERSON)
    assert sync(store, source).problem == ""
    assert points(folder) == before


def test_an_edit_is_noted_as_mem0_notes_it_and_undo_takes_it_back(
    store: Store, source: Source, folder: Path
) -> None:
    before = points(folder)
    edit(store, [memory(store, source, "Fridays").id], Edit(text="Bob deploys on Mondays"), by=PERSON)
    assert sync(store, source).problem == ""
    changed = next(point for point in points(folder) if point.id == NAMES[1])
    assert changed.payload["data"] == "Bob deploys on Mondays"
    assert changed.payload["hash"] != before[1].payload["hash"]
    assert changed.payload["mood"] == {"calm": 1}
    assert "text_lemmatized" not in changed.payload
    assert changed.vector == before[1].vector
    undo(store, by=PERSON)
    sync(store, source)
    assert points(folder) == before


def test_what_its_agent_adds_and_takes_out_is_followed(store: Store, source: Source, folder: Path) -> None:
    from qdrant_client import QdrantClient
    from qdrant_client.models import PointIdsList, PointStruct

    client = QdrantClient(path=str(folder))
    client.delete("mem0", PointIdsList(points=[NAMES[2]]))
    new = {"data": "Ada is a baker", "user_id": "ada"}
    client.upsert("mem0", [PointStruct(id=str(uuid4()), vector={"": [1.0, 0.0, 0.0]}, payload=new)])
    client.close()
    done = sync(store, source)
    assert (done.added, done.proposed) == (1, 1)


def test_a_folder_that_its_agent_has_open_is_told_and_read_later(
    store: Store, source: Source, folder: Path
) -> None:
    from qdrant_client import QdrantClient

    drop(store, [memory(store, source, "green tea").id], by=PERSON)
    client = QdrantClient(path=str(folder))
    assert "its agent has it open" in sync(store, source).problem
    client.close()
    assert len(sync(store, source).written) == 1


@pytest.mark.parametrize("meta", [None, "{", "[]", '{"collections": {"other": {}}}'])
def test_a_folder_without_mem0_is_refused_in_a_sentence(tmp_path: Path, meta: str | None) -> None:
    if meta is not None:
        (tmp_path / "meta.json").write_text(meta)
    with pytest.raises(SourceError, match="no collection of mem0's"), Mem0Local().opened(f"mem0:{tmp_path}"):
        pass
    assert Mem0Local().found_in(tmp_path) is None
    with pytest.raises(SourceError, match="there is no folder"):
        Mem0Local().mark(f"mem0:{tmp_path}/gone")


def test_what_mem0_itself_writes_is_read(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEM0_TELEMETRY", "False")
    monkeypatch.setenv("MEM0_DIR", str(tmp_path / "home"))
    theirs = pytest.importorskip("mem0.vector_stores.qdrant", reason="mem0 is not installed")
    made = theirs.Qdrant(
        collection_name="mem0", embedding_model_dims=3, path=str(tmp_path / "q"), on_disk=True
    )
    made.insert([[1.0, 0.0, 0.0]], [{"data": TEXTS[0], "user_id": "ada"}], [NAMES[0]])
    made.client.close()
    source, done = syncing.link(store, f"mem0:{tmp_path / 'q'}", by=PERSON, gate=Gate())
    assert (done.added, done.problem) == (1, "")
    with store.write() as tx:
        sources.agree(tx, source.id, yes=True)
    drop(store, [memory(store, source, "green tea").id], by=PERSON)
    sync(store, source)
    undo(store, by=PERSON)
    sync(store, source)
    again = theirs.Qdrant(
        collection_name="mem0", embedding_model_dims=3, path=str(tmp_path / "q"), on_disk=True
    )
    (found,) = again.search("tea", [1.0, 0.0, 0.0], top_k=1)
    again.client.close()
    assert (found.id, found.payload["data"]) == (NAMES[0], TEXTS[0])
