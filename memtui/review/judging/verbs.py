"""The suggestions that a model may make, and how each becomes a finding that a person can check.

A suggestion names memories by their number in the window. Most name a witness: the memory that says the
same, or the newer state. Both become targets of the card, so that it shows its evidence, and a yes is only
carried out while both are unchanged. A witness that is to go itself does not count: its own witness takes
its place, and without one the suggestion is refused.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time
from typing import TYPE_CHECKING

from memtui.capture.dates import day_of
from memtui.capture.grounding import Source, invented
from memtui.capture.windows import tokens
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.domain.sanitise import sanitise
from memtui.domain.scope import USER
from memtui.domain.text import Longest, one_line
from memtui.language.side import telling_words
from memtui.review.asking import line_for_model
from memtui.review.judging.windows import LONGEST, Window
from memtui.review.readers import shared, takes_from_others
from memtui.review.rule import Context
from memtui.review.rules.protection import spared_for_good
from memtui.review.rules.taking import REMOVING
from memtui.secrets import find_secrets
from memtui.secrets.masking import headline
from memtui.store import proposals, scopes
from memtui.store.asked import EarlierProposal, about

if TYPE_CHECKING:
    from memtui.review.answers import Card

INVENTED = "named memories that do not exist"
KEPT = "would take away memories that are always kept"
MEANINGLESS = "made no sense"
REFUSED = "were rejected before"
GOING = "rested on what goes itself"
OF_OTHERS = "would take from others what they read"
UNFOUNDED = "would bring in what no memory says"
UNSURE = "were too unsure"

LEAST_SURE = 0.6
"""From which confidence on a removal is shown. Of what careful readers said with less, most is kept."""

_REASON = 300
"""Characters of a reason on a card: two lines."""
_ALL_OF = 8
"""A model that would drop every memory of a window this large is not believed: it has misread its task."""
_DOUBTFUL = 0.5
"""The most confidence of suggestions that together would drop a whole window."""
_LEAST_SURE, _MOST_SURE = 0.05, 0.99
"""A model never makes a card that is surely wrong, or one that needs no look."""
_RANKS = {
    MemoryType.EPISODIC: 0,
    MemoryType.SEMANTIC: 1,
    MemoryType.PROCEDURAL: 1,
    MemoryType.CONSTITUTIONAL: 2,
}
_WORD = re.compile(r"[\s_-]+")
_NAMED = re.compile(r"(?:#|\b(?:memory|memories|line|number|no\.) ?#?|\[)(\d{1,3})\]?", re.IGNORECASE)
_BARE = re.compile(
    r"(?<![\w.:/#-])(\d{1,3})(?![\w.:/%-])"
    r"(?! (?:times?|sessions?|days?|weeks?|months?|hours?|minutes?|tests?|files?)\b)"
)
"""A number that may be a memory's, and is no count."""
_DIGITS = re.compile(r"\d+")
_SHARED = 2
"""Words that two memories share at least for a number to be that of the other one."""


class Unusable(Exception):
    """A suggestion that makes no card; `str()` is what it is counted under."""


@dataclass(slots=True)
class Reading:
    """The answer to one window, as it becomes findings."""

    window: Window
    model: str
    prompt: str
    now: Context
    refused: Counter[str]
    version: int = 1
    """Of the rule."""
    withdrawn: frozenset[int] = frozenset()
    """Cards of the rules that the same answer withdraws."""
    _going: dict[int, int | None] = field(default_factory=dict)
    """The memories that would go, each with the one that says the same in its place."""
    _stays: set[int] = field(default_factory=set)
    """The memories that say what others said, and so have to stay."""
    _kept_by_rules: set[int] = field(default_factory=set)
    """Those that stay by a card of a rule: they may be dropped themselves, as no rule read what they say."""
    _before: Mapping[int, list[EarlierProposal]] = field(default_factory=dict)
    _said: set[int] = field(default_factory=set)
    """What goes by a card that waits already."""
    _named_gone: set[int] = field(default_factory=set)
    """Those of them that this answer would take away, too."""

    def findings(self, cards: Iterable["Card"]) -> list[Finding]:
        """Return what the usable cards about memories suggest, the surest first, one for each memory."""
        self._before = about(self.now.store, [memory.id for memory in self.window.lines])
        self._hear_what_waits()
        findings: list[Finding] = []
        named: set[int] = set()
        for card in sorted(cards, key=lambda card: -card.sure):
            for number in card.ids or [0]:
                try:
                    if number in named:
                        raise Unusable(MEANINGLESS)
                    finding = self._finding(card, number)
                except Unusable as unusable:
                    self.refused[str(unusable)] += 1
                else:
                    named.add(number)
                    findings += [finding] if finding is not None else []
        return self._doubted(findings)

    def _hear_what_waits(self) -> None:
        """Take over what the waiting cards drop and keep: another window may have made them."""
        waiting = {each.proposal_id for reading in self._before.values() for each in reading if each.waits}
        for proposal in proposals.get_many(self.now.store, sorted(waiting - self.withdrawn)):
            gone = set(proposal.change.gone)
            self._said |= gone
            self._going |= dict.fromkeys(gone, proposal.change.keep)
            stays = self._stays if proposal.kind is Kind.JUDGE else self._kept_by_rules
            stays |= {target.id for target in proposal.targets} - gone if gone else set()

    def _finding(self, card: "Card", number: int) -> Finding | None:
        memory = self._memory(number)
        beside = [self._memory(other) for other in dict.fromkeys(card.beside) if other != number]
        reason = self._reason(card, number, beside)
        verb = _VERBS.get(_WORD.sub(" ", card.do).strip())
        if verb is None or not reason:
            raise Unusable(MEANINGLESS)
        change, targets = verb.becomes(self, card, memory, beside)
        if self._said.intersection(change.gone):
            self._named_gone |= set(change.gone)
            return None  # a card says so already
        if change.gone:
            self._check(change, memory)
            if card.sure < LEAST_SURE and not verb.asks:
                raise Unusable(UNSURE)
        self._take(change, targets)
        return self._card(card, verb, change, targets, reason)

    def _memory(self, number: int) -> Memory:
        if not 1 <= number <= len(self.window.lines):
            raise Unusable(INVENTED)
        return self.window.lines[number - 1]

    def _reason(self, card: "Card", about: int, beside: list[Memory]) -> str:
        """Return the model's reason; numbers of the window mean nothing on a card, so they become words."""

        def named(match: re.Match[str]) -> str:
            number = int(match[1])
            if number == about:
                return "this"
            if not 1 <= number <= len(self.window.lines):
                return match[0]
            other = self.window.lines[number - 1]
            return "the other" if beside == [other] else f"“{one_line(headline(other), Longest.NAME)}”"

        def bare(match: re.Match[str]) -> str:
            number = int(match[1])
            return named(match) if number in card.beside or self._is_beside(number, about) else match[0]

        return line_for_model(_BARE.sub(bare, _NAMED.sub(named, card.reason)), _REASON).rstrip(". ")

    def _is_beside(self, number: int, about: int) -> bool:
        """Say whether a number in the reason about a memory is that of another line: one that speaks of the
        same, while the memory does not hold the number itself.
        """
        if number == about or not 1 <= number <= len(self.window.lines):
            return False
        mine, other = self.window.lines[about - 1].text, self.window.lines[number - 1].text
        shared = telling_words(mine[:LONGEST]) & telling_words(other[:LONGEST])
        return len(shared) >= _SHARED and str(number) not in _DIGITS.findall(mine)

    def _check(self, change: Change, memory: Memory) -> None:
        """Raise Unusable where what goes may not go."""
        if any(
            not each.waits and each.kind in _ASKED and each.fingerprint == Target.of(memory).fingerprint
            for each in self._before.get(memory.id, ())
        ):
            raise Unusable(REFUSED)
        stays = self._stays if change.keep is None else self._stays | self._kept_by_rules
        if stays.intersection(change.gone) or (change.keep is not None and change.keep in self._going):
            raise Unusable(GOING)
        spared = {m.id for m in self.window.lines if m.id in change.gone and spared_for_good(m, self.now)}
        if not spared or change.deed is Deed.MERGE:
            return
        keeps = next((m for m in self.window.lines if m.id == change.keep), None)
        if keeps is None or not spared_for_good(keeps, self.now):
            raise Unusable(KEPT)

    def _take(self, change: Change, targets: list[Memory]) -> None:
        self._going |= dict.fromkeys(change.gone, change.keep)
        if change.gone:
            self._stays |= {memory.id for memory in targets} - set(change.gone)

    def standing(self, witness: Memory, memory: Memory) -> Memory:
        """Return the witness, or the memory that speaks for it if it is to go itself. Raises Unusable."""
        known = {each.id: each for each in self.window.lines}
        seen = {memory.id}
        while witness.id in self._going:
            following = self._going[witness.id]
            if following is None or following in seen or following not in known:
                raise Unusable(GOING)
            seen.add(witness.id)
            witness = known[following]
        if witness.id in seen:
            raise Unusable(GOING)
        return witness

    def checked_text(self, text: str, sources: list[Memory]) -> str:
        """Return a text that the model would have stored. Raises Unusable for one that may not be."""
        if not text or any(len(line_for_model(source.text, 10**6)) > LONGEST for source in sources):
            raise Unusable(MEANINGLESS)  # of what it was not shown, a model cannot say how it should read
        if sanitise(text, raw=True) != text or find_secrets(text) or len(text) > 2 * LONGEST:
            raise Unusable(MEANINGLESS)
        source_text = "\n".join(source.text for source in sources)
        if invented(text, Source(source_text, day_of(sources[-1].created_at))) is not None:
            raise Unusable(UNFOUNDED)
        return text

    def _card(
        self, card: "Card", verb: "Verb", change: Change, targets: list[Memory], reason: str
    ) -> Finding:
        rule = "ask" if verb.asks else _RULES[change.deed]
        rule = "edit" if change.deed is Deed.KEEP and not change.gone else rule
        first = targets[0]
        alike = card.group or (card.reason if len(card.ids) > 1 else "")
        batch_title = one_line(alike, Longest.PHRASE) if change.removes and len(targets) == 1 else ""
        return Finding(
            kind=Kind.JUDGE,
            rule=rule_name(Kind.JUDGE, rule),
            targets=tuple(Target.of(memory) for memory in targets),
            reason=f"the model {'asks' if verb.asks else 'says'}: “{reason}”",
            change=change,
            scope=first.scope,
            evidence=Evidence((("model", self.model), ("prompt", self.prompt))),
            confidence=round(min(max(card.sure, _LEAST_SURE), _MOST_SURE), 2),
            saves=sum(tokens(m.text) for m in targets if m.id in change.gone),
            batch=f"{batch_title}, {first.scope}" if batch_title else "",
            version=self.version,
        )

    def _doubted(self, findings: list[Finding]) -> list[Finding]:
        """Return findings with less confidence when they would take away all that the model was shown."""
        gone = {i for finding in findings if finding.change.removes for i in finding.change.gone}
        left = {memory.id for memory in self.window.lines} - gone - self._named_gone
        if len(self.window.lines) < _ALL_OF or left:
            return findings
        shown = len(self.window.lines)
        careful = ("careful", f"it would take away all {shown} memories that it was shown")
        return [
            replace(
                finding,
                confidence=min(finding.confidence, _DOUBTFUL),
                evidence=replace(finding.evidence, facts=(careful, *finding.evidence.facts)),
            )
            for finding in findings
        ]


_ASKED = REMOVING | {Kind.JUDGE}
_RULES = {
    Deed.DROP: "drop",
    Deed.ARCHIVE: "archive",
    Deed.MERGE: "same",
    Deed.KEEP: "superseded",
    Deed.RETYPE: "promote",
    Deed.EXPIRE: "expire",
    Deed.MOVE: "move",
}

Becomes = Callable[[Reading, "Card", Memory, list[Memory]], tuple[Change, list[Memory]]]
"""Returns what a suggestion changes, and the memories that its card shows, the one it is about first."""


@dataclass(frozen=True, slots=True)
class Verb:
    """What a model may suggest to do with a memory."""

    becomes: Becomes
    asks: bool = False
    """The model only asks a person, so its card may be as unsure as it likes."""


def _drop(
    reading: Reading, card: "Card", memory: Memory, beside: list[Memory]
) -> tuple[Change, list[Memory]]:
    del card
    witnesses = [reading.standing(each, memory) for each in beside[:1]]
    return Change(Deed.DROP, gone=(memory.id,)), [memory, *witnesses]


def _archive(
    reading: Reading, card: "Card", memory: Memory, beside: list[Memory]
) -> tuple[Change, list[Memory]]:
    del reading, card
    return Change(Deed.ARCHIVE, gone=(memory.id,)), [memory, *beside[:1]]


def _same(
    reading: Reading, card: "Card", memory: Memory, beside: list[Memory]
) -> tuple[Change, list[Memory]]:
    if not beside:
        raise Unusable(MEANINGLESS)
    keeps = reading.standing(beside[0], memory)
    if takes_from_others(keeps, memory):
        raise Unusable(OF_OTHERS)
    if not card.text:
        return Change(Deed.MERGE, keep=keeps.id, gone=(memory.id,)), [keeps, memory]
    gone = [memory, *(each for each in beside[1:] if each.id != keeps.id)]
    if any(takes_from_others(keeps, each) or shared(keeps) != shared(each) for each in gone):
        raise Unusable(OF_OTHERS)
    text = reading.checked_text(card.text, [keeps, *gone])
    return Change(Deed.MERGE, keep=keeps.id, gone=tuple(m.id for m in gone), text=text), [keeps, *gone]


def _superseded(
    reading: Reading, card: "Card", memory: Memory, beside: list[Memory]
) -> tuple[Change, list[Memory]]:
    del card
    if not beside:
        raise Unusable(MEANINGLESS)
    keeps = reading.standing(beside[0], memory)
    return Change(Deed.KEEP, keep=keeps.id, gone=(memory.id,)), [keeps, memory]


def _edit(
    reading: Reading, card: "Card", memory: Memory, beside: list[Memory]
) -> tuple[Change, list[Memory]]:
    text = reading.checked_text(card.text or card.to, [memory, *beside])
    if text == memory.text:
        raise Unusable(MEANINGLESS)
    return Change(Deed.KEEP, keep=memory.id, text=text), [memory, *beside[:1]]


def _promote(
    reading: Reading, card: "Card", memory: Memory, beside: list[Memory]
) -> tuple[Change, list[Memory]]:
    del reading, beside
    if card.to not in set(MemoryType) or _RANKS[MemoryType(card.to)] <= _RANKS[memory.type]:
        raise Unusable(MEANINGLESS)
    return Change(Deed.RETYPE, keep=memory.id, type=MemoryType(card.to)), [memory]


def _expire(
    reading: Reading, card: "Card", memory: Memory, beside: list[Memory]
) -> tuple[Change, list[Memory]]:
    try:
        end = datetime.combine(datetime.fromisoformat(card.to).date(), time(), UTC).timestamp()
    except ValueError:
        raise Unusable(MEANINGLESS) from None
    if end <= reading.now.now:
        return _archive(reading, card, memory, beside)
    return Change(Deed.EXPIRE, keep=memory.id, draft={"expires_at": end}), [memory]


def _move(
    reading: Reading, card: "Card", memory: Memory, beside: list[Memory]
) -> tuple[Change, list[Memory]]:
    del beside
    known = {node.scope for node in scopes.tree(reading.now.store)} | {USER}
    if card.to not in known or card.to == memory.scope:
        raise Unusable(MEANINGLESS)
    return Change(Deed.MOVE, keep=memory.id, draft={"scope": card.to}), [memory]


_VERBS: Mapping[str, Verb] = {
    "drop": Verb(_drop),
    "archive": Verb(_archive),
    "ask": Verb(_archive, asks=True),
    "duplicate of": Verb(_same),
    "duplicate": Verb(_same),
    "merge": Verb(_same),
    "superseded by": Verb(_superseded),
    "superseded": Verb(_superseded),
    "edit": Verb(_edit),
    "promote": Verb(_promote),
    "expire on": Verb(_expire),
    "expire": Verb(_expire),
    "move": Verb(_move),
}
