"""Names the writers of mails who write from one house to another, so that their `our` is not the reader's.

Where the addresses of a thread are of one house, everybody's `we` is the same. Where they are of several,
each writer is named with theirs, as far as the mail tells it: `Ines Orr (Lund Harbour): our cranes …`.
"""

import re
from collections.abc import Sequence

_ADDRESS = re.compile(r"[\w.+-]{1,64}@((?:[\w-]{1,63}\.){1,4}[\w-]{2,24})")
_BETWEEN = r"[\s&.-]{1,3}"


def names_of_writers(heads: Sequence[tuple[str, str]], said: Sequence[str]) -> list[str]:
    """Return how each writer is named; empty texts where all write from one house.

    `heads` are the name of each writer and the text of the head, `said` is what stands below it.
    """
    houses = {house.lower() for _, head in heads for house in _ADDRESS.findall(head)}
    if len(houses) < 2:
        return ["" for _ in heads]
    return [_named(who, head, below) for (who, head), below in zip(heads, said, strict=True)]


def _named(who: str, head: str, below: str) -> str:
    line = next((each for each in head.splitlines() if who in each), "")
    address = _ADDRESS.search(line, line.find(who) if who else 0)
    if address is None:
        return who
    words = [word for word in re.split(r"[-_]", address[1].split(".")[-2]) if word]
    house = re.search(rf"\b{_BETWEEN.join(map(re.escape, words))}\b", below, re.IGNORECASE)
    return f"{who} ({' '.join(house[0].split())})" if house is not None and "@" not in who else who
