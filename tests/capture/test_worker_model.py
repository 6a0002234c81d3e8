"""The queue with a model: what it reads, what it may cost, and what is left when it fails."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from memtui.capture.worker import work
from memtui.config.settings import Capture, Embeddings, Llm, Settings
from memtui.domain.instant import to_iso
from memtui.lifecycle.enqueue import SESSION, WINDOW
from memtui.store import jobs, proposals, runs
from memtui.store.database import Store
from tests.capture import talks
from tests.capture.learned import leave, texts
from tests.conftest import FrozenClock
from tests.llm.server import ModelServer, Reply, serving

# -- with a model --------------------------------------------------------------------------------


@contextlib.contextmanager
def model(*script: Reply, **llm: Any) -> Iterator[tuple[ModelServer, Settings]]:
    with serving(*script) as server, pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", "sk-test-9f31c07ab2d84e65")
        yield (
            server,
            Settings(
                llm=Llm(model="openai/gpt-4o-mini", api_base=server.base, timeout_s=300.0, **llm),
                embeddings=Embeddings(model=""),
                capture=Capture(check_quotes=False),
            ),
        )


def facts(*found: tuple[str, str]) -> Reply:
    listed = [{"text": text, "quote": quote, "importance": 0.7} for text, quote in found]
    return Reply(json.dumps({"facts": listed}))


def points(*found: tuple[str, str, str]) -> Reply:
    listed = [{"part": part, "text": text, "quote": quote} for part, text, quote in found]
    return Reply(json.dumps({"points": listed}))


FACTS = facts(("Atlas users are stored in PostgreSQL 16.", talks.DECISION))
POINTS = points(
    ("decided", "Atlas stores its users in PostgreSQL 16.", "PostgreSQL 16"),
    ("done", "The login redirect of Atlas is fixed.", talks.DONE),
    ("done", "The Atlas app was shipped to 4,000 users.", talks.DONE),
)


@pytest.mark.long
def test_a_model_reads_the_session_and_sums_it_up_and_what_it_made_up_stays_out(
    store: Store, talk: Path
) -> None:
    leave(store, SESSION, talk)
    with model(FACTS, POINTS) as (server, settings):
        assert work(store, settings).done == 1
    assert texts(store) == ["Atlas users are stored in PostgreSQL 16."]
    (card,) = proposals.get_many(store, proposals.ids(store))
    assert "login redirect" in card.change.new_text
    assert "4,000" not in card.change.new_text
    told = card.change.draft["provenance"]
    assert (told["model"], told["prompt"]) == ("openai/gpt-4o-mini", "summary 2")
    assert talks.DECISION in server.said(0)


def test_the_model_for_ended_sessions_may_be_a_better_one(store: Store, talk: Path) -> None:
    leave(store, WINDOW, talk)
    with model(FACTS, FACTS, POINTS) as (server, settings):
        capture = Capture(post_model="openai/gpt-4o", check_quotes=False)
        settings = Settings(capture=capture, llm=settings.llm, embeddings=settings.embeddings)
        work(store, settings)
        leave(store, SESSION, talk)
        work(store, settings)
    assert [body["model"] for body in server.requests] == ["gpt-4o-mini", "gpt-4o", "gpt-4o"]
    assert texts(store) == ["Atlas users are stored in PostgreSQL 16."]


def test_other_words_of_the_whole_session_take_the_place_of_the_first(store: Store, talk: Path) -> None:
    better = facts(
        ("Atlas users are stored in PostgreSQL 16 because JSONB indexes are needed.", talks.DECISION)
    )
    leave(store, WINDOW, talk)
    with model(FACTS, better, points()) as (_, settings):
        work(store, settings)
        leave(store, SESSION, talk)
        worked = work(store, settings)
    assert (worked.stored, worked.superseded, worked.queued) == (1, 1, 0)
    assert texts(store) == ["Atlas users are stored in PostgreSQL 16 because JSONB indexes are needed."]


def test_beyond_the_spend_cap_a_job_waits_and_counts_no_attempt(
    store: Store, clock: FrozenClock, talk: Path
) -> None:
    leave(store, SESSION, talk)
    with model(FACTS, POINTS, max_usd_per_day=0.0000001) as (server, settings):
        assert work(store, settings).put_off == 1
    assert server.requests == []
    (job,) = jobs.get_all(store)
    assert (job.status, job.attempts) == ("queued", 0)
    assert job.not_before > clock.now
    assert texts(store) == []


def test_what_a_killed_worker_had_set_aside_for_its_calls_is_free_again(store: Store, talk: Path) -> None:
    run = runs.begin(store, "capture", "openai/gpt-4o-mini")
    runs.reserve(store, run, 0.9, per_run=1.0, per_day=1.0)
    leave(store, SESSION, talk)
    with model(FACTS, POINTS) as (_, settings):
        assert work(store, settings).done == 1


@pytest.mark.long
def test_killed_while_a_model_answers_the_real_command_loses_nothing(store: Store, talk: Path) -> None:
    leave(store, SESSION, talk)
    with model(replace(FACTS, stall=1), FACTS, POINTS) as (server, settings):
        command = [sys.executable, "-m", "memtui", "--db", str(store.path), "work"]
        asks = {"MEMTUI_LLM_MODEL": settings.llm.model, "MEMTUI_LLM_API_BASE": server.base}
        child = subprocess.Popen(command, env=os.environ | asks | {"MEMTUI_NOW": to_iso(store.now())})
        assert server.stalled.wait(300)
        child.kill()
        child.wait()
        assert [job.status for job in jobs.get_all(store)] == ["running"]
        assert work(store, settings).done == 1
    assert texts(store) == ["Atlas users are stored in PostgreSQL 16."]
    assert jobs.get_all(store) == []


def test_a_useless_answer_stores_nothing_and_the_job_stays(store: Store, talk: Path) -> None:
    leave(store, SESSION, talk)
    with model(Reply("I'm sorry, I can't help with that.")) as (_, settings):
        assert work(store, settings).failed == 1
    assert texts(store) == []
    assert [job.status for job in jobs.get_all(store)] == ["queued"]
