"""Which extractor and which embedder a run gets, from the settings.

The faces call it; nothing of the model client is loaded when the rules do.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from memtui.capture.dates import day_of
from memtui.capture.facts import Extractor
from memtui.capture.rules.extractor import RuleExtractor
from memtui.config.settings import Settings
from memtui.domain.instant import Instant

if TYPE_CHECKING:
    from memtui.llm.embeddings import Embedder
    from memtui.llm.spending import Ledger
    from memtui.store.database import Store

_QUICKLY_FILLED = 5_000
"""The most memories without a vector that get theirs before a run starts, in about a quarter of a second."""


def model_name(settings: Settings, model: str = "", *, offline: bool = False) -> str:
    """Return the model a run would ask, or an empty string when the rules would read."""
    return "" if offline else model.strip() or settings.llm.model.strip()


def choose(
    settings: Settings,
    model: str = "",
    *,
    now: Instant,
    offline: bool = False,
    ledger: "Ledger | None" = None,
    prompts: Path | None = None,
) -> Extractor:
    """Return the extractor for a run: `model`, else the configured one, else the rules.

    `prompts` is the folder with a person's own prompts. Raises LlmError or PromptError for a model that
    cannot be asked.
    """
    name = model_name(settings, model, offline=offline)
    if not name:
        return RuleExtractor(day_of(now))
    from memtui.capture.model_extractor import ModelExtractor, extraction_prompt
    from memtui.capture.second_look import check_prompt
    from memtui.llm.client import Client

    client = Client(settings.llm, model=name, ledger=ledger)
    check = check_prompt(prompts) if settings.capture.check_quotes else None
    return ModelExtractor(client, extraction_prompt(prompts), now=now, check=check)


def similar_by(store: "Store", settings: Settings) -> "Embedder | None":
    """Return the embedder a run compares with, every memory having its vector; None to go by words alone.

    With nothing in the store to compare with, or much left to embed, it is not worth the wait.
    """
    from memtui.llm.embeddings import embedder, is_local
    from memtui.store import embeddings, inserting

    if inserting.is_empty(store):
        return None
    model = embedder(settings.embeddings, settings.llm)
    if model is None:
        return None
    missing = embeddings.count_missing(store, model.name)
    if missing and (missing > _QUICKLY_FILLED or not is_local(model.name) or store.read_only):
        return None
    if missing:
        from memtui.capture.embedding import fill

        fill(store, model)
    return model
