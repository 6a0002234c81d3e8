"""Proposes to drop what is about files that are gone.

A path counts only when it lies in a project folder that the memory itself comes from (the working directory
or the file in its provenance) and that is on this machine now. Without one, nothing can be told. A memory is
dead when every path that it names is gone; one that tells of a removal, of a file to come, of an example or a
pattern is not, and a long one is about more than its paths.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

from memtui.capture.windows import tokens
from memtui.domain.instant import DAY, Instant
from memtui.domain.keep_value import MUCH_USED, keep_value
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Change, Deed, Evidence, Finding, Kind, Target
from memtui.domain.scope import contains
from memtui.domain.text import one_line
from memtui.review.rule import Context, MemoryRule
from memtui.review.rules.protection import redundancy
from memtui.review.rules.wording import family

_ASK_AGAIN = 30 * DAY
_LONGEST = 600
_MOST_PATHS = 8
_FOLDER_KEYS = ("cwd", "root", "project_root", "project", "workspace", "repository", "folder")
_FILE_KEYS = ("path", "file", "transcript")
_DELICATE = frozenset({"decision", "gotcha", "preference", "identity"})

_PATH = re.compile(
    r"(?<![\w./~@:%$*?<>{}\[\]\\#=-])(?:~/|\.{1,2}/|/)?(?:[\w.@+-]+/)+(?:[\w.@+-]*\w)?"
    r"(?=[\s,;:)\]\"'`’”!?]|\.(?:\s|\Z)|\Z)"
)
_FILE_NAME = re.compile(r"\.[A-Za-z]\w{0,7}\Z")
_ADDRESS = re.compile(r"(?<!\S)\S+://\S+|(?<![\w.-])[\w.-]+@[\w-]+\.\S+")
_HOST = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/")
_UNREAL = re.compile(
    r"\b(?:path/to|foo|bar|baz|example|sample|your|my|some|placeholder|tmp|temp)\b"
    r"|xxx|\.\.\.|YYYY|(?-i:(?:^|/)[A-Z_]{4,}/)",
    re.IGNORECASE,
)
_MADE = re.compile(r"(?:^|/)(?:dist|build|target|out|node_modules|\.venv|coverage|\.cache|__pycache__|tmp)/")
_DATA = re.compile(
    r"\.(?:bin|csv|tsv|log|gz|zip|zst|db|sqlite3?|parquet|dump|bak|png|jpe?g|pdf|mp[34]|wav)\Z"
)
_TOLD = re.compile(
    r"\b(?:removed?|removes|removing|deleted?|deletes|renamed?|moved|gone|dropped|replaced|superseded|no "
    r"longer|"
    r"used to|formerly|previously|historical|(?:does|do|did)(?: not|n['’]t) exist|not exist|(?:is|are|was|"
    r"went) (?:missing|lost)|"
    r"generated|created|written (?:to|by)|saved? to|will be|to be|planned|"
    r"not yet|(?:git)?ignored|for example|e\.g\.|such as|for instance|template|gelöscht|entfernt|umbenannt|"
    r"on the server|in production|upstream|in the (?:bucket|container|image))\b",
    re.IGNORECASE,
)
_MAKES = re.compile(r"\b(?:creates?|generates?|writes?|produces?|outputs?)\b[^.;]{0,40}\Z", re.IGNORECASE)
_COMMAND = re.compile(r"`[^`\n]*\s[^`\n]*`")


@dataclass(frozen=True, slots=True)
class _Named:
    """A path that a text names."""

    path: str
    start: int
    end: int


class Dead(MemoryRule):
    """Looks for memories whose files are gone."""

    kind = Kind.DEAD

    def look(self, memory: Memory, now: Context) -> Finding | None:
        """Propose to drop a memory that is about files which are not there any more."""
        named = _paths(memory)
        roots = _roots(memory, now) if named else []
        if not roots:
            return None
        gone: list[tuple[_Named, str]] = []
        for one in named:
            places = [(root, inner) for root in roots if (inner := _inside(root, one.path)) is not None]
            if not places or any(_UNREAL.search(inner) or _MADE.search(inner) for _, inner in places):
                continue
            if not all(now.disk.gone(root, inner) for root, inner in places):
                return None
            gone.append((one, places[0][0]))
        return _finding(memory, gone, roots, now) if gone else None

    def look_again(self, memory: Memory, now: Context) -> Instant | None:
        """Return when to look whether its files are still there: nothing in the store says when they go."""
        return now.now + _ASK_AGAIN if _paths(memory) and _roots(memory, now) else None


def _paths(memory: Memory) -> list[_Named]:
    """Return the paths that a memory is about; none when it may be about more, or about their end."""
    text = memory.text
    if "/" not in text or not memory.provenance or len(text) > _LONGEST:
        return []
    if memory.access_count >= MUCH_USED or (
        memory.type is MemoryType.CONSTITUTIONAL and contains("/user", memory.scope)
    ):
        return []
    found = list(_named(text))
    if not found or len(found) > _MOST_PATHS:
        return []
    besides = _PATH.sub(" ", text)
    return [] if _TOLD.search(besides) else found


def _named(text: str) -> Iterator[_Named]:
    plain = _ADDRESS.sub(lambda match: " " * len(match[0]), text) if "://" in text or "@" in text else text
    for match in _PATH.finditer(plain):
        path = match[0]
        whole = path.startswith(("/", "~/"))
        if not (_FILE_NAME.search(path) or path.endswith("/") or whole):
            continue
        if _HOST.match(path) and not whole:
            continue
        if _MAKES.search(text, max(match.start() - 50, 0), match.start()):
            continue
        yield _Named(path, *match.span())


def _roots(memory: Memory, now: Context) -> list[str]:
    """Return the project folders that a memory comes from and that are on this machine."""
    found: list[str | None] = []
    for key in _FOLDER_KEYS:
        told = memory.provenance.get(key)
        if isinstance(told, str) and told.startswith("/"):
            folder = now.disk.project(told.rstrip("/"))
            found += [folder, now.disk.project_around(f"{folder}/x") if folder else None]
    for key in _FILE_KEYS:
        told = memory.provenance.get(key)
        if isinstance(told, str) and told.startswith("/"):
            outer, inner, _ = told.partition("/.claude/")
            found.append(now.disk.project(outer) if inner else now.disk.project_around(told))
    return list(dict.fromkeys(folder for folder in found if folder is not None))


def _inside(root: str, path: str) -> str | None:
    """Return a path as it is seen from a root, or None when it does not lie in it."""
    whole = os.path.expanduser(path) if path.startswith("~/") else path
    joined = os.path.normpath(os.path.join(root, whole))
    return joined[len(root) + 1 :] if joined.startswith(root + os.sep) else None


def _finding(
    memory: Memory, gone: list[tuple[_Named, str]], roots: list[str], now: Context
) -> Finding | None:
    """Return the proposal, unless a folder of the project still has such a path."""
    sure = 0.75
    facts: list[tuple[str, str]] = []
    for one, root in gone:
        inner = _inside(root, one.path) or ""
        first = inner.split("/", 1)[0]
        rooted = one.path.startswith(("/", "~/")) or not now.disk.gone(root, first)
        for place in roots:
            others = now.disk.elsewhere(place, inner)
            if others is None:
                if not rooted:
                    return None
            elif any(f"/{other}".endswith(f"/{inner}") for other in others):
                return None
            elif 0 < len(others) <= 2:
                facts.append(("same name", one_line(others[0], 80)))
                sure = min(sure, 0.4)
        if not rooted:
            if _DATA.search(one.path) or _in_command(memory.text, one):
                return None
            sure = min(sure, 0.6)
    names = [one.path for one, _ in gone]
    if len(names) == 1:
        reason = f"it is about {one_line(names[0], 80)}, which is not there any more"
    else:
        reason = f"it is about {len(names)} files and folders, and none of them is there any more"
    kept = keep_value(
        memory,
        now.now,
        usage_known=now.usage_known(memory),
        redundancy=redundancy(memory, now),
        validity="what it is about is gone",
    )
    delicate = memory.pinned or memory.access_count or not _DELICATE.isdisjoint(memory.categories)
    looked = [("looked in", one_line(root, 120)) for root in roots[:1]]
    missing = [("missing", one_line(", ".join(names), 160))]
    return Finding(
        kind=Kind.DEAD,
        rule=str(Kind.DEAD),
        targets=(Target.of(memory),),
        reason=reason,
        change=Change(Deed.DROP, gone=(memory.id,)),
        scope=memory.scope,
        evidence=Evidence(
            (*missing, *looked, *facts, *kept.facts()),
            {memory.id: tuple((one.start, one.end) for one, _ in gone)},
        ),
        confidence=sure,
        saves=tokens(memory.text),
        batch="" if delicate or sure < 0.75 else f"files of {family(memory.scope)} that are gone",
    )


def _in_command(text: str, one: _Named) -> bool:
    return any(match.start() < one.start < match.end() for match in _COMMAND.finditer(text))


RULE = Dead()
