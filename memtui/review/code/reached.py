"""Holds the ports that a memory names against those on which the project is reached.

`make dev` is known by its recipe, a service by its block in a compose file, a development server by the file
or the script that starts it. A port that the project still uses somewhere for what the memory names is none
that is wrong.
"""

import re
from collections.abc import Sequence

from memtui.language.lexicon import EVERYDAY, NEGATIONS, STOP_WORDS
from memtui.language.stems import stem
from memtui.review.code import tools
from memtui.review.code.assigned import Assigned, known, words_of
from memtui.review.code.facts import CodeFact, Held
from memtui.review.code.figured import Project
from memtui.review.code.past import Past

_SENTENCE = re.compile(r"[;.!?](?=\s|\Z)|\n|,\s(?=(?:and|but|that)\s)|\s(?=(?:so|because|since)\s)")
_MOST_FILES = 6
"""Files with ports whose history is asked for one memory."""
_PORT = re.compile(
    r"(?:\bports?\s*(?:is\s+|number\s+|[=:]\s*)?|\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0):|(?<=[\s(`])):?(?P<port>[1-9]\d{2,4})(?![\w.,]?\d|[:\w])",
    re.IGNORECASE,
)
_SURELY = re.compile(
    r"\bports?\s*(?:is\s+|[=:]\s*)?\d|localhost:\d|\s:\d|\bhost\b"
    r"|\b(?:answer|listen|serve|run|start|reach|reachable|available|expose)(?:s|ed|es|d|ing)?\s(?:\w+\s){0,3}?"
    r"(?:on|at|over|through|via|under)\s\d",
    re.IGNORECASE,
)
_OF_SERVERS = frozenset({"server", "dev"})
_COMMAND = re.compile(
    r"(?<![\w-])(?:(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?|(?P<make>make)\s+)(?P<name>[a-z](?:[\w:.-]*\w)?)"
)
_HERE = re.compile(r"\b(?:localhost|host)\b", re.IGNORECASE)


def hold(text: str, project: Project) -> Held | None:
    """Return the port that the project has in the place of one that a text names; None for none."""
    start = 0
    for end in (*(match.end() for match in _SENTENCE.finditer(text)), len(text)):
        found = _in_sentence(text, start, end, project.figures.ports, project.past)
        if found is not None:
            return found
        start = end
    return None


def _in_sentence(text: str, start: int, end: int, ports: Sequence[Assigned], past: Past) -> Held | None:
    sentence = text[start:end]
    words = {word for name in re.findall(r"[A-Za-z]\w*", sentence) for word in words_of(name)}
    stems = frozenset(map(stem, words))
    if known().leads_away(words) or known().asks_for_change(words) or not NEGATIONS.isdisjoint(words):
        return None
    if not _SURELY.search(sentence):
        return None
    ports = [each for each in ports if stems & _file_of(each.path)] or ports
    named = {match["port"]: match for match in _PORT.finditer(text, start, end)}
    command = _COMMAND.search(sentence)
    of_command = [each for each in ports if _is_of(each, command)] if command else []
    there = of_command or _about(sentence, stems, ports)
    used = {f"{each.amount.bare:f}" for each in there}
    for port, match in named.items():
        if port in used or (not of_command and any(f"{each.amount.bare:f}" == port for each in ports)):
            continue
        if (found := _before(text, match, there, past)) is not None:
            return found
    if not of_command or len(used) != 1 or len(named) != 1 or not used.isdisjoint(named):
        return None
    first, span = there[0], next(iter(named.values())).span("port")
    why = f"the port is {used.pop()}, not {next(iter(named))}"
    return Held(False, (CodeFact.at(first.path, first.line, first.shown),), (span,), why)


def _about(sentence: str, stems: frozenset[str], ports: Sequence[Assigned]) -> list[Assigned]:
    """Return the ports of what a sentence names; all, where it only says that it is one of this machine."""
    said = stems - tools.known().said - tools.known().reached - {stem(word) for word in STOP_WORDS}
    said |= stems & _OF_SERVERS
    there = [each for each in ports if said & each.around - {"port"}]
    alone = not (said - EVERYDAY - known().common) or _HERE.search(sentence)
    return list(ports) if not there and alone else there


def _before(text: str, match: re.Match[str], there: Sequence[Assigned], past: Past) -> Held | None:
    """Return that a port was another of some until a commit; None where git does not know."""
    port = match["port"]
    paths = list(dict.fromkeys(each.path for each in there))[:_MOST_FILES]
    for each in there:
        before = past.port(each, port) if each.path in paths else None
        if before is not None:
            new = f"{each.amount.bare:f}"
            why = f"the port was {port} until {before.since}, and is {new} now"
            anew = re.sub(rf"(?<!\d){port}(?!\d)", new, text)
            fact = CodeFact.at(each.path, each.line, each.shown)
            return Held(False, (fact,), (match.span("port"),), why, text=anew, sure=True)
    return None


def _file_of(path: str) -> frozenset[str]:
    """Return what a file is called, as a sentence may name it: `compose`."""
    name = path.rpartition("/")[2].partition(".")[0]
    return frozenset(map(stem, words_of(name))) - {"docker", "packag", "config", "setting", "main", "index"}


def _is_of(port: Assigned, command: re.Match[str]) -> bool:
    """Say whether a port is in the recipe of a command, or in what it starts."""
    name = frozenset(map(stem, words_of(command["name"])))
    file = port.path.rpartition("/")[2].lower()
    return name <= port.around and file == ("makefile" if command["make"] else "package.json")
