"""Names that left a project, as its history tells, are out of date in a memory that says they are used."""

from pathlib import Path

import pytest

from memtui.review.code.facts import Held
from tests.review.test_code_quotes import held, write
from tests.review.test_dead import git

BEFORE = {
    "go.mod": "module example.org/beekeeper\n\ngo 1.20\n\nrequire (\n\tgithub.com/honeyworks/comb v1.4.0\n"
    "\tgithub.com/uberlog/zaplogger v1.2.0\n\tgithub.com/acme/mail v0.3.0\n"
    "\tgithub.com/stay/kept v1.0.0\n)\n",
    "package.json": '{\n  "name": "beekeeper",\n  "version": "1.0.0",\n  "dependencies": {\n'
    '    "@apiary/wax-css": "^2.0.0"\n  }\n}\n',
    "pyproject.toml": '[project]\nname = "beekeeper"\ndependencies = [\n    "smokerlib>=2",\n]\n',
    "Cargo.toml": '[package]\nname = "hive"\nversion = "0.1.0"\n\n[dependencies]\nnectar-io = "1.2"\n',
    "Gemfile": 'gem "pollen_rack", "~> 2"\n',
    "Dockerfile": "FROM buildworld:5 AS build\nFROM slimworld:3.18\n",
    ".github/workflows/build.yml": "jobs:\n  build:\n    steps:\n"
    "      - uses: hivetools/hive-lint-action@v4\n"
    "        with:\n          version: v1.55\n      - run: swarmcheck all\n",
    "Makefile": "ship:\n\tshipwright release --clean\n",
    ".shipwright.yml": "project: beekeeper\n",
    ".env.example": "HIVE_DB_PATH=/var/hive\nHIVE_KEPT_KEY=x\n",
    "hive/config.go": 'package hive\n\nvar path = os.Getenv("HIVE_DB_PATH")\n',
    "hive/store.py": "def load_combs(path):\n    return path\n\n\nclass CombReader:\n    pass\n",
    "hive/server.go": "package hive\n\n// The logger and the styles of every request: routing over HTTP.\n"
    "func Serve() { route(database, smoke, errors, queue, release) }\n",
}
NOW = {
    "go.mod": "module example.org/beekeeper\n\ngo 1.20\n\nrequire (\n\tgithub.com/skep/skep v5.0.0\n"
    "\tgithub.com/stay/kept v1.1.0\n)\n",
    "package.json": '{\n  "name": "beekeeper",\n  "version": "1.1.0",\n  "dependencies": {\n'
    '    "propolis-ui": "^3.0.0"\n  }\n}\n',
    "pyproject.toml": '[project]\nname = "beekeeper"\ndependencies = [\n    "calmlib>=1",\n]\n',
    "Cargo.toml": '[package]\nname = "hive"\nversion = "0.1.0"\n\n[dependencies]\n',
    "Gemfile": "",
    "Dockerfile": "FROM buildworld:5 AS build\nFROM gcr.example/bareworld:nonroot\n",
    ".github/workflows/build.yml": "jobs:\n  build:\n    steps:\n"
    "      - uses: hivetools/hive-lint-action@v6\n"
    "        with:\n          version: v1.61\n      - run: combcheck all\n",
    "Makefile": "ship:\n\tkeg build --bare\n",
    ".env.example": "HIVE_KEPT_KEY=x\n",
    "hive/config.go": 'package hive\n\nvar path = os.Getenv("HIVE_DATABASE")\n',
    "hive/store.py": "def read_hive(path):\n    return path\n",
}


@pytest.fixture(scope="module")
def apiary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository whose second commit took away one name of each sort."""
    root = tmp_path_factory.mktemp("code") / "beekeeper"
    root.mkdir()
    git(root, "init", "-q")
    write(root, BEFORE, "Begin")
    (root / ".shipwright.yml").unlink()
    (root / "bee.png").write_bytes(b"\x89PNG\0\1")
    write(root, NOW, "Change it")
    return root


def out_of_date(root: Path, text: str) -> Held:
    told = held(root, text)
    assert told is not None
    assert not told.same
    return told


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("HTTP routing is done with honeyworks/comb.", "honeyworks/comb"),
        ("HTTP routing is done with github.com/honeyworks/comb.", "github.com/honeyworks/comb"),
        ("The styles are in @apiary/wax-css.", "@apiary/wax-css"),
        ("Requests are queued with `nectar-io`.", "nectar-io"),
        ("The queue is served by pollen_rack.", "pollen_rack"),
        ("Where the database lives is set by HIVE_DB_PATH.", "HIVE_DB_PATH"),
        ("The release is set in .shipwright.yml.", ".shipwright.yml"),
    ],
)
def test_a_name_that_left_is_out_of_date(apiary: Path, text: str, gone: str) -> None:
    told = out_of_date(apiary, text)
    assert told.why.startswith(f"{gone} left the project with commit ")
    assert told.sure == (gone != "pollen_rack")


def test_what_alone_came_in_its_place_is_named(apiary: Path) -> None:
    told = out_of_date(apiary, "The styles are in @apiary/wax-css.")
    assert told.why.endswith("(package.json); propolis-ui came with it")
    assert [fact.place for fact in told.facts] == ["package.json, line 5"]


@pytest.mark.parametrize(
    "text",
    [
        "zaplogger is the logger, with fields for anything odd.",
        "Errors are smoked with smokerlib.",
        "Releases are cut with shipwright.",
        "Errors are found by swarmcheck.",
        "The database is read by `load_combs`.",
        "The database is read by CombReader.",
    ],
)
def test_of_a_plain_word_or_a_symbol_it_is_only_asked(apiary: Path, text: str) -> None:
    told = out_of_date(apiary, text)
    assert (told.sure, told.named) == (False, False)


@pytest.mark.parametrize(
    ("text", "anew"),
    [
        ("hive-lint is pinned to v1.55 in the pipeline.", "hive-lint is pinned to v1.61 in the pipeline."),
        ("We check with hive-lint 1.55.", "We check with hive-lint 1.61."),
        ("The image is Slimworld 3.18.", ""),
    ],
)
def test_a_version_that_left_is_out_of_date(apiary: Path, text: str, anew: str) -> None:
    told = out_of_date(apiary, text)
    assert (told.sure, told.text) == (True, anew)


@pytest.mark.parametrize(
    "text",
    [
        # The name is there still.
        "HTTP routing is done with stay/kept.",
        "HTTP routing is done with skep/skep.",
        "The database is unlocked by HIVE_KEPT_KEY.",
        "The image is built on Buildworld 5.",
        "hive-lint is pinned to v1.61 in the pipeline.",
        "The database is read by `read_hive`.",
        # What was, and why.
        "We left zaplogger because it logs twice.",
        "skep took over from honeyworks/comb for routing.",
        "HTTP routing was done with honeyworks/comb.",
        "Routing broke because of honeyworks/comb.",
        "hive-lint was pinned to v1.55 in the pipeline.",
        "Since honeyworks/comb sleeps, routing is slow.",
        # Denied, compared, asked, wished.
        "HTTP routing is done with skep, not honeyworks/comb.",
        "HTTP routing is not done with honeyworks/comb.",
        "HTTP routing is faster than with honeyworks/comb.",
        "HTTP routing is done in a way like honeyworks/comb.",
        "Is HTTP routing done with honeyworks/comb?",
        "HTTP routing should be done with honeyworks/comb.",
        "Never set HIVE_DB_PATH.",
        # Another project's.
        "The kiosk is routed with honeyworks/comb.",
        "HTTP routing of the kiosk is done with honeyworks/comb.",
        "Routing at Larsen's is done with honeyworks/comb.",
        "In staging the database is set by HIVE_DB_PATH.",
        "zaplogger is the logger of the kiosk.",
        "Our partner's image is Slimworld 3.18.",
        # What is said of a tool, and not of its use.
        "zaplogger is slow on old disks.",
        "Slimworld 3.18 is the oldest release that the vendor serves.",
        "We report errors in honeyworks/comb to its keepers.",
        "HTTP routing is close to what is in honeyworks/comb.",
        "The styles are still named as in @apiary/wax-css.",
        "If we need more routing, honeyworks/comb is the one.",
        "The smoke library is routed with honeyworks/comb.",
        "HIVE_DB_PATH is ignored.",
        "The server ignores HIVE_DB_PATH.",
        "We need at least hive-lint 1.55.",
        "Errors are known to come with hive-lint 1.55.",
        # Everyday words.
        "Errors are sent by mail.",
    ],
)
def test_what_is_true_all_the_same_is_left_alone(apiary: Path, text: str) -> None:
    told = held(apiary, text)
    assert told is None or told.same


def test_a_name_that_is_left_in_any_file_has_not_left(apiary: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", str(apiary), "kept")
    root = tmp_path / "kept"
    write(root, {"go.sum": "github.com/Honeyworks/comb v1.4.0 h1:x=\n"}, "Lock")
    write(root, {".env.local.example": "HIVE_DB_PATH=\n"}, "Example")
    assert held(root, "HTTP routing is done with honeyworks/comb.") is None
    assert held(root, "Where the database lives is set by HIVE_DB_PATH.") is None
