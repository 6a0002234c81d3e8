"""Holds the tools that a memory claims against what the project declares, and declared before.

A package that no manifest declares by now, and that no line of code names, is not used. Git tells since when;
where it does not, another tool that does the same job tells as much, less surely.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Protocol

from memtui.language.lexicon import NEGATIONS, RANKING, STOP_WORDS
from memtui.review.code import tools
from memtui.review.code.assigned import Figures, known, words_of
from memtui.review.code.claims import Claim, claims
from memtui.review.code.facts import CodeFact, Held
from memtui.review.code.manifests import Declared, Manifest, plain_name
from memtui.review.code.past import Past
from memtui.review.code.ports import Mapped
from memtui.review.code.scopes import Scope
from memtui.review.code.sentences import STATEMENT, clause_around, is_a_word
from memtui.review.code.versions import agrees
from memtui.review.git_history import Removed

_WORD = re.compile(r"(?<![\w@/.-])[A-Za-z][\w.-]*\w")
_IMAGE = re.compile(r"\bimage:|^\s*FROM\s", re.IGNORECASE)
_GIVEN = re.compile(r"[\s:]v?(\d+(?:\.\d+)*)")
_IS = re.compile(r"\b(?:is|are)\s+\Z")
_OF_THE_JOB = frozenset({"add"})
"""What a guide says that is done with a tool as well."""
_LINKING = frozenset({"on", "for", "to", "into", "onto", "as", "by", "with", "in"})
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

    @property
    def figures(self) -> Figures:
        """What its code and settings give figures, and all their words."""

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
    return next(filter(None, each), None) or _at_work(text, project)


def parts_of(manifest: Manifest, ports: Sequence[Mapped]) -> frozenset[str]:
    """Return the stems of what a project, its parts and its jobs are called."""
    known = tools.known()
    services = frozenset[str]().union(*(mapped.names for mapped in ports))
    scripts = tools.stems(" ".join(name.removeprefix("make ") for name in manifest.scripts))
    return known.around | known.rule | known.of_jobs | manifest.own_names | services | scripts


def _named(clause: str, project: Project) -> Iterator[tuple[str, int, int, str]]:
    """Yield the packages that a clause names, those that are gone as well, in their order."""
    names = list(project.packages(clause))
    taken = [(start, end) for _, start, end, _ in names]
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
            names.append((plain_name(word), match.start(), end, version[1] if version else ""))
    for each in sorted(names, key=lambda each: each[1]):
        if each[3] or not is_a_word(clause, each[1], each[2]):
            yield each


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


# -- at work, in a sentence of any form ----------------------------------------------------------------


def _at_work(text: str, project: Project) -> Held | None:
    """Return what became of a tool that a sentence says is at its job, `two gunicorn workers serve it`.

    Only of what git knows to have been declared: a word of its job must stand beside it.
    """
    for match in STATEMENT.finditer(text):
        named = list(_named(match[0], project))
        gone = [each for each in named if each[0] not in project.manifest.packages]
        if not gone or known().leads_away(frozenset(words_of(match[0]))):
            continue
        masked = text
        for _, start, end, _ in named:
            at = match.start() + start
            masked = masked[:at] + " " * (end - start) + masked[match.start() + end :]
        for name, start, end, version in gone:
            claim = Claim(name, match.start() + start, match.start() + end, version)
            written = text[claim.start : claim.end]
            if written.islower() and _IS.search(text, match.start(), claim.start):
                continue  # `the hull is black`
            if _is_at_its_job(masked, match.span(), claim, project):
                found = _absent(text, claim, [each[0] for each in named], project)
                if found is not None and found.sure:
                    return found
    return None


def _is_at_its_job(masked: str, sentence: tuple[int, int], claim: Claim, project: Project) -> bool:
    scope = Scope(masked, *clause_around(masked, sentence, (claim.start, claim.end)))
    denied = not NEGATIONS.isdisjoint(scope.words) or "t" in scope.words
    if denied or not (tools.known().guide - _OF_THE_JOB).isdisjoint(scope.words):
        return False
    if scope.tells_what_was() or not RANKING.isdisjoint(scope.stems - _LINKING):
        return False
    jobs = [job for job in tools.known().jobs if claim.name in job.tools]
    of_its_job = frozenset[str]().union(*(job.words for job in jobs))
    if not of_its_job & scope.stems:
        return False
    return scope.names_only(project.figures) and scope.is_about(project.figures, of_its_job)


def _is_image(declared: Removed) -> bool:
    """Say whether a line declared an image: code may still speak to what ran in it, by that name."""
    return _IMAGE.search(declared.line) is not None
