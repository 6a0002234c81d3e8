"""Review beside others: other screens that decide, secrets that are erased, the pass and its rules."""

from pathlib import Path

import pytest
from textual.widgets import Static

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Draft, State
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.lifecycle.access import touch
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.review import verdicts
from memtui.review.passes import run_pass
from memtui.store import inserting, memories, proposals, queueing, recording, review_state, runs, sources
from memtui.store.opening import open_store
from memtui.store.review_state import Lesson, Taught
from memtui.tui.review.prompts import EraseDialog
from tests.conftest import FrozenClock
from tests.sources.linked import sync
from tests.tui.conftest import AGENT, Opened, Planted, a_draft, app_of, said, until
from tests.tui.planting import KEY, NEW, alone, conflict, here, junk, reason, review, shown, state_of, texts


@pytest.fixture
def uses_reported(path: Path, clock: FrozenClock) -> None:
    """The program that the five memories came from reports uses, so that disuse alone lets them fade."""
    with open_store(path, clock=clock) as store:
        (used,) = import_drafts(store, [a_draft("Ada reads the runbook first")], by=AGENT).ids
        touch(store, [used], by=AGENT)
        drop(store, [used], by=AGENT)


async def test_a_card_that_another_screen_decided_stays_until_one_goes_on(
    opened: Opened, planted: Planted, path: Path, clock: FrozenClock
) -> None:
    first, _ = planted(junk(2, confidence=0.9), junk(3))
    async with opened() as pilot:
        await pilot.press("2")
        with open_store(path, clock=clock) as other:
            verdicts.reject(other, [first], by=AGENT)
        await until(pilot, lambda: "Decided meanwhile: rejected by mcp" in shown(pilot))
        await pilot.press("y")
        assert state_of(pilot, 2) is State.LIVE
        assert reason(pilot) == "number 3 is of no use"
        assert said(pilot).startswith("Decided meanwhile: rejected by mcp")


async def test_the_queue_counts_as_its_list_does_when_another_screen_has_decided_a_kind(
    opened: Opened, planted: Planted, path: Path, clock: FrozenClock
) -> None:
    kinds = Kind.JUNK, Kind.JUNK, Kind.EXPIRED, Kind.EXPIRED
    cards = planted(*(junk(at, kind=kind, confidence=1 - at / 10) for at, kind in enumerate(kinds, start=1)))
    async with opened() as pilot:
        await pilot.press("2", "j")
        with open_store(path, clock=clock) as other:
            verdicts.reject(other, cards[:2], by=AGENT)
        await until(pilot, lambda: "Decided meanwhile" in shown(pilot))
        queue = review(pilot).queue
        assert [ref.kind for ref in queue.refs] == [Kind.JUNK, Kind.EXPIRED, Kind.EXPIRED]
        assert queue.refs[queue.index].ids == (cards[1],)


async def test_the_second_of_two_who_decide_at_once_is_told(
    opened: Opened, planted: Planted, path: Path, clock: FrozenClock
) -> None:
    (only,) = planted(junk())
    async with opened() as pilot:
        await pilot.press("2")
        with open_store(path, clock=clock) as other:
            verdicts.reject(other, [only], by=AGENT)
            await pilot.press("y")
        assert said(pilot).startswith("Decided meanwhile: rejected by mcp")
        assert state_of(pilot, 2) is State.LIVE
        assert review(pilot).queue.card is None


async def test_new_cards_do_not_push_away_the_one_that_is_looked_at(opened: Opened, planted: Planted) -> None:
    planted(junk(2))
    async with opened() as pilot:
        await pilot.press("2")
        planted(conflict())
        await until(pilot, lambda: review(pilot).head.place == "1 of 2")
        assert reason(pilot) == "number 2 is of no use"


async def test_a_stale_card_says_so_and_yes_does_not_act(
    opened: Opened, planted: Planted, path: Path, clock: FrozenClock
) -> None:
    planted(junk())
    with open_store(path, clock=clock) as other:
        edit(other, [2], Edit(text="Releases are tagged on Mondays"), by=AGENT)
    async with opened() as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert "! Changed since this was found: edited just now" in shown(pilot)
        assert "y look again" in shown(pilot)
        await pilot.press("y")
        assert state_of(pilot, 2) is State.LIVE
        assert said(pilot) == "This no longer applies, and was withdrawn"


@pytest.mark.usefixtures("uses_reported")
async def test_a_stale_card_that_still_holds_is_shown_again_and_then_acted_on(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    clock.forward(days=400)
    with open_store(path, clock=clock) as store:
        run_pass(store, Settings(), kinds=frozenset({Kind.FADING}))
        edit(store, [2], Edit(importance=0.7), by=AGENT)
    async with opened() as pilot:
        await pilot.press("2", "enter")
        view = review(pilot)
        at = next(i for i, p in enumerate(view.members.card.proposals) if p.stale)  # type: ignore[union-attr]
        view.members.move_to(at)
        await pilot.press("y")
        assert "Look again" in said(pilot)
        assert state_of(pilot, 2) is State.LIVE
        assert not any(p.stale for p in view.members.card.proposals)  # type: ignore[union-attr]


async def test_a_card_about_a_memory_that_was_dropped_meanwhile_is_withdrawn(
    opened: Opened, planted: Planted, path: Path, clock: FrozenClock
) -> None:
    planted(conflict())
    async with opened() as pilot:
        await pilot.press("2")
        with open_store(path, clock=clock) as other:
            drop(other, [4], by=AGENT)
        await until(pilot, lambda: "no longer applies" in shown(pilot))
        assert app_of(pilot)._header.waiting == 0
        await pilot.press("y")
        assert NEW in texts(pilot)
        assert review(pilot).queue.card is None


async def test_cards_leave_the_queue_and_its_counts_with_the_memories_they_are_about(
    opened: Opened, planted: Planted
) -> None:
    planted(junk(1, "a batch of junk"), junk(2, "a batch of junk"), junk(3, "a batch of junk"), conflict())
    async with opened() as pilot:
        await pilot.press("2")
        assert proposals.count_open(app_of(pilot).store) == 4
        await pilot.press("1", "D", *"in:/project/atlas", "enter", "enter")
        await until(pilot, lambda: app_of(pilot)._header.waiting == 1)
        await pilot.press("2")
        assert [ref.kind for ref in review(pilot).queue.refs] == [Kind.CONFLICT]
        assert proposals.count_open(app_of(pilot).store) == 1
        await pilot.press("u")
        assert proposals.count_open(app_of(pilot).store) == 4
        assert len(review(pilot).queue.refs) == 2


@pytest.fixture
def secret(tmp_path: Path, clock: FrozenClock) -> Path:
    """Where a store is that holds a key, as an older version let it through."""
    at = tmp_path / "secret.db"
    with open_store(at, clock=clock) as store, store.write() as tx:
        draft = Draft(f"The deploy key is {KEY} for now", provenance={"quote": f"use {KEY}"})
        op = recording.begin(tx, "add", AGENT)
        (memory_id,) = inserting.insert(tx, [draft])
        recording.record_creation(tx, op, range(memory_id, memory_id + 1), State.LIVE)
        recording.finish(tx, op, 1)
        (memory,) = memories.get_many(store, [memory_id])
        change = Change(Deed.REDACT, gone=(memory_id,))
        evidence = Evidence((("detector", "GitHub token"),), {memory_id: ((18, 18 + len(KEY)),)})
        targets = (Target.of(memory),)
        queueing.record(tx, [Finding(Kind.SECRET, "secret/test", targets, "a token", change, "/", evidence)])
    return at


@pytest.mark.long
async def test_a_secret_is_never_shown_whole(opened: Opened, secret: Path) -> None:
    async with opened(secret) as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert "The deploy key is ghp_•••••••• for now" in shown(pilot)
        await pilot.press("o")
        source = "".join(part.text for line in review(pilot).source.lines for part in line)
        assert "ghp_••••••••" in source
        assert KEY not in shown(pilot) + source


@pytest.mark.long
async def test_one_secret_is_erased_at_enter_not_at_the_key_that_asked(opened: Opened, secret: Path) -> None:
    async with opened(secret) as pilot:
        await pilot.press("2", "y")
        assert isinstance(pilot.app.screen, EraseDialog)
        assert "to erase:" not in " ".join(str(part.render()) for part in pilot.app.screen.query(Static))
        await pilot.press("y", "1")
        assert isinstance(pilot.app.screen, EraseDialog)
        await pilot.press("escape", "y", "n")
        assert KEY.encode() in secret.read_bytes()
        await pilot.press("y", "enter")
        await until(pilot, lambda: review(pilot).queue.card is None)
        assert KEY.encode() not in secret.read_bytes()
        assert memories.get_many(app_of(pilot).store, [2])[0].text.startswith("The deploy key is [redacted")


async def test_a_secret_in_a_linked_file_goes_after_the_screen_has_said_what_that_means(
    opened: Opened, agreed: Path, folder: Path, clock: FrozenClock
) -> None:
    (folder / "MEMORY.md").write_text(
        f"# Tea house memory\n\n- [Deploys](deploy.md) — {KEY}\n\n## Ports\n- the till logs in with {KEY}"
    )
    (folder / "rosa.md").write_text(f"---\nname: rosa\ndescription: has {KEY}\n---\n\nRosa is a baker.\n")
    with open_store(agreed, clock=clock) as store:
        sync(store, sources.get_all(store)[0])
        run_pass(store, Settings())
    async with opened(agreed) as pilot:
        await pilot.press("2")
        await until(pilot, lambda: "its line in MEMORY.md holds" in shown(pilot))
        await pilot.press("y")
        dialog = pilot.app.screen
        assert isinstance(dialog, EraseDialog)
        told = " ".join(str(part.render()) for part in dialog.query(Static))
        for words in (
            "goes out of MEMORY.md and rosa.md",
            "the rest of the line stays",
            "No key brings",
            "change it there",
        ):
            assert words in told
        assert KEY not in shown(pilot) + told
        await pilot.press("enter")
        await until(pilot, lambda: KEY not in (folder / "MEMORY.md").read_text())
        await until(pilot, lambda: said(pilot).startswith("Replaced the secret by a note of its kind"))
        assert "- the till logs in with [redacted" in (folder / "MEMORY.md").read_text()
        assert not any(KEY in file.read_text() for file in folder.glob("*.md"))


async def test_secrets_are_not_erased_all_at_once(opened: Opened, secret: Path) -> None:
    async with opened(secret) as pilot:
        await pilot.press("2", "Y")
        assert said(pilot) == "Secrets are erased one at a time, since that cannot be undone"


async def test_with_nothing_to_review_it_says_what_to_do(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert "5 memories not looked at yet" in shown(pilot)
        assert "R   runs a pass now" in shown(pilot)
        await pilot.press("y")
        assert said(pilot).startswith("There is no card to decide on")


async def test_after_a_pass_that_found_nothing_it_says_when_that_was(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        run_pass(store, Settings())
    clock.forward(days=2)
    async with opened() as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert "Nothing to review" in shown(pilot)
        assert "The last pass ran 2d ago, looked at 5 memories" in shown(pilot)
        assert review(pilot).status().count == "last pass 2d ago"


@pytest.mark.usefixtures("warm_children", "uses_reported")
async def test_r_runs_the_pass_in_a_child_process(
    opened: Opened, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[embeddings]\nmodel = ""\n', encoding="utf-8")
    monkeypatch.setenv("MEMTUI_CONFIG", str(config))
    monkeypatch.setenv("MEMTUI_NOW", "2028-01-01T12:00:00Z")
    async with opened() as pilot:
        await pilot.press("2", "R")
        assert app_of(pilot).review_pass is not None
        await until(pilot, lambda: app_of(pilot).review_pass is None)
        assert said(pilot).startswith("3 new cards: 3 fading")
        await until(pilot, lambda: review(pilot).queue.card is not None)
        assert app_of(pilot)._header.waiting == 3  # cards: three of the five are one batch


@pytest.mark.long
@pytest.mark.usefixtures("uses_reported")
async def test_a_pass_that_is_due_starts_by_itself_and_one_that_is_not_does_nothing(
    opened: Opened, path: Path, clock: FrozenClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[embeddings]\nmodel = ""\n[review]\nauto_apply = ["prune"]\n', encoding="utf-8")
    monkeypatch.setenv("MEMTUI_CONFIG", str(config))
    monkeypatch.setenv("MEMTUI_NOW", "2028-01-01T12:00:00Z")
    async with opened() as pilot:
        app_of(pilot)._second_thoughts()
        await until(pilot, lambda: app_of(pilot).review_pass is None)
        assert said(pilot) == "Dropped 5 memories by your setting · r in History takes it back"
        await pilot.press("5", "r")
        assert len(texts(pilot)) == 5
        before = runs.latest(app_of(pilot).store, "review")
        app_of(pilot)._second_thoughts()
        await until(pilot, lambda: app_of(pilot).review_pass is None)
        assert runs.latest(app_of(pilot).store, "review") == before


async def test_esc_stops_a_pass_and_quitting_does_not_wait_for_one(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MEMTUI_CONFIG", str(tmp_path / "none.toml"))
    async with opened() as pilot:
        await pilot.press("2", "R", "escape")
        assert said(pilot) == "Stopping the review pass; what it found stays"
        await until(pilot, lambda: app_of(pilot).review_pass is None)
        await pilot.press("R")


@pytest.mark.long
async def test_a_rule_that_is_always_refused_mutes_itself_and_can_be_unmuted(
    opened: Opened, path: Path, clock: FrozenClock, tmp_path: Path
) -> None:
    at = tmp_path / "many.db"
    with open_store(at, clock=clock) as store:
        drafts = [Draft(f"Build {n} is green", scope=f"/project/{n % 4}") for n in range(10)]
        import_drafts(store, drafts, by=AGENT)
        found = [alone(m) for m in memories.get_many(store, list(range(1, 11)))]
        with store.write() as tx:
            queueing.record(tx, found)
    async with opened(at) as pilot:
        await pilot.press("2", *"nnnnnnnn")
        assert "(junk/test) mutes itself" in said(pilot)
        assert review(pilot).queue.card is None
        await pilot.press("t")
        view = review(pilot)
        assert here(pilot) is view.rules
        assert "8 no" in "".join(part.text for part in view.rules.draw(0, 110))
        await pilot.press("M")
        assert said(pilot) == "“junk: test” (junk/test) is heard again: 2 of its proposals are back"
        await pilot.press("t")
        assert review(pilot).head.place == "1 of 2"


@pytest.mark.long
async def test_three_noes_in_a_project_mute_the_rest_of_the_kind_there(
    opened: Opened, clock: FrozenClock, tmp_path: Path
) -> None:
    at = tmp_path / "shop.db"
    with open_store(at, clock=clock) as store:
        drafts = [Draft(f"Build {n} is green", scope="/project/shop") for n in range(6)]
        import_drafts(store, [*drafts, Draft("Elsewhere", scope="/project/pier")], by=AGENT)
        found = [alone(m) for m in memories.get_many(store, list(range(1, 8)))]
        with store.write() as tx:
            queueing.record(tx, found)
    async with opened(at) as pilot:
        await pilot.press("2", *"nnn")
        assert "“junk in /project/shop” (junk@/project/shop) mutes itself" in said(pilot)
        assert review(pilot).head.place == "1 of 1"
        await pilot.press("t")
        view = review(pilot)
        lines = ["".join(part.text for part in view.rules.draw(i, 110)) for i in range(view.rules.count)]
        assert "junk in /project/shop" in lines[1]
        assert "3 open   muted now" in lines[1]
        await pilot.press("j", "M")
        assert said(pilot).endswith("is heard again: 3 of its proposals are back")


async def test_the_rules_say_how_each_fares(opened: Opened, planted: Planted) -> None:
    planted(junk(2), junk(3), conflict())
    async with opened() as pilot:
        await pilot.press("2", "slash", *"junk", "enter", "y", "n", "escape", "t")
        view = review(pilot)
        lines = ["".join(part.text for part in view.rules.draw(i, 110)) for i in range(view.rules.count)]
        assert "not asked yet" in lines[0]
        assert " 50% yes" in lines[1]
        await pilot.press("M")
        assert said(pilot) == "This rule is not muted"
        await pilot.press("escape")
        assert here(pilot) is view.page


async def test_what_verdicts_taught_is_told_beside_the_rules_and_can_be_forgotten(
    opened: Opened, clock: FrozenClock, tmp_path: Path
) -> None:
    at = tmp_path / "taught.db"
    with open_store(at, clock=clock) as store, store.write() as tx:
        review_state.note_taught(tx, Taught(-0.11, 1, 19, {"/project/shop": Lesson(-0.52, 0, 19)}))
    async with opened(at) as pilot:
        await pilot.press("2", "t")
        view = review(pilot)
        await until(pilot, lambda: view.about_rules.count > 1)
        shown = "".join(
            part.text for i in range(view.about_rules.count) for part in view.about_rules.draw(i, 110)
        )
        everywhere = "By your 1 yes and 19 no the learned model asks everywhere a little less often"
        assert everywhere in shown
        assert "in /project/shop by 0 yes and 19 no besides clearly less often than before" in shown
        await pilot.press("F")
        assert said(pilot).startswith("Forgot what 20 verdicts taught")
        await pilot.press("F")
        assert said(pilot) == "Your verdicts have taught nothing yet"
