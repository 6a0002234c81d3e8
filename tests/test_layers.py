"""Imports only point down, and what starts first loads nothing it does not need."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memtui.store.database import Store
from tests.circles import circles, imports
from tests.lifecycle.worlds import filled

ROOT = Path(__file__).parent.parent
HEAVY = ("sqlite_utils", "textual", "litellm", "click", "rich", "numpy", "platformdirs", "ruamel", "mcp")


def loaded(code: str, *args: object) -> set[str]:
    """Run code in a new process and return which heavy packages it loaded."""
    shown = f"{code}\nimport sys; print(*{{name.partition('.')[0] for name in sys.modules}} & {set(HEAVY)!r})"
    command = [sys.executable, "-c", shown, *map(str, args)]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_the_layers_hold() -> None:
    program = shutil.which("lint-imports", path=str(Path(sys.executable).parent)) or shutil.which(
        "lint-imports"
    )
    if program is None:
        pytest.skip("import-linter is not installed")
    done = subprocess.run([program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_sources_know_formats_only_by_the_registry() -> None:
    formats = ROOT / "memtui" / "formats"
    common = {"changes", "exports", "finding", "ground", "masking", "protocol", "registry", "seen", "waiting"}
    own = {path.stem for path in formats.iterdir() if path.stem not in {*common, "__init__", "__pycache__"}}
    assert {"mem0", "claude_code"} <= own
    named = re.compile(rf"memtui\.formats(\.| import )({'|'.join(own)})\b")
    sources = sorted((ROOT / "memtui" / "sources").rglob("*.py"))
    assert [file.name for file in sources if named.search(file.read_text())] == []


@pytest.mark.long
def test_no_two_files_need_each_other() -> None:
    assert circles(imports(ROOT / "memtui")) == []


def test_a_circle_is_found_wherever_it_is_hidden(tmp_path: Path) -> None:
    package = tmp_path / "house"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "door.py").write_text("from house import hall\n")
    (package / "hall.py").write_text("def enter():\n    import house.stairs\n")
    (package / "stairs.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.door import Key\n"
    )
    (package / "roof.py").write_text("from house.stairs import steps\n")
    assert circles(imports(package)) == [["house.door", "house.hall", "house.stairs"]]


@pytest.mark.few(2)
@pytest.mark.parametrize("layer", ["domain", "secrets", "poison", "projects", "store", "lifecycle"])
def test_a_layer_loads_the_standard_library_only(layer: str) -> None:
    code = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for module in pkgutil.iter_modules(package.__path__):
    if module.name not in {"schema", "migrating"}:  # needed to make a store, not to open one
        importlib.import_module(f"{package.__name__}.{module.name}")
"""
    assert loaded(code, f"memtui.{layer}") == set()


def test_a_store_of_this_version_is_opened_read_and_changed_without_sqlite_utils(store: Store) -> None:
    filled(store, 3)
    store.close()
    code = """
import sys
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.filter import Filter
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.store.listing import listing
with open_store(sys.argv[1]) as store:
    page = memories.get_many(store, listing(store, Filter()).ids(0, 50))
    assert len(page) == 3
    drop(store, [1], by=PERSON_AT_CLI)
    undo(store, by=PERSON_AT_CLI)
"""
    assert loaded(code, store.path) == set()


def test_the_domain_does_no_input_or_output() -> None:
    code = """
import importlib, pkgutil, memtui.domain
for module in pkgutil.iter_modules(memtui.domain.__path__):
    importlib.import_module(f"memtui.domain.{module.name}")
import sys
assert not {"sqlite3", "socket", "subprocess", "asyncio"} & sys.modules.keys()
"""
    assert loaded(code) == set()
