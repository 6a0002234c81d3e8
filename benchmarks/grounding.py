"""How many false statements with a true quote the gates let pass, and how many true ones they refuse.

    python -m benchmarks.grounding [--first] [FILE]

The statements of `training/data/grounding_fresh.txt` are in English, German, Chinese and Japanese, in several
styles, and were only counted: those that were looked at while the signs were made and learned from stand in
other files. With `--first` the first half of FILE is measured, and each statement that is judged wrongly is
shown. Prints one table: what was measured, the figure and the target.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from memtui.capture import gates
from memtui.capture.facts import Candidate, Window
from memtui.capture.gates import Checking
from memtui.capture.grounding import Source

_DATA = Path(__file__).parents[1] / "training" / "data"
WRITTEN_FIRST = _DATA / "grounding.txt"
"""Statements that are learned from alone: what decided before was fitted to them."""
WIDE = _DATA / "grounding_wide.txt"
DATES = _DATA / "grounding_dates.txt"
"""Statements with days and hours that have to be worked out."""
MORE = _DATA / "grounding_more.txt"
"""Statements that join sentences or take whom they are about from elsewhere, among others."""
LATER = _DATA / "grounding_later.txt"
"""Statements about texts of agents and people at work, and days that have to be worked out."""
TURNED = _DATA / "grounding_turned.txt"
"""Statements that swap two, turn a direction or invent what came of it."""
EVERYDAY = _DATA / "grounding_everyday.txt"
"""Statements about meetings, chats and sessions: what is planned, turned down or said of one case."""
FRESH = _DATA / "grounding_fresh.txt"
"""Statements that nothing is learned from: what is measured."""
HALVES = ("first", "second")
"""Either ends the head of a text that belongs to that half, however the others are dealt."""
MOST_ACCEPTED, MOST_REFUSED = 30.0, 3.0
"""Per cent of the false statements that may pass, and of the true ones that may be refused."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement about a text, with the line it quotes."""

    language: str
    source: str
    day: date
    text: str
    quote: str
    statement: str
    kind: str
    """What is false about it; empty for a true one."""


def claims(file: Path, *, first: bool) -> Iterator[Claim]:
    """Yield the statements about every other text of a file, from its first or its second on."""
    texts = [part.splitlines() for part in file.read_text(encoding="utf-8").split("\n= ")[1:]]
    dealt = [lines for lines in texts if not lines[0].endswith(HALVES)]
    half = HALVES[0] if first else HALVES[1]
    chosen = [*dealt[0 if first else 1 :: 2], *(lines for lines in texts if lines[0].endswith(half))]
    for head, *lines in chosen:
        language, name, day = head.split()[:3]
        lines = [line for line in lines if line]
        said = [line for line in lines if line[0] not in "+-"]
        for line in lines[len(said) :]:
            mark, number, statement = line.split(" ", 2)
            yield Claim(
                language,
                name,
                date.fromisoformat(day),
                "\n".join(said),
                said[int(number) - 1],
                statement,
                mark[1:],
            )


def refused(claim: Claim) -> str | None:
    """Return why the gates refuse a statement, or None."""
    checking = Checking(Window(0, claim.text, 0, len(claim.text)), Source(claim.text, claim.day))
    fact = gates.check(gates.tidied(Candidate(claim.statement, claim.quote)), checking)
    return None if fact is None else fact.why


def main(arguments: Sequence[str]) -> int:
    """Print the table; return 0 when every target is met."""
    first = "--first" in arguments
    files = [Path(argument) for argument in arguments if argument != "--first"]
    judged = [(claim, refused(claim)) for claim in claims(files[0] if files else FRESH, first=first)]
    if first:
        _print_wrong(judged)
    print("| statements | false ones accepted | target | true ones refused | target | |")
    print("|---|---|---|---|---|---|")
    rows = {"all": judged}
    rows |= {code: [each for each in judged if each[0].language == code] for code in ("en", "de", "zh", "ja")}
    met = [_print_row(name, row) for name, row in rows.items()]
    kinds = Counter(claim.kind for claim, why in judged if claim.kind and why is None)
    totals = Counter(claim.kind for claim, _ in judged if claim.kind)
    print("\nAccepted by what is false:", ", ".join(f"{k} {kinds[k]} of {n}" for k, n in totals.items()))
    return 0 if met[0] else 1


def _print_row(name: str, judged: Sequence[tuple[Claim, str | None]]) -> bool:
    passed = [why is None for claim, why in judged if claim.kind]
    held = [why is not None for claim, why in judged if not claim.kind]
    accepted, lost = 100 * sum(passed) / len(passed), 100 * sum(held) / len(held)
    met = accepted <= MOST_ACCEPTED and lost <= MOST_REFUSED
    print(
        f"| {name} | {accepted:.0f} % ({sum(passed)} of {len(passed)}) | ≤ {MOST_ACCEPTED:g} % "
        f"| {lost:.1f} % ({sum(held)} of {len(held)}) | ≤ {MOST_REFUSED:g} % | {'met' if met else 'MISSED'} |"
    )
    return met


def _print_wrong(judged: Sequence[tuple[Claim, str | None]]) -> None:
    for claim, why in judged:
        if bool(claim.kind) == (why is None):
            print(f"{claim.language} {claim.source}: {claim.kind or 'true'}: {claim.statement}")
            print(f"    “{claim.quote}”" + (f" refused: {why}" if why else " accepted"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
