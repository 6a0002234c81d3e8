"""A memory about files that are gone is proposed; what cannot be told is left alone."""

import subprocess
from pathlib import Path

import pytest

from memtui.domain.deeds import Deed
from memtui.domain.instant import DAY
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Finding
from memtui.domain.text import fingerprint
from memtui.review.rules.dead import RULE
from memtui.store.database import Store
from tests.conftest import NOON
from tests.review.planting import plant
from tests.review.unstored import context, memory

THERE = ("src/app/main.py", "docs/format.md", "packages/web/src/cart.ts")
GONE = ("src/app/retry.py", "src/app/gone.py", "src/old/notes.md", "docs/ada.md", "src/format.md")


def git(root: Path, *words: str) -> str:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@shop.example", "-c", "commit.gpgsign=false")
    command = ["git", "-C", str(root), *who, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def write(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(
            f"What {name} says, line by line,\nfor git to know it again.\n", encoding="utf-8"
        )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with one module, one document and a workspace inside it, and some files that went."""
    root = tmp_path / "shop"
    write(root, *THERE, *GONE)
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Begin")
    git(root, "rm", "-q", *GONE)
    git(root, "commit", "-qm", "Tidy up")
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
    ("text", "there"),
    [
        ("Plots are made in src/app/plot.py", False),
        ("Notes of the shop are written by hand in docs/shop.md", False),
        ("Plots are made in src/plots/plot.py", True),
        ("Plots are made in src/app/plot.rs", True),
        ("Notes are written by the till in docs/shop.md", True),
    ],
)
def test_a_file_that_git_never_knew_is_missed_where_files_of_its_sort_are(
    store: Store, project: Path, text: str, *, there: bool
) -> None:
    assert (proposed(store, about(project, text)) is None) is there


@pytest.mark.parametrize("between", ["\n- ", "\n\n"])
def test_of_a_list_or_of_paragraphs_only_what_names_the_file_is_cut_out(
    store: Store, project: Path, between: str
) -> None:
    lines = [
        "The till speaks French",
        "Old tariffs are in src/app/retry.py",
        "Receipts are kept for ten years",
    ]
    it = about(project, f"- {between.join(lines)}".removeprefix("- " if between == "\n\n" else ""))
    card = proposed(store, it)
    assert card is not None
    assert card.change.deed is Deed.CUT
    assert card.change.text == it.text.replace(f"{between}{lines[1]}", "")
    noun = "items" if between == "\n- " else "lines"
    assert card.reason == f"1 of its 3 {noun}: it is about src/app/retry.py, which is not there any more"


def test_each_item_of_a_long_list_is_looked_at_by_itself(store: Store, project: Path) -> None:
    lines = [f"Till number {number} stands by the door of src/app/main.py" for number in range(20)]
    lines[3] = "Old tariffs are in src/app/retry.py"
    lines[9] = "Ada keeps her notes in docs/ada.md"
    it = about(project, "\n".join(f"- {line}" for line in lines))
    card = proposed(store, it)
    assert card is not None
    assert card.change.text.splitlines() == [f"- {line}" for at, line in enumerate(lines) if at not in {3, 9}]
    assert card.targets[0].fingerprint == fingerprint(it.text)
    assert dict(card.evidence.facts)["missing"] == "src/app/retry.py, docs/ada.md"


@pytest.mark.parametrize("head", ["Retries", "Where the doubling of waits is written down"])
@pytest.mark.parametrize("path", ["src/app/retry.py", "src/app/waits.py"])
def test_a_title_does_not_stay_without_what_it_is_the_title_of(
    store: Store, project: Path, head: str, path: str
) -> None:
    plant(store, "Carts are kept in packages/web/src/cart.ts", scope="/project/shop")
    it = about(project, f"{head}\n\nThe pause after each attempt is set in `{path}`.", abstract=head)
    card = proposed(store, it)
    assert card is not None
    assert card.change.deed is Deed.DROP


@pytest.mark.parametrize(
    "written", ["src/app/retry.py", "./src/app/retry.py", "`src/app/retry.py`", "src/old/"]
)
def test_a_path_may_be_written_in_several_ways(store: Store, project: Path, written: str) -> None:
    assert proposed(store, about(project, f"Retries are done in {written}")) is not None
    whole = f"{project}/src/app/retry.py"
    assert proposed(store, about(project, f"Retries are done in {whole}.")) is not None


def test_the_card_says_which_commit_took_the_file_and_when(store: Store, project: Path) -> None:
    card = proposed(store, about(project, "Retries are done in src/app/retry.py"))
    assert card is not None
    took = git(project, "log", "-1", "--format=by commit %h on %cs")
    assert dict(card.evidence.facts)["went"] == took


@pytest.mark.parametrize(
    ("said", "now"),
    [
        ("Carts are kept in packages/web/src/cart.ts.", "Carts are kept in packages/web/src/basket.ts."),
        ("`./packages/web/src/` holds the shop", "`./packages/web/lib/` holds the shop"),
        (
            "src/app/main.py calls packages/web/src/cart.ts",
            "src/app/main.py calls packages/web/src/basket.ts",
        ),
    ],
)
def test_what_was_renamed_is_proposed_to_be_written_anew(
    store: Store, project: Path, said: str, now: str
) -> None:
    it = about(project, said)
    assert proposed(store, it) is None
    old, new = ("src", "lib") if "./" in said else ("src/cart.ts", "src/basket.ts")
    git(project / "packages/web", "mv", old, new)
    git(project, "commit", "-qm", "Call it a basket")
    card = proposed(store, it)
    assert card is not None
    assert (card.rule, card.change.deed, card.change.keep) == ("dead/moved", Deed.KEEP, it.id)
    assert card.change.gone == ()
    assert card.change.text == now
    assert git(project, "log", "-1", "--format=commit %h of %cs") in card.reason


def test_a_path_that_git_never_knew_proves_nothing_where_no_other_of_the_project_is_there(
    store: Store, project: Path
) -> None:
    elsewhere = about(project, "Uploads are cut in lib/upload/chunks.ts")
    assert proposed(store, elsewhere) is None
    plant(store, "Carts are kept in packages/web/src/cart.ts", scope="/project/shop")
    (project / "lib").mkdir()
    card = proposed(store, elsewhere)
    assert card is not None
    assert card.confidence <= 0.6


def test_without_git_it_goes_by_the_other_files_of_the_project(
    store: Store, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    it = about(project, "Retries are done in src/app/retry.py")
    assert proposed(store, it) is None
    plant(store, "Parsing starts in src/app/main.py", scope="/project/shop")
    assert proposed(store, it) is not None


def test_nothing_that_a_repository_sets_is_run(store: Store, project: Path, tmp_path: Path) -> None:
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n", encoding="utf-8")
    trap.chmod(0o755)
    for name in ("core.fsmonitor", "diff.external", "core.pager", "gpg.program", "core.sshCommand"):
        git(project, "config", name, str(trap))
    git(project, "config", "log.showSignature", "true")
    assert proposed(store, about(project, "Retries are done in src/app/retry.py")) is not None
    assert not (tmp_path / "sprung").exists()


def test_it_lives_while_one_of_its_files_does(store: Store, project: Path) -> None:
    both = about(project, "src/app/main.py reads what src/app/retry.py writes")
    assert proposed(store, both) is None
    git(project, "rm", "-q", "src/app/main.py")
    git(project, "commit", "-qm", "Start elsewhere")
    card = proposed(store, both)
    assert card is not None
    assert len(card.evidence.marks[both.id]) == 2


@pytest.mark.few(6)
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


def test_without_a_folder_of_its_own_it_is_held_against_the_project_that_it_is_filed_under(
    store: Store, project: Path
) -> None:
    now = context(store)
    now.checkouts["/project/shop"] = [str(project)]
    card = RULE.look(memory("Orders are tried again, see src/app/retry.py"), now)
    assert card is not None
    assert card.rule == "dead"
    assert RULE.look(memory("Orders are tried again, see src/app/never.py"), now) is None
    assert RULE.look(memory("Orders are taken in src/app/main.py"), now) is None


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
    git(project, "rm", "-q", "src/app/main.py")
    git(project, "commit", "-qm", "Start elsewhere")
    assert RULE.look(it, now) is None
    assert proposed(store, it) is not None


def test_a_strange_path_is_no_failure(store: Store, project: Path) -> None:
    for path in ("src/" + "x" * 400 + ".py", "a/" * 200 + "b.py"):
        assert proposed(store, about(project, f"See {path}")) is None
    assert proposed(store, about(project, "See src/a.py", provenance={"cwd": "/a\0b", "path": 7})) is None


def test_a_line_that_only_points_to_a_missing_file_is_proposed_to_be_dropped(
    store: Store, tmp_path: Path
) -> None:
    write(tmp_path, "MEMORY.md", "there.md")
    index = {"source": "claude", "path": str(tmp_path / "MEMORY.md")}
    gone = memory("Files: [Gone](gone.md) — missing", provenance={**index, "points_to": "gone.md"})
    card = proposed(store, gone)
    assert card is not None
    assert card.reason == "it only points to gone.md, which is not there"
    ((start, end),) = card.evidence.marks[gone.id]
    assert gone.text[start:end] == "gone.md"
    assert RULE.look_again(gone, context(store)) == NOON + 30 * DAY
    there = memory("[There](there.md) — here", provenance={**index, "points_to": "there.md"})
    reworded = memory("The till was sold", provenance={**index, "points_to": "gone.md"})
    assert [proposed(store, one) for one in (there, reworded)] == [None, None]


def test_a_line_of_an_index_whose_folder_is_not_on_this_machine_is_left_alone(
    store: Store, tmp_path: Path
) -> None:
    away = {"source": "claude", "path": str(tmp_path / "away" / "MEMORY.md"), "points_to": "gone.md"}
    assert proposed(store, memory("[Gone](gone.md) — missing", provenance=away)) is None


@pytest.mark.parametrize(
    "said",
    [
        "The S3 prefix changed from `receipts/` to `receipts_v2/`",
        "Events go to the topic shop/orders/. Retries are ours",
        "The bucket keeps invoices in `invoices/2026/`",
        "Carts answer at the route cart/items/",
    ],
)
def test_what_a_sentence_calls_no_file_is_none(store: Store, project: Path, said: str) -> None:
    plant(store, "Carts are kept in packages/web/src/cart.ts", scope="/project/shop")
    assert proposed(store, about(project, said)) is None


def test_what_git_knows_as_a_file_is_one_whatever_it_is_called(store: Store, project: Path) -> None:
    assert proposed(store, about(project, "The routes are in src/app/retry.py")) is not None
    plant(store, "Carts are kept in packages/web/src/cart.ts", scope="/project/shop")
    beside = about(project, "Mind the bucket. Receipts are cut in `receipts/cut.py`")
    assert proposed(store, beside) is not None


@pytest.mark.parametrize(
    "said",
    [
        "The bucket is in Frankfurt. Receipts are cut in `receipts/cut.py`",
        "Tests need a real database, never a mock.\n\nHow to apply: they go to `receipts/tests.py`",
        "Tests need a real database; never a mock. They go to `receipts/tests.py`; see there for one",
    ],
)
def test_what_says_more_than_a_path_that_git_never_knew_is_left_alone(
    store: Store, project: Path, said: str
) -> None:
    plant(store, "Carts are kept in packages/web/src/cart.ts", scope="/project/shop")
    assert proposed(store, about(project, said)) is None
    card = proposed(store, about(project, said.split(". ")[-1].rsplit("\n", 1)[-1]))
    assert card is not None
    assert card.reason.endswith("which is not there")


def test_a_folder_that_git_never_knew_may_be_made_by_a_build(store: Store, project: Path) -> None:
    plant(store, "Carts are kept in packages/web/src/cart.ts", scope="/project/shop")
    assert proposed(store, about(project, "Put macros in macros/, one per file")) is None
    assert proposed(store, about(project, "Receipts are cut in receipts/cut.ts")) is not None


@pytest.mark.parametrize(
    ("said", "is_one"),
    [
        ("Fill the till with `tsx scripts/coins.ts --each 5`", True),
        ("Fetch the till's image with `docker pull shop/till.v2`", False),
    ],
)
def test_code_that_a_command_runs_is_a_file(store: Store, project: Path, said: str, is_one: bool) -> None:
    plant(store, "Carts are kept in packages/web/src/cart.ts", scope="/project/shop")
    assert (proposed(store, about(project, said)) is not None) is is_one
