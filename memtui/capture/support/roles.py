"""Compares who does what to whom: what a statement joins must be together in its quote, in the same order.

Each function returns how strongly it speaks against a statement, from 0 (not at all) to 1. A paraphrase
also moves words about, so none of them decides alone: `scoring` weighs them.
"""

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path

from memtui.capture import signals
from memtui.capture.content import Unit, shared_units, units
from memtui.capture.support import actor
from memtui.capture.support.align import Anchor, Match, Pair, Part
from memtui.phrases import phrases_in

_LEAD = 2
"""Units that a clause begins with."""
_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="roles")
_PIVOT = _PHRASES["pivot"].pattern
_CONTRAST = _PHRASES["contrast"].pattern
_ANYONE = _PHRASES["anyone"].pattern
_ONESELF_AS_AIM = _PHRASES["oneself_as_aim"].pattern
_ONESELF_AS_DOER = _PHRASES["oneself_as_doer"].pattern


def crossed(pair: Pair) -> float:
    """Tell how far a clause takes its beginning from one clause of the quote and its rest from another.

    `The cat goes to me` from `The dog goes to me, the cat to Grandma`.
    """
    worst = 0.0
    for part in pair.parts:
        inside = [each for each in pair.anchors if part.holds(each.mine[0])]
        if len(inside) < 2:
            continue
        first, rest = inside[0], inside[1:]
        home = _part_at(pair.quoted, first.theirs[0])
        others = [_part_at(pair.quoted, each.theirs[0]) for each in rest]
        away = [each for each in others if each is not home and _begins_otherwise(each, part)]
        if home is not None and _leads(first, home):
            worst = max(worst, len(away) / len(others))
    return worst


def _part_at(quoted: Sequence[Part], place: int) -> Part | None:
    return next((each for each in quoted if each.holds(place)), None)


def _leads(anchor: Anchor, part: Part) -> bool:
    return any(unit.start < anchor.theirs[1] and anchor.theirs[0] < unit.end for unit in part.units[:_LEAD])


def _begins_otherwise(home: Part | None, part: Part) -> bool:
    return home is not None and not shared_units(home.units[:1], part.units)


def exchanged(pair: Pair) -> float:
    """Tell whether two clauses each take from the same two clauses of the quote: they changed something."""
    homes = []
    for part in pair.parts:
        places = {_home(pair, each) for each in pair.anchors if part.holds(each.mine[0])} - {None}
        if len(places) > 1:
            homes.append(places)
    return float(any(len(one & other) > 1 for one, other in combinations(homes, 2)))


def _home(pair: Pair, anchor: Anchor) -> int | None:
    part = _part_at(pair.quoted, anchor.theirs[0])
    return None if part is None else part.start


def replaced(pair: Pair) -> float:
    """Tell how far a clause is the quote's but for one thing in the place of another."""
    worst = 0.0
    for match in pair.matches:
        mine, theirs = match.mine, match.theirs
        if any(unit.wide for unit in mine.units):
            worst = max(worst, _replaced_characters(mine.plain, theirs.plain))
            continue
        new = [unit for unit in mine.units if not shared_units([unit], pair.around_content)]
        gone = [unit for unit in theirs.units if not shared_units([unit], pair.content)]
        if len(new) == 1 and gone and _same_place(match, new[0], gone):
            worst = max(worst, match.share)
    return worst


def from_elsewhere(pair: Pair) -> float:
    """Tell how far a clause is the quote's but for one thing that the text says elsewhere."""
    worst = 0.0
    for match in pair.matches:
        mine, theirs = match.mine.units, match.theirs.units
        if _denies(match.mine) != _denies(match.theirs):
            continue
        steps = SequenceMatcher(None, _keys(mine), _keys(theirs), autojunk=False).get_opcodes()
        kept = sum(step[2] - step[1] for step in steps if step[0] == "equal")
        for kind, a, b, c, d in steps:
            if kind != "replace" or not kept or kept < b - a:
                continue
            nearby = shared_units(mine[a:b], theirs) or not shared_units(mine[a:b], pair.around_content)
            if not nearby and not shared_units(theirs[c:d], pair.content):
                worst = max(worst, kept / len(mine))
    return worst


def _denies(part: Part) -> bool:
    return signals.NEGATION.search(part.plain) is not None


def _keys(content: Sequence[Unit]) -> list[str]:
    return [unit.key for unit in content]


def _same_place(match: Match, new: Unit, gone: Sequence[Unit]) -> bool:
    """Say whether one of the words that are gone has the neighbour that the new word has."""
    mine, theirs = match.mine.units, match.theirs.units
    at = mine.index(new)
    for unit in gone:
        there = theirs.index(unit)
        before = at and there and shared_units([mine[at - 1]], [theirs[there - 1]])
        after = (
            at + 1 < len(mine)
            and there + 1 < len(theirs)
            and shared_units([mine[at + 1]], [theirs[there + 1]])
        )
        if before or after:
            return True
    return False


def _replaced_characters(mine: str, theirs: str) -> float:
    steps = SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
    slots = [step for step in steps if step[0] == "replace"]
    kept = sum(step[2] - step[1] for step in steps if step[0] == "equal")
    if len(slots) != 1 or not all(1 <= b - a <= _SLOT for a, b in (slots[0][1:3], slots[0][3:5])):
        return 0.0
    return kept / max(len(mine), 1)


_SLOT = 4
"""Characters of a Chinese or Japanese name."""


def turned_round(pair: Pair) -> float:
    """Tell whether two things have changed sides of a word that both have between them: `X over Y`."""
    pivots = {match[0].lower(): match for match in _PIVOT.finditer(pair.ground.quote.text)}
    worst = 0.0
    mine, theirs = (
        Counter(match[0].lower() for match in _PIVOT.finditer(text))
        for text in (pair.claim.text, pair.ground.quote.text)
    )
    for match in _PIVOT.finditer(pair.claim.text):
        word = match[0].lower()
        there = pivots.get(word)
        if there is None or mine[word] > 1 or theirs[word] > 1:
            continue
        before = [each for each in pair.anchors if each.mine[1] <= match.start()][-2:]
        after = [each for each in pair.anchors if each.mine[0] >= match.end()][:2]
        over = [each for each in before if each.theirs[0] >= there.end()]
        back = [each for each in after if each.theirs[1] <= there.start()]
        strong = _CONTRAST.fullmatch(match[0]) is not None
        worst = max(worst, 1.0 if over and back else 0.5 if strong and (over or back) else 0.0)
    return worst


def two_swapped(pair: Pair) -> float:
    """Tell whether two things have changed places while what stands between or behind them stays.

    `Anna asked Bo to stay` and `Bo asked Anna to stay`; not where one of them only is passive.
    """
    if is_passive(pair.claim.text) != is_passive(pair.quote.text):
        return 0.0
    return max((swapped_in(pair, part) for part in [None, *pair.parts]), default=0.0)


def is_passive(text: str) -> bool:
    """Say whether a text tells what is done to something: `was moved by`."""
    return _PASSIVE.search(text) is not None


def swapped_in(pair: Pair, part: Part | None) -> float:
    """Look at one clause, or at all of a statement, for two parts that changed places.

    Returns 1 when a word lies between the two, 0.5 when one only follows, else 0.
    """
    places = [each.theirs[0] for each in pair.anchors if part is None or part.holds(each.mine[0])]
    ranks = [sorted(places).index(place) for place in places]
    starts = [at for at in range(len(ranks)) if at == 0 or ranks[at] != ranks[at - 1] + 1]
    order = sorted(starts, key=lambda at: ranks[at])
    runs = [order.index(at) for at in starts]
    if runs and runs[0] == 0:
        runs = [run - 1 for run in runs[1:]]
    if runs[:3] == [2, 1, 0] and runs[3:] in ([], [3]):
        return 1.0
    return 0.5 if runs == [1, 0, 2] else 0.0


_PASSIVE = _PHRASES["passive"].pattern


def lead_replaced(pair: Pair) -> float:
    """Return how strongly a statement's beginning replaces that of its quote.

    More when both are names; 0 when the quote begins with a pronoun.
    """
    best = 0.0
    for part in pair.parts[:1]:
        lead = _lead(part.units)
        if shared_units(lead, pair.quoted_content) or _speaks(pair, lead):
            continue
        rest = max(len(part.units) - len(lead), 1)
        for each in pair.quoted:
            other = _lead(each.units)
            before = each.text[: other[0].start - each.start]
            if shared_units(other, pair.content) or signals.PRONOUN.search(before):
                continue
            names = is_name(lead, pair.claim.text) + is_name(other, pair.ground.quote.text)
            names = max(names, lead[0].wide and other[0].wide)
            best = max(best, (1 + names) / 3 * min(1.0, len(shared_units(part.units, each.units)) / rest))
    return best


def _lead(content: Sequence[Unit]) -> list[Unit]:
    lead = list(content[:1])
    if lead and lead[0].wide:
        lead += [unit for unit in content[1:_LEAD] if unit.start == lead[0].end]
    return lead


def _speaks(pair: Pair, lead: Sequence[Unit]) -> bool:
    return bool(pair.ground.speaker) and bool(shared_units(lead, units(pair.ground.speaker)))


def is_name(lead: Sequence[Unit], text: str) -> bool:
    """Say whether words are a person's name, judged by their script and neighbours."""
    first = lead[0]
    if first.wide:
        return _TITLED.match(text, lead[-1].end) is not None
    return first.capital and (
        _TITLE.search(text, 0, first.start) is not None
        or (_ARTICLE.search(text, 0, first.start) is None and actor.VERB.match(text, first.end) is not None)
    )


_TITLED = _PHRASES["titled"].pattern
_TITLE = _PHRASES["title"].pattern
_ARTICLE = _PHRASES["article"].pattern


def name_from_elsewhere(pair: Pair) -> float:
    """Tell whether a statement names someone whom its quote does not, where the quote names another."""
    mine, theirs = pair.claim, pair.ground.quote
    names = [u for u in mine.units if is_name([u], mine.text) and not shared_units([u], pair.quoted_content)]
    others = [u for u in theirs.units if is_name([u], theirs.text) and not shared_units([u], pair.content)]
    return min(len(names), len(others), 2) / 2


def given_away(pair: Pair) -> float:
    """Tell whether a statement gives to someone it names what the quote's speaker says of himself."""
    if not signals.FIRST_PERSON.search(pair.ground.quote.text) or _ANYONE.search(pair.claim.text):
        return 0.0
    lead = pair.claim.units[:1]
    named = [unit for unit in pair.claim.units if unit.capital or unit.wide]
    if not lead or not named or _speaks(pair, lead) or shared_units(named[:1], pair.quoted_content):
        return 0.0
    return 1.0


def taken_over(pair: Pair) -> float:
    """Tell whether the writer does in a statement what in the quote is done to him."""
    quote = pair.ground.quote.text
    aim, doer = _ONESELF_AS_AIM.search(quote), _ONESELF_AS_DOER.search(quote)
    writer = _ANYONE.search(pair.claim.text)
    return float(writer is not None and writer.start() < _LEAD_REACH and aim is not None and doer is None)


_LEAD_REACH = 6
"""Characters before whom a statement is about: an article."""
