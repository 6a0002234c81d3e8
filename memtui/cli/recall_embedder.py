"""The embedder that `recall` and its commands compare meanings with."""

from typing import TYPE_CHECKING

from memtui.cli import output
from memtui.cli.session import Session

if TYPE_CHECKING:
    from memtui.llm.embeddings import Embedder
    from memtui.store.database import Store


def used_embedder(session: Session, store: "Store") -> "Embedder | None":
    """Return the embedder in use, once memories that were just added have their vectors."""
    from memtui.llm.embeddings import embedder
    from memtui.llm.errors import LlmError

    model = embedder(session.settings.embeddings, session.settings.llm)
    if model is not None:
        from memtui.recall.catching_up import catch_up

        try:
            catch_up(store, model)
        except LlmError as error:
            output.say(f"Searched by words alone: {error}")
            return None
    return model
