"""Growth with the square is told from a machine that is busy and from a clock with a coarse grain."""

import random
import re
from collections.abc import Callable

import pytest

from tests.growth import grows_too_fast

Work = Callable[[str], object]


class Machine:
    """A clock that moves as far as the work says; it shows whole grains, and stumbles every now and then."""

    def __init__(self, grain: float, stumbles: float) -> None:
        self._now = 0.0
        self._grain = grain
        self._stumbles = stumbles
        self._chance = random.Random(7)
        self._until = 0.0

    def __call__(self) -> float:
        return self._now // self._grain * self._grain

    def work(self, seconds: Callable[[int], float]) -> Work:
        """Return work that takes so many seconds for a text of a length."""

        def takes(text: str) -> None:
            self._now += seconds(len(text))
            if self._now > self._until:
                self._now += self._stumbles
                self._until = self._now + self._chance.expovariate(20)

        return takes


@pytest.fixture(params=[(1e-9, 0.0), (0.010, 0.0), (1e-9, 0.030), (0.010, 0.030)], ids=str)
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A quiet machine, one with a coarse clock, a busy one, and one that is both."""
    machine = Machine(*request.param)
    monkeypatch.setattr("tests.growth.time.thread_time", machine)
    return machine


@pytest.mark.parametrize("each", [1e-9, 1e-8, 1e-7, 3e-7, 1e-6, 1e-5])
def test_what_grows_with_the_length_is_fine(machine: Machine, each: float) -> None:
    work = machine.work(lambda length: each * length)
    assert [grows_too_fast(work, piece) for piece in ("a", "- a\n", "the ")] == ["", "", ""]


@pytest.mark.parametrize("each", [1e-9, 1e-8])
def test_what_grows_with_the_square_is_told(machine: Machine, each: float) -> None:
    assert "times as long in one text" in grows_too_fast(machine.work(lambda n: each * n * n), "a")


@pytest.mark.long
def test_what_a_cache_keeps_makes_nothing_quick() -> None:
    seen = set()

    def once_slow(text: str) -> None:
        if text not in seen:
            seen.add(text)
            sum(1 for start in range(0, len(text), 20) for _ in text[start:])

    assert "times as long" in grows_too_fast(once_slow, "ab", longest=16_000)


@pytest.mark.few(1)
@pytest.mark.parametrize(("pattern", "piece"), [(r"\[[^\]]*\]", "["), (r"\bmight\b.*\?", "might ")])
def test_a_pattern_that_looks_again_from_each_place_is_told(pattern: str, piece: str) -> None:
    worse = grows_too_fast(re.compile(pattern).findall, piece, tail="\0", longest=16_000)
    assert "times as long in one text" in worse
