"""Holds the ports that a memory names against those on which the project is reached.

`make dev` is known by its recipe, a service by its block in a compose file, a development server by the file
or the script that starts it. A port that the project still uses somewhere for what the memory names is none
that is wrong.
"""

import re
from collections.abc import Sequence

from memtui.language.lexicon import NEGATIONS, STOP_WORDS
from memtui.language.stems import stem
from memtui.review.code import tools
from memtui.review.code.assigned import Assigned, known, words_of
from memtui.review.code.facts import CodeFact, Held
from memtui.review.code.past import Past

_SENTENCE = re.compile(r"[;.!?](?=\s|\Z)|\n|,\s(?=(?:and|but|so|that)\s)")
_PORT = re.compile(
    r"(?:\bports?\s+(?:is\s+|number\s+)?|\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0):|(?<=[\s(`])):?(?P<port>[1-9]\d{2,4})(?![\w.,]?\d|[:\w])",
    re.IGNORECASE,
)
_REACHED = re.compile(r"\b(?:ports?|localhost|host|listens?|serve[sd]?|maps?|mapped|publish(?:es|ed)?|runs|on)\b|:", re.IGNORECASE)
_SURELY = re.compile(r"\bports?\s+(?:is\s+)?\d|localhost:\d|\s:\d|\bhost\b", re.IGNORECASE)
_COMMAND = re.compile(r"`(?:(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?|(?P<make>make)\s+)(?P<name>[a-z][\w:.-]*)`")
_HERE = re.compile(r"\b(?:localhost|host)\b", re.IGNORECASE)


def hold(text: str, ports: Sequence[Assigned], past: Past) -> Held | None:
    """Return the port that the project has in the place of one that a text names; None for none."""
    start = 0
    for end in (*(match.end() for match in _SENTENCE.finditer(text)), len(text)):
        found = _in_sentence(text, start, end, ports, past)
        if found is not None:
            return found
        start = end
    return None


def _in_sentence(text: str, start: int, end: int, ports: Sequence[Assigned], past: Past) -> Held | None:
    sentence = text[start:end]
    words = {word for name in re.findall(r"[A-Za-z]\w*", sentence) for word in words_of(name)}
    stems = frozenset(map(stem, words))
    if stems & (known().elsewhere | known().turns) or not NEGATIONS.isdisjoint(words):
        return None
    named = list(_PORT.finditer(text, start, end))
    if len({match["port"] for match in named}) != 1 or not _SURELY.search(sentence):
        return None
    match = named[0]
    port = match["port"]
    command = _COMMAND.search(sentence)
    there = [each for each in ports if _is_of(each, command)] if command else []
    if not there:
        said = stems - tools.known().said - tools.known().reached - {stem(word) for word in STOP_WORDS}
        said |= stems & {"server", "dev"}
        there = [each for each in ports if said & each.around - {"port"}]
        if _HERE.search(sentence) and not there:
            there = list(ports)
        command = None
    used = {f"{each.amount.bare:f}" for each in there}
    if not there or port in used or (command is None and f"localhost:{port}" in text and _elsewhere(port, ports)):
        return None
    span = match.span("port")
    for each in there:
        before = past.line_with(port, each.path, each.shown)
        if before is not None:
            new = f"{each.amount.bare:f}"
            why = f"port {port} was that until {before.since}, and it is {new} now"
            anew = re.sub(rf"(?<!\d){port}(?!\d)", new, text)
            return Held(False, (CodeFact.at(each.path, each.line, each.shown),), (span,), why, text=anew, sure=True)
    if command is None or len(used) != 1:
        return None
    first = there[0]
    why = f"the port is {used.pop()} there"
    return Held(False, (CodeFact.at(first.path, first.line, first.shown),), (span,), why)


def _elsewhere(port: str, ports: Sequence[Assigned]) -> bool:
    return any(f"{each.amount.bare:f}" == port for each in ports)


def _is_of(port: Assigned, command: re.Match[str]) -> bool:
    """Say whether a port is in the recipe of a command, or in what it starts."""
    name = frozenset(map(stem, words_of(command["name"])))
    file = port.path.rpartition("/")[2].lower()
    return name <= port.around and file == ("makefile" if command["make"] else "package.json")
