"""What the model that reads the store is asked and answers, for tests."""

from collections.abc import Sequence

from memtui.domain.memory import Memory
from memtui.domain.proposal import Finding
from memtui.review.rules.judge import RULE
from memtui.store.database import Store
from tests.review.model import Asking
from tests.review.planting import plant

ATLAS = "/project/atlas"


def card(
    number: object, do: str = "drop", reason: str = "It only tells what was done that day.", **more: object
) -> dict[str, object]:
    return {"id": number, "do": do, "reason": reason, **more}


def planted(store: Store, count: int, **more: object) -> list[Memory]:
    """Plant memories; the last is the first that the model sees."""
    return [plant(store, f"Ran the checks of build {i}, all fine", **more) for i in range(count)]  # type: ignore[arg-type]


def suggested(asked: Asking, scopes: Sequence[str] = (ATLAS,)) -> list[Finding]:
    return list(RULE.survey(scopes, asked.now))


def listed(asked: Asking, text: str) -> int:
    """Return the number under which the model saw a memory."""
    lines = asked.server.said(0).splitlines()
    return next(int(line.split(" | ")[0]) for line in lines if " | " in line and text in line)
