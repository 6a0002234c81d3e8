"""What files still say although it is gone here, and secrets that agents read in them, are told."""

from pathlib import Path

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.sources import syncing
from memtui.sources.pending import still_there, still_words
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.sources import StillThere

KEY = "AKIA" + "QYLPMN5HJ3TZ7WXA"


def folder(home: Path) -> Path:
    """Make a Claude memory folder with a key in one of its two files."""
    place = home / "memory"
    place.mkdir()
    for name, text in (("deploy", f"Deploy with make ship, key {KEY}"), ("database", "It is PostgreSQL 16")):
        (place / f"{name}.md").write_text(
            f"---\nname: {name}\ndescription: {name}\ntype: project\n---\n{text}\n", encoding="utf-8"
        )
    (place / "MEMORY.md").write_text("- [deploy](deploy.md)\n- [database](database.md)\n", encoding="utf-8")
    return place


def test_a_key_in_a_linked_file_is_told_with_the_file(store: Store, tmp_path: Path) -> None:
    source, _ = syncing.link(store, folder(tmp_path), "auto", by=PERSON, gate=Gate())
    still = still_there(store, source)
    assert [Path(file).name for file in still.secret] == ["deploy.md"]
    (words,) = still_words(still, writes=False)
    assert words.startswith("deploy.md holds a secret that agents read there")
    assert KEY not in words


def test_a_dropped_memory_that_cannot_be_taken_out_of_its_file_is_told_until_it_is(
    store: Store, tmp_path: Path
) -> None:
    place = folder(tmp_path)
    source, _ = syncing.link(store, place, "auto", by=PERSON, gate=Gate())
    with store.write() as tx:
        sources.agree(tx, source.id, yes=True)
    (source,) = sources.get_all(store)
    ids = [row[0] for row in store.query("SELECT id FROM memories ORDER BY text")]
    drop(store, ids, by=PERSON)
    syncing.sync(store, source, gate=Gate())
    still = still_there(store, source)
    assert [Path(file).name for file in still.gone] == ["deploy.md"]
    assert "1 dropped memory stands in deploy.md" in still_words(still, writes=True)[0]
    undo(store, by=PERSON)
    assert still_there(store, source).gone == ()


def test_many_files_are_counted() -> None:
    still = StillThere(("/a/x.md", "/a/y.md", "/a/z.md"), 0, ("/a/x.md", "/a/y.md"))
    gone, secret = still_words(still, writes=True)
    assert gone.startswith("3 memories that are gone here still stand in 3 files")
    assert secret.startswith("x.md and y.md hold a secret")
