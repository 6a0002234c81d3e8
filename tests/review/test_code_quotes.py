"""What a memory quotes of the code in any words is held against what the code says now, and said before."""

from decimal import Decimal
from pathlib import Path

import pytest

from memtui.domain.deeds import Deed
from memtui.review.code.amounts import quoted
from memtui.review.code.facts import Held
from memtui.review.code.project import Projects
from memtui.review.git_history import GitHistory
from memtui.review.rules.in_code import OTHERWISE, RULE
from memtui.store.database import Store
from tests.review.test_dead import git
from tests.review.unstored import context, memory

BEFORE = {
    "package.json": '{\n  "name": "beehive",\n  "scripts": {\n'
    '    "dev": "vite --port 5200",\n    "test": "mocha"\n  },\n'
    '  "dependencies": {\n    "vuex": "^4.1.0",\n    "luxon": "^3.0.0"\n  },\n'
    '  "devDependencies": {\n    "mocha": "^10.0.0"\n  }\n}\n',
    ".nvmrc": "20\n",
    "compose.yaml": "services:\n  store:\n    image: postgres:15\n    ports:\n      - '5601:5432'\n"
    "  cache:\n    image: redis:7-alpine\n",
    "src/limits.ts": "export const HONEY_PAGE_SIZE = 30\nexport const SWARM_POLL_MS = 20_000\n"
    "export const MAX_PHOTO_MB = 4\nexport const VISIT_IDLE_MINUTES = 45\nexport const NEST_RETRIES = 3\n"
    "// How often one keeper may ask for the weather.\nexport const CALLS_PER_MINUTE = 70\n",
    "api/settings.py": 'class Settings:\n    token_ttl_minutes: int = 90\n    cache_url: str = "redis://store"\n',
    "codecov.yml": "coverage:\n  status:\n    project:\n      default:\n        target: 70%\n",
    "Makefile": "serve:\n\tpython -m api --port 8100\n",
    ".prettierrc": '{ "printWidth": 90 }\n',
    "src/Hive.java": "final class Hive {\n    static final Duration FLY_PAUSE = Duration.ofMinutes(10);\n}\n",
    "deploy/main.tf": 'resource "db" "hive" {\n  backup_retention_period = 6\n}\n',
    ".github/workflows/build.yml": "jobs:\n  build:\n    runs-on: ubuntu-22.04\n"
    "    steps:\n      - with: { java-version: 17 }\n",
}
NOW = {
    "package.json": '{\n  "name": "beehive",\n  "scripts": {\n'
    '    "dev": "vite --port 5300",\n    "test": "vitest run"\n  },\n'
    '  "dependencies": {\n    "pinia": "^2.2.0"\n  },\n'
    '  "devDependencies": {\n    "vitest": "^3.0.0",\n    "prettier": "^3.0.0"\n  }\n}\n',
    ".nvmrc": "24\n",
    "compose.yaml": "services:\n  store:\n    image: postgres:17\n    ports:\n      - '5701:5432'\n"
    "  cache:\n    image: valkey/valkey:8-alpine\n",
    "src/limits.ts": "export const HONEY_PAGE_SIZE = 60\nexport const SWARM_POLL_MS = 5_000\n"
    "export const MAX_PHOTO_MB = 12\nexport const VISIT_IDLE_MINUTES = 10\nexport const NEST_RETRIES = 6\n"
    "// How often one keeper may ask for the weather.\nexport const CALLS_PER_MINUTE = 200\n",
    "api/settings.py": 'class Settings:\n    token_ttl_minutes: int = 20\n    cache_url: str = "redis://store"\n',
    "codecov.yml": "coverage:\n  status:\n    project:\n      default:\n        target: 82%\n",
    "Makefile": "serve:\n\tpython -m api --port 8200\n",
    ".prettierrc": '{ "printWidth": 120 }\n',
    "src/Hive.java": "final class Hive {\n    static final Duration FLY_PAUSE = Duration.ofMinutes(3);\n}\n",
    "deploy/main.tf": 'resource "db" "hive" {\n  backup_retention_period = 40\n}\n',
    ".github/workflows/build.yml": "jobs:\n  build:\n    runs-on: ubuntu-24.04\n"
    "    steps:\n      - with: { java-version: 21 }\n",
}


def write(root: Path, files: dict[str, str], message: str) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-qm", message)


@pytest.fixture(scope="module")
def beehive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of which one commit changed about every value."""
    root = tmp_path_factory.mktemp("code") / "beehive"
    root.mkdir()
    git(root, "init", "-q")
    write(root, BEFORE, "Begin")
    write(root, NOW, "Change it")
    return root


def held(root: Path, text: str) -> Held | None:
    code = Projects(GitHistory()).at(str(root))
    assert code is not None
    return code.hold(text)


@pytest.mark.parametrize(
    ("text", "anew"),
    [
        ("HONEY_PAGE_SIZE is 30.", "HONEY_PAGE_SIZE is 60."),
        (
            "A page has 30 jars (HONEY_PAGE_SIZE), more is too heavy.",
            "A page has 60 jars (HONEY_PAGE_SIZE), more is too heavy.",
        ),
        ("The swarm is polled every 20 s, never by hand.", "The swarm is polled every 5 s, never by hand."),
        ("Photos may have up to 4 MB", "Photos may have up to 12 MB"),
        (
            "Since the review of 2026-02-03 tokens live for 90 minutes.",
            "Since the review of 2026-02-03 tokens live for 20 minutes.",
        ),
        ("A visit ends after 45 idle minutes.", "A visit ends after 10 idle minutes."),
        (
            "Tokens live for 90 minutes; the app relies on it.",
            "Tokens live for 20 minutes; the app relies on it.",
        ),
        ("settings.token_ttl_minutes is 90", "settings.token_ttl_minutes is 20"),
        ("A nest gets 3 retries before we give up.", "A nest gets 6 retries before we give up."),
        ("Each keeper may make 70 calls per minute.", "Each keeper may make 200 calls per minute."),
        (
            "codecov wants 70% for the project, so write tests",
            "codecov wants 82% for the project, so write tests",
        ),
        (
            "`make serve` answers on port 8100, see http://localhost:8100/",
            "`make serve` answers on port 8200, see http://localhost:8200/",
        ),
        ("The dev server is at http://localhost:5200.", "The dev server is at http://localhost:5300."),
        (
            "Compose maps the store to 5601 on the host because 5432 is taken.",
            "Compose maps the store to 5701 on the host because 5432 is taken.",
        ),
        ("FLY_PAUSE is 10 min.", "FLY_PAUSE is 3 min."),
        (
            "Backups are kept for 6 days (backup_retention_period).",
            "Backups are kept for 40 days (backup_retention_period).",
        ),
        ("The build uses Java 17.", "The build uses Java 21."),
        (
            "CI runs on ubuntu-22.04, and ubuntu-22.04-arm has no runner.",
            "CI runs on ubuntu-24.04, and ubuntu-22.04-arm has no runner.",
        ),
        ("honey page size: 30", "honey page size: 60"),
        ("The print width is 90.", "The print width is 120."),
        ("CI runs Node 20, same as laptops", "CI runs Node 24, same as laptops"),
        ("node 20 is what we run in ci", "node 24 is what we run in ci"),
        (
            "Dev and CI use Postgres 15, so no MERGE with RETURNING.",
            "Dev and CI use Postgres 17, so no MERGE with RETURNING.",
        ),
    ],
)
def test_what_git_knows_the_code_to_have_said_is_proposed_as_it_is_now(
    beehive: Path, text: str, anew: str
) -> None:
    told = held(beehive, text)
    assert told is not None
    assert (told.same, told.sure, told.text) == (False, True, anew)
    assert "until commit" in told.why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("State lives in Vuex modules, one for each hive.", "nothing there declares Vuex since commit"),
        ("We use luxon for dates.", "nothing there declares luxon since commit"),
        ("`npm test` runs Mocha.", "nothing there declares Mocha since commit"),
        ("cache container = redis:7-alpine", "nothing there declares redis since commit"),
    ],
)
def test_a_tool_that_went_is_told_with_the_commit(beehive: Path, text: str, why: str) -> None:
    told = held(beehive, text)
    assert told is not None
    assert (told.same, told.sure, told.text) == (False, True, "")
    assert told.why.startswith(why)


@pytest.mark.parametrize(
    ("text", "named"), [("HONEY_PAGE_SIZE is 45.", True), ("Photos may have up to 9 MB", False)]
)
def test_what_git_does_not_know_is_asked_about(beehive: Path, text: str, named: bool) -> None:
    told = held(beehive, text)
    assert told is not None
    assert (told.same, told.sure, told.named, told.text) == (False, False, named, "")


@pytest.mark.parametrize(
    "text",
    [
        "Never raise HONEY_PAGE_SIZE to 90.",
        "Raise HONEY_PAGE_SIZE to 90 for the fair.",
        "HONEY_PAGE_SIZE was 30 in spring.",
        "HONEY_PAGE_SIZE is used in 4 views.",
        "The swarm of Lower Austria is polled every 20 s.",
        "Production Postgres is 15.",
        "The customer portal uses Vuex.",
        "Vuex code in the archive is only for reference.",
        "We chose Pinia over Vuex.",
        "Do not bring Vuex back.",
        "Mocha hooks leak between files.",
        "A keeper's scale listens on port 8100.",
        "The weather bureau Zamga allows 70 calls per minute.",
        "A 45 minute visit costs nine euros.",
        "Photos of the fair had 4 MB each.",
        "The shop waits 20 s for the swarm, ours is polled every 5.",
        "Redis clients speak to valkey without changes.",
        "Meetings take 45 minutes.",
        "Their API uses Node 20.",
        "Move off ubuntu-22.04 before it was too late.",
        "The museum's visit ends after 45 idle minutes.",
        "A visit at the museum takes 45 minutes.",
        "The tracing daemon of the swarm polls every 20 s.",
    ],
)
def test_what_is_about_something_else_is_left_alone(beehive: Path, text: str) -> None:
    assert held(beehive, text) is None


def test_the_card_has_the_sentence_with_the_new_value_filled_in(store: Store, beehive: Path) -> None:
    it = memory("Photos may have up to 4 MB", provenance={"cwd": str(beehive)}, age=90)
    card = RULE.look(it, context(store))
    assert card is not None
    assert (card.rule, card.change.deed, card.change.keep) == (OTHERWISE, Deed.KEEP, it.id)
    assert card.change.text == "Photos may have up to 12 MB"
    assert "MAX_PHOTO_MB was 4 MB until commit" in card.reason
    assert dict(card.evidence.facts)["src/limits.ts, line 3"] == "export const MAX_PHOTO_MB = 12"


def test_what_is_only_asked_about_proposes_no_words(store: Store, beehive: Path) -> None:
    it = memory("Photos may have up to 9 MB", provenance={"cwd": str(beehive)}, age=90)
    card = RULE.look(it, context(store))
    assert card is not None
    assert card.change.open_question
    assert card.confidence < 0.7


@pytest.mark.parametrize(
    ("text", "value", "sort", "per"),
    [
        ("30 s", 30_000, "time", ""),
        ("half an hour", 1_800_000, "time", ""),
        ("ten idle minutes", 600_000, "time", ""),
        ("8_000 ms", 8_000, "time", ""),
        ("90 calls/minute", 90, "", "min"),
        ("4 MB", 4 * 1024**2, "bytes", ""),
        ("80 percent", 80, "percent", ""),
    ],
)
def test_an_amount_is_read_in_any_spelling(text: str, value: int, sort: str, per: str) -> None:
    amounts = list(quoted(text))
    assert [(int(each.amount.value), each.amount.sort, each.per) for each in amounts] == [(value, sort, per)]


@pytest.mark.parametrize(
    ("heading", "file", "asked"),
    [
        ("Kiosk app", "CLAUDE.md", True),
        ("Production", "CLAUDE.md", False),
        ("Kiosk app", "", False),
    ],
)
def test_below_a_heading_of_the_projects_own_file_it_is_told_too(
    store: Store, beehive: Path, heading: str, file: str, asked: bool
) -> None:
    path = {"path": str(beehive / file)} if file else {}
    it = memory(
        f"{heading}: photos may have up to 4 MB",
        provenance={"cwd": str(beehive), "section": heading, **path},
        age=90,
    )
    card = RULE.look(it, context(store))
    assert (card is not None) is asked
    if card is not None:
        assert card.change.text == f"{heading}: photos may have up to 12 MB"
        ((start, end),) = card.evidence.marks[it.id]
        assert it.text[start:end] == "4"


def test_half_of_a_unit_is_given_anew_in_the_next_smaller_one() -> None:
    (it,) = quoted("after half an hour")
    assert it.written(Decimal(600_000)) == "10 minutes"
