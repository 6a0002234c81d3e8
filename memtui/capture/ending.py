"""Makes the memory of where a session stands, to be offered when the session has ended.

`summary` finds what is done, decided and open; this module makes a draft of it, with its provenance.
`Capture` calls it once it has read a session to its end.
"""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memtui.capture import summary as summaries
from memtui.capture.ledger import RunLedger
from memtui.capture.place import RUN, WHOLE, Place
from memtui.capture.transcripts.turns import Turn
from memtui.config.settings import Settings
from memtui.domain.memory import Draft, Memory, MemoryType, Origin
from memtui.lifecycle.filing import told_of
from memtui.llm.errors import AnswerUnusable, TooLong
from memtui.projects.identity import identify
from memtui.store import memories, sessions
from memtui.store.database import Store

_IMPORTANCE = 0.5
"""In the middle: worth something while the work goes on, overtaken by the next session's."""


@dataclass(frozen=True, slots=True)
class Ending:
    """Sums up one session."""

    store: Store
    settings: Settings
    place: Place
    scope: str
    """Where the summary is filed."""
    model: str = ""
    ledger: RunLedger | None = None
    prompts: Path | None = None

    async def summed_up(self, kept: Sequence[Memory], last: Sequence[Turn]) -> summaries.Summary | None:
        """Return where the session stands, or None when nothing shows it; `last` are its last turns.

        Raises LlmError, except when the model's answers are useless: then the rules do it.
        """
        now = self.store.now()
        if self.model:
            from memtui.llm.client import Client

            client = Client(self.settings.llm, model=self.model, ledger=self.ledger)
            most = self.settings.capture.window_tokens
            with contextlib.suppress(AnswerUnusable, TooLong):
                prompt = summaries.summary_prompt(self.prompts)
                return await summaries.by_model(client, prompt, kept, last, most=most, now=now)
        return summaries.by_rules(kept, last, now)

    def draft(self, summary: summaries.Summary, last: Sequence[Turn]) -> Draft:
        """Return the memory that a summary is to become."""
        now = self.store.now()
        at = min(next((turn.at for turn in reversed(last) if turn.at is not None), now), now)
        offline = summary.extractor == "offline"
        provenance: dict[str, object] = {
            "source": self.place.client or RUN,
            "session": self.place.session,
            "file": Path(self.place.path).name if self.place.path else "",
            "cwd": self.place.cwd,
            **told_of(identify(self.place.cwd)),
            "way": WHOLE,
            "extractor": "offline" if offline else "model",
            "model": "" if offline else summary.extractor,
            "rules" if offline else "prompt": summary.version,
        }
        return Draft(
            summary.text(self.scope, at),
            scope=self.scope,
            type=MemoryType.EPISODIC,
            categories=("project_status", sessions.SUMMARY),
            importance=_IMPORTANCE,
            origin=Origin.EXTRACTED,
            provenance={key: value for key, value in provenance.items() if value != ""},
            created_at=at,
        )

    def before(self) -> Memory | None:
        """Return the summary that was kept of an earlier end of this session, untouched since."""
        latest = sessions.latest_summary(self.store, self.scope)
        for memory in memories.get_many(self.store, [] if latest is None else [latest]):
            if memory.provenance.get("session") == self.place.session and memory.version == 1:
                return memory
        return None
