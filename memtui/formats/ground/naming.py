"""Names for what comes from elsewhere: scopes, categories and record keys; used by the readers."""

import hashlib
import re

from memtui.domain.memory import Memory, ValueRefused, checked_category
from memtui.domain.scope import scope_under as scope_under
from memtui.domain.text import normalised

_BY_TEXT = re.compile(r".*#[0-9a-f]{12}", re.DOTALL)


def categories(reserved: str, *words: str) -> tuple[str, ...]:
    """Return `reserved` and each of `words` that can be a category, without repeats."""
    names = {reserved: None}
    for word in words:
        try:
            names[checked_category("-".join(word.split()))] = None
        except ValueRefused:
            continue
    return tuple(names)


def record_key(container: str, text: str) -> str:
    """Return what a later sync finds a record by that has no name of its own: where, and its text."""
    digest = hashlib.sha256(normalised(text).encode("utf-8", "replace")).hexdigest()
    return f"{container}#{digest[:12]}"


def is_by_text(key: str) -> bool:
    """Say whether a key is one that `record_key` made: its record is one of several in a file."""
    return _BY_TEXT.fullmatch(key) is not None


def container_of(key: str) -> str:
    """Return where a record is, as its key says; of one that is a whole file, the key itself."""
    return key.rpartition("#")[0] if is_by_text(key) else key


def own_name(memory: Memory, source: str) -> str:
    """Return what the memory was called in the format it came from, when it goes back there."""
    record = memory.provenance.get("record", "")
    return record if memory.source == source and isinstance(record, str) and "#" not in record else ""


def page_name(memory: Memory, source: str, title: str, taken: set[str]) -> str:
    """Return the name of the page that a memory is written to, and add it to those that are `taken`.

    What came from this format keeps its name; others are called after their title.
    """
    own = own_name(memory, source)
    plain = re.sub(r"[^\w]+", "-", title.casefold())[:60].strip("-") or "memory"
    name = own if re.fullmatch(r"[\w.\-]{1,120}\.md", own) else f"{plain}.md"
    if name.casefold() in taken:
        name = f"{plain}-{memory.uid.lower()}.md"
    taken.add(name.casefold())
    return name
