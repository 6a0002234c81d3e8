"""The content of a review card: its texts and their states, the choices, and the new text.

Both the drawing (`card_layout`) and the keys of the Review view use it, so that every key shown works and
no other does.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rich.cells import cell_len

from memtui.config.places import from_home
from memtui.domain import decay, durations
from memtui.domain.card_kinds import Kind
from memtui.domain.dating import dated
from memtui.domain.days import day
from memtui.domain.deed_record import Offer, Sentence
from memtui.domain.deeds import Change
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory, MemoryType, State
from memtui.domain.proposal import Proposal, Spans, Target
from memtui.domain.rewording import reworded_in_part
from memtui.domain.scope import ROOT
from memtui.lifecycle.holding import HELD
from memtui.review.new_text import Rewording, rewording, to_read
from memtui.review.queue import Card
from memtui.review.verdicts import Choice
from memtui.tui.keys.action import Can
from memtui.tui.review.texts import hidden

KEYS = (
    "yes", "no", "later", "edit_card", "winner_left", "winner_right", "next_pane", "both_dated",
    "archive_instead", "drop", "source", "open", "down", "zoom", "undo",
)  # fmt: skip
"""The actions whose keys may stand on a card."""


@dataclass(frozen=True, slots=True)
class CardState:
    """How a card stands on the screen."""

    now: Instant
    keys: Mapping[str, str] = field(default_factory=dict)
    """The keys as written on screen, by action id."""
    keep: int | None = None
    """The memory that was chosen to stay, when it is not the proposed one."""
    if_yes: Sequence[Sentence] = ()
    elsewhere: str = ""
    """Who decided it meanwhile, as a sentence; empty while it is open."""
    whole: bool = False
    """It is laid out to its end, and scrolled."""
    kept: str = ""
    """That a file keeps what a yes takes away, as a sentence; empty where none does."""
    also: str = ""
    """On which other cards its memories are, as a sentence; empty where on none."""
    beside: bool = False
    """The queue stands at its left, so it begins there instead of in the middle."""


def winner(card: Card, state: CardState) -> int | None:
    """Return the memory that would stay."""
    first = card.first
    return state.keep if state.keep is not None else None if first is None else first.change.keep


def chosen(first: Proposal, state: CardState) -> Change:
    """Return the change of a card with the memory that was chosen to stay."""
    return Choice(keep=state.keep).of(first.change, [target.id for target in first.targets])


def offers(card: Card) -> frozenset[Offer | Can]:
    """Return what a card lets one choose. The members of a batch can only be archived instead, together."""
    first = card.first
    if first is None:
        return frozenset()
    offered: frozenset[Offer | Can] = first.change.offers(len(first.targets))
    if card.ref.batch:
        offered = offered & {Offer.ARCHIVE} | {Can.MANY}
    return offered if first.change.final else offered | {Can.ALL}


@dataclass(frozen=True, slots=True)
class Side:
    """One text of a card: a memory, or what would be added."""

    id: int | None
    text: str
    spans: Spans
    facts: tuple[str, ...]
    strength: float | None
    sign: str
    word: str
    """What becomes of it."""
    to_read: bool = False
    """It is shown to its end, because a yes stores it or makes a rule of it."""
    file: str = ""
    """Where it stands outside the store; told of each memory of a pair, which that may tell apart."""


def _no_words(proposal: Proposal) -> str:
    """Return what a no says."""
    if proposal.rule == HELD:
        return Kind.POISON.record.no
    if proposal.kind.record.no:
        return proposal.kind.record.no
    if proposal.change.open_question:
        return "it holds"
    return "keep it" if proposal.change.removes and len(proposal.targets) == 1 else "no"


def choices(card: Card, first: Proposal, state: CardState, *, stacked: bool) -> list[tuple[str, str]]:
    """Return the keys that decide on a card, each with its effect; choices without a key are left out.

    `stacked` means that its memories are one above the other, so that no key points left or right to one.
    """
    can = offers(card)
    if state.elsewhere:
        labels = [("down", "go on")]
    elif first.stale and not card.ref.batch:
        labels = [("yes", "look again"), ("no", _no_words(first)), ("later", "later"), ("source", "show")]
    elif Can.MANY in can:
        labels = [("yes", f"yes to all {card.count:,}"), ("no", "no to all"), ("later", "later")]
        labels += [("archive_instead", "archive instead")] if Offer.ARCHIVE in can else []
        labels += [("open", "look at each")]
    else:
        labels = _single(
            first, can, _both_words(card), asks=first.change.open_question and state.keep is None
        )
    keys = dict(state.keys)
    sideways = f"{keys.get('winner_left', '')} {keys.get('winner_right', '')}".strip()
    keys["choose"] = keys.get("next_pane", "") if stacked else sideways
    return [(keys[action], label) for action, label in labels if keys.get(action)]


def _both_words(card: Card) -> str:
    """Return what becomes of the memories of a card that all stay."""
    about = list(card.memories.values())
    return f"{'both' if len(about) < 3 else 'all'}, {'with dates' if dated(about) else 'as they are'}"


def _single(first: Proposal, can: frozenset[Offer | Can], both: str, *, asks: bool) -> list[tuple[str, str]]:
    """Return the keys that decide on one proposal; if it `asks` what stays, there is no yes before that."""
    keys = [] if asks else [("yes", "erase it" if first.change.final else "yes")]
    keys += [("no", _no_words(first))]
    if Offer.WINNER in can:
        chooses = "choose the one that stays" if asks else "choose the other"
        keys.insert(0 if asks else len(keys), ("choose", chooses))
    keys += [("both_dated", both)] if Offer.BOTH in can else []
    keys += [("archive_instead", "archive instead")] if Offer.ARCHIVE in can else []
    keys += [("drop", "drop it" if asks else "drop all of it")] if Offer.WHOLE in can else []
    keys += [("edit_card", "edit")] if Offer.TEXT in can else []
    return [*keys, ("later", "later"), ("source", "show")]


def stale_words(card: Card, now: Instant) -> str:
    """Return what has changed since a card was found."""
    first = card.first
    stale = sum(proposal.stale for proposal in card.proposals)
    if first is None or not stale:
        return ""
    if card.ref.batch:
        them = "1 of them has" if stale == 1 else f"{stale:,} of them have"
        return f"{them} changed since they were found; a yes looks at those again"
    reasons: list[str] = []
    for target in first.targets:
        memory = card.memories.get(target.id)
        if memory is None:
            reasons.append("erased")
        elif memory.version != target.version:
            verb = "edited" if memory.state is State.LIVE else str(memory.state)
            reasons.append(f"{verb} {durations.ago(now - memory.updated_at)}")
    return f"Changed since this was found: {', '.join(dict.fromkeys(reasons)) or 'edited'}"


def sides_of(card: Card, first: Proposal, state: CardState) -> list[Side]:
    """Return the texts of a card: the memories it is about, then what would be added."""
    change = chosen(first, state)
    answer = _Answer(first, change, rewording(change, card.memories))
    known = [(target, card.memories.get(target.id)) for target in first.targets]
    sides = [
        _erased(target) if memory is None else _side_of(memory, target, answer, state.now)
        for target, memory in known
    ]
    sides += answer.new_sides()
    as_found = all(memory is not None and memory.version == target.version for target, memory in known)
    return _marked_apart(sides) if as_found and first.kind is not Kind.SECRET else sides


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a yes to a card would do as it stands."""

    first: Proposal
    change: Change
    """That of the proposal, with the memory that was chosen to stay."""
    says: Rewording | None
    """What the memory that stays will say; None when it says the same."""

    @property
    def offers_a_choice(self) -> bool:
        """Whether a person may choose which memory stays."""
        return Offer.WINNER in self.first.change.offers(len(self.first.targets))

    def keeps(self, memory: Memory) -> bool:
        """Say whether it is the one that stays."""
        return memory.id == self.change.keep

    def makes_a_rule_of(self, memory: Memory) -> bool:
        """Say whether another than the review pass would have a memory count for more, as it is."""
        if not self.keeps(memory) or self.change.new_text:
            return False
        return bool(to_read(self.first, self.change, {memory.id: memory}))

    def word_for(self, memory: Memory) -> str:
        """Return what becomes of a memory; empty where that goes without saying."""
        change, proposed = self.change, self.first.change
        if proposed.deed.record.adds and memory.id in proposed.gone:
            return "goes"
        if change.removes and len(self.first.targets) > len(change.gone):
            return "goes" if memory.id in change.gone else "stays"
        if not self.offers_a_choice or change.keep is None:
            return ""
        if not self.keeps(memory):
            return "goes"
        return "stays" if self.says is None else "reworded"

    def new_sides(self) -> list[Side]:
        """Return the texts that it brings into the store."""
        sides: list[Side] = []
        if self.says is not None:
            sides.append(_added(self.says.text, self.says.comes, ("what it will say",)))
        if self.change.draft and self.change.new_text:
            sides.append(_added(self.change.new_text, (), _new_facts(self.change)))
        return sides


def _side_of(memory: Memory, target: Target, answer: _Answer, now: Instant) -> Side:
    """Return the text of a memory, with the words that the card is about marked, if it is as it was found."""
    first = answer.first
    text = memory.text
    spans = first.evidence.marks.get(memory.id, ()) if memory.version == target.version else ()
    if first.kind.record.hides:
        text, spans = hidden(text, spans)
    if answer.keeps(memory) and answer.says is not None:
        spans = answer.says.goes
    return Side(
        memory.id,
        text,
        spans,
        _facts(memory, now),
        decay.strength_of(memory, now),
        sign="▸" if answer.offers_a_choice and answer.keeps(memory) else " ",
        word=answer.word_for(memory),
        to_read=answer.makes_a_rule_of(memory),
        file=file_words(memory) if len(first.targets) == 2 else "",
    )


def _erased(target: Target) -> Side:
    return Side(target.id, "a memory that was erased", (), (), None, sign="×", word="")


def _added(text: str, spans: Spans, facts: tuple[str, ...]) -> Side:
    return Side(None, text, spans, facts, None, sign="+", word="", to_read=True)


def _marked_apart(sides: list[Side]) -> list[Side]:
    """Return a pair with differing words marked, if nothing else marks both.

    Texts that share next to nothing stay unmarked: everything would be marked.
    """
    if len(sides) != 2 or all(side.spans for side in sides) or sides[0].text == sides[1].text:
        return sides
    one, other = sides
    goes, comes = reworded_in_part(one.text, other.text)
    return [replace(one, spans=one.spans or goes), replace(other, spans=other.spans or comes)]


def file_words(memory: Memory) -> str:
    """Return the file that a memory was read from, from home; empty where it came from none."""
    path = memory.provenance.get("path")
    return from_home(path) if isinstance(path, str) else ""


def _new_facts(change: Change) -> tuple[str, ...]:
    draft = change.draft
    facts = (str(draft.get("scope", ROOT)), MemoryType(draft.get("type", MemoryType.SEMANTIC)).label)
    return (*facts, *(("pinned",) if draft.get("pinned") else ()), "new")


def _facts(memory: Memory, now: Instant) -> tuple[str, ...]:
    age = durations.age(max(now - memory.created_at, 0.0))
    age_words = "today" if age == "now" else f"{age} old"
    state = () if memory.state is State.LIVE else (str(memory.state),)
    pinned = ("pinned",) if memory.pinned else ()
    return (memory.scope, memory.type.label, day(memory.created_at), age_words, *state, *pinned)


def widths_of(sides: Iterable[Side]) -> list[int]:
    """Return how wide each column of facts is."""
    widths: list[int] = []
    for side in sides:
        for index, fact in enumerate(side.facts):
            if index == len(widths):
                widths.append(0)
            widths[index] = max(widths[index], cell_len(fact))
    return widths
