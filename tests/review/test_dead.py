"""A memory about files that are gone is proposed; what cannot be told is left alone."""

from pathlib import Path

import pytest

from memtui.domain.instant import DAY
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Deed, Finding
from memtui.review.rules.dead import RULE
from memtui.store.database import Store
from tests.conftest import NOON
from tests.review.unstored import context, memory


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one module, one document and a workspace inside it."""
    root = tmp_path / "shop"
    for name in ("src/app/main.py", "docs/format.md", "packages/web/src/cart.ts", ".git/HEAD"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("", encoding="utf-8")
    return root


def about(root: Path, text: str, **more: object) -> Memory:
    values: dict[str, object] = {"provenance": {"source": "claude-code", "cwd": str(root)}} | more
    return memory(text, **values)  # type: ignore[arg-type]


def proposed(store: Store, it: Memory) -> Finding | None:
    return RULE.look(it, context(store))


def test_a_memory_of_a_file_that_is_gone_is_proposed_to_be_dropped(store: Store, project: Path) -> None:
    it = about(project, "The retry logic lives in src/app/retry.py and doubles the wait")
    card = proposed(store, it)
    assert card is not None
    assert card.rule == "dead"
    assert card.change.deed is Deed.DROP
    assert card.reason == "it is about src/app/retry.py, which is not there any more"
    assert dict(card.evidence.facts)["looked in"] == str(project)
    ((start, end),) = card.evidence.marks[it.id]
    assert it.text[start:end] == "src/app/retry.py"


@pytest.mark.parametrize(
    "written", ["src/app/retry.py", "./src/app/retry.py", "`src/app/retry.py`", "src/old/"]
)
def test_a_path_may_be_written_in_several_ways(store: Store, project: Path, written: str) -> None:
    assert proposed(store, about(project, f"Retries are done in {written}")) is not None
    whole = f"{project}/src/app/retry.py"
    assert proposed(store, about(project, f"Retries are done in {whole}.")) is not None


def test_it_lives_while_one_of_its_files_does(store: Store, project: Path) -> None:
    both = about(project, "src/app/main.py reads what src/app/retry.py writes")
    assert proposed(store, both) is None
    (project / "src/app/main.py").unlink()
    card = proposed(store, both)
    assert card is not None
    assert len(card.evidence.marks[both.id]) == 2


@pytest.mark.parametrize(
    "text",
    [
        "src/app/retry.py was removed in March",
        "src/app/retry.py was renamed to backoff",
        "The importer does not exist yet and will be in src/app/importer.py",
        "See https://shop.example/src/app/retry.py for the code",
        "Tests are named src/app/test_*.py",
        "Name a migration src/app/{number}_name.py",
        "Put it under path/to/your/file.py",
        "The build writes dist/app/bundle.js",
        "The script writes reports/weekly.md",
        "Mail ops@shop.example/retry.py",
        "Either TCP/IP or HTTP/2 and/or both",
        "A file such as src/app/retry.py is enough",
        "docs.python.org/library/pathlib.html explains it",
    ],
)
def test_what_names_no_file_that_should_be_there_is_left_alone(
    store: Store, project: Path, text: str
) -> None:
    assert proposed(store, about(project, text)) is None


def test_without_a_project_folder_on_this_machine_nothing_can_be_told(store: Store, project: Path) -> None:
    text = "Retries are done in src/app/retry.py"
    assert proposed(store, memory(text)) is None
    assert proposed(store, about(project / "elsewhere", text)) is None
    assert proposed(store, about(Path.home(), text)) is None
    assert proposed(store, about(Path("/"), text)) is None
    assert proposed(store, about(Path("relative"), text)) is None


def test_a_path_outside_the_project_is_not_asked_about(store: Store, project: Path) -> None:
    assert proposed(store, about(project, "The socket is /nowhere/run/shop.sock")) is None
    assert proposed(store, about(project, "See ../other/src/gone.py")) is None


def test_a_link_is_never_followed(store: Store, project: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (project / "vendor").symlink_to(tmp_path / "outside")
    (project / "src/dangling.py").symlink_to(tmp_path / "nowhere")
    assert proposed(store, about(project, "The fork is in vendor/lib/patch.py")) is None
    assert proposed(store, about(project, "The fork is in src/dangling.py")) is None


def test_a_path_may_be_meant_from_a_folder_inside_the_project(store: Store, project: Path) -> None:
    assert proposed(store, about(project, "The cart is kept in src/cart.ts")) is None
    inside = {"cwd": str(project / "packages/web")}
    assert proposed(store, about(project, "The parser is src/app/main.py", provenance=inside)) is None
    assert proposed(store, about(project, "The parser is src/app/gone.py", provenance=inside)) is not None


def test_a_file_that_only_moved_is_said_to_be_elsewhere(store: Store, project: Path) -> None:
    card = proposed(store, about(project, "The grammar is in src/format.md"))
    assert card is not None
    assert dict(card.evidence.facts)["same name"] == "docs/format.md"
    assert card.confidence < 0.5
    assert card.batch == ""


def test_the_source_of_an_imported_memory_tells_its_project(store: Store, project: Path) -> None:
    for path in (project / ".claude/memory/retry.md", project / "docs/memory.jsonl"):
        it = about(project, "Retries are done in src/app/retry.py", provenance={"path": str(path)})
        assert proposed(store, it) is not None


def test_a_long_memory_is_about_more_than_its_paths(store: Store, project: Path) -> None:
    text = "Retries are done in src/app/retry.py. " + "They double the wait each time. " * 30
    assert proposed(store, about(project, text)) is None


def test_who_someone_is_and_what_is_much_used_stay(store: Store, project: Path) -> None:
    text = "Ada keeps her notes in docs/ada.md"
    who = about(project, text, memory_type=MemoryType.CONSTITUTIONAL, scope="/user")
    assert proposed(store, who) is None
    assert proposed(store, about(project, text, accesses=12, idle=1.0)) is None
    assert proposed(store, about(project, text)) is not None


def test_it_is_looked_at_again_while_its_files_are_there(store: Store, project: Path) -> None:
    it = about(project, "Parsing starts in src/app/main.py")
    assert RULE.look_again(it, context(store)) == NOON + 30 * DAY
    assert RULE.look_again(about(project, "Parsing is fast"), context(store)) is None


def test_a_pass_asks_the_disk_once_and_the_next_one_anew(store: Store, project: Path) -> None:
    now = context(store)
    it = about(project, "Parsing starts in src/app/main.py")
    assert RULE.look(it, now) is None
    (project / "src/app/main.py").unlink()
    assert RULE.look(it, now) is None
    assert proposed(store, it) is not None


def test_a_strange_path_is_no_failure(store: Store, project: Path) -> None:
    for path in ("src/" + "x" * 400 + ".py", "a/" * 200 + "b.py"):
        assert proposed(store, about(project, f"See {path}")) is None or len(path) < 500
    assert proposed(store, about(project, "See src/a.py", provenance={"cwd": "/a\0b", "path": 7})) is None
