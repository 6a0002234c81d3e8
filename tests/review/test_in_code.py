"""What a project's code says itself, or otherwise, is proposed; what it cannot tell is left alone."""

import json
from pathlib import Path

import pytest

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Deed, if_yes
from memtui.domain.memory import Memory, Origin
from memtui.domain.proposal import Finding
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.filing import project_of_folder
from memtui.review.code import tools
from memtui.review.code.facts import Held
from memtui.review.code.holding import Code
from memtui.review.code.project import Projects
from memtui.review.code.versions import agrees
from memtui.review.code.work_tree import Reading, WorkTree
from memtui.review.git_history import GitHistory
from memtui.review.passes import run_pass
from memtui.review.rules.in_code import OTHERWISE, RULE, SAME
from memtui.review.verdicts import Choice, accept
from memtui.store import memories, proposals
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from tests.review.planting import plant
from tests.review.test_dead import git
from tests.review.unstored import context, memory

FILES = {
    "package.json": json.dumps(
        {
            "name": "shop",
            "packageManager": "pnpm@9.1.0",
            "scripts": {"test": "vitest run --coverage", "build": "tsc -p ."},
            "dependencies": {"react": "^19.1.0", "zustand": "~5.0.2", "@shop/ui": "workspace:*"},
            "devDependencies": {"vitest": "^3.0.0", "typescript": "5.8.2"},
        },
        indent=2,
    ),
    "Makefile": "up:\n\tdocker compose up -d\n\nseed: up\n\tpython seed.py\n",
    "compose.yaml": "services:\n  db:\n    image: docker.io/library/postgres:16-alpine\n",
    "api/pyproject.toml": '[project]\nname = "shop-api"\nrequires-python = ">=3.11"\n'
    'dependencies = [\n  "fastapi>=0.115,<1",\n  "httpx[http2]~=0.28",\n]\n',
    "press/Cargo.toml": '[package]\nname = "shop-press"\nrust-version = "1.80"\n',
    "api/cart.py": '"""Adds up what is in a cart, with tax and shipping."""\n\n\n'
    'def price_of(cart, coupon):\n    """Return the price of a cart after a coupon."""\n    return 0\n',
    "web/src/useCart.ts": "// Keeps the cart in the browser's storage.\nexport function useCart() {}\n",
    "web/src/index.ts": "",
    "api/index.ts": "",
}


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A repository with a front end, an API, a Makefile and an image, all tracked, and a file that is not."""
    root = tmp_path / "shop"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Begin")
    (root / "api" / "untracked.py").write_text("def left_out():\n    pass\n", encoding="utf-8")
    return root


def held(root: Path, text: str) -> Held | None:
    code = Projects(GitHistory()).at(str(root))
    assert code is not None
    return code.hold(text)


def about(root: Path, text: str, **more: object) -> Memory:
    values: dict[str, object] = {"provenance": {"cwd": str(root)}, "age": 90} | more
    return memory(text, **values)  # type: ignore[arg-type]


def proposed(store: Store, it: Memory) -> Finding | None:
    return RULE.look(it, context(store))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Uses React 19 and TypeScript", "package.json, line 9"),
        ("Stack: FastAPI, Python 3.11+, PostgreSQL 16", "api/pyproject.toml, line 5"),
        ("State management: Zustand", "package.json, line 10"),
        ("Tests: Vitest", "package.json, line 14"),
        ("Package manager: pnpm", "package.json, line 3"),
        ("`pnpm test` runs vitest with coverage", "package.json, line 5"),
        ("`make seed` runs `python seed.py`", "Makefile, line 4"),
        ("`api/cart.py` adds up what is in a cart, with tax and shipping", "api/cart.py, line 1"),
        ("`price_of` returns the price of a cart after a coupon", "api/cart.py, line 4"),
        ("The hook useCart keeps the cart in the storage of the browser", "web/src/useCart.ts, line 2"),
        ("Structure: api/, web/src/", "api/"),
    ],
)
def test_what_the_code_says_too_is_told_with_the_place(shop: Path, text: str, place: str) -> None:
    told = held(shop, text)
    assert told is not None
    assert told.same
    assert told.facts[0].place == place


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Uses React 18", "it asks for react ^19.1.0"),
        ("Database: PostgreSQL 14", "it asks for postgres 16"),
        ("Python 3.9+", "it asks for python >=3.11"),
        ("The minimum supported Python version is 3.9", "it asks for python >=3.11"),
        ("MSRV: 1.72", "it asks for rust 1.80"),
        ("Unit tests run with Jest", "nothing there declares Jest, and vitest does the job of a test runner"),
        ("Package manager: yarn", "nothing there declares yarn, and pnpm does the job of a package manager"),
        (
            "Always use yarn to install packages",
            "nothing there declares yarn, and pnpm does the job of a package manager",
        ),
        (
            "npm installs the dependencies",
            "nothing there declares npm, and pnpm does the job of a package manager",
        ),
        ("Python 3.10 is required", "it asks for python >=3.11"),
        ("Deploy with `make deploy`", "no Makefile of the project has a target “make deploy”"),
        ("`npm run lint` checks the style", "no package.json of the project has a script “lint”"),
    ],
)
def test_what_the_code_says_otherwise_is_told(shop: Path, text: str, why: str) -> None:
    told = held(shop, text)
    assert told is not None
    assert (told.same, told.why) == (False, why)


@pytest.mark.parametrize(
    "text",
    [
        "Never call `price_of` without a cart",
        "`price_of` returns the price of a cart because the tax office asked for it",
        "Run `pnpm test`",
        "We moved from Jest to Vitest",
        "Migrate to React 20 by May",
        "Jest was too slow for the shop",
        "Ada likes React",
        "`left_out` is in api/untracked.py",
        "index.ts exports all of it",
        "`price_of` rounds half to even",
        "`api/gone.py` adds up what is in a cart",
        "`pnpm install`",
        "The port of the shop is 8080",
        "Python 3.13",
        "Always use pnpm",
        "`price_of` returns the price of a cart after 7 coupons",
        "`price_of` returns the price of a cart after a coupon and rounds it down at night",
        "TypeScript runs in strict mode",
        "The carts are in web/carts",
        "httpx 0.29 has a new pool",
    ],
)
def test_what_the_code_cannot_tell_is_left_alone(shop: Path, text: str) -> None:
    assert held(shop, text) is None


@pytest.mark.parametrize(
    ("named", "asked", "told"),
    [
        ("19", "^19.1.0", True),
        ("18", "^19.1.0", False),
        ("19.4", "^19.1.0", None),
        ("0.27", "^0.28.1", False),
        ("3.11", ">=3.11,<4", True),
        ("3.13", ">=3.11,<4", None),
        ("3.9", ">=3.11", False),
        ("16", "==16-alpine", True),
        ("5.8", "5.8.2", True),
        ("5.7", "5.8.2", False),
        ("1", "workspace:*", None),
        ("1", "^1 || ^2", None),
    ],
)
def test_a_version_is_held_against_what_is_asked_for(named: str, asked: str, told: bool | None) -> None:
    assert agrees(named, asked) is told


def test_what_the_code_says_too_is_proposed_to_be_dropped(store: Store, shop: Path) -> None:
    card = proposed(store, about(shop, "Uses React 19"))
    assert card is not None
    assert (card.rule, card.change.deed, card.batch) == (SAME, Deed.DROP, "")
    assert card.reason == "the code says the same: package.json, line 9"
    assert dict(card.evidence.facts)["package.json, line 9"] == '"react": "^19.1.0",'


@pytest.mark.parametrize("more", [{"pinned": True}, {"age": 2}, {"origin": Origin.PERSON}, {"accesses": 12}])
def test_what_deserves_care_is_not_dropped_for_the_code_saying_it(
    store: Store, shop: Path, more: dict[str, object]
) -> None:
    assert proposed(store, about(shop, "Uses React 19", **more)) is None


def test_nothing_is_said_where_the_project_is_not_here(store: Store, shop: Path, tmp_path: Path) -> None:
    assert proposed(store, about(tmp_path / "elsewhere", "Uses React 19")) is None
    assert proposed(store, memory("Uses React 19", age=90)) is None
    assert proposed(store, memory("Uses React 19", age=90, provenance={"path": f"{shop}/CLAUDE.md"})) is None


def test_a_project_is_known_by_its_scope_without_a_folder_in_the_memory(
    store: Store, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMTUI_TEMPORARY", "/nowhere")
    scope = project_of_folder(store, str(shop))
    assert proposed(store, memory("Uses React 18", age=90, scope=f"{scope}/web")) is not None
    assert proposed(store, memory("Uses React 18", age=90, scope="/project/another")) is None


def test_the_folder_of_another_project_says_nothing(
    store: Store, shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMTUI_TEMPORARY", "/nowhere")
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    (other / "package.json").write_text('{"dependencies": {"react": "^17.0.0"}}')
    git(other, "add", "-A")
    scope = project_of_folder(store, str(shop)) or ""
    it = memory("Uses React 19", age=90, scope=scope, provenance={"cwd": str(other)})
    card = proposed(store, it)
    assert card is not None
    assert card.rule == SAME


def test_what_is_otherwise_has_no_default_and_can_be_edited(store: Store, shop: Path) -> None:
    it = plant(store, "Uses React 18", days_ago=90, provenance={"cwd": str(shop)})
    run_pass(store, Settings(), kinds=frozenset({Kind.DEAD}))
    (card,) = proposals.get_many(store, proposals.stale_ids(store) or [1])
    assert card.rule == OTHERWISE
    assert if_yes(card.change, {it.id: it})[0].text.startswith("only you can say which is right")
    with pytest.raises(Refused, match="only you can say which is right"):
        accept(store, Settings(), [card.id], by=PERSON_AT_CLI)
    accept(store, Settings(), [card.id], by=PERSON_AT_CLI, choice=Choice(text="Uses React 19"))
    assert memories.get_many(store, [it.id])[0].text == "Uses React 19"
    assert not proposals.counts(store, Wanted())


def test_a_card_goes_in_the_next_pass_once_the_code_bears_its_memory_out(store: Store, shop: Path) -> None:
    for text in ("Deploy with `make deploy`", "Publish with `make publish`"):
        plant(store, text, days_ago=90, provenance={"cwd": str(shop)})
    run_pass(store, Settings())
    assert proposals.counts(store) == {Kind.DEAD: 2}
    (shop / "Makefile").write_text(FILES["Makefile"] + "\ndeploy:\n\t./deploy.sh\n")
    mended = run_pass(store, Settings())
    assert (mended.full, mended.looked_at, mended.withdrawn) == (False, 2, 1)
    (card,) = proposals.get_many(store, proposals.ids(store))
    assert "make publish" in card.reason
    assert run_pass(store, Settings()).withdrawn == 0


def test_secrets_of_the_code_are_not_shown(shop: Path) -> None:
    key = "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"
    (shop / "api" / "pay.py").write_text(f'def charge(key="{key}"):\n    """Charge a card."""\n')
    (shop / ".env.py").write_text("def stripe_key():\n    pass\n")
    git(shop, "add", "-Af")
    told = held(shop, "`charge` charges a card")
    assert told is not None
    assert key not in told.facts[0].shown
    assert held(shop, "`stripe_key` is in api") is None


def test_no_symbolic_link_is_followed(shop: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text("def outside():\n    pass\n")
    (shop / "api" / "linked.py").symlink_to(tmp_path / "outside.py")
    git(shop, "add", "-A")
    assert held(shop, "`outside` is in api") is None


def test_reading_is_bounded_and_says_so(shop: Path) -> None:
    git_here = GitHistory()
    tree = WorkTree(str(shop), tuple(git_here.tracked(str(shop))), Reading(files=2))
    assert Code(tree).hold("`price_of` returns the price of a cart after a coupon") is None
    assert tree.cut


def test_a_broken_manifest_is_left_out_and_named(store: Store, shop: Path) -> None:
    (shop / "package.json").write_text("{ not json")
    plant(store, "Database: PostgreSQL 14", days_ago=90, provenance={"cwd": str(shop)})
    report = run_pass(store, Settings(), kinds=frozenset({Kind.DEAD}), dry_run=True)
    assert [each.rule for each in report.findings] == [OTHERWISE]
    assert report.notes == ["package.json of shop could not be understood and was left out"]


@pytest.mark.parametrize("job", tools.known().jobs, ids=lambda job: job.name)
def test_each_job_is_told_by_its_example_and_not_by_its_counter_example(
    tmp_path: Path, job: tools.Job
) -> None:
    (tmp_path / "package.json").write_text(json.dumps({"dependencies": {job.has: "1.0.0"}}))
    code = Code(WorkTree(str(tmp_path), ("package.json",), Reading()))
    told = code.hold(job.says)
    assert told is not None
    assert not told.same
    assert code.hold(job.but) is None


@pytest.mark.parametrize(
    ("sign", "told"), [("pymysql==1.1.0\n", False), ("httpx==0.28\n", True)], ids=["driver", "no driver"]
)
def test_a_database_is_no_other_where_a_package_for_it_is_there(
    tmp_path: Path, sign: str, *, told: bool
) -> None:
    (tmp_path / "compose.yaml").write_text(FILES["compose.yaml"])
    (tmp_path / "requirements.txt").write_text(sign)
    code = Code(WorkTree(str(tmp_path), ("compose.yaml", "requirements.txt"), Reading()))
    assert (code.hold("The database is MySQL 8") is not None) is told


def test_what_comes_with_the_language_is_used_where_code_imports_it(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("typer==0.12\n")
    (tmp_path / "bin.py").write_text("import argparse\n")
    text = "Arguments are parsed with argparse"
    for files, told in ((("requirements.txt",), True), (("bin.py", "requirements.txt"), False)):
        code = Code(WorkTree(str(tmp_path), files, Reading()))
        assert (code.hold(text) is not None) is told


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[[jobs]]\nname = 'x'", "job 1 lacks 'tools'"),
        (
            "[[jobs]]\nname = 'x'\nwords = ''\ntools = ['a']\nsays = ''\nhas = 'a'\nbut = ''",
            "x needs two tools or more",
        ),
        ("", "words lacks said, seen, own"),
    ],
)
def test_a_broken_list_is_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        tools.read(text)
