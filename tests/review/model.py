"""A pass's model for tests: the real client and the real server on the loopback."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from memtui.config.settings import Llm, Settings
from memtui.review.asking import Judge
from memtui.review.rule import Context
from memtui.store.database import Store
from tests.llm.conftest import PRICED, QUICK
from tests.llm.server import ModelServer, Reply, Step, serving


@dataclass
class Asking:
    """A context whose model is a server that follows a script."""

    now: Context
    server: ModelServer


@contextmanager
def asking(store: Store, *script: Step, full: bool = True, **llm: Any) -> Iterator[Asking]:
    """Open a model that answers as `script` says, and a context to ask it in."""
    with serving(*script) as server:
        # With the usual time limit: the first question of a process waits for litellm to load its parts.
        settings = Settings(llm=Llm(**{"model": PRICED, "api_base": server.base, **llm}))
        with Judge(store, settings, patience=QUICK) as judge:
            yield Asking(Context(store, settings, store.now(), full=full, judge=judge), server)


def saying(**answer: object) -> Reply:
    """Return a reply whose content is a JSON object."""
    return Reply(json.dumps(answer))
