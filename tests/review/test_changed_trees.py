"""A pass after a commit finds what is about files that went with it; without one it looks at nothing."""

from pathlib import Path

import pytest

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.lifecycle.filing import project_of_folder
from memtui.review.passes import run_pass
from memtui.store import proposals
from memtui.store.database import Store
from tests.review.planting import plant
from tests.review.test_dead import git, write


def test_a_pass_after_a_commit_finds_memories_of_the_files_that_went_with_it(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMTUI_TEMPORARY", "none")
    root = tmp_path / "shop"
    write(root, "src/app/main.py", "src/app/till.py")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Begin")
    scope = project_of_folder(store, str(root)) or ""
    plant(store, "The till is closed in src/app/till.py", scope=scope, provenance={"cwd": str(root)})
    plant(store, "Atlas: cards are read in src/app/cards.py", provenance={"cwd": "/nowhere"})
    run_pass(store, Settings())
    assert run_pass(store, Settings()).looked_at == 0
    git(root, "rm", "-q", "src/app/till.py")
    git(root, "commit", "-qm", "Close without it")
    report = run_pass(store, Settings())
    assert (report.full, report.looked_at) == (False, 1)
    assert proposals.counts(store) == {Kind.DEAD: 1}
    git(root, "rm", "-q", "src/app/main.py")
    assert run_pass(store, Settings(), dry_run=True).looked_at == 1
    assert run_pass(store, Settings()).looked_at == 1
