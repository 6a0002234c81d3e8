"""Proposes to drop memories about files that are gone, and to correct paths that git says were renamed.

A path counts only in a project folder that the memory comes from (its working directory, or the file in its
provenance), or of one whose project it is filed under and where git knows the path, and that is on this
machine. A missing path alone proves nothing: a memory may have been read
from another folder than the one it is about. Git must know that the path existed and was removed; or, if
git knows nothing of it, other files that memories of the project name must exist, or its like in its folder.

What its sentence calls a prefix, a topic or a route is no file, unless git knows it as one.

A memory is dead when every path in it is gone; not when it tells of a removal, a file to come, an example
or a pattern, nor when it is long and so about more than its paths. Where git knows nothing of a path, it may
never have been there, so a memory that has another sentence, without one, is left alone, too; and so is one
about a folder, which a build may make. Of a list only the lines that name it go (`review.parts`). If git
knows a path's new name, the card proposes that.

A line of an index that only points to a file beside it, `[Deploys](deploy.md)`, is dead when that is not
there and the index is.
"""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from pathlib import Path

from memtui.capture.windows import tokens
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import DAY, Instant
from memtui.domain.keep_value import MUCH_USED, keep_value
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.domain.scope import USER, contains, first_levels
from memtui.domain.text import Longest, one_line
from memtui.formats.protocol import POINTS_TO
from memtui.phrases import phrases_in
from memtui.review.code import tools
from memtui.review.folders import checkout_of, folders_of
from memtui.review.git_history import Fate
from memtui.review.parts import heads, items_of, parts_of, without_some
from memtui.review.rule import Context, MemoryRule
from memtui.review.rules.named_paths import NamedPath, in_command, inside, named_in, without_paths
from memtui.review.rules.protection import DELICATE, redundancy
from memtui.store import review_state
from memtui.store.unsettled import MOVED

_ASK_AGAIN = 30 * DAY
"""Nothing in the store says that a file went, so memories that name one are looked at once a month."""
_LONGEST = 600
"""Characters; a longer text is about more than the files that it names."""
_BY_GIT = 0.85
"""How sure it is that a file is gone when git names the commit that removed it."""
_MOVED_BY_GIT = 0.9
"""How sure a new place is that git names; surer than that a file is gone, as the new one can be seen."""
_NOT_THERE = 0.6
"""How sure it is that a file is gone when it is only not there: a build may make it, or a branch hold it."""
_SAME_NAME = 0.4
"""How sure it is when a file of the same name lies elsewhere: it may be the one that is meant."""
_FEW = 2
"""Files of the same name that one of them may be meant by; more have it by chance."""
_OTHERS = 150
"""Memories of the same project, and paths in them, that are looked at to see whether its files are here."""
_MOST_PATHS = 8
"""A text that names more paths is a listing."""
_A_SENTENCE = 4
"""Words that say something by themselves; fewer are a title or a label."""

_PHRASES = phrases_in(Path(__file__).with_name("dead.toml"))
_UNREAL = _PHRASES["unreal"].pattern
_MADE = re.compile(r"(?:^|/)(?:dist|build|target|out|node_modules|\.venv|coverage|\.cache|__pycache__|tmp)/")
_DATA = re.compile(
    r"\.(?:bin|csv|tsv|log|gz|zip|zst|db|sqlite3?|parquet|dump|bak|png|jpe?g|pdf|mp[34]|wav)\Z"
)
_TOLD = _PHRASES["told"].pattern
_ELSEWHERE = _PHRASES["elsewhere"].pattern
_SENTENCE_END = re.compile(r"[.;!?](?=\s)|\n")


@dataclass(frozen=True, slots=True)
class _Gone:
    """A path that is not there."""

    named: NamedPath
    root: str
    fate: Fate | None
    """What git says of it."""


class Dead(MemoryRule):
    """Looks for memories whose files are gone."""

    kind = Kind.DEAD
    version = 2
    by_files = True

    def look(self, memory: Memory, now: Context) -> Finding | None:
        """Propose to drop a memory that is about files which are not there any more."""
        link = _link(memory)
        if link is not None and _leads_nowhere(*link, now):
            reason = f"it only points to {one_line(link[0].path, Longest.PATH)}, which is not there"
            looked = ("looked in", one_line(os.path.dirname(link[1]), Longest.TITLE))
            return _card(memory, [link[0]], reason, [looked], _NOT_THERE, now)
        return _about_gone(memory, now) or _of_items(memory, now)

    def look_again(self, memory: Memory, now: Context) -> Instant | None:
        """Return when to look whether its files are still there: nothing in the store says when they go."""
        texts = [memory.text, *(part.text for part in items_of(memory.text) if "/" in part.text)]
        paths = any(_paths(replace(memory, text=text)) for text in texts)
        has_folder = paths and (folders_of(memory, now) or _of_its_project(memory, now) is not None)
        named = _link(memory) is not None or has_folder
        return now.now + _ASK_AGAIN if named else None


def _about_gone(memory: Memory, now: Context) -> Finding | None:
    """Return the proposal about a memory whose paths are all gone, or moved."""
    named = _paths(memory)
    roots = folders_of(memory, now) if named else []
    by_project = _of_its_project(memory, now) if named and not roots else None
    if by_project is not None:
        roots = [by_project]
    if not roots:
        return None
    gone: list[_Gone] = []
    living = False
    for one in named:
        places = [(root, inner) for root in roots if (inner := inside(root, one.path)) is not None]
        if not places or any(_UNREAL.search(inner) or _MADE.search(inner) for _, inner in places):
            continue
        if all(now.disk.gone(root, inner) for root, inner in places):
            fate = _fate(places, now)
            if by_project is not None and fate is None:
                return None  # that the memory is of the project tells less than where it was made
            if fate is not None or not _ELSEWHERE.search(_sentence_around(memory.text, one)):
                gone.append(_Gone(one, places[0][0], fate))
        else:
            living = True
    moved = [each for each in gone if each.fate is not None and each.fate.now]
    if moved:
        return _moved(memory, moved, now)
    if living or not gone or not _proven(memory, gone, now) or _says_more(memory, gone):
        return None
    finding = _finding(memory, gone, roots, now)
    return None if finding is None else _without_the_rest(finding, memory, gone)


def _of_its_project(memory: Memory, now: Context) -> str | None:
    """Return the checkout of the project that a memory is filed under, if it says no folder itself."""
    return checkout_of(memory, now) if "cwd" not in memory.provenance else None


def _of_items(memory: Memory, now: Context) -> Finding | None:
    """Return the proposal to cut those items out of a list of statements whose paths are all gone."""
    items = items_of(memory.text)
    each = {part: _about_gone(replace(memory, text=part.text), now) for part in items if "/" in part.text}
    dead = {part: found for part, found in each.items() if found is not None and found.change.removes}
    if not dead:
        return None
    first = next(iter(dead.values()))
    missing = ", ".join(dict(found.evidence.facts)["missing"] for found in dead.values())
    facts = {**dict(first.evidence.facts), "missing": one_line(missing, 160)}
    several = "they are about files that are not there any more"
    whole = replace(
        first,
        targets=(Target.of(memory),),
        reason=several if len(dead) > 1 else first.reason,
        evidence=Evidence(tuple(facts.items()), {memory.id: tuple((p.start, p.end) for p in dead)}),
        confidence=min(found.confidence for found in dead.values()),
    )
    return without_some(whole, memory, items, list(dead))


def _without_the_rest(finding: Finding, memory: Memory, gone: Sequence[_Gone]) -> Finding:
    """Return the proposal, of a list or several paragraphs about those alone that name a file."""
    parts = parts_of(memory.text)
    named = [(each.named.start, each.named.end) for each in gone]
    some = [part for part in parts if any(part.meets(span) for span in named)]
    return without_some(finding, memory, parts, some)


def _link(memory: Memory) -> tuple[NamedPath, str] | None:
    """Return the file that a line of an index points to, and the index; None for any other memory."""
    target, index = memory.provenance.get(POINTS_TO), memory.provenance.get("path")
    if not isinstance(target, str) or not isinstance(index, str) or memory.access_count >= MUCH_USED:
        return None
    at = memory.text.find(f"{target})")
    named = NamedPath(target, at, at + len(target))
    return None if at < 0 else (named, index)


def _sentence_around(text: str, named: NamedPath) -> str:
    """Return the sentence that names a path."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    start = max((end for end in ends if end <= named.start), default=0)
    return text[start : min((end for end in ends if end > named.end), default=len(text))]


def _says_more(memory: Memory, gone: Sequence[_Gone]) -> bool:
    """Say whether git knows nothing of a path, and the text has a sentence that names none.

    What follows a semicolon goes on about the same: `It is in src/cut.py; it takes an order`.
    """
    if all(each.fate is not None for each in gone):
        return False
    text = memory.text
    begin = next((part.end for part in parts_of(text)[:1] if heads(part, memory)), 0)
    about_it = False
    for start, end in pairwise([begin, *(m.end() for m in _SENTENCE_END.finditer(text, begin)), len(text)]):
        goes_on = about_it and text[start - 1 : start] == ";"
        about_it = goes_on or any(start <= each.named.start < end for each in gone)
        if not about_it and len(text[start:end].split()) >= _A_SENTENCE:
            return True
    return False


def _leads_nowhere(named: NamedPath, index: str, now: Context) -> bool:
    folder, name = os.path.split(index)
    return now.disk.there(folder, name) and now.disk.gone(folder, named.path)


def _paths(memory: Memory) -> list[NamedPath]:
    """Return the paths that a memory is about; none when it may be about more, or about their end."""
    text = memory.text
    if "/" not in text or len(text) > _LONGEST:
        return []
    if memory.access_count >= MUCH_USED or (
        memory.type is MemoryType.CONSTITUTIONAL and contains(USER, memory.scope)
    ):
        return []
    paths = list(named_in(text))
    if not paths or len(paths) > _MOST_PATHS:
        return []
    besides = without_paths(text)
    return [] if _TOLD.search(besides) else paths


def _fate(places: list[tuple[str, str]], now: Context) -> Fate | None:
    """Return what git says of a path, asked from the top of the checkout that each place lies in."""
    for root, inner in places:
        top = now.disk.checkout_around(root)
        if top is None:
            continue
        fate = now.git.fate(top, os.path.relpath(os.path.join(root, inner), top))
        if fate is not None:
            return fate
    return None


def _proven(memory: Memory, gone: list[_Gone], now: Context) -> bool:
    """Say whether the paths were there once, as far as can be told."""
    if all(each.fate is not None or _has_like(each, now) for each in gone):
        return True
    texts = review_state.newest_texts(now.store, first_levels(memory.scope), _OTHERS)
    others = (one.path for text in texts if "/" in text for one in named_in(text))
    roots = {each.root for each in gone}
    return any(
        (inner := inside(root, path)) is not None and now.disk.there(root, inner)
        for path in islice(others, _OTHERS)
        for root in roots
    )


def _has_like(gone: _Gone, now: Context) -> bool:
    top = now.disk.checkout_around(gone.root)
    return top is not None and now.projects.hold_like(top, os.path.join(gone.root, gone.named.path))


def _moved(memory: Memory, moved: list[_Gone], now: Context) -> Finding:
    """Return the proposal to write the paths as they are now."""
    text = memory.text
    for each in sorted(moved, key=lambda each: -each.named.start):
        text = text[: each.named.start] + _written_anew(each, now) + text[each.named.end :]
    first = moved[0]
    assert first.fate is not None  # noqa: S101 - what moved has a fate
    new = _written_anew(first, now)
    return Finding(
        kind=Kind.DEAD,
        rule=MOVED,
        targets=(Target.of(memory),),
        reason=f"{one_line(first.named.path, Longest.PATH)} is {one_line(new, Longest.PATH)} now, "
        f"since commit {first.fate.commit} of {first.fate.day}",
        change=Change(Deed.KEEP, keep=memory.id, text=text),
        scope=memory.scope,
        evidence=Evidence(
            (("looked in", one_line(first.root, Longest.TITLE)),),
            {memory.id: tuple((each.named.start, each.named.end) for each in moved)},
        ),
        confidence=_MOVED_BY_GIT,
    )


def _written_anew(each: _Gone, now: Context) -> str:
    """Return the new path in the way that the old one was written."""
    assert each.fate is not None  # noqa: S101 - what moved has a fate
    top = now.disk.checkout_around(each.root) or each.root
    whole = os.path.join(top, each.fate.now)
    old = each.named.path
    if old.startswith("~/"):
        new = "~/" + os.path.relpath(whole, os.path.expanduser("~"))
    elif old.startswith("/"):
        new = whole
    else:
        new = ("./" if old.startswith("./") else "") + os.path.relpath(whole, each.root)
    return new + "/" * old.endswith("/")


def _finding(memory: Memory, gone: list[_Gone], roots: list[str], now: Context) -> Finding | None:
    """Return the proposal, unless a folder of the project still has such a path."""
    proofs = _proofs(memory, gone, roots, now)
    if proofs is None:
        return None
    looked = [("looked in", one_line(root, Longest.TITLE)) for root in roots[:1]]
    facts = [fact for proof in proofs for fact in proof.facts]
    sure = min(proof.sure for proof in proofs)
    return _card(memory, [each.named for each in gone], _reason(gone), [*looked, *facts], sure, now)


def _reason(gone: Sequence[_Gone]) -> str:
    if len(gone) == 1:
        reason = f"it is about {one_line(gone[0].named.path, Longest.PATH)}, which is not there"
    else:
        reason = f"it is about {len(gone)} files and folders, and none of them is there"
    return f"{reason} any more" if all(each.fate is not None for each in gone) else reason


@dataclass(frozen=True, slots=True)
class _Proof:
    """How sure it is that a path is gone, and by what a person can check it."""

    sure: float
    facts: Sequence[tuple[str, str]]


def _proofs(memory: Memory, gone: list[_Gone], roots: list[str], now: Context) -> list[_Proof] | None:
    """Return the proof for each path; None where one of them is still there, or may never have been."""
    proofs: list[_Proof] = []
    for each in gone:
        proof = _proof(memory.text, each, roots, now)
        if proof is None:
            return None
        proofs.append(proof)
    return proofs


def _proof(text: str, gone: _Gone, roots: list[str], now: Context) -> _Proof | None:
    path = gone.named.path
    inner = inside(gone.root, path) or ""
    rooted = path.startswith(("/", "~/")) or not now.disk.gone(gone.root, inner.split("/", 1)[0])
    same_names = _same_names(inner, roots, now, rooted=rooted)
    if same_names is None or (not rooted and gone.fate is None and _may_be_no_file(text, gone.named)):
        return None
    went = [] if gone.fate is None else [("went", f"by commit {gone.fate.commit} on {gone.fate.day}")]
    lies = [("same name", one_line(other, Longest.PATH)) for other in same_names]
    sure = _SAME_NAME if lies else _NOT_THERE if gone.fate is None else _BY_GIT
    return _Proof(sure, [*went, *lies])


def _same_names(inner: str, roots: list[str], now: Context, *, rooted: bool) -> list[str] | None:
    """Return a file of the same name from each root that has one or two; None where the path is there.

    Where it is not even `rooted` in what the folder holds, it may be there too if not all could be looked at.
    """
    names: list[str] = []
    for root in roots:
        others = now.disk.elsewhere(root, inner)
        if others is None:
            if not rooted:
                return None
        elif any(f"/{other}".endswith(f"/{inner}") for other in others):
            return None
        elif 0 < len(others) <= _FEW:
            names.append(others[0])
    return names


def _may_be_no_file(text: str, named: NamedPath) -> bool:
    """Say whether a path may never have been one that is kept: a folder, data, or part of a command.

    Code that a command runs is a file.
    """
    if named.path.endswith("/") or _DATA.search(named.path) is not None:
        return True
    return in_command(text, named) and not tools.is_code(named.path)


def _card(
    memory: Memory,
    named: Sequence[NamedPath],
    reason: str,
    facts: Sequence[tuple[str, str]],
    sure: float,
    now: Context,
) -> Finding:
    """Return the proposal to drop a memory of which these files are gone."""
    kept = keep_value(
        memory,
        now.now,
        usage_known=now.usage_known(memory),
        redundancy=redundancy(memory, now),
        validity="what it is about is gone",
    )
    delicate = memory.pinned or memory.access_count or not DELICATE.isdisjoint(memory.categories)
    missing = ("missing", one_line(", ".join(each.path for each in named), 160))
    return Finding(
        kind=Kind.DEAD,
        rule=str(Kind.DEAD),
        targets=(Target.of(memory),),
        reason=reason,
        change=Change(Deed.DROP, gone=(memory.id,)),
        scope=memory.scope,
        evidence=Evidence(
            (missing, *facts, *kept.facts()), {memory.id: tuple((each.start, each.end) for each in named)}
        ),
        confidence=sure,
        saves=tokens(memory.text),
        batch="" if delicate or sure < _BY_GIT else f"files of {first_levels(memory.scope)} that are gone",
    )


RULE = Dead()
