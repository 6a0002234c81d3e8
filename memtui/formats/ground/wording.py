"""What kind of memory a statement is, by its words and the headings above it; used by the readers.

Rules and how-tos are procedural, facts semantic. Agents write both side by side and mark neither.
"""

import re
from dataclasses import dataclass

from memtui.domain.memory import MemoryType

LIKING = re.compile(r"\b(prefer\w*|likes?|dislikes?|wants?|style|always|never|hates?)\b", re.IGNORECASE)
DECISION = re.compile(r"\b(decid\w+|decisions?|chose|chosen|settled on|we use .+ because)\b", re.IGNORECASE)
TRAP = re.compile(r"\b(gotchas?|pitfalls?|known issues?|bugs?|lessons?|caveats?|warnings?)\b", re.IGNORECASE)
STATUS = re.compile(r"\b(status|roadmap|todo|current(ly)?|recent|in progress|branch(es)?)\b", re.IGNORECASE)
PREFERENCE = re.compile(r"\b(preferences?|feedback|conventions?|style|rules?)\b", re.IGNORECASE)
SELF = re.compile(
    r"\b(identity|profile|name is|named|role|pronouns|is an? |works (as|at|for))", re.IGNORECASE
)
_ABOUT = re.compile(r"\b(identity|profile|about|role|who)\b", re.IGNORECASE)
_IDENTITY = re.compile(
    r"\W*((the )?user|i|he|she|they)(['’]s? name\b|\W+((is|am) an? |works (as|at|for) |lives in |was born ))"
    r"|.{0,80}\b(name is|pronouns)\b|\W*(name|pronouns|role|time ?zone|location)\W{0,4}:",
    re.IGNORECASE,
)
_FAILURES = re.compile(r"\b(failures?|errors?|mistakes?|quirks?|troubleshooting)\b", re.IGNORECASE)
_IMPERATIVE = re.compile(
    r"^\W*(please )?(add|always|ask|assume|avoid|build|call|check|commit|confirm|create|define|do|don['’]t|"
    r"ensure|fix|follow|format|give|handle|ignore|import|include|install|keep|leave|let|limit|make|mark|"
    r"match|minimi[sz]e|must|name|never|no|only|prefer|preserve|put|read|rebase|refer|remember|remove|"
    r"report|restart|return|reuse|review|run|see|set|show|skip|start|stick|stop|store|test|treat|try|"
    r"update|use|validate|verify|wait|when|wrap|write)\b",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"\b(always|never|must( not)?|should( not)?|do not|don['’]t|required? to)\b", re.IGNORECASE
)
_STEPS = re.compile(r"^1[.)] ", re.MULTILINE)
_START = 400
"""Characters that tell what sort of statement it is."""


@dataclass(frozen=True, slots=True)
class Sort:
    """What a statement becomes."""

    type: MemoryType
    categories: tuple[str, ...]
    importance: float


def is_rule(text: str) -> bool:
    """Say whether a statement tells somebody what to do."""
    beginning = text[:_START]
    return bool(_IMPERATIVE.match(beginning) or _RULE.search(beginning) or _STEPS.search(beginning))


def sort_of(text: str, headings: str = "") -> Sort:
    """Return what a statement below `headings` becomes."""
    beginning = text[:_START]
    if TRAP.search(headings) or _FAILURES.search(headings):
        return Sort(MemoryType.SEMANTIC, ("gotcha",), 0.6)
    if DECISION.search(headings) or DECISION.search(beginning):
        return Sort(MemoryType.SEMANTIC, ("decision",), 0.7)
    if PREFERENCE.search(headings) or LIKING.search(beginning) or _RULE.search(beginning):
        return Sort(MemoryType.PROCEDURAL, ("preference",), 0.7)
    if is_rule(beginning):
        return Sort(MemoryType.PROCEDURAL, ("finding",), 0.6)
    if STATUS.search(headings):
        return Sort(MemoryType.SEMANTIC, ("project_status",), 0.4)
    return Sort(MemoryType.SEMANTIC, ("finding",), 0.5)


def sort_of_person(text: str, headings: str = "") -> Sort:
    """Return what a statement about the user becomes."""
    beginning = text[:_START]
    if _ABOUT.search(headings) or _IDENTITY.match(beginning):
        return Sort(MemoryType.CONSTITUTIONAL, ("identity",), 0.9)
    if is_rule(beginning):
        return Sort(MemoryType.PROCEDURAL, ("preference",), 0.8)
    if LIKING.search(beginning) or PREFERENCE.search(headings):
        return Sort(MemoryType.SEMANTIC, ("preference",), 0.8)
    return Sort(MemoryType.SEMANTIC, ("observation",), 0.6)
