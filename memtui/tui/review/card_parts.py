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
from memtui.domain.days import day
from memtui.domain.deed_record import Offer, Sentence
from memtui.domain.deeds import Change
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory, MemoryType, State
from memtui.domain.proposal import Proposal, Spans
from memtui.domain.rewording import reworded
from memtui.domain.scope import ROOT
from memtui.lifecycle.holding import HELD
from memtui.review.new_text import rewording, to_read
from memtui.review.queue import Card
from memtui.review.verdicts import Choice
from memtui.tui.keys.action import Can
from memtui.tui.review.texts import hidden

KEYS = (
    "yes", "no", "later", "edit_card", "winner_left", "winner_right", "next_pane", "both_dated",
    "archive_instead", "drop", "source", "open", "down", "zoom", "undo",
)  # fmt: skip
"""The actions whose keys may stand on a card."""
_NO_PAIR = 0.8
"""Where more than this of both texts of a pair differs, no word is marked."""


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
        labels = _single(first, can, asks=first.change.open_question and state.keep is None)
    keys = dict(state.keys)
    sideways = f"{keys.get('winner_left', '')} {keys.get('winner_right', '')}".strip()
    keys["choose"] = keys.get("next_pane", "") if stacked else sideways
    return [(keys[action], label) for action, label in labels if keys.get(action)]


def _single(first: Proposal, can: frozenset[Offer | Can], *, asks: bool) -> list[tuple[str, str]]:
    """Return the keys that decide on one proposal; if it `asks` what stays, there is no yes before that."""
    keys = [] if asks else [("yes", "erase it" if first.change.final else "yes")]
    keys += [("no", _no_words(first))]
    if Offer.WINNER in can:
        chooses = "choose the one that stays" if asks else "choose the other"
        keys.insert(0 if asks else len(keys), ("choose", chooses))
    keys += [("both_dated", "both, with dates")] if Offer.BOTH in can else []
    keys += [("archive_instead", "archive instead")] if Offer.ARCHIVE in can else []
    keys += [("drop", "drop all of it")] if Offer.WHOLE in can else []
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
    sides: list[Side] = []
    change = chosen(first, state)
    keep, says = change.keep, rewording(change, card.memories)
    promoted = not change.new_text and bool(to_read(first, change, card.memories))
    choosing = Offer.WINNER in first.change.offers(len(first.targets))
    for target in first.targets:
        memory = card.memories.get(target.id)
        if memory is None:
            sides.append(Side(target.id, "a memory that was erased", (), (), None, "×", ""))
            continue
        current = memory.version == target.version
        text, spans = memory.text, first.evidence.marks.get(memory.id, ()) if current else ()
        if first.kind.record.hides:
            text, spans = hidden(text, spans)
        stays = memory.id == keep
        if stays and says is not None:
            spans = says.goes
        kept = "stays" if says is None else "reworded"
        word = (kept if stays else "goes") if choosing and keep is not None else ""
        if first.change.deed.record.adds and memory.id in first.change.gone:
            word = "goes"
        elif change.removes and len(first.targets) > len(change.gone):
            word = "goes" if memory.id in change.gone else "stays"
        sign = "▸" if choosing and stays else " "
        facts, strength = _facts(memory, state.now), decay.strength_of(memory, state.now)
        file = file_words(memory) if len(first.targets) == 2 else ""
        sides.append(Side(memory.id, text, spans, facts, strength, sign, word, stays and promoted, file))
    if says is not None:
        sides.append(Side(None, says.text, says.comes, ("what it will say",), None, "+", "", to_read=True))
    if change.draft and change.new_text:
        sides.append(Side(None, change.new_text, (), _new_facts(change), None, "+", "", to_read=True))
    as_found = all(t.id in card.memories and card.memories[t.id].version == t.version for t in first.targets)
    return _marked_apart(sides) if as_found and first.kind is not Kind.SECRET else sides


def _marked_apart(sides: list[Side]) -> list[Side]:
    """Return a pair with differing words marked, if nothing else marks both.

    Texts that share next to nothing stay unmarked: everything would be marked.
    """
    if len(sides) != 2 or all(side.spans for side in sides) or sides[0].text == sides[1].text:
        return sides
    one, other = sides
    goes, comes = reworded(one.text, other.text)
    if all(_marked_share(side.text, spans) > _NO_PAIR for side, spans in ((one, goes), (other, comes))):
        return sides
    return [replace(one, spans=one.spans or goes), replace(other, spans=other.spans or comes)]


def _marked_share(text: str, spans: Spans) -> float:
    return sum(end - start for start, end in spans) / max(len(text), 1)


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
