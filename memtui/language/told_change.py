"""What a statement says was so, and what is so now: `from Sunday to Saturday`, `Priya replaces Anna`.

A change that names both is the strongest sign there is that a memory is out of date: what was so can be
looked for in the memory, and what is so now can be put in its place. Here the two are only cut out of the
statement, by its shape. Where each ends the memory has to tell, so they may be longer than what they name;
`renewed` holds them against it. What is planned, asked, denied or only for a while is no change.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from pathlib import Path

from memtui.language.side import word_id
from memtui.language.statement import Kind, Token, read
from memtui.language.stems import stem
from memtui.language.verbs_of_change import PATTERNS as VERBS
from memtui.phrases import lists_in, phrases_in

FILE = Path(__file__).with_name("told_change.toml")
_SHAPES = {name: phrase.pattern for name, phrase in phrases_in(FILE, VERBS, within="told_change").items()}
ABOUT = {name: phrase.pattern for name, phrase in phrases_in(FILE, VERBS, within="about").items()}
LISTS = {name: frozenset(each.words) for name, each in lists_in(FILE, "lists").items()}
ARTICLES, BEFORE = LISTS["articles"], LISTS["before"]
FRAME = frozenset(map(stem, LISTS["of_values"]))
"""Words that tell that something has a value, and not what."""
_BOTH = (
    "from_to",
    "to_from",
    "noun",
    "not_yet",
    "replaces",
    "replaced_with",
    "not_yet_with",
    "given_up",
    "not_yet_given_up",
    "replaced_by",
    "yields",
    "not_but",
    "turned_down",
    "was_so",
    "instead",
    "handed",
    "arrow",
)
_EXACT = ("from_to", "noun", "not_yet", "replaced_by", "yields", "not_but", "was_so", "handed", "arrow")
_DENIES = ("turned_down", "was_so")
"""Those that end with a denial of what was so, which is none of the change."""
_SUBJECT_FIRST = ("replaced_by", "yields")
_ENDED = ("ended", "gone", "too_much", "was_before", "given_up_for", "instead_first")
_TO_COME = ("decided", "under_way")
_LONGEST = 300
"""Characters of a statement; a longer one tells of more than a change."""
_END = re.compile(r"(?<=[.!?])\s+(?=\S)|;\s+|\s[-–—]\s")
_JOINT = re.compile(r",\s+(?:(?:and|but|while|so)\s+)?|\s(?:and|but|while|so)\s+")
_SUBJECT = 40
"""Characters of the subject of a clause, at most."""

Stretch = tuple[int, int]


class Where(Enum):
    """Where in its stretch stands what is so now."""

    WHOLE = auto()
    BEGINS = auto()
    ENDS = auto()
    BY_MEMORY = auto()
    """Where the memory has what was so."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change that a statement tells, by stretches of its text."""

    text: str
    """The whole statement."""
    clause: Stretch
    """What of it tells the change."""
    old: Stretch
    new: Stretch
    where: Where
    is_open: bool = False
    """It is planned, asked, denied or only for a while."""
    is_decided: bool = False
    """It is told by a decision, as under way, or by a bare arrow: it does not follow that it is so by now."""
    exact: bool = True
    """What was so ends where its stretch does; else that may go on with what more is told of it."""

    @property
    def words(self) -> str:
        """The words that tell the change."""
        return self.text[slice(*self.clause)]


@lru_cache(maxsize=1024)
def changes(text: str) -> tuple[Change, ...]:
    """Return the changes that a statement tells, open ones too; none for what is too long."""
    if len(text) > _LONGEST or not ABOUT["sign"].search(text):
        return ()
    ended = _ended(text)
    if ended is not None:
        return (ended,)
    each = (_in_sentence(text, start, end) for start, end in _sentences(text))
    return tuple(change for change in each if change is not None)


def tells_what_was(text: str) -> bool:
    """Say whether a statement tells of a change that has come about, and names what was so."""
    return any(not change.is_open for change in changes(text))


@lru_cache(maxsize=1024)
def parts(text: str) -> tuple[Stretch, ...]:
    """Return where the clauses of a statement stand."""
    return tuple(part for start, end in _sentences(text) for part in _parts(text, start, end))


def _sentences(text: str) -> Iterator[Stretch]:
    ends = [match.span() for match in _END.finditer(text)]
    yield from zip([0, *(end for _, end in ends)], [*(start for start, _ in ends), len(text)], strict=True)


def _parts(text: str, start: int, end: int) -> Iterator[Stretch]:
    begin = start
    for match in _JOINT.finditer(text, start, end):
        if match[0].startswith(",") or _is_clause(text[match.end() : end]):
            yield begin, match.start()
            begin = match.end()
    yield begin, end


def _is_clause(text: str) -> bool:
    """Say whether a text begins with a subject and its verb."""
    return ABOUT["verb"].search(text, 1, _SUBJECT) is not None


def _in_sentence(text: str, start: int, end: int) -> Change | None:
    """Return the change that a sentence tells by naming both values, by the first shape that it has."""
    for name in _BOTH:
        match = _SHAPES[name].search(text, start, end)
        if match is not None and _may_be(name, match):
            return _of_shape(name, match, list(_parts(text, start, end)))
    return None


def _may_be(name: str, match: re.Match[str]) -> bool:
    """Say whether what was found in a shape is both values.

    `Moves to room 4 from Monday` tells when it moves, `for the club Ada makes way for Bo` of what.
    """
    if name in _SUBJECT_FIRST:
        return match["old"].split()[0].lower() not in BEFORE
    if name != "to_from":
        return True
    values = (within(match.string, *match.span(value)) for value in ("old", "new"))
    of_days = [any(token.kind is Kind.DATE for token in tokens) for tokens in values]
    return of_days[0] == of_days[1]


def _of_shape(name: str, match: re.Match[str], clauses: list[Stretch]) -> Change:
    """Return the change that a shape found in these clauses of a sentence."""
    text, old = match.string, match.span("old")
    if "said" in match.re.groupindex:
        new, where = match.span("said"), Where.ENDS
    else:
        new, where = match.span("new"), Where.WHOLE if name == "replaces" else Where.BEGINS
    if where is Where.BEGINS:
        new = new[0], min(new[1], next(last for first, last in clauses if new[0] < last))
    touched = [part for part in clauses if part[0] < max(old[1], new[1]) and match.start() < part[1]]
    clause = touched[0][0], touched[-1][1]
    start = new[0] if name == "not_but" else clause[0]
    telling = text[start : new[1] if name in _DENIES else clause[1]]
    is_decided = name in ("arrow", "noun") or is_to_come(telling)
    is_open = (name.startswith("not_yet") and not is_decided) or _is_open(telling, text)
    is_open = is_open or ABOUT["condition"].match(text[clauses[0][0] : clause[1]]) is not None
    return Change(text, clause, old, new, where, is_open, is_decided, exact=name in _EXACT)


def is_to_come(words: str) -> bool:
    """Say whether words tell a change as decided, or as under way, so that it may not have come about yet."""
    return any(ABOUT[each].search(words) is not None for each in _TO_COME)


def is_open(statement: str) -> bool:
    """Say whether a statement tells what is not so, not yet, only for a while, or on a condition."""
    return _is_open(statement, statement) or ABOUT["condition"].match(statement) is not None


def _is_open(clause: str, text: str) -> bool:
    """Say whether a clause of a text tells what is not so, not yet, or not for good."""
    rest = _SHAPES["turned"].sub("", clause)
    return ABOUT["open"].search(rest) is not None or is_for_a_while(text)


def is_for_a_while(text: str) -> bool:
    """Say whether a statement tells of what is so for a day or a while only."""
    return ABOUT["for_a_while"].search(text) is not None


def tokens_of_change(change: Change) -> frozenset[str]:
    """Return the words by which a statement tells that something changes and when, and nothing of what."""
    patterns = ABOUT["changing"], ABOUT["when"], ABOUT["long_ago"]
    found = [match.span() for pattern in patterns for match in pattern.finditer(change.text)]
    tokens = read(change.text).tokens
    return frozenset(word_id(t) for t in tokens if any(s <= t.start and t.end <= e for s, e in found))


def within(text: str, start: int, end: int) -> tuple[Token, ...]:
    """Return the words of a stretch of a text; the full stop of `8 p.m.` may stand behind it."""
    return tuple(t for t in read(text).tokens if start <= t.start < end and t.end <= end + 1)


def is_article(token: Token) -> bool:
    """Say whether a word is `the`, `our` or the like."""
    return token.text.lower() in ARTICLES


# -- what is over, and then what is so now ---------------------------------------------------------------


def _ended(text: str) -> Change | None:
    """Return the change of a text that begins with what is over, and goes on with what is so now."""
    for name in _ENDED:
        match = _SHAPES[name].match(text)
        if match is None or _is_open(match["then"], text):
            continue
        then = _first_part(text, match.start("then"))
        clause = match.start(), then[1]
        if name != "ended":
            where = Where.ENDS if name == "was_before" else Where.BY_MEMORY
            return Change(text, clause, match.span("old"), then, where)
        does = _SHAPES["does"].match(text, *then)
        if does is not None:
            new = does.span("new") if does["new"] else does.span("is")
            return Change(text, clause, match.span("who"), new, Where.WHOLE)
        found = _only_a_value(text, match.span("what"), then) if text[: then[0]].endswith("but ") else None
        found = found or _after_one_word(text, match.span("what"), then)
        found = found or _another_does(text, match.span("who"), match.span("what"), then)
        return None if found is None else Change(text, clause, *found, exact=found[2] is Where.WHOLE)
    return None


def _first_part(text: str, start: int) -> Stretch:
    return next((max(first, start), last) for first, last in parts(text) if start < last)


def _only_a_value(text: str, what: Stretch, then: Stretch) -> tuple[Stretch, Stretch, Where] | None:
    """Return what no longer follows a verb, and what follows it now: `uses A`, `B`."""
    before, behind = within(text, *what), within(text, *then)
    if (
        len(before) < 2
        or any(token.text.lower() in BEFORE for token in behind)
        or _is_clause(text[slice(*then)])
    ):
        return None
    return (before[1].start, what[1]), then, Where.BEGINS


def _after_one_word(text: str, what: Stretch, then: Stretch) -> tuple[Stretch, Stretch, Where] | None:
    """Return what follows the last word that both clauses have: `go through A`, `process them through B`."""
    before, behind = within(text, *what), within(text, *then)
    for token in reversed(behind):
        same = next((each for each in reversed(before) if word_id(each) == word_id(token)), None)
        rest = ABOUT["lately"].sub("", text[token.end : then[1]]).strip(" .!")
        if same is None or is_article(token) or not text[same.end : what[1]].strip():
            continue
        if not rest or ABOUT["stands_for"].match(rest):
            continue
        return (same.end + 1, what[1]), (token.end + 1, then[1]), Where.BEGINS
    return None


def _another_does(
    text: str, who: Stretch, what: Stretch, then: Stretch
) -> tuple[Stretch, Stretch, Where] | None:
    """Return who did something and who does the same now: `A waters the plants`, `B waters them`."""
    done = {word_id(token) for token in within(text, *what)}
    behind = within(text, *then)
    verb = next((place for place, token in enumerate(behind) if word_id(token) in done), 0)
    if not verb:
        return None
    last = next((t for t in reversed(behind[:verb]) if not t.small), None)
    return None if last is None else (who, (then[0], last.end), Where.WHOLE)
