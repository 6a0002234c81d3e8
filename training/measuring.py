"""How proposals fare against what people said: found, right, wrong, and how far they can be believed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from training.labelled import AGREED, AT_SIGHT

TENTHS = 10


@dataclass(slots=True)
class Measure:
    """How proposals fare against what people said."""

    at_sight: int = 0
    """Memories that people drop at sight, proposed or not."""
    found: int = 0
    """Of those, proposed."""
    cards: int = 0
    """Memories proposed."""
    wrong: int = 0
    """Of those, kept by people."""
    sure: list[tuple[float, bool]] = field(default_factory=list)
    """How sure the model was, and whether people would agree; of whatever it was asked about."""

    def add(self, drop: float, sure: float | None, *, proposed: bool) -> None:
        """Count one memory; `sure` is None where nothing was said of it."""
        self.at_sight += drop >= AT_SIGHT
        if sure is not None:
            self.sure.append((sure, drop >= AGREED))
        if not proposed:
            return
        self.cards += 1
        self.found += drop >= AT_SIGHT
        self.wrong += drop < AGREED

    @property
    def share_found(self) -> float:
        """Of what people drop at sight, the share that was proposed; 0 where there is nothing."""
        return self.found / self.at_sight if self.at_sight else 0.0

    @property
    def share_wrong(self) -> float:
        """Of the cards, the share that people keep; 0 without cards."""
        return self.wrong / self.cards if self.cards else 0.0


def together(parts: Sequence[Measure]) -> Measure:
    """Return several measures as one."""
    return Measure(
        sum(part.at_sight for part in parts),
        sum(part.found for part in parts),
        sum(part.cards for part in parts),
        sum(part.wrong for part in parts),
        [each for part in parts for each in part.sure],
    )


def reliability(sure: Sequence[tuple[float, bool]]) -> list[tuple[float, float, int]]:
    """Return, for each tenth of confidence: what was said on average, what was so, and of how many."""
    table = []
    for tenth in range(TENTHS):
        inside = [each for each in sure if min(int(each[0] * TENTHS), TENTHS - 1) == tenth]
        if inside:
            said, so = np.mean(np.array(inside, float), axis=0)
            table.append((float(said), float(so), len(inside)))
    return table


def calibration_error(sure: Sequence[tuple[float, bool]]) -> float:
    """Return by how much what was said and what was so differ, averaged over all memories."""
    table = reliability(sure)
    return sum(abs(said - so) * count for said, so, count in table) / max(len(sure), 1)


def least_gate(
    gates: NDArray[np.float64], likely: NDArray[np.float64], right: NDArray[np.bool_], least_right: float
) -> float:
    """Return the least of some gates from which on so many of what is likely are right, else the last."""
    good = (gate for gate in gates if right[likely >= gate].sum() >= least_right * (likely >= gate).sum())
    return float(next(good, gates[-1]))
