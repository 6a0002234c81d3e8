"""Which extractor a run gets: the configured model's, or the rules.

The faces call `choose`; nothing of the model client is loaded when the rules do.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from memtui.capture.dates import day_of
from memtui.capture.facts import Extractor
from memtui.capture.rules.extractor import RuleExtractor
from memtui.config.settings import Settings
from memtui.domain.instant import Instant

if TYPE_CHECKING:
    from memtui.llm.spending import Ledger


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
    from memtui.llm.client import Client

    client = Client(settings.llm, model=name, ledger=ledger)
    return ModelExtractor(client, extraction_prompt(prompts), now=now)
