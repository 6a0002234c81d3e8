"""Every way into the store takes reasoning out and lets no secret through.

The first test finds the ways by reading the code: whoever inserts rows or changes texts is one. A new way
fails it until it is added to `WRITERS` with a test here that shows it cleans what it writes.
"""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

import memtui
from memtui.domain.actor import PERSON_AT_CLI, Actor, ActorKind
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Draft, Memory, Origin
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.lifecycle.add import add
from memtui.lifecycle.amend import amend
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.categorise import Relabelling, categorise
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.errors import Refused, SecretHeld
from memtui.lifecycle.learn import Lesson, learn
from memtui.lifecycle.propose import propose
from memtui.lifecycle.redact import redact
from memtui.lifecycle.rewrite import rewrite
from memtui.lifecycle.undo import undo
from memtui.secrets.masking import masked_memory
from memtui.store import memories, proposals, recording
from memtui.store.database import Store

WRITERS = {
    "demo/planting.py": "plants its own examples' flaws, in a new store only (tests/demo)",
    "lifecycle/add.py": "add",
    "lifecycle/amend.py": "amend",
    "lifecycle/bulk_add.py": "import_drafts",
    "lifecycle/categorise.py": "categorise",
    "lifecycle/change.py": "edit",
    "lifecycle/learn.py": "learn",
    "lifecycle/projects.py": "changes no text",
    "lifecycle/reconcile.py": "import_drafts, of a memory that is here",
    "lifecycle/redact.py": "redact",
    "lifecycle/rewrite.py": "rewrite",
    "lifecycle/states.py": "changes no text",
    "lifecycle/undo.py": "brings back texts that were stored before",
    "sync/merging.py": "takes in what `sync/values.py` has cleaned (tests/sync)",
}
"""The modules outside the store that write rows, and the verb they serve."""

DIRTY = "Atlas uses SQLite. <think>the user wants a fact</think> <tool_result>ok</tool_result>"
CLEAN = "Atlas uses SQLite."
SECRET = "The staging password is " + "hunter2."


def _writers() -> set[str]:
    """Return the modules outside the store that call `inserting.insert` or `recording.apply`."""
    root = Path(memtui.__file__).parent
    found = set()
    for path in root.rglob("*.py"):
        name = path.relative_to(root).as_posix()
        if name.startswith("store/"):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Attribute(value=ast.Name(id="inserting"), attr="insert"):
                    found.add(name)
                case ast.Attribute(value=ast.Name(id="recording"), attr="apply"):
                    found.add(name)
                case ast.ImportFrom(module="memtui.store.inserting" | "memtui.store.recording"):
                    found.add(name)
    return found


@pytest.mark.long
def test_no_write_path_is_unknown() -> None:
    assert _writers() == set(WRITERS)


def _only(store: Store) -> Memory:
    (memory,) = memories.get_many(store, [1])
    return memory


def _dirty() -> Draft:
    return Draft(DIRTY, abstract=DIRTY, provenance={"quote": DIRTY, "more": [{"turn": DIRTY}]})


def _expect_clean(memory: Memory) -> None:
    assert memory.text == CLEAN
    assert memory.abstract == CLEAN
    assert "think" not in str(memory.provenance)


def test_add_cleans(store: Store) -> None:
    add(store, _dirty(), by=PERSON_AT_CLI)
    _expect_clean(_only(store))


def test_import_cleans(store: Store) -> None:
    import_drafts(store, [_dirty()], by=PERSON_AT_CLI)
    _expect_clean(_only(store))


def test_edit_cleans(store: Store) -> None:
    add(store, Draft("something else"), by=PERSON_AT_CLI)
    edit(store, [1], Edit(text=DIRTY, abstract=DIRTY), by=PERSON_AT_CLI)
    _expect_clean(_only(store))


def test_texts_from_an_editor_are_cleaned_and_hold_no_secret(store: Store) -> None:
    add(store, Draft("something else"), by=PERSON_AT_CLI)
    rewrite(store, {1: DIRTY}, by=PERSON_AT_CLI, seen={1: _only(store)})
    assert _only(store).text == CLEAN
    with pytest.raises(SecretHeld):
        rewrite(store, {1: SECRET}, by=PERSON_AT_CLI, seen={1: _only(store)})
    assert _only(store).text == CLEAN


def test_no_category_is_a_secret(store: Store) -> None:
    add(store, Draft("something else"), by=PERSON_AT_CLI)
    with pytest.raises(Refused):
        categorise(
            store, [1], Relabelling.parse("ghp_" + "k7Qm2Vx9Tz4Lw8Rb6Nc1Yd5Hf3Js0Ga2Pe7Ui"), by=PERSON_AT_CLI
        )
    assert _only(store).categories == ()


def test_a_text_of_nothing_but_reasoning_is_refused_with_a_sentence(store: Store) -> None:
    with pytest.raises(Refused, match="nothing but reasoning"):
        add(store, Draft("<think>hm</think>"), by=PERSON_AT_CLI)
    add(store, Draft("a fact"), by=PERSON_AT_CLI)
    with pytest.raises(Refused, match="nothing but reasoning"):
        edit(store, [1], Edit(text="<scratch_pad>hm"), by=PERSON_AT_CLI)
    outcome = import_drafts(store, [Draft("<thinking>hm")], by=PERSON_AT_CLI)
    assert (outcome.added, outcome.refused_count) == (0, 1)


@pytest.mark.parametrize(
    "text", ["READY", "ok", "Thanks, will do!", "**Done.**", "好的，谢谢！", "はい、わかりました。"]
)
def test_a_text_that_says_nothing_is_refused_with_a_sentence(store: Store, text: str) -> None:
    add(store, Draft("a fact"), by=PERSON_AT_CLI)
    agent = Actor(ActorKind.AGENT, "claude-code", "s1")
    for write in (
        lambda: add(store, Draft(text), by=PERSON_AT_CLI),
        lambda: add(store, Draft(text, origin=Origin.AGENT), by=agent),
        lambda: edit(store, [1], Edit(text=text), by=PERSON_AT_CLI),
    ):
        with pytest.raises(Refused, match="says nothing by itself"):
            write()
    assert import_drafts(store, [Draft(text)], by=PERSON_AT_CLI).refused_count == 1
    assert learn(store, [Lesson(Draft(text))], by=PERSON_AT_CLI).ids == []
    change = Change(Deed.LEARN, draft={"text": text})
    suggestion = Finding(Kind.LEARNED, "learned/agent-add", (), "why", change, "/", origin="claude-code")
    assert propose(store, [suggestion]).ids == []


def test_a_newer_version_of_a_memory_is_cleaned_like_any_import(store: Store) -> None:
    uid = add(store, Draft("Atlas uses MySQL."), by=PERSON_AT_CLI).memory.uid
    newer = store.now() + 60
    import_drafts(store, [Draft(DIRTY, uid=uid, version=5, updated_at=newer)], by=PERSON_AT_CLI)
    told = [
        _only(store).text,
        *(card.change.text for card in proposals.get_many(store, proposals.ids(store))),
    ]
    assert CLEAN in told
    assert "<think>" not in "".join(told)


def test_a_secret_is_refused_without_saying_it(store: Store) -> None:
    add(store, Draft("a fact"), by=PERSON_AT_CLI)
    for write in (
        lambda: add(store, Draft(SECRET), by=PERSON_AT_CLI),
        lambda: edit(store, [1], Edit(text=SECRET), by=PERSON_AT_CLI),
    ):
        with pytest.raises(Refused, match="holds a secret") as refused:
            write()
        assert "hunter2" not in str(refused.value)


def test_a_secret_is_redacted_and_flagged_on_import(store: Store) -> None:
    draft = Draft(SECRET, categories=("infra",), origin=Origin.IMPORTED, provenance={"quote": SECRET})
    import_drafts(store, [draft], by=PERSON_AT_CLI)
    memory = _only(store)
    assert memory.text == "The staging password is [redacted password]."
    assert memory.categories == ("infra", "secret")
    assert memory.provenance == {"quote": memory.text, "secrets": ["password"]}
    assert import_drafts(store, [draft], by=PERSON_AT_CLI).duplicates == 1
    assert b"hunter2" not in store.path.read_bytes()


def test_learning_cleans_and_refuses(store: Store) -> None:
    learned = learn(
        store, [Lesson(_dirty()), Lesson(Draft(SECRET)), Lesson(Draft("<think>hm"))], by=PERSON_AT_CLI
    )
    assert (len(learned.ids), len(learned.refused)) == (1, 2)
    _expect_clean(_only(store))


def _learning(store: Store, text: str) -> Finding:
    memory = _only(store)
    change = Change(Deed.LEARN, draft={"text": text, "provenance": {"quote": text}})
    return Finding(Kind.LEARNED, "learned", (Target.of(memory),), text, change, memory.scope)


def test_an_accepted_proposal_cleans_and_refuses(store: Store) -> None:
    add(store, Draft("a fact"), by=PERSON_AT_CLI)
    with store.write() as tx:
        op = recording.begin(tx, "accept", PERSON_AT_CLI)
        (added,) = amend(store, tx, op, _learning(store, DIRTY).change, by=PERSON_AT_CLI)
        with pytest.raises(Refused, match="holds a secret"):
            amend(store, tx, op, _learning(store, SECRET).change, by=PERSON_AT_CLI)
        with pytest.raises(Refused, match="holds a secret"):
            amend(store, tx, op, Change(Deed.KEEP, 1, text=SECRET), by=PERSON_AT_CLI)
        with pytest.raises(Refused, match="holds a secret"):
            amend(store, tx, op, Change(Deed.MOVE, 1, draft={"scope": f"/{TOKEN}"}), by=PERSON_AT_CLI)
        amend(store, tx, op, Change(Deed.MOVE, added, draft={"scope": "team//ops/"}), by=PERSON_AT_CLI)
    (memory,) = memories.get_many(store, [added])
    assert (memory.text, memory.scope) == (CLEAN, "/team/ops")


def test_a_proposal_is_clean_before_it_is_queued(store: Store) -> None:
    add(store, Draft("a fact"), by=PERSON_AT_CLI)
    told = propose(store, [_learning(store, DIRTY), _learning(store, SECRET)])
    assert (len(told.ids), len(told.refused)) == (1, 1)
    (proposal,) = proposals.get_many(store, told.ids)
    assert (proposal.reason, proposal.change.draft["text"]) == (CLEAN, CLEAN)


def test_the_text_that_a_proposal_gives_a_memory_is_clean_before_it_is_queued(store: Store) -> None:
    add(store, Draft("a fact"), by=PERSON_AT_CLI)
    memory = _only(store)

    def merge(text: str) -> Finding:
        change = Change(Deed.MERGE, memory.id, text=text)
        return Finding(Kind.LEARNED, "learned", (Target.of(memory),), "so", change, memory.scope)

    told = propose(store, [merge(DIRTY), merge(SECRET)])
    assert (len(told.ids), len(told.refused)) == (1, 1)
    (proposal,) = proposals.get_many(store, told.ids)
    assert proposal.change.text == CLEAN


def test_redacting_leaves_no_trace_of_the_secret(store: Store) -> None:
    add(store, Draft("The staging password is unknown."), by=PERSON_AT_CLI)
    with store.write() as tx:  # as an older version would have let it through
        tx.execute("UPDATE memories SET text = ? WHERE id = 1", (SECRET,))
    report = redact(store, [1], by=PERSON_AT_CLI)
    assert report.verified
    (memory,) = memories.get_many(store, [2])
    assert memory.text == "The staging password is [redacted password]."
    assert b"hunter2" not in store.path.read_bytes()


TOKEN = "glsa_" + "a1B2c3D4" * 4 + "_0a1b2c3d"


@pytest.mark.parametrize(
    "draft",
    [
        Draft("a fact", scope=f"/project/{TOKEN}"),
        Draft("a fact", categories=(TOKEN,)),
        Draft(f"The Grafana token is {TOKEN}"),
    ],
)
def test_a_secret_is_refused_wherever_it_is_filed(store: Store, draft: Draft) -> None:
    with pytest.raises(Refused, match="holds a secret") as refused:
        add(store, draft, by=PERSON_AT_CLI)
    assert TOKEN not in str(refused.value)


def test_no_field_of_an_import_keeps_a_secret(store: Store) -> None:
    told = {TOKEN: "x", "deep": [{"auth": {TOKEN: TOKEN}}], "password": "letmein2"}
    draft = Draft("a fact", scope=f"/project/{TOKEN}/db", categories=(TOKEN, "infra"), provenance=told)
    import_drafts(store, [draft], by=PERSON_AT_CLI)
    memory = _only(store)
    assert (memory.scope, memory.categories) == ("/project/redacted/db", ("infra", "secret"))
    assert memory.provenance["password"] == "[redacted password]"
    for file in store.path.parent.iterdir():
        assert TOKEN.encode() not in file.read_bytes()
        assert b"letmein2" not in file.read_bytes()


def test_no_field_of_a_proposal_keeps_a_secret(store: Store) -> None:
    add(store, Draft("a fact"), by=PERSON_AT_CLI)
    finding = _learning(store, "The port is 8080")
    facts = ((f"said {TOKEN}", f"token {TOKEN}"),)
    told = propose(store, [replace(finding, reason=TOKEN, evidence=Evidence(facts, {}, TOKEN))])
    assert len(told.ids) == 1
    assert propose(store, [replace(finding, scope=f"/{TOKEN}")]).refused
    assert not any(TOKEN.encode() in file.read_bytes() for file in store.path.parent.iterdir())


LOOK_ALIKE = "The token is in the path abc/" + "zQ9x8W7v6U5t4S3r2Q1p0 and token=zQ9x8W7v6U5t4S3r2Q1p0"


def test_a_person_may_say_that_it_is_no_secret(store: Store) -> None:
    with pytest.raises(SecretHeld):
        add(store, Draft(LOOK_ALIKE), by=PERSON_AT_CLI)
    add(store, Draft(LOOK_ALIKE), by=PERSON_AT_CLI, not_secret=True)
    memory = _only(store)
    assert memory.text == LOOK_ALIKE
    assert masked_memory(memory) == memory
    edit(store, [1], Edit(text=LOOK_ALIKE + " too"), by=PERSON_AT_CLI)
    with pytest.raises(SecretHeld):
        edit(store, [1], Edit(text=f"{LOOK_ALIKE} {TOKEN}"), by=PERSON_AT_CLI)
    edit(store, [1], Edit(text=f"{LOOK_ALIKE} {TOKEN}"), by=PERSON_AT_CLI, not_secret=True)
    assert masked_memory(_only(store)).text == f"{LOOK_ALIKE} {TOKEN}"
    undo(store, by=PERSON_AT_CLI)
    assert masked_memory(_only(store)).text == LOOK_ALIKE + " too"


def test_nobody_else_may_say_so(store: Store) -> None:
    agent = Actor(ActorKind.AGENT, "claude")
    with pytest.raises(Refused, match="only a person"):
        add(store, Draft(LOOK_ALIKE), by=agent, not_secret=True)
    add(store, Draft(LOOK_ALIKE), by=PERSON_AT_CLI, not_secret=True)
    noted = _only(store).provenance
    with pytest.raises(SecretHeld):
        add(store, Draft(LOOK_ALIKE, scope="/project/other", provenance=noted), by=agent)
    import_drafts(store, [Draft(LOOK_ALIKE, scope="/project/other", provenance=noted)], by=agent)
    (_, imported) = memories.get_many(store, [1, 2])
    assert "zQ9x8W7v6U5t4S3r2Q1p0" not in imported.text.split("token=")[1]
    assert "not_secret" not in imported.provenance
