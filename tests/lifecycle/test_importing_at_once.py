"""Several processes that import the same into a store that is not there yet, at the same moment."""

import json
from pathlib import Path

import pytest

from memtui.store import marks, scopes
from memtui.store.indexes import INDEXES
from memtui.store.opening import open_store
from tests.depth import THOROUGH
from tests.processes import Child

RECORDS = 4_500
IMPORT = """
from memtui.__main__ import main
from memtui.cli import group, importing
from memtui.formats import registry
registry.readers()
say("ready")
sys.stdin.readline()
sys.argv = ["memtui", "--db", sys.argv[1], "import", sys.argv[2], "--json"]
sys.exit(main())
"""


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """A file of records, more than one chunk of them."""
    file = tmp_path / "memories.jsonl"
    lines = (json.dumps({"text": f"fact number {n} of the tea house"}) for n in range(RECORDS))
    file.write_text("\n".join(lines))
    return file


@pytest.mark.parametrize("round_", range(3 if THOROUGH else 1))
def test_two_first_imports_store_each_memory_once(
    tmp_path: Path, export: Path, round_: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config.toml").touch()
    monkeypatch.setenv("MEMTUI_CONFIG", str(tmp_path / "config.toml"))
    path = tmp_path / f"{round_}.db"
    preamble = "import sys\ndef say(word): print(word, flush=True)\n"
    both = [Child(path, IMPORT, export, preamble=preamble) for _ in range(2)]
    for child in both:
        child.hear("ready")
    for child in both:
        child.tell()
    told = [json.loads(child.done()) for child in both]
    assert sum(one["added"] for one in told) == RECORDS
    assert sum(one["duplicates"] for one in told) == RECORDS
    with open_store(path) as store:
        assert scopes.count(store, "/") == RECORDS
        assert scopes.miscounted(store) == []
        assert not marks.is_set(store, marks.LOADING)
        names = {row[0] for row in store.query("SELECT name FROM sqlite_master WHERE type = 'index'")}
        assert set(INDEXES) <= names
