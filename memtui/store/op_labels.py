"""What an op did, in words: a noun phrase such as `drop of 3 memories`.

A long text never stands in an op: what a label quotes is read from the memories as they are now.
"""

from collections.abc import Mapping

from memtui.domain.counting import plural
from memtui.domain.scope import ROOT, common_scope
from memtui.domain.text import Longest, one_line
from memtui.secrets.masking import headline
from memtui.store.database import Store
from memtui.store.memories import get_many

_NOUNS = {
    "add": "adding",
    "drop": "drop",
    "drop again": "taking out of files",
    "forget": "forget",
    "restore": "restore",
    "archive": "archiving",
    "edit": "edit",
    "move": "move",
    "pin": "pinning",
    "unpin": "unpinning",
    "importance": "new importance",
    "import": "import",
    "extract": "extraction",
    "purge": "purge",
    "redact": "redacting",
    "share": "sharing",
    "split": "splitting",
}

_VERDICTS = {"reject": "“no” to", "later": "putting off"}
"""Verdicts that change no memory; their `changed` counts proposals, their detail is the kind."""

_PROJECTS = {"rename": "renaming", "join": "joining", "tidy": "tidying", "unbind": "forgetting the folders"}
"""What is done to projects; the detail says to which. It may change no memory."""

_QUESTIONS = {"expect": "saving the answer to", "unsave": "removing the question"}
"""What is done to saved questions; the detail says which."""

_CHOICE = "choice"
"""The detail of an op by which one of several memories stays."""

_RULES = {"rule": "writing {} as a rule", "unrule": "taking the rule {} out"}
"""What is done to files of instructions; `changed` counts them. It changes no memory."""

_MAY_ONLY_ASK = {"extract", "import"}
"""What may change no memory and leave cards; its `changed` counts those then."""

_TOLD_BY_LABEL = {"undo", "redo", "accept", "auto", "rename", "join", "unbind", "split", *_QUESTIONS}
"""Kinds of ops whose label says the detail already, or whose detail is not for people."""

KINDS: Mapping[str, str] = {
    **{kind: kind for kind in ("undo", "redo", "accept", "auto")},
    **_NOUNS,
    **_VERDICTS,
    **_PROJECTS,
    **_QUESTIONS,
    **{kind: words.replace("{} ", "") for kind, words in _RULES.items()},
}
"""Every kind of op with the words that a label has for it."""

_UNDO_OF = "undo of "
_TAKING_BACK = "taking back of "
CHOSEN = "chosen"
"""The detail of an op that took back an op which somebody picked, and not the one that was next in turn."""


def label_of(store: Store, op_id: int, kind: str, detail: str, changed: int, undone: str = "") -> str:
    """Return what an op did; `undone` is the label of the op that it took back."""
    said = _done(store, op_id, kind, detail, changed, undone)
    return f"{said} ({detail})" if detail and kind not in _TOLD_BY_LABEL else said


def _done(store: Store, op_id: int, kind: str, detail: str, changed: int, undone: str) -> str:
    """Return the label without a detail that stands behind it."""
    if kind in {"undo", "redo"}:
        return _taking_back(undone or "an op", chosen=detail == CHOSEN)
    if kind in _VERDICTS:
        return f"{_VERDICTS[kind]} {_decided(store, op_id, changed)}"
    if kind in {"accept", "auto"}:
        how = "in review" if kind == "accept" else "by your setting"
        about = (_kept(store, op_id) if detail == _CHOICE else "") or _object(store, op_id, changed)
        return f"{detail or 'change'} of {about}{_of_what(store, op_id, changed)}, {how}"
    if kind == "tidy":
        return f"{_PROJECTS[kind]} of projects"
    if kind in _PROJECTS:
        return f"{_PROJECTS[kind]} of {detail}"
    if kind == "split":
        return f"{_NOUNS[kind]} of {detail} into {plural(changed)}"
    if kind in _QUESTIONS:
        return f"{_QUESTIONS[kind]} {detail}"
    if kind in _RULES:
        about = _named(store, next(iter(decided_about(store, op_id)), None))
        return _RULES[kind].format(about or "a memory")
    if kind in _MAY_ONLY_ASK and _only_asked(store, op_id):
        return f"{_NOUNS[kind]} of {plural(changed, 'card')} for Review"
    told = _learned if kind == "extract" else _object
    return f"{_NOUNS.get(kind, kind)} of {told(store, op_id, changed)}"


def _taking_back(label: str, *, chosen: bool) -> str:
    """Return what taking back the op with a label is called; an undo that is taken back is a redo."""
    if undone := label_undone(label, chosen=chosen):
        return f"redo of {undone}"
    return f"{_TAKING_BACK if chosen else _UNDO_OF}{label}"


def label_undone(label: str, *, chosen: bool) -> str:
    """Return the label of the op that an undo with a label took back; empty where it is no undo's."""
    for began in (_UNDO_OF, _TAKING_BACK) if chosen else (_UNDO_OF,):
        if label.startswith(began):
            return label.removeprefix(began)
    return ""


def decided_about(store: Store, op_id: int, limit: int = 200) -> list[int]:
    """Return what an op that changed no memory was about, at most `limit` ids.

    That is the memories whose proposals a verdict decided, or one that was written as a rule. The verdict
    that is the latest counts: a proposal that was decided anew since is not told here.
    """
    rows = store.query(
        "SELECT t.memory_id FROM proposals p JOIN proposal_targets t ON t.proposal_id = p.id "
        "WHERE p.op_id IN (?, ?) ORDER BY p.id, t.position LIMIT ?",
        (op_id, -op_id, limit),
    )
    return [row[0] for row in rows] or [
        row[0] for row in store.query("SELECT DISTINCT memory_id FROM rule_lines WHERE op_id = ?", (op_id,))
    ]


def _decided(store: Store, op_id: int, count: int) -> str:
    about = decided_about(store, op_id, limit=1) if count == 1 else []
    named = _named(store, about[0]) if about else ""
    return named or ("a proposal" if count == 1 else f"{count:,} proposals{_of_what(store, op_id, count)}")


def _of_what(store: Store, op_id: int, count: int) -> str:
    """Return of which kind the cards of an op on several were, and where: `, fading in /project/tidewater`.

    Empty for an op on one memory, which is named itself, and where the cards have neither in common.
    """
    if count == 1:
        return ""
    rows = store.query(
        "SELECT min(kind), max(kind), min(scope), max(scope) FROM proposals WHERE op_id IN (?, ?)",
        (op_id, -op_id),
    )
    first, last, low, high = rows[0]
    if first is None:
        return ""
    # What the first and the last of sorted scopes have in common, all have.
    scope = common_scope((low, high))
    where = f" in {scope}" if scope != ROOT else ""
    if first == last:
        return f", {first}{where}"
    return f",{where}" if where else ""


def _kept(store: Store, op_id: int) -> str:
    """Return the memory that stays by a choice; empty where an op made several choices."""
    rows = store.query(
        "SELECT t.memory_id FROM proposals p JOIN proposal_targets t ON t.proposal_id = p.id "
        "WHERE p.op_id IN (?, ?) AND p.status != 'withdrawn' AND NOT EXISTS (SELECT 1 FROM op_changes c "
        "WHERE c.op_id = ? AND c.memory_id = t.memory_id AND c.field = 'state')",
        (op_id, -op_id, op_id),
    )
    return _named(store, rows[0][0]) if len(rows) == 1 else ""


def _only_asked(store: Store, op_id: int) -> bool:
    """Say whether an op changed no memory."""
    tables = ("op_changes", "op_sets")
    rows = [store.query(f"SELECT 1 FROM {table} WHERE op_id = ? LIMIT 1", (op_id,)) for table in tables]
    return not any(rows)


def _learned(store: Store, op_id: int, changed: int) -> str:
    """Return what an op brought, apart from what it took the place of: `12 memories, 3 older replaced`."""
    rows = store.query(
        "SELECT count(*) FROM op_changes WHERE op_id = ? AND field = 'state' AND after = 'dropped'", (op_id,)
    )
    gone = rows[0][0]
    return f"{plural(changed - gone)}, {gone:,} older replaced" if gone else _object(store, op_id, changed)


def _object(store: Store, op_id: int, changed: int) -> str:
    if changed != 1:
        return f"{changed:,} memories"
    rows = store.query(
        "SELECT coalesce((SELECT memory_id FROM op_changes WHERE op_id = ?), "
        "(SELECT first_id FROM op_sets WHERE op_id = ?))",
        (op_id, op_id),
    )
    return _named(store, rows[0][0]) or "1 memory"


def _named(store: Store, memory_id: int | None) -> str:
    """Return the beginning of a memory in quotes; empty where it is gone for good."""
    memories = get_many(store, [] if memory_id is None else [memory_id], absent=True)
    return f"“{one_line(headline(memories[0]), Longest.PHRASE)}”" if memories else ""
