"""Ask by meaning: in a process of its own, and by words alone where there is none."""

from pathlib import Path
from threading import Event

import pytest

from memtui.capture import embedding
from memtui.config import Settings
from memtui.llm.embeddings import embedder
from memtui.recall.asking import Question
from memtui.recall.search import Recalled, recall
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.tui.ask.asking import Asker
from memtui.tui.ask.meaning import MeaningSearch
from memtui.tui.background.meaning import MeaningProcess
from tests.conftest import NOON
from tests.lifecycle.worlds import added
from tests.tui.conftest import Opened, app_of, until
from tests.tui.test_ask import answered, head, page, told, typed


async def test_a_call_is_answered_by_meaning_as_the_server_answers_it(opened: Opened, path: Path) -> None:
    pytest.importorskip("wordllama")
    model = embedder(Settings().embeddings, Settings().llm)
    assert model is not None
    with open_store(path, clock=lambda: NOON) as store:
        for text in ("The physician recommends jogging", "The build takes nine minutes"):
            added(store, text, "/project/atlas")
        embedding.fill(store, model)
        as_served = recall(store, "A doctor advises running", scope="/project/atlas", embedder=model)
    async with opened() as pilot:
        await pilot.press("7", "escape")
        await answered(pilot)
        view = await typed(pilot, "A doctor advises running")
        assert told(view) == [hit.memory.text for hit in as_served.hits]
        assert told(view)[0] == "The physician recommends jogging"
        assert "means something near" in page(view)
        await pilot.press("w")
        await answered(pilot)
        assert told(view) == []


@pytest.mark.long
async def test_without_the_process_that_compares_meanings_words_answer(
    opened: Opened, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("wordllama")
    model = embedder(Settings().embeddings, Settings().llm)
    assert model is not None
    with open_store(path, clock=lambda: NOON) as store:
        embedding.fill(store, model)
    monkeypatch.setattr("memtui.tui.background.meaning.sys.executable", "/bin/false")
    async with opened() as pilot:
        await pilot.press("7", "escape")
        await answered(pilot)
        view = await typed(pilot, "staging")
        assert told(view) == ["Migration 0042 failed on staging"]
        assert "by words alone" in view.notes
        assert "by words alone · 1 told" in head(view)


@pytest.mark.long
async def test_where_no_meaning_is_known_the_answer_says_that_it_is_by_words_alone(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        assert "by words" not in head(view)
        await typed(pilot, "staging")
        assert "by words alone · 1 told" in head(view)


@pytest.mark.long
async def test_of_what_is_typed_only_the_latest_is_compared_by_meaning(opened: Opened) -> None:
    """Letters typed while a model is being loaded must not each wait for an answer of its own."""
    asked: list[str] = []
    loaded = Event()

    class Slow(MeaningSearch):
        def search(self, store: Store, question: Question, scope: str | None, rest: int) -> Recalled:
            loaded.wait()
            asked.append(question.text)
            return super().search(store, question, scope, rest)

    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        view.asker = Asker(view, app_of(pilot).store, Slow(MeaningProcess(Path("gone"), None, "wordllama")))
        await pilot.press("slash")
        for letter in "stag":
            await pilot.press(letter)
            await until(pilot, lambda: "so far" in head(view))
        loaded.set()
        await answered(pilot)
        assert (asked[-1], len(asked) <= 2) == ("stag", True)
