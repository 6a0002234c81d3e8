"""Holds the tools that a memory claims against what the project declares, and declared before.

A package that no manifest declares by now, and that no line of code names, is not used. Git tells since when;
where it does not, another tool that does the same job tells as much, less surely.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Protocol

from memtui.language.lexicon import STOP_WORDS
from memtui.review.code import tools
from memtui.review.code.claims import Claim, claims
from memtui.review.code.facts import CodeFact, Held
from memtui.review.code.manifests import Declared, Manifest, plain_name
from memtui.review.code.past import Past
from memtui.review.code.ports import Mapped
from memtui.review.code.versions import agrees
from memtui.review.git_history import Removed

_WORD = re.compile(r"(?<![\w@/.-])[A-Za-z][\w.-]*\w")
_IMAGE = re.compile(r"\bimage:|^\s*FROM\s", re.IGNORECASE)
_GIVEN = re.compile(r"[\s:]v?(\d+(?:\.\d+)*)")
_NUMBER = re.compile(r"\d+(?:\.\d+)*")


class Project(Protocol):
    """What has to be known of a project."""

    past: Past

    @property
    def manifest(self) -> Manifest:
        """What it declares."""

    @property
    def parts(self) -> frozenset[str]:
        """The stems of what it, its parts and its jobs are called."""

    def packages(self, text: str) -> Iterator[tuple[str, int, int, str]]:
        """Yield each package or tool that a text names."""

    def has_word(self, word: str) -> bool:
        """Say whether code or settings have a word."""

    def in_use_all_the_same(self, name: str) -> bool:
        """Say whether what no manifest declares is used."""

    def of_the_same_job(self, name: str, named: Sequence[str]) -> tuple[str, Declared] | None:
        """Return the tool that the project uses for the job of another."""


def hold(text: str, project: Project) -> Held | None:
    """Return what the project has instead of a tool that a text claims; None where it has what is claimed."""
    found = list(claims(text, lambda clause: _named(clause, project), project.parts))
    names = [claim.name for claim in found]
    each = (_version(text, claim, project) or _absent(text, claim, names, project) for claim in found)
    return next(filter(None, each), None)


def parts_of(manifest: Manifest, ports: Sequence[Mapped]) -> frozenset[str]:
    """Return the stems of what a project, its parts and its jobs are called."""
    known = tools.known()
    services = frozenset[str]().union(*(mapped.names for mapped in ports))
    scripts = tools.stems(" ".join(name.removeprefix("make ") for name in manifest.scripts))
    return known.around | known.rule | known.of_jobs | manifest.own_names | services | scripts


def _named(clause: str, project: Project) -> Iterator[tuple[str, int, int, str]]:
    """Yield the packages that a clause names, those that are gone as well, in their order."""
    known = list(project.packages(clause))
    taken = [(start, end) for _, start, end, _ in known]
    for match in _WORD.finditer(clause):
        word = match[0].lower()
        if any(start <= match.start() < end for start, end in taken) or word in STOP_WORDS:
            continue
        gone = project.past.packages.get(word)
        if gone is None:
            continue
        version = _GIVEN.match(clause, match.end())
        if not project.has_word(word) or (version is not None and _is_image(gone)):
            end = match.end() if version is None else version.end()
            known.append((plain_name(word), match.start(), end, version[1] if version else ""))
    yield from sorted(known, key=lambda each: each[1])


def _version(text: str, claim: Claim, project: Project) -> Held | None:
    declared = project.manifest.packages.get(claim.name, [])
    if not claim.version or not declared:
        return None
    given = claim.version.rstrip("+")
    fits = [agrees(given, each.says, open_above="+" in claim.version) for each in declared]
    if True in fits or None in fits:
        return None
    asked_before = (project.past.version(claim.name, given, each.path) for each in declared)
    before = next(filter(None, asked_before), None)
    first = declared[0]
    asked = first.says.removeprefix("==")
    why = f"it asks for {first.name} {asked}"
    if before is not None:
        why = f"it asked for {first.name} {given} until {before.since}, and asks for {asked} now"
    facts = (CodeFact.of(first),)
    anew = "" if before is None else _with_version(text, claim, declared)
    return Held(False, facts, ((claim.start, claim.end),), why, text=anew, sure=before is not None)


def _with_version(text: str, claim: Claim, declared: Sequence[Declared]) -> str:
    """Return a text that claims the version of a tool which all that is declared asks for; empty for none."""
    parts = claim.version.rstrip("+").count(".") + 1
    asked = {
        ".".join(found[0].split(".")[:parts]) for each in declared if (found := _NUMBER.search(each.says))
    }
    at = text.rfind(claim.version.rstrip("+"), claim.start, claim.end)
    if len(asked) != 1 or at < 0:
        return ""
    new = asked.pop()
    if re.search(rf"(?<![\w.]){re.escape(new)}(?![\w])", text):
        return ""  # it speaks of the new version already, as another one
    return text[:at] + new + text[at + len(claim.version.rstrip("+")) :]


def _absent(text: str, claim: Claim, names: Sequence[str], project: Project) -> Held | None:
    if project.manifest.packages.get(claim.name):
        return None
    name = re.split(r"[\s:=@]", text[claim.start : claim.end])[0]
    gone = project.past.packages.get(name.lower()) or project.past.packages.get(claim.name)
    was_image = gone is not None and bool(claim.version) and _is_image(gone)
    if not was_image and (project.has_word(name) or project.in_use_all_the_same(claim.name)):
        return None
    other = project.of_the_same_job(claim.name, names)
    if gone is None and other is None:
        return None
    instead = "" if other is None else f", and {other[1].name} does the job of a {other[0]}"
    facts = () if other is None else (CodeFact.of(other[1]),)
    since = "" if gone is None else f" since {gone.since}"
    why = f"nothing there declares {name}{since}{instead}"
    return Held(False, facts, ((claim.start, claim.end),), why, sure=gone is not None)


def _is_image(declared: Removed) -> bool:
    """Say whether a line declared an image: code may still speak to what ran in it, by that name."""
    return _IMAGE.search(declared.line) is not None
