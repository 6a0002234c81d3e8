"""Proposes to erase a secret in the store or in a linked file, and keep the rest of what it stands in.

No new text can bring one into the store: the lifecycle refuses or redacts it. This rule finds secrets that
came in before a detector knew their kind, or past the lifecycle, and those that a linked file holds while
the memory does not, in its line or beside it. It tells the place and kind of a secret, never the secret: the
evidence has positions, and every face redacts the text before it shows it.

Because the change cannot be undone, each secret is a card of its own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from memtui import secrets
from memtui.config.places import from_home
from memtui.domain.card_kinds import Kind
from memtui.domain.counting import listed, plural
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory
from memtui.domain.proposal import Evidence, Finding, Spans, Target
from memtui.domain.text import Longest, fingerprint, one_line
from memtui.review.rule import Context, MemoryRule
from memtui.secrets import Secret
from memtui.secrets.masking import masked
from memtui.secrets.vouching import vouched
from memtui.sources.holding_secrets import InFile, also_in, secrets_in_files

_GUESSED = frozenset({"password", "token", "key", "secret"})
"""Kinds that are told by the words around them, not by the form that an issuer gives its keys."""
_KNOWN, _LOOKS_SO = 0.95, 0.7
"""How sure a secret is by its issuer's form, and by the words around it, which examples have too."""
_DESCRIBED = 5
"""Secrets of a memory, and files, that its card describes."""
_DEEP = 6
"""Levels of provenance that are looked through: ours has three."""


class SecretKept(MemoryRule):
    """Looks for keys, tokens and passwords in what a memory keeps."""

    kind = Kind.SECRET
    version = 3
    by_files = True

    def look(self, memory: Memory, now: Context) -> Finding | None:
        """Propose to erase the secrets of a memory, or of its line in a linked file."""
        return self._in_store(memory) or _in_file(memory, now)

    def _in_store(self, memory: Memory) -> Finding | None:
        parts = [part for _, part in _parts(memory)]
        kept = "\n".join(parts)
        hits = [] if secrets.unsuspicious(kept) else list(_secrets_of(memory))
        if not hits:
            return None
        kinds = list(dict.fromkeys(secret.kind for _, secret in hits))
        places = list(dict.fromkeys(place for place, _ in hits))
        facts = _detected([_described(place, secret) for place, secret in hits])
        spans: Spans = tuple((secret.start, secret.end) for place, secret in hits if place == "text")
        holds = "holds" if len(places) == 1 else "hold"
        return Finding(
            kind=Kind.SECRET,
            rule=str(Kind.SECRET),
            targets=(Target.of(memory),),
            reason=f"its {listed(places)} {holds} {listed(list(map(_a, kinds)))}, and every agent that "
            "recalls the memory is told it",
            change=Change(Deed.REDACT, gone=(memory.id,)),
            scope=memory.scope,
            evidence=Evidence(tuple(facts), {memory.id: spans} if spans else {}),
            confidence=_confidence(kinds),
        )


def _in_file(memory: Memory, now: Context) -> Finding | None:
    """Propose to blot out what a linked file says and this memory does not."""
    in_records = secrets_in_files(now.store, memory)
    places = in_records or now.secrets_beside.get(memory.id, ())
    if not places:
        return None
    file = places[0].file
    places = places if in_records else [place for place in places if place.file == file]
    name = one_line(masked(Path(file).name), Longest.PHRASE)
    found = [secret for place in places for secret in place.found]
    kinds = list(dict.fromkeys(secret.kind for secret in found))
    held = listed(list(map(_a, kinds)))
    reason = f"{name} holds {held} outside of any memory, and every agent that loads the file reads it"
    if in_records:
        reason = (
            f"its line in {name} holds {held}, and every agent that loads the file reads it; memtui stored "
            "the line without it"
        )
    others = {other.file: other for place in places for other in (place, *also_in(now.store, place))}
    facts = [("file", _where(others.pop(file))), *_also_in(list(others.values()))]
    facts += _detected([f"{one.kind}, {_length(one)}" for one in found])
    return Finding(
        kind=Kind.SECRET,
        rule=str(Kind.SECRET),
        targets=(Target.of(memory),),
        reason=reason,
        change=Change(Deed.BLOT, gone=(memory.id,)),
        scope=memory.scope,
        evidence=Evidence(tuple(facts), file=file),
        confidence=_confidence(kinds),
        bucket=0 if in_records else fingerprint("".join([file, *(v for p in places for v in p.notes)])),
    )


def _also_in(others: Sequence[InFile]) -> Iterator[tuple[str, str]]:
    """Yield facts that tell of the first few other files that a yes changes, and how many more there are."""
    for number, other in enumerate(others[:_DESCRIBED], 1):
        yield f"also in {number}" if number > 1 else "also in", _where(other)
    if len(others) > _DESCRIBED:
        yield "and in", plural(len(others) - _DESCRIBED, "more file")


def _where(place: InFile) -> str:
    """Return the path and line of a secret in a file."""
    line = f", line {place.line}" if place.line else ""
    return one_line(masked(from_home(place.file)), Longest.QUOTE) + line


def _detected(described: Sequence[str]) -> list[tuple[str, str]]:
    """Return facts that tell of the first few secrets, numbered where there are several."""
    several = len(described) > 1
    return [
        (f"secret {number}" if several else "secret", each)
        for number, each in enumerate(described[:_DESCRIBED], 1)
    ]


def _confidence(kinds: Iterable[str]) -> float:
    """Return how sure it is that these are secrets: one of a known form is enough."""
    return _KNOWN if any(kind not in _GUESSED for kind in kinds) else _LOOKS_SO


def _secrets_of(memory: Memory) -> Iterator[tuple[str, Secret]]:
    """Yield each secret with the part of the memory it is in."""
    but = vouched(memory.provenance)
    for name, text in _parts(memory):
        for secret in secrets.find_secrets(text, but):
            yield name, secret


def _parts(memory: Memory) -> Iterator[tuple[str, str]]:
    """Yield what a memory says anywhere, with what a person calls the place."""
    yield "text", memory.text
    if memory.abstract:
        yield "abstract", memory.abstract
    yield "scope", memory.scope
    yield from (("categories", name) for name in memory.categories)
    yield from _strings(memory.provenance)


def _strings(fields: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield what a provenance says, under the name that a person knows it by."""
    for key, value in fields.items():
        name = key if key in {"quote", "path", "file"} else "provenance"
        yield from ((name, text) for text in (str(key), *_inside(value, _DEEP)))


def _inside(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth and isinstance(value, Mapping):
        for inner in value.values():
            yield from _inside(inner, depth - 1)
    elif depth and isinstance(value, list | tuple):
        for inner in value:
            yield from _inside(inner, depth - 1)


def _described(place: str, secret: Secret) -> str:
    """Return the kind and place of a secret, and nothing of its text."""
    return f"{secret.kind}: {_length(secret)} in the {place}, {_beginning(secret)}"


def _length(secret: Secret) -> str:
    return plural(secret.end - secret.start, "character")


def _beginning(secret: Secret) -> str:
    return f"beginning at character {secret.start + 1:,}" if secret.start else "at its beginning"


def _a(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiouAEIO' else 'a'} {kind}"


RULE = SecretKept()
