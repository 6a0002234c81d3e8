"""Filters: which memories a view shows, a bulk forget takes, an export writes.

One language for the screen's `/` line and the command line: plain words are searched for, and
tokens such as `in:/project type:episodic older:30d` narrow down; `-word` leaves out what holds the word.
Everything is joined with AND; repeated categories, types and sources with OR.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from memtui.domain.days import Days, DaysError
from memtui.domain.durations import Duration, DurationError
from memtui.domain.memory import (
    TYPE_WORDS,
    VISIBLE_STATES,
    MemoryType,
    Origin,
    State,
    ValueRefused,
    checked_category,
    checked_type,
)
from memtui.domain.scope import ROOT, ScopeError, normalise


class FilterError(ValueError):
    """A token that cannot be understood; the message says how to write it."""


TOKENS = {
    "in": "scope and everything below it, in:/project",
    "type": "type of memory, type:fact",
    "cat": "category, cat:decision",
    "older": "created longer ago than, older:30d",
    "idle": "not used for, idle:14d",
    "below": "weaker than, below:0.1",
    "made": "created in these days, made:2026-11 or made:2026-11-12..2026-11-18",
    "used": "used in these days, used:2026-11-18, or used:never",
    "fades": "falls below the prune threshold within, fades:30d",
    "source": "where it came from, source:claude; source:=claude is that name alone",
    "file": "stands in this file, or came from it: any part of its path, file:CLAUDE.md",
    "origin": "who wrote it, origin:extracted",
    "is": "is:faded, is:review, is:duplicate, is:secret, is:linked, is:pinned, is:archived or is:dropped",
}
"""Every token's key and what it means, for help pages and completion."""

SIGNS = ("faded", "review", "duplicate", "secret", "linked")
"""What `is:` asks for by the sign that a row bears."""

WHOLE = "="
"""Before a source it stands for that name alone; without it all are meant that begin so."""

_QUOTED = re.compile(r'"((?:\\.|[^"\\])*)"', re.DOTALL)
_ESCAPED = re.compile(r'\\(["\\])')
_CLOSING = re.compile(r'(?<!\\)(?:\\\\)*"')
"""A quote that can close another, whichever that is."""
_UNBROKEN = re.compile(r"\S+")
LONGEST = 4_000
"""Characters of a filter; what is longer was pasted by mistake, and to search for all of it takes seconds."""
_LONGEST_WORD = 400
"""Characters of one word, or of what stands in quotes: as many as of a scope."""
_MOST_IN_PHRASE = 64
"""Words of a phrase: the index looks at each place of each of them."""
_WORD = re.compile(r"[^\W_]+")
_MOST_LEFT_OUT = 50
"""Words that a filter leaves out: the index is asked for each by itself."""

_LEFT_OUT = re.compile(r"-[^\s-]")
"""The beginning of a word to exclude; `--flag` is a word like any other."""
_UNKNOWN = re.compile(r"[A-Za-z]+:[A-Za-z][^:/]*")
"""What is written like a token: no address, no time, no `host:port`, no `std::vector`."""

_NEAR = 0.75
"""How alike a mistyped key is at least to what was meant: one of four letters may be wrong."""

_LONGEST_KEY = 1 + max(map(len, TOKENS))
_MEANT = {
    **dict.fromkeys(("scope", "under", "path"), "in"),
    **dict.fromkeys(("typ", "types", "kind"), "type"),
    **dict.fromkeys(("category", "categories", "tag", "tags"), "cat"),
    **dict.fromkeys(("older-than", "age", "created"), "older"),
    **dict.fromkeys(("unused", "idle-for"), "idle"),
    **dict.fromkeys(("weaker", "strength"), "below"),
    **dict.fromkeys(("src", "from", "client"), "source"),
    **dict.fromkeys(("files", "filename"), "file"),
    **dict.fromkeys(("by", "author"), "origin"),
    **dict.fromkeys(("state", "has"), "is"),
}
"""What people write when they mean a token; taken as a word it would find nothing and say nothing."""


@dataclass(frozen=True, slots=True)
class Filter:
    """A conjunction of conditions; a field left at its default asks nothing."""

    scope: str = ROOT
    states: frozenset[State] = frozenset({State.LIVE})
    words: tuple[str, ...] = ()
    """Each must occur, stems alike; the last one also as a beginning when `prefix` is set."""
    prefix: bool = False
    without: tuple[str, ...] = ()
    """None of these may occur, stems alike."""
    types: frozenset[MemoryType] = frozenset()
    categories: frozenset[str] = frozenset()
    sources: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    """Parts of the paths of files: of one of them it stands in it, or came from it."""
    origins: frozenset[Origin] = frozenset()
    pinned: bool | None = None
    signs: frozenset[str] = frozenset()
    """Of SIGNS; each must hold. All but `faded` and `linked` ask for a card that waits in Review."""
    older: Duration | None = None
    """Created before now minus this."""
    idle: Duration | None = None
    """Last touched before now minus this."""
    below: float | None = None
    """Strength below this."""
    made: Days | None = None
    """Created in these days."""
    used: Days | None = None
    """Used in these days, as far as uses are recorded one by one."""
    unused: bool = False
    """Never used."""
    fades: Duration | None = None
    """Not below the prune threshold now, but after this."""

    @property
    def narrows(self) -> bool:
        """Whether it asks for anything beyond the states."""
        return replace(self, states=frozenset(), prefix=False) != Filter(states=frozenset())

    @property
    def only_scope(self) -> bool:
        """Whether nothing but the scope and one state is asked, which the ranked index serves."""
        return len(self.states) == 1 and not replace(self, scope=ROOT).narrows

    def describe(self) -> str:
        """Return the filter as a person would type it; an empty string when it asks nothing."""
        tokens = [] if self.scope == ROOT else [f"in:{quoted(self.scope)}"]
        tokens += [f"type:{name}" for name, kind in TYPE_WORDS.items() if kind in self.types]
        tokens += [f"cat:{quoted(c)}" for c in sorted(self.categories)]
        tokens += [f"older:{self.older}"] if self.older else []
        tokens += [f"idle:{self.idle}"] if self.idle else []
        tokens += [f"below:{_shortest(self.below)}"] if self.below is not None else []
        tokens += [f"made:{self.made}"] if self.made else []
        tokens += [f"used:{self.used}"] if self.used else []
        tokens += ["used:never"] if self.unused else []
        tokens += [f"fades:{self.fades}"] if self.fades else []
        tokens += [f"source:{quoted(s)}" for s in sorted(self.sources)]
        tokens += [f"file:{quoted(f)}" for f in sorted(self.files)]
        tokens += [f"origin:{o}" for o in sorted(self.origins)]
        tokens += [f"is:{'' if self.pinned else 'un'}pinned"] if self.pinned is not None else []
        tokens += [f"is:{sign}" for sign in SIGNS if sign in self.signs]
        if self.states != frozenset({State.LIVE}):
            tokens += [f"is:{s}" for s in sorted(self.states)]
        tokens += [f"-{quoted(word)}" for word in self.without]
        return " ".join([*tokens, *map(quoted, self.words)])


def quoted(text: str) -> str:
    """Return `text` as `split` reads it back: in double quotes where it would be read as something else."""
    if (
        '"' not in text
        and not any(c.isspace() for c in text)
        and not (_LEFT_OUT.match(text) or _UNKNOWN.fullmatch(text))
    ):
        return text
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def _shortest(number: float) -> str:
    short = f"{number:g}"
    return short if float(short) == number else repr(number)


ScopeNamed = Callable[[str], str]
"""Returns the scope that a person named, perhaps by a part of its path. Raises ScopeError."""


FADED = Filter(signs=frozenset({"faded"}))
"""Live memories that have faded."""


def parse(
    text: str | Iterable[str],
    base: Filter | None = None,
    *,
    prefix: bool = False,
    scope_named: ScopeNamed = normalise,
) -> Filter:
    """Read filter tokens, added to `base`.

    `text` is one line, or the tokens already split as a shell does. With `prefix` the last word
    counts as unfinished, for search as one types. `scope_named` says which scope `in:` means. Raises
    FilterError.
    """
    parts = parts_of(text)
    result = base or Filter()
    states: set[State] = set()
    for part, is_quoted in parts:
        key, colon, value = part.partition(":")
        if not is_quoted and _LEFT_OUT.match(part):
            result = replace(result, without=(*result.without, _left_out(part)))
        elif colon and key.lower() in TOKENS:
            if not value:
                raise FilterError(f"{key}: needs a value; {TOKENS[key.lower()]}")
            result = _with_token(result, key.lower(), value, states, scope_named)
        elif value and key.lower() in _MEANT:
            meant = f"{_MEANT[key.lower()]}:{value}"
            if _MEANT[key.lower()] == "below" and value.startswith("<"):
                result = _with_token(result, "below", value, states, scope_named)
                continue
            raise FilterError(f"{key}: is no token; write {meant}, or leave out the colon to search words")
        elif not is_quoted and _UNKNOWN.fullmatch(part):
            near = _mistyped(key.lower())
            asks = f"did you mean {near}:{value}? Otherwise, " if near else ""
            raise FilterError(f'{key}: is no token; {asks}words with a colon go in quotes: "{part}"')
        elif part.strip():
            result = replace(result, words=(*result.words, part))
    if (left_out := len(set(result.without))) > _MOST_LEFT_OUT:
        raise FilterError(f"a filter leaves out at most {_MOST_LEFT_OUT} words, not {left_out:,}")
    if states:
        result = replace(result, states=frozenset(states))
    ends_in_word = bool(parts) and bool(result.words) and parts[-1][0] == result.words[-1]
    return replace(result, prefix=prefix and ends_in_word)


def _mistyped(key: str) -> str:
    """Return the token that was probably meant by a key that is none; empty where none is near."""
    from difflib import get_close_matches  # for a mistake that is seldom made

    near = get_close_matches(key, [*TOKENS, *_MEANT], n=1, cutoff=_NEAR)
    return _MEANT.get(near[0], near[0]) if near else ""


def parts_of(text: str | Iterable[str]) -> list[tuple[str, bool]]:
    """Return the parts of a filter, split here or by a shell, as `split` does. Raises FilterError when it is
    too long.
    """
    given = [text] if isinstance(text, str) else list(text)
    length = sum(map(len, given))
    if length > LONGEST:
        raise FilterError(f"a filter has at most {LONGEST:,} characters, and this one has {length:,}")
    parts = split(text) if isinstance(text, str) else [(part, False) for part in given]
    longest = max((len(part) for part, _ in parts), default=0)
    if longest > _LONGEST_WORD + _LONGEST_KEY:
        raise FilterError(f"a word has at most {_LONGEST_WORD} characters, and here one has {longest:,}")
    most = max((len(_WORD.findall(part)) for part, _ in parts), default=0)
    if most > _MOST_IN_PHRASE:
        raise FilterError(f"a phrase has at most {_MOST_IN_PHRASE} words, and here one has {most:,}")
    return parts


def tokens_apart(word: str, known: Iterable[str] = TOKENS) -> list[str]:
    """Return the tokens that a shell took for one word, each with its value; else the word as it is.

    A value may have spaces in it, and so may a phrase, so that only a token behind a token parts the two.
    """
    keys = "|".join(map(re.escape, known))
    if not re.match(rf"(?:{keys}):\S", word, re.IGNORECASE):
        return [word]
    return re.split(rf"\s+(?=(?:{keys}):\S)", word.strip(), flags=re.IGNORECASE)


def understood(line: str, *, scope_named: ScopeNamed = normalise) -> str:
    """Return a line without the tokens that cannot be understood, and without what is too much."""
    kept: list[str] = []
    left_out: set[str] = set()
    length = 0
    for token in _tokens(line):
        length += len(token) + 1
        if length > LONGEST:
            break
        left_out |= {token} if _LEFT_OUT.match(token) else set()
        if len(left_out) > _MOST_LEFT_OUT:
            continue
        with suppress(FilterError):
            parse(token, scope_named=scope_named)
            kept.append(token)
    return " ".join(kept)


def split(line: str) -> list[tuple[str, bool]]:
    """Split at white space, double quotes kept together; say of each part whether it begins in quotes.

    An unclosed quote is taken as a character.
    """
    return [(_in_quotes(token, _unescaped), _QUOTED.match(token) is not None) for token in _tokens(line)]


def _tokens(line: str) -> Iterator[str]:
    """Yield the parts of a line between white space, of which there may be some in quotes."""
    hidden = _in_quotes(line, lambda found: "_" * len(found[0]))
    return (line[token.start() : token.end()] for token in _UNBROKEN.finditer(hidden))


def _in_quotes(text: str, becomes: Callable[[re.Match[str]], str]) -> str:
    """Replace what stands in quotes, up to the last that closes: else each would be looked for to the end."""
    last = max((quote.end() for quote in _CLOSING.finditer(text)), default=0)
    return _QUOTED.sub(becomes, text[:last]) + text[last:]


def _unescaped(found: re.Match[str]) -> str:
    return _ESCAPED.sub(r"\1", found[1])


def _left_out(part: str) -> str:
    """Return the word of `-word`. Raises FilterError for a token, which can't be left out."""
    word = part[1:]
    key, colon, _ = word.partition(":")
    if colon and key.lower() in TOKENS.keys() | _MEANT.keys():
        raise FilterError(f"-{key}: leaves nothing out; only words can be left out, as in -{key}")
    return word


def _with_token(result: Filter, key: str, value: str, states: set[State], scope_named: ScopeNamed) -> Filter:
    try:
        match key:
            case "in":
                return replace(result, scope=scope_named(value))
            case "type":
                return replace(result, types=result.types | {checked_type(value)})
            case "cat":
                return replace(result, categories=result.categories | {checked_category(value)})
            case "older":
                return replace(result, older=Duration.parse(value))
            case "idle":
                return replace(result, idle=Duration.parse(value))
            case "below":
                return replace(result, below=_share(value))
            case "made":
                return replace(result, made=Days.parse(value))
            case "used" if value.lower() == "never":
                return replace(result, unused=True)
            case "used":
                return replace(result, used=Days.parse(value))
            case "fades":
                return replace(result, fades=Duration.parse(value))
            case "source":
                return replace(result, sources=result.sources | {value})
            case "file":
                return replace(result, files=result.files | {value})
            case "origin":
                return replace(result, origins=result.origins | {Origin(value.lower())})
            case _:
                return _with_is(result, value.lower(), states)
    except (ScopeError, ValueRefused, DurationError, DaysError) as error:
        raise FilterError(str(error)) from None
    except ValueError:
        raise FilterError(f"{key}:{value} is not understood; {TOKENS[key]}") from None


def _with_is(result: Filter, value: str, states: set[State]) -> Filter:
    if value in {"pinned", "unpinned"}:
        return replace(result, pinned=value == "pinned")
    if value in SIGNS:
        return replace(result, signs=result.signs | {value})
    if value not in VISIBLE_STATES:
        raise FilterError(f"is:{value} is not understood; {TOKENS['is']}")
    states.add(State(value))
    return result


def _share(text: str) -> float:
    value = float(text.removeprefix("<"))
    if not 0.0 <= value <= 1.0:
        raise FilterError(f"below: takes a strength from 0 to 1, not {text}")
    return value
