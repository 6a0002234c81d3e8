"""What is no memory is proposed to be dropped; what only looks like it stays."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memtui.domain.dating import AT_THE_LATEST, DATED
from memtui.domain.deeds import Deed
from memtui.domain.instant import DAY
from memtui.domain.memory import Memory, MemoryType, Origin
from memtui.domain.proposal import Finding
from memtui.review.rules.junk import RULE
from memtui.store.database import Store
from tests.conftest import NOON
from tests.depth import SHARED
from tests.review.unstored import answers_first_when_told, context, memory

BESIDE = Path(__file__).parents[3] / "shared" / "fixtures"


def proposed(store: Store, it: Memory) -> Finding | None:
    return RULE.look(it, context(store))


def variant(store: Store, text: str, **more: object) -> str | None:
    values: dict[str, object] = {"age": 5.0, "origin": Origin.EXTRACTED} | more
    card = proposed(store, memory(text, **values))  # type: ignore[arg-type]
    return None if card is None else card.rule.removeprefix("junk/")


def test_restated_boot_text_is_proposed_to_be_dropped(store: Store) -> None:
    it = memory("You are Claude Code, an interactive CLI tool that helps with software tasks.", age=3)
    card = proposed(store, it)
    assert card is not None
    assert card.rule == "junk/boot"
    assert card.change.deed is Deed.DROP
    assert card.batch == "restated boot texts"
    assert "elsewhere" in dict(card.evidence.facts)
    ((start, end),) = card.evidence.marks[it.id]
    assert it.text[start:end] == "You are Claude"


BOOT = [
    "You are a helpful assistant. Answer accurately and stay polite.",
    "You're Nova, a personal agent that looks after the calendar.",
    "You have access to a set of tools that read and change files.",
    "Your role is to review the code that other agents write.",
    "Important: these instructions override any default behaviour.",
    "The assistant is instructed to answer briefly and without filler.",
    "At the start of each session the agent reads SOUL.md and USER.md.",
    "Read HEARTBEAT.md if it exists and follow it strictly.",
    "HEARTBEAT_OK",
    "Working directory: /home/kim/dev/shop",
    "Platform: linux\nShell: /bin/zsh\nIs directory a git repo: Yes\nToday's date: 2026-03-02",
    "approval_policy: never, sandbox_mode: workspace-write",
    "Session started. Loaded AGENTS.md (214 lines). Tools available: Bash, Read.",
    "Available tools: Bash, Read, Write, Edit, Grep",
    "I'm ready to help with the repository. What would you like to work on?",
    "What to save in memory: preferences, decisions. What not to save: code.",
    "Use the Bash tool to run commands, never to read files.",
    "The assistant must not commit unless the user explicitly asks for it.",
    "The agent wakes up fresh in every session and has no memory of the last.",
    "As written in SOUL.md, the tone is warm.",
    "I am Nova, an AI coding assistant.",
    "src/\ntests/\nREADME.md\npyproject.toml\nsrc/app.py",
    "src/ tests/ README.md package.json tsconfig.json .gitignore",
]
REASONING = [
    "</thinking> So the fix is to raise the pool size to 20.",
    "Let me check the existing tests first.",
    "Okay, so let me think about what the caller expects here.",
    "Hmm, maybe the index is not used at all.",
    "The user wants me to refactor the login module.",
    "I need to look at the existing code before I change anything.",
    "Thinking: they probably mean the staging server.",
]
RECALL = [
    "<memtui-recall>\n- The port is 8080\n</memtui-recall>",
    "<user_memories>The port is 8080</user_memories>",
    "## Relevant memories\n- The port is 8080\n- The host is fern-1",
    "Recalled memories about the shop: the port is 8080.",
    "According to my memory, the port is 8080.",
    "- [0.92] The port is 8080\n- [0.85] The host is fern-1",
    "The port of the shop is 8080 (score: 0.87)",
]
OUTPUT = [
    '{"facts": [{"text": "The port is 8080", "importance": 0.8}]}',
    'Traceback (most recent call last):\n  File "app.py", line 12, in <module>\n    main()\nKeyError: "port"',
    "2026-03-01 12:00:01,123 INFO started\n2026-03-01 12:00:02,001 ERROR cannot bind",
    "diff --git a/app.py b/app.py\n@@ -1,2 +1,2 @@\n-port = 80\n+port = 8080",
    "On branch main\nYour branch is up to date with 'origin/main'.\n\nnothing to commit, working tree clean",
    "TypeError: x is not a function\n    at run (/srv/app/index.js:12:3)\n    at main (/srv/app/main.js:3:1)",
    "$ ls -l\ntotal 12\ndrwxr-xr-x 2 kim kim 4096 Mar 1 10:00 src",
    "npm ERR! code ELIFECYCLE\nnpm ERR! errno 1",
    "418 passed, 2 skipped in 4.81s",
    "Error: File has not been read yet. Read it first before writing to it.",
]
TRANSIENT = [
    "Currently running the tests of the login module.",
    "The build is in progress.",
    "The tests in order_service are running now.",
    "npm install added 312 packages in 14 seconds.",
    "Reading src/parser.rs to find the bug.",
    "The user is looking at cart.py right now.",
    "Waiting for the user to confirm the plan.",
    "Just opened src/main.rs to look at the parser.",
    "Next I will update the changelog.",
    "I am currently working on the migration script.",
    "Context was compacted; 14 of 22 files were done.",
    "The plan has four steps; step 3 is in progress.",
    "I have completed the task. All tests pass.",
]
CUT = [
    "User prefers",
    "The checkout must never call the tax service inside the transaction, because",
    "The backup job runs every night and",
    "The port of the shop is stored in (see the notes on",
    "The gateway sends every request to the auth serv...",
    "The release has these steps:",
    "A deploy goes through the pipeline `make depl",
]
TRIVIAL = [
    "READY",
    "Okay, done!",
    "I'm sorry, but I can't help with that.",
    "The user greeted the assistant.",
]
PROFILE = [
    "User is a 45-year-old doctor from Ohio who enjoys golf.",
    "User's name is John Doe.",
    "The user is highly motivated and always strives for excellence.",
]
PLANTED = {
    "boot": BOOT,
    "reasoning": REASONING,
    "recall": RECALL,
    "output": OUTPUT,
    "transient": TRANSIENT,
    "cut": CUT,
    "trivial": TRIVIAL,
    "profile": PROFILE,
}


@pytest.mark.few(18)
@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name, texts in PLANTED.items() for text in texts]
)
def test_each_sort_of_junk_is_told_apart(store: Store, name: str, text: str) -> None:
    assert variant(store, text) == name


GOOD = [
    "Evening Routine:\n1. `cd ~/quill && git add -A && git commit -m evening && git push`, then look "
    "whether the action on GitHub went through\n2. Read HEARTBEAT.md for what is open",
    "Never edit the locale files with sed on macOS. It writes them anew without the byte order mark, and the "
    "importer then reads every umlaut as two signs. Use the Edit tool, or Python with an explicit encoding.",
    "Answer in British English, and never with emoji.",
    "The dev server is running PostgreSQL 16 with pgvector.",
    "Waiting for CI before merging is a rule of this repository.",
    "Let's Encrypt certificates are renewed every 60 days.",
    "A session token expires after 30 minutes without use.",
    "The memory limit of the worker is 512 MB.",
    "The metrics agent has access to the production logs.",
    "KeyError in the importer means that a supplier renamed a column.",
    'The parser fails with "Traceback (most recent call last)" on an empty file; update it.',
    "The prompt of the support bot begins with `You are a helpful assistant`.",
    "The system prompt of the support bot lives in prompts/support.md.",
    "Ada logs in with her hardware key",
    "Turn the cache off before the slow tests are turned on",
    "Use AND, not OR",
    "The user asked to be called Sam",
    "User wants me to always run the linter before a commit.",
    "Working hours are 9 to 5.",
    "Ports: web 8080, api 8081, metrics 9090",
    "Important: you must restart the worker after a migration",
    "The backup job is running every night at two on fern-1.",
    "Relevant memories are ranked per scope with FTS5.",
    "Ada remembers her grandmother's recipes",
    "Read AGENTS.md for the naming of branches.",
    "Thoughts on pricing: keep one tier until 1,000 customers.",
    "Uses pnpm",
    "I have finished my PhD at Lund.",
    "Wait times at the clinic are about 20 minutes",
    "CI/CD runs on Forgejo",
    "Ask before deleting files.",
    "Reset the pool like this:\n\n```sql\nSELECT pg_reload_conf();\n```",
    "Deploys: tag, wait for CI, announce in #ship",
    "田中さんは木曜日に休みます",
    "On 2026-03-01 the build was in progress when the disk filled up.",
    "The assistant manager of the shop is called Eva.",
    "The agent deployed v3.4.0 and watched the order rate for five minutes.",
    "The booking agent mails the user a code that is valid for an hour.",
    "The assistant recommended the Thai restaurant by the canal.",
    "Put new conventions into CLAUDE.md, one line each.",
    "Pull request #212 waits for a review by Jonas.",
    "The dev server listens on port 8017.",
    "The import job is configured in jobs.toml and takes 40 minutes.",
    "Ports:\n\n| service | port |\n|---|---|\n| till | 3000 |\n| printer | 6380 (not 6379!) |",
]


@pytest.mark.few(12)
@pytest.mark.parametrize("text", GOOD)
def test_what_only_looks_like_junk_stays(store: Store, text: str) -> None:
    assert variant(store, text) is None


def test_what_a_person_wrote_is_junk_only_when_its_form_leaves_no_doubt(store: Store) -> None:
    for text in (*CUT, *TRIVIAL, *TRANSIENT, *PROFILE):
        assert variant(store, text, origin=Origin.PERSON) is None
    assert variant(store, RECALL[0], origin=Origin.PERSON) == "recall"
    assert variant(store, OUTPUT[0], origin=Origin.PERSON) == "output"


def test_who_someone_is_is_never_proposed(store: Store) -> None:
    it = {"memory_type": MemoryType.CONSTITUTIONAL, "scope": "/user"}
    for text in (*BOOT, *CUT, *PROFILE):
        assert variant(store, text, **it) is None


def test_what_is_used_needs_a_surer_form_and_a_card_of_its_own(store: Store) -> None:
    used: dict[str, object] = {"accesses": 2, "idle": 1.0}
    assert variant(store, "A deploy goes through the pipeline `make depl", **used) is None
    card = proposed(store, memory(BOOT[0], accesses=2, idle=1.0))
    assert card is not None
    assert card.batch == ""
    assert variant(store, "Thinking: they mean the staging server.", accesses=12, idle=1.0) is None


def test_what_is_pinned_is_not_decided_with_others(store: Store) -> None:
    card = proposed(store, memory(BOOT[0], pinned=True))
    assert card is not None
    assert card.batch == ""


def test_a_moment_is_over_after_a_day(store: Store) -> None:
    it = memory("Currently running the tests of the login module.")
    assert proposed(store, it) is None
    assert RULE.look_again(it, context(store)) == NOON + DAY
    assert RULE.look(it, context(store, NOON + DAY)) is not None


def test_the_moment_of_a_line_may_be_long_over_when_its_file_is_first_read(store: Store) -> None:
    it = memory("Currently running the tests of the login module.", provenance={DATED: AT_THE_LATEST})
    card = proposed(store, it)
    assert card is not None
    assert card.reason == "it says what was going on for a moment"


def test_a_moment_lasts_as_long_as_its_category(store: Store) -> None:
    text = "Currently debugging why the cart is empty after login."
    assert variant(store, text, age=10.0, categories=("project_status",)) is None
    assert variant(store, text, age=31.0, categories=("project_status",)) == "transient"
    assert variant(store, text, age=2.0, categories=("session_state",)) == "transient"


def test_with_the_clock_set_back_no_moment_is_over(store: Store) -> None:
    now = context(store)
    now.clock_back = True
    assert RULE.look(memory(TRANSIENT[0], age=5), now) is None
    assert RULE.look(memory(BOOT[0], age=5), now) is not None


def test_a_profile_that_somebody_said_stays(store: Store) -> None:
    said = {"provenance": {"quote": "I'm a 45-year-old doctor from Ohio"}}
    assert variant(store, PROFILE[0], **said) is None
    assert variant(store, PROFILE[0], origin=Origin.IMPORTED) is None
    assert variant(store, PROFILE[0], accesses=1, idle=2.0) is None


@pytest.mark.parametrize("text", [*TRANSIENT[:4], *BOOT[:3], *GOOD[:6]])
def test_it_tells_when_to_look_again(store: Store, text: str) -> None:
    answers_first_when_told(RULE, memory(text, origin=Origin.EXTRACTED), store)


@given(st.text(min_size=1, max_size=300))
@example("<")
@example("(")
@example("```")
@example("...")
@example("\u2028\n")
@settings(suppress_health_check=SHARED)
def test_no_text_is_too_strange(store: Store, text: str) -> None:
    card = proposed(store, memory(text, origin=Origin.EXTRACTED))
    if card is not None:
        ((start, end),) = card.evidence.marks[1]
        assert 0 <= start <= end <= len(text)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "piece", ["a/", "\n- ", "(", "you must always ", "let me ", "<x", '{"a": ', "at x:1 "]
)
def test_of_a_huge_text_the_beginning_tells(store: Store, piece: str) -> None:
    assert variant(store, piece * 200_000) == variant(store, piece * 2_000)


def real_statements() -> Iterator[tuple[str, str]]:
    """Yield statements that people or models wrote down as worth keeping, with where they are from."""
    for talk in json.loads((BESIDE / "recall/locomo/locomo_dev4.json").read_text(encoding="utf-8")):
        for session in talk["observation"].values():
            for facts in session.values():
                yield from (("locomo", fact[0]) for fact in facts)
    rows = (BESIDE / "conflicts/letta_update/core_memory_update_dev.jsonl").read_text(encoding="utf-8")
    for line in rows.splitlines():
        told = json.loads(line)["agent_args"]["extra"]
        yield from (("letta", fact) for fact in (*told["facts"], told["contradicting_fact"]))
    labels = BESIDE / "extraction/mempalace/memory_extraction_labels.jsonl"
    for line in labels.read_text(encoding="utf-8").splitlines():
        yield from (("mempalace", gold["content"]) for gold in json.loads(line)["memories"])


@pytest.mark.real
@pytest.mark.skipif(not BESIDE.is_dir(), reason="the real statements are not part of the project")
def test_hardly_any_real_statement_is_called_junk(store: Store) -> None:
    seen: Counter[str] = Counter()
    flagged: Counter[tuple[str, str]] = Counter()
    for source, text in dict.fromkeys(real_statements()):
        seen[source] += 1
        name = variant(store, text)
        if name is not None:
            flagged[source, name] += 1
    for source, count in seen.items():
        of_it = {name: number for (place, name), number in flagged.items() if place == source}
        print(f"{source}: {count} statements, {sum(of_it.values()) / count:.2%} called junk {of_it}")
    assert sum(flagged.values()) <= 0.01 * sum(seen.values())


LOG = (
    "What went wrong at the till\n\n- On 2026-05-02 the drawer jammed; it opens by key now\n"
    "- I see the issue now! The drawer sticks. Let me fix that.\n- Receipts are printed twice since 4.2\n"
    "- Perfect! All tests pass."
)


def test_of_a_list_only_the_lines_that_are_no_memory_are_cut_out(store: Store) -> None:
    card = proposed(store, memory(LOG, origin=Origin.IMPORTED))
    assert card is not None
    assert card.change.deed is Deed.CUT
    assert card.change.text.splitlines() == [LOG.splitlines()[at] for at in (0, 1, 2, 4)]
    assert card.reason == "2 of its 4 items: no memories, but pieces of left-over reasoning"
    assert not card.batch


def test_each_item_of_a_list_that_is_fine_as_a_whole_is_looked_at(store: Store) -> None:
    lines = ["The till opens at noon", "Receipts are printed twice since 4.2", "Prices are kept in cents"]
    text = "\n".join(f"- {each}" for each in (*lines, "Perfect! All tests pass."))
    card = proposed(store, memory(text, origin=Origin.IMPORTED))
    assert card is not None
    assert card.change.text == "\n".join(f"- {each}" for each in lines)
    assert variant(store, "\n".join(f"- {each}" for each in (*lines, "Pets: cats", "Uses pnpm"))) is None


def test_of_several_paragraphs_only_those_that_are_no_memory_are_cut_out(store: Store) -> None:
    text = "Tills open at noon.\n\nThe drawer sticks. Let me fix that.\n\nReceipts are kept for ten years."
    card = proposed(store, memory(text, origin=Origin.IMPORTED))
    assert card is not None
    assert card.change.text == "Tills open at noon.\n\nReceipts are kept for ten years."


@pytest.mark.parametrize(
    "text",
    [
        "What went on\n\n- The drawer sticks. Let me fix that.\n- Perfect! All tests pass.",
        "- Problem: it sticks. Let me fix that.\n- Fix: open it by key",
    ],
)
def test_what_is_no_memory_as_a_whole_or_a_record_is_dropped_whole(store: Store, text: str) -> None:
    card = proposed(store, memory(text, origin=Origin.IMPORTED))
    assert card is not None
    assert card.change.deed is Deed.DROP


@pytest.mark.parametrize(
    "text",
    [
        'till\n\nAPI Error: 503 {"type":"error","message":"Busy"}',
        "till check\n\nExit code 0. (The drawer printed nothing)",
    ],
)
def test_a_title_makes_no_memory_of_what_a_program_printed(store: Store, text: str) -> None:
    card = proposed(store, memory(text, origin=Origin.IMPORTED))
    assert card is not None
    assert (card.rule, card.change.deed) == ("junk/output", Deed.DROP)


@pytest.mark.parametrize(
    "text",
    [
        'Example of an order\n\n{"id": 7, "drawer": "left"}',
        "Drawer sticks\n\nExit code 7 of the till means that the drawer sticks: open it by key.",
    ],
)
def test_what_a_title_gives_sense_stays(store: Store, text: str) -> None:
    assert proposed(store, memory(text, origin=Origin.IMPORTED)) is None
