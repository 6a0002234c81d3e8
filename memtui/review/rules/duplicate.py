"""Proposes to merge two memories that say the same, word for word or nearly.

`language.relation`, which was learned from pairs that people judged, decides what counts as the same. A
pair that differs in a figure, in how much is meant or in who does it is never a duplicate, however alike
the two are.

Which one stays: a merge keeps the type, scope and expiry of the one that stays, and takes over the rest. So
a lasting memory is kept rather than an event, one without an expiry rather than one that ends, one in the
wider scope rather than one inside it, since readers of both scopes find it there, and one in an agent's file
rather than one in this store alone, which not every agent asks. Otherwise the most recent stays. The text is
that of the one that says more: a value that the other lacks, else more words. When either choice would lose
something, nothing is proposed:

* two texts that each give a value which the other lacks, a figure, a path, an environment or code, are kept
  as they are, and so are a rule and what somebody has promised to do about it;

* a constitutional or pinned memory never gives way to an ordinary one, nor to another such in other words:
  someone chose those words;
* a fact of one project may be just as true of another, and a merge would take it away from one of them. So
  the same words in two separate scopes are left alone, unless both are in one project (two levels or more
  in common). Then they are asked about singly, with little confidence;
* what a file of instructions says for colleagues and other agents never gives way to what is in a memory
  file or in this store alone, nor is it reworded after that; and each agent needs its own instructions, so
  files of different agents are left alone (see `readers`).

What is said for all projects is told in each of them too. So the copy of a project goes where it is the
person's own and says nothing more; a project's file stays, for colleagues who do not have the other (see
`for_all_projects`).

The rule has four names, because verdicts on each teach something different: `duplicate/exact`, literal and
obvious, in one batch, and the only one that may act by itself; `duplicate/delicate`, literal but pinned,
constitutional, of sibling scopes or read by others; `duplicate/near`; and `duplicate/everywhere`.
"""

from collections.abc import Iterable

from memtui.capture.windows import tokens
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.counting import plural
from memtui.domain.days import day
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Evidence, Finding, Spans, Target
from memtui.domain.scope import common_scope, contains, depth
from memtui.domain.text import one_line, same_wording
from memtui.domain.whose import SHARED_FROM
from memtui.language.difference import Comparison, compare, worth
from memtui.language.headed import held_against
from memtui.language.in_store import CODE, Seen, of_one_file
from memtui.language.new_state import ENVIRONMENTS
from memtui.language.no_repeat import no_repeat
from memtui.language.other_words import restatement
from memtui.language.piece_index import index_of
from memtui.language.relation import Relation, opinion
from memtui.language.said_again import is_said_again, may_be_judged, said_again
from memtui.language.side import label_end, telling_words
from memtui.language.statement import Kind as Word
from memtui.language.statement import Statement, Token
from memtui.review.for_all_projects import Across, across, is_persons_own, says_it_as_well
from memtui.review.readers import (
    file_of,
    for_different_agents,
    in_files_of_two,
    loses_its_reader,
    readers,
    shared,
)
from memtui.review.rule import Context, PairRule
from memtui.review.standing import lasting, protected

EXACT = rule_name(Kind.DUPLICATE, "exact")
DELICATE = rule_name(Kind.DUPLICATE, "delicate")
NEAR = rule_name(Kind.DUPLICATE, "near")
EVERYWHERE = rule_name(Kind.DUPLICATE, "everywhere")
LITERAL = "literal duplicates"
"""What the batch card of exact duplicates is called."""

_CERTAIN = 0.97
"""How sure it is of one text twice, in scopes of which one contains the other; not 1, as no rule is."""
_SIBLINGS = 0.4
"""The same in scopes beside each other, where both agents may need it."""
_ONE_PROJECT = 2
"""Scopes belong to one project when they share this many levels, as in `/project/shop`."""
_PART = 0.5
"""The share of the words of a statement that another has at most, which it says among more."""
_FIGURES = frozenset({Word.NUMBER, Word.DATE, Word.VERSION})
_TELLING = _FIGURES | {Word.PATH}
_PROMISED = "commitment"
"""The category of what somebody is to do."""


class Duplicate(PairRule):
    """Looks for two memories that say the same."""

    kind = Kind.DUPLICATE

    def compare(self, older: Memory, newer: Memory, similarity: float | None, now: Context) -> Finding | None:
        """Return a merge of the two, if they say the same and nothing is lost by it."""
        if _shared_by_hand(older, newer) or for_different_agents(older, newer):
            return None
        pair = across(older, newer)
        if pair is not None:
            return _told_in_all(pair, similarity, now)
        if same_wording(older.text, newer.text):
            return _exact(older, newer)
        if not _nested(older, newer) or _chosen(older, newer) or _promised(older) != _promised(newer):
            return None
        starts = held_against(older, newer)
        same = None if starts is None else _how_surely(older, newer, starts, similarity, now)
        return None if starts is None or same is None else _near(older, newer, same, similarity, starts)


def _how_surely(
    older: Memory, newer: Memory, starts: tuple[int, int], similarity: float | None, now: Context
) -> float | None:
    """Return how surely two memories say the same from `starts` on; None if they are not taken to."""
    said = older.text[starts[0] :], newer.text[starts[1] :]
    if no_repeat(*said):
        return None
    alike = _alike(older, newer, said, similarity, now)
    if alike is not None:
        return alike
    pair = now.surroundings.pair(older, newer, (older.text, newer.text), similarity)
    return None if pair is None else restatement(pair)


def _alike(
    older: Memory, newer: Memory, said: tuple[str, str], similarity: float | None, now: Context
) -> float | None:
    """Return how surely two memories say the same in much the same words; None if they are not taken to.

    Under headings that is told by their neighbours, elsewhere by what both say.
    """
    if may_be_judged(older.text, newer.text):
        words = now.surroundings.words(older, newer)
        if words is not None:
            one_file = of_one_file(*(str(file_of(each) or "") for each in (older, newer)))
            seen = Seen(older.text, newer.text, (older.id, newer.id), words, one_file)
            likely = said_again(seen, similarity)
            return likely if is_said_again(likely) else None
    told = opinion(*said, similarity)
    return told.same if told.relation is Relation.SAME else None


def _shared_by_hand(one: Memory, other: Memory) -> bool:
    """Say whether one was made from the other for a team: a person wants it in both places."""
    return one.provenance.get(SHARED_FROM) == other.uid or other.provenance.get(SHARED_FROM) == one.uid


def _nested(one: Memory, other: Memory) -> bool:
    return contains(one.scope, other.scope) or contains(other.scope, one.scope)


def _chosen(one: Memory, other: Memory) -> bool:
    """Say whether someone wants both as they are."""
    return any(a and b for a, b in zip(protected(one), protected(other), strict=True))


def _promised(memory: Memory) -> bool:
    """Say whether a memory is something to be done: a rule about the same stays when that is done."""
    return memory.type is MemoryType.EPISODIC and _PROMISED in memory.categories


def _kept(one: Memory, other: Memory) -> Memory | None:
    """Return which of two that say the same stays; None when something would be lost with either."""
    if shared(one) != shared(other):
        return _kept_for_others(*((one, other) if shared(one) else (other, one)))
    first, second = sorted((one, other), key=_standing, reverse=True)
    if first.scope == second.scope or not _nested(one, other):
        return first
    outer = one if contains(one.scope, other.scope) else other
    inner = other if outer is one else one
    loses = protected(inner) > protected(outer) or lasting(inner) > lasting(outer)
    return None if loses or _in_a_file(inner) > _in_a_file(outer) else outer


def _kept_for_others(told: Memory, own: Memory) -> Memory | None:
    """Return the one that others read too; None when something of the other or its reader would be lost."""
    reaches = contains(told.scope, own.scope) or not _nested(told, own)
    lasts = protected(told) >= protected(own) and lasting(told) >= lasting(own)
    return told if reaches and lasts and not loses_its_reader(told, own) else None


def _standing(memory: Memory) -> tuple[tuple[bool, bool], tuple[bool, float], bool, float, int]:
    return protected(memory), lasting(memory), _in_a_file(memory), _touched(memory), memory.id


def _in_a_file(memory: Memory) -> bool:
    return file_of(memory) is not None


def _touched(memory: Memory) -> float:
    return max(memory.created_at, memory.updated_at)


# -- the same words ------------------------------------------------------------------------------------


def _exact(older: Memory, newer: Memory) -> Finding | None:
    nested = _nested(older, newer)
    common = common_scope([older.scope, newer.scope])
    if not nested and (depth(common) < _ONE_PROJECT or any(protected(older) + protected(newer))):
        return None
    kept = _kept(older, newer)
    if kept is None:
        return None
    gone = older if kept is newer else newer
    if older.scope == newer.scope:
        reason = "the same words are stored twice"
    elif nested:
        reason = f"{kept.scope} says the same, word for word, for {gone.scope} too"
    else:
        reason = f"two parts of {common} say the same, word for word"
    plain = not any(protected(older) + protected(newer))
    obvious = nested and plain and shared(older) == shared(newer) and not in_files_of_two(older, newer)
    facts = [*_facts(kept, gone)]
    if not nested:
        facts.append(("careful", f"it would no longer be filed under {gone.scope}"))
    return Finding(
        Kind.DUPLICATE,
        EXACT if obvious else DELICATE,
        (Target.of(kept), Target.of(gone)),
        reason,
        Change(Deed.MERGE, keep=kept.id, gone=(gone.id,)),
        kept.scope,
        Evidence(tuple(facts)),
        confidence=_CERTAIN if nested else _SIBLINGS,
        saves=tokens(gone.text),
        batch=LITERAL if obvious else "",
    )


def _facts(kept: Memory, gone: Memory) -> list[tuple[str, str]]:
    facts = [
        ("stays", f"{kept.scope}, of {day(_touched(kept))}"),
        ("goes", f"{gone.scope}, of {day(_touched(gone))}"),
    ]
    of_two = in_files_of_two(kept, gone)
    if of_two or shared(kept) != shared(gone):
        facts.append(("read by", f"{readers(kept)} · {readers(gone)}"))
    if of_two and not shared(kept):
        facts.append(("careful", "the agent whose file it goes from does not read the other"))
    uses = kept.access_count + gone.access_count
    if uses:
        facts.append(("used", f"{plural(uses, 'time')} together"))
    if kept.pinned or gone.pinned:
        facts.append(("pinned", "yes, and stays so"))
    return facts


# -- nearly the same words -----------------------------------------------------------------------------


def _near(
    older: Memory,
    newer: Memory,
    same: float,
    similarity: float | None,
    starts: tuple[int, int],
) -> Finding | None:
    kept = _kept(older, newer)
    if kept is None:
        return None
    gone = older if kept is newer else newer
    comparison = compare(older.text[starts[0] :], newer.text[starts[1] :])
    only_older = _own(comparison.left, comparison.right, comparison.only_left)
    only_newer = _own(comparison.right, comparison.left, comparison.only_right)
    values = _values(comparison.left, only_older), _values(comparison.right, only_newer)
    if all(values):
        return None
    says = (values[0], len(only_older)), (values[1], len(only_newer))
    more = kept if says[0] == says[1] else older if says[0] > says[1] else newer
    marks = _marks(older, newer, comparison, starts)
    facts = _facts(kept, gone)
    if similarity is not None:
        facts.insert(0, ("similarity", f"{similarity:.2f}"))
    if more is not kept and shared(kept) != shared(gone):
        return None
    short, whole = sorted((comparison.left, comparison.right), key=lambda each: len(each.content))
    place = index_of(whole.text).nearest(telling_words(short.text)) if _only_part(short, whole) else None
    if place is not None:
        facts.append(("said in", one_line(place.text)))
    return Finding(
        Kind.DUPLICATE,
        NEAR,
        (Target.of(kept), Target.of(gone)),
        _reason(comparison, bool(only_older), bool(only_newer), within=place is not None),
        Change(Deed.MERGE, keep=kept.id, gone=(gone.id,), text="" if more is kept else more.text),
        kept.scope,
        Evidence(tuple(facts), marks),
        confidence=round(same, 2),
        saves=tokens(gone.text if more is kept else kept.text),
    )


def _values(statement: Statement, own: Iterable[Token]) -> int:
    """Return how many values a statement has of its own; those of the headings over it number headings."""
    start = label_end(statement.text)
    code = [match.span() for match in CODE.finditer(statement.text, start)]
    return sum(
        token.start >= start and (_is_value(token) or any(a <= token.start < b for a, b in code))
        for token in own
    )


def _is_value(token: Token) -> bool:
    """Say whether a word gives what no other word does: a figure, a path, a flag, an environment."""
    return token.kind in _TELLING or token.text.startswith("-") or token.text.lower() in ENVIRONMENTS


# -- of one project what is said for all ----------------------------------------------------------------


def _told_in_all(pair: Across, similarity: float | None, now: Context) -> Finding | None:
    """Return the drop of a project's copy, if nobody misses it and it has no word that the other lacks."""
    starts = held_against(*pair) if says_it_as_well(pair) else None
    if starts is None:
        return None
    everywhere, here = pair
    said = everywhere.text[starts[0] :], here.text[starts[1] :]
    same, marks = 0.0, dict[int, Spans]()
    if same_wording(*said):
        same = _CERTAIN
    elif not _chosen(*pair) and _promised(everywhere) == _promised(here):
        same = _how_surely(*pair, starts, similarity, now) or 0.0
        comparison = compare(*said) if same else None
        if comparison is None or _own(comparison.right, comparison.left, comparison.only_right):
            return None
        marks = _marks(everywhere, here, comparison, starts)
    return _said_everywhere(pair, round(same, 2), marks) if same and is_persons_own(now.store, here) else None


def _said_everywhere(pair: Across, confidence: float, marks: dict[int, Spans]) -> Finding:
    everywhere, here = pair
    facts = [("goes from", readers(here))] if _in_a_file(here) else []
    return Finding(
        Kind.DUPLICATE,
        EVERYWHERE,
        (Target.of(here), Target.of(everywhere)),
        f"the same is said for all projects, in {pair.place}",
        Change(Deed.DROP, gone=(here.id,)),
        here.scope,
        Evidence(tuple(facts), marks),
        confidence=confidence,
        saves=tokens(here.text),
        bucket=pair.bucket,
    )


def _only_part(short: Statement, whole: Statement) -> bool:
    """Say whether one of two statements that say the same says much more besides."""
    return len(short.content) <= _PART * len(whole.content)


def _reason(comparison: Comparison, older: bool, newer: bool, *, within: bool) -> str:
    """Return in what two differ that say the same, the `older` or the `newer` with words of its own."""
    if within:
        return "one memory says what the other says too, among more"
    if older and newer:
        return "two memories say the same, each in words of its own"
    if older or newer:
        return "two memories say the same, one a little more"
    if all(match.exactly for match in comparison.matches):
        return "two memories say the same in the same words"
    return "two memories say the same in other words"


def _own(statement: Statement, other: Statement, unmatched: tuple[Token, ...]) -> list[Token]:
    """Return the words and figures of a statement that the other does not have."""
    known = {each for token in other.tokens for each in _worths(token, other)}
    figures = [
        token
        for token in statement.tokens
        if token.kind in _TELLING and known.isdisjoint(_worths(token, statement))
    ]
    return [*unmatched, *figures]


def _worths(token: Token, statement: Statement) -> tuple[str, str]:
    """Return a figure without its unit, and how much it is with it."""
    return token.key.partition(" ")[0], worth(token, statement.text)


def _marks(older: Memory, newer: Memory, comparison: Comparison, starts: tuple[int, int]) -> dict[int, Spans]:
    """Return where the two differ: words of one's own, and words that stand for each other.

    `starts` are where their compared words begin.
    """
    left = [(span.start, span.end) for finding in comparison.findings for span in finding.left]
    right = [(span.start, span.end) for finding in comparison.findings for span in finding.right]
    for match in comparison.matches:
        if not match.exactly:
            left.append((match.left.start, match.left.end))
            right.append((match.right.start, match.right.end))
    own = (
        (older, starts[0], comparison.left, comparison.right, left),
        (newer, starts[1], comparison.right, comparison.left, right),
    )
    for _, _, statement, other, spans in own:
        spans += [(token.start, token.end) for token in _own(statement, other, ())]
    return {
        memory.id: tuple(sorted({(at + start, at + end) for start, end in spans}))
        for memory, at, _, _, spans in own
        if spans
    }


RULE = Duplicate()
